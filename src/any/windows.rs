//! Windows of a solution, solved anew.
//!
//! A window is a part of the solution, from one of its boards to a later one. A beam looks for
//! fewer moves between the two, on the rectangle that the blank visits in the window, and a little
//! around it. Windows of several lengths pass over the solution, the cheap ones first, until the
//! budget is used up or nothing is found any more.

use super::beam::{Beam, Bounds, End};
use super::field::{Field, places};
use super::score::{MOST_CELLS, Score};
use crate::limits::Budget;
use crate::puzzle::Move;

/// The lengths of windows in moves, and the widths of their beams.
const ROUNDS: [(usize, usize); 7] =
    [(20, 20), (30, 60), (40, 200), (60, 500), (80, 1000), (60, 2000), (120, 4000)];

/// The rectangle of a window has so many rows and columns around what the blank visits.
const MARGIN: usize = 2;

/// After so many rounds that find nothing, there is hardly anything left to find.
const MOST_IN_VAIN: usize = 3 * ROUNDS.len();

/// No beam is wider than this.
const MAX_WIDTH: usize = 1 << 16;

/// Makes a solution shorter. None is shorter than `at_least`.
pub(super) fn improve(
    beam: &mut Beam,
    field: &Field,
    best: &mut Vec<Move>,
    at_least: u32,
    budget: &Budget,
) {
    let (mut since, mut saved, before_all) = (0, 0, best.len());
    for (round, (length, width)) in ROUNDS.into_iter().cycle().enumerate() {
        // Later passes begin elsewhere, and their beams have other weights.
        let pass = round / ROUNDS.len();
        let width = width << pass;
        let before = best.len();
        if before as u32 <= at_least || since >= MOST_IN_VAIN || width > MAX_WIDTH {
            return;
        }
        let (mut board, mut stopped) = (field.clone(), false);
        // The moves before the window, those in it, and those behind it.
        let mut done = Vec::with_capacity(before);
        let mut inside: Vec<Move> = Vec::with_capacity(length);
        let mut rest = best.iter().copied();
        for mv in rest.by_ref().take(length * (pass % 3) / 6) {
            board.make(mv);
            done.push(mv);
        }
        loop {
            inside.extend(rest.by_ref().take(length - inside.len()));
            if inside.is_empty() {
                break;
            }
            let levels = inside.len().saturating_sub(2);
            let part = (!stopped).then(|| window(&board, &inside));
            // Most parts of a first solution cannot be shorter, and need no score.
            let is_open =
                |part: &Field| part.cells.len() <= MOST_CELLS && part.manhattan() <= levels;
            if let Some(part) = part.filter(is_open) {
                let bounds = Bounds { width, levels, stall: usize::MAX, at_least, budget };
                match beam.run(&part, &Score::new(&part, pass), bounds) {
                    End::Done(moves) => {
                        saved += inside.len() - moves.len();
                        budget.found((before_all - saved) as u32);
                        inside = moves;
                    }
                    End::Stalled(_) => {}
                    End::Stopped => stopped = true,
                }
            }
            let half = inside.len().min(length / 2);
            for mv in inside.drain(..half) {
                board.make(mv);
                done.push(mv);
            }
        }
        *best = done;
        if stopped {
            return;
        }
        since = if best.len() < before { 0 } else { since + 1 };
    }
}

/// The rectangle in which moves take place, as a board whose goal is what they lead to.
fn window(board: &Field, moves: &[Move]) -> Field {
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
    (top, left) = (top.saturating_sub(MARGIN), left.saturating_sub(MARGIN));
    let rows = (bottom + MARGIN).min(board.rows - 1) - top + 1;
    let cols = (right + MARGIN).min(board.cols - 1) - left + 1;
    let blank = (board.blank / board.cols - top) * cols + board.blank % board.cols - left;
    // Each tile is known by its cell at the begin of the window, and then by that at its end.
    let cells = (0..(rows * cols) as u16).collect();
    let mut end = Field { rows, cols, cells, blank, home: blank };
    end.make_all(moves);
    Field { cells: places(&end), home: end.blank, blank, ..end }
}
