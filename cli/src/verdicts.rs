//! Checking answers to boards: files of both in, verdicts, lengths and a summary out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use tilebase::bulk::{Format, LineBuffer, Lines, in_order};
use tilebase::check::{Flaw, Verdict};
use tilebase::oracle::Answered;
use tilebase::puzzle::{MoveError, MoveFlaw, Notation, Plural};
use tilebase::{Board, Error, Shape};

use crate::Outcome;
use crate::boards::{Boards, Layout};
use crate::input::{Input, Line};
use crate::output::{self, Output};
use crate::report::{self, Invalid, TOLD};
use crate::tables::Tables;

/// Checks a file of answers.
pub struct Check<'a> {
    pub boards: &'a Path,
    pub answers: &'a Path,
    pub output: Option<&'a Path>,
    pub layout: &'a Layout,
    pub tables: Tables,
    pub reading: Reading,
    pub format: Format,
    /// Whether to print the lengths, and how many answers were how much too long.
    pub lengths: bool,
}

/// How answers are read.
#[derive(Clone, Copy, Default)]
pub struct Reading {
    pub kind: Kind,
    pub notation: Notation,
}

impl Check<'_> {
    pub fn run(&self) -> anyhow::Result<Outcome> {
        let shape = self.tables.shape();
        let mut pairs = PairedLines::open(self.boards, self.layout, shape, self.answers)?;
        let mut out = Output::create(self.output)?;
        out.put(|out| out.write_all(output::head::<Row<'_>>(self.format).as_bytes()))?;
        let mut invalid = Invalid::default();
        let mut summary = Summary::default();
        let (places, mut lines) = (pairs.first.input().places(), 0);
        in_order(
            self.tables.threads().or_processors(),
            |chunk: &mut Chunk| Ok(pairs.next(chunk)?),
            |chunk, verdicts: &mut Verdicts| *verdicts = Verdicts::new(chunk, self),
            |verdicts| {
                invalid.count(verdicts.summary.invalid - verdicts.told.len() as u64);
                for (line, why) in verdicts.told.drain(..) {
                    invalid.tell(places.of(lines + line + 1), why);
                }
                summary.add(&verdicts.summary);
                out.put(|out| out.write_all(&verdicts.text))?;
                // A program that writes an answer may be waiting for its verdict.
                out.flush()?;
                if let Some((line, error)) = verdicts.failure.take() {
                    return Err(error).with_context(|| places.of(lines + line + 1).to_string());
                }
                lines += verdicts.lines;
                places.forget(lines + 1);
                Ok(())
            },
        )?;
        out.finish()?;
        let outcome = invalid.finish();
        report::note(format_args!("{}: {summary}", Plural(lines, "line")));
        if self.lengths {
            summary.tell_lengths();
        }
        let failed = summary.wrong.values().sum::<u64>() + summary.long + summary.unknown;
        Ok(if failed > 0 { Outcome::Failed } else { outcome })
    }
}

/// The verdict on one answer, in named fields. `docs/commands.md` describes them.
#[derive(Default, Serialize)]
struct Row<'l> {
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
struct Summary {
    optimal: u64,
    valid: u64,
    /// How many answers have how many unnecessary moves. `unsolvable` has no moves.
    excesses: BTreeMap<usize, u64>,
    /// The total length of the shortest solutions of their boards.
    shortest: u64,
    /// Wrong answers by kind.
    wrong: BTreeMap<WrongKind, u64>,
    /// Answers that were too long.
    long: u64,
    /// Answers to boards whose search a limit stopped.
    unknown: u64,
    invalid: u64,
}

/// The kinds of wrong answers, in the order of the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum WrongKind {
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
struct Verdicts {
    text: Vec<u8>,
    lines: u64,
    summary: Summary,
    /// The first invalid boards: the line, counted from 0, and the reason.
    told: Vec<(u64, String)>,
    /// The line at which a table failed, and the error. All lines before it have a verdict.
    failure: Option<(u64, Error)>,
}

impl Verdicts {
    /// Checks all lines of a chunk.
    fn new(chunk: &Chunk, check: &Check<'_>) -> Verdicts {
        let Check { tables, reading: Reading { kind, notation }, .. } = check;
        let mut verdicts = Verdicts::default();
        let boards: Vec<Result<Board, CheckError>> =
            chunk.pairs().map(|[board, _]| read(board, tables)).collect();
        let known: Vec<Board> =
            boards.iter().filter_map(|board| board.as_ref().ok()).copied().collect();
        let (distances, mut failed) = tables.distances(&known);
        let mut distances = distances.into_iter();
        let mut rows = Vec::new();
        for (number, (board, [line, answer])) in (0..).zip(boards.into_iter().zip(chunk.pairs())) {
            let answer = answer
                .map(|answer| answer.map(String::from_utf8_lossy).map_err(|why| why.to_string()));
            let found = board.and_then(|board| match distances.next() {
                Some(distance) => Ok((board, distance)),
                None => {
                    Err(CheckError::Failed(failed.take().expect("why there are no more distances")))
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
                        Kind::Moves => on_moves(*notation, &board, &goal, &distance, answer),
                        Kind::Distance => Ok(Verdict::check_distance(&distance, answer)),
                    };
                    let row = Row { optimal_length: distance.as_ref().ok().copied(), ..row };
                    row.judged(answer, verdict, &mut verdicts.summary)
                }
                Err(CheckError::Invalid(why)) => {
                    verdicts.summary.invalid += 1;
                    if verdicts.summary.invalid <= TOLD {
                        verdicts.told.push((number, why.clone()));
                    }
                    Row { verdict: "invalid", error: Some(why), ..row }
                }
                Err(CheckError::Failed(error)) => {
                    verdicts.failure = Some((number, error));
                    break;
                }
            });
        }
        verdicts.lines = rows.len() as u64;
        if check.lengths && check.format == Format::Text {
            for row in &rows {
                row.write_lengths(&mut verdicts.text);
            }
        } else {
            output::write_rows(check.format, &rows, &mut verdicts.text);
        }
        verdicts
    }
}

