//! Hill climbing: from each board to the neighbour that looks nearest to the goal.

use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard, plural};

/// Steepest-ascent hill climbing: it looks one move ahead, takes the neighbour with the least
/// estimate, and forgets everything else.
///
/// It only moves to a board with a lower estimate than that of the board at hand. If there is none,
/// it is stuck at a local optimum, as on most boards of this puzzle: to bring one tile home, others
/// must leave theirs for a while.
#[derive(Clone, Copy, Debug)]
pub struct HillClimbing;

impl Method for HillClimbing {
    fn name(&self) -> &'static str {
        "hill"
    }

    fn is_optimal(&self) -> bool {
        false
    }

    fn uses_heuristic(&self) -> bool {
        true
    }

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let mut board = problem.start;
        let mut estimate = problem.heuristic.estimate(&board)?;
        let mut path: Vec<Move> = Vec::new();
        while board != problem.goal {
            let depth = path.len() as u32;
            meter.expand(&board, depth, path.len(), || path.last().copied())?;
            let mut best: Option<(u64, Move, SmallBoard)> = None;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                meter.visit(depth + 1);
                let after = problem.heuristic.after(&board, mv, &next, estimate)?;
                // Of equal neighbours, the first in the order of moves is taken.
                if best.is_none_or(|(least, ..)| after < least) {
                    best = Some((after, mv, next));
                }
            }
            let Some((after, mv, next)) = best.filter(|&(after, ..)| after < estimate) else {
                let moves = plural(depth.into(), "move");
                let why = format!("stuck after {moves}: no move from {board} lowers {estimate}");
                return Err(meter.nothing(why));
            };
            path.push(mv);
            (board, estimate) = (next, after);
        }
        meter.take_goal(&board, &path, path.len())?;
        Ok(path)
    }
}
