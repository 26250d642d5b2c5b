//! Linear conflict.

use super::{Heuristic, Manhattan};
use crate::error::Result;
use crate::linear_conflicts::linear_conflicts;
use crate::puzzle::{Shape, SmallBoard};

/// The Manhattan distance, plus two moves for each tile that must leave its row or column to let
/// others pass (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful
/// admissible heuristics", Information Sciences 63, 1992).
///
/// Consider the tiles of a row whose goal cells are in the same row. In the end they are in the
/// order of their goal cells. All of them except the longest subsequence that is already in order
/// must leave the row. Columns are treated alike.
#[derive(Clone, Debug)]
pub(super) struct LinearConflict {
    manhattan: Manhattan,
    size: Shape,
    /// The goal cell of each tile.
    place: Vec<usize>,
}

impl LinearConflict {
    /// Creates the heuristic for this goal.
    pub(super) fn new(goal: &SmallBoard) -> LinearConflict {
        let mut place = vec![0; goal.shape().cells()];
        for (cell, &tile) in goal.cells().iter().enumerate() {
            place[usize::from(tile)] = cell;
        }
        LinearConflict { manhattan: Manhattan::new(goal), size: goal.shape().into(), place }
    }
}

impl Heuristic for LinearConflict {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let conflicts = linear_conflicts(self.size, |cell| {
            let tile = usize::from(board.cells()[cell]);
            (tile != 0).then(|| self.place[tile])
        });
        Ok(u64::from(self.manhattan.sum(board)) + 2 * conflicts as u64)
    }
}
