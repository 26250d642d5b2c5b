//! Boards in the lines of grids.

use tilebase::reading::Reading;

use super::before::{Before, is_heading};
use super::block::{BoardBlock, is_comment, without_words};
use super::row::open_brackets;

/// Boards in grids.
#[derive(Default)]
pub struct Grid {
    next: NextBoard,
    /// The number of boards so far, up to 3.
    pub boards: usize,
    /// Whether a note says that empty lines end boards.
    pub is_noted: bool,
    /// What comes before each board, and the number of lines of the next one.
    before: Option<Before>,
    /// Whether the next line is a goal, or the numbers of one.
    is_goal_next: bool,
    headers: Headers,
    /// How boards are written.
    reading: Reading,
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
    /// Whether the first row opened brackets that later ones close.
    begins_open: bool,
    /// Whether its header was read.
    is_begun: bool,
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
    pub fn new(before: Option<Before>, reading: &Reading) -> Grid {
        Grid { before, reading: reading.clone(), ..Grid::default() }
    }

    /// Whether empty lines end boards.
    pub const fn has_empty_lines(&self) -> bool {
        self.before.is_none()
    }

    /// Adds a line, or `None` for one that is too long.
    pub fn line(&mut self, line: Option<&[u8]>, number: u64, block: &mut BoardBlock) {
        if self.before == Some(Before::Headings)
            && let Some(line) = line
        {
            return self.below_heading(line, number, block);
        }
        let is_empty = line.is_some_and(|line| line.trim_ascii().is_empty());
        if is_empty {
            return self.end(block);
        }
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
                let line = without_words(line);
                self.next.rows.extend_from_slice(line);
                self.next.rows.push(match &self.before {
                    Some(Before::Size(lines)) => lines.separator(),
                    _ => b'\n',
                });
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
        } else if is_first {
            self.next.begins_open = self.next.open > 0;
        } else if self.next.open == 0 && self.next.begins_open {
            self.end(block);
        }
    }

    /// Whether there are as many lines as a board has, if that is known.
    fn is_full(&self) -> bool {
        matches!(&self.before, Some(Before::Size(lines)) if lines.count() == self.next.count)
    }

    /// Ends a board whose number of lines is known.
    fn end_sized(&mut self, block: &mut BoardBlock) {
        self.end(block);
        if let Some(Before::Size(lines)) = self.before.take() {
            self.before = lines.of_next().map(Before::Size);
        }
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
        let Some(Before::Size(lines)) = &mut self.before else { return false };
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
    pub fn end(&mut self, block: &mut BoardBlock) {
        if self.next.rows.is_empty() {
            return;
        }
        let NextBoard { rows, line, goal, .. } = std::mem::take(&mut self.next);
        let goal = match &self.before {
            Some(Before::Size(lines)) => lines.goal.as_deref().map(str::as_bytes),
            _ => Some(&goal[..]).filter(|goal| !goal.is_empty()),
        };
        block.add(&rows, goal, line);
        if self.headers == Headers::Maybe {
            self.headers = Headers::Unknown;
        }
        self.boards += usize::from(self.boards < 3);
    }
}

/// The number of cells in a text of numbers.
fn cells(text: &[u8]) -> usize {
    text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count()
}

fn has_letter(line: &[u8]) -> bool {
    line.iter().any(u8::is_ascii_alphabetic)
}
