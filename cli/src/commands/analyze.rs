//! `tilebase analyze`: mistakes in a solution, move by move.

use std::ffi::OsString;
use std::fmt;
use std::io::Write as _;

use anyhow::Context as _;
use tilebase::analysis::{Analysis, JudgedMove};
use tilebase::puzzle::plural;
use tilebase::text::{Format, MoveError, Notation};
use tilebase::{Board, Error};

use crate::Ending;
use crate::arguments::BoardsAndAnswers;
use crate::cures;
use crate::fields::fields;
use crate::names::one_of;
use crate::options::{BoardRowsArgs, notations};
use crate::output::{Output, RowWriter};
use crate::report::{InputPosition, Invalid, note};
use crate::session::Session;
use crate::tables::TableArgs;
use crate::verdicts::{AnswerKind, AnswersArgs, Checking};

/// Analyze a solution move by move: which moves were optimal, what the others cost, what was better
///
/// The exit status is 1 unless the moves end at the goal. `csv` has one row per move, and `jsonl`
/// one object with {fields}. For files, both have the fields of `check`.
#[derive(clap::Args)]
pub struct Analyze {
    /// A board and the moves from it; or a FILE of boards, and one of moves in the same order
    /// [default: beside the boards]; `-` is standard input
    #[arg(value_name = "BOARD|FILE", required = true)]
    words: Vec<OsString>,

    #[arg(long, help = notations!("How moves are read and written"), ignore_case = true)]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    notation: Notation,

    /// Draw the board before each mistake
    #[arg(long, conflicts_with_all = ["format", "json"])]
    show: bool,

    #[command(flatten)]
    read: AnswersArgs,

    #[command(flatten)]
    io: BoardRowsArgs,

    #[command(flatten)]
    tables: TableArgs,
}

/// A move, for a row of text or CSV or an object in JSON.
#[derive(Default)]
struct MoveRow {
    number: usize,
    mv: String,
    tile: u32,
    before: Option<u32>,
    after: Option<u32>,
    optimal: Option<bool>,
    cost: Option<u32>,
    better: Option<String>,
}

fields!(MoveRow: number, mv as "move", tile, before, after, optimal, cost, better);

/// The whole analysis, for an object in JSON.
#[derive(Default)]
pub struct Whole {
    board: String,
    moves: String,
    length: Option<usize>,
    optimal_length: Option<u32>,
    lost: Option<u32>,
    reaches_goal: Option<bool>,
    distance_left: Option<u32>,
    ending_after: Option<usize>,
    ending: Option<String>,
    steps: Vec<MoveRow>,
    error: Option<String>,
}

fields!(
    Whole: board, moves, length, optimal_length, lost, reaches_goal, distance_left, ending_after,
    ending, steps, error
);

