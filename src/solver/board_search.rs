//! What a search answers, in any metric, and how long its solutions can be.

use std::borrow::Borrow;

use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits};
use crate::outcome::{Answer, Ask, Cost, Solutions};
use crate::puzzle::{Metric, Move, MoveSet, Moves, SmallBoard, SmallShape};
use crate::threads;

/// Answers boards without a table.
pub(crate) trait BoardSearch: Send + Sync {
    /// No solution is longer than this.
    fn longest(&self) -> u32;

    /// Prepares for the lower bounds of `boards` more boards.
    fn expect_bounds(&self, _boards: u64, _threads: usize) -> Result<()> {
        Ok(())
    }

    /// Lower bounds on the distances.
    fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>>;

    /// Reserves the memory to answer this many boards at a time within some limits.
    fn reserve(&self, _boards: usize, _limits: &Limits) -> Result<()> {
        Ok(())
    }

    /// Finds the canonical solution. All threads search for the solution of a hard board.
    fn solution(&self, board: &SmallBoard, threads: usize, budget: &Budget) -> Result<Moves>;

    /// Finds the canonical solutions of many boards, and all optimal moves if they are asked for.
    /// The limits apply to each board separately.
    fn solutions_of(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        let of_board = (threads / boards.len().max(1)).max(1);
        Ok(threads::each(boards, threads, |board| {
            let budget = &Budget::new(limits);
            let solution = self.solution(board, of_board, budget)?;
            let next = ask.has(Ask::OPTIMAL_MOVES).then(|| {
                let solution = &solution;
                self.optimal_moves(&SolvedBoard { board, solution, threads: of_board, budget })
            });
            let (next, cost) = (next.transpose()?, Cost::of(budget.generated()));
            Ok(Answer { next, ..Answer::from(solution) }.costing(cost))
        }))
    }

    /// All moves that lower the distance.
    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet>;

    /// Every legal move with the distance after it.
    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>>;

    /// The number of shortest solutions.
    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128>;

    /// Every shortest solution, in order.
    fn solutions(&self, board: &SmallBoard, solution: &Moves, budget: Budget) -> Result<Solutions>;
}

/// A board with its canonical solution, and what further questions about it may cost.
#[derive(Clone, Copy)]
pub(crate) struct SolvedBoard<'b> {
    pub(crate) board: &'b SmallBoard,
    pub(crate) solution: &'b Moves,
    pub(crate) threads: usize,
    pub(crate) budget: &'b Budget,
}

/// Every legal move of a board with the distance after it, in the single-tile metric, where each
/// changes the distance by one: it changes its parity, and no more than one move takes it back.
pub(crate) fn legal_moves(board: &SmallBoard, distance: u32, optimal: MoveSet) -> Vec<(Move, u32)> {
    let after = |mv| if optimal.contains(mv) { distance - 1 } else { distance + 1 };
    board.legal_moves(Metric::Single).into_iter().map(|mv| (mv, after(mv))).collect()
}

/// A search for the solutions of one length, in order.
pub(crate) trait SearchByLength: Send + Sync {
    const METRIC: Metric;

    /// No solution is longer than this.
    const LONGEST: u32;

    /// A lower bound on the distance.
    fn lower_bound(&self, board: &SmallBoard) -> Result<u32>;

    /// The [canonical solution](BoardSearch::solution).
    fn canonical(&self, board: &SmallBoard, threads: usize, budget: &Budget) -> Result<Moves>;

    /// True if some solution of this length begins with a move.
    fn begins_solution(&self, solved: &SolvedBoard<'_>, mv: Move, length: u32) -> Result<bool>;

    /// All shortest solutions of a board whose canonical one is known, in order.
    fn each_shortest<'b, B: Borrow<Budget> + Send + 'b>(
        &self,
        board: &SmallBoard,
        canonical: &Moves,
        budget: B,
    ) -> Result<Box<dyn Iterator<Item = Result<Moves>> + Send + 'b>>;
}

impl<S: SearchByLength> BoardSearch for S {
    fn longest(&self) -> u32 {
        S::LONGEST
    }

    fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>> {
        Ok(boards.iter().map(|board| self.lower_bound(board)).collect())
    }

    fn solution(&self, board: &SmallBoard, threads: usize, budget: &Budget) -> Result<Moves> {
        self.canonical(board, threads, budget)
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet> {
        let length = solved.solution.len() as u32;
        let begins = |mv| Ok(self.begins_solution(solved, mv, length)?.then_some(mv));
        let all = solved.board.legal_moves(S::METRIC).into_iter();
        all.filter_map(|mv| begins(mv).transpose()).collect()
    }

    /// After each, the distance is one less, the same, or one more.
    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>> {
        let distance = solved.solution.len() as u32;
        let begins = |mv, length| self.begins_solution(solved, mv, length);
        let after = |mv| {
            let is_nearer = begins(mv, distance)?;
            let is_farther = !is_nearer && !begins(mv, distance + 1)?;
            Ok((mv, distance + u32::from(is_farther) - u32::from(is_nearer)))
        };
        solved.board.legal_moves(S::METRIC).into_iter().map(after).collect()
    }

    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128> {
        let &SolvedBoard { board, solution, budget, .. } = solved;
        let mut all = self.each_shortest(board, solution, budget)?;
        all.try_fold(0, |count, moves| moves.map(|_| count + 1))
    }

    fn solutions(&self, board: &SmallBoard, solution: &Moves, budget: Budget) -> Result<Solutions> {
        self.each_shortest(board, solution, budget)
    }
}

/// The error of a further search. If it was stopped, its interval has the canonical solution, which
/// is known.
pub(crate) fn beside(canonical: &Moves, metric: Metric, error: Error) -> Error {
    match error {
        Error::Stopped(it) => Interval::beside(canonical.clone(), metric, it.generated).into(),
        error => error,
    }
}

/// No shortest solution is expected to have more moves than this. On 2x8 the longest has 140 if the
/// goal's blank is in a corner; on 2x12, the shape with the longest, nobody knows. Depth-first
/// methods go no deeper, whatever a heuristic says.
pub(crate) const LONGEST_PATH: usize = 512;

/// The maximum distance of any board from a goal with its blank in the given cell.
///
/// The diameters with the blank in a corner are published: `data/known/depth_counts.csv` and
/// `depth_counts_large.csv`. A goal with the blank elsewhere is a few moves away from one of those.
pub(super) fn longest(shape: SmallShape, goal_blank: usize) -> u32 {
    let (rows, cols) = (shape.rows(), shape.cols());
    let diameter = match (rows.min(cols), rows.max(cols)) {
        (2, 2) => 6,
        (2, 3) => 21,
        (2, 4) => 36,
        (2, 5) => 55,
        (2, 6) | (4, 4) => 80,
        (2, 7) => 108,
        (3, 3) => 31,
        (3, 4) => 53,
        (3, 5) => 84,
        (2, 8) => 140,
        // Not known, but there is no room for longer paths.
        _ => return LONGEST_PATH as u32,
    };
    let (row, col) = (goal_blank / cols, goal_blank % cols);
    diameter + (row.min(rows - 1 - row) + col.min(cols - 1 - col)) as u32
}
