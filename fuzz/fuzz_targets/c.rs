#![no_main]

#[path = "../../c/tests/hostile/harness.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    harness::calls(data);
});
