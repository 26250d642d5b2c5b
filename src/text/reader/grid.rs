//! Boards in the lines of grids.

use std::collections::HashSet;

use crate::puzzle::Shape;
use crate::text::comments::{has_letter, is_comment, without_words};
use crate::text::{Lines, Reading};

use super::Expected;
use super::before::{BoardLines, is_heading};
use super::block::BoardBlock;
use super::row::{open_brackets, row_cells};
use super::title::{GridRow, Title};

/// Boards in grids.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "what was seen so far, each apart")]
pub(super) struct Grid {
    next: NextBoard,
    /// The number of boards so far, up to 3.
    pub boards: usize,
    /// True if an empty line, or a bracket, ended a board.
    was_ended: bool,
    /// True if a note says that empty lines end boards.
    pub is_noted: bool,
    /// The number of lines of the next board, if it comes before each.
    lines: Option<BoardLines>,
    /// True if headings say what the numbers below them are.
    has_headings: bool,
    /// True if the next line is a goal, or the numbers of one.
    is_goal_next: bool,
    headers: Headers,
    /// How boards are written.
    reading: Reading,
    /// The size of all boards, if it is known.
    size: Option<Shape>,
    /// The size of the last board whose rows the next board followed at once.
    stacked: Option<Shape>,
    /// The size of the last board.
    last: Option<Shape>,
    /// The number of lines that are titles.
    pub titles: usize,
    /// The first of them, and its number.
    first_title: Option<(Vec<u8>, u64)>,
    /// One that may be a row instead, or has the names of columns: the next line says which.
    held: Option<(Vec<u8>, u64, Title)>,
    /// True if an error says what follows, once a line has ended the boards.
    is_over: Option<bool>,
}

/// What was read of the next board.
#[derive(Default)]
struct NextBoard {
    rows: Vec<u8>,
    /// The line of the first row, or of the heading.
    line: u64,
    /// The number of lines, or of cells below a heading.
    count: usize,
    goal: Vec<u8>,
    /// The brackets that are open after these rows.
    open: i32,
    /// True if the first row opened brackets that later ones close.
    begins_open: bool,
    /// True if its header was read.
    is_begun: bool,
    rows_alike: RowsAlike,
}

/// Rows with the same number of cells.
#[derive(Default)]
struct RowsAlike {
    /// The size so far, with no columns if the rows are not alike.
    rows: usize,
    cols: usize,
    cells: HashSet<u64>,
    /// True if each cell is a word.
    have_words: bool,
    /// The number before the first row, if each row so far has one, and they count.
    first_number: Option<usize>,
    /// True if they were seen to be no board.
    is_wrong: bool,
}

/// Which boards have a header with their size.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Headers {
    /// The first, and perhaps others.
    #[default]
    Unknown,
    /// The first, and this one if its first row is none: a size of two columns may be a row of two.
    Maybe,
    /// Only the first.
    First,
    All,
}

impl Headers {
    /// What the second board shows.
    const fn of(has_header: bool) -> Headers {
        if has_header { Headers::All } else { Headers::First }
    }
}

impl Grid {
    /// Grids with this before each. Without anything, an empty line ends a board.
    pub fn new(lines: Option<BoardLines>, has_headings: bool, expected: &Expected) -> Grid {
        let (reading, size) = (expected.reading.clone(), expected.size);
        Grid { lines, has_headings, reading, size, ..Grid::default() }
    }

    /// True if a size comes before boards.
    pub const fn has_sizes(&self) -> bool {
        self.lines.is_some()
    }

    /// True if an empty line, or a bracket, ended a board.
    pub const fn has_empty_lines(&self) -> bool {
        self.was_ended && !self.has_sizes() && !self.has_headings
    }

    /// Adds a line, or `None` for one that is too long.
    pub fn line(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) {
        match line {
            Some(line) if self.has_headings => self.below_heading(line, number, block),
            _ if self.is_between(line, number, block) => {}
            _ => self.add(line, number, block),
        }
    }

