//! A board of any size, as it is read and asked about.

mod parse;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use crate::error::Error;
use crate::labelled_board::LabelledBoard;
use crate::puzzle::{
    BoardError, Class, Direction, GoalName, LargeBoard, MAX_CELLS, Metric, Move, MoveSet, Parities,
    Shape, SmallBoard, TooLarge, Unsolvable, solvable,
};
use crate::text::notation::MoveCursor;

/// An arrangement of tiles 1, 2, 3, ... and one blank on a shape of any size.
///
/// A goal may be several boards: with `*` in cells that may hold anything, and with equal tiles.
/// A board for a goal with equal tiles has them, too.
///
/// [`Display`](fmt::Display) writes the numbers and an `x`, with ` / ` between the rows unless the
/// shape is 3x3, so the text can be parsed again without naming the shape. `{:#}` draws the board,
/// one row per line. Clones of a large board share its cells.
///
/// ```
/// use tilebase::{Board, Move, Shape};
/// let board: Board = "1 2 3 4 5 x 7 8 6".parse()?;
/// assert_eq!(board.shape(), Shape { rows: 3, cols: 3 });
/// assert_eq!(board.moved(Move::DOWN), Some(Board::goal(board.shape())?));
/// assert_eq!(board.moved(Move::RIGHT), None);
/// assert_eq!(board.to_string(), "1 2 3 4 5 x 7 8 6");
/// assert_eq!("[[1,2,3],[4,0,5]]".parse::<Board>()?.to_string(), "1 2 3 / 4 x 5");
/// assert_eq!(Board::goal(Shape { rows: 6, cols: 6 })?.blank_cell(), 35);
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(Cells);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Cells {
    /// At most [`MAX_CELLS`] cells, and no single row or column.
    Small(SmallBoard),
    Large(Arc<LargeBoard>),
    /// Several boards: tiles are alike, or, in a goal, cells are free.
    Labelled(Arc<LabelledBoard>),
}

