//! Tests of the program `tilebase`. They are one program themselves, which is linked once.

#[path = "../../../tests/common/mod.rs"]
mod common;
mod program;

mod boards;
mod bulk;
mod crash;
mod distance_bit;
mod fifteen;
mod generators;
mod inputs;
mod judge;
mod large;
mod lookup;
mod mutations;
mod notations;
mod outputs;
mod sample;
mod search;
mod streams;
mod swap;
mod table_file;
mod transcripts;
mod usage;
mod words;
