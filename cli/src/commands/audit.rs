//! `tilebase audit`: compares a heuristic with the true distances of every board, or of random
//! ones.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use serde::Serialize;
use tilebase::puzzle::{Coordinates, Plural};
use tilebase::sample::{Request, Sampler};
use tilebase::search::{self, AStar, Audit, Ida, Method, audit_watched};
use tilebase::{Board, Error};

use crate::methods::{HeuristicName, MethodChoice};
use crate::output::Output;
use crate::{Outcome, progress, report, tables};

/// From this many boards on, it takes minutes to look all of them up.
const MINUTES: u64 = 50_000_000;

/// What takes longer than this shows a bar.
const TELLING: Duration = Duration::from_secs(1);

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
pub struct Args {
    /// The heuristic
    #[arg(long, value_enum, ignore_case = true)]
    heuristic: HeuristicName,

    /// The number of random boards to solve with it, by A* and by IDA*, and to audit it over if
    /// there is no table
    #[arg(long, value_name = "N", default_value = "100", value_parser = crate::options::count)]
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
    tables: tables::TableArgs,
}

/// The result of an audit. Boards that prove a violation are null if there is none.
#[derive(Serialize)]
struct Report {
    heuristic: &'static str,
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

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let tables = tables::Tables::new(&args.tables)?;
    let shape = tables.shape().unwrap_or_default();
    let goal = tables.goal(shape);
    if args.sample > MAX_SAMPLE {
        bail!("--sample {}: expected at most {MAX_SAMPLE} boards", args.sample);
    }
    let boards = Sampler::new(&goal, Request::default(), args.seed)?.draw(args.sample as usize)?;
    let (batch, heuristic) = (tables.batch(shape)?, args.heuristic.create(&goal, &tables)?);
    let random = batch.oracle().table().is_none();
    if random && boards.is_empty() {
        bail!("--sample 0: expected at least one board of {shape}, which has too many for all");
    }
    let audited = if random { boards.len() as u64 } else { shape.states() };
    if audited > MINUTES && !args.quiet {
        report::note(format_args!(
            "auditing all {} boards of {shape}, which takes minutes",
            indicatif::HumanCount(audited)
        ));
    }
    // The limit is for a search. Looking all boards up is the work of one.
    let searches = if random { audited as u32 } else { 1 };
    let timeout = tables.limits().timeout().map(|timeout| timeout.saturating_mul(searches));
    let bar = bar(audited, "audited", args.quiet);
    let begin = Instant::now();
    let mut done = 0;
    let mut watch = |boards: u64| {
        done = boards;
        if begin.elapsed() > TELLING {
            bar.set_position(boards);
        }
        if timeout.is_some_and(|timeout| begin.elapsed() > timeout) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let found = if random {
        audit_watched(batch, &*heuristic, boards.iter().copied(), &mut watch)?
    } else {
        let all = (0..audited).filter_map(|index| Coordinates::board_of_goal(&goal, index));
        audit_watched(batch, &*heuristic, all, &mut watch)?
    };
    bar.finish_and_clear();
    let Some(found) = found else {
        report::error(format_args!(
            "stopped by --timeout after {} of {} boards; expected a longer one, or none",
            indicatif::HumanCount(done),
            indicatif::HumanCount(audited)
        ));
        return Ok(Outcome::Failed);
    };
    let report = Report::new(args, &goal, &found, &boards, &tables, random)?;
    let mut out = Output::stdout();
    out.line(if args.json { serde_json::to_string(&report)? } else { report.to_string() })?;
    out.flush()?;
    Ok(if found.is_admissible() && found.is_consistent() {
        Outcome::Answered
    } else {
        Outcome::Failed
    })
}

impl Report {
    fn new(
        args: &Args,
        goal: &Board,
        found: &Audit,
        boards: &[Board],
        tables: &tables::Tables,
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
            if found.is_admissible() && (!random || tables.limits().is_some()) {
                mean_expanded(args, method, boards, tables)
            } else {
                Ok(None)
            }
        };
        Ok(Report {
            heuristic: args.heuristic.name(),
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
            sample: args.sample,
            astar_expanded: cost(&AStar)?,
            ida_expanded: cost(&Ida)?,
        })
    }
}

/// A bar of boards.
fn bar(boards: u64, done: &str, quiet: bool) -> indicatif::ProgressBar {
    let template =
        format!("{{wide_bar}} {{human_pos}} of {{human_len}} boards {done}, {{eta}} left");
    progress::bar(Some(boards), &template, quiet)
}

/// The mean number of boards that a method expands over the sample, or `None` if a limit stops it.
fn mean_expanded(
    args: &Args,
    method: &'static dyn Method,
    boards: &[Board],
    tables: &tables::Tables,
) -> anyhow::Result<Option<f64>> {
    let [first, ..] = boards else { return Ok(None) };
    let search = MethodChoice::new(method, Some(args.heuristic), tables.limits().clone())?;
    let searcher = search.to(&tables.goal(first.shape()), tables)?;
    let mut expanded = 0;
    let bar = bar(boards.len() as u64, &format!("solved by {}", method.name()), args.quiet);
    for board in boards {
        match searcher.solve(board, &bar) {
            Ok(found) => expanded += found.solved.cost.expanded,
            Err(Error::Stopped(_)) => return Ok(None),
            Err(why) => return Err(why.into()),
        }
        bar.inc(1);
    }
    Ok(Some(expanded as f64 / boards.len() as f64))
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let yes = |yes| if yes { "yes" } else { "no" };
        writeln!(
            f,
            "heuristic      {}\ngoal           {}\nboards         {}{}",
            self.heuristic,
            self.goal,
            self.boards,
            if self.random { ", at random" } else { "" }
        )?;
        write!(f, "admissible     {}", yes(self.admissible))?;
        if let Some(Estimated { board, distance, estimate }) = &self.too_high_board {
            write!(
                f,
                ": {} estimated too high; {board} is {} away, estimated {estimate}",
                Plural(self.too_high, "board"),
                Plural(u64::from(*distance), "move")
            )?;
        }
        write!(f, "\nconsistent     {}", yes(self.consistent))?;
        if let Some(Jump { board, r#move, estimate, estimate_after }) = &self.jump {
            let jumps = Plural(self.jumps, "move");
            write!(
                f,
                ": {jumps} with a change of more than one; {board} from {estimate} to {estimate_after} by `{move}`"
            )?;
        }
        let Estimated { board, distance, estimate } = &self.worst;
        write!(
            f,
            "\nmean           {:.3}, of the distances {:.3}: {:.3} short",
            self.mean, self.mean_distance, self.mean_shortfall
        )?;
        write!(
            f,
            "\nexact          {}, {:.2}%",
            Plural(self.exact, "board"),
            100.0 * self.exact as f64 / self.boards as f64
        )?;
        write!(
            f,
            "\nworst          {board} is {} away, estimated {estimate}",
            Plural(u64::from(*distance), "move")
        )?;
        if self.random && self.astar_expanded.is_none() && self.ida_expanded.is_none() {
            return Ok(());
        }
        let nodes = |nodes: Option<f64>| {
            nodes.map_or("not known".to_owned(), |nodes| format!("{nodes:.1}"))
        };
        write!(
            f,
            "\nA* expands     {} boards each, of {}",
            nodes(self.astar_expanded),
            Plural(self.sample, "random board")
        )?;
        write!(f, "\nIDA* expands   {}", nodes(self.ida_expanded))
    }
}
