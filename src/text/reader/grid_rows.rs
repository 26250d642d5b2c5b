//! Lines that may be the rows of one grid.

use std::collections::HashSet;

use super::Expected;
use super::block::without_comment;
use super::row::{open_brackets, row_cells};

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
