//! The goal, the shape and the tables that a command works with.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use anyhow::{Context, bail};
use tilebase::oracle::{Answered, BatchError};
use tilebase::puzzle::{Extent, MAX_CELLS, Orbit, Pattern, Puzzle};
use tilebase::swap::Side;
use tilebase::{Batch, Board, Error, Oracle, Shape, Table, Tablebase};

use crate::input::{self, Line};
use crate::limits::SearchLimits;
use crate::options::{ThreadsArg, shape};
use crate::report;

/// The arguments of every command that looks boards up.
#[derive(clap::Args)]
pub struct TableArgs {
    /// The board to reach [default: the tiles in order, the blank in the last cell]
    #[arg(long, value_name = "BOARD")]
    goal: Option<String>,

    /// The shape of boards that do not show it [default: the goal's, else a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = shape(), hide_possible_values = true)]
    size: Option<Shape>,

    /// Use only this table: a file, or a name listed by `tilebase info`
    #[arg(long, value_name = "TABLE")]
    table: Option<PathBuf>,

    #[command(flatten)]
    limits: SearchLimits,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    folder: Folder,
}

impl TableArgs {
    pub const fn threads(&self) -> ThreadsArg {
        self.threads
    }
}

/// The argument of every command that uses the data folder.
#[derive(clap::Args)]
pub struct Folder {
    /// The folder of generated tables [default: $TILEBASE_DATA, else `tilebase` in the user's data
    /// folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Folder {
    /// The folder, which need not exist.
    pub fn path(&self) -> anyhow::Result<PathBuf> {
        let folder = self.data.clone().or_else(Tablebase::user_folder);
        let path = folder
            .context("the system has no data folder for the user; name one with --data DIR")?;
        report::looked_in(&path, self.data.is_some());
        Ok(path)
    }
}

impl Folder {
    /// The embedded tables and those in the folder, if there is one.
    pub fn tables(&self) -> Tablebase {
        let Ok(folder) = self.path() else { return Tablebase::embedded() };
        input::remember(&folder);
        Tablebase::in_folder(folder)
    }

    /// Finds tables by name: the path of a file, else a name such as `3x4-11`, else a shape such as
    /// `3x4`, which gives all tables for it, in either orientation.
    pub fn named(&self, name: &Path) -> anyhow::Result<Vec<Arc<Table>>> {
        if name == Path::new("-") {
            bail!(
                "a table cannot be read from standard input, because it is mapped into memory; \
                 expected a file"
            );
        }
        let wanted = name.to_str().filter(|_| !name.exists()).and_then(|name| name.parse().ok());
        let Some(wanted): Option<Name> = wanted else {
            // Most likely a shape was meant.
            if !name.exists()
                && let Some(extent) = name.to_str().and_then(|name| name.parse::<Extent>().ok())
            {
                bail!("no table for {extent}: expected a shape of at most {MAX_CELLS} cells");
            }
            input::remember(name);
            return Ok(vec![Arc::new(Table::open(name)?)]);
        };
        let all = self.tables();
        let mut found = Vec::new();
        for table in all.iter() {
            match table {
                Ok(table) if wanted.is(table.puzzle()) => found.push(table),
                // Damage to other tables does not matter here.
                Err(Error::Table { name, .. }) if !wanted.is_of_file(&name) => {}
                Ok(_) => {}
                Err(error) => return Err(error.into()),
            }
        }
        if found.is_empty() {
            return Err(match wanted {
                Name::Shape(shape) => Error::NoTable { shape, goal_blank: shape.tiles() },
                Name::Puzzle(Puzzle::Sliding(orbit)) => {
                    Error::NoTable { shape: orbit.shape(), goal_blank: orbit.goal_blank() }
                }
                Name::Puzzle(_) => return Ok(vec![Arc::new(Table::open(name)?)]),
            }
            .into());
        }
        Ok(found)
    }

