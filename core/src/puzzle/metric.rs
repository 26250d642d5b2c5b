//! Metrics: what counts as one move.
//!
//! | metric | one move | who |
//! | --- | --- | --- |
//! | [`Single`](Metric::Single) | slides one tile | judges and books |
//! | [`Multi`](Metric::Multi) | slides any number of tiles of a row or column | most games |
//!
//! A move of the multi-tile metric is written as a letter and a number of cells: `d2l` is two
//! moves. In the single-tile metric the same text is a counted run: three moves.

use std::fmt;
use std::ops::Deref;

use super::moves::write_letters;
use super::{
    Board, Extent, MAX_MULTI_CELLS, MAX_TABLED_CELLS, Move, MoveError, MoveOrder, MoveSet, Moves,
    Notation,
};

/// What counts as one move.
///
/// ```
/// use tilebase::puzzle::Metric;
/// assert_eq!("multi".parse(), Ok(Metric::Multi));
/// assert_eq!(Metric::default().to_string(), "single");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A move slides one tile.
    #[default]
    Single,
    /// A move slides any number of tiles of a row or column.
    Multi,
}

impl Metric {
    /// The name of each metric.
    pub const NAMES: &[(&'static str, Metric)] =
        &[("single", Metric::Single), ("multi", Metric::Multi)];

    /// The name of the metric: `single` or `multi`.
    pub const fn name(self) -> &'static str {
        Metric::NAMES[self as usize].0
    }

    /// The most cells of a shape for which a table of all boards can be generated.
    pub const fn most_tabled_cells(self) -> usize {
        match self {
            Metric::Single => MAX_TABLED_CELLS,
            Metric::Multi => MAX_MULTI_CELLS,
        }
    }

    /// Whether a move slides one tile. Then each changes the colour of the blank's cell, so that
    /// the distance has a parity, and the distances of patterns add up.
    pub const fn slides_one_tile(self) -> bool {
        matches!(self, Metric::Single)
    }

    /// The directions in which no shortest path goes on after a move in this one.
    #[inline]
    pub fn rules_out(self, last: Move) -> MoveSet {
        let back = MoveSet::from(last.inverse());
        // Two moves on one axis could be a single move.
        if self.slides_one_tile() { back } else { back | last.into() }
    }

    /// The most cells that one move takes the blank.
    pub fn longest_move(self, size: Extent) -> usize {
        match self {
            Metric::Single => 1,
            Metric::Multi => size.rows.max(size.cols) - 1,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The moves of a metric, for what is written once for all metrics.
///
/// ```
/// use tilebase::puzzle::{MultiMove, Slide};
/// use tilebase::{Board, Move};
/// let board = Board::goal("3x3".parse()?);
/// assert_eq!(<Move as Slide>::all(&board).count(), 2);
/// assert_eq!(<MultiMove as Slide>::all(&board).count(), 4);
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
pub trait Slide: Copy + Eq + fmt::Debug + fmt::Display + Send + Sync + 'static {
    /// The metric.
    const METRIC: Metric;

    /// A sequence of moves.
    type Sequence: Clone
        + Default
        + fmt::Debug
        + fmt::Display
        + From<Vec<Self>>
        + for<'a> From<&'a Moves>
        + Deref<Target = [Self]>
        + Send;

    /// Some of the legal moves of a board.
    type Set: Clone + Default + fmt::Debug + FromIterator<Self> + IntoIterator<Item = Self> + Send;

    /// The legal moves of a board, in the order of canonical solutions, with the boards after them.
    #[inline]
    fn all(board: &Board) -> impl Iterator<Item = (Self, Board)> {
        MoveOrder::default().moves(board)
    }

    /// The legal moves of a board in one direction of the blank, with the boards after them.
    fn towards(board: &Board, mv: Move) -> impl Iterator<Item = (Self, Board)>;

    /// The board after the move, or `None` if the move is not legal.
    fn moved(self, board: &Board) -> Option<Board>;

    /// The move that undoes this one.
    #[must_use]
    fn undone(self) -> Self;

    /// The direction of the blank.
    fn direction(self) -> Move;

    /// The directions in which no shortest path goes on after this move.
    #[inline]
    fn rules_out(self) -> MoveSet {
        Self::METRIC.rules_out(self.direction())
    }

    /// Splits the moves into moves of single tiles.
    fn singles(moves: &[Self]) -> Moves;

    /// Appends moves from a board to `text`, one after the other.
    ///
    /// # Errors
    ///
    /// As for [`Notation::write`].
    fn write_to(
        moves: &[Self],
        notation: Notation,
        board: &Board,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError>;

    /// Appends moves from a board to `text`, all of which start at this board.
    ///
    /// # Errors
    ///
    /// As for [`Notation::write_set`].
    fn write_set(
        moves: &Self::Set,
        notation: Notation,
        board: &Board,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError>;
}

impl Slide for Move {
    const METRIC: Metric = Metric::Single;

    type Sequence = Moves;

    type Set = MoveSet;

    #[inline]
    fn towards(board: &Board, mv: Move) -> impl Iterator<Item = (Move, Board)> {
        board.moved(mv).map(|next| (mv, next)).into_iter()
    }

    #[inline]
    fn moved(self, board: &Board) -> Option<Board> {
        board.moved_by_one(self)
    }

    #[inline]
    fn undone(self) -> Move {
        self.inverse()
    }

    #[inline]
    fn direction(self) -> Move {
        self
    }

    fn singles(moves: &[Move]) -> Moves {
        moves.iter().copied().collect()
    }

    #[inline]
    fn write_to(
        moves: &[Move],
        notation: Notation,
        board: &Board,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        if notation == Notation::Blank {
            write_letters(moves, text);
            return Ok(());
        }
        notation.write(moves.iter().copied(), Some(board), text)
    }

    #[inline]
    fn write_set(
        moves: &MoveSet,
        notation: Notation,
        board: &Board,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        notation.write_set(*moves, Some(board), text)
    }
}
