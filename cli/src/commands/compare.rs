//! `tilebase compare`: compares every search method with the table, on the same boards.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::ProgressBar;
use serde::Serialize;
use tilebase::bulk::Format;
use tilebase::puzzle::{MAX_NUMBERED_CELLS, Plural};
use tilebase::sample::{Population, Request, Sampler};
use tilebase::search::{AStar, Bfs, BidirectionalBfs, Dfs, Ida, IterativeDeepening, Method};
use tilebase::{Batch, Board, Error, Oracle, Shape};

use crate::boards::Layout;
use crate::chart::logarithmic;
use crate::input::Input;
use crate::methods::{HeuristicName, MethodChoice, MethodName, Timed};
use crate::options::{FormatArgs, OutputArg};
use crate::output::{self, Output};
use crate::report::{self, Invalid};
use crate::{Outcome, progress, tables};

/// On shapes of up to this many cells, all methods but `dfs` solve all boards.
const MOST_CELLS_OF_ALL_METHODS: usize = 9;

/// The distance of the boards on larger shapes: where heuristics differ, and weak ones still end.
const FAR: u32 = 30;

/// The default time limit for a method on one board.
fn patience(shape: Shape) -> Duration {
    // On large shapes, some methods solve no board at all, however long they run.
    Duration::from_secs(if shape.cells() <= MOST_CELLS_OF_ALL_METHODS { 60 } else { 10 })
}

/// Compare the search methods with the table on the same boards: nodes, times, and that all agree
///
/// Shapes of 13 to 16 cells have pattern tables instead: the row `patterns` is the search that
/// `solve` does, and its column for expanded boards counts generated boards.
///
/// The boards are those of FILE, one per line, without those that cannot reach the goal. Without
/// FILE they are at most a dozen: on shapes of up to nine cells 1, 3, 6, 9, ... 30 and 31 moves from
/// the goal, on larger ones all 30 moves away; a method that gives up on the first of these is not
/// asked again. Means and maxima are over the boards solved by every method that solved at least
/// one. The exit status is 1 if two methods disagree on the length of a solution,
/// or if a line is invalid.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase compare
  tilebase compare --size 4x4 --timeout 10
  tilebase sample -n 100 --size 2x3 --seed 1 | tilebase compare - --size 2x3
  tilebase compare --format csv > methods.csv")]
pub struct Args {
    /// Boards, one per line; `-` is standard input
    file: Option<PathBuf>,

    #[command(flatten)]
    layout: Layout,

    /// Only these methods, separated by commas, beside the table
    #[arg(long, value_enum, ignore_case = true, value_delimiter = ',', value_name = "METHOD")]
    method: Vec<MethodName>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    output: OutputArg,

