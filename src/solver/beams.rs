//! The beams of a question: a narrow one that finds any solution, a wider one, and a last one that
//! is as wide as the limits allow.

use std::time::Duration;

use super::beam::Beam;
use super::plan::{BeamFrom, Plan, PlannedBeam};
use crate::any::Finder;
use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits};
use crate::puzzle::{Moves, SmallBoard};

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
