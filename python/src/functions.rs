//! The functions of the module.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use tilebase::check::Verdict;
use tilebase::generate::Generator;
use tilebase::oracle::BatchError;
use tilebase::puzzle::{Coordinates, Metric, Notation, Rectangle};
use tilebase::table::OutputFile;
use tilebase::verify::Proof;
use tilebase::{Board, Error, Table, Tablebase};

use crate::ask::{self, OpenOracle};
use crate::boards;
use crate::buffers::{AnswerArray, AnswerElement};
use crate::errors::{board_exception, exception, within};
use crate::interrupt::{self, WatchedWork};
use crate::notation::notation as named;
use crate::oracle::BaseOracle;
use crate::rows::numbered;

/// The number of boards written to an array at once, or drawn between two looks at whether to stop.
pub const BOARDS_PER_BLOCK: u64 = 1024;

/// Every board that can reach the goal: uint8 of shape (states, cells), one board per row, 0 for
/// the blank, ordered by index as in `tilebase unrank`.
///
/// size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
///
/// 3x3 has 181,440 boards, 3x4 has 239,500,800.
#[pyfunction]
#[pyo3(signature = (size=None, *, goal=None))]
pub fn all_boards<'py>(
    py: Python<'py>,
    size: Option<Bound<'py, PyAny>>,
    goal: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let goal = ask::goal(goal.as_ref(), size.as_ref())?;
    numbered(goal.shape())?;
    let states = goal.shape().states();
    array(py, goal.shape().cells(), states, |first, count, cells: &mut Vec<u8>| {
        for index in first..first + count {
            let board =
                Coordinates::board_of_goal(&goal, index).expect("below the number of states");
            cells.extend_from_slice(board.cells());
        }
    })
}

/// An array with `rows` boards. `fill` is called with the first row and the number of rows to add.
pub fn array<A: AnswerElement + Send>(
    py: Python<'_>,
    cells: usize,
    rows: u64,
    mut fill: impl FnMut(u64, u64, &mut Vec<A>) + Send,
) -> PyResult<Bound<'_, PyAny>> {
    let array = AnswerArray::<A>::new(py, &[rows, cells as u64])?;
    let mut bytes = Vec::new();
    for first in (0..rows).step_by(BOARDS_PER_BLOCK as usize) {
        let count = BOARDS_PER_BLOCK.min(rows - first);
        bytes.clear();
        py.detach(|| fill(first, count, &mut bytes));
        array.write(usize::try_from(first)? * cells, &bytes)?;
        py.check_signals()?;
    }
    Ok(array.finish())
}

/// Whether a board of any size can reach the goal.
///
/// goal: the board to reach, or its name, as for Oracle, or just a shape [the tiles in order, the
///     blank in the last cell].
/// size: the shape, "RxC" or (rows, cols), for boards that do not show their rows [the goal's, else
///     a square if the number of cells is one, else "3x3"].
#[pyfunction]
#[pyo3(signature = (board, goal=None, *, size=None))]
pub fn is_solvable(
    board: &Bound<'_, PyAny>,
    goal: Option<Bound<'_, PyAny>>,
    size: Option<Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let (goal, size) = ask::goal_and_size(goal.as_ref(), size.as_ref())?;
    // A goal that is only named depends on the size, which the board shows.
    let shown = goal.map(|goal| boards::rectangle(goal, size));
    let shown = boards::if_any(board.py(), shown)?;
    let start = boards::rectangle(board, size.or_else(|| shown.as_ref().map(Rectangle::extent)))?;
    let goal = match goal {
        Some(goal) => boards::goal_of_any_size(goal, Some(start.extent()))?,
        None => Rectangle::goal(start.extent()).map_err(|why| board_exception(&why))?,
    };
    Ok(start.parities(&goal).map_err(|why| board_exception(&why))?.solvable())
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
/// metric: "single", or "multi" for the tables of MultiOracle, of up to sixteen cells (4x4 has two,
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
    #[pyo3(from_py_with = boards::goal_blank)] goal_blank: Option<u64>,
    data: Option<PathBuf>,
    #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
    #[pyo3(from_py_with = boards::progress)] progress: Option<Py<PyAny>>,
    proofs: bool,
    metric: &str,
    force: bool,
) -> PyResult<Vec<PathBuf>> {
    let shape = boards::shape(&size)?;
    let goal_blank =
        goal_blank.map_or(shape.tiles(), |cell| usize::try_from(cell).unwrap_or(usize::MAX));
    let no_folder =
        || PyValueError::new_err("the system has no data folder for the user; name one with data");
    let folder = data.or_else(Tablebase::user_folder).ok_or_else(no_folder)?;
    let metric = ask::metric(metric)?;
    let puzzles = Tablebase::puzzles_to_generate(shape, goal_blank, metric, proofs);
    let puzzles = puzzles.map_err(|why| exception(&why))?;
    std::fs::create_dir_all(&folder).map_err(|cause| {
        exception(&Error::Io { doing: "make the folder", path: folder.clone(), cause })
    })?;
    let all: u64 = puzzles.iter().map(|puzzle| puzzle.states()).sum();
    let threads = ask::threads(threads);
    let replaced = folder.clone();
    let work = move |work: &WatchedWork<u64>| {
        let (mut paths, mut before) = (Vec::new(), 0);
        for puzzle in puzzles {
            let path = folder.join(Tablebase::file_name(puzzle));
            let mut told = 0;
            OutputFile::expect_regular(&path)?;
            let mut made = None;
            if force || Table::open_whole(&path, puzzle)?.is_none() {
                // Before the work, to find out early if the file cannot be written.
                let out = OutputFile::create(&path)?;
                let table = Generator::new(puzzle).threads(threads).table(|counts| {
                    let found = before + counts.iter().sum::<u64>();
                    if found == told {
                        return work.go_on();
                    }
                    told = found;
                    work.tell(found)
                })?;
                made = Some((table, out));
            }
            before += puzzle.states();
            if work.tell(before).is_break() {
                return Err(Error::Interrupted);
            }
            if let Some((table, out)) = made {
                table.save_to(out)?;
            }
            paths.push(path);
        }
        Ok::<_, Error>(paths)
    };
    let tell = |states| match &progress {
        Some(progress) => progress.call1(py, (states, all)).map(drop),
        None => Ok(()),
    };
    let made = interrupt::run(py, &Arc::default(), work, tell)?.map_err(|why| exception(&why));
    ask::forget(&replaced);
    made
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
    #[pyo3(from_py_with = boards::threads)] threads: Option<u64>,
) -> PyResult<Vec<u64>> {
    let threads = ask::threads(threads);
    let work = move |work: &WatchedWork<()>| {
        Ok(Proof::new(&Table::open(&table)?, threads, |_| work.go_on())?.counts)
    };
    interrupt::run(py, &Arc::default(), work, |()| Ok(()))?.map_err(|why: Error| exception(&why))
}

