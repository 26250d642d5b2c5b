//! The questions that searches answer: one board, many boards in turn, all solutions of a board, a
//! beam. They do not depend on the number of patterns.

use std::sync::Arc;
use std::time::Duration;

use super::beam::Beam;
use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask};
use crate::puzzle::{Direction, Moves, SmallBoard};

/// The answer to one of many boards, and the board's share of the time, if time is limited.
pub(super) type TimedAnswer = (Result<Answer>, Duration);

/// Returns the next solution, if there is one. If the budget ends first, the number of boards
/// generated, and nothing after that. (An iterator would have methods that are compiled with it.)
pub(super) type NextSolution = Box<dyn FnMut() -> Option<Result<Moves, u64>> + Send>;

/// Answers questions, whatever the number of patterns. All boards have the goal's shape and can
/// reach it.
pub(super) trait Engine: Send + Sync {
    /// Prepares to bound `boards` more boards. Once enough boards were announced, this finds all
    /// distances at once.
    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()>;

    /// Appends a lower bound on the distance of each board, with its parity.
    fn lower_bounds(&self, boards: &[SmallBoard], bounds: &mut Vec<Result<u32>>);

    /// Searches for the canonical solution.
    fn solve(&self, board: &SmallBoard, effort: Effort<'_>) -> Result<SolveEnd>;

    /// Searches for the canonical solutions of many boards, and for all optimal moves if asked.
    fn solve_all(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Vec<TimedAnswer>;

    /// Searches for the first solution of at most `limit` moves that begins with one of these
    /// sequences.
    fn within(
        &self,
        board: &SmallBoard,
        limit: u32,
        beginnings: Vec<Vec<Direction>>,
        effort: Effort<'_>,
    ) -> Result<SubtreesEnd>;

    /// The number of solutions of at most `limit` moves. `None` if the budget ends first.
    fn count(&self, board: &SmallBoard, limit: u32, effort: Effort<'_>) -> Result<Option<u64>>;

    /// Returns all solutions of at most `limit` moves, in order.
    fn solutions(
        self: Arc<Self>,
        board: &SmallBoard,
        limit: u32,
        budget: Budget,
    ) -> Result<NextSolution>;

    /// Makes room for this many beams at a time, of at most this width, if it has beams.
    fn reserve(&self, beams: usize, width: usize) -> Result<()>;

    /// Gives back the memory of one beam that is over.
    fn release(&self);

    /// Searches with a beam for a solution. `None` if it finds none, or has no beams.
    fn beam(&self, board: &SmallBoard, beam: Beam<'_>) -> Result<Option<Moves>>;

    /// The error for tables that contradict what is known.
    fn wrong_tables(&self) -> Error;
}

/// What the search for a board may cost.
#[derive(Clone, Copy)]
pub(super) struct Effort<'b> {
    pub(super) threads: usize,
    pub(super) budget: &'b Budget,
    /// The distance is known to be at least this.
    pub(super) at_least: u32,
    /// The search ends once the question has generated this many boards.
    pub(super) most: u64,
}

impl<'b> Effort<'b> {
    /// All that the budget allows.
    pub(super) const fn new(threads: usize, budget: &'b Budget) -> Effort<'b> {
        Effort { threads, budget, at_least: 0, most: u64::MAX }
    }
}

/// How far a search came.
pub(super) enum SolveEnd {
    /// The canonical solution.
    Solved(Moves),
    /// The distance is at least this. The search ended there because it has generated enough, or
    /// because the budget ended.
    GaveUpAt(u32),
}

impl SolveEnd {
    /// The canonical solution, after a search that only the budget may end.
    pub(super) fn solution(self, budget: &Budget) -> Result<Moves> {
        match self {
            SolveEnd::Solved(moves) => Ok(moves),
            SolveEnd::GaveUpAt(proved) => Err(budget.stopped(proved, None).into()),
        }
    }
}

/// How the search of a board's subtrees ended.
pub(super) enum SubtreesEnd {
    /// With the first solution.
    Found(Vec<Direction>),
    /// None has a solution.
    Exhausted,
    /// With the number of solutions, which may be 0.
    Counted(u64),
    /// By its budget. This solution has no more moves than allowed, but a smaller one may have been
    /// missed.
    Stopped(Option<Vec<Direction>>),
}
