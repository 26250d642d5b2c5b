//! The two axes of a board, and the cells that its moves lead to.

use crate::puzzle::{Direction, Shape};

/// The cells that each move leads to from each cell, in the order of [`Direction::ALL`].
pub(super) type Neighbours = Vec<[Option<usize>; 4]>;

/// The neighbours of the cells of a shape.
pub(super) fn neighbours(shape: Shape) -> Neighbours {
    (0..shape.cells()).map(|cell| Direction::ALL.map(|mv| shape.neighbour(cell, mv))).collect()
}

/// The axis along which the blank moves. No two moves of a shortest solution are on one axis in a
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Vertical,
    Horizontal,
}

impl Axis {
    pub(super) const ALL: [Axis; 2] = [Axis::Vertical, Axis::Horizontal];

    /// The axis of a move.
    #[inline]
    pub(super) const fn of(mv: Direction) -> Axis {
        match mv {
            Direction::Down | Direction::Up => Axis::Vertical,
            Direction::Left | Direction::Right => Axis::Horizontal,
        }
    }

    /// The other axis.
    #[inline]
    pub(super) const fn other(self) -> Axis {
        match self {
            Axis::Vertical => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
        }
    }

    /// The moves on this axis, in the canonical order.
    #[inline]
    pub(super) const fn moves(self) -> [Direction; 2] {
        match self {
            Axis::Vertical => [Direction::Down, Direction::Up],
            Axis::Horizontal => [Direction::Left, Direction::Right],
        }
    }
}
