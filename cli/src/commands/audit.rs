//! `tilebase audit`: compares a heuristic with the true distances of every board, or of random
//! ones.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::bail;
use tilebase::oracle::{Ask, BatchError, Outcome};
use tilebase::puzzle::{Class, Coordinates, MAX_NUMBERED_CELLS, SmallBoard, plural};
use tilebase::sample::{Request, Sampler};
use tilebase::search::{AuditResult, HeuristicName, MethodName};
use tilebase::{Board, Error, Oracle};

use crate::Ending;
use crate::fields::fields;
use crate::limits::LeftOut;
use crate::methods::{self, GoalTestArg, MethodArgs};
use crate::names::{name_of, one_of};
use crate::options::{RowsArgs, count, seed};
use crate::progress::LongWork;
use crate::report::{error, note};
use crate::session::Session;
use crate::tables::{SearchArgs, Tables};

/// The largest sample: its boards are kept in memory.
const MAX_SAMPLE: u64 = 10_000_000;

/// Boards are drawn this many at a time, which takes milliseconds, so that a time limit holds.
const DRAWN_AT_ONCE: usize = 10_000;

/// Audit a heuristic against the truth, over every board of a shape
///
/// Is it admissible and consistent, how far below the distance is it, and what do A* and IDA* cost
/// with it? Without a full table, it is audited on random boards. `--timeout` is the time of the
/// whole run.
#[derive(clap::Args)]
pub struct Audit {
    /// The heuristic
    #[arg(long, value_parser = one_of(HeuristicName::NAMES), ignore_case = true)]
    heuristic: HeuristicName,

    /// The number of random boards to solve with it, and, without a full table, to audit it on
    #[arg(id = "sample", short = 'n', long = "count", alias = "sample")]
    #[arg(value_name = "N", default_value = "100", value_parser = count)]
    sample: u64,

    /// Random seed for these boards
    #[arg(long, value_name = "S", value_parser = seed, default_value = "1")]
    seed: u64,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    tables: SearchArgs,
}

/// The result of an audit. The proof of a violation is null if there is none.
#[derive(Default)]
struct Report {
    heuristic: String,
    goal: String,
    boards: u64,
    /// The boards whose distance is not known because of a limit.
    left_out: u64,
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
    Report: heuristic, goal, boards, left_out, random, admissible, too_high, too_high_board,
    too_high_distance, too_high_estimate, consistent, jumps, jump_board, jump_move, jump_estimate,
    jump_estimate_after, mean, mean_distance, mean_shortfall, exact, worst_board, worst_distance,
    worst_estimate, sample, astar_expanded, ida_expanded
);

