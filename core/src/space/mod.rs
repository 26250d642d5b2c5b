//! State spaces: the common interface of everything that tables are generated for.
//!
//! The plain generator and the proof of its tables are written once, for the trait [`Space`].

mod labelled;
mod multi;
mod pattern_states;
mod sliding;

pub use labelled::{LabelSpace, LabelState, Layer, MAX_LAYERS};
pub use multi::Multi;
pub use pattern_states::{PatternSpace, Segment};
pub use sliding::Sliding;

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

    /// The state at distance 0.
    fn goal(&self) -> Self::State;

    /// The index of a state, below [`states`](Self::states).
    fn index(&self, at: Self::State) -> u64;

    /// The state with this index, or `None` if there is none.
    fn state(&self, index: u64) -> Option<Self::State>;

    /// Calls `visit(before, mv)` for every state `before` from which a move `mv` leads to `at`.
    fn predecessors(&self, at: Self::State, visit: impl FnMut(Self::State, Self::Move));

    /// The entry of four bits for a state that has one more optimal move than those in `entry`. It
    /// stays as it is where tables have no such entries.
    fn with_move(&self, entry: u8, _: Self::Move) -> u8 {
        entry
    }

    /// The text for a state in errors.
    fn describe(&self, at: Self::State) -> String;
}

/// A rotation by one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// The first one moves to the back.
    Left,
    /// The last one moves to the front.
    Right,
}

impl Rotation {
    /// Rotates a window of an order.
    pub fn rotate(self, window: &mut [u8]) {
        match self {
            Rotation::Left => window.rotate_left(1),
            Rotation::Right => window.rotate_right(1),
        }
    }
}
