//! `tilebase analyze`: mistakes in a solution, move by move.

use std::ffi::OsString;

use anyhow::Context as _;
use tilebase::analysis::{Analysis, CostAnalysis, CostedMove, JudgedMove};
use tilebase::costs::CostSum;
use tilebase::text::rows::Fields;
use tilebase::text::{Format, MoveError, Notation};
use tilebase::{Board, Error};

use crate::Ending;
use crate::arguments::BoardsAndAnswers;
use crate::cures;
use crate::fields::{fields, one_of};
use crate::options::{BoardRowsArgs, notations};
use crate::output::{Output, RowWriter, object_text};
use crate::report::{InputPosition, Invalid, note};
use crate::session::Session;
use crate::tables::{CostArg, SearchArgs};
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

    #[arg(long, help = notations!("How moves are read and written"))]
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
    cost: CostArg,

    #[command(flatten)]
    tables: SearchArgs,
}

fields! {
    /// A move, for a row of text or CSV or an object in JSON.
    struct MoveRow {
        number: usize,
        mv as "move": String,
        tile: Option<u32>,
        before: Option<u32>,
        after: Option<u32>,
        optimal: Option<bool>,
        cost: Option<u32>,
        better: Option<String>,
    }
}

fields! {
    /// The whole analysis, for an object in JSON.
    pub struct Whole {
        board: String,
        moves: String,
        length: Option<usize>,
        optimal_length: Option<u32>,
        /// The bounds of this, if it is not known.
        lower_bound: Option<u32>,
        upper_bound: Option<u32>,
        lost: Option<u32>,
        /// The bounds of this, if it is not known.
        lost_at_least: Option<u32>,
        lost_at_most: Option<u32>,
        reaches_goal: Option<bool>,
        distance_left: Option<u32>,
        ending_after: Option<usize>,
        ending: Option<String>,
        steps: Vec<MoveRow>,
        error: Option<String>,
    }
}

fields! {
    /// The same with `--cost`: what a move costs, and what was cheaper.
    struct CostRow {
        number: usize,
        mv as "move": String,
        tile: u32,
        cost: Option<CostSum>,
        after: Option<CostSum>,
        extra: Option<CostSum>,
        better: Option<String>,
    }
}

fields! {
    /// The whole analysis with `--cost`.
    struct CostWhole {
        board: String,
        moves: String,
        length: usize,
        cost: Option<CostSum>,
        least_cost: Option<CostSum>,
        reaches_goal: bool,
        cost_left: Option<CostSum>,
        steps: Vec<CostRow>,
        error: Option<String>,
    }
}

impl Analyze {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let tables = self.cost.open(&self.tables, session)?;
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
        self.read.expect_input(false)?;
        let out = self.io.rows.create(session)?;
        let board = match tables.problems.board(text.as_bytes()) {
            Ok(board) => board,
            Err(why) => return self.refuse(text, moves, &why, out, session),
        };
        let goal = tables.problems.goal(board.shape())?;
        let oracle = tables.oracle(&goal)?;
        if let Err(why @ Error::Unsolvable(_)) = board.expect_solvable(&goal) {
            return self.refuse(board.to_string(), moves, &why, out, session);
        }
        let (notation, metric) = (self.notation, tables.problems.metric);
        let format = self.io.rows.format();
        let (read, wrong) = notation.read_on(moves.as_bytes(), metric, &board).until_wrong();
        if tables.costs.is_some() {
            let analysis = CostAnalysis::new(&oracle, &board, &read)?;
            let (mut steps, mut before) = (Vec::new(), board.clone());
            for (number, step) in (1..).zip(&analysis.steps) {
                steps.push(CostRow::of(number, step, notation, &before)?);
                before = before.after(&[step.mv]).context("an illegal move")?;
            }
            let whole = CostWhole {
                board: board.to_string(),
                moves,
                length: steps.len(),
                cost: Some(analysis.cost),
                least_cost: analysis.least_cost,
                reaches_goal: wrong.is_none() && analysis.reaches_goal(&read),
                cost_left: analysis.cost_left,
                steps,
                error: wrong.as_ref().map(|why| format!("invalid: {why}")),
            };
            steps_and_whole(out, format, &whole.steps, &whole)?.finish()?;
            return Ok(ended(whole.reaches_goal, wrong.as_ref()));
        }
        let analysis = Analysis::new(&oracle, &board, &read)?;
        let (mut steps, mut before) = (Vec::with_capacity(analysis.steps.len()), board.clone());
        let (mut drawing, mut from) = (String::new(), None);
        for (number, step) in (1..).zip(&analysis.steps) {
            let row = MoveRow::of(number, step, self.notation, &before)?;
            if self.show && row.cost > Some(0) {
                drawing += &row.drawn(&before);
            }
            steps.push(row);
            let after = before.after(&[step.mv]).context("an illegal move")?;
            if number == analysis.ending_after() + 1 {
                from = Some(before);
            }
            before = after;
        }
        let ending = analysis.ending.as_ref();
        let from = from.unwrap_or(before);
        let ending = ending.and_then(|ending| notation.format_on(ending, metric, &from).ok());
        let mut whole = Whole { ending, steps, ..Whole::of(&analysis, board.to_string(), moves) };
        if let Some(why) = &wrong {
            whole.error = Some(format!("invalid: {why}"));
            whole.reaches_goal = Some(false);
        }
        let mut rows = steps_and_whole(out, format, &whole.steps, &whole)?;
        if format == Format::Csv && self.read.stats {
            object_text(&whole).lines().for_each(|line| note!("{line}"));
        }
        rows.text(drawing)?;
        rows.finish()?;
        let is_unproved = self.tables.optimal && whole.optimal_length.is_none();
        Ok(ended(whole.reaches_goal == Some(true) && !is_unproved, wrong.as_ref()))
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
        rows.line(&whole, answer)?;
        rows.finish()?;
        Ok(if answer == "unsolvable" { Ending::Failed } else { invalid.finish() })
    }
}

