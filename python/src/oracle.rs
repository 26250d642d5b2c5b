//! The class `Oracle`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::limits::{Progress, processors};
use tilebase::puzzle::{Extent, Notation, PackedMoves};
use tilebase::{Batch, Board, Error, Limits, Shape, Table, Tablebase};

use crate::analysis::{self, Answers};
use crate::arrays::Question;
use crate::boards;
use crate::errors::exception;
use crate::interrupt::{self, Stop, Work};
use crate::notation::{notation as named, written, written_set};

/// Optimal answers for one goal.
///
/// Oracle(goal=None, *, size=None, data=None, table=None, limit=None, timeout=None, progress=None)
///
/// goal: the board to reach, in any form; by default the tiles in order with the blank in the last
///     cell. Or just a shape: Oracle("4x4") is Oracle(size="4x4").
/// size: the shape, "RxC" or (rows, cols); by default the goal's, else "3x3".
/// data: the folder of generated tables; by default $TILEBASE_DATA, else `tilebase` in the user's
///     data folder.
/// table: the only table file to use.
/// limit: the number of boards that the search for a board may generate; without limit and timeout,
///     20,000,000 on shapes of more than sixteen cells, which takes about a second.
/// timeout: the seconds that the search for a board may take.
/// progress: called from time to time during a search with a Progress. An exception from it ends
///     the call.
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
    answers: tilebase::Oracle,
    /// Batches of a table between calls. What a batch has unpacked serves the next call.
    idle: Mutex<Vec<Batch>>,
    limit: Option<u64>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
    data: Option<PathBuf>,
    table: Option<PathBuf>,
}

/// The tables of each folder, opened once. Without a folder, those in the program.
static TABLES: Mutex<BTreeMap<Option<PathBuf>, Arc<Tablebase>>> = Mutex::new(BTreeMap::new());

/// The folder of generated tables, absolute: the one named, or else the user's.
fn folder(data: Option<&PathBuf>) -> Option<PathBuf> {
    let folder = data.cloned().or_else(Tablebase::user_folder)?;
    // Without a current folder, a relative path leads nowhere, whichever way it is written.
    Some(std::path::absolute(&folder).unwrap_or(folder))
}

/// The tables in the named folder, or else in the user's, or else only the embedded ones. A table
/// that is made later is found later, because each is opened when it is first needed.
pub fn tables(data: Option<&PathBuf>) -> Arc<Tablebase> {
    let folder = folder(data);
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let open = || Arc::new(folder.clone().map_or_else(Tablebase::embedded, Tablebase::in_folder));
    Arc::clone(all.entry(folder.clone()).or_insert_with(open))
}

/// Forgets the tables of a folder, in which tables were replaced.
pub fn forget(data: &PathBuf) {
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    all.remove(&folder(Some(data)));
}

/// Reads the goal argument, which may be just a shape.
pub fn goal(goal: Option<&Bound<'_, PyAny>>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    let shape = size.map(boards::shape).transpose()?;
    let Some(goal) = goal else { return Ok(Board::goal(shape.unwrap_or_default())) };
    let Some(Extent { rows, cols }) = boards::shape_instead_of_board(goal) else {
        return boards::board(goal, shape);
    };
    let named = Shape::new(rows, cols).map_err(|why| PyValueError::new_err(why.to_string()))?;
    match shape {
        Some(shape) if shape != named => Err(PyValueError::new_err(format!(
            "goal names the shape {named}, and size {shape}: expected the same"
        ))),
        _ => Ok(Board::goal(named)),
    }
}

/// The number of threads asked for, or one per processor.
pub fn threads(asked: Option<u64>) -> usize {
    asked.map_or_else(processors, |asked| asked.min(1024) as usize).max(1)
}

/// The answers for a goal.
pub fn open(
    goal: &Board,
    tables: &Tablebase,
    table: Option<&PathBuf>,
) -> Result<tilebase::Oracle, Error> {
    match table {
        Some(table) => tilebase::Oracle::new(Table::open(table)?, goal),
        None => tables.oracle(goal),
    }
}

impl Oracle {
    /// The oracle for a goal, without limits.
    pub fn new(answers: tilebase::Oracle) -> Oracle {
        let (limit, timeout, progress, data, table) = (None, None, None, None, None);
        Oracle { answers, idle: Mutex::default(), limit, timeout, progress, data, table }
    }

    /// The shape of boards.
    pub fn shape(&self) -> Shape {
        self.goal().shape()
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        self.answers.goal()
    }

