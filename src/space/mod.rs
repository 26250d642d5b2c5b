//! State spaces: the common interface of everything that tables are generated for.
//!
//! Generating and proving a table are written once, for the trait [`Space`], and walking a table
//! for [`Walk`].

mod pattern;
mod sliding;
mod swap;

pub use pattern::{PatternSpace, Segment, TileMove};
pub use sliding::Sliding;
pub use swap::{Exchanges, ExchangesIter, Swap};

use std::ops::{BitAnd, Sub};

use crate::puzzle::Puzzle;

/// States, numbered 0, 1, 2, ..., and moves between them.
///
/// Every move can be undone and changes the colour of a state, so the colour determines whether the
/// distance to a goal is even or odd.
pub trait Space: Sync {
    /// A state, in the representation that is fastest to move in.
    type State: Copy + Eq + Send + Sync;
    /// A move.
    type Move: Copy + Eq;

    /// Number of states.
    fn states(&self) -> u64;

    /// The states at distance 0.
    fn goals(&self) -> Vec<Self::State>;

    /// The index of a state, below [`states`](Self::states).
    fn index(&self, at: Self::State) -> u64;

    /// The state with this index, or `None` if there is none.
    fn state(&self, index: u64) -> Option<Self::State>;

    /// Calls `visit(before, mv)` for every state `before` from which a move `mv` leads to `at`.
    fn predecessors(&self, at: Self::State, visit: impl FnMut(Self::State, Self::Move));

    /// The colour of a state, which is 0 for goals. It is bit 0 of the state's distance.
    fn colour(&self, at: Self::State) -> u8;

    /// The text for a state in errors.
    fn describe(&self, at: Self::State) -> String;
}

/// A space whose tables can be walked. Puzzles can be walked, patterns cannot.
pub trait Walk: Space {
    /// A set of moves, which iterates in the order that decides the canonical solution.
    type Moves: Copy
        + Eq
        + Default
        + BitAnd<Output = Self::Moves>
        + Sub<Output = Self::Moves>
        + FromIterator<Self::Move>
        + IntoIterator<Item = Self::Move>;

    /// The puzzle.
    fn puzzle(&self) -> Puzzle;

    /// Whether a state is at distance 0.
    fn is_goal(&self, at: Self::State) -> bool;

    /// The legal moves in a state.
    fn legal_moves(&self, at: Self::State) -> Self::Moves;

    /// The state after a move, or `None` if the move is not legal.
    fn step(&self, at: Self::State, mv: Self::Move) -> Option<Self::State>;

    /// The entry of four bits for a state with these optimal moves.
    fn entry(&self, moves: Self::Moves) -> u8;

    /// The optimal moves in an entry.
    fn moves(&self, entry: u8) -> Self::Moves;

    /// The text for a set of moves in errors.
    fn describe_moves(&self, moves: Self::Moves) -> String;
}
