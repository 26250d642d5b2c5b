//! Iterative deepening: depth first to depth 0, then to depth 1, and so on.

use super::{Meter, Method, Problem, Stopped, successors};
use crate::puzzle::{Board, Move};

/// Iterative deepening depth-first search: memory for one path only, and every level looked at anew for each deeper one. Moves are tried in order, so the
/// first solution found is the canonical one. A board is given up where the estimate says that the depth will not do, which with
/// [`Zero`](super::Zero) is never.
#[derive(Clone, Copy, Debug)]
pub struct Iddfs;

impl Method for Iddfs {
    fn name(&self) -> &'static str {
        "iddfs"
    }

    fn estimates(&self) -> bool {
        true
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter) -> Result<Vec<Move>, Stopped> {
        let mut path = Vec::new();
        let mut depth = 0;
        while !go(problem, &problem.start, depth, &mut path, meter)? {
            depth += 1;
        }
        Ok(path)
    }
}

/// Goes on from a board with so many moves left. Answers whether the path leads to the goal now.
fn go(
    problem: &Problem<'_>,
    board: &Board,
    left: u32,
    path: &mut Vec<Move>,
    meter: &mut Meter,
) -> Result<bool, Stopped> {
    if *board == problem.goal {
        return Ok(true);
    }
    if problem.heuristic.estimate(board).max(1) > left {
        return Ok(false);
    }
    meter.expand(path.len())?;
    let back = path.last().map(|mv| mv.inverse());
    for (mv, next) in successors(board).filter(|(mv, _)| Some(*mv) != back) {
        meter.generate();
        path.push(mv);
        if go(problem, &next, left - 1, path, meter)? {
            return Ok(true);
        }
        path.pop();
    }
    Ok(false)
}