    /// Whether boards are looked up, rather than searched for.
    pub fn looks_up(&self) -> bool {
        self.answers.table().is_some()
    }

    /// No solution in an array is longer than this.
    pub fn longest(&self) -> u32 {
        let table = self.answers.table();
        table.map_or(PackedMoves::CAPACITY as u32, |table| table.header().diameter())
    }

    fn board(&self, object: &Bound<'_, PyAny>) -> PyResult<Board> {
        boards::board(object, Some(self.shape()))
    }

    /// Searches on another thread. Ctrl-C ends it, and so does an exception from `progress`, which
    /// is told how many boards of how many are answered.
    fn search<A: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Arc<Stop>,
        (answered, boards): (usize, usize),
        search: impl FnOnce(tilebase::Oracle) -> A + Send + 'static,
    ) -> PyResult<A> {
        let mut limits = match (self.limit, self.timeout) {
            (None, None) => Limits::of_shape(self.shape()),
            _ => Limits::default(),
        };
        if let Some(limit) = self.limit {
            limits = limits.boards(limit);
        }
        if let Some(timeout) = self.timeout {
            limits = limits.timeout(Duration::try_from_secs_f64(timeout).unwrap_or(Duration::MAX));
        }
        let (oracle, is_told) = (self.answers.clone(), self.progress.is_some());
        let work = move |work: &Work<Progress>| {
            search(oracle.limited(work.limits(limits, move |found| is_told.then_some(found))))
        };
        interrupt::run(py, stop, work, |found| {
            let Some(progress) = &self.progress else { return Ok(()) };
            let found = (found.at_least, found.best, found.generated, answered, boards);
            progress.call1(py, (result(py, "Progress", found)?,)).map(drop)
        })
    }

    /// Answers one board; `None` if it cannot reach the goal. A table answers at once.
    fn ask<A: Send + 'static>(
        &self,
        board: &Bound<'_, PyAny>,
        stop: &Arc<Stop>,
        answer: impl FnOnce(&tilebase::Oracle, &Board) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        let (py, board) = (board.py(), self.board(board)?);
        let answer = if self.looks_up() {
            answer(&self.answers, &board)
        } else {
            self.search(py, stop, (0, 1), move |oracle| answer(&oracle, &board))?
        };
        answer_of(answer)
    }

    /// Answers some of many boards, without the GIL. `asked` says how many were answered before,
    /// and of how many.
    pub fn ask_all<A: Send + 'static>(
        &self,
        py: Python<'_>,
        threads: usize,
        asked: (usize, usize),
        answer: impl FnOnce(&Batch) -> A + Send + 'static,
    ) -> PyResult<A> {
        if !self.looks_up() {
            return self.search(py, &Arc::default(), asked, move |oracle| {
                answer(&Batch::new(oracle).threads(threads))
            });
        }
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let batch = idle().pop().unwrap_or_else(|| Batch::new(self.answers.clone()));
        let batch = batch.threads(threads);
        let answer = py.detach(|| answer(&batch));
        idle().push(batch);
        Ok(answer)
    }

    fn question<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        threads: Option<u64>,
    ) -> PyResult<Question<'_, 'py>> {
        Question::new(self, boards, self::threads(threads))
    }
}

/// An instance of a class in `tilebase/_results.py`, which is imported only when it is needed.
pub fn result<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("tilebase._results")?.getattr(class)?.call1(fields)
}

