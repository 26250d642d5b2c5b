//! `tilebase compare`: compares every search method with the table, on the same boards.

mod audit_report;
mod cost;

use std::ffi::OsString;

use anyhow::bail;
use audit_report::AuditArgs;
use cost::{BoardCost, MOST_CELLS_OF_ALL_METHODS, cost_of_board, warm_up};
use tilebase::puzzle::{Class, Metric, SmallBoard, SmallShape, plural, solvable};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::search::{HeuristicName, Method, SearchChoice};
use tilebase::text::rows::{Fields, Row};
use tilebase::{Board, Error, Limits};

use crate::Ending;
use crate::boards::BoardBlock;
use crate::cures;
use crate::fields::{fields, name_of, one_of};
use crate::input::Input;
use crate::limits::{LeftOut, SearchLimits};
use crate::methods::{AnyMethod, METHODS, MethodArgs};
use crate::options::{BoardRowsArgs, MetricArg, shape_of_words};
use crate::output::RowWriter;
use crate::problems::GoalArgs;
use crate::progress::LongWork;
use crate::report::{Invalid, error, note};
use crate::session::Session;
use crate::tables::{AnsweringArgs, CostArg, SearchArgs, Tables};

/// The distance of the default boards on larger shapes, in each metric: heuristics differ there,
/// and searches with weak ones still end.
const DEFAULT_DISTANCE: u32 = 30;
const DEFAULT_DISTANCE_MULTI: u32 = 16;

/// Compare the search methods with the table on the same boards: nodes, times, and agreement
///
/// Without boards, some are chosen so that all methods take about ten seconds. `patterns` is the
/// search of `solve` on shapes without a table. Means and maxima are those of the boards solved by
/// every method that solved at least one. `branching` is b*: a tree with this many branches, as
/// deep as the solution, has as many boards as were generated. Methods that find longer solutions
/// are compared if they are named.
#[derive(clap::Args)]
pub struct Compare {
    /// A shape; or boards, and files of boards; `-` is standard input
    #[arg(value_name = "RxC|BOARD|FILE")]
    inputs: Vec<OsString>,

    /// Compare only these methods, separated by commas
    #[arg(long, value_parser = one_of(METHODS), value_delimiter = ',')]
    method: Vec<AnyMethod>,

    /// Use only these heuristics, separated by commas
    #[arg(long, value_parser = one_of(HeuristicName::NAMES))]
    #[arg(value_delimiter = ',')]
    heuristic: Vec<HeuristicName>,

    #[command(flatten)]
    audit: AuditArgs,

    #[command(flatten)]
    search: MethodArgs,

    #[command(flatten)]
    io: BoardRowsArgs,

    #[command(flatten)]
    cost: CostArg,

    #[command(flatten)]
    goal: GoalArgs,

    #[command(flatten)]
    metric: MetricArg,

    #[command(flatten)]
    limits: SearchLimits,

    #[command(flatten)]
    tables: AnsweringArgs,
}

impl Compare {
    pub fn run(mut self, session: &Session) -> anyhow::Result<Ending> {
        if let Some(size) = shape_of_words(&self.inputs, self.goal.size)? {
            self.goal.size = Some(size);
            self.inputs.clear();
        }
        let (goal, metric, tables) = (self.goal.clone(), self.metric, self.tables.clone());
        let limits = self.limits.clone();
        let args = SearchArgs { goal, metric, limits, tables, ..SearchArgs::default() };
        if let Some(heuristic) = self.audit.heuristic {
            if !self.inputs.is_empty() {
                bail!("--audit: expected a shape, or --size; found boards");
            }
            return self.audit.run(heuristic, &args, &self.io.rows, session);
        }
        let costs = self.cost.of(&args)?;
        let mut tables = Tables::new(&args, session)?;
        tables.problems.expect_one_goal("a search method")?;
        tables.costs = costs;
        self.search.expect_methods(&self.method)?;
        let mut invalid = Invalid::default();
        let boards = self.solvable_boards(&tables, &mut invalid)?;
        // Before the work, to find out early if it cannot be written.
        let out = self.io.rows.create(session)?;
        let extra = Extra { mean: None, is_cost: costs.is_some() };
        let row = MethodRow { extra, ..MethodRow::default() };
        let out = RowWriter::like(&row, out, self.io.rows.format())?;
        // If there are several shapes, the first one decides.
        let [first, goal] = boards[0];
        let shape = first.shape();
        let answers_by = match tables.oracle(&goal.into())?.table() {
            _ if costs.is_some() => "cheapest",
            Some(_) => name_of(None, METHODS),
            None => "patterns",
        };
        let least = vec![None; boards.len()];
        let mut found =
            Comparison { boards, answers_by, least, agree: true, ..Comparison::default() };
        for way in self.ways(shape, tables.problems.metric) {
            self.solve_all(way, &mut found, &tables)?;
        }
        for refusal in &found.refusals {
            note!("{refusal}");
        }
        if !found.left_out.is_empty() {
            note!("{}", found.left_out);
        }
        // The boards that all methods solved, but for those that solved none.
        let of_some = found.costs.iter().filter(|(_, costs)| costs.iter().any(Option::is_some));
        let of_some: Vec<_> = of_some.collect();
        let all = 0..found.boards.len();
        let common = all.filter(|&board| of_some.iter().all(|(_, costs)| costs[board].is_some()));
        let common: Vec<usize> = common.collect();
        let least: Vec<_> = found.least.iter().map(|it| it.as_ref().map(|it| it.0)).collect();
        let mut rows: Vec<MethodRow> = Vec::new();
        for (way, all) in &found.costs {
            let (name, best) =
                (method_name(*way, answers_by), (&*common, &*least, costs.is_some()));
            rows.push(MethodRow::new((*way, name), all, best, rows.first()));
        }
        Compare::write(&rows, out)?;
        if common.len() < found.boards.len() {
            note!(
                "means and maxima are over the {} that all these methods solved; {} more",
                plural(common.len() as u64, "board"),
                plural((found.boards.len() - common.len()) as u64, "board")
            );
        }
        let outcome = invalid.finish();
        Ok(if found.agree { outcome } else { Ending::Failed })
    }

