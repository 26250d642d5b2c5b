//! The functions of the module.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::generate::Generator;
use tilebase::puzzle::Puzzle;
use tilebase::table::OutputFile;
use tilebase::verify::prove;
use tilebase::{Error, Table, Tablebase};

use crate::arguments;
use crate::ask::{self, answer_of};
use crate::boards::{Blank, GivenBoards};
use crate::errors::exception;
use crate::goal::{GoalArgument, start_and_goal};
use crate::interrupt::{self, WatchedWork};
use crate::rows::boards_of;

/// Every board that can reach the goal: uint8 of shape (states, cells), one board per row, 0 for
/// the blank, ordered by index as in `tilebase unrank`.
///
/// size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
/// blank: the number that stands for the blank in the goal and in these boards [0]. If it is the
///     largest number, the tiles begin at 0. If it is no byte, the boards are int16.
///
/// 3x3 has 181,440 boards, 3x4 has 239,500,800.
#[pyfunction]
#[pyo3(signature = (size=None, *, goal=None, blank=None))]
pub fn all_boards<'py>(
    py: Python<'py>,
    size: Option<Bound<'py, PyAny>>,
    goal: Option<Bound<'py, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Bound<'py, PyAny>> {
    let goal = GoalArgument::new(goal.as_ref(), size.as_ref(), blank)?.small()?;
    goal.shape().expect_numbered().map_err(exception)?;
    let rows = usize::try_from(goal.shape().states()).unwrap_or(usize::MAX);
    boards_of(py, goal, blank, rows, |row| row as u64)
}

/// Whether a board of any size can reach the goal.
///
/// goal: the board to reach, or its name, as for Oracle, or just a shape [the tiles in order, the
///     blank in the last cell].
/// size: the shape, "RxC" or (rows, cols), for boards that do not show their rows [the goal's, else
///     a square if the number of cells is one, else "3x3"].
/// blank: the number that stands for the blank in boards and goals of numbers [0].
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, size=None, blank=None))]
pub fn is_solvable(
    board: &Bound<'_, PyAny>,
    goal: Option<Bound<'_, PyAny>>,
    size: Option<Bound<'_, PyAny>>,
    blank: Option<Blank>,
) -> PyResult<bool> {
    let given = GivenBoards { object: board, blank, other: "solvable" };
    let (start, goal, _) = start_and_goal(given, goal.as_ref(), size.as_ref())?;
    answer_of(start.expect_solvable(&goal)).map(|found| found.is_some())
}

/// Makes the tables of a shape and returns the paths of their files. This is needed once. 3x4 has
/// one table (about 2 s, 120 MB), 4x4 has two (196 MB). Shapes of up to nine cells need none.
///
/// size: the shape, "RxC" or (rows, cols).
/// goal_blank: the cell of the goal's blank, numbered row by row from 0 [the last].
/// data: the folder for the tables, created if necessary [$TILEBASE_DATA, else `tilebase` in the
///     user's data folder].
/// threads: the number of threads [one per processor].
/// progress: called from time to time with (states found, all states).
/// proofs: make the tables that make proofs shorter, too: those of further partitions, which 5x5
///     with the goal's blank in a corner has (113 MB more).
/// metric: "single", or "multi" for the tables of that metric, of up to sixteen cells (4x4 has two,
///     152 MB).
/// force: make the tables even if they are there already. Otherwise those whose checksums are right
///     are kept.
///
/// Ctrl-C or an exception from progress ends the call. An unfinished table leaves no file behind.
#[pyfunction]
#[pyo3(signature = (size, *, goal_blank=None, data=None, threads=None, progress=None,
                    proofs=false, metric="single", force=false))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn generate(
    py: Python<'_>,
    size: Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::goal_blank)] goal_blank: Option<u64>,
    #[pyo3(from_py_with = arguments::new_data)] data: Option<PathBuf>,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
    #[pyo3(from_py_with = arguments::progress)] progress: Option<Py<PyAny>>,
    proofs: bool,
    metric: &str,
    force: bool,
) -> PyResult<Vec<PathBuf>> {
    let shape = arguments::shape(&size)?;
    let goal_blank =
        goal_blank.map_or(shape.tiles(), |cell| usize::try_from(cell).unwrap_or(usize::MAX));
    let no_folder =
        || PyValueError::new_err("the system has no data folder for the user; name one with data");
    let folder = data.or_else(Tablebase::user_folder).ok_or_else(no_folder)?;
    let metric = arguments::parse("metric", metric)?;
    let puzzles = Tablebase::puzzles_to_generate(shape, goal_blank, metric, proofs);
    let puzzles = puzzles.map_err(exception)?;
    std::fs::create_dir_all(&folder).map_err(|cause| {
        exception(Error::Io { doing: "make the folder", path: folder.clone(), cause })
    })?;
    let all: u64 = puzzles.iter().map(|puzzle| puzzle.states()).sum();
    let threads = ask::threads(threads);
    let replaced = folder.clone();
    let work = move |work: &WatchedWork<u64>| make_tables(puzzles, &folder, threads, force, work);
    let report = |states| match &progress {
        Some(progress) => progress.call1(py, (states, all)).map(drop),
        None => Ok(()),
    };
    let made = interrupt::run(py, &Arc::default(), work, report)?.map_err(exception);
    ask::forget(&replaced);
    made
}

/// Makes tables in a folder, or those that are missing there, and reports how many states of all
/// were found so far.
fn make_tables(
    puzzles: Vec<Puzzle>,
    folder: &Path,
    threads: usize,
    force: bool,
    work: &WatchedWork<u64>,
) -> Result<Vec<PathBuf>, Error> {
    let (mut paths, mut before) = (Vec::new(), 0);
    for puzzle in puzzles {
        let path = folder.join(Tablebase::file_name(puzzle));
        OutputFile::expect_regular(&path)?;
        let mut made = None;
        if force || Table::open_whole(&path, puzzle)?.is_none() {
            // Before the work, to find out early if the file cannot be written.
            let out = OutputFile::create(&path)?;
            let _ = work.report(before);
            let table = Generator::new(puzzle)
                .threads(threads)
                .table(|counts| work.now_and_then(|| Some(before + counts.iter().sum::<u64>())))?;
            made = Some((table, out));
        }
        before += puzzle.states();
        if work.report(before).is_break() {
            return Err(Error::Interrupted);
        }
        if let Some((table, out)) = made {
            table.save_to(out)?;
        }
        paths.push(path);
    }
    Ok(paths)
}

/// Proves that every entry of a table file is right, without trusting anything in it. Returns the
/// number of states at distance 0, 1, 2, ..., as counted by the proof.
///
/// Raises TableError if anything in the file is wrong.
#[pyfunction]
#[pyo3(signature = (table, *, threads=None))]
pub fn verify(
    py: Python<'_>,
    table: PathBuf,
    #[pyo3(from_py_with = arguments::threads)] threads: Option<u64>,
) -> PyResult<Vec<u64>> {
    let threads = ask::threads(threads);
    let work =
        move |work: &WatchedWork<()>| prove(&Table::open(&table)?, threads, |_| work.go_on());
    interrupt::run(py, &Arc::default(), work, |()| Ok(()))?.map_err(exception::<Error>)
}
