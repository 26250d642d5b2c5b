//! The layout of an input, guessed from its first lines.

use std::borrow::Cow;
use std::collections::HashSet;

use tilebase::any::MAX_SIDE;
use tilebase::reading::{plain_frame, with_blank};

use serde_json::{Map, Value};

use super::block::{is_comment, without_comment};
use super::columns::{board_fields, ends};
use super::header::{Records, has_boards, layout_of_answers, may_be_record, records};
use super::{COLUMN, Expected, InputLayout};

/// Guesses the layout from the first lines.
#[derive(Default)]
pub struct Guess {
    /// The lines that may be the rows of a grid, their number, and their cells.
    rows: Vec<u8>,
    count: usize,
    cells: HashSet<u64>,
    /// Whether the first line is a board, so that all lines are, but may also be a row.
    pub first_is_board: bool,
    /// The first line.
    first: Vec<u8>,
    /// A first line that may be the size of the boards behind it, until these do not fit it.
    size_line: Option<SizeLine>,
    /// The size that the first line gave.
    pub size: Option<BoardLines>,
    /// A first line that may be the header of CSV, until the next shows whether it is.
    header: Option<Vec<u8>>,
    /// The column of the boards, if it was found without its name.
    pub found: Option<String>,
    /// Why nothing can be read.
    pub flaw: Option<String>,
}

/// How many lines a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLines {
    rows: usize,
    cols: usize,
    /// Whether each cell has a line.
    is_cell_a_line: bool,
}

impl BoardLines {
    /// The size in a line: one number for a square, or the rows and the columns.
    fn of_line(line: &[u8]) -> Option<BoardLines> {
        let text = std::str::from_utf8(without_comment(line)).ok()?;
        let mut sides = text.split_ascii_whitespace().map(|word| {
            let side = word.parse().ok()?;
            (2..=MAX_SIDE).contains(&side).then_some(side)
        });
        let rows = sides.next()??;
        let cols = sides.next().unwrap_or(Some(rows))?;
        sides.next().is_none().then_some(BoardLines { rows, cols, is_cell_a_line: false })
    }

    /// Whether a line gives this size again.
    pub fn is_size(self, line: &[u8]) -> bool {
        BoardLines::of_line(line) == Some(BoardLines { is_cell_a_line: false, ..self })
    }

    /// The lines of a board.
    pub const fn count(self) -> usize {
        if self.is_cell_a_line { self.rows * self.cols } else { self.rows }
    }

    /// The size of the boards behind one of this size. With a cell on each line, the size of the
    /// next board could be its first tile, so there is none.
    pub fn of_next(self) -> Option<BoardLines> {
        (!self.is_cell_a_line).then_some(self)
    }

    /// What separates these lines in the text of a board.
    pub const fn separator(self) -> u8 {
        if self.is_cell_a_line { b' ' } else { b'\n' }
    }
}

/// A line that may be a size, and the lines behind it.
struct SizeLine {
    size: BoardLines,
    board: Vec<u8>,
    count: usize,
    /// All lines since it, and with it.
    lines: Vec<Vec<u8>>,
}

impl Guess {
    /// Whether the last line may be a header.
    pub const fn has_header(&self) -> bool {
        self.header.is_some()
    }

    /// Looks at the next line, or at the end of the input, and returns the layout once it is known.
    pub fn next(&mut self, line: Option<&[u8]>, expected: &Expected) -> Option<InputLayout> {
        if let Some(answers) = expected.answers.as_ref().filter(|answers| answers.alone) {
            let first = line.unwrap_or_default();
            return Some(layout_of_answers(first, answers.column.as_deref()));
        }
        if let Some(header) = self.header.take() {
            if line.is_some_and(|line| line.trim_ascii().is_empty()) {
                self.header = Some(header);
                return None;
            }
            return self.with_header(&header, line, expected);
        }
        if let Some(line) = line
            && self.may_be_header(line, expected)
        {
            self.header = Some(line.to_owned());
            return None;
        }
        self.next_behind_header(line, expected)
    }

    /// Whether a line may be a header that does not name the column of the boards.
    fn may_be_header(&self, line: &[u8], expected: &Expected) -> bool {
        let row = line.trim_ascii();
        let is_first = self.rows.is_empty() && self.size_line.is_none() && !row.is_empty();
        let is_csv = expected.layout == Some(InputLayout::Csv) || expected.goals.is_some();
        is_first
            && expected.column.is_none()
            && line.len() <= expected.longest
            && !is_comment(line)
            && !row.starts_with(b"{")
            && !has_boards(line)
            && (is_csv
                || may_be_record(line, expected) && !(expected.is_board)(without_comment(row)))
    }

    /// Looks at the line behind one that may be a header.
    fn with_header(
        &mut self,
        header: &[u8],
        line: Option<&[u8]>,
        expected: &Expected,
    ) -> Option<InputLayout> {
        match line.map_or(Records::Other, |line| records(header, line, expected)) {
            Records::Column(name) => self.found = Some(name),
            Records::Flaw(why) => self.flaw = Some(why),
            Records::Other => {
                let first = self.next_behind_header(Some(header), expected);
                return first.or_else(|| self.next_behind_header(line, expected));
            }
        }
        header.clone_into(&mut self.first);
        Some(InputLayout::Csv)
    }