    /// The boards to compare on, with their goals: at least one, all of which can reach the goal.
    fn solvable_boards(
        &self,
        tables: &Tables,
        invalid: &mut Invalid,
    ) -> anyhow::Result<Vec<[SmallBoard; 2]>> {
        let (problems, what, mut boards) = (&tables.problems, "a comparison", Vec::new());
        if self.inputs.is_empty() {
            if problems.size.is_none() {
                Input::expect_none("compare")?;
            }
            let goal = problems.small_goal(what)?;
            boards.extend(default_boards(&goal, tables)?.into_iter().map(|board| [board, goal]));
        } else {
            let mut sources = problems.sources_in(&self.inputs, &self.io.layout)?;
            let mut block = BoardBlock::default();
            let take = |board: Board, goal: Board| {
                Ok([*board.expect_small(what)?, *goal.expect_small(what)?])
            };
            while sources.read_boards(&mut block)? {
                boards.extend(problems.small_boards(&block, take, |line, why| {
                    invalid.report(sources.place(line), why);
                }));
            }
        }
        boards.retain(|[board, goal]| solvable(board, goal).is_ok());
        if boards.is_empty() {
            bail!("no board that can reach the goal: expected at least one");
        }
        Ok(boards)
    }

    /// Solves all boards with one method.
    fn solve_all(
        &self,
        way: Option<SearchChoice>,
        found: &mut Comparison,
        tables: &Tables,
    ) -> anyhow::Result<()> {
        let (name, count) = (shown_name(way, found.answers_by), found.boards.len() as u64);
        let mut work = LongWork::new(&name, count);
        warm_up(way, &found.boards, tables);
        let mut costs = Vec::new();
        let (mut is_stopped, mut refusal) = (false, None);
        for ([board, goal], least) in found.boards.iter().zip(&mut found.least) {
            work.at(costs.len() as u64);
            let cost = match cost_of_board(way, [board, goal], tables, &work.bar) {
                Ok(cost) => cost,
                Err(error) => {
                    match error.downcast_ref() {
                        Some(Error::Stopped(stopped)) if stopped.nothing().is_none() => {
                            is_stopped = true;
                        }
                        Some(
                            Error::Memory { .. }
                            | Error::Stopped(_)
                            | Error::Unsuitable { .. }
                            | Error::NoTable { .. },
                        ) => {
                            let why = cures::with_cure(&error, &tables.session);
                            refusal.get_or_insert_with(|| format!("{name}: {board}: {why}"));
                        }
                        _ => return Err(error),
                    }
                    costs.push(None);
                    if self.inputs.is_empty() && costs.len() == 1 {
                        // The others are no nearer.
                        break;
                    }
                    continue;
                }
            };
            if !cost.is_proved && least.is_none() {
                costs.push(Some(cost));
                continue;
            }
            let (known, by) = least.get_or_insert_with(|| (cost.value(), name.clone()));
            if cost.value() < *known || cost.is_proved && cost.value() > *known {
                found.agree = false;
                let value = match cost.cost {
                    Some(cost) => format!("a cost of {cost}"),
                    None => plural(cost.moves as u64, "move").to_string(),
                };
                error!("{board}: {name} found {value}, {by} found {known}: expected the same");
            }
            costs.push(Some(cost));
        }
        costs.resize_with(found.boards.len(), || None);
        let unsolved = costs.iter().filter(|cost| cost.is_none()).count() as u64;
        found.refusals.extend(refusal);
        if is_stopped {
            found.left_out.add(&name, unsolved, count);
        }
        found.costs.push((way, costs));
        Ok(())
    }

