//! The true distance as an estimate.

use super::Heuristic;
use crate::error::{Error, Result};
use crate::multi;
use crate::oracle::Oracle;
use crate::puzzle::{Board, MultiMove};

/// The true distance: the best possible estimate. The oracle is that of either metric.
#[derive(Clone, Debug)]
pub struct TrueDistance<O = Oracle> {
    oracle: O,
}

impl<O> TrueDistance<O> {
    /// Creates the heuristic for the oracle's goal.
    pub const fn new(oracle: O) -> TrueDistance<O> {
        TrueDistance { oracle }
    }
}

impl Heuristic for TrueDistance {
    /// The estimate of a board that cannot reach the goal is 0. An error if the table is damaged,
    /// or if a search reached a limit.
    fn estimate(&self, board: &Board) -> Result<u32> {
        or_zero(self.oracle.distance(board))
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

impl Heuristic<MultiMove> for TrueDistance<multi::Oracle> {
    fn estimate(&self, board: &Board) -> Result<u32> {
        or_zero(self.oracle.distance(board))
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

/// A distance, and 0 for a board that cannot reach the goal.
fn or_zero(distance: Result<u32>) -> Result<u32> {
    match distance {
        Err(Error::Unsolvable(_)) => Ok(0),
        distance => distance,
    }
}