/// Checks answers to boards. Returns a verdict for each, as the command prints it: "optimal",
/// "valid +K" (K moves too many) or "wrong: ...", or "unknown: ..." if a limit of the oracle ended
/// the search.
///
/// boards: an iterable of boards, or an array of shape (n, cells).
/// answers: an iterable of str with as many items: moves, or "unsolvable".
/// oracle: the Oracle or MultiOracle for the goal [Oracle("3x3")].
/// notation: how the moves are written: "blank", "tile" or "tiles".
#[pyfunction]
#[pyo3(signature = (boards, answers, *, oracle=None, notation="blank"))]
pub fn check<'py>(
    boards: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    oracle: Option<Bound<'py, BaseOracle>>,
    notation: &str,
) -> PyResult<Bound<'py, PyList>> {
    let notation = named(notation)?;
    match oracle {
        Some(oracle) => verdicts(&oracle.get().source, boards, answers, notation),
        None => {
            let none = ((None, None), (None, None), (None, None));
            let (py, metric) = (boards.py(), Metric::default());
            let source = OpenOracle::open(py, metric, none.0, none.1, none.2, None)?;
            verdicts(&source, boards, answers, notation)
        }
    }
}

/// The verdicts on answers to boards, a block at a time, as the command prints them.
fn verdicts<'py>(
    source: &OpenOracle,
    boards: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    notation: Notation,
) -> PyResult<Bound<'py, PyList>> {
    let py = boards.py();
    let (verdicts, named_boards, mut last) = (PyList::empty(py), boards.len().ok(), None);
    let mut boards = boards::items(boards, "boards", "boards")?.enumerate();
    let mut answers = boards::items(answers, "answers", "str")?;
    loop {
        let mut block = Vec::new();
        for (number, board) in boards.by_ref().take(BOARDS_PER_BLOCK as usize) {
            let Some(answer) = answers.next().transpose()? else {
                let text = format!("boards has more items than answers, which has {number}");
                return Err(PyValueError::new_err(text));
            };
            let board = boards::position(&board?, source.oracle.goal())
                .map_err(|why| within(py, &format!("boards[{number}]"), why))?;
            block.push((board, boards::text(&answer, "answers", number)?));
        }
        if block.is_empty() {
            break;
        }
        let all = verdicts.len() + block.len();
        let asked = (verdicts.len(), named_boards.unwrap_or(all));
        let checked = source.ask_all(py, ask::threads(None), asked, move |oracle| {
            let all: Vec<Board> =
                block.iter().filter_map(|(board, _)| board.board().copied()).collect();
            let (goal, metric) = (oracle.goal(), oracle.metric());
            let checked = block.iter().zip(oracle.distances(&all)?).map(|((board, answer), at)| {
                Verdict::on_moves(board, goal, metric, &at, answer, notation).to_string()
            });
            Ok(checked.collect::<Vec<_>>())
        })?;
        for verdict in checked.map_err(|why: BatchError| exception(&why.error))? {
            verdicts.append(verdict)?;
        }
        source.tell_answered(py, (all, asked.1), &mut last)?;
    }
    if answers.next().is_some() {
        let text = format!("answers has more items than boards, which has {}", verdicts.len());
        return Err(PyValueError::new_err(text));
    }
    Ok(verdicts)
}
