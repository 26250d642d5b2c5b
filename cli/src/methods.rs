//! Search methods and heuristics, as commands name them.

use std::ffi::OsStr;

use anyhow::bail;
use clap::builder::{PossibleValue, TypedValueParser};
use tilebase::limits::Factor;
use tilebase::puzzle::{Metric, MoveOrder, SmallBoard};
use tilebase::search::{GoalTest, HeuristicName, HeuristicTables, Method, SearchChoice};
use tilebase::{Board, Error, Oracle};

use crate::fields::{name_of, one_of};
use crate::options::count_in;
use crate::tables::Tables;

/// A method, or `None` for the tables.
pub type AnyMethod = Option<Method>;

/// The names of all of these: `table`, and the library's methods.
pub const METHODS: &[(&str, AnyMethod)] = &{
    let mut all = [("table", None); 1 + Method::NAMES.len()];
    let mut at = 1;
    while at < all.len() {
        let (name, method) = Method::NAMES[at - 1];
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

/// A heuristic as an option names it.
#[derive(Clone, Debug)]
pub enum HeuristicArg {
    Named(HeuristicName),
    /// The pattern of these tiles.
    Additive(Vec<u8>),
}

impl HeuristicArg {
    /// The heuristic of a search. Returns an error for a pattern.
    pub fn named(self) -> anyhow::Result<HeuristicName> {
        let HeuristicArg::Named(heuristic) = self else {
            bail!("--heuristic additive: no method uses it; expected --answer heuristic with it");
        };
        Ok(heuristic)
    }
}

/// Parses the name of a heuristic, or `additive:` and tiles with commas between them.
#[derive(Clone)]
pub struct HeuristicParser;

impl TypedValueParser for HeuristicParser {
    type Value = HeuristicArg;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<HeuristicArg, clap::Error> {
        if value.as_encoded_bytes().starts_with(b"additive:") {
            return additive.parse_ref(command, arg, value);
        }
        one_of(HeuristicName::NAMES).map(HeuristicArg::Named).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let named: Vec<_> = one_of(HeuristicName::NAMES).possible_values()?.collect();
        Some(Box::new(named.into_iter().chain([PossibleValue::new("additive:TILES")])))
    }
}

fn additive(text: &str) -> Result<HeuristicArg, &'static str> {
    let tiles = text.trim_start_matches("additive:").split(',').map(str::parse::<u8>);
    let tiles = tiles.collect::<Result<_, _>>();
    tiles.map(HeuristicArg::Additive).map_err(|_| "expected tiles, as in additive:1,2,3,4")
}

/// The details of a search by a method.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct MethodArgs {
    /// The order of the blank's moves [default: dlru]
    #[arg(long)]
    order: Option<MoveOrder>,

    /// How often wastar counts estimates [default: 1.5]
    #[arg(long, value_name = "W")]
    weight: Option<Factor>,

    /// The most moves that dls tries [default: 31]
    #[arg(long, value_name = "N", value_parser = count_in(0..=Method::DEEPEST))]
    depth_limit: Option<u32>,

    /// Boards of a level that beam keeps [default: 100]
    #[arg(long, value_name = "N", value_parser = count_in(1..=10_000_000_usize))]
    width: Option<usize>,
}

impl MethodArgs {
    /// The method that goes about its search like this.
    pub fn of(self, method: Method) -> SearchChoice {
        let usual = SearchChoice::usual(method.detailed(self.weight, self.depth_limit, self.width));
        SearchChoice { order: self.order.unwrap_or(usual.order), ..usual }
    }

    /// Refuses what none of these methods does.
    pub fn expect_methods(self, methods: &[AnyMethod]) -> anyhow::Result<()> {
        if self.order.is_some() && methods == [None] {
            bail!("--order: a table tries no moves; expected a --method with it");
        }
        for (is_given, option, name) in [
            (self.weight.is_some(), "--weight", "wastar"),
            (self.depth_limit.is_some(), "--depth-limit", "dls"),
            (self.width.is_some(), "--width", "beam"),
        ] {
            if is_given && methods.iter().flatten().all(|method| method.name() != name) {
                bail!("{option} is for {name}; expected --method {name} with it");
            }
        }
        Ok(())
    }
}

/// When methods test for the goal.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct GoalTestArg {
    /// When bfs tests a board: reached or expanded [default: expanded]
    #[arg(long, value_parser = one_of(GoalTest::NAMES))]
    pub goal_test: Option<GoalTest>,
}

/// A method with this heuristic, or with its usual one. Returns an error for a heuristic that the
/// method would ignore, and if it does not test for the goal when it should.
pub fn choice(
    method: Method,
    heuristic: Option<HeuristicName>,
    args: MethodArgs,
    GoalTestArg { goal_test }: GoalTestArg,
) -> anyhow::Result<SearchChoice> {
    let name = method.name();
    if heuristic.is_some_and(|heuristic| heuristic != HeuristicName::None)
        && !method.uses_heuristic()
    {
        bail!(
            "--heuristic: {name} does not use one; expected --method astar, ida or another that does"
        );
    }
    let tests = method.goal_tests();
    if goal_test.is_some_and(|test| !tests.contains(&test)) {
        let usual: String = tests.iter().map(|&test| name_of(test, GoalTest::NAMES)).collect();
        bail!(
            "--goal-test: {name} tests boards only when they are {usual}; expected --method bfs \
             for the other way"
        );
    }
    args.expect_methods(&[Some(method)])?;
    let usual = args.of(method);
    let heuristic = heuristic.unwrap_or(usual.heuristic);
    Ok(SearchChoice { heuristic, goal_test, ..usual })
}

/// The oracle for a goal: a method without limits, or the tables.
pub fn oracle(way: Option<SearchChoice>, goal: &Board, tables: &Tables) -> Result<Oracle, Error> {
    let Some(choice) = way else { return tables.oracle(goal) };
    let choice = SearchChoice { costs: tables.costs, ..choice };
    choice.oracle(goal.expect_small("a search method")?, tables.problems.metric, tables)
}
