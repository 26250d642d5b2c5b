//! Drawings of boards, as text and for notebooks.

use std::fmt::Write as _;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::Board;
use tilebase::puzzle::Notation;

use crate::boards;
use crate::notation::{notation as named, written};

/// A drawing of a board, or of the boards along some moves. `print` shows it as text, and a
/// notebook as tables.
#[pyclass(frozen, module = "tilebase")]
pub struct Drawing {
    /// The boards, each with the move that led to it.
    boards: Vec<(Option<String>, Board)>,
    moves: String,
    notation: Notation,
}

/// Draws a board, and again after each of some moves.
///
/// moves: from the board, all of them legal, such as a solution.
/// notation: how the moves are written: "blank", "tile" or "tiles".
/// size: the shape, "RxC" or (rows, cols), for boards that do not show their rows.
#[pyfunction]
#[pyo3(signature = (board, moves="", *, size=None, notation="blank"))]
pub fn draw(
    board: &Bound<'_, PyAny>,
    moves: &str,
    size: Option<Bound<'_, PyAny>>,
    notation: &str,
) -> PyResult<Drawing> {
    Drawing::new(board, moves, size, notation)
}

#[pymethods]
impl Drawing {
    #[new]
    #[pyo3(signature = (board, moves="", *, size=None, notation="blank"))]
    fn new(
        board: &Bound<'_, PyAny>,
        moves: &str,
        size: Option<Bound<'_, PyAny>>,
        notation: &str,
    ) -> PyResult<Drawing> {
        let shape = size.as_ref().map(boards::shape).transpose()?;
        let (mut board, notation) = (boards::board(board, shape)?, named(notation)?);
        let mut boards = vec![(None, board)];
        for mv in notation.read(moves.as_bytes(), Some(&board)) {
            let mv = mv.map_err(|why| PyValueError::new_err(why.to_string()))?;
            let letter = written(notation, &[mv], &board);
            board = board.moved(mv).unwrap_or(board);
            boards.push((Some(letter), board));
        }
        Ok(Drawing { boards, moves: moves.to_owned(), notation })
    }

    /// For pickle and copy.
    fn __getnewargs_ex__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<((String, &str), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        let board = self.boards[0].1;
        named.set_item("size", board.shape().to_string())?;
        named.set_item("notation", self.notation.to_string())?;
        Ok(((board.to_string(), &self.moves), named))
    }

    fn __repr__(&self) -> String {
        let moves = self.boards.len() - 1;
        let drawn = (0..).zip(&self.boards).map(|(number, (mv, board))| match mv {
            Some(mv) => format!("{number}/{moves}: {mv}\n{board:#}"),
            None => format!("{board:#}"),
        });
        drawn.collect::<Vec<_>>().join("\n\n")
    }

    /// The drawing as tables, which notebooks show.
    fn _repr_html_(&self) -> String {
        let mut html = "<div style=\"display: flex; flex-wrap: wrap; gap: 1em\">".to_owned();
        for (mv, board) in &self.boards {
            html += "<table style=\"border-collapse: collapse; text-align: center\">";
            if let Some(mv) = mv {
                // Writing to a string cannot fail.
                let _ = write!(html, "<caption>{mv}</caption>");
            }
            for row in board.cells().chunks(board.shape().cols()) {
                html += "<tr>";
                for &tile in row {
                    let tile = if tile == 0 { String::new() } else { tile.to_string() };
                    let _ = write!(
                        html,
                        "<td style=\"border: 1px solid; width: 2em; height: 2em; \
                         text-align: center\">{tile}</td>"
                    );
                }
                html += "</tr>";
            }
            html += "</table>";
        }
        html + "</div>"
    }
}
