//! A lower bound on a distance, and the best solution known; what a search cost.

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
    /// True if `best` is the canonical solution. Then the limit stopped what was asked besides it,
    /// such as the number of solutions.
    pub is_canonical: bool,
    /// The number of boards generated.
    pub generated: u64,
    /// Bounds on the least cost of a solution, where moves cost what their tiles say. Then nothing
    /// is known of the distance.
    pub costs: Option<Box<CostBounds>>,
    end: Option<Box<SearchEnd>>,
}

/// Bounds on the least cost of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostBounds {
    /// Every solution costs at least this.
    pub at_least: CostSum,
    /// The cost of the best solution found so far.
    pub best: Option<CostSum>,
}

/// The exact cost of some moves: a whole number of equal parts of 1. Written as a decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostSum {
    /// The number of parts.
    pub parts: u64,
    /// How many of them make 1.
    pub parts_of_one: u64,
}

impl From<CostSum> for f64 {
    fn from(sum: CostSum) -> f64 {
        sum.parts as f64 / sum.parts_of_one as f64
    }
}

impl fmt::Display for CostSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}

/// How a search ended by a method that proves no solution shortest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SearchEnd {
    /// The work done.
    cost: Cost,
    /// Why there is no solution, if there is none: `no solution within 12 moves`.
    nothing: Option<String>,
}

impl Interval {
    /// A search for a solution was stopped.
    #[doc(hidden)]
    pub const fn new(at_least: u32, best: Option<Moves>, generated: u64) -> Interval {
        Interval {
            at_least,
            best,
            metric: Metric::Single,
            is_canonical: false,
            generated,
            costs: None,
            end: None,
        }
    }

    /// A search ended by itself, and proved no solution shortest.
    #[doc(hidden)]
    #[must_use]
    pub fn ended(self, cost: Cost, nothing: Option<String>) -> Interval {
        Interval { end: Some(Box::new(SearchEnd { cost, nothing })), ..self }
    }

    /// The same, with bounds on costs.
    #[doc(hidden)]
    #[must_use]
    pub fn of_costs(self, costs: CostBounds) -> Interval {
        Interval { costs: Some(Box::new(costs)), ..self }
    }

    /// The work done, as far as it was counted.
    pub fn cost(&self) -> Cost {
        self.end.as_ref().map_or_else(|| Cost::of(self.generated), |end| end.cost)
    }

    /// True if no limit stopped the search: its method proves no solution shortest.
    pub const fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    /// Why there is no solution, if no limit stopped the search for one.
    pub fn nothing(&self) -> Option<&str> {
        self.end.as_ref()?.nothing.as_deref()
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

    /// How many times as long as a shortest solution, or as dear as a cheapest one, the best
    /// solution is at most, rounded up to a thousandth. `None` if no solution or no bound is known.
    pub fn factor(&self) -> Option<f64> {
        let (best, at_least) = match &self.costs {
            Some(costs) => (costs.best?.parts, costs.at_least.parts),
            None => (self.length()?.into(), self.at_least.into()),
        };
        let thousandths = (u128::from(best) * 1000).checked_div(at_least.into())?;
        let is_exact = u128::from(best) * 1000 == thousandths * u128::from(at_least);
        Some((thousandths + u128::from(!is_exact)) as f64 / 1000.0)
    }

    /// The distance, if it is proved that no solution is shorter than the best one.
    pub fn distance(&self) -> Option<u32> {
        self.length().filter(|&length| length == self.at_least)
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(why) = self.nothing() {
            return f.write_str(why);
        }
        if let Some(CostBounds { at_least, best }) = self.costs.as_deref() {
            return match (self.length(), best) {
                (Some(length), Some(cost)) => {
                    let length = plural(length.into(), "move");
                    write!(f, "{length} that cost {cost}; no solution costs less than {at_least}")
                }
                _ => write!(f, "stopped: every solution costs at least {at_least}"),
            };
        }
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

/// The work done by a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cost {
    /// The number of boards expanded: their moves were tried. A method that restarts counts them
    /// again each time. 0 if that is not counted.
    pub expanded: u64,
    /// The number of boards generated by those moves.
    pub generated: u64,
    /// The largest number of boards waiting at one time. For a depth-first method, the length of
    /// the longest path. 0 if that is not counted.
    pub frontier: usize,
    /// The number of boards visited: the start, and those generated without those that the method
    /// remembers from before. A depth-first method remembers at most its path. 0 if that is not
    /// counted.
    pub visited: u64,
    /// The number of boards taken from those that wait: those expanded, and the goal if it was
    /// taken, too. 0 if that is not counted.
    pub closed: u64,
    /// The most moves from where the search began to a board that was visited. 0 if that is not
    /// counted.
    pub depth: u32,
}

impl Cost {
    /// The cost of a search that counts nothing else.
    #[doc(hidden)]
    pub fn of(generated: u64) -> Cost {
        Cost { generated, ..Cost::default() }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cost { generated, expanded, frontier, visited, closed, depth } = self;
        // A search of the goal generates nothing.
        if *expanded == 0 {
            return write!(f, "generated {generated} boards");
        }
        write!(
            f,
            "expanded {expanded}, generated {generated}, largest frontier {frontier}, visited \
             {visited}, closed {closed}, depth {depth}"
        )
    }
}
