//! Depth-limited search: depth first, but never deeper than a limit.

use std::collections::HashSet;

use super::{Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard, plural};

pub(super) fn search(
    depth_limit: u32,
    problem: &Problem<'_>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>> {
    let limit = depth_limit.min(Method::DEEPEST);
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
