//! Tests of the program `tilebase`. They are one program themselves, which is linked once.

#[path = "../../../tests/common/mod.rs"]
mod common;
#[path = "../../../tests/fuzz/run.rs"]
mod fuzz;
mod program;

mod answer_forms;
mod answers;
mod any_size;
mod boards;
mod bulk;
mod columns;
mod crash;
mod drawings;
mod fifteen;
mod formats;
mod generators;
mod help;
mod inputs;
mod judge;
mod large;
mod layouts;
mod lookup;
mod mixed_files;
mod multi;
mod notations;
mod outputs;
mod prove;
mod readers;
#[cfg(target_os = "linux")]
mod recording;
mod row_meanings;
mod sample;
mod search;
mod sets;
mod several_goals;
mod streams;
mod swap;
mod table_file;
#[cfg(target_os = "linux")]
mod threads;
mod titles;
mod transcripts;
mod usage;
mod words;
