//! The two axes of a board, and the cells that its moves lead to.

use crate::puzzle::{Move, Shape};

/// The cells that each move leads to from each cell, in the order of [`Move::ALL`].
pub(super) type Neighbours = Vec<[Option<usize>; 4]>;

/// The neighbours of the cells of a shape.
pub(super) fn neighbours(shape: Shape) -> Neighbours {
    (0..shape.cells()).map(|cell| Move::ALL.map(|mv| shape.neighbour(cell, mv))).collect()
}

/// The moves on each axis.
pub(super) const AXES: [[Move; 2]; 2] = [[Move::Down, Move::Up], [Move::Left, Move::Right]];

/// The number of the axis of a move in [`AXES`].
pub(super) const fn axis(mv: Move) -> usize {
    match mv {
        Move::Down | Move::Up => 0,
        Move::Left | Move::Right => 1,
    }
}
