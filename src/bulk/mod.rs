//! Boards in bulk: lines of bytes in, lines of bytes out.

mod lines;

pub use lines::{LineBuffer, Lines, LongLine, MAX_LINE};
