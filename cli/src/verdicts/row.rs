//! The verdict on one answer, as a line or as a row of named fields.

use std::borrow::Cow;
use std::fmt;

use tilebase::bulk::rows::{Fields, Row};
use tilebase::check::{Flaw, Verdict};
use tilebase::puzzle::{MoveFlaw, Plural};

use super::summary::{Summary, WrongKind};

/// The verdict on one answer, in named fields. `docs/commands.md` describes them.
#[derive(Default)]
pub struct VerdictRow<'l> {
    pub board: Cow<'l, str>,
    pub answer: Option<Cow<'l, str>>,
    pub verdict: &'static str,
    pub legal: Option<bool>,
    pub reaches_goal: Option<bool>,
    pub length: Option<usize>,
    pub optimal_length: Option<u32>,
    pub excess: Option<usize>,
    pub error: Option<String>,
}

impl Fields for VerdictRow<'_> {
    fn fields(&self, row: &mut Row<'_>) {
        row.field("board", &self.board);
        row.field_with("answer", |row| match self.answer.as_deref() {
            // The answer for the goal, which is not missing.
            Some("") => row.word(|_| ()),
            answer => row.value(&answer),
        });
        row.field("verdict", &self.verdict);
        row.field("legal", &self.legal);
        row.field("reaches_goal", &self.reaches_goal);
        row.field("length", &self.length);
        row.field("optimal_length", &self.optimal_length);
        row.field("excess", &self.excess);
        row.field("error", &self.error);
    }
}

/// The reason for a verdict, which the library writes after its word.
fn why(verdict: &Verdict) -> Option<String> {
    verdict.to_string().split_once(": ").map(|(_, why)| why.to_owned())
}

impl<'l> VerdictRow<'l> {
    /// Adds the verdict on an answer, and counts it.
    pub fn judged(self, verdict: &Verdict, summary: &mut Summary) -> VerdictRow<'l> {
        let flaw = match verdict {
            Verdict::Optimal => return self.right(0, summary),
            Verdict::Valid { excess } => return self.right(*excess, summary),
            Verdict::Longer { length, .. } => {
                return VerdictRow { error: why(verdict), ..self.valid(Some(*length), summary) };
            }
            Verdict::Unknown { length, .. } => {
                summary.unknown += 1;
                let is_moves = length.map(|_| true);
                let (legal, reaches_goal) = (is_moves, is_moves);
                return VerdictRow {
                    verdict: "unknown",
                    legal,
                    reaches_goal,
                    length: *length,
                    error: why(verdict),
                    ..self
                };
            }
            Verdict::Wrong(flaw) => flaw,
        };
        let (kind, legal, length) = match flaw {
            Flaw::Move(why) => {
                let kind = match why.flaw {
                    MoveFlaw::Leaves { .. }
                    | MoveFlaw::NoTile { .. }
                    | MoveFlaw::TooFar { .. }
                    | MoveFlaw::Apart { .. }
                    | MoveFlaw::NotInLine { .. } => WrongKind::IllegalMove,
                    _ => WrongKind::NotMoves,
                };
                (kind, Some(false), None)
            }
            Flaw::Illegal { length, .. } => (WrongKind::IllegalMove, Some(false), Some(*length)),
            Flaw::NotAtGoal { length } | Flaw::Unsolvable { length } => {
                (WrongKind::NotAtGoal, Some(true), Some(*length))
            }
            Flaw::ClaimedUnsolvable { .. } => (WrongKind::Solvable, None, None),
            Flaw::NotANumber { .. } => (WrongKind::NotANumber, None, None),
            Flaw::Distance { .. } | Flaw::Bounds { .. } => (WrongKind::WrongDistance, None, None),
            _ => (WrongKind::NotMoves, Some(false), None),
        };
        VerdictRow { error: why(verdict), ..self.wrong(kind, legal, length, summary) }
    }

    /// A wrong answer of this kind.
    pub fn wrong(
        self,
        kind: WrongKind,
        legal: Option<bool>,
        length: Option<usize>,
        summary: &mut Summary,
    ) -> VerdictRow<'l> {
        summary.wrong[kind as usize] += 1;
        let error = Some(WrongKind::NAMES[kind as usize].to_owned());
        let reaches_goal = legal.and(Some(false));
        VerdictRow { verdict: "wrong", legal, reaches_goal, length, error, ..self }
    }

    /// An answer that reaches the goal, or `unsolvable`, which has no moves.
    pub fn valid(self, length: Option<usize>, summary: &mut Summary) -> VerdictRow<'l> {
        summary.valid += 1;
        let is_moves = length.map(|_| true);
        let (legal, reaches_goal, optimal_length) = (is_moves, is_moves, None);
        VerdictRow { verdict: "valid", legal, reaches_goal, length, optimal_length, ..self }
    }

    fn right(self, excess: usize, summary: &mut Summary) -> VerdictRow<'l> {
        let (verdict, count) = match excess {
            0 => ("optimal", &mut summary.optimal),
            _ => ("valid", &mut summary.valid),
        };
        *count += 1;
        // `unsolvable` has no moves.
        let Some(optimal) = self.optimal_length else { return VerdictRow { verdict, ..self } };
        *summary.excesses.entry(excess).or_default() += 1;
        summary.shortest += u64::from(optimal);
        VerdictRow {
            verdict,
            legal: Some(true),
            reaches_goal: Some(true),
            length: Some(optimal as usize + excess),
            excess: Some(excess),
            ..self
        }
    }

    /// Writes the lengths of a right answer, or the verdict.
    pub fn write_lengths(&self, text: &mut Vec<u8>) {
        let line = match (self.length, self.optimal_length, self.excess) {
            (Some(length), Some(optimal), Some(excess)) => {
                format!("+{excess}: {}, optimal {optimal}\n", Plural(length as u64, "move"))
            }
            _ => format!("{self}\n"),
        };
        text.extend_from_slice(line.as_bytes());
    }
}

impl fmt::Display for VerdictRow<'_> {
    /// The verdict as a line of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict, &self.error, self.excess) {
            ("valid", _, Some(excess)) => write!(f, "valid +{excess}"),
            ("invalid", _, _) | (_, None, _) => f.write_str(self.verdict),
            (verdict, Some(error), _) => write!(f, "{verdict}: {error}"),
        }
    }
}
