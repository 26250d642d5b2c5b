//! Heuristics by name, and methods with one, in either metric.

use std::ops::ControlFlow;

use super::audit::{at, goal_of};
use super::{
    AuditResult, CostManhattan, Euclidean, Heuristic, LinearConflict, Manhattan, Meter, Method,
    Misplaced, MultiManhattan, PatternHeuristic, Problem, Taken, Zero, audit_watched, solve_with,
};
use crate::costs::TileCosts;
use crate::error::{Error, Result};
use crate::limits::{Cost, Limits};
use crate::oracle::{BatchError, Oracle, Tablebase};
use crate::outcome::Answer;
use crate::puzzle::{Metric, MoveOrder, SmallBoard, solvable};

/// The limit on generated boards for methods that store them, if there is none. They take about a
/// gigabyte.
const STORED: u64 = 10_000_000;

/// A heuristic.
///
/// ```
/// use tilebase::puzzle::{Metric, SmallBoard};
/// use tilebase::search::{Heuristic as _, HeuristicName};
/// use tilebase::Tablebase;
/// let goal = SmallBoard::goal("4x4".parse()?);
/// let board: SmallBoard = "13 6 8 12 / 15 14 x 10 / 11 7 4 5 / 9 1 3 2".parse()?;
/// let value = |name: HeuristicName, metric| {
///     name.of(&goal, metric, &Tablebase::embedded())?.estimate(&board)
/// };
/// let [steps, patterns] = [HeuristicName::Manhattan, HeuristicName::Patterns];
/// assert!(value(patterns, Metric::Single)? > value(steps, Metric::Single)?);
/// assert!(value(steps, Metric::Multi)? < value(steps, Metric::Single)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicName {
    /// [`Zero`].
    None,
    /// The number of tiles that are not in their goal cell. Each must move at least once.
    Misplaced,
    /// The sum over all tiles of the straight line between the tile and its goal cell, rounded
    /// down. It is never more than the Manhattan distance, so it only shows what diagonal moves
    /// would be worth.
    Euclidean,
    /// [`Manhattan`]. In the multi-tile metric a move along a row brings at most all other cells
    /// of the row nearer by one column. So the columns between tiles and goal cells are divided by
    /// their number and rounded up, and the rows likewise. With costs, a step counts what its tile
    /// costs.
    Manhattan,
    /// The Manhattan distance, plus two moves for each tile that must leave its row or column to
    /// let others pass (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields
    /// powerful admissible heuristics", Information Sciences 63, 1992).
    LinearConflict,
    /// The sum of the moves that each of several patterns of tiles needs: the greatest that the
    /// tables of a search give (Felner, Korf and Hanan, "Additive pattern database heuristics",
    /// Journal of Artificial Intelligence Research 22, 2004). The example `additive_patterns`
    /// explains it in plain code.
    Patterns,
    /// The true distance, from an [`Oracle`].
    Table,
}

/// What some heuristics are computed from, for a goal in a metric.
pub trait HeuristicTables {
    /// The oracle that knows the distances.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::oracle_in`](crate::Tablebase::oracle_in).
    fn oracle(&self, goal: &SmallBoard, metric: Metric) -> Result<Oracle>;

    /// An oracle that searches with pattern tables, in the metric of single tiles.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::searching_oracle`](crate::Tablebase::searching_oracle).
    fn patterns(&self, goal: &SmallBoard) -> Result<Oracle>;
}

impl HeuristicTables for Tablebase {
    fn oracle(&self, goal: &SmallBoard, metric: Metric) -> Result<Oracle> {
        self.oracle_in(goal, metric)
    }

    fn patterns(&self, goal: &SmallBoard) -> Result<Oracle> {
        self.searching_oracle(goal)
    }
}

/// A method with its heuristic, and how it goes about its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchChoice {
    /// The method.
    pub method: Method,
    /// The heuristic, which some methods ignore.
    pub heuristic: HeuristicName,
    /// The order in which moves are tried.
    pub order: MoveOrder,
    /// When boards are tested, if not in the method's usual way.
    pub goal_test: Option<GoalTest>,
    /// What moves cost, if not all cost the same. A method that does not use it finds solutions
    /// with few moves.
    pub costs: Option<TileCosts>,
}

