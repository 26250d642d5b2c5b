//! Depth-first search with branch and bound: finds any solution, then better ones.

use std::collections::HashSet;

use super::{Meter, Method, Problem, Zero};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

/// A path, and the best solution so far.
struct Descent<'p, 'm, 's> {
    problem: &'p Problem<'p>,
    meter: &'m mut Meter<'s>,
    path: Vec<Move>,
    on_path: HashSet<SmallBoard>,
    best: Option<Vec<Move>>,
}

pub(super) fn search(problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
    let on_path = HashSet::from([problem.start]);
    let mut descent = Descent { problem, meter, path: Vec::new(), on_path, best: None };
    descent.go(&problem.start)?;
    match descent.best {
        Some(moves) => Ok(moves),
        // This happens only if the heuristic is too high.
        None => search(&Problem { heuristic: &Zero, ..*problem }, meter),
    }
}

impl Descent<'_, '_, '_> {
    /// Continues from the board at the end of the path.
    fn go(&mut self, board: &SmallBoard) -> Result<()> {
        let estimate = self.problem.heuristic.estimate(board)?;
        let least = self.path.len().saturating_add(estimate as usize);
        if least >= self.best.as_ref().map_or(Method::LONGEST_DFS + 1, Vec::len) {
            return Ok(());
        }
        if *board == self.problem.goal {
            self.best = Some(self.path.clone());
            return Ok(());
        }
        let before = self.path.last().copied();
        self.meter.expand(board, self.path.len() as u32, self.path.len(), || before)?;
        for (mv, next) in self.problem.order.moves(board, self.problem.metric) {
            self.meter.generate();
            if self.on_path.insert(next) {
                self.path.push(mv);
                self.meter.visit(self.path.len() as u32);
                self.go(&next)?;
                self.path.pop();
                self.on_path.remove(&next);
            }
        }
        Ok(())
    }
}
