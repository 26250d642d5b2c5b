//! Messages on standard error.

use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::HumanCount;
use tilebase::text::rows::printable;

/// The most invalid lines that are reported individually.
const MAX_REPORTED: u64 = 10;

/// Prints `error: ...`, from the arguments of `format!`.
macro_rules! error {
    ($($message:tt)*) => { $crate::report::print("error", format_args!($($message)*)) };
}

/// Prints `note: ...`, unless only results and errors are wanted.
macro_rules! note {
    ($($message:tt)*) => {
        if !$crate::report::is_quiet() {
            $crate::report::print("note", format_args!($($message)*))
        }
    };
}

pub(crate) use {error, note};

/// True if notes and bars are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and bars from now on.
pub fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints a message of a kind. Does nothing if standard error is closed.
pub fn print(kind: &str, message: fmt::Arguments<'_>) {
    // Written at once, so that nothing the terminal echoes meanwhile can come between.
    let line = format!("{kind}: {}\n", printable(&message.to_string()));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Where an input comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum InputPosition {
    /// An argument, counted from 1.
    Argument(u64),
    /// A line of input, counted from 1.
    Line(u64),
}

impl fmt::Display for InputPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputPosition::Argument(number) => write!(f, "argument {number}"),
            InputPosition::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// Reports the first invalid inputs and counts the others.
#[derive(Default)]
pub struct Invalid {
    count: u64,
    reported: u64,
}

impl Invalid {
    /// Reports one.
    pub fn report(&mut self, place: impl fmt::Display, why: impl fmt::Display) {
        self.count += 1;
        if self.reported < MAX_REPORTED {
            self.reported += 1;
            error!("{place}: {why}");
        }
    }

    /// Counts some that are not reported individually.
    pub fn count(&mut self, more: u64) {
        self.count += more;
    }

    /// Reports the total, if not all were reported individually.
    pub fn finish(self) -> super::Ending {
        if self.count > self.reported {
            let (count, reported) = (self.count, self.reported);
            error!("{count} lines have no answer; the first {reported} are shown above");
        }
        if self.count == 0 { super::Ending::Answered } else { super::Ending::Failed }
    }
}

/// The time that work will take, for the note before it, if it is more than a few seconds.
pub fn about(time: Duration) -> String {
    if time < Duration::from_secs(5) { String::new() } else { format!(", about {}", long(time)) }
}

/// A time in words: `2 s`, `6 minutes`, `3 hours`, `11 days`, `4,000 years`.
pub fn long(time: Duration) -> String {
    /// In seconds, the longest first.
    const UNITS: [(u64, &str); 4] =
        [(31_556_952, "years"), (86_400, "days"), (3600, "hours"), (60, "minutes")];
    let seconds = time.as_secs().saturating_add(u64::from(time.subsec_nanos() > 0));
    if seconds <= 120 {
        return format!("{seconds} s");
    }
    let fits = UNITS.into_iter().find(|(unit, _)| seconds >= 2 * unit);
    let (unit, name) = fits.unwrap_or(UNITS[3]);
    format!("{} {name}", HumanCount(seconds.saturating_add(unit / 2) / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_fits() {
        for (seconds, expected) in [
            (1, "1 s"),
            (120, "120 s"),
            (150, "3 minutes"),
            (7199, "120 minutes"),
            (7200, "2 hours"),
            (1_000_000, "12 days"),
            (u64::MAX, "584,554,049,253 years"),
        ] {
            assert_eq!(long(Duration::from_secs(seconds)), expected);
        }
    }
}
