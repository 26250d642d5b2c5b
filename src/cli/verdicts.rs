//! Verdicts on answers, for files of boards and files of answers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;
use tilebase::bulk::Format;
use tilebase::check::{Flaw, Verdict};
use tilebase::puzzle::Plural;
use tilebase::{Answered, BatchError, Board, Error};

use super::input::Line;
use super::paired_lines::Chunk;
use super::report::TOLD;
use super::rows;
use super::tables::Tables;

/// The verdict on one answer, in named fields. `docs/commands.md` describes them.
#[derive(Default, Serialize)]
pub struct Row<'l> {
    board: Cow<'l, str>,
    answer: Option<Cow<'l, str>>,
    verdict: &'static str,
    legal: Option<bool>,
    reaches_goal: Option<bool>,
    length: Option<usize>,
    optimal_length: Option<u32>,
    excess: Option<usize>,
    error: Option<String>,
}

/// The number of verdicts of each kind.
#[derive(Clone, Default)]
pub struct Summary {
    pub optimal: u64,
    pub valid: u64,
    /// The total number of unnecessary moves in valid answers.
    pub excess: u64,
    /// Wrong answers by kind.
    pub wrong: BTreeMap<WrongKind, u64>,
    /// Answers that were too long.
    pub long: u64,
    /// Answers to boards whose search a limit stopped.
    pub unknown: u64,
    pub invalid: u64,
}

/// The kinds of wrong answers, in the order of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    const fn name(self) -> &'static str {
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

/// What the answers are.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Moves
    #[default]
    Moves,
    /// Distances
    Distance,
}

/// The verdicts on a block of lines.
#[derive(Default)]
pub struct Verdicts {
    pub text: Vec<u8>,
    pub lines: u64,
    pub summary: Summary,
    /// The first invalid boards: the line, counted from 0, and the reason.
    pub told: Vec<(u64, String)>,
    /// The line at which a table failed, and the error. All lines before it have a verdict.
    pub failure: Option<(u64, Error)>,
}

impl Verdicts {
    /// Checks all lines of a chunk.
    pub fn new(chunk: &Chunk, tables: &Tables, kind: Kind, format: Format) -> Verdicts {
        let mut verdicts = Verdicts::default();
        let boards: Vec<Result<Board, Trouble>> =
            chunk.pairs().map(|[board, _]| read(board, tables)).collect();
        let known: Vec<Board> =
            boards.iter().filter_map(|board| board.as_ref().ok()).copied().collect();
        let (distances, mut failed) = distances(&known, tables);
        let mut distances = distances.into_iter();
        let mut rows = Vec::new();
        for (number, (board, [line, answer])) in (0..).zip(boards.into_iter().zip(chunk.pairs())) {
            let answer = answer
                .map(|answer| answer.map(String::from_utf8_lossy).map_err(|why| why.to_string()));
            let found = board.and_then(|board| match distances.next() {
                Some(distance) => Ok((board, distance)),
                None => {
                    Err(Trouble::Failed(failed.take().expect("why there are no more distances")))
                }
            });
            let row = Row {
                board: line.and_then(Result::ok).map(String::from_utf8_lossy).unwrap_or_default(),
                answer: answer.clone().and_then(Result::ok),
                ..Row::default()
            };
            rows.push(match found {
                Ok((board, distance)) => {
                    let goal = tables.goal(board.shape());
                    let verdict = |answer: &str| match kind {
                        Kind::Moves => Verdict::on_moves(&board, &goal, &distance, answer),
                        Kind::Distance => Verdict::on_distance(&distance, answer),
                    };
                    let row = Row { optimal_length: distance.as_ref().ok().copied(), ..row };
                    row.judged(answer, verdict, &mut verdicts.summary)
                }
                Err(Trouble::Invalid(why)) => {
                    verdicts.summary.invalid += 1;
                    if verdicts.summary.invalid <= TOLD {
                        verdicts.told.push((number, why.clone()));
                    }
                    Row { verdict: "invalid", error: Some(why), ..row }
                }
                Err(Trouble::Failed(error)) => {
                    verdicts.failure = Some((number, error));
                    break;
                }
            });
        }
        verdicts.lines = rows.len() as u64;
        rows::write(format, &rows, &mut verdicts.text);
        verdicts
    }
}

/// Why an answer cannot be checked.
enum Trouble {
    Invalid(String),
    Failed(Error),
}

fn read(line: Option<Line<'_>>, tables: &Tables) -> Result<Board, Trouble> {
    let invalid = |why: &dyn ToString| Trouble::Invalid(why.to_string());
    let line =
        line.ok_or_else(|| invalid(&"an answer without a board"))?.map_err(|why| invalid(&why))?;
    let board = tables.board(line).map_err(|why| invalid(&why))?;
    match tables.batch(board.shape()) {
        Ok(_) => Ok(board),
        Err(why @ (Error::TooLarge { .. } | Error::NoTable { .. })) => Err(invalid(&why)),
        Err(error) => Err(Trouble::Failed(error)),
    }
}

