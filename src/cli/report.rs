//! Messages on standard error.

use std::fmt;
use std::io::{self, Write};

use super::arguments::Place;

/// How many invalid lines are reported individually.
pub const TOLD: u64 = 10;

/// Prints `error: ...`. Does nothing if standard error is closed.
pub fn error(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "error: {}", printable(&message.to_string()));
}

/// Prints `note: ...`.
pub fn note(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr(), "note: {}", printable(&message.to_string()));
}

/// Escapes control characters. File names may contain some, and a terminal would interpret them.
pub fn printable(text: &str) -> String {
    let escape = |char: char| {
        if char.is_control() { char.escape_default().to_string() } else { char.to_string() }
    };
    text.chars().map(escape).collect()
}

/// Reports the first invalid inputs and counts the others.
#[derive(Default)]
pub struct Invalid {
    count: u64,
    told: u64,
}

impl Invalid {
    /// Reports one.
    pub fn tell(&mut self, place: Place, why: impl fmt::Display) {
        self.count += 1;
        if self.told < TOLD {
            self.told += 1;
            error(format_args!("{place}: {why}"));
        }
    }

    /// Counts some that are not reported individually.
    pub fn count(&mut self, more: u64) {
        self.count += more;
    }

    /// Reports the total, if not all were reported individually.
    pub fn finish(self) -> super::Outcome {
        if self.count > self.told {
            error(format_args!(
                "{} lines have no answer; the first {} are shown above",
                self.count, self.told
            ));
        }
        if self.count == 0 { super::Outcome::Answered } else { super::Outcome::Failed }
    }
}
