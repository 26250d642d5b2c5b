//! Heuristics: estimates of how far a board is from the goal.

use crate::error::{Error, Result};
use crate::oracle::Oracle;
use crate::puzzle::{Board, Move};

/// An estimate of the distance to a goal. It is *admissible* if it never exceeds the distance, and
/// *consistent* if every move changes it by at most one and it is 0 at the goal. A consistent
/// estimate is admissible.
///
/// Any closure that returns a number for a board is a heuristic:
///
/// ```
/// use tilebase::search::{AStar, Problem, solve};
/// use tilebase::{Board, Limits};
/// let goal: Board = "12345678x".parse()?;
/// let at_home = |board: &Board| u32::from(board.cells()[0] != 1);
/// let problem = Problem { start: "1 2 3 x 4 6 7 5 8".parse()?, goal, heuristic: &at_home };
/// assert_eq!(solve(&AStar, &problem, &Limits::default())?.moves.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// The estimate of a board.
    ///
    /// # Errors
    ///
    /// Any [`Error`], if there is no estimate because what it is computed from is damaged. It ends
    /// the search. Never return 0 instead: the search would go on, and its effort would say nothing
    /// about the heuristic.
    fn estimate(&self, board: &Board) -> Result<u32>;

    /// The estimate of `next`, the board after `mv` on `board`. `before` is the estimate of
    /// `board`, for heuristics that can be updated incrementally.
    fn after(&self, _board: &Board, _mv: Move, next: &Board, _before: u32) -> Result<u32> {
        self.estimate(next)
    }
}

impl<F: Fn(&Board) -> u32 + Sync> Heuristic for F {
    fn estimate(&self, board: &Board) -> Result<u32> {
        Ok(self(board))
    }
}

/// No estimate: 0 for every board.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&self, _: &Board) -> Result<u32> {
        Ok(0)
    }
}

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
    fn estimate(&self, board: &Board) -> Result<u32> {
        match self.oracle.distance(board) {
            Err(Error::Unsolvable(_)) => Ok(0),
            distance => distance,
        }
    }
}
