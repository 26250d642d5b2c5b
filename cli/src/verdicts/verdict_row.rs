//! The verdict on one answer, as a line or as a row of named fields, and the number of verdicts of
//! each kind.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use tilebase::check::{Flaw, Verdict};
use tilebase::costs::{CostSum, TileCosts};
use tilebase::puzzle::plural;
use tilebase::text::rows::{Fields, Row};
use tilebase::{Board, Moves};

use crate::cures;
use crate::report::note;

/// The kinds of verdicts.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum VerdictKind {
    Optimal,
    Cheapest,
    Valid,
    Wrong(WrongKind),
    TooLong,
    /// A limit stopped the search for the board.
    #[default]
    Unknown,
    /// There is no answer to the board, for which this is the word.
    Invalid(&'static str),
}

/// The kinds of wrong answers, in the order of the summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WrongKind {
    NoAnswer,
    NotMoves,
    IllegalMove,
    NotAtGoal,
    Solvable,
    NotANumber,
    WrongDistance,
}

impl VerdictKind {
    /// The kind in a word or two.
    pub const fn word(self) -> &'static str {
        match self {
            VerdictKind::Optimal => "optimal",
            VerdictKind::Cheapest => "cheapest",
            VerdictKind::Valid => "valid",
            VerdictKind::Wrong(_) => "wrong",
            VerdictKind::TooLong => "too long",
            VerdictKind::Unknown => "unknown",
            VerdictKind::Invalid(word) => word,
        }
    }
}

impl WrongKind {
    pub const fn name(self) -> &'static str {
        match self {
            WrongKind::NoAnswer => "no answer",
            WrongKind::NotMoves => "not moves",
            WrongKind::IllegalMove => "illegal move",
            WrongKind::NotAtGoal => "not at the goal",
            WrongKind::Solvable => "`unsolvable` for a solvable board",
            WrongKind::NotANumber => "not a number",
            WrongKind::WrongDistance => "wrong distance",
        }
    }
}

/// The verdict on one answer, in named fields. `docs/commands.md` describes them.
#[derive(Default)]
pub struct VerdictRow<'l> {
    pub board: Cow<'l, str>,
    pub answer: Option<Cow<'l, str>>,
    pub kind: VerdictKind,
    pub legal: Option<bool>,
    pub reaches_goal: Option<bool>,
    pub length: Option<usize>,
    pub optimal_length: Option<u32>,
    pub excess: Option<usize>,
    /// What moves cost, instead of the two lengths, if they cost what their tiles say.
    pub costs: Option<RowCosts>,
    pub error: Option<String>,
}

/// The cost of an answer, the least cost, and how much more it is, as far as they are known.
#[derive(Default)]
pub struct RowCosts {
    cost: Option<CostSum>,
    least_cost: Option<CostSum>,
    extra_cost: Option<CostSum>,
}

impl Fields for VerdictRow<'_> {
    fn fields(&self, row: &mut Row<'_>) {
        row.field("board", &self.board);
        row.field_with("answer", |row| match self.answer.as_deref() {
            // The answer for the goal, which is not missing.
            Some("") => row.word(|_| ()),
            answer => row.value(&answer),
        });
        row.field("verdict", &self.kind.word());
        row.field("legal", &self.legal);
        row.field("reaches_goal", &self.reaches_goal);
        row.field("length", &self.length);
        if let Some(RowCosts { cost, least_cost, extra_cost }) = &self.costs {
            row.field("cost", cost);
            row.field("least_cost", least_cost);
            row.field("extra_cost", extra_cost);
        } else {
            row.field("optimal_length", &self.optimal_length);
            row.field("excess", &self.excess);
        }
        row.field("error", &self.error);
    }
}

/// The reason for a verdict, which the library writes after its word.
fn why(verdict: &Verdict) -> Option<String> {
    verdict.to_string().split_once(": ").map(|(_, why)| why.to_owned())
}

