//! Checking answers to boards: files of both in, verdicts, lengths and a summary out.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read, Write as _};
use std::path::Path;

use anyhow::Context;
use serde::Serialize;
use tilebase::bulk::{Format, LineBuffer, Lines, in_order};
use tilebase::check::{Flaw, Verdict};
use tilebase::oracle::{Answered, Unanswered};
use tilebase::puzzle::{MoveError, MoveFlaw, Notation, Plural};
use tilebase::{Board, Shape};

use crate::Outcome;
use crate::boards::{Boards, Layout, without_comment};
use crate::input::{Input, Line};
use crate::options::BoardRowsArgs;
use crate::output;
use crate::report::{self, Invalid, note};
use crate::tables::Tables;

/// Checks a file of answers.
pub struct Checking<'a> {
    pub boards: &'a Path,
    pub answers: &'a Path,
    pub io: &'a BoardRowsArgs,
    pub tables: Tables,
    pub kind: Kind,
    pub notation: Notation,
    /// Whether to print the lengths, and how many answers were how much too long.
    pub lengths: bool,
}

impl Checking<'_> {
    pub fn run(&self) -> anyhow::Result<Outcome> {
        let (shape, format) = (self.tables.shape, self.io.rows.format());
        let mut pairs = PairedLines::open(self.boards, &self.io.layout, shape, self.answers)?;
        let mut out = self.io.rows.output.create()?;
        out.write_all(output::head::<Row<'_>>(format).as_bytes())?;
        let (mut invalid, mut summary) = (Invalid::default(), Summary::default());
        let (places, mut lines, mut checked) = (pairs.first.input().places(), 0, 0);
        in_order(
            self.tables.threads.or_processors(),
            |chunk: &mut Chunk| Ok(pairs.next(chunk)?),
            |chunk, verdicts: &mut Verdicts| *verdicts = Verdicts::new(chunk, self),
            |verdicts| {
                for (line, why) in verdicts.invalid.drain(..) {
                    invalid.tell(places.of(lines + line + 1), why);
                }
                summary.add(&verdicts.summary);
                out.write_all(&verdicts.text)?;
                // A program that writes an answer may be waiting for its verdict.
                out.flush()?;
                if let Some((line, error)) = verdicts.failure.take() {
                    return Err(error).with_context(|| places.of(lines + line + 1).to_string());
                }
                (lines, checked) = (lines + verdicts.lines, checked + verdicts.checked);
                places.forget(lines + 1);
                Ok(())
            },
        )?;
        out.finish()?;
        let outcome = invalid.finish();
        note!("{}: {summary}", Plural(checked, "line"));
        if self.lengths {
            summary.tell_lengths();
        }
        let failed = summary.wrong.iter().sum::<u64>() + summary.long + summary.unknown;
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
    wrong: [u64; WrongKind::NAMES.len()],
    /// Answers that were too long.
    long: u64,
    /// Answers to boards whose search a limit stopped.
    unknown: u64,
    invalid: u64,
}

/// The kinds of wrong answers, in the order of the summary.
#[derive(Clone, Copy)]
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
    const NAMES: [&str; 7] = [
        "no answer",
        "not moves",
        "illegal move",
        "not at the goal",
        "`unsolvable` for a solvable board",
        "not a number",
        "wrong distance",
    ];
}

/// What the answers are.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Kind {
    /// Moves
    Moves,
    /// Distances
    Distance,
}

/// The verdicts on a block of lines.
#[derive(Default)]
struct Verdicts {
    text: Vec<u8>,
    /// The number of lines of boards, with those that are only comments, and of verdicts.
    lines: u64,
    checked: u64,
    summary: Summary,
    /// The invalid boards: the line, counted from 0, and the reason.
    invalid: Vec<(u64, String)>,
    /// The line at which a table failed, and the error. All lines before it have a verdict.
    failure: Option<(u64, anyhow::Error)>,
}