impl SearchChoice {
    /// A method with its usual heuristic, order and test.
    pub fn usual(method: Method) -> SearchChoice {
        let (heuristic, order) = (method.usual_heuristic(), MoveOrder::default());
        SearchChoice { method, heuristic, order, goal_test: None, costs: None }
    }

    /// An oracle that answers in this way. A method that stores all boards it generates stops after
    /// 10,000,000, unless the oracle is [limited](Oracle::limited) otherwise.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] for a heuristic that the metric does not have, and the errors of its
    /// tables.
    pub fn oracle(
        self,
        goal: &SmallBoard,
        metric: Metric,
        tables: &dyn HeuristicTables,
    ) -> Result<Oracle> {
        Ok(self.oracle_with(goal, metric, self.heuristic_of(goal, metric, tables)?))
    }

    /// The same with a heuristic that has no name.
    pub fn oracle_with(
        self,
        goal: &SmallBoard,
        metric: Metric,
        heuristic: BoxedHeuristic,
    ) -> Oracle {
        let goal = *goal;
        Oracle::from_limited_search(&goal, metric, move |board, limits| {
            let mut meter = Meter::new(&self.bounded(limits));
            self.solve([board, &goal], metric, &*heuristic, &mut meter)
        })
    }

    /// Solves a board, shows each board that the search takes, and returns what it cost.
    ///
    /// # Errors
    ///
    /// As for [`oracle`](Self::oracle) and [`solve`](Self::solve), and [`Error::Interrupted`] if
    /// `trace` breaks.
    pub fn trace(
        self,
        [board, goal]: [&SmallBoard; 2],
        metric: Metric,
        tables: &dyn HeuristicTables,
        limits: &Limits,
        trace: &mut dyn FnMut(&Taken, u64) -> ControlFlow<()>,
    ) -> Result<Cost> {
        let heuristic = self.heuristic_of(goal, metric, tables)?;
        let mut failure = Ok(());
        let mut watcher = |taken: &Taken| match heuristic.estimate(&taken.board) {
            Ok(estimate) => trace(taken, estimate),
            Err(why) => {
                failure = Err(why);
                ControlFlow::Break(())
            }
        };
        let mut meter = Meter::new(&self.bounded(limits)).watched(&mut watcher);
        let found = self.solve([board, goal], metric, &*heuristic, &mut meter);
        failure.and(found).map(|found| found.cost())
    }

    /// The costs, if the method uses them.
    fn costs_used(&self) -> Option<&TileCosts> {
        self.costs.as_ref().filter(|_| self.method.uses_costs())
    }

    /// The heuristic, for costs if the method uses them.
    ///
    /// # Errors
    ///
    /// As for [`oracle`](Self::oracle), and [`Error::Unsuitable`] if tiles have no cost.
    pub fn heuristic_of(
        &self,
        goal: &SmallBoard,
        metric: Metric,
        tables: &dyn HeuristicTables,
    ) -> Result<BoxedHeuristic> {
        let heuristic = self.heuristic;
        let Some(costs) = self.costs_used() else { return heuristic.of(goal, metric, tables) };
        costs.expect_for(goal.shape())?;
        if !heuristic.is_of_costs() {
            let method = HeuristicName::NAMES[heuristic as usize].0;
            let why = "this heuristic counts moves; expected `none` or `manhattan` with costs";
            return Err(Error::Unsuitable { method, shape: goal.shape(), why });
        }
        Ok(match heuristic {
            HeuristicName::Manhattan => Box::new(CostManhattan::new(goal, costs)),
            _ => Box::new(Zero),
        })
    }

    /// Solves a board with this heuristic, and counts the work with this meter.
    ///
    /// # Errors
    ///
    /// As for [`solve_with`].
    pub fn solve(
        self,
        [start, goal]: [&SmallBoard; 2],
        metric: Metric,
        heuristic: &dyn Heuristic,
        meter: &mut Meter<'_>,
    ) -> Result<Answer> {
        let SearchChoice { method, order, goal_test, .. } = self;
        let problem = Problem::new(*start, *goal, heuristic);
        let costs = self.costs_used();
        solve_with(method, &Problem { metric, costs, order, goal_test, ..problem }, meter)
    }

    fn bounded(self, limits: &Limits) -> Limits {
        if limits.boards.is_none() && self.method.stores_all_boards() {
            limits.clone().boards(STORED)
        } else {
            limits.clone()
        }
    }
}

