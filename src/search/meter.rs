//! Counting what a search does, and stopping it in time.

use std::fmt;

use crate::puzzle::Board;

/// How much a search may do. By default, as much as it takes.
///
/// ```
/// use std::time::{Duration, Instant};
/// use tilebase::search::Limits;
/// let begin = Instant::now();
/// let too_late = || begin.elapsed() > Duration::from_secs(1);
/// let limits = Limits { nodes: Some(1_000_000), stop: Some(&too_late) };
/// ```
#[derive(Clone, Copy, Default)]
pub struct Limits<'s> {
    /// The most boards that may be generated.
    pub nodes: Option<u64>,
    /// Asked now and then whether to stop.
    pub stop: Option<&'s (dyn Fn() -> bool + Sync)>,
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Boards whose moves were tried. A method that starts over counts them anew each time.
    pub expanded: u64,
    /// Boards that those moves led to.
    pub generated: u64,
    /// The most boards that waited at one time; of a method that goes depth first, the longest
    /// path.
    pub frontier: usize,
}

/// A limit was met.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Too many boards.
    #[error("stopped after {limit} boards, {} of them expanded", stats.expanded)]
    Nodes {
        /// How many were allowed.
        limit: u64,
        /// What was done.
        stats: Stats,
    },
    /// The caller asked for it.
    #[error("stopped on request, after {} boards expanded", stats.expanded)]
    Asked {
        /// What was done.
        stats: Stats,
    },
}

/// Is told each board that a search expands, and how many boards wait at that moment.
type Watcher<'s> = &'s mut dyn FnMut(&Board, usize);

/// Counts, and compares with the limits.
pub struct Meter<'s> {
    limits: Limits<'s>,
    stats: Stats,
    watcher: Option<Watcher<'s>>,
}

impl fmt::Debug for Meter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Meter")
            .field("limits", &self.limits)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<'s> Meter<'s> {
    /// A meter at zero.
    #[must_use]
    pub fn new(limits: Limits<'s>) -> Meter<'s> {
        Meter { limits, stats: Stats::default(), watcher: None }
    }

    /// The same, with a watcher that is told each board that the search expands, and how many
    /// boards wait at that moment (of a method that goes depth first: how long its path is). With
    /// it you can draw a search, or step through it.
    ///
    /// ```
    /// use tilebase::search::{Bfs, Limits, Meter, Method, Problem, Zero};
    /// let start = "1x2345678".parse()?;
    /// let problem = Problem { start, goal: "x12345678".parse()?, heuristic: &Zero };
    /// let mut boards = Vec::new();
    /// let mut watcher = |board: &_, _waiting| boards.push(*board);
    /// Bfs.search(&problem, &mut Meter::new(Limits::default()).watched(&mut watcher))?;
    /// assert_eq!(boards[0], start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn watched(self, watcher: &'s mut dyn FnMut(&Board, usize)) -> Meter<'s> {
        Meter { watcher: Some(watcher), ..self }
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
    pub fn expand(&mut self, board: &Board, waiting: usize) -> Result<(), Stopped> {
        // Asking may take as long as a board.
        const ASK_EVERY: u64 = 1024;
        let stats = &mut self.stats;
        stats.expanded += 1;
        stats.frontier = stats.frontier.max(waiting);
        if let Some(watcher) = &mut self.watcher {
            watcher(board, waiting);
        }
        match self.limits {
            Limits { nodes: Some(limit), .. } if stats.generated >= limit => {
                Err(Stopped::Nodes { limit, stats: *stats })
            }
            Limits { stop: Some(stop), .. }
                if stats.expanded.is_multiple_of(ASK_EVERY) && stop() =>
            {
                Err(Stopped::Asked { stats: *stats })
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