    #[command(flatten)]
    tables: tables::TableArgs,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = tables::Tables::new(&args.tables)?;
    let mut invalid = Invalid::default();
    let boards = match &args.file {
        Some(file) => read(Input::open(file)?, &args.layout, &tables, &mut invalid)?,
        None => dozen(&tables.goal(tables.shape().unwrap_or_default()), &tables)?,
    };
    let can =
        |board: &Board| tilebase::puzzle::solvable(board, &tables.goal(board.shape())).is_ok();
    let boards: Vec<Board> = boards.into_iter().filter(can).collect();
    if boards.is_empty() {
        bail!("no board that can reach the goal: expected at least one");
    }
    // Whether the boards are searched for or looked up. If there are several shapes, the first one
    // decides.
    let table = tables.batch(boards[0].shape())?.oracle().table().cloned();
    let first = if table.is_some() { "table" } else { "patterns" };
    let mut lengths: Vec<Option<(usize, String)>> = vec![None; boards.len()];
    let mut all = Vec::new();
    let mut agree = true;
    let competitors = args.competitors(boards[0].shape());
    let questions = (competitors.len() * boards.len()) as u64;
    let bar = progress::bar(Some(questions), "{wide_bar} {pos} of {len}, {msg}, {elapsed}", false);
    for (method, heuristic) in competitors {
        let name = name(method, heuristic, first);
        bar.set_message(name.clone());
        let (mut costs, mut told) = (Vec::new(), false);
        for (board, length) in boards.iter().zip(&mut lengths) {
            bar.inc(1);
            let cost = match ask(method, heuristic, board, &tables) {
                Ok(cost) => cost,
                Err(CompareError::Failed(error)) => return Err(error),
                Err(CompareError::GaveUp(why)) => {
                    // It will be the same for other boards, so print only the first.
                    if !told {
                        bar.suspend(|| report::note(format_args!("{name}: {board}: {why}")));
                        told = true;
                    }
                    costs.push(None);
                    if args.file.is_none() && costs.len() == 1 {
                        // The others are no nearer.
                        costs.resize_with(boards.len(), || None);
                        break;
                    }
                    continue;
                }
            };
            match length {
                Some((known, by)) if *known != cost.moves => {
                    agree = false;
                    report::error(format_args!(
                        "{board}: {name} found {}, {by} found {known}: expected the same",
                        Plural(cost.moves as u64, "move")
                    ));
                }
                Some(_) => {}
                None => *length = Some((cost.moves, name.clone())),
            }
            costs.push(Some(cost));
        }
        all.push((method, heuristic, costs));
    }
    bar.finish_and_clear();
    // A method that solved nothing is left out.
    let shown = || all.iter().filter(|(_, _, costs)| costs.iter().any(Option::is_some));
    let common: Vec<usize> = (0..boards.len())
        .filter(|&board| shown().all(|(_, _, costs)| costs[board].is_some()))
        .collect();
    let mut rows = Vec::new();
    for (method, heuristic, costs) in &all {
        let row = Row::new(*method, first, *heuristic, costs, &common, rows.first());
        rows.push(row);
    }
    write(&rows, args.format.format(), args.output.path())?;
    if common.len() < boards.len() {
        report::note(format_args!(
            "means and maxima are over the {} that all these methods solved; {} more",
            Plural(common.len() as u64, "board"),
            Plural((boards.len() - common.len()) as u64, "board")
        ));
    }
    let outcome = invalid.finish();
    Ok(if agree { outcome } else { Outcome::Failed })
}

impl Args {
    /// The competitors asked for. On large shapes, the methods without a heuristic solve no board
    /// in reasonable time, and are compared only if they are named.
    fn competitors(&self, shape: Shape) -> Vec<(Option<&'static dyn Method>, HeuristicName)> {
        let hopeless = [IterativeDeepening.name(), Dfs.name()];
        let is_asked = |method: &'static dyn Method| {
            if self.method.is_empty() {
                let small = shape.cells() <= MOST_CELLS_OF_ALL_METHODS;
                return small || !hopeless.contains(&method.name());
            }
            let mut asked = self.method.iter().filter_map(|name| name.method());
            asked.any(|asked| asked.name() == method.name())
        };
        let mut all = competitors();
        all.retain(|(method, _)| method.is_none_or(is_asked));
        all
    }
}

/// The table, followed by the methods, each with heuristics that show how much those are worth.
fn competitors() -> Vec<(Option<&'static dyn Method>, HeuristicName)> {
    let (astar, ida): (&'static dyn Method, &'static dyn Method) = (&AStar, &Ida);
    vec![
        (None, HeuristicName::None),
        (Some(&Bfs), HeuristicName::None),
        (Some(&BidirectionalBfs), HeuristicName::None),
        (Some(astar), HeuristicName::Misplaced),
        (Some(astar), HeuristicName::Manhattan),
        (Some(astar), HeuristicName::LinearConflict),
        (Some(astar), HeuristicName::Patterns),
        (Some(astar), HeuristicName::Table),
        (Some(ida), HeuristicName::Misplaced),
        (Some(ida), HeuristicName::Manhattan),
        (Some(ida), HeuristicName::LinearConflict),
        (Some(ida), HeuristicName::Patterns),
        (Some(&IterativeDeepening), HeuristicName::None),
        (Some(&Dfs), HeuristicName::Manhattan),
    ]
}

