//! Functions of arrays of boards that need no oracle: moves, numbers, solvability and text.

use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use tilebase::puzzle::{self, Coordinates, Direction, Shape, SmallBoard, SmallShape, Unsolvable};
use tilebase::text::{BoardBlock, BoardReader, Expected, Reading};
use tilebase::{Board, Error};

use crate::answer_arrays::{AnswerArray, AnswerElement, WrittenBoards, array};
use crate::arguments::{self, python};
use crate::boards::{self, Blank, GivenBoards, Role};
use crate::buffers::Rows;
use crate::errors::{self, exception};
use crate::goal::GoalArgument;
use crate::notation::Actions;

/// The number of rows between two looks at whether to stop.
const ROWS_PER_BLOCK: usize = 1 << 14;

/// The bytes of a text between two such looks.
const BYTES_PER_BLOCK: usize = 1 << 18;

/// The parts of an array, one after another. Between them, a signal may end the call.
pub fn in_parts(
    py: Python<'_>,
    count: usize,
    rows: usize,
    mut each: impl FnMut(Range<usize>) -> PyResult<()>,
) -> PyResult<()> {
    for first in (0..count).step_by(rows) {
        each(first..count.min(first + rows))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Answers all rows a part at a time, without the GIL. `answer` receives the number of a row and
/// the board, as the goal distinguishes it, and adds the answer to the others of its part, which
/// `write` receives.
fn each_part<A: Send>(
    rows: &Rows<'_>,
    goal: &Board,
    answer: impl Fn(usize, &SmallBoard, &mut Vec<A>) -> Result<(), Unsolvable> + Sync,
    mut write: impl FnMut(&[A]) -> PyResult<()>,
) -> PyResult<()> {
    let (py, shape, mut copy, mut answers) = (rows.py(), rows.shape, Vec::new(), Vec::new());
    in_parts(py, rows.count(), ROWS_PER_BLOCK, |range| {
        rows.read(range.clone(), &mut copy)?;
        answers.clear();
        let boards = copy.chunks_exact(shape.cells());
        let done = py.detach(|| {
            range.zip(boards).try_for_each(|(row, cells)| match &goal.board_of_row(cells) {
                Ok(board) => answer(row, board, &mut answers).map_err(|why| (row, why.into())),
                Err(why) => Err((row, Error::Board(why.clone()))),
            })
        });
        done.map_err(|(row, why)| match why {
            Error::Board(why) => rows.wrong(row, why),
            why => errors::within(py, &format!("boards[{row}]"), exception(why)),
        })?;
        write(&answers)
    })
}

/// Answers the rows, each with a number.
fn answers<'py, A: AnswerElement + Send>(
    rows: &Rows<'py>,
    goal: &Board,
    answer: impl Fn(&SmallBoard) -> Result<A, Unsolvable> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let mut out = AnswerArray::new(rows.py(), &[rows.count()], A::DTYPE)?;
    let add = |_, board: &SmallBoard, answers: &mut Vec<A>| {
        answer(board).map(|found| answers.push(found))
    };
    each_part(rows, goal, add, |answers| out.push(answers))?;
    Ok(out.array)
}

/// The goal for rows: the one given, or that of their shape.
fn goal_of<'py>(
    boards: GivenBoards<'_, 'py>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Rows<'py>, Board)> {
    let goal = GoalArgument::new(goal, size, boards.blank)?;
    let rows = Rows::new(boards, goal.size()?.map(arguments::shape_of).transpose()?)?;
    let goal = goal.of_size(rows.shape.into())?;
    Ok((rows, goal))
}

