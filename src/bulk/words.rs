//! The words in place of answers. For an [`Error`](crate::Error), see its `word`.

/// A line that is not a board.
pub(super) const INVALID: &str = "invalid";

/// A board that cannot reach the goal.
pub(super) const UNSOLVABLE: &str = "unsolvable";

/// A limit was reached before the answer was found.
pub(super) const STOPPED: &str = "stopped";

/// What is asked is not known of any board of this goal.
pub(super) const UNKNOWN: &str = "unknown";
