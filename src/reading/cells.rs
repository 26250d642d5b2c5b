//! The cells of a text, before they mean anything.

use crate::puzzle::Extent;

/// The words of a text, row by row. A text without separators has a cell for each character.
pub struct TextCells {
    pub rows: Vec<Vec<String>>,
    /// Whether the text has no separators, so that each character is a cell.
    pub is_compact: bool,
}

impl TextCells {
    /// The cells of a text.
    pub fn of(text: &str) -> TextCells {
        let text: String = text.chars().map(plain_frame).collect();
        let rows = text.split(['\n', '\r', '/', ';', ']', ')', '}']);
        let words = rows.map(|row| {
            let words = row.split(|c: char| c.is_whitespace() || ",[({|\"'".contains(c));
            words.filter(|word| !word.is_empty() && !is_frame(word)).map(str::to_owned).collect()
        });
        let mut rows: Vec<Vec<String>> = words.filter(|row: &Vec<_>| !row.is_empty()).collect();
        let is_compact = !rows.is_empty()
            && rows.iter().all(|row| row.len() == 1 && row[0].chars().count() > 1)
            // A number on each line is a cell on each line.
            && (rows.len() < 5 || rows.iter().any(|row| row[0].parse::<u64>().is_err()));
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
    pub fn shown(&self) -> Option<Extent> {
        let cols = self.rows.first()?.len();
        let is_shown =
            self.rows.len() > 1 && cols > 1 && self.rows.iter().all(|row| row.len() == cols);
        is_shown.then_some(Extent { rows: self.rows.len(), cols })
    }

    /// The cells as a usual text, each replaced by what `write` makes of it.
    pub fn map(&self, mut write: impl FnMut(&str) -> String) -> String {
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| write(cell)).collect());
        joined(&rows.collect::<Vec<Vec<_>>>())
    }
}

/// Cells with spaces between them, and rows with slashes, if all have the same number of cells.
pub fn joined<T: AsRef<str>>(rows: &[Vec<T>]) -> String {
    let are_rows = rows[..].iter().all(|row| row.len() > 1 && row.len() == rows[0].len());
    let rows = rows.iter().map(|row| {
        let cells: Vec<&str> = row.iter().map(AsRef::as_ref).collect();
        cells.join(" ")
    });
    rows.collect::<Vec<_>>().join(if are_rows { " / " } else { " " })
}

/// Whether a word is the blank in every form.
pub fn is_blank(word: &str) -> bool {
    matches!(word, "0" | "x" | "X" | "_" | "." | "*" | "-" | "null" | "None")
        || !word.is_empty() && word.bytes().all(|byte| byte == b'0')
}

/// Whether a word is a part of a frame, as in `+---+`.
fn is_frame(word: &str) -> bool {
    word.bytes().all(|byte| b"+-=:".contains(&byte)) && (word.len() > 2 || word.contains('+'))
}

/// A character of a frame as it is drawn with `-`, `|` and `+`.
pub fn plain_frame(c: char) -> char {
    match c {
        '─' | '━' | '┄'..='┅' | '┈'..='┉' | '╌'..='╍' | '═' => '-',
        '│' | '┃' | '┆'..='┇' | '┊'..='┋' | '╎'..='╏' | '║' => '|',
        '┌'..='╿' => '+',
        other => other,
    }
}
