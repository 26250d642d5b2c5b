//! Methods and heuristics by name, in either metric.

use std::ops::ControlFlow;

use super::{
    AStar, AuditResult, Bfs, BidirectionalBfs, Dfs, Heuristic, Ida, Inconsistency,
    IterativeDeepening, LinearConflict, Manhattan, Method, Misplaced, MultiManhattan,
    PatternHeuristic, Problem, TrueDistance, Zero, audit_watched, solve,
};
use crate::error::{Error, Result};
use crate::oracle::{Answerable, AnyOracle, Batch, BatchError};
use crate::puzzle::{Board, Metric, Move, MultiMove, Slide};
use crate::way::{Step, Way};

/// The limit on generated boards for methods that store them, if there is none. They take about a
/// gigabyte.
const STORED: u64 = 10_000_000;

/// A search method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodName {
    /// [`Bfs`].
    Bfs,
    /// [`BidirectionalBfs`].
    Bibfs,
    /// [`AStar`].
    Astar,
    /// [`Ida`].
    Ida,
    /// [`IterativeDeepening`].
    Iddfs,
    /// [`Dfs`].
    Dfs,
}

/// A heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicName {
    /// [`Zero`].
    None,
    /// [`Misplaced`].
    Misplaced,
    /// [`Manhattan`], or in the multi-tile metric [`MultiManhattan`].
    Manhattan,
    /// [`LinearConflict`].
    LinearConflict,
    /// [`PatternHeuristic`].
    Patterns,
    /// [`TrueDistance`].
    Table,
}

/// What some heuristics are computed from, for a goal in a metric.
pub trait HeuristicTables {
    /// The oracle that knows the distances.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::any_oracle`](crate::Tablebase::any_oracle).
    fn oracle(&self, goal: &Board, metric: Metric) -> Result<AnyOracle>;

    /// An oracle that searches with pattern tables, in the metric of single tiles.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::searching_oracle`](crate::Tablebase::searching_oracle).
    fn patterns(&self, goal: &Board) -> Result<crate::Oracle>;
}

impl MethodName {
    /// The names.
    pub const NAMES: &[(&'static str, MethodName)] = &[
        ("bfs", MethodName::Bfs),
        ("bibfs", MethodName::Bibfs),
        ("astar", MethodName::Astar),
        ("ida", MethodName::Ida),
        ("iddfs", MethodName::Iddfs),
        ("dfs", MethodName::Dfs),
    ];

    fn method<M: Slide>(self) -> &'static dyn Method<M> {
        match self {
            MethodName::Bfs => &Bfs,
            MethodName::Bibfs => &BidirectionalBfs,
            MethodName::Astar => &AStar,
            MethodName::Ida => &Ida,
            MethodName::Iddfs => &IterativeDeepening,
            MethodName::Dfs => &Dfs,
        }
    }

    /// Whether the method uses a heuristic.
    pub fn uses_heuristic(self) -> bool {
        self.method::<Move>().uses_heuristic()
    }

    /// The heuristic that it usually has. Iterative deepening with one is the same as IDA*.
    pub fn usual_heuristic(self) -> HeuristicName {
        let is_plain = !self.uses_heuristic() || self == MethodName::Iddfs;
        if is_plain { HeuristicName::None } else { HeuristicName::Manhattan }
    }

    /// An oracle that answers by this method. A method that stores all boards it generates stops
    /// after 10,000,000, unless the oracle is [limited](AnyOracle::limited) otherwise.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] for a heuristic that the metric does not have, and the errors of its
    /// tables.
    pub fn oracle(
        self,
        heuristic: HeuristicName,
        goal: &Board,
        metric: Metric,
        tables: &dyn HeuristicTables,
    ) -> Result<AnyOracle> {
        Ok(match metric {
            Metric::Single => self.search(goal, heuristic.single(goal, tables)?),
            Metric::Multi => self.search(goal, heuristic.multi(goal, tables)?),
        })
    }

    fn search<M: Slide>(self, goal: &Board, heuristic: BoxedHeuristic<M>) -> AnyOracle
    where
        Way: From<M::Sequence>,
    {
        let (goal, method) = (*goal, self.method::<M>());
        AnyOracle::from_limited_search(&goal, move |board, limits| {
            let problem = Problem { start: *board, goal, heuristic: &*heuristic };
            if limits.boards.is_none() && method.stores_all_boards() {
                return solve(method, &problem, &limits.clone().boards(STORED));
            }
            solve(method, &problem, limits)
        })
    }
}

