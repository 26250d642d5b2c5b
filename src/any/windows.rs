//! Windows of a solution, replaced by shorter ones.
//!
//! A window is a part of the solution, from one of its boards to a later one. A beam looks for
//! fewer moves between the two, on the rectangle that the blank visits in the window, and a margin
//! around it. Windows of several sizes pass over the solution, the cheap ones first, until the
//! budget is used up or several passes find nothing.

use super::beam::{BeamLimits, BeamResult, StratifiedBeam};
use super::normal_board::NormalBoard;
use super::score::Scorer;
use super::tuning::{MAX_FUTILE_SIZES, MAX_WINDOW_WIDTH, WINDOW_MARGIN, WINDOW_SIZES};
use crate::limits::Budget;
use crate::puzzle::Move;

/// Makes a solution shorter. None is shorter than `at_least`.
pub(super) fn improve(
    beam: &mut StratifiedBeam,
    start: &NormalBoard,
    best: &mut Vec<Move>,
    at_least: u32,
    budget: &Budget,
) {
    let (mut futile_sizes, mut saved, first_length) = (0, 0, best.len());
    for (sizes, (length, width)) in WINDOW_SIZES.into_iter().cycle().enumerate() {
        // When all sizes were tried, they are tried again: their windows begin elsewhere, and their
        // beams are wider and have other weights.
        let cycle = sizes / WINDOW_SIZES.len();
        let width = width << cycle;
        let before = best.len();
        if before as u32 <= at_least || futile_sizes >= MAX_FUTILE_SIZES || width > MAX_WINDOW_WIDTH
        {
            return;
        }
        let (mut board, mut is_stopped) = (start.clone(), false);
        // The moves before the window, those in it, and those behind it.
        let mut done = Vec::with_capacity(before);
        let mut window: Vec<Move> = Vec::with_capacity(length);
        let mut rest = best.iter().copied();
        for mv in rest.by_ref().take(length * (cycle % 3) / 6) {
            board.make(mv);
            done.push(mv);
        }
        loop {
            window.extend(rest.by_ref().take(length - window.len()));
            if window.is_empty() {
                break;
            }
            let levels = window.len().saturating_sub(2);
            let part = (!is_stopped).then(|| window_board(&board, &window));
            // Most windows of a first solution cannot be shorter, and need no beam.
            let may_be_shorter = |part: &NormalBoard| part.manhattan() <= levels;
            if let Some(part) = part.filter(may_be_shorter) {
                let limits = BeamLimits {
                    width,
                    levels,
                    stalled_levels: usize::MAX,
                    share: 1.0,
                    at_least,
                    budget,
                };
                match beam.run(&part, &Scorer::new(&part, cycle), limits) {
                    BeamResult::Solved(moves) => {
                        saved += window.len() - moves.len();
                        budget.report_solution((first_length - saved) as u32);
                        window = moves;
                    }
                    BeamResult::Stalled(_) => {}
                    BeamResult::LimitReached(_) => is_stopped = true,
                }
            }
            // The next window overlaps with half of this one.
            let half = window.len().min(length / 2);
            for mv in window.drain(..half) {
                board.make(mv);
                done.push(mv);
            }
        }
        *best = done;
        if is_stopped {
            return;
        }
        futile_sizes = if best.len() < before { 0 } else { futile_sizes + 1 };
    }
}

/// The rectangle in which moves take place, as a board whose goal is the result of the moves.
fn window_board(board: &NormalBoard, moves: &[Move]) -> NormalBoard {
    let (mut row, mut col) = (board.blank / board.cols, board.blank % board.cols);
    let (mut top, mut left, mut bottom, mut right) = (row, col, row, col);
    for mv in moves {
        match mv {
            Move::Down => row += 1,
            Move::Left => col -= 1,
            Move::Right => col += 1,
            Move::Up => row -= 1,
        }
        (top, bottom) = (top.min(row), bottom.max(row));
        (left, right) = (left.min(col), right.max(col));
    }
    (top, left) = (top.saturating_sub(WINDOW_MARGIN), left.saturating_sub(WINDOW_MARGIN));
    let rows = (bottom + WINDOW_MARGIN).min(board.rows - 1) - top + 1;
    let cols = (right + WINDOW_MARGIN).min(board.cols - 1) - left + 1;
    let blank = (board.blank / board.cols - top) * cols + board.blank % board.cols - left;
    // Number each tile by its cell at the start of the window; after the moves, the cell of each
    // number is where the tile with this cell at the start belongs.
    let cells = (0..(rows * cols) as u16).collect();
    let mut end = NormalBoard { rows, cols, cells, blank, blank_goal: blank };
    end.make_all(moves);
    NormalBoard { cells: end.cells_by_number(), blank_goal: end.blank, blank, ..end }
}
