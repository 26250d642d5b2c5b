//! `tilebase check` and `tilebase analyze`: what is wrong with solutions, in a file or by move.

use std::ffi::OsString;
use std::fmt;
use std::io::{BufReader, Write as _};
use std::path::PathBuf;

use serde::Serialize;
use tilebase::analysis::{Analysis, Step};
use tilebase::bulk::Format;
use tilebase::judge::{CaseVerdict, Judge};
use tilebase::puzzle::{MoveError, MoveSet, Notation, Plural};
use tilebase::{Error, Tablebase};

use crate::Outcome;
use crate::arguments::board_and_moves;
use crate::input::Input;
use crate::options::{BoardRowsArgs, judges, notation};
use crate::output::{Output, head, write_rows};
use crate::report::{self, InputPosition, Invalid, note};
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::verdicts::{Checking, Kind};

/// Check answers to boards: `optimal`, `valid +K` (K moves too many) or `wrong: ...`, one per line
///
/// An answer is a sequence of moves, or `unsolvable`, which is correct only for unsolvable boards.
/// Spaces between moves are ignored. The answer for the goal itself is an empty line. With
/// `--answers distance` an answer is a number of moves, or `unsolvable` or -1. Other verdicts:
/// `unknown`, with what is proved, if a limit stopped the search for the distance, as it does for
/// most boards of more than sixteen cells; `valid: 121 moves, 20 to 24 too many` if a shorter
/// solution is known then; `too long` for an answer of more than 65,536 bytes,
/// which is not read; and `invalid` for an invalid board. A summary goes to standard error. The
/// exit status is 1 unless every answer is optimal or valid. `csv` and `jsonl` have the fields
/// `board`, `answer`, `verdict`, `legal`, `reaches_goal`, `length`, `optimal_length`, `excess` and
/// `error`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase check boards.txt answers.txt
  my-solver < boards.txt | tilebase check boards.txt -
  tilebase check --answers distance boards.txt distances.txt
  tilebase check --valid boards.txt answers.txt
  tilebase check --judge uva652 input.txt output.txt
  tilebase check --format jsonl boards.txt answers.txt -o verdicts.jsonl")]
pub struct Check {
    /// Boards, one per line; `-` is standard input
    boards: PathBuf,

    /// Answers, one per line; `-` is standard input
    answers: PathBuf,

    /// What the answers are
    #[arg(id = "kind", long = "answers", value_name = "KIND", ignore_case = true)]
    #[arg(value_enum, default_value = "moves")]
    kind: Kind,

    /// Check only that the moves reach the goal: every such answer is `valid`, and nothing is
    /// searched for
    #[arg(long, conflicts_with = "kind")]
    valid: bool,

    /// The two files are an input of this online judge and what a program answered: print
    /// `correct`, `valid +K` or `wrong: ...` for each case
    #[arg(long, value_name = "NAME", value_parser = judges(), ignore_case = true)]
    #[arg(conflicts_with_all = ["kind", "valid", "format", "json"])]
    judge: Option<&'static Judge>,

    /// How the answers are written: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    io: BoardRowsArgs,

    #[command(flatten)]
    tables: TableArgs,
}

impl Check {
    pub fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        if let Some(judge) = self.judge {
            return self.cases(judge, session);
        }
        let any_size = self.tables.any_size(None, false)?;
        let tables = match &any_size {
            Some(_) => Tables::without_goal(&self.tables, session),
            None => Tables::new(&self.tables, session)?,
        };
        Checking {
            boards: &self.boards,
            answers: &self.answers,
            io: &self.io,
            tables,
            any_size,
            kind: if self.valid { Kind::Valid } else { self.kind },
            notation: self.notation,
            lengths: false,
        }
        .run(session)
    }

    /// Checks what a program answered to a judge's input.
    fn cases(&self, judge: &Judge, session: &Session) -> anyhow::Result<Outcome> {
        let tables = Tables::new(&self.tables, session)?;
        let input = BufReader::new(Input::open(&self.boards, session)?);
        let answers = BufReader::new(Input::open(&self.answers, session)?);
        let mut out = self.io.rows.output.create(session)?;
        let (mut right, mut longer, mut wrong) = (0, 0, 0_u64);
        let limits = tables.limits.limits();
        let embedded = Tablebase::embedded();
        judge.check::<anyhow::Error>(&embedded, &limits, input, answers, |verdict| {
            match verdict {
                CaseVerdict::Correct => right += 1,
                CaseVerdict::Longer { .. } => longer += 1,
                _ => wrong += 1,
            }
            Ok(writeln!(out, "{verdict}")?)
        })?;
        out.finish()?;
        note!("{}: {right} correct, {longer} valid, {wrong} wrong", judge.problem);
        Ok(if wrong == 0 { Outcome::Answered } else { Outcome::Failed })
    }
}

