//! Windows of a solution, replaced by shorter ones.
//!
//! A window is a part of the solution, from one of its boards to a later one. A beam looks for
//! fewer moves between the two, on the rectangle that the blank visits in the window, and a margin
//! around it. Windows of several sizes pass over the solution, the cheap ones first, until the
//! budget is used up or several passes find nothing.
//!
//! A long solution is cut into sections, and each pass takes the worst sections first: those with
//! the most moves more than the Manhattan distance between their ends. Sections are independent, so
//! several threads can work on them.

use std::sync::atomic::{AtomicU32, Ordering};

use super::normal_board::NormalBoard;
use super::score::Scorer;
use super::tree_beam::{BeamLimits, BeamResult, StratifiedBeam};
use super::tuning::{
    MAX_FUTILE_SIZES, MAX_WINDOW_WIDTH, SECTION_LENGTH, WINDOW_MARGIN, WINDOW_SIZES,
};
use crate::limits::Budget;
use crate::puzzle::Direction;
use crate::threads;

/// A pass of windows of one size over a solution.
struct WindowPass<'b> {
    /// Moves in a window, and boards in a level of its beam.
    length: usize,
    width: usize,
    /// The number of passes of this size before.
    cycle: usize,
    at_least: u32,
    budget: &'b Budget,
    /// The length of the solution now.
    total: AtomicU32,
}

/// A section of a solution: the board where it begins, and its moves.
struct Section<'m> {
    board: NormalBoard,
    moves: &'m [Direction],
    /// Its place in the solution.
    number: usize,
}

/// Makes a solution shorter. None is shorter than `at_least`.
pub(super) fn improve(
    start: &NormalBoard,
    best: &mut Vec<Direction>,
    at_least: u32,
    budget: &Budget,
    threads: usize,
) {
    let mut futile_sizes = 0;
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
        let total = AtomicU32::new(before as u32);
        let pass = WindowPass { length, width, cycle, at_least, budget, total };
        let mut sections = sections(start, best);
        sections.sort_by_cached_key(|it| {
            let needed = window_board(&it.board, it.moves).manhattan();
            std::cmp::Reverse(it.moves.len().saturating_sub(needed))
        });
        let shorter = threads::each(&sections, threads, |it| pass.improve(it));
        let mut in_order = vec![Vec::new(); sections.len()];
        for (section, moves) in sections.iter().zip(shorter) {
            in_order[section.number] = moves;
        }
        *best = in_order.concat();
        if budget.is_stopped() || budget.used() > 1.0 {
            return;
        }
        futile_sizes = if best.len() < before { 0 } else { futile_sizes + 1 };
    }
}

/// The sections of a solution, in order.
fn sections<'m>(start: &NormalBoard, moves: &'m [Direction]) -> Vec<Section<'m>> {
    let mut board = start.clone();
    let section = |(number, moves): (usize, &'m [Direction])| {
        let section = Section { board: board.clone(), moves, number };
        board.make_all(moves);
        section
    };
    moves.chunks(SECTION_LENGTH).enumerate().map(section).collect()
}

impl WindowPass<'_> {
    /// The moves of a section, or fewer moves with the same result.
    fn improve(&self, section: &Section<'_>) -> Vec<Direction> {
        let WindowPass { length, width, cycle, at_least, budget, .. } = *self;
        let mut beam = StratifiedBeam::default();
        let (mut board, mut is_stopped) = (section.board.clone(), false);
        // The moves before the window, those in it, and those after it.
        let mut done = Vec::with_capacity(section.moves.len());
        let mut window: Vec<Direction> = Vec::with_capacity(length);
        let mut rest = section.moves.iter().copied();
        for mv in rest.by_ref().take(length * (cycle % 3) / 6) {
            board.make(mv);
            done.push(mv);
        }
        loop {
            window.extend(rest.by_ref().take(length - window.len()));
            if window.is_empty() {
                return done;
            }
            let levels = window.len().saturating_sub(2);
            let part = (!is_stopped).then(|| window_board(&board, &window));
            // Most windows of a first solution cannot be shorter, and need no beam.
            if let Some(part) = part.filter(|part| part.manhattan() <= levels) {
                let (stalled_levels, share) = (usize::MAX, 1.0);
                let observer = None;
                let limits =
                    BeamLimits { width, levels, stalled_levels, share, at_least, budget, observer };
                match beam.run(&part, &Scorer::new(&part, cycle), limits) {
                    BeamResult::Solved(moves) => {
                        let saved = (window.len() - moves.len()) as u32;
                        let total = self.total.fetch_sub(saved, Ordering::Relaxed) - saved;
                        budget.report_solution(total);
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
    }
}

/// The rectangle in which moves take place, as a board whose goal is the result of the moves.
fn window_board(board: &NormalBoard, moves: &[Direction]) -> NormalBoard {
    let (mut row, mut col) = (board.blank / board.cols, board.blank % board.cols);
    let (mut top, mut left, mut bottom, mut right) = (row, col, row, col);
    for mv in moves {
        match mv {
            Direction::Down => row += 1,
            Direction::Left => col -= 1,
            Direction::Right => col += 1,
            Direction::Up => row -= 1,
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