    /// Adds a line that is no title.
    fn add(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) {
        if self.headers == Headers::Maybe && self.is_full() {
            self.end_with(line, number, block);
            return;
        }
        let is_first = self.next.rows.is_empty();
        match line {
            // One that may be a row stays until the board is read.
            Some(line) if is_comment(line) && (is_first || has_letter(line)) => return,
            // A line that is too long makes the whole grid too long.
            None => self.next.rows.resize(block.longest + 1, b' '),
            Some(line) if is_first && self.is_header(line) => return,
            Some(_) if self.next.rows.len() > block.longest => {}
            Some(line) => {
                if !is_comment(line) && !self.has_sizes() {
                    self.next.rows_alike.add(line, &self.reading);
                }
                let line = without_words(line);
                self.next.rows.extend_from_slice(line);
                self.next.rows.push(self.lines.as_ref().map_or(b'\n', BoardLines::separator));
                self.next.open += open_brackets(line);
            }
        }
        if is_first {
            self.next.line = number;
        }
        if line.is_some_and(is_comment) {
            return;
        }
        self.next.count += 1;
        if self.is_full() {
            if self.headers != Headers::Maybe {
                self.end_sized(block);
            }
        } else if self.size.is_some_and(|size| self.next.open == 0 && self.next.rows_alike.is(size))
        {
            self.end(block);
        } else if is_first {
            self.next.begins_open = self.next.open > 0;
        } else if self.next.open == 0 && self.next.begins_open {
            self.was_ended = true;
            self.end(block);
        }
    }

    /// True if a line ends a board, or stands between two and is done with.
    fn is_between(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) -> bool {
        let is_held_comment = self.held.is_some() && line.is_some_and(is_comment);
        let Some(line) = line.filter(|line| !is_comment(line) && self.next.open == 0) else {
            if !is_held_comment {
                self.release(None, block);
            }
            return is_held_comment;
        };
        if line.trim_ascii().is_empty() {
            self.release(None, block);
            self.was_ended |= !self.next.rows.is_empty();
            self.end(block);
            return true;
        }
        self.release(Some(line), block);
        if self.next.rows.is_empty() {
            return self.is_before_board(line, number, block);
        }
        let title = Title::of(line, &self.reading);
        let is_title = matches!(title, Title::Yes | Title::Names(_));
        let (row, has_sizes) = (GridRow::of(line, &self.reading), self.has_sizes());
        let width = row.width();
        let is_next_frame = self.is_next_frame(line);
        let rows = &mut self.next.rows_alike;
        let is_end = if has_sizes {
            is_title
        } else {
            let may_be_row = rows.cols == width.cells && line.iter().any(u8::is_ascii_digit);
            is_next_frame
                || is_title && (!may_be_row || self.reading.board(&self.next.rows, None).is_ok())
                || matches!(title, Title::Unless(_)) && width.words == 1 && rows.have_words
                // Where empty lines end boards, a line that is wrong ends none. A tile that is
                // there twice ends no board that may have equal tiles.
                || self.reading.labels.is_none()
                    && (!self.was_ended || self.stacked.is_some())
                    && rows.are_a_board(row, &self.next.rows, &self.reading, self.stacked)
        };
        if !is_end {
            return false;
        }
        let rows = &self.next.rows_alike;
        if !is_title && !has_sizes && !is_next_frame && !self.has_headings {
            self.stacked = Some(rows.size());
        }
        self.end(block);
        self.is_before_board(line, number, block)
    }

    /// True if a line is the head of the board's data frame again, so that another one begins.
    fn is_next_frame(&self, line: &[u8]) -> bool {
        let NextBoard { rows, rows_alike, count, .. } = &self.next;
        let is_frame = rows_alike.is_wrong || rows_alike.cols == 0;
        *count > 0
            && is_frame
            && line[0].is_ascii_whitespace()
            && self.reading.labels.is_none()
            && rows.split(|&byte| byte == b'\n').next() == Some(line)
    }

    /// True if a line before a board is no part of it.
    fn is_before_board(&mut self, line: &[u8], number: u64, block: &mut BoardBlock) -> bool {
        if let Some(is_said) = &mut self.is_over {
            if !std::mem::replace(is_said, true) {
                block.add_flaw("it stands behind the line that ends the boards", number);
            }
            return true;
        }
        if let Some(lines) = &mut self.lines
            && !self.is_goal_next
            && !self.next.is_begun
        {
            if lines.is_end(line) {
                self.is_over = Some(false);
                return true;
            }
            let may_change = self.boards > 0 && self.headers != Headers::First;
            if may_change
                && !lines.is_before_board(line)
                && let Some(next) = lines.next_of(line)
            {
                *lines = next;
                self.next.is_begun = true;
                self.headers = Headers::All;
                return true;
            }
        }
        let title = Title::of(line, &self.reading);
        match title {
            Title::Yes => self.skip(line, number),
            Title::No => return false,
            // It is a row.
            _ if self.has_sizes() && !has_letter(line) => return false,
            _ => self.held = Some((line.to_vec(), number, title)),
        }
        true
    }

