//! The function `sample`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tilebase::sample::{DrawProgress, Population, Request, SampleError, Sampler};
use tilebase::{Board, Limits, Oracle};

use crate::answer_arrays::WrittenBoards;
use crate::arguments::{self, Seed};
use crate::ask;
use crate::boards::{self, Blank};
use crate::errors::sample_exception;
use crate::goal::GoalArgument;
use crate::interrupt::{self, WatchedWork};

/// The number of boards drawn between two looks at whether to stop.
pub const BOARDS_PER_BLOCK: usize = 1024;

/// The number of cells that the thread that draws hands over at once.
const HANDED_OVER: usize = 1 << 18;

/// Random boards that can reach the goal, all equally likely: uint8 of shape (n, cells), one board
/// per row, 0 for the blank. Of more than 25 cells they are uint16.
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
/// metric: "single", or "multi" for distances in that metric.
/// progress: called first and then from time to time with (random boards drawn so far, how many are
///     drawn on average until enough are at the right distances). An exception from it ends the
///     call.
/// blank: the number that stands for the blank in the goal and in these boards, as for all_boards.
///
/// Raises ValueError if there are no such boards, or if they are too rare to be drawn.
#[pyfunction]
#[pyo3(signature = (n=None, size=None, *, seed=None, distance=None, unique=false, per_distance=None,
                    along_solutions=false, unsolvable=false, goal=None, data=None, table=None,
                    metric="single", progress=None, blank=None))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn sample<'py>(
    py: Python<'py>,
    #[pyo3(from_py_with = arguments::n)] n: Option<u64>,
    size: Option<Bound<'py, PyAny>>,
    seed: Option<Seed>,
    #[pyo3(from_py_with = arguments::distances)] distance: Option<Vec<RangeInclusive<u32>>>,
    unique: bool,
    #[pyo3(from_py_with = arguments::per_distance)] per_distance: Option<u64>,
    along_solutions: bool,
    unsolvable: bool,
    goal: Option<Bound<'py, PyAny>>,
    #[pyo3(from_py_with = arguments::data)] data: Option<PathBuf>,
    table: Option<PathBuf>,
    metric: &str,
    #[pyo3(from_py_with = arguments::progress)] progress: Option<Py<PyAny>>,
    blank: Option<Blank>,
) -> PyResult<Bound<'py, PyAny>> {
    let metric = arguments::parse("metric", metric)?;
    let goal = GoalArgument::new(goal.as_ref(), size.as_ref(), blank)?.of_any_size()?;
    if goal.has_equal_tiles() {
        let text = "goal: expected one without equal tiles, which random boards have not";
        return Err(PyValueError::new_err(text));
    }
    let (cells, is_small) = (goal.shape().cells(), goal.small().is_some());
    let is_by_distance = per_distance.is_some() || distance.is_some() || along_solutions;
    let why = match (n, per_distance) {
        _ if unsolvable && is_by_distance => "unsolvable boards have no distance; expected n alone",
        (None, None) => "expected n or per_distance",
        (Some(_), Some(_)) => "expected n or per_distance, found both",
        _ => "",
    };
    if !why.is_empty() {
        return Err(PyTypeError::new_err(why));
    }
    let (seed, tables, stop) = (Seed::or_new(seed), ask::tables(data.as_ref()), Arc::default());
    let plan = move |work: &WatchedWork<()>| {
        let mut source = None;
        if is_by_distance {
            let limits = work.limits(Limits::default(), |_| None);
            source =
                Some(ask::open(goal.clone(), metric, &tables, table.as_ref())?.limited(limits));
        }
        // Each range of distances has its share of the boards.
        let all = distance.unwrap_or_else(|| vec![0..=u32::MAX]);
        let parts = all.len() as u64;
        let sampler = |(number, distances)| {
            expect_counted(&goal, source.as_ref(), &distances)?;
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
            Ok((sampler, left))
        };
        (0..).zip(all).map(sampler).collect::<Result<Vec<_>, SampleError>>()
    };
    let samplers = interrupt::run(py, &stop, plan, |()| Ok(()))?.map_err(sample_exception)?;
    // Boards go into the array as they are drawn, so that there is memory for all of them, or for
    // none.
    let all: u64 = samplers.iter().map(|(_, left)| left).sum();
    let all = usize::try_from(all).unwrap_or(usize::MAX);
    let encoding = boards::encoding(blank, cells, || false)?;
    let mut array = WrittenBoards::new(py, &[all, cells], encoding, is_small)?;
    let report = |drawn| match drawn {
        Drawn::Boards(boards) => array.push(&boards),
        Drawn::Draws(draws, expected) => match &progress {
            Some(progress) => progress.call1(py, (draws, expected)).map(drop),
            None => Ok(()),
        },
    };
    let draw = move |work: &WatchedWork<Drawn>| draw(samplers, work);
    interrupt::run(py, &stop, draw, report)?.map_err(sample_exception)?;
    Ok(array.out.array)
}

/// Refuses distances beyond the largest one, if it is known.
fn expect_counted(
    goal: &Board,
    source: Option<&Oracle>,
    distances: &RangeInclusive<u32>,
) -> Result<(), SampleError> {
    let maximum = source.and_then(Oracle::counts).map(|counts| counts.len() - 1);
    let (end, shape) = (*distances.end(), goal.shape().try_into().unwrap_or_default());
    match maximum {
        Some(maximum) if end < u32::MAX && end as usize > maximum => {
            let distances = (maximum as u32 + 1).max(*distances.start())..=end;
            Err(SampleError::Distance { shape, distances, maximum })
        }
        _ => Ok(()),
    }
}

/// Draws all boards, and hands them over.
fn draw(samplers: Vec<(Sampler, u64)>, work: &WatchedWork<Drawn>) -> Result<(), SampleError> {
    let expected = samplers.iter().map(|(sampler, _)| sampler.cost().draws).sum();
    let mut flow = work.report(Drawn::Draws(0, expected));
    let (mut cells, mut before) = (Vec::new(), 0);
    for (mut sampler, mut left) in samplers {
        while left > 0 && flow.is_continue() {
            let mut draws = before;
            let mut watch = |found: DrawProgress| {
                draws = before + found.draws;
                work.now_and_then(|| Some(Drawn::Draws(draws, expected)))
            };
            let count = (BOARDS_PER_BLOCK as u64).min(left);
            let boards = sampler.draw_watched(count as usize, &mut watch)?;
            for board in &boards {
                match board.small() {
                    Some(small) => cells.extend(small.cells().iter().copied().map(u32::from)),
                    None => cells.extend(board.cells()),
                }
            }
            left -= count;
            before = draws;
            if left == 0 || cells.len() >= HANDED_OVER {
                flow = work.report(Drawn::Boards(std::mem::take(&mut cells)));
            }
        }
    }
    Ok(())
}

/// What `sample` has drawn.
enum Drawn {
    /// How many boards were drawn, also in vain, and how many are expected to be.
    Draws(u64, f64),
    /// The cells of more boards.
    Boards(Vec<u32>),
}
