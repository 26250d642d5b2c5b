//! What the program that trains learned scores needs of the beams. Not for others.

pub use super::flows::{DIRECTIONS, Directions, LINES, SQUARES, is_kept, mirrored_square};
pub use super::general_terms::{STEPS, near_conflict_place, place};
use super::general_terms::{separation, step_squares};
use super::learned::LearnedTerms;
pub use super::learned::{CONFLICTS, conflict_place, from_weight, weights};
use super::normal_board::NormalBoard;
use super::score::Scorer;
use super::tile_code::number;
pub use super::tile_code::{CLASSES, displacement_class};
use super::tree_beam::{BeamLimits, BeamResult, StratifiedBeam};
use super::tuning::Weights;
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
    let (side, blank_goal) = (cells.len().isqrt(), cells.len() - 1);
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

/// The part of the score of all sizes that was not learned, of a square board as for [`beam`].
pub fn fixed_score(cells: &[u16]) -> i32 {
    let (side, last) = (cells.len().isqrt(), cells.len() - 1);
    let mut at = vec![[0; 2]; cells.len()];
    let row_and_col = |cell: usize| [cell / side, cell % side].map(|it| i32::from(it as u8));
    for (cell, &number) in cells.iter().enumerate() {
        at[usize::from(number)] = row_and_col(cell);
    }
    let weights = Weights::of_variation(0);
    let mut score = 0;
    for number in 0..last {
        let home = row_and_col(number);
        let steps = [0, 1].map(|axis| (at[number][axis] - home[axis]).abs());
        let is_edge = [number / side, number % side].iter().any(|it| [0, side - 1].contains(it));
        score += step_squares(weights.both_axes, steps);
        score += i32::from(is_edge) * weights.edge_step * (steps[0] + steps[1]);
        for other in neighbours(number, side) {
            let steps = separation_steps(&at, [number, other]);
            score += separation(weights.separation, (steps[0] + steps[1]).unsigned_abs() as usize);
        }
    }
    score
}

/// The tiles that belong on the right of a tile and below it.
pub fn neighbours(number: usize, side: usize) -> impl Iterator<Item = usize> {
    let right = (number % side + 1 < side).then_some(number + 1);
    let below = Some(number + side);
    let is_tile = move |&other: &usize| other + 1 < side * side;
    right.into_iter().chain(below).filter(is_tile)
}

/// The rows and columns from a tile to where it would be beside another one as they belong. `at`
/// has the row and the column of each number.
pub fn separation_steps(at: &[[i32; 2]], [number, other]: [usize; 2]) -> [i32; 2] {
    let (down, right) = if other == number + 1 { (0, 1) } else { (1, 0) };
    let [from, to] = [at[number], at[other]];
    [to[0] - from[0] - down, to[1] - from[1] - right].map(i32::abs)
}
