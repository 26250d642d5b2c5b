//! Which moves of a board are optimal, once its canonical solution is known.

use super::board_search::SolvedBoard;
use super::engine::{Effort, Engine, SubtreesEnd};
use super::part::Part;
use crate::error::Result;
use crate::outcome::{Cost, Solved};
use crate::puzzle::{Board, Direction, Move, MoveSet, Moves};

/// Finds all optimal moves of a board whose canonical solution is known.
pub(super) fn optimal_moves(engine: &dyn Engine, solved: &SolvedBoard<'_>) -> Result<Solved> {
    let &SolvedBoard { board, solution, threads, budget } = solved;
    let mut search = OptimalSearch::new(solution.clone());
    while let Some(after) = search.next(board) {
        let left = search.left();
        let effort = Effort { at_least: left + 1, ..Effort::new(threads, budget) };
        match engine.within(&after, left, Part::WHOLE, effort)? {
            SubtreesEnd::Found(_) | SubtreesEnd::Stopped(Some(_)) => search.accept_last(),
            SubtreesEnd::Exhausted | SubtreesEnd::Counted(_) => {}
            SubtreesEnd::Stopped(None) => {
                return Err(budget.stopped_beside(&search.solution).into());
            }
        }
    }
    Ok(search.solved(budget.generated()))
}

/// Goes through the moves that may be optimal. None is smaller than the first move of the canonical
/// solution.
pub(super) struct OptimalSearch {
    pub(super) solution: Moves,
    optimal: MoveSet,
    last_tried: Option<Direction>,
}

impl OptimalSearch {
    pub(super) fn new(solution: Moves) -> OptimalSearch {
        let first = solution.first().copied();
        let optimal = first.into_iter().collect();
        OptimalSearch { solution, optimal, last_tried: first.map(Move::direction) }
    }

    /// The board after the next move. If it has a solution of at most [`left`](Self::left) moves,
    /// the move is optimal.
    pub(super) fn next(&mut self, board: &Board) -> Option<Board> {
        let last = self.last_tried?;
        let mut others = Direction::ALL.into_iter().filter(|&mv| mv > last);
        let (mv, after) = others.find_map(|mv| Some((mv, board.moved(mv)?)))?;
        self.last_tried = Some(mv);
        Some(after)
    }

    /// How many moves an optimal one leaves.
    pub(super) fn left(&self) -> u32 {
        self.solution.len() as u32 - 1
    }

    /// Notes that the move tried last is optimal.
    pub(super) fn accept_last(&mut self) {
        if let Some(mv) = self.last_tried {
            self.optimal.insert(mv);
        }
    }

    /// The answer, once there are no more moves.
    pub(super) fn solved(self, generated: u64) -> Solved {
        let (moves, optimal) = (self.solution, Some(self.optimal));
        Solved { moves, optimal, cost: Cost::of(generated) }
    }
}
