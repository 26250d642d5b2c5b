//! The alternating-swap puzzle ("Picture Puzzle of Chino II").
//!
//! An n x n board holds the tiles 1 to n^2, without a blank. A move exchanges two neighbours along
//! a row or column ([`Kind::Orthogonal`]) or along a diagonal ([`Kind::Diagonal`]). Two moves in a
//! row are never of one kind, and the first may be of either. The goal is the tiles in order. Every
//! board of 2x2 and 3x3 can be solved.
//!
//! The **canonical solution** is the first of the shortest solutions, ordered by the kind of the
//! first move (orthogonal before diagonal) and then move by move by the smaller cell and the larger
//! cell.

use std::sync::Arc;

use crate::embedded;
use crate::error::{Error, Result};
use crate::oracle::walk::fault;
pub use crate::puzzle::swap::{Board, Kind, Side};
use crate::puzzle::{BoardError, Extent, Puzzle};
use crate::space::{Space as _, Swap};
use crate::table::Table;

/// Answers for boards of one side, from a table.
///
/// ```
/// use tilebase::swap::{Kind, Oracle, Side};
/// let oracle = Oracle::embedded(Side::new(3).expect("a side"));
/// let board = "1 2 9 4 6 3 7 8 5".parse()?;
/// let tiles: Vec<(u8, u8)> = oracle.solution(&board)?.iter().map(|mv| mv.tiles).collect();
/// assert_eq!(tiles, [(3, 9), (5, 6), (6, 9)]);
/// assert_eq!(oracle.solution_by(&board, Kind::Diagonal)?.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Oracle {
    table: Arc<Table>,
    space: Arc<Swap>,
}

/// One exchange of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The kind.
    pub kind: Kind,
    /// The two cells, the smaller first.
    pub cells: (usize, usize),
    /// The two tiles, the smaller first.
    pub tiles: (u8, u8),
}

impl Oracle {
    /// Creates the oracle from the embedded table. Without the feature `embedded-swap`, the table
    /// is made in memory when it is first asked for.
    ///
    /// # Panics
    ///
    /// If there is no memory for that: less than 10 MB.
    pub fn embedded(side: Side) -> Oracle {
        let table = embedded::table(side.into()).expect("a table of each side");
        Oracle::new(table).expect("a table of this puzzle")
    }

    /// Creates the oracle from a table.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] if the table is for another puzzle.
    pub fn new(table: impl Into<Arc<Table>>) -> Result<Oracle> {
        let table = table.into();
        match table.puzzle() {
            Puzzle::Swap(side) => Ok(Oracle { table, space: Arc::new(Swap::new(side)) }),
            found => {
                let (name, expected) = (table.name().to_owned(), Side::ALL[1].into());
                Err(Error::OtherTable { name, expected, found })
            }
        }
    }

    /// The side of the boards.
    pub fn side(&self) -> Side {
        self.space.side()
    }

    /// The least number of moves.
    pub fn distance(&self, board: &Board) -> Result<usize> {
        Ok(self.solution(board)?.len())
    }

    /// The canonical solution.
    ///
    /// # Errors
    ///
    /// [`Error::Board`] for a board of another side, [`Error::Table`] if the table is damaged.
    pub fn solution(&self, board: &Board) -> Result<Vec<Exchange>> {
        let by = |first| self.solution_by(board, first);
        let (orthogonal, diagonal) = (by(Kind::Orthogonal)?, by(Kind::Diagonal)?);
        Ok(if diagonal.len() < orthogonal.len() { diagonal } else { orthogonal })
    }

    /// The canonical solution among those whose first move is of this kind.
    pub fn solution_by(&self, board: &Board, first: Kind) -> Result<Vec<Exchange>> {
        if board.side() != self.side() {
            let [expected, found] = [self.side(), board.side()].map(Extent::from);
            return Err(BoardError::OtherShape { expected, found }.into());
        }
        let (table, space) = (&*self.table, &*self.space);
        let most_moves = table.header().diameter() as usize;
        let (mut board, mut kind, mut moves) = (*board, first, Vec::new());
        loop {
            let at = (board, kind);
            let entry = table.entry(space.index(at))?;
            let cells = entry.checked_sub(1).map(|mv| space.cells(kind, mv));
            let is_goal = board == Board::goal(self.side());
            let (expected, found) = match cells {
                None if is_goal => return Ok(moves),
                None => ("an optimal move", "none".to_owned()),
                Some(_) if is_goal => ("no optimal move at the goal", entry.to_string()),
                Some(Some(cells)) if moves.len() < most_moves => {
                    let (a, b) = (board.tiles()[cells.0], board.tiles()[cells.1]);
                    moves.push(Exchange { kind, cells, tiles: (a.min(b), a.max(b)) });
                    (board, kind) = (board.exchanged(cells), kind.other());
                    continue;
                }
                Some(Some(_)) => ("to reach the goal within the diameter", "more".to_owned()),
                Some(None) => ("a legal move", entry.to_string()),
            };
            return Err(fault(table, space, at, expected, found));
        }
    }
}
