//! The class `MultiOracle`: the multi-tile metric.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::limits::Progress;
use tilebase::multi;
use tilebase::oracle::Outcome;
use tilebase::puzzle::{MultiMove, Notation, Slide as _};
use tilebase::{Board, Error, Limits};

use crate::ask;
use crate::boards;
use crate::buffers::{Output, Rows, array};
use crate::errors::{exception, row_exception};
use crate::interrupt::{self, Work};
use crate::notation::notation as named;

/// The number of rows answered at once: by tables, and by searches for each thread. Between them is
/// a look at signals.
const LOOKED_UP: usize = 1 << 17;
const SEARCHED: usize = 16;

/// With a table so few rows need no second thread.
const FEW: usize = 1 << 12;

/// The distance of a row that has no answer.
const NONE: u8 = 255;

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
    limits: (Option<u64>, Option<f64>),
    data: Option<PathBuf>,
    table: Option<PathBuf>,
}

/// Moves from a board, all of which are legal.
fn written(notation: Notation, moves: &[MultiMove], board: &Board) -> String {
    MultiMove::write(moves, notation, board).expect("legal moves of this board")
}

impl MultiOracle {
    /// Asks about a board. `None` if it cannot reach the goal.
    fn ask<A: Send + 'static>(
        &self,
        board: &Bound<'_, PyAny>,
        question: impl FnOnce(&multi::Oracle, &Board) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        let (py, shape) = (board.py(), self.oracle.goal().shape());
        let board = boards::board(board, Some(shape))?;
        ask::answer_of(self.within(py, move |oracle| question(oracle, &board))?)
    }

    /// Works with the oracle within the limits, without the GIL. Ctrl-C ends a search.
    fn within<A: Send + 'static>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&multi::Oracle) -> A + Send + 'static,
    ) -> PyResult<A> {
        if !self.oracle.is_searching() {
            return Ok(py.detach(|| work(&self.oracle)));
        }
        let (oracle, (limit, timeout)) = (self.oracle.clone(), self.limits);
        let limits = ask::limits(Limits::default(), limit, timeout);
        let search =
            move |told: &Work<Progress>| work(&oracle.limited(told.limits(limits, |_| None)));
        interrupt::run(py, &Arc::default(), search, |_| Ok(()))
    }

    /// Asks about the rows of an array. `write` receives the boards of a block with their answers,
    /// and the number of the first.
    fn ask_rows<A: Send + 'static>(
        &self,
        rows: &Rows<'_>,
        threads: Option<u64>,
        question: fn(&multi::Oracle, &Board) -> Result<A, Error>,
        mut write: impl FnMut(usize, Vec<(Board, Outcome<A>)>) -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, shape) = (rows.py(), rows.shape());
        let is_quick = threads.is_none() && !self.oracle.is_searching() && rows.count() <= FEW;
        let threads = if is_quick { 1 } else { ask::threads(threads) };
        let at_once = if self.oracle.is_searching() { threads * SEARCHED } else { LOOKED_UP };
        let mut copy = Vec::new();
        for first in (0..rows.count()).step_by(at_once) {
            rows.read(first..rows.count().min(first + at_once), &mut copy)?;
            let boards = copy.chunks_exact(shape.cells()).enumerate();
            let boards = boards.map(|(row, cells)| {
                Board::new(shape, cells).map_err(|why| row_exception(first + row, &why.into()))
            });
            let boards: Vec<Board> = boards.collect::<PyResult<_>>()?;
            let answers = self.within(py, move |oracle| {
                let answers = oracle.many(&boards, threads, question);
                answers.map(|answers| boards.into_iter().zip(answers).collect())
            })?;
            write(first, answers.map_err(|why| row_exception(first + why.index, &why.error))?)?;
            py.check_signals()?;
        }
        Ok(())
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
        let limits = (limit, ask::timeout(timeout)?);
        let goal = ask::goal(goal.as_ref(), size.as_ref())?;
        let tables = ask::tables(data.as_ref());
        let opened = py.detach(|| ask::open_multi(&goal, &tables, table.as_ref()));
        Ok(MultiOracle { oracle: opened.map_err(|why| exception(&why))?, limits, data, table })
    }

    /// The goal, as text.
    #[getter]
    fn goal(&self) -> String {
        self.oracle.goal().to_string()
    }

    /// The shape, "RxC".
    #[getter]
    fn size(&self) -> String {
        self.oracle.goal().shape().to_string()
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
        self.ask(board, move |oracle, board| Ok(written(notation, &oracle.solution(board)?, board)))
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
        self.ask(board, move |oracle, board| {
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
        let moves = self.ask(board, move |oracle, board| {
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

    /// The distances of many boards: uint8 of shape (n,). 255 means that the board cannot reach the
    /// goal, or that a limit ended its search.
    ///
    /// The arguments are those of Oracle.distances.
    #[pyo3(signature = (boards, out=None, *, threads=None))]
    fn distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = Rows::new(boards, self.oracle.goal().shape())?;
        let out = Output::of_rows(out, &rows)?;
        self.ask_rows(&rows, threads, multi::Oracle::distance, |first, found| {
            let byte = |distance| u8::try_from(distance).unwrap_or(NONE);
            let found = found.into_iter().map(|(_, distance)| distance.known().map_or(NONE, byte));
            out.write(first, &found.collect::<Vec<_>>())
        })?;
        Ok(out.finish())
    }

    /// The canonical solutions of many boards: (letters, offsets), as from Oracle.solutions_array.
    /// A move is a letter and a number of cells, if there are several.
    ///
    /// The arguments are those of Oracle.solutions_array.
    #[pyo3(signature = (boards, *, threads=None, notation="blank"))]
    fn solutions_array<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
        notation: &str,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (py, notation) = (boards.py(), named(notation)?);
        let rows = Rows::new(boards, self.oracle.goal().shape())?;
        let (mut letters, mut offsets) = (Vec::<u8>::new(), vec![0]);
        self.ask_rows(&rows, threads, multi::Oracle::solution, |_, found| {
            for (board, moves) in found {
                if let Outcome::Known(moves) = moves {
                    letters.extend_from_slice(written(notation, &moves, &board).as_bytes());
                }
                offsets.push(letters.len().cast_signed() as i64);
            }
            Ok(())
        })?;
        Ok((array(py, &letters)?, array(py, &offsets)?))
    }

    /// For pickle, which Spark and multiprocessing use. Unpickling opens the table again.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("size", self.size())?;
        named.set_item("data", &self.data)?;
        named.set_item("table", &self.table)?;
        named.set_item("limit", self.limits.0)?;
        named.set_item("timeout", self.limits.1)?;
        Ok(((self.goal(),), named))
    }

    fn __repr__(&self) -> String {
        format!("MultiOracle({:?})", self.goal())
    }
}
