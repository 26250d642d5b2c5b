//! Bidirectional breadth-first search: from the start and from the goal, until the two meet.

use std::collections::HashMap;

use super::bfs::way_to;
use super::{Meter, Method, Problem, Stopped, successors};
use crate::puzzle::{Board, Move};

/// Breadth-first search from both ends, a whole level of the smaller side at a time.
///
/// Both sides hold all boards up to some depth. When a level is whole and boards of it are on the
/// other side, the sum of the two depths is the distance: a shorter way would have met before. Of
/// the boards where the sides meet the first in the order of the forward side has the smallest way
/// there, and the backward side knows the smallest way on: the answer is the canonical solution.
#[derive(Clone, Copy, Debug)]
pub struct Bibfs;

/// The boards up to some depth from one end.
struct Side {
    /// For each board its depth, and the move that first led to it.
    met: HashMap<Board, (u32, Option<Move>)>,
    /// The boards of the last level, in order.
    level: Vec<Board>,
    depth: u32,
}

impl Side {
    fn of(end: Board) -> Side {
        Side { met: HashMap::from([(end, (0, None))]), level: vec![end], depth: 0 }
    }

    fn depth_of(&self, board: &Board) -> Option<u32> {
        self.met.get(board).map(|&(depth, _)| depth)
    }

    /// Goes one level further.
    fn deepen(&mut self, waiting: usize, meter: &mut Meter<'_>) -> Result<(), Stopped> {
        self.depth += 1;
        let mut next_level = Vec::new();
        for board in &self.level {
            meter.expand(board, self.level.len() + next_level.len() + waiting)?;
            for (mv, next) in successors(board) {
                meter.generate();
                self.met.entry(next).or_insert_with(|| {
                    next_level.push(next);
                    (self.depth, Some(mv))
                });
            }
        }
        self.level = next_level;
        Ok(())
    }
}

impl Method for Bibfs {
    fn name(&self) -> &'static str {
        "bibfs"
    }

    fn remembers(&self) -> bool {
        true
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>, Stopped> {
        let (mut forward, mut backward) = (Side::of(problem.start), Side::of(problem.goal));
        loop {
            // The forward level in its order, whichever side went last: the two last levels are
            // where the sides meet first.
            let meeting =
                forward.level.iter().find(|board| backward.depth_of(board) == Some(backward.depth));
            if let Some(&meeting) = meeting {
                let mut moves = way_to(meeting, |board| forward.met.get(board)?.1);
                moves.extend(way_on(meeting, &backward));
                return Ok(moves);
            }
            if forward.level.len() <= backward.level.len() {
                forward.deepen(backward.level.len(), meter)?;
            } else {
                backward.deepen(forward.level.len(), meter)?;
            }
        }
    }
}

/// The smallest way down the depths.
fn way_on(mut board: Board, side: &Side) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(depth) = side.depth_of(&board).filter(|&depth| depth > 0) {
        let nearer = |(_, next): &(Move, Board)| side.depth_of(next) == Some(depth - 1);
        let Some((mv, next)) = successors(&board).find(nearer) else { break };
        moves.push(mv);
        board = next;
    }
    moves
}
