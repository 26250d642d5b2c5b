//! Linear conflict.

use super::{Heuristic, Manhattan};
use crate::error::Result;
use crate::puzzle::Board;

/// The Manhattan distance, plus two moves for each tile that must leave its row or column to let
/// others pass (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful
/// admissible heuristics", Information Sciences 63, 1992).
///
/// Consider the tiles of a row whose goal cells are in the same row. In the end they are in the
/// order of their goal cells. All of them except the longest subsequence that is already in order
/// must leave the row. Columns are treated alike.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    goal: Board,
    /// The goal cell of each tile.
    place: Vec<usize>,
}

impl LinearConflict {
    /// Creates the heuristic for this goal.
    pub fn new(goal: &Board) -> LinearConflict {
        let mut place = vec![0; goal.shape().cells()];
        for (cell, &tile) in goal.cells().iter().enumerate() {
            place[usize::from(tile)] = cell;
        }
        LinearConflict { manhattan: Manhattan::new(goal), goal: *goal, place }
    }

    /// The number of tiles that must leave a line. `cells` are the cells of the line, and `line`
    /// returns the line of a cell.
    fn aside(
        &self,
        board: &Board,
        cells: impl Iterator<Item = usize>,
        line: impl Fn(usize) -> usize,
    ) -> u32 {
        // For each tile whose goal cell is in this line, the length of the longest ordered
        // subsequence that ends with it.
        let (mut places, mut runs) = ([0; 8], [0; 8]);
        let mut count = 0;
        for cell in cells {
            let tile = usize::from(board.cells()[cell]);
            let place = self.place[tile];
            if tile != 0 && line(place) == line(cell) {
                let before = (0..count).filter(|&i| places[i] < place).map(|i| runs[i]).max();
                (places[count], runs[count]) = (place, before.unwrap_or(0) + 1);
                count += 1;
            }
        }
        count as u32 - runs[..count].iter().max().copied().unwrap_or(0)
    }
}

impl Heuristic for LinearConflict {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &Board) -> Result<u32> {
        let (rows, cols) = (self.goal.shape().rows(), self.goal.shape().cols());
        let in_rows: u32 = (0..rows)
            .map(|row| self.aside(board, row * cols..(row + 1) * cols, |cell| cell / cols))
            .sum();
        let in_cols: u32 = (0..cols)
            .map(|col| self.aside(board, (0..rows).map(|row| row * cols + col), |cell| cell % cols))
            .sum();
        Ok(self.manhattan.sum(board) + 2 * (in_rows + in_cols))
    }
}
