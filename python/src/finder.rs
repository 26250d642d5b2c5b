//! The class `Finder`: boards of any size.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::limits::Interval;
use tilebase::oracle::Ask;
use tilebase::puzzle::{Class, Metric};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::{Board, Error, Oracle};

use crate::answer_arrays::WrittenBoards;
use crate::arguments::{self, Seed};
use crate::ask::{OpenOracle, Settings, answer_of, result};
use crate::encoding::{self, Blank};
use crate::errors::{exception, sample_exception};
use crate::goal::GoalArgument;
use crate::notation::written;
use crate::rows;
use crate::sample::BOARDS_PER_BLOCK;
use crate::tables;

/// Good solutions of boards of any size, with sides of 2 to 100, and how far they can be from
/// optimal.
///
/// Finder(goal=None, *, size=None, max_nodes=None, timeout=None, blank=None)
///
/// The arguments are those of Oracle. With neither max_nodes nor timeout, a search generates
/// 10,000,000 boards, which takes about a second. Boards that have a table are looked up. Every
/// board that can reach the goal has a solution, whatever the limit. It is proved to be optimal if
/// it is as short as the lower bound, which it is for boards near the goal.
#[derive(PartialEq, Hash)]
#[pyclass(frozen, eq, hash, module = "tilebase", name = "Finder")]
pub struct LargeFinder {
    source: OpenOracle,
}

/// What answers boards of a goal: its table, if there is one.
fn finder(goal: &Board) -> Result<Oracle, Error> {
    if goal.is_several() {
        return tables::of_folder(None).oracle(goal);
    }
    if Class::of(goal.shape(), Metric::Single)? == Class::Tabled {
        let oracle = tables::of_folder(None).oracle(goal)?;
        if oracle.table().is_some() {
            return Ok(oracle);
        }
    }
    Oracle::of_any_size(goal)
}

#[pymethods]
impl LargeFinder {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, max_nodes=None, timeout=None, blank=None))]
    fn from_python(
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::max_nodes)] max_nodes: Option<u64>,
        #[pyo3(from_py_with = arguments::timeout)] timeout: Option<f64>,
        blank: Option<Blank>,
    ) -> PyResult<LargeFinder> {
        let goal = GoalArgument::new(goal.as_ref(), size.as_ref(), blank)?.of_any_size()?;
        let oracle = finder(&goal).map_err(exception)?;
        let settings = Settings { max_nodes, timeout, blank, ..Settings::default() };
        Ok(LargeFinder { source: OpenOracle { oracle, settings } })
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
    #[pyo3(signature = (board, *, notation="blank", blank=None))]
    fn find<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        notation: &str,
        blank: Option<Blank>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, notation) = (board.py(), self.source.notation(notation)?);
        let find = move |oracle: &Oracle, board: &_| {
            let found = oracle.answer(board, Ask::SOLUTION)?.bounds();
            Ok(found.map(|Interval { at_least, best, generated, .. }| {
                let best = best.unwrap_or_default();
                (at_least, best.len(), written(notation, Metric::Single, &best, board), generated)
            }))
        };
        let found = self.source.ask(board, blank, "", find)?.flatten();
        found.map(|fields| result(py, "Found", fields)).transpose()
    }

    /// A lower bound on the distance, found without a search; None if the board cannot reach the
    /// goal. It is even if and only if the distance is.
    #[pyo3(signature = (board, *, blank=None))]
    fn lower_bound(&self, board: &Bound<'_, PyAny>, blank: Option<Blank>) -> PyResult<Option<u32>> {
        answer_of(self.source.oracle.lower_bound(&self.source.position(board, blank, "")?))
    }

    /// Random boards that can reach the goal, all equally likely: uint16 of shape (n, cells), one
    /// board per row, 0 for the blank, or the finder's number; int16 if that is negative.
    ///
    /// seed: any int of 64 bits, or any text; the command draws the same boards for it. Or a
    ///     numpy.random.Generator, which gives one [a different one each time].
    /// unsolvable: draw boards that cannot reach the goal.
    #[pyo3(signature = (n, *, seed=None, unsolvable=false))]
    fn sample<'py>(
        &self,
        py: Python<'py>,
        n: u64,
        seed: Option<Seed>,
        unsolvable: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let goal = self.source.oracle.goal();
        let population = if unsolvable { Population::Unsolvable } else { Population::Solvable };
        let request = Request { count: n, population, ..Request::default() };
        let sampler = Sampler::new(goal, request, Seed::or_new(seed));
        let mut sampler = sampler.map_err(sample_exception)?;
        let (cells, count) = (goal.shape().cells(), usize::try_from(n)?);
        let encoding = encoding::encoding(self.source.settings.blank, cells, || false)?;
        let mut out = WrittenBoards::new(py, &[count, cells], encoding, false)?;
        rows::in_parts(py, count, BOARDS_PER_BLOCK, |range| {
            let boards = py.detach(|| sampler.draw(range.len())).map_err(sample_exception)?;
            let cells: Vec<u32> = boards.iter().flat_map(Board::cells).collect();
            out.push(&cells)
        })?;
        // Its numbers are the same.
        let dtype = if encoding.blank < 0 { "int16" } else { "uint16" };
        out.finish().call_method1("view", (dtype,))
    }

    /// For pickle, which Spark and multiprocessing use.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        self.source.arguments(py)
    }

    fn __repr__(&self) -> String {
        self.source.shown("Finder")
    }
}
