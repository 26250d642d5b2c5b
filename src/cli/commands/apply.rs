//! `tilebase apply`: the board after some moves.

use std::ffi::OsString;
use std::fmt::Write as _;

use serde::Serialize;
use tilebase::bulk::MAX_LINE;
use tilebase::check::follow;
use tilebase::{Board, Move, Shape};

use crate::cli::Outcome;
use crate::cli::arguments::{arguments, each, rejected};
use crate::cli::options::shape;

/// Apply moves to a board, and print the board after them
///
/// Moves are those of the blank. Spaces between them are ignored. If a move leaves the board or is
/// not a move, the answer is `invalid` and the error says which; with `--show`, the steps before it
/// are drawn.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase apply \"1 2 3 x 4 6 7 5 8\" rdr
  tilebase apply --show \"1 2 3 x 4 6 7 5 8\" \"r d r\"
  tilebase apply - u < boards.txt")]
pub struct Args {
    /// The board; `-` reads boards from standard input, one per line, and applies MOVES to each
    board: OsString,

    /// The moves, as letters u, d, l, r
    #[arg(default_value = "")]
    moves: String,

    /// Draw the board after each move
    #[arg(long, conflicts_with = "json")]
    show: bool,

    /// One JSON object per board: `board`, `moves`, `after`, `error`
    #[arg(long)]
    json: bool,

    /// The shape of boards that do not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    size: Option<Shape>,
}

/// A board, the moves, and the board after them.
#[derive(Serialize)]
struct Applied<'a> {
    board: String,
    moves: &'a str,
    after: Option<String>,
    error: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let moves = args.moves.as_str();
    let invalid = |board, error| Applied { board, moves, after: None, error: Some(error) };
    let boards = arguments(std::slice::from_ref(&args.board));
    each(&boards, MAX_LINE, args.json.then_some(&invalid), |out, text| {
        let board = Board::parse(text, args.size).map_err(rejected)?;
        if args.show {
            out.put(|out| out.write_all(drawn(&board, moves).as_bytes()))?;
        }
        let (_, after) = follow(&board, moves).map_err(rejected)?;
        if args.json {
            let board = String::from_utf8_lossy(text).into_owned();
            let applied = Applied { board, moves, after: Some(after.to_string()), error: None };
            out.line(serde_json::to_string(&applied)?)
        } else if args.show {
            Ok(())
        } else {
            out.line(after)
        }
    })
}

/// Draws the board, and again after each move, up to the first that is wrong.
fn drawn(board: &Board, moves: &str) -> String {
    let step = |board: &mut Board, letter: char| {
        let mv: Move = letter.to_string().parse().ok()?;
        *board = board.moved(mv)?;
        Some((mv, *board))
    };
    let letters = moves.chars().filter(|letter| !letter.is_whitespace());
    let steps: Vec<(Move, Board)> = letters.scan(*board, step).collect();
    let mut drawing = format!("{board:#}\n");
    for (number, (mv, board)) in (1..).zip(&steps) {
        // Writing to a string cannot fail.
        let _ = write!(drawing, "\n{number}/{}: {mv}\n{board:#}\n", steps.len());
    }
    drawing
}
