//! `tilebase moves` and `tilebase apply`: moves in another notation, undone, shortened or counted,
//! and the board after them.

use std::ffi::OsString;
use std::fmt;
use tilebase::Way;
use tilebase::puzzle::Class;

use anyhow::{Context, bail};
use tilebase::bulk::Format;
use tilebase::drawing;
use tilebase::puzzle::{Extent, Metric, Notation};

use crate::Ending;
use crate::arguments::{arguments, board_and_moves, each};
use crate::boards::plain;
use crate::fields::{fields, list};
use crate::names::names;
use crate::options::{BoardRowsArgs, MetricArg, OutputArg, ReadingArgs, extent, notation};
use crate::session::Session;

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
pub struct MovesCommand {
    /// The moves; if omitted or `-`, read one sequence of moves per line from standard input
    #[arg(value_name = "MOVES")]
    words: Vec<OsString>,

    /// The notation to read
    #[arg(long, visible_alias = "notation", default_value = "blank")]
    #[arg(value_parser = notation(), ignore_case = true)]
    from: Notation,

    /// The notation to write [default: the one that is read]
    #[arg(long, value_parser = notation(), ignore_case = true)]
    to: Option<Notation>,

    #[command(flatten)]
    metric: MetricArg,

    /// The metric of the moves that are read [default: the one that is written]
    #[arg(long, value_parser = names(Metric::NAMES), ignore_case = true, value_name = "METRIC")]
    from_metric: Option<Metric>,

    /// The board before the moves. If it is given, every move must be legal on it
    #[arg(long)]
    board: Option<String>,

    /// The shape of the board, if it does not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = extent(), hide_possible_values = true)]
    size: Option<Extent>,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Print the moves that undo these
    #[arg(long)]
    invert: bool,

    /// Drop moves that undo each other
    #[arg(long)]
    simplify: bool,

    /// What to print
    #[arg(long, value_enum, default_value = "moves", ignore_case = true)]
    answer: Printed,

    #[command(flatten)]
    output: OutputArg,
}

/// What is printed for each line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Printed {
    /// The moves
    Moves,
    /// Two numbers: the moves of single tiles, and the runs in one direction
    Length,
}

/// The answer to a line.
#[derive(Default)]
struct Converted {
    moves: String,
}

fields!(Converted: moves);

impl fmt::Display for Converted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.moves)
    }
}

impl MovesCommand {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let (to, metric) = (self.to.unwrap_or(self.from), self.metric.metric);
        let from_metric = self.from_metric.unwrap_or(metric);
        let reading = self.reading.reading();
        let board = self.board.as_ref().map(|board| reading.board(board.as_bytes(), self.size));
        let board = board.transpose().context("--board")?;
        if board.is_none() && [self.from, to].iter().any(|notation| notation.needs_board()) {
            bail!("tiles and cells are moves only on a board; expected --board BOARD");
        }
        if let Some(board) = &board {
            Class::of(board.extent(), metric)?;
            Class::of(board.extent(), from_metric)?;
        }
        self.each(session, |line| {
            let mut moves = Way::parse(line, self.from, from_metric, board.as_ref())?.singles();
            if self.simplify {
                moves = moves.simplified();
            }
            // The moves that undo these begin where these end.
            let mut start = board.clone();
            if self.invert {
                start = start.and_then(|board| board.after(&moves));
                moves = moves.inverted();
            }
            let moves = match self.answer {
                Printed::Moves => Way::of_metric(&moves, metric).format(to, start.as_ref())?,
                Printed::Length => format!("{} {}", moves.len(), moves.runs()),
            };
            Ok(Converted { moves })
        })
    }

    /// Answers the moves, or each line of standard input.
    fn each(
        &self,
        session: &Session,
        answer: impl FnMut(&[u8]) -> anyhow::Result<Converted>,
    ) -> anyhow::Result<Ending> {
        let words = arguments(&self.words);
        let moves = if words.is_empty() { Vec::new() } else { vec![words.join(&b' ')] };
        let output = (&self.output, Format::Text);
        let invalid = |_, _| Converted { moves: "invalid".to_owned() };
        each(session, &moves, plain, output, invalid, answer)
    }
}

