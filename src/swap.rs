//! The alternating-swap puzzle ("Picture Puzzle of Chino II"), for the command `swap` and the judge
//! `chino2`.
//!
//! An n x n board holds the tiles 1 to n^2, without a blank. A move exchanges two neighbours along
//! a row or column ([`Kind::Orthogonal`]) or along a diagonal ([`Kind::Diagonal`]). Two moves in a
//! row are never of one kind, and the first may be of either. The goal is the tiles in order. Every
//! board of 2x2 and 3x3 can be solved.
//!
//! The **canonical solution** is the first of the shortest solutions, ordered by the kind of the
//! first move (orthogonal before diagonal) and then move by move by the smaller cell and the larger
//! cell.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::generate::bfs_from;
use crate::puzzle::{BoardError, Nibbles, Shape, factorial, nibbles, rank_nibbles};
use crate::text::usual::Text;
use crate::text::without_comments;

/// The most cells of a board.
const MAX_CELLS: usize = 9;

/// Which tiles a move exchanges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Neighbours along a row or a column: 12 exchanges on 3x3.
    Orthogonal = 0,
    /// Neighbours along a diagonal: 8 exchanges on 3x3.
    Diagonal = 1,
}

/// A board: an arrangement of the tiles.
///
/// ```
/// use tilebase::swap::{SwapBoard, Kind};
/// let board: SwapBoard = "1 2 9 / 4 6 3 / 7 8 5".parse()?;
/// assert_eq!(board, "129463785".parse()?);
/// let exchange = board.exchanges(Kind::Diagonal)[7];
/// assert_eq!(exchange, (5, 7));
/// assert_eq!(board.exchanged(exchange).to_string(), "1 2 9 4 6 8 7 3 5");
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwapBoard {
    /// The number of rows, and of columns: one of [`SIDES`].
    side: usize,
    cells: [u8; MAX_CELLS],
}

/// Every side there is: 2x2 and 3x3.
const SIDES: [usize; 2] = [2, 3];

/// The rows and columns of boards of a side.
const fn shape(side: usize) -> Shape {
    Shape { rows: side, cols: side }
}

impl Kind {
    /// Both kinds, in order.
    pub const ALL: [Kind; 2] = [Kind::Orthogonal, Kind::Diagonal];

    /// The kind of the previous and of the next move.
    #[must_use]
    pub const fn other(self) -> Kind {
        match self {
            Kind::Orthogonal => Kind::Diagonal,
            Kind::Diagonal => Kind::Orthogonal,
        }
    }
}

impl SwapBoard {
    /// Creates a board from its tiles, row by row.
    ///
    /// # Errors
    ///
    /// [`BoardError`] unless there are 4 or 9 tiles, each once.
    pub fn new(tiles: &[u8]) -> Result<SwapBoard, BoardError> {
        let side = SIDES.into_iter().find(|side| side * side == tiles.len());
        let side = side.ok_or(BoardError::NoSide { found: tiles.len() })?;
        let mut board = SwapBoard { side, cells: [0; MAX_CELLS] };
        let (shape, largest) = (shape(side), tiles.len());
        for (number, &tile) in tiles.iter().enumerate() {
            let cell = shape.place(number);
            if tile == 0 || usize::from(tile) > largest {
                return Err(BoardError::Tile { cell, largest, found: tile.into() });
            }
            if let Some(first) = tiles[..number].iter().position(|&other| other == tile) {
                let first = shape.place(first);
                return Err(BoardError::Repeated { cell, first, tile: tile.into() });
            }
            board.cells[number] = tile;
        }
        Ok(board)
    }

