//! Comments in the text of boards: from a `#` to the end of its line.

use std::borrow::Cow;

use super::Reading;
use crate::puzzle::{BoardError, Shape};

/// True if a line is nothing but a comment.
pub(crate) fn is_comment(line: &[u8]) -> bool {
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

/// A text without comments. The number in a label, as in `Board #1: [[1, 2], [3, 0]]`, is none.
///
/// # Errors
///
/// A `#` that is something else: see [`comment_flaw`].
pub(crate) fn without_comments(
    text: &[u8],
    size: Option<Shape>,
) -> Result<Cow<'_, [u8]>, BoardError> {
    if memchr::memchr(b'#', text).is_none() {
        return Ok(Cow::Borrowed(text));
    }
    if let Some(flaw) = comment_flaw(text, size) {
        return Err(flaw);
    }
    let lines = text.split(|&byte| byte == b'\n').map(|line| {
        let before = without_comment(line);
        let is_number = line[before.len()..].get(1).is_some_and(u8::is_ascii_digit);
        let is_word = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b' ';
        let is_label = is_number && before.len() > 1 && before.iter().all(is_word);
        if is_label { line } else { before }
    });
    Ok(Cow::Owned(lines.collect::<Vec<_>>().join(&b'\n')))
}

/// The mistake in a text with `#`: it is the blank of a board, not the start of a comment, or it
/// stands before the random seed of a game's ID (`3x3#1234`), which is not a board.
pub fn comment_flaw(text: &[u8], size: Option<Shape>) -> Option<BoardError> {
    let at = text.iter().position(|&byte| byte == b'#')?;
    let (before, seed) = (text[..at].trim_ascii(), text[at + 1..].trim_ascii());
    let is_size = before.len() <= "100x100".len()
        && before.split(|&byte| byte == b'x').count() == 2
        && before.iter().all(|&byte| byte == b'x' || byte.is_ascii_digit());
    if is_size && !seed.is_empty() && seed.iter().all(u8::is_ascii_digit) {
        return Some(BoardError::Seed);
    }
    Reading::new(Some("#"), false).board(text, size).is_ok().then_some(BoardError::Comment)
}
