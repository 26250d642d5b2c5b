//! The class `MultiOracle`: the multi-tile metric.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::multi;
use tilebase::puzzle::{MultiMove, MultiMoves, Notation};
use tilebase::{Board, Error, Limits, Table};

use crate::ask;
use crate::boards;
use crate::errors::exception;
use crate::notation::notation as named;

/// Optimal answers for one goal in the multi-tile metric, where one move slides any number of tiles
/// of a row or column, as in most games.
///
/// MultiOracle(goal=None, *, size=None, data=None, table=None, limit=None, timeout=None)
///
/// The arguments are those of Oracle. Boards of up to twelve cells are looked up; the tables of up
/// to nine cells are in the package. Those of 13 to 16 cells are searched for.
///
/// A move is a letter and a number of cells: "d2l" are two moves. In the notation "tiles" it is the
/// number of the tile that a player clicks, the farthest that slides.
#[pyclass(frozen, module = "tilebase", name = "MultiOracle")]
pub struct MultiOracle {
    oracle: multi::Oracle,
    limits: Limits,
}

/// Moves from a board, all of which are legal.
fn written(notation: Notation, moves: &[MultiMove], board: &Board) -> String {
    let moves: MultiMoves = moves.iter().copied().collect();
    moves.format(notation, Some(board)).expect("legal moves of this board")
}

impl MultiOracle {
    /// Asks about a board, without the GIL. `None` if it cannot reach the goal.
    fn ask<A: Send>(
        &self,
        board: &Bound<'_, PyAny>,
        question: impl FnOnce(&multi::Oracle, &Board) -> Result<A, Error> + Send,
    ) -> PyResult<Option<A>> {
        let (py, shape) = (board.py(), self.oracle.goal().shape());
        let board = boards::board(board, Some(shape))?;
        // Ctrl-C ends a search.
        let signal: Arc<Mutex<Option<PyErr>>> = Arc::default();
        let caught = Arc::clone(&signal);
        let limits = self.limits.clone().progress(move |_| {
            let checked = Python::attach(|py| {
                py.check_signals()?;
                PyResult::Ok(())
            });
            let Err(error) = checked else { return ControlFlow::Continue(()) };
            *caught.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            ControlFlow::Break(())
        });
        let oracle = self.oracle.clone().limited(limits);
        let answer = py.detach(|| question(&oracle, &board));
        if let Some(error) = signal.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        ask::answer_of(answer)
    }
}

#[pymethods]
impl MultiOracle {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, data=None, table=None, limit=None, timeout=None))]
    fn from_python(
        py: Python<'_>,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        data: Option<PathBuf>,
        table: Option<PathBuf>,
        #[pyo3(from_py_with = boards::limit)] limit: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<MultiOracle> {
        let mut limits = Limits::default();
        if let Some(limit) = limit {
            limits = limits.boards(limit);
        }
        if let Some(seconds) = timeout {
            let timeout = Duration::try_from_secs_f64(seconds);
            limits = limits.timeout(timeout.map_err(|_| {
                let text = format!("timeout: expected seconds from 0, found {seconds}");
                pyo3::exceptions::PyValueError::new_err(text)
            })?);
        }
        let goal = ask::goal(goal.as_ref(), size.as_ref())?;
        let tables = ask::tables(data.as_ref());
        let opened = py.detach(|| match &table {
            Some(table) => multi::Oracle::new(Table::open(table)?, &goal),
            None => tables.multi_oracle(&goal),
        });
        Ok(MultiOracle { oracle: opened.map_err(|why| exception(&why))?, limits })
    }

    /// The goal, as text.
    #[getter]
    fn goal(&self) -> String {
        self.oracle.goal().to_string()
    }

    /// The number of boards at distance 0, 1, 2, ...; None if it is not known.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self.oracle.counts()
    }

    /// The least number of moves to the goal; None if the board cannot reach it.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.ask(board, multi::Oracle::distance)
    }

    /// The canonical solution: of the shortest ones, the first under d < l < r < u, then fewer cells
    /// first. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solution(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        let notation = named(notation)?;
        self.ask(board, |oracle, board| Ok(written(notation, &oracle.solution(board)?, board)))
    }

    /// A list of the optimal moves, in order: "d", "l2". Empty at the goal, None if the board cannot
    /// reach it.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn optimal_moves(
        &self,
        board: &Bound<'_, PyAny>,
        notation: &str,
    ) -> PyResult<Option<Vec<String>>> {
        let notation = named(notation)?;
        self.ask(board, |oracle, board| {
            let moves = oracle.optimal_moves(board)?.into_iter();
            Ok(moves.map(|mv| written(notation, &[mv], board)).collect())
        })
    }

    /// The distance after each legal move, best moves first: {"d2": 13, "l": 14}. None if the board
    /// cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn legal<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        notation: &str,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let notation = named(notation)?;
        let moves = self.ask(board, |oracle, board| {
            let moves = oracle.legal_moves(board)?.into_iter();
            let written = moves.map(|(mv, after)| (written(notation, &[mv], board), after));
            Ok(written.collect::<Vec<_>>())
        })?;
        let Some(moves) = moves else { return Ok(None) };
        let legal = PyDict::new(py);
        for (mv, distance) in moves {
            legal.set_item(mv, distance)?;
        }
        Ok(Some(legal))
    }

    /// The number of shortest solutions; None if the board cannot reach the goal.
    fn count_solutions(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u128>> {
        self.ask(board, multi::Oracle::count_solutions)
    }

    fn __repr__(&self) -> String {
        format!("MultiOracle({:?})", self.goal())
    }
}
