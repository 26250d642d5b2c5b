//! The signs, words and cells of a board's text, before they mean anything: where rows and lines
//! end.

use smallvec::SmallVec;

use crate::puzzle::{BoardError, MAX_CELLS, Place, Shape, is_blank_sign};

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

/// A column of at least this many numbers has a cell on each line. Fewer lines are rows of digits
/// without separators.
const SHORTEST_COLUMN: usize = 5;

/// True if a character ends a row, if rows have several cells: [`joined`] shows no others.
fn is_row_end(c: char) -> bool {
    let is_end = |byte| ends_row(byte) || ends_long_row(byte);
    matches!(c, '\n' | '\r') || u8::try_from(c).is_ok_and(is_end)
}

/// True if a character separates cells or ends a row.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || u8::try_from(c).is_ok_and(separates)
}

/// True if a text has a character that separates cells or ends a row.
pub fn has_separator(text: &str) -> bool {
    text.contains(is_separator)
}

/// The words of a text, row by row. A text without separators has a cell for each character.
pub(super) struct TextCells {
    pub rows: Vec<Vec<String>>,
    /// True if the text has no separators, so that each character is a cell.
    pub is_compact: bool,
}

impl TextCells {
    /// The cells of a text.
    pub fn of(text: &str) -> TextCells {
        let text: String = text.chars().map(plain_frame).collect();
        let rows = text.split(is_row_end);
        let words = rows.map(|row| {
            let words = row.split(is_separator);
            words
                .filter(|word| !word.is_empty() && !is_frame(word.as_bytes()))
                .map(str::to_owned)
                .collect()
        });
        let mut rows: Vec<Vec<String>> = words.filter(|row: &Vec<_>| !row.is_empty()).collect();
        let is_compact = !rows.is_empty()
            && rows.iter().all(|row| row.len() == 1 && row[0].chars().count() > 1)
            && (rows.len() < SHORTEST_COLUMN
                || rows.iter().any(|row| row[0].parse::<u64>().is_err()));
        if is_compact {
            for row in &mut rows {
                *row = row[0].chars().map(String::from).collect();
            }
        }
        TextCells { rows, is_compact }
    }

    /// All cells.
    pub fn iter(&self) -> impl Iterator<Item = &String> + Clone {
        self.rows.iter().flatten()
    }

    /// The size that the rows show.
    pub fn shown(&self) -> Option<Shape> {
        let cols = self.rows.first()?.len();
        let is_shown =
            self.rows.len() > 1 && cols > 1 && self.rows.iter().all(|row| row.len() == cols);
        is_shown.then_some(Shape { rows: self.rows.len(), cols })
    }
}

/// Cells with spaces between them, and rows with slashes, if all have the same number of cells.
pub fn joined<T: AsRef<str>>(rows: &[impl AsRef<[T]>]) -> String {
    let rows: Vec<&[T]> = rows.iter().map(AsRef::as_ref).collect();
    let are_rows = rows.iter().all(|row| row.len() > 1 && row.len() == rows[0].len());
    let rows = rows.iter().map(|row| {
        let cells: Vec<&str> = row.iter().map(AsRef::as_ref).collect();
        cells.join(" ")
    });
    rows.collect::<Vec<_>>().join(if are_rows { " / " } else { " " })
}

/// True if a word is the blank in every form.
pub fn is_blank(word: &str) -> bool {
    is_blank_sign(word.as_bytes()) || !word.is_empty() && word.bytes().all(|byte| byte == b'0')
}
