//! Functions of arrays of boards that need no oracle: moves, numbers, solvability and text.

use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use tilebase::puzzle::{self, Coordinates, MAX_NUMBERED_CELLS};
use tilebase::{Board, Move, Shape};

use crate::boards;
use crate::buffers::{Answer, Misfit, Numbers, Output, Rows, array};
use crate::errors::{board_exception, row_exception};
use crate::oracle;

/// The number of rows between two looks at whether to stop.
const ROWS_PER_BLOCK: usize = 4096;

/// The parts of an array, one after another. Between them, a signal may end the call.
fn in_parts(
    py: Python<'_>,
    count: usize,
    mut each: impl FnMut(Range<usize>) -> PyResult<()>,
) -> PyResult<()> {
    for first in (0..count).step_by(ROWS_PER_BLOCK) {
        each(first..count.min(first + ROWS_PER_BLOCK))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Reads all rows as boards.
fn each_board(rows: &Rows<'_>, mut each: impl FnMut(usize, Board) -> PyResult<()>) -> PyResult<()> {
    let (shape, mut copy) = (rows.shape(), Vec::new());
    in_parts(rows.py(), rows.count(), |range| {
        rows.read(range.clone(), &mut copy)?;
        for (row, cells) in range.zip(copy.chunks_exact(shape.cells())) {
            let board = Board::new(shape, cells).map_err(|why| row_exception(row, &why.into()))?;
            each(row, board)?;
        }
        Ok(())
    })
}

/// Answers all rows, and writes the answers a part at a time to an array with these dimensions.
fn answers<'py, A: Answer>(
    rows: &Rows<'py>,
    dims: &[usize],
    mut answer: impl FnMut(usize, Board, &mut Vec<A>) -> PyResult<()>,
) -> PyResult<Bound<'py, PyAny>> {
    let dims: Vec<u64> = dims.iter().map(|&length| length as u64).collect();
    let out = Output::new(rows.py(), &dims)?;
    let (mut answers, mut written) = (Vec::new(), 0);
    each_board(rows, |row, board| {
        answer(row, board, &mut answers)?;
        if (row + 1) % ROWS_PER_BLOCK == 0 || row + 1 == rows.count() {
            out.write(written, &answers)?;
            written += answers.len();
            answers.clear();
        }
        Ok(())
    })?;
    Ok(out.finish())
}

/// The goal for rows: the one given, or that of their shape.
fn goal_of<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<&Bound<'py, PyAny>>,
    size: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Rows<'py>, Board)> {
    if goal.is_some() {
        let goal = oracle::goal(goal, size)?;
        return Ok((Rows::new(boards, goal.shape())?, goal));
    }
    let rows = Rows::of_any_shape(boards, size.map(boards::shape).transpose()?)?;
    let goal = Board::goal(rows.shape());
    Ok((rows, goal))
}

/// The boards after one move each: uint8, of the same shape as boards.
///
/// boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank.
/// actions: an array of n integers, which say where the blank goes: 0 d, 1 l, 2 r, 3 u. A move that
///     would leave the board changes nothing.
/// size: the shape, "RxC" or (rows, cols) [the rows and columns of the array, else a square].
#[pyfunction]
#[pyo3(signature = (boards, actions, *, size=None))]
pub fn step<'py>(
    boards: &Bound<'py, PyAny>,
    actions: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = Rows::of_any_shape(boards, size.as_ref().map(boards::shape).transpose()?)?;
    let actions = Numbers::new(actions, "actions")?;
    if actions.dims() != [rows.count()] {
        return Err(actions.wrong_shape(&format!("({},)", rows.count())));
    }
    let mut moves = Vec::<u8>::new();
    let no_move = |row: usize, found: &dyn ToString| {
        PyValueError::new_err(format!(
            "actions[{row}]: expected 0 (down), 1 (left), 2 (right) or 3 (up), found {}",
            found.to_string()
        ))
    };
    answers(&rows, rows.dims(), |row, board, after| {
        if row % ROWS_PER_BLOCK == 0 {
            let end = rows.count().min(row + ROWS_PER_BLOCK);
            actions
                .read(row..end, &mut moves)?
                .map_err(|Misfit { place, found }| no_move(place, &found))?;
        }
        let action = moves[row % ROWS_PER_BLOCK];
        let mv = Move::ALL.get(usize::from(action)).ok_or_else(|| no_move(row, &action))?;
        after.extend_from_slice(board.moved(*mv).unwrap_or(board).cells());
        Ok(())
    })
}

/// Refuses shapes whose boards have no numbers.
fn numbered(shape: Shape) -> PyResult<()> {
    if shape.cells() <= MAX_NUMBERED_CELLS {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "shape {shape}: expected at most {MAX_NUMBERED_CELLS} cells, so that boards have numbers"
    )))
}

