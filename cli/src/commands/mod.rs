//! The commands: one file for each.

pub mod analyze;
pub mod apply;
pub mod audit;
pub mod census;
pub mod check;
pub mod compare;
pub mod completions;
pub mod generate;
pub mod hint;
pub mod info;
pub mod judge;
pub mod lookup;
pub mod man;
pub mod moves;
pub mod rank;
pub mod sample;
pub mod solvable;
pub mod solve;
pub mod swap;
pub mod verify;
