//! The heuristics that an oracle knows: the true distance, and sums of the distances of patterns.

use super::Heuristic;
use crate::error::{Error, Result};
use crate::oracle::{Oracle, Tablebase};
use crate::puzzle::SmallBoard;

/// Adds up the number of moves that each of several patterns of tiles needs. The estimate is the
/// greatest sum that the tables of a search give (Felner, Korf and Hanan, "Additive pattern
/// database heuristics", Journal of Artificial Intelligence Research 22, 2004). The example
/// `additive_patterns` explains it in plain code.
#[derive(Clone, Debug)]
pub(crate) struct PatternHeuristic {
    oracle: Oracle,
}

impl PatternHeuristic {
    /// Creates the heuristic for this goal with small tables, which are made for it.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is no memory for the tables.
    pub(crate) fn new(goal: &SmallBoard) -> Result<PatternHeuristic> {
        Ok(PatternHeuristic { oracle: Tablebase::embedded().searching_oracle(goal)? })
    }
}

impl From<Oracle> for PatternHeuristic {
    /// Creates the heuristic for the oracle's goal, with its tables.
    fn from(oracle: Oracle) -> PatternHeuristic {
        PatternHeuristic { oracle }
    }
}

impl Heuristic for PatternHeuristic {
    fn is_admissible(&self) -> bool {
        true
    }

    /// The estimate of a board that cannot reach the goal is 0. An error if a table is damaged.
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        match self.oracle.lower_bound(board) {
            Err(Error::Unsolvable(_)) => Ok(0),
            estimate => estimate.map(u64::from),
        }
    }
}

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
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        match self.oracle.distance(board) {
            Err(Error::Unsolvable(_)) => Ok(0),
            distance => distance.map(u64::from),
        }
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
