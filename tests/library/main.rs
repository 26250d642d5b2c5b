//! Tests of the library. They are one program, which is linked once.

#[path = "../common/mod.rs"]
mod common;
#[path = "../fuzz/harness.rs"]
mod harness;

mod analysis;
mod answer_forms;
mod any_size;
mod asked;
mod board;
mod board_forms;
mod board_meanings;
mod boards;
mod bounded;
mod bulk;
mod check;
mod costs;
mod distance_bit;
mod distribution;
mod every_board;
mod format;
mod generators;
mod judge;
mod large;
mod large_board;
mod limits;
mod lying;
mod lying_patterns;
mod many_boards;
mod move_forms;
mod moves;
mod multi;
mod mutations;
mod notation;
mod oracle;
mod pattern_search;
mod pattern_values;
mod sample;
mod sample_multi;
mod search;
mod search_order;
mod search_textbooks;
mod sets;
mod several_goals;
mod stages;
mod swap;
mod table_file;
mod uniformity;