/// The distances of boards, up to the first error.
fn distances(boards: &[Board], tables: &Tables) -> (Vec<Answered<u32>>, Option<Error>) {
    let mut distances = Vec::with_capacity(boards.len());
    for mut boards in boards.chunk_by(|a, b| a.shape() == b.shape()) {
        let batch = match tables.batch(boards[0].shape()) {
            Ok(batch) => batch,
            Err(error) => return (distances, Some(error)),
        };
        let mut failure = None;
        loop {
            match batch.distances(boards) {
                Ok(mut found) => {
                    distances.append(&mut found);
                    break;
                }
                // Those before it may be answered, unless another one fails too.
                Err(BatchError { index, error, .. }) => {
                    boards = &boards[..index];
                    failure = Some(error);
                }
            }
        }
        if failure.is_some() {
            return (distances, failure);
        }
    }
    (distances, None)
}

impl<'l> Row<'l> {
    /// Adds the verdict on an answer, and counts it.
    fn judged(
        self,
        answer: Option<Result<Cow<'l, str>, String>>,
        verdict: impl FnOnce(&str) -> Verdict,
        summary: &mut Summary,
    ) -> Row<'l> {
        let row = self;
        let answer = match answer {
            Some(Ok(answer)) => answer,
            Some(Err(why)) => {
                summary.long += 1;
                return Row { verdict: "too long", error: Some(why), ..row };
            }
            None => {
                summary.count_wrong(WrongKind::NoAnswer);
                return row.wrong(WrongKind::NoAnswer.name().to_owned());
            }
        };
        match verdict(&answer) {
            Verdict::Optimal => {
                summary.optimal += 1;
                row.right("optimal", 0)
            }
            Verdict::Valid { excess } => {
                summary.valid += 1;
                summary.excess += excess as u64;
                row.right("valid", excess)
            }
            Verdict::Unknown(stopped) => {
                summary.unknown += 1;
                Row { verdict: "unknown", error: Some(stopped.to_string()), ..row }
            }
            Verdict::Wrong(flaw) => {
                let (kind, legal, length) = match flaw {
                    Flaw::Illegal { length, .. } => {
                        (WrongKind::IllegalMove, Some(false), Some(length))
                    }
                    Flaw::Elsewhere { length } | Flaw::Unsolvable { length } => {
                        (WrongKind::NotAtGoal, Some(true), Some(length))
                    }
                    Flaw::Solvable { .. } => (WrongKind::Solvable, None, None),
                    Flaw::NotANumber { .. } => (WrongKind::NotANumber, None, None),
                    Flaw::Distance { .. } => (WrongKind::WrongDistance, None, None),
                    _ => (WrongKind::NotMoves, Some(false), None),
                };
                summary.count_wrong(kind);
                Row {
                    legal,
                    reaches_goal: legal.and(Some(false)),
                    length,
                    ..row.wrong(flaw.to_string())
                }
            }
        }
    }

    fn wrong(self, error: String) -> Row<'l> {
        Row { verdict: "wrong", error: Some(error), ..self }
    }

    fn right(self, verdict: &'static str, excess: usize) -> Row<'l> {
        // `unsolvable` has no moves.
        let moves = self.optimal_length.map(|optimal| optimal as usize + excess);
        let yes = moves.map(|_| true);
        Row {
            verdict,
            legal: yes,
            reaches_goal: yes,
            length: moves,
            excess: moves.map(|_| excess),
            ..self
        }
    }
}

impl std::fmt::Display for Row<'_> {
    /// The verdict as a line of text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.verdict, &self.error, self.excess) {
            ("wrong" | "too long" | "unknown", Some(error), _) => {
                write!(f, "{}: {error}", self.verdict)
            }
            ("valid", _, Some(excess)) => write!(f, "valid +{excess}"),
            (verdict, _, _) => f.write_str(verdict),
        }
    }
}

impl Row<'_> {
    /// The header for comma-separated values.
    pub const HEAD: &'static str =
        "board,answer,verdict,legal,reaches_goal,length,optimal_length,excess,error\n";
}

impl Summary {
    /// Adds another summary's counts.
    pub fn add(&mut self, other: &Summary) {
        self.optimal += other.optimal;
        self.valid += other.valid;
        self.excess += other.excess;
        self.long += other.long;
        self.unknown += other.unknown;
        self.invalid += other.invalid;
        for (&kind, more) in &other.wrong {
            *self.wrong.entry(kind).or_default() += more;
        }
    }

    fn count_wrong(&mut self, kind: WrongKind) {
        *self.wrong.entry(kind).or_default() += 1;
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wrong: u64 = self.wrong.values().sum();
        write!(f, "{} optimal, {} valid", self.optimal, self.valid)?;
        if self.valid > 0 {
            write!(f, " ({} too many)", Plural(self.excess, "move"))?;
        }
        write!(f, ", {wrong} wrong")?;
        let kinds: Vec<String> =
            self.wrong.iter().map(|(kind, count)| format!("{count} {}", kind.name())).collect();
        if wrong > 0 {
            write!(f, " ({})", kinds.join(", "))?;
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
