//! `tilebase rank` and `tilebase unrank`: from a board to its index, and back.

use std::ffi::OsString;

use serde::Serialize;
use tilebase::puzzle::{Coordinates, MAX_NUMBERED_CELLS, solvable};
use tilebase::{Board, Shape};

use crate::Outcome;
use crate::arguments::{boards, each, rejected};
use crate::boards::Layout;
use crate::options::{OutputArg, shape};

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

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    output: OutputArg,

    /// Print one JSON object per board: `board`, `shape`, `index`, `blank`, `order` (R), `error`
    #[arg(long)]
    json: bool,
}

/// A board with its coordinates, for a JSON object or a line of text.
#[derive(Default, Serialize)]
struct Located {
    board: String,
    shape: Option<String>,
    index: Option<u64>,
    blank: Option<usize>,
    order: Option<u64>,
    error: Option<String>,
}

impl Located {
    /// The coordinates of a board. A board that cannot reach the default goal has no index.
    fn new(board: &Board) -> Located {
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

    /// The row for an invalid input.
    fn invalid(board: String, error: String) -> Located {
        Located { board, error: Some(error), ..Located::default() }
    }

    /// The JSON object on one line.
    fn json(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let invalid = args.json.then_some(&Located::invalid);
    let stdin = |input| args.layout.boards(input, args.size);
    each(&boards(&args.boards), stdin, args.output.path(), invalid, |out, text| {
        let board = Board::parse(text, args.size).map_err(rejected)?;
        expect_numbered(board.shape())?;
        let located = Located::new(&board);
        match located.index {
            _ if args.json => out.line(located.json()?),
            Some(index) => out.line(index),
            None => out.line("unsolvable"),
        }
    })
}

/// Refuses shapes whose boards have no index.
fn expect_numbered(shape: Shape) -> anyhow::Result<()> {
    if shape.cells() > MAX_NUMBERED_CELLS {
        return Err(rejected(format!(
            "{shape} has too many boards for an index; expected a shape of at most \
             {MAX_NUMBERED_CELLS} cells"
        )));
    }
    Ok(())
}

pub mod unrank {
    use std::ffi::OsString;

    use tilebase::{Shape, puzzle::Coordinates};

    use super::{Located, expect_numbered};
    use crate::Outcome;
    use crate::arguments::{arguments, each, rejected};
    use crate::boards::plain;
    use crate::options::{OutputArg, shape};

    /// Print the board with an index: the inverse of `rank`
    ///
    /// The index counts from 0.
    #[derive(clap::Args)]
    #[command(after_help = "\
Examples:
  tilebase unrank 181439
  seq 0 181439 | tilebase unrank | tilebase lookup")]
    pub struct Args {
        /// Indices; if omitted or `-`, read one per line from standard input
        #[arg(value_name = "INDEX")]
        indices: Vec<OsString>,

        /// The shape
        #[arg(long, value_name = "RxC", default_value = "3x3", value_parser = shape(), hide_possible_values = true)]
        size: Shape,

        #[command(flatten)]
        output: OutputArg,

        /// Print one JSON object per index: `board`, `shape`, `index`, `blank`, `order`, `error`
        #[arg(long)]
        json: bool,
    }

    pub fn run(args: &Args) -> anyhow::Result<Outcome> {
        let shape = args.size;
        let invalid = args.json.then_some(&Located::invalid);
        each(&arguments(&args.indices), plain, args.output.path(), invalid, |out, text| {
            let text = String::from_utf8_lossy(text);
            let index = text.trim();
            let at =
                index.parse().ok().and_then(|at| Coordinates::from_index(shape, shape.tiles(), at));
            let Some(board) = at.and_then(|at| at.board(shape)) else {
                expect_numbered(shape)?;
                let (last, found) = (shape.states() - 1, index.escape_debug());
                return Err(rejected(format!(
                    "expected an index from 0 to {last}, found `{found}`"
                )));
            };
            if args.json { out.line(Located::new(&board).json()?) } else { out.line(board) }
        })
    }
}
