//! `tilebase apply`: the board after some moves.

use std::ffi::OsString;
use std::fmt::Write as _;

use serde::Serialize;
use tilebase::puzzle::{Notation, NotationError};
use tilebase::{Board, Move, Shape};

use crate::Outcome;
use crate::arguments::{arguments, each, rejected};
use crate::boards::Layout;
use crate::options::{OutputArg, notation, shape};

/// Apply moves to a board, and print the board after them
///
/// Moves are those of the blank, unless `--notation` says otherwise. Spaces between them are
/// ignored, and a number behind a letter repeats it. If a move leaves the board or is not a move,
/// the answer is `invalid` and the error says which; with `--show`, the steps before it are drawn.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase apply \"1 2 3 x 4 6 7 5 8\" rdr
  tilebase apply --show \"1 2 3 x 4 6 7 5 8\" \"r d r\"
  tilebase apply --notation tile \"1 2 3 x 4 6 7 5 8\" LUL
  tilebase apply - u < boards.txt")]
pub struct Args {
    /// The board; `-` reads boards from standard input, one per line, and applies MOVES to each
    board: OsString,

    /// The moves
    #[arg(default_value = "")]
    moves: String,

    /// How moves are written: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    /// Draw the board after each move
    #[arg(long, conflicts_with = "json")]
    show: bool,

    /// One JSON object per board: `board`, `moves`, `after`, `error`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    output: OutputArg,

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
    let stdin = |input| args.layout.boards(input, args.size);
    each(&boards, stdin, args.output.path(), args.json.then_some(&invalid), |out, text| {
        let board = Board::parse(text, args.size).map_err(rejected)?;
        if args.show {
            out.put(|out| out.write_all(args.drawn(&board).as_bytes()))?;
        }
        let after = args.after(&board).map_err(rejected)?;
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

impl Args {
    /// The board after the moves.
    fn after(&self, board: &Board) -> Result<Board, NotationError> {
        let mut moves = self.notation.read(self.moves.as_bytes(), Some(board));
        moves.by_ref().try_for_each(|mv| mv.map(|_| ()))?;
        Ok(moves.board().copied().unwrap_or(*board))
    }

    /// Draws the board, and again after each move, up to the first that is wrong.
    fn drawn(&self, board: &Board) -> String {
        let moves = self.notation.read(self.moves.as_bytes(), Some(board));
        let moves: Vec<Move> = moves.map_while(Result::ok).collect();
        let mut drawing = format!("{board:#}\n");
        let mut board = *board;
        for (number, &mv) in (1..).zip(&moves) {
            let written = self.notation.format(&[mv], Some(&board)).expect("a legal move");
            board = board.moved(mv).expect("a legal move");
            // Writing to a string cannot fail.
            let _ = write!(drawing, "\n{number}/{}: {written}\n{board:#}\n", moves.len());
        }
        drawing
    }
}
