//! What a search answers, in any metric.

use std::fmt;

use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask};
use crate::puzzle::{Board, Metric, Move, MoveSet, Moves};

/// Solutions, one after another.
pub(crate) type EachSolution = Box<dyn Iterator<Item = Result<Moves>> + Send>;

/// Answers boards without a table.
pub(crate) trait BoardSearch: fmt::Debug + Send + Sync {
    fn goal(&self) -> &Board;

    /// No solution is longer than this.
    fn longest(&self) -> u32;

    /// Prepares for the lower bounds of `boards` more boards.
    fn expect_bounds(&self, _boards: u64, _threads: usize) -> Result<()> {
        Ok(())
    }

    /// Lower bounds on the distances.
    fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>>;

    /// Reserves the memory to answer this many boards at a time within some limits.
    fn reserve(&self, _boards: usize, _limits: &Limits) -> Result<()> {
        Ok(())
    }

    /// Finds the canonical solution. All threads search for the solution of a hard board.
    fn solution(&self, board: &Board, threads: usize, budget: &Budget) -> Result<Moves>;

    /// Finds the canonical solutions of many boards, and all optimal moves if they are asked for.
    /// The limits apply to each board separately.
    fn solutions_of(
        &self,
        boards: &[Board],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Answer>>>;

    /// All moves that lower the distance.
    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet>;

    /// Every legal move with the distance after it.
    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>>;

    /// The number of shortest solutions.
    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128>;

    /// Every shortest solution, in order.
    fn solutions(&self, board: &Board, solution: &Moves, budget: Budget) -> Result<EachSolution>;
}

/// A board with its canonical solution, and what further questions about it may cost.
#[derive(Clone, Copy)]
pub(crate) struct SolvedBoard<'b> {
    pub(crate) board: &'b Board,
    pub(crate) solution: &'b Moves,
    pub(crate) threads: usize,
    pub(crate) budget: &'b Budget,
}

/// Every legal move of a board with the distance after it, in the single-tile metric, where each
/// changes the distance by one: it changes its parity, and no more than one move takes it back.
pub(crate) fn legal_moves(board: &Board, distance: u32, optimal: MoveSet) -> Vec<(Move, u32)> {
    let after = |mv| if optimal.contains(mv) { distance - 1 } else { distance + 1 };
    board.legal_moves(Metric::Single).into_iter().map(|mv| (mv, after(mv))).collect()
}
