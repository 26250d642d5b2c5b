#![no_main]

#[path = "../../cli/tests/command/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|data: &[u8]| readers::boards(data));
