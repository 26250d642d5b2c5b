//! Search methods and heuristics, by name.

use std::time::{Duration, Instant};
use tilebase::Position;
use tilebase::Way;
use tilebase::oracle::AnyOracle;
use tilebase::puzzle::Metric;

use anyhow::bail;
use clap::ValueEnum;
use indicatif::ProgressBar;
use tilebase::oracle::Answerable;
use tilebase::puzzle::{MultiMove, Slide};
use tilebase::search::{
    AStar, Bfs, BidirectionalBfs, Dfs, Heuristic, Ida, IterativeDeepening, LinearConflict,
    Manhattan, Method, Misplaced, MultiManhattan, PatternHeuristic, Problem, Solved, TrueDistance,
    Zero, solve,
};
use tilebase::{Board, Error, Move};

use crate::limits::SearchLimits;
use crate::progress;
use crate::tables::Tables;

/// The default limit on generated boards for methods that remember them. It takes about a gigabyte.
const REMEMBERED: u64 = 10_000_000;

/// The methods, including the table.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum MethodName {
    /// Look up in a table; from 13 cells on, search with pattern tables
    Table,
    /// Breadth-first search
    Bfs,
    /// Bidirectional breadth-first search
    Bibfs,
    /// A*
    Astar,
    /// Iterative deepening A*
    Ida,
    /// Iterative deepening depth-first search
    Iddfs,
    /// Depth-first search with branch and bound, on at most six cells
    Dfs,
}

/// The heuristics.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum HeuristicName {
    /// Always 0
    None,
    /// Number of tiles that are not in their goal cell
    Misplaced,
    /// Sum of the tiles' distances from their goal cells; in the multi-tile metric those along
    /// rows and those along columns, each divided by the most tiles that slide at once
    Manhattan,
    /// Manhattan, plus two moves for each tile that must let another one pass
    LinearConflict,
    /// Additive pattern databases: the large tables if generated, else small ones
    Patterns,
    /// The true distance, from a table
    Table,
}

/// The name of a method or a heuristic.
pub fn name(of: impl ValueEnum + Copy) -> String {
    of.to_possible_value().expect("no name is hidden").get_name().to_owned()
}

impl MethodName {
    /// The method; `None` is the table.
    pub const fn method<M: Slide>(self) -> Option<&'static dyn Method<M>> {
        match self {
            MethodName::Table => None,
            MethodName::Bfs => Some(&Bfs),
            MethodName::Bibfs => Some(&BidirectionalBfs),
            MethodName::Astar => Some(&AStar),
            MethodName::Ida => Some(&Ida),
            MethodName::Iddfs => Some(&IterativeDeepening),
            MethodName::Dfs => Some(&Dfs),
        }
    }

    /// Whether the method uses a heuristic.
    pub fn uses_heuristic(self) -> bool {
        self.method::<Move>().is_some_and(Method::uses_heuristic)
    }
}

/// A metric, with its oracles and heuristics.
pub trait SearchMetric: Answerable {
    /// Creates a heuristic for a goal.
    fn heuristic(
        name: HeuristicName,
        goal: &Board,
        tables: &Tables,
    ) -> Result<Box<dyn Heuristic<Self> + Send>, Error>;
}

impl SearchMetric for Move {
    fn heuristic(
        name: HeuristicName,
        goal: &Board,
        tables: &Tables,
    ) -> Result<Box<dyn Heuristic + Send>, Error> {
        Ok(match name {
            HeuristicName::None => Box::new(Zero),
            HeuristicName::Misplaced => Box::new(Misplaced::new(goal)),
            HeuristicName::Manhattan => Box::new(Manhattan::new(goal)),
            HeuristicName::LinearConflict => Box::new(LinearConflict::new(goal)),
            HeuristicName::Patterns => {
                Box::new(PatternHeuristic::from(tables.searching_oracle(goal)?))
            }
            HeuristicName::Table => Box::new(TrueDistance::new(tables.typed::<Move>(goal)?)),
        })
    }
}

