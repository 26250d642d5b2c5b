//! The Manhattan distance.

use super::{CostManhattan, Heuristic};
use crate::error::Result;
use crate::puzzle::{MAX_CELLS, Move, Shape, SmallBoard};

/// The sum over all tiles of the rows and columns between the tile and its goal cell. A move brings
/// only one tile nearer, and only by one.
///
/// Its mean over all boards of 3x3 is 14.0. The mean distance is 22.0.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each tile and cell, how far the tile is from its goal cell.
    away: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl Manhattan {
    /// Creates the heuristic for this goal.
    pub fn new(goal: &SmallBoard) -> Manhattan {
        let shape = Shape::from(goal.shape());
        Manhattan::adding(goal, |a, b| shape.steps(a, b))
    }

    /// The sum over all tiles of how far a tile's cell is from its goal cell.
    fn adding(goal: &SmallBoard, distance: impl Fn(usize, usize) -> usize) -> Manhattan {
        let mut away = [[0; MAX_CELLS]; MAX_CELLS];
        for (place, &tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (cell, away) in
                away[usize::from(tile)][..goal.shape().cells()].iter_mut().enumerate()
            {
                *away = distance(cell, place) as u8;
            }
        }
        Manhattan { away }
    }

    /// The estimate, which cannot fail.
    pub(crate) fn sum(&self, board: &SmallBoard) -> u32 {
        let tiles = board.cells().iter().enumerate();
        tiles.map(|(cell, &tile)| u32::from(self.away[usize::from(tile)][cell])).sum()
    }
}

impl Heuristic for Manhattan {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self.sum(board).into())
    }

    /// Only the tile that moved makes a difference. It is now where the blank was.
    fn after(&self, board: &SmallBoard, _: Move, next: &SmallBoard, before: u64) -> Result<u64> {
        let (from, to) = (next.blank_cell(), board.blank_cell());
        let away = &self.away[usize::from(board.cells()[from])];
        Ok(before + u64::from(away[to]) - u64::from(away[from]))
    }
}

impl Heuristic for CostManhattan {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self.sum(board))
    }
}

/// The Manhattan distance for the multi-tile metric. A move along a row brings at most all other
/// cells of the row nearer by one column, so the columns between tiles and goal cells, divided by
/// their number and rounded up, are a lower bound on the moves along rows. The same holds for moves
/// along columns, and no move is along both.
#[derive(Clone, Debug)]
pub(super) struct MultiManhattan {
    /// The sum of columns, and the most that one move changes.
    along_rows: (Manhattan, u32),
    along_columns: (Manhattan, u32),
}

impl MultiManhattan {
    /// Creates the heuristic for this goal.
    pub(super) fn new(goal: &SmallBoard) -> MultiManhattan {
        let (rows, cols) = (goal.shape().rows(), goal.shape().cols());
        let columns = Manhattan::adding(goal, |a, b| (a % cols).abs_diff(b % cols));
        let lines = Manhattan::adding(goal, |a, b| (a / cols).abs_diff(b / cols));
        MultiManhattan {
            along_rows: (columns, cols as u32 - 1),
            along_columns: (lines, rows as u32 - 1),
        }
    }
}

impl Heuristic for MultiManhattan {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let [rows, columns] = [&self.along_rows, &self.along_columns]
            .map(|(away, most)| away.sum(board).div_ceil(*most));
        Ok(u64::from(rows + columns))
    }
}
