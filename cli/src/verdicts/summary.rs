//! The number of verdicts of each kind.

use std::collections::BTreeMap;
use std::fmt;

use tilebase::puzzle::plural;

use super::verdict_row::{VerdictKind, VerdictRow};
use crate::report::note;

/// The number of verdicts of each kind.
#[derive(Default)]
pub struct Summary {
    counts: BTreeMap<VerdictKind, u64>,
    /// The number of answers with each number of unnecessary moves. `unsolvable` has no moves.
    excesses: BTreeMap<usize, u64>,
    /// The total length of the shortest solutions of their boards.
    shortest: u64,
}

impl Summary {
    /// Counts a verdict.
    pub fn count(&mut self, row: &VerdictRow<'_>) {
        *self.counts.entry(row.kind).or_default() += 1;
        if let (Some(excess), Some(optimal)) = (row.excess, row.optimal_length) {
            *self.excesses.entry(excess).or_default() += 1;
            self.shortest += u64::from(optimal);
        }
    }

    /// Adds another summary's counts.
    pub fn add(&mut self, other: &Summary) {
        for (&kind, more) in &other.counts {
            *self.counts.entry(kind).or_default() += more;
        }
        for (&excess, more) in &other.excesses {
            *self.excesses.entry(excess).or_default() += more;
        }
        self.shortest += other.shortest;
    }

    /// The number of verdicts of some kinds.
    pub fn of(&self, is_counted: impl Fn(VerdictKind) -> bool) -> u64 {
        self.counts.iter().filter(|(kind, _)| is_counted(**kind)).map(|(_, count)| count).sum()
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
        let solutions = plural(count, "solution");
        note!("mean length {length:.3}, mean optimal length {optimal:.3}, of {solutions}");
    }

    /// The total number of unnecessary moves.
    fn excess(&self) -> u64 {
        self.excesses.iter().map(|(&excess, count)| excess as u64 * count).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |kind| self.counts.get(&kind).copied().unwrap_or_default();
        let (cheapest, optimal) = (of(VerdictKind::Cheapest), of(VerdictKind::Optimal));
        if cheapest > 0 {
            write!(f, "{cheapest} cheapest, ")?;
        }
        if cheapest == 0 || optimal > 0 {
            write!(f, "{optimal} optimal, ")?;
        }
        write!(f, "{} valid", of(VerdictKind::Valid))?;
        if self.excess() > 0 {
            write!(f, " ({} too many)", plural(self.excess(), "move"))?;
        }
        write!(f, ", {} wrong", self.of(|kind| matches!(kind, VerdictKind::Wrong(_))))?;
        let kinds = self.counts.iter().filter_map(|(kind, count)| match kind {
            VerdictKind::Wrong(kind) => Some(format!("{count} {}", kind.name())),
            _ => None,
        });
        let kinds: Vec<String> = kinds.collect();
        if !kinds.is_empty() {
            write!(f, " ({})", kinds.join(", "))?;
        }
        for kind in [VerdictKind::TooLong, VerdictKind::Unknown] {
            if of(kind) > 0 {
                write!(f, ", {} {}", of(kind), kind.word())?;
            }
        }
        write!(f, ", {} invalid", self.of(|kind| matches!(kind, VerdictKind::Invalid(_))))
    }
}
