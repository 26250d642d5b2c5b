//! Bidirectional breadth-first search: from the start and from the goal until the searches meet.

use std::collections::HashMap;

use super::bfs::way_to;
use super::meter::reserved;
use super::{Meter, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

/// The boards up to some depth from one end.
struct SearchSide {
    /// The depth of each board, and the move that first led to it.
    met: HashMap<SmallBoard, (u32, Option<Move>)>,
    /// The boards of the last level, in order.
    level: Vec<SmallBoard>,
    depth: u32,
}

impl SearchSide {
    fn new(end: SmallBoard) -> SearchSide {
        SearchSide { met: HashMap::from([(end, (0, None))]), level: vec![end], depth: 0 }
    }

    fn depth_of(&self, board: &SmallBoard) -> Option<u32> {
        self.met.get(board).map(|&(depth, _)| depth)
    }

    /// Searches one level further.
    fn deepen(
        &mut self,
        problem: &Problem<'_>,
        waiting: usize,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        self.depth += 1;
        let mut next_level = Vec::new();
        for board in &self.level {
            let waiting = self.level.len() + next_level.len() + waiting;
            meter.expand(board, self.depth - 1, waiting, || self.met[board].1)?;
            for (mv, next) in problem.order.moves(board, problem.metric) {
                meter.generate();
                reserved::<(SmallBoard, (u32, Option<Move>))>(
                    self.met.try_reserve(1),
                    self.met.len(),
                )?;
                reserved::<SmallBoard>(next_level.try_reserve(1), next_level.len())?;
                self.met.entry(next).or_insert_with(|| {
                    meter.visit(self.depth);
                    next_level.push(next);
                    (self.depth, Some(mv))
                });
            }
        }
        self.level = next_level;
        Ok(())
    }
}

pub(super) fn search(problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
    let mut forward = SearchSide::new(problem.start);
    let mut backward = SearchSide::new(problem.goal);
    if problem.start != problem.goal {
        meter.visit(0);
    }
    loop {
        // Go through the forward level in order, whichever side moved last: the sides first
        // meet in their two last levels.
        let meeting =
            forward.level.iter().find(|board| backward.depth_of(board) == Some(backward.depth));
        if let Some(&meeting) = meeting {
            let mut moves = way_to(meeting, |board| forward.met.get(board)?.1);
            moves.extend(way_on(meeting, &backward, problem));
            return Ok(moves);
        }
        meter.found_none_below(problem, forward.depth + backward.depth + 1);
        if forward.level.len() <= backward.level.len() {
            forward.deepen(problem, backward.level.len(), meter)?;
        } else {
            backward.deepen(problem, forward.level.len(), meter)?;
        }
    }
}

/// The smallest path of decreasing depth.
fn way_on(mut board: SmallBoard, side: &SearchSide, problem: &Problem<'_>) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(depth) = side.depth_of(&board).filter(|&depth| depth > 0) {
        let Some((mv, next)) = problem
            .order
            .moves(&board, problem.metric)
            .find(|(_, next)| side.depth_of(next) == Some(depth - 1))
        else {
            break;
        };
        moves.push(mv);
        board = next;
    }
    moves
}
