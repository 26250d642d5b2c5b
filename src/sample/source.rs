//! What gives the distances of boards, in either metric.

use super::DrawProgress;
use crate::error::Result;
use crate::multi;
use crate::oracle::{Answerable, Batch, BatchError, Oracle, Outcome};
use crate::puzzle::{Board, Metric, MultiMove};
use crate::table::Table;

/// What gives the distances, and says in which metric they are.
#[derive(Clone, Debug)]
pub enum DistanceSource {
    /// In the single-tile metric.
    Single(Batch),
    /// In the multi-tile metric.
    Multi(Batch<MultiMove>),
}

impl From<Oracle> for DistanceSource {
    fn from(oracle: Oracle) -> DistanceSource {
        DistanceSource::Single(Batch::new(oracle))
    }
}

impl From<multi::Oracle> for DistanceSource {
    fn from(oracle: multi::Oracle) -> DistanceSource {
        DistanceSource::Multi(Batch::new(oracle))
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
        self.table().is_none()
    }

    fn table(&self) -> Option<&Table> {
        match self {
            DistanceSource::Single(batch) => batch.oracle().table().map(|table| &**table),
            DistanceSource::Multi(batch) => batch.oracle().table().map(|table| &**table),
        }
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        match self {
            DistanceSource::Single(batch) => batch.oracle().goal(),
            DistanceSource::Multi(batch) => batch.oracle().goal(),
        }
    }

    /// The number of boards at each distance, from 0 up, if they were counted.
    pub fn counts(&self) -> Option<Vec<u64>> {
        match self {
            DistanceSource::Single(batch) => batch.oracle().counts(),
            DistanceSource::Multi(batch) => batch.oracle().counts(),
        }
    }

    /// The number of shortest solutions of a board.
    ///
    /// # Errors
    ///
    /// As for [`Oracle::count_solutions`](crate::Oracle::count_solutions).
    pub fn count_solutions(&self, board: &Board) -> Result<u128> {
        match self {
            DistanceSource::Single(batch) => batch.oracle().count_solutions(board),
            DistanceSource::Multi(batch) => batch.oracle().count_solutions(board),
        }
    }

    /// The table that gives the counts, for messages.
    pub(super) fn name(&self) -> &str {
        self.table().map_or("pattern tables", Table::name)
    }

    /// The distances of many boards.
    ///
    /// # Errors
    ///
    /// As for [`Batch::distances`].
    pub fn distances(
        &self,
        boards: &[Board],
    ) -> std::result::Result<Vec<Outcome<u32>>, BatchError> {
        match self {
            DistanceSource::Single(batch) => batch.distances(boards),
            DistanceSource::Multi(batch) => batch.distances(boards),
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
            DistanceSource::Single(batch) => ends(batch, boards, distances),
            DistanceSource::Multi(batch) => ends(batch, boards, distances),
        }
    }
}

/// The boards on solutions that are so many moves from the goal.
fn ends<M: Answerable>(
    batch: &Batch<M>,
    boards: &[Board],
    distances: &[u32],
) -> Result<Vec<Outcome<Option<Board>>>> {
    let solutions = batch.solutions(boards).map_err(|why| why.error)?;
    let mut ends = Vec::with_capacity(boards.len());
    for ((board, &distance), solution) in boards.iter().zip(distances).zip(solutions) {
        ends.push(solution.map(|moves| {
            let moves = &moves[..moves.len().checked_sub(distance as usize)?];
            moves.iter().try_fold(*board, |board, mv| mv.made_on(&board))
        }));
    }
    Ok(ends)
}
