//! The beams of a question: a narrow one that finds any solution, a wider one, and a last one that is
//! as wide as the limits allow.

use std::ops::Deref;

use super::beam::Beam;
use super::plan::{BeamFrom, Plan, PlannedBeam};
use crate::error::Result;
use crate::limits::Budget;

/// The width of the first beam.
const FIRST_WIDTH: usize = 64;

/// The best solution of the planned beams. `search` searches with one of them.
pub(crate) fn search_beams<M: Deref<Target = [T]>, T>(
    at_least: u32,
    plan: &Plan,
    budget: &Budget,
    mut search: impl FnMut(BeamFrom, Beam<'_>) -> Result<Option<M>>,
) -> Result<Option<M>> {
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
    while best.is_none() && (is_needed || !budget.is_stopped()) && width < max_width {
        width = max_width.min(4 * width);
        best = search(BeamFrom::Board, Beam { width, ..beam })?;
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