    /// Decides about the line that was held, by the next one.
    fn release(&mut self, next: Option<&[u8]>, block: &mut BoardBlock) {
        let Some((line, number, title)) = self.held.take() else { return };
        if next.is_some_and(|next| title.names_columns_of(next, &self.reading)) {
            // The rows have their numbers, which are read below such a line.
            self.next.rows = line;
            self.next.rows.push(b'\n');
            self.next.line = number;
            self.next.rows_alike.is_wrong = true;
        } else if title.is_above(next, &self.reading) {
            self.skip(&line, number);
        } else {
            self.add(Some(&line), number, block);
        }
    }

    /// Skips a title.
    fn skip(&mut self, line: &[u8], number: u64) {
        self.titles += 1;
        self.first_title.get_or_insert_with(|| (line.to_vec(), number));
    }

    /// Ends the last board. Without any, the first title is a board gone wrong.
    pub fn finish(&mut self, block: &mut BoardBlock) {
        // A number that is not the usual end may be a row that is cut off.
        let may_be_row = |line: &[u8]| line.iter().any(u8::is_ascii_digit) && line != b"0";
        match self.held.take_if(|(line, ..)| self.boards > 0 && may_be_row(line.trim_ascii())) {
            Some((line, number, _)) => self.add(Some(&line), number, block),
            None => self.release(None, block),
        }
        if let Some(why) = self.cut() {
            // What is left may be a smaller board.
            block.add_flaw(&why, std::mem::take(&mut self.next).line);
        }
        self.end(block);
        if self.boards == 0
            && let Some((text, line)) = self.first_title.take()
        {
            self.titles = 0;
            block.add(&text, None, line);
        }
    }

    /// Why the end of the input cuts the last board, if it does.
    fn cut(&self) -> Option<String> {
        let next = &self.next;
        self.reading.board(&next.rows, self.size).ok()?;
        let size = next.rows_alike.size();
        let (found, expected) = match (&self.lines, self.last) {
            (Some(lines), _) => (next.count, lines.count()),
            (None, Some(last)) if last.cols == size.cols => (size.rows, last.rows),
            _ => (0, 0),
        };
        if (1..expected).contains(&found) {
            return Some(format!("the input ends after {found} of {expected} rows"));
        }
        if next.open > 0 {
            return Some("the input ends within brackets".to_owned());
        }
        let rows = Lines::new(&next.rows).flatten();
        let widths = rows.map(|row| Some(row_cells(row, &self.reading)?.len()));
        let widths = widths.collect::<Option<Vec<usize>>>()?;
        let [widths @ .., last] = &widths[..] else { return None };
        let is_cut = widths.first().is_some_and(|first| first > last)
            && widths.iter().all(|width| *width == widths[0]);
        is_cut.then(|| "the input ends within a row".to_owned())
    }

    /// True if the next board has all its lines, if their number is known.
    fn is_full(&self) -> bool {
        self.lines.as_ref().is_some_and(|lines| lines.count() == self.next.count)
    }

    /// Ends a board whose number of lines is known.
    fn end_sized(&mut self, block: &mut BoardBlock) {
        self.end(block);
        self.lines = self.lines.take().and_then(BoardLines::of_next);
    }

    /// Ends a board whose first row may be a header. It is one if the others are a board with this
    /// line, or else the line begins the next board.
    fn end_with(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) {
        let first = self.next.rows.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let with_line = [&self.next.rows[first..], line.unwrap_or_default()].concat();
        let is_header = self.reading.board(&with_line, None).is_ok();
        self.headers = Headers::of(is_header);
        if is_header {
            self.next.rows = with_line;
            self.next.line += 1;
            return self.end_sized(block);
        }
        self.end_sized(block);
        self.line(line, number, block);
    }

    /// Reads a line of a header: a size, or a number of tiles and the goal after it.
    fn is_header(&mut self, line: &[u8]) -> bool {
        let Some(lines) = &mut self.lines else { return false };
        if std::mem::take(&mut self.is_goal_next) {
            lines.goal = lines.goal_in(line);
            return lines.goal.is_some();
        }
        if self.next.is_begun || self.headers == Headers::First {
            return false;
        }
        self.next.is_begun = true;
        let is_header = lines.is_before_board(line);
        if self.boards > 0 && self.headers == Headers::Unknown {
            if is_header && lines.is_like_row(line) {
                self.headers = Headers::Maybe;
                return false;
            }
            self.headers = Headers::of(is_header);
        }
        self.is_goal_next = is_header && lines.goal.is_some();
        is_header
    }

