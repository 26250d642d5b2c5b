//! Where the answers of an [`Oracle`] come from: a table, or a search.

use std::fmt;
use std::sync::Arc;

use super::packing::Packing;
use super::walking::TableWalker;
use super::{Answer, Ask, Oracle, Solutions, Solved, Tablebase};
use crate::error::Result;
use crate::limits::{Budget, Limits};
use crate::puzzle::Board;
#[cfg(doc)]
use crate::puzzle::{Move, MultiMove};
use crate::table::Table;

/// The moves of a metric in which an [`Oracle`] answers: [`Move`], or [`MultiMove`] in the
/// multi-tile metric.
///
/// ```
/// use tilebase::oracle::Answerable;
/// use tilebase::puzzle::MultiMove;
/// use tilebase::{Board, Move, Tablebase};
/// fn shortest<M: Answerable>(board: &Board) -> Result<String, tilebase::Error> {
///     let oracle = M::oracle(&Tablebase::embedded(), &Board::goal(board.shape()))?;
///     Ok(oracle.solution(board)?.to_string())
/// }
/// let board = "1 2 3 4 5 6 x 7 8".parse()?;
/// assert_eq!([shortest::<Move>(&board)?, shortest::<MultiMove>(&board)?], ["rr", "r2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(private_bounds, reason = "how answers are found is the library's own")]
pub trait Answerable: Searchable {
    /// The oracle for a goal.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::oracle`] and [`Tablebase::multi_oracle`].
    fn oracle(tables: &Tablebase, goal: &Board) -> Result<Oracle<Self>>;
}

/// A metric with a search for boards that have no table.
pub(crate) trait Searchable: Packing {
    type Search: Searching<Self>;

    /// Where answers come from, with a table.
    fn backend(table: Arc<Table>, goal: &Board) -> Result<Backend<Self>> {
        Ok(Backend::Table(TableWalker::new(table, goal)?))
    }
}

/// Where answers come from.
#[derive(Clone, Debug)]
pub(crate) enum Backend<M: Searchable> {
    Table(TableWalker<M>),
    Search(Box<M::Search>),
}

/// A type that answers boards without a table, in one metric.
pub(crate) trait Searching<M: Searchable>: Clone + fmt::Debug + Send + Sync {
    fn goal(&self) -> &Board;

    /// No solution is longer than this.
    fn longest(&self) -> u32;

    fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>>;

    /// The canonical solution.
    fn solution(&self, board: &Board, threads: usize, budget: &Budget) -> Result<M::Sequence>;

    /// The canonical solution of each board, and its optimal moves if they are asked for, with the
    /// threads and limits of the oracle.
    fn solve_all(
        &self,
        oracle: &Oracle<M>,
        boards: &[Board],
        ask: Ask,
    ) -> Result<Vec<Result<Solved<M>>>>
    where
        M: Answerable;

    /// All moves that lower the distance.
    fn optimal_moves(&self, answer: &Answer<M>) -> Result<M::Set>
    where
        M: Answerable;

    /// Every legal move with the distance after it.
    fn legal_moves(&self, answer: &Answer<M>) -> Result<Vec<(M, u32)>>
    where
        M: Answerable;

    fn count_solutions(&self, answer: &Answer<M>) -> Result<u128>
    where
        M: Answerable;

    /// Every shortest solution, in order.
    fn solutions(&self, answer: Answer<M>) -> Result<Solutions<M::Sequence>>
    where
        M: Answerable;

    /// Prepares for the lower bounds of `boards` more boards.
    fn expect_bounds(&self, _boards: u64, _threads: usize) -> Result<()> {
        Ok(())
    }

    /// Reserves the memory to answer `boards` boards at a time.
    fn reserve(&self, _boards: usize, _limits: &Limits) -> Result<()> {
        Ok(())
    }
}
