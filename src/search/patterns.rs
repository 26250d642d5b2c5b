//! Sums over patterns.

use super::Heuristic;
use crate::puzzle::Board;
use crate::solver::{Solver, SolverError};

/// The moves that each of some patterns of tiles needs, added up: the greatest sum that the small
/// tables of a [`Solver`] give (Felner, Korf and Hanan, "Additive pattern database heuristics",
/// Journal of Artificial Intelligence Research 22, 2004). The example `additive_patterns` explains
/// it in plain code.
///
/// ```
/// use tilebase::search::{Heuristic, Manhattan, Patterns};
/// use tilebase::Board;
/// let goal = Board::goal("4x4".parse()?);
/// let board: Board = "14 13 15 7 / 11 12 9 5 / 6 x 2 1 / 4 8 10 3".parse()?;
/// assert!(Patterns::new(&goal)?.estimate(&board) > Manhattan::new(&goal).estimate(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Patterns {
    solver: Solver,
}

impl Patterns {
    /// For this goal. Makes the small tables if they were not made yet.
    ///
    /// # Errors
    ///
    /// As [`Solver::small`].
    pub fn new(goal: &Board) -> Result<Patterns, SolverError> {
        Ok(Patterns { solver: Solver::small(goal)? })
    }
}

impl Heuristic for Patterns {
    /// 0 of a board that does not reach the goal.
    fn estimate(&self, board: &Board) -> u32 {
        self.solver.estimate(board).unwrap_or_default()
    }
}
