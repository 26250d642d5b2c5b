//! State spaces: what is generated, proved and walked.
//!
//! Generating a table and proving one are written once, over the trait [`Space`], and walking one
//! over [`Walk`].

mod pattern;
mod sliding;
mod swap;

pub use pattern::{Crossing, PatternSpace, Segment};
pub use sliding::Sliding;
pub use swap::{Exchanges, ExchangesIter, Swap};

use std::ops::{BitAnd, Sub};

use crate::puzzle::Puzzle;

/// States, numbered 0, 1, 2, ..., and moves between them.
///
/// Every move can be taken back and changes the colour of a state, so the distance of a state to a
/// goal is even or odd by its colour alone.
///
/// ```
/// use tilebase::{generate::search_backwards, space::{Sliding, Space}};
/// let space = Sliding::new("2x2".parse()?, 3)?;
/// assert_eq!(space.states(), 12);
/// assert_eq!(search_backwards(&space, |_, _, _| ())?, [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), tilebase::Error>(())
/// ```
pub trait Space: Sync {
    /// A state, in the form that is quickest to move in.
    type State: Copy + Eq + Send + Sync;
    /// A move.
    type Move: Copy + Eq;

    /// Number of states.
    fn states(&self) -> u64;

    /// The states at distance 0.
    fn goals(&self) -> Vec<Self::State>;

    /// The number of a state, below [`states`](Self::states).
    fn index(&self, at: Self::State) -> u64;

    /// The state with this number, or `None` if there is none.
    fn state(&self, index: u64) -> Option<Self::State>;

    /// Calls `visit(before, mv)` for every state `before` from which the move `mv` leads to `at`.
    fn predecessors(&self, at: Self::State, visit: impl FnMut(Self::State, Self::Move));

    /// The colour of a state, 0 for that of the goals: bit 0 of the state's distance.
    fn colour(&self, at: Self::State) -> u8;
}

/// A space whose tables can be walked: a puzzle, as opposed to a pattern.
///
/// ```
/// use tilebase::{Move, space::{Sliding, Space, Walk}};
/// let space = Sliding::new("2x2".parse()?, 3)?;
/// let [goal] = space.goals()[..] else { panic!("one goal") };
/// let there = space.step(goal, Move::Up).expect("a legal move");
/// assert!(space.legal_moves(there).contains(Move::Down));
/// assert_eq!(space.step(there, Move::Down), Some(goal));
/// # Ok::<(), tilebase::Error>(())
/// ```
pub trait Walk: Space {
    /// A set of moves, which iterates in the order that decides the canonical solution.
    type Moves: Copy
        + Eq
        + Default
        + BitAnd<Output = Self::Moves>
        + Sub<Output = Self::Moves>
        + FromIterator<Self::Move>
        + IntoIterator<Item = Self::Move>;

    /// Which puzzle this is.
    fn puzzle(&self) -> Puzzle;

    /// Whether a state is at distance 0.
    fn is_goal(&self, at: Self::State) -> bool;

    /// The moves that a state allows.
    fn legal_moves(&self, at: Self::State) -> Self::Moves;

    /// The state that a move leads to, or `None` if it is not legal.
    fn step(&self, at: Self::State, mv: Self::Move) -> Option<Self::State>;

    /// The four bits that a table stores for a state with these optimal moves.
    fn entry(&self, moves: Self::Moves) -> u8;

    /// The optimal moves that an entry names.
    fn moves(&self, entry: u8) -> Self::Moves;

    /// How a state is shown in errors.
    fn describe(&self, at: Self::State) -> String;

    /// How a set of moves is shown in errors.
    fn describe_moves(&self, moves: Self::Moves) -> String;
}
