//! Lines above, between and below boards that are none: titles, counts, sizes, dividing lines.

use crate::puzzle::Shape;
use crate::text::comments::{has_letter, is_comment, without_comment};
use crate::text::{Reading, goal_name, is_dividing};

use super::row::{is_cell_sign, is_labelled_row, open_brackets, row_cells};

/// The most digits of a number that stands alone and is a count.
const MOST_DIGITS: usize = 5;

/// What a line is that begins no board, if it is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Title {
    /// A row, or a board gone wrong.
    No,
    Yes,
    /// This many words, which may name columns.
    Names(usize),
    /// A title, unless the next line is such a row, too.
    Unless(RowWidth),
    /// This many letters. They name columns, unless the next line has letters, too.
    Letters(usize),
}

/// How many cells a row has, and how many words they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowWidth {
    pub cells: usize,
    pub words: usize,
}

/// A line as a row of a grid, which may have gone wrong.
pub(super) struct GridRow {
    /// Its cells, if it can be one.
    pub cells: Option<Vec<u64>>,
    words: usize,
}

impl GridRow {
    pub fn of(line: &[u8], reading: &Reading) -> GridRow {
        let line = without_comment(line);
        let between = |byte: &u8| b" \t,;|[]{}()\r".contains(byte);
        let words = line.split(between).filter(|word| !word.is_empty()).count();
        GridRow { cells: row_cells(line, reading), words }
    }

    pub fn width(&self) -> RowWidth {
        let words = self.words;
        RowWidth { cells: self.cells.as_ref().map_or(words, Vec::len), words }
    }
}

impl Title {
    /// What a line is.
    pub fn of(line: &[u8], reading: &Reading) -> Title {
        let text = without_comment(line).trim_ascii();
        if text.is_empty() || is_comment(line) || open_brackets(text) != 0 || text[0] == b'{' {
            return Title::No;
        }
        if line.contains(&b'#') && !has_letter(line) {
            // It may be a row that is cut, and no comment.
            return Title::No;
        }
        if is_labelled_row(line, reading) {
            return Title::No;
        }
        if is_dividing(text) {
            return Title::Yes;
        }
        let shown = String::from_utf8_lossy(text);
        let words = Words::of(&shown, reading);
        let row = GridRow::of(text, reading);
        let width = row.width();
        let plain = text.strip_suffix(b".").filter(|_| has_letter(text)).unwrap_or(text);
        let is_plain = plain.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b' ');
        let title = match &row.cells {
            _ if words.names == 0 && words.cells == 0 => Title::No,
            Some(_) if is_plain && width.words == 1 && words.is_short => Title::Unless(width),
            // The numbers of two columns.
            Some(row) if line[0] == b' ' && matches!(row[..], [0, 1] | [1, 2]) => Title::No,
            Some(row)
                if is_plain
                    && words.names + words.letters == 0
                    && row.len() == 2
                    && row.iter().all(|&side| side <= Shape::MAX_SIDE as u64) =>
            {
                Title::Unless(width)
            }
            Some(row) if row.len() > 1 && words.letters == row.len() => Title::Letters(row.len()),
            // The column of the numbers has no name.
            None if line[0].is_ascii_whitespace()
                && words.names > 1
                && words.cells == 0
                && width.words == words.names =>
            {
                Title::Names(words.names)
            }
            None if words.names > 0 && words.cells <= words.names => Title::Yes,
            None if words.cells < 3 && matches!(text.last(), Some(b':' | b'=')) => Title::Yes,
            _ => Title::No,
        };
        match title {
            Title::No => Title::No,
            _ if reading.board(text, None).is_ok() => Title::No,
            title => title,
        }
    }

    /// True if the next line says whether it is one.
    pub const fn depends_on_next(self) -> bool {
        matches!(self, Title::Unless(_) | Title::Letters(_))
    }

    /// True if it is one above this line.
    pub fn is_above(self, next: Option<&[u8]>, reading: &Reading) -> bool {
        match self {
            Title::No => false,
            Title::Yes | Title::Names(_) => true,
            // A row that is cut off at the end is no size.
            Title::Unless(width) => next.map_or(width.words == 1, |next| {
                let next = GridRow::of(next, reading);
                next.cells.is_none() || next.width() != width
            }),
            Title::Letters(_) => next
                .is_none_or(|next| Words::of(&String::from_utf8_lossy(next), reading).letters == 0),
        }
    }

    /// True if it has the names of the columns of rows that have their number before them.
    pub fn names_columns_of(self, row: &[u8], reading: &Reading) -> bool {
        matches!(self, Title::Names(names) | Title::Letters(names)
            if row_cells(without_comment(row), reading).is_some_and(|row| row.len() == names + 1))
    }
}

/// The most lines behind the last board that are titles.
const MOST_BEHIND: usize = 100;

/// Keeps titles at the end of lines apart, as others were before, which go before the lines.
pub fn hold(lines: &mut Vec<u8>, held: &mut Vec<u8>, reading: &Reading) {
    let begin_of_last = |lines: &[u8]| {
        let before = &lines[..lines.len().saturating_sub(1)];
        memchr::memrchr(b'\n', before).map_or(0, |at| at + 1)
    };
    let mut begin = lines.len();
    while begin > 0 {
        let last = begin_of_last(&lines[..begin]);
        let line = &lines[last..begin];
        let is_title = match Title::of(line, reading) {
            _ if goal_name(line).is_some() => false,
            Title::Yes | Title::Names(_) => true,
            // A number may be a board that is cut.
            Title::Unless(_) => !line.iter().any(u8::is_ascii_digit),
            _ => false,
        };
        if !is_title {
            break;
        }
        begin = last;
    }
    let before = if begin > 0 { held.len() } else { 0 };
    lines.splice(..0, held.drain(..));
    let (from, mut begin) = (before + begin, lines.len());
    for _ in 0..MOST_BEHIND {
        if begin > from {
            begin = begin_of_last(&lines[..begin]);
        }
    }
    *held = lines.split_off(begin);
}

/// What the words of a line are.
#[derive(Default)]
struct Words {
    /// Words that no board has.
    names: usize,
    cells: usize,
    /// Cells that are letters.
    letters: usize,
    /// True if the last word is a short number, or has letters alone.
    is_short: bool,
}

impl Words {
    fn of(text: &str, reading: &Reading) -> Words {
        let mut words = Words::default();
        let pieces = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        pieces.filter(|word| !word.is_empty()).for_each(|word| words.add(word, reading));
        words
    }

    fn add(&mut self, word: &str, reading: &Reading) {
        let (digits, all) = (word.chars().filter(|c| c.is_numeric()).count(), word.chars().count());
        let letters = word.chars().filter(|c| c.is_alphabetic()).count();
        self.is_short = digits == all && all <= MOST_DIGITS || letters == all && all > 1;
        if is_cell_sign(word, reading) {
            self.cells += 1;
            self.is_short = false;
        } else if digits == all {
            self.cells += if all > MOST_DIGITS { all } else { 1 };
        } else if all == 1 {
            self.cells += 1;
            self.letters += 1;
        } else if digits > letters && all > 3 {
            self.cells += all;
        } else {
            self.names += 1;
        }
    }
}