/// The index of each board among those that can reach the goal: uint64 of shape (n,), as in
/// `tilebase rank`. Row i of `all_boards` has the index i.
///
/// goal: the board to reach [the tiles in order, the blank in the last cell].
/// boards, size: as for step.
///
/// Raises ValueError for a board that cannot reach the goal.
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, size=None))]
pub fn rank<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<Bound<'py, PyAny>>,
    size: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, goal) = goal_of(boards, goal.as_ref(), size.as_ref())?;
    numbered(goal.shape())?;
    answers(&rows, &[rows.count()], |row, board, ranks: &mut Vec<u64>| {
        if let Err(why) = puzzle::solvable(&board, &goal) {
            return Err(PyValueError::new_err(format!("boards[{row}]: {why}")));
        }
        ranks.push(Coordinates::index_to_goal(&goal, &board));
        Ok(())
    })
}

/// The boards with these indices: uint8 of shape (n, cells). The inverse of rank.
///
/// indices: an array of n integers.
/// size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
/// goal: the board to reach [the tiles in order, the blank in the last cell].
#[pyfunction]
#[pyo3(signature = (indices, size=None, *, goal=None))]
pub fn unrank<'py>(
    indices: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
    goal: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let goal = oracle::goal(goal.as_ref(), size.as_ref())?;
    let (py, shape) = (indices.py(), goal.shape());
    numbered(shape)?;
    let indices = Numbers::new(indices, "indices")?;
    let &[count] = indices.dims() else { return Err(indices.wrong_shape("(n,)")) };
    let out = Output::<u8>::new(py, &[count as u64, shape.cells() as u64])?;
    let no_board = |row: usize, found: &dyn ToString| {
        PyValueError::new_err(format!(
            "indices[{row}]: expected 0 to {} for {shape}, found {}",
            shape.states() - 1,
            found.to_string()
        ))
    };
    let (mut copy, mut cells) = (Vec::<u64>::new(), Vec::new());
    in_parts(py, count, |range| {
        indices
            .read(range.clone(), &mut copy)?
            .map_err(|Misfit { place, found }| no_board(place, &found))?;
        cells.clear();
        for (row, &index) in range.clone().zip(&copy) {
            let board = Coordinates::board_of_goal(&goal, index);
            cells.extend_from_slice(board.ok_or_else(|| no_board(row, &index))?.cells());
        }
        out.write(range.start * shape.cells(), &cells)
    })?;
    Ok(out.finish())
}

/// Whether each board can reach the goal: bool of shape (n,).
///
/// boards, goal, size: as for rank.
#[pyfunction]
#[pyo3(signature = (boards, goal=None, *, size=None))]
pub fn solvable<'py>(
    boards: &Bound<'py, PyAny>,
    goal: Option<Bound<'py, PyAny>>,
    size: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (rows, goal) = goal_of(boards, goal.as_ref(), size.as_ref())?;
    let solvable = answers(&rows, &[rows.count()], |_, board, bytes| {
        bytes.push(u8::from(puzzle::solvable(&board, &goal).is_ok()));
        Ok(())
    })?;
    solvable.call_method1("view", ("bool",))
}

/// An array of the boards in a text: uint8 of shape (n, cells).
///
/// text: a str or bytes with one board per line, or an iterable of them, in any form that the
///     command reads.
/// size: the shape, "RxC" or (rows, cols) [that of the first board].
///
/// Raises ValueError for a line that is not a board.
#[pyfunction]
#[pyo3(signature = (text, size=None))]
pub fn parse<'py>(
    text: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let mut shape: Option<Shape> = size.as_ref().map(boards::shape).transpose()?;
    let split;
    let lines = if text.is_instance_of::<PyString>() || text.is_instance_of::<PyBytes>() {
        split = text.call_method0("splitlines")?;
        &split
    } else {
        text
    };
    let (mut cells, mut count) = (Vec::new(), 0);
    for line in boards::items(lines, "text", "str or bytes")? {
        let line = line?;
        let board = match line.cast::<PyBytes>() {
            Ok(bytes) => Board::parse(bytes.as_bytes(), shape),
            Err(_) => Board::parse(boards::text(&line, "boards", count)?.as_bytes(), shape),
        };
        let board = board.map_err(|why| {
            PyValueError::new_err(format!("boards[{count}]: {}", board_exception(&why).value(py)))
        })?;
        shape = Some(board.shape());
        cells.extend_from_slice(board.cells());
        count += 1;
        if count % ROWS_PER_BLOCK == 0 {
            py.check_signals()?;
        }
    }
    array(py, &cells)?.call_method1("reshape", (count, shape.unwrap_or_default().cells()))
}

/// The boards of an array as text, as the command writes them: a list of str.
///
/// boards, size: as for step.
#[pyfunction]
#[pyo3(signature = (boards, *, size=None))]
pub fn format<'py>(
    boards: &Bound<'py, PyAny>,
    size: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let rows = Rows::of_any_shape(boards, size.as_ref().map(boards::shape).transpose()?)?;
    let lines = PyList::empty(boards.py());
    each_board(&rows, |_, board| lines.append(board.to_string()))?;
    Ok(lines)
}