/// The boards after one move each: of the same shape as boards, and written as they are; uint8, or
/// int16 if blank is no byte.
///
/// boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank.
/// moves: an array of n integers, which say where the blank goes: 0 d, 1 l, 2 r, 3 u. A move that
///     would leave the board changes nothing.
/// size: the shape, "RxC" or (rows, cols) [the rows and columns of the array, else a square].
/// blank: the number that stands for the blank [0], such as -1 or 9; or 8 on 3x3, with tiles from
///     0.
/// actions: the moves for which 0, 1, 2 and 3 stand: letters of the blank's moves [in the
///     order "dlru"], or of the tile's, such as "UDLR".
#[pyfunction]
#[pyo3(signature = (boards, moves, *, size=None, blank=None, actions=None))]
pub fn step<'py>(
    boards: &Bound<'py, PyAny>,
    moves: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
    actions: Option<Actions>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = GivenBoards { object: boards, blank, other: "" };
    let rows = Rows::new(given, size.as_ref().map(arguments::shape).transpose()?)?;
    let arguments = (moves, rows.count(), Actions::numbers(actions));
    let moves: Vec<u8> = python(rows.py(), "steps", arguments)?;
    let mut out = WrittenBoards::new(rows.py(), &rows.dims, rows.encoding, true)?;
    let goal = SmallBoard::goal(rows.shape);
    let to = |cell| Direction::ALL.map(|mv| goal.shape().neighbour(cell, mv).unwrap_or(cell));
    let to: Vec<[usize; 4]> = (0..goal.cells().len()).map(to).collect();
    let step = |row: usize, board: &SmallBoard, after: &mut Vec<u8>| {
        let (begin, blank) = (after.len(), board.blank_cell());
        after.extend_from_slice(board.cells());
        after[begin..].swap(blank, to[blank][usize::from(moves[row])]);
        Ok(())
    };
    each_part(&rows, &goal.into(), step, |cells| out.push(cells))?;
    Ok(out.out.array)
}

/// The index of each board among those that can reach the goal: uint64 of shape (n,), as in
/// `tilebase rank`. Row i of `all_boards` has the index i.
///
/// goal: the board to reach [the tiles in order, the blank in the last cell].
/// boards, size, blank: as for step.
///
/// Raises ValueError for a board that cannot reach the goal.
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, size=None, blank=None))]
pub fn rank<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<Bound<'py, PyAny>>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = GivenBoards { object: boards, blank, other: "" };
    let (rows, goal) = goal_of(given, goal.as_ref(), size.as_ref())?;
    let small = boards::small(goal.clone())?;
    small.shape().expect_numbered().map_err(exception)?;
    answers(&rows, &goal, |board| {
        puzzle::solvable(board, &small)?;
        Ok(Coordinates::index_to_goal(&small, board))
    })
}

/// The boards with these indices: uint8 of shape (n, cells). The inverse of rank.
///
/// indices: an array of n integers.
/// size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
/// goal: the board to reach [the tiles in order, the blank in the last cell].
/// blank: the number that stands for the blank in the goal and in the boards, as for `all_boards`.
#[pyfunction]
#[pyo3(signature = (indices, size=None, *, goal=None, blank=None))]
pub fn unrank<'py>(
    indices: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
    goal: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Bound<'py, PyAny>> {
    let goal = GoalArgument::new(goal.as_ref(), size.as_ref(), blank)?.small()?;
    let (py, shape) = (indices.py(), goal.shape());
    shape.expect_numbered().map_err(exception)?;
    let arguments = (indices, shape.states(), shape.to_string());
    let indices: Vec<u8> = python(py, "indices", arguments)?;
    let indices = indices.as_chunks().0;
    boards_of(py, goal, blank, indices.len(), |row| u64::from_ne_bytes(indices[row]))
}

/// The boards of some rows, of which `index` says which one has which index.
pub fn boards_of(
    py: Python<'_>,
    goal: SmallBoard,
    blank: Option<Blank>,
    rows: usize,
    index: impl Fn(usize) -> u64 + Sync,
) -> PyResult<Bound<'_, PyAny>> {
    let cells = goal.shape().cells();
    let encoding = boards::encoding(blank, cells, || false)?;
    let (mut out, mut boards) =
        (WrittenBoards::new(py, &[rows, cells], encoding, true)?, Vec::new());
    in_parts(py, rows, ROWS_PER_BLOCK, |range| {
        boards.clear();
        py.detach(|| {
            for row in range {
                let board = Coordinates::board_of_goal(&goal, index(row));
                boards.extend_from_slice(board.expect("below the number of states").cells());
            }
        });
        out.push(&boards)
    })?;
    Ok(out.out.array)
}

/// Whether each board can reach the goal: bool of shape (n,).
///
/// boards, goal, size, blank: as for rank.
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, size=None, blank=None))]
pub fn solvable<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<Bound<'py, PyAny>>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Bound<'py, PyAny>> {
    let given = GivenBoards { object: boards, blank, other: "is_solvable" };
    let (rows, goal) = goal_of(given, goal.as_ref(), size.as_ref())?;
    let can = |board: &SmallBoard| match goal.small() {
        Some(goal) => puzzle::solvable(board, goal).is_ok(),
        None => goal.has_tiles_alike() || Board::from(board).expect_solvable(&goal).is_ok(),
    };
    answers(&rows, &goal, |board| Ok(u8::from(can(board))))?.call_method1("view", ("bool",))
}

