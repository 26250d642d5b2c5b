//! Boards that tables and searches compute with.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::permutation::{Nibbles, factorial, unrank};
use super::{
    Direction, Directions, LargeBoard, MAX_CELLS, MAX_NUMBERED_CELLS, Metric, Move, MoveSet, Place,
    Shape, SmallShape, plural,
};

/// A board of at most 25 cells, in place: what tables and searches compute with.
///
/// [`Display`](fmt::Display) writes the numbers and an `x`, with ` / ` between the rows unless the
/// shape is 3x3, so the text can be parsed again without naming the shape. `{:#}` draws the board,
/// one row per line.
///
/// ```
/// use tilebase::{Move, puzzle::SmallBoard};
/// let board: SmallBoard = "1 2 3 4 5 x 7 8 6".parse()?;
/// assert_eq!(board.moved(Move::DOWN), Some(SmallBoard::goal(board.shape())));
/// assert_eq!(board.moved(Move::RIGHT), None);
/// assert_eq!(board.to_string(), "1 2 3 4 5 x 7 8 6");
/// assert_eq!("1 2 3 / 4 x 5".parse::<SmallBoard>()?.shape().to_string(), "2x3");
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
// Aligned, a board is copied as whole words. Without this, bulk lookups with a CSV row for each
// board take 1.03 times as long, because the processor waits for what was stored in other pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(align(8))]
pub struct SmallBoard {
    shape: SmallShape,
    /// The cell of the blank.
    blank: u8,
    /// 0 is the blank; cells beyond the shape are 0.
    cells: [u8; MAX_CELLS],
}