/// Why an answer cannot be checked.
enum CheckError {
    Invalid(String),
    Failed(Error),
}

fn read(line: Option<Line<'_>>, tables: &Tables) -> Result<Board, CheckError> {
    let invalid = |why: &dyn ToString| CheckError::Invalid(why.to_string());
    let line =
        line.ok_or_else(|| invalid(&"an answer without a board"))?.map_err(|why| invalid(&why))?;
    let board = tables.board(line).map_err(|why| invalid(&why))?;
    match tables.batch(board.shape()) {
        Ok(_) => Ok(board),
        Err(why @ (Error::TooLarge { .. } | Error::NoTable { .. })) => Err(invalid(&why)),
        Err(error) => Err(CheckError::Failed(error)),
    }
}

/// The verdict on an answer in a notation.
fn on_moves(
    notation: Notation,
    board: &Board,
    goal: &Board,
    distance: &Answered<u32>,
    answer: &str,
) -> Result<Verdict, MoveError> {
    let verdict = |moves: &str| Verdict::on_moves(board, goal, distance, moves);
    if notation != Notation::Blank && !answer.trim().eq_ignore_ascii_case("unsolvable") {
        let moves = notation.parse(answer, Some(board))?;
        return Ok(verdict(&moves.to_string()));
    }
    let found = verdict(answer);
    // Counted runs are rare, and reading them takes longer.
    if let Verdict::Wrong(Flaw::Letter(_)) = found
        && let Ok(moves) = notation.parse(answer, None)
    {
        return Ok(verdict(&moves.to_string()));
    }
    Ok(found)
}