impl Board {
    /// Creates a board from its cells, row by row. The blank is 0.
    ///
    /// ```
    /// use tilebase::{Board, Shape};
    /// let board = Board::new(Shape { rows: 2, cols: 2 }, [1u8, 0, 3, 2])?;
    /// assert_eq!(board.to_string(), "1 x / 3 2");
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError`] unless there are `rows * cols` cells, at least one, that hold 0 and the tiles
    /// from 1 once each.
    pub fn new(
        shape: Shape,
        cells: impl IntoIterator<Item = impl Into<u32>>,
    ) -> Result<Board, BoardError> {
        LargeBoard::new(shape, cells.into_iter().map(Into::into).collect()).map(Board::from)
    }

    /// A board with names for its tiles.
    pub(crate) fn of_labelled(labelled: LabelledBoard) -> Board {
        Board(Cells::Labelled(Arc::new(labelled)))
    }

    /// The usual goal: the tiles in order, the blank in the last cell.
    ///
    /// # Errors
    ///
    /// [`BoardError::Count`] if no board has this size.
    pub fn goal(size: Shape) -> Result<Board, BoardError> {
        if size.is_large() {
            return LargeBoard::goal(size).map(Board::from);
        }
        Ok(SmallBoard::goal(size.try_into()?).into())
    }

    /// The goal that a name stands for.
    ///
    /// # Errors
    ///
    /// As for [`goal`](Self::goal), and [`BoardError::GoalCell`] if there is no such cell.
    pub fn named_goal(name: GoalName, shape: Shape) -> Result<Board, BoardError> {
        name.large_board(shape).map(Board::from)
    }

    /// The rows and columns.
    #[inline]
    pub fn shape(&self) -> Shape {
        match &self.0 {
            Cells::Small(board) => board.shape().into(),
            Cells::Large(board) => board.shape(),
            Cells::Labelled(labelled) => labelled.board.shape(),
        }
    }

    /// True if both have the same number of rows and columns.
    #[inline]
    pub(crate) fn has_size_of(&self, other: &Board) -> bool {
        match (&self.0, &other.0) {
            (Cells::Small(one), Cells::Small(other)) => one.shape() == other.shape(),
            _ => self.shape() == other.shape(),
        }
    }

    /// The class of its size, which decides what can be answered.
    pub fn class(&self) -> Class {
        self.shape().class()
    }

    /// The board, if it has at most 25 cells.
    #[inline]
    pub const fn small(&self) -> Option<&SmallBoard> {
        match &self.0 {
            Cells::Small(board) => Some(board),
            Cells::Large(_) | Cells::Labelled(_) => None,
        }
    }

    /// The board, for a question that takes at most 25 cells.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] and [`Error::SeveralGoals`], with the question.
    pub fn expect_small(&self, what: &'static str) -> Result<&SmallBoard, Error> {
        match &self.0 {
            Cells::Small(board) => Ok(board),
            Cells::Large(board) => {
                Err(TooLarge { size: board.shape(), what, most: MAX_CELLS }.into())
            }
            Cells::Labelled(_) => Err(Error::SeveralGoals { what }),
        }
    }

    /// The names of its tiles, if some are alike or cells are free.
    pub(crate) fn labelled(&self) -> Option<&Arc<LabelledBoard>> {
        if let Cells::Labelled(labelled) = &self.0 { Some(labelled) } else { None }
    }

    /// True if this is several boards: a goal with free cells, or with equal tiles.
    pub const fn is_several(&self) -> bool {
        matches!(self.0, Cells::Labelled(_))
    }

    /// True if a goal has equal tiles. Boards for it have them, too.
    pub fn has_equal_tiles(&self) -> bool {
        self.labelled().is_some_and(|goal| !goal.has_numbers)
    }

    /// True if two tiles are alike for this goal, so that every board can reach it.
    pub fn has_tiles_alike(&self) -> bool {
        self.labelled().is_some_and(|goal| goal.has_tiles_alike())
    }

    /// The names of its tiles: their numbers, unless some are alike or cells are free.
    pub(crate) fn named(&self) -> Arc<LabelledBoard> {
        let of_numbers = || Arc::new(LabelledBoard::of_numbers(self.large().as_ref().clone()));
        self.labelled().map_or_else(of_numbers, Arc::clone)
    }

    /// Itself, or one of several boards.
    pub(crate) fn one(&self) -> Cow<'_, Board> {
        match &self.0 {
            Cells::Labelled(labelled) => Cow::Owned(labelled.board.clone().into()),
            _ => Cow::Borrowed(self),
        }
    }

    /// A board as this goal distinguishes it: with numbers for tiles that are alike.
    ///
    /// ```
    /// let goal = tilebase::Board::parse_goal(b"1 1 2 / 3 * x", None)?;
    /// assert_eq!(goal.numbered(&goal)?.to_string(), "1 4 2 / 3 5 x");
    /// assert_eq!(goal.board_of_row(&[0, 2, 1, 1, 3, 9])?.to_string(), "x 2 1 / 4 3 5");
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError::Labels`] if the goal has other tiles, and [`BoardError::OtherShape`].
    pub fn numbered<'b>(&self, board: &'b Board) -> Result<Cow<'b, Board>, BoardError> {
        let (found, expected) = (board.shape(), self.shape());
        match (self.labelled(), board.labelled()) {
            (None, None) => return Ok(Cow::Borrowed(board)),
            (Some(goal), None) if found == expected && goal.has_numbers => {
                return Ok(Cow::Borrowed(board));
            }
            _ => {}
        }
        let names = board.written_cells();
        self.named().numbered(found, |cell| &names[cell]).map(|board| Cow::Owned(board.into()))
    }

    /// The board with these bytes in its cells, 0 for the blank, as this goal distinguishes it: if
    /// it has equal tiles the row has them, too. Other bytes are tiles that the goal does not name.
    ///
    /// # Errors
    ///
    /// A [`BoardError`] of a plain board, or as for [`numbered`](Self::numbered).
    #[inline]
    pub fn board_of_row(&self, row: &[u8]) -> Result<SmallBoard, BoardError> {
        match &self.0 {
            Cells::Small(goal) => SmallBoard::new(goal.shape(), row),
            Cells::Large(goal) => SmallBoard::new(goal.shape().try_into()?, row),
            Cells::Labelled(goal) => goal.board_of_row(row),
        }
    }

    /// Refuses a board with other tiles than a goal with equal tiles or free cells.
    ///
    /// ```
    /// use tilebase::{Board, text::Reading};
    /// let goal = Board::parse_goal(b"1 1 / 2 x", None)?;
    /// let board = Reading::default().for_goal(&goal).board(b"1 2 / 2 x", None)?;
    /// let why = board.expect_tiles_of(&goal).unwrap_err();
    /// assert_eq!(why.to_string(), "tiles `1`: expected 2, as the goal has, found 1");
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError::Labels`], and [`BoardError::OtherShape`].
    pub fn expect_tiles_of(&self, goal: &Board) -> Result<(), BoardError> {
        if goal.is_several() { goal.numbered(self).map(|_| ()) } else { Ok(()) }
    }

    /// True if a board is this goal, or one of several.
    ///
    /// ```
    /// use tilebase::Board;
    /// let goal = Board::parse_goal(b"1 2 / * *", None)?;
    /// let [near, other]: [Board; 2] = ["1 2 / x 3".parse()?, "1 x / 3 2".parse()?];
    /// assert!(goal.is_reached(&near) && !goal.is_reached(&other));
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn is_reached(&self, board: &Board) -> bool {
        match self.labelled() {
            None => self == board,
            Some(goal) => {
                self.numbered(board).is_ok_and(|numbered| goal.is_reached(&numbered.large()))
            }
        }
    }