fn name(method: Option<&'static dyn Method>, heuristic: HeuristicName, first: &str) -> String {
    match (method, heuristic) {
        (None, _) => first.to_owned(),
        (Some(method), HeuristicName::None) => method.name().to_owned(),
        (Some(method), heuristic) => format!("{} {}", method.name(), heuristic.name()),
    }
}

/// What it costs to solve a board.
fn ask(
    method: Option<&'static dyn Method>,
    heuristic: HeuristicName,
    board: &Board,
    tables: &tables::Tables,
) -> Result<Cost, CompareError> {
    let timeout = patience(board.shape());
    let Some(method) = method else {
        let oracle = tables.batch(board.shape())?.oracle().clone();
        let limits = tables.limits().clone().or_timeout(timeout).limits();
        return by_oracle(&oracle.limited(limits), board);
    };
    let limits = tables.limits().clone().or_timeout(timeout);
    let searcher = MethodChoice::new(method, Some(heuristic), limits)?
        .to(&tables.goal(board.shape()), tables)?;
    let Timed { solved, time } = searcher.solve(board, &ProgressBar::hidden())?;
    let tilebase::limits::Cost { expanded, frontier, .. } = solved.cost;
    Ok(Cost { moves: solved.moves.len(), expanded, frontier, time })
}

/// What it costs to look a board up in a table, or to search for it with pattern tables.
fn by_oracle(oracle: &Oracle, board: &Board) -> Result<Cost, CompareError> {
    if oracle.table().is_some() {
        // Solve it once before starting the clock. For the other methods, code and memory are warm
        // after the first thousand boards too.
        oracle.solution(board)?;
    }
    let begin = Instant::now();
    let answer = oracle.answer(board)?;
    let (moves, time) = (answer.moves().len(), begin.elapsed());
    Ok(if oracle.table().is_some() {
        // A walk reads one entry for each board on it, and keeps one.
        Cost { moves, expanded: moves as u64 + 1, frontier: 1, time }
    } else {
        // A depth-first search keeps one path.
        Cost { moves, expanded: answer.generated(), frontier: moves, time }
    })
}

/// The default boards, which are the same in every run.
fn dozen(goal: &Board, tables: &tables::Tables) -> anyhow::Result<Vec<Board>> {
    let shape = goal.shape();
    if shape.cells() > MAX_NUMBERED_CELLS {
        bail!("{shape}: expected a file of boards; of this shape none are known at a distance");
    }
    let batch = Arc::new(Batch::new(tables.oracle(goal)?));
    let (count, population) = if shape.cells() <= MOST_CELLS_OF_ALL_METHODS {
        (1, Population::PerDistance(batch, 0..=31))
    } else {
        (12, Population::AlongSolutions(batch, FAR..=FAR))
    };
    let mut sampler = Sampler::new(goal, Request { count, unique: true, population }, 7)?;
    let mut boards = sampler.draw(sampler.left().unwrap_or(count) as usize)?;
    if count == 1 {
        let mut distance = 0..;
        boards
            .retain(|_| distance.next().is_some_and(|d| d > 0 && d % 3 == 0 || d == 1 || d == 31));
    }
    Ok(boards)
}

fn read(
    input: Input,
    layout: &Layout,
    tables: &tables::Tables,
    invalid: &mut Invalid,
) -> anyhow::Result<Vec<Board>> {
    let mut input = layout.boards(input, tables.shape());
    let (places, mut boards, mut number) = (input.input().places(), Vec::new(), 0);
    while input.fill()? {
        for line in input.lines() {
            number += 1;
            match tables.read(line) {
                Ok(board) => boards.push(board),
                Err(why) => invalid.tell(places.of(number), why),
            }
        }
        input.consume(input.buffer().len());
    }
    Ok(boards)
}

