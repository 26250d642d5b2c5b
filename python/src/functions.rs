//! The functions of the module.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tilebase::check::Verdict;
use tilebase::generate::Generator;
use tilebase::oracle::{Answerable, BatchError, Outcome};
use tilebase::puzzle::{Coordinates, Metric, MultiMove, Notation, Rectangle};
use tilebase::sample::{DrawProgress, Population, Request, SampleError, Sampler};
use tilebase::table::OutputFile;
use tilebase::verify::Proof;
use tilebase::{Batch, Board, Error, Limits, Move, Table, Tablebase};

use crate::ask::{self, Source};
use crate::boards::{self, Seed};
use crate::buffers::{AnswerArray, AnswerElement};
use crate::errors::{board_exception, exception, sample_exception, within};
use crate::interrupt::{self, TICK, WatchedWork};
use crate::multi::MultiOracle;
use crate::notation::notation as named;
use crate::oracle::Oracle;
use crate::rows::numbered;

/// The number of boards written to an array at once, or drawn between two looks at whether to stop.
const BOARDS_PER_BLOCK: u64 = 1024;

/// The number of bytes that a sample's thread hands over at once.
const TOLD_AT_ONCE: usize = 1 << 18;

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

/// Random boards that can reach the goal, all equally likely: uint8 of shape (n, cells), one board
/// per row, 0 for the blank.
///
/// n: the number of boards.
/// size: the shape, "RxC" or (rows, cols) [the goal's, else "3x3"].
/// seed: any int of 64 bits, or any text, such as a date; for the same seed the command draws the
///     same boards. Or a numpy.random.Generator, which gives one [a different one each time].
/// distance: only boards at this distance from the goal; or (first, last), both included, or a
///     range; or a set, or a range with a step: then equally many at each distance, nearest first.
///     Of more than 16 cells, up to the distance of which all boards are listed, 15 on 5x5.
/// unique: draw no board twice.
/// per_distance: instead of n, the number of different boards at each distance, nearest first. If a
///     distance has fewer boards, all of them. They are the boards that distance= and unique= draw
///     for the same seed.
/// along_solutions: draw boards on the solutions of boards farther away, thousands a second. All
///     are at the distances asked for, but not all such boards are equally likely: those on many
///     solutions are drawn more often. Without it, far boards of shapes that are searched for take
///     long.
/// unsolvable: draw boards that cannot reach the goal.
/// goal, data, table: as for Oracle.
/// metric: "single", or "multi" for distances as MultiOracle gives them.
/// progress: called first and then from time to time with (random boards drawn so far, how many are
///     drawn on average until enough are at the right distances). An exception from it ends the
///     call.
///
/// Raises ValueError if there are no such boards, or if they are too rare to be drawn.
#[pyfunction]
#[pyo3(signature = (n=None, size=None, *, seed=None, distance=None, unique=false, per_distance=None,
                    along_solutions=false, unsolvable=false, goal=None, data=None, table=None,
                    metric="single", progress=None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn sample<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = boards::n)] n: Option<u64>,
    size: Option<Bound<'py, PyAny>>,
    seed: Option<Seed>,
    #[pyo3(from_py_with = boards::distances)] distance: Option<Vec<RangeInclusive<u32>>>,
    unique: bool,
    #[pyo3(from_py_with = boards::per_distance)] per_distance: Option<u64>,
    along_solutions: bool,
    unsolvable: bool,
    goal: Option<Bound<'py, PyAny>>,
    data: Option<PathBuf>,
    table: Option<PathBuf>,
    metric: &str,
    #[pyo3(from_py_with = boards::progress)] progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let metric = ask::metric(metric)?;
    let goal = ask::goal(goal.as_ref(), size.as_ref())?;
    let cells = goal.shape().cells();
    if unsolvable && (distance.is_some() || per_distance.is_some() || along_solutions) {
        return Err(PyTypeError::new_err("unsolvable boards have no distance; expected n alone"));
    }
    match (n, per_distance) {
        (None, None) => return Err(PyTypeError::new_err("expected n or per_distance")),
        (Some(_), Some(_)) => {
            return Err(PyTypeError::new_err("expected n or per_distance, found both"));
        }
        _ => {}
    }
    let seed = Seed::or_new(seed);
    let tables = ask::tables(data.as_ref());
    let work = move |work: &WatchedWork<Drawn>| -> Result<(), SampleError> {
        let by_distance = per_distance.is_some() || distance.is_some() || along_solutions;
        let mut source = None;
        if by_distance {
            let (table, limits) = (table.as_ref(), work.limits(Limits::default(), |_| None));
            source = Some(match metric {
                Metric::Single => ask::open::<Move>(&goal, &tables, table)?.limited(limits).into(),
                Metric::Multi => {
                    ask::open::<MultiMove>(&goal, &tables, table)?.limited(limits).into()
                }
            });
        }
        let (mut samplers, mut all, mut expected) = (Vec::new(), 0, 0.0);
        let ranges = distance.unwrap_or_else(|| vec![0..=u32::MAX]);
        let parts = ranges.len() as u64;
        for (number, distances) in (0..).zip(ranges) {
            let (each, along) = (per_distance.is_some(), along_solutions);
            let population = match source.clone() {
                _ if unsolvable => Population::Unsolvable,
                Some(source) => Population::Distances { source, distances, each, along },
                None => Population::Solvable,
            };
            let share = n.map(|n| n / parts + u64::from(number < n % parts));
            let count = share.or(per_distance).unwrap_or_default();
            let sampler = Sampler::new(&goal, Request { count, unique, population }, seed)?;
            let left = sampler.left().unwrap_or(count);
            all += left;
            expected += sampler.cost().draws;
            samplers.push((sampler, left));
        }
        let mut flow = work.tell(Drawn::Count(all));
        if flow.is_continue() {
            flow = work.tell(Drawn::Draws(0, expected));
        }
        let (mut bytes, mut before, mut next) = (Vec::new(), 0, Instant::now() + TICK);
        for (mut sampler, mut left) in samplers {
            while left > 0 && flow.is_continue() {
                let mut draws = before;
                let mut watch = |found: DrawProgress| {
                    draws = before + found.draws;
                    if Instant::now() < next {
                        return work.go_on();
                    }
                    next = Instant::now() + TICK;
                    work.tell(Drawn::Draws(draws, expected))
                };
                let count = BOARDS_PER_BLOCK.min(left);
                for board in sampler.draw_watched(count as usize, &mut watch)? {
                    bytes.extend_from_slice(board.cells());
                }
                left -= count;
                before = draws;
                if left == 0 || bytes.len() >= TOLD_AT_ONCE {
                    flow = work.tell(Drawn::Boards(std::mem::take(&mut bytes)));
                }
            }
        }
        Ok(())
    };
    // Boards go into the array as they are drawn, so that there is memory for all of them, or for
    // none.
    let (mut array, mut written) = (None, 0);
    let tell = |drawn| match (drawn, &array) {
        (Drawn::Boards(boards), Some(array)) => {
            AnswerArray::write(array, written, &boards)?;
            written += boards.len();
            Ok(())
        }
        (Drawn::Count(count), _) => {
            array = Some(AnswerArray::<u8>::new(py, &[count, cells as u64])?);
            Ok(())
        }
        (Drawn::Draws(draws, expected), _) => match &progress {
            Some(progress) => progress.call1(py, (draws, expected)).map(drop),
            None => Ok(()),
        },
        (Drawn::Boards(_), None) => Ok(()),
    };
    interrupt::run(py, &Arc::default(), work, tell)?.map_err(|why| sample_exception(&why))?;
    let array = array.map_or_else(|| AnswerArray::new(py, &[0, cells as u64]), Ok)?;
    Ok(array.finish())
}

