//! Boards as numbers: which stands for the blank, and which for the first tile.

use crate::Board;
use crate::puzzle::{BoardError, LargeBoard, Place, Shape, SmallBoard, SmallShape};

/// The numbers for the blank and for the first tile.
///
/// ```
/// use tilebase::puzzle::Shape;
/// use tilebase::encoding::BoardEncoding;
/// // 8 is the blank of 3x3, and the tiles begin at 0.
/// let encoding = BoardEncoding::new(8, 9, || false)?;
/// let board = encoding.board(Shape { rows: 3, cols: 3 }, &[0, 1, 2, 3, 8, 5, 6, 4, 7])?;
/// assert_eq!(board.to_string(), "1 2 3 4 x 6 7 5 8");
/// assert_eq!((encoding.decode(0), encoding.encode(1)), (1, 0));
/// let mut cells = Vec::new();
/// encoding.decode_into(&[8, 0, 300], &mut cells);
/// assert_eq!(cells, [0, 1, 255]);
/// # Ok::<(), tilebase::encoding::EncodingError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardEncoding {
    /// The number for the blank.
    pub blank: i64,
    /// The number for the first tile, 0 or 1.
    pub first: i64,
}

/// Why numbers are no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "names of fields; `cure` is a number that may be the blank")]
pub enum EncodingError {
    /// The number for the blank is a tile.
    #[error(
        "blank: {blank} is the number of a tile: expected {} if the tiles begin at 0, {cells} or \
         another number that is no tile, or 0",
        cells.saturating_sub(1)
    )]
    Tile { blank: i64, cells: usize },
    /// A number that is no tile.
    #[error(
        "{place}: expected a tile from {} to {last} or {}, found {found}{}",
        encoding.first,
        blank_in_words(*encoding),
        cure_in_words(*cure)
    )]
    Number { place: String, last: i64, encoding: BoardEncoding, found: i64, cure: Option<i64> },
    /// No cell is the blank, which is not 0.
    #[error("no blank: expected one cell to be {blank}{}", cure_in_words(*cure))]
    NoBlank { blank: i64, cure: Option<i64> },
    /// Another flaw, in which tiles are named as they are written.
    #[error("{why}{}", cure_in_words(*cure))]
    Board { why: BoardError, cure: Option<i64> },
}

/// The blank in a message.
fn blank_in_words(encoding: BoardEncoding) -> String {
    if encoding.is_plain() { "a blank".into() } else { format!("{} for the blank", encoding.blank) }
}

/// Names a number that may be the blank, if one may.
fn cure_in_words(cure: Option<i64>) -> String {
    cure.map_or_else(String::new, |it| format!("; if {it} is the blank, say so with blank={it}"))
}

impl BoardEncoding {
    /// 0 for the blank, 1 for the first tile.
    pub const PLAIN: BoardEncoding = BoardEncoding { blank: 0, first: 1 };

    /// The encoding of boards with this many cells, in which the blank is this number. The tiles
    /// begin at 0 if the blank is the largest number, and else if there `is_0` in a board.
    ///
    /// # Errors
    ///
    /// [`EncodingError::Tile`] if the number is a tile.
    pub fn new(
        blank: i64,
        cells: usize,
        is_0: impl FnOnce() -> bool,
    ) -> Result<BoardEncoding, EncodingError> {
        let largest = i64::try_from(cells).unwrap_or(i64::MAX) - 1;
        if (1..largest).contains(&blank) {
            return Err(EncodingError::Tile { blank, cells });
        }
        let from_0 = blank == largest || blank != 0 && is_0();
        Ok(BoardEncoding { blank, first: i64::from(!from_0) })
    }

    /// True if boards are written as the library has them.
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

    /// The numbers that the library has, in place of bytes: 255 for one that is no tile.
    pub fn decode_bytes(self, bytes: &mut [u8]) {
        if self.is_plain() {
            return;
        }
        let Ok(blank) = u8::try_from(self.blank) else {
            bytes.fill(u8::MAX);
            return;
        };
        // Without a branch for each, so that many are converted at once.
        for byte in bytes {
            *byte = if *byte == blank { 0 } else { self.tile(*byte) };
        }
    }

