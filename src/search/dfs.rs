//! Depth-first search with branch and bound: finds any solution, then better ones.

use std::collections::HashSet;

use super::{GoalTest, Meter, Method, Problem, Zero};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard, SmallShape};

/// Depth-first search that never returns to a board of the current path, and abandons a path as
/// soon as it cannot be shorter than the best solution found. Moves are tried in order, and only a
/// shorter solution replaces another, so the answer is the canonical solution.
///
/// This method is included as a warning. From some boards of 2x3 the first solution it finds has
/// hundreds of moves, and there are far too many paths of that length to try. So it also abandons
/// paths longer than [`DEEPEST`](Dfs::DEEPEST) moves. On more than six cells even that is not
/// enough.
#[derive(Clone, Copy, Debug)]
pub struct Dfs;

impl Dfs {
    /// No board of at most six cells is further from any goal (`data/known/depth_counts.csv`).
    pub const DEEPEST: usize = 21;
}

/// A path, and the best solution so far.
struct Descent<'p, 'm, 's> {
    problem: &'p Problem<'p>,
    meter: &'m mut Meter<'s>,
    path: Vec<Move>,
    on_path: HashSet<SmallBoard>,
    best: Option<Vec<Move>>,
}

impl Method for Dfs {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn uses_heuristic(&self) -> bool {
        true
    }

    fn unsupported(&self, shape: SmallShape) -> Option<&'static str> {
        const WHY: &str = "it is limited to six cells, because on more there are too many paths to try; use iddfs or ida";
        (shape.cells() > 6).then_some(WHY)
    }

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Reached]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let on_path = HashSet::from([problem.start]);
        let mut descent = Descent { problem, meter, path: Vec::new(), on_path, best: None };
        descent.go(&problem.start)?;
        match descent.best {
            Some(moves) => Ok(moves),
            // This happens only if the heuristic is too high.
            None => self.search(&Problem { heuristic: &Zero, ..*problem }, meter),
        }
    }
}

impl Descent<'_, '_, '_> {
    /// Continues from the board at the end of the path.
    fn go(&mut self, board: &SmallBoard) -> Result<()> {
        let estimate = self.problem.heuristic.estimate(board)?;
        let least = self.path.len().saturating_add(estimate as usize);
        if least >= self.best.as_ref().map_or(Dfs::DEEPEST + 1, Vec::len) {
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
