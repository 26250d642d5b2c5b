//! Boards at the ends of random walks from the goal: quick on boards of any size, where distances
//! are not known.

use std::ops::RangeInclusive;

use super::numbering::{Numbered, number_of};
use super::random::Random;
use super::{DrawWork, InVain};
use crate::board::Board;
use crate::puzzle::{Direction, LargeBoard};

/// Draws by random walks, each number of moves equally likely.
#[derive(Debug)]
pub(super) struct RandomWalks {
    moves: RangeInclusive<u32>,
    pub(super) in_vain: InVain,
}

impl RandomWalks {
    pub(super) fn new(moves: RangeInclusive<u32>) -> RandomWalks {
        RandomWalks { moves, in_vain: InVain::default() }
    }

    /// Draws `wanted` boards.
    pub(super) fn draw(
        &mut self,
        goal: &Board,
        wanted: usize,
        random: &mut Random,
        work: &mut DrawWork<'_>,
    ) -> Vec<Numbered> {
        self.in_vain.0 += wanted as u64;
        work.progress.draws += wanted as u64;
        let from = goal.large();
        let more = self.moves.end().saturating_sub(*self.moves.start());
        let walk = |_| {
            let moves = self.moves.start() + random.below(u64::from(more) + 1) as u32;
            let end = walked(&from, moves, random);
            match goal.small().zip(end.small()) {
                Some((goal, board)) => (number_of(goal, board), end),
                None => (0, end),
            }
        };
        (0..wanted).map(walk).collect()
    }
}

/// The board that many random moves away from the goal, none of which takes back the one before.
fn walked(goal: &LargeBoard, moves: u32, random: &mut Random) -> Board {
    let mut board = goal.clone();
    let mut back = None;
    for _ in 0..moves {
        let at = board.blank_cell();
        let is_open =
            |&mv: &Direction| board.shape().neighbour(at, mv).is_some() && back != Some(mv);
        let open = || Direction::ALL.into_iter().filter(is_open);
        let count = open().count() as u64;
        if count == 0 {
            break;
        }
        let Some(mv) = open().nth(random.below(count) as usize) else { break };
        board.slide(mv);
        back = Some(mv.inverse());
    }
    board.into()
}
