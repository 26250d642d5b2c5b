//! The class `Finder`: boards of any size.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::oracle::{AnyOracle, Ask};
use tilebase::puzzle::Rectangle;
use tilebase::sample::Shuffled;
use tilebase::{Shape, any};

use crate::ask::{self, BestKnown, OpenOracle, result};
use crate::boards::{self, Seed};
use crate::errors::{board_exception, exception};
use crate::functions::array;
use crate::notation::{notation as named, written};

/// Good solutions of boards of any size, with sides of 2 to 100, and how far they can be from
/// optimal.
///
/// Finder(goal=None, *, size=None, limit=None, timeout=None)
///
/// The arguments are those of Oracle. With neither limit nor timeout, a search generates 10,000,000
/// boards, which takes about a second. Every board that can reach the goal has a solution, whatever
/// the limit. For boards of more than 25 cells there is no proof that a solution is optimal, unless
/// it is as short as the lower bound.
#[pyclass(frozen, module = "tilebase", name = "Finder")]
pub struct LargeFinder {
    source: OpenOracle,
}

#[pymethods]
impl LargeFinder {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, limit=None, timeout=None))]
    fn from_python(
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = boards::limit)] limit: Option<u64>,
        timeout: Option<f64>,
    ) -> PyResult<LargeFinder> {
        let timeout = ask::timeout(timeout)?;
        let (goal, size) = ask::goal_and_size(goal.as_ref(), size.as_ref())?;
        let goal = match goal {
            Some(goal) => boards::goal_of_any_size(goal, size)?,
            None => {
                let extent = size.unwrap_or(Shape::default().into());
                any::check(extent).map_err(|why| exception(&why.into()))?;
                Rectangle::goal(extent).map_err(|why| board_exception(&why))?
            }
        };
        let finder = any::Finder::new(&goal).map_err(|why| exception(&why))?;
        Ok(LargeFinder { source: OpenOracle::new(finder.into(), limit, timeout) })
    }

    /// The goal, as text in rows.
    #[getter]
    fn goal(&self) -> String {
        self.source.oracle.goal().to_string()
    }

    /// The shape, "RxC".
    #[getter]
    fn size(&self) -> String {
        self.source.size().to_string()
    }

    /// The best solution found of a board, as a Found. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn find<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        notation: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, notation) = (board.py(), named(notation)?);
        let find = move |oracle: &AnyOracle, board: &_| {
            let found = oracle.answer(board, Ask::SOLUTION)?;
            let found = found.map(|answer| (answer.way.unwrap_or_default(), answer.cost));
            let found = BestKnown::of(found);
            Ok(found.map(|BestKnown { at_least, best, generated }| {
                let best = best.unwrap_or_default();
                (at_least, best.len(), written(notation, best, board), generated)
            }))
        };
        let found = self.source.ask(board, &Arc::default(), find)?.flatten();
        found.map(|fields| result(py, "Found", fields)).transpose()
    }

    /// A lower bound on the distance, found without a search; None if the board cannot reach the
    /// goal. It is even if and only if the distance is.
    fn lower_bound(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.source.lower_bound(board)
    }

    /// Random boards that can reach the goal, all equally likely: uint16 of shape (n, cells), one
    /// board per row, 0 for the blank.
    ///
    /// seed: any int of 64 bits, or any text; above 25 cells the command draws the same boards for
    ///     it. Or a numpy.random.Generator, which gives one [a different one each time].
    /// unsolvable: draw boards that cannot reach the goal.
    #[pyo3(signature = (n, *, seed=None, unsolvable=false))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: Option<Seed>,
        unsolvable: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seed = Seed::or_new(seed);
        let goal = self.source.oracle.goal().rectangle();
        let drawn = Shuffled::new(&goal, seed);
        let mut drawn = if unsolvable { drawn.unsolvable() } else { drawn };
        array(py, goal.cells().len(), n, move |_, count, cells| {
            for board in drawn.by_ref().take(count as usize) {
                // There are at most 10,000 cells.
                cells.extend(board.cells().iter().map(|&cell| cell as u16));
            }
        })
    }

    /// For pickle, which Spark and multiprocessing use.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        self.source.arguments(py)
    }

    fn __repr__(&self) -> String {
        self.source.shown("Finder")
    }

    /// Whether another finder gives the same answers, within the same limits.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<LargeFinder>();
        other.is_ok_and(|other| self.source.identity() == other.get().source.identity())
    }

    fn __hash__(&self) -> u64 {
        self.source.hashed()
    }
}
