//! Functions of arrays of boards that need no oracle: moves, numbers, solvability and text.

use std::ops::Range;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use tilebase::puzzle::{self, Coordinates, Shape, SmallBoard, SmallShape, Unsolvable};
use tilebase::text::{BoardBlock, BoardReader, Expected};
use tilebase::{Board, Error};

use crate::answer_arrays::{AnswerArray, AnswerElement, WrittenBoards, array};
use crate::arguments;
use crate::boards::{self, GivenBoards};
use crate::buffers::{Numbers, Rows};
use crate::encoding::{self, Blank};
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
/// the board, and adds the answer to the others of its part, which `write` receives.
fn each_part<A: Send>(
    rows: &Rows<'_>,
    answer: impl Fn(usize, &SmallBoard, &mut Vec<A>) -> Result<(), Unsolvable> + Sync,
    mut write: impl FnMut(&[A]) -> PyResult<()>,
) -> PyResult<()> {
    let (py, shape, mut copy, mut answers) = (rows.py(), rows.shape(), Vec::new(), Vec::new());
    in_parts(py, rows.count(), ROWS_PER_BLOCK, |range| {
        rows.read(range.clone(), &mut copy)?;
        answers.clear();
        let boards = copy.chunks_exact(shape.cells());
        let done = py.detach(|| {
            range.zip(boards).try_for_each(|(row, cells)| match &SmallBoard::new(shape, cells) {
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
    answer: impl Fn(&SmallBoard) -> Result<A, Unsolvable> + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let mut out = AnswerArray::new(rows.py(), &[rows.count()])?;
    let add = |_, board: &SmallBoard, answers: &mut Vec<A>| {
        answer(board).map(|found| answers.push(found))
    };
    each_part(rows, add, |answers| out.push(answers))?;
    Ok(out.finish())
}

/// The goal for rows: the one given, or that of their shape.
fn goal_of<'py>(
    boards: GivenBoards<'_, 'py>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Rows<'py>, SmallBoard)> {
    let goal = GoalArgument::new(goal, size, boards.blank)?;
    let rows = Rows::new(boards, goal.size()?.map(arguments::shape_of).transpose()?)?;
    let goal = goal.of_size(rows.shape().into())?;
    Ok((rows, boards::small(goal)?))
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
    let numbers = Numbers::new(moves, "moves", "")?;
    if numbers.dims() != [rows.count()] {
        return Err(numbers.wrong_shape(&format!("({},)", rows.count())));
    }
    let order = [0, 1, 2, 3].map(|number| Actions::of(actions, number));
    let read = |number| *order.get(usize::try_from(number).ok()?)?;
    let moves = numbers
        .read(0..rows.count(), read, |row, found| Actions::no_move(actions, "moves", row, found))?;
    let mut out = WrittenBoards::new(rows.py(), rows.dims(), rows.encoding, true)?;
    let step = |row: usize, board: &SmallBoard, after: &mut Vec<u8>| {
        let next = board.moved(moves[row]);
        after.extend_from_slice(next.as_ref().unwrap_or(board).cells());
        Ok(())
    };
    each_part(&rows, step, |cells| out.push(cells))?;
    Ok(out.finish())
}

/// Refuses shapes whose boards have no numbers.
pub fn numbered(shape: SmallShape) -> PyResult<()> {
    shape.expect_numbered().map_err(exception)
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
    numbered(goal.shape())?;
    answers(&rows, |board| {
        puzzle::solvable(board, &goal)?;
        Ok(Coordinates::index_to_goal(&goal, board))
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
    numbered(shape)?;
    let indices = Numbers::new(indices, "indices", "")?;
    let &[count] = indices.dims() else { return Err(indices.wrong_shape("(n,)")) };
    let index = |number| u64::try_from(number).ok().filter(|&index| index < shape.states());
    let indices = indices.read(0..count, index, |row, found| {
        PyValueError::new_err(format!(
            "indices[{row}]: expected 0 to {} for {shape}, found {found}",
            shape.states() - 1
        ))
    })?;
    boards_of(py, goal, blank, count, |row| indices[row])
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
    let encoding = encoding::encoding(blank, cells, || false)?;
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
    Ok(out.finish())
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
    let solvable = |board: &SmallBoard| Ok(u8::from(puzzle::solvable(board, &goal).is_ok()));
    answers(&rows, solvable)?.call_method1("view", ("bool",))
}

/// An array of the boards in a text: uint8 of shape (n, cells).
///
/// text: a str or bytes in any layout of files that the command reads, such as lines, grids, CSV
///     or JSON lines; the pathlib.Path of such a file; or an iterable of boards as str or bytes,
///     such as a column of pandas, Polars or Arrow.
/// size: the shape, "RxC" or (rows, cols) [that of the first board].
///
/// Raises ValueError for what is not a board, and says in which line or item.
#[pyfunction]
#[pyo3(signature = (text, size=None))]
pub fn parse<'py>(
    text: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let shape = size.as_ref().map(arguments::shape).transpose()?;
    let mut parsed = ParsedBoards { cells: Vec::new(), shape };
    let read = text.getattr_opt("read_bytes")?.map(|read| read.call0()).transpose()?;
    let text = read.as_ref().unwrap_or(text);
    if let Ok(text) = text.cast::<PyString>() {
        parsed.add_file(py, text.to_cow()?.as_bytes())?;
        return parsed.into_array(py);
    }
    if let Ok(text) = text.cast::<PyBytes>() {
        parsed.add_file(py, text.as_bytes())?;
        return parsed.into_array(py);
    }
    for (row, line) in arguments::items(text, "text", "str or bytes")?.enumerate() {
        let (line, place) = (line?, || format!("boards[{row}]"));
        let text = line.cast::<PyString>().map(PyStringMethods::to_cow);
        match (text, line.cast::<PyBytes>()) {
            (Ok(text), _) => parsed.add(py, text?.as_bytes(), place)?,
            (_, Ok(bytes)) => parsed.add(py, bytes.as_bytes(), place)?,
            _ => {
                let found = errors::kind(&line);
                return Err(PyTypeError::new_err(format!(
                    "{}: expected a str, found {found}",
                    place()
                )));
            }
        }
        if row % ROWS_PER_BLOCK == 0 {
            // Other threads have their turn.
            py.detach(|| ());
            py.check_signals()?;
        }
    }
    parsed.into_array(py)
}

/// Boards that were read from text, all of which have one shape.
struct ParsedBoards {
    cells: Vec<u8>,
    /// The shape, once it is known.
    shape: Option<SmallShape>,
}

impl ParsedBoards {
    /// Adds a board. `place` is for the error.
    fn add(&mut self, py: Python<'_>, text: &[u8], place: impl Fn() -> String) -> PyResult<()> {
        let read = Board::parse(text, self.shape.map(Shape::from)).map_err(exception);
        let board =
            read.and_then(boards::small).map_err(|why| errors::within(py, &place(), why))?;
        self.shape = Some(board.shape());
        self.cells.extend_from_slice(board.cells());
        Ok(())
    }

    /// Adds the boards of a text in a layout of files, which is guessed as for the command.
    fn add_file(&mut self, py: Python<'_>, text: &[u8]) -> PyResult<()> {
        let size = self.shape.map(Shape::from);
        let expected = Expected { size, ..Expected::default() };
        let (mut reader, mut block) = (BoardReader::new(text, expected), BoardBlock::default());
        let no_layout = |why| PyValueError::new_err(format!("text: {why}"));
        while reader.read_boards(BYTES_PER_BLOCK, &mut block).map_err(no_layout)? {
            for board in block.boards() {
                let place = || format!("line {}", board.line);
                let no_board = |why| errors::within(py, &place(), PyValueError::new_err(why));
                self.add(py, board.checked().map_err(no_board)?, place)?;
            }
            // Other threads have their turn.
            py.detach(|| ());
            py.check_signals()?;
        }
        Ok(())
    }

    fn into_array(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        let cells = self.shape.unwrap_or_default().cells();
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
    each_part(&rows, line, |texts| texts.iter().try_for_each(|text| lines.append(text)))?;
    Ok(lines)
}