impl Verdicts {
    /// Checks all lines of a chunk.
    fn new(chunk: &Chunk, check: &Checking<'_>) -> Verdicts {
        let tables = &check.tables;
        let mut verdicts = Verdicts::default();
        let boards: Vec<anyhow::Result<Board>> =
            chunk.pairs().map(|(_, board, _)| read(board, tables)).collect();
        let known: Vec<Board> = boards.iter().flatten().copied().collect();
        let (distances, mut failed) = tables.distances(&known);
        let mut distances = distances.into_iter();
        let mut rows = Vec::new();
        for (board, (number, line, answer)) in boards.into_iter().zip(chunk.pairs()) {
            let answer = answer.map(|answer| answer.map(String::from_utf8_lossy));
            let row = Row {
                board: line.and_then(Result::ok).map(String::from_utf8_lossy).unwrap_or_default(),
                answer: answer.clone().and_then(Result::ok),
                ..Row::default()
            };
            let found = board.and_then(|board| match distances.next() {
                Some(distance) => Ok((board, distance)),
                None => Err(failed.take().expect("why there are no more distances").into()),
            });
            rows.push(match found {
                Ok((board, distance)) => {
                    let row = Row { optimal_length: distance.as_ref().ok().copied(), ..row };
                    match answer {
                        None => row.wrong(WrongKind::NoAnswer, None, None, &mut verdicts.summary),
                        Some(Err(why)) => {
                            verdicts.summary.long += 1;
                            Row { verdict: "too long", error: Some(why.to_string()), ..row }
                        }
                        Some(Ok(answer)) => {
                            let verdict = check.verdict(&board, &distance, &answer);
                            let mut row = row;
                            // An answer may be as short as what was proved before the limit.
                            if let (Ok(Verdict::Optimal), Err(Unanswered::Stopped(stopped))) =
                                (&verdict, &distance)
                            {
                                row.optimal_length = Some(stopped.at_least);
                            }
                            row.judged(verdict, &mut verdicts.summary)
                        }
                    }
                }
                Err(why) if report::is_of_input(&why) => {
                    let why = report::with_cure(&why);
                    verdicts.summary.invalid += 1;
                    verdicts.invalid.push((number, why.clone()));
                    Row { verdict: "invalid", error: Some(why), ..row }
                }
                Err(error) => {
                    verdicts.failure = Some((number, error));
                    break;
                }
            });
            verdicts.lines = number + 1;
        }
        // Comments at the end of the chunk are lines too.
        verdicts.lines = verdicts.lines.max(Lines::new(&chunk.first).count() as u64);
        verdicts.checked = rows.len() as u64;
        let format = check.io.rows.format();
        if check.lengths && format == Format::Text {
            for row in &rows {
                row.write_lengths(&mut verdicts.text);
            }
        } else {
            let written = output::write_rows(format, &rows, &mut verdicts.text);
            written.expect("plain fields can be written to memory");
        }
        verdicts
    }
}

/// Reads a board whose distance can be found.
fn read(line: Option<Line<'_>>, tables: &Tables) -> anyhow::Result<Board> {
    let board = tables.read(line.context("an answer without a board")?)?;
    tables.batch(board.shape())?;
    Ok(board)
}

impl Checking<'_> {
    /// The verdict on an answer.
    fn verdict(
        &self,
        board: &Board,
        distance: &Answered<u32>,
        answer: &str,
    ) -> Result<Verdict, MoveError> {
        if self.kind == Kind::Distance {
            return Ok(Verdict::check_distance(distance, answer));
        }
        let goal = self.tables.goal(board.shape());
        let verdict = |moves: &str| Verdict::on_moves(board, &goal, distance, moves);
        if self.notation != Notation::Blank && !answer.trim().eq_ignore_ascii_case("unsolvable") {
            let moves = self.notation.parse(answer, Some(board))?;
            return Ok(verdict(&moves.to_string()));
        }
        let found = verdict(answer);
        // Counted runs are rare, and reading them takes longer.
        if let Verdict::Wrong(Flaw::Letter(_)) = found
            && let Ok(moves) = self.notation.parse(answer, None)
        {
            return Ok(verdict(&moves.to_string()));
        }
        Ok(found)
    }
}

