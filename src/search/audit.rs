//! Audits a heuristic: compares it with the true distances of all boards, or of some.

use std::ops::ControlFlow;

use super::Heuristic;
use crate::error::Error;
use crate::oracle::{BatchError, Oracle, Outcome};
use crate::puzzle::{Coordinates, Metric, Move, MoveOrder, SmallBoard};

/// The result of auditing a heuristic over boards that can reach a goal.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AuditResult {
    /// The number of boards audited.
    pub boards: u64,
    /// The number of boards left out, because a limit on searches was reached first. All other
    /// numbers are over the boards audited.
    pub left_out: u64,
    /// The number of boards whose estimate is greater than their distance.
    pub too_high: u64,
    /// The board with the greatest overestimate, if there is any.
    pub highest: Option<Estimate>,
    /// The number of moves that change the estimate by more than one.
    pub jumps: u64,
    /// The move with the greatest such change, if there is any.
    pub highest_jump: Option<Inconsistency>,
    /// The estimate of the goal, which is 0 for a consistent heuristic.
    pub at_goal: u32,
    /// The number of boards whose estimate is exact.
    pub exact: u64,
    /// The mean of the estimates.
    pub mean: f64,
    /// The mean of the distances.
    pub mean_distance: f64,
    /// The board with the greatest underestimate.
    pub lowest: Estimate,
}

/// A board with its distance and its estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// The board.
    pub board: SmallBoard,
    /// The distance.
    pub distance: u32,
    /// The estimate.
    pub estimate: u32,
}

/// A move that changes an estimate by more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistency {
    /// The board before the move.
    pub board: SmallBoard,
    /// The move.
    pub mv: Move,
    /// The estimate before the move.
    pub before: u32,
    /// The estimate after the move.
    pub after: u32,
}

impl AuditResult {
    /// True if every estimate is at most the distance, so that A* and IDA* find shortest solutions.
    pub const fn is_admissible(&self) -> bool {
        self.too_high == 0
    }

    /// True if no move changes the estimate by more than one, and the goal's estimate is 0.
    pub const fn is_consistent(&self) -> bool {
        self.jumps == 0 && self.at_goal == 0
    }
}

/// Compares a heuristic with the distance of every board that can reach the goal.
///
/// ```
/// use tilebase::search::{Heuristic, Manhattan, audit};
/// use tilebase::{Tablebase, puzzle::SmallBoard};
/// let tables = Tablebase::embedded();
/// let goal: SmallBoard = "12345678x".parse()?;
/// let oracle = tables.oracle(&goal)?;
/// let manhattan = Manhattan::new(&goal);
/// let found = audit(&oracle, &manhattan)?;
/// assert!(found.is_admissible() && found.is_consistent());
/// assert_eq!(format!("{:.1}", found.mean), "14.0");
/// // To expect 12 moves everywhere is not admissible, and a board proves it.
/// let proof = audit(&oracle, &|_: &SmallBoard| 12)?.highest.expect("a proof");
/// assert!(proof.estimate > proof.distance);
/// assert_eq!(proof.distance, oracle.distance(&proof.board)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// See [`Oracle`]. If the heuristic fails on a board or on one of its neighbours, the error is that
/// of the heuristic.
pub fn audit(truth: &Oracle, heuristic: &dyn Heuristic) -> Result<AuditResult, BatchError> {
    let goal = goal_of(truth)?;
    let states = 0..goal.shape().states();
    let all = states.filter_map(|index| Coordinates::board_of_goal(&goal, index));
    audit_watched(truth, heuristic, all, &mut |_| ControlFlow::Continue(()))
}

/// The goal of an oracle that knows the distances.
pub(super) fn goal_of(truth: &Oracle) -> Result<SmallBoard, BatchError> {
    truth.goal().expect_small("an audit").copied().map_err(at(0))
}

