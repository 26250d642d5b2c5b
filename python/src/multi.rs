//! The class `MultiOracle`: the multi-tile metric.

use std::path::PathBuf;

use pyo3::prelude::*;
use tilebase::puzzle::Metric;

use crate::arguments;
use crate::ask::{OpenOracle, Settings};
use crate::encoding::Blank;
use crate::notation::{Actions, written_set};
use crate::oracle::BaseOracle;

/// Optimal answers for one goal in the multi-tile metric, where one move slides any number of tiles
/// of a row or column, as in most games.
///
/// MultiOracle(goal=None, *, size=None, data=None, table=None, max_nodes=None, timeout=None,
///     progress=None, blank=None)
///
/// The arguments are those of Oracle. Boards of up to twelve cells are looked up; the tables of up
/// to nine cells are in the package. Those of 13 to 16 cells are searched for.
///
/// A move is a letter and a number of cells: "d2l" are two moves. In the notation "tiles" it is the
/// number of the tile that a player clicks, the farthest that slides.
#[pyclass(frozen, extends = BaseOracle, module = "tilebase")]
pub struct MultiOracle;

#[pymethods]
impl MultiOracle {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, data=None, table=None, max_nodes=None, timeout=None,
                        progress=None, blank=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn from_python(
        py: Python<'_>,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::data)] data: Option<PathBuf>,
        table: Option<PathBuf>,
        #[pyo3(from_py_with = arguments::max_nodes)] max_nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::timeout)] timeout: Option<f64>,
        #[pyo3(from_py_with = arguments::progress)] progress: Option<Py<PyAny>>,
        blank: Option<Blank>,
    ) -> PyResult<PyClassInitializer<MultiOracle>> {
        let settings = Settings { max_nodes, timeout, progress, data, table, blank };
        let source = OpenOracle::open(py, Metric::Multi, goal, size, settings)?;
        Ok(PyClassInitializer::from(BaseOracle { source }).add_subclass(MultiOracle))
    }

    /// A list of the optimal moves, in order: "d", "l2". Empty at the goal, None if the board
    /// cannot reach it.
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn optimal_moves(
        this: PyRef<'_, Self>,
        board: &Bound<'_, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<Vec<String>>> {
        let notation = this.as_super().source.notation(notation)?;
        this.as_super().source.ask(board, blank, "move_distances", move |oracle, board| {
            let optimal = oracle.optimal_moves(board)?;
            Ok(optimal.iter().map(|mv| written_set(notation, mv, board)).collect())
        })
    }

    /// The distance after each move: uint8 of shape (n, 4, k) for the moves d, l, r and u of 1 to k
    /// cells, where k is the longest: 2 on 3x3. 255 for a move that would leave the board, and for
    /// boards that cannot reach the goal or whose search a limit ended. A move is optimal if it
    /// leads to a lower distance than the board's.
    ///
    /// The arguments are those of Oracle.move_distances.
    #[pyo3(signature = (boards, *, threads=None, blank=None, actions=None))]
    fn move_distances<'py>(
        this: PyRef<'_, Self>,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
        blank: Option<Blank>,
        actions: Option<Actions>,
    ) -> PyResult<Bound<'py, PyAny>> {
        this.as_super().question(boards, blank, threads, "legal")?.move_distances(actions)
    }
}
