//! Moves in the words of those who use them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::puzzle::{MoveSet, Notation, UnknownName};
use tilebase::{Board, Move};

use crate::boards;

/// The notation with this name.
pub fn notation(name: &str) -> PyResult<Notation> {
    name.parse().map_err(|why: UnknownName| PyValueError::new_err(format!("notation: {why}")))
}

/// Moves from a board, all of which are legal.
pub fn written(notation: Notation, moves: &[Move], board: &Board) -> String {
    notation.format(moves, Some(board)).expect("legal moves of this board")
}

/// Legal moves of a board.
pub fn written_set(notation: Notation, moves: MoveSet, board: &Board) -> String {
    let mut text = Vec::new();
    notation.write_set(moves, Some(board), &mut text).expect("legal moves of this board");
    text.into_iter().map(char::from).collect()
}

/// A board, and those after each of some moves, with the moves as they are written.
fn follow<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<&Bound<'py, PyAny>>,
    notation: &str,
) -> PyResult<Vec<(Option<String>, Board)>> {
    let mut board = boards::board(board, size.map(boards::shape).transpose()?)?;
    let notation = self::notation(notation)?;
    let mut boards = vec![(None, board)];
    for mv in notation.read(moves.as_bytes(), Some(&board)) {
        let mv = mv.map_err(|why| PyValueError::new_err(why.to_string()))?;
        let move_written = written(notation, &[mv], &board);
        board = board.moved(mv).unwrap_or(board);
        boards.push((Some(move_written), board));
    }
    Ok(boards)
}

/// A move, if one led to a board, and the board's cells.
type Frame = (Option<String>, Vec<u32>);

/// The number of columns, and the boards along some moves, each with the move that led to it.
#[pyfunction]
#[pyo3(signature = (board, moves, *, size=None, notation="blank"))]
pub fn _along(
    board: &Bound<'_, PyAny>,
    moves: &str,
    size: Option<Bound<'_, PyAny>>,
    notation: &str,
) -> PyResult<(usize, Vec<Frame>)> {
    let along = follow(board, moves, size.as_ref(), notation)?;
    let cols = along[0].1.shape().cols();
    let cells = |board: Board| board.cells().iter().copied().map(u32::from).collect();
    Ok((cols, along.into_iter().map(|(mv, board)| (mv, cells(board))).collect()))
}

/// The board after some moves. Spaces between moves are ignored, and a number behind a letter
/// repeats it: "d2l" is "ddl".
///
/// notation: "blank" ("ddl": where the blank goes), "tile" ("U2R": where the tile goes) or "tiles"
///     ("5 8 7": the tile that slides).
///
/// Returns a board of the same kind: a str, with rows if the board has them, an array or list of
/// the same shape, or else a tuple.
///
/// Raises ValueError if a move is illegal or cannot be read. It says which one, and in which other
/// notation all moves would be legal.
#[pyfunction]
#[pyo3(signature = (board, moves, *, size=None, notation="blank"))]
pub fn apply<'py>(
    board: &Bound<'py, PyAny>,
    moves: &str,
    size: Option<Bound<'py, PyAny>>,
    notation: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let start = boards::board(board, size.as_ref().map(boards::shape).transpose()?)?;
    let mut moves = self::notation(notation)?.read(moves.as_bytes(), Some(&start));
    if let Some(Err(why)) = moves.find(Result::is_err) {
        return Err(PyValueError::new_err(why.to_string()));
    }
    boards::like(board, moves.board().copied().unwrap_or(start))
}
