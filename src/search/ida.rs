//! IDA*: depth-first search up to a limit on cost plus estimate, repeated with growing limits.

use super::{Meter, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};
use crate::solver::LONGEST_PATH;

/// A board on the path, with the cost of the path to it (g), the estimate of the rest (h), and the
/// moves not tried from it yet.
struct PathNode {
    board: SmallBoard,
    cost: u64,
    estimate: u64,
    untried: Vec<(Move, SmallBoard)>,
}

pub(super) fn search(problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
    let mut limit = problem.heuristic.estimate(&problem.start)?;
    loop {
        meter.found_none_below(problem, limit);
        match search_to_limit(problem, limit, meter)? {
            Pass::Solution(moves) => return Ok(moves),
            Pass::Next(next) => limit = next,
        }
    }
}

/// The result of a search up to one limit.
enum Pass {
    /// It found the canonical solution.
    Solution(Vec<Move>),
    /// It found none. The next limit is the least sum of cost and estimate above this one.
    Next(u64),
}

/// Searches all paths on which the cost and the estimate add up to at most `limit`.
fn search_to_limit(problem: &Problem<'_>, limit: u64, meter: &mut Meter<'_>) -> Result<Pass> {
    let estimate = problem.heuristic.estimate(&problem.start)?;
    if problem.start == problem.goal {
        return Ok(Pass::Solution(Vec::new()));
    }
    let mut next_limit = u64::MAX;
    let untried = problem.untried(&problem.start, None);
    let root = PathNode { board: problem.start, cost: 0, estimate, untried };
    let (mut nodes, mut path) = (vec![root], Vec::new());
    meter.expand(&problem.start, 0, 0, || None)?;
    while let Some(node) = nodes.last_mut() {
        let Some((mv, board)) = node.untried.pop() else {
            nodes.pop();
            path.pop();
            continue;
        };
        meter.generate();
        meter.visit(path.len() as u32 + 1);
        let estimate = problem.heuristic.after(&node.board, mv, &board, node.estimate)?;
        let cost = node.cost + problem.cost(&node.board, &board);
        let sum = estimate.saturating_add(cost);
        if sum > limit {
            next_limit = next_limit.min(sum);
            continue;
        }
        path.push(mv);
        if board == problem.goal {
            return Ok(Pass::Solution(path));
        }
        if path.len() >= LONGEST_PATH {
            path.pop();
            continue;
        }
        meter.expand(&board, path.len() as u32, path.len(), || Some(mv))?;
        let untried = problem.untried(&board, Some(mv));
        nodes.push(PathNode { board, cost, estimate, untried });
    }
    Ok(Pass::Next(next_limit))
}