/// Analyze a solution move by move: which moves were optimal, what the others cost, what was better
///
/// For each move: its number, the move, the tile that slides, the distances before and after it,
/// `optimal` or the moves that it cost, and the better moves. Then the length, the optimal length,
/// the moves lost, and the optimal ending from the first mistake. Moves after an illegal one are
/// not analyzed. On shapes that are searched, `--timeout` is for the whole analysis, and what is
/// not proved within the limits is unknown. The exit status is 1 unless the moves end at the goal.
///
/// `csv` has one row per move, and `jsonl` one object with `board`, `moves`, `length`,
/// `optimal_length`, `lost`, `reaches_goal`, `distance_left`, `ending_after`, `ending`, `steps` and
/// `error`. For files both have the fields of `check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase analyze \"1 2 3 x 4 6 7 5 8\" rlrdr
  tilebase analyze --show --notation tile 1 2 3 x 4 6 7 5 8 LRLUL
  tilebase analyze --format csv 23415x768 dlurullddrurdllurdr
  tilebase analyze --boards boards.txt --moves solutions.txt
  tilebase analyze --timeout 10 \"5 1 2 4 9 6 3 8 13 10 7 11 x 14 15 12\" uuurrddrd")]
pub struct Analyze {
    /// The board before the first move
    #[arg(required_unless_present = "boards", conflicts_with = "boards")]
    board: Option<OsString>,

    /// The moves
    #[arg(value_name = "MOVES", required_unless_present = "boards")]
    rest: Vec<OsString>,

    /// Boards, one per line, to analyze the solutions of a file: one line for each, and at the end
    /// how many were +0, +2, +4, ..., and the mean lengths; `-` is standard input
    #[arg(long, value_name = "FILE", requires = "solutions", conflicts_with = "show")]
    boards: Option<PathBuf>,

    /// The moves from each of these boards, one sequence per line; `-` is standard input
    #[arg(id = "solutions", long = "moves", value_name = "FILE", requires = "boards")]
    solutions: Option<PathBuf>,

    /// How moves are read and written: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    /// Draw the board before each mistake
    #[arg(long, conflicts_with_all = ["format", "json"])]
    show: bool,

    #[command(flatten)]
    io: BoardRowsArgs,

    #[command(flatten)]
    tables: TableArgs,
}

/// A move, for a row of text or CSV or an object in JSON.
#[derive(Default, Serialize)]
struct Row {
    number: usize,
    #[serde(rename = "move")]
    mv: String,
    tile: u8,
    before: Option<u32>,
    after: Option<u32>,
    optimal: Option<bool>,
    cost: Option<u32>,
    better: Option<String>,
}

/// The whole analysis, for an object in JSON.
#[derive(Default, Serialize)]
struct Whole {
    board: String,
    moves: String,
    length: Option<usize>,
    optimal_length: Option<u32>,
    lost: Option<u32>,
    reaches_goal: Option<bool>,
    distance_left: Option<u32>,
    ending_after: Option<usize>,
    ending: Option<String>,
    steps: Vec<Row>,
    error: Option<String>,
}

