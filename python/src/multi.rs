//! The class `MultiOracle`: the multi-tile metric.

use std::path::PathBuf;

use pyo3::prelude::*;
use tilebase::puzzle::Metric;

use crate::arguments;
use crate::ask::{OpenOracle, Settings};
use crate::encoding::Blank;
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
}
