#![no_main]

#[allow(dead_code)]
#[path = "../../cli/src/reader/mod.rs"]
mod reader;
#[path = "../../cli/tests/command/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| readers::boards(data));
