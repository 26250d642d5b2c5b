//! The order of things for one board: a first solution, rounds of beams for shorter ones, and
//! windows of the best one.
//!
//! A beam for all tiles often stalls where a few of them stand in each other's way. From there on,
//! the first row or column is filled, a few tiles at a time, by beams that give these more weight.
//! The rest is a smaller board, which is solved in the same way.

use super::normal_board::{BoardLine, NormalBoard, push_or_cancel};
use super::score::Scorer;
use super::tree_beam::{BeamLimits, BeamResult, StratifiedBeam};
use super::tuning::{
    CUT_OFF_SHARE, FIRST_WIDTH, LEARNED_MAX_WIDTH, LEARNED_MIN_WIDTH, LEARNED_SHARES,
    LINE_TILES_PER_BEAM, MAX_BEAM_WIDTH, MAX_VARIATIONS, ROUNDS_SHARE, STALLED_LEVELS_PER_LINE,
    WIDTH_GROWTH,
};
use super::{fill_lines, windows};
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
        let line = if rows >= cols { BoardLine::Row } else { BoardLine::Column };
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
    line: BoardLine,
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

// Rounds of beams: how wide the beams for a board are, and how many there are.
//
// The widths are those of a ladder, so a larger budget repeats the beams of a smaller one and goes
// on from there. The cost of a beam estimates that of a wider one. The rest of the budget is for
// windows of the solution.

/// The beams of one width with one variation of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Round {
    pub width: usize,
    /// The variation of the weights: 0 for the best ones.
    pub variation: usize,
}

impl Round {
    /// The first round, whatever the budget.
    pub const FIRST: Round = Round { width: FIRST_WIDTH, variation: 0 };

    /// The round after this one, if there is one. `cost` is the part of the budget that a board of
    /// a beam's width takes, and `used` the part that is used up.
    #[expect(clippy::cast_sign_loss, reason = "no part is below zero")]
    pub fn next(self, cost: f64, used: f64) -> Option<Round> {
        let affordable = ((ROUNDS_SHARE - used).max(0.0) / cost) as usize;
        let width = self.width * WIDTH_GROWTH;
        if width <= affordable.min(MAX_BEAM_WIDTH) {
            return Some(Round { width, variation: 0 });
        }
        let is_varied = self.width <= affordable && self.variation < MAX_VARIATIONS;
        is_varied.then_some(Round { variation: self.variation + 1, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        // The width and the variation of a round, the cost and what is used up; width and variation
        // of the next round.
        let cases = [
            // The budget is used up.
            (32, 0, 0.1, 1.6, None),
            (32, 0, 0.6 / 31.5, 0.1, None),
            // Wider, or of the same width with other weights.
            (32, 0, 0.6 / 128.5, 0.1, Some((128, 0))),
            (32, 0, 0.6 / 127.5, 0.1, Some((32, 1))),
            (32, 3, 0.6 / 127.5, 0.1, Some((32, 4))),
            (128, 3, 0.6 / 512.5, 0.1, Some((512, 0))),
            // The widest beams, and then more of them.
            (32_768, 0, 1e-9, 0.1, Some((131_072, 0))),
            (131_072, 0, 1e-9, 0.1, Some((131_072, 1))),
            (131_072, MAX_VARIATIONS, 1e-9, 0.1, None),
        ];
        for (width, variation, cost, used, expected) in cases {
            let next = Round { width, variation }.next(cost, used);
            let next = next.map(|next| (next.width, next.variation));
            assert_eq!(next, expected, "{width}, {variation}, {cost}, {used}");
        }
    }
}
