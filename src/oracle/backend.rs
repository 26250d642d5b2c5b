//! Where the answers of an [`Oracle`] come from: a table, or a search.

use std::sync::Arc;

use super::packing::AnswerPacking;
use super::walking::TableWalker;
use super::{Oracle, Tablebase};
use crate::error::Result;
use crate::puzzle::Board;
#[cfg(doc)]
use crate::puzzle::{Move, MultiMove};
use crate::solver::BoardSearch;
use crate::table::Table;
use crate::way::{Choice, Step, Way};

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
pub(crate) trait Searchable:
    AnswerPacking<Sequence: Into<Way>, Set: Into<Choice>> + Into<Step>
{
    type Search: BoardSearch<Self>;

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
