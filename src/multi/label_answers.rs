//! How a [`LabelSearch`] answers the questions to a [`BoardSearch`].

use super::search::{FARTHEST, LabelSearch};
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask, Cost};
use crate::puzzle::{Metric, Move, MoveSet, Moves, SmallBoard};
use crate::solver::{BoardSearch, EachSolution, SolvedBoard};
use crate::threads;

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

    fn solutions_of(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        let of_board = (threads / boards.len().max(1)).max(1);
        Ok(threads::each(boards, threads, |board| {
            let budget = Budget::new(limits);
            let moves = self.solution(board, of_board, &budget)?;
            let next = ask.has(Ask::OPTIMAL_MOVES).then(|| {
                self.optimal_moves(&SolvedBoard {
                    board,
                    solution: &moves,
                    threads: of_board,
                    budget: &budget,
                })
            });
            let (next, cost) = (next.transpose()?, Cost::of(budget.generated()));
            Ok(Answer { next, ..Answer::from(moves) }.costing(cost))
        }))
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet> {
        let length = solved.solution.len() as u32;
        let all = solved.board.legal_moves(Metric::Multi).into_iter();
        all.filter_map(|mv| {
            let begins = self.begins_solution(solved, mv, length);
            begins.map(|begins| begins.then_some(mv)).transpose()
        })
        .collect()
    }

    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>> {
        let distance = solved.solution.len() as u32;
        let all = solved.board.legal_moves(Metric::Multi).into_iter();
        all.map(|mv| {
            // One less, the same, or one more.
            let after = if self.begins_solution(solved, mv, distance)? {
                distance - 1
            } else if self.begins_solution(solved, mv, distance + 1)? {
                distance
            } else {
                distance + 1
            };
            Ok((mv, after))
        })
        .collect()
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
