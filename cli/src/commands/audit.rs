//! `tilebase audit`: compares a heuristic with the true distances of every board, or of random
//! ones.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::HumanCount;
use serde::Serialize;
use tilebase::bulk::Format;
use tilebase::oracle::BatchError;
use tilebase::puzzle::{Coordinates, Plural};
use tilebase::sample::{Request, Sampler};
use tilebase::search::{self, AStar, Ida, Method, audit_watched};
use tilebase::{Board, Error};

use crate::methods::{HeuristicName, MethodChoice, name};
use crate::options::count;
use crate::output::{Output, write_rows};
use crate::report::{error, note};
use crate::tables::{TableArgs, Tables};
use crate::{Outcome, progress};

/// From this many boards on, it takes minutes to look all of them up.
const MINUTES: u64 = 50_000_000;

/// An audit that takes longer than this shows a bar.
const SHOW_PROGRESS_AFTER: Duration = Duration::from_secs(1);

/// The largest sample: its boards are kept in memory.
const MAX_SAMPLE: u64 = 10_000_000;

/// Audit a heuristic against the truth, over every board of a shape
///
/// Without a table of all boards, as for shapes of 13 to 16 cells, it is audited over random ones.
///
/// Is it admissible, that is, never above the distance? Is it consistent, that is, does a move
/// change it by at most one? How far below the distance is it, and what does it cost A* and IDA*?
/// The exit status is 1 if it is not admissible or not consistent, or if `--timeout` ends the
/// audit: the limit holds for each search, and for looking all boards up. If a search by A* or IDA*
/// reaches it, their cost is left out.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase audit --heuristic manhattan
  tilebase audit --heuristic linear-conflict --size 2x4 --json
  tilebase audit --heuristic patterns --size 4x4 --sample 1000")]
pub struct Audit {
    /// The heuristic
    #[arg(long, value_enum, ignore_case = true)]
    heuristic: HeuristicName,

    /// The number of random boards to solve with it, by A* and by IDA*, and to audit it over if
    /// there is no table
    #[arg(long, value_name = "N", default_value = "100", value_parser = count)]
    sample: u64,

    /// Random seed for these boards
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Print a JSON object
    #[arg(long)]
    json: bool,

    /// No progress bar
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    tables: TableArgs,
}

/// The result of an audit. Boards that prove a violation are null if there is none.
#[derive(Serialize)]
struct Report {
    heuristic: String,
    goal: String,
    boards: u64,
    /// Whether the boards are random ones.
    random: bool,
    admissible: bool,
    too_high: u64,
    too_high_board: Option<Estimated>,
    consistent: bool,
    jumps: u64,
    jump: Option<Jump>,
    mean: f64,
    mean_distance: f64,
    mean_shortfall: f64,
    exact: u64,
    worst: Estimated,
    sample: u64,
    astar_expanded: Option<f64>,
    ida_expanded: Option<f64>,
}

/// A board with its distance and its estimate.
#[derive(Serialize)]
struct Estimated {
    board: String,
    distance: u32,
    estimate: u32,
}

/// A move that changes the estimate by more than one.
#[derive(Serialize)]
struct Jump {
    board: String,
    r#move: char,
    estimate: u32,
    estimate_after: u32,
}

impl Audit {
    pub fn run(&self) -> anyhow::Result<Outcome> {
        let tables = Tables::new(&self.tables)?;
        let shape = tables.shape.unwrap_or_default();
        let goal = tables.goal(shape);
        let sample = self.sample;
        if sample > MAX_SAMPLE {
            bail!("--sample {sample}: expected at most {MAX_SAMPLE} boards");
        }
        let boards = Sampler::new(&goal, Request::default(), self.seed)?.draw(sample as usize)?;
        let (batch, heuristic) = (tables.batch(shape)?, self.heuristic.create(&goal, &tables)?);
        let random = batch.oracle().table().is_none();
        if random && boards.is_empty() {
            bail!("--sample 0: expected at least one board of {shape}, which has too many for all");
        }
        let audited = if random { boards.len() as u64 } else { shape.states() };
        if audited > MINUTES && !self.quiet {
            let audited = HumanCount(audited);
            note!("auditing all {audited} boards of {shape}, which takes minutes");
        }
        // The limit is for a search. Looking all boards up is the work of one.
        let searches = if random { audited as u32 } else { 1 };
        let timeout = tables.limits.timeout.map(|timeout| timeout.saturating_mul(searches));
        let bar = bar(audited, "audited", self.quiet);
        let begin = Instant::now();
        let mut done = 0;
        let mut watch = |boards: u64| {
            done = boards;
            if begin.elapsed() > SHOW_PROGRESS_AFTER {
                bar.set_position(boards);
            }
            if timeout.is_some_and(|timeout| begin.elapsed() > timeout) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let found = if random {
            audit_watched(batch, &*heuristic, boards.iter().copied(), &mut watch)
        } else {
            let all = (0..audited).filter_map(|index| Coordinates::board_of_goal(&goal, index));
            audit_watched(batch, &*heuristic, all, &mut watch)
        };
        bar.finish_and_clear();
        let found = match found {
            Err(BatchError { error: Error::Interrupted, .. }) => {
                let (done, audited) = (HumanCount(done), HumanCount(audited));
                error!(
                    "stopped by --timeout after {done} of {audited} boards; expected a longer \
                     one, or none"
                );
                return Ok(Outcome::Failed);
            }
            found => found?,
        };
        let report = self.report(&goal, &found, &boards, &tables, random)?;
        let mut out = Output::stdout();
        let format = if self.json { Format::Jsonl } else { Format::Text };
        write_rows(format, &[report], &mut out)?;
        out.finish()?;
        let passed = found.is_admissible() && found.is_consistent();
        Ok(if passed { Outcome::Answered } else { Outcome::Failed })
    }

    fn report(
        &self,
        goal: &Board,
        found: &search::Audit,
        boards: &[Board],
        tables: &Tables,
        random: bool,
    ) -> anyhow::Result<Report> {
        let estimated = |found: search::Estimate| Estimated {
            board: found.board.to_string(),
            distance: found.distance,
            estimate: found.estimate,
        };
        // If an estimate is too high, solutions are too long and their cost means nothing. On
        // random boards of large shapes, these methods take minutes or run out of memory.
        let cost = |method: &'static dyn Method| {
            if found.is_admissible() && (!random || tables.limits.is_some()) {
                self.mean_expanded(method, boards, tables)
            } else {
                Ok(None)
            }
        };
        Ok(Report {
            heuristic: name(self.heuristic),
            goal: goal.to_string(),
            boards: found.boards,
            random,
            admissible: found.is_admissible(),
            too_high: found.too_high,
            too_high_board: found.highest.map(estimated),
            consistent: found.is_consistent(),
            jumps: found.jumps,
            jump: found.highest_jump.map(|jump| Jump {
                board: jump.board.to_string(),
                r#move: jump.mv.letter(),
                estimate: jump.before,
                estimate_after: jump.after,
            }),
            mean: found.mean,
            mean_distance: found.mean_distance,
            mean_shortfall: found.mean_distance - found.mean,
            exact: found.exact,
            worst: estimated(found.lowest),
            sample: self.sample,
            astar_expanded: cost(&AStar)?,
            ida_expanded: cost(&Ida)?,
        })
    }

