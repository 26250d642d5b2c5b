//! The true distance as an estimate.

use super::Heuristic;
use crate::error::{Error, Result};
use crate::oracle::Oracle;
use crate::puzzle::Board;

/// The true distance: the best possible estimate.
#[derive(Clone, Debug)]
pub struct TrueDistance {
    oracle: Oracle,
}

impl TrueDistance {
    /// Creates the heuristic for the oracle's goal.
    pub const fn new(oracle: Oracle) -> TrueDistance {
        TrueDistance { oracle }
    }
}

impl Heuristic for TrueDistance {
    /// The estimate of a board that cannot reach the goal is 0. An error if the table is damaged,
    /// or if a search reached a limit.
    fn estimate(&self, board: &Board) -> Result<u32> {
        match self.oracle.distance(board) {
            Err(Error::Unsolvable(_)) => Ok(0),
            distance => distance,
        }
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
