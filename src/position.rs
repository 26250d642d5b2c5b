//! A board of any size, as it is read and asked about.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::Error;
use crate::puzzle::{
    Board, BoardError, Class, Direction, Extent, MAX_CELLS, Metric, Move, MoveCursor, MoveSet,
    Rectangle, Shape, TooLarge, Unsolvable, solvable,
};
use crate::reading::{Reading, comment_flaw, other_blank, usual_forms};

/// A board of any size.
///
/// Up to [`MAX_CELLS`] cells it is a [`Board`], which every method of the library takes; beyond, a
/// [`Rectangle`] on the heap, which clones share.
///
/// ```
/// use tilebase::Position;
/// use tilebase::puzzle::Extent;
/// let board: Position = "2 3 4 1 5 x 7 6 8".parse()?;
/// assert_eq!(board.extent(), Extent { rows: 3, cols: 3 });
/// let large = Position::goal(Extent { rows: 6, cols: 6 })?;
/// assert_eq!(large.blank_cell(), 35);
/// assert!(large.board().is_none());
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// A board of at most 25 cells.
    Board(Board),
    /// A board of more.
    Large(Arc<Rectangle>),
}

impl Position {
    /// Reads a board of this size. Without a size, it has the size that the text shows, or else it
    /// is a square if it has a square number of cells, and 3x3 otherwise.
    ///
    /// # Errors
    ///
    /// A [`BoardError`] that names the cell that is wrong.
    #[inline]
    pub fn parse(text: impl AsRef<[u8]>, size: Option<Extent>) -> Result<Position, BoardError> {
        let text = text.as_ref();
        match Position::parse_plain(text, size) {
            Some(board) => Ok(board),
            None => Position::parse_carefully(text, size),
        }
    }

    /// The board, if the text has the layout of most lines. Nothing is made ready for others.
    #[inline]
    pub(crate) fn parse_plain(text: &[u8], size: Option<Extent>) -> Option<Position> {
        let shape = match size {
            None => None,
            Some(size) => Some(Shape::try_from(size).ok()?),
        };
        Board::parse_plain(text, shape).map(Position::Board)
    }

    #[cold]
    fn parse_carefully(text: &[u8], size: Option<Extent>) -> Result<Position, BoardError> {
        Position::parse_usual(text, size).or_else(|why| Position::parse_otherwise(text, size, why))
    }

    /// The board, if the text has another form than the usual ones.
    fn parse_otherwise(
        text: &[u8],
        size: Option<Extent>,
        why: BoardError,
    ) -> Result<Position, BoardError> {
        let text = std::str::from_utf8(text).unwrap_or_default();
        let read = |text: String| Position::parse_usual(text.as_bytes(), size).ok();
        match usual_forms(text).find_map(read) {
            Some(board) => Ok(board),
            None => match other_blank(text, size) {
                // In a list, it can be nothing but the blank.
                Some(BoardError::OtherBlank { sign, .. }) if sign == "null" => {
                    Reading::new(Some("null"), false).board(text.as_bytes(), size)
                }
                flaw => Err(flaw.or_else(|| comment_flaw(text.as_bytes(), size)).unwrap_or(why)),
            },
        }
    }

    fn parse_usual(text: &[u8], size: Option<Extent>) -> Result<Position, BoardError> {
        let shape = match size {
            Some(size) if size.is_large() => return Position::parse_large(text, Some(size)),
            Some(size) => Some(Shape::try_from(size)?),
            None => None,
        };
        match Board::parse(text, shape) {
            Ok(board) => Ok(Position::Board(board)),
            Err(BoardError::Count { more: true, .. }) if size.is_none() => {
                Position::parse_large(text, None)
            }
            Err(why) => Err(why),
        }
    }

    fn parse_large(text: &[u8], size: Option<Extent>) -> Result<Position, BoardError> {
        Rectangle::parse(text, size).map(Position::from)
    }