/// Why a board was refused. Cells are numbered row by row from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "names of fields")]
pub enum BoardError {
    /// The text is empty or contains only separators.
    #[error("no board: expected the tiles' numbers and a blank ({BLANK_SIGNS})")]
    Empty,
    /// A word that is neither a tile's number nor a blank.
    #[error("{cell}: expected a tile's number or a blank ({BLANK_SIGNS}), found `{found}`")]
    Token {
        cell: Place,
        /// The start of the word, escaped.
        found: String,
    },
    /// A tile that the shape does not have.
    #[error("{cell}: expected a tile from 1 to {largest} or a blank, found {found}")]
    TooLarge {
        cell: Place,
        /// The largest tile of the shape.
        largest: usize,
        found: u64,
    },
    /// A tile that occurs twice.
    #[error("{cell}: tile {tile} is already in {first}; expected each tile once")]
    Repeated {
        /// The cell where it occurs again.
        cell: Place,
        /// The cell where it occurs first.
        first: Place,
        tile: u32,
    },
    /// A second blank.
    #[error("{cell}: a second blank, the first is in {first}; expected one")]
    SecondBlank {
        /// The cell where it occurs again.
        cell: Place,
        /// The cell where it occurs first.
        first: Place,
    },
    /// More than ten characters without separators that are not the cells of a board.
    #[error(
        "no separators: expected spaces or commas between the cells, or letters for the tiles from 10 on"
    )]
    Unseparated,
    /// No blank at all.
    #[error("no blank: expected one cell to be {BLANK_SIGNS}")]
    NoBlank,
    /// No blank, and a row with one cell less than all others.
    #[error("row {row} is one cell short, and there is no blank: write 0 or x where it is")]
    ShortRow {
        /// The row, counted from 1.
        row: usize,
    },
    /// A sign in place of the blank.
    #[error("{cell}: `{sign}` seems to be the blank; {}", blank_expected(sign))]
    OtherBlank {
        cell: Place,
        /// The sign.
        sign: String,
    },
    /// A `#` instead of the blank, where it begins a comment.
    #[error("`#` begins a comment, and here it cuts a board: write its blank as 0 or x")]
    Comment,
    /// The seed of a random board, as some games write it.
    #[error(
        "a game's seed: expected the tiles, as in 4x4:1,2,3, ...; only that game can make its board"
    )]
    Seed,
    /// No cell has the sign that the caller gave for the blank.
    #[error("no blank: expected one cell to be `{sign}`")]
    NoSign {
        /// The sign.
        sign: String,
    },
    /// A cell that is not one of the goal's, whose numbers are not 1, 2, 3, ...
    #[error("expected a tile of the goal or a blank, found `{}`", super::excerpt(found))]
    OtherNumber {
        /// The cell.
        found: String,
    },
    /// A board with other numbers of equal tiles than the goal.
    #[error(
        "tiles {}, found {found}",
        if label == "*" { format!("that the goal does not name (`*`): expected {expected}") }
        else { format!("`{}`: expected {expected}, as the goal has", super::excerpt(label)) }
    )]
    Labels {
        /// The tile.
        label: String,
        /// How many the goal has.
        expected: usize,
        /// How many the board has.
        found: usize,
    },
    /// A number that is not the cell of a tile.
    #[error(
        "the cell of {}: expected a number below {cells} that no other has, found `{}`",
        if *tile == 0 { "the blank".to_owned() } else { format!("tile {tile}") },
        super::excerpt(found)
    )]
    Position {
        tile: usize,
        /// The number.
        found: String,
        /// The number of cells.
        cells: usize,
    },
    /// Too few or too many cells for the shape.
    #[error(
        "{}{}: expected {} for {shape}{}",
        if *.more { "more than " } else { "" },
        plural(*.found as u64, "cell"),
        shape.cells(),
        if *.whole { shapes_of(*.found) } else { String::new() }
    )]
    Count {
        shape: Shape,
        /// Number of cells found.
        found: usize,
        /// True if counting stopped at `found` although there are more.
        more: bool,
        /// True if they are the cells of a board of another shape: each tile once, and the blank.
        whole: bool,
    },
    /// Rows of different lengths.
    #[error("row {row} has {}: expected {expected}, as in row 1", plural(*.found as u64, "cell"))]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Cells in the first row.
        expected: usize,
        /// Cells in this one.
        found: usize,
    },
    /// The rows show a shape that is not the one expected.
    #[error(
        "a board of {} and {}: expected {expected}",
        plural(found.rows as u64, "row"),
        plural(found.cols as u64, "column")
    )]
    OtherShape { expected: Shape, found: Shape },
    /// A board of the alternating-swap puzzle with neither 4 nor 9 cells.
    #[error(
        "{}: expected 4 (2x2) or 9 (3x3); the next size, 4x4, has 2 x 16! states, too many for a \
         table",
        plural(*.found as u64, "cell")
    )]
    NoSide {
        /// Number of cells found.
        found: usize,
    },
    /// A number that is not a tile of the alternating-swap puzzle, which has no blank.
    #[error("{cell}: expected a tile from 1 to {largest}, found {found}")]
    Tile {
        cell: Place,
        largest: usize,
        /// The number found, 0 for a blank.
        found: u64,
    },
    /// The rows show a shape that is not supported.
    #[error(transparent)]
    Shape(#[from] super::ShapeError),
    /// A cell instead of a goal that boards of this size do not have.
    #[error("goal cell {cell} of {size}: expected 0 to {}", size.cells() - 1)]
    GoalCell {
        size: Shape,
        /// The cell asked for.
        cell: usize,
    },
    /// A word instead of a goal that is none of its names.
    #[error("expected a board, the cell of its blank, {}, found `{}`", .0.expected, .0.found)]
    Goal(super::UnknownName),
}

/// A hint that lists the shapes with this number of cells.
fn shapes_of(cells: usize) -> String {
    if cells > MAX_CELLS {
        return String::new();
    }
    let shapes = SmallShape::all(cells).filter(|shape| shape.cells() == cells);
    let shapes: Vec<String> = shapes.map(|shape| shape.to_string()).collect();
    match shapes.as_slice() {
        [] => String::new(),
        [one] => format!("; {one} has {cells}"),
        [most @ .., last] => format!("; {} and {last} have {cells}", most.join(", ")),
    }
}

/// The usual signs of the blank, for messages.
const BLANK_SIGNS: &str = "0, x, X, _ or .";

/// True for a word that is a sign of the blank, other than the number 0.
#[doc(hidden)]
pub fn is_blank_sign(word: &[u8]) -> bool {
    matches!(word, b"x" | b"X" | b"_" | b"." | b"*" | b"-" | b"null" | b"None")
}

/// What was expected in place of a sign of the blank.
fn blank_expected(sign: &str) -> String {
    if is_blank_sign(sign.as_bytes()) {
        "then the tiles begin at 0".to_owned()
    } else {
        format!("expected {BLANK_SIGNS}")
    }
}

impl BoardError {
    /// The error for cells that are not as many as the shape has.
    #[doc(hidden)]
    pub fn count(shape: Shape, mut cells: impl ExactSizeIterator<Item = u64>) -> BoardError {
        let found = cells.len();
        let mut seen = vec![false; found];
        let is_new = |cell| {
            let cell = usize::try_from(cell).ok().and_then(|cell| seen.get_mut(cell));
            cell.is_some_and(|seen| !std::mem::replace(seen, true))
        };
        let whole = cells.all(is_new);
        BoardError::Count { shape, found, more: false, whole }
    }

