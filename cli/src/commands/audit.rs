//! `tilebase audit`: compares a heuristic with the true distances of every board, or of random
//! ones.

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::HumanCount;
use tilebase::oracle::BatchError;
use tilebase::puzzle::{Class, Coordinates, MAX_NUMBERED_CELLS, Metric, MultiMove, Plural};
use tilebase::sample::{Request, Sampler};
use tilebase::search::{self, audit_watched};
use tilebase::{Batch, Board, Error, Move};

use crate::fields::fields;
use crate::methods::{HeuristicName, MethodChoice, MethodName, SearchMetric, name};
use crate::options::{RowsArgs, count, seed};
use crate::output;
use crate::report::{error, note};
use crate::session::Session;
use crate::tables::{TableArgs, Tables};
use crate::{Ending, progress};

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
    #[arg(long, value_name = "S", value_parser = seed, default_value = "1")]
    seed: u64,

    #[command(flatten)]
    rows: RowsArgs,

    /// No progress bar
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    tables: TableArgs,
}

/// The result of an audit. The proof of a violation is null if there is none.
#[derive(Default)]
struct Report {
    heuristic: String,
    goal: String,
    boards: u64,
    /// Whether the boards are random ones.
    random: bool,
    admissible: bool,
    too_high: u64,
    too_high_board: Option<String>,
    too_high_distance: Option<u32>,
    too_high_estimate: Option<u32>,
    consistent: bool,
    jumps: u64,
    jump_board: Option<String>,
    jump_move: Option<String>,
    jump_estimate: Option<u32>,
    jump_estimate_after: Option<u32>,
    mean: f64,
    mean_distance: f64,
    mean_shortfall: f64,
    exact: u64,
    worst_board: String,
    worst_distance: u32,
    worst_estimate: u32,
    sample: u64,
    astar_expanded: Option<f64>,
    ida_expanded: Option<f64>,
}

fields!(
    Report: heuristic, goal, boards, random, admissible, too_high, too_high_board,
    too_high_distance, too_high_estimate, consistent, jumps, jump_board, jump_move, jump_estimate,
    jump_estimate_after, mean, mean_distance, mean_shortfall, exact, worst_board, worst_distance,
    worst_estimate, sample, astar_expanded, ida_expanded
);

