//! Goals that are named instead of written as boards.

use std::str::FromStr;

use super::messages::{UnknownName, named};
use super::{BoardError, LargeBoard, Shape, SmallBoard, SmallShape};

/// The name of a goal, which boards of every size have, or the cell of its blank.
///
/// ```
/// use tilebase::puzzle::GoalName;
/// let snail: GoalName = "snail".parse()?;
/// assert_eq!(snail.board("3x3".parse()?)?.to_string(), "1 2 3 8 x 4 7 6 5");
/// assert_eq!("4".parse(), Ok(GoalName::Blank(4)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalName {
    /// The blank in the first cell, and the tiles in order.
    First,
    /// The tiles in order, and the blank in the last cell: the usual goal.
    Last,
    /// The tiles in order, and the blank in the middle cell, or the first of several.
    Centre,
    /// The tiles in a spiral from the first cell clockwise, and the blank at its end.
    Snail,
    /// The tiles in order, and the blank in this cell, counted from 0.
    Blank(usize),
}

/// The most digits of a cell. A longer number is a board without separators, right or wrong.
const CELL_DIGITS: usize = 5;

impl GoalName {
    /// The names.
    pub const NAMES: &[(&'static str, GoalName)] = &[
        ("first", GoalName::First),
        ("last", GoalName::Last),
        ("centre", GoalName::Centre),
        ("snail", GoalName::Snail),
    ];

    /// The goal with this name.
    ///
    /// # Errors
    ///
    /// [`BoardError::GoalCell`] if the shape has no such cell.
    pub fn board(self, shape: SmallShape) -> Result<SmallBoard, BoardError> {
        SmallBoard::try_from(&self.large_board(shape.into())?)
    }

    /// The goal with this name, of any size.
    ///
    /// # Errors
    ///
    /// As for [`LargeBoard::goal`], and [`BoardError::GoalCell`] if there is no such cell.
    pub fn large_board(self, size: Shape) -> Result<LargeBoard, BoardError> {
        match self {
            GoalName::First => in_order(size, 0),
            GoalName::Last => LargeBoard::goal(size),
            GoalName::Centre => {
                let (above, left) =
                    (size.rows.saturating_sub(1) / 2, size.cols.saturating_sub(1) / 2);
                in_order(size, above * size.cols + left)
            }
            GoalName::Snail => spiral(size),
            GoalName::Blank(cell) => in_order(size, cell),
        }
    }
}

impl FromStr for GoalName {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<GoalName, UnknownName> {
        let is_cell = name.len() <= CELL_DIGITS && name.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(cell) = name.parse().ok().filter(|_| is_cell) {
            return Ok(GoalName::Blank(cell));
        }
        match name.to_ascii_lowercase().as_str() {
            "blank-first" => Ok(GoalName::First),
            "blank-last" | "-1" => Ok(GoalName::Last),
            "center" => Ok(GoalName::Centre),
            "spiral" => Ok(GoalName::Snail),
            name => named(name, GoalName::NAMES),
        }
    }
}

/// The tiles in order, and the blank in this cell.
fn in_order(size: Shape, blank: usize) -> Result<LargeBoard, BoardError> {
    let mut cells = LargeBoard::goal(size)?.cells().to_vec();
    if blank >= cells.len() {
        return Err(BoardError::GoalCell { size, cell: blank });
    }
    cells[blank..].rotate_right(1);
    LargeBoard::new(size, cells)
}

/// The tiles in a spiral from the first cell clockwise, and the blank at its end.
fn spiral(size: Shape) -> Result<LargeBoard, BoardError> {
    /// To the right, down, to the left and up.
    const STEPS: [(usize, usize); 4] = [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)];
    let Shape { rows, cols } = size;
    let mut cells = LargeBoard::goal(size)?.cells().to_vec();
    cells.fill(0);
    let (mut row, mut col, mut turns) = (0, 0, 0);
    for tile in 1..cells.len() as u32 {
        cells[row * cols + col] = tile;
        let (down, right) = STEPS[turns % STEPS.len()];
        let (below, beside) = (row.wrapping_add(down), col.wrapping_add(right));
        let is_inside = below < rows && beside < cols;
        turns += usize::from(!is_inside || cells[below * cols + beside] != 0);
        let (down, right) = STEPS[turns % STEPS.len()];
        (row, col) = (row.wrapping_add(down), col.wrapping_add(right));
    }
    LargeBoard::new(size, cells)
}