impl<'l> Row<'l> {
    /// Adds the verdict on an answer, and counts it.
    fn judged(
        self,
        answer: Option<Result<Cow<'l, str>, String>>,
        verdict: impl FnOnce(&str) -> Result<Verdict, MoveError>,
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
        let verdict = match verdict(&answer) {
            Ok(verdict) => verdict,
            Err(why) => {
                let illegal = matches!(
                    why.flaw,
                    MoveFlaw::Leaves { .. } | MoveFlaw::NoTile { .. } | MoveFlaw::Apart { .. }
                );
                summary.count_wrong(if illegal {
                    WrongKind::IllegalMove
                } else {
                    WrongKind::NotMoves
                });
                let no = Some(false);
                return Row { legal: no, reaches_goal: no, ..row.wrong(why.to_string()) };
            }
        };
        match verdict {
            Verdict::Optimal => {
                summary.optimal += 1;
                row.right("optimal", 0, summary)
            }
            Verdict::Valid { excess } => {
                summary.valid += 1;
                row.right("valid", excess, summary)
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
                    Flaw::NotAtGoal { length } | Flaw::Unsolvable { length } => {
                        (WrongKind::NotAtGoal, Some(true), Some(length))
                    }
                    Flaw::ClaimedUnsolvable { .. } => (WrongKind::Solvable, None, None),
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

    fn right(self, verdict: &'static str, excess: usize, summary: &mut Summary) -> Row<'l> {
        // `unsolvable` has no moves.
        let moves = self.optimal_length.map(|optimal| optimal as usize + excess);
        if let Some(optimal) = self.optimal_length {
            *summary.excesses.entry(excess).or_default() += 1;
            summary.shortest += u64::from(optimal);
        }
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
    /// Writes the lengths of a right answer, or the verdict.
    fn write_lengths(&self, text: &mut Vec<u8>) {
        let line = match (self.length, self.optimal_length, self.excess) {
            (Some(length), Some(optimal), Some(excess)) => {
                format!("+{excess}: {}, optimal {optimal}\n", Plural(length as u64, "move"))
            }
            _ => format!("{self}\n"),
        };
        text.extend_from_slice(line.as_bytes());
    }
}

impl Summary {
    /// Adds another summary's counts.
    fn add(&mut self, other: &Summary) {
        self.optimal += other.optimal;
        self.valid += other.valid;
        self.long += other.long;
        self.unknown += other.unknown;
        self.invalid += other.invalid;
        for (&excess, more) in &other.excesses {
            *self.excesses.entry(excess).or_default() += more;
        }
        self.shortest += other.shortest;
        for (&kind, more) in &other.wrong {
            *self.wrong.entry(kind).or_default() += more;
        }
    }

    /// Reports how many answers were how much too long, and the mean lengths.
    fn tell_lengths(&self) {
        let count: u64 = self.excesses.values().sum();
        if count == 0 {
            return;
        }
        let counts = self.excesses.iter().map(|(excess, count)| format!("+{excess}: {count}"));
        report::note(format_args!("{}", counts.collect::<Vec<_>>().join(", ")));
        let mean = |total: u64| total as f64 / count as f64;
        let (length, optimal) = (mean(self.shortest + self.excess()), mean(self.shortest));
        report::note(format_args!(
            "mean length {length:.3}, mean optimal length {optimal:.3}, of {}",
            Plural(count, "solution")
        ));
    }

    /// The total number of unnecessary moves.
    fn excess(&self) -> u64 {
        self.excesses.iter().map(|(&excess, count)| excess as u64 * count).sum()
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
            write!(f, " ({} too many)", Plural(self.excess(), "move"))?;
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

/// The number of pairs of lines read at once.
const ROWS_PER_BATCH: usize = 1024;

/// Two inputs whose lines are read in pairs.
struct PairedLines {
    first: LineBuffer<Boards>,
    second: LineBuffer<Input>,
}

/// A block of pairs of lines. If one input ends before the other, it has fewer lines.
#[derive(Default)]
struct Chunk {
    first: Vec<u8>,
    second: Vec<u8>,
}

impl PairedLines {
    /// Opens the two inputs. One of them may be `-`, which is standard input.
    fn open(
        first: &Path,
        layout: &Layout,
        shape: Option<Shape>,
        second: &Path,
    ) -> anyhow::Result<PairedLines> {
        if first == Path::new("-") && second == Path::new("-") {
            anyhow::bail!("both inputs are standard input; expected a file for one of them");
        }
        let first = layout.boards(Input::open(first)?, shape);
        Ok(PairedLines { first, second: Input::open(second)?.lines() })
    }

    /// Reads the next pairs into `chunk`. Returns the pairs that are available, and waits only if
    /// there are none. Returns false at the end.
    fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        let lines = match (self.first.fill()?, self.second.fill()?) {
            (true, true) => split(self.first.buffer(), ROWS_PER_BATCH)
                .1
                .min(split(self.second.buffer(), ROWS_PER_BATCH).1),
            _ => ROWS_PER_BATCH,
        };
        take(&mut self.first, lines, &mut chunk.first);
        take(&mut self.second, lines, &mut chunk.second);
        Ok(!chunk.first.is_empty() || !chunk.second.is_empty())
    }
}

impl Chunk {
    /// The pairs of lines, with `None` for an input that has ended.
    fn pairs(&self) -> impl Iterator<Item = [Option<Line<'_>>; 2]> {
        let (mut first, mut second) = (Lines::new(&self.first), Lines::new(&self.second));
        std::iter::from_fn(move || {
            Some([first.next(), second.next()]).filter(|pair| *pair != [None, None])
        })
    }
}

/// The length of the first `most` lines of `text`, and their number, which may be smaller.
fn split(text: &[u8], most: usize) -> (usize, usize) {
    let mut lines = Lines::new(text);
    let count = lines.by_ref().take(most).count();
    (text.len() - lines.rest().len(), count)
}

/// Moves this many lines from `from` to `to`, replacing its contents.
fn take<R: Read>(from: &mut LineBuffer<R>, lines: usize, to: &mut Vec<u8>) {
    let (end, _) = split(from.buffer(), lines);
    to.clear();
    to.extend_from_slice(&from.buffer()[..end]);
    from.consume(end);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_of_both_in_step() {
        let folder = tempfile::tempdir().unwrap();
        let (first, second) = (folder.path().join("first"), folder.path().join("second"));
        let long = "7".repeat(300_000);
        fs::write(&first, format!("a\n\n{long}\nb\r\n").repeat(3000)).unwrap();
        fs::write(&second, "1\n2\n3\n4\n".repeat(3000) + "5").unwrap();
        let mut pairs = PairedLines::open(&first, &Layout::default(), None, &second).unwrap();
        let mut chunk = Chunk::default();
        let mut found = Vec::new();
        while pairs.next(&mut chunk).unwrap() {
            found.extend(chunk.pairs().map(|pair| {
                pair.map(|line| {
                    line.map(|line| {
                        line.map_or("long".to_owned(), |line| {
                            String::from_utf8_lossy(line).into_owned()
                        })
                    })
                })
            }));
        }
        assert_eq!(found.len(), 12_001);
        assert_eq!(found.pop(), Some([None, Some("5".to_owned())]));
        for four in found.chunks(4) {
            let expected = [("a", "1"), ("", "2"), ("long", "3"), ("b", "4")];
            assert_eq!(four, expected.map(|(a, b)| [Some(a.to_owned()), Some(b.to_owned())]));
        }
    }
}