impl Audit {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let tables = Tables::new(&self.tables, session)?;
        match tables.metric {
            Metric::Single => self.audit::<Move>(&tables, session),
            Metric::Multi => self.audit::<MultiMove>(&tables, session),
        }
    }

    /// Audits in the metric of these moves.
    fn audit<M: SearchMetric>(&self, tables: &Tables, session: &Session) -> anyhow::Result<Ending> {
        let goal = tables.small_goal("an audit")?;
        let shape = goal.shape();
        if shape.class() == Class::Bounded {
            bail!(
                "{shape}: an audit needs true distances, and those of this shape take minutes to \
                 days each; expected a shape of at most {MAX_NUMBERED_CELLS} cells"
            );
        }
        let sample = self.sample;
        if sample > MAX_SAMPLE {
            bail!("--sample {sample}: expected at most {MAX_SAMPLE} boards");
        }
        let boards = Sampler::new(&goal, Request::default(), self.seed)?.draw(sample as usize)?;
        let heuristic = M::heuristic(self.heuristic, &goal, tables)?;
        let truth = Batch::new(tables.typed::<M>(&goal)?);
        let random = truth.oracle().table().is_none();
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
        // Find out early if it cannot be written.
        let mut out = self.rows.create(session)?;
        let bar = bar(audited, "audited", self.quiet);
        let begin = Instant::now();
        let mut done = 0;
        let among: Box<dyn Iterator<Item = Board>> = if random {
            Box::new(boards.iter().copied())
        } else {
            Box::new((0..audited).filter_map(|index| Coordinates::board_of_goal(&goal, index)))
        };
        let found = audit_watched(&truth, &*heuristic, among, &mut |boards| {
            done = boards;
            if begin.elapsed() > SHOW_PROGRESS_AFTER {
                bar.set_position(boards);
            }
            if timeout.is_some_and(|timeout| begin.elapsed() > timeout) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        bar.finish_and_clear();
        let found = match found {
            Err(BatchError { error: Error::Interrupted, .. }) => {
                let (done, audited) = (HumanCount(done), HumanCount(audited));
                error!(
                    "stopped by --timeout after {done} of {audited} boards; expected a longer \
                     one, or none"
                );
                return Ok(Ending::Failed);
            }
            found => found?,
        };
        let report = self.report(&goal, &found, &boards, tables, random)?;
        let format = self.rows.format();
        out.write_all(output::head::<Report>(format).as_bytes())?;
        output::write_rows(format, &[report], &mut out)?;
        out.finish()?;
        let passed = found.is_admissible() && found.is_consistent();
        Ok(if passed { Ending::Answered } else { Ending::Failed })
    }

    fn report<M: SearchMetric>(
        &self,
        goal: &Board,
        found: &search::AuditResult<M>,
        boards: &[Board],
        tables: &Tables,
        random: bool,
    ) -> anyhow::Result<Report> {
        // If an estimate is too high, solutions are too long and their cost means nothing. On
        // random boards of large shapes, these methods take minutes or run out of memory.
        let is_searched = found.is_admissible() && (!random || tables.limits.is_some());
        let (mut astar_expanded, mut ida_expanded) = (None, None);
        if is_searched {
            astar_expanded = self.mean_expanded::<M>(MethodName::Astar, boards, tables)?;
            ida_expanded = self.mean_expanded::<M>(MethodName::Ida, boards, tables)?;
        }
        let (highest, jump) = (found.highest, found.highest_jump.as_ref());
        Ok(Report {
            heuristic: name(self.heuristic),
            goal: goal.to_string(),
            boards: found.boards,
            random,
            admissible: found.is_admissible(),
            too_high: found.too_high,
            too_high_board: highest.map(|at| at.board.to_string()),
            too_high_distance: highest.map(|at| at.distance),
            too_high_estimate: highest.map(|at| at.estimate),
            consistent: found.is_consistent(),
            jumps: found.jumps,
            jump_board: jump.map(|jump| jump.board.to_string()),
            jump_move: jump.map(|jump| jump.mv.to_string()),
            jump_estimate: jump.map(|jump| jump.before),
            jump_estimate_after: jump.map(|jump| jump.after),
            mean: found.mean,
            mean_distance: found.mean_distance,
            mean_shortfall: found.mean_distance - found.mean,
            exact: found.exact,
            worst_board: found.lowest.board.to_string(),
            worst_distance: found.lowest.distance,
            worst_estimate: found.lowest.estimate,
            sample: self.sample,
            astar_expanded,
            ida_expanded,
        })
    }

    /// The mean number of boards that a method expands over the sample, or `None` if a limit stops
    /// it.
    fn mean_expanded<M: SearchMetric>(
        &self,
        method: MethodName,
        boards: &[Board],
        tables: &Tables,
    ) -> anyhow::Result<Option<f64>> {
        let [first, ..] = boards else { return Ok(None) };
        let goal = tables.goal(first.shape().into())?;
        let goal = goal.expect_board("an audit")?;
        let way = MethodChoice::new(method, Some(self.heuristic))?;
        let searcher = way.searcher::<M>(goal, tables, &tables.limits)?;
        let mut expanded = 0;
        let bar = bar(boards.len() as u64, &format!("solved by {}", name(method)), self.quiet);
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

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { heuristic, goal, boards, mean, mean_distance, mean_shortfall, .. } = self;
        let random = if self.random { ", at random" } else { "" };
        writeln!(f, "heuristic      {heuristic}\ngoal           {goal}")?;
        write!(f, "boards         {boards}{random}\nadmissible     {}", yes(self.admissible))?;
        if let Some(((board, distance), estimate)) =
            self.too_high_board.as_ref().zip(self.too_high_distance).zip(self.too_high_estimate)
        {
            let too_high = Plural(self.too_high, "board");
            write!(f, ": {too_high} estimated too high; {}", is_away(board, distance, estimate))?;
        }
        write!(f, "\nconsistent     {}", yes(self.consistent))?;
        if let Some((board, mv)) = self.jump_board.as_ref().zip(self.jump_move.as_ref()) {
            let (from, to) =
                (self.jump_estimate.unwrap_or(0), self.jump_estimate_after.unwrap_or(0));
            let jumps = Plural(self.jumps, "move");
            write!(f, ": {jumps} with a change of more than one; ")?;
            write!(f, "{board} from {from} to {to} by `{mv}`")?;
        }
        write!(f, "\nmean           {mean:.3}, of the distances {mean_distance:.3}: ")?;
        writeln!(f, "{mean_shortfall:.3} short")?;
        let (exact, share) = (Plural(self.exact, "board"), self.exact as f64 / *boards as f64);
        let worst = is_away(&self.worst_board, self.worst_distance, self.worst_estimate);
        write!(f, "exact          {exact}, {:.2}%\nworst          {worst}", 100.0 * share)?;
        let is_unknown = self.astar_expanded.is_none() && self.ida_expanded.is_none();
        if self.sample == 0 || (self.random && is_unknown) {
            return Ok(());
        }
        let [astar, ida] = [self.astar_expanded, self.ida_expanded].map(|boards| match boards {
            Some(boards) => format!("{boards:.1}"),
            None => "not known".to_owned(),
        });
        let each = if self.astar_expanded.is_some() { " boards each" } else { "" };
        let sample = Plural(self.sample, "random board");
        write!(f, "\nA* expands     {astar}{each}, of {sample}\nIDA* expands   {ida}")
    }
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn is_away(board: &str, distance: u32, estimate: u32) -> String {
    format!("{board} is {} away, estimated {estimate}", Plural(distance.into(), "move"))
}
