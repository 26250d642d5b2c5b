//! A filter for the boards that are a few moves from the goal: it has all of them, and a few others
//! by chance.
//!
//! Without tables, half of the boards that a hard search generates lie within a few moves of where
//! it would have to end. A board is looked up here when that number of moves is left.

use super::pieces::{Axis, Neighbours};
use crate::puzzle::{Nibbles, SmallBoard, slid};

/// The number of moves to the goal from the boards in the filter.
pub(super) const NEAR_GOAL_MOVES: u32 = 12;

/// Boards that reach the goal with [`NEAR_GOAL_MOVES`] moves, no two on one axis in a row.
#[derive(Debug)]
pub(super) struct NearGoalFilter {
    bits: Vec<u64>,
}

/// The logarithm of the number of bits: 2 MB. On 4x4, one bit in nineteen is set by twelve moves.
const LOG_BITS: u32 = 24;

impl NearGoalFilter {
    /// Generates all sequences of that many moves: a million on 4x4, in 4 ms.
    pub(super) fn new(goal: &SmallBoard, neighbours: &Neighbours) -> NearGoalFilter {
        let mut near = NearGoalFilter { bits: vec![0; 1 << (LOG_BITS - 6)] };
        for axis in Axis::ALL {
            near.add(goal.nibbles(), goal.blank_cell(), NEAR_GOAL_MOVES, axis, neighbours);
        }
        near
    }

    /// Adds all boards that are `left` moves from this one, with the first move on this axis.
    fn add(
        &mut self,
        board: Nibbles,
        blank: usize,
        left: u32,
        axis: Axis,
        neighbours: &Neighbours,
    ) {
        for mv in axis.moves() {
            let (mut board, mut blank) = (board, blank);
            while let Some(to) = neighbours[blank][mv as usize] {
                (board, blank) = (slid(board, blank, to), to);
                if left > 1 {
                    self.add(board, blank, left - 1, axis.other(), neighbours);
                } else {
                    let place = place(board, axis);
                    self.bits[place / 64] |= 1 << (place % 64);
                }
            }
        }
    }

    /// Whether a board may reach the goal, if its first move is on this axis.
    #[inline]
    pub(super) fn may_have(&self, board: Nibbles, axis: Axis) -> bool {
        let place = place(board, axis);
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }
}

/// The bit of a board whose next move is on this axis.
#[inline]
const fn place(board: Nibbles, axis: Axis) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (board ^ axis as u64).wrapping_mul(ODD).rotate_left(29).wrapping_mul(ODD);
    (mixed >> (u64::BITS - LOG_BITS)) as usize
}
