//! Where a cell is, in words for people.

use std::fmt;

/// A cell: by its row and column, counted from 1, or by its number if its row is not known.
///
/// ```
/// use tilebase::puzzle::Place;
/// assert_eq!(Place { cell: 7, cols: 3 }.to_string(), "row 3, column 2");
/// assert_eq!(Place { cell: 7, cols: 0 }.to_string(), "the 8th cell");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The cell, counted from 0, row by row.
    pub cell: usize,
    /// The number of columns, 0 if it is not known.
    pub cols: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.cell + 1;
        match (self.cell.checked_div(self.cols), number % 100, number % 10) {
            (Some(row), ..) => write!(f, "row {}, column {}", row + 1, self.cell % self.cols + 1),
            (None, 11..=13, _) => write!(f, "the {number}th cell"),
            (None, _, 1) => write!(f, "the {number}st cell"),
            (None, _, 2) => write!(f, "the {number}nd cell"),
            (None, _, 3) => write!(f, "the {number}rd cell"),
            _ => write!(f, "the {number}th cell"),
        }
    }
}
