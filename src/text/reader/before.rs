//! Lines before boards that say what follows: a size, or the number of tiles and a goal.

use super::Expected;
use super::row::row_cells;
use crate::puzzle::Shape;
use crate::text::comments::{is_comment, without_comment};

/// How many lines a board has.
pub(super) struct BoardLines {
    size: Shape,
    /// The longest side of a board.
    longest: usize,
    /// True if each cell has a line.
    is_cell_a_line: bool,
    /// The cell of the goal's blank, if a line names it before each board.
    pub goal: Option<String>,
}

impl BoardLines {
    /// The size in a line: one number for a square, or the rows and the columns.
    fn of_line(line: &[u8], longest: usize) -> Option<BoardLines> {
        let sides = words(line)?.into_iter().map(|word| word.parse().ok());
        let size = match sides.collect::<Option<Vec<usize>>>()?[..] {
            [side] => Shape { rows: side, cols: side },
            [rows, cols] => Shape { rows, cols },
            _ => return None,
        };
        BoardLines::new(size, None, longest)
    }

    /// The square with the number of tiles in a line.
    fn of_tiles(line: &[u8], longest: usize) -> Option<BoardLines> {
        let [tiles] = words(line)?[..] else { return None };
        let tiles: usize = tiles.parse().ok()?;
        let size = Shape::square(tiles.checked_add(1)?)?;
        BoardLines::new(size, Some(tiles.to_string()), longest)
    }

    fn new(size: Shape, goal: Option<String>, longest: usize) -> Option<BoardLines> {
        let fits = [size.rows, size.cols].iter().all(|side| (2..=longest).contains(side));
        fits.then_some(BoardLines { size, longest, is_cell_a_line: false, goal })
    }

    /// True if a line stands before the next board, which has the same size.
    pub fn is_before_board(&self, line: &[u8]) -> bool {
        let next = if self.goal.is_some() {
            BoardLines::of_tiles(line, self.longest)
        } else {
            BoardLines::of_line(line, self.longest)
        };
        next.is_some_and(|next| next.size == self.size)
    }

    /// Another size in a line that stands before the next board.
    pub fn next_of(&self, line: &[u8]) -> Option<BoardLines> {
        let may_change = self.goal.is_none() && !self.is_cell_a_line && !self.is_like_row(line);
        BoardLines::of_line(line, self.longest).filter(|_| may_change)
    }

    /// True if a line ends the input in place of a size: `0` or `0 0`.
    pub fn is_end(&self, line: &[u8]) -> bool {
        let words = words(line).unwrap_or_default();
        matches!(words[..], ["0"] | ["0", "0"]) && !self.is_cell_a_line
    }

    /// True if a line has as many words as a row has cells.
    pub fn is_like_row(&self, line: &[u8]) -> bool {
        words(line).is_some_and(|words| words.len() == self.size.cols)
    }

    /// The goal in a line: the cell of its blank, of which -1 is the last.
    pub fn goal_in(&self, line: &[u8]) -> Option<String> {
        let [cell] = words(line)?[..] else { return None };
        let cells = self.size.cells();
        let cell = if cell == "-1" { cells - 1 } else { cell.parse().ok()? };
        (cell < cells).then(|| cell.to_string())
    }

    /// The lines of a board.
    pub const fn count(&self) -> usize {
        if self.is_cell_a_line { self.size.cells() } else { self.size.rows }
    }

    /// The size of the boards after one of this size. With a cell on each line, the size of the
    /// next board could be its first tile, so there is none.
    pub fn of_next(self) -> Option<BoardLines> {
        (!self.is_cell_a_line).then_some(self)
    }

    /// What separates these lines in the text of a board.
    pub const fn separator(&self) -> u8 {
        if self.is_cell_a_line { b' ' } else { b'\n' }
    }
}

/// A first line that may be such a line, and the lines after it.
pub(super) struct Opening {
    pub lines: BoardLines,
    board: Vec<u8>,
    count: usize,
    /// True if the goal is the next line.
    is_goal_next: bool,
}

impl Opening {
    /// The openings that a line may begin.
    pub fn begun_by(line: &[u8], expected: &Expected) -> Vec<Opening> {
        let longest = expected.most_cells.isqrt();
        let sizes = [BoardLines::of_line(line, longest), BoardLines::of_tiles(line, longest)];
        let fits =
            |lines: &BoardLines| expected.cells().is_none_or(|cells| cells == lines.size.cells());
        let openings = sizes.into_iter().flatten().filter(fits).map(|lines| {
            let is_goal_next = lines.goal.is_some();
            Opening { lines, board: Vec::new(), count: 0, is_goal_next }
        });
        openings.collect()
    }

    /// True if a whole board follows it.
    pub fn is_whole(&self) -> bool {
        self.count == self.lines.count()
    }

    /// Adds a line. Returns whether it fits, and if it is the last of a board, whether
    /// that is one.
    pub fn add(&mut self, line: Option<&[u8]>, expected: &Expected) -> bool {
        let Some(line) = line else { return false };
        if is_comment(line) || self.count == 0 && line.trim_ascii().is_empty() {
            return true;
        }
        if std::mem::take(&mut self.is_goal_next) {
            self.lines.goal = self.lines.goal_in(line);
            return self.lines.goal.is_some();
        }
        let Some(cells) = row_cells(without_comment(line), &expected.reading) else { return false };
        // A number of several digits is one cell, where each has a line.
        let is_cell = words(line).is_some_and(|words| words.len() == 1);
        let Shape { rows, cols } = self.lines.size;
        let lines = &mut self.lines;
        if self.count == 0 && lines.goal.is_none() {
            lines.is_cell_a_line = is_cell && cells.len() != cols && rows == cols;
        }
        if if lines.is_cell_a_line { !is_cell } else { cells.len() != cols } {
            return false;
        }
        self.board.extend_from_slice(without_comment(line).trim_ascii());
        self.board.push(lines.separator());
        self.count += 1;
        self.count < lines.count() || expected.is_board(&self.board)
    }
}

/// True if a line says that the numbers below it are positions of tiles.
pub fn is_heading(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_lowercase();
    line.contains("positions") && !line.contains(|c: char| c.is_ascii_digit() || c == '#')
}

/// The words of a line without its comment.
fn words(line: &[u8]) -> Option<Vec<&str>> {
    let line = std::str::from_utf8(without_comment(line)).ok()?;
    (!line.contains('+')).then(|| line.split_ascii_whitespace().collect())
}
