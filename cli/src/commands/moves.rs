//! `tilebase moves` and `tilebase apply`: moves in another notation, undone, shortened or counted,
//! and the board after them.

use std::ffi::{OsStr, OsString};

use anyhow::{Context, bail};
use tilebase::drawing;
use tilebase::puzzle::{Class, Metric, Shape};
use tilebase::text::{Answers, Notation};

use crate::Ending;
use crate::arguments::{board_and_moves, each, is_stdin};
use crate::boards::{InputBoard, MOVES_NAMES, Sources, expect_no_column, texts_of};
use crate::fields::fields;
use crate::names::one_of;
use crate::options::{BoardRowsArgs, MetricArg, ReadingArgs, RowsArgs, notations, shape};
use crate::session::Session;

/// Convert moves between notations, invert, simplify and count them
///
/// With --board, every move must be legal on it, and `tilebase apply` prints the board after them.
/// `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct MovesCommand {
    /// The moves; if omitted or `-`, they are read from standard input, a sequence per line
    #[arg(value_name = "MOVES")]
    words: Vec<OsString>,

    #[arg(long, visible_alias = "notation", help = notations!("The notation to read"))]
    #[arg(value_parser = one_of(Notation::NAMES), ignore_case = true, default_value = "blank")]
    from: Notation,

    /// The notation to write [default: the one that is read]
    #[arg(long, value_parser = one_of(Notation::NAMES), ignore_case = true)]
    to: Option<Notation>,

    #[command(flatten)]
    metric: MetricArg,

    /// The metric of the moves that are read [default: the one that is written]
    #[arg(long, value_parser = one_of(Metric::NAMES), ignore_case = true, value_name = "METRIC")]
    from_metric: Option<Metric>,

    /// The board before the moves. If it is given, every move must be legal on it
    #[arg(long)]
    board: Option<String>,

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

    /// The column of CSV or field of JSON lines with the moves [default: moves, solution or answer]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    #[command(flatten)]
    rows: RowsArgs,

    /// The shape of the board, if it does not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    #[arg(requires = "board")]
    size: Option<Shape>,
}

/// What is printed for each line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Printed {
    /// The moves
    Moves,
    /// Two numbers: the moves of single tiles, and the runs in one direction
    Length,
    /// The board after them
    Board,
}

/// The answer to a line.
#[derive(Default)]
pub struct Converted {
    moves: Option<String>,
    /// The moves of single tiles, and the runs in one direction.
    length: Option<usize>,
    runs: Option<usize>,
    /// The board after them, if one was before them.
    after: Option<String>,
    error: Option<String>,
}

fields!(Converted: moves, length, runs, after, error);

