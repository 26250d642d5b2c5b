//! Which goal, shape and tables a command works with.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use tilebase::{Batch, Board, Error, Oracle, Shape, Table, Tablebase};

use super::lines::Line;

/// The arguments of every command that looks boards up.
#[derive(clap::Args)]
pub struct Wanted {
    /// The board to reach [default: tiles in order, the blank in the last cell]
    #[arg(long, value_name = "BOARD")]
    goal: Option<String>,

    /// The shape of boards that do not show it by their rows [default: the goal's, else 3x3]
    #[arg(long, value_name = "RxC")]
    size: Option<Shape>,

    /// Use this table and no other
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    #[command(flatten)]
    folder: Folder,
}

impl Wanted {
    /// The table file that was named.
    pub fn file(&self) -> Option<&Path> {
        self.table.as_deref()
    }
}

/// The argument of every command that knows the data folder.
#[derive(clap::Args)]
pub struct Folder {
    /// The folder of generated tables [default: $TILEBASE_DATA, else `tilebase` in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Folder {
    /// The folder, which need not exist.
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        let folder = self.data.clone().or_else(Tablebase::user_folder);
        folder.context("no user's data folder; name one with --data DIR")
    }
}

/// The goal asked for, and the tables to find it in.
pub struct Tables {
    goal: Option<Board>,
    shape: Option<Shape>,
    only: Option<Arc<Table>>,
    all: Tablebase,
}

impl Tables {
    /// Reads the goal and opens the table, if they are named, and sees that there is a table for the shape asked for.
    pub fn new(args: &Wanted) -> anyhow::Result<Tables> {
        let tables = Tables::of_any_shape(args)?;
        if let Some(shape) = tables.shape {
            tables.oracle(shape)?;
        }
        Ok(tables)
    }

    /// The same for a shape that may have no table.
    pub fn of_any_shape(args: &Wanted) -> anyhow::Result<Tables> {
        let parse = |text: &String| Board::parse(text, args.size).context("--goal");
        let goal = args.goal.as_ref().map(parse).transpose()?;
        let only = args.table.as_ref().map(Table::open).transpose()?.map(Arc::new);
        // Where nobody has a data folder, the embedded tables do without one.
        let all = args.folder.path().map_or_else(|_| Tablebase::embedded(), Tablebase::in_folder);
        Ok(Tables { shape: args.size.or(goal.map(|goal| goal.shape())), goal, only, all })
    }

    /// The shape of boards that do not show it, unless it is 3x3.
    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// The board to reach for boards of this shape.
    pub fn goal(&self, shape: Shape) -> Board {
        self.goal.unwrap_or_else(|| Board::goal(shape))
    }

    /// The board to reach, if one was named.
    pub fn named_goal(&self) -> Option<&Board> {
        self.goal.as_ref()
    }

    /// The lookups for a goal.
    pub fn batch(&self, goal: &Board) -> Result<Arc<Batch>, Error> {
        let oracle = self.oracle(goal.shape())?;
        oracle.expect_many();
        Ok(Arc::new(Batch::new(oracle)))
    }

    /// Reads a board of the shape asked for.
    pub fn board(&self, text: &[u8]) -> Result<Board, Error> {
        Ok(Board::parse(text, self.shape)?)
    }

    /// Reads a line of input, or says why it is no board of the shape asked for.
    pub fn read(&self, line: Line<'_>) -> Result<Board, String> {
        self.board(line.map_err(|why| why.to_string())?).map_err(|why| why.to_string())
    }

    /// The oracle for boards of this shape.
    pub fn oracle(&self, shape: Shape) -> Result<Oracle, Error> {
        let goal = self.goal(shape);
        match &self.only {
            Some(table) => Oracle::new(Arc::clone(table), &goal),
            None => self.all.oracle(&goal),
        }
    }
}
