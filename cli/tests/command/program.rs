//! The program under test, and how tests run it.

use std::io::{Write, pipe};
#[cfg(unix)]
use std::process::Child;
use std::process::{Command, Output};
use std::thread;
use std::time::{Duration, Instant};

/// The command, with a data folder that does not exist.
pub fn tilebase() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilebase"));
    command.env("TILEBASE_DATA", "/nonexistent");
    command
}

/// The command with arguments as they are typed into a shell.
pub fn line(typed: &str) -> Command {
    let mut command = tilebase();
    command.args(shlex::split(typed).expect("closed quotes"));
    command
}

/// Checks command lines: what is typed, standard input, the status, all of what is printed, and a
/// part of the messages, or nothing. `[..]` stands for anything.
#[track_caller]
pub fn check_lines(lines: &[(&str, &str, i32, &str, &str)]) {
    for &(typed, input, status, printed, said) in lines {
        let mut command = line(typed);
        if !input.is_empty() {
            command.write_stdin(input);
        }
        let ran = command.assert().code(status).stdout(Text::Like(printed.to_owned()));
        ran.stderr(if said.is_empty() { said.into() } else { contains(said) });
    }
}

/// Whether files are to hold what is printed now, instead of being compared with it.
pub fn is_recording() -> bool {
    std::env::var_os("RECORDING").is_some_and(|value| value == "overwrite")
}

/// Whether a text is the expected one, in which `[..]` stands for anything.
pub fn fits(text: &str, expected: &str) -> bool {
    match expected.split_once("[..]") {
        None => text == expected,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            ends.any(|at| fits(&text[at..], rest))
        }),
    }
}

/// Standard output of a command that must succeed.
pub fn stdout(command: &mut Command) -> String {
    command.assert().success().printed()
}

/// The operations of tests on a command.
pub trait Run {
    /// Gives it this standard input, through a pipe. It can then run once.
    fn write_stdin(&mut self, text: impl Into<Vec<u8>>) -> &mut Command;

    /// Runs it, with its output captured.
    fn assert(&mut self) -> Ran;
}

impl Run for Command {
    fn write_stdin(&mut self, text: impl Into<Vec<u8>>) -> &mut Command {
        let (reader, mut writer) = pipe().expect("a pipe");
        let text = text.into();
        // It fails if the command does not read to the end.
        thread::spawn(move || writer.write_all(&text));
        self.stdin(reader)
    }

    fn assert(&mut self) -> Ran {
        Ran { output: self.output().expect("a program"), line: format!("{self:?}") }
    }
}

/// A command that has ended.
pub struct Ran {
    output: Output,
    line: String,
}

impl Ran {
    #[track_caller]
    pub fn code(self, code: i32) -> Ran {
        let is_right = self.output.status.code() == Some(code);
        self.check(is_right, &format!("status {code}"))
    }

    #[track_caller]
    pub fn success(self) -> Ran {
        self.code(0)
    }

    #[track_caller]
    pub fn failure(self) -> Ran {
        let is_right = !self.output.status.success();
        self.check(is_right, "a failure")
    }

    #[track_caller]
    pub fn stdout(self, expected: impl Into<Text>) -> Ran {
        let expected = expected.into();
        let fits = expected.fits(&self.output.stdout);
        self.check(fits, &format!("stdout {expected:?}"))
    }

    #[track_caller]
    pub fn stderr(self, expected: impl Into<Text>) -> Ran {
        let expected = expected.into();
        let fits = expected.fits(&self.output.stderr);
        self.check(fits, &format!("stderr {expected:?}"))
    }

    #[track_caller]
    fn check(self, holds: bool, expected: &str) -> Ran {
        let Output { status, stdout, stderr } = &self.output;
        let [out, err] = [stdout, stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(
            holds,
            "{}\n{status}, expected {expected}\nstdout: {out}\nstderr: {err}",
            self.line
        );
        self
    }

    pub fn get_output(&self) -> &Output {
        &self.output
    }

    /// Standard output as text.
    pub fn printed(&self) -> String {
        String::from_utf8(self.output.stdout.clone()).expect("UTF-8")
    }

    /// Standard error as text.
    pub fn said(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).expect("UTF-8")
    }
}

/// A condition on an output.
#[derive(Clone, Debug)]
pub enum Text {
    Is(String),
    Like(String),
    Contains(String),
    Times(String, usize),
    Begins(String),
    Ends(String),
    Both(Box<[Text; 2]>),
}

pub fn contains(text: impl Into<String>) -> Text {
    Text::Contains(text.into())
}

/// So often, perhaps never.
pub fn times(text: impl Into<String>, times: usize) -> Text {
    Text::Times(text.into(), times)
}

pub fn starts_with(text: impl Into<String>) -> Text {
    Text::Begins(text.into())
}

pub fn ends_with(text: impl Into<String>) -> Text {
    Text::Ends(text.into())
}

impl<T: AsRef<[u8]>> From<T> for Text {
    fn from(text: T) -> Text {
        Text::Is(String::from_utf8_lossy(text.as_ref()).into_owned())
    }
}

impl Text {
    pub fn and(self, other: impl Into<Text>) -> Text {
        Text::Both(Box::new([self, other.into()]))
    }

    fn fits(&self, found: &[u8]) -> bool {
        let text = String::from_utf8_lossy(found);
        match self {
            Text::Is(expected) => text == *expected,
            Text::Like(expected) => fits(&text, expected),
            Text::Contains(part) => text.contains(part),
            Text::Times(part, times) => text.matches(part).count() == *times,
            Text::Begins(start) => text.starts_with(start),
            Text::Ends(end) => text.ends_with(end),
            Text::Both(both) => both.iter().all(|text| text.fits(found)),
        }
    }
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

/// The processor time that the command has had. Known on Linux only.
#[cfg(target_os = "linux")]
pub fn worked(child: &Child) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    let (_, fields) = stat.rsplit_once(')').unwrap_or_default();
    // In the program and in the system, in hundredths of a second.
    let times = fields.split_whitespace().skip(11).take(2);
    let hundredths: u64 = times.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * hundredths)
}

/// Whether the command waits for something.
#[cfg(unix)]
pub fn sleeps(child: &Child) -> bool {
    let id = child.id().to_string();
    // Linux says so without `ps`, which may be missing there.
    let state = match std::fs::read_to_string(format!("/proc/{id}/stat")) {
        Ok(stat) => stat.rsplit_once(") ").map_or_else(String::new, |(_, state)| state.to_owned()),
        Err(_) => stdout(Command::new("ps").args(["-o", "stat=", "-p", &id])),
    };
    state.starts_with(['S', 'I'])
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
