//! The words of a board's text, before they mean anything: where rows and lines end.

use smallvec::SmallVec;

use super::signs::{ends_long_row, ends_row, is_frame, separates};
use crate::puzzle::{BoardError, MAX_CELLS, Place};

/// A run of characters without separators.
pub(super) struct Token<'t> {
    pub bytes: &'t [u8],
    pub ends_row: bool,
    pub ends_line: bool,
    ends_long_row: bool,
    /// The brackets in which it stands alone, if it does.
    brackets: Brackets,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Brackets {
    Outside,
    Inside,
    Alone,
}

/// True if there are at least two lines, all with the same number of cells, at least two.
pub(super) fn lines_are_alike(words: &[Token<'_>]) -> bool {
    let lines = words.split_inclusive(|word| word.ends_line);
    let mut lines = lines.map(cells_of_row);
    let Some(first) = lines.next() else { return false };
    let mut others = lines.peekable();
    first > 1 && others.peek().is_some() && others.all(|cells| cells == first)
}

/// The number of cells of a row. A single word has a cell for each character.
fn cells_of_row(words: &[Token<'_>]) -> usize {
    if let [one] = words { one.bytes.len() } else { words.len() }
}

/// The row that has one cell less than all others, counted from 1.
pub(super) fn short_row(words: &[Token<'_>], has_marks: bool) -> Option<usize> {
    let rows = words.split_inclusive(|word| if has_marks { word.ends_row } else { word.ends_line });
    let cells: SmallVec<[usize; MAX_CELLS]> = rows.map(cells_of_row).collect();
    let most = *cells.iter().max()?;
    let row = cells.iter().position(|&row| row + 1 == most)?;
    let is_one = cells.len() > 1 && cells.iter().sum::<usize>() + 1 == cells.len() * most;
    is_one.then_some(row + 1)
}

/// The words of a text. The last word ends its row. Stops soon after `most` words.
pub(super) fn split(bytes: &[u8], most: usize) -> SmallVec<[Token<'_>; MAX_CELLS]> {
    let mut words: SmallVec<[Token<'_>; MAX_CELLS]> = SmallVec::new();
    // The number of words before a bracket that is open.
    let mut before_bracket = None;
    let pieces =
        between_lines(bytes).flat_map(|text| text.split_inclusive(|&byte| separates(byte)));
    for piece in pieces {
        let (bytes, separator) = match piece.split_last() {
            Some((&last, before)) if separates(last) => (before, last),
            _ => (piece, b' '),
        };
        if !bytes.is_empty() && !is_frame(bytes) {
            let brackets = before_bracket.map_or(Brackets::Outside, |_| Brackets::Inside);
            let (ends_row, ends_line, ends_long_row) = (false, false, false);
            words.push(Token { bytes, ends_row, ends_line, ends_long_row, brackets });
        }
        let count = words.len();
        if let Some(last) = words.last_mut() {
            if separator == b']' && before_bracket.take() == Some(count - 1) {
                last.brackets = Brackets::Alone;
            }
            last.ends_long_row |= ends_long_row(separator);
            last.ends_row |= ends_row(separator);
            last.ends_line |= separator == b'\n';
        }
        if separator == b'[' {
            before_bracket = Some(count);
        }
        if count > most.saturating_add(1) {
            break;
        }
    }
    end_rows(&mut words);
    words
}

/// Decides which words end a row, once all are known.
fn end_rows(words: &mut [Token<'_>]) {
    // In a row, brackets round a cell mark a tile, and end no row.
    if words.iter().any(|word| word.brackets == Brackets::Outside) {
        for word in words.iter_mut().filter(|word| word.brackets == Brackets::Alone) {
            word.ends_row = false;
        }
    }
    if let Some(last) = words.last_mut() {
        last.ends_row = true;
        last.ends_line = true;
    }
    let mut rows = words.split_inclusive(|word| word.ends_long_row);
    if rows.any(|row| row.len() > 1 || row[0].bytes.len() > 2) {
        for word in words {
            word.ends_row |= word.ends_long_row;
        }
    }
}

/// The first empty cell in a text with this many words and rows: a place between two separators
/// with words of the same row on both sides, or in quotes. `None` if all cells have one between
/// them.
pub fn empty_cell(bytes: &[u8], words: usize, rows: usize) -> Option<BoardError> {
    let mark = |byte: &&u8| b",;|\t\"'\xe2".contains(byte);
    if bytes.iter().filter(mark).count() + rows <= words {
        return None;
    }
    let ends_cell = |&byte: &u8| separates(byte) && !b" \"'".contains(&byte);
    // Cells that are empty, those that are if a word follows in the row, and words before them.
    let (mut empty, mut open, mut first) = (0, 0, 0);
    let (mut begin, mut count, mut in_row) = (b'\n', 0, 0);
    let mut parts = between_lines(bytes).peekable();
    while let Some(part) = parts.next() {
        for piece in part.split_inclusive(ends_cell) {
            let (cell, end) = match piece.split_last() {
                Some((last, cell)) if ends_cell(last) => (cell, *last),
                _ => (piece, if parts.peek().is_some() { b'|' } else { b'\n' }),
            };
            let found = cell.split(|&byte| separates(byte)).filter(|word| !word.is_empty()).count();
            // Two bars side by side are one.
            let is_between = begin == end && (end != b'|' || !cell.is_empty());
            let is_quoted = found == 0 && cell.trim_ascii().len() > 1;
            if empty + open == 0 {
                first = count;
            }
            open += usize::from(found == 0 && in_row > 0 && is_between);
            if found > 0 || is_quoted {
                empty += std::mem::take(&mut open) + usize::from(is_quoted);
            }
            (count, in_row) = (count + found, in_row + found);
            if !b",;|\t".contains(&end) {
                (open, in_row) = (0, 0);
            }
            begin = end;
        }
        begin = b'|';
    }
    let cell = Place { cell: first, cols: 0 };
    let is_one = empty > 0 && empty + rows < words;
    is_one.then(|| BoardError::Token { cell, found: String::new() })
}

/// The parts between characters that frames are drawn with, `─` to `╿`. These separate cells.
fn between_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let text = rest?;
        let mut characters = text.windows(3);
        let line = characters.position(|char| matches!(char, [0xe2, 0x94 | 0x95, _]));
        rest = line.map(|at| &text[at + 3..]);
        Some(&text[..line.unwrap_or(text.len())])
    })
}
