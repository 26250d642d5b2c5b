//! The signs in the text of a board that are no tiles: separators, frames and blanks.

/// The usual signs of the blank, for messages.
pub(super) const BLANK_SIGNS: &str = "0, x, X, _ or .";

/// Whether a byte ends a row, at least where rows are marked.
#[doc(hidden)]
pub const fn ends_row(byte: u8) -> bool {
    matches!(byte, b'/' | b']' | b')' | b'}')
}

/// Whether a byte ends a row of several cells. After each single cell it means no more than a
/// comma.
#[doc(hidden)]
pub const fn ends_long_row(byte: u8) -> bool {
    byte == b';'
}

/// Whether a byte separates cells.
#[doc(hidden)]
pub const fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || ends_row(byte)
        || ends_long_row(byte)
        || matches!(byte, b',' | b'[' | b'(' | b'{' | b'|' | b'"' | b'\'')
}

/// Whether a word is a sign of the blank, other than the number 0.
#[doc(hidden)]
pub fn is_blank_sign(word: &[u8]) -> bool {
    matches!(word, b"x" | b"X" | b"_" | b"." | b"*" | b"-" | b"null" | b"None")
}

const FRAME: &[u8] = b"+-=:";

/// Whether a word is a part of a frame, as in `+---+`.
#[doc(hidden)]
pub fn is_frame(word: &[u8]) -> bool {
    word.iter().all(|byte| FRAME.contains(byte)) && (word.len() > 2 || word.contains(&b'+'))
}

/// Whether a row has nothing but parts of frames.
#[doc(hidden)]
pub fn has_only_frames(row: &[u8]) -> bool {
    row.iter().all(|byte| FRAME.contains(byte) || matches!(byte, b'|' | b' '))
}

/// A character of a frame, `─` to `╿`, as it is drawn with `-`, `|` and `+`.
#[doc(hidden)]
pub fn plain_frame(c: char) -> char {
    match c {
        '─' | '━' | '┄'..='┅' | '┈'..='┉' | '╌'..='╍' | '═' => '-',
        '│' | '┃' | '┆'..='┇' | '┊'..='┋' | '╎'..='╏' | '║' => '|',
        '┌'..='╿' => '+',
        other => other,
    }
}
