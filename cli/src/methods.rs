//! Search methods and heuristics, by name.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tilebase::Position;
use tilebase::Way;
use tilebase::oracle::AnyOracle;
use tilebase::puzzle::Metric;

use anyhow::bail;
use clap::ValueEnum;
use indicatif::ProgressBar;
use tilebase::oracle::Answerable;
use tilebase::puzzle::{MoveOrder, MultiMove, Slide};
use tilebase::search::{
    AStar, Bfs, BidirectionalBfs, Dfs, GoalTest, Heuristic, Ida, IterativeDeepening,
    LinearConflict, Manhattan, Meter, Method, Misplaced, MultiManhattan, PatternHeuristic, Problem,
    Solved, Taken, TrueDistance, Zero, solve_with,
};
use tilebase::{Board, Error, Limits, Move};

use crate::limits::SearchLimits;
use crate::names::names;
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

/// The order in which methods try moves.
#[derive(Clone, Copy, clap::Args)]
pub struct OrderArg {
    /// The order in which a method tries the blank's moves, as in `udlr` [default: dlru]
    #[arg(long, help_heading = "Methods of search")]
    pub order: Option<MoveOrder>,
}

/// When methods test for the goal.
#[derive(Clone, Copy, clap::Args)]
pub struct GoalTestArg {
    /// When to test whether a board is the goal: when it is reached, or when it is taken to be
    /// expanded. Only bfs has both [default: expanded for bfs and astar, else reached]
    #[arg(long, value_parser = names(GoalTest::NAMES), ignore_case = true)]
    #[arg(help_heading = "Methods of search")]
    pub goal_test: Option<GoalTest>,
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

/// A way to solve boards: a method with its heuristic, and how it goes about it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MethodChoice {
    pub method: MethodName,
    pub heuristic: HeuristicName,
    pub order: Option<MoveOrder>,
    pub goal_test: Option<GoalTest>,
}

impl MethodChoice {
    /// A method with this heuristic.
    pub const fn of(method: MethodName, heuristic: HeuristicName) -> MethodChoice {
        MethodChoice { method, heuristic, order: None, goal_test: None }
    }

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
        Ok(MethodChoice::of(method, heuristic.unwrap_or(usual)))
    }

    /// The method with these options. Returns an error if it does not test for the goal then.
    pub fn going(self, order: OrderArg, test: GoalTestArg) -> anyhow::Result<MethodChoice> {
        let (order, goal_test) = (order.order, test.goal_test);
        let tests = self.method.method::<Move>().map_or(&[][..], Method::goal_tests);
        match goal_test {
            Some(test) if !tests.contains(&test) => {
                let names = GoalTest::NAMES.iter().filter(|(_, other)| tests.contains(other));
                let names: Vec<&str> = names.map(|&(name, _)| name).collect();
                bail!(
                    "--goal-test: {} tests boards only when they are {}; expected --method bfs for \
                     the other way",
                    name(self.method),
                    names.concat()
                );
            }
            _ => Ok(MethodChoice { order, goal_test, ..self }),
        }
    }

    /// Answers boards of a goal by this method, each with a bar of its own; the table, with the
    /// values of the heuristic.
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
        if self.method == MethodName::Table {
            let heuristic = M::heuristic(self.heuristic, goal, tables)?;
            return Ok(AnyOracle::from_heuristic::<M>(goal, move |board| {
                heuristic.estimate(board)
            }));
        }
        let searcher = self.searcher::<M>(goal, tables, &tables.limits)?;
        Ok(AnyOracle::from_search(goal, move |board: &Board| {
            let bar = progress::bar(None, "{spinner} {prefix}, {elapsed}", false);
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
        let (goal, order, limits) = (*goal, self.order.unwrap_or_default(), limits.clone());
        Ok(MethodSolver { goal, method, heuristic, order, goal_test: self.goal_test, limits })
    }
}

/// Solves boards for a goal by a search.
pub struct MethodSolver<M: SearchMetric> {
    goal: Board,
    method: &'static dyn Method<M>,
    heuristic: Box<dyn Heuristic<M> + Send>,
    order: MoveOrder,
    goal_test: Option<GoalTest>,
    limits: SearchLimits,
}

/// Called with each board that a search takes, and its estimate. If it breaks, the search ends.
pub type Trace<'t> = dyn FnMut(&Taken, u32) -> ControlFlow<()> + 't;

impl<M: SearchMetric> MethodSolver<M> {
    /// Solves a board. Where that takes long, the bar ticks.
    pub fn solve(&self, board: &Board, bar: &ProgressBar) -> tilebase::Result<Solved<M>> {
        self.search(board, &mut Meter::new(&self.limits(bar)))
    }

    /// Solves a board, and shows each board that the search takes.
    pub fn trace(&self, board: &Board, trace: &mut Trace<'_>) -> tilebase::Result<Solved<M>> {
        let mut failure = Ok(());
        let mut watcher = |taken: &Taken| match self.heuristic.estimate(&taken.board) {
            Ok(estimate) => trace(taken, estimate),
            Err(why) => {
                failure = Err(why);
                ControlFlow::Break(())
            }
        };
        let limits = self.limits(&ProgressBar::hidden());
        let solved = self.search(board, &mut Meter::new(&limits).watched(&mut watcher));
        failure.and(solved)
    }

    fn search(&self, board: &Board, meter: &mut Meter<'_>) -> tilebase::Result<Solved<M>> {
        let MethodSolver { order, goal_test, .. } = *self;
        let problem = Problem::new(*board, self.goal, &*self.heuristic);
        solve_with(self.method, &Problem { order, goal_test, ..problem }, meter)
    }

    fn limits(&self, bar: &ProgressBar) -> Limits {
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
        limits
    }
}
