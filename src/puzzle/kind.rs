//! Which puzzle a table is of.

use std::fmt;

use super::swap::Side;
use super::{Orbit, factorial};

/// A puzzle that there are tables of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Puzzle {
    /// The sliding-tile puzzle, with the goals that the table serves.
    Sliding(Orbit),
    /// The alternating-swap puzzle, with the side of its board.
    Swap(Side),
}

impl Puzzle {
    /// Number of states, of which a table has an entry each.
    #[must_use]
    pub const fn states(self) -> u64 {
        match self {
            Puzzle::Sliding(orbit) => orbit.shape().states(),
            // Every arrangement, once for each kind of the next move.
            Puzzle::Swap(side) => 2 * factorial(side.cells()),
        }
    }

    /// Number of states at distance 0.
    #[must_use]
    pub const fn goals(self) -> u64 {
        match self {
            Puzzle::Sliding(_) => 1,
            Puzzle::Swap(_) => 2,
        }
    }
}

impl fmt::Display for Puzzle {
    /// `3x3-8` or `swap-3x3`: table files are named so.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Puzzle::Sliding(orbit) => orbit.fmt(f),
            Puzzle::Swap(side) => write!(f, "swap-{side}"),
        }
    }
}
