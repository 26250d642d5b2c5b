//! Walks of a table in the metric that it is for.

use std::ops::Deref;
use std::sync::Arc;

use super::Solutions;
use super::multi_tile::MultiTile;
use super::single_tile::SingleTile;
use super::walking::{GoalInTable, TableWalker, Walking};
use crate::error::Result;
use crate::puzzle::{Metric, Move, MoveSet, Moves, SmallBoard};
use crate::table::Table;

/// Walks of a table in the metric of the table.
#[derive(Clone, Debug)]
pub(super) enum Walker {
    Single(Arc<TableWalker<SingleTile>>),
    Multi(Arc<TableWalker<MultiTile>>),
}

/// Does the same with the walker of either metric.
macro_rules! in_its_metric {
    ($walker:expr, $of_metric:ident => $found:expr) => {
        match $walker {
            Walker::Single($of_metric) => $found,
            Walker::Multi($of_metric) => $found,
        }
    };
}

pub(super) use in_its_metric;

impl Deref for Walker {
    type Target = GoalInTable;

    #[inline]
    fn deref(&self) -> &GoalInTable {
        in_its_metric!(self, walker => walker)
    }
}

impl Walker {
    /// Creates the walker for `goal` from a table of the goal's orbit in a metric.
    pub(super) fn new(table: Arc<Table>, goal: &SmallBoard, metric: Metric) -> Result<Walker> {
        Ok(match metric {
            Metric::Single => Walker::Single(TableWalker::new(table, goal)?),
            Metric::Multi => Walker::Multi(TableWalker::new(table, goal)?),
        })
    }

    pub(super) const fn metric(&self) -> Metric {
        match self {
            Walker::Single(_) => Metric::Single,
            Walker::Multi(_) => Metric::Multi,
        }
    }

    pub(super) fn distance(&self, board: &SmallBoard) -> Result<u32> {
        in_its_metric!(self, walker => walker.walk(walker.locate(board)?, |_| ()))
    }

    pub(super) fn solution(&self, board: &SmallBoard) -> Result<Moves> {
        in_its_metric!(self, walker => walker.solution(board))
    }

    pub(super) fn optimal_moves(&self, board: &SmallBoard) -> Result<MoveSet> {
        in_its_metric!(self, walker => Walking::optimal_moves(walker, walker.locate(board)?))
    }

    pub(super) fn legal_moves(
        &self,
        board: &SmallBoard,
        distance: u32,
    ) -> Result<Vec<(Move, u32)>> {
        in_its_metric!(self, walker => Walking::legal_moves(walker, board, distance))
    }

    pub(super) fn count_solutions(&self, board: &SmallBoard) -> Result<u128> {
        in_its_metric!(self, walker => walker.count_solutions(board))
    }

    pub(super) fn solutions(&self, board: &SmallBoard) -> Result<Solutions> {
        in_its_metric!(self, walker => Ok(Box::new(walker.solutions(board)?)))
    }
}
