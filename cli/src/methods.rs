//! Search methods and heuristics, as commands name them.

use anyhow::bail;
use tilebase::puzzle::{Metric, MoveOrder, SmallBoard};
use tilebase::search::{GoalTest, HeuristicName, HeuristicTables, MethodName, SearchChoice};
use tilebase::{Board, Error, Oracle};

use crate::names::{name_of, one_of};
use crate::tables::Tables;

/// A method, or `None` for the tables.
pub type AnyMethod = Option<MethodName>;

/// The names of all of these: `table`, and the library's methods.
pub const METHODS: &[(&str, AnyMethod)] = &{
    let mut all = [("table", None); 1 + MethodName::NAMES.len()];
    let mut at = 1;
    while at < all.len() {
        let (name, method) = MethodName::NAMES[at - 1];
        all[at] = (name, Some(method));
        at += 1;
    }
    all
};

impl HeuristicTables for Tables {
    fn oracle(&self, goal: &SmallBoard, _: Metric) -> Result<Oracle, Error> {
        Tables::oracle(self, &goal.into())
    }

    fn patterns(&self, goal: &SmallBoard) -> Result<Oracle, Error> {
        self.searching_oracle(goal)
    }
}

/// The order in which methods try moves.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct OrderArg {
    /// The order in which the blank's moves are tried [default: dlru]
    #[arg(long)]
    pub order: Option<MoveOrder>,
}

/// When methods test for the goal.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct GoalTestArg {
    /// When to test a board for the goal; only bfs has the choice [default: as the method does]
    #[arg(long, value_parser = one_of(GoalTest::NAMES), ignore_case = true)]
    pub goal_test: Option<GoalTest>,
}

/// A method with this heuristic, or with its usual one. Returns an error for a heuristic that the
/// method would ignore, and if it does not test for the goal when it should.
pub fn choice(
    method: MethodName,
    heuristic: Option<HeuristicName>,
    OrderArg { order }: OrderArg,
    GoalTestArg { goal_test }: GoalTestArg,
) -> anyhow::Result<SearchChoice> {
    let name = name_of(method, MethodName::NAMES);
    if heuristic.is_some_and(|heuristic| heuristic != HeuristicName::None)
        && !method.uses_heuristic()
    {
        bail!("--heuristic: {name} does not use one; expected --method astar, ida, iddfs or dfs");
    }
    let tests = method.goal_tests();
    if goal_test.is_some_and(|test| !tests.contains(&test)) {
        let usual: String = tests.iter().map(|&test| name_of(test, GoalTest::NAMES)).collect();
        bail!(
            "--goal-test: {name} tests boards only when they are {usual}; expected --method bfs \
             for the other way"
        );
    }
    let heuristic = heuristic.unwrap_or_else(|| method.usual_heuristic());
    Ok(SearchChoice { method, heuristic, order: order.unwrap_or_default(), goal_test })
}

/// What answers boards of a goal by a method, without limits, or from the tables.
pub fn oracle(way: Option<SearchChoice>, goal: &Board, tables: &Tables) -> Result<Oracle, Error> {
    let Some(choice) = way else { return tables.oracle(goal) };
    choice.oracle(goal.expect_small("a search method")?, tables.problems.metric, tables)
}
