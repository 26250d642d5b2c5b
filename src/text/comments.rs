//! Comments in the text of boards: from a `#` to the end of its line.

/// True if a line is nothing but a comment.
pub(super) fn is_comment(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#")
}

/// A line without its comment.
pub(super) fn without_comment(line: &[u8]) -> &[u8] {
    &line[..memchr::memchr(b'#', line).unwrap_or(line.len())]
}

/// A line without its comment, unless the comment could be cells that it cuts off: that is seen
/// when the board is read.
pub(super) fn without_words(line: &[u8]) -> &[u8] {
    if has_letter(line) { without_comment(line) } else { line }
}

pub(super) fn has_letter(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphabetic)
}
