//! The class `MultiOracle`: the multi-tile metric.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use tilebase::analysis::Analysis;
use tilebase::multi;
use tilebase::oracle::Outcome;
use tilebase::{Board, Error};

use crate::analysis;
use crate::ask::{self, Source};
use crate::boards;
use crate::buffers::{Output, Rows, array};
use crate::errors::{exception, row_exception};
use crate::notation::{notation as named, written, written_each};
use crate::oracle::Solutions;

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
/// MultiOracle(goal=None, *, size=None, data=None, table=None, limit=None, timeout=None,
///     progress=None)
///
/// The arguments are those of Oracle. Boards of up to twelve cells are looked up; the tables of up
/// to nine cells are in the package. Those of 13 to 16 cells are searched for.
///
/// A move is a letter and a number of cells: "d2l" are two moves. In the notation "tiles" it is the
/// number of the tile that a player clicks, the farthest that slides.
#[pyclass(frozen, module = "tilebase", name = "MultiOracle")]
pub struct MultiOracle {
    /// The answers and their limits.
    pub source: Source<multi::Oracle>,
    data: Option<PathBuf>,
    table: Option<PathBuf>,
}

impl MultiOracle {
    /// Asks about the rows of an array. `write` receives the boards of a block with their answers,
    /// and the number of the first.
    fn ask_rows<A: Send + 'static>(
        &self,
        rows: &Rows<'_>,
        threads: Option<u64>,
        question: fn(&multi::Oracle, &Board) -> Result<A, Error>,
        mut write: impl FnMut(usize, Vec<(Board, Outcome<A>)>) -> PyResult<()>,
    ) -> PyResult<()> {
        let (py, shape, count) = (rows.py(), rows.shape(), rows.count());
        let looks_up = self.source.looks_up();
        let is_quick = threads.is_none() && looks_up && count <= FEW;
        let threads = if is_quick { 1 } else { ask::threads(threads) };
        let at_once = if looks_up { LOOKED_UP } else { threads * SEARCHED };
        let (mut copy, mut last) = (Vec::new(), None);
        for first in (0..count).step_by(at_once) {
            let end = count.min(first + at_once);
            rows.read(first..end, &mut copy)?;
            let boards = copy.chunks_exact(shape.cells()).enumerate();
            let boards = boards.map(|(row, cells)| {
                Board::new(shape, cells).map_err(|why| row_exception(first + row, &why.into()))
            });
            let boards: Vec<Board> = boards.collect::<PyResult<_>>()?;
            let answer = move |(oracle, threads): &(multi::Oracle, usize)| {
                let answers = oracle.many(&boards, *threads, question);
                answers.map(|answers| boards.into_iter().zip(answers).collect())
            };
            let answers = self.source.ask_all(py, threads, (first, count), answer)?;
            write(first, answers.map_err(|why| row_exception(first + why.index, &why.error))?)?;
            self.source.tell_answered(py, (end, count), &mut last)?;
        }
        Ok(())
    }
}

#[pymethods]
impl MultiOracle {
    #[new]
    #[pyo3(signature = (goal=None, *, size=None, data=None, table=None, limit=None, timeout=None,
                        progress=None))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn from_python(
        py: Python<'_>,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        data: Option<PathBuf>,
        table: Option<PathBuf>,
        #[pyo3(from_py_with = boards::limit)] limit: Option<u64>,
        timeout: Option<f64>,
        #[pyo3(from_py_with = boards::progress)] progress: Option<Py<PyAny>>,
    ) -> PyResult<MultiOracle> {
        let timeout = ask::timeout(timeout)?;
        let goal = ask::goal(goal.as_ref(), size.as_ref())?;
        let tables = ask::tables(data.as_ref());
        let opened = py.detach(|| ask::open_multi(&goal, &tables, table.as_ref()));
        let answers = opened.map_err(|why| exception(&why))?;
        Ok(MultiOracle { source: Source::new(answers, limit, timeout, progress), data, table })
    }

    /// The goal, as text.
    #[getter]
    fn goal(&self) -> String {
        self.source.goal().to_string()
    }

    /// The shape, "RxC".
    #[getter]
    fn size(&self) -> String {
        self.source.shape().to_string()
    }

    /// The number of boards at distance 0, 1, 2, ...; None if it is not known.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self.source.answers.counts()
    }

    /// The least number of moves to the goal; None if the board cannot reach it.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.source.ask(board, &Arc::default(), multi::Oracle::distance)
    }

    /// The canonical solution: of the shortest ones, the first under d < l < r < u, then fewer cells
    /// first. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solution(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        let notation = named(notation)?;
        self.source.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written(notation, &oracle.solution(board)?, board))
        })
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
        self.source.ask(board, &Arc::default(), move |oracle, board| {
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
        let legal = self.source.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written_each(notation, oracle.legal_moves(board)?, board))
        })?;
        legal.map(|legal| legal.into_py_dict(py)).transpose()
    }

    /// The number of shortest solutions; None if the board cannot reach the goal.
    fn count_solutions(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u128>> {
        self.source.ask(board, &Arc::default(), multi::Oracle::count_solutions)
    }

    /// An iterator over all shortest solutions, in order. It is empty if the board cannot reach the
    /// goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solutions(
        this: &Bound<'_, Self>,
        board: &Bound<'_, PyAny>,
        notation: &str,
    ) -> PyResult<Solutions> {
        let source = &this.get().source;
        Solutions::new(this, source, board, notation, multi::Oracle::solutions)
    }

    /// What is right and wrong with a solution, move by move, as from Oracle.analyze. A mistake
    /// costs one move or two.
    #[pyo3(signature = (board, moves, *, notation="blank"))]
    fn analyze<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        moves: &str,
        notation: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        analysis::analyze(&self.source, board, moves, named(notation)?, Analysis::multi)
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
        let rows = Rows::new(boards, self.source.shape())?;
        let out = Output::of_rows(out, &rows)?;
        self.ask_rows(&rows, threads, multi::Oracle::distance, |first, found| {
            let byte = |distance| u8::try_from(distance).unwrap_or(NONE);
            let found = found.into_iter().map(|(_, distance)| distance.known().map_or(NONE, byte));
            out.write(first, &found.collect::<Vec<_>>())
        })?;
        Ok(out.finish())
    }

    /// The number of shortest solutions of many boards: uint64 of shape (n,). 0 for boards that
    /// cannot reach the goal or whose search a limit ended.
    ///
    /// The arguments are those of Oracle.distances.
    #[pyo3(signature = (boards, *, threads=None))]
    fn count_solutions_array<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rows = Rows::new(boards, self.source.shape())?;
        let out = Output::<u64>::new(rows.py(), &[rows.count() as u64])?;
        self.ask_rows(&rows, threads, multi::Oracle::count_solutions, |first, found| {
            let number = |count| u64::try_from(count).unwrap_or(u64::MAX);
            let found = found.into_iter().map(|(_, count)| count.known().map_or(0, number));
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
        let rows = Rows::new(boards, self.source.shape())?;
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
        named.set_item("limit", self.source.limit)?;
        named.set_item("timeout", self.source.timeout)?;
        named.set_item("progress", &self.source.progress)?;
        Ok(((self.goal(),), named))
    }

    fn __repr__(&self) -> String {
        format!("MultiOracle({:?})", self.goal())
    }
}
