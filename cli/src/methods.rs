//! Search methods and heuristics, as commands name them.

use anyhow::bail;
use tilebase::oracle::AnyOracle;
use tilebase::puzzle::Metric;
use tilebase::search::{HeuristicName, HeuristicTables, MethodName};
use tilebase::{Board, Error, Oracle, Position};

use crate::tables::Tables;

/// A method, or `None` for the tables.
pub type AnyMethod = Option<MethodName>;

pub const METHODS: &[(&str, AnyMethod)] = &[
    ("table", None),
    ("bfs", Some(MethodName::Bfs)),
    ("bibfs", Some(MethodName::Bibfs)),
    ("astar", Some(MethodName::Astar)),
    ("ida", Some(MethodName::Ida)),
    ("iddfs", Some(MethodName::Iddfs)),
    ("dfs", Some(MethodName::Dfs)),
];

/// The name of one of these.
pub fn name<A: PartialEq + Copy>(of: A, names: &[(&'static str, A)]) -> &'static str {
    names.iter().find(|(_, one)| *one == of).map_or("", |(name, _)| name)
}

impl HeuristicTables for Tables {
    fn oracle(&self, goal: &Board, _: Metric) -> Result<AnyOracle, Error> {
        Tables::oracle(self, &(*goal).into())
    }

    fn patterns(&self, goal: &Board) -> Result<Oracle, Error> {
        self.searching_oracle(goal)
    }
}

/// A way to solve boards: a method with its heuristic.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MethodChoice {
    pub method: AnyMethod,
    pub heuristic: HeuristicName,
}

impl MethodChoice {
    /// A method with this heuristic, or with its usual one. Returns an error for a heuristic that
    /// the method would ignore.
    pub fn new(
        method: MethodName,
        heuristic: Option<HeuristicName>,
    ) -> anyhow::Result<MethodChoice> {
        if heuristic.is_some_and(|heuristic| heuristic != HeuristicName::None)
            && !method.uses_heuristic()
        {
            bail!(
                "--heuristic: {} does not use one; expected --method astar, ida, iddfs or dfs",
                name(method, MethodName::NAMES)
            );
        }
        let heuristic = heuristic.unwrap_or_else(|| method.usual_heuristic());
        Ok(MethodChoice { method: Some(method), heuristic })
    }

    /// Whether the method uses a heuristic.
    pub fn uses_heuristic(self) -> bool {
        self.method.is_some_and(MethodName::uses_heuristic)
    }

    /// What answers boards of a goal in this way, without limits if it is a method.
    pub fn oracle(self, goal: &Position, tables: &Tables) -> Result<AnyOracle, Error> {
        let Some(method) = self.method else { return tables.oracle(goal) };
        let goal = goal.expect_board("a search method")?;
        method.oracle(self.heuristic, goal, tables.metric, tables)
    }
}
