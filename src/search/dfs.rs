//! Depth-first search with branch and bound: any solution, then better ones.

use std::collections::HashSet;

use super::{Meter, Method, Problem, Stopped, Zero, successors};
use crate::puzzle::{Board, Move, Shape};

/// Depth-first search that never comes back to a board of its own path, and gives up a path as soon
/// as it cannot be shorter than the best found. Moves are tried in order and only a shorter
/// solution takes the place of another, so the answer is the canonical solution.
///
/// It is here as a warning. From some boards of 2x3 the first solution that it meets has hundreds
/// of moves, and there are more paths of that length than anybody can wait for; so it gives up a
/// path longer than [`DEEPEST`](Dfs::DEEPEST) moves as well. On more than six cells that is not
/// enough either.
#[derive(Clone, Copy, Debug)]
pub struct Dfs;

impl Dfs {
    /// No board of six cells or less is further from any goal (`data/known/depth_counts.csv`).
    pub const DEEPEST: usize = 21;
}

/// A path, and the best solution so far.
struct Descent<'p, 'm, 's> {
    problem: &'p Problem<'p>,
    meter: &'m mut Meter<'s>,
    path: Vec<Move>,
    on_path: HashSet<Board>,
    best: Option<Vec<Move>>,
}

impl Method for Dfs {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn estimates(&self) -> bool {
        true
    }

    fn refuses(&self, shape: Shape) -> Option<&'static str> {
        const WHY: &str =
            "depth first there are too many paths to try on more than six cells; take iddfs or ida";
        (shape.cells() > 6).then_some(WHY)
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>, Stopped> {
        let on_path = HashSet::from([problem.start]);
        let mut descent = Descent { problem, meter, path: Vec::new(), on_path, best: None };
        descent.go(&problem.start)?;
        match descent.best {
            Some(moves) => Ok(moves),
            // Only a heuristic that is too high hides every solution.
            None => self.search(&Problem { heuristic: &Zero, ..*problem }, meter),
        }
    }
}

impl Descent<'_, '_, '_> {
    /// Goes on from a board at the end of the path.
    fn go(&mut self, board: &Board) -> Result<(), Stopped> {
        let least = self.path.len().saturating_add(self.problem.heuristic.estimate(board) as usize);
        if least >= self.best.as_ref().map_or(Dfs::DEEPEST + 1, Vec::len) {
            return Ok(());
        }
        if *board == self.problem.goal {
            self.best = Some(self.path.clone());
            return Ok(());
        }
        self.meter.expand(board, self.path.len())?;
        for (mv, next) in successors(board) {
            self.meter.generate();
            if self.on_path.insert(next) {
                self.path.push(mv);
                self.go(&next)?;
                self.path.pop();
                self.on_path.remove(&next);
            }
        }
        Ok(())
    }
}