    /// Explains why `cells`, one for each cell of the shape, is not a board.
    #[cold]
    fn from_cells(shape: SmallShape, cells: &[u8]) -> BoardError {
        let cells = cells.iter().map(|&tile| tile.into()).collect();
        LargeBoard::new(shape.into(), cells).expect_err("not each number occurs once")
    }
}

impl SmallBoard {
    /// Creates a board from its cells, row by row. The blank is 0.
    ///
    /// # Errors
    ///
    /// [`BoardError::Count`], [`BoardError::NoBlank`], [`BoardError::SecondBlank`],
    /// [`BoardError::TooLarge`] or [`BoardError::Repeated`].
    pub fn new(shape: SmallShape, cells: &[u8]) -> Result<SmallBoard, BoardError> {
        if cells.len() != shape.cells() {
            return Err(BoardError::count(shape.into(), cells.iter().map(|&cell| cell.into())));
        }
        if cells.len() > MAX_NUMBERED_CELLS {
            return SmallBoard::from_many(shape, cells);
        }
        // The word is built in registers: writing bytes to memory and reading them back as a word
        // would stall the processor.
        let word = match cells.split_first_chunk::<8>() {
            Some((first, rest)) => {
                let high = rest.iter().rev().fold(0, |word, &cell| word << 8 | u64::from(cell));
                u128::from(u64::from_le_bytes(*first)) | u128::from(high) << 64
            }
            None => cells.iter().rev().fold(0, |word, &cell| word << 8 | u128::from(cell)),
        };
        // If every number is below the number of cells and all differ, each occurs once. A number
        // of 32 or more has one of the high three bits of its byte set.
        let seen = cells.iter().fold(0u32, |seen, &cell| seen | 1 << (cell & 31));
        if seen == (1 << shape.cells()) - 1 && word & (u128::MAX / 0xff * 0xe0) == 0 {
            Ok(SmallBoard::from_checked(shape, word.to_le_bytes()))
        } else {
            Err(BoardError::from_cells(shape, cells))
        }
    }

    /// Creates a board with more cells than fit the registers.
    fn from_many(shape: SmallShape, cells: &[u8]) -> Result<SmallBoard, BoardError> {
        let seen = cells.iter().fold(0u32, |seen, &cell| seen | 1 << (cell & 31));
        if seen != shape.all_cells() || cells.iter().any(|&cell| cell >= 32) {
            return Err(BoardError::from_cells(shape, cells));
        }
        let mut all = [0; MAX_CELLS];
        all[..cells.len()].copy_from_slice(cells);
        let blank = cells.iter().position(|&cell| cell == 0);
        let blank = blank.expect("one cell is 0, since all numbers differ") as u8;
        Ok(SmallBoard { shape, blank, cells: all })
    }

    /// The default goal: the tiles in order and the blank in the last cell.
    pub fn goal(shape: SmallShape) -> SmallBoard {
        SmallBoard::from_parts(
            shape,
            shape.tiles(),
            std::array::from_fn::<u8, MAX_CELLS, _>(|i| i as u8 + 1),
        )
    }

    /// The board with this blank cell and this tile order. Only the first `shape.tiles()` elements
    /// of `order` are used.
    pub(crate) fn from_parts(
        shape: SmallShape,
        blank: usize,
        order: [u8; MAX_CELLS],
    ) -> SmallBoard {
        let mut cells = [0; MAX_CELLS];
        cells[..blank].copy_from_slice(&order[..blank]);
        cells[blank + 1..shape.cells()].copy_from_slice(&order[blank..shape.tiles()]);
        SmallBoard { shape, blank: blank as u8, cells }
    }

    /// The board with these cells, at most [`MAX_NUMBERED_CELLS`]. The caller has checked that they
    /// hold each number below `shape.cells()` once, and 0 beyond the shape.
    #[inline]
    pub(super) fn from_checked(shape: SmallShape, packed: [u8; MAX_NUMBERED_CELLS]) -> SmallBoard {
        // Finds the lowest zero byte without a loop: subtracting 1 from it borrows from its high
        // bit.
        const ONES: u128 = u128::MAX / 0xff;
        let word = u128::from_le_bytes(packed);
        let zeros = word.wrapping_sub(ONES) & !word & (ONES << 7);
        let mut cells = [0; MAX_CELLS];
        cells[..MAX_NUMBERED_CELLS].copy_from_slice(&packed);
        SmallBoard { shape, blank: (zeros.trailing_zeros() / 8) as u8, cells }
    }

