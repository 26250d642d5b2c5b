//! Breadth-first search: all boards one move away, then all two moves away, and so on.

use std::collections::{HashMap, VecDeque};

use super::meter::reserved;
use super::{Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Board, Slide};

/// Breadth-first search from the start. Moves are tried in order, and boards are expanded in the
/// order they were generated. So the first path to a board is the lexicographically smallest of the
/// shortest ones, and the answer is the canonical solution.
#[derive(Clone, Copy, Debug)]
pub struct Bfs;

impl<M: Slide> Method<M> for Bfs {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn stores_all_boards(&self) -> bool {
        true
    }

    fn search(&self, problem: &Problem<'_, M>, meter: &mut Meter<'_>) -> Result<Vec<M>> {
        // The move that first led to each board, and `None` for the start.
        let mut came_by: HashMap<Board, Option<M>> = HashMap::from([(problem.start, None)]);
        let mut open = VecDeque::from([problem.start]);
        while let Some(board) = open.pop_front() {
            if board == problem.goal {
                break;
            }
            meter.expand(&board, open.len())?;
            for (mv, next) in M::all(&board) {
                meter.generate();
                reserved::<(Board, Option<M>)>(came_by.try_reserve(1), came_by.len())?;
                reserved::<Board>(open.try_reserve(1), open.len())?;
                came_by.entry(next).or_insert_with(|| {
                    open.push_back(next);
                    Some(mv)
                });
            }
        }
        Ok(way_to(problem.goal, |board| came_by.get(board).copied().flatten()))
    }
}

/// The moves that led to a board, in order. `last` holds the last move that led to each board.
pub(super) fn way_to<M: Slide>(mut board: Board, last: impl Fn(&Board) -> Option<M>) -> Vec<M> {
    let mut moves = Vec::new();
    while let Some(mv) = last(&board) {
        moves.push(mv);
        board = mv.undone().made_on(&board).expect("a move that was made can be taken back");
    }
    moves.reverse();
    moves
}
