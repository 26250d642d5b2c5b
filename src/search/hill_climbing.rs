//! Hill climbing: from each board to the neighbour that looks nearest to the goal.

use super::{Meter, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard, plural};

pub(super) fn search(problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
    let mut board = problem.start;
    let mut estimate = problem.heuristic.estimate(&board)?;
    let mut path: Vec<Move> = Vec::new();
    while board != problem.goal {
        let depth = path.len() as u32;
        meter.expand(&board, depth, path.len(), || path.last().copied())?;
        let mut best: Option<(u64, Move, SmallBoard)> = None;
        for (mv, next) in problem.order.moves(&board, problem.metric) {
            meter.generate();
            meter.visit(depth + 1);
            let after = problem.heuristic.after(&board, mv, &next, estimate)?;
            // Of equal neighbours, the first in the order of moves is taken.
            if best.is_none_or(|(least, ..)| after < least) {
                best = Some((after, mv, next));
            }
        }
        let Some((after, mv, next)) = best.filter(|&(after, ..)| after < estimate) else {
            let moves = plural(depth.into(), "move");
            let why = format!("stuck after {moves}: no move from {board} lowers {estimate}");
            return Err(meter.nothing(why));
        };
        path.push(mv);
        (board, estimate) = (next, after);
    }
    meter.take_goal(&board, &path, path.len())?;
    Ok(path)
}
