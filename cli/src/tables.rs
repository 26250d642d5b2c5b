//! The tables that a command works with, and what answers with them.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use tilebase::costs::TileCosts;
use tilebase::oracle::{Ask, BatchError, Outcome};
use tilebase::puzzle::{Class, MAX_CELLS, Metric, Orbit, Puzzle, Shape, SmallBoard, SmallShape};
use tilebase::{Board, Error, Oracle, Table, Tablebase};

use crate::limits::SearchLimits;
use crate::options::{MetricArg, ThreadsArg};
use crate::problems::{GoalArgs, Problems};
use crate::session::Session;

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

    /// Search until it is proved, beyond 16 cells [default: for a second]
    #[arg(long)]
    pub optimal: bool,

    /// Whether moves are only followed, so that no table is made for a goal of several boards.
    #[arg(skip)]
    pub follows_only: bool,
}

/// What moves cost.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct CostArg {
    /// What moves cost: tile, inverse, sqrt or a list
    #[arg(long, value_name = "COSTS")]
    pub cost: Option<TileCosts>,
}

impl CostArg {
    /// The tables, which answer with these costs. Returns an error if they are combined with what
    /// counts moves.
    pub fn open(self, args: &SearchArgs, session: &Session) -> anyhow::Result<Tables> {
        if self.cost.is_some() && args.optimal {
            bail!("--optimal: with --cost, expected --max-nodes or --timeout to search for longer");
        }
        let tables = Tables::new(args, session)?;
        if self.cost.is_some() {
            tables.problems.expect_one_goal("a cheapest solution")?;
        }
        Ok(Tables { costs: self.of(args)?, ..tables })
    }

    /// The costs, as for [`open`](Self::open).
    pub fn of(self, args: &SearchArgs) -> anyhow::Result<Option<TileCosts>> {
        if self.cost.is_some() && args.metric.metric != Metric::Single {
            bail!("--cost: a move slides one tile; leave out --metric multi");
        }
        if self.cost.is_some() && args.tables.table.is_some() {
            bail!("--cost: a table counts moves; leave out --table");
        }
        Ok(self.cost)
    }
}