    /// Finds exactly one table by name.
    fn one(&self, name: &Path) -> anyhow::Result<Arc<Table>> {
        let orbit = name.to_str().and_then(|name| name.parse::<Name>().ok()?.orbit());
        if let Some(orbit) = orbit.filter(|&orbit| Tablebase::puzzles_of(orbit) != [orbit.into()]) {
            bail!(
                "--table {}: {} has no table of all boards; without --table it is searched with the \
                 pattern tables that there are",
                name.display(),
                orbit.shape()
            );
        }
        let mut tables = self.named(name)?;
        if tables.len() > 1 {
            let names: Vec<String> =
                tables.iter().map(|table| table.puzzle().to_string()).collect();
            bail!(
                "--table {}: found {} tables; expected one of {}",
                name.display(),
                names.len(),
                names.join(", ")
            );
        }
        tables.pop().context("--table: no table")
    }
}

/// The puzzle that a file's name says it has the table of.
pub fn puzzle_of_file(path: &Path) -> Option<Puzzle> {
    match path.file_name()?.to_str()?.parse() {
        Ok(Name::Puzzle(puzzle)) => Some(puzzle),
        _ => None,
    }
}

/// A name of tables that is not the path of a file.
#[derive(Clone, Copy)]
enum Name {
    Shape(Shape),
    Puzzle(Puzzle),
}

impl Name {
    /// The orbit of sliding-tile puzzles that is named.
    fn orbit(self) -> Option<Orbit> {
        match self {
            Name::Shape(shape) => Orbit::new(shape, shape.tiles()).ok(),
            Name::Puzzle(Puzzle::Sliding(orbit)) => Some(orbit),
            Name::Puzzle(Puzzle::Pattern(pattern)) => Some(pattern.orbit()),
            Name::Puzzle(_) => None,
        }
    }

    /// Whether a file in the folder has this name.
    fn is_of_file(self, path: &str) -> bool {
        puzzle_of_file(Path::new(path)).is_some_and(|puzzle| self.is(puzzle))
    }

    fn is(self, puzzle: Puzzle) -> bool {
        let shape_of = match puzzle {
            Puzzle::Sliding(orbit) => Some(orbit.shape()),
            Puzzle::Pattern(pattern) => Some(pattern.orbit().shape()),
            _ => None,
        };
        match self {
            // An orbit without a table of all boards has pattern tables.
            Name::Puzzle(Puzzle::Sliding(orbit)) => {
                puzzle == orbit.into() || Tablebase::puzzles_of(orbit).contains(&puzzle)
            }
            Name::Puzzle(wanted) => wanted == puzzle,
            Name::Shape(shape) => shape_of.is_some_and(|of| {
                (of.rows(), of.cols())
                    == (shape.rows().max(shape.cols()), shape.rows().min(shape.cols()))
            }),
        }
    }
}

impl FromStr for Name {
    type Err = ();

    /// `3x4`, `3x4-11`, `swap-3x3` or `4x4-15-0.1.4.5`, with or without `.tbl`, and as printed by
    /// `info`.
    fn from_str(name: &str) -> Result<Name, ()> {
        let name = name.trim_end_matches(" (embedded)").trim_end_matches(".tbl");
        if let Ok(shape) = name.parse() {
            return Ok(Name::Shape(shape));
        }
        let puzzle = || {
            if let Some(side) = name.strip_prefix("swap-") {
                let side = Side::ALL.into_iter().find(|known| known.to_string() == side)?;
                return Some(Puzzle::from(side));
            }
            let mut parts = name.splitn(3, '-');
            let orbit =
                Orbit::new(parts.next()?.parse().ok()?, parts.next()?.parse().ok()?).ok()?;
            let Some(cells) = parts.next() else { return Some(Puzzle::from(orbit)) };
            let mut bits = 0u32;
            for cell in cells.split('.') {
                let cell: usize = cell.parse().ok()?;
                if cell >= orbit.shape().cells() {
                    return None;
                }
                bits |= 1 << cell;
            }
            Pattern::new(orbit, bits).ok().map(Puzzle::from)
        };
        puzzle().map(Name::Puzzle).ok_or(())
    }
}

/// The goal, the tables to answer from, and the limits on searches.
pub struct Tables {
    goal: Option<Board>,
    shape: Option<Shape>,
    only: Option<Arc<Table>>,
    all: Tablebase,
    limits: SearchLimits,
    threads: ThreadsArg,
    /// For each shape, what answers many of its boards. Created when the first is asked for.
    batches: Vec<(Shape, OnceLock<Batch>)>,
}

