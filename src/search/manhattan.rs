//! The Manhattan distance.

use super::Heuristic;
use crate::puzzle::{Board, MAX_CELLS, Move};

/// How many rows and columns each tile is away from its place in the goal, summed: a move brings
/// one tile nearer, by one.
///
/// Over all boards of 3x3 its mean is 14.0, where that of the distance is 22.0.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each tile and cell, how far the tile is from its place.
    away: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl Manhattan {
    /// For this goal.
    #[must_use]
    pub fn new(goal: &Board) -> Manhattan {
        let cols = goal.shape().cols();
        let mut away = [[0; MAX_CELLS]; MAX_CELLS];
        for (place, &tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (cell, away) in
                away[usize::from(tile)][..goal.shape().cells()].iter_mut().enumerate()
            {
                *away = ((cell / cols).abs_diff(place / cols)
                    + (cell % cols).abs_diff(place % cols)) as u8;
            }
        }
        Manhattan { away }
    }
}

impl Heuristic for Manhattan {
    fn estimate(&self, board: &Board) -> u32 {
        let tiles = board.cells().iter().enumerate();
        tiles.map(|(cell, &tile)| u32::from(self.away[usize::from(tile)][cell])).sum()
    }

    /// Only the tile that moved counts: it stands where the blank was.
    fn after(&self, board: &Board, _: Move, next: &Board, before: u32) -> u32 {
        let (from, to) = (next.blank_cell(), board.blank_cell());
        let away = &self.away[usize::from(board.cells()[from])];
        before + u32::from(away[to]) - u32::from(away[from])
    }
}
