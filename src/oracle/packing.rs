//! Answers packed into words and bytes, in either metric.

use smallvec::SmallVec;

use super::best_first;
use crate::puzzle::{Directions, Metric, Move, MoveSet, Moves, MultiWord};

/// The legal moves of a board, in order, each with the distance that it leads to.
pub(super) type LegalMoves = SmallVec<[(Move, u32); 4]>;

/// What is known of a board.
#[derive(Clone, Copy)]
pub(crate) struct Packed<'u> {
    pub distance: u8,
    /// What [`pack_moves`](super::walking::Walking::pack_moves) made of its moves.
    pub moves: u8,
    /// The canonical solution, or 0 if it was not asked for.
    pub solution: u64,
    /// The legal moves, in order.
    pub legal: &'u [Move],
    pub metric: Metric,
}

impl<'u> Packed<'u> {
    /// Without a solution, from the entry of a board in unpacked solutions.
    #[inline]
    pub(super) const fn of_entry(entry: u64, legal: &'u [Move], metric: Metric) -> Packed<'u> {
        let [moves, distance, ..] = entry.to_le_bytes();
        Packed { distance, moves, solution: 0, legal, metric }
    }

    /// The canonical solution, if it was asked for.
    #[inline]
    pub(crate) fn solution(self) -> Option<Moves> {
        (self.solution != 0).then(|| unpack_solution(self.solution, self.metric))
    }

    /// All moves that lower the distance.
    #[inline]
    pub(super) fn optimal_moves(self) -> MoveSet {
        if self.metric.slides_one_tile() {
            return Directions::from_bits(self.moves).into();
        }
        let mut optimal = MoveSet::EMPTY;
        for (i, &mv) in self.legal.iter().enumerate() {
            // Which moves are optimal is unpredictable, and branches for it take longer.
            optimal.insert_if(mv, self.moves >> i & 1 == 1);
        }
        optimal
    }

    /// Every legal move with the distance after it, the best first.
    pub(super) fn legal_moves(self) -> Vec<(Move, u32)> {
        let distance = u32::from(self.distance);
        if self.metric.slides_one_tile() {
            let optimal = Directions::from_bits(self.moves);
            let others = Directions::from_bits(self.moves >> 4) - optimal;
            let mut best_first = Vec::with_capacity(self.legal.len());
            best_first.extend(optimal.iter().map(|mv| (mv.into(), distance - 1)));
            best_first.extend(others.iter().map(|mv| (mv.into(), distance + 1)));
            return best_first;
        }
        let bits = u32::from(self.moves);
        let after = |i: usize| (distance + (bits >> (i + 4) & 1)) - (bits >> i & 1);
        best_first(self.legal.iter().enumerate().map(|(i, &mv)| (mv, after(i))).collect())
    }
}

/// The solution in a word that is not 0.
#[inline]
pub(super) fn unpack_solution(word: u64, metric: Metric) -> Moves {
    if metric.slides_one_tile() {
        Moves::from_word(word)
    } else {
        MultiWord::new(word).map(MultiWord::moves).unwrap_or_default()
    }
}
