//! `tilebase compare --audit`: a heuristic beside the true distances of every board, or of random
//! ones.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::bail;
use tilebase::oracle::{Ask, BatchError, Outcome};
use tilebase::puzzle::{Class, Coordinates, MAX_NUMBERED_CELLS, SmallBoard};
use tilebase::sample::{Request, Sampler};
use tilebase::search::{AuditResult, HeuristicName, Method};
use tilebase::{Board, Error, Oracle};

use crate::Ending;
use crate::fields::{fields, name_of, one_of};
use crate::limits::LeftOut;
use crate::methods::{self, GoalTestArg, MethodArgs};
use crate::options::{RowsArgs, count, seed};
use crate::progress::LongWork;
use crate::report::{error, note};
use crate::session::Session;
use crate::tables::{SearchArgs, Tables};

/// The largest sample: its boards are kept in memory.
const MAX_SAMPLE: u64 = 10_000_000;

/// Boards are drawn this many at a time, which takes milliseconds, so that a time limit holds.
const DRAWN_AT_ONCE: usize = 10_000;

/// The options of an audit.
#[derive(clap::Args)]
pub struct AuditArgs {
    /// Compare this heuristic with the true distances of all boards, or of random ones
    #[arg(id = "audit", long = "audit", value_name = "HEURISTIC")]
    #[arg(conflicts_with_all = ["method", "heuristic"])]
    #[arg(value_parser = one_of(HeuristicName::NAMES))]
    #[arg(hide_possible_values = true)]
    pub heuristic: Option<HeuristicName>,

    /// The random boards that --audit solves with A* and IDA*, or looks at on large shapes
    #[arg(id = "sample", short = 'n', long = "count", alias = "sample")]
    #[arg(value_name = "N", default_value = "100", value_parser = count, requires = "audit")]
    sample: u64,

    /// Random seed for these boards
    #[arg(long, value_name = "S", value_parser = seed, default_value = "1", requires = "audit")]
    seed: u64,
}

/// An audit of a heuristic.
struct Audit<'a> {
    heuristic: HeuristicName,
    sample: u64,
    seed: u64,
    tables: &'a Tables,
}

fields! {
    /// The result of an audit. The proof of a violation is null if there is none.
    struct Report {
        heuristic: String,
        goal: String,
        boards: u64,
        /// The boards whose distance is not known because of a limit.
        left_out: u64,
        /// True if the boards are random ones.
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
}

impl AuditArgs {
    /// Audits a heuristic.
    pub fn run(
        &self,
        heuristic: HeuristicName,
        search: &SearchArgs,
        rows: &RowsArgs,
        session: &Session,
    ) -> anyhow::Result<Ending> {
        let begin = Instant::now();
        search.goal.expect_goal_to_read()?;
        let mut tables = Tables::new(search, session)?;
        tables.limits.hold_for_the_run(begin);
        let AuditArgs { sample, seed, .. } = *self;
        Audit { heuristic, sample, seed, tables: &tables }.run(rows, session)
    }
}

impl Audit<'_> {
    fn run(&self, rows: &RowsArgs, session: &Session) -> anyhow::Result<Ending> {
        let tables = self.tables;
        let goal = self.goal()?;
        let boards = self.draw(&goal)?;
        let truth = tables.oracle(&goal.into())?;
        let random = truth.table().is_none();
        let shape = goal.shape();
        if random && self.sample == 0 {
            bail!("-n 0: expected at least one board of {shape}, which has too many for all");
        }
        let all = if random { self.sample } else { shape.states() };
        // Find out early if it cannot be written.
        let mut rows = rows.begin::<Report>(session)?;
        let mut among: Box<dyn Iterator<Item = SmallBoard>> = if random {
            Box::new(boards.iter().copied())
        } else {
            Box::new((0..all).filter_map(|index| Coordinates::board_of_goal(&goal, index)))
        };
        let (found, left) = self.audited(&truth, &mut among, all)?;
        let mut left_out = LeftOut::default();
        if left > 0 {
            left_out.add("the audit", left, all);
        }
        let Some(found) = found else {
            error!("{left_out}");
            return Ok(Ending::Failed);
        };
        rows.object(&self.report(&goal, &found, &boards, random, &mut left_out)?)?;
        rows.finish()?;
        if !left_out.is_empty() {
            note!("{left_out}");
        }
        let passed = found.is_admissible() && found.is_consistent() && left == 0;
        Ok(if passed { Ending::Answered } else { Ending::Failed })
    }

    /// The goal, if its boards can be audited.
    fn goal(&self) -> anyhow::Result<SmallBoard> {
        let (goal, sample) = (self.tables.problems.small_goal("an audit")?, self.sample);
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
        boards: &mut dyn Iterator<Item = SmallBoard>,
        all: u64,
    ) -> anyhow::Result<(Option<AuditResult>, u64)> {
        let (mut work, mut done, tables) = (LongWork::new("the audit", all), 0, self.tables);
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
    fn draw(&self, goal: &SmallBoard) -> anyhow::Result<Vec<SmallBoard>> {
        let mut sampler = Sampler::new(&(*goal).into(), Request::default(), self.seed)?;
        let (mut boards, sample) = (Vec::new(), self.sample as usize);
        while boards.len() < sample && self.tables.limits.watch_deadline().is_continue() {
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
        random: bool,
        left_out: &mut LeftOut,
    ) -> anyhow::Result<Report> {
        // If an estimate is too high, solutions are too long and their cost means nothing. On
        // random boards of large shapes, these methods take minutes or run out of memory.
        let is_searched = found.is_admissible() && (!random || self.tables.limits.is_some());
        let (mut astar_expanded, mut ida_expanded) = (None, None);
        if is_searched {
            astar_expanded = self.mean_expanded(Method::AStar, boards, left_out)?;
            ida_expanded = self.mean_expanded(Method::Ida, boards, left_out)?;
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
        method: Method,
        boards: &[SmallBoard],
        left_out: &mut LeftOut,
    ) -> anyhow::Result<Option<f64>> {
        let [first, ..] = boards else { return Ok(None) };
        let tables = self.tables;
        let goal = tables.problems.goal(first.shape().into())?;
        let (args, test) = (MethodArgs::default(), GoalTestArg::default());
        let way = methods::choice(method, Some(self.heuristic), args, test)?;
        let method = method.name();
        let (mut expanded, mut done) = (0, 0);
        let mut work = LongWork::new(method, self.sample);
        let oracle =
            methods::oracle(Some(way), &goal, tables)?.limited(tables.limits.ticking(&work.bar));
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