impl Analyze {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let tables = self.tables.open(session)?;
        let given = tables.problems.boards_and_answers(&self.words)?;
        let BoardsAndAnswers::Words(text, moves) = given else {
            return Checking {
                given,
                read: &self.read,
                io: &self.io,
                tables,
                kind: AnswerKind::Moves,
                notation: self.notation,
                lengths: true,
            }
            .run(session);
        };
        self.io.layout.expect_input(false)?;
        self.read.expect_input()?;
        let out = self.io.rows.create(session)?;
        let board = match tables.problems.board(text.as_bytes()) {
            Ok(board) => board,
            Err(why) => return self.refuse(text, moves, &why, out, session),
        };
        let oracle = tables.oracle(&tables.problems.goal_of(&board)?)?;
        let (notation, metric) = (self.notation, tables.problems.metric);
        let (read, wrong) = notation.read_on(moves.as_bytes(), metric, &board).until_wrong();
        let analysis = match Analysis::new(&oracle, &board, &read) {
            Err(why @ Error::Unsolvable(_)) => {
                return self.refuse(board.to_string(), moves, &why, out, session);
            }
            analysis => analysis?,
        };
        let (mut rows, mut before) = (Vec::with_capacity(analysis.steps.len()), board.clone());
        let (mut drawing, mut from) = (String::new(), None);
        for (number, step) in (1..).zip(&analysis.steps) {
            let row = MoveRow::of(number, step, self.notation, &before)?;
            if self.show && row.cost > Some(0) {
                drawing += &row.drawn(&before);
            }
            rows.push(row);
            let after = before.after(&[step.mv]).context("an illegal move")?;
            if number == analysis.ending_after() + 1 {
                from = Some(before);
            }
            before = after;
        }
        let ending = analysis.ending.as_ref();
        let from = from.unwrap_or(before);
        let ending = ending.and_then(|ending| notation.format_on(ending, metric, &from).ok());
        let end = AnalysisText { analysis, ending, wrong };
        self.write(out, [board.to_string(), moves], rows, &end, &drawing)
    }

    /// Says why there is no analysis.
    fn refuse(
        &self,
        board: String,
        moves: String,
        why: &Error,
        out: Output,
        session: &Session,
    ) -> anyhow::Result<Ending> {
        let (mut invalid, place) = (Invalid::default(), InputPosition::Argument(1));
        let (answer, error) = if let Error::Unsolvable(why) = why {
            note!("{place}: {why}");
            ("unsolvable", why.to_string())
        } else {
            let (word, why) = (why.word(), cures::with_cure_of(why, session));
            invalid.report(place, &why);
            (word, format!("{word}: {why}"))
        };
        let is_json = self.io.rows.format() == Format::Jsonl;
        let format = if is_json { Format::Jsonl } else { Format::Text };
        let mut rows = RowWriter::new::<Whole>(out, format)?;
        let whole = Whole { board, moves, error: Some(error), ..Whole::default() };
        rows.write(&whole, answer)?;
        rows.out.finish()?;
        Ok(if answer == "unsolvable" { Ending::Failed } else { invalid.finish() })
    }

    /// Writes an analysis of moves from a board.
    fn write(
        &self,
        out: Output,
        [board, moves]: [String; 2],
        rows: Vec<MoveRow>,
        end: &AnalysisText,
        drawing: &str,
    ) -> anyhow::Result<Ending> {
        let (format, mut invalid) = (self.io.rows.format(), Invalid::default());
        let mut to = RowWriter::new::<MoveRow>(out, format)?;
        if format == Format::Jsonl {
            let AnalysisText { analysis, ending, wrong } = end;
            let whole = Whole {
                board,
                moves,
                length: Some(analysis.steps.len()),
                optimal_length: analysis.optimal_length,
                lost: analysis.lost(),
                reaches_goal: Some(end.reaches_goal()),
                distance_left: analysis.distance_left,
                ending_after: Some(analysis.ending_after()),
                ending: ending.clone(),
                steps: rows,
                error: wrong.as_ref().map(|why| format!("invalid: {why}")),
            };
            to.write(&whole, "")?;
        } else {
            if format == Format::Text {
                to.out.write_all(MoveRow::HEAD.as_bytes())?;
            }
            rows.iter().try_for_each(|row| to.write(row, row))?;
        }
        let mut out = to.out;
        if format == Format::Text {
            write!(out, "\n{end}{drawing}")?;
        }
        out.finish()?;
        if format != Format::Text && self.read.stats {
            end.to_string().lines().for_each(|line| note!("{line}"));
        }
        if let Some(why) = &end.wrong {
            invalid.report(InputPosition::Argument(2), why);
        }
        Ok(if end.reaches_goal() { invalid.finish() } else { Ending::Failed })
    }
}

impl MoveRow {
    const HEAD: &str = "   #  move  tile  before  after  cost     better\n";

    /// A move of this board.
    fn of(
        number: usize,
        step: &JudgedMove,
        notation: Notation,
        board: &Board,
    ) -> Result<MoveRow, MoveError> {
        let cost = step.cost();
        let better = step.better.map(|moves| notation.format_set_on(moves, board));
        Ok(MoveRow {
            number,
            mv: notation.format_set_on(step.mv, board)?,
            tile: step.tile,
            before: step.before,
            after: step.after,
            optimal: cost.map(|cost| cost == 0),
            cost,
            better: better.transpose()?,
        })
    }

    /// A drawing of the board before this move.
    fn drawn(&self, board: &Board) -> String {
        let MoveRow { number, mv, better, .. } = self;
        let better = known(better.as_ref().filter(|better| !better.is_empty()));
        format!("\nmove {number}: {mv}, better: {better}\n{board:#}\n")
    }
}

impl fmt::Display for MoveRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MoveRow { number, mv, tile, .. } = self;
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

/// An analysis in a few lines of text.
struct AnalysisText {
    analysis: Analysis,
    /// The optimal ending, as text.
    ending: Option<String>,
    /// Why the moves end before their text does.
    wrong: Option<MoveError>,
}

impl AnalysisText {
    fn reaches_goal(&self) -> bool {
        self.wrong.is_none() && self.analysis.reaches_goal()
    }
}

impl fmt::Display for AnalysisText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let AnalysisText { analysis, ending, wrong } = self;
        let length = analysis.steps.len();
        writeln!(f, "length: {length}")?;
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
            (None, None) => {
                let least: u32 = analysis.steps.iter().filter_map(JudgedMove::cost).sum();
                writeln!(f, "lost: unknown, at least {least}{at}")?;
            }
        }
        match (wrong, analysis.distance_left) {
            (Some(why), _) => writeln!(f, "ends: {why}")?,
            (None, Some(0)) => writeln!(f, "ends: at the goal")?,
            (None, Some(left)) => {
                writeln!(f, "ends: {} from the goal", plural(left.into(), "move"))?;
            }
            (None, None) => writeln!(f, "ends: not at the goal")?,
        }
        match (ending.as_deref().unwrap_or("unknown"), analysis.ending_after()) {
            // Nothing remains after the last move.
            ("", moves) if moves == length => Ok(()),
            ("", 0) => writeln!(f, "optimal from the start: no moves"),
            ("", moves) => writeln!(f, "optimal after move {moves}: no more moves"),
            (ending, 0) => writeln!(f, "optimal from the start: {ending}"),
            (ending, moves) => writeln!(f, "optimal after move {moves}: {ending}"),
        }
    }
}
