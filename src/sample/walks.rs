//! Boards at the ends of random walks from the goal: quick on boards of any size, where distances
//! are not known.

use std::ops::RangeInclusive;

use super::numbering::{Numbered, number_of};
use super::random::Random;
use super::{DrawWork, SampleError};
use crate::position::Position;
use crate::puzzle::{Direction, Rectangle};

/// How many walks in a row may find nothing new.
const MAX_IN_VAIN: u64 = 10_000;

/// Draws by random walks, each number of moves equally likely.
#[derive(Debug)]
pub(super) struct RandomWalks {
    moves: RangeInclusive<u32>,
    /// The number of walks since the last one that found a new board.
    in_vain: u64,
}

impl RandomWalks {
    pub(super) const fn new(moves: RangeInclusive<u32>) -> RandomWalks {
        RandomWalks { moves, in_vain: 0 }
    }

    /// Draws `wanted` boards.
    pub(super) fn draw(
        &mut self,
        goal: &Position,
        wanted: usize,
        random: &mut Random,
        work: &mut DrawWork<'_>,
    ) -> Vec<Numbered> {
        self.in_vain += wanted as u64;
        work.progress.draws += wanted as u64;
        let more = self.moves.end().saturating_sub(*self.moves.start());
        let walk = |_| {
            let moves = self.moves.start() + random.below(u64::from(more) + 1) as u32;
            let end = walked(&goal.rectangle(), moves, random);
            match goal.board().zip(end.board()) {
                Some((goal, board)) => (number_of(goal, board), end),
                None => (0, end),
            }
        };
        (0..wanted).map(walk).collect()
    }

    /// Counts boards that were new, and gives up if there was none for a long time.
    pub(super) fn found(&mut self, new: usize) -> Result<(), SampleError> {
        if new > 0 {
            self.in_vain = 0;
        }
        if self.in_vain > MAX_IN_VAIN {
            return Err(SampleError::Exhausted { tries: self.in_vain });
        }
        Ok(())
    }
}

/// The board that many random moves away from the goal, none of which takes back the one before.
fn walked(goal: &Rectangle, moves: u32, random: &mut Random) -> Position {
    let mut board = goal.clone();
    let mut back = None;
    for _ in 0..moves {
        let at = board.blank_cell();
        let is_open =
            |mv: &Direction| board.extent().neighbour(at, *mv).is_some() && back != Some(*mv);
        let open: Vec<Direction> = Direction::ALL.into_iter().filter(is_open).collect();
        if open.is_empty() {
            break;
        }
        let mv = open[random.below(open.len() as u64) as usize];
        board.slide(mv);
        back = Some(mv.inverse());
    }
    board.into()
}