/// The argument of every command that uses the data folder.
#[derive(Clone, Default, clap::Args)]
pub struct Folder {
    /// The folder of tables [default: $TILEBASE_DATA, else the user's]
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
        let found = match wanted {
            Some(name) => self.tables(session)?.named(name, metric)?,
            None => None,
        };
        let Some(mut found) = found else {
            // Most likely a shape was meant.
            if !name.exists()
                && let Some(shape) = name.to_str().and_then(|name| name.parse::<Shape>().ok())
            {
                bail!(
                    "no table for {shape}: expected a shape with sides of at least 2 and at most \
                     {MAX_CELLS} cells"
                );
            }
            session.remember(name);
            return Ok(vec![Arc::new(Table::open(name)?)]);
        };
        if found.is_empty() {
            found.push(Arc::new(Table::open(name)?));
        }
        Ok(found)
    }

    /// Finds exactly one table by name.
    fn one(&self, name: &Path, metric: Metric, session: &Session) -> anyhow::Result<Arc<Table>> {
        let found = self.named(name, metric, session);
        let searched = match &found {
            Ok(tables) => {
                let mut puzzles = tables.iter().map(|table| table.puzzle());
                puzzles.find(|it| matches!(it, Puzzle::Pattern(_))).map(|it| it.orbit().shape())
            }
            Err(why) => match why.downcast_ref() {
                Some(&Error::NoTable { shape, metric: Metric::Single, .. }) => Some(shape),
                _ => None,
            },
        };
        if let Some(shape) = searched.filter(|shape| shape.class() != Class::Tabled) {
            bail!(
                "--table {}: {shape} has no table of all boards; without --table it is searched with \
                 the pattern tables that there are",
                name.display()
            );
        }
        let mut tables = found?;
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

/// A shape, and the cells of the blank in the goals on it that the tables of an orbit serve.
pub fn blanks(orbit: Orbit, shape: SmallShape) -> String {
    let cells = (0..shape.cells()).filter(|&cell| Orbit::new(shape, cell) == Ok(orbit));
    let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
    format!("{shape}: {}", cells.join(", "))
}

/// The problems to answer, the tables to answer from, and the limits on searches.
pub struct Tables {
    pub problems: Problems,
    pub limits: SearchLimits,
    pub threads: ThreadsArg,
    pub session: Session,
    /// What moves cost, if solutions are to be the cheapest.
    pub costs: Option<TileCosts>,
    /// The only table to answer from, if one was named.
    only: Option<Arc<Table>>,
    /// The tables to answer from otherwise.
    all: Tablebase,
}

impl Tables {
    /// Reads the goal and opens the table, if they were named.
    pub fn new(args: &SearchArgs, session: &Session) -> anyhow::Result<Tables> {
        let (metric, used) = (args.metric.metric, &args.tables);
        let problems = Problems::new(&args.goal, metric, session)?;
        let only = used.table.as_ref().map(|name| used.folder.one(name, metric, session));
        // The embedded tables work without a data folder.
        let all = used.folder.tables(session)?;
        let tables = Tables {
            problems,
            only: only.transpose()?,
            all: used.threads.set(all, Tablebase::threads),
            limits: SearchLimits { optimal: args.optimal, ..args.limits.clone() },
            session: session.clone(),
            threads: used.threads,
            costs: None,
        };
        if let Some(size) = tables.problems.size {
            tables.problems.expect(Ask::SOLUTION)?;
            // A table that was named must be for the size that was, and one that is made in memory
            // must not be too large.
            if tables.only.is_some() || tables.problems.has_several_goals() && !args.follows_only {
                tables.oracle(&tables.problems.goal(size)?)?;
            }
        }
        Ok(tables)
    }

    /// The oracle for the boards of a goal.
    pub fn oracle(&self, goal: &Board) -> Result<Oracle, Error> {
        let metric = self.problems.metric;
        // Making tables takes longer than many a search.
        self.limits.listen(goal.shape());
        if let Some(costs) = &self.costs {
            let oracle = self.all.oracle_with_costs(goal, costs)?;
            return Ok(oracle.limited(self.limits.limits()));
        }
        let oracle = match &self.only {
            Some(table) => Oracle::from_table(Arc::clone(table), goal, metric)?,
            None => self.all.oracle_in(goal, metric)?,
        };
        let limits = self.limits.watched(goal, metric, self.faster(&oracle), &self.session);
        Ok(self.threads.set(oracle.limited(limits), Oracle::threads))
    }

    /// The tables that can make answers faster: not those of an oracle that looks up, or whose
    /// table the user chose.
    fn faster(&self, oracle: &Oracle) -> Option<&Tablebase> {
        (oracle.table().is_none() && self.only.is_none()).then_some(&self.all)
    }

    /// The oracle for a goal that searches, whatever table of all boards there is.
    pub fn searching_oracle(&self, goal: &SmallBoard) -> Result<Oracle, Error> {
        let (any, metric) = ((*goal).into(), self.problems.metric);
        let limits = self.limits.watched(&any, metric, Some(&self.all), &self.session);
        let oracle = self.all.searching_oracle(goal)?.limited(limits);
        Ok(self.threads.set(oracle, Oracle::threads))
    }

    /// The distances of boards to their goals, up to the first error.
    pub fn distances(
        &self,
        boards: &[Board],
        goals: &[&Board],
    ) -> (Vec<Outcome<u32>>, Option<Error>) {
        self.answers(boards, goals, Ask::DISTANCE, |found| {
            found.map(|answer| answer.distance.expect("the distance was asked for")).if_proved()
        })
    }

    /// What is asked of boards with their goals, up to the first error.
    pub fn answers<A>(
        &self,
        boards: &[Board],
        goals: &[&Board],
        ask: Ask,
        of: impl Fn(Outcome) -> A,
    ) -> (Vec<A>, Option<Error>) {
        let mut answers = Vec::with_capacity(boards.len());
        let mut rest = boards;
        for goals in goals.chunk_by(|a, b| a == b) {
            let boards;
            (boards, rest) = rest.split_at(goals.len());
            let found = self.oracle(goals[0]).and_then(|oracle| {
                let found = oracle.answers(boards, ask, &mut |_, outcomes| {
                    answers.extend(outcomes.iter_mut().map(|outcome| of(std::mem::take(outcome))));
                    ControlFlow::Continue(())
                });
                found.map_err(|BatchError { error, .. }| error)
            });
            if let Err(why) = found {
                return (answers, Some(why));
            }
        }
        (answers, None)
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
        let [goal, large] = ["2x5", "4x4"].map(|size| SmallBoard::goal(size.parse().unwrap()));
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
