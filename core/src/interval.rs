//! A lower bound on a distance, and the best solution known.

use std::fmt;

use crate::puzzle::{Metric, Moves, plural};

/// Bounds on a board's distance where no solution is proved to be optimal: a lower bound, and the
/// best solution found so far. A search that a limit stops returns it as
/// [`Error::Stopped`](crate::Error::Stopped).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Interval {
    /// The distance is proved to be at least this. In the single-tile metric it has the parity of
    /// the distance, unless it is 0.
    pub at_least: u32,
    /// The best solution found so far, in moves of the metric. If its
    /// [`length`](Interval::length) is `at_least`, no solution is shorter.
    pub best: Option<Moves>,
    /// What counts as one move.
    pub metric: Metric,
    /// Whether `best` is the canonical solution. Then the limit stopped what was asked besides it,
    /// such as the number of solutions.
    pub is_canonical: bool,
    /// The number of boards generated.
    pub generated: u64,
}

impl Interval {
    /// A search for a solution was stopped.
    #[doc(hidden)]
    pub const fn new(at_least: u32, best: Option<Moves>, generated: u64) -> Interval {
        Interval { at_least, best, metric: Metric::Single, is_canonical: false, generated }
    }

    /// The same in another metric.
    #[doc(hidden)]
    #[must_use]
    pub fn in_metric(self, metric: Metric) -> Interval {
        Interval { metric, ..self }
    }

    /// A search was stopped for something besides the canonical solution, which is known.
    #[doc(hidden)]
    pub fn beside(canonical: Moves, metric: Metric, generated: u64) -> Interval {
        let stopped = Interval::new(0, Some(canonical), generated).in_metric(metric);
        let at_least = stopped.length().unwrap_or_default();
        Interval { at_least, is_canonical: true, ..stopped }
    }

    /// The number of moves of the best solution.
    pub fn length(&self) -> Option<u32> {
        Some(self.best.as_ref()?.len() as u32)
    }

    /// The distance, if it is proved that no solution is shorter than the best one.
    pub fn distance(&self) -> Option<u32> {
        self.length().filter(|&length| length == self.at_least)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length() {
            Some(_) if self.is_canonical => {
                write!(f, "stopped: the distance is {}, but not all was found", self.at_least)
            }
            Some(length) => {
                let (length, at_least) = (plural(length.into(), "move"), self.at_least);
                if self.distance().is_none() {
                    return write!(f, "{length}; no solution is shorter than {at_least}");
                }
                write!(f, "{length}; no solution is shorter, but this one may not be canonical")
            }
            None if self.at_least == 0 => {
                write!(f, "stopped after {}", plural(self.generated, "board"))
            }
            None => write!(f, "stopped: at least {}", plural(self.at_least.into(), "move")),
        }
    }
}

impl std::error::Error for Interval {}
