//! The seam for whatever else finds solutions.

use super::Oracle;
use crate::error::Result;
use crate::limits::Cost;
use crate::puzzle::{Board, Moves};

/// Finds shortest solutions for one goal. An [`Oracle`] does, and so can a search method, or a
/// solver of your own. [`Bulk`](crate::bulk::Bulk) answers lines with any of them.
///
/// ```
/// use std::sync::Arc;
/// use tilebase::bulk::{Answer, Bulk, Form};
/// use tilebase::{Board, Result, Tablebase};
/// use tilebase::oracle::{Solved, Solver};
///
/// /// Solves boards backwards.
/// struct Backwards(Board);
///
/// impl Solver for Backwards {
///     fn goal(&self) -> &Board {
///         &self.0
///     }
///
///     fn solve(&self, board: &Board) -> Result<Solved> {
///         let moves = Tablebase::embedded().oracle(board)?.solution(&self.0)?;
///         let back = moves.iter().rev().map(|mv| mv.inverse());
///         Ok(Solved::new(back.collect()))
///     }
/// }
///
/// let bulk = Bulk::with_solvers(Form::from(Answer::Distance), |goal| {
///     Ok(Arc::new(Backwards(*goal)))
/// });
/// assert_eq!(bulk.to_vec(1, b"867254301\n")?, b"31\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver: Send + Sync {
    /// The goal.
    fn goal(&self) -> &Board;

    /// Finds a shortest solution.
    ///
    /// # Errors
    ///
    /// [`Error::Unsolvable`](crate::Error::Unsolvable) and
    /// [`Error::Stopped`](crate::Error::Stopped) if there is no answer; any other error for a
    /// failure, which ends a run.
    fn solve(&self, board: &Board) -> Result<Solved>;
}

/// A shortest solution, and what it cost to find.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The moves.
    pub moves: Moves,
    /// The work done by the search.
    pub cost: Cost,
}

impl Solved {
    /// A solution that cost nothing that is counted.
    pub fn new(moves: Moves) -> Solved {
        Solved { moves, cost: Cost::default() }
    }
}

impl Solver for Oracle {
    fn goal(&self) -> &Board {
        self.goal()
    }

    fn solve(&self, board: &Board) -> Result<Solved> {
        let answer = self.answer(board)?;
        let cost = Cost { generated: answer.generated(), ..Cost::default() };
        Ok(Solved { moves: answer.into_moves(), cost })
    }
}
