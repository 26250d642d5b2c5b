//! The goal, the shape and the tables that a command works with.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use tilebase::oracle::{AnyOracle, Ask, BatchError, Outcome, TableName, expect_answers};
use tilebase::puzzle::{BoardError, Extent, MAX_CELLS, Metric, Orbit};
use tilebase::reading::Reading;
use tilebase::{Board, Error, Oracle, Position, Shape, Table, Tablebase};

use crate::boards::{BoardBlock, InputBoard};
use crate::goals::{self, Goal};
use crate::limits::SearchLimits;
use crate::options::{MetricArg, ReadingArgs, ThreadsArg, extent};
use crate::report::{self, InputPosition, note};
use crate::session::Session;

/// The goal, and how boards are read.
#[derive(Clone, Default, clap::Args)]
pub struct GoalArgs {
    /// The board to reach, the cell of its blank from 0, or a name: first, last, centre or snail
    /// [default: the tiles in order, the blank last]
    #[arg(long, value_name = "GOAL", alias = "goal-blank", allow_negative_numbers = true)]
    pub goal: Option<String>,

    #[command(flatten)]
    pub reading: ReadingArgs,

    /// The shape of boards that do not show it [default: the goal's, else a square, else 3x3]
    #[arg(long, value_name = "RxC", value_parser = extent(), hide_possible_values = true)]
    pub size: Option<Extent>,
}

impl GoalArgs {
    /// Refuses to read boards in another way where the goal could be the only one, and is none.
    pub fn expect_goal_to_read(&self) -> anyhow::Result<()> {
        self.reading.expect_board(self.goal.is_some(), "--goal BOARD")
    }
}

/// The tables that answer, and how they are used.
#[derive(Clone, Default, clap::Args)]
pub struct AnsweringArgs {
    /// Use only this table: a file, or a name listed by `tilebase info`
    #[arg(long, value_name = "TABLE")]
    pub table: Option<PathBuf>,

    #[command(flatten)]
    pub threads: ThreadsArg,

    #[command(flatten)]
    pub folder: Folder,
}

/// The arguments of commands that search for boards or look them up.
#[derive(Clone, Default, clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub goal: GoalArgs,

    #[command(flatten)]
    pub metric: MetricArg,

    #[command(flatten)]
    pub limits: SearchLimits,

    #[command(flatten)]
    pub tables: AnsweringArgs,
}

/// The same for commands that may prove what a limit leaves open.
#[derive(clap::Args)]
pub struct TableArgs {
    #[command(flatten)]
    pub search: SearchArgs,

    /// On boards of 17 to 25 cells, search until the answer is proved, which may take hours
    /// [default: for about a second]
    #[arg(long)]
    pub optimal: bool,
}

impl TableArgs {
    /// Reads the goal and opens the table, if they were named.
    pub fn open(&self, session: &Session) -> anyhow::Result<Tables> {
        let mut args = self.search.clone();
        args.limits.optimal = self.optimal;
        Tables::new(&args, session)
    }
}

/// The argument of every command that uses the data folder.
#[derive(Clone, Default, clap::Args)]
pub struct Folder {
    /// The folder of tables [default: $TILEBASE_DATA, else `tilebase` in the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Folder {
    /// The folder, which need not exist.
    pub fn path(&self, session: &Session) -> anyhow::Result<PathBuf> {
        let folder = self.data.clone().or_else(Tablebase::user_folder);
        let path = folder
            .context("the system has no data folder for the user; name one with --data DIR")?;
        session.look_in(&path, self.data.is_some());
        Ok(path)
    }

    /// The embedded tables and those in the folder, if there is one. One that the user named must
    /// be there.
    pub fn tables(&self, session: &Session) -> anyhow::Result<Tablebase> {
        let Ok(folder) = self.path(session) else { return Ok(Tablebase::embedded()) };
        if self.data.is_some() && !folder.exists() {
            bail!("--data {}: no such folder; `tilebase generate` makes one", folder.display());
        }
        session.remember(&folder);
        Ok(Tablebase::in_folder(folder))
    }

    /// Finds tables by name: the path of a file, else a name such as `3x4-11`, else a shape such as
    /// `3x4`, which gives all tables for it, in either orientation.
    pub fn named(
        &self,
        name: &Path,
        metric: Metric,
        session: &Session,
    ) -> anyhow::Result<Vec<Arc<Table>>> {
        if name == Path::new("-") {
            bail!(
                "a table cannot be read from standard input, because it is mapped into memory; \
                 expected a file"
            );
        }
        let wanted = name.to_str().filter(|_| !name.exists());
        let wanted = wanted.and_then(|name| TableName::parse(name, metric));
        let Some(wanted) = wanted else {
            // Most likely a shape was meant.
            if !name.exists()
                && let Some(extent) = name.to_str().and_then(|name| name.parse::<Extent>().ok())
            {
                bail!(
                    "no table for {extent}: expected a shape with sides of at least 2 and at most \
                     {MAX_CELLS} cells"
                );
            }
            session.remember(name);
            return Ok(vec![Arc::new(Table::open(name)?)]);
        };
        let mut found = self.tables(session)?.named(&wanted)?;
        if found.is_empty() {
            found.push(Arc::new(Table::open(name)?));
        }
        Ok(found)
    }

