//! `tilebase moves`: moves in another notation, undone, shortened or counted, and the boards that
//! they lead to.

use std::ffi::{OsStr, OsString};

use anyhow::{Context, bail};
use tilebase::puzzle::{Class, Metric, Shape};
use tilebase::text::rows::{Row, Value};
use tilebase::text::{Answers, Notation};
use tilebase::{Board, Move, drawing};

use crate::Ending;
use crate::arguments::each;
use crate::boards::{InputBoard, MOVES_NAMES, texts};
use crate::fields::{BoardList, fields, one_of};
use crate::options::{MetricArg, ReadingArgs, RowsArgs, notations, shape};
use crate::session::Session;

/// Convert, invert, simplify, count and apply moves
///
/// `csv` and `jsonl` have the fields {fields}; `boards` with --show.
#[derive(clap::Args)]
pub struct MovesCommand {
    /// The moves; if omitted or `-`, they are read from standard input, a sequence per line
    #[arg(value_name = "MOVES")]
    words: Vec<OsString>,

    #[arg(long, visible_alias = "notation", help = notations!("The notation to read"))]
    #[arg(value_parser = one_of(Notation::NAMES), default_value = "blank")]
    from: Notation,

    /// The notation to write [default: the one that is read]
    #[arg(long, value_parser = one_of(Notation::NAMES))]
    to: Option<Notation>,

    #[command(flatten)]
    metric: MetricArg,

    /// The metric of the moves that are read [default: the one that is written]
    #[arg(long, value_parser = one_of(Metric::NAMES), value_name = "METRIC")]
    from_metric: Option<Metric>,

    /// The board before the moves, which must all be legal on it
    #[arg(long)]
    board: Option<String>,

    /// Draw the board after each move
    #[arg(long, requires = "board", conflicts_with = "answer")]
    show: bool,

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

/// The answer to each line.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Printed {
    /// The moves
    Moves,
    /// The number of moves of single tiles, and of runs in one direction
    Length,
    /// The board after them
    Board,
}

fields! {
    /// The answer to a line.
    pub struct Converted {
        moves: Option<WrittenMoves>,
        /// The moves of single tiles, and the runs in one direction.
        length: Option<usize>,
        runs: Option<usize>,
        /// The board after them, if one was before them.
        after: Option<String>,
        /// The boards before, between and after them, if they are shown.
        boards: Option<BoardList>,
        error: Option<String>,
    }
}

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
        let (moves, column) = (moves.collect(), self.column.as_ref());
        let lines = Answers { notation: self.from, ..Answers::default() };
        let sources = texts(moves, column, MOVES_NAMES, lines, session)?;
        each(session, sources, &self.rows, |InputBoard { text: line, .. }| {
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
            let shown = start.as_ref().filter(|_| self.show);
            let boards = shown.map(|start| boards_along(start, &moves));
            let written = match &start {
                Some(board) => to.format_on(&moves, metric, board)?,
                None => to.format(&moves, metric)?,
            };
            let text = match self.answer {
                _ if let Some(start) = shown => drawing::steps(start, &moves, metric, to),
                Printed::Moves => written.clone(),
                Printed::Length => format!("length {length}, runs {runs}"),
                Printed::Board => after.clone().unwrap_or_default(),
            };
            let (length, runs) = (Some(length), Some(runs));
            let moves = Some(WrittenMoves(written));
            Ok((text, Converted { moves, length, runs, after, boards, error: None }))
        })
    }
}

/// Moves in a notation. In CSV no moves are `""`, as in answers.
struct WrittenMoves(String);

impl Value for WrittenMoves {
    fn write(&self, row: &mut Row<'_>) {
        row.word(|text| text.extend_from_slice(self.0.as_bytes()));
    }
}

/// A board, and the one after each move.
fn boards_along(start: &Board, moves: &[Move]) -> BoardList {
    let mut board = Some(start.clone());
    let mut boards = vec![start.to_string()];
    for &mv in moves {
        board = board.and_then(|board| board.moved(mv));
        boards.extend(board.as_ref().map(Board::to_string));
    }
    BoardList(boards)
}