    fn next_behind_header(
        &mut self,
        line: Option<&[u8]>,
        expected: &Expected,
    ) -> Option<InputLayout> {
        let has_columns =
            expected.layout.is_some() || expected.column.is_some() || expected.goals.is_some();
        if let Some(line) = line
            && !has_columns
            && self.count == 0
            && self.size_line.is_none()
            && let Some(size) = BoardLines::of_line(line)
            && expected.cells.is_none_or(|cells| cells == size.rows * size.cols)
        {
            let lines = vec![line.to_owned()];
            self.size_line = Some(SizeLine { size, board: Vec::new(), count: 0, lines });
            return None;
        }
        let Some(mut begun) = self.size_line.take() else { return self.next_usual(line, expected) };
        if begun.add(line, expected) {
            if begun.count == begun.size.count() {
                self.size = Some(begun.size);
                return Some(InputLayout::Grids);
            }
            self.size_line = Some(begun);
            return None;
        }
        // It was no size, so the lines are what they are without it.
        let lines = begun.lines.iter().map(|line| Some(&line[..]));
        let end = line.is_none().then_some(None);
        lines.chain(end).find_map(|line| self.next_usual(line, expected))
    }

    fn next_usual(&mut self, line: Option<&[u8]>, expected: &Expected) -> Option<InputLayout> {
        let text = line.unwrap_or_default();
        let has_columns =
            expected.layout.is_some() || expected.column.is_some() || expected.goals.is_some();
        let row = without_comment(text).trim_ascii();
        let is_long = text.len() > expected.longest;
        // Lines before a header have no answer.
        let is_skipped = is_comment(text) || has_columns && row.is_empty() && line.is_some();
        if is_skipped && !is_long {
            return None;
        }
        if self.count == 0 {
            text.clone_into(&mut self.first);
            let is_object = row.strip_prefix(b"{").map(<[u8]>::trim_ascii_start);
            if expected.layout.is_none() && is_object.is_some_and(|row| row.starts_with(b"\"")) {
                self.find_field(row_of_object(text), expected);
                return Some(InputLayout::JsonLines);
            }
            if has_columns || !is_long && has_boards(text) {
                return Some(InputLayout::Csv);
            }
        }
        if is_long {
            return Some(InputLayout::Lines);
        }
        if row.is_empty() {
            let is_grid = self.count > 1 && (expected.is_board)(&self.rows);
            return Some(if is_grid { InputLayout::Grids } else { InputLayout::Lines });
        }
        if is_frame(row) {
            self.rows.extend_from_slice(row);
            self.rows.push(b'\n');
            return None;
        }
        // With an empty cell, it is more likely a row of a grid.
        let is_board =
            self.count == 0 && with_gap_filled(row).is_none() && (expected.is_board)(row);
        let is_row = self.add_row(row, expected);
        self.first_is_board = is_board && is_row;
        (is_board || !is_row).then_some(InputLayout::Lines)
    }

    /// Finds the only field of the first object that can be a board, if none has the usual name.
    fn find_field(&mut self, object: &[u8], expected: &Expected) {
        let Ok(object) = serde_json::from_slice::<Map<String, Value>>(object) else { return };
        if expected.column.is_none()
            && !object.contains_key(COLUMN)
            && let [name] = &board_fields(&object, expected)[..]
        {
            self.found = Some(name.clone());
        }
    }

    /// Adds a line to the rows, if it may be the next one.
    pub fn add_row(&mut self, row: &[u8], expected: &Expected) -> bool {
        let Some(cells) = row_cells(without_comment(row)) else { return false };
        let columns = self.cells.len().checked_div(self.count).unwrap_or(cells.len());
        let most = expected.cells.unwrap_or(expected.most_cells);
        let fits = columns > 1
            && columns == cells.len()
            && columns.saturating_mul((self.count + 1).max(2)) <= most
            && expected.cells.is_none_or(|all| all % columns == 0)
            && cells.iter().all(|&cell| cell < most as u64 && self.cells.insert(cell));
        if fits {
            self.count += 1;
            self.rows.extend_from_slice(row);
            self.rows.push(b'\n');
        }
        fits
    }

    /// Whether the first line begins an array of objects or of boards, and is not a board itself.
    pub fn is_array(&self, expected: &Expected) -> bool {
        let Some(inside) = self.first.trim_ascii().strip_prefix(b"[") else { return false };
        let is_line = match inside.trim_ascii_start() {
            [] | [b'{', b'"', ..] => return true,
            [b'"', ..] => true,
            [b'[', rest @ ..] => rest.split(|&byte| byte == b']').nth(3).is_some(),
            _ => false,
        };
        is_line && !(expected.is_board)(&self.first)
    }