fn write(rows: &[Row], format: Format, output: Option<&Path>) -> anyhow::Result<()> {
    let mut text = Vec::new();
    match format {
        Format::Text => text.extend_from_slice(
            b"method   heuristic       boards solved mean expanded max expanded max frontier us per board times table\n",
        ),
        Format::Csv => text.extend_from_slice(
            b"method,heuristic,boards,solved,mean_expanded,max_expanded,max_frontier,mean_time,times_table\n",
        ),
        Format::Jsonl => {}
    }
    output::write_rows(format, rows, &mut text);
    if format == Format::Text {
        let bars = rows.iter().filter_map(|row| {
            Some((format!("{} {}", row.method, row.heuristic), row.mean_expanded?))
        });
        text.extend_from_slice(
            format!(
                "\nmean expanded (log scale: each # doubles)\n{}",
                logarithmic(&bars.collect::<Vec<_>>())
            )
            .as_bytes(),
        );
    }
    let mut out = Output::create(output)?;
    out.put(|out| out.write_all(&text))?;
    out.finish()
}

/// The costs of a method over all boards. Times are in microseconds.
#[derive(Serialize)]
struct Row {
    method: &'static str,
    heuristic: &'static str,
    boards: usize,
    solved: usize,
    mean_expanded: Option<f64>,
    max_expanded: Option<u64>,
    max_frontier: Option<usize>,
    mean_time: Option<f64>,
    times_table: Option<f64>,
}

/// The cost of solving a board.
struct Cost {
    /// The length of the solution.
    moves: usize,
    /// The number of boards expanded.
    expanded: u64,
    /// The largest number of boards waiting at a time.
    frontier: usize,
    time: Duration,
}

/// Why the cost of solving a board is not known.
enum CompareError {
    /// The method did not solve the board. Others may.
    GaveUp(String),
    /// The command cannot go on.
    Failed(anyhow::Error),
}

impl From<Error> for CompareError {
    fn from(error: Error) -> CompareError {
        match error {
            Error::Stopped(_) | Error::Memory { .. } | Error::Unsuitable { .. } => {
                CompareError::GaveUp(error.to_string())
            }
            Error::NoTable { .. } | Error::TooLarge { .. } => {
                CompareError::GaveUp(report::with_cure_of(&error))
            }
            error => CompareError::Failed(error.into()),
        }
    }
}

impl From<anyhow::Error> for CompareError {
    fn from(error: anyhow::Error) -> CompareError {
        CompareError::Failed(error)
    }
}

impl Row {
    /// The row of a method, compared with the row of the table. `all` has the cost of each board
    /// that was solved. Means and maxima are over the boards in `common`. A row without a method is
    /// called `name`.
    fn new(
        method: Option<&'static dyn Method>,
        name: &'static str,
        heuristic: HeuristicName,
        all: &[Option<Cost>],
        common: &[usize],
        table: Option<&Row>,
    ) -> Row {
        let solved = all.iter().flatten().count();
        let costs: Vec<&Cost> = common.iter().filter_map(|&board| all[board].as_ref()).collect();

        let mean = |part: fn(&Cost) -> f64| {
            (!costs.is_empty())
                .then(|| costs.iter().map(|cost| part(cost)).sum::<f64>() / costs.len() as f64)
        };
        let mean_time = mean(|cost| cost.time.as_secs_f64() * 1e6);
        let table_time =
            if method.is_none() { mean_time } else { table.and_then(|table| table.mean_time) };
        Row {
            method: method.map_or(name, |method| method.name()),
            heuristic: if method.is_some_and(Method::uses_heuristic) {
                heuristic.name()
            } else {
                ""
            },
            boards: all.len(),
            solved,
            mean_expanded: mean(|cost| cost.expanded as f64),
            max_expanded: costs.iter().map(|cost| cost.expanded).max(),
            max_frontier: costs.iter().map(|cost| cost.frontier).max(),
            mean_time,
            times_table: mean_time.zip(table_time).map(|(time, table)| time / table),
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { method, heuristic, boards, solved, .. } = self;
        let number = |number: Option<f64>, digits| {
            number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
        };
        write!(
            f,
            "{method:<8} {heuristic:<15} {boards:>6} {solved:>6} {:>13} ",
            number(self.mean_expanded, 1)
        )?;
        write!(f, "{:>12} ", self.max_expanded.map_or("-".to_owned(), |most| most.to_string()))?;
        write!(f, "{:>12} ", self.max_frontier.map_or("-".to_owned(), |most| most.to_string()))?;
        write!(f, "{:>14} {:>11}", number(self.mean_time, 1), number(self.times_table, 0))
    }
}
