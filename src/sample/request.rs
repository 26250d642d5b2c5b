//! A request for boards, its expected cost, and why it cannot be fulfilled.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::error::Error;
use crate::oracle::Oracle;
use crate::puzzle::{Class, Metric, Orbit, Shape, SmallShape, plural};

/// The largest number of random boards worth drawing: a minute or two of lower bounds.
pub(super) const MAX_DRAWS: f64 = 1e9;

/// About how long it takes to solve a random board of up to 16 cells in each metric, on one
/// processor of 2025, with the tables that need no set-up.
const TIME_TO_SOLVE: [Duration; Metric::NAMES.len()] =
    [Duration::from_millis(5), Duration::from_millis(200)];

/// Which boards to draw, and how many.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The maximum number of boards that will be drawn, or the number at each distance.
    pub count: u64,
    /// True if to draw no board twice.
    pub unique: bool,
    /// The boards to draw from.
    pub population: Population,
}

/// A population of boards to draw from.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Population {
    /// All boards that can reach the goal.
    #[default]
    Solvable,
    /// All boards that cannot reach the goal.
    Unsolvable,
    /// The boards that random walks lead to from the goal, none of which takes back the move
    /// before: each number of moves of the range is equally likely. They are at most that far from
    /// the goal. This is quick on any size, but a board may be drawn twice.
    Walks {
        /// The numbers of moves.
        moves: RangeInclusive<u32>,
    },
    /// The boards in a range of distances from the goal.
    Distances {
        /// The source of the distances, which also gives their metric.
        source: Oracle,
        /// The range.
        distances: RangeInclusive<u32>,
        /// True if the requested number is that of each distance. Then the boards at the nearest
        /// come first, and no board twice; all boards of a distance that has fewer. At each
        /// distance they are the boards that the same seed draws at that distance alone.
        each: bool,
        /// True if boards are drawn along solutions: quickly, but *not* equally likely. First a
        /// distance is drawn, each equally likely. Then a random walk leads away from the goal
        /// until it has come far enough, the board there is solved, and the board at the distance
        /// drawn is taken from the solution. The rest of a shortest solution is a shortest
        /// solution, so the distance is exact.
        ///
        /// The bias: boards that many walks reach, and boards that many boards have on their
        /// canonical solution, are more likely than others. A board from which no move leads away
        /// from the goal is on nobody's solution: it is drawn only if a walk ends there, and
        /// rarely. Some boards at a distance may never be drawn. Use these boards to play, to teach
        /// or to train, but not to estimate what is true of all boards at a distance. With `each`,
        /// boards are equally likely at distances where more than an eighth of all boards are
        /// requested.
        along: bool,
    },
}

impl Population {
    /// All boards in a range of distances, all equally likely.
    pub const fn equally_likely(source: Oracle, distances: RangeInclusive<u32>) -> Population {
        Population::Distances { source, distances, each: false, along: false }
    }
}

/// How much work it is expected to take to draw the boards of a request.
///
/// ```
/// use tilebase::puzzle::Metric;
/// use tilebase::sample::{Population, Request, Sampler};
/// use tilebase::{Board, Tablebase};
/// let goal = Board::goal("4x4".parse()?)?;
/// let source = Tablebase::embedded().oracle(&goal)?;
/// for along in [false, true] {
///     let (source, distances) = (source.clone(), 30..=30);
///     let population = Population::Distances { source, distances, each: false, along };
///     let request = Request { count: 10, population, ..Request::default() };
///     let draws = Sampler::new(&goal, request, 1)?.cost().draws;
///     assert!(if along { draws == 10.0 } else { draws > 10_000.0 });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ExpectedWork {
    /// The boards visited before the first one is drawn, to list those that are rare.
    pub listed: u64,
    /// The random boards drawn. On shapes with a table each is looked up.
    pub draws: f64,
    /// The random boards solved by a search. On 4x4 that takes from a fraction of a millisecond up
    /// to a few hundredths of a second each, depending on the distance and on the pattern tables.
    pub searches: f64,
}