    /// Notes the layout, unless the user named it.
    pub fn report(&self, layout: InputLayout, expected: &Expected) {
        let Expected { column, note, .. } = expected;
        if layout == InputLayout::Csv && self.first.is_empty() && !expected.has_only_answers() {
            let column = column.as_deref().unwrap_or(COLUMN);
            note(&format!("the input is empty: it has no column `{column}`"));
        }
        if expected.layout.is_some() || expected.has_only_answers() {
            return;
        }
        match layout {
            InputLayout::JsonLines => {
                let field = column.as_deref().or(self.found.as_deref()).unwrap_or(COLUMN);
                note(&format!("JSON lines: the boards are in the field `{field}`"));
            }
            InputLayout::Csv if column.is_none() => match self.found.as_deref().map(ends) {
                Some(Some((first, last))) => {
                    note(&format!("CSV: the boards are in the columns `{first}` to `{last}`"));
                }
                _ if expected.goals.is_some() && self.found.is_none() => {}
                _ => {
                    let name = self.found.as_deref().unwrap_or(COLUMN);
                    note(&format!("CSV: the boards are in the column `{name}`"));
                }
            },
            InputLayout::Lines if self.count > 1 => note(
                "the first lines are not the rows of one board, so each line is read as a board; \
                 for grids use --layout grids",
            ),
            InputLayout::Lines => {
                let names = self.first.split(|byte| b",;\t".contains(byte));
                let names: Vec<&[u8]> = names.map(unquoted).collect();
                let are_names =
                    names.iter().all(|name| name.len() > 1 && name[0].is_ascii_alphabetic());
                if names.len() > 1 && are_names {
                    let names = String::from_utf8_lossy(&names.join(&b", "[..])).into_owned();
                    note(&format!(
                        "this looks like CSV; name the column of the boards with --column, one of: \
                         {names}"
                    ));
                }
            }
            _ => {}
        }
    }
}

impl SizeLine {
    /// Adds a line. Returns whether it fits the size, and if it is the last of a board, whether
    /// that is one.
    fn add(&mut self, line: Option<&[u8]>, expected: &Expected) -> bool {
        let Some(line) = line else { return false };
        self.lines.push(line.to_owned());
        if is_comment(line) || self.count == 0 && line.trim_ascii().is_empty() {
            return true;
        }
        let Some(cells) = row_cells(without_comment(line)) else { return false };
        if self.count == 0 {
            self.size.is_cell_a_line = cells.len() == 1 && self.size.rows == self.size.cols;
        }
        let cols = if self.size.is_cell_a_line { 1 } else { self.size.cols };
        if cells.len() != cols {
            return false;
        }
        self.board.extend_from_slice(without_comment(line).trim_ascii());
        self.board.push(self.size.separator());
        self.count += 1;
        self.count < self.size.count() || (expected.is_board)(&self.board)
    }
}

/// A line in which frames are drawn with `-`, `|` and `+`.
fn plain_lines(line: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(line) {
        Ok(text) if !text.is_ascii() => {
            text.chars().map(plain_frame).collect::<String>().into_bytes().into()
        }
        _ => line.into(),
    }
}

/// Whether a line is a part of a frame round boards, as in `+---+---+`.
fn is_frame(line: &[u8]) -> bool {
    let line = &plain_lines(line);
    let is_line = line.iter().all(|byte| b"+-=:| ".contains(byte));
    is_line && line.windows(2).any(|pair| matches!(pair, b"--" | b"==" | b"+-"))
}

/// A row with one empty cell, with a blank there.
fn with_gap_filled(row: &[u8]) -> Option<String> {
    with_blank(std::str::from_utf8(row).ok()?)
}

/// The numbers in a row of a grid, 0 for a blank. `None` if it cannot be one.
fn row_cells(row: &[u8]) -> Option<Vec<u64>> {
    let filled = with_gap_filled(row);
    let row = filled.as_ref().map_or_else(|| plain_lines(row), |row| row.as_bytes().into());
    let begin = row.iter().position(|&byte| !is_mark(byte))?;
    let end = row.iter().rposition(|&byte| !is_mark(byte))?;
    let words = row[begin..=end].split(|byte| b" \t,|\"'".contains(byte));
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let [word] = words[..] else { return words.into_iter().map(cell).collect() };
    let digits = word.iter().map(|&byte| match char::from(byte).to_digit(25) {
        Some(digit) => Some(u64::from(digit)),
        None => cell(&[byte]),
    });
    digits.collect()
}

/// Whether a byte may stand before or after the cells of a row.
fn is_mark(byte: u8) -> bool {
    b"[](){}/,;|\"'".contains(&byte) || byte.is_ascii_whitespace()
}

fn cell(word: &[u8]) -> Option<u64> {
    match word {
        b"x" | b"X" | b"_" | b"." | b"*" | b"-" | b"null" | b"None" => Some(0),
        _ => std::str::from_utf8(word).ok()?.parse().ok(),
    }
}

/// An object without a comment behind it. A line that is not one is not changed.
fn row_of_object(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| byte == b'}').map_or(line.len(), |at| at + 1);
    &line[..end]
}

/// A name in a header without quotes.
fn unquoted(field: &[u8]) -> &[u8] {
    let field = field.trim_ascii();
    field.strip_prefix(b"\"").and_then(|field| field.strip_suffix(b"\"")).unwrap_or(field)
}