    /// Every arrangement of a shape, solvable or not, ordered by blank cell and then by tile order.
    ///
    /// ```
    /// let shape = "2x2".parse()?;
    /// assert_eq!(tilebase::puzzle::SmallBoard::all(shape).count(), 24);
    /// # Ok::<(), tilebase::puzzle::ShapeError>(())
    /// ```
    pub fn all(shape: SmallShape) -> impl Iterator<Item = SmallBoard> {
        (0..shape.cells()).flat_map(move |blank| {
            (0..factorial(shape.tiles())).map(move |rank| {
                let mut order = [0; MAX_CELLS];
                unrank(rank, &mut order[..shape.tiles()]);
                SmallBoard::from_parts(shape, blank, order)
            })
        })
    }

    /// The shape.
    #[inline]
    pub const fn shape(&self) -> SmallShape {
        self.shape
    }

    /// The tile in each cell, row by row. The blank is 0.
    #[inline]
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.shape.cells()]
    }

    /// The cell of the blank.
    #[inline]
    pub const fn blank_cell(&self) -> usize {
        self.blank as usize
    }

    /// The cells in one word, four bits each, the first cell lowest. Meaningless if there are more
    /// than [`MAX_NUMBERED_CELLS`].
    #[inline]
    #[doc(hidden)]
    pub fn nibbles(&self) -> Nibbles {
        // A constant count of nine lets the compiler unroll the loop.
        match self.cells().try_into() {
            Ok::<&[u8; 9], _>(nine) => {
                (0..9).fold(0, |word, cell| word | u64::from(nine[cell]) << (4 * cell))
            }
            Err(_) => self.cells().iter().rev().fold(0, |word, &cell| word << 4 | u64::from(cell)),
        }
    }

    /// The tiles in reading order, without the blank.
    pub fn tile_order(&self) -> Vec<u8> {
        self.cells().iter().copied().filter(|&tile| tile != 0).collect()
    }

    /// For each tile, its place in the [tile order](Self::tile_order), from 1; 0 for the blank.
    /// With these as labels, a goal has its tiles in order.
    #[doc(hidden)]
    pub fn labels(&self) -> [u8; MAX_CELLS] {
        let mut labels = [0; MAX_CELLS];
        let tiles = self.cells().iter().filter(|&&tile| tile != 0);
        for (label, &tile) in (1..).zip(tiles) {
            labels[usize::from(tile)] = label;
        }
        labels
    }

    /// The legal moves in a metric.
    ///
    /// ```
    /// use tilebase::puzzle::{Metric, SmallBoard};
    /// let board: SmallBoard = "1 2 3 4 5 6 x 7 8".parse()?;
    /// assert_eq!(board.legal_moves(Metric::Single).to_string(), "ru");
    /// assert_eq!(board.legal_moves(Metric::Multi).to_string(), "rr2uu2");
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn legal_moves(&self, metric: Metric) -> MoveSet {
        self.shape.moves(self.blank_cell(), metric).collect()
    }

    /// The board after one move in either metric, or `None` if the move would leave the board.
    #[inline]
    pub fn moved(&self, mv: impl Into<Move>) -> Option<SmallBoard> {
        let mut board = *self;
        board.slide(mv).then_some(board)
    }

    /// Makes a move in either metric. Returns whether it is legal; if it is not, the blank goes as
    /// far as it can.
    #[inline]
    #[doc(hidden)]
    pub fn slide(&mut self, mv: impl Into<Move>) -> bool {
        let mv: Move = mv.into();
        for _ in 0..mv.cells() {
            let blank = self.blank_cell();
            let Some(to) = self.shape.neighbour(blank, mv.direction()) else { return false };
            self.cells.swap(blank, to);
            self.blank = to as u8;
        }
        true
    }

    /// Checks that this board has a certain shape.
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if it has another one.
    #[inline]
    pub fn expect_shape(&self, expected: SmallShape) -> Result<(), BoardError> {
        if self.shape == expected {
            return Ok(());
        }
        Err(BoardError::OtherShape { expected: expected.into(), found: self.shape.into() })
    }

    /// The board after a sequence of moves, or `None` if one of them would leave the board.
    ///
    /// ```
    /// use tilebase::{Moves, puzzle::SmallBoard};
    /// let start: SmallBoard = "1 2 3 x 4 6 7 5 8".parse().unwrap();
    /// let moves: Moves = "rdr".parse().unwrap();
    /// assert_eq!(start.after(&moves), Some(SmallBoard::goal(start.shape())));
    /// ```
    pub fn after(&self, moves: &[Move]) -> Option<SmallBoard> {
        let mut board = *self;
        moves.iter().all(|&mv| board.slide(mv)).then_some(board)
    }

    /// The board with two tiles exchanged. It is solvable if and only if this one is not.
    ///
    /// ```
    /// let board: tilebase::puzzle::SmallBoard = "1 2 3 4 5 6 8 7 x".parse()?;
    /// assert_eq!(board.exchanged(7, 8).to_string(), "1 2 3 4 5 6 7 8 x");
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics unless `a` and `b` are two different tiles of the board. The blank is not a tile.
    #[must_use]
    pub fn exchanged(&self, a: u8, b: u8) -> SmallBoard {
        let [first, second] = [a, b].map(|tile| {
            let cell = self.cells().iter().position(|&other| other == tile && tile != 0);
            cell.unwrap_or_else(|| panic!("tile {tile} on a board of {}", self.shape))
        });
        assert_ne!(a, b, "two different tiles");
        let mut board = *self;
        board.cells.swap(first, second);
        board
    }
}

