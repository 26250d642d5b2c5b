//! Spaces of states, beside that of whole boards.

mod pattern;

pub(crate) use pattern::cells_of;
pub use pattern::{Crossing, Pattern, PatternError, PatternSpace, Segment};