/// Apply moves to a board, and print the board after them
///
/// Moves are those of the blank, unless `--notation` says otherwise. Spaces between them are
/// ignored, and a number behind a letter repeats it. If a move leaves the board or is not a move,
/// the answer is `invalid` and the error says which; with `--show`, the steps before it are drawn.
/// `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase apply \"1 2 3 x 4 6 7 5 8\" rdr
  tilebase apply --show \"1 2 3 x 4 6 7 5 8\" \"r d r\"
  tilebase apply --notation tile 1 2 3 x 4 6 7 5 8 LUL
  tilebase apply - u < boards.txt")]
pub struct Apply {
    /// The board; `-` reads boards from standard input, and applies MOVES to each
    board: OsString,

    /// The moves
    #[arg(value_name = "MOVES")]
    rest: Vec<OsString>,

    /// How moves are written: `blank` (ddl), `tile` (U2R), `tiles` (5 8 7) or `cells` (r2c2)
    #[arg(long, value_parser = notation(), ignore_case = true, default_value = "blank")]
    notation: Notation,

    #[command(flatten)]
    metric: MetricArg,

    /// Draw the board after each move
    #[arg(long, conflicts_with_all = ["format", "json"])]
    show: bool,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// The shape of boards that do not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = extent(), hide_possible_values = true)]
    size: Option<Extent>,
}

/// A board, the moves, and the board after them.
#[derive(Default)]
struct Applied<'a> {
    board: String,
    moves: &'a str,
    after: Option<String>,
    error: Option<String>,
    /// The drawing, if one is printed instead.
    drawing: Option<String>,
}

fields!(Applied<'_>: board, moves, after, error);

impl fmt::Display for Applied<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.drawing, &self.after) {
            (Some(drawing), Some(_)) => f.write_str(drawing),
            (Some(drawing), None) => write!(f, "{drawing}\ninvalid"),
            (None, Some(after)) => f.write_str(after),
            (None, None) => f.write_str("invalid"),
        }
    }
}

impl Apply {
    /// The lists of fields in its description.
    pub fn fields() -> Vec<String> {
        vec![list(&Applied::default())]
    }

    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let words: Vec<OsString> = [&self.board].into_iter().chain(&self.rest).cloned().collect();
        if let Some(size) = self.size {
            Class::of(size, self.metric.metric)?;
        }
        let reading = self.reading.reading();
        let (board, moves) = board_and_moves(&words, &reading, self.size);
        each(
            session,
            &arguments(&[board.into()]),
            |input| self.io.layout.boards(input, &reading, self.size),
            (&self.io.rows.output, self.io.rows.format()),
            |text, error| {
                let drawing = self.drawing(text.as_bytes(), &moves);
                Applied { board: text, moves: &moves, after: None, error: Some(error), drawing }
            },
            |text| {
                let board = reading.board(text, self.size)?;
                Class::of(board.extent(), self.metric.metric)?;
                let metric = self.metric.metric;
                let way = Way::parse(moves.as_bytes(), self.notation, metric, Some(&board))?;
                let after = board.after(&way.singles());
                Ok(Applied {
                    board: board.to_string(),
                    moves: &moves,
                    after: after.map(|after| after.to_string()),
                    error: None,
                    drawing: self.drawing(text, &moves),
                })
            },
        )
    }

    /// Draws the board, and again after each move, up to the first that is wrong.
    fn drawing(&self, text: &[u8], moves: &str) -> Option<String> {
        if !self.show {
            return None;
        }
        let board = self.reading.reading().board(text, self.size).ok()?;
        let (way, _) = Way::read(moves.as_bytes(), self.notation, self.metric.metric, Some(&board));
        Some(drawing::steps(&board, &way, self.notation))
    }
}