impl Analyze {
    pub fn run(&self, session: &Session) -> anyhow::Result<Outcome> {
        let tables = Tables::single(&self.tables, session, "analyze")?;
        if let (Some(boards), Some(answers)) = (&self.boards, &self.solutions) {
            let (io, notation, kind) = (&self.io, self.notation, Kind::Moves);
            let any_size = None;
            return Checking {
                boards,
                answers,
                io,
                tables,
                any_size,
                kind,
                notation,
                lengths: true,
            }
            .run(session);
        }
        let words: Vec<OsString> = self.board.iter().chain(&self.rest).cloned().collect();
        let (text, moves) = board_and_moves(&words, tables.shape);
        let (format, mut invalid) = (self.io.rows.format(), Invalid::default());
        let mut out = self.io.rows.output.create(session)?;
        let refuse = |mut out: Output, answer: &str, error: String| {
            if format == Format::Jsonl {
                let (board, moves) = (text.clone(), moves.clone());
                let whole = Whole { board, moves, error: Some(error), ..Whole::default() };
                writeln!(out, "{}", serde_json::to_string(&whole)?)?;
            } else {
                writeln!(out, "{answer}")?;
            }
            out.finish()
        };
        let board = match tables.board(text.as_bytes()) {
            Ok(board) => board,
            Err(why) => {
                let why = report::with_cure_of(&why, session);
                invalid.tell(InputPosition::Argument(1), &why);
                refuse(out, "invalid", format!("invalid: {why}"))?;
                return Ok(invalid.finish());
            }
        };
        // The moves up to the first that is wrong, and what is wrong with it.
        let (mut read, mut wrong) = (Vec::new(), None);
        for mv in self.notation.read(moves.as_bytes(), Some(&board)) {
            match mv {
                Ok(mv) => read.push(mv),
                Err(why) => {
                    wrong = Some(why);
                    break;
                }
            }
        }
        let oracle = tables.oracle(&tables.goal(board.shape()))?;
        let analysis = match Analysis::new(&oracle, &board, &read) {
            Err(Error::Unsolvable(why)) => {
                note!("{}: {why}", InputPosition::Argument(1));
                refuse(out, "unsolvable", why.to_string())?;
                return Ok(Outcome::Failed);
            }
            analysis => analysis?,
        };
        let end = End { analysis: &analysis, wrong: wrong.as_ref(), notation: self.notation };
        let steps = (1..).zip(&analysis.steps);
        let rows: Vec<Row> =
            steps.map(|(number, step)| Row::new(number, step, self.notation)).collect();
        match format {
            Format::Text => {
                out.write_all(Row::HEAD.as_bytes())?;
                write_rows(format, &rows, &mut out)?;
                write!(out, "\n{end}")?;
                if self.show {
                    write!(out, "{}", drawn(&analysis, self.notation))?;
                }
            }
            Format::Csv => {
                out.write_all(head::<Row>(format).as_bytes())?;
                write_rows(format, &rows, &mut out)?;
            }
            Format::Jsonl => {
                let whole = Whole {
                    board: board.to_string(),
                    moves,
                    length: Some(analysis.steps.len()),
                    optimal_length: analysis.optimal_length,
                    lost: analysis.lost(),
                    reaches_goal: Some(end.is_goal()),
                    distance_left: analysis.distance_left,
                    ending_after: Some(analysis.ending_after()),
                    ending: end.ending(),
                    steps: rows,
                    error: wrong.as_ref().map(|why| format!("invalid: {why}")),
                };
                writeln!(out, "{}", serde_json::to_string(&whole)?)?;
            }
        }
        out.finish()?;
        if format == Format::Csv {
            end.to_string().lines().for_each(|line| note!("{line}"));
        }
        if let Some(why) = &wrong {
            invalid.tell(InputPosition::Argument(2), why);
        }
        Ok(if end.is_goal() { invalid.finish() } else { Outcome::Failed })
    }
}

impl Row {
    const HEAD: &str = "   #  move  tile  before  after  cost     better\n";

