//! How questions are asked: within limits, with progress, and without the GIL.

use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tilebase::limits::{Progress, processors};
use tilebase::puzzle::{Metric, Shape};
use tilebase::text::Notation;
use tilebase::{Board, Error, Limits, Oracle};

use crate::boards::GivenBoards;
use crate::encoding::Blank;
use crate::errors::exception;
use crate::goal::GoalArgument;
use crate::interrupt::{self, StopFlag, WatchedWork};
use crate::notation::{self, Actions, Written};
use crate::tables;

/// The number of threads asked for, or one per processor.
pub fn threads(asked: Option<u64>) -> usize {
    asked.map_or_else(processors, |asked| asked.min(1024) as usize).max(1)
}

/// The limits of a search in boards and seconds, or else the usual ones.
pub fn limits(boards: Option<u64>, seconds: Option<f64>, usual: Limits) -> Limits {
    if boards.is_none() && seconds.is_none() {
        return usual;
    }
    let timeout = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    Limits::new(boards, seconds.map(timeout))
}

/// The oracle for boards of one goal, and the other arguments that Python's class was made with.
pub struct OpenOracle {
    /// The library's oracle.
    pub oracle: Oracle,
    pub settings: Settings,
}

/// What is said of an oracle but its goal.
#[derive(Default)]
pub struct Settings {
    pub max_nodes: Option<u64>,
    pub timeout: Option<f64>,
    pub progress: Option<Py<PyAny>>,
    pub data: Option<PathBuf>,
    pub table: Option<PathBuf>,
    /// The number for the blank in boards of which nothing else is said.
    pub blank: Option<Blank>,
}

impl OpenOracle {
    /// Opens the tables for a goal. The arguments are those of the classes.
    pub fn open(
        py: Python<'_>,
        metric: Metric,
        goal: Option<Bound<'_, PyAny>>,
        size: Option<Bound<'_, PyAny>>,
        settings: Settings,
    ) -> PyResult<OpenOracle> {
        let goal =
            GoalArgument::new(goal.as_ref(), size.as_ref(), settings.blank)?.of_at_most_25()?;
        let tables = tables::of_folder(settings.data.as_ref());
        let opened = py.detach(|| tables::open(goal, metric, &tables, settings.table.as_ref()));
        Ok(OpenOracle { oracle: opened.map_err(exception)?, settings })
    }

    /// Boards, and how they are written: as was said of them, or else of all boards.
    pub fn given<'a, 'py>(
        &self,
        object: &'a Bound<'py, PyAny>,
        blank: Option<Blank>,
        other: &'static str,
    ) -> GivenBoards<'a, 'py> {
        GivenBoards { object, blank: blank.or(self.settings.blank), other }
    }