    /// The mean number of boards that a method expands over the sample, or `None` if a limit stops
    /// it.
    fn mean_expanded(
        &self,
        method: &'static dyn Method,
        boards: &[Board],
        tables: &Tables,
    ) -> anyhow::Result<Option<f64>> {
        let [first, ..] = boards else { return Ok(None) };
        let search = MethodChoice::new(method, Some(self.heuristic), tables.limits.clone())?;
        let searcher = search.to(&tables.goal(first.shape()), tables)?;
        let mut expanded = 0;
        let bar = bar(boards.len() as u64, &format!("solved by {}", method.name()), self.quiet);
        for board in boards {
            match searcher.solve(board, &bar) {
                Ok(found) => expanded += found.cost.expanded,
                Err(Error::Stopped(_)) => return Ok(None),
                Err(why) => return Err(why.into()),
            }
            bar.inc(1);
        }
        Ok(Some(expanded as f64 / boards.len() as f64))
    }
}

/// A bar of boards.
fn bar(boards: u64, done: &str, quiet: bool) -> indicatif::ProgressBar {
    let template =
        format!("{{wide_bar}} {{human_pos}} of {{human_len}} boards {done}, {{eta}} left");
    progress::bar(Some(boards), &template, quiet)
}

impl fmt::Display for Estimated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Estimated { board, distance, estimate } = self;
        write!(f, "{board} is {} away, estimated {estimate}", Plural((*distance).into(), "move"))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { heuristic, goal, boards, mean, mean_distance, mean_shortfall, worst, .. } =
            self;
        let yes = |yes| if yes { "yes" } else { "no" };
        let random = if self.random { ", at random" } else { "" };
        writeln!(f, "heuristic      {heuristic}\ngoal           {goal}")?;
        write!(f, "boards         {boards}{random}\nadmissible     {}", yes(self.admissible))?;
        if let Some(board) = &self.too_high_board {
            write!(f, ": {} estimated too high; {board}", Plural(self.too_high, "board"))?;
        }
        write!(f, "\nconsistent     {}", yes(self.consistent))?;
        if let Some(Jump { board, r#move, estimate, estimate_after }) = &self.jump {
            let jumps = Plural(self.jumps, "move");
            write!(f, ": {jumps} with a change of more than one; ")?;
            write!(f, "{board} from {estimate} to {estimate_after} by `{move}`")?;
        }
        write!(f, "\nmean           {mean:.3}, of the distances {mean_distance:.3}: ")?;
        writeln!(f, "{mean_shortfall:.3} short")?;
        let (exact, share) = (Plural(self.exact, "board"), self.exact as f64 / *boards as f64);
        write!(f, "exact          {exact}, {:.2}%\nworst          {worst}", 100.0 * share)?;
        if self.random && self.astar_expanded.is_none() && self.ida_expanded.is_none() {
            return Ok(());
        }
        let nodes = |nodes: Option<f64>| {
            nodes.map_or("not known".to_owned(), |nodes| format!("{nodes:.1}"))
        };
        let (astar, ida) = (nodes(self.astar_expanded), nodes(self.ida_expanded));
        let sample = Plural(self.sample, "random board");
        write!(f, "\nA* expands     {astar} boards each, of {sample}\nIDA* expands   {ida}")
    }
}
