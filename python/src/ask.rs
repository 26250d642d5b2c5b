//! How questions are asked: tables, limits, progress, and without the GIL.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use tilebase::limits::{Progress, processors};
use tilebase::oracle::Answerable;
use tilebase::puzzle::{Extent, Metric, Notation, UnknownName, solvable};
use tilebase::{Batch, Board, Error, Limits, Move, Oracle, Shape, Table, Tablebase};

use crate::boards;
use crate::errors::exception;
use crate::interrupt::{self, StopFlag, WatchedWork};
use crate::notation::{written, written_each};

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
    let opened = all
        .entry(folder.clone())
        .or_insert_with(|| Arc::new(folder.map_or_else(Tablebase::embedded, Tablebase::in_folder)));
    Arc::clone(opened)
}

/// Forgets the tables of a folder, in which tables were replaced.
pub fn forget(data: &PathBuf) {
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    all.remove(&folder(Some(data)));
}

/// What the arguments `goal` and `size` name: the board to reach, if `goal` is more than a size,
/// and the size, unless only such a board shows it.
pub fn goal_and_size<'a, 'py>(
    goal: Option<&'a Bound<'py, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<&'a Bound<'py, PyAny>>, Option<Extent>)> {
    let size = size.map(boards::extent_of).transpose()?;
    let Some(named) = goal.and_then(boards::size_instead_of_board) else { return Ok((goal, size)) };
    match size {
        Some(size) if size != named => Err(PyValueError::new_err(format!(
            "goal names the shape {named}, and size {size}: expected the same"
        ))),
        _ => Ok((None, Some(named))),
    }
}

/// Reads the arguments `goal` and `size` for boards of at most 25 cells.
pub fn goal(goal: Option<&Bound<'_, PyAny>>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Board> {
    let (goal, size) = goal_and_size(goal, size)?;
    let shape = size.map(boards::shape_of).transpose()?;
    let Some(goal) = goal else { return Ok(Board::goal(shape.unwrap_or_default())) };
    boards::goal(goal, shape)
}

/// The number of threads asked for, or one per processor.
pub fn threads(asked: Option<u64>) -> usize {
    asked.map_or_else(processors, |asked| asked.min(1024) as usize).max(1)
}

/// The metric with this name.
pub fn metric(name: &str) -> PyResult<Metric> {
    name.parse().map_err(|why: UnknownName| PyValueError::new_err(format!("metric: {why}")))
}

/// Checks the argument `timeout`, in seconds.
pub fn timeout(timeout: Option<f64>) -> PyResult<Option<f64>> {
    match timeout {
        Some(seconds) if seconds.is_nan() || seconds < 0.0 => {
            let text = format!("timeout: expected seconds from 0, found {seconds}");
            Err(PyValueError::new_err(text))
        }
        // So that -0.0 is shown and compared as 0.0 is.
        timeout => Ok(timeout.map(|seconds| seconds + 0.0)),
    }
}

/// The limits named, or else the usual ones.
pub fn limits(usual: Limits, limit: Option<u64>, timeout: Option<f64>) -> Limits {
    let mut limits = match (limit, timeout) {
        (None, None) => usual,
        _ => Limits::default(),
    };
    if let Some(limit) = limit {
        limits = limits.boards(limit);
    }
    if let Some(timeout) = timeout {
        limits = limits.timeout(Duration::try_from_secs_f64(timeout).unwrap_or(Duration::MAX));
    }
    limits
}

/// A class with its arguments, as `repr` shows them.
pub fn shown(
    class: &str,
    goal: impl Display,
    size: impl Display,
    (limit, timeout): (Option<u64>, Option<f64>),
) -> String {
    let limit = limit.map(|limit| format!(", limit={limit}"));
    let timeout = timeout.map(|seconds| format!(", timeout={seconds}"));
    let limits = [limit, timeout].into_iter().flatten().collect::<String>();
    format!("{class}(\"{goal}\", size=\"{size}\"{limits})")
}

/// A hash that is the same in every process.
pub fn hashed(identity: impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(identity)
}

/// The oracle for a goal, from a table or from those in a folder.
pub fn open<M: Answerable>(
    goal: &Board,
    tables: &Tablebase,
    table: Option<&PathBuf>,
) -> Result<Oracle<M>, Error> {
    match table {
        Some(table) => Oracle::from_table(Table::open(table)?, goal),
        None => M::oracle(tables, goal),
    }
}

/// The answers for a goal, and how long to search for them.
pub struct Source<M: Answerable = Move> {
    /// The library's oracle.
    pub answers: Oracle<M>,
    /// The number of boards that a search may generate.
    pub limit: Option<u64>,
    /// The seconds that a search may take.
    pub timeout: Option<f64>,
    /// What to call with the progress.
    pub progress: Option<Py<PyAny>>,
    data: Option<PathBuf>,
    table: Option<PathBuf>,
}

