//! Parts of messages: values by name, counts with their noun, the beginnings of texts.

use std::fmt;

/// A name that is not known.
///
/// ```
/// let error = "htm".parse::<tilebase::puzzle::Metric>().unwrap_err();
/// assert_eq!(error.to_string(), "expected single or multi, found `htm`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
#[non_exhaustive]
pub struct UnknownName {
    /// The known names: `text, csv or jsonl`.
    pub expected: String,
    /// The start of the name found, escaped.
    pub found: String,
}

impl UnknownName {
    /// The error for a text in place of one of these.
    pub fn new(expected: impl Into<String>, found: &str) -> UnknownName {
        UnknownName { expected: expected.into(), found: excerpt(found) }
    }
}

/// The value with this name, in upper or lower case.
///
/// ```
/// use tilebase::puzzle::{Metric, named};
/// assert_eq!(named("Multi", Metric::NAMES), Ok(Metric::Multi));
/// ```
///
/// # Errors
///
/// [`UnknownName`], which lists the known ones.
pub fn named<T: Copy>(name: &str, known: &[(&str, T)]) -> Result<T, UnknownName> {
    let value = known.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    value.map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
        let expected = match names.as_slice() {
            [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
            one => one.concat(),
        };
        UnknownName::new(expected, name)
    })
}

/// Reads values of types by their `NAMES`.
#[doc(hidden)]
#[macro_export]
macro_rules! read_by_name {
    ($($named:ty)*) => {$(
        impl std::str::FromStr for $named {
            type Err = $crate::puzzle::UnknownName;

            fn from_str(name: &str) -> std::result::Result<$named, Self::Err> {
                $crate::puzzle::named(name, <$named>::NAMES)
            }
        }
    )*};
}

read_by_name!(super::Metric);

/// A number of things, as people write it.
///
/// ```
/// use tilebase::puzzle::plural;
/// assert_eq!(plural(1, "move").to_string(), "1 move");
/// assert_eq!(plural(0, "move").to_string(), "0 moves");
/// ```
pub fn plural(count: u64, thing: &'static str) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "{count} {thing}{}", if count == 1 { "" } else { "s" }))
}

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