/// An array of the boards in a text: uint8 of shape (n, cells).
///
/// text: a str or bytes in any layout of files that the command reads, such as lines, grids, CSV
///     or JSON lines, without empty lines; the pathlib.Path of such a file, or an open one; or an
///     iterable of boards, such as a column of pandas, Polars or Arrow, as str, bytes or lists of
///     numbers.
/// size: the shape, "RxC" or (rows, cols) [that of the first board].
/// blank: the number that stands for the blank [0].
/// errors: "raise" a ValueError for what is not a board, which says in which line or item; or
///     "coerce" it to a row of zeros, which is no board either.
#[pyfunction]
#[pyo3(signature = (text, size=None, *, blank=None, errors="raise"))]
pub fn parse<'py>(
    text: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
    errors: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let shape = size.as_ref().map(arguments::shape).transpose()?;
    let wrong = match errors {
        "raise" => None,
        "coerce" => Some(PyDict::new(text.py())),
        other => {
            let text = format!("errors: expected \"raise\" or \"coerce\", found {other:?}");
            return Err(PyValueError::new_err(text));
        }
    };
    let mut parsed = ParsedBoards { cells: Vec::new(), rows: 0, shape, goal: None, blank, wrong };
    parsed.add_text(text)?;
    parsed.into_array(text.py())
}

/// An array of items as a goal distinguishes them, with a row of zeros for each that is not a
/// board, and what is wrong with these rows.
pub fn boards_among<'py>(
    items: &Bound<'py, PyAny>,
    goal: &Board,
    blank: Option<Blank>,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyDict>)> {
    let (py, wrong) = (items.py(), PyDict::new(items.py()));
    let (shape, goal) = (Some(arguments::shape_of(goal.shape())?), Some(goal));
    let mut parsed =
        ParsedBoards { cells: Vec::new(), rows: 0, shape, goal, blank, wrong: Some(wrong.clone()) };
    parsed.add_items(items)?;
    Ok((parsed.into_array(py)?, wrong))
}

/// Boards that were read, all of which have one shape.
struct ParsedBoards<'g, 'py> {
    /// The cells of the rows, as soon as the shape is known: 0 in those that are no boards.
    cells: Vec<u8>,
    /// The number of rows.
    rows: usize,
    /// The shape, once it is known.
    shape: Option<SmallShape>,
    /// The goal, if the boards are for one.
    goal: Option<&'g Board>,
    blank: Option<Blank>,
    /// What is wrong with the other rows, if they do not end the call.
    wrong: Option<Bound<'py, PyDict>>,
}

