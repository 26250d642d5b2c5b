//! Boards of the alternating-swap puzzle, which [`crate::swap`] explains.

use std::fmt;
use std::str::FromStr;

use crate::puzzle::{BoardError, Shape};
use crate::text::usual::Text;

/// The side of a board: 2 or 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Side(u8);

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
/// let exchange = board.side().exchanges(Kind::Diagonal)[7];
/// assert_eq!(exchange, (5, 7));
/// assert_eq!(board.exchanged(exchange).to_string(), "1 2 9 4 6 8 7 3 5");
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SwapBoard {
    side: Side,
    cells: [u8; MAX_CELLS],
}

impl Side {
    /// Every side there is: 2x2 and 3x3.
    pub const ALL: [Side; 2] = [Side(2), Side(3)];

    /// Creates a side of this length, or `None` if it is not 2 or 3.
    pub fn new(length: usize) -> Option<Side> {
        Side::ALL.into_iter().find(|side| usize::from(side.0) == length)
    }

    /// The length.
    pub const fn length(self) -> usize {
        self.0 as usize
    }

    /// The number of cells, which is also the number of tiles.
    pub const fn cells(self) -> usize {
        self.length() * self.length()
    }

    /// The pairs of cells that a move of this kind can exchange, the smaller cell first, in order.
    pub fn exchanges(self, kind: Kind) -> Vec<(usize, usize)> {
        let (mut pairs, length) = (Vec::new(), self.length());
        for a in 0..self.cells() {
            for b in a + 1..self.cells() {
                let rows = (a / length).abs_diff(b / length);
                let cols = (a % length).abs_diff(b % length);
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
}

impl From<Side> for Shape {
    fn from(side: Side) -> Shape {
        Shape { rows: side.length(), cols: side.length() }
    }
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
        let side = Side::ALL.into_iter().find(|side| side.cells() == tiles.len());
        let side = side.ok_or(BoardError::NoSide { found: tiles.len() })?;
        let mut board = SwapBoard { side, cells: [0; MAX_CELLS] };
        let shape = Shape::from(side);
        for (number, &tile) in tiles.iter().enumerate() {
            let cell = shape.place(number);
            if tile == 0 || usize::from(tile) > side.cells() {
                return Err(BoardError::Tile { cell, largest: side.cells(), found: tile.into() });
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
        let text = Text::read(text.as_ref(), crate::puzzle::MAX_CELLS)?;
        let found = text.cells.len();
        let Some(side) = Side::ALL.into_iter().find(|side| side.cells() == found) else {
            return Err(BoardError::NoSide { found });
        };
        text.shape(Some(side.into()))?;
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

    /// The goal: the tiles in order.
    pub fn goal(side: Side) -> SwapBoard {
        let mut cells = [0; MAX_CELLS];
        for (cell, tile) in cells[..side.cells()].iter_mut().zip(1..) {
            *cell = tile;
        }
        SwapBoard { side, cells }
    }

    /// The side.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The tiles, row by row.
    pub fn tiles(&self) -> &[u8] {
        &self.cells[..self.side.cells()]
    }

    /// The board with two cells exchanged.
    ///
    /// # Panics
    ///
    /// Panics unless the board has both cells.
    #[must_use]
    pub fn exchanged(mut self, (a, b): (usize, usize)) -> SwapBoard {
        self.cells[..self.side.cells()].swap(a, b);
        self
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

impl fmt::Display for SwapBoard {
    /// The tiles separated by spaces, with ` / ` between the rows of 2x2; `{:#}` writes one row per
    /// line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.tiles().iter().enumerate() {
            let separator = Shape::from(self.side).separator(cell, f.alternate());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_of_both_kinds() {
        for (side, expected) in [(2, [4, 2]), (3, [12, 8])] {
            let side = Side::new(side).unwrap();
            assert_eq!(Kind::ALL.map(|kind| side.exchanges(kind).len()), expected);
        }
        assert_eq!(Side::new(4), None);
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
        for side in Side::ALL {
            let goal = SwapBoard::goal(side);
            assert_eq!(goal.to_string().parse(), Ok(goal));
            assert_eq!(format!("{goal:#}").replace('\n', "/").parse(), Ok(goal));
        }
    }
}
