//! Finds optimal solutions for shapes that are too large for a table of all boards, by IDA* with
//! pattern tables. [`Oracle`](crate::Oracle) is how the rest of the library asks it.
//!
//! # From a board to its solution
//!
//! 1. **`pattern_search.rs`** has one goal and answers its boards: in `small.rs` up to sixteen
//!    cells, with the canonical solution, and in `large.rs` beyond, with a good one at once and
//!    then the proof. How the limits are shared is in `plan.rs`. Both ask an *engine*.
//! 2. **`engine.rs`** lists what an engine answers. `assemble.rs` makes one from tables. It
//!    also chooses: the small tables first (`small_tables.rs`), large ones for hard boards, and
//!    those of several partitions for proofs.
//! 3. **`pattern_answers.rs`** has the answers of the only kind of engine (`pattern_engine.rs`). A
//!    board is divided into *subtrees* (`subtrees.rs`), for all threads, and the limit rises until
//!    one has a solution: IDA*. Many boards wait in a queue for the threads instead
//!    (`boards_in_turn.rs`).
//! 4. **`turns.rs`** runs sixteen searches in turns on a thread, so that none waits for memory.
//!    Each is one of **`depth_first.rs`**, the loop that takes nearly all of the time.
//! 5. **`lookup.rs`** looks boards up in the tables (`pattern_table.rs`), move by move; `zones.rs`
//!    numbers the states there. `further.rs` has the views of further partitions. `width.rs` says
//!    how boards of up to sixteen cells, and larger ones, are packed.
//! 6. **`beam.rs`** finds good solutions where a search is stopped, with the boards of
//!    `pattern_beam.rs` and the scores of `spread.rs`. `beams.rs` says which beams a question has,
//!    and which begin at the goal.
//!
//! The multi-tile metric has a search of its own, in `src/multi`, with the same interface
//! (`board_search.rs`) and the same beams.

mod assemble;
pub(crate) mod beam;
pub(crate) mod beams;
mod board_search;
mod boards_in_turn;
mod depth_first;
mod engine;
mod further;
mod large;
mod lookup;
mod optimal;
mod part;
mod pattern_answers;
mod pattern_beam;
mod pattern_engine;
mod pattern_search;
mod pattern_table;
mod plan;
mod small;
mod small_tables;
pub(crate) mod spread;
mod subtrees;
#[cfg(test)]
mod tests;
mod turns;
mod width;
mod zones;

pub(crate) use board_search::{
    BoardSearch, LONGEST_PATH, SearchByLength, SolvedBoard, beside, legal_moves,
};
pub use part::Part;
pub(crate) use pattern_search::PatternSearch;
pub use pattern_table::PatternTable;
pub(crate) use plan::before_beams;
pub(crate) use small_tables::{PartitionTables, small_tables};
pub use tilebase_core::{Partition, PartitionSize, partitions::further_partitions};
pub(crate) use width::{Wide, Width, mix};
