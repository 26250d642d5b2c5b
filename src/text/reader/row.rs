//! The rows of grids, as they are seen before the layout is known.

use std::borrow::Cow;
use std::collections::HashSet;

use super::Expected;
use crate::puzzle::is_blank_sign;
use crate::text::board_forms::{LIST_SIGNS, SIGNS, of_other_signs, with_blank};
use crate::text::comments::without_comment;
use crate::text::reading::is_tile_name;
use crate::text::tokens::{has_only_frames, plain_frame, separates};
use crate::text::{Reading, is_dividing};

/// The sign that makes a digit a key, U+20E3.
const KEYCAP: &[u8] = "\u{20e3}".as_bytes();

/// A line in which frames are drawn with `-`, `|` and `+`, without the signs of LaTeX and of chats.
fn plain_lines(line: &[u8]) -> Cow<'_, [u8]> {
    match std::str::from_utf8(line) {
        Ok(text) if !text.is_ascii() || has_mark_of_row(line) => {
            let text = of_other_signs(text).unwrap_or_else(|| text.to_owned());
            text.chars().map(plain_frame).collect::<String>().into_bytes().into()
        }
        _ => line.into(),
    }
}

/// True if a line has a sign that the row of a grid has, and a board on a line hardly ever.
pub fn has_mark_of_row(line: &[u8]) -> bool {
    line.iter().any(|byte| b"|&\\".contains(byte)) || line.windows(3).any(|it| it == KEYCAP)
}

/// True if a line is a part of a frame round boards, as in `+---+---+`.
pub fn is_frame(line: &[u8]) -> bool {
    let line = &plain_lines(line);
    has_only_frames(line) && line.windows(2).any(|pair| matches!(pair, b"--" | b"==" | b"+-"))
}

/// A row with one empty cell, with a blank there.
pub fn with_gap_filled(row: &[u8]) -> Option<String> {
    with_blank(std::str::from_utf8(row).ok()?)
}

/// The numbers in a row of a grid, 0 for a blank. `None` if it cannot be one.
pub fn row_cells(row: &[u8], reading: &Reading) -> Option<Vec<u64>> {
    let row = without_list_sign(row);
    let filled = with_gap_filled(row);
    let row = filled.as_ref().map_or_else(|| plain_lines(row), |row| row.as_bytes().into());
    let begin = row.iter().position(|&byte| !separates(byte))?;
    let end = row.iter().rposition(|&byte| !separates(byte))?;
    let words = row[begin..=end].split(|byte| b" \t,|\"'".contains(byte));
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let sign = reading.blank.as_deref().map(str::as_bytes);
    let cell = |word: &[u8]| match sign {
        // Names say nothing of where a board ends.
        _ if reading.labels.is_some() && is_tile_name(word) => Some(0),
        None => cell(word),
        Some(sign) if word == sign => Some(0),
        // A tile 0 is not the blank.
        Some(_) => cell(word)?.checked_add(1),
    };
    let letter = |word: &&[u8]| match word {
        [letter] if letter.is_ascii_alphabetic() => {
            Some(u64::from(letter.to_ascii_lowercase() - b'a') + 1)
        }
        _ => cell(word).filter(|&tile| tile == 0),
    };
    // A row has one blank at most, so a sign that stands there twice is between cells.
    if let [word] = words[..] {
        let between = |sign| {
            let cells: Option<Vec<u64>> = between(word, sign).map(cell).collect();
            cells.filter(|cells| cells.len() > 2)
        };
        if let Some(cells) = SIGNS.into_iter().find_map(between) {
            return Some(cells);
        }
        if word.contains(&b';') {
            return self::between(word, ';').map(cell).collect();
        }
    }
    let [word] = words[..] else {
        let cells: Option<Vec<u64>> = words.iter().map(|word| cell(word)).collect();
        return cells.or_else(|| words.iter().map(letter).collect());
    };
    let digits = word.iter().map(|&byte| match char::from(byte).to_digit(25) {
        Some(digit) if sign.is_none() => Some(u64::from(digit)),
        _ => cell(&[byte]),
    });
    digits.collect()
}

/// True if a line is the row of a board that may have equal tiles, whose size is known.
pub fn is_labelled_row(line: &[u8], reading: &Reading) -> bool {
    let Some(size) = reading.labels else { return false };
    // `***` is a row of a goal with free cells, and `---` is none.
    (!is_dividing(line) || line.contains(&b'*'))
        && row_cells(without_comment(line), reading).is_some_and(|row| row.len() == size.cols)
}

/// A row in brackets without the sign of a list before it: `- [1, 2, 3]`.
pub fn without_list_sign(row: &[u8]) -> &[u8] {
    let inside = row.trim_ascii_start().strip_prefix(b"- ").map(<[u8]>::trim_ascii_start);
    inside.filter(|inside| inside.starts_with(b"[")).unwrap_or(row)
}

/// True if a word of letters is the blank.
pub fn is_cell_sign(word: &str, reading: &Reading) -> bool {
    match &reading.blank {
        Some(sign) => word == sign,
        None => is_blank_sign(word.as_bytes()),
    }
}