    /// The table, and the methods and heuristics asked for. On large shapes, the methods without a
    /// heuristic solve no board in reasonable time, and are compared only if they are named.
    fn ways(&self, shape: SmallShape, metric: Metric) -> Vec<Option<SearchChoice>> {
        let mut ways = vec![None];
        // Those that prove nothing are compared only if they are named.
        let others = METHODS.iter().filter_map(|&(_, method)| method);
        let others = others.filter(|&method| ALL.iter().all(|&(known, _)| known != method));
        for (method, usual) in ALL.into_iter().chain(others.map(|it| (it, it.usual_heuristic()))) {
            let is_asked = if self.method.is_empty() {
                let is_blind = matches!(method, Method::IterativeDeepening | Method::Dfs);
                let is_known = ALL.iter().any(|&(known, _)| known == method);
                is_known && (shape.cells() <= MOST_CELLS_OF_ALL_METHODS || !is_blind)
            } else {
                self.method.contains(&Some(method))
            };
            let heuristics = match &self.heuristic[..] {
                _ if !is_asked => &[][..],
                [] if usual.is_of(metric) => &[usual],
                [] => &[],
                named if method.uses_heuristic() => named,
                _ if self.method.is_empty() => &[],
                _ => &[usual],
            };
            let has_costs = self.cost.cost.is_some() && method.uses_costs();
            for &heuristic in heuristics {
                if has_costs && self.heuristic.is_empty() && !heuristic.is_of_costs() {
                    continue;
                }
                let way = Some(SearchChoice { heuristic, ..self.search.of(method) });
                // Several of the usual ones have the same method.
                if !ways.contains(&way) {
                    ways.push(way);
                }
            }
        }
        ways
    }

    /// Writes the rows, and in text a chart of the boards generated.
    fn write(rows: &[MethodRow], mut to: RowWriter) -> anyhow::Result<()> {
        rows.iter().try_for_each(|row| to.row(row))?;
        to.text("\nmean generated (log scale: each # doubles)\n")?;
        let names = rows.iter().map(|row| format!("{} {}", row.method, row.heuristic));
        let bars = names.zip(rows).filter_map(|(name, row)| Some((name, row.mean_generated?)));
        let bars: Vec<_> = bars.collect();
        let width = bars.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, number) in bars {
            // One for a single board, and one more for each doubling.
            let doublings = number.max(1.0).log2().ceil();
            let marks = (0..=64).take_while(|&mark| f64::from(mark) <= doublings);
            let bar: String = marks.map(|_| '#').collect();
            to.text(format_args!("{name:<width$}  {number:>12.1}  {bar}\n"))?;
        }
        to.finish()
    }
}

/// The default boards, which are the same in every run.
fn default_boards(goal: &SmallBoard, tables: &Tables) -> anyhow::Result<Vec<SmallBoard>> {
    let shape = goal.shape();
    if shape.class() >= Class::Bounded {
        bail!("{shape}: expected a file of boards; of this shape none are known at a distance");
    }
    // The limits are for what is compared.
    let is_small = shape.cells() <= MOST_CELLS_OF_ALL_METHODS;
    let source = tables.oracle(&(*goal).into())?.limited(Limits::default());
    let far = if tables.problems.metric == Metric::default() {
        DEFAULT_DISTANCE
    } else {
        DEFAULT_DISTANCE_MULTI
    };
    let (count, distances) = if is_small { (1, 0..=31) } else { (6, far..=far) };
    let population = Population::Distances { source, distances, each: is_small, along: !is_small };
    let mut sampler =
        Sampler::new(&(*goal).into(), Request { count, unique: true, population }, 7)?;
    let boards = sampler.draw(sampler.left().unwrap_or(count) as usize)?;
    let mut boards: Vec<SmallBoard> = boards.iter().filter_map(Board::small).copied().collect();
    if is_small {
        let (mut distance, last) = (0.., boards.len() - 1);
        // One that is nearly as hard as the last one would only take as long.
        boards.retain(|_| {
            let is_shown = |d| d == 1 || d == last || d > 0 && d % 3 == 0 && d + 1 != last;
            distance.next().is_some_and(is_shown)
        });
    }
    Ok(boards)
}