impl<'py> ParsedBoards<'_, 'py> {
    /// Adds a board, or what is wrong with it. `place` is for an error that ends the call.
    fn add(
        &mut self,
        py: Python<'py>,
        read: PyResult<Board>,
        place: impl Fn() -> String,
    ) -> PyResult<()> {
        let read = read.and_then(|board| match self.goal {
            Some(goal) => boards::small(goal.numbered(&board).map_err(exception)?.into_owned()),
            None => boards::small(board),
        });
        match read {
            Ok(board) => self.push(&board),
            Err(why) => match &self.wrong {
                Some(wrong) if errors::is_of_argument(py, &why) => {
                    wrong.set_item(self.rows, why.value(py).to_string())?;
                    self.rows += 1;
                }
                _ => return Err(errors::within(py, &place(), why)),
            },
        }
        Ok(())
    }

    /// Adds a board that was read.
    fn push(&mut self, board: &SmallBoard) {
        self.shape = Some(board.shape());
        // Of rows before it that are no boards.
        self.cells.resize(self.rows * board.cells().len(), 0);
        self.cells.extend_from_slice(board.cells());
        self.rows += 1;
    }

    /// What each of them is read as.
    fn role(&self) -> Role<'_> {
        self.goal.map_or(Role::Any, Role::For)
    }

    /// A board that is written as text.
    fn read_text(&self, text: &str) -> PyResult<Board> {
        boards::of_text(text, self.shape.map(Shape::from), self.blank, self.role())
    }

    /// Adds the boards of a text, of a file, or among items.
    fn add_text(&mut self, text: &Bound<'py, PyAny>) -> PyResult<()> {
        for name in ["read_bytes", "read"] {
            if let Some(read) = text.getattr_opt(name)?.filter(PyAnyMethods::is_callable) {
                return self.add_text(&read.call0()?);
            }
        }
        match (text.cast::<PyString>(), text.cast::<PyBytes>()) {
            (Ok(text), _) => self.add_file(text.py(), text.to_cow()?.as_bytes()),
            (_, Ok(bytes)) => self.add_file(bytes.py(), bytes.as_bytes()),
            _ => self.add_items(text),
        }
    }

    /// Adds items that are boards in any form.
    fn add_items(&mut self, items: &Bound<'py, PyAny>) -> PyResult<()> {
        let (py, is_usual) = (items.py(), self.goal.is_none() && self.blank.is_none());
        for (row, item) in arguments::items(items, "text", "boards")?.enumerate() {
            if row % ROWS_PER_BLOCK == 0 {
                // Other threads have their turn.
                py.detach(|| ());
                py.check_signals()?;
            }
            let item = item?;
            let read = if let Ok(text) = item.cast::<PyString>() {
                let text = text.to_cow();
                // As most boards are written. Without this, a list takes 1.6 times as long.
                if is_usual
                    && let Ok(text) = &text
                    && let Some(board) = SmallBoard::parse_plain(text.as_bytes(), self.shape)
                {
                    self.push(&board);
                    continue;
                }
                text.and_then(|text| self.read_text(&text))
            } else if let Ok(bytes) = item.cast::<PyBytes>() {
                self.read_text(&String::from_utf8_lossy(bytes.as_bytes()))
            } else if errors::is_missing(&item) {
                Err(PyValueError::new_err("expected a board, found a missing value"))
            } else {
                let shape = self.shape.map(Shape::from);
                boards::any_board(&item, shape, self.blank, self.role()).map(|(board, _)| board)
            };
            self.add(py, read, || format!("boards[{row}]"))?;
        }
        Ok(())
    }

    /// Adds the boards of a text in a layout of files, which is guessed as for the command.
    fn add_file(&mut self, py: Python<'py>, text: &[u8]) -> PyResult<()> {
        let size = self.shape.map(Shape::from);
        let blank = self.blank.filter(|blank| blank.0 != 0).map(|blank| blank.0.to_string());
        let reading = Reading::new(blank.as_deref(), false);
        let expected = Expected { size, reading, is_whole: true, ..Expected::default() };
        let (mut reader, mut block) = (BoardReader::new(text, expected), BoardBlock::default());
        let no_layout = |why| PyValueError::new_err(format!("text: {why}"));
        let mut lines = (1..).zip(text.split(|&byte| byte == b'\n'));
        while reader.read_boards(BYTES_PER_BLOCK, &mut block).map_err(no_layout)? {
            for board in block.boards() {
                // An empty line stands between boards.
                if board.text.trim_ascii().is_empty()
                    && let Some((_, line)) = lines.find(|&(line, _)| line == board.line)
                    && line.trim_ascii().is_empty()
                {
                    continue;
                }
                let read = board.checked().map_err(PyValueError::new_err);
                let read = read.and_then(|text| self.read_text(&String::from_utf8_lossy(text)));
                self.add(py, read, || format!("line {}", board.line))?;
            }
            // Other threads have their turn.
            py.detach(|| ());
            py.check_signals()?;
        }
        Ok(())
    }

    fn into_array(mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let cells = self.shape.unwrap_or_default().cells();
        self.cells.resize(self.rows * cells, 0);
        array(py, &self.cells)?.call_method1("reshape", (-1, cells))
    }
}

/// The boards of an array as text, as the command writes them: a list of str.
///
/// boards, size, blank: as for step.
#[pyfunction]
#[pyo3(signature = (boards, *, size=None, blank=None))]
pub fn format<'py>(
    boards: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Bound<'py, PyList>> {
    let given = GivenBoards { object: boards, blank, other: "" };
    let rows = Rows::new(given, size.as_ref().map(arguments::shape).transpose()?)?;
    let lines = PyList::empty(boards.py());
    let line = |_, board: &SmallBoard, texts: &mut Vec<String>| {
        texts.push(board.to_string());
        Ok(())
    };
    let goal = SmallBoard::goal(rows.shape).into();
    each_part(&rows, &goal, line, |texts| texts.iter().try_for_each(|text| lines.append(text)))?;
    Ok(lines)
}