/// The words between a sign of one byte.
fn between(row: &[u8], sign: char) -> impl Iterator<Item = &[u8]> {
    row.split(move |&byte| char::from(byte) == sign)
}

/// A cell: a blank or a number, which may be a whole floating-point one.
fn cell(word: &[u8]) -> Option<u64> {
    let whole = word
        .iter()
        .position(|&byte| byte == b'.')
        .filter(|&point| point > 0 && word[point + 1..].iter().all(|&byte| byte == b'0'));
    let word = whole.map_or(word, |point| &word[..point]);
    if is_blank_sign(word) { Some(0) } else { std::str::from_utf8(word).ok()?.parse().ok() }
}

/// The number of brackets that a text opens, less those that it closes.
pub fn open_brackets(text: &[u8]) -> i32 {
    let change = |byte: &u8| match byte {
        b'[' | b'(' | b'{' => 1,
        b']' | b')' | b'}' => -1,
        _ => 0,
    };
    text.iter().map(change).sum()
}

/// True if a text has a bracket that opens.
pub fn has_bracket(text: &[u8]) -> bool {
    text.iter().any(|byte| b"[({".contains(byte))
}

/// True if a line that is no plain row may begin a board in another form: it leaves a bracket open,
/// has the sign of a list or a number before it, a sign between cells, or an empty cell at its end.
pub fn may_begin_board(row: &[u8]) -> bool {
    let digits = row.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let label = row[digits..].trim_ascii_start();
    let is_labelled = digits > 0 && matches!(label, [b'|' | b':' | b')', ..]);
    let is_listed = LIST_SIGNS.iter().any(|sign| row.starts_with(sign.as_bytes()));
    let is_signed = SIGNS.into_iter().any(|sign| {
        between(row, sign).count() > 1 && between(row, sign).all(|word| cell(word).is_some())
    });
    let has_gap = matches!(row.last(), Some(b',' | b';'));
    if open_brackets(row) > 0 {
        return row.iter().any(u8::is_ascii_digit) || row.iter().all(|&byte| separates(byte));
    }
    row.iter().any(u8::is_ascii_digit) && (is_labelled || is_listed || is_signed || has_gap)
}

/// True if a text has two letters in a row.
pub fn has_word(text: &str) -> bool {
    let letters: Vec<bool> = text.chars().map(char::is_alphabetic).collect();
    letters.windows(2).any(|two| two == [true, true])
}

/// The fewest cells of a first row with a wrong tile that is taken for a board gone wrong at once.
const WIDEST_WRONG: usize = 9;

/// Lines that may be the rows of a grid.
#[derive(Default)]
pub(super) struct GridRows {
    pub text: Vec<u8>,
    /// The brackets that are open after them.
    pub open: i32,
    pub count: usize,
    columns: usize,
    pub cells: HashSet<u64>,
    /// True if a title stands above them.
    pub has_title: bool,
}

impl GridRows {
    pub fn add(&mut self, row: &[u8]) {
        self.open += open_brackets(row);
        self.text.extend_from_slice(row);
        self.text.push(b'\n');
    }

    /// The cells of each row. `None` without rows.
    pub fn width(&self) -> Option<usize> {
        (self.count > 0).then_some(self.columns)
    }

    /// True if the rows cannot be boards by themselves: no board has that number of cells, or one
    /// of several rows has a tile that is too large.
    pub fn are_no_boards(&self) -> bool {
        matches!(self.width(), Some(2 | 3 | 5 | 7)) || self.count > 1 && self.has_large(&self.cells)
    }

    /// True if one of these cells is too large for a board of one of the rows.
    pub fn has_large<'c>(&self, cells: impl IntoIterator<Item = &'c u64>) -> bool {
        let width = self.width().unwrap_or(0) as u64;
        cells.into_iter().any(|&cell| cell >= width)
    }

    /// Adds a line to the rows, if it may be the next one.
    pub fn add_row(&mut self, row: &[u8], expected: &Expected) -> bool {
        let Some(cells) = row_cells(without_comment(row), &expected.reading) else { return false };
        let columns = self.width().unwrap_or(cells.len());
        let most = expected.cells().unwrap_or(expected.most_cells);
        let largest = most as u64;
        let largest = largest.saturating_add(2 * u64::from(expected.reading.blank.is_some()));
        let fits = columns > 1
            && columns == cells.len()
            && columns.saturating_mul((self.count + 1).max(2)) <= most
            && expected.cells().is_none_or(|all| all % columns == 0)
            && cells.iter().all(|&cell| cell < largest && !self.cells.contains(&cell));
        // Below a title, a first row with a tile twice may be of a board gone wrong. Any other is
        // answered at once.
        let seen: HashSet<u64> = cells.iter().copied().collect();
        let is_wrong = seen.len() < cells.len();
        let may_be_wrong = self.count == 0
            && self.has_title
            && columns < WIDEST_WRONG
            && (columns < 6 || cells.iter().any(|&cell| cell >= columns as u64));
        let fits = fits && (!is_wrong || may_be_wrong);
        if fits {
            self.count += 1;
            self.columns = columns;
            self.cells.extend(seen);
            self.add(row);
        }
        fits
    }
}