impl SearchMetric for MultiMove {
    fn heuristic(
        name: HeuristicName,
        goal: &Board,
        tables: &Tables,
    ) -> Result<Box<dyn Heuristic<MultiMove> + Send>, Error> {
        let method = match name {
            HeuristicName::None => return Ok(Box::new(Zero)),
            HeuristicName::Manhattan => return Ok(Box::new(MultiManhattan::new(goal))),
            HeuristicName::Table => {
                return Ok(Box::new(TrueDistance::new(tables.typed::<MultiMove>(goal)?)));
            }
            HeuristicName::Misplaced => "misplaced",
            HeuristicName::LinearConflict => "linear-conflict",
            HeuristicName::Patterns => "patterns",
        };
        let why = "this heuristic counts moves of single tiles; expected `none`, `manhattan` or \
                   `table` in the multi-tile metric";
        Err(Error::Unsuitable { method, shape: goal.shape(), why })
    }
}

/// A way to solve boards: a method with its heuristic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MethodChoice {
    pub method: MethodName,
    pub heuristic: HeuristicName,
}

impl MethodChoice {
    /// A method with this heuristic, or with its usual one. Returns an error for a heuristic that
    /// the method would ignore.
    pub fn new(
        method: MethodName,
        heuristic: Option<HeuristicName>,
    ) -> anyhow::Result<MethodChoice> {
        let used = method.uses_heuristic();
        if heuristic.is_some_and(|heuristic| heuristic != HeuristicName::None) && !used {
            bail!(
                "--heuristic: {} does not use one; expected --method astar, ida, iddfs or dfs",
                name(method)
            );
        }
        // Plain iterative deepening uses no estimate. With one it would be IDA*.
        let is_plain = !used || method == MethodName::Iddfs;
        let usual = if is_plain { HeuristicName::None } else { HeuristicName::Manhattan };
        Ok(MethodChoice { method, heuristic: heuristic.unwrap_or(usual) })
    }

    /// Answers boards of a goal by this method, each with a bar of its own.
    pub fn oracle(self, goal: &Position, tables: &Tables) -> Result<AnyOracle, Error> {
        match tables.metric {
            Metric::Single => self.oracle_in::<Move>(goal, tables),
            Metric::Multi => self.oracle_in::<MultiMove>(goal, tables),
        }
    }

    fn oracle_in<M: SearchMetric>(
        self,
        goal: &Position,
        tables: &Tables,
    ) -> Result<AnyOracle, Error>
    where
        Way: From<M::Sequence>,
    {
        let goal = goal.expect_board("a search method")?;
        let searcher = self.searcher::<M>(goal, tables, &tables.limits)?;
        Ok(AnyOracle::from_search(goal, move |board: &Board| {
            let bar = progress::bar(None, "{spinner} {prefix}, {elapsed}");
            bar.set_prefix(searcher.method.name());
            searcher.solve(board, &bar)
        }))
    }

    /// Prepares to solve boards for a goal by this method, which is not the table.
    pub fn searcher<M: SearchMetric>(
        self,
        goal: &Board,
        tables: &Tables,
        limits: &SearchLimits,
    ) -> Result<MethodSolver<M>, Error> {
        let method = self.method.method::<M>().expect("a method, not the table");
        let heuristic = M::heuristic(self.heuristic, goal, tables)?;
        Ok(MethodSolver { goal: *goal, method, heuristic, limits: limits.clone() })
    }
}

/// Solves boards for a goal by a search.
pub struct MethodSolver<M: SearchMetric> {
    goal: Board,
    method: &'static dyn Method<M>,
    heuristic: Box<dyn Heuristic<M> + Send>,
    limits: SearchLimits,
}

impl<M: SearchMetric> MethodSolver<M> {
    /// Solves a board. Where that takes long, the bar ticks.
    pub fn solve(&self, board: &Board, bar: &ProgressBar) -> tilebase::Result<Solved<M>> {
        let problem = Problem { start: *board, goal: self.goal, heuristic: &*self.heuristic };
        let (begin, bar, given) = (Instant::now(), bar.clone(), self.limits.clone());
        let mut limits = self.limits.limits().progress(move |_| {
            if begin.elapsed() > Duration::from_secs(1) {
                bar.tick();
            }
            given.watch_deadline()
        });
        if self.limits.max_nodes.is_none() && self.method.stores_all_boards() {
            limits = limits.boards(REMEMBERED);
        }
        solve(self.method, &problem, &limits)
    }
}
