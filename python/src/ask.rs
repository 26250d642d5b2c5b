//! How questions are asked: with the tables of a folder, each opened once, within limits, with
//! progress, and without the GIL.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::limits::{Progress, processors};
use tilebase::puzzle::{Metric, Shape};
use tilebase::text::Notation;
use tilebase::{Board, Error, Limits, Oracle, Table, Tablebase};

use crate::arguments;
use crate::boards::{Blank, GivenBoards};
use crate::errors::exception;
use crate::interrupt::{self, StopFlag, WatchedWork};
use crate::notation::{Actions, Written};

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

/// The oracle for a goal in a metric, from a table or from those in a folder.
pub fn open(
    goal: Board,
    metric: Metric,
    tables: &Tablebase,
    table: Option<&PathBuf>,
) -> Result<Oracle, Error> {
    match table {
        Some(table) => Oracle::from_table(Table::open(table)?, goal, metric),
        None => tables.oracle_in(goal, metric),
    }
}

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

/// Answers for one goal: optimal up to 25 cells, and for larger boards with sides of up to 100 a
/// good solution and a lower bound, which are optimal where they meet.
///
/// Oracle(goal=None, *, size=None, metric="single", data=None, table=None, max_nodes=None,
///     timeout=None, progress=None, blank=None)
///
/// goal: the board to reach, in any form; by default the tiles in order with the blank in the last
///     cell. Or a name, "first", "last", "centre" (where the blank is) or "snail", or the blank's
///     cell, such as 0. Or just a shape: Oracle("4x4") is Oracle(size="4x4"). It may have cells
///     that hold anything, `*` or -1 unless that is the blank, and equal tiles: see below.
/// size: the shape, "RxC" or (rows, cols); by default the goal's, else "3x3".
/// metric: "single", or "multi", where one move slides any number of tiles of a row or column, as
///     in most games, up to 4x4. A move is then a letter and a number of cells: "d2l" are two
///     moves. In the notation "tiles" it is the tile that a player clicks, the farthest of those
///     that slide.
/// data: the folder of generated tables; by default $TILEBASE_DATA, else `tilebase` in the user's
///     data folder.
/// table: the only table file to use.
/// max_nodes: the number of boards after which the search for a board stops, or soon after: a
///     search of some thousand boards may end first, and one board and an array differ in that.
///     Without max_nodes and timeout, 20,000,000 on shapes of 17 to 25 cells and 10,000,000 on
///     larger ones, which takes about a second.
/// timeout: the seconds that the search for a board may take.
/// progress: called with a Progress from time to time, and when all boards of an array are
///     answered. An exception from it ends the call, also in a thread that gets no signals.
/// blank: the number that stands for the blank in goals and boards [0]: the number of cells, -1 or
///     another that is no tile; or the largest number, with tiles from 0, such as 8 on 3x3. It
///     holds for the goal and all boards, unless a call names another. A str may have x instead.
///
/// With a table, boards are looked up. All shapes of up to nine cells have one, and others once it
/// has been generated. Without a table, boards are searched for, which max_nodes, timeout and
/// progress apply to. On shapes of more than sixteen cells, few searches end within a second;
/// Stopped then has a good solution, and `answer` and `answers` say what is known. Every board of
/// more than 25 cells that can reach the goal has a solution, whatever the limit. Arrays have at
/// most 25 cells.
///
/// A board is a str in any form that the command reads ("2 3 4 1 5 x 7 6 8", "12/3x"), a sequence
/// of ints (row by row, with 0 for the blank), a sequence of rows, or an array of shape (cells,) or
/// (rows, cols). Numbers are the tiles in the cells. Positions, which are the cells of the tiles,
/// look no different: make boards of them with numpy.argsort(positions, axis=-1).
///
/// A goal with free cells or equal tiles is several boards: "1 2 3 * * * * * *", "a a b / b c x",
/// [1, 1, 1, 2, 2, 2, 3, 3, 0]. Answers are for the nearest of them. If it has equal tiles, boards
/// have them, too; in an array they are numbers. A table of all boards that it tells apart is made
/// in memory, of up to 20,000,000. If there are more, an Oracle searches for boards of up to 25
/// cells.
///
/// Moves are in one of four notations: "blank" ("ddl": where the blank goes), "tile" ("U2R": where
/// the tile goes, with runs counted, as speed-solvers write), "tiles" ("5 8 7": the tile that
/// slides, as games do) and "cells" ("r3c2": the row and the column of the tile, from 1).
///
/// Raises TableError if a table is damaged or belongs to another goal. A question about one board
/// raises Stopped if a limit ends its search.
#[pyclass(frozen, eq, hash, module = "tilebase", name = "Oracle")]
pub struct OpenOracle {
    /// The library's oracle.
    pub oracle: Oracle,
    pub settings: Settings,
}

/// What is said of an oracle but its goal and metric.
#[derive(IntoPyObjectRef)]
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
    /// Boards, and how they are written: as was said of them, or else of all boards.
    pub fn given<'a, 'py>(
        &self,
        object: &'a Bound<'py, PyAny>,
        blank: Option<Blank>,
        other: &'static str,
    ) -> GivenBoards<'a, 'py> {
        GivenBoards { object, blank: blank.or(self.settings.blank), other }
    }

    /// Equal for those that give the same answers, within the same limits.
    fn identity(&self) -> impl Hash + PartialEq {
        let Settings { max_nodes, timeout, data, table, blank, .. } = &self.settings;
        let limits = (*max_nodes, timeout.map(f64::to_bits));
        let tables = (data.clone(), table.clone());
        (self.oracle.goal().clone(), self.oracle.metric(), limits, tables, *blank)
    }

    /// The notation with this name, unless it names tiles of which some are alike.
    pub fn notation(&self, name: &str) -> PyResult<Notation> {
        let notation = arguments::parse("notation", name)?;
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
