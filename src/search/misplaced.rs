//! The number of tiles that are not in their goal cell.

use super::Heuristic;
use crate::error::Result;
use crate::puzzle::Board;

/// The number of tiles that are not in their goal cell. Each must move at least once.
#[derive(Clone, Debug)]
pub struct Misplaced {
    goal: Board,
}

impl Misplaced {
    /// Creates the heuristic for this goal.
    pub const fn new(goal: &Board) -> Misplaced {
        Misplaced { goal: *goal }
    }
}

impl Heuristic for Misplaced {
    fn estimate(&self, board: &Board) -> Result<u32> {
        let pairs = board.cells().iter().zip(self.goal.cells());
        Ok(pairs.filter(|&(&here, there)| here != 0 && here != *there).count() as u32)
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
