//! The program under test.

use assert_cmd::Command;

/// The command, with a data folder that does not exist.
pub fn tilebase() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
    command.env("TILEBASE_DATA", "/nonexistent");
    command
}

/// Standard output of a command that must succeed.
pub fn stdout(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("UTF-8")
}