/// Reports the move that is wrong, if there is one, and ends the command.
fn ended(is_right: bool, wrong: Option<&MoveError>) -> Ending {
    let mut invalid = Invalid::default();
    if let Some(why) = wrong {
        invalid.report(InputPosition::Argument(2), why);
    }
    if is_right { invalid.finish() } else { Ending::Failed }
}

/// Writes a row for each step, or an object for the whole, or both as text.
fn steps_and_whole<R: Fields + Default>(
    out: Output,
    format: Format,
    steps: &[R],
    whole: &impl Fields,
) -> anyhow::Result<RowWriter> {
    let mut rows = RowWriter::new::<R>(out, format)?;
    if format != Format::Jsonl {
        steps.iter().try_for_each(|row| rows.row(row))?;
    }
    if format != Format::Csv {
        rows.text(if steps.is_empty() { "" } else { "\n" })?;
        rows.object(whole)?;
    }
    Ok(rows)
}

impl Whole {
    /// The analysis, without its moves.
    fn of(analysis: &Analysis, board: String, moves: String) -> Whole {
        let unless = |known: Option<u32>, bound: Option<u32>| bound.filter(|_| known.is_none());
        let (optimal_length, lost) = (analysis.optimal_length, analysis.lost());
        let (least, most) = analysis.lost_between().unzip();
        let mistakes = analysis.steps.iter().filter_map(JudgedMove::cost).sum();
        Whole {
            board,
            moves,
            length: Some(analysis.steps.len()),
            optimal_length,
            lower_bound: unless(optimal_length, Some(analysis.at_least)),
            upper_bound: unless(optimal_length, analysis.at_most),
            lost,
            lost_at_least: unless(lost, least.or(Some(mistakes))),
            lost_at_most: unless(lost, most),
            reaches_goal: Some(analysis.reaches_goal()),
            distance_left: analysis.distance_left,
            ending_after: Some(analysis.ending_after()),
            ..Whole::default()
        }
    }
}

impl MoveRow {
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
        let better = better.as_deref().filter(|better| !better.is_empty()).unwrap_or("?");
        format!("\nmove {number}: {mv}, better: {better}\n{board:#}\n")
    }
}

impl CostRow {
    /// A move of this board.
    fn of(
        number: usize,
        step: &CostedMove,
        notation: Notation,
        board: &Board,
    ) -> Result<CostRow, MoveError> {
        let &CostedMove { mv, tile, cost, after, extra, better, .. } = step;
        let better = better.map(|mv| notation.format_set_on(mv, board)).transpose()?;
        let (mv, cost) = (notation.format_set_on(mv, board)?, Some(cost));
        Ok(CostRow { number, mv, tile, cost, after, extra, better })
    }
}
