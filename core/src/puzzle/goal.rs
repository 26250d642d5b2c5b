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

    /// The goal that a text names on every shape. A number that is a board names nothing.
    ///
    /// ```
    /// use tilebase::puzzle::GoalName;
    /// assert_eq!(GoalName::of(b"first"), Some(GoalName::First));
    /// assert_eq!(GoalName::of(b"13"), Some(GoalName::Blank(13)));
    /// assert_eq!(GoalName::of(b"-1"), Some(GoalName::Last));
    /// assert_eq!(GoalName::of(b"123x"), None);
    /// assert_eq!(GoalName::of(b"1230"), None);
    /// ```
    pub fn of(text: &[u8]) -> Option<GoalName> {
        let name = str::from_utf8(text).ok()?.trim().parse().ok()?;
        LargeBoard::parse(text, None).is_err().then_some(name)
    }

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

impl SmallBoard {
    /// Reads a goal: a board, as [`parse`](Self::parse) does, or its name, or the cell of its
    /// blank, counted from 0, for the tiles in order. A name and a cell are of 3x3 unless there is
    /// a shape.
    ///
    /// ```
    /// use tilebase::puzzle::SmallBoard;
    /// for goal in ["1 2 3 / 8 x 4 / 7 6 5", "123804765", "snail"] {
    ///     assert_eq!(SmallBoard::parse_goal(goal, None)?.to_string(), "1 2 3 8 x 4 7 6 5");
    /// }
    /// assert_eq!(SmallBoard::parse_goal("4", None)?.to_string(), "1 2 3 4 x 5 6 7 8");
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError`], which says what is wrong with the board or the cell, or which names there
    /// are.
    pub fn parse_goal(
        text: impl AsRef<[u8]>,
        shape: Option<SmallShape>,
    ) -> Result<SmallBoard, BoardError> {
        let text = text.as_ref();
        SmallBoard::parse(text, shape).or_else(|why| {
            SmallBoard::try_from(&named_goal(text, shape.unwrap_or_default().into(), why)?)
        })
    }
}

impl LargeBoard {
    /// Reads a goal of any size, as [`SmallBoard::parse_goal`] does.
    ///
    /// # Errors
    ///
    /// As for [`SmallBoard::parse_goal`].
    pub fn parse_goal(
        text: impl AsRef<[u8]>,
        size: Option<Shape>,
    ) -> Result<LargeBoard, BoardError> {
        let text = text.as_ref();
        LargeBoard::parse(text, size)
            .or_else(|why| named_goal(text, size.unwrap_or(SmallShape::default().into()), why))
    }
}

/// The goal that a text names. `why` says why it is not a board.
fn named_goal(text: &[u8], size: Shape, why: BoardError) -> Result<LargeBoard, BoardError> {
    let text = str::from_utf8(text).unwrap_or_default().trim();
    match text.parse() {
        // As many digits as there are cells are a wrong board.
        Ok(GoalName::Blank(cell)) if cell >= size.cells() && text.len() >= size.cells() => Err(why),
        Ok(name) => name.large_board(size),
        Err(unknown) if text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
            Err(BoardError::Goal(unknown))
        }
        Err(_) => Err(why),
    }
}

/// The tiles in order, and the blank in this cell.
fn in_order(size: Shape, blank: usize) -> Result<LargeBoard, BoardError> {
    let mut cells = LargeBoard::goal(size)?.into_cells();
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
    let mut cells = LargeBoard::goal(size)?.into_cells();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_have_names() {
        for (name, size, expected) in [
            ("last", "3x3", "1 2 3 4 5 6 7 8 x"),
            (" Blank-First\n", "2x3", "x 1 2 / 3 4 5"),
            ("4", "3x3", "1 2 3 4 x 5 6 7 8"),
            ("snail", "3x3", "1 2 3 8 x 4 7 6 5"),
            ("centre", "3x3", "1 2 3 4 x 5 6 7 8"),
            ("Center", "2x4", "1 x 2 3 / 4 5 6 7"),
            ("spiral", "4x4", "1 2 3 4 / 12 13 14 5 / 11 x 15 6 / 10 9 8 7"),
            ("snail", "2x2", "1 2 / x 3"),
            ("snail", "2x4", "1 2 3 4 / x 7 6 5"),
            ("snail", "4x3", "1 2 3 / 10 11 4 / 9 x 5 / 8 7 6"),
            ("123804765", "3x3", "1 2 3 8 x 4 7 6 5"),
        ] {
            let shape: SmallShape = size.parse().unwrap();
            let expected = SmallBoard::parse(expected, Some(shape)).unwrap();
            assert_eq!(SmallBoard::parse_goal(name, Some(shape)), Ok(expected), "{name} {size}");
            let larger = LargeBoard::parse_goal(name, Some(shape.into()));
            assert_eq!(larger, Ok((&expected).into()), "{name} {size}");
        }
        for (name, expected) in [
            ("9", "goal cell 9 of 3x3: expected 0 to 8"),
            ("12345", "goal cell 12345 of 3x3: expected 0 to 8"),
            (
                "second",
                "expected a board, the cell of its blank, first, last, centre or snail, found `second`",
            ),
        ] {
            let why = SmallBoard::parse_goal(name, None).unwrap_err();
            assert_eq!(why.to_string(), expected);
            assert_eq!(LargeBoard::parse_goal(name, None), Err(why));
        }
        for board in ["1 2 3", "-2", "12345678", "x", "\u{ff}"] {
            assert_eq!(SmallBoard::parse_goal(board, None), SmallBoard::parse(board, None));
        }
    }
}
