//! The arguments `goal` and `size`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::puzzle::{Shape, SmallBoard, SmallShape};
use tilebase::{Board, any};

use crate::arguments;
use crate::boards::{self, Blank, BoardEncoding, GivenBoards, Role};
use crate::errors::{self, exception};

/// The board to reach, and the size of boards that do not show theirs.
pub struct GoalArgument<'a, 'py> {
    /// The board, if more than a size was named.
    board: Option<&'a Bound<'py, PyAny>>,
    /// The size, unless only such a board shows it.
    size: Option<Shape>,
    blank: Option<Blank>,
}

impl<'a, 'py> GoalArgument<'a, 'py> {
    /// Reads what names a size.
    pub fn new(
        goal: Option<&'a Bound<'py, PyAny>>,
        size: Option<&Bound<'_, PyAny>>,
        blank: Option<Blank>,
    ) -> PyResult<GoalArgument<'a, 'py>> {
        let size = size.map(arguments::size_of).transpose()?;
        let named = goal.and_then(arguments::size_instead_of_board);
        // `1234567x8` is a board, and so is `12x3` where boards have four cells.
        let named = named.filter(|&named| {
            any::check(named).is_ok() && size.is_none_or(|size| size == named)
                || goal.is_none_or(|goal| boards::any_board(goal, size, blank, Role::Any).is_err())
        });
        match (named, size) {
            (None, _) => Ok(GoalArgument { board: goal, size, blank }),
            (Some(named), Some(size)) if size != named => Err(PyValueError::new_err(format!(
                "goal names the shape {named}, and size {size}: expected the same"
            ))),
            _ => Ok(GoalArgument { board: None, size: named, blank }),
        }
    }

    /// The goal, if it is a board. One that is only named depends on the size, which boards show.
    pub fn board(&self) -> PyResult<Option<Board>> {
        let Some(board) = self.board else { return Ok(None) };
        match boards::any_board(board, self.size, self.blank, Role::Any) {
            Ok((goal, _)) => Ok(Some(goal)),
            Err(why) if errors::is_of_argument(board.py(), &why) => {
                let goal = boards::any_board(board, self.size, self.blank, Role::Goal);
                Ok(goal.ok().map(|(goal, _)| goal).filter(Board::is_several))
            }
            Err(why) => Err(why),
        }
    }

    /// The size of boards that do not show theirs, if it is known.
    pub fn size(&self) -> PyResult<Option<Shape>> {
        Ok(self.board()?.map_or(self.size, |goal| Some(goal.shape())))
    }

    /// The goal of boards of this size.
    pub fn of_size(self, size: Shape) -> PyResult<Board> {
        GoalArgument { size: Some(size), ..self }.of_any_size()
    }

    /// The goal of boards of at most 25 cells.
    pub fn small(self) -> PyResult<SmallBoard> {
        boards::small(self.of_any_size()?)
    }

    /// The goal of boards of any size: a board, or as text also its name or the cell of its blank;
    /// or the usual goal.
    pub fn of_any_size(self) -> PyResult<Board> {
        let GoalArgument { board, size, blank } = self;
        let Some(board) = board else {
            let size = size.unwrap_or(SmallShape::default().into());
            any::check(size).map_err(exception)?;
            return Board::goal(size).map_err(exception);
        };
        // A number is the cell of the blank, as in a text.
        let named = match board.extract::<u32>() {
            Ok(cell) => Some(cell.to_string()),
            Err(_) => board.extract::<String>().ok(),
        };
        let read = match named {
            Some(text) => boards::of_text(&text, size, blank, Role::Goal),
            None => boards::any_board(board, size, blank, Role::Goal).map(|(goal, _)| goal),
        };
        let name = "goal, a board, a name or a shape such as \"3x3\"";
        read.map_err(|why| errors::within(board.py(), name, why))
    }
}

/// Reads a board, and the arguments `goal` and `size`, and how the board is written.
pub fn start_and_goal(
    given: GivenBoards<'_, '_>,
    goal: Option<&Bound<'_, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Board, Board, BoardEncoding)> {
    let goal = GoalArgument::new(goal, size, given.blank)?;
    let board = goal.board()?;
    let size = board.as_ref().map_or(goal.size, |board| Some(board.shape()));
    let (start, encoding) = given.read(size, board.as_ref().map_or(Role::Any, Role::For))?;
    let goal = goal.of_size(start.shape())?;
    Ok((start, goal, encoding))
}