    /// Finds exactly one table by name.
    fn one(&self, name: &Path, metric: Metric, session: &Session) -> anyhow::Result<Arc<Table>> {
        let wanted = name.to_str().and_then(|name| TableName::parse(name, metric));
        if let Some(shape) = wanted.and_then(|wanted| wanted.shape_of_patterns()) {
            bail!(
                "--table {}: {shape} has no table of all boards; without --table it is searched with \
                 the pattern tables that there are",
                name.display()
            );
        }
        let mut tables = self.named(name, metric, session)?;
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

/// Describes the goals on a shape that the tables of an orbit serve.
pub fn goals(orbit: Orbit, shape: Shape) -> String {
    let cells = (0..shape.cells()).filter(|&cell| Orbit::new(shape, cell) == Ok(orbit));
    let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    let s = if cells.len() == 1 { "" } else { "s" };
    format!("goals on {shape} with the blank in cell{s} {}", cells.join(", "))
}

/// The goal, the tables to answer from, and the limits on searches.
pub struct Tables {
    pub metric: Metric,
    /// The goal, if one was named.
    pub named_goal: Option<Goal>,
    /// How boards are written.
    pub reading: Reading,
    /// The size of boards that do not show it, if one was given.
    pub size: Option<Extent>,
    pub limits: SearchLimits,
    pub threads: ThreadsArg,
    pub session: Session,
    only: Option<Arc<Table>>,
    all: Tablebase,
}

impl Tables {
    /// Reads the goal and opens the table, if they were named.
    pub fn new(args: &SearchArgs, session: &Session) -> anyhow::Result<Tables> {
        let SearchArgs { goal: GoalArgs { goal, reading, size }, metric, limits, tables: used } =
            args;
        if goal.as_ref().is_some_and(|goal| goal.len() <= 2) {
            let words: Vec<_> =
                std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
            if let Some(goal) = goals::unquoted_goal_hint(&words) {
                bail!(
                    "--goal: expected one argument; quote the board: --goal {}",
                    report::quoted(&goal)
                );
            }
        }
        let mut reading = reading.reading();
        let mut read = |goal: &String| {
            let goal = goal.as_bytes();
            Goal::read(goal, &reading, *size).or_else(|why| {
                // Its tiles may have other numbers, which the boards then have, too.
                let other = reading.with_numbers_of(goal).ok_or(why)?;
                let goal = Goal::read(goal, &other, *size)?;
                note!("the goal's tiles are not 1, 2, 3, ...: they are counted in their order");
                reading = other;
                Ok::<_, BoardError>(goal)
            })
        };
        let named_goal = goal.as_ref().map(&mut read).transpose().context("--goal")?;
        let metric = metric.metric;
        let only = used.table.as_ref().map(|name| used.folder.one(name, metric, session));
        // The embedded tables work without a data folder.
        let all = used.folder.tables(session)?;
        let tables = Tables {
            metric,
            reading,
            size: size.or(named_goal.as_ref().and_then(Goal::size)),
            named_goal,
            only: only.transpose()?,
            all: match used.threads.given() {
                Some(threads) => all.threads(threads),
                None => all,
            },
            limits: limits.clone(),
            session: session.clone(),
            threads: used.threads,
        };
        if let (None, Some(size)) = (size, tables.size) {
            session.take_size_of_goal(size);
        }
        if let Some(size) = tables.size {
            tables.expect(Ask::SOLUTION)?;
            if tables.limits.optimal {
                tables.expect(Ask::PROOF).context("--optimal")?;
            }
            // A table that was named must be for the size that was.
            if tables.only.is_some() {
                tables.oracle(&tables.goal(size)?)?;
            }
        }
        Ok(tables)
    }

    /// Refuses what can never be answered for boards of the size, if one was given.
    pub fn expect(&self, ask: Ask) -> Result<(), Error> {
        self.size.map_or(Ok(()), |size| expect_answers(size, self.metric, ask))
    }

    /// Whether a goal was named, or the size of the usual one.
    pub const fn has_goal(&self) -> bool {
        self.named_goal.is_some() || self.size.is_some()
    }

    /// The goal for boards of this size.
    pub fn goal(&self, size: Extent) -> Result<Position, Error> {
        let named = self.named_goal.as_ref();
        Ok(named.map_or_else(|| Position::goal(size), |goal| goal.on(size))?)
    }

    /// The goal of a board.
    pub fn goal_of(&self, board: &Position) -> Result<Position, Error> {
        self.goal(board.extent())
    }

    /// The goal for boards of the size that was given, or 3x3, of at most 25 cells.
    pub fn small_goal(&self, what: &'static str) -> Result<Board, Error> {
        let goal = self.goal(self.size.unwrap_or(Shape::default().into()))?;
        Ok(*goal.expect_board(what)?)
    }

    /// Reads a board of the given size.
    pub fn board(&self, text: &[u8]) -> Result<Position, Error> {
        Ok(self.reading.board(text, self.size)?)
    }

    /// Reads a board of the given size from an input.
    pub fn read(&self, board: InputBoard<'_>) -> anyhow::Result<Position> {
        let goal = board.goal;
        let board = self.board(board.checked().map_err(anyhow::Error::msg)?)?;
        if let Some(goal) = goal
            && self.reading.goal(goal, Some(board.extent()))? != self.goal_of(&board)?
        {
            bail!("the input names another goal: name it with --goal");
        }
        Ok(board)
    }

    /// The boards of a block, of at most 25 cells. The others are rejected.
    pub fn boards(
        &self,
        block: &BoardBlock,
        what: &'static str,
        mut reject: impl FnMut(InputPosition, String),
    ) -> Vec<Board> {
        let mut boards = Vec::with_capacity(block.len());
        for board in block.boards() {
            let read = self.read(board).and_then(|board| Ok(*board.expect_board(what)?));
            match read {
                Ok(board) => boards.push(board),
                Err(why) => {
                    reject(InputPosition::Line(board.line), report::with_cure(&why, &self.session));
                }
            }
        }
        boards
    }

    /// The oracle for the boards of a goal.
    pub fn oracle(&self, goal: &Position) -> Result<AnyOracle, Error> {
        let oracle = match &self.only {
            Some(table) => AnyOracle::from_table(Arc::clone(table), goal, self.metric)?,
            None => self.all.any_oracle(goal, self.metric)?,
        };
        if self.limits.optimal {
            oracle.expect(Ask::PROOF)?;
        }
        let tables = self.faster(&oracle);
        let limits = self.limits.watched(goal, self.metric, tables, &self.session);
        let oracle = oracle.limited(limits);
        Ok(match self.threads.given() {
            Some(threads) => oracle.threads(threads),
            None => oracle,
        })
    }

    /// The tables that can make answers faster: not those of an oracle that looks up, or whose
    /// table the user chose.
    fn faster(&self, oracle: &AnyOracle) -> Option<&Tablebase> {
        (oracle.is_searching() && self.only.is_none()).then_some(&self.all)
    }

    /// The oracle for a goal that searches, whatever table of all boards there is.
    pub fn searching_oracle(&self, goal: &Board) -> Result<Oracle, Error> {
        let (any, tables) = ((*goal).into(), Some(&self.all));
        let limits = self.limits.watched(&any, self.metric, tables, &self.session);
        let oracle = self.all.searching_oracle(goal)?.limited(limits);
        Ok(match self.threads.given() {
            Some(threads) => oracle.threads(threads),
            None => oracle,
        })
    }

    /// The distances of boards, up to the first error.
    pub fn distances(&self, boards: &[Position]) -> (Vec<Outcome<u32>>, Option<Error>) {
        let mut distances = Vec::with_capacity(boards.len());
        for boards in boards.chunk_by(|a, b| a.extent() == b.extent()) {
            let found = self.goal_of(&boards[0]).and_then(|goal| self.oracle(&goal));
            let found = found.and_then(|oracle| {
                let found = oracle.find(boards, Ask::DISTANCE, &mut |_, outcomes| {
                    distances.extend(outcomes.iter_mut().map(|outcome| {
                        let found = std::mem::take(outcome);
                        found.map(|answer| answer.distance.unwrap_or_default()).if_proved()
                    }));
                    ControlFlow::Continue(())
                });
                found.map_err(|BatchError { error, .. }| error)
            });
            if let Err(why) = found {
                return (distances, Some(why));
            }
        }
        (distances, None)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(clap::Parser)]
    struct Args {
        #[command(flatten)]
        tables: SearchArgs,
    }

    #[test]
    fn tables_make_faster_what_is_searched() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().to_str().unwrap();
        let [goal, large] = ["2x5", "4x4"].map(|size| Board::goal(size.parse().unwrap()));
        let table = folder.path().join("mine");
        let made = tilebase::generate::generate(Orbit::from(&goal)).unwrap();
        made.write_to(&mut std::fs::File::create(&table).unwrap()).unwrap();
        let is_faster = |more: &[&str]| {
            let args = ["tilebase", "--data", data].into_iter().chain(more.iter().copied());
            let tables = Tables::new(&Args::parse_from(args).tables, &Session::default()).unwrap();
            let goal = if more.contains(&"multi") { large } else { goal };
            tables.faster(&tables.oracle(&goal.into()).unwrap()).is_some()
        };
        assert!(is_faster(&[]));
        assert!(is_faster(&["--metric", "multi"]));
        // It looks up already, though the table is not one that is found.
        assert!(!is_faster(&["--table", table.to_str().unwrap()]));
    }
}
