//! IDA*: depth first, as far as the estimate allows, and again with more.

use super::{Meter, Method, Problem, Stopped, successors};
use crate::puzzle::{Board, Move};

/// Iterative deepening A* (Korf, "Depth-first iterative-deepening", Artificial Intelligence 27, 1985): memory for one path only. Moves are tried in
/// order, so the first solution found is the canonical one. The estimate must never be too high.
#[derive(Clone, Copy, Debug)]
pub struct Ida;

/// A path and how far it may go.
struct Descent<'p, 'm> {
    problem: &'p Problem<'p>,
    meter: &'m mut Meter,
    path: Vec<Move>,
    limit: u32,
    /// The least sum of moves and estimate above the limit: the next limit.
    next: u32,
}

impl Method for Ida {
    fn name(&self) -> &'static str {
        "ida"
    }

    fn estimates(&self) -> bool {
        true
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter) -> Result<Vec<Move>, Stopped> {
        let estimate = problem.heuristic.estimate(&problem.start);
        let mut descent = Descent { problem, meter, path: Vec::new(), limit: estimate, next: u32::MAX };
        while !descent.go(&problem.start, estimate)? {
            descent.limit = std::mem::replace(&mut descent.next, u32::MAX);
        }
        Ok(descent.path)
    }
}

impl Descent<'_, '_> {
    /// Goes on from a board at the end of the path. Answers whether the path leads to the goal now.
    fn go(&mut self, board: &Board, estimate: u32) -> Result<bool, Stopped> {
        let sum = self.path.len() as u32 + estimate;
        if sum > self.limit {
            self.next = self.next.min(sum);
            return Ok(false);
        }
        if *board == self.problem.goal {
            return Ok(true);
        }
        self.meter.expand(self.path.len())?;
        let back = self.path.last().map(|mv| mv.inverse());
        for (mv, next) in successors(board).filter(|(mv, _)| Some(*mv) != back) {
            self.meter.generate();
            self.path.push(mv);
            if self.go(&next, self.problem.heuristic.after(board, mv, &next, estimate))? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}