    /// Replaces the contents of `cells` by the numbers that the library has for those of another
    /// type: 255 for one that is no tile.
    pub fn decode_into<N>(self, numbers: &[N], cells: &mut Vec<u8>)
    where
        N: Copy + PartialEq + TryFrom<i64> + TryInto<u8>,
    {
        cells.clear();
        let byte = |number: N| number.try_into().unwrap_or(u8::MAX);
        if (0..u8::MAX.into()).contains(&self.blank) {
            cells.extend(numbers.iter().map(|&number| byte(number)));
            self.decode_bytes(cells);
        } else if let Ok(blank) = N::try_from(self.blank) {
            let cell = |&number| self.tile(byte(number)) * u8::from(number != blank);
            cells.extend(numbers.iter().map(cell));
        } else {
            cells.resize(numbers.len(), u8::MAX);
        }
    }

    /// The tile that a byte is. 0 becomes 255 where it is none.
    fn tile(self, byte: u8) -> u8 {
        byte.wrapping_sub(u8::from(self.first == 1)).saturating_add(1)
    }

    /// The number that is written for one that the library has.
    pub fn encode(self, number: u32) -> i64 {
        if number == 0 { self.blank } else { i64::from(number) - 1 + self.first }
    }

    /// The board with these numbers.
    ///
    /// # Errors
    ///
    /// An [`EncodingError`] that names the number that is wrong, and one that may be the blank.
    pub fn board(self, shape: Shape, numbers: &[i64]) -> Result<Board, EncodingError> {
        let cells = numbers.iter().map(|&number| self.decode(number));
        if let Ok(shape) = SmallShape::try_from(shape) {
            // A number that does not fit a byte is too large for any shape. So is 255.
            let bytes: Vec<u8> =
                cells.clone().map(|tile| u8::try_from(tile).unwrap_or(u8::MAX)).collect();
            if let Ok(board) = SmallBoard::new(shape, &bytes) {
                return Ok(board.into());
            }
        }
        let board = LargeBoard::new(shape, cells.collect());
        board.map(Board::from).map_err(|why| self.no_board(shape, numbers, why))
    }

    /// Why numbers are no board.
    #[cold]
    fn no_board(self, shape: Shape, numbers: &[i64], why: BoardError) -> EncodingError {
        let BoardEncoding { blank, first } = self;
        // One number that is no tile may be the blank.
        let ends = [Some(&0), numbers.iter().max(), numbers.iter().min()].into_iter().flatten();
        let cure = ends.copied().find(|&it| {
            let other = BoardEncoding::new(it, numbers.len(), || numbers.contains(&0));
            i16::try_from(it).is_ok()
                && other.is_ok_and(|other| {
                    let cells = numbers.iter().map(|&number| other.decode(number)).collect();
                    LargeBoard::new(shape, cells).is_ok()
                })
        });
        match why {
            BoardError::TooLarge { cell: Place { cell, .. }, largest, .. } => {
                let last = i64::try_from(largest).unwrap_or(i64::MAX) - 1 + first;
                let (place, found) = (shape.place(cell).to_string(), numbers[cell]);
                EncodingError::Number { place, last, encoding: self, found, cure }
            }
            BoardError::Repeated { cell, first, tile } => {
                let tile = u32::try_from(self.encode(tile)).unwrap_or(tile);
                EncodingError::Board { why: BoardError::Repeated { cell, first, tile }, cure }
            }
            BoardError::NoBlank if !self.is_plain() => EncodingError::NoBlank { blank, cure },
            BoardError::NoBlank | BoardError::SecondBlank { .. } => {
                EncodingError::Board { why, cure }
            }
            why => EncodingError::Board { why, cure: None },
        }
    }
}