impl<M: Answerable> Source<M> {
    /// Opens the tables for a goal. The arguments are those of the classes.
    pub fn new(
        py: Python<'_>,
        (goal, size): (Option<Bound<'_, PyAny>>, Option<Bound<'_, PyAny>>),
        (data, table): (Option<PathBuf>, Option<PathBuf>),
        (limit, timeout): (Option<u64>, Option<f64>),
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Source<M>> {
        let timeout = self::timeout(timeout)?;
        let goal = self::goal(goal.as_ref(), size.as_ref())?;
        let tables = tables(data.as_ref());
        let opened = py.detach(|| open(&goal, &tables, table.as_ref()));
        let answers = opened.map_err(|why| exception(&why))?;
        Ok(Source { answers, limit, timeout, progress, data, table })
    }

    /// The same arguments again, for pickle, which Spark and multiprocessing use. Unpickling opens
    /// the table again.
    pub fn arguments<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("size", self.shape().to_string())?;
        named.set_item("data", &self.data)?;
        named.set_item("table", &self.table)?;
        named.set_item("limit", self.limit)?;
        named.set_item("timeout", self.timeout)?;
        named.set_item("progress", &self.progress)?;
        Ok(((self.goal().to_string(),), named))
    }

    /// Whether another oracle gives the same answers, within the same limits.
    pub fn equals(&self, other: &Source<M>) -> bool {
        self.identity() == other.identity()
    }

    /// Equal for oracles that are.
    pub fn hashed(&self) -> u64 {
        hashed(self.identity())
    }

    fn identity(&self) -> impl Hash + PartialEq {
        let timeout = self.timeout.map(f64::to_bits);
        (*self.goal(), self.limit, timeout, self.data.clone(), self.table.clone())
    }

    /// The class with its arguments, as `repr` shows them.
    pub fn shown(&self, class: &str) -> String {
        shown(class, self.goal(), self.shape(), (self.limit, self.timeout))
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

    /// Searches on another thread. Ctrl-C ends it, and so does an exception from `progress`, which
    /// is told how many boards of how many are answered.
    fn search<A: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Arc<StopFlag>,
        asked: (usize, usize),
        search: impl FnOnce(Oracle<M>) -> A + Send + 'static,
    ) -> PyResult<A> {
        let limits = limits(Limits::of_size(self.shape()), self.limit, self.timeout);
        let (oracle, is_told) = (self.answers.clone(), self.progress.is_some());
        let work = move |work: &WatchedWork<Progress>| {
            search(oracle.limited(work.limits(limits, move |found| is_told.then_some(found))))
        };
        interrupt::run(py, stop, work, |found| self.tell(py, found, asked))
    }

    /// Calls `progress`, which may end the call by an exception.
    fn tell(&self, py: Python<'_>, found: Progress, asked: (usize, usize)) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let found = (found.at_least, found.best, found.generated, asked.0, asked.1);
        progress.call1(py, (result(py, "Progress", found)?,)).map(drop)
    }

    /// Reports how many boards of how many are answered: when all are, and a few times a second.
    pub fn tell_answered(
        &self,
        py: Python<'_>,
        asked: (usize, usize),
        last: &mut Option<Instant>,
    ) -> PyResult<()> {
        let is_new = last.is_none_or(|last| last.elapsed() >= 4 * interrupt::TICK);
        if asked.0 == asked.1 || is_new {
            *last = Some(Instant::now());
            self.tell(py, Progress::default(), asked)?;
        }
        py.check_signals()
    }

    /// Why a board cannot reach the goal, if it cannot.
    pub fn explain(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let board = boards::board(board, Some(self.shape()))?;
        Ok(solvable(&board, self.goal()).err().map(|why| why.to_string()))
    }

    /// A lower bound on the distance of a board.
    pub fn lower_bound(&self, board: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let board = boards::board(board, Some(self.shape()))?;
        answer_of(self.answers.lower_bound(&board))
    }

    /// The canonical solution of a board.
    pub fn solution(
        &self,
        board: &Bound<'_, PyAny>,
        notation: Notation,
    ) -> PyResult<Option<String>> {
        self.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written(notation, &oracle.solution(board)?, board))
        })
    }

    /// The distance after each legal move of a board, best moves first.
    pub fn legal<'py>(
        &self,
        py: Python<'py>,
        board: &Bound<'py, PyAny>,
        notation: Notation,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let legal = self.ask(board, &Arc::default(), move |oracle, board| {
            Ok(written_each(notation, oracle.legal_moves(board)?, board))
        })?;
        legal.map(|legal| legal.into_py_dict(py)).transpose()
    }

    /// Answers one board; `None` if it cannot reach the goal. A table answers at once.
    pub fn ask<A: Send + 'static>(
        &self,
        board: &Bound<'_, PyAny>,
        stop: &Arc<StopFlag>,
        answer: impl FnOnce(&Oracle<M>, &Board) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        let (py, board) = (board.py(), boards::board(board, Some(self.shape()))?);
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
        answer: impl FnOnce(&Batch<M>) -> A + Send + 'static,
    ) -> PyResult<A> {
        if !self.looks_up() {
            return self.search(py, &Arc::default(), asked, move |oracle| {
                answer(&Batch::new(oracle).threads(threads))
            });
        }
        // What a batch has unpacked serves those of the next calls, too.
        let many = Batch::new(self.answers.clone()).threads(threads);
        Ok(py.detach(|| answer(&many)))
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
pub fn answer_of<A>(answer: Result<A, Error>) -> PyResult<Option<A>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Error::Unsolvable(_)) => Ok(None),
        Err(why) => Err(exception(&why)),
    }
}
