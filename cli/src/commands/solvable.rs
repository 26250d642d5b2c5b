//! `tilebase solvable`: can one board become another, on boards of any size?

use std::ffi::OsString;

use anyhow::Context;
use tilebase::puzzle::{BoardError, Extent, Rectangle};

use crate::Outcome;
use crate::arguments::{arguments, each, rejected};
use crate::boards::Layout;

/// The longest board accepted, in bytes: more than 1500 x 1500 cells.
const MAX_BOARD: usize = 1 << 24;

/// Say whether START can reach GOAL, on boards of any size: `solvable` or `unsolvable`
///
/// The answer follows from the parities of the permutation and of the blank's distance, and takes
/// time proportional to the number of cells.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase solvable \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 x\" --explain
  tilebase solvable - \"$(cat goal.txt)\" < start.txt
  tilebase solvable --size 4x4 < boards.txt")]
pub struct Args {
    /// The board to start from; if omitted or `-`, read one per line from standard input
    start: Option<OsString>,

    /// The board to reach [default: the tiles in order, the blank in the last cell]
    goal: Option<OsString>,

    /// Explain the answer: the parities, and two tiles to exchange to make it solvable
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    layout: Layout,

    /// The shape of boards that do not show it [default: the goal's, else a square, else 3x3]
    #[arg(long, value_name = "RxC")]
    size: Option<Extent>,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let read = |goal: &OsString| Rectangle::parse(goal.as_encoded_bytes(), args.size);
    let goal = args.goal.as_ref().map(read).transpose().context("GOAL")?;
    let extent = args.size.or(goal.as_ref().map(Rectangle::extent));
    let start = arguments(args.start.as_slice());
    let stdin = |input| {
        args.layout.large(input, MAX_BOARD, move |text| Rectangle::parse(text, extent).is_ok())
    };
    each(&start, stdin, None::<&fn(String, String)>, |out, text| {
        let explained = explain(text, extent, goal.as_ref()).map_err(rejected)?;
        let answer = explained.split(':').next().unwrap_or_default();
        out.line(if args.explain { &explained } else { answer })
    })
}

/// The answer and its explanation.
fn explain(
    start: &[u8],
    extent: Option<Extent>,
    goal: Option<&Rectangle>,
) -> Result<String, BoardError> {
    let start = Rectangle::parse(start, extent)?;
    let parities = match goal {
        Some(goal) => start.parities(goal)?,
        None => start.parities(&Rectangle::goal(start.extent())?)?,
    };
    Ok(parities.to_string())
}
