//! When a search tests whether a board is the goal.

/// When a method tests whether a board is the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is reached by a move.
    Reached,
    /// When it is taken from those that wait, to be expanded.
    Expanded,
}

impl GoalTest {
    /// The name of each.
    pub const NAMES: &[(&'static str, GoalTest)] =
        &[("reached", GoalTest::Reached), ("expanded", GoalTest::Expanded)];
}

tilebase_core::read_by_name!(GoalTest);
