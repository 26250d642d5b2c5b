//! How much work is worth doing to draw boards.

use std::time::Duration;

use crate::puzzle::Metric;

/// The largest number of random boards worth drawing: a minute or two of lower bounds.
pub(super) const MAX_DRAWS: f64 = 1e9;

/// The largest number of random boards worth looking up: a minute or two.
pub(super) const MAX_LOOKUPS: f64 = 1e8;

/// All boards at some distances of a shape with at most this many states are listed, which takes a
/// fraction of a second.
pub(super) const MAX_STATES_LISTED_ALWAYS: u64 = 1 << 22;

/// The number of draws from which listing is faster, on larger shapes of which all levels can be
/// grown.
pub(super) const DRAWS_SLOWER_THAN_LISTING: f64 = 1e5;

/// The levels of shapes with at most this many cells are grown.
pub(super) const GROWN_CELLS: usize = 12;

/// The maximum number of boards listed at once: 256 MB of indices.
pub(super) const MAX_LISTED: u64 = 1 << 25;

/// The maximum number of boards visited by a search from the goal of a larger shape, which takes a
/// few seconds.
pub(super) const MAX_NEAR: u64 = 1 << 23;

/// The number of boards after which no further level is counted, if nobody counted them before.
/// Listing them takes a fraction of a second.
pub(super) const MAX_UNCOUNTED: u64 = 1 << 20;

/// The most boards drawn in a round. Bounds the memory used beyond the result itself.
pub(super) const BOARDS_PER_ROUND: usize = 1 << 16;

/// How hard boards without a table are, which differs between the metrics.
pub(super) struct Hardness {
    /// The largest number of random boards worth solving. In the single-tile metric they take a
    /// minute or two with large pattern tables, a quarter of an hour with small ones; in the other,
    /// some hundredths or some tenths of a second each.
    pub most_searches: f64,
    /// The farthest distance at which boards are drawn if they were never counted. Searches for
    /// such boards take milliseconds, on 5x5 in the single-tile metric and on 4x4 in the other.
    pub farthest_uncounted: u32,
    /// The Manhattan distance of boards at distance 1, roughly, as a fraction.
    pub manhattan_of_one: (u32, u32),
    /// About how long it takes to solve a random board of up to 16 cells, on one processor of 2025,
    /// with the tables that need no set-up.
    pub time_to_solve: Duration,
}

/// In the order of [`Metric::NAMES`].
const OF_METRICS: [Hardness; Metric::NAMES.len()] = [
    Hardness {
        most_searches: 1e5,
        farthest_uncounted: 40,
        manhattan_of_one: (2, 3),
        time_to_solve: Duration::from_millis(5),
    },
    Hardness {
        most_searches: 1e3,
        farthest_uncounted: 25,
        manhattan_of_one: (1, 1),
        time_to_solve: Duration::from_millis(200),
    },
];

impl Hardness {
    pub const fn of(metric: Metric) -> &'static Hardness {
        &OF_METRICS[metric as usize]
    }
}