/// Compares a heuristic with the distances of some boards, which must be able to reach the goal.
/// Use random boards if a shape has too many to audit them all. `progress` is called with the
/// number of boards done, many times a second. If it breaks, the audit stops. There is no result
/// then, because the first boards say nothing about the others. A board whose distance or estimate
/// is not known when a limit is reached is left out.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilebase::search::{Manhattan, audit_watched};
/// use tilebase::{Error, Tablebase, puzzle::{SmallBoard, solvable}};
/// let goal: SmallBoard = "12345678x".parse()?;
/// let oracle = Tablebase::embedded().oracle(&goal)?;
/// let mut done = 0;
/// let boards = SmallBoard::all(goal.shape()).filter(|board| solvable(board, &goal).is_ok());
/// let found = audit_watched(&oracle, &Manhattan::new(&goal), boards, &mut |boards| {
///     done = boards;
///     if boards < 10_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert!(matches!(found.expect_err("stopped").error, Error::Interrupted));
/// assert!(done >= 10_000 && done < 181_440);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// As for [`audit`], [`Error::Unsolvable`] for a board that cannot reach the goal, and
/// [`Error::Interrupted`] if `progress` breaks.
pub fn audit_watched(
    truth: &Oracle,
    heuristic: &dyn Heuristic,
    mut boards: impl Iterator<Item = SmallBoard>,
    progress: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<AuditResult, BatchError> {
    // A search takes as long as thousands of lookups.
    let at_once = if truth.table().is_some() { 1024 } else { 16 };
    let goal = goal_of(truth)?;
    let at_goal = heuristic.estimate(&goal).map_err(at(0))? as u32;
    let mut audit = AuditResult::of_goal(goal, at_goal);
    let (mut estimates, mut distances, mut done) = (0, 0, 0);
    let (mut some, mut moves) = (Vec::new(), Vec::new());
    loop {
        some.clear();
        some.extend(boards.by_ref().take(at_once));
        if some.is_empty() {
            break;
        }
        // Only the index of a board of a slice is used, and that fits `usize`.
        let first = done as usize;
        done += some.len() as u64;
        let mut answers = vec![Outcome::default(); some.len()];
        truth
            .distances_into(&some, &mut answers, |found| found)
            .map_err(|failed| BatchError::new(first + failed.index, failed.error))?;
        for (index, (&board, answer)) in (first..).zip(some.iter().zip(answers)) {
            moves.clear();
            match compared(&board, answer, truth.metric(), heuristic, &mut moves) {
                Ok(found) => {
                    audit.take(found);
                    for &jump in &moves {
                        audit.take_move(jump);
                    }
                    estimates += u64::from(found.estimate);
                    distances += u64::from(found.distance);
                }
                Err(Error::Stopped(_)) => audit.left_out += 1,
                Err(error) => return Err(at(index)(error)),
            }
        }
        if progress(done).is_break() {
            return Err(BatchError::new(first + some.len(), Error::Interrupted));
        }
    }
    let boards = audit.boards.max(1) as f64;
    audit.mean = estimates as f64 / boards;
    audit.mean_distance = distances as f64 / boards;
    Ok(audit)
}

/// The estimate of a board with this distance, and those of its neighbours.
fn compared(
    board: &SmallBoard,
    distance: Outcome<u32>,
    metric: Metric,
    heuristic: &dyn Heuristic,
    moves: &mut Vec<Inconsistency>,
) -> Result<Estimate, Error> {
    let distance = distance.if_proved().into_result()?;
    let estimate = |board: &SmallBoard| {
        heuristic.estimate(board).map(|it| u32::try_from(it).unwrap_or(u32::MAX))
    };
    let before = estimate(board)?;
    for (mv, next) in MoveOrder::CANONICAL.moves(board, metric) {
        moves.push(Inconsistency { board: *board, mv, before, after: estimate(&next)? });
    }
    Ok(Estimate { board: *board, distance, estimate: before })
}

/// For `map_err`: the error of the board with this index.
pub(super) fn at(index: usize) -> impl FnOnce(Error) -> BatchError {
    move |error| BatchError::new(index, error)
}

impl AuditResult {
    /// No boards yet, but the goal and its estimate.
    fn of_goal(goal: SmallBoard, at_goal: u32) -> AuditResult {
        AuditResult {
            boards: 0,
            left_out: 0,
            too_high: 0,
            highest: None,
            jumps: 0,
            highest_jump: None,
            at_goal,
            exact: 0,
            mean: 0.0,
            mean_distance: 0.0,
            lowest: Estimate { board: goal, distance: 0, estimate: at_goal },
        }
    }

    fn take(&mut self, found: Estimate) {
        self.boards += 1;
        self.exact += u64::from(found.estimate == found.distance);
        if found.over() > 0 {
            self.too_high += 1;
            if self.highest.is_none_or(|highest| found.over() > highest.over()) {
                self.highest = Some(found);
            }
        }
        if found.under() > self.lowest.under() {
            self.lowest = found;
        }
    }

    fn take_move(&mut self, jump: Inconsistency) {
        if jump.size() > 1 {
            self.jumps += 1;
            if self.highest_jump.is_none_or(|highest| jump.size() > highest.size()) {
                self.highest_jump = Some(jump);
            }
        }
    }
}

impl Estimate {
    /// How much it is too high.
    const fn over(&self) -> u32 {
        self.estimate.saturating_sub(self.distance)
    }

    /// How much it is too low.
    const fn under(&self) -> u32 {
        self.distance.saturating_sub(self.estimate)
    }
}

impl Inconsistency {
    const fn size(&self) -> u32 {
        self.before.abs_diff(self.after)
    }
}