    /// Reads a goal: a board, the cell of its blank with the tiles in order, or the name of a goal.
    ///
    /// # Errors
    ///
    /// A [`BoardError`] that names the cell that is wrong.
    pub fn parse_goal(text: &[u8], size: Option<Extent>) -> Result<Position, BoardError> {
        Position::parse_usual_goal(text, size)
            .or_else(|why| Position::parse_otherwise(text, size, why))
    }

    fn parse_usual_goal(text: &[u8], size: Option<Extent>) -> Result<Position, BoardError> {
        let goal = match size {
            Some(size) if !size.is_large() => Board::parse_goal(text, Some(size.try_into()?)),
            Some(_) => return Rectangle::parse_goal(text, size).map(Position::from),
            None => Board::parse_goal(text, None),
        };
        match goal {
            Err(BoardError::Count { more: true, .. }) if size.is_none() => {
                Rectangle::parse_goal(text, None).map(Position::from)
            }
            goal => goal.map(Position::Board),
        }
    }

    /// The usual goal: the tiles in order, the blank in the last cell.
    ///
    /// # Errors
    ///
    /// [`BoardError::Count`] if no board has this size.
    pub fn goal(size: Extent) -> Result<Position, BoardError> {
        if size.is_large() {
            return Rectangle::goal(size).map(Position::from);
        }
        Ok(Position::Board(Board::goal(size.try_into()?)))
    }

    /// The rows and columns.
    #[inline]
    pub fn extent(&self) -> Extent {
        match self {
            Position::Board(board) => board.shape().into(),
            Position::Large(board) => board.extent(),
        }
    }

    /// Whether both have the same number of rows and columns.
    #[inline]
    pub(crate) fn has_size_of(&self, other: &Position) -> bool {
        match (self, other) {
            (Position::Board(one), Position::Board(other)) => one.shape() == other.shape(),
            _ => self.extent() == other.extent(),
        }
    }

    /// The class of its size, which decides what can be answered.
    pub fn class(&self) -> Class {
        self.extent().class()
    }

    /// The board, if it has at most 25 cells.
    #[inline]
    pub const fn board(&self) -> Option<&Board> {
        match self {
            Position::Board(board) => Some(board),
            Position::Large(_) => None,
        }
    }

    /// The board, for a question that takes at most 25 cells.
    ///
    /// # Errors
    ///
    /// [`TooLarge`], with the question.
    pub fn expect_board(&self, what: &'static str) -> Result<&Board, TooLarge> {
        match self {
            Position::Board(board) => Ok(board),
            Position::Large(board) => Err(TooLarge { size: board.extent(), what, most: MAX_CELLS }),
        }
    }

    /// The board as one of any number of cells.
    pub fn rectangle(&self) -> Arc<Rectangle> {
        match self {
            Position::Board(board) => Arc::new(board.into()),
            Position::Large(board) => Arc::clone(board),
        }
    }

    /// The cell of the blank.
    pub fn blank_cell(&self) -> usize {
        match self {
            Position::Board(board) => board.blank_cell(),
            Position::Large(board) => board.blank_cell(),
        }
    }

