//! The beams of a question: a narrow one that finds any solution, a wider one, and a last one that
//! is as wide as the limits allow.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::PartitionTables;
use super::assemble::wide_engine;
use super::beam::Beam;
use super::engine::Engine;
use super::plan::{BeamFrom, Plan, PlannedBeam};
use crate::any::Finder;
use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits};
use crate::puzzle::{Moves, Orbit, SmallBoard};
use crate::threads;

/// The width of the first beam.
const FIRST_WIDTH: usize = 64;

/// No wider beam goes on beyond the limits.
const MAX_NEEDED_WIDTH: usize = 512;

/// The interval of a board of up to sixteen cells whose search was stopped, with the best solution
/// that beams find. Where narrow ones find none, tiles are brought home one by one.
pub(crate) fn with_beams(
    (board, goal): (&SmallBoard, &SmallBoard),
    mut stopped: Interval,
    limits: &Limits,
    time: Duration,
    mut search: impl FnMut(Beam<'_>) -> Result<Option<Moves>>,
) -> Result<Interval> {
    // A search notices somewhat later that it has generated as many as it may.
    stopped.generated = stopped.generated.min(limits.boards.unwrap_or(u64::MAX));
    let Interval { at_least, generated, metric, .. } = stopped;
    if stopped.best.is_some() || limits.is_stopped_otherwise(at_least, generated) {
        return Ok(stopped);
    }
    let (plan, budget) = Plan::of_stopped(limits, generated, time);
    let always = || {
        let limits = Limits::default().boards(0);
        let found = Finder::new(&goal.into())?.find(&board.into(), &limits, 1)?;
        Ok(found.best.map(|best| best.in_metric(metric)))
    };
    let search = |_, beam: Beam<'_>| match search(beam) {
        Err(Error::Memory { .. }) => Ok(None),
        found => found,
    };
    let best = search_beams(at_least, &plan, &budget, search, always)?;
    // Wrong tables may prove a bound that is too high.
    let length = best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
    Ok(budget.stopped(at_least.min(length), best).in_metric(metric))
}

/// The best solution of the planned beams. `search` searches with one of them. If the first ones
/// find none, there may be one `otherwise`.
pub(super) fn search_beams(
    at_least: u32,
    plan: &Plan,
    budget: &Budget,
    mut search: impl FnMut(BeamFrom, Beam<'_>) -> Result<Option<Moves>>,
    otherwise: impl FnOnce() -> Result<Option<Moves>>,
) -> Result<Option<Moves>> {
    let (max_width, is_needed) = (plan.max_width, plan.is_solution_needed);
    let beam = Beam {
        width: FIRST_WIDTH,
        max_width,
        until: None,
        is_needed,
        shorter_than: u32::MAX,
        at_least,
        budget,
    };
    let mut best = search(BeamFrom::Board, beam)?;
    // A beam that finds nothing is repeated with four times its width.
    let mut width = FIRST_WIDTH;
    while best.is_none() && width < max_width {
        let is_needed = is_needed && width < MAX_NEEDED_WIDTH;
        if budget.is_stopped() && !is_needed {
            break;
        }
        width = max_width.min(4 * width);
        best = search(BeamFrom::Board, Beam { width, is_needed, ..beam })?;
    }
    if best.is_none() {
        best = otherwise()?;
        width = FIRST_WIDTH;
    }
    for &PlannedBeam { until, from } in plan.beams {
        let Some(length) = best.as_ref().map(|best| best.len() as u32) else { break };
        budget.report_solution(length);
        let used = budget.used();
        if budget.is_stopped() || length <= at_least || used >= until {
            continue;
        }
        let (until, is_needed) = (Some(until), false);
        let beam = Beam { width, until, is_needed, shorter_than: length, ..beam };
        best = search(from, beam)?.or(best);
    }
    if let Some(best) = &best {
        budget.report_solution(best.len() as u32);
    }
    Ok(best)
}

// The inverse of a question: how to get from the goal to the board.
//
// A solution of the inverse, taken back, solves the board. A beam loses the optimal solution among
// the first moves, where the tables see least, and these are other moves from the other end. So a
// long search that spends half of its limits on each end finds shorter solutions than one that
// spends all of them on one.
//
// For the inverse, the board is the goal. Its tiles are relabelled so that they are in order, and
// it is mirrored so that its blank is where the tables of its orbit have it. So there is one
// engine for each orbit.

/// Finds the tables for an orbit, or makes them.
type OpenTables = dyn Fn(Orbit) -> Result<PartitionTables> + Send + Sync;

/// The engines for inverse questions of a goal, each made when it is first needed.
pub(super) struct Inverse {
    goal: SmallBoard,
    /// How many threads `open` makes tables on.
    pub(super) threads: usize,
    open: Box<OpenTables>,
    engines: Mutex<Vec<(Orbit, Arc<dyn Engine>)>>,
}

impl Inverse {
    pub(super) fn new(
        goal: &SmallBoard,
        threads: usize,
        open: impl Fn(Orbit) -> Result<PartitionTables> + Send + Sync + 'static,
    ) -> Arc<Inverse> {
        let (goal, open, engines) = (*goal, Box::new(open), Mutex::default());
        Arc::new(Inverse { goal, threads, open, engines })
    }

    /// Searches with a beam from the goal to a board, for a solution of the board.
    pub(super) fn beam(&self, board: &SmallBoard, beam: Beam<'_>) -> Result<Option<Moves>> {
        let (orbit, symmetry) = Orbit::with_symmetry(board.shape(), board.blank_cell());
        let (labels, start) = (symmetry.board(board).labels(), symmetry.board(&self.goal));
        let cells: Vec<u8> = start.cells().iter().map(|&tile| labels[usize::from(tile)]).collect();
        let start = SmallBoard::new(start.shape(), &cells).expect("each tile has its label");
        let engine = self.engine(orbit)?;
        let found = engine.beam(&start, beam)?;
        // The next board may have its blank elsewhere.
        engine.release();
        let back = symmetry.inverse();
        Ok(found.map(|moves| moves.inverted().iter().map(|mv| back.mv(mv.direction())).collect()))
    }

    /// The engine for an orbit's goal. It is made once.
    fn engine(&self, orbit: Orbit) -> Result<Arc<dyn Engine>> {
        let mut engines = threads::lock(&self.engines);
        if let Some((_, engine)) = engines.iter().find(|(other, _)| *other == orbit) {
            return Ok(Arc::clone(engine));
        }
        let engine = wide_engine(&orbit.goal(), &(self.open)(orbit)?)?;
        engines.push((orbit, Arc::clone(&engine)));
        Ok(engine)
    }
}