    /// The board as one of any number of cells, or one of several.
    pub(crate) fn large(&self) -> Arc<LargeBoard> {
        match &self.0 {
            Cells::Small(board) => Arc::new(board.into()),
            Cells::Large(board) => Arc::clone(board),
            Cells::Labelled(labelled) => Arc::new(labelled.board.clone()),
        }
    }

    /// The cell of the blank; in a goal that leaves it free, the last free cell.
    pub fn blank_cell(&self) -> usize {
        match &self.0 {
            Cells::Small(board) => board.blank_cell(),
            Cells::Large(board) => board.blank_cell(),
            Cells::Labelled(labelled) => labelled.board.blank_cell(),
        }
    }

    /// The cell of the blank, unless this is a goal that leaves it free.
    pub fn named_blank_cell(&self) -> Option<usize> {
        let is_free = self.labelled().is_some_and(|goal| goal.has_free_blank());
        (!is_free).then(|| self.blank_cell())
    }

    /// The tile in each cell, row by row. The blank is 0. Tiles that are alike have numbers.
    pub fn cells(&self) -> Vec<u32> {
        (0..self.shape().cells()).map(|cell| self.tile_at(cell)).collect()
    }

    /// What is written in each cell, row by row: the number of a tile or its letter, `x` for the
    /// blank, and `*` in a cell that may hold anything.
    ///
    /// ```
    /// use tilebase::Board;
    /// let goal = Board::parse_goal(b"a a 10 / * * *", None)?;
    /// assert_eq!(goal.written_cells(), ["a", "a", "10", "*", "*", "*"]);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn written_cells(&self) -> Vec<String> {
        self.named().cells().collect()
    }

    /// The tile in a cell, 0 for the blank.
    ///
    /// # Panics
    ///
    /// If there is no such cell.
    pub fn tile_at(&self, cell: usize) -> u32 {
        match &self.0 {
            Cells::Small(board) => board.cells()[cell].into(),
            Cells::Large(board) => board.cells()[cell],
            Cells::Labelled(labelled) => labelled.board.cells()[cell],
        }
    }

    /// The legal moves in a metric. Of a board of more than 25 cells, those by one cell.
    ///
    /// ```
    /// use tilebase::{Board, puzzle::Metric};
    /// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let legal = |metric| board.legal_moves(metric).to_string();
    /// assert_eq!([legal(Metric::Single), legal(Metric::Multi)], ["ru", "rr2uu2"]);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn legal_moves(&self, metric: Metric) -> MoveSet {
        match &self.0 {
            Cells::Small(board) => board.legal_moves(metric),
            Cells::Large(board) => {
                let neighbour = |&mv: &Direction| board.shape().neighbour(board.blank_cell(), mv);
                Direction::ALL.into_iter().filter(|mv| neighbour(mv).is_some()).collect()
            }
            Cells::Labelled(_) => self.one().legal_moves(metric),
        }
    }

    /// The tile that a move slides, of several the farthest, which a player clicks. `None` if the
    /// move is illegal.
    pub fn tile_of(&self, mv: Move) -> Option<u32> {
        Some(self.tile_at(self.moved(mv)?.blank_cell()))
    }

    /// The board after one move, or `None` if it is illegal.
    #[must_use]
    pub fn moved(&self, mv: impl Into<Move>) -> Option<Board> {
        self.after(&[mv.into()])
    }

    /// The board after moves, or `None` if one of them is illegal.
    #[must_use]
    pub fn after(&self, moves: &[Move]) -> Option<Board> {
        match &self.0 {
            Cells::Small(board) => board.after(moves).map(Board::from),
            Cells::Large(board) => board.after(moves).map(Board::from),
            Cells::Labelled(labelled) => {
                Some(Board::of_labelled(labelled.with_board(labelled.board.after(moves)?)))
            }
        }
    }

    /// Computes the parities that decide whether this board can reach a goal, in linear time.
    ///
    /// ```
    /// use tilebase::Board;
    /// let [board, goal]: [Board; 2] = ["2 1 3 / 4 5 x".parse()?, "1 2 3 / 4 5 x".parse()?];
    /// let parities = board.parities(&goal)?;
    /// assert!(!parities.solvable());
    /// assert_eq!(parities.exchange, Some((4, 5)));
    /// assert_eq!(board.inversions(&goal)?, 1);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if the goal has another shape.
    pub fn parities(&self, goal: &Board) -> Result<Parities, BoardError> {
        self.large().parities(&goal.large())
    }

    /// The number of inversions: of pairs of tiles whose order is not the goal's.
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if the goal has another shape.
    pub fn inversions(&self, goal: &Board) -> Result<u64, BoardError> {
        self.large().inversions(&goal.large())
    }

    /// Says why the board cannot reach a goal, if it cannot. With two tiles that are alike, every
    /// board can.
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if the goal has another size, and [`Error::Unsolvable`].
    pub fn expect_solvable(&self, goal: &Board) -> Result<(), Error> {
        if let (Cells::Small(board), Cells::Small(small)) = (&self.0, &goal.0) {
            board.expect_shape(small.shape())?;
            return Ok(solvable(board, small)?);
        }
        if let Some(labelled) = goal.labelled() {
            let board = goal.numbered(self)?;
            if labelled.has_tiles_alike() {
                return Ok(());
            }
            let mut boards = labelled.boards().into_iter().map(Board::from);
            let Some(first) = boards.next() else { return Ok(()) };
            let found = board.expect_solvable(&first);
            let is_other = |goal: Board| board.expect_solvable(&goal).is_ok();
            return found.or_else(|why| match why {
                _ if boards.any(is_other) => Ok(()),
                Error::Unsolvable(why) if self.is_several() => Err(why.without_numbers().into()),
                why => Err(why),
            });
        }
        if self.is_several() {
            return goal.numbered(self)?.expect_solvable(goal);
        }
        let unsolvable: Option<Unsolvable> = self.large().unsolvable(&goal.large())?;
        unsolvable.map_or(Ok(()), |why| Err(why.into()))
    }

    /// Restates the question with the usual tiles: both boards are renumbered, so that the goal's
    /// tiles are in order. Blanks stay in their cells, and the moves are the same. `None` if the
    /// sizes differ.
    ///
    /// ```
    /// use tilebase::Board;
    /// let [board, goal]: [Board; 2] = ["3 1 / x 2".parse()?, "3 1 / 2 x".parse()?];
    /// let (board, goal) = board.relabelled(&goal).expect("of one size");
    /// assert_eq!([board, goal].map(|it| it.to_string()), ["1 2 / x 3", "1 2 / 3 x"]);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn relabelled(&self, goal: &Board) -> Option<(Board, Board)> {
        let size = goal.shape();
        if self.shape() != size {
            return None;
        }
        if goal.is_several() {
            return Some((self.clone(), goal.clone()));
        }
        let tiles = || (0..size.cells()).map(|cell| goal.tile_at(cell)).filter(|&tile| tile != 0);
        if (1..).zip(tiles()).all(|(label, tile)| label == tile) {
            return Some((self.clone(), goal.clone()));
        }
        let mut labels = vec![0; size.cells()];
        (1..).zip(tiles()).for_each(|(label, tile)| labels[tile as usize] = label);
        let relabel = |board: &Board| {
            let cells = (0..size.cells()).map(|cell| labels[board.tile_at(cell) as usize]);
            LargeBoard::new(size, cells.collect()).ok().map(Board::from)
        };
        Some((relabel(self)?, relabel(goal)?))
    }
}

