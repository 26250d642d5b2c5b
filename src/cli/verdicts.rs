//! Verdicts on lines of boards and answers.

use std::borrow::Cow;

use serde::Serialize;
use tilebase::bulk::Format;
use tilebase::check::{Flaw, Verdict};
use tilebase::puzzle::Plural;
use tilebase::{Board, Error};

use super::batches::Batches;
use super::lines::Line;
use super::pairs::Chunk;
use super::report::TOLD;
use super::rows;

/// All there is to say of an answer, in named fields. The README gives the schema.
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

/// How many verdicts there are of each kind.
#[derive(Clone, Default)]
pub struct Summary {
    pub optimal: u64,
    pub valid: u64,
    /// All moves too many of the valid ones.
    pub excess: u64,
    /// By kind, as [`WRONG`] names them.
    pub wrong: [u64; WRONG.len()],
    /// Answers too long to be read.
    pub long: u64,
    pub invalid: u64,
}

/// The kinds of wrong answers.
pub const WRONG: [&str; 7] = [
    "no answer",
    "not moves",
    "illegal move",
    "not at the goal",
    "`unsolvable` where it is not",
    "not a number",
    "another distance",
];

/// What the answers are.
#[derive(Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Moves
    #[default]
    Moves,
    /// Distances
    Distance,
}

/// The verdicts on some lines.
#[derive(Default)]
pub struct Verdicts {
    pub text: Vec<u8>,
    pub lines: u64,
    pub summary: Summary,
    /// The first boards that are none, by their lines from 0, and why.
    pub told: Vec<(u64, String)>,
    /// The line at which a table failed, and why. The lines before it are judged.
    pub failure: Option<(u64, Error)>,
}

impl Verdicts {
    /// The verdicts on all lines of a chunk.
    pub fn of(chunk: &Chunk, batches: &Batches<'_>, kind: Kind, format: Format) -> Verdicts {
        let mut verdicts = Verdicts::default();
        let boards: Vec<Result<Board, Trouble>> =
            chunk.pairs().map(|[board, _]| read(board, batches)).collect();
        let known: Vec<Board> =
            boards.iter().filter_map(|board| board.as_ref().ok()).copied().collect();
        let (distances, mut failed) = distances(&known, batches);
        let mut distances = distances.into_iter();
        let mut rows = Vec::new();
        for (number, (board, [line, answer])) in (0..).zip(boards.into_iter().zip(chunk.pairs())) {
            let answer = answer
                .map(|answer| answer.map(String::from_utf8_lossy).map_err(|why| why.to_string()));
            let found = board.and_then(|board| match distances.next() {
                Some(distance) => Ok((board, distance)),
                None => Err(failed.take().map_or(Trouble::Invalid(String::new()), Trouble::Failed)),
            });
            let row = Row {
                board: line.and_then(Result::ok).map(String::from_utf8_lossy).unwrap_or_default(),
                answer: answer.clone().and_then(Result::ok),
                ..Row::default()
            };
            rows.push(match found {
                Ok((board, distance)) => {
                    let goal = batches.tables().goal(board.shape());
                    let verdict = |answer: &str| match kind {
                        Kind::Moves => Verdict::with(&board, &goal, distance, answer),
                        Kind::Distance => Verdict::on_distance(distance, answer),
                    };
                    let row = Row { optimal_length: distance, ..row };
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

/// Why there is no board to judge an answer to.
enum Trouble {
    Invalid(String),
    Failed(Error),
}

fn read(line: Option<Line<'_>>, batches: &Batches<'_>) -> Result<Board, Trouble> {
    let invalid = |why: &dyn ToString| Trouble::Invalid(why.to_string());
    let line =
        line.ok_or_else(|| invalid(&"an answer without a board"))?.map_err(|why| invalid(&why))?;
    let board = batches.tables().board(line).map_err(|why| invalid(&why))?;
    match batches.of(board.shape()) {
        Ok(_) => Ok(board),
        Err(why @ (Error::TooLarge { .. } | Error::NoTable { .. })) => Err(invalid(&why)),
        Err(error) => Err(Trouble::Failed(error)),
    }
}

/// The distances of boards, as far as there are any, and why there are no more.
fn distances(boards: &[Board], batches: &Batches<'_>) -> (Vec<Option<u32>>, Option<Error>) {
    let mut distances = vec![None; boards.len()];
    let mut done = 0;
    for boards in boards.chunk_by(|a, b| a.shape() == b.shape()) {
        let answers = &mut distances[done..done + boards.len()];
        let asked = batches.of(boards[0].shape()).and_then(|batch| {
            // Damage: once more, one by one, as far as there are answers.
            batch.distances(boards, answers).or_else(|_| {
                boards.iter().zip(answers.chunks_mut(1)).try_for_each(|(board, answer)| {
                    batch.distances(&[*board], answer)?;
                    done += 1;
                    Ok(())
                })
            })
        });
        if let Err(error) = asked {
            distances.truncate(done);
            return (distances, Some(error));
        }
        done += boards.len();
    }
    (distances, None)
}

impl<'l> Row<'l> {
    /// The verdict on an answer, which is counted.
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
                summary.wrong[0] += 1;
                return row.wrong(WRONG[0].to_owned());
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
            Verdict::Wrong(flaw) => {
                let (kind, legal, length) = match flaw {
                    Flaw::Illegal { length, .. } => (2, Some(false), Some(length)),
                    Flaw::Elsewhere { length } | Flaw::Unsolvable { length } => {
                        (3, Some(true), Some(length))
                    }
                    Flaw::Solvable { .. } => (4, None, None),
                    Flaw::NotANumber { .. } => (5, None, None),
                    Flaw::Distance { .. } => (6, None, None),
                    _ => (1, Some(false), None),
                };
                summary.wrong[kind] += 1;
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
        // `unsolvable` has no moves to tell of.
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
    /// The verdict in a line of text.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.verdict, &self.error, self.excess) {
            ("wrong" | "too long", Some(error), _) => write!(f, "{}: {error}", self.verdict),
            ("valid", _, Some(excess)) => write!(f, "valid +{excess}"),
            (verdict, _, _) => f.write_str(verdict),
        }
    }
}

impl Row<'_> {
    /// The names of the fields, above rows of comma-separated values.
    pub const HEAD: &'static str =
        "board,answer,verdict,legal,reaches_goal,length,optimal_length,excess,error\n";
}

impl Summary {
    /// Counts another's too.
    pub fn add(&mut self, other: &Summary) {
        self.optimal += other.optimal;
        self.valid += other.valid;
        self.excess += other.excess;
        self.long += other.long;
        self.invalid += other.invalid;
        for (all, more) in self.wrong.iter_mut().zip(other.wrong) {
            *all += more;
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wrong: u64 = self.wrong.iter().sum();
        write!(f, "{} optimal, {} valid", self.optimal, self.valid)?;
        if self.valid > 0 {
            write!(f, " ({} too many)", Plural(self.excess, "move"))?;
        }
        write!(f, ", {wrong} wrong")?;
        let kinds: Vec<String> = WRONG
            .iter()
            .zip(self.wrong)
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{count} {kind}"))
            .collect();
        if wrong > 0 {
            write!(f, " ({})", kinds.join(", "))?;
        }
        if self.long > 0 {
            write!(f, ", {} too long", self.long)?;
        }
        write!(f, ", {} invalid", self.invalid)
    }
}
