//! The signs in the text of a board that are no tiles: separators, frames and blanks.

/// True if a byte ends a row, at least where rows are marked.
pub const fn ends_row(byte: u8) -> bool {
    matches!(byte, b'/' | b']' | b')' | b'}')
}

/// True if a byte ends a row of several cells. After each single cell it means no more than a
/// comma.
pub const fn ends_long_row(byte: u8) -> bool {
    byte == b';'
}

/// True if a byte separates cells.
pub const fn separates(byte: u8) -> bool {
    byte.is_ascii_whitespace()
        || ends_row(byte)
        || ends_long_row(byte)
        || matches!(byte, b',' | b'[' | b'(' | b'{' | b'|' | b'"' | b'\'')
}

const FRAME: &[u8] = b"+-=:";

/// True if a word is a part of a frame, as in `+---+`.
pub fn is_frame(word: &[u8]) -> bool {
    word.iter().all(|byte| FRAME.contains(byte)) && (word.len() > 2 || word.contains(&b'+'))
}

/// True if a row has nothing but parts of frames.
pub fn has_only_frames(row: &[u8]) -> bool {
    row.iter().all(|byte| FRAME.contains(byte) || matches!(byte, b'|' | b' '))
}

/// A character of a frame, `─` to `╿`, as it is drawn with `-`, `|` and `+`.
pub fn plain_frame(c: char) -> char {
    match c {
        '─' | '━' | '┄'..='┅' | '┈'..='┉' | '╌'..='╍' | '═' => '-',
        '│' | '┃' | '┆'..='┇' | '┊'..='┋' | '╎'..='╏' | '║' => '|',
        '┌'..='╿' => '+',
        other => other,
    }
}