    /// Reads a board: numbers, separated as in [`tilebase::Board`](crate::Board) or not at all.
    ///
    /// # Errors
    ///
    /// [`BoardError`], which says which cell and what was expected.
    pub fn parse(text: impl AsRef<[u8]>) -> Result<SwapBoard, BoardError> {
        let text = without_comments(text.as_ref(), None)?;
        let text = Text::read(&text, crate::puzzle::MAX_CELLS)?;
        let found = text.cells.len();
        let Some(side) = SIDES.into_iter().find(|side| side * side == found) else {
            return Err(BoardError::NoSide { found });
        };
        text.shape(Some(shape(side)))?;
        // A number that does not fit a byte is not a tile, and neither is 0.
        let tiles: Vec<u8> =
            text.cells.iter().map(|&tile| u8::try_from(tile).unwrap_or(0)).collect();
        SwapBoard::new(&tiles).map_err(|error| match error {
            BoardError::Tile { cell, largest, .. } => {
                BoardError::Tile { cell, largest, found: text.cells[cell.cell] }
            }
            error => error,
        })
    }

    /// The goal of a side: the tiles in order.
    fn in_order(side: usize) -> SwapBoard {
        let mut cells = [0; MAX_CELLS];
        for (cell, tile) in cells[..side * side].iter_mut().zip(1..) {
            *cell = tile;
        }
        SwapBoard { side, cells }
    }

    /// The goal of boards of this side: the tiles in order.
    #[must_use]
    pub fn goal(&self) -> SwapBoard {
        SwapBoard::in_order(self.side)
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[u8] {
        &self.cells[..self.side * self.side]
    }

    /// The pairs of cells that a move of this kind can exchange, the smaller cell first, in order.
    pub fn exchanges(&self, kind: Kind) -> Vec<(usize, usize)> {
        exchanges(self.side, kind)
    }

    /// The board with two cells exchanged.
    ///
    /// # Panics
    ///
    /// Panics unless the board has both cells.
    #[must_use]
    pub fn exchanged(mut self, (a, b): (usize, usize)) -> SwapBoard {
        self.cells[..self.side * self.side].swap(a, b);
        self
    }
}

impl fmt::Display for SwapBoard {
    /// The tiles separated by spaces, with ` / ` between the rows of 2x2; `{:#}` writes one row per
    /// line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().iter().enumerate() {
            let separator = shape(self.side).separator(cell, f.alternate());
            write!(f, "{separator}{tile}")?;
        }
        Ok(())
    }
}

impl FromStr for SwapBoard {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<SwapBoard, BoardError> {
        SwapBoard::parse(text)
    }
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

/// Answers. They follow from the distances of all boards, 725,760 of 3x3, which are found when they
/// are first needed: a search backwards from the goal takes about a tenth of a second.
impl SwapBoard {
    /// How many boards of this side are at distance 0, 1, 2, ... if the first move is of this kind.
    pub fn counts(&self, first: Kind) -> Vec<u64> {
        let mut counts = Vec::new();
        let boards = factorial(self.tiles().len()) as usize;
        for &above in &distances(self.side)[first as usize * boards..][..boards] {
            counts.resize(counts.len().max(above.into()), 0);
            counts[usize::from(above) - 1] += 1;
        }
        counts
    }

    /// The canonical solution.
    ///
    /// ```
    /// use tilebase::swap::{SwapBoard, Kind};
    /// let board: SwapBoard = "1 2 9 4 6 3 7 8 5".parse()?;
    /// let tiles: Vec<(u8, u8)> = board.solution().iter().map(|mv| mv.tiles).collect();
    /// assert_eq!(tiles, [(3, 9), (5, 6), (6, 9)]);
    /// assert_eq!(board.solution_by(Kind::Diagonal).len(), 3);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn solution(&self) -> Vec<Exchange> {
        let [orthogonal, diagonal] = Kind::ALL.map(|first| self.solution_by(first));
        if diagonal.len() < orthogonal.len() { diagonal } else { orthogonal }
    }

