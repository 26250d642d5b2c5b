//! Breadth-first search: all boards one move away, then all two moves away, and so on.

use std::collections::{HashMap, VecDeque};

use super::meter::reserved;
use super::{GoalTest, Meter, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

pub(super) fn search(problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
    let is_early = problem.goal_test == Some(GoalTest::Reached);
    // The move that first led to each board, and `None` for the start.
    let mut came_by: HashMap<SmallBoard, Option<Move>> = HashMap::from([(problem.start, None)]);
    let mut open = VecDeque::from([problem.start]);
    // The depth of the boards at the front, and the number of them.
    let (mut depth, mut at_depth) = (0, 1);
    let mut is_taken = false;
    'levels: while let Some(board) = open.pop_front() {
        if board == problem.goal {
            is_taken = !is_early;
            break;
        }
        meter.expand(&board, depth, open.len(), || came_by[&board])?;
        for (mv, next) in problem.order.moves(&board, problem.metric) {
            meter.generate();
            reserved::<(SmallBoard, Option<Move>)>(came_by.try_reserve(1), came_by.len())?;
            reserved::<SmallBoard>(open.try_reserve(1), open.len())?;
            came_by.entry(next).or_insert_with(|| {
                meter.visit(depth + 1);
                open.push_back(next);
                Some(mv)
            });
            if is_early && next == problem.goal {
                break 'levels;
            }
        }
        at_depth -= 1;
        if at_depth == 0 {
            (depth, at_depth) = (depth + 1, open.len());
            // An early test has seen the boards of this depth, too.
            meter.found_none_below(problem, depth + u32::from(is_early));
        }
    }
    let way = way_to(problem.goal, |board| came_by.get(board).copied().flatten());
    if is_taken {
        meter.take_goal(&problem.goal, &way, open.len())?;
    }
    Ok(way)
}

/// The moves that led to a board, in order. `last` holds the last move that led to each board.
pub(super) fn way_to(
    mut board: SmallBoard,
    last: impl Fn(&SmallBoard) -> Option<Move>,
) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(mv) = last(&board) {
        moves.push(mv);
        board = board.moved(mv.inverse()).expect("a move that was made can be taken back");
    }
    moves.reverse();
    moves
}