    /// The tile in a cell, 0 for the blank.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    pub fn tile_at(&self, cell: usize) -> u32 {
        match self {
            Position::Board(board) => board.cells()[cell].into(),
            Position::Large(board) => board.cells()[cell],
        }
    }

    /// The legal moves in a metric. Of a board of more than 25 cells, those by one cell.
    ///
    /// ```
    /// use tilebase::{Position, puzzle::Metric};
    /// let board: Position = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let legal = |metric| board.legal_moves(metric).to_string();
    /// assert_eq!([legal(Metric::Single), legal(Metric::Multi)], ["ru", "rr2uu2"]);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn legal_moves(&self, metric: Metric) -> MoveSet {
        match self {
            Position::Board(board) => board.legal_moves(metric),
            Position::Large(board) => {
                let neighbour = |&mv: &Direction| board.extent().neighbour(board.blank_cell(), mv);
                Direction::ALL.into_iter().filter(|mv| neighbour(mv).is_some()).collect()
            }
        }
    }

    /// The tile that a move slides, of several the farthest, which a player clicks. `None` if the
    /// move is illegal.
    pub fn tile_of(&self, mv: Move) -> Option<u32> {
        Some(self.tile_at(self.after(&[mv])?.blank_cell()))
    }

    /// The board after moves, or `None` if one of them is illegal.
    #[must_use]
    pub fn after(&self, moves: &[Move]) -> Option<Position> {
        match self {
            Position::Board(board) => board.after(moves).map(Position::Board),
            Position::Large(board) => board.after(moves).map(Position::from),
        }
    }

    /// Says why the board cannot reach a goal, if it cannot.
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if the goal has another size, and [`Error::Unsolvable`].
    pub fn expect_solvable(&self, goal: &Position) -> Result<(), Error> {
        if let (Position::Board(board), Position::Board(goal)) = (self, goal) {
            board.expect_shape(goal.shape())?;
            return Ok(solvable(board, goal)?);
        }
        let unsolvable: Option<Unsolvable> = self.rectangle().unsolvable(&goal.rectangle())?;
        unsolvable.map_or(Ok(()), |why| Err(why.into()))
    }

    /// Restates the question with the usual tiles: both boards are renumbered, so that the goal's
    /// tiles are in order. Blanks stay in their cells, and the moves are the same. `None` if the
    /// sizes differ.
    ///
    /// ```
    /// use tilebase::Position;
    /// let [board, goal]: [Position; 2] = ["3 1 / x 2".parse()?, "3 1 / 2 x".parse()?];
    /// let (board, goal) = board.relabelled(&goal).expect("of one size");
    /// assert_eq!([board, goal].map(|it| it.to_string()), ["1 2 / x 3", "1 2 / 3 x"]);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn relabelled(&self, goal: &Position) -> Option<(Position, Position)> {
        let size = goal.extent();
        if self.extent() != size {
            return None;
        }
        let tiles = || (0..size.cells()).map(|cell| goal.tile_at(cell)).filter(|&tile| tile != 0);
        if (1..).zip(tiles()).all(|(label, tile)| label == tile) {
            return Some((self.clone(), goal.clone()));
        }
        let mut labels = vec![0; size.cells()];
        (1..).zip(tiles()).for_each(|(label, tile)| labels[tile as usize] = label);
        let relabel = |board: &Position| {
            let cells = (0..size.cells()).map(|cell| labels[board.tile_at(cell) as usize]);
            Rectangle::new(size, cells.collect()).ok().map(Position::from)
        };
        Some((relabel(self)?, relabel(goal)?))
    }
}

impl From<&Board> for Position {
    #[inline]
    fn from(board: &Board) -> Position {
        Position::Board(*board)
    }
}

impl From<&Position> for Position {
    #[inline]
    fn from(board: &Position) -> Position {
        board.clone()
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position::Board(board)
    }
}

impl From<Rectangle> for Position {
    /// Of at most [`MAX_CELLS`] cells it becomes a [`Board`], unless it is a single row or column.
    fn from(board: Rectangle) -> Position {
        let small =
            if board.cells().len() <= MAX_CELLS { Board::try_from(&board).ok() } else { None };
        small.map_or_else(|| Position::Large(Arc::new(board)), Position::Board)
    }
}

impl FromStr for Position {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Position, BoardError> {
        Position::parse(text, None)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Board(board) => board.fmt(f),
            Position::Large(board) => board.fmt(f),
        }
    }
}

impl MoveCursor for Position {
    fn extent(&self) -> Extent {
        self.extent()
    }

    fn blank(&self) -> usize {
        self.blank_cell()
    }

    fn tile(&self, cell: usize) -> usize {
        self.tile_at(cell) as usize
    }

    fn slide(&mut self, mv: Direction) -> bool {
        match self {
            Position::Board(board) => board.slide(mv),
            Position::Large(board) => Arc::make_mut(board).slide(mv),
        }
    }
}
