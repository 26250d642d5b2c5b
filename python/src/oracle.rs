//! The class `Oracle`.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::analysis::Analysis;
use tilebase::oracle::Answerable;
use tilebase::puzzle::Notation;
use tilebase::solver::{Part, PartError};
use tilebase::{Board, Error};

use crate::analysis;
use crate::arrays::ArrayQuestion;
use crate::ask::{Source, result};
use crate::boards;
use crate::errors::exception;
use crate::interrupt::StopFlag;
use crate::notation::{notation as named, written, written_set};

/// Optimal answers for one goal.
///
/// Oracle(goal=None, *, size=None, data=None, table=None, limit=None, timeout=None, progress=None)
///
/// goal: the board to reach, in any form; by default the tiles in order with the blank in the last
///     cell. Or a name, "first", "last" (where the blank is) or "snail", or the blank's cell, such
///     as "0". Or just a shape: Oracle("4x4") is Oracle(size="4x4").
/// size: the shape, "RxC" or (rows, cols); by default the goal's, else "3x3".
/// data: the folder of generated tables; by default $TILEBASE_DATA, else `tilebase` in the user's
///     data folder.
/// table: the only table file to use.
/// limit: the number of boards after which the search for a board stops, or soon after: a search
///     of some thousand boards may end first, and one board and an array differ in that. Without
///     limit and timeout, 20,000,000 on shapes of more than sixteen cells, which takes about a
///     second.
/// timeout: the seconds that the search for a board may take.
/// progress: called with a Progress from time to time, and when all boards of an array are
///     answered. An exception from it ends the call, also in a thread that gets no signals.
///
/// With a table, boards are looked up. All shapes of up to nine cells have one, and others once it
/// has been generated. Without a table, boards are searched for, which limit, timeout and progress
/// apply to. On shapes of more than sixteen cells, few searches end within a second; Stopped then
/// has a good solution.
///
/// A board is a str in any form that the command reads ("2 3 4 1 5 x 7 6 8", "12/3x"), a sequence
/// of ints (row by row, with 0 for the blank), a sequence of rows, or an array of shape (cells,) or
/// (rows, cols).
///
/// Moves are in one of three notations: "blank" ("ddl": where the blank goes), "tile" ("U2R": where
/// the tile goes, with runs counted, as speed-solvers write) and "tiles" ("5 8 7": the tile that
/// slides, as games do).
///
/// Raises TableError if a table is damaged or belongs to another goal. A question about one board
/// raises Stopped if a limit ends its search.
#[pyclass(frozen, module = "tilebase", name = "Oracle")]
pub struct Oracle {
    /// The answers and their limits.
    pub source: Source,
}

impl Oracle {
    fn question<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        threads: Option<u64>,
    ) -> PyResult<ArrayQuestion<'_, 'py>> {
        ArrayQuestion::new(&self.source, boards, threads)
    }
}

