//! The alternating-swap puzzle ("Picture Puzzle of Chino II") by lookup: its boards, its tables and its oracle.
//!
//! An n x n board holds the tiles 1 to n^2, without a blank. A move exchanges two neighbours along a row or column ([`Kind::Orthogonal`]) or
//! along a diagonal ([`Kind::Diagonal`]); two moves in a row are never of one kind, and the first may be of either. The goal is the tiles in order.
//!
//! The **canonical solution** is the least of the shortest, orthogonal before diagonal in the first move, and then move by move by the smaller of the
//! two cells, and by the larger.

use std::sync::OnceLock;

use crate::error::{Error, Fault, Result};
pub use crate::generator::{Swapping, generate_swap as generate};
use crate::puzzle::Puzzle;
pub use crate::puzzle::swap::{Board, Kind, Side, SwapError};
use crate::table::format::UNSOLVABLE;
use crate::table::{Bytes, TableFile, embedded_file};

/// Answers for boards of one side, from a table.
///
/// ```
/// use tilebase::swap::{Kind, Oracle, Side};
/// let oracle = Oracle::embedded(Side::new(3).expect("a side"));
/// let board = "1 2 9 4 6 3 7 8 5".parse()?;
/// let moves = oracle.solution(&board)?.expect("all of 3x3 can be solved");
/// let tiles: Vec<(u8, u8)> = moves.iter().map(|mv| mv.tiles).collect();
/// assert_eq!(tiles, [(3, 9), (5, 6), (6, 9)]);
/// assert_eq!(oracle.distance_by(&board, Kind::Diagonal)?, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle<D = Bytes> {
    file: TableFile<D>,
    side: Side,
    exchanges: [Vec<(usize, usize)>; 2],
}

/// One exchange of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Its kind.
    pub kind: Kind,
    /// The two cells, the smaller first.
    pub cells: (usize, usize),
    /// The two tiles, the smaller first.
    pub tiles: (u8, u8),
}

impl Oracle {
    /// The oracle of the embedded table.
    ///
    /// # Panics
    ///
    /// Never: there is an embedded table for every side, which a test opens.
    #[must_use]
    pub fn embedded(side: Side) -> &'static Oracle {
        static ORACLES: [OnceLock<Oracle>; 2] = [OnceLock::new(), OnceLock::new()];
        let open =
            || embedded_file(Puzzle::Swap(side)).and_then(|file| Oracle::new(file).ok()).expect("it is embedded");
        ORACLES[side.length() - 2].get_or_init(open)
    }
}

impl<D: AsRef<[u8]>> Oracle<D> {
    /// The oracle of a table file.
    ///
    /// # Errors
    ///
    /// [`Error::OtherPuzzle`] where the table is of another puzzle.
    pub fn new(file: TableFile<D>) -> Result<Oracle<D>> {
        match file.header().puzzle() {
            Puzzle::Swap(side) => Ok(Oracle { file, side, exchanges: Kind::ALL.map(|kind| side.exchanges(kind)) }),
            found @ Puzzle::Sliding(_) => {
                let (name, expected) = (file.name().to_owned(), "alternating-swap");
                Err(Error::OtherPuzzle { name, expected, found })
            }
        }
    }

    /// The side of the boards it answers.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The least number of moves, or `None` where there is no solution.
    ///
    /// # Errors
    ///
    /// As [`solution`](Self::solution).
    pub fn distance(&self, board: &Board) -> Result<Option<usize>> {
        Ok(self.solution(board)?.map(|moves| moves.len()))
    }

    /// The same if the first move must be of this kind.
    ///
    /// # Errors
    ///
    /// As [`solution`](Self::solution).
    pub fn distance_by(&self, board: &Board, first: Kind) -> Result<Option<usize>> {
        Ok(self.solution_by(board, first)?.map(|moves| moves.len()))
    }

    /// The canonical solution, or `None` where there is none.
    ///
    /// # Errors
    ///
    /// [`SwapError::Size`] for a board of another side, [`Error::Table`] where the table is damaged.
    pub fn solution(&self, board: &Board) -> Result<Option<Vec<Exchange>>> {
        let [orthogonal, diagonal] = [Kind::Orthogonal, Kind::Diagonal].map(|first| self.solution_by(board, first));
        // Of two equally short ones the orthogonal.
        Ok([orthogonal?, diagonal?].into_iter().flatten().min_by_key(Vec::len))
    }

    /// The same if the first move must be of this kind.
    ///
    /// # Errors
    ///
    /// As [`solution`](Self::solution).
    pub fn solution_by(&self, board: &Board, first: Kind) -> Result<Option<Vec<Exchange>>> {
        if board.side() != self.side {
            return Err(SwapError::OtherSide { expected: self.side, found: board.side() }.into());
        }
        let diameter = self.file.header().diameter();
        let (mut board, mut kind) = (*board, first);
        let mut moves = Vec::new();
        loop {
            let index = board.index(kind);
            let entry = self.file.entry(index)?.unwrap_or(UNSOLVABLE);
            if entry == UNSOLVABLE && moves.is_empty() {
                return Ok(None);
            }
            if entry == 0 && board == Board::goal(self.side) {
                return Ok(Some(moves));
            }
            let exchange =
                usize::from(entry).checked_sub(1).and_then(|number| self.exchanges[kind as usize].get(number));
            let left = diameter - moves.len() as u32;
            let Some(&cells) = exchange.filter(|_| left > 0) else {
                return Err(self.file.error(Fault::Walk { index, entry, left, diameter }));
            };
            let (a, b) = (board.tiles()[cells.0], board.tiles()[cells.1]);
            moves.push(Exchange { kind, cells, tiles: (a.min(b), a.max(b)) });
            board = board.exchanged(cells);
            kind = kind.other();
        }
    }
}