/// The methods, each with heuristics that show how much those are worth.
const ALL: [(Method, HeuristicName); 13] = [
    (Method::Bfs, HeuristicName::None),
    (Method::BidirectionalBfs, HeuristicName::None),
    (Method::AStar, HeuristicName::Misplaced),
    (Method::AStar, HeuristicName::Manhattan),
    (Method::AStar, HeuristicName::LinearConflict),
    (Method::AStar, HeuristicName::Patterns),
    (Method::AStar, HeuristicName::Table),
    (Method::Ida, HeuristicName::Misplaced),
    (Method::Ida, HeuristicName::Manhattan),
    (Method::Ida, HeuristicName::LinearConflict),
    (Method::Ida, HeuristicName::Patterns),
    (Method::IterativeDeepening, HeuristicName::None),
    (Method::Dfs, HeuristicName::Manhattan),
];

/// The name of a method in messages.
fn shown_name(way: Option<SearchChoice>, answers_by: &str) -> String {
    let method = method_name(way, answers_by);
    match way.map(|way| way.heuristic) {
        None | Some(HeuristicName::None) => method.to_owned(),
        Some(heuristic) => format!("{method} {}", name_of(heuristic, HeuristicName::NAMES)),
    }
}

/// The name of a method, or of what answers without one.
fn method_name(way: Option<SearchChoice>, answers_by: &str) -> &str {
    way.map_or(answers_by, |way| way.method.name())
}

/// The results of all methods so far.
#[derive(Default)]
struct Comparison {
    /// The boards, and the goal of each.
    boards: Vec<[SmallBoard; 2]>,
    /// What answers without a method: a table of all boards, patterns, or cheapest solutions.
    answers_by: &'static str,
    /// The least length or cost of each board's solution, and the method that found it first.
    least: Vec<Option<(f64, String)>>,
    /// The methods, with the cost of each board that they solved.
    costs: Vec<(Option<SearchChoice>, Vec<Option<BoardCost>>)>,
    /// True if all lengths were the same.
    agree: bool,
    /// The boards that each method left because of a limit.
    left_out: LeftOut,
    /// Other reasons why a method did not solve its boards: the first of each method.
    refusals: Vec<String>,
}

fields! {
    /// The costs of a method over all boards. Times are in microseconds.
    struct MethodRow {
        method: String,
        heuristic: String,
        boards: usize,
        solved: usize,
        mean_expanded: Option<f64>,
        max_expanded: Option<u64>,
        mean_generated: Option<f64>,
        max_frontier: Option<usize>,
        mean_microseconds: Option<f64>,
        times_table: Option<f64>,
        /// The effective branching factor b*.
        mean_branching: Option<f64>,
        .. extra: Extra,
    }
}

/// How much longer solutions are than the shortest, or dearer than the cheapest, on average.
#[derive(Default)]
struct Extra {
    mean: Option<f64>,
    is_cost: bool,
}

impl Fields for Extra {
    fn fields(&self, row: &mut Row<'_>) {
        row.field(if self.is_cost { "mean_extra_cost" } else { "mean_extra_moves" }, &self.mean);
    }
}

impl MethodRow {
    /// The row of a method, with the cost of each board that it solved. Means and maxima are
    /// over the boards in `common`. The best solutions have these lengths or costs, where they are
    /// known. `table` is the first row, if there is one.
    fn new(
        (way, name): (Option<SearchChoice>, &str),
        all: &[Option<BoardCost>],
        (common, least, is_cost): (&[usize], &[Option<f64>], bool),
        table: Option<&MethodRow>,
    ) -> MethodRow {
        let extra =
            common.iter().filter_map(|&board| Some(all[board].as_ref()?.value() - least[board]?));
        let costs = common.iter().filter_map(|&board| all[board].as_ref());
        let expanded = costs.clone().filter_map(|cost| cost.expanded);
        let branching = costs.clone().filter_map(BoardCost::branching);
        let mean_microseconds = mean(costs.clone().map(|cost| cost.time.as_secs_f64() * 1e6));
        let heuristic = way.filter(|way| way.method.uses_heuristic());
        let heuristic = heuristic.map_or("", |way| name_of(way.heuristic, HeuristicName::NAMES));
        let table_time = table.map_or(mean_microseconds, |table| table.mean_microseconds);
        MethodRow {
            method: name.to_owned(),
            heuristic: heuristic.to_owned(),
            boards: all.len(),
            solved: all.iter().flatten().count(),
            mean_expanded: mean(expanded.clone().map(|boards| boards as f64)),
            max_expanded: expanded.max(),
            mean_generated: mean(costs.clone().map(|cost| cost.generated as f64)),
            max_frontier: costs.map(|cost| cost.frontier).max(),
            mean_microseconds,
            times_table: mean_microseconds.zip(table_time).map(|(time, table)| time / table),
            mean_branching: mean(branching.filter(|_| way.is_some())),
            extra: Extra { mean: mean(extra), is_cost },
        }
    }
}

/// The mean of numbers, if there are any.
fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}
