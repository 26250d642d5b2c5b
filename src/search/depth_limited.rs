//! Depth-limited search: depth first, but never deeper than a limit.

use std::collections::HashSet;

use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard, plural};

/// Depth-limited search: the first solution that depth-first search finds if it turns back at a
/// limit. It needs memory for only one path, and never returns to a board of this path.
///
/// The solution is any of at most `depth_limit` moves, seldom a shortest one. If there is none, all
/// are longer. Iterative deepening makes a method of this: it tries the limits 0, 1, 2 and so on.
#[derive(Clone, Copy, Debug)]
pub struct DepthLimited {
    /// The most moves of a solution. Not more than [`DEEPEST`](DepthLimited::DEEPEST) are tried.
    pub depth_limit: u32,
}

impl DepthLimited {
    /// The greatest limit: the path to it fits into any memory.
    pub const DEEPEST: u32 = 100_000;
    /// The limit by default: no board of 3x3 needs more moves.
    pub const USUAL: u32 = 31;
}

impl Method for DepthLimited {
    fn name(&self) -> &'static str {
        "dls"
    }

    fn is_optimal(&self) -> bool {
        false
    }

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Reached]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let limit = self.depth_limit.min(DepthLimited::DEEPEST);
        let (mut board, mut last) = (problem.start, None);
        // Each board on the path, with the moves not tried from it yet.
        let mut nodes: Vec<(SmallBoard, Vec<(Move, SmallBoard)>)> = Vec::new();
        let mut path: Vec<Move> = Vec::new();
        let mut on_path = HashSet::from([board]);
        while board != problem.goal {
            let depth = path.len() as u32;
            if depth < limit {
                meter.expand(&board, depth, path.len(), || last)?;
                nodes.push((board, problem.untried(&board, last)));
            } else {
                on_path.remove(&board);
                path.pop();
            }
            // The next board that is not on the path, from the deepest board that has one.
            (board, last) = loop {
                let Some((from, untried)) = nodes.last_mut() else {
                    meter.found_none_below(problem, limit + 1);
                    let most = plural(limit.into(), "move");
                    return Err(meter.nothing(format!("no solution within {most}")));
                };
                if let Some((mv, next)) = untried.pop() {
                    meter.generate();
                    if on_path.insert(next) {
                        path.push(mv);
                        meter.visit(path.len() as u32);
                        break (next, Some(mv));
                    }
                } else {
                    on_path.remove(from);
                    nodes.pop();
                    path.pop();
                }
            };
        }
        Ok(path)
    }
}
