#![no_main]

#[path = "../../tests/fuzz/harness.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| harness::goals(data));
