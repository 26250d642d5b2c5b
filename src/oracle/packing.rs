//! Answers packed into words and bytes, in either metric.

use smallvec::SmallVec;

use super::walking::{TableWalker, Walking};
use crate::puzzle::{Coordinates, MultiMove};

/// How a metric packs what is known of a board: its canonical solution into a word, and its moves
/// into a byte.
pub(crate) trait AnswerPacking: Walking {
    /// The longest move that a packed solution can hold, in cells.
    const MOST_CELLS: u8;
    /// The longest side of a shape whose solutions are packed.
    const MOST_SIDE: usize;
    /// The length of the longest solution that fits a word.
    const MOST_MOVES: u32;
    /// The empty solution, packed.
    const NO_MOVES: u64;

    /// Packs a move and, after it, a packed solution.
    fn prepend(mv: MultiMove, rest: u64) -> u64;

    fn unpack_solution(solution: u64) -> Self::Sequence;

    /// Packs the legal moves into a byte that is never 0. `None` if the table contradicts them or
    /// the distance.
    fn pack_moves(
        walker: &TableWalker<Self>,
        at: Coordinates,
        distance: u32,
        legal: &LegalMoves,
    ) -> Option<u8>;

    /// All moves that lower the distance.
    fn unpack_optimal(packed: Packed<'_>) -> Self::Set;

    /// Every legal move with the distance after it, the best first.
    fn unpack_legal(packed: Packed<'_>) -> Vec<(Self, u32)>;
}

/// The legal moves of a board, in order, each with the distance that it leads to.
pub(crate) type LegalMoves = SmallVec<[(MultiMove, u32); 4]>;

/// What is known of a board.
#[derive(Clone, Copy)]
pub(crate) struct Packed<'u> {
    pub distance: u8,
    /// What [`AnswerPacking::pack_moves`] made of its moves.
    pub moves: u8,
    /// The canonical solution, or 0 if it was not asked for.
    pub solution: u64,
    /// The legal moves, in order.
    pub legal: &'u [MultiMove],
}

impl<'u> Packed<'u> {
    /// Without a solution, from the entry of a board in unpacked solutions.
    #[inline]
    pub(super) const fn of_entry(entry: u64, legal: &'u [MultiMove]) -> Packed<'u> {
        let [moves, distance, ..] = entry.to_le_bytes();
        Packed { distance, moves, solution: 0, legal }
    }

    /// The canonical solution, if it was asked for.
    #[inline]
    pub(crate) fn solution<M: AnswerPacking>(self) -> Option<M::Sequence> {
        (self.solution != 0).then(|| M::unpack_solution(self.solution))
    }
}
