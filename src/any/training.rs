//! What the program that trains learned scores needs of the beams. Not for others.

pub use super::flows::{Directions, LINES, SQUARES, is_kept, mirrored_square};
use super::learned::LearnedTerms;
pub use super::learned::{CONFLICTS, conflict_place, from_weight, to_weight};
use super::normal_board::NormalBoard;
use super::score::Scorer;
use super::tile_code::number;
use super::tree_beam::{BeamLimits, BeamResult, StratifiedBeam};
use super::windows;
use crate::limits::{Budget, Limits};
use crate::puzzle::Direction;

/// Weights that a beam is to use.
#[derive(Clone, Copy)]
pub struct LearnedWeights(&'static LearnedTerms);

impl LearnedWeights {
    /// The weights in a file for boards with sides of this length. They stay in memory.
    pub fn read(side: usize, bytes: &[u8]) -> LearnedWeights {
        LearnedWeights(Box::leak(Box::new(LearnedTerms::read(side, bytes))))
    }
}

/// Runs a beam on a square board, given by the number in each cell, of which the last one is the
/// blank. Shows `seen` each board that is expanded: the number of moves to it, and its numbers.
/// Returns the moves of the solution, if there is one, after windows of it were improved with
/// `window_boards` boards. Without weights the score is that of other sizes.
pub fn beam(
    cells: &[u16],
    width: usize,
    window_boards: u64,
    weights: Option<LearnedWeights>,
    seen: &dyn Fn(usize, &mut dyn Iterator<Item = u16>),
) -> Option<Vec<Direction>> {
    let side = cells.len().isqrt();
    let blank_goal = cells.len() - 1;
    let blank = cells.iter().position(|&number| usize::from(number) == blank_goal)?;
    let board = NormalBoard { rows: side, cols: side, cells: cells.to_vec(), blank, blank_goal };
    let scorer = match weights {
        Some(LearnedWeights(terms)) => Scorer::with_terms(&board, terms),
        None => Scorer::new(&board, 0),
    };
    let limits = BeamLimits {
        width,
        levels: usize::MAX,
        stalled_levels: 3 * 2 * side,
        share: f64::INFINITY,
        at_least: 0,
        budget: &Budget::new(&Limits::default()),
        observer: Some(&|level, codes| {
            seen(level, &mut codes.iter().map(|&code| number(code) as u16));
        }),
    };
    let BeamResult::Solved(mut moves) = StratifiedBeam::default().run(&board, &scorer, limits)
    else {
        return None;
    };
    let budget = Budget::new(&Limits::default().boards(window_boards));
    windows::improve(&board, &mut moves, 0, &budget, 1);
    Some(moves)
}