#[pymethods]
impl Oracle {
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
    ) -> PyResult<Oracle> {
        let asked = ((goal, size), (data, table), (limit, timeout));
        Source::new(py, asked.0, asked.1, asked.2, progress).map(|source| Oracle { source })
    }

    /// The goal, as text.
    #[getter(goal)]
    fn goal_as_text(&self) -> String {
        self.source.goal().to_string()
    }

    /// The shape, "RxC".
    #[getter]
    fn size(&self) -> String {
        self.source.shape().to_string()
    }

    /// The number of rows and of columns.
    #[getter(shape)]
    fn rows_and_cols(&self) -> (usize, usize) {
        (self.source.shape().rows(), self.source.shape().cols())
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

    /// The canonical solution: of the shortest ones, the alphabetically first in the notation
    /// "blank". None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solution(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        self.source.solution(board, named(notation)?)
    }

    /// Searches one part of a proof for its first solution of at most `within` moves, in the
    /// alphabetical order of the notation "blank". None if it has none. If no part has one, the
    /// distance is greater. If `within` is the distance, the first part that has one has the canonical
    /// solution. So many machines can share a proof, whatever tables they have.
    ///
    /// part: "3/64" is the third of 64 parts.
    ///
    /// The oracle's limits apply to each part. Raises ValueError if the oracle looks boards up in a
    /// table.
    #[pyo3(signature = (board, within, part="1/1", *, notation="blank"))]
    fn first_within(
        &self,
        board: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = boards::within)] within: Option<u64>,
        part: &str,
        notation: &str,
    ) -> PyResult<Option<String>> {
        let notation = named(notation)?;
        let part: Part =
            part.parse().map_err(|why: PartError| PyValueError::new_err(format!("part: {why}")))?;
        let within = within.ok_or_else(|| PyTypeError::new_err("within: expected a number"))?;
        let within = u32::try_from(within).unwrap_or(u32::MAX);
        let found = self.source.ask(board, &Arc::default(), move |oracle, board| {
            let (found, _) = oracle.first_within(board, within, part)?;
            Ok(found.map(|moves| written(notation, &moves, board)))
        })?;
        Ok(found.flatten())
    }

    /// The optimal moves, which lower the distance by one: "dlu". "" at the goal, None if the board
    /// cannot reach it.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn optimal_moves(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        let notation = named(notation)?;
        self.source.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written_set::<tilebase::Move>(notation, &oracle.optimal_moves(board)?, board))
        })
    }

    /// The distance after each legal move, best moves first: {"d": 18, "u": 18, "r": 20}. None if
    /// the board cannot reach the goal.
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

    /// An iterator over all shortest solutions, in the alphabetical order of the notation "blank".
    /// It is empty if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solutions(
        this: &Bound<'_, Self>,
        board: &Bound<'_, PyAny>,
        notation: &str,
    ) -> PyResult<Solutions> {
        let source = &this.get().source;
        Solutions::new(this, source, board, notation)
    }

    /// What is right and wrong with a solution, move by move. None if the board cannot reach the
    /// goal. If a move is illegal or cannot be read, the analysis ends before it.
    ///
    /// The oracle's limits apply to the whole analysis. What cannot be proved within them is None.
    #[pyo3(signature = (board, moves, *, notation="blank"))]
    fn analyze<'py>(
        &self,
        board: &Bound<'py, PyAny>,
        moves: &str,
        notation: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        analysis::analyze(&self.source, board, moves, named(notation)?, Analysis::new)
    }

    /// The distances along the solutions of many boards: (distances, offsets). distances is int16
    /// and holds those of all boards, one after the other. offsets is int64 of shape (n + 1,).
    /// distances[offsets[i]:offsets[i + 1]] has the distance of row i, and then that after each of
    /// its moves. So a move that raises it is a mistake. The distances of a row end before a move
    /// that is illegal or cannot be read. 255 means that the board cannot reach the goal, or that
    /// a limit ended the search.
    ///
    /// moves: an iterable with a str for each board; or (letters, offsets) as from solutions_array.
    /// The other arguments are those of `distances`.
    #[pyo3(signature = (boards, moves, *, notation="blank", threads=None))]
    fn analyze_array<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        moves: &Bound<'py, PyAny>,
        notation: &str,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let notation = named(notation)?;
        self.question(boards, threads)?.analyze(moves, notation)
    }

    /// Why the board cannot reach the goal, and two tiles to exchange so that it can. None if it
    /// can reach the goal already.
    fn explain(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        self.source.explain(board)
    }

    /// A lower bound on the distance, found without a search; None if the board cannot reach the
    /// goal. It is even if and only if the distance is. With a table it is the distance.
    fn lower_bound(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.source.lower_bound(board)
    }

    /// Lower bounds on the distances of many boards, found without searches: uint8 of shape (n,).
    /// 255 means that the board cannot reach the goal.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, out=None))]
    fn lower_bounds<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, None)?.lower_bounds(out)
    }

    /// The distances of many boards, in moves: uint8 of shape (n,). 255 means that the board cannot
    /// reach the goal, or that a limit ended its search: then tilebase.solvable says that it can.
    ///
    /// boards: an array of integers of shape (n, cells) or (n, rows, cols), 0 for the blank. It is
    ///     never copied as a whole. uint8 in C order is fastest. If another thread changes a row
    ///     during the call, the row is answered as it was when it was read, or refused.
    /// out: a C-contiguous uint8 array of shape (n,) for the answers, which is then returned. It
    ///     must not share memory with boards. With out, NumPy is not needed.
    /// threads: the number of threads [one per processor].
    ///
    /// Raises TypeError for an array of anything but integers, and ValueError for another shape and
    /// for rows that are not boards.
    #[pyo3(signature = (boards, out=None, *, threads=None))]
    fn distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, threads)?.distances(out)
    }

    /// The number of shortest solutions of many boards: uint64 of shape (n,). 0 for boards that
    /// cannot reach the goal or whose search a limit ended.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None))]
    fn count_solutions_array<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, threads)?.count_solutions()
    }

    /// The optimal moves of many boards: uint8 of shape (n,), one bit per move: 1 d, 2 l, 4 r, 8 u.
    /// 0 at the goal, and for boards that cannot reach it or whose search a limit ended.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, out=None, *, threads=None))]
    fn optimal_move_masks<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, threads)?.optimal_move_masks(out)
    }

    /// The distance after each move: uint8 of shape (n, 4), for the moves d, l, r and u. 255 for a
    /// move that would leave the board, and for boards that cannot reach the goal or whose search
    /// a limit ended.
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None))]
    fn move_distances<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.question(boards, threads)?.move_distances()
    }

    /// All that is known of many boards, as an Answers, for shapes whose boards are searched for:
    /// how each ended, within which bounds the distance is, the best solution, and the number of
    /// boards generated. Rows that are not boards are no error.
    ///
    /// The arguments are those of `distances` and `solutions_array`.
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

    /// The canonical solutions of many boards: (letters, offsets). letters is uint8 and holds all
    /// solutions, one after the other. offsets is int64 of shape (n + 1,). The solution of row i is
    /// letters[offsets[i]:offsets[i + 1]]. It is empty at the goal, and for boards that cannot
    /// reach it or whose search a limit ended. In the notation "tile", runs are counted; in
    /// "tiles", spaces are between numbers.
    ///
    /// This is Arrow's layout. To make an Arrow array without copying:
    ///
    ///     pyarrow.LargeStringArray.from_buffers(
    ///         len(boards), pyarrow.py_buffer(offsets), pyarrow.py_buffer(letters))
    ///
    /// The arguments are those of `distances`.
    #[pyo3(signature = (boards, *, threads=None, notation="blank"))]
    fn solutions_array<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
        notation: &str,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        self.question(boards, threads)?.solutions(named(notation)?)
    }

    fn __repr__(&self) -> String {
        self.source.shown("Oracle")
    }

    /// Whether another oracle gives the same answers, within the same limits.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Oracle>();
        other.is_ok_and(|other| self.source.equals(&other.get().source))
    }

    fn __hash__(&self) -> u64 {
        self.source.hashed()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        self.source.arguments(py)
    }
}

