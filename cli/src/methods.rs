//! Search methods and heuristics, as commands name them.

use anyhow::bail;
use tilebase::oracle::AnyOracle;
use tilebase::puzzle::{Metric, MoveOrder};
use tilebase::search::{
    GoalTest, HeuristicName, HeuristicTables, MethodName, SearchChoice, SearchOptions,
};
use tilebase::{Board, Error, Oracle, Position};

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
    fn oracle(&self, goal: &Board, _: Metric) -> Result<AnyOracle, Error> {
        Tables::oracle(self, &(*goal).into())
    }

    fn patterns(&self, goal: &Board) -> Result<Oracle, Error> {
        self.searching_oracle(goal)
    }
}

/// The order in which methods try moves.
#[derive(Clone, Copy, clap::Args)]
pub struct OrderArg {
    /// The order in which the blank's moves are tried [default: dlru]
    #[arg(long)]
    pub order: Option<MoveOrder>,
}

/// When methods test for the goal.
#[derive(Clone, Copy, clap::Args)]
pub struct GoalTestArg {
    /// When to test a board for the goal; only bfs has the choice [default: as the method does]
    #[arg(long, value_parser = one_of(GoalTest::NAMES), ignore_case = true)]
    pub goal_test: Option<GoalTest>,
}

/// A way to solve boards: a method with its heuristic, and how it goes about it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MethodChoice {
    pub method: AnyMethod,
    pub heuristic: HeuristicName,
    pub options: SearchOptions,
}

impl MethodChoice {
    /// A method, or `None` for the tables, with this heuristic.
    pub const fn of(method: AnyMethod, heuristic: HeuristicName) -> MethodChoice {
        let options = SearchOptions { order: MoveOrder::CANONICAL, goal_test: None };
        MethodChoice { method, heuristic, options }
    }

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
                name_of(method, MethodName::NAMES)
            );
        }
        let heuristic = heuristic.unwrap_or_else(|| method.usual_heuristic());
        Ok(MethodChoice::of(Some(method), heuristic))
    }

    /// The method with these options. Returns an error if it does not test for the goal then.
    pub fn going(self, order: OrderArg, test: GoalTestArg) -> anyhow::Result<MethodChoice> {
        let options =
            SearchOptions { order: order.order.unwrap_or_default(), goal_test: test.goal_test };
        if let (Some(method), Some(test)) = (self.method, test.goal_test)
            && let tests = method.goal_tests()
            && !tests.contains(&test)
        {
            let names = GoalTest::NAMES.iter().filter(|(_, other)| tests.contains(other));
            let names: Vec<&str> = names.map(|&(name, _)| name).collect();
            bail!(
                "--goal-test: {} tests boards only when they are {}; expected --method bfs for \
                 the other way",
                name_of(method, MethodName::NAMES),
                names.concat()
            );
        }
        Ok(MethodChoice { options, ..self })
    }

    /// Whether the method uses a heuristic.
    pub fn uses_heuristic(self) -> bool {
        self.method.is_some_and(MethodName::uses_heuristic)
    }

    /// What answers boards of a goal in this way, without limits if it is a method.
    pub fn oracle(self, goal: &Position, tables: &Tables) -> Result<AnyOracle, Error> {
        let Some(choice) = self.search() else { return tables.oracle(goal) };
        choice.oracle(goal.expect_board("a search method")?, tables.problems.metric, tables)
    }

    /// The search, if this is no table.
    pub fn search(self) -> Option<SearchChoice> {
        let MethodChoice { method, heuristic, options } = self;
        Some(SearchChoice { method: method?, heuristic, options })
    }
}