impl Audit {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let begin = Instant::now();
        self.tables.goal.expect_goal_to_read()?;
        let mut tables = Tables::new(&self.tables, session)?;
        tables.limits.hold_for_the_run(begin);
        let tables = &tables;
        let goal = self.goal(tables)?;
        let boards = self.draw(&goal, tables)?;
        let truth = tables.oracle(&goal.into())?;
        let random = truth.table().is_none();
        let shape = goal.shape();
        if random && self.sample == 0 {
            bail!("-n 0: expected at least one board of {shape}, which has too many for all");
        }
        let all = if random { self.sample } else { shape.states() };
        // Find out early if it cannot be written.
        let mut rows = self.rows.begin::<Report>(session)?;
        let mut among: Box<dyn Iterator<Item = SmallBoard>> = if random {
            Box::new(boards.iter().copied())
        } else {
            Box::new((0..all).filter_map(|index| Coordinates::board_of_goal(&goal, index)))
        };
        let (found, left) = self.audited(&truth, tables, &mut among, all)?;
        let mut left_out = LeftOut::default();
        if left > 0 {
            left_out.add("the audit", left, all);
        }
        let Some(found) = found else {
            error!("{left_out}");
            return Ok(Ending::Failed);
        };
        let report = self.report(&goal, &found, &boards, tables, random, &mut left_out)?;
        rows.write(&report, &report)?;
        rows.out.finish()?;
        if !left_out.is_empty() {
            note!("{left_out}");
        }
        let passed = found.is_admissible() && found.is_consistent() && left == 0;
        Ok(if passed { Ending::Answered } else { Ending::Failed })
    }

    /// The goal, if its boards can be audited.
    fn goal(&self, tables: &Tables) -> anyhow::Result<SmallBoard> {
        let (goal, sample) = (tables.problems.small_goal("an audit")?, self.sample);
        let shape = goal.shape();
        if shape.class() == Class::Bounded {
            bail!(
                "{shape}: an audit needs true distances, and those of this shape take minutes to \
                 days each; expected a shape of at most {MAX_NUMBERED_CELLS} cells"
            );
        }
        if sample > MAX_SAMPLE {
            bail!("-n {sample}: expected at most {MAX_SAMPLE} boards");
        }
        Ok(goal)
    }

    /// Audits the heuristic on `all` boards, until the time is over: the result, if there is one by
    /// then, and the number of boards left out.
    fn audited(
        &self,
        truth: &Oracle,
        tables: &Tables,
        boards: &mut dyn Iterator<Item = SmallBoard>,
        all: u64,
    ) -> anyhow::Result<(Option<AuditResult>, u64)> {
        let (mut work, mut done) = (LongWork::new("the audit", all), 0);
        let found = self.heuristic.audit(truth, tables, boards, &mut |boards| {
            done = boards;
            work.at(boards);
            if boards < all { tables.limits.watch_deadline() } else { ControlFlow::Continue(()) }
        });
        match found {
            Err(BatchError { error: Error::Interrupted, .. }) => Ok((None, all - done)),
            Ok(found) if found.boards == 0 => Ok((None, all)),
            found => {
                let found = found?;
                let left = all - found.boards;
                Ok((Some(found), left))
            }
        }
    }

    /// The boards of the sample, or fewer if the time is over.
    fn draw(&self, goal: &SmallBoard, tables: &Tables) -> anyhow::Result<Vec<SmallBoard>> {
        let mut sampler = Sampler::new(&(*goal).into(), Request::default(), self.seed)?;
        let (mut boards, sample) = (Vec::new(), self.sample as usize);
        while boards.len() < sample && tables.limits.watch_deadline().is_continue() {
            let drawn = sampler.draw(DRAWN_AT_ONCE.min(sample - boards.len()))?;
            boards.extend(drawn.iter().filter_map(Board::small));
        }
        Ok(boards)
    }

    /// The report. What a limit left out is added to `left_out`.
    fn report(
        &self,
        goal: &SmallBoard,
        found: &AuditResult,
        boards: &[SmallBoard],
        tables: &Tables,
        random: bool,
        left_out: &mut LeftOut,
    ) -> anyhow::Result<Report> {
        // If an estimate is too high, solutions are too long and their cost means nothing. On
        // random boards of large shapes, these methods take minutes or run out of memory.
        let is_searched = found.is_admissible() && (!random || tables.limits.is_some());
        let (mut astar_expanded, mut ida_expanded) = (None, None);
        if is_searched {
            astar_expanded = self.mean_expanded(MethodName::Astar, boards, tables, left_out)?;
            ida_expanded = self.mean_expanded(MethodName::Ida, boards, tables, left_out)?;
        }
        let (highest, jump) = (found.highest, found.highest_jump.as_ref());
        Ok(Report {
            heuristic: name_of(self.heuristic, HeuristicName::NAMES).to_owned(),
            goal: goal.to_string(),
            boards: found.boards,
            left_out: found.left_out,
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
    /// it, which is added to `left_out`.
    fn mean_expanded(
        &self,
        method: MethodName,
        boards: &[SmallBoard],
        tables: &Tables,
        left_out: &mut LeftOut,
    ) -> anyhow::Result<Option<f64>> {
        let [first, ..] = boards else { return Ok(None) };
        let goal = tables.problems.goal(first.shape().into())?;
        let (args, test) = (MethodArgs::default(), GoalTestArg::default());
        let way = methods::choice(method, Some(self.heuristic), args, test)?;
        let method = name_of(method, MethodName::NAMES);
        let (mut expanded, mut done) = (0, 0);
        let mut work = LongWork::new(method, self.sample);
        let oracle =
            methods::oracle(Some(way), &goal, tables)?.limited(tables.limits.ticking(work.bar()));
        for board in boards {
            // A short search ends before it looks at the time.
            if tables.limits.watch_deadline().is_break() {
                break;
            }
            match oracle.answer(board, Ask::SOLUTION).and_then(Outcome::into_result) {
                Ok(found) => expanded += found.cost().expanded,
                Err(Error::Stopped(_) | Error::Interrupted) => break,
                Err(why) => return Err(why.into()),
            }
            done += 1;
            work.at(done);
        }
        if done < self.sample {
            left_out.add(method, self.sample - done, self.sample);
            return Ok(None);
        }
        Ok(Some(expanded as f64 / boards.len() as f64))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { heuristic, goal, boards, mean, mean_distance, mean_shortfall, .. } = self;
        let random = if self.random { ", at random" } else { "" };
        let left_out = match self.left_out {
            0 => String::new(),
            left_out => format!(", {left_out} left out"),
        };
        writeln!(f, "heuristic      {heuristic}\ngoal           {goal}")?;
        write!(
            f,
            "boards         {boards}{random}{left_out}\nadmissible     {}",
            yes(self.admissible)
        )?;
        if let Some(((board, distance), estimate)) =
            self.too_high_board.as_ref().zip(self.too_high_distance).zip(self.too_high_estimate)
        {
            let too_high = plural(self.too_high, "board");
            write!(f, ": {too_high} estimated too high; {}", is_away(board, distance, estimate))?;
        }
        write!(f, "\nconsistent     {}", yes(self.consistent))?;
        if let Some((board, mv)) = self.jump_board.as_ref().zip(self.jump_move.as_ref()) {
            let (from, to) =
                (self.jump_estimate.unwrap_or(0), self.jump_estimate_after.unwrap_or(0));
            let jumps = plural(self.jumps, "move");
            write!(f, ": {jumps} with a change of more than one; ")?;
            write!(f, "{board} from {from} to {to} by `{mv}`")?;
        }
        write!(f, "\nmean           {mean:.3}, of the distances {mean_distance:.3}: ")?;
        writeln!(f, "{mean_shortfall:.3} short")?;
        let (exact, share) = (plural(self.exact, "board"), self.exact as f64 / *boards as f64);
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
        let sample = plural(self.sample, "random board");
        write!(f, "\nA* expands     {astar}{each}, of {sample}\nIDA* expands   {ida}")
    }
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn is_away(board: &str, distance: u32, estimate: u32) -> String {
    format!("{board} is {} away, estimated {estimate}", plural(distance.into(), "move"))
}