impl Tables {
    /// Reads the goal and opens the table, if they were named.
    pub fn new(args: &TableArgs) -> anyhow::Result<Tables> {
        let parse = |text: &String| Board::parse(text, args.size).context("--goal");
        let goal = args.goal.as_ref().map(parse).transpose()?;
        let only = args.table.as_ref().map(|name| args.folder.one(name)).transpose()?;
        let tables = Tables {
            shape: args.size.or(goal.map(|goal| goal.shape())),
            goal,
            only,
            // The embedded tables work without a data folder.
            all: args.folder.tables(),
            limits: args.limits.clone(),
            threads: args.threads,
            batches: Shape::all(MAX_CELLS).map(|shape| (shape, OnceLock::new())).collect(),
        };
        // A table that was named must be for the shape that was.
        if let (Some(_), Some(shape)) = (&tables.only, tables.shape) {
            tables.oracle(&tables.goal(shape))?;
        }
        Ok(tables)
    }

    /// The shape of boards that do not show it, if one was given.
    pub fn shape(&self) -> Option<Shape> {
        self.shape
    }

    /// The goal for boards of this shape.
    pub fn goal(&self, shape: Shape) -> Board {
        self.goal.unwrap_or_else(|| Board::goal(shape))
    }

    /// The goal, if one was named.
    pub fn named_goal(&self) -> Option<&Board> {
        self.goal.as_ref()
    }

    /// Lets Ctrl-C end the search of a large shape instead of the program.
    pub fn interruptible(self) -> Tables {
        Tables { limits: self.limits.interruptible(), ..self }
    }

    /// The limits on searches.
    pub fn limits(&self) -> &SearchLimits {
        &self.limits
    }

    /// The number of threads.
    pub fn threads(&self) -> ThreadsArg {
        self.threads
    }

    /// Reads a board of the given shape.
    pub fn board(&self, text: &[u8]) -> Result<Board, Error> {
        Ok(Board::parse(text, self.shape)?)
    }

    /// Reads a line of input as a board of the given shape.
    pub fn read(&self, line: Line<'_>) -> anyhow::Result<Board> {
        Ok(self.board(line?)?)
    }

    /// The oracle for a goal.
    pub fn oracle(&self, goal: &Board) -> Result<Oracle, Error> {
        let oracle = match &self.only {
            Some(table) => Oracle::new(Arc::clone(table), goal)?,
            None => self.all.oracle(goal)?,
        };
        Ok(self.limited(oracle))
    }

    fn limited(&self, oracle: Oracle) -> Oracle {
        let limits = self.limits.watched(oracle.goal(), &self.all);
        let oracle = oracle.limited(limits);
        match self.threads.given() {
            Some(threads) => oracle.threads(threads),
            None => oracle,
        }
    }

    /// The oracle for a goal that searches, whatever table of all boards there is.
    pub fn searching_oracle(&self, goal: &Board) -> Result<Oracle, Error> {
        Ok(self.limited(self.all.searching_oracle(goal)?))
    }

    /// What answers many boards of this shape.
    pub fn batch(&self, shape: Shape) -> Result<&Batch, Error> {
        let Some((_, batch)) = self.batches.iter().find(|(other, _)| *other == shape) else {
            return Err(Error::TooLarge { shape });
        };
        if let Some(batch) = batch.get() {
            return Ok(batch);
        }
        let oracle = self.oracle(&self.goal(shape))?;
        Ok(batch.get_or_init(|| Batch::new(oracle)))
    }

    /// The distances of boards, up to the first error.
    pub fn distances(&self, boards: &[Board]) -> (Vec<Answered<u32>>, Option<Error>) {
        let mut distances = Vec::with_capacity(boards.len());
        for mut boards in boards.chunk_by(|a, b| a.shape() == b.shape()) {
            let batch = match self.batch(boards[0].shape()) {
                Ok(batch) => batch,
                Err(error) => return (distances, Some(error)),
            };
            let mut failure = None;
            loop {
                match batch.distances(boards) {
                    Ok(mut found) => {
                        distances.append(&mut found);
                        break;
                    }
                    // Those before it may be answered, unless another one fails too.
                    Err(BatchError { index, error, .. }) => {
                        boards = &boards[..index];
                        failure = Some(error);
                    }
                }
            }
            if failure.is_some() {
                return (distances, failure);
            }
        }
        (distances, None)
    }
}
