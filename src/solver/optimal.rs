//! Which moves of a board are optimal, once its canonical solution is known.

use super::board_search::SolvedBoard;
use super::engine::{Effort, Engine, SubtreesEnd};
use crate::error::Result;
use crate::outcome::{Answer, Cost};
use crate::puzzle::{Direction, MoveSet, Moves, SmallBoard};

/// Finds all optimal moves of a board whose canonical solution is known.
pub(super) fn optimal_moves(engine: &dyn Engine, solved: &SolvedBoard<'_>) -> Result<Answer> {
    let &SolvedBoard { board, solution, threads, budget } = solved;
    let mut search = OptimalSearch::new(solution.clone());
    while let Some((after, on)) = search.next(board) {
        let left = search.left();
        let effort = Effort { at_least: left + 1, ..Effort::new(threads, budget) };
        match engine.within(&after, left, vec![vec![on]], effort)? {
            SubtreesEnd::Found(_) | SubtreesEnd::Stopped(Some(_)) => search.accept_last(),
            SubtreesEnd::Exhausted | SubtreesEnd::Counted(_) => {}
            SubtreesEnd::Stopped(None) => {
                return Err(budget.stopped_beside(&search.solution).into());
            }
        }
    }
    Ok(search.solved(budget.generated()))
}

/// Goes through the moves that may be optimal, each with the moves that may come next. None is
/// smaller than the first move of the canonical solution, and none is taken back: that would search
/// all boards of a shorter solution again.
pub(super) struct OptimalSearch {
    pub(super) solution: Moves,
    optimal: MoveSet,
    /// The move tried last, and the one after it.
    last_tried: Option<(Direction, Direction)>,
}

impl OptimalSearch {
    pub(super) fn new(solution: Moves) -> OptimalSearch {
        let first = solution.first().copied();
        let optimal = first.into_iter().collect();
        let last_tried = first.map(|first| (first.direction(), Direction::ALL[3]));
        OptimalSearch { solution, optimal, last_tried }
    }

    /// The board after the next move, and the move after that. If these begin a solution, of which
    /// at most [`left`](Self::left) moves come after the first, the first is optimal.
    pub(super) fn next(&mut self, board: &SmallBoard) -> Option<(SmallBoard, Direction)> {
        let last = self.last_tried.filter(|_| self.left() > 0)?;
        let all = Direction::ALL.into_iter();
        let mut ways = all.flat_map(|mv| Direction::ALL.map(|on| (mv, on)));
        let (way, after) = ways.find_map(|(mv, on)| {
            let is_next = (mv, on) > last && on != mv.inverse() && !self.optimal.contains(mv);
            let after = board.moved(mv).filter(|_| is_next)?;
            after.moved(on).map(|_| ((mv, on), after))
        })?;
        self.last_tried = Some(way);
        Some((after, way.1))
    }

    /// How many moves an optimal one leaves.
    pub(super) fn left(&self) -> u32 {
        self.solution.len() as u32 - 1
    }

    /// Notes that the move tried last is optimal.
    pub(super) fn accept_last(&mut self) {
        if let Some((mv, _)) = self.last_tried {
            self.optimal.insert(mv);
        }
    }

    /// The answer, once there are no more moves.
    pub(super) fn solved(self, generated: u64) -> Answer {
        let next = Some(self.optimal);
        Answer { next, ..Answer::from(self.solution) }.costing(Cost::of(generated))
    }
}
