//! The program under test.

#[cfg(unix)]
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

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

/// Waits for what happens soon, if not on the busiest machine.
pub fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !happened() {
        assert!(begin.elapsed() < Duration::from_mins(5), "waited in vain until {what}");
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal.
#[cfg(unix)]
pub fn kill(child: &Child, signal: i32) {
    let kill = format!("kill -{signal} {}", child.id());
    Command::new("sh").args(["-c", &kill]).assert().success();
}

/// Whether the tests were started with this signal ignored, as `nohup` does with SIGHUP, and `&` in
/// a script with SIGINT. Then the command ignores it, too. Known on Linux only.
#[cfg(unix)]
pub fn is_ignored(signal: i32) -> bool {
    signal_is_in("SigIgn", "self", signal)
}

/// Whether the command handles a signal. Known on Linux only.
#[cfg(target_os = "linux")]
pub fn handles(child: &Child, signal: i32) -> bool {
    signal_is_in("SigCgt", &child.id().to_string(), signal)
}

/// Whether the command ignores a signal. Known on Linux only.
#[cfg(target_os = "linux")]
pub fn ignores(child: &Child, signal: i32) -> bool {
    signal_is_in("SigIgn", &child.id().to_string(), signal)
}

#[cfg(unix)]
fn signal_is_in(set: &str, process: &str, signal: i32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let signals = status.lines().find_map(|line| line.strip_prefix(set)?.strip_prefix(':'));
    let signals = signals.and_then(|bits| u64::from_str_radix(bits.trim(), 16).ok());
    signals.unwrap_or(0) >> (signal - 1) & 1 != 0
}