impl ExpectedWork {
    /// About how long it takes to solve a random board of this size on one processor of 2025, with
    /// the tables that need no set-up.
    pub fn time_to_solve(size: Shape, metric: Metric) -> Duration {
        match size.class() {
            Class::Bounded | Class::AnySize => Duration::from_secs(1),
            _ => TIME_TO_SOLVE[metric as usize],
        }
    }

    pub(super) fn and(self, other: ExpectedWork) -> ExpectedWork {
        ExpectedWork {
            // One pass lists the boards of all populations.
            listed: self.listed.max(other.listed),
            draws: self.draws + other.draws,
            searches: self.searches + other.searches,
        }
    }
}

/// The work that a call of [`Sampler::draw_watched`](super::Sampler::draw_watched) has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawProgress {
    /// The boards found that were asked for.
    pub found: u64,
    /// The random boards drawn to find them.
    pub draws: u64,
    /// The random boards solved by a search to find them.
    pub searches: u64,
}

/// Why boards cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "names of fields")]
pub enum SampleError {
    /// There are no boards at these distances.
    #[error("no {shape} board is at distance {}{} (maximum {maximum})", distances.start(), to(distances))]
    Distance {
        shape: SmallShape,
        /// The requested distances.
        distances: RangeInclusive<u32>,
        /// The maximum distance of this shape.
        maximum: usize,
    },
    /// The boards of this large shape have never been counted, except those near the goal.
    #[error(
        "the boards of {orbit} have not been counted beyond distance {nearest}, so none can be drawn \
         farther away; ask for at most {nearest}, for boards along solutions, or for a shape that was \
         counted, such as 4x4"
    )]
    Uncounted {
        /// The shape and the goal's blank cell.
        orbit: Orbit,
        /// The distance up to which all boards can be listed.
        nearest: u32,
    },
    /// There are not enough different boards.
    #[error(
        "{shape} has only {} to draw from: {count} different ones cannot be drawn",
        plural(*available, "board")
    )]
    TooFew {
        shape: SmallShape,
        /// The number of boards.
        available: u64,
        /// The requested number.
        count: u64,
    },
    /// So few boards of a large shape are at these distances that drawing them would take too long.
    #[error(
        "too rare: {shape} has only {} at such a distance, so drawing {count} takes about {:.0} \
         random boards and {:.0} searches; expected at most {MAX_DRAWS:.0} and {most_searches:.0}: \
         ask for fewer, for more distances, for boards along solutions, which are not equally \
         likely{}",
        plural(*available, "board"),
        cost.draws,
        cost.searches,
        nearest.map_or_else(String::new, |nearest| {
            format!(", or for distances up to {nearest}, where all boards are listed")
        })
    )]
    TooRare {
        shape: SmallShape,
        /// The number of boards.
        available: u64,
        /// The requested number.
        count: u64,
        /// The expected cost.
        cost: ExpectedWork,
        /// The largest number of random boards worth solving.
        most_searches: f64,
        /// The distance up to which all boards can be listed, so that none is too rare.
        nearest: Option<u32>,
    },
    /// The solutions of random boards almost never pass this distance.
    #[error(
        "distance {distance} is too far: hardly any board of {shape} is that far away, or none can be \
         solved soon; expected at most {farthest}"
    )]
    TooFar {
        shape: SmallShape,
        distance: u32,
        /// The largest distance at which boards are drawn along solutions.
        farthest: u32,
    },
    /// Almost all boards along the solutions of random boards were drawn already.
    #[error(
        "no new board along the solutions of {tries} random ones: ask for fewer, or for equally \
         likely boards"
    )]
    Exhausted {
        /// The number of boards solved without finding a new one.
        tries: u64,
    },
    /// The header of the table counts a different number of boards than there are.
    #[error("table {name}: its header counts {expected} boards at such distances, found {found}")]
    Counts {
        /// The table.
        name: String,
        /// The number in the header.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// A distance could not be found, because a table is damaged or for want of memory, or the
    /// progress function stopped the work.
    #[error(transparent)]
    Failed(#[from] Error),
}

/// The end of a range, if it differs from the start.
fn to(range: &RangeInclusive<u32>) -> String {
    if range.start() == range.end() { String::new() } else { format!("..{}", range.end()) }
}
