//! `tilebase apply`: the board after some moves.

use std::ffi::OsString;
use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};
use tilebase::puzzle::{MoveError, Notation};
use tilebase::{Board, Move, Shape};

use crate::Outcome;
use crate::arguments::{arguments, board_and_moves, each, rejected};
use crate::boards::Layout;
use crate::options::{FormatArgs, OutputArg, notation, shape};

/// Apply moves to a board, and print the board after them
///
/// Moves are those of the blank, unless `--notation` says otherwise. Spaces between them are
/// ignored, and a number behind a letter repeats it. If a move leaves the board or is not a move,
/// the answer is `invalid` and the error says which; with `--show`, the steps before it are drawn.
/// `csv` and `jsonl` have the fields `board`, `moves`, `after` and `error`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase apply \"1 2 3 x 4 6 7 5 8\" rdr
  tilebase apply --show \"1 2 3 x 4 6 7 5 8\" \"r d r\"
  tilebase apply --notation tile 1 2 3 x 4 6 7 5 8 LUL
  tilebase apply - u < boards.txt")]
pub struct Args {
    /// The board; `-` reads boards from standard input, and applies MOVES to each
    board: OsString,

    /// The moves
    #[arg(value_name = "MOVES")]
    rest: Vec<OsString>,

    /// How moves are written: `blank` (ddl), `tile` (U2R) or `tiles` (5 8 7)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    /// Draw the board after each move
    #[arg(long, conflicts_with_all = ["format", "json"])]
    show: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    layout: Layout,

    #[command(flatten)]
    output: OutputArg,

    /// The shape of boards that do not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    size: Option<Shape>,
}

/// A board, the moves, and the board after them.
#[derive(Default, Serialize)]
struct Applied<'a> {
    board: String,
    moves: &'a str,
    #[serde(serialize_with = "as_text")]
    after: Option<Board>,
    error: Option<String>,
    /// What is drawn instead.
    #[serde(skip)]
    drawing: Option<String>,
}

impl fmt::Display for Applied<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.drawing, &self.after) {
            (Some(drawing), Some(_)) => f.write_str(drawing),
            (Some(drawing), None) => write!(f, "{drawing}\ninvalid"),
            (None, Some(after)) => after.fmt(f),
            (None, None) => f.write_str("invalid"),
        }
    }
}

/// Writes a board as text, without copying it first.
#[expect(clippy::ref_option, reason = "what serde calls")]
fn as_text<S: Serializer>(board: &Option<Board>, to: S) -> Result<S::Ok, S::Error> {
    match board {
        Some(board) => to.collect_str(board),
        None => to.serialize_none(),
    }
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let words: Vec<OsString> = [&args.board].into_iter().chain(&args.rest).cloned().collect();
    let (board, moves) = board_and_moves(&words, args.size);
    let drawing =
        |board: &Board| args.show.then(|| args.drawing(board, &moves).trim_end().to_owned());
    let row =
        |board, after, error, drawing| Applied { board, moves: &moves, after, error, drawing };
    each(
        &arguments(&[board.into()]),
        |input| args.layout.boards(input, args.size),
        (&args.output, args.format.format()),
        |text, error| {
            let drawing = Board::parse(&text, args.size).ok().and_then(|board| drawing(&board));
            row(text, None, Some(error), drawing)
        },
        |text| {
            let board = Board::parse(text, args.size).map_err(rejected)?;
            let after = args.after(&board, &moves).map_err(rejected)?;
            let text = String::from_utf8_lossy(text).into_owned();
            Ok(row(text, Some(after), None, drawing(&board)))
        },
    )
}

impl Args {
    /// The board after the moves.
    fn after(&self, board: &Board, moves: &str) -> Result<Board, MoveError> {
        let mut moves = self.notation.read(moves.as_bytes(), Some(board));
        moves.by_ref().try_for_each(|mv| mv.map(|_| ()))?;
        Ok(moves.board().copied().unwrap_or(*board))
    }

    /// Draws the board, and again after each move, up to the first that is wrong.
    fn drawing(&self, board: &Board, moves: &str) -> String {
        let moves = self.notation.read(moves.as_bytes(), Some(board));
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