impl From<&SmallBoard> for Board {
    #[inline]
    fn from(board: &SmallBoard) -> Board {
        (*board).into()
    }
}

impl From<&Board> for Board {
    #[inline]
    fn from(board: &Board) -> Board {
        board.clone()
    }
}

impl From<SmallBoard> for Board {
    fn from(board: SmallBoard) -> Board {
        Board(Cells::Small(board))
    }
}

impl From<LargeBoard> for Board {
    /// With at most [`MAX_CELLS`] cells it is kept in place, unless it is a single row or column.
    fn from(board: LargeBoard) -> Board {
        let small =
            if board.cells().len() <= MAX_CELLS { SmallBoard::try_from(&board).ok() } else { None };
        small.map_or_else(|| Board(Cells::Large(Arc::new(board))), Board::from)
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Cells::Small(board) => board.fmt(f),
            Cells::Large(board) => board.fmt(f),
            Cells::Labelled(board) => board.fmt(f),
        }
    }
}

impl MoveCursor for Board {
    fn shape(&self) -> Shape {
        self.shape()
    }

    fn blank(&self) -> usize {
        self.blank_cell()
    }

    fn tile(&self, cell: usize) -> usize {
        self.tile_at(cell) as usize
    }

    fn slide(&mut self, mv: Direction) -> bool {
        match &mut self.0 {
            Cells::Small(board) => board.slide(mv),
            Cells::Large(board) => Arc::make_mut(board).slide(mv),
            Cells::Labelled(labelled) => Arc::make_mut(labelled).board.slide(mv),
        }
    }
}
