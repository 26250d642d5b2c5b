//! The class `Solutions`.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use tilebase::text::Notation;
use tilebase::{Board, oracle};

use crate::ask::OpenOracle;
use crate::errors::exception;
use crate::interrupt::StopFlag;
use crate::notation::written;

/// An iterator over all shortest solutions of a board.
#[pyclass(frozen, module = "tilebase", name = "Solutions")]
pub struct SolutionIterator {
    left: Mutex<Option<oracle::Solutions>>,
    oracle: Py<OpenOracle>,
    board: Board,
    notation: Notation,
    /// How many were given.
    given: AtomicU64,
    stop: Arc<StopFlag>,
}

impl SolutionIterator {
    /// All solutions that an oracle finds.
    pub fn new(
        oracle: &Bound<'_, OpenOracle>,
        board: Board,
        notation: &str,
    ) -> PyResult<SolutionIterator> {
        let (stop, source) = (Arc::default(), oracle.get());
        let notation = source.notation(notation)?;
        let left = source.ask_until(oracle.py(), &stop, board.clone(), |oracle, board| {
            oracle.solutions(board)
        })?;
        let (left, given) = (Mutex::new(left), AtomicU64::new(0));
        Ok(SolutionIterator { left, oracle: oracle.clone().unbind(), board, notation, given, stop })
    }
}

#[pymethods]
impl SolutionIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = py.detach(|| {
            let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
            let way = left.as_mut()?.next()?;
            self.given.fetch_add(1, Ordering::Relaxed);
            let metric = self.oracle.get().oracle.metric();
            Some(way.map(|moves| written(self.notation, metric, &moves, &self.board)))
        });
        let solution = next.transpose();
        solution.map_err(|why| self.stop.take().unwrap_or_else(|| exception(why)))
    }

    /// For pickle and copy. The solutions that were given are found again and skipped.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let resume = py.import("tilebase._results")?.getattr("resume")?;
        let (board, notation) = (self.board.to_string(), self.notation.to_string());
        let given = self.given.load(Ordering::Relaxed);
        Ok((resume, (&self.oracle, board, notation, given).into_pyobject(py)?.into_any()))
    }
}