impl SmallShape {
    /// The cell that the blank reaches from `cell` by `mv`, or `None` at the edge.
    ///
    /// ```
    /// use tilebase::puzzle::{Direction, SmallShape};
    /// assert_eq!(SmallShape::default().neighbour(4, Direction::Up), Some(1));
    /// assert_eq!(SmallShape::default().neighbour(3, Direction::Left), None);
    /// ```
    #[inline]
    pub const fn neighbour(self, cell: usize, mv: Direction) -> Option<usize> {
        Shape { rows: self.rows(), cols: self.cols() }.neighbour(cell, mv)
    }

    /// The directions in which a blank in this cell can go.
    #[doc(hidden)]
    #[inline]
    pub fn directions(self, blank: usize) -> Directions {
        Direction::ALL.into_iter().filter(|&mv| self.neighbour(blank, mv).is_some()).collect()
    }

    /// The colour of a cell, 0 or 1 as on a chessboard. Every move changes the blank's colour.
    #[inline]
    pub const fn colour(self, cell: usize) -> u8 {
        ((cell / self.cols() + cell % self.cols()) % 2) as u8
    }
}

impl fmt::Display for SmallBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wide = self.shape.tiles() > 9 && f.alternate();
        let shape = Shape::from(self.shape);
        for (cell, &tile) in self.cells().iter().enumerate() {
            f.write_str(shape.separator(cell, f.alternate()))?;
            // This writes character by character because it is fast: it runs for millions of
            // boards.
            match tile / 10 {
                0 if wide => f.write_char(' ')?,
                0 => {}
                tens => f.write_char(char::from(b'0' + tens))?,
            }
            f.write_char(if tile == 0 { 'x' } else { char::from(b'0' + tile % 10) })?;
        }
        Ok(())
    }
}

impl FromStr for SmallBoard {
    type Err = BoardError;

    /// Reads what [`Display`](fmt::Display) writes, and rows of digits, as `123/45x`. Without rows
    /// it is a square, or 3x3. A `Board` of the library reads every other form.
    fn from_str(text: &str) -> Result<SmallBoard, BoardError> {
        if let Some(board) = SmallBoard::parse_plain(text.as_bytes(), None) {
            return Ok(board);
        }
        let mut cells = Vec::new();
        for row in text.split('/').map(str::trim) {
            let between = if row.contains(' ') { " " } else { "" };
            for word in row.split(between).filter(|word| !word.is_empty()) {
                let no_cell = |_| {
                    let cell = Place { cell: cells.len(), cols: 0 };
                    BoardError::Token { cell, found: super::excerpt(word) }
                };
                cells.push(if word == "x" { 0 } else { word.parse().map_err(no_cell)? });
            }
        }
        let (rows, count) = (text.split('/').count(), cells.len());
        let shape = match Shape::square(count) {
            Some(square) if rows == 1 => SmallShape::try_from(square)?,
            _ if rows == 1 => SmallShape::default(),
            _ => SmallShape::new(rows, count / rows)?,
        };
        SmallBoard::new(shape, &cells)
    }
}
