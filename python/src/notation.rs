//! Moves in the words of those who use them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::puzzle::{MoveSet, Notation, UnknownName};
use tilebase::{Board, Move};

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
