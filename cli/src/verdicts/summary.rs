//! The number of verdicts of each kind.

use std::collections::BTreeMap;
use std::fmt;

use tilebase::puzzle::Plural;

use crate::report::note;

/// The number of verdicts of each kind.
#[derive(Clone, Default)]
pub struct Summary {
    pub optimal: u64,
    pub valid: u64,
    /// How many answers have how many unnecessary moves. `unsolvable` has no moves.
    pub excesses: BTreeMap<usize, u64>,
    /// The total length of the shortest solutions of their boards.
    pub shortest: u64,
    /// Wrong answers by kind.
    pub wrong: [u64; WrongKind::NAMES.len()],
    /// Answers that were too long.
    pub long: u64,
    /// Answers to boards whose search a limit stopped.
    pub unknown: u64,
    pub invalid: u64,
}

/// The kinds of wrong answers, in the order of the summary.
#[derive(Clone, Copy)]
pub enum WrongKind {
    NoAnswer,
    NotMoves,
    IllegalMove,
    NotAtGoal,
    Solvable,
    NotANumber,
    WrongDistance,
}

impl WrongKind {
    pub const NAMES: [&str; 7] = [
        "no answer",
        "not moves",
        "illegal move",
        "not at the goal",
        "`unsolvable` for a solvable board",
        "not a number",
        "wrong distance",
    ];
}

impl Summary {
    /// Adds another summary's counts.
    pub fn add(&mut self, other: &Summary) {
        self.optimal += other.optimal;
        self.valid += other.valid;
        self.long += other.long;
        self.unknown += other.unknown;
        self.invalid += other.invalid;
        for (&excess, more) in &other.excesses {
            *self.excesses.entry(excess).or_default() += more;
        }
        self.shortest += other.shortest;
        for (count, more) in self.wrong.iter_mut().zip(other.wrong) {
            *count += more;
        }
    }

    /// Reports how many answers were how much too long, and the mean lengths.
    pub fn report_lengths(&self) {
        let count: u64 = self.excesses.values().sum();
        if count == 0 {
            return;
        }
        let counts = self.excesses.iter().map(|(excess, count)| format!("+{excess}: {count}"));
        note!("{}", counts.collect::<Vec<_>>().join(", "));
        let length = (self.shortest + self.excess()) as f64 / count as f64;
        let optimal = self.shortest as f64 / count as f64;
        let solutions = Plural(count, "solution");
        note!("mean length {length:.3}, mean optimal length {optimal:.3}, of {solutions}");
    }

    /// The total number of unnecessary moves.
    pub fn excess(&self) -> u64 {
        self.excesses.iter().map(|(&excess, count)| excess as u64 * count).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wrong: u64 = self.wrong.iter().sum();
        write!(f, "{} optimal, {} valid", self.optimal, self.valid)?;
        if self.excess() > 0 {
            write!(f, " ({} too many)", Plural(self.excess(), "move"))?;
        }
        write!(f, ", {wrong} wrong")?;
        if wrong > 0 {
            let kinds = self.wrong.iter().zip(WrongKind::NAMES).filter(|(count, _)| **count > 0);
            let kinds = kinds.map(|(count, name)| format!("{count} {name}"));
            write!(f, " ({})", kinds.collect::<Vec<_>>().join(", "))?;
        }
        if self.long > 0 {
            write!(f, ", {} too long", self.long)?;
        }
        if self.unknown > 0 {
            write!(f, ", {} unknown", self.unknown)?;
        }
        write!(f, ", {} invalid", self.invalid)
    }
}
