//! State spaces: the common interface of everything that tables are generated for.
//!
//! The plain generator and the proof of its tables are written once, for the trait [`Space`].

mod labels;
mod multi;
mod pattern;
mod sliding;
mod swap;

pub use labels::LabelSpace;
pub(crate) use labels::{LabelState, Layer, MAX_LAYERS};
pub use multi::Multi;
pub use pattern::{PatternSpace, Segment, TileMove};
pub use sliding::Sliding;
pub use swap::Swap;

use crate::puzzle::Puzzle;

/// States, numbered 0, 1, 2, ..., and moves between them. Every move can be undone.
pub trait Space: Sync {
    /// A state, in the representation that is fastest to move in.
    type State: Copy + Eq + Send + Sync;
    /// A move.
    type Move: Copy + Eq;

    /// The puzzle.
    fn puzzle(&self) -> Puzzle;

    /// Number of states.
    fn states(&self) -> u64 {
        self.puzzle().states()
    }

    /// The states at distance 0.
    fn goals(&self) -> Vec<Self::State>;

    /// The index of a state, below [`states`](Self::states).
    fn index(&self, at: Self::State) -> u64;

    /// The state with this index, or `None` if there is none.
    fn state(&self, index: u64) -> Option<Self::State>;

    /// Calls `visit(before, mv)` for every state `before` from which a move `mv` leads to `at`.
    fn predecessors(&self, at: Self::State, visit: impl FnMut(Self::State, Self::Move));

    /// The entry of four bits for a state that has one more optimal move than those in `entry`.
    fn with_move(&self, entry: u8, mv: Self::Move) -> u8;

    /// The text for a state in errors.
    fn describe(&self, at: Self::State) -> String;

    /// The text for an entry of four bits in errors.
    fn describe_entry(&self, entry: u8) -> String;
}