/// A heuristic of any kind.
pub type BoxedHeuristic = Box<dyn Heuristic + Send + Sync>;

impl HeuristicName {
    /// The names, and behind them those that courses give some of them.
    pub const NAMES: &[(&'static str, HeuristicName)] = &[
        ("none", HeuristicName::None),
        ("misplaced", HeuristicName::Misplaced),
        ("euclidean", HeuristicName::Euclidean),
        ("manhattan", HeuristicName::Manhattan),
        ("linear-conflict", HeuristicName::LinearConflict),
        ("patterns", HeuristicName::Patterns),
        ("table", HeuristicName::Table),
        ("h1", HeuristicName::Misplaced),
        ("hamming", HeuristicName::Misplaced),
        ("h2", HeuristicName::Manhattan),
    ];

    /// True if it estimates distances in this metric.
    pub const fn is_of(self, metric: Metric) -> bool {
        use HeuristicName::{Manhattan, None, Table};
        metric.slides_one_tile() || matches!(self, None | Manhattan | Table)
    }

    /// True if it estimates costs, where moves cost what their tiles say.
    pub const fn is_of_costs(self) -> bool {
        matches!(self, HeuristicName::None | HeuristicName::Manhattan)
    }

    /// An oracle that knows the value of the heuristic for each board, and nothing else.
    ///
    /// # Errors
    ///
    /// As for [`SearchChoice::oracle`].
    pub fn values(
        self,
        goal: &SmallBoard,
        metric: Metric,
        tables: &dyn HeuristicTables,
    ) -> Result<Oracle> {
        let (heuristic, reached) = (self.of(goal, metric, tables)?, *goal);
        Ok(Oracle::from_search(goal, metric, move |board| {
            solvable(board, &reached)?;
            let heuristic = heuristic.estimate(board)?.try_into().ok();
            Ok(Answer { heuristic, ..Answer::default() })
        }))
    }

    /// Compares it with the true distances of boards: see [`audit_watched`].
    ///
    /// # Errors
    ///
    /// As for [`audit_watched`], and as for [`SearchChoice::oracle`] with the index 0.
    pub fn audit(
        self,
        truth: &Oracle,
        tables: &dyn HeuristicTables,
        boards: &mut dyn Iterator<Item = SmallBoard>,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> std::result::Result<AuditResult, BatchError> {
        let goal = goal_of(truth)?;
        let heuristic = self.of(&goal, truth.metric(), tables).map_err(at(0))?;
        audit_watched(truth, &*heuristic, boards, progress)
    }

    /// The heuristic itself.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] if the metric does not have it, and those of the tables that it is
    /// computed from.
    pub fn of(
        self,
        goal: &SmallBoard,
        metric: Metric,
        tables: &dyn HeuristicTables,
    ) -> Result<BoxedHeuristic> {
        if !self.is_of(metric) {
            let method = HeuristicName::NAMES[self as usize].0;
            let why = "this heuristic counts moves of single tiles; expected `none`, `manhattan` \
                       or `table` in the multi-tile metric";
            return Err(Error::Unsuitable { method, shape: goal.shape(), why });
        }
        Ok(match self {
            HeuristicName::None => Box::new(Zero),
            HeuristicName::Misplaced => Box::new(Misplaced(*goal)),
            HeuristicName::Euclidean => Box::new(Euclidean::new(goal)),
            HeuristicName::Manhattan if metric == Metric::Multi => {
                Box::new(MultiManhattan::new(goal))
            }
            HeuristicName::Manhattan => Box::new(Manhattan::new(goal)),
            HeuristicName::LinearConflict => Box::new(LinearConflict::new(goal)),
            HeuristicName::Patterns => Box::new(PatternHeuristic(tables.patterns(goal)?)),
            HeuristicName::Table => Box::new(tables.oracle(goal, metric)?),
        })
    }
}

/// When a method tests whether a board is the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalTest {
    /// When it is reached by a move.
    Reached,
    /// When it is taken from those that wait, to be expanded.
    Expanded,
}

impl GoalTest {
    /// The name of each.
    pub const NAMES: &[(&'static str, GoalTest)] =
        &[("reached", GoalTest::Reached), ("expanded", GoalTest::Expanded)];
}

tilebase_core::read_by_name!(GoalTest);
