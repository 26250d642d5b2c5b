//! Goals with free cells or equal tiles: tables of all boards that they tell apart, in either
//! metric.
//!
//! Tiles with the same name have a *label*, and so have all tiles that the goal does not name. A
//! state is the cell of the blank and the cells of each label (`space.rs`). The goal is one state,
//! or several if it leaves the blank free. A search backwards from all of them finds the distance
//! of every state in memory, and what is asked of a board follows from the distances of its
//! neighbours (`label_table.rs`).
//!
//! Where there would be too many states, a search (`goal_search.rs`) answers boards one by one in
//! the single-tile metric, with the lower bounds of tables of some labels (`patterns.rs`).
//!
//! Where the blank is free a move may leave the distance as it is, and where two tiles are alike
//! every board can reach the goal. So nothing here uses parity.

mod goal_search;
mod label_table;
mod patterns;
mod space;

pub(crate) use goal_search::GoalSearch;
pub(crate) use label_table::{LabelTable, MOST_STATES};
