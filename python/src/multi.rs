//! The class `MultiOracle`: the multi-tile metric.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::analysis::Analysis;
use tilebase::oracle::Boards;
use tilebase::puzzle::MultiMove;
use tilebase::{Batch, Board, Move};

use crate::analysis;
use crate::arrays::{ArrayQuestion, NONE, failed, in_byte};
use crate::ask::{Source, result};
use crate::boards;
use crate::buffers::{AnswerArray, array};
use crate::notation::{notation as named, written};
use crate::oracle::Solutions;

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
    pub source: Source<MultiMove>,
}

impl MultiOracle {
    fn question<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        threads: Option<u64>,
    ) -> PyResult<ArrayQuestion<'_, 'py, MultiMove>> {
        ArrayQuestion::new(&self.source, boards, threads)
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
        let asked = ((goal, size), (data, table), (limit, timeout));
        Source::new(py, asked.0, asked.1, asked.2, progress).map(|source| MultiOracle { source })
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
        self.source.ask(board, &Arc::default(), tilebase::Oracle::distance)
    }

    /// The canonical solution: of the shortest ones, the first under d < l < r < u, then fewer cells
    /// first. None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solution(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        self.source.solution(board, named(notation)?)
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
        self.source.legal(py, board, named(notation)?)
    }

    /// The number of shortest solutions; None if the board cannot reach the goal.
    fn count_solutions(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u128>> {
        self.source.ask(board, &Arc::default(), tilebase::Oracle::count_solutions)
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
        Solutions::new(this, source, board, notation)
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
        self.question(boards, threads)?.distances(out)
    }

    /// A lower bound on the distance, found without a search; None if the board cannot reach the
    /// goal. With a table it is the distance.
    fn lower_bound(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.source.lower_bound(board)
    }

    /// Lower bounds on the distances of many boards, found without searches: uint8 of shape (n,).
    /// 255 means that the board cannot reach the goal.
    #[pyo3(signature = (boards, out=None))]
    fn lower_bounds<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, None)?.lower_bounds(out)
    }

    /// Why the board cannot reach the goal, as from Oracle.explain.
    fn explain(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.source.explain(board)
    }

    /// All that is known of many boards, as from Oracle.answers.
    #[pyo3(signature = (boards, *, threads=None, notation="blank"))]
    fn answers<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
        notation: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fields = self.question(boards, threads)?.answers(named(notation)?)?;
        result(boards.py(), "Answers", fields)
    }

    /// The distance after each move: uint8 of shape (n, 4, k) for the moves d, l, r and u of 1 to k
    /// cells, where k is the longest: 2 on 3x3. 255 for a move that would leave the board, and for
    /// boards that cannot reach the goal or whose search a limit ended. A move is optimal if it
    /// leads to a lower distance than the board's.
    ///
    /// The arguments are those of Oracle.distances.
    #[pyo3(signature = (boards, *, threads=None))]
    fn move_distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = self.question(boards, threads)?;
        let shape = question.rows.shape();
        let longest = shape.rows().max(shape.cols()) - 1;
        let size = [question.rows.count(), Move::ALL.len(), longest].map(|n| n as u64);
        let of_row = Move::ALL.len() * longest;
        let out = AnswerArray::<u8>::new(boards.py(), &size)?;
        let answer = move |many: &Batch<MultiMove>, rows: &[u8], bytes: &mut Vec<u8>| {
            bytes.clear();
            let rows = Boards::Rows(rows);
            for found in many.each(rows, tilebase::Oracle::legal_moves).map_err(failed)? {
                let first = bytes.len();
                bytes.resize(first + of_row, NONE);
                for (MultiMove { mv, cells }, after) in found.known().into_iter().flatten() {
                    bytes[first + mv as usize * longest + usize::from(cells) - 1] = in_byte(after);
                }
            }
            Ok(())
        };
        question.in_blocks(answer, |first, bytes| out.write(first * of_row, bytes))?;
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
        self.question(boards, threads)?.count_solutions()
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
        let (mut letters, mut offsets) = (Vec::<u8>::new(), vec![0]);
        let answer =
            move |many: &Batch<MultiMove>, rows: &[u8], solutions: &mut Vec<String>| {
                let shape = many.oracle().goal().shape();
                let found = many.solutions(Boards::Rows(rows)).map_err(failed)?;
                solutions.clear();
                for (row, moves) in rows.chunks_exact(shape.cells()).zip(found) {
                    let solution = Board::new(shape, row).ok().zip(moves.known());
                    solutions.push(solution.map_or_else(String::new, |(board, moves)| {
                        written(notation, &moves, &board)
                    }));
                }
                Ok(())
            };
        self.question(boards, threads)?.in_blocks(answer, |_, solutions| {
            for solution in solutions {
                letters.extend_from_slice(solution.as_bytes());
                offsets.push(letters.len().cast_signed() as i64);
            }
            Ok(())
        })?;
        Ok((array(py, &letters)?, array(py, &offsets)?))
    }

    fn __repr__(&self) -> String {
        self.source.shown("MultiOracle")
    }

    /// Whether another oracle gives the same answers, within the same limits.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<MultiOracle>();
        other.is_ok_and(|other| self.source.equals(&other.get().source))
    }

    fn __hash__(&self) -> u64 {
        self.source.hashed()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        self.source.arguments(py)
    }
}
