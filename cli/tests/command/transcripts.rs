//! Transcripts: help texts, answers and messages, word for word. After an intended change,
//! `TRYCMD=overwrite cargo test --test command transcripts` updates them.

#[test]
fn commands_print_what_their_transcripts_say() {
    trycmd::TestCases::new()
        .env("TILEBASE_DATA", "/nonexistent")
        // Lines are wrapped at a width that does not depend on the terminal.
        .env("COLUMNS", "100")
        .case("tests/transcripts/*.trycmd");
}
