//! `tilebase solvable`: can one board become another, on boards of any size?

use std::ffi::OsString;
use std::fmt;
use std::sync::Arc;

use anyhow::{Context, bail};
use tilebase::Position;
use tilebase::bulk::Format;
use tilebase::puzzle::{Extent, GoalName, Plural};

use crate::Ending;
use crate::arguments::{boards, each};
use crate::boards::LONGEST_BOARD;
use crate::fields::{fields, list};
use crate::options::{BoardRowsArgs, ReadingArgs};
use crate::session::Session;

/// Say whether START can reach GOAL, on boards of any size: `solvable` or `unsolvable`
///
/// The answer follows from the parities of the permutation and of the blank's distance, and takes
/// time proportional to the number of cells. `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase solvable \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 x\" --explain
  tilebase solvable - \"$(cat goal.txt)\" < start.txt
  tilebase solvable --size 4x4 < boards.txt")]
pub struct Solvable {
    /// START, and GOAL if it is not the default; if START is omitted or `-`, read boards from
    /// standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// The board to reach, or the cell of the blank with the tiles in order, counted from 0, or
    /// `first`, `last` or `snail` [default: the tiles in order, the blank in the last cell]
    #[arg(long, value_name = "BOARD")]
    goal: Option<OsString>,

    /// Explain the answer: the inversions, and two tiles to exchange to make it solvable
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// The shape of boards that do not show it [default: the goal's, else a square, else 3x3]
    #[arg(long, value_name = "RxC")]
    size: Option<Extent>,
}

impl Solvable {
    /// The lists of fields in its description.
    pub fn fields() -> Vec<String> {
        vec![list(&SolvableRow::default())]
    }

    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let words = boards(&self.boards);
        let (start, goal) = match words.as_slice() {
            [start, goal] if self.goal.is_none() => (Some(start), Some(goal.as_slice())),
            [] | [_] => (words.first(), self.goal.as_ref().map(|goal| goal.as_encoded_bytes())),
            more => bail!("{} boards: expected START, or START and GOAL", more.len()),
        };
        // The goal of a name depends on the size, which the board shows.
        let name = goal.and_then(GoalName::of).filter(|_| self.size.is_none());
        let goal = goal.filter(|_| name.is_none());
        let reading = self.reading.reading();
        let goal = goal.map(|goal| reading.goal(goal, self.size)).transpose();
        let goal = goal.context("GOAL")?;
        let extent = self.size.or(goal.as_ref().map(Position::extent));
        let start: Vec<_> = start.filter(|start| *start != b"-").cloned().into_iter().collect();
        let format = self.io.rows.format();
        let explained = self.explain || format != Format::Text;
        each(
            session,
            &start,
            |input| self.io.layout.of_any_size(input, &reading, extent, usize::MAX, LONGEST_BOARD),
            (&self.io.rows.output, format),
            |board, error| SolvableRow { board, error: Some(error), ..SolvableRow::default() },
            |text| {
                let start = reading.board(text, extent)?.rectangle();
                let goal = match (&goal, name) {
                    (Some(goal), _) => goal.rectangle(),
                    (None, Some(name)) => Arc::new(name.rectangle(start.extent())?),
                    (None, None) => Position::goal(start.extent())?.rectangle(),
                };
                let parities = start.parities(&goal)?;
                Ok(SolvableRow {
                    board: start.to_string(),
                    solvable: Some(parities.solvable()),
                    explanation: explained.then(|| parities.to_string()),
                    inversions: if explained { Some(start.inversions(&goal)?) } else { None },
                    error: None,
                    explain: self.explain,
                })
            },
        )
    }
}

/// An answer.
#[derive(Default)]
struct SolvableRow {
    board: String,
    solvable: Option<bool>,
    explanation: Option<String>,
    inversions: Option<u64>,
    error: Option<String>,
    /// Whether the explanation is the answer.
    explain: bool,
}

fields!(SolvableRow: board, solvable, explanation, inversions, error);

impl fmt::Display for SolvableRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.solvable, &self.explanation, self.inversions) {
            (_, Some(explanation), Some(number)) if self.explain => {
                write!(f, "{explanation} ({})", Plural(number, "inversion"))
            }
            (Some(true), ..) => f.write_str("solvable"),
            (Some(false), ..) => f.write_str("unsolvable"),
            (None, ..) => f.write_str("invalid"),
        }
    }
}
