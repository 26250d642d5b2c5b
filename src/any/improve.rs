//! The order of things for one board: a first solution, rounds of beams for shorter ones, and
//! windows of the best one.
//!
//! A beam for all tiles often stalls where a few of them stand in each other's way. From there on,
//! the first row or column is filled, a few tiles at a time, by beams that give these more weight.
//! The rest is a smaller board, which is solved in the same way.

use super::block_tables::BlockTables;
use super::fill_lines;
use super::normal_board::{Line, NormalBoard, push_or_cancel};
use super::rounds::Round;
use super::score::Scorer;
use super::tree_beam::{BeamLimits, BeamResult, StratifiedBeam};
use super::tuning::{
    CUT_OFF_SHARE, FIRST_WIDTH, LEARNED_MAX_WIDTH, LEARNED_MIN_WIDTH, LEARNED_SHARES,
    LINE_TILES_PER_BEAM, STALLED_LEVELS_PER_LINE, WIDTH_GROWTH,
};
use super::windows;
use crate::limits::Budget;
use crate::puzzle::Direction;

/// The best solution found within a budget. It ends with `walk_back`, the moves from the normal
/// board's goal to the board's own. No solution is shorter than `at_least`. `None` if the board
/// cannot be solved. Only the windows are for several threads.
pub(super) fn solve(
    board: &NormalBoard,
    walk_back: &[Direction],
    at_least: u32,
    budget: &Budget,
    threads: usize,
) -> Option<Vec<Direction>> {
    let mut best = fill_lines::solve(board)?;
    run_rounds(board, &mut best, at_least, budget);
    for &mv in walk_back {
        push_or_cancel(&mut best, mv);
    }
    budget.report_solution(best.len() as u32);
    windows::improve(board, &mut best, at_least, budget, threads);
    Some(best)
}

/// Replaces `best` by shorter solutions, from rounds of beams that are wider each time or have
/// other weights.
fn run_rounds(board: &NormalBoard, best: &mut Vec<Direction>, at_least: u32, budget: &Budget) {
    let mut beam = StratifiedBeam::default();
    let mut next = Some(Round::FIRST);
    // The part of the budget that a board of a beam's width takes.
    let mut cost = None;
    while let Some(round) = next
        && best.len() as u32 > at_least
        && !budget.is_stopped()
    {
        // The tables are made once, so their time is not part of a beam's cost.
        BlockTables::get();
        let before = budget.used();
        // The first round measures the cost of a beam, so it is not given up, however long its
        // solution: otherwise the cost would be too small.
        let most = if cost.is_some() { best.len() } else { usize::MAX };
        let found = run_round(&mut beam, board, round, most, at_least, budget);
        let used = budget.used();
        let measured = ((used - before) / round.width as f64).max(1e-9);
        // A beam without a solution may have been given up early.
        let estimated = measured.max(cost.filter(|_| found.is_none()).unwrap_or_default());
        next = round.next(estimated, used);
        cost = Some(estimated);
        if let Some(moves) = found.filter(|moves| moves.len() < best.len()) {
            *best = moves;
            budget.report_solution(best.len() as u32);
        }
        if round == Round::FIRST
            && let Some(width) = learned_width(FIRST_WIDTH, estimated, used)
            && let Some(scorer) = Scorer::learned(board)
        {
            return run_learned_rounds(board, &scorer, width, best, at_least, budget);
        }
    }
}

/// The width of the next beam with a learned score, if there is one. `cost` is the part of the
/// budget that a board of the last beam's width took, and `used` the part that is used up.
#[expect(clippy::cast_sign_loss, reason = "no part is below zero")]
fn learned_width(width: usize, cost: f64, used: f64) -> Option<usize> {
    let planned = LEARNED_SHARES.map(|share| ((share - used).max(0.0) / cost) as usize);
    let next = planned.into_iter().find(|&next| next >= WIDTH_GROWTH * width)?;
    (planned[LEARNED_SHARES.len() - 1] >= LEARNED_MIN_WIDTH && width < LEARNED_MAX_WIDTH)
        .then_some(next.min(LEARNED_MAX_WIDTH))
}

