//! Heuristics: estimates of how far a board is from the goal, and the plainest of them.

use crate::error::Result;
use crate::puzzle::{MAX_CELLS, Move, SmallBoard};

/// An estimate of the distance to a goal. It is *admissible* if it never exceeds the distance, and
/// *consistent* if every move changes it by at most one and it is 0 at the goal. A consistent
/// estimate is admissible.
///
/// It is admissible in one metric: in the multi-tile metric a move slides several tiles, so a
/// heuristic that is admissible for single tiles seldom is there.
///
/// Any closure that returns a number for a board is a heuristic:
///
/// ```
/// use tilebase::search::{Method, Problem, solve};
/// use tilebase::{Limits, puzzle::SmallBoard};
/// let goal: SmallBoard = "12345678x".parse()?;
/// let heuristic = |board: &SmallBoard| u64::from(board.cells()[0] != 1);
/// let problem = Problem::new("1 2 3 x 4 6 7 5 8".parse()?, goal, &heuristic);
/// assert_eq!(solve(Method::AStar, &problem, &Limits::default())?.distance, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// The estimate of a board.
    ///
    /// # Errors
    ///
    /// Any [`Error`](crate::Error), if there is no estimate because what it is computed from is
    /// damaged. It ends the search. Never return 0 instead: the search would go on, and its effort
    /// would say nothing about the heuristic.
    fn estimate(&self, board: &SmallBoard) -> Result<u64>;

    /// The estimate of `next`, the board after `mv` on `board`. `before` is the estimate of
    /// `board`, for heuristics that can be updated incrementally.
    fn after(
        &self,
        _board: &SmallBoard,
        _mv: Move,
        next: &SmallBoard,
        _before: u64,
    ) -> Result<u64> {
        self.estimate(next)
    }

    /// True if the estimate is known never to exceed the distance. Then a search that is stopped
    /// says how far the board is at least.
    fn is_admissible(&self) -> bool {
        false
    }
}

impl<F: Fn(&SmallBoard) -> u64 + Sync> Heuristic for F {
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self(board))
    }
}

/// No estimate: 0 for every board.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&self, _: &SmallBoard) -> Result<u64> {
        Ok(0)
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

/// The number of tiles that are not in their goal cell. Each must move at least once.
#[derive(Clone, Debug)]
pub(super) struct Misplaced {
    goal: SmallBoard,
}

impl Misplaced {
    /// Creates the heuristic for this goal.
    pub(super) const fn new(goal: &SmallBoard) -> Misplaced {
        Misplaced { goal: *goal }
    }
}

impl Heuristic for Misplaced {
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let pairs = board.cells().iter().zip(self.goal.cells());
        Ok(pairs.filter(|&(&here, there)| here != 0 && here != *there).count() as u64)
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

/// The sum over all tiles of the straight line between the tile and its goal cell, rounded down. It
/// is never more than the Manhattan distance, so it only shows what diagonal moves would be worth.
#[derive(Clone, Debug)]
pub(super) struct Euclidean {
    /// For each tile and cell, how far the tile is from its goal cell, in millionths.
    away: [[u32; MAX_CELLS]; MAX_CELLS],
}

impl Euclidean {
    /// Creates the heuristic for this goal.
    pub(super) fn new(goal: &SmallBoard) -> Euclidean {
        let cols = goal.shape().cols();
        let mut away = [[0; MAX_CELLS]; MAX_CELLS];
        for (place, &tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (cell, away) in away[usize::from(tile)].iter_mut().enumerate() {
                let rows = (cell / cols).abs_diff(place / cols);
                let columns = (cell % cols).abs_diff(place % cols);
                let squares = (rows * rows + columns * columns) as u64;
                *away = (squares * 1_000_000_000_000).isqrt() as u32;
            }
        }
        Euclidean { away }
    }
}

impl Heuristic for Euclidean {
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let tiles = board.cells().iter().enumerate();
        let sum: u32 = tiles.map(|(cell, &tile)| self.away[usize::from(tile)][cell]).sum();
        Ok((sum / 1_000_000).into())
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
