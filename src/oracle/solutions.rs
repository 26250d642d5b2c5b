//! All shortest solutions, one after another, and their number, in either metric.

use std::sync::Arc;

use super::walking::{TableWalker, Walking};
use crate::error::{Error, Result};
use crate::puzzle::{Coordinates, Directions, Move, Moves, SmallBoard, plural};

/// The error for a solution that reaches the goal before another one.
#[cold]
fn too_short<W: Walking>(walker: &TableWalker<W>, at: Coordinates, distance: u32) -> Error {
    let moves = plural(distance.into(), "move");
    walker.fault(at, format!("all shortest solutions to have {moves}"), "a shorter one")
}

/// The most states that [`count`] keeps for one distance. A correct table needs far fewer on any
/// shape. A wrong one could otherwise use up all memory.
const MAX_WIDTH: usize = 1 << 22;

/// The number of shortest solutions from a state. Saturates at `u128::MAX`.
fn count<W: Walking>(walker: &TableWalker<W>, start: Coordinates, distance: u32) -> Result<u128> {
    // The states on shortest solutions after each move, with the directions that lead back from
    // them and the number of paths to reach them.
    let mut level = vec![(start, Directions::EMPTY, 1u128)];
    for left in (1..=distance).rev() {
        let mut next = Vec::with_capacity(2 * level.len());
        for &(at, back, paths) in &level {
            let steps = W::optimal_steps(walker, at, left, back)?;
            if steps.len() == 0 {
                return Err(too_short(walker, at, distance));
            }
            for step in steps {
                let (mv, after) = W::follow(walker, at, step)?;
                next.push((after, W::METRIC.rules_out(mv.direction()), paths));
            }
        }
        next.sort_unstable_by_key(|&(at, ..)| at);
        next.dedup_by(|(at, back, paths), (kept, all_back, all_paths)| {
            let same = at == kept;
            if same {
                *all_back = *all_back | *back;
                *all_paths = all_paths.saturating_add(*paths);
            }
            same
        });
        if next.len() > MAX_WIDTH {
            let expected = format!("solutions with at most {MAX_WIDTH} states at one distance");
            return Err(walker.fault(start, expected, "more"));
        }
        level = next;
    }
    let mut all = 0u128;
    for (at, back, paths) in level {
        let _ = W::optimal_steps(walker, at, 0, back)?;
        all = all.saturating_add(paths);
    }
    Ok(all)
}

impl<W: Walking> TableWalker<W> {
    pub(super) fn count_solutions(&self, board: &SmallBoard) -> Result<u128> {
        let start = self.locate(board)?;
        count(self, start, self.walk(start, |_| ())?)
    }

    /// All shortest solutions of a board, in order.
    pub(super) fn solutions(self: &Arc<Self>, board: &SmallBoard) -> Result<TableSolutions<W>> {
        let start = self.locate(board)?;
        TableSolutions::new(Arc::clone(self), start, self.walk(start, |_| ())?)
    }
}

/// All shortest paths to the goal according to a table.
pub(super) struct TableSolutions<W: Walking> {
    walker: Arc<TableWalker<W>>,
    /// The length of every solution.
    distance: u32,
    /// The states on the path, each with the steps not tried yet.
    open: Vec<(Coordinates, W::Steps)>,
    /// The moves between them.
    path: Vec<Move>,
}

impl<W: Walking> TableSolutions<W> {
    fn new(
        walker: Arc<TableWalker<W>>,
        start: Coordinates,
        distance: u32,
    ) -> Result<TableSolutions<W>> {
        let steps = W::optimal_steps(&walker, start, distance, Directions::EMPTY)?;
        Ok(TableSolutions { walker, distance, open: vec![(start, steps)], path: Vec::new() })
    }

    /// Advances to the next path that reaches the goal. `None` when all were found.
    fn advance(&mut self) -> Result<Option<Moves>> {
        // The goal itself has the empty solution.
        if self.distance == 0 {
            return Ok(self.open.pop().map(|_| Moves::default()));
        }
        while let Some((at, untried)) = self.open.last_mut() {
            let Some(step) = untried.next() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            let (mv, next) = W::follow(&self.walker, *at, step)?;
            let left = self.distance - self.path.len() as u32 - 1;
            let steps =
                W::optimal_steps(&self.walker, next, left, W::METRIC.rules_out(mv.direction()))?;
            let is_goal = steps.len() == 0;
            self.path.push(mv);
            self.open.push((next, steps));
            if is_goal {
                if left > 0 {
                    return Err(too_short(&self.walker, next, self.distance));
                }
                return Ok(Some(self.path.clone().into()));
            }
        }
        Ok(None)
    }
}

impl<W: Walking> Iterator for TableSolutions<W> {
    type Item = Result<Moves>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.advance();
        if found.is_err() {
            self.open.clear();
            // With no path left, this prevents the goal's empty solution from following.
            self.distance = 1;
        }
        found.transpose()
    }
}
