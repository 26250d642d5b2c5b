//! Beam search: breadth-first search that keeps only the best boards of each level.

use std::collections::HashMap;

use super::bfs::way_to;
use super::meter::reserved;
use super::{Meter, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard, plural};

pub(super) fn search(
    width: usize,
    problem: &Problem<'_>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>> {
    let width = width.max(1);
    // The move that first led to each board that is or was kept.
    let mut came_by: HashMap<SmallBoard, Option<Move>> = HashMap::from([(problem.start, None)]);
    let mut level = vec![(problem.heuristic.estimate(&problem.start)?, problem.start)];
    let mut depth = 0;
    while !came_by.contains_key(&problem.goal) {
        let mut reached: Vec<(u64, SmallBoard)> = Vec::new();
        for (estimate, board) in &level {
            let waiting = level.len() + reached.len();
            meter.expand(board, depth, waiting, || came_by[board])?;
            for (mv, next) in problem.order.moves(board, problem.metric) {
                meter.generate();
                if came_by.contains_key(&next) {
                    continue;
                }
                meter.visit(depth + 1);
                reserved::<(SmallBoard, Option<Move>)>(came_by.try_reserve(1), came_by.len())?;
                reserved::<(u64, SmallBoard)>(reached.try_reserve(1), reached.len())?;
                came_by.insert(next, Some(mv));
                if next == problem.goal {
                    return Ok(way_to(next, |board| came_by.get(board).copied().flatten()));
                }
                reached.push((problem.heuristic.after(board, mv, &next, *estimate)?, next));
            }
        }
        // The sort is stable: of equal estimates, those stay that were reached first.
        reached.sort_by_key(|&(estimate, _)| estimate);
        for (_, dropped) in reached.drain(width.min(reached.len())..) {
            came_by.remove(&dropped);
        }
        if reached.is_empty() {
            let boards = plural(width as u64, "board");
            return Err(meter.nothing(format!("no solution within a beam of {boards}")));
        }
        (level, depth) = (reached, depth + 1);
    }
    Ok(Vec::new())
}