    /// The canonical solution among those whose first move is of this kind.
    pub fn solution_by(&self, first: Kind) -> Vec<Exchange> {
        let (distances, goal) = (distances(self.side), self.goal());
        // The number of moves from a board, if the first is of this kind.
        let left = |board: &SwapBoard, first: Kind| {
            distances[index(nibbles(board.tiles()), self.side, first) as usize]
        };
        let exchanges = Kind::ALL.map(|kind| self.exchanges(kind));
        let (mut board, mut kind, mut moves) = (*self, first, Vec::new());
        while board != goal {
            let here = left(&board, kind);
            let mut nearer = exchanges[kind as usize].iter().copied();
            let cells = nearer
                .find(|&cells| left(&board.exchanged(cells), kind.other()) < here)
                .expect("every board but the goal was reached from a nearer one");
            let (a, b) = (board.tiles()[cells.0], board.tiles()[cells.1]);
            moves.push(Exchange { kind, cells, tiles: (a.min(b), a.max(b)) });
            (board, kind) = (board.exchanged(cells), kind.other());
        }
        moves
    }
}

/// The pairs of cells that a move of this kind can exchange on boards of a side.
fn exchanges(side: usize, kind: Kind) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for a in 0..side * side {
        for b in a + 1..side * side {
            let rows = (a / side).abs_diff(b / side);
            let cols = (a % side).abs_diff(b % side);
            let is_of_kind = match kind {
                Kind::Orthogonal => rows + cols == 1,
                Kind::Diagonal => (rows, cols) == (1, 1),
            };
            if is_of_kind {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// The place of a board, with a kind of first move, among the distances.
fn index(board: Nibbles, side: usize, first: Kind) -> u64 {
    let cells = side * side;
    first as u64 * factorial(cells) + rank_nibbles(board, cells).0
}

/// The distance plus 1 of each board of a side and each kind of first move, which are found once.
fn distances(side: usize) -> &'static [u8] {
    static OF_SIDES: [OnceLock<Vec<u8>>; SIDES.len()] = [const { OnceLock::new() }; SIDES.len()];
    OF_SIDES[side - SIDES[0]].get_or_init(|| find_distances(side))
}

fn find_distances(side: usize) -> Vec<u8> {
    let exchanges = Kind::ALL.map(|kind| exchanges(side, kind));
    let goal = nibbles(SwapBoard::in_order(side).tiles());
    // Boards with the kind of the next move. A solution may end with a move of either kind.
    let goals = Kind::ALL.map(|kind| (goal, kind)).to_vec();
    let states = Kind::ALL.len() as u64 * factorial(side * side);
    let before = |(board, kind): (Nibbles, Kind), visit: &mut dyn FnMut((Nibbles, Kind), ())| {
        // The move that led here was of the other kind, and the same exchange undoes it.
        for &(a, b) in &exchanges[kind.other() as usize] {
            let differing = (board >> (4 * a) ^ board >> (4 * b)) & 15;
            visit((board ^ differing << (4 * a) ^ differing << (4 * b), kind.other()), ());
        }
    };
    let index = |(board, kind)| index(board, side, kind);
    let found =
        bfs_from(goals, states, index, before, |_, _, ()| (), |_| ControlFlow::Continue(()));
    found.expect("memory for a megabyte").1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_of_both_kinds() {
        for (side, expected) in [(2, [4, 2]), (3, [12, 8])] {
            assert_eq!(Kind::ALL.map(|kind| exchanges(side, kind).len()), expected);
        }
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_reason() {
        for (text, reason) in [
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16", "16 cells: expected 4 (2x2) or 9 (3x3)"),
            ("1 2 3", "3 cells: expected 4"),
            ("1", "1 cell: expected 4"),
            ("1 2 3 4 5 6 7 8 x", "row 3, column 3: expected a tile from 1 to 9, found 0"),
            ("1 2 3 4 5 6 7 8 300", "row 3, column 3: expected a tile from 1 to 9, found 300"),
            ("1 2 3 4 5 6 7 8 8", "row 3, column 3: tile 8 is already in row 3, column 2"),
            ("1 2 3 / 4 5 6 / 7 8 q", "row 3, column 3: expected a tile's number"),
            ("", "no board"),
        ] {
            let error = SwapBoard::parse(text).unwrap_err().to_string();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for goal in SIDES.map(SwapBoard::in_order) {
            assert_eq!(goal.to_string().parse(), Ok(goal));
            assert_eq!(format!("{goal:#}").replace('\n', "/").parse(), Ok(goal));
        }
    }
}
