//! Heuristics: estimates of how far a board is from the goal.

use crate::oracle::Oracle;
use crate::puzzle::{Board, Move};

/// An estimate of the distance to a goal. *Admissible*: never above the distance. *Consistent*: a
/// move changes it by one at the most, and it is 0 at the goal; then it is admissible too.
///
/// Any closure over boards is one:
///
/// ```
/// use tilebase::search::{Astar, Limits, Problem, solve};
/// use tilebase::Board;
/// let goal: Board = "12345678x".parse()?;
/// let at_home = |board: &Board| u32::from(board.cells()[0] != 1);
/// let problem = Problem { start: "1 2 3 x 4 6 7 5 8".parse()?, goal, heuristic: &at_home };
/// assert_eq!(solve(&Astar, &problem, Limits::default())?.moves.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// The estimate of a board.
    fn estimate(&self, board: &Board) -> u32;

    /// The estimate of `next`, which `mv` made of `board`, whose estimate is `before`. What need
    /// not be computed anew need not.
    fn after(&self, _board: &Board, _mv: Move, next: &Board, _before: u32) -> u32 {
        self.estimate(next)
    }
}

impl<F: Fn(&Board) -> u32 + Sync> Heuristic for F {
    fn estimate(&self, board: &Board) -> u32 {
        self(board)
    }
}

/// No estimate: 0 of every board.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&self, _: &Board) -> u32 {
        0
    }
}

/// How many tiles do not stand where the goal has them: each must move once at least.
#[derive(Clone, Debug)]
pub struct Misplaced {
    goal: Board,
}

impl Misplaced {
    /// For this goal.
    #[must_use]
    pub const fn new(goal: &Board) -> Misplaced {
        Misplaced { goal: *goal }
    }
}

impl Heuristic for Misplaced {
    fn estimate(&self, board: &Board) -> u32 {
        let pairs = board.cells().iter().zip(self.goal.cells());
        pairs.filter(|&(&here, there)| here != 0 && here != *there).count() as u32
    }
}

/// The distance itself, from a table: what no estimate can better.
#[derive(Clone, Debug)]
pub struct TrueDistance {
    oracle: Oracle,
}

impl TrueDistance {
    /// For the oracle's goal.
    #[must_use]
    pub const fn new(oracle: Oracle) -> TrueDistance {
        TrueDistance { oracle }
    }
}

impl Heuristic for TrueDistance {
    /// 0 where the table is damaged, which is admissible.
    fn estimate(&self, board: &Board) -> u32 {
        self.oracle.distance(board).unwrap_or_default()
    }
}
