//! `tilebase rank`: from a board to its index.

use std::ffi::OsString;

use serde::Serialize;
use tilebase::{
    Board, Shape,
    puzzle::{Coordinates, solvable},
};

use crate::cli::Outcome;
use crate::cli::arguments::each;
use crate::cli::options::shape;
use crate::cli::output::Output;
use crate::cli::report::Invalid;

/// Print the index of a board among all that can reach the default goal
///
/// The index is blank x (tiles!/2) + R/2, where `blank` is the cell of the blank and R is the
/// Cantor rank of the tiles in reading order. It counts from 0 without gaps, and is the position of
/// the board's entry in a table.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase rank \"2 3 4 1 5 x 7 6 8\"
  tilebase rank --json 12345678x")]
pub struct Args {
    /// Boards; if omitted or `-`, read one per line from standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// The shape of boards that do not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    size: Option<Shape>,

    /// Print one JSON object per board: `board`, `shape`, `index`, `blank`, `order` (R), `error`
    #[arg(long)]
    json: bool,
}

/// A board with its coordinates, for a JSON object or a line of text.
#[derive(Serialize)]
pub struct Located {
    board: String,
    shape: Option<String>,
    index: Option<u64>,
    blank: Option<usize>,
    order: Option<u64>,
    error: Option<String>,
}

impl Located {
    /// The coordinates of a board. A board that cannot reach the default goal has no index.
    pub fn new(board: &Board) -> Located {
        let at = Coordinates::from(board);
        let unsolvable = solvable(board, &Board::goal(board.shape())).err();
        Located {
            board: board.to_string(),
            shape: Some(board.shape().to_string()),
            index: unsolvable.is_none().then(|| at.index(board.shape())),
            blank: Some(at.blank),
            order: Some(at.order),
            error: unsolvable.map(|why| why.to_string()),
        }
    }

    /// The row for invalid input.
    pub fn invalid(board: String, why: &str) -> Located {
        let (shape, index, blank, order) = Default::default();
        Located { board, shape, index, blank, order, error: Some(format!("invalid: {why}")) }
    }

    /// The JSON object on one line.
    pub fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut invalid = Invalid::default();
    each(&args.boards, &mut Output::stdout(), |out, place, text| {
        let board = text
            .map_err(|why| why.to_string())
            .and_then(|text| Board::parse(text, args.size).map_err(|why| why.to_string()));
        let located = match &board {
            Ok(board) => Located::new(board),
            Err(why) => {
                invalid.tell(place, why);
                Located::invalid(
                    String::from_utf8_lossy(text.unwrap_or_default()).into_owned(),
                    why,
                )
            }
        };
        match (args.json, located.index) {
            (true, _) => out.line(located.json()?),
            (false, Some(index)) => out.line(index),
            (false, None) => out.line(if board.is_ok() { "unsolvable" } else { "invalid" }),
        }
    })?;
    Ok(invalid.finish())
}
