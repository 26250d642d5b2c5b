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
use pyo3::types::PyDict;
use tilebase::limits::{Cost, Progress, processors};
use tilebase::oracle::{AnyOracle, Outcome};
use tilebase::puzzle::{Extent, Metric, UnknownName};
use tilebase::{Board, Error, Limits, Position, Table, Tablebase, Way};

use crate::arguments;
use crate::boards::{self, Given};
use crate::encoding::Blank;
use crate::errors::exception;
use crate::interrupt::{self, StopFlag, WatchedWork};

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

/// Reads the arguments `goal` and `size`: the board to reach, if `goal` is more than a size, and
/// the size, unless only such a board shows it.
pub fn goal_and_size<'a, 'py>(
    goal: Option<&'a Bound<'py, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Option<&'a Bound<'py, PyAny>>, Option<Extent>)> {
    let size = size.map(arguments::extent_of).transpose()?;
    let Some(named) = goal.and_then(arguments::size_instead_of_board) else {
        return Ok((goal, size));
    };
    match size {
        Some(size) if size != named => Err(PyValueError::new_err(format!(
            "goal names the shape {named}, and size {size}: expected the same"
        ))),
        _ => Ok((None, Some(named))),
    }
}

/// Reads the arguments `goal` and `size` for boards of at most 25 cells.
pub fn goal(
    goal: Option<&Bound<'_, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Board> {
    let (goal, size) = goal_and_size(goal, size)?;
    let shape = size.map(arguments::shape_of).transpose()?;
    let Some(goal) = goal else { return Ok(Board::goal(shape.unwrap_or_default())) };
    boards::small_goal(goal, size, blank)
}

