//! `tilebase swap`: solve the alternating-swap puzzle.

use std::ffi::OsString;
use std::fmt::{self, Write};

use tilebase::bulk::Format;
use tilebase::puzzle::BoardError;
use tilebase::swap::{Board, Exchange, Kind, Oracle};

use crate::Ending;
use crate::arguments::{boards, each};
use crate::boards::plain;
use crate::fields::{fields, list};
use crate::options::OutputArg;
use crate::session::Session;

/// Solve boards of the alternating-swap puzzle: one line of exchanges per board
///
/// A board holds the tiles 1 to 9 (or 1 to 4), without a blank. A move exchanges two tiles that are
/// neighbours along a row or column, or two that are neighbours along a diagonal. These two kinds
/// of move alternate. The answer names the tiles of each exchange, as in `3-9 5-6 6-9`. It is an
/// empty line for the sorted board.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase swap \"1 2 9 4 6 3 7 8 5\"
  tilebase swap --distance 987654321
  tilebase swap --show \"3 1/2 4\"")]
pub struct Swap {
    /// Boards; if omitted or `-`, read one per line from standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// Print the least number of moves
    #[arg(long, group = "form")]
    distance: bool,

    /// Draw each step
    #[arg(long, group = "form")]
    show: bool,

    #[arg(long, group = "form", help = format!(
        "Print one JSON object per board: {}. `orthogonal` and `diagonal` are `distance` and `moves` \
         for a first move of each kind",
        list(&SwapRow::default())
    ))]
    json: bool,

    #[command(flatten)]
    output: OutputArg,
}

impl Swap {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        each(
            session,
            &boards(&self.boards),
            plain,
            (&self.output, if self.json { Format::Jsonl } else { Format::Text }),
            |board, error| {
                let text = "invalid".to_owned();
                SwapRow { board, error: Some(error), text, ..SwapRow::default() }
            },
            |text| {
                let board = Board::parse(text)?;
                Ok(self.answer(Oracle::new(board.side()), &board)?)
            },
        )
    }

    fn answer(&self, oracle: Oracle, board: &Board) -> Result<SwapRow, BoardError> {
        if self.json {
            return SwapRow::new(oracle, board);
        }
        let moves = oracle.solution(board)?;
        let text = if self.distance {
            moves.len().to_string()
        } else if self.show {
            let drawing = drawing(board, &moves);
            if self.boards.len() == 1 { drawing.trim_end().to_owned() } else { drawing }
        } else {
            let pairs = moves.iter().map(|mv| format!("{}-{}", mv.tiles.0, mv.tiles.1));
            pairs.collect::<Vec<_>>().join(" ")
        };
        Ok(SwapRow { text, ..SwapRow::default() })
    }
}

/// A board with its answers. `docs/commands.md` describes the fields.
#[derive(Default)]
struct SwapRow {
    board: String,
    distance: Option<usize>,
    moves: Option<Vec<(u8, u8)>>,
    orthogonal: Option<ByFirstMove>,
    diagonal: Option<ByFirstMove>,
    error: Option<String>,
    /// The answer as text.
    text: String,
}

fields!(SwapRow: board, distance, moves, orthogonal, diagonal, error);

impl fmt::Display for SwapRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The answer for a first move of one kind.
struct ByFirstMove {
    distance: usize,
    moves: Vec<(u8, u8)>,
}

fields!(ByFirstMove: distance, moves);

impl SwapRow {
    fn new(oracle: Oracle, board: &Board) -> Result<SwapRow, BoardError> {
        let moves = tiles(&oracle.solution(board)?);
        Ok(SwapRow {
            board: board.to_string(),
            distance: Some(moves.len()),
            moves: Some(moves),
            orthogonal: Some(ByFirstMove::new(&oracle.solution_by(board, Kind::Orthogonal)?)),
            diagonal: Some(ByFirstMove::new(&oracle.solution_by(board, Kind::Diagonal)?)),
            ..SwapRow::default()
        })
    }
}

impl ByFirstMove {
    fn new(moves: &[Exchange]) -> ByFirstMove {
        ByFirstMove { distance: moves.len(), moves: tiles(moves) }
    }
}

fn tiles(moves: &[Exchange]) -> Vec<(u8, u8)> {
    moves.iter().map(|mv| mv.tiles).collect()
}

/// Draws the board, and again after each exchange.
fn drawing(board: &Board, moves: &[Exchange]) -> String {
    let mut drawing = format!("{board:#}\n");
    let mut board = *board;
    for (number, mv) in (1..).zip(moves) {
        board = board.exchanged(mv.cells);
        let (a, b) = mv.tiles;
        // Writing to a string cannot fail.
        let _ = write!(drawing, "\n{number}/{}: {a}-{b}\n{board:#}\n", moves.len());
    }
    drawing
}