    /// The arguments again, for pickle, which Spark and multiprocessing use. Unpickling opens the
    /// table again.
    pub fn arguments<'py>(&self, py: Python<'py>) -> PyResult<((String,), Bound<'py, PyDict>)> {
        let Settings { max_nodes, timeout, progress, data, table, blank } = &self.settings;
        let named = PyDict::new(py);
        named.set_item("size", self.size().to_string())?;
        named.set_item("max_nodes", max_nodes)?;
        named.set_item("timeout", timeout)?;
        // Not every class takes these.
        data.iter().try_for_each(|data| named.set_item("data", data))?;
        table.iter().try_for_each(|table| named.set_item("table", table))?;
        blank.iter().try_for_each(|blank| named.set_item("blank", *blank))?;
        progress.iter().try_for_each(|progress| named.set_item("progress", progress))?;
        Ok(((self.oracle.goal().to_string(),), named))
    }

    /// Equal for those that give the same answers, within the same limits.
    fn identity(&self) -> impl Hash + PartialEq {
        let Settings { max_nodes, timeout, data, table, blank, .. } = &self.settings;
        let limits = (*max_nodes, timeout.map(f64::to_bits));
        let tables = (data.clone(), table.clone());
        (self.oracle.goal().clone(), self.oracle.metric(), limits, tables, *blank)
    }

    /// The class with its arguments, as `repr` shows them.
    pub fn shown(&self, class: impl Display) -> String {
        let Settings { max_nodes, timeout, blank, .. } = &self.settings;
        let max_nodes = max_nodes.map(|most| format!(", max_nodes={most}"));
        let timeout = timeout.map(|seconds| format!(", timeout={seconds}"));
        let blank = blank.map(|blank| format!(", blank={blank}"));
        let more = [max_nodes, timeout, blank].into_iter().flatten().collect::<String>();
        format!("{class}(\"{}\", size=\"{}\"{more})", self.oracle.goal(), self.size())
    }

    /// The notation with this name, unless it names tiles of which some are alike.
    pub fn notation(&self, name: &str) -> PyResult<Notation> {
        let notation = notation::notation(name)?;
        if notation == Notation::Tiles && self.oracle.goal().has_equal_tiles() {
            let text = "notation: the goal has equal tiles; expected another than \"tiles\"";
            return Err(PyValueError::new_err(text));
        }
        Ok(notation)
    }

    /// How moves as an argument are written.
    pub fn written(&self, notation: &str, actions: Option<Actions>) -> PyResult<Written> {
        Written::new(self.notation(notation)?, actions)
    }

    /// The rows and columns of boards.
    pub fn size(&self) -> Shape {
        self.oracle.goal().shape()
    }

    /// Searches on another thread. Ctrl-C ends it, and so does an exception from `progress`, which
    /// receives how many boards of how many are answered.
    fn search<A: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Arc<StopFlag>,
        asked: (usize, usize),
        search: impl FnOnce(Oracle) -> A + Send + 'static,
    ) -> PyResult<A> {
        let Settings { max_nodes, timeout, progress, .. } = &self.settings;
        let limits = limits(*max_nodes, *timeout, self.oracle.limits().clone());
        let is_reported = progress.is_some();
        let oracle = self.oracle.clone();
        let work = move |work: &WatchedWork<Progress>| {
            search(oracle.limited(work.limits(limits, move |found| is_reported.then_some(found))))
        };
        interrupt::run(py, stop, work, |found| self.report(py, found, asked))
    }

    /// Calls `progress`, which may end the call by an exception.
    fn report(&self, py: Python<'_>, found: Progress, asked: (usize, usize)) -> PyResult<()> {
        let Some(progress) = &self.settings.progress else { return Ok(()) };
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
    ) -> PyResult<Board> {
        self.given(board, blank, many).position(self.oracle.goal())
    }

    /// Answers one board; `None` if it cannot reach the goal. A table answers at once.
    pub fn ask<A: Send + 'static>(
        &self,
        board: &Bound<'_, PyAny>,
        blank: Option<Blank>,
        many: &'static str,
        answer: impl FnOnce(&Oracle, &Board) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        let position = self.position(board, blank, many)?;
        self.ask_until(board.py(), &Arc::default(), position, answer)
    }

    /// The same with a flag that stops the search.
    pub fn ask_until<A: Send + 'static>(
        &self,
        py: Python<'_>,
        stop: &Arc<StopFlag>,
        board: Board,
        answer: impl FnOnce(&Oracle, &Board) -> Result<A, Error> + Send + 'static,
    ) -> PyResult<Option<A>> {
        answer_of(if self.oracle.is_looking_up() {
            answer(&self.oracle, &board)
        } else {
            self.search(py, stop, (0, 1), move |oracle| answer(&oracle, &board))?
        })
    }

    /// Answers some of many boards, without the GIL. `asked` says how many were answered before,
    /// and of how many.
    pub fn ask_all<A: Send + 'static>(
        &self,
        py: Python<'_>,
        threads: usize,
        asked: (usize, usize),
        answer: impl FnOnce(&Oracle) -> A + Send + 'static,
    ) -> PyResult<A> {
        if !self.oracle.is_looking_up() {
            return self.search(py, &Arc::default(), asked, move |oracle| {
                answer(&oracle.threads(threads))
            });
        }
        // Its unpacked solutions serve the next calls, too.
        let oracle = self.oracle.clone().threads(threads);
        Ok(py.detach(|| answer(&oracle)))
    }
}

impl PartialEq for OpenOracle {
    fn eq(&self, other: &OpenOracle) -> bool {
        self.identity() == other.identity()
    }
}

impl Hash for OpenOracle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
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
