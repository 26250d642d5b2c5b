//! How a [`LabelSearch`] answers the questions to a [`BoardSearch`].

use super::label_search::{FARTHEST, LabelSearch};
use crate::error::Result;
use crate::limits::Budget;
use crate::puzzle::{Metric, Move, MoveSet, Moves, SmallBoard};
use crate::solver::{BoardSearch, EachSolution, SolvedBoard, legal_by_search, optimal_by_search};

impl BoardSearch for LabelSearch {
    fn longest(&self) -> u32 {
        FARTHEST
    }

    fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>> {
        Ok(boards.iter().map(|board| self.lower_bound(board)).collect())
    }

    fn solution(&self, board: &SmallBoard, threads: usize, budget: &Budget) -> Result<Moves> {
        self.solution(board, threads, budget)
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet> {
        optimal_by_search(Metric::Multi, solved, |mv, length| {
            self.begins_solution(solved, mv, length)
        })
    }

    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>> {
        legal_by_search(Metric::Multi, solved, |mv, length| {
            self.begins_solution(solved, mv, length)
        })
    }

    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128> {
        let &SolvedBoard { board, solution, budget, .. } = solved;
        let mut all = self.each_shortest(board, solution, budget)?;
        all.try_fold(0, |count, moves| moves.map(|_| count + 1))
    }

    fn solutions(
        &self,
        board: &SmallBoard,
        solution: &Moves,
        budget: Budget,
    ) -> Result<EachSolution> {
        Ok(Box::new(self.each_shortest(board, solution, budget)?))
    }
}
