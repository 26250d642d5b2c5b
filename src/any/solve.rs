//! How a board is answered: a first solution that cannot fail, beams for shorter ones, and windows
//! of the best one solved anew.
//!
//! A beam for all tiles comes first. It often ends at a board where a few tiles stand in each
//! other's way. From there on, lines at the sides are filled one after the other, each by a beam
//! that gives its tiles more weight, or by the method that cannot fail, and what is left is a
//! smaller board, which is answered in the same way.

use super::beam::{Beam, Bounds, End};
use super::field::{Field, push};
use super::peel;
use super::score::Score;
use super::windows;
use crate::limits::Budget;
use crate::puzzle::Move;

/// How many times the tiles of a line count that is being filled.
const TIMES: i32 = 3;

/// How many tiles of a line are brought to their cells by one beam, besides those that are there.
const TOGETHER: usize = 2;

/// The widths of the first beam and of the widest ones. What is left of the budget then is for more
/// beams of that width with other weights.
const WIDTHS: std::ops::RangeInclusive<usize> = 16..=1 << 17;

/// The most beams with other weights: on a small board they take nearly nothing, and find nothing.
const OTHERS: usize = 24;

/// The parts of the budget for the second beam, for the last one, and for all of them.
const SECOND: f64 = 0.08;
const LAST: f64 = 0.7;
const LAST_LARGE: f64 = 0.45;
const ALL: f64 = 0.9;

/// With more cells than this, a beam that is much wider often takes twice as long as the narrow one
/// before it lets expect. One that is cut off finds nothing.
const LARGE: usize = 225;

/// Beams are for boards of at most this many cells. On larger ones they use up the default limit
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
#[expect(clippy::cast_sign_loss, reason = "more than zero boards")]
fn beams(beam: &mut Beam, field: &Field, best: &mut Vec<Move>, at_least: u32, budget: &Budget) {
    let (mut width, mut number) = (*WIDTHS.start(), 0);
    // What a beam takes for each board in its levels. The first one that tells is not given up,
    // however long its solution: otherwise it would tell too little.
    let mut known = None;
    while best.len() as u32 > at_least {
        let before = budget.used();
        let bounds = Bounds { width, levels: usize::MAX, stall: 0, until: 1.0, at_least, budget };
        let most = if known.is_some() { best.len() } else { usize::MAX };
        let found = attempt(beam, field, number, most, bounds);
        if budget.is_stopped() {
            break;
        }
        let used = budget.used();
        let more = ((used - before) / width as f64).max(1e-9);
        let each = match (&found, known) {
            // It may have been given up before its end.
            (None, Some(each)) => more.max(each),
            _ => more,
        };
        known = Some(each);
        if let Some(moves) = found.filter(|moves| moves.len() < best.len()) {
            *best = moves;
            budget.found(best.len() as u32);
        }
        let mut last = (LAST / each) as usize;
        if field.cells.len() > LARGE && last > 8 * width {
            last = (LAST_LARGE / each) as usize;
        }
        // The second beam is not the last one if that is much wider: should the last one take
        // longer than expected, there is something to improve.
        let wider = if last > 16 * width { (SECOND / each) as usize } else { last };
        // On large boards, the narrow beams before may have used a good part of the budget.
        let fits = ((ALL - used).max(0.0) / each) as usize;
        let wider = wider.min(fits).min(*WIDTHS.end());
        if wider >= 2 * width {
            width = wider;
        } else if 2 * width > *WIDTHS.end() && width <= fits && number < OTHERS {
            number += 1;
        } else {
            break;
        }
    }
}

/// A solution of fewer than `most` moves by beams of one width. `None` if there is none, or a limit
/// is reached.
fn attempt(
    beam: &mut Beam,
    field: &Field,
    number: usize,
    most: usize,
    bounds: Bounds<'_>,
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
        let bounds = Bounds { stall, ..bounds };
        match beam.run(&rest, &Score::new(&rest, number), Bounds { levels, ..bounds }) {
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
        fill(beam, &mut rest, row, number, &mut moves, bounds)?;
        rest = rest.without(row);
    }
}

/// Fills the first row or column. `None` if a limit is reached.
fn fill(
    beam: &mut Beam,
    rest: &mut Field,
    row: bool,
    number: usize,
    moves: &mut Vec<Move>,
    bounds: Bounds<'_>,
) -> Option<()> {
    let line = rest.line(row);
    let mut done = 0;
    while done < line.len() {
        // Not one tile alone at the end: it could not get there without another one.
        let left = line.len() - done;
        done += if left < TOGETHER + 2 { left } else { TOGETHER };
        let score = Score::of_first(rest, &line[..done], TIMES, number);
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
