//! The beginnings of texts, for messages.

/// The start of a text, for an error. Only what cannot be printed is escaped.
#[doc(hidden)]
pub fn excerpt(text: &str) -> String {
    let mut start = String::new();
    for char in text.chars().take(12) {
        match char {
            '\\' | '\'' | '"' => start.push(char),
            _ => start.extend(char.escape_debug()),
        }
    }
    start
}

/// The first `most` characters of a text, for an error, and `...` if it goes on. Unprintable
/// characters are escaped.
#[doc(hidden)]
pub fn beginning(text: &str, most: usize) -> String {
    let start: String = text.chars().take(most).flat_map(char::escape_debug).collect();
    if text.chars().nth(most).is_none() { start } else { start + "..." }
}