type BoxedHeuristic<M> = Box<dyn Heuristic<M> + Send + Sync>;

impl HeuristicName {
    /// The names.
    pub const NAMES: &[(&'static str, HeuristicName)] = &[
        ("none", HeuristicName::None),
        ("misplaced", HeuristicName::Misplaced),
        ("manhattan", HeuristicName::Manhattan),
        ("linear-conflict", HeuristicName::LinearConflict),
        ("patterns", HeuristicName::Patterns),
        ("table", HeuristicName::Table),
    ];

    /// Whether it estimates distances in this metric.
    pub const fn is_of(self, metric: Metric) -> bool {
        match metric {
            Metric::Single => true,
            Metric::Multi => matches!(
                self,
                HeuristicName::None | HeuristicName::Manhattan | HeuristicName::Table
            ),
        }
    }

    /// Compares it with the true distances of boards: see [`audit_watched`].
    ///
    /// # Errors
    ///
    /// As for [`audit_watched`], and as for [`MethodName::oracle`] with the index 0.
    ///
    /// # Panics
    ///
    /// If the oracle is one of more than 25 cells, or searches by a method.
    pub fn audit(
        self,
        truth: &AnyOracle,
        tables: &dyn HeuristicTables,
        boards: &mut dyn Iterator<Item = Board>,
        progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> std::result::Result<AuditResult<Step>, BatchError> {
        let at_first = |error| BatchError { index: 0, error };
        let goal = truth.goal().expect_board("an audit").map_err(|why| at_first(why.into()))?;
        match truth.metric() {
            Metric::Single => {
                let heuristic = self.single(goal, tables).map_err(at_first)?;
                audited::<Move>(truth, &*heuristic, boards, progress)
            }
            Metric::Multi => {
                let heuristic = self.multi(goal, tables).map_err(at_first)?;
                audited::<MultiMove>(truth, &*heuristic, boards, progress)
            }
        }
    }

    fn single(self, goal: &Board, tables: &dyn HeuristicTables) -> Result<BoxedHeuristic<Move>> {
        Ok(match self {
            HeuristicName::None => Box::new(Zero),
            HeuristicName::Misplaced => Box::new(Misplaced::new(goal)),
            HeuristicName::Manhattan => Box::new(Manhattan::new(goal)),
            HeuristicName::LinearConflict => Box::new(LinearConflict::new(goal)),
            HeuristicName::Patterns => Box::new(PatternHeuristic::from(tables.patterns(goal)?)),
            HeuristicName::Table => Box::new(true_distance::<Move>(goal, tables)?),
        })
    }

    fn multi(
        self,
        goal: &Board,
        tables: &dyn HeuristicTables,
    ) -> Result<BoxedHeuristic<MultiMove>> {
        Ok(match self {
            HeuristicName::None => Box::new(Zero),
            HeuristicName::Manhattan => Box::new(MultiManhattan::new(goal)),
            HeuristicName::Table => Box::new(true_distance::<MultiMove>(goal, tables)?),
            HeuristicName::Misplaced | HeuristicName::LinearConflict | HeuristicName::Patterns => {
                let mut names = HeuristicName::NAMES.iter().filter(|(_, name)| *name == self);
                let method = names.next().map_or("", |(name, _)| name);
                let why = "this heuristic counts moves of single tiles; expected `none`, \
                           `manhattan` or `table` in the multi-tile metric";
                return Err(Error::Unsuitable { method, shape: goal.shape(), why });
            }
        })
    }
}

fn true_distance<M: Answerable>(
    goal: &Board,
    tables: &dyn HeuristicTables,
) -> Result<TrueDistance<M>> {
    let oracle = tables.oracle(goal, M::METRIC)?;
    Ok(TrueDistance::new(oracle.typed().expect("an oracle of this metric").clone()))
}

fn audited<M: Answerable + Into<Step>>(
    truth: &AnyOracle,
    heuristic: &dyn Heuristic<M>,
    boards: &mut dyn Iterator<Item = Board>,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> std::result::Result<AuditResult<Step>, BatchError> {
    let truth = Batch::new(truth.typed().expect("an oracle of this metric").clone());
    let found = audit_watched(&truth, heuristic, boards, progress)?;
    Ok(found.map(|Inconsistency { board, mv, before, after }| Inconsistency {
        board,
        mv: mv.into(),
        before,
        after,
    }))
}