impl<'l> Row<'l> {
    /// Adds the verdict on an answer, and counts it.
    fn judged(self, verdict: Result<Verdict, MoveError>, summary: &mut Summary) -> Row<'l> {
        let (kind, legal, length, error) = match verdict {
            Ok(Verdict::Optimal) => return self.right(0, summary),
            Ok(Verdict::Valid { excess }) => return self.right(excess, summary),
            Ok(Verdict::Unknown { length, stopped }) => {
                summary.unknown += 1;
                let (is_moves, error) = (length.map(|_| true), Some(stopped.to_string()));
                let (legal, reaches_goal) = (is_moves, is_moves);
                return Row { verdict: "unknown", legal, reaches_goal, length, error, ..self };
            }
            Ok(Verdict::Wrong(flaw)) => {
                let (kind, legal, length) = match flaw {
                    Flaw::Illegal { length, .. } => {
                        (WrongKind::IllegalMove, Some(false), Some(length))
                    }
                    Flaw::NotAtGoal { length } | Flaw::Unsolvable { length } => {
                        (WrongKind::NotAtGoal, Some(true), Some(length))
                    }
                    Flaw::ClaimedUnsolvable { .. } => (WrongKind::Solvable, None, None),
                    Flaw::NotANumber { .. } => (WrongKind::NotANumber, None, None),
                    Flaw::Distance { .. } | Flaw::Bounds { .. } => {
                        (WrongKind::WrongDistance, None, None)
                    }
                    _ => (WrongKind::NotMoves, Some(false), None),
                };
                (kind, legal, length, flaw.to_string())
            }
            Err(why) => {
                let kind = match why.flaw {
                    MoveFlaw::Leaves { .. } | MoveFlaw::NoTile { .. } | MoveFlaw::Apart { .. } => {
                        WrongKind::IllegalMove
                    }
                    _ => WrongKind::NotMoves,
                };
                (kind, Some(false), None, why.to_string())
            }
        };
        Row { error: Some(error), ..self.wrong(kind, legal, length, summary) }
    }

    fn wrong(
        self,
        kind: WrongKind,
        legal: Option<bool>,
        length: Option<usize>,
        summary: &mut Summary,
    ) -> Row<'l> {
        summary.wrong[kind as usize] += 1;
        let error = Some(WrongKind::NAMES[kind as usize].to_owned());
        let reaches_goal = legal.and(Some(false));
        Row { verdict: "wrong", legal, reaches_goal, length, error, ..self }
    }

    fn right(self, excess: usize, summary: &mut Summary) -> Row<'l> {
        let (verdict, count) = match excess {
            0 => ("optimal", &mut summary.optimal),
            _ => ("valid", &mut summary.valid),
        };
        *count += 1;
        // `unsolvable` has no moves.
        let Some(optimal) = self.optimal_length else { return Row { verdict, ..self } };
        *summary.excesses.entry(excess).or_default() += 1;
        summary.shortest += u64::from(optimal);
        Row {
            verdict,
            legal: Some(true),
            reaches_goal: Some(true),
            length: Some(optimal as usize + excess),
            excess: Some(excess),
            ..self
        }
    }

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

