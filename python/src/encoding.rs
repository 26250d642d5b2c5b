//! How boards are written as numbers: which number stands for the blank, and which for the first
//! tile.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tilebase::puzzle::{BoardError, Extent, Place, Rectangle};
use tilebase::{Board, Position, Shape};

use crate::errors::{board_exception, found, no_number};

/// The numbers for the blank and for the first tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardEncoding {
    pub blank: i64,
    pub first: i64,
}

/// The argument `blank`: the number that stands for the blank, if it is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Blank(i16);

impl FromPyObject<'_, '_> for Blank {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Blank> {
        object.extract().map(Blank).map_err(|why| {
            let expected = format!("blank: expected an int from {} to {}", i16::MIN, i16::MAX);
            no_number(&why, object.py(), format!("{expected}, found {}", found(&object)))
        })
    }
}

impl<'py> IntoPyObject<'py> for Blank {
    type Target = pyo3::types::PyInt;
    type Output = Bound<'py, Self::Target>;
    type Error = std::convert::Infallible;

    fn into_pyobject(self, py: Python<'py>) -> Result<Self::Output, Self::Error> {
        self.0.into_pyobject(py)
    }
}

impl std::fmt::Display for Blank {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl Blank {
    /// Whether it is another number than 0.
    pub fn is_other(self) -> bool {
        self.0 != 0
    }
}

impl BoardEncoding {
    /// 0 for the blank, 1 for the first tile.
    pub const PLAIN: BoardEncoding = BoardEncoding { blank: 0, first: 1 };

    /// The encoding of boards with this many cells, in which the blank is this number. The tiles
    /// begin at 0 if the blank is the largest number, and else if there `is_0` in a board.
    pub fn new(
        blank: Option<Blank>,
        cells: usize,
        is_0: impl FnOnce() -> bool,
    ) -> PyResult<BoardEncoding> {
        let blank = blank.map_or(0, |blank| blank.0.into());
        let largest = i64::try_from(cells).unwrap_or(i64::MAX) - 1;
        if (1..largest).contains(&blank) {
            return Err(PyValueError::new_err(format!(
                "blank: {blank} is a tile of {cells} cells: expected {largest} if the tiles begin at \
                 0, {cells} or another number that is no tile, or 0"
            )));
        }
        let from_0 = blank == largest || blank != 0 && is_0();
        Ok(BoardEncoding { blank, first: i64::from(!from_0) })
    }

    /// Whether boards are written as the library has them.
    pub fn is_plain(self) -> bool {
        self == BoardEncoding::PLAIN
    }

    /// The number that the library has for one: 0 for the blank. `u32::MAX` for one that is no
    /// tile.
    pub fn decode(self, number: i64) -> u32 {
        if number == self.blank {
            return 0;
        }
        let tile = number.checked_sub(self.first).filter(|&tile| tile >= 0);
        tile.and_then(|tile| u32::try_from(tile + 1).ok()).unwrap_or(u32::MAX)
    }

    /// The numbers that the library has, in place of bytes.
    pub fn decode_bytes(self, bytes: &mut [u8]) {
        let Ok(blank) = u8::try_from(self.blank) else {
            bytes.fill(u8::MAX);
            return;
        };
        // Without a branch for each, so that many are converted at once. 0 becomes 255 where it is
        // no tile.
        let first = u8::from(self.first == 1);
        for byte in bytes {
            let tile = byte.wrapping_sub(first).saturating_add(1);
            *byte = if *byte == blank { 0 } else { tile };
        }
    }

    /// The number that is written for one that the library has.
    pub fn encode(self, number: u32) -> i64 {
        if number == 0 { self.blank } else { i64::from(number) - 1 + self.first }
    }

    /// The board with these numbers.
    pub fn board(self, extent: Extent, numbers: &[i64]) -> PyResult<Position> {
        let cells = numbers.iter().map(|&number| self.decode(number));
        if let Ok(shape) = Shape::try_from(extent) {
            // A number that does not fit a byte is too large for any shape. So is 255.
            let bytes: Vec<u8> =
                cells.clone().map(|tile| u8::try_from(tile).unwrap_or(u8::MAX)).collect();
            if let Ok(board) = Board::new(shape, &bytes) {
                return Ok(board.into());
            }
        }
        let board = Rectangle::new(extent, cells.collect());
        board.map(Position::from).map_err(|why| self.no_board(extent, numbers, &why))
    }

    /// The exception for numbers that are no board.
    #[cold]
    fn no_board(self, extent: Extent, numbers: &[i64], why: &BoardError) -> PyErr {
        let BoardEncoding { blank, first } = self;
        let sign =
            if self.is_plain() { "a blank".to_owned() } else { format!("{blank} for the blank") };
        let text = match *why {
            BoardError::TooLarge { cell: Place { cell, .. }, largest, .. } => format!(
                "{}: expected a tile from {first} to {} or {sign}, found {}",
                extent.place(cell),
                i64::try_from(largest).unwrap_or(i64::MAX) - 1 + first,
                numbers[cell]
            ),
            BoardError::Repeated { cell, first, tile } => {
                let tile = u32::try_from(self.encode(tile)).unwrap_or(tile);
                BoardError::Repeated { cell, first, tile }.to_string()
            }
            BoardError::NoBlank if !self.is_plain() => {
                format!("no blank: expected one cell to be {blank}")
            }
            BoardError::NoBlank | BoardError::SecondBlank { .. } => why.to_string(),
            ref why => return board_exception(why),
        };
        // One number that is no tile may be the blank.
        let ends = [Some(&0), numbers.iter().max(), numbers.iter().min()].into_iter().flatten();
        let other = ends.filter_map(|&it| i16::try_from(it).ok()).find(|&it| {
            let other = BoardEncoding::new(Some(Blank(it)), numbers.len(), || numbers.contains(&0));
            other.is_ok_and(|other| {
                let cells = numbers.iter().map(|&number| other.decode(number)).collect();
                Rectangle::new(extent, cells).is_ok()
            })
        });
        let cure = other.map(|it| format!("; if {it} is the blank, say so with blank={it}"));
        PyValueError::new_err(format!("{text}{}", cure.unwrap_or_default()))
    }
}
