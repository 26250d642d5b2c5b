//! A heuristic against the truth, over every board.

use super::{Heuristic, successors};
use crate::error::Result;
use crate::oracle::Batch;
use crate::puzzle::{Board, Coordinates, Move};
use crate::table::Bytes;

/// What is true of a heuristic over all boards that reach a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// How many boards there are.
    pub boards: u64,
    /// How many of them are estimated above their distance, and the one that is most, with its distance and its estimate.
    pub too_high: (u64, Option<(Board, u32, u32)>),
    /// How many moves change the estimate by more than one, and the worst, with the estimates of the board and of the one behind the move.
    pub jumps: (u64, Option<(Board, Move, u32, u32)>),
    /// The goal's estimate, which a consistent heuristic has at 0.
    pub at_goal: u32,
    /// How many boards are estimated exactly.
    pub exact: u64,
    /// The mean of the estimates.
    pub mean: f64,
    /// The mean of the distances.
    pub mean_distance: f64,
    /// The board that is estimated most below its distance, with its distance and its estimate.
    pub worst: (Board, u32, u32),
}

impl Audit {
    /// Whether no board is estimated above its distance, so that A* and IDA* find shortest solutions.
    #[must_use]
    pub const fn is_admissible(&self) -> bool {
        self.too_high.0 == 0
    }

    /// Whether no move changes the estimate by more than one, and the goal's is 0.
    #[must_use]
    pub const fn is_consistent(&self) -> bool {
        self.jumps.0 == 0 && self.at_goal == 0
    }
}

/// Compares a heuristic with the distance of every board that reaches the batch's goal.
///
/// ```
/// use tilebase::search::{Manhattan, audit};
/// use tilebase::{Batch, Board, Tablebase};
/// let tables = Tablebase::embedded();
/// let goal: Board = "12345678x".parse()?;
/// let batch = Batch::new(tables.oracle(&goal)?);
/// let manhattan = audit(&batch, &Manhattan::new(&goal))?;
/// assert!(manhattan.is_admissible() && manhattan.is_consistent());
/// assert_eq!(format!("{:.1}", manhattan.mean), "14.0");
/// // Twice that is too much, and a board proves it.
/// let twice = |board: &Board| 2 * tilebase::search::Heuristic::estimate(&Manhattan::new(&goal), board);
/// let (board, distance, estimate) = audit(&batch, &twice)?.too_high.1.expect("a proof");
/// assert!(estimate > distance && batch.oracle().distance(&board)? == distance);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`Batch`].
pub fn audit(batch: &Batch<'_, Bytes>, heuristic: &dyn Heuristic) -> Result<Audit> {
    const AT_ONCE: u64 = 1024;
    let goal = *batch.oracle().goal();
    let states = goal.shape().states();
    let at_goal = heuristic.estimate(&goal);
    let mut audit = Audit {
        boards: states,
        too_high: (0, None),
        jumps: (0, None),
        at_goal,
        exact: 0,
        mean: 0.0,
        mean_distance: 0.0,
        worst: (goal, 0, at_goal),
    };
    let (mut estimates, mut distances) = (0, 0);
    let mut answers = Vec::new();
    for first in (0..states).step_by(AT_ONCE as usize) {
        let boards: Vec<Board> =
            (first..states.min(first + AT_ONCE)).filter_map(|index| Coordinates::board_of_goal(&goal, index)).collect();
        answers.clear();
        answers.resize(boards.len(), None);
        batch.distances(&boards, &mut answers)?;
        for (board, distance) in boards.iter().zip(answers.iter().map(|distance| distance.unwrap_or_default())) {
            let estimate = heuristic.estimate(board);
            audit.take(board, distance, estimate);
            for (mv, next) in successors(board) {
                audit.take_move(board, mv, estimate, heuristic.estimate(&next));
            }
            estimates += u64::from(estimate);
            distances += u64::from(distance);
        }
    }
    audit.mean = estimates as f64 / states as f64;
    audit.mean_distance = distances as f64 / states as f64;
    Ok(audit)
}

impl Audit {
    fn take(&mut self, board: &Board, distance: u32, estimate: u32) {
        self.exact += u64::from(estimate == distance);
        if estimate > distance {
            let (count, worst) = &mut self.too_high;
            *count += 1;
            if worst.is_none_or(|(_, known, high)| estimate - distance > high - known) {
                *worst = Some((*board, distance, estimate));
            }
        }
        let (_, known, low) = self.worst;
        if distance.saturating_sub(estimate) > known.saturating_sub(low) {
            self.worst = (*board, distance, estimate);
        }
    }

    fn take_move(&mut self, board: &Board, mv: Move, here: u32, there: u32) {
        if here.abs_diff(there) > 1 {
            let (count, worst) = &mut self.jumps;
            *count += 1;
            if worst.is_none_or(|(_, _, a, b)| here.abs_diff(there) > a.abs_diff(b)) {
                *worst = Some((*board, mv, here, there));
            }
        }
    }
}
