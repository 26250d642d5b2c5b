//! Moves that cost what their tiles say, and the cheapest solutions of boards of up to 25 cells.
//!
//! The costs of tiles are exact: [`TileCosts`] holds them as numbers of equal parts of 1, and all
//! sums are sums of parts. A solution is the cheapest if no other costs less. Of several, the
//! answer is one with the fewest moves, and of these the smallest under d < l < r < u.
//!
//! Up to ten cells, `all_boards.rs` finds the cheapest way of every board at once, and keeps the
//! first move of each. Beyond, `cheapest.rs` searches for one board within limits.
//!
//! ```
//! use tilebase::costs::TileCosts;
//! use tilebase::{Board, Tablebase};
//! let board: Board = "2 3 6 / 1 0 7 / 4 8 5".parse()?;
//! let costs: TileCosts = "tile".parse()?;
//! let oracle = Tablebase::embedded().oracle_with_costs(Board::goal(board.shape())?, &costs)?;
//! let moves = oracle.solution(&board)?;
//! assert_eq!((moves.len(), costs.of_moves(&board, &moves).to_string().as_str()), (12, "63"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod all_boards;
mod cheapest;
mod tile_costs;

pub use tile_costs::{CostsError, TileCosts};
pub use tilebase_core::interval::{CostBounds, CostSum};

use crate::error::Result;
use crate::limits::Limits;
use crate::outcome::Answer;
use crate::puzzle::SmallBoard;
use all_boards::CheapestMoves;
pub(crate) use cheapest::CostManhattan;
use cheapest::CostSearch;

/// The most cells of boards whose cheapest ways are found all at once: 1,814,400 boards of 2x5.
pub const MOST_CELLS_AT_ONCE: usize = 10;

/// The cheapest solutions of boards with one goal.
pub(crate) enum CheapestSolutions {
    /// The first moves of all boards.
    AllBoards(CheapestMoves),
    /// A search for each board.
    OneBoard(CostSearch),
}

impl CheapestSolutions {
    /// Finds the cheapest solutions of all boards, if they are few enough.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`](crate::Error::Unsuitable) unless each tile of the goal has a cost, and
    /// [`Error::Memory`](crate::Error::Memory).
    pub(crate) fn new(goal: &SmallBoard, costs: &TileCosts) -> Result<CheapestSolutions> {
        costs.expect_for(goal.shape())?;
        Ok(if goal.shape().cells() <= MOST_CELLS_AT_ONCE {
            CheapestSolutions::AllBoards(CheapestMoves::new(goal, costs)?)
        } else {
            CheapestSolutions::OneBoard(CostSearch::new(goal, costs))
        })
    }

    /// The cheapest solution of a board.
    ///
    /// # Errors
    ///
    /// [`Error::Unsolvable`](crate::Error::Unsolvable), [`Error::Stopped`](crate::Error::Stopped)
    /// if a search reached a limit, and [`Error::Memory`](crate::Error::Memory).
    pub(crate) fn answer(&self, board: &SmallBoard, limits: &Limits) -> Result<Answer> {
        match self {
            CheapestSolutions::AllBoards(all) => {
                let moves = Some(all.solution(board)?);
                Ok(Answer { moves, ..Answer::default() })
            }
            CheapestSolutions::OneBoard(search) => search.answer(board, limits),
        }
    }
}