/// Replaces `best` by shorter solutions, from beams with a learned score for growing parts of the
/// budget. Each is planned by the cost of the one before.
fn run_learned_rounds(
    board: &NormalBoard,
    scorer: &Scorer,
    mut width: usize,
    best: &mut Vec<Direction>,
    at_least: u32,
    budget: &Budget,
) {
    let mut beam = StratifiedBeam::default();
    while best.len() as u32 > at_least && !budget.is_stopped() {
        let before = budget.used();
        let limits = BeamLimits {
            width,
            levels: best.len().saturating_sub(2),
            stalled_levels: usize::MAX,
            share: f64::INFINITY,
            at_least,
            budget,
            observer: None,
        };
        if let BeamResult::Solved(moves) = beam.run(board, scorer, limits) {
            *best = moves;
            budget.report_solution(best.len() as u32);
        }
        let used = budget.used();
        let cost = ((used - before) / width as f64).max(1e-9);
        let Some(next) = learned_width(width, cost, used) else { return };
        width = next;
    }
}

/// A solution of fewer than `most` moves by beams of one width. `None` if there is none. If a beam
/// takes longer than planned, narrow ones go on, and then the method that needs no search.
fn run_round(
    beam: &mut StratifiedBeam,
    board: &NormalBoard,
    round: Round,
    most: usize,
    at_least: u32,
    budget: &Budget,
) -> Option<Vec<Direction>> {
    let mut moves: Vec<Direction> = Vec::new();
    let mut rest = board.clone();
    let (mut width, mut share) = (round.width, CUT_OFF_SHARE);
    loop {
        // All solutions have one parity, so a shorter one is shorter by two moves.
        let levels = most.checked_sub(moves.len() + 2)?;
        if rest.manhattan() > levels {
            return None;
        }
        let NormalBoard { rows, cols, .. } = rest;
        let stalled_levels = STALLED_LEVELS_PER_LINE * (rows + cols);
        let observer = None;
        let limits =
            BeamLimits { width, levels, stalled_levels, share, at_least, budget, observer };
        let scorer = Scorer::new(&rest, round.variation);
        let (more, is_limit) = match beam.run(&rest, &scorer, limits) {
            BeamResult::Solved(more) => {
                moves.extend(more);
                return Some(moves);
            }
            BeamResult::Stalled(more) => (more, false),
            BeamResult::LimitReached(more) => (more, true),
        };
        rest.make_all(&more);
        moves.extend(more);
        let line = if rows >= cols { Line::Row } else { Line::Column };
        let limits = BeamLimits { levels: usize::MAX, ..limits };
        if is_limit && width > FIRST_WIDTH && !budget.is_stopped() {
            (width, share) = (FIRST_WIDTH, f64::INFINITY);
        } else if is_limit
            || rows.max(cols) <= 3
            || !fill_first_line(beam, &mut rest, line, round.variation, &mut moves, limits)?
        {
            moves.extend(fill_lines::solve(&rest)?);
            return (moves.len() < most).then_some(moves);
        } else {
            rest = rest.without_first_line(line);
        }
    }
}

/// Fills the first row or column, and adds its moves to `moves`. Returns whether no limit is
/// reached before.
fn fill_first_line(
    beam: &mut StratifiedBeam,
    rest: &mut NormalBoard,
    line: Line,
    variation: usize,
    moves: &mut Vec<Direction>,
    limits: BeamLimits<'_>,
) -> Option<bool> {
    let tiles = rest.first_line(line);
    let mut filled = 0;
    while filled < tiles.len() {
        // Not one tile alone at the end: it could not get there without another one.
        let left = tiles.len() - filled;
        filled += if left < LINE_TILES_PER_BEAM + 2 { left } else { LINE_TILES_PER_BEAM };
        let scorer = Scorer::for_line(rest, &tiles[..filled], variation);
        let more = match beam.run(rest, &scorer, limits) {
            BeamResult::Solved(more) => more,
            BeamResult::Stalled(_) => break,
            BeamResult::LimitReached(_) => return Some(false),
        };
        rest.make_all(&more);
        moves.extend(more);
    }
    // Where a beam stalls, the method that cannot fail does the rest.
    let more = fill_lines::first_line(rest, line)?;
    rest.make_all(&more);
    moves.extend(more);
    Some(true)
}
