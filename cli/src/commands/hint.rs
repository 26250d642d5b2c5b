//! `tilebase hint`: the next move.

use std::ffi::OsString;
use std::io::{self, Read as _};

use anyhow::bail;
use tilebase::Error;
use tilebase::puzzle::Notation;

use crate::Outcome;
use crate::arguments::boards;
use crate::options::notation;
use crate::output::Output;
use crate::report::{self, InputPosition};
use crate::tables::{self, Tables};

/// No board is longer than this, in bytes.
const LONGEST: u64 = 1 << 16;

/// Print one optimal move: the first of the canonical solution
///
/// Nothing is printed, and the exit status is 1, if there is none: the board is the goal, cannot
/// reach it, or is not a board. The reason goes to standard error.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase hint \"2 3 4 1 5 x 7 6 8\"
  tilebase hint --notation tiles 2 3 4 1 5 x 7 6 8")]
pub struct Args {
    /// The board; `-` is standard input, a line or a grid
    #[arg(value_name = "BOARD", required = true)]
    board: Vec<OsString>,

    /// How to write the move: `blank` (d), `tile` (U) or `tiles` (5)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    tables: tables::TableArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = Tables::new(&args.tables)?;
    let mut boards = boards(&args.board);
    if boards.is_empty() {
        boards.push(io::read_to_string(io::stdin().take(LONGEST))?.into_bytes());
    }
    let [text] = boards.as_slice() else {
        bail!("{} boards: expected one, or `tilebase solve --next` for several", boards.len());
    };
    let found = tables.board(text).and_then(|board| {
        let solution = tables.oracle(&tables.goal(board.shape()))?.solution(&board)?;
        Ok((board, solution.first().copied()))
    });
    let (board, mv) = match found {
        Ok((board, Some(mv))) => (board, mv),
        Ok((_, None)) => return Ok(none(&"the board is the goal")),
        Err(why @ (Error::Board(_) | Error::Unsolvable(_) | Error::Stopped(_))) => {
            return Ok(none(&why));
        }
        Err(error) => return Err(error.into()),
    };
    let mut out = Output::stdout();
    out.line(args.notation.format(&[mv], Some(&board))?)?;
    out.finish()?;
    Ok(Outcome::Answered)
}

/// Says why there is no move.
fn none(why: &dyn std::fmt::Display) -> Outcome {
    report::error(format_args!("{}: {why}", InputPosition::Argument(1)));
    Outcome::Failed
}