/// Solutions as they are written.
type Written = Box<dyn Iterator<Item = Result<String, Error>> + Send>;

/// An iterator over all shortest solutions of a board.
#[pyclass(frozen, module = "tilebase")]
pub struct Solutions {
    left: Mutex<Option<Written>>,
    oracle: Py<PyAny>,
    board: Board,
    notation: Notation,
    /// How many were given.
    given: AtomicU64,
    stop: Arc<StopFlag>,
}

impl Solutions {
    /// All solutions that an oracle finds.
    pub fn new<M: Answerable>(
        oracle: &Bound<'_, PyAny>,
        source: &Source<M>,
        board: &Bound<'_, PyAny>,
        notation: &str,
    ) -> PyResult<Solutions> {
        let (stop, notation) = (Arc::default(), named(notation)?);
        let board = boards::board(board, Some(source.shape()))?;
        let text = board.to_string().into_pyobject(oracle.py())?.into_any();
        let found = source.ask(&text, &stop, tilebase::Oracle::solutions)?;
        let left = found.map(|found| -> Written {
            Box::new(found.map(move |moves| Ok(written(notation, &moves?, &board))))
        });
        let (left, given) = (Mutex::new(left), AtomicU64::new(0));
        Ok(Solutions { left, oracle: oracle.clone().unbind(), board, notation, given, stop })
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = py.detach(|| {
            let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
            let moves = left.as_mut()?.next()?;
            self.given.fetch_add(1, Ordering::Relaxed);
            Some(moves)
        });
        let solution = next.transpose();
        solution.map_err(|why| self.stop.take().unwrap_or_else(|| exception(&why)))
    }

    /// For pickle and copy. The solutions that were given are found again and skipped.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let resume = py.import("tilebase._results")?.getattr("resume")?;
        let (board, notation) = (self.board.to_string(), self.notation.to_string());
        let given = self.given.load(Ordering::Relaxed);
        Ok((resume, (&self.oracle, board, notation, given).into_pyobject(py)?.into_any()))
    }
}