impl<'l> VerdictRow<'l> {
    /// Adds the verdict on an answer.
    pub fn judged(self, verdict: &Verdict) -> VerdictRow<'l> {
        let flaw = match verdict {
            Verdict::Optimal => return self.right(0),
            Verdict::Valid { excess } => return self.right(*excess),
            Verdict::Cheapest => return VerdictRow { kind: VerdictKind::Cheapest, ..self },
            Verdict::Dearer { .. } => {
                return VerdictRow { kind: VerdictKind::Valid, error: why(verdict), ..self };
            }
            Verdict::Longer { length, .. } => {
                return VerdictRow { error: why(verdict), ..self.valid(Some(*length)) };
            }
            Verdict::Unknown { length, .. } => {
                let (kind, error) = (VerdictKind::Unknown, why(verdict));
                return VerdictRow { kind, error, ..self.reaching(*length) };
            }
            Verdict::Wrong(flaw) => flaw,
        };
        let (kind, legal, length) = match flaw {
            Flaw::Move(_) if flaw.is_unread() => (WrongKind::NotMoves, Some(false), None),
            Flaw::Move(_) => (WrongKind::IllegalMove, Some(false), None),
            Flaw::Missing { .. } | Flaw::Stopped => (WrongKind::NoAnswer, None, None),
            Flaw::Illegal { length, .. } => (WrongKind::IllegalMove, Some(false), Some(*length)),
            Flaw::NotAtGoal { length }
            | Flaw::FromZero { length }
            | Flaw::Unsolvable { length } => (WrongKind::NotAtGoal, Some(true), Some(*length)),
            Flaw::ClaimedUnsolvable { .. } => (WrongKind::Solvable, None, None),
            Flaw::NotANumber { .. } => (WrongKind::NotANumber, None, None),
            Flaw::Distance { .. } | Flaw::Bounds { .. } => (WrongKind::WrongDistance, None, None),
            _ => (WrongKind::NotMoves, Some(false), None),
        };
        let cure = cures::cure_of_answer(flaw).map(|cure| format!("; {cure}"));
        let error = why(verdict).map(|why| why + &cure.unwrap_or_default());
        VerdictRow { error, ..self.wrong(kind, legal, length) }
    }

    /// Adds what moves that reach the goal cost.
    pub fn costing(
        self,
        verdict: &Verdict,
        board: &Board,
        costs: &TileCosts,
        moves: Option<Moves>,
    ) -> VerdictRow<'l> {
        let Some(moves) = moves.filter(|_| !matches!(verdict, Verdict::Wrong(_))) else {
            return self;
        };
        let cost = costs.of_moves(board, &moves);
        let extra_cost = match verdict {
            Verdict::Cheapest => Some(costs.of_moves(board, &[])),
            Verdict::Dearer { extra } => Some(*extra),
            _ => None,
        };
        let least_cost =
            extra_cost.map(|extra| CostSum { parts: cost.parts - extra.parts, ..cost });
        let costs = Some(RowCosts { cost: Some(cost), least_cost, extra_cost });
        VerdictRow { costs, ..self.reaching(Some(moves.len())) }
    }

    /// A wrong answer of this kind.
    pub fn wrong(
        self,
        kind: WrongKind,
        legal: Option<bool>,
        length: Option<usize>,
    ) -> VerdictRow<'l> {
        let (error, reaches_goal) = (Some(kind.name().to_owned()), legal.and(Some(false)));
        VerdictRow { kind: VerdictKind::Wrong(kind), legal, reaches_goal, length, error, ..self }
    }

    /// An answer that reaches the goal, or `unsolvable`, which has no moves.
    pub fn valid(self, length: Option<usize>) -> VerdictRow<'l> {
        VerdictRow { kind: VerdictKind::Valid, optimal_length: None, ..self.reaching(length) }
    }

    fn right(self, excess: usize) -> VerdictRow<'l> {
        let kind = if excess == 0 { VerdictKind::Optimal } else { VerdictKind::Valid };
        // `unsolvable` has no moves.
        let Some(optimal) = self.optimal_length else { return VerdictRow { kind, ..self } };
        let row = self.reaching(Some(optimal as usize + excess));
        VerdictRow { kind, excess: Some(excess), ..row }
    }

    /// Adds moves of this length that reach the goal, if the answer is moves.
    fn reaching(self, length: Option<usize>) -> VerdictRow<'l> {
        let is_moves = length.map(|_| true);
        VerdictRow { legal: is_moves, reaches_goal: is_moves, length, ..self }
    }

    /// Writes the lengths of a right answer, or the verdict.
    pub fn write_lengths(&self, text: &mut Vec<u8>) {
        let line = match (self.length, self.optimal_length, self.excess) {
            (Some(length), Some(optimal), Some(excess)) => {
                format!("+{excess}: {}, optimal {optimal}\n", plural(length as u64, "move"))
            }
            _ => format!("{self}\n"),
        };
        text.extend_from_slice(line.as_bytes());
    }
}

impl fmt::Display for VerdictRow<'_> {
    /// The verdict as a line of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, &self.error, self.excess) {
            (VerdictKind::Valid, _, Some(excess)) => write!(f, "valid +{excess}"),
            (VerdictKind::Invalid("invalid"), ..) | (_, None, _) => f.write_str(self.kind.word()),
            (kind, Some(error), _) => write!(f, "{}: {error}", kind.word()),
        }
    }
}

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
