//! Spaces of states, beside that of whole boards.

mod pattern;

pub use pattern::{Crossing, Pattern, PatternError, PatternSpace, Segment};
