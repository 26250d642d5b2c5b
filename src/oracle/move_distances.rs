//! The distances after each move of a board.

use crate::puzzle::{Move, MoveSet};

/// The distance of a board, its legal moves, and which of them are optimal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveDistances {
    /// The distance.
    pub distance: u32,
    /// All legal moves.
    pub legal: MoveSet,
    /// The moves that lower the distance by one. Every other legal move raises it by one.
    pub optimal: MoveSet,
}

impl MoveDistances {
    /// The distance after a move, unless the move is illegal.
    #[inline]
    pub fn after(&self, mv: Move) -> Option<u32> {
        let change = 2 * u32::from(self.optimal.contains(mv));
        self.legal.contains(mv).then(|| self.distance.wrapping_add(1).wrapping_sub(change))
    }

    /// The distances after [`Move::ALL`], 255 for those that are illegal.
    #[inline]
    pub const fn bytes(&self) -> [u8; Move::ALL.len()] {
        const ONES: u32 = 0x0101_0101;
        // A byte for each of four bits. Branches would be mispredicted.
        const fn spread(moves: MoveSet) -> u32 {
            (moves.bits() as u32 * 0x0020_4081) & ONES
        }
        let raised = self.distance.wrapping_add(1).wrapping_mul(ONES);
        let after = raised.wrapping_sub(2 * spread(self.optimal));
        let illegal = (ONES - spread(self.legal)) * 255;
        (after | illegal).to_le_bytes()
    }
}
