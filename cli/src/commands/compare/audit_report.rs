//! `tilebase compare --audit`: a heuristic beside the true distances of every board, or of random
//! ones.

use std::ops::ControlFlow;
use std::time::Instant;

use anyhow::bail;
use tilebase::oracle::{Ask, BatchError, Outcome};
use tilebase::puzzle::{Class, Coordinates, MAX_NUMBERED_CELLS, SmallBoard};
use tilebase::sample::{Request, Sampler};
use tilebase::search::{AuditResult, HeuristicName, Method};
use tilebase::text::rows::{Fields, Row};
use tilebase::{Board, Error, Oracle};

use crate::Ending;
use crate::fields::{name_of, one_of};
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

/// The result of an audit. The proof of a violation is null if there is none.
#[derive(Default)]
struct Report {
    heuristic: &'static str,
    goal: String,
    /// True if the boards are random ones.
    random: bool,
    /// What was found, but for the names of the fields alone.
    found: Option<AuditResult>,
    sample: u64,
    /// The mean number of boards that A* and IDA* expand.
    expanded: [Option<f64>; 2],
}

impl Fields for Report {
    fn fields(&self, row: &mut Row<'_>) {
        let found = self.found.as_ref();
        let (highest, lowest) = (found.and_then(|it| it.highest), found.map(|it| it.lowest));
        let jump = found.and_then(|it| it.highest_jump);
        row.field("heuristic", &self.heuristic);
        row.field("goal", &self.goal);
        row.field("boards", &found.map(|it| it.boards));
        // Those whose distance is not known because of a limit.
        row.field("left_out", &found.map(|it| it.left_out));
        row.field("random", &self.random);
        row.field("admissible", &found.map(AuditResult::is_admissible));
        row.field("too_high", &found.map(|it| it.too_high));
        row.field("too_high_board", &highest.map(|at| at.board.to_string()));
        row.field("too_high_distance", &highest.map(|at| at.distance));
        row.field("too_high_estimate", &highest.map(|at| at.estimate));
        row.field("consistent", &found.map(AuditResult::is_consistent));
        row.field("jumps", &found.map(|it| it.jumps));
        row.field("jump_board", &jump.map(|jump| jump.board.to_string()));
        row.field("jump_move", &jump.map(|jump| jump.mv.to_string()));
        row.field("jump_estimate", &jump.map(|jump| jump.before));
        row.field("jump_estimate_after", &jump.map(|jump| jump.after));
        row.field("mean", &found.map(|it| it.mean));
        row.field("mean_distance", &found.map(|it| it.mean_distance));
        row.field("mean_shortfall", &found.map(|it| it.mean_distance - it.mean));
        row.field("exact", &found.map(|it| it.exact));
        row.field("worst_board", &lowest.map(|at| at.board.to_string()));
        row.field("worst_distance", &lowest.map(|at| at.distance));
        row.field("worst_estimate", &lowest.map(|at| at.estimate));
        row.field("sample", &self.sample);
        row.field("astar_expanded", &self.expanded[0]);
        row.field("ida_expanded", &self.expanded[1]);
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
        // If an estimate is too high, solutions are too long and their cost means nothing. On
        // random boards of large shapes, these methods take minutes or run out of memory.
        let is_searched = found.is_admissible() && (!random || tables.limits.is_some());
        let expanded = if is_searched {
            let mut mean = |method| self.mean_expanded(method, &boards, &mut left_out);
            [mean(Method::AStar)?, mean(Method::Ida)?]
        } else {
            [None; 2]
        };
        let passed = found.is_admissible() && found.is_consistent() && left == 0;
        let heuristic = name_of(self.heuristic, HeuristicName::NAMES);
        let (goal, found, sample) = (goal.to_string(), Some(found), self.sample);
        rows.object(&Report { heuristic, goal, random, found, sample, expanded })?;
        rows.finish()?;
        if !left_out.is_empty() {
            note!("{left_out}");
        }
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
