//! Iterative deepening: depth-first search to the depth that the estimate of the start allows, then
//! to one more, and so on.

use super::{Meter, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};
use crate::solver::LONGEST_PATH;

pub(super) fn search(problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
    // No shallower search would expand the start.
    let estimate = problem.heuristic.estimate(&problem.start)?.max(1) as usize;
    let mut depth = if problem.start == problem.goal { 0 } else { estimate };
    loop {
        // With a heuristic that is much too high, no depth is enough.
        depth = depth.min(LONGEST_PATH);
        meter.found_none_below(problem, depth as u64);
        if let Some(moves) = search_to_depth(problem, depth, meter)? {
            return Ok(moves);
        }
        depth += 1;
    }
}

/// Searches all paths of at most `depth` moves.
fn search_to_depth(
    problem: &Problem<'_>,
    depth: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Move>>> {
    // For each board on the path, the moves not tried from it yet.
    let mut untried: Vec<Vec<(Move, SmallBoard)>> = Vec::new();
    let (mut path, mut board): (Vec<Move>, SmallBoard) = (Vec::new(), problem.start);
    loop {
        if board == problem.goal {
            return Ok(Some(path));
        }
        let estimate = problem.heuristic.estimate(&board)?.max(1) as usize;
        if estimate <= depth - path.len() {
            let last = path.last().copied();
            meter.expand(&board, path.len() as u32, path.len(), || last)?;
            untried.push(problem.untried(&board, last));
        } else if path.pop().is_none() {
            // The start is too far away for any depth. It counts as one board, so that limits end
            // the search.
            meter.generate();
            meter.expand(&problem.start, 0, 0, || None)?;
            return Ok(None);
        }
        // Find the next board not tried yet.
        board = loop {
            let Some(moves) = untried.last_mut() else { return Ok(None) };
            if let Some((mv, next)) = moves.pop() {
                meter.generate();
                path.push(mv);
                meter.visit(path.len() as u32);
                break next;
            }
            untried.pop();
            path.pop();
        };
    }
}
