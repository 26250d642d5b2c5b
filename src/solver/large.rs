//! How a board of a large shape is answered: with a good solution at once, and with the optimal one
//! if the limits allow.
//!
//! A short search comes first. It solves easy boards, and proves a lower bound for others. Then
//! beams look for good solutions, each wider than the one before, until most of what the limits
//! allow is used. What is left is for the proof: the search goes on until it has found the
//! canonical solution or is stopped.

use super::beam::{Beam, MAX_WIDTH};
use super::engine::{Engine, Progress};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::puzzle::{Board, Moves};

/// The part of the limits that is used by the first search, and the part that is used when the
/// beams end.
const SEARCH: f64 = 1.0 / 16.0;
const BEAMS: f64 = 15.0 / 16.0;

/// The width of the first beam.
const FIRST_WIDTH: usize = 128;

/// How many times wider the next beam is, unless it is the last.
const WIDER: f64 = 4.0;

/// Finds the canonical solution.
pub(super) fn solve(
    engine: &dyn Engine,
    board: &Board,
    threads: usize,
    budget: &Budget,
) -> Result<Moves> {
    let mut at_least = 0;
    let first = (budget.most_boards() as f64 * SEARCH) as u64;
    match engine.solve(board, 0, budget.generated().saturating_add(first), 1, budget)? {
        Progress::Solved(moves) => return Ok(moves),
        Progress::AtLeast(proved) => at_least = at_least.max(proved),
    }
    let best = search_beams(engine, board, at_least, budget)?;
    if budget.is_stopped() {
        return Err(budget.stopped(at_least, best).into());
    }
    // With as many boards as the limits allow, the same are searched on any number of threads.
    let threads = if budget.limits_boards() { 1 } else { threads };
    match engine.solve(board, at_least, u64::MAX, threads, budget) {
        Ok(Progress::Solved(moves)) => Ok(moves),
        Ok(Progress::AtLeast(_)) => Err(engine.wrong_tables()),
        Err(Error::Stopped(stopped)) => Err(budget.stopped(stopped.at_least, best).into()),
        Err(error) => Err(error),
    }
}

/// Searches with wider and wider beams.
fn search_beams(
    engine: &dyn Engine,
    board: &Board,
    at_least: u32,
    budget: &Budget,
) -> Result<Option<Moves>> {
    let (mut best, mut width): (Option<Moves>, usize) = (None, FIRST_WIDTH);
    loop {
        let before = budget.used();
        let shorter_than = best.as_ref().map_or(u32::MAX, |best| best.len() as u32);
        let beam = Beam { width, shorter_than, at_least, until: BEAMS, budget };
        if let Some(found) = engine.beam(board, beam)? {
            budget.found(found.len() as u32);
            best = Some(found);
        }
        let (cost, left) = (budget.used() - before, BEAMS - budget.used());
        let is_optimal = best.as_ref().is_some_and(|best| best.len() as u32 <= at_least);
        if budget.is_stopped() || is_optimal || left <= cost || width == MAX_WIDTH {
            return Ok(best);
        }
        let room = left / cost;
        let wider = if room > WIDER * WIDER { WIDER } else { room };
        width = ((width as f64 * wider) as usize).min(MAX_WIDTH);
    }
}