/// An answer; `None` if the board cannot reach the goal.
fn answer_of<A>(answer: Result<A, Error>) -> PyResult<Option<A>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::Unsolvable(_)) => Ok(None),
        Err(why) => Err(exception(&why)),
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
        if let Some(seconds) = timeout
            && (seconds.is_nan() || seconds < 0.0)
        {
            let text = format!("timeout: expected seconds from 0, found {seconds}");
            return Err(PyValueError::new_err(text));
        }
        let goal = self::goal(goal.as_ref(), size.as_ref())?;
        let tables = tables(data.as_ref());
        let opened = py.detach(|| open(&goal, &tables, table.as_ref()));
        let oracle = Oracle::new(opened.map_err(|why| exception(&why))?);
        Ok(Oracle { limit, timeout, progress, data, table, ..oracle })
    }

    /// The goal, as text.
    #[getter(goal)]
    fn goal_as_text(&self) -> String {
        self.goal().to_string()
    }

    /// The shape, "RxC".
    #[getter]
    fn size(&self) -> String {
        self.shape().to_string()
    }

    /// The number of rows and of columns.
    #[getter(shape)]
    fn rows_and_cols(&self) -> (usize, usize) {
        (self.shape().rows(), self.shape().cols())
    }

    /// The number of boards at distance 0, 1, 2, ...; None if it is not known.
    #[getter]
    fn counts(&self) -> Option<Vec<u64>> {
        self.answers.counts()
    }

    /// The least number of moves to the goal; None if the board cannot reach it.
    fn distance(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        self.ask(board, &Arc::default(), tilebase::Oracle::distance)
    }

    /// The canonical solution: of the shortest ones, the alphabetically first in the notation
    /// "blank". None if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solution(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        let notation = named(notation)?;
        self.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written(notation, &oracle.solution(board)?, board))
        })
    }

    /// The optimal moves, which lower the distance by one: "dlu". "" at the goal, None if the board
    /// cannot reach it.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn optimal_moves(&self, board: &Bound<'_, PyAny>, notation: &str) -> PyResult<Option<String>> {
        let notation = named(notation)?;
        self.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written_set(notation, oracle.optimal_moves(board)?, board))
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
        let notation = named(notation)?;
        let moves = self.ask(board, &Arc::default(), move |oracle, board| {
            let moves = oracle.legal_moves(board)?.into_iter();
            Ok(moves
                .map(|(mv, after)| (written(notation, &[mv], board), after))
                .collect::<Vec<_>>())
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
        self.ask(board, &Arc::default(), tilebase::Oracle::count_solutions)
    }

    /// An iterator over all shortest solutions, in the alphabetical order of the notation "blank".
    /// It is empty if the board cannot reach the goal.
    #[pyo3(signature = (board, *, notation="blank"))]
    fn solutions(
        this: &Bound<'_, Self>,
        board: &Bound<'_, PyAny>,
        notation: &str,
    ) -> PyResult<Solutions> {
        let (stop, notation) = (Arc::default(), named(notation)?);
        let (oracle, board) = (this.clone().unbind(), this.get().board(board)?);
        let text = board.to_string().into_pyobject(this.py())?.into_any();
        let solutions = this.get().ask(&text, &stop, tilebase::Oracle::solutions)?;
        let (left, given) = (Mutex::new(solutions), AtomicU64::new(0));
        Ok(Solutions { left, oracle, board, notation, given, stop })
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
        let (py, notation) = (board.py(), named(notation)?);
        let (mut legal, mut wrong) = (Vec::new(), None);
        for mv in notation.read(moves.as_bytes(), Some(&self.board(board)?)) {
            match mv {
                Ok(mv) => legal.push(mv),
                Err(why) => wrong = Some(why.to_string()),
            }
        }
        let found = self.ask(board, &Arc::default(), move |oracle, board| {
            tilebase::analysis::Analysis::new(oracle, board, &legal)
        })?;
        found.map(|found| analysis::result(py, &found, wrong, notation)).transpose()
    }

    /// The distances along the solutions of many boards: (distances, offsets). distances is uint8
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
        self.question(boards, threads)?.analyze(Answers::new(moves)?, notation)
    }

    /// Why the board cannot reach the goal, and two tiles to exchange so that it can. None if it
    /// can reach the goal already.
    fn explain(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let board = self.board(board)?;
        let solvable = tilebase::puzzle::solvable(&board, self.goal());
        Ok(solvable.err().map(|why| why.to_string()))
    }

    /// A lower bound on the distance, found without a search; None if the board cannot reach the
    /// goal. It is even if and only if the distance is. With a table it is the distance.
    fn lower_bound(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let board = self.board(board)?;
        answer_of(self.answers.lower_bound(&board))
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
        format!("Oracle(\"{}\", size=\"{}\")", self.goal(), self.size())
    }

    /// For pickle, which Spark and multiprocessing use. Unpickling opens the table again.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("size", self.size())?;
        named.set_item("data", &self.data)?;
        named.set_item("table", &self.table)?;
        named.set_item("limit", self.limit)?;
        named.set_item("timeout", self.timeout)?;
        named.set_item("progress", &self.progress)?;
        Ok(((self.goal_as_text(),), named))
    }
}

/// An iterator over all shortest solutions of a board.
#[pyclass(frozen, module = "tilebase")]
pub struct Solutions {
    left: Mutex<Option<tilebase::oracle::Solutions>>,
    oracle: Py<Oracle>,
    board: Board,
    notation: Notation,
    /// How many were given.
    given: AtomicU64,
    stop: Arc<Stop>,
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
            Some(moves.map(|moves| written(self.notation, &moves, &self.board)))
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