/// What `sample` has drawn.
enum Drawn {
    /// How many boards there will be.
    Count(u64),
    /// How many boards were drawn, also in vain, and how many are expected to be.
    Draws(u64, f64),
    /// The cells of more boards.
    Boards(Vec<u8>),
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
    oracle: Option<AnyOracle<'py>>,
    notation: &str,
) -> PyResult<Bound<'py, PyList>> {
    let notation = named(notation)?;
    match oracle {
        Some(AnyOracle::Multi(oracle)) => {
            verdicts(&oracle.get().source, boards, answers, notation, Verdict::on_multi_moves)
        }
        Some(AnyOracle::Single(oracle)) => {
            verdicts(&oracle.get().source, boards, answers, notation, Verdict::on_moves)
        }
        None => {
            let none = ((None, None), (None, None), (None, None));
            let source = Source::<Move>::new(boards.py(), none.0, none.1, none.2, None)?;
            verdicts(&source, boards, answers, notation, Verdict::on_moves)
        }
    }
}

/// An oracle of either metric.
#[derive(FromPyObject)]
pub enum AnyOracle<'py> {
    Single(Bound<'py, Oracle>),
    Multi(Bound<'py, MultiOracle>),
}

/// Gives the verdict on an answer to a board: the first is the board, and the second the goal.
type Check = fn(&Board, &Board, &Outcome<u32>, &str, Notation) -> Verdict;

/// The verdicts on answers to boards, a block at a time, as the command prints them.
fn verdicts<'py, M: Answerable>(
    source: &Source<M>,
    boards: &Bound<'py, PyAny>,
    answers: &Bound<'py, PyAny>,
    notation: Notation,
    check: Check,
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
            let board = boards::board(&board?, Some(source.shape()))
                .map_err(|why| within(py, &format!("boards[{number}]"), why))?;
            block.push((board, boards::text(&answer, "answers", number)?));
        }
        if block.is_empty() {
            break;
        }
        let all = verdicts.len() + block.len();
        let asked = (verdicts.len(), named_boards.unwrap_or(all));
        let checked = source.ask_all(py, ask::threads(None), asked, move |batch: &Batch<M>| {
            let all: Vec<Board> = block.iter().map(|(board, _)| *board).collect();
            let checked = block.iter().zip(batch.distances(&all)?).map(|((board, answer), at)| {
                check(board, batch.oracle().goal(), &at, answer, notation).to_string()
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