    /// Adds a line of a file with headings: those of boards and goals, and their numbers.
    fn below_heading(&mut self, line: &[u8], number: u64, block: &mut BoardBlock) {
        if is_heading(line) {
            self.is_goal_next = String::from_utf8_lossy(line).to_lowercase().contains("goal");
            if !self.is_goal_next {
                self.end(block);
                self.next.line = number;
            }
            return;
        }
        // A size before the first heading, or before that of another board.
        let is_over = self.next.count > 0 && cells(&self.next.goal) == self.next.count;
        if self.next.line == 0 || is_over || is_comment(line) {
            return;
        }
        let numbers = if self.is_goal_next { &mut self.next.goal } else { &mut self.next.rows };
        if numbers.len() <= block.longest {
            numbers.extend_from_slice(line);
            numbers.push(b' ');
        }
        self.next.count = cells(&self.next.rows);
    }

    /// Ends the board, if there is one.
    fn end(&mut self, block: &mut BoardBlock) {
        if self.next.rows.is_empty() {
            return;
        }
        self.last = Some(self.next.rows_alike.size());
        let NextBoard { rows, line, goal, .. } = std::mem::take(&mut self.next);
        let goal = match &self.lines {
            Some(lines) => lines.goal.as_deref().map(str::as_bytes),
            None => Some(&goal[..]).filter(|goal| !goal.is_empty()),
        };
        block.add(&rows, goal, line);
        if self.headers == Headers::Maybe {
            self.headers = Headers::Unknown;
        }
        self.boards += usize::from(self.boards < 3);
    }
}

impl RowsAlike {
    /// Adds a row.
    fn add(&mut self, line: &[u8], reading: &Reading) {
        let row = GridRow::of(line, reading);
        let width = row.width();
        // `11,` has a cell for its number and an empty one, and none for each digit, beside `6,10`.
        let have_words = width.words > 1;
        let are_alike = self.cols == width.cells && self.have_words == have_words;
        self.cols = if self.rows == 0 || are_alike { width.cells } else { 0 };
        let number = number_before(line).and_then(|number| number.checked_sub(self.rows));
        if self.rows == 0 {
            self.first_number = number.filter(|&first| first < 2);
        }
        self.first_number = self.first_number.filter(|_| self.first_number == number);
        self.rows += 1;
        self.have_words = have_words;
        self.cells.extend(row.cells.unwrap_or_default());
    }

    /// Their number, and that of the cells of each, or 0 if they are not alike.
    const fn size(&self) -> Shape {
        Shape { rows: self.rows, cols: self.cols }
    }

    /// True if they have this size.
    fn is(&self, size: Shape) -> bool {
        (self.rows, self.cols) == (size.rows, size.cols) && self.cols > 1
    }

    /// True if their text is a board with a cell for each that was seen.
    fn are(&self, text: &[u8], reading: &Reading) -> bool {
        reading.board(text, None).is_ok_and(|board| self.is(board.shape()))
    }

    /// True if they are a board and this row does not go on from it: it has another width or a
    /// tile that they have. A square, and what has the size of the last board, has gone wrong if
    /// few tiles of the row are new.
    fn are_a_board(
        &mut self,
        row: GridRow,
        text: &[u8],
        reading: &Reading,
        last: Option<Shape>,
    ) -> bool {
        if self.is_wrong || self.rows < 2 || self.cols < 2 || self.first_number.is_some() {
            return false;
        }
        let is_wrong = row.cells.is_none() && row.width().cells == self.cols;
        // As in `11,`, whose blank is an empty cell: these are no digits of a row by themselves.
        let has_gap = row.width().words == 1 && self.have_words && !self.are(text, reading);
        if is_wrong || has_gap {
            return false;
        }
        let cells = row.cells.filter(|cells| cells.len() == self.cols).unwrap_or_default();
        let others = cells.iter().filter(|cell| !self.cells.contains(cell)).count();
        let goes_on = !cells.is_empty() && others == cells.len();
        let is_usual = self.rows == self.cols || last.is_some_and(|size| self.is(size));
        let missing = (self.rows * self.cols).saturating_sub(self.cells.len());
        let are_few = 2 * others.saturating_sub(missing) < self.cols;
        let is_next = is_usual && !cells.is_empty() && are_few;
        let is_board = !goes_on && (is_next || self.are(text, reading));
        self.is_wrong = !goes_on && !is_board;
        is_board
    }
}

/// The number that stands before a row, with a sign behind it.
fn number_before(line: &[u8]) -> Option<usize> {
    let line = std::str::from_utf8(line).ok()?;
    let (number, _) = line.split_once(['|', ':', ')', '.'])?;
    number.trim().parse().ok()
}

/// The number of cells in a text of numbers.
fn cells(text: &[u8]) -> usize {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()
}