/// Reads a board, and the arguments `goal` and `size`.
pub fn start_and_goal(
    given: Given<'_, '_>,
    goal: Option<&Bound<'_, PyAny>>,
    size: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Position, Position)> {
    let (goal, size) = goal_and_size(goal, size)?;
    // A goal that is only named depends on the size, which the board shows.
    let shown = goal.map(|goal| boards::position(goal, size, given.blank));
    let shown = boards::if_any(given.object.py(), shown)?.map(|(goal, _)| goal.extent());
    let (start, _) = given.read(size.or(shown))?;
    let goal = match goal {
        Some(goal) => boards::goal(goal, Some(start.extent()), given.blank)?,
        None => Position::goal(start.extent()).map_err(exception)?,
    };
    Ok((start, goal))
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

/// The oracle for a goal in a metric, from a table or from those in a folder.
pub fn open(
    goal: Board,
    metric: Metric,
    tables: &Tablebase,
    table: Option<&PathBuf>,
) -> Result<AnyOracle, Error> {
    match table {
        Some(table) => AnyOracle::from_table(Table::open(table)?.into(), &goal.into(), metric),
        None => tables.any_oracle(&goal.into(), metric),
    }
}

/// The oracle for boards of one goal, and the arguments that Python's class was made with.
pub struct OpenOracle {
    /// The library's oracle.
    pub oracle: AnyOracle,
    limit: Option<u64>,
    timeout: Option<f64>,
    progress: Option<Py<PyAny>>,
    data: Option<PathBuf>,
    table: Option<PathBuf>,
    /// The number for the blank in boards of which nothing else is said.
    pub blank: Option<Blank>,
}

impl OpenOracle {
    /// An oracle without tables.
    pub fn new(
        oracle: AnyOracle,
        limit: Option<u64>,
        timeout: Option<f64>,
        blank: Option<Blank>,
    ) -> OpenOracle {
        OpenOracle { oracle, limit, timeout, progress: None, data: None, table: None, blank }
    }

    /// Opens the tables for a goal. The arguments are those of the classes.
    pub fn open(
        py: Python<'_>,
        metric: Metric,
        (goal, size): (Option<Bound<'_, PyAny>>, Option<Bound<'_, PyAny>>),
        (data, table): (Option<PathBuf>, Option<PathBuf>),
        (limit, timeout): (Option<u64>, Option<f64>),
        progress: Option<Py<PyAny>>,
        blank: Option<Blank>,
    ) -> PyResult<OpenOracle> {
        let timeout = self::timeout(timeout)?;
        let goal = self::goal(goal.as_ref(), size.as_ref(), blank)?;
        let tables = tables(data.as_ref());
        let opened = py.detach(|| open(goal, metric, &tables, table.as_ref()));
        let oracle = opened.map_err(exception)?;
        Ok(OpenOracle { oracle, limit, timeout, progress, data, table, blank })
    }

    /// Boards, and how they are written: as was said of them, or else of all boards.
    pub fn given<'a, 'py>(
        &self,
        object: &'a Bound<'py, PyAny>,
        blank: Option<Blank>,
        other: &'static str,
    ) -> Given<'a, 'py> {
        Given { object, blank: blank.or(self.blank), other }
    }

    /// The arguments again, for pickle, which Spark and multiprocessing use. Unpickling opens the
    /// table again.
    pub fn arguments<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("size", self.size().to_string())?;
        named.set_item("limit", self.limit)?;
        named.set_item("timeout", self.timeout)?;
        // Not every class takes these.
        self.data.iter().try_for_each(|data| named.set_item("data", data))?;
        self.table.iter().try_for_each(|table| named.set_item("table", table))?;
        self.blank.iter().try_for_each(|blank| named.set_item("blank", *blank))?;
        self.progress.iter().try_for_each(|progress| named.set_item("progress", progress))?;
        Ok(((self.oracle.goal().to_string(),), named))
    }

    /// Equal for those that give the same answers, within the same limits.
    pub fn identity(&self) -> impl Hash + PartialEq {
        let (goal, timeout) = (self.oracle.goal().clone(), self.timeout.map(f64::to_bits));
        let tables = (self.data.clone(), self.table.clone());
        (goal, self.oracle.metric(), self.limit, timeout, tables, self.blank)
    }

    /// A hash of the identity that is the same in every process.
    pub fn hashed(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(self.identity())
    }

    /// The class with its arguments, as `repr` shows them.
    pub fn shown(&self, class: impl Display) -> String {
        let limit = self.limit.map(|limit| format!(", limit={limit}"));
        let timeout = self.timeout.map(|seconds| format!(", timeout={seconds}"));
        let blank = self.blank.map(|blank| format!(", blank={blank}"));
        let more = [limit, timeout, blank].into_iter().flatten().collect::<String>();
        format!("{class}(\"{}\", size=\"{}\"{more})", self.oracle.goal(), self.size())
    }

    /// The rows and columns of boards.
    pub fn size(&self) -> Extent {
        self.oracle.goal().extent()
    }

    /// The limits named, or else the usual ones.
    fn limits(&self) -> Limits {
        if self.limit.is_none() && self.timeout.is_none() {
            return self.oracle.limits();
        }
        let mut limits = Limits::default();
        if let Some(limit) = self.limit {
            limits = limits.boards(limit);
        }
        if let Some(timeout) = self.timeout {
            limits = limits.timeout(Duration::try_from_secs_f64(timeout).unwrap_or(Duration::MAX));
        }
        limits
    }

    /// Searches on another thread. Ctrl-C ends it, and so does an exception from `progress`, which
    /// receives how many boards of how many are answered.
    fn search<A: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Arc<StopFlag>,
        asked: (usize, usize),
        search: impl FnOnce(AnyOracle) -> A + Send + 'static,
    ) -> PyResult<A> {
        let (limits, is_reported) = (self.limits(), self.progress.is_some());
        let oracle = self.oracle.clone();
        let work = move |work: &WatchedWork<Progress>| {
            search(oracle.limited(work.limits(limits, move |found| is_reported.then_some(found))))
        };
        interrupt::run(py, stop, work, |found| self.report(py, found, asked))
    }

    /// Calls `progress`, which may end the call by an exception.
    fn report(&self, py: Python<'_>, found: Progress, asked: (usize, usize)) -> PyResult<()> {
        let Some(progress) = &self.progress else { return Ok(()) };
        let found = (found.at_least, found.best, found.generated, asked.0, asked.1);
        progress.call1(py, (result(py, "Progress", found)?,)).map(drop)
    }

    /// Reports how many boards of how many are answered: when all are, and a few times a second.
    pub fn report_answered(
        &self,
        py: Python<'_>,
        asked: (usize, usize),
        last: &mut Option<Instant>,
    ) -> PyResult<()> {
        let is_new = last.is_none_or(|last| last.elapsed() >= 4 * interrupt::TICK);
        if asked.0 == asked.1 || is_new {
            *last = Some(Instant::now());
            self.report(py, Progress::default(), asked)?;
        }
        py.check_signals()
    }

    /// A board of the goal's size. `many` is the function that takes many.
    pub fn position(
        &self,
        board: &Bound<'_, PyAny>,
        blank: Option<Blank>,
        many: &'static str,
    ) -> PyResult<Position> {
        self.given(board, blank, many).position(self.oracle.goal())
    }

    /// Answers one board; `None` if it cannot reach the goal. A table answers at once.
    pub fn ask<A: Send + 'static>(
        &self,
        board: &Bound<'_, PyAny>,
        blank: Option<Blank>,
        many: &'static str,
        answer: impl FnOnce(&AnyOracle, &Position) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        let position = self.position(board, blank, many)?;
        self.ask_until(board.py(), &Arc::default(), position, answer)
    }

    /// The same with a flag that stops the search.
    pub fn ask_until<A: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Arc<StopFlag>,
        board: Position,
        answer: impl FnOnce(&AnyOracle, &Position) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        answer_of(if self.oracle.is_searching() {
            self.search(py, stop, (0, 1), move |oracle| answer(&oracle, &board))?
        } else {
            answer(&self.oracle, &board)
        })
    }

    /// Answers some of many boards, without the GIL. `asked` says how many were answered before,
    /// and of how many.
    pub fn ask_all<A: Send + 'static>(
        &self,
        py: Python<'_>,
        threads: usize,
        asked: (usize, usize),
        answer: impl FnOnce(&AnyOracle) -> A + Send + 'static,
    ) -> PyResult<A> {
        if self.oracle.is_searching() {
            return self.search(py, &Arc::default(), asked, move |oracle| {
                answer(&oracle.threads(threads))
            });
        }
        // Its unpacked solutions serve the next calls, too.
        let oracle = self.oracle.clone().threads(threads);
        Ok(py.detach(|| answer(&oracle)))
    }
}

/// The bounds of a board that can reach the goal: a lower bound on its distance, the best solution,
/// and the number of boards generated.
pub struct BestKnown {
    pub at_least: u32,
    pub best: Option<Way>,
    pub generated: u64,
}

impl BestKnown {
    /// The bounds that an oracle found; `None` if the board cannot reach the goal.
    pub fn of(found: Outcome<(Way, Cost)>) -> Option<BestKnown> {
        match found {
            Outcome::Known((way, cost)) => {
                let (at_least, generated) = (way.len() as u32, cost.generated);
                Some(BestKnown { at_least, best: Some(way), generated })
            }
            Outcome::Bounded(stopped) => {
                let best = Way::best_of(&stopped);
                let (at_least, generated) = (stopped.at_least, stopped.generated);
                Some(BestKnown { at_least, best, generated })
            }
            Outcome::Unsolvable(_) => None,
        }
    }

    /// The length of the best solution.
    pub fn at_most(&self) -> Option<u32> {
        self.best.as_ref().map(|best| best.len() as u32)
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
        Err(why) => Err(exception(why)),
    }
}
