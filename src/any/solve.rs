//! How a board is answered: a first solution that cannot fail, beams for shorter ones, and windows
//! of the best one solved anew.
//!
//! A beam for all tiles comes first. It often ends at a board where a few tiles stand in each
//! other's way. From there on, lines at the sides are filled one after the other, each by a beam
//! that gives its tiles more weight, or by the method that cannot fail, and what is left is a
//! smaller board, which is answered in the same way.

use super::beam::{Beam, Bounds, End};
use super::blocks::Blocks;
use super::field::{Field, push};
use super::peel;
use super::plan::Round;
use super::score::Score;
use super::windows;
use crate::limits::Budget;
use crate::puzzle::Move;

/// How many times the tiles of a line count that is being filled.
const TIMES: i32 = 3;

/// How many tiles of a line are brought to their cells by one beam, besides those that are there.
const TOGETHER: usize = 2;

/// Beams are for boards of at most this many cells. On larger ones they use up 20 million boards
/// before the board is solved.
const MAX_CELLS: usize = 900;

/// The best solution found within a budget, with an ending that leads from the field's goal to the
/// board's own. No solution of the board is shorter than `at_least`. `None` if the board cannot be
/// solved.
pub(super) fn solve(
    field: &Field,
    ending: &[Move],
    at_least: u32,
    budget: &Budget,
) -> Option<Vec<Move>> {
    let mut best = peel::solve(field)?;
    let mut beam = Beam::default();
    if field.cells.len() <= MAX_CELLS {
        beams(&mut beam, field, &mut best, at_least, budget);
    }
    for &mv in ending {
        push(&mut best, mv);
    }
    budget.found(best.len() as u32);
    windows::improve(&mut beam, field, &mut best, at_least, budget);
    Some(best)
}

/// Searches with beams, each wider than the one before or with other weights, for a shorter
/// solution.
fn beams(beam: &mut Beam, field: &Field, best: &mut Vec<Move>, at_least: u32, budget: &Budget) {
    let mut next = Some(Round::FIRST);
    while let Some(round) = next
        && best.len() as u32 > at_least
    {
        // What is made once is no part of what a beam costs.
        Blocks::get();
        let before = budget.used();
        // The first beam that tells what a board costs is not given up, however long its solution:
        // otherwise it would tell too little.
        let most = if round.cost.is_some() { best.len() } else { usize::MAX };
        let found = attempt(beam, field, round, most, at_least, budget);
        if budget.is_stopped() {
            break;
        }
        let (used, is_timed) = ([before, budget.used()], budget.limits().timeout.is_some());
        next = round.next(field.cells.len(), used, found.is_some(), is_timed);
        if let Some(moves) = found.filter(|moves| moves.len() < best.len()) {
            *best = moves;
            budget.found(best.len() as u32);
        }
    }
}

/// A solution of fewer than `most` moves by beams of one width. `None` if there is none, or a limit
/// is reached.
fn attempt(
    beam: &mut Beam,
    field: &Field,
    round: Round,
    most: usize,
    at_least: u32,
    budget: &Budget,
) -> Option<Vec<Move>> {
    let mut moves: Vec<Move> = Vec::new();
    let mut rest = field.clone();
    loop {
        // Both have one parity.
        let levels = most.checked_sub(moves.len() + 2)?;
        if rest.manhattan() > levels {
            return None;
        }
        let Field { rows, cols, .. } = rest;
        let stall = 3 * (rows + cols);
        let bounds = Bounds { width: round.width, levels, stall, at_least, budget };
        match beam.run(&rest, &Score::new(&rest, round.variation), bounds) {
            End::Done(more) => {
                moves.extend(more);
                return Some(moves);
            }
            End::Stalled(more) => {
                rest.make_all(&more);
                moves.extend(more);
            }
            End::Stopped => return None,
        }
        if rows.max(cols) <= 3 {
            moves.extend(peel::solve(&rest)?);
            return (moves.len() < most).then_some(moves);
        }
        let row = rows >= cols;
        let bounds = Bounds { levels: usize::MAX, ..bounds };
        fill(beam, &mut rest, row, round.variation, &mut moves, bounds)?;
        rest = rest.without(row);
    }
}

/// Fills the first row or column. `None` if a limit is reached.
fn fill(
    beam: &mut Beam,
    rest: &mut Field,
    row: bool,
    variation: usize,
    moves: &mut Vec<Move>,
    bounds: Bounds<'_>,
) -> Option<()> {
    let line = rest.line(row);
    let mut done = 0;
    while done < line.len() {
        // Not one tile alone at the end: it could not get there without another one.
        let left = line.len() - done;
        done += if left < TOGETHER + 2 { left } else { TOGETHER };
        let score = Score::of_first(rest, &line[..done], TIMES, variation);
        let more = match beam.run(rest, &score, bounds) {
            End::Done(more) => more,
            End::Stalled(_) => break,
            End::Stopped => return None,
        };
        rest.make_all(&more);
        moves.extend(more);
    }
    // Where a beam finds nothing, the method that cannot fail does the rest.
    let more = peel::line(rest, row)?;
    rest.make_all(&more);
    moves.extend(more);
    Some(())
}