impl MovesCommand {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let (to, metric) = (self.to.unwrap_or(self.from), self.metric.metric);
        let from_metric = self.from_metric.unwrap_or(metric);
        self.reading.expect_small(self.board.is_some(), "--board BOARD")?;
        let reading = self.reading.reading();
        let board = self.board.as_ref().map(|board| reading.board(board.as_bytes(), self.size));
        let board = board.transpose().context("--board")?;
        if board.is_none() && [self.from, to].iter().any(|notation| notation.needs_board()) {
            bail!("tiles and cells are moves only on a board; expected --board BOARD");
        }
        if board.is_none() && self.answer == Printed::Board {
            bail!("--answer board: expected --board BOARD with it");
        }
        if let Some(board) = &board {
            Class::of(board.shape(), metric)?;
            Class::of(board.shape(), from_metric)?;
        }
        let moves = [self.words.join(OsStr::new(" "))];
        let moves = moves.into_iter().filter(|moves| !self.words.is_empty() && moves != "-");
        let column = self.column.as_ref();
        let lines = Answers { notation: self.from, ..Answers::default() };
        let input = |input| texts_of(column, MOVES_NAMES, lines, input);
        let invalid = |_, error| {
            ("invalid".to_owned(), Converted { error: Some(error), ..Converted::default() })
        };
        let sources = Sources::open(moves.collect(), is_stdin, session, input)?;
        expect_no_column(column, &sources)?;
        each(session, sources, &self.rows, invalid, |InputBoard { text: line, .. }| {
            let read = match &board {
                Some(board) => self.from.parse_on(line, from_metric, board)?,
                None => self.from.parse(line, from_metric)?,
            };
            let mut moves = read.singles();
            if self.simplify {
                moves = moves.simplified();
            }
            // The moves that undo these begin where these end.
            let mut start = board.clone();
            if self.invert {
                start = start.and_then(|board| board.after(&moves));
                moves = moves.inverted();
            }
            let (length, runs) = (moves.len(), moves.runs());
            let after = start.as_ref().and_then(|board| board.after(&moves));
            let after = after.map(|board| board.to_string());
            let moves = moves.in_metric(metric);
            let written = match &start {
                Some(board) => to.format_on(&moves, metric, board)?,
                None => to.format(&moves, metric)?,
            };
            let text = match self.answer {
                Printed::Moves => written.clone(),
                Printed::Length => format!("{length} {runs}"),
                Printed::Board => after.clone().unwrap_or_default(),
            };
            let (length, runs) = (Some(length), Some(runs));
            Ok((text, Converted { moves: Some(written), length, runs, after, error: None }))
        })
    }
}

/// Apply moves to a board, and print the board after them
///
/// `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct Apply {
    /// The board; `-` reads boards from standard input, and applies MOVES to each
    board: OsString,

    /// The moves
    #[arg(value_name = "MOVES")]
    rest: Vec<OsString>,

    #[arg(long, help = notations!("How moves are written"), ignore_case = true)]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
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
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    size: Option<Shape>,
}

/// A board, the moves, and the board after them.
#[derive(Default)]
pub struct Applied<'a> {
    board: String,
    moves: &'a str,
    after: Option<String>,
    error: Option<String>,
}

fields!(Applied<'_>: board, moves, after, error);

impl Apply {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let words: Vec<OsString> = [&self.board].into_iter().chain(&self.rest).cloned().collect();
        if let Some(size) = self.size {
            Class::of(size, self.metric.metric)?;
        }
        let reading = self.reading.reading();
        let (board, moves) = board_and_moves(&words, &reading, self.size);
        let moves = moves.unwrap_or_default();
        let reader = |input| self.io.layout.boards(input, &reading, self.size);
        let sources = Sources::open(vec![board.into()], is_stdin, session, reader)?;
        self.io.layout.expect_input(sources.kinds()[1])?;
        each(
            session,
            sources,
            &self.io.rows,
            |board, error| {
                let drawing = self.drawing(board.as_bytes(), &moves);
                let text = drawing.map_or("invalid".to_owned(), |drawn| drawn + "\ninvalid");
                (text, Applied { board, moves: &moves, after: None, error: Some(error) })
            },
            |InputBoard { text, .. }| {
                let board = reading.board(text, self.size)?;
                Class::of(board.shape(), self.metric.metric)?;
                let metric = self.metric.metric;
                let read = self.notation.parse_on(&*moves, metric, &board)?;
                let after = board.after(&read).map(|after| after.to_string());
                let drawing = self.drawing(text, &moves);
                let text = drawing.or_else(|| after.clone()).unwrap_or_default();
                Ok((text, Applied { board: board.to_string(), moves: &moves, after, error: None }))
            },
        )
    }

    /// Draws the board, and again after each move, up to the first that is wrong.
    fn drawing(&self, text: &[u8], moves: &str) -> Option<String> {
        if !self.show {
            return None;
        }
        let board = self.reading.reading().board(text, self.size).ok()?;
        let (notation, metric) = (self.notation, self.metric.metric);
        let (moves, _) = notation.read_on(moves.as_bytes(), metric, &board).until_wrong();
        Some(drawing::steps(&board, &moves, metric, notation))
    }
}
