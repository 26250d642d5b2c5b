//! `tilebase swap`: solve the alternating-swap puzzle.

use std::ffi::OsString;
use std::fmt::Write;

use tilebase::swap::{Exchange, Kind, SwapBoard};
use tilebase::text::{Format, Reading};

use crate::Ending;
use crate::arguments::{each, joined};
use crate::boards::{Expected, InputBoard, words_or_stdin};
use crate::fields::fields;
use crate::options::BoardRowsArgs;
use crate::session::Session;

/// Solve boards of the alternating-swap puzzle: one line of swaps per board
///
/// A move swaps two neighbours along a row or column, or along a diagonal; these two kinds
/// alternate. `csv` and `jsonl` have the fields {fields}; `orthogonal` and `diagonal` are
/// `distance` and `moves` for a first move of each kind.
#[derive(clap::Args)]
pub struct Swap {
    /// Boards of tiles without a blank; if omitted or `-`, read from standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// Print the least number of moves
    #[arg(long, conflicts_with_all = ["show", "format", "json"])]
    distance: bool,

    /// Draw each step
    #[arg(long, conflicts_with_all = ["format", "json"])]
    show: bool,

    #[command(flatten)]
    io: BoardRowsArgs,
}

impl Swap {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        // These boards have no blank, so that no line can be seen to be the row of one.
        let expected = self.io.layout.expected(&Reading::default(), None);
        let expected = Expected { most_cells: 0, ..expected };
        let words = joined(&self.boards, &|_: &[u8]| true);
        let sources = words_or_stdin(words, &expected, &self.io.layout, session)?;
        each(session, sources, &self.io.rows, |InputBoard { text, .. }| {
            let board = SwapBoard::parse(text)?;
            Ok(self.answer(&board))
        })
    }

    fn answer(&self, board: &SwapBoard) -> (String, SwapRow) {
        if self.io.rows.format() != Format::Text {
            return (String::new(), SwapRow::new(board));
        }
        let moves = board.solution();
        let text = if self.distance {
            moves.len().to_string()
        } else if self.show {
            let drawing = drawing(board, &moves);
            if self.boards.len() == 1 { drawing.trim_end().to_owned() } else { drawing }
        } else {
            let pairs = moves.iter().map(|mv| format!("{}-{}", mv.tiles.0, mv.tiles.1));
            pairs.collect::<Vec<_>>().join(" ")
        };
        (text, SwapRow::default())
    }
}

fields! {
    /// A board with its answers. `docs/commands.md` describes the fields.
    pub struct SwapRow {
        board: String,
        distance: Option<usize>,
        moves: Option<Vec<(u8, u8)>>,
        orthogonal: Option<ByFirstMove>,
        diagonal: Option<ByFirstMove>,
        error: Option<String>,
    }
}

fields! {
    /// The answer for a first move of one kind.
    struct ByFirstMove {
        distance: usize,
        moves: Vec<(u8, u8)>,
    }
}

impl SwapRow {
    fn new(board: &SwapBoard) -> SwapRow {
        let moves = tiles(&board.solution());
        SwapRow {
            board: board.to_string(),
            distance: Some(moves.len()),
            moves: Some(moves),
            orthogonal: Some(ByFirstMove::new(&board.solution_by(Kind::Orthogonal))),
            diagonal: Some(ByFirstMove::new(&board.solution_by(Kind::Diagonal))),
            ..SwapRow::default()
        }
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

/// Draws the board, and again after each swap.
fn drawing(board: &SwapBoard, moves: &[Exchange]) -> String {
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
