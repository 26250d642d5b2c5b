//! `tilebase moves`: moves in another notation, undone, shortened or counted.

use std::ffi::OsString;
use std::fmt;

use anyhow::{Context, bail};
use serde::Serialize;
use tilebase::bulk::Format;
use tilebase::puzzle::{MoveError, Notation};
use tilebase::{Board, Shape};

use crate::Outcome;
use crate::arguments::{arguments, each, rejected};
use crate::boards::plain;
use crate::options::{OutputArg, notation, shape};

/// Convert moves between notations, invert, simplify and count them
///
/// The notations, with blank down, down, left as the example: `blank` is the direction of the blank
/// (ddl), `tile` is the direction of the tile with runs counted (U2R), and `tiles` are the numbers
/// of the tiles (5 8 7), which needs a board. Spaces between moves are ignored, and a number behind
/// a letter repeats it. A line that is not moves, or not legal on the board, answers `invalid`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase moves --from tile --to blank U2R
  tilebase moves --to tiles --board \"1 2 3 x 4 6 7 5 8\" rdr
  tilebase moves --invert --simplify dlrul
  tilebase moves --answer length --from tile R2DLU2
  tilebase lookup boards.txt | tilebase moves --to tile
  tilebase moves --to tile < solutions.txt")]
pub struct Args {
    /// The moves; if omitted or `-`, read one sequence of moves per line from standard input
    moves: Vec<OsString>,

    /// The notation to read
    #[arg(long, visible_alias = "notation", default_value = "blank")]
    #[arg(value_parser = notation(), ignore_case = true)]
    from: Notation,

    /// The notation to write [default: the one that is read]
    #[arg(long, value_parser = notation(), ignore_case = true)]
    to: Option<Notation>,

    /// The board before the moves. If it is given, every move must be legal on it
    #[arg(long)]
    board: Option<String>,

    /// The shape of the board, if it does not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    size: Option<Shape>,

    /// Print the moves that undo these
    #[arg(long)]
    invert: bool,

    /// Drop moves that undo each other
    #[arg(long)]
    simplify: bool,

    /// What to print
    #[arg(long, value_enum, default_value = "moves", ignore_case = true)]
    answer: Answer,

    #[command(flatten)]
    output: OutputArg,
}

/// What is printed for each line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Answer {
    /// The moves
    Moves,
    /// Two numbers: the moves of single tiles, and the runs in one direction
    Length,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let to = args.to.unwrap_or(args.from);
    let board = args.board.as_ref().map(|board| Board::parse(board, args.size));
    let board = board.transpose().context("--board")?;
    if board.is_none() && [args.from, to].contains(&Notation::Tiles) {
        bail!("the numbers of tiles are moves only on a board; expected --board BOARD");
    }
    let words = arguments(&args.moves);
    let moves = if words.is_empty() { Vec::new() } else { vec![words.join(&b' ')] };
    each(
        &moves,
        plain,
        (&args.output, Format::Text),
        |_, _| Answered("invalid".to_owned()),
        |line| Ok(Answered(args.answer_to(line, board.as_ref(), to).map_err(rejected)?)),
    )
}

/// The answer to a line.
#[derive(Default, Serialize)]
struct Answered(String);

impl fmt::Display for Answered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Args {
    /// The answer to a line of moves.
    fn answer_to(
        &self,
        line: &[u8],
        board: Option<&Board>,
        to: Notation,
    ) -> Result<String, MoveError> {
        let mut moves = self.from.parse(line, board)?;
        if self.simplify {
            moves = moves.simplified();
        }
        // The moves that undo these begin where these end.
        let mut start = board.copied();
        if self.invert {
            start = start.and_then(|board| board.after(&moves));
            moves = moves.inverted();
        }
        Ok(match self.answer {
            Answer::Moves => to.format(&moves, start.as_ref())?,
            Answer::Length => format!("{} {}", moves.len(), moves.runs()),
        })
    }
}
