//! What gives the distances of boards, in either metric.

use std::ops::Deref;

use super::DrawProgress;
use crate::error::{Error, Result};
use crate::multi;
use crate::oracle::{Batch, BatchError, Oracle, Outcome};
use crate::puzzle::{Board, Metric, Move, MultiMove};
use crate::threads::processors;

/// What gives the distances, and says in which metric they are.
#[derive(Clone, Debug)]
pub enum DistanceSource {
    /// In the single-tile metric.
    Single(Batch),
    /// In the multi-tile metric.
    Multi(multi::Oracle),
}

impl From<Oracle> for DistanceSource {
    fn from(oracle: Oracle) -> DistanceSource {
        DistanceSource::Single(Batch::new(oracle))
    }
}

impl From<multi::Oracle> for DistanceSource {
    fn from(oracle: multi::Oracle) -> DistanceSource {
        DistanceSource::Multi(oracle)
    }
}

impl DistanceSource {
    /// The metric.
    pub const fn metric(&self) -> Metric {
        match self {
            DistanceSource::Single(_) => Metric::Single,
            DistanceSource::Multi(_) => Metric::Multi,
        }
    }

    /// Whether distances are searched for, which takes longer than looking them up.
    pub fn is_searching(&self) -> bool {
        match self {
            DistanceSource::Single(batch) => batch.oracle().table().is_none(),
            DistanceSource::Multi(oracle) => oracle.is_searching(),
        }
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        match self {
            DistanceSource::Single(batch) => batch.oracle().goal(),
            DistanceSource::Multi(oracle) => oracle.goal(),
        }
    }

    /// The number of boards at each distance, from 0 up, if they were counted.
    pub fn counts(&self) -> Option<Vec<u64>> {
        match self {
            DistanceSource::Single(batch) => batch.oracle().counts(),
            DistanceSource::Multi(oracle) => oracle.counts(),
        }
    }

    /// The number of shortest solutions of a board.
    ///
    /// # Errors
    ///
    /// As for [`Oracle::count_solutions`](crate::Oracle::count_solutions).
    pub fn count_solutions(&self, board: &Board) -> Result<u128> {
        match self {
            DistanceSource::Single(batch) => batch.oracle().answer(board)?.count_solutions(),
            DistanceSource::Multi(oracle) => oracle.count_solutions(board),
        }
    }

    /// The table that gives the counts, for messages.
    pub(super) fn name(&self) -> &str {
        let table = match self {
            DistanceSource::Single(batch) => batch.oracle().table(),
            DistanceSource::Multi(oracle) if oracle.is_searching() => None,
            DistanceSource::Multi(oracle) => Some(oracle.table()),
        };
        table.map_or("pattern tables", |table| table.name())
    }

    pub(super) fn distances(
        &self,
        boards: &[Board],
        progress: &mut DrawProgress,
    ) -> Result<Vec<Outcome<u32>>> {
        if self.is_searching() {
            progress.searches += boards.len() as u64;
        }
        match self {
            DistanceSource::Single(batch) => batch.distances(boards).map_err(error),
            DistanceSource::Multi(oracle) => oracle.distances(boards).map_err(error),
        }
    }

    /// For each board, the one on its solution that is as far from the goal as asked for, or `None`
    /// if the board is nearer.
    pub(super) fn on_solutions(
        &self,
        boards: &[Board],
        distances: &[u32],
        progress: &mut DrawProgress,
    ) -> Result<Vec<Outcome<Option<Board>>>> {
        progress.draws += boards.len() as u64;
        if self.is_searching() {
            progress.searches += boards.len() as u64;
        }
        match self {
            DistanceSource::Single(batch) => {
                let solutions = batch.solutions(boards).map_err(error)?;
                Ok(ends(boards, distances, solutions, |board, moves: &[Move]| board.after(moves)))
            }
            DistanceSource::Multi(oracle) => {
                let solutions = oracle.many(boards, processors(), multi::Oracle::solution);
                let solutions = solutions.map_err(error)?;
                Ok(ends(boards, distances, solutions, |board, moves: &[MultiMove]| {
                    moves.iter().try_fold(*board, |board, &mv| board.moved_by(mv))
                }))
            }
        }
    }
}

/// The boards on solutions that are so many moves from the goal.
fn ends<S: Deref<Target = [M]>, M>(
    boards: &[Board],
    distances: &[u32],
    solutions: Vec<Outcome<S>>,
    after: impl Fn(&Board, &[M]) -> Option<Board>,
) -> Vec<Outcome<Option<Board>>> {
    let mut ends = Vec::with_capacity(boards.len());
    for ((board, &distance), solution) in boards.iter().zip(distances).zip(solutions) {
        ends.push(solution.map(|moves| {
            let before = moves.len().checked_sub(distance as usize)?;
            after(board, &moves[..before])
        }));
    }
    ends
}

fn error(why: BatchError) -> Error {
    why.error
}
