//! `tilebase solvable`: can one board become another, on boards of any size?

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use tilebase::puzzle::{BoardError, Extent, Rectangle};

use crate::Outcome;
use crate::arguments::{each, rejected};
use crate::input::remember;

/// The longest board accepted, in bytes: more than 1500 x 1500 cells.
const MAX_BOARD: usize = 1 << 24;

/// Say whether START can reach GOAL, on boards of any size: `solvable` or `unsolvable`
///
/// The answer follows from the parities of the permutation and of the blank's distance, and takes
/// time proportional to the number of cells. `@FILE` reads a board from a file with one row per
/// line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase solvable \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 x\" --explain
  tilebase solvable @start.txt @goal.txt
  tilebase solvable --size 4x4 < boards.txt")]
pub struct Args {
    /// The board to start from; if omitted or `-`, read one per line from standard input
    start: Option<OsString>,

    /// The board to reach [default: the tiles in order, the blank in the last cell]
    goal: Option<OsString>,

    /// Explain the answer: the parities, and two tiles to exchange to make it solvable
    #[arg(long)]
    explain: bool,

    /// The shape of boards that do not show it [default: the goal's, else a square, else 3x3]
    #[arg(long, value_name = "RxC")]
    size: Option<Extent>,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let goal = args.goal.as_ref().map(|goal| read_goal(goal, args.size)).transpose()?;
    let extent = args.size.or(goal.as_ref().map(Rectangle::extent));
    let start = args.start.as_ref().filter(|start| *start != "-").map(text_of).transpose()?;
    each(start.as_slice(), MAX_BOARD, None::<&fn(String, String)>, |out, text| {
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

fn read_goal(goal: &OsString, extent: Option<Extent>) -> anyhow::Result<Rectangle> {
    Rectangle::parse(text_of(goal)?, extent).context("GOAL")
}

/// The text of an argument: the argument itself, or the contents of the file it names.
fn text_of(argument: &OsString) -> anyhow::Result<Vec<u8>> {
    let bytes = argument.as_encoded_bytes();
    let Some(path) = argument.to_str().and_then(|text| text.strip_prefix('@')) else {
        return Ok(bytes.to_vec());
    };
    let path = Path::new(path);
    remember(path);
    let mut text = Vec::new();
    let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
    let read = file.take(MAX_BOARD as u64 + 1).read_to_end(&mut text);
    if read.with_context(|| format!("cannot read {}", path.display()))? > MAX_BOARD {
        bail!("{}: a board of more than {MAX_BOARD} bytes", path.display());
    }
    // In a file each line is a row, unless rows are marked in another way.
    let text = text.trim_ascii();
    let marked = text.iter().any(|byte| b"/[]".contains(byte));
    Ok(text.iter().map(|&byte| if byte == b'\n' && !marked { b'/' } else { byte }).collect())
}
