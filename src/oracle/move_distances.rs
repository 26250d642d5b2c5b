//! The distances after each move of a board.

use crate::puzzle::{Direction, Directions};

/// The distance of a board, its legal moves, and which of them are optimal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveDistances {
    /// The distance.
    pub distance: u32,
    /// All legal moves.
    pub legal: Directions,
    /// The moves that lower the distance by one. Every other legal move raises it by one.
    pub optimal: Directions,
}

impl MoveDistances {
    /// The distances after [`Direction::ALL`], 255 for those that are illegal.
    #[inline]
    pub(super) const fn bytes(self) -> [u8; Direction::ALL.len()] {
        const ONES: u32 = 0x0101_0101;
        // A byte for each of four bits. Branches would be mispredicted.
        const fn spread(moves: Directions) -> u32 {
            (moves.bits() as u32 * 0x0020_4081) & ONES
        }
        let raised = self.distance.wrapping_add(1).wrapping_mul(ONES);
        let after = raised.wrapping_sub(2 * spread(self.optimal));
        let illegal = (ONES - spread(self.legal)) * 255;
        (after | illegal).to_le_bytes()
    }
}
