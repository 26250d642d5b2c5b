//! Moves as they stand in a text, before they are looked for on a board.

use super::error::MoveFlaw;

/// A move, or several equal ones, as they stand in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenRun {
    /// Where it stands.
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) written: Result<WrittenMove, MoveFlaw>,
}

/// How a move is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenMove {
    /// By the letter of a direction, and how many times it is made. `at` and `end` are those of the
    /// direction.
    Direction { letter: u8, count: u64, at: usize, end: usize },
    /// By the tile's number, from `at` to `end`, and perhaps the direction in which it slides.
    Tile { at: usize, end: usize, direction: Option<u8> },
    /// By the row and the column of the tile, counted from 1.
    Cell { row: u64, col: u64 },
}
