//! `tilebase rank` and `tilebase unrank`: from a board to its index, and back.

use std::ffi::OsString;

use anyhow::bail;
use tilebase::puzzle::{
    Coordinates, Shape, SmallBoard, SmallShape, factorial, rank, solvable, unrank,
};
use tilebase::text::Answers;

use crate::Ending;
use crate::arguments::{each, joined};
use crate::boards::{InputBoard, texts, words_or_stdin};
use crate::fields::fields;
use crate::options::{BoardRowsArgs, ReadingArgs, RowsArgs, count, small_shape};
use crate::session::Session;

/// Print the index of a board among all that can reach the default goal
///
/// The index is blank x (tiles!/2) + order/2, where `blank` is the cell of the blank and `order`
/// the Cantor rank of the tiles. `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct Rank {
    /// Boards; if omitted or `-`, they are read from standard input
    #[arg(value_name = "BOARD")]
    boards: Vec<OsString>,

    /// Count all arrangements of the cells, with the blank as 0, as textbooks do
    #[arg(long)]
    cantor: bool,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    io: BoardRowsArgs,

    /// The shape of boards that do not show it [default: a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = small_shape(), hide_possible_values = true)]
    size: Option<SmallShape>,
}

impl Rank {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let reading = self.reading.reading();
        let (size, layout) = (self.size.map(Shape::from), &self.io.layout);
        let words = joined(&self.boards, &|_: &[u8]| true);
        let sources = words_or_stdin(words, &layout.expected(&reading, size), layout, session)?;
        each(session, sources, &self.io.rows, |InputBoard { text, .. }| {
            let board = reading.board(text, size)?;
            let board = board.expect_small("a rank")?;
            board.shape().expect_numbered()?;
            let located = LocatedBoard::new(board, self.cantor);
            let text = located.index.map_or("unsolvable".to_owned(), |index| index.to_string());
            Ok((text, located))
        })
    }
}

/// Print the board with an index: the inverse of `rank`
///
/// The index counts from 0. `csv` and `jsonl` have the fields of `rank`.
#[derive(clap::Args)]
pub struct Unrank {
    /// Indices; if omitted or `-`, they are read from standard input
    #[arg(value_name = "INDEX", allow_negative_numbers = true)]
    indices: Vec<OsString>,

    /// The index counts all arrangements, as with `rank --cantor`
    #[arg(long)]
    cantor: bool,

    /// The column of CSV or field of JSON lines with the indices [default: index]
    #[arg(long, value_name = "NAME")]
    column: Option<String>,

    #[command(flatten)]
    rows: RowsArgs,

    /// The shape
    #[arg(long, value_name = "RxC", default_value = "3x3", value_parser = small_shape(), hide_possible_values = true)]
    size: SmallShape,
}

impl Unrank {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let (shape, column) = (self.size, self.column.as_ref());
        let lines = Answers { are_distances: true, ..Answers::default() };
        let sources = texts(self.indices.clone(), column, &["index"], lines, session)?;
        each(session, sources, &self.rows, |input| {
            let text = String::from_utf8_lossy(input.text);
            let index = text.trim();
            let at = count(index).ok();
            shape.expect_numbered()?;
            let board = at.and_then(|at| {
                if self.cantor {
                    return of_cantor_rank(shape, at);
                }
                Coordinates::from_index(shape, shape.tiles(), at)?.board(shape)
            });
            let Some(board) = board else {
                let all = if self.cantor { factorial(shape.cells()) } else { shape.states() };
                let last = all - 1;
                let found: String = index.chars().take(24).collect();
                bail!("expected an index from 0 to {last}, found `{found}`");
            };
            Ok((board.to_string(), LocatedBoard::new(&board, self.cantor)))
        })
    }
}

/// The board whose cells have this rank, if an arrangement has.
fn of_cantor_rank(shape: SmallShape, index: u64) -> Option<SmallBoard> {
    let mut cells = vec![0; shape.cells()];
    if index >= factorial(cells.len()) {
        return None;
    }
    unrank(index, &mut cells);
    for cell in &mut cells {
        *cell -= 1;
    }
    SmallBoard::new(shape, &cells).ok()
}

fields! {
    /// A board with its coordinates.
    pub struct LocatedBoard {
        board: String,
        shape: Option<String>,
        index: Option<u64>,
        blank: Option<usize>,
        order: Option<u64>,
        error: Option<String>,
    }
}

impl LocatedBoard {
    /// The coordinates of a board. One that cannot reach the default goal has no index, unless all
    /// arrangements are counted.
    fn new(board: &SmallBoard, is_cantor: bool) -> LocatedBoard {
        let at = Coordinates::from(board);
        let unsolvable = solvable(board, &SmallBoard::goal(board.shape())).err();
        let unsolvable = unsolvable.filter(|_| !is_cantor);
        let cells: Vec<u8> = board.cells().iter().map(|cell| cell + 1).collect();
        let index = if is_cantor { rank(&cells) } else { at.index(board.shape()) };
        LocatedBoard {
            board: board.to_string(),
            shape: Some(board.shape().to_string()),
            index: unsolvable.is_none().then_some(index),
            blank: Some(at.blank),
            order: Some(at.order),
            error: unsolvable.map(|why| why.to_string()),
        }
    }
}