impl fmt::Display for Row<'_> {
    /// The verdict as a line of text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict, &self.error, self.excess) {
            ("valid", _, Some(excess)) => write!(f, "valid +{excess}"),
            ("invalid", _, _) | (_, None, _) => f.write_str(self.verdict),
            (verdict, Some(error), _) => write!(f, "{verdict}: {error}"),
        }
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
        for (count, more) in self.wrong.iter_mut().zip(other.wrong) {
            *count += more;
        }
    }

    /// Reports how many answers were how much too long, and the mean lengths.
    fn tell_lengths(&self) {
        let count: u64 = self.excesses.values().sum();
        if count == 0 {
            return;
        }
        let counts = self.excesses.iter().map(|(excess, count)| format!("+{excess}: {count}"));
        note!("{}", counts.collect::<Vec<_>>().join(", "));
        let mean = |total: u64| total as f64 / count as f64;
        let (length, optimal) = (mean(self.shortest + self.excess()), mean(self.shortest));
        let solutions = Plural(count, "solution");
        note!("mean length {length:.3}, mean optimal length {optimal:.3}, of {solutions}");
    }

    /// The total number of unnecessary moves.
    fn excess(&self) -> u64 {
        self.excesses.iter().map(|(&excess, count)| excess as u64 * count).sum()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wrong: u64 = self.wrong.iter().sum();
        write!(f, "{} optimal, {} valid", self.optimal, self.valid)?;
        if self.valid > 0 {
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
        Ok(PairedLines { first, second: LineBuffer::new(Input::open(second)?) })
    }

    /// Reads the next pairs into `chunk`. Returns the pairs that are available, and waits only if
    /// there are none. Returns false at the end.
    fn next(&mut self, chunk: &mut Chunk) -> io::Result<bool> {
        let is_board = |line: Line<'_>| without_comment(line).is_some();
        let is_answer = |_: Line<'_>| true;
        let mut pairs = ROWS_PER_BATCH;
        if self.first.fill()? & self.second.fill()? {
            pairs = split(self.first.buffer(), pairs, is_board).1;
            pairs = split(self.second.buffer(), pairs, is_answer).1;
        }
        take(&mut self.first, pairs, is_board, &mut chunk.first);
        take(&mut self.second, pairs, is_answer, &mut chunk.second);
        Ok(!chunk.first.is_empty() || !chunk.second.is_empty())
    }
}

impl Chunk {
    /// The pairs of lines, with `None` for an input that has ended. Before them, the number of the
    /// board's line, counted from 0.
    fn pairs(&self) -> impl Iterator<Item = (u64, Option<Line<'_>>, Option<Line<'_>>)> {
        let (mut first, mut second) = (Lines::new(&self.first), Lines::new(&self.second));
        let mut next = 0;
        std::iter::from_fn(move || {
            let board = first.by_ref().inspect(|_| next += 1).find_map(without_comment);
            let answer = second.next();
            next += u64::from(board.is_none());
            (board.is_some() || answer.is_some()).then(|| (next - 1, board, answer))
        })
    }
}

/// The length of the beginning of `text` that has at most this many lines that count, and their
/// number, which may be smaller.
fn split(text: &[u8], most: usize, counts: impl Fn(Line<'_>) -> bool) -> (usize, usize) {
    let (mut lines, mut end, mut count) = (Lines::new(text), 0, 0);
    while let Some(line) = lines.next() {
        let counted = count + usize::from(counts(line));
        if counted > most {
            break;
        }
        (end, count) = (text.len() - lines.rest().len(), counted);
    }
    (end, count)
}

/// Moves lines with this many that count from `from` to `to`, replacing its contents.
fn take<R: Read>(
    from: &mut LineBuffer<R>,
    lines: usize,
    counts: impl Fn(Line<'_>) -> bool,
    to: &mut Vec<u8>,
) {
    let (end, _) = split(from.buffer(), lines, counts);
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
        fs::write(&first, format!("a\n# comment\n\n{long}\nb\r\n").repeat(3000)).unwrap();
        fs::write(&second, "1\n2\n3\n4\n".repeat(3000) + "5").unwrap();
        let mut pairs = PairedLines::open(&first, &Layout::default(), None, &second).unwrap();
        let mut chunk = Chunk::default();
        let (mut found, mut lines) = (Vec::new(), 0);
        while pairs.next(&mut chunk).unwrap() {
            let text = |line: Line<'_>| match line {
                Ok(line) => String::from_utf8_lossy(line).into_owned(),
                Err(_) => "long".to_owned(),
            };
            let pairs = chunk.pairs().map(|(line, a, b)| (line, a.map(text), b.map(text)));
            found.extend(pairs.map(|(line, a, b)| (lines + line, a, b)));
            lines += Lines::new(&chunk.first).count() as u64;
        }
        assert_eq!(found.len(), 12_001);
        assert_eq!(found.pop(), Some((15_000, None, Some("5".to_owned()))));
        for (number, four) in (0..).zip(found.chunks(4)) {
            let expected = [(0, "a", "1"), (2, "", "2"), (3, "long", "3"), (4, "b", "4")];
            assert_eq!(
                four,
                expected.map(|(line, a, b)| {
                    (5 * number + line, Some(a.to_owned()), Some(b.to_owned()))
                })
            );
        }
    }
}
