//! Writes the input of a judge: boards in the layout that the judge expects.

use super::cases::CaseKind;
use super::{AroundCases, CaseCount, Judge};
use crate::error::{Error, Result};
use crate::puzzle::{SmallBoard, SmallShape};

/// How a judge writes the cells of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellLayout {
    /// The blank.
    pub blank: char,
    /// The text before the first cell.
    pub before: &'static str,
    /// The text between two cells of a row.
    pub between: &'static str,
    /// The text between two rows.
    pub rows: &'static str,
    /// The text after the last cell.
    pub after: &'static str,
}

/// `1 2 3 x 4 6 7 5 8`.
pub(super) const LINE: CellLayout =
    CellLayout { blank: 'x', before: "", between: " ", rows: " ", after: "\n" };

/// Rows of numbers, with 0 for the blank.
pub(super) const ROWS: CellLayout = CellLayout { blank: '0', rows: "\n", ..LINE };

/// A number on each line, with 0 for the blank.
pub(super) const COLUMN: CellLayout = CellLayout { between: "\n", ..ROWS };

/// `12345678X`.
pub(super) const WORD: CellLayout = CellLayout { blank: 'X', between: "", rows: "", ..LINE };

/// `[[1,2,3],[4,0,5]]`.
pub(super) const BRACKETS: CellLayout =
    CellLayout { blank: '0', before: "[[", between: ",", rows: "],[", after: "]]\n" };

impl CellLayout {
    fn write(self, board: &SmallBoard) -> String {
        let mut text = self.before.to_owned();
        for (cell, &tile) in board.cells().iter().enumerate() {
            if cell > 0 {
                let begins_row = cell % board.shape().cols() == 0;
                text.push_str(if begins_row { self.rows } else { self.between });
            }
            match tile {
                0 => text.push(self.blank),
                tile => text.push_str(&tile.to_string()),
            }
        }
        text + self.after
    }
}

/// Writes the input of a judge, case by case.
///
/// ```
/// use tilebase::judge::{Judge, Layout};
/// let judge = Judge::named("hdu3567").expect("it is there");
/// let layout = Layout::new(judge, None)?;
/// let input = layout.head(1)? + &layout.case(&"1 2 3 x 4 6 7 5 8".parse()?);
/// assert_eq!(input, "1\n123X46758\n12345678X\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    judge: &'static Judge,
    goal: SmallBoard,
}

impl Layout {
    /// Creates the layout for boards with the goal `goal`. `None` is the judge's own goal. For a
    /// judge that reads goals, the same goal is written with each board.
    ///
    /// # Errors
    ///
    /// [`Error::Judge`] if the judge does not accept such boards.
    pub fn new(judge: &'static Judge, goal: Option<&SmallBoard>) -> Result<Layout> {
        let own = judge.own_goal();
        let goal = goal.copied().unwrap_or(own);
        let (expected, found) = match judge.case {
            CaseKind::Picture => (
                "boards of the alternating-swap puzzle, which have no blank".to_owned(),
                format!("the goal {goal}"),
            ),
            CaseKind::Squares | CaseKind::Square { .. }
                if goal.shape().rows() != goal.shape().cols() =>
            {
                ("square boards".to_owned(), goal.shape().to_string())
            }
            CaseKind::Square { largest } if goal.shape().rows() as u64 > largest => {
                (format!("boards up to {largest}x{largest}"), goal.shape().to_string())
            }
            CaseKind::Square { .. } if judge.goal.board(goal.shape()) != Ok(goal) => {
                let expected = judge.goal.board(goal.shape()).unwrap_or(own);
                (format!("boards with the goal {expected}"), goal.to_string())
            }
            CaseKind::Pair if goal.shape() != own.shape() => {
                (format!("boards of {}", own.shape()), goal.shape().to_string())
            }
            CaseKind::Board | CaseKind::Bracketed if goal != own => {
                (format!("boards with the goal {own}"), goal.to_string())
            }
            _ => return Ok(Layout { judge, goal }),
        };
        Err(Error::Judge { judge: judge.name, expected, found })
    }

    /// Creates the layout for boards of a shape, with the judge's goal there.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn of_shape(judge: &'static Judge, shape: SmallShape) -> Result<Layout> {
        let goal = judge.goal.board(shape).unwrap_or_else(|_| SmallBoard::goal(shape));
        Layout::new(judge, Some(&goal))
    }

    /// The goal.
    pub const fn goal(&self) -> &SmallBoard {
        &self.goal
    }

    /// The text before `cases` boards.
    ///
    /// # Errors
    ///
    /// [`Error::Judge`] if the judge reads a different number of boards.
    pub fn head(&self, cases: u64) -> Result<String> {
        match self.judge.case_count {
            CaseCount::One if cases != 1 => {
                let (expected, found) = ("one board".to_owned(), cases.to_string());
                Err(Error::Judge { judge: self.judge.name, expected, found })
            }
            CaseCount::One | CaseCount::UntilTheEnd => Ok(String::new()),
            CaseCount::Given => Ok(format!("{cases}\n")),
        }
    }

    /// A board, with all the text around it.
    ///
    /// # Panics
    ///
    /// Panics if the board and the goal have different shapes.
    pub fn case(&self, board: &SmallBoard) -> String {
        assert_eq!(board.shape(), self.goal.shape(), "boards of one shape");
        let layout = self.judge.layout;
        let board = layout.write(board);
        match self.judge.case {
            CaseKind::Squares => {
                format!("{}\n{board}{}", self.goal.shape().rows(), layout.write(&self.goal))
            }
            CaseKind::Square { .. } => format!("{}\n{board}", self.goal.shape().rows()),
            CaseKind::Pair => board + &layout.write(&self.goal),
            _ if self.judge.around == AroundCases::EmptyLines => format!("\n{board}"),
            _ => board,
        }
    }
}
