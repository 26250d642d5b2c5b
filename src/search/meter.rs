//! Counting what a search does, and stopping it in time.

use std::time::{Duration, Instant};

/// How much a search may do. Nothing set: as much as it takes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Boards generated at the most.
    pub nodes: Option<u64>,
    /// Time at the most.
    pub time: Option<Duration>,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Boards whose moves were tried. A method that starts over counts them anew each time.
    pub expanded: u64,
    /// Boards that those moves led to.
    pub generated: u64,
    /// The most boards that waited at one time; of a method that goes depth first, the longest path.
    pub frontier: usize,
}

/// A limit was met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Too many boards.
    #[error("stopped after {limit} boards, {} of them expanded; allow more with --max-nodes", stats.expanded)]
    Nodes {
        /// How many were allowed.
        limit: u64,
        /// What was done.
        stats: Stats,
    },
    /// Too much time.
    #[error("stopped after {limit:?}, {} boards expanded; allow more with --timeout", stats.expanded)]
    Time {
        /// How much was allowed.
        limit: Duration,
        /// What was done.
        stats: Stats,
    },
}

/// Counts, and compares with the limits.
#[derive(Debug)]
pub struct Meter {
    limits: Limits,
    begin: Instant,
    stats: Stats,
}

impl Meter {
    /// A meter that begins now.
    #[must_use]
    pub fn new(limits: Limits) -> Meter {
        Meter { limits, begin: Instant::now(), stats: Stats::default() }
    }

    /// What was counted.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// A board is expanded while so many wait.
    ///
    /// # Errors
    ///
    /// [`Stopped`] if a limit is met.
    #[inline]
    pub fn expand(&mut self, waiting: usize) -> Result<(), Stopped> {
        // Looking at the clock takes as long as a board.
        const GLANCE: u64 = 1024;
        let stats = &mut self.stats;
        stats.expanded += 1;
        stats.frontier = stats.frontier.max(waiting);
        match self.limits {
            Limits { nodes: Some(limit), .. } if stats.generated >= limit => {
                Err(Stopped::Nodes { limit, stats: *stats })
            }
            Limits { time: Some(limit), .. }
                if stats.expanded.is_multiple_of(GLANCE) && self.begin.elapsed() > limit =>
            {
                Err(Stopped::Time { limit, stats: *stats })
            }
            _ => Ok(()),
        }
    }

    /// A move led to a board.
    #[inline]
    pub fn generate(&mut self) {
        self.stats.generated += 1;
    }
}