    fn new(number: usize, step: &Step, notation: Notation) -> Row {
        let set = |moves: MoveSet| {
            let mut text = Vec::new();
            let written = notation.write_set(moves, Some(&step.board), &mut text);
            written.expect("legal moves of this board");
            String::from_utf8_lossy(&text).into_owned()
        };
        let cost = step.cost();
        Row {
            number,
            mv: set(step.mv.into()),
            tile: step.tile,
            before: step.before,
            after: step.after,
            optimal: cost.map(|cost| cost == 0),
            cost,
            better: step.better.map(set),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { number, mv, tile, .. } = self;
        let (before, after) = (known(self.before), known(self.after));
        let cost = match self.cost {
            Some(0) => "optimal".to_owned(),
            Some(cost) => format!("+{cost}"),
            None => "?".to_owned(),
        };
        let better = known(self.better.as_ref());
        let row = format!(
            "{number:>4}  {mv:<4}  {tile:>4}  {before:>6}  {after:>5}  {cost:<7}  {better}"
        );
        f.write_str(row.trim_end())
    }
}

/// A value, or a question mark if it is unknown.
fn known(value: Option<impl fmt::Display>) -> String {
    value.map_or("?".to_owned(), |value| value.to_string())
}

/// The summary of an analysis.
struct End<'a> {
    analysis: &'a Analysis,
    wrong: Option<&'a MoveError>,
    notation: Notation,
}

impl End<'_> {
    fn is_goal(&self) -> bool {
        self.wrong.is_none() && self.analysis.reaches_goal()
    }

    /// The optimal ending, as text.
    fn ending(&self) -> Option<String> {
        let Analysis { steps, end, ending, .. } = self.analysis;
        let from = steps.get(self.analysis.ending_after()).map_or(end, |step| &step.board);
        self.notation.format(ending.as_ref()?, Some(from)).ok()
    }
}

impl fmt::Display for End<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let analysis = self.analysis;
        writeln!(f, "length: {}", analysis.steps.len())?;
        match analysis.optimal_length {
            Some(length) => writeln!(f, "optimal: {length}")?,
            None => {
                write!(f, "optimal: unknown, at least {}", analysis.at_least)?;
                if let Some(most) = analysis.at_most {
                    write!(f, ", at most {most}")?;
                }
                writeln!(f)?;
            }
        }
        let mistakes: Vec<String> =
            analysis.mistakes().map(|(number, _)| number.to_string()).collect();
        let at = match mistakes.len() {
            0 => String::new(),
            1 => format!(", at move {}", mistakes[0]),
            _ => format!(", at moves {}", mistakes.join(", ")),
        };
        match (analysis.lost(), analysis.lost_between()) {
            (Some(lost), _) => writeln!(f, "lost: {lost}{at}")?,
            (None, Some((least, most))) => {
                writeln!(f, "lost: unknown, at least {least}, at most {most}{at}")?;
            }
            (None, None) => writeln!(f, "lost: unknown, at least {}{at}", 2 * mistakes.len())?,
        }
        match (self.wrong, analysis.distance_left) {
            (Some(why), _) => writeln!(f, "ends: {why}")?,
            (None, Some(0)) => writeln!(f, "ends: at the goal")?,
            (None, Some(left)) => {
                writeln!(f, "ends: {} from the goal", Plural(left.into(), "move"))?;
            }
            (None, None) => writeln!(f, "ends: not at the goal")?,
        }
        let ending = self.ending().unwrap_or_else(|| "unknown".to_owned());
        match (ending.as_str(), analysis.ending_after()) {
            // What is left after the last move is nothing.
            ("", moves) if moves == analysis.steps.len() => Ok(()),
            ("", 0) => writeln!(f, "optimal from the start: no moves"),
            ("", moves) => writeln!(f, "optimal after move {moves}: no more moves"),
            (ending, 0) => writeln!(f, "optimal from the start: {ending}"),
            (ending, moves) => writeln!(f, "optimal after move {moves}: {ending}"),
        }
    }
}

/// Draws the boards before mistakes.
fn drawn(analysis: &Analysis, notation: Notation) -> String {
    let mistakes = analysis.mistakes().map(|(number, step)| {
        let Row { mv, better, .. } = Row::new(number, step, notation);
        let better = known(better.filter(|better| !better.is_empty()));
        format!("\nmove {number}: {mv}, better: {better}\n{:#}\n", step.board)
    });
    mistakes.collect()
}
