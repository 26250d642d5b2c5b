//! `tilebase apply`: the board after some moves.

use std::ffi::OsString;
use std::fmt::Write as _;

use serde::Serialize;
use tilebase::check::{Flaw, follow};
use tilebase::{Board, Moves, Shape};

use crate::cli::Outcome;
use crate::cli::arguments::each;
use crate::cli::options::shape;
use crate::cli::output::Output;
use crate::cli::report::Invalid;

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
    board: &'a str,
    moves: &'a str,
    after: Option<String>,
    error: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut invalid = Invalid::default();
    each(std::slice::from_ref(&args.board), &mut Output::stdout(), |out, place, text| {
        let board = text
            .map_err(|why| why.to_string())
            .and_then(|text| Board::parse(text, args.size).map_err(|why| why.to_string()));
        let after = board
            .as_ref()
            .map_err(Clone::clone)
            .and_then(|board| follow(board, &args.moves).map_err(|flaw| flaw.to_string()));
        if let Err(why) = &after {
            invalid.tell(place, why);
        }
        if args.json {
            let text = String::from_utf8_lossy(text.unwrap_or_default());
            let (after, error) = match &after {
                Ok((_, after)) => (Some(after.to_string()), None),
                Err(why) => (None, Some(format!("invalid: {why}"))),
            };
            let moves = args.moves.as_str();
            let applied = Applied { board: &text, moves, after, error };
            return out.line(serde_json::to_string(&applied)?);
        }
        if let (true, Ok(board)) = (args.show, &board) {
            out.put(|out| out.write_all(drawn(board, &args.moves).as_bytes()))?;
        }
        match after {
            Ok(_) if args.show => Ok(()),
            Ok((_, after)) => out.line(after),
            Err(_) => out.line("invalid"),
        }
    })?;
    Ok(invalid.finish())
}

/// Draws the board, and again after each move, up to the first illegal one.
fn drawn(board: &Board, moves: &str) -> String {
    let moves: Moves = match follow(board, moves) {
        Ok((moves, _)) => moves,
        Err(Flaw::Illegal { place, .. }) => {
            let letters: String = moves.split_whitespace().collect();
            let before: Option<&str> = letters.get(..place - 1);
            before.and_then(|before| before.parse().ok()).unwrap_or_default()
        }
        Err(_) => Moves::default(),
    };
    let mut drawing = format!("{board:#}\n");
    let mut board = *board;
    for (number, &mv) in (1..).zip(moves.iter()) {
        board = board.moved(mv).expect("`follow` has checked the moves");
        // Writing to a string cannot fail.
        let _ = write!(drawing, "\n{number}/{}: {mv}\n{board:#}\n", moves.len());
    }
    drawing
}
