//! The cells of a text, before they mean anything.

use crate::puzzle::{Shape, is_blank_sign};
use crate::text::signs::{ends_long_row, ends_row, is_frame, plain_frame, separates};

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
