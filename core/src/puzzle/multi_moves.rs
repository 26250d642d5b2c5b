//! Moves of the multi-tile metric, in which one move slides any number of tiles of a row or column.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use smallvec::SmallVec;

use super::notation::LONGEST_RUN;
use super::{Board, Metric, Move, MoveError, Moves, Notation, Shape, Slide};

/// A move of the multi-tile metric: the blank goes one cell or several in one direction.
///
/// The order is that of canonical solutions: d < l < r < u, then fewer cells first.
///
/// ```
/// use tilebase::puzzle::MultiMove;
/// use tilebase::{Board, Move};
/// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
/// let mv = MultiMove { mv: Move::Right, cells: 2 };
/// assert_eq!(mv.to_string(), "r2");
/// assert_eq!(board.moved(mv), Some(Board::goal(board.shape())));
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MultiMove {
    /// The direction of the blank.
    pub mv: Move,
    /// The number of cells, and so of tiles that slide.
    pub cells: u8,
}

impl MultiMove {
    /// The move that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> MultiMove {
        MultiMove { mv: self.mv.inverse(), cells: self.cells }
    }
}

impl Slide for MultiMove {
    const METRIC: Metric = Metric::Multi;

    type Sequence = MultiMoves;

    type Set = MultiMoves;

    fn towards(board: &Board, mv: Move) -> impl Iterator<Item = (MultiMove, Board)> {
        let along = std::iter::successors(board.moved(mv), move |board| board.moved(mv));
        (1..).zip(along).map(move |(cells, board)| (MultiMove { mv, cells }, board))
    }

    #[inline]
    fn moved(self, board: &Board) -> Option<Board> {
        (0..self.cells).try_fold(*board, |board, _| board.moved(self.mv))
    }

    #[inline]
    fn undone(self) -> MultiMove {
        self.inverse()
    }

    #[inline]
    fn direction(self) -> Move {
        self.mv
    }

    fn singles(moves: &[MultiMove]) -> Moves {
        moves.iter().flat_map(|run| std::iter::repeat_n(run.mv, run.cells.into())).collect()
    }

    #[inline]
    fn write_to(
        moves: &[MultiMove],
        notation: Notation,
        board: &Board,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        notation.write_multi(moves, Some(board), text)
    }

    fn write_set(
        moves: &MultiMoves,
        notation: Notation,
        board: &Board,
        text: &mut Vec<u8>,
    ) -> Result<(), MoveError> {
        if !notation.needs_board() {
            return notation.write_multi(moves, None, text);
        }
        for (number, &mv) in moves.iter().enumerate() {
            if number > 0 {
                text.push(b' ');
            }
            notation.write_multi(&[mv], Some(board), text)?;
        }
        Ok(())
    }
}

impl fmt::Display for MultiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cells {
            1 => self.mv.fmt(f),
            cells => write!(f, "{}{cells}", self.mv),
        }
    }
}

/// A sequence of moves of the multi-tile metric.
///
/// ```
/// use tilebase::Moves;
/// use tilebase::puzzle::MultiMoves;
/// let multi: MultiMoves = "d2l".parse()?;
/// assert_eq!(multi.len(), 2);
/// // Single moves are the same way, and runs of them are one move each.
/// let single: Moves = multi.singles();
/// assert_eq!(single.to_string(), "ddl");
/// assert_eq!(MultiMoves::from(&single), multi);
/// // A move is what is written: two moves in one direction stay two.
/// assert_eq!("ddl".parse::<MultiMoves>()?.len(), 3);
/// # Ok::<(), tilebase::puzzle::MoveError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MultiMoves(SmallVec<[MultiMove; INLINE]>);

/// With the length, this fills a line of the processor's cache. A board of 3x3 takes at most 24.
const INLINE: usize = 28;

impl MultiMoves {
    /// Parses moves as they are written: `d2` is one move, `dd` are two. In [`Notation::Tiles`] a
    /// number slides its tile and all between it and the blank. If there is a board, every move
    /// must be legal on it.
    ///
    /// ```
    /// use tilebase::Board;
    /// use tilebase::puzzle::{MultiMoves, Notation};
    /// let board: Board = "1 2 3 4 5 6 x 7 8".parse()?;
    /// for (notation, text) in
    ///     [(Notation::Blank, "r2"), (Notation::Tile, "L2"), (Notation::Tiles, "8")]
    /// {
    ///     let moves = MultiMoves::parse(text, notation, Some(&board))?;
    ///     assert_eq!(moves.to_string(), "r2");
    ///     assert_eq!(moves.format(notation, Some(&board))?, text);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`MoveError`] for the first move that is wrong.
    pub fn parse(
        text: impl AsRef<[u8]>,
        notation: Notation,
        board: Option<&Board>,
    ) -> Result<MultiMoves, MoveError> {
        let mut read = notation.read(text.as_ref(), board).multi();
        std::iter::from_fn(|| read.next_multi()).collect::<Result<_, _>>().map(MultiMoves)
    }

    /// Writes the moves. Only [`Notation::Tiles`] needs the board.
    ///
    /// # Errors
    ///
    /// As for [`Notation::write`].
    pub fn format(&self, notation: Notation, board: Option<&Board>) -> Result<String, MoveError> {
        let mut text = Vec::new();
        notation.write_multi(self, board, &mut text)?;
        Ok(text.into_iter().map(char::from).collect())
    }

    /// What [`of_first`](Self::of_first) takes, to be filled.
    #[doc(hidden)]
    pub const ROOM: [MultiMove; INLINE] = [MultiMove { mv: Move::Down, cells: 0 }; INLINE];

    /// The first `len` moves of these.
    #[inline]
    #[doc(hidden)]
    pub fn of_first(len: usize, moves: [MultiMove; INLINE]) -> MultiMoves {
        MultiMoves(SmallVec::from_buf_and_len(moves, len))
    }

    /// Appends a move.
    pub fn push(&mut self, mv: MultiMove) {
        self.0.push(mv);
    }

    /// Splits the moves into moves of single tiles.
    pub fn singles(&self) -> Moves {
        MultiMove::singles(self)
    }
}

impl From<&Moves> for MultiMoves {
    /// Runs of moves in one direction are one move each.
    fn from(moves: &Moves) -> MultiMoves {
        let runs = moves.chunk_by(|one, other| one == other);
        // No board is wide enough for more, but moves without a board can be any.
        let split = runs.flat_map(|run| run.chunks(LONGEST_RUN as usize));
        split.map(|run| MultiMove { mv: run[0], cells: run.len() as u8 }).collect()
    }
}

impl FromIterator<MultiMove> for MultiMoves {
    fn from_iter<I: IntoIterator<Item = MultiMove>>(moves: I) -> MultiMoves {
        MultiMoves(moves.into_iter().collect())
    }
}

impl IntoIterator for MultiMoves {
    type Item = MultiMove;
    type IntoIter = <SmallVec<[MultiMove; INLINE]> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<Vec<MultiMove>> for MultiMoves {
    fn from(moves: Vec<MultiMove>) -> MultiMoves {
        MultiMoves(moves.into())
    }
}

impl Deref for MultiMoves {
    type Target = [MultiMove];

    #[inline]
    fn deref(&self) -> &[MultiMove] {
        &self.0
    }
}

impl fmt::Display for MultiMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|mv| mv.fmt(f))
    }
}

impl FromStr for MultiMoves {
    type Err = MoveError;

    /// Reads the blank's letters, each with or without a number of cells.
    fn from_str(text: &str) -> Result<MultiMoves, MoveError> {
        MultiMoves::parse(text, Notation::Blank, None)
    }
}

impl Shape {
    /// The moves of the multi-tile metric of a blank in this cell, in order.
    ///
    /// ```
    /// let shape = tilebase::Shape::default();
    /// let moves: Vec<_> = shape.multi_moves(6).map(|mv| mv.to_string()).collect();
    /// assert_eq!(moves, ["r", "r2", "u", "u2"]);
    /// ```
    pub fn multi_moves(self, blank: usize) -> impl Iterator<Item = MultiMove> {
        Move::ALL.into_iter().flat_map(move |mv| {
            let first = self.neighbour(blank, mv);
            let cells = std::iter::successors(first, move |&cell| self.neighbour(cell, mv));
            (1..).zip(cells).map(move |(cells, _)| MultiMove { mv, cells })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_are_written() {
        let board: Board = "1 2 3 / 4 5 6 / x 7 8".parse().unwrap();
        for (notation, text, expected) in [
            (Notation::Blank, "r2", "r2"),
            (Notation::Blank, "rr", "rr"),
            (Notation::Blank, "r1 r", "rr"),
            (Notation::Tile, "L2", "r2"),
            (Notation::Tile, "d2l2u2", "u2r2d2"),
            (Notation::Tiles, "8", "r2"),
            (Notation::Tiles, "7 8", "rr"),
            (Notation::Tiles, "1, 3", "u2r2"),
        ] {
            let moves = MultiMoves::parse(text, notation, Some(&board)).unwrap();
            assert_eq!(moves.to_string(), expected, "{text}");
            let written = moves.format(notation, Some(&board)).unwrap();
            assert_eq!(MultiMoves::parse(written, notation, Some(&board)), Ok(moves), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let board: Board = "1 2 3 / 4 5 6 / x 7 8".parse().unwrap();
        for (notation, text, error) in [
            (
                Notation::Blank,
                "ur3",
                "move 2, column 2: `r3` goes too far: the blank is in row 2, column 1",
            ),
            (Notation::Blank, "r0", "move 1, column 1: a run of 0: expected 1 to 99"),
            (
                Notation::Tiles,
                "8 5 5",
                "move 2, column 3: tile 5 is neither in the row nor in the column of the blank, \
                 which is in row 3, column 3",
            ),
            (
                Notation::Blank,
                "l2",
                "move 1, column 1: `l2` goes too far: the blank is in row 3, column 1; all moves would \
                 be legal in the notation `tile`",
            ),
        ] {
            let found = MultiMoves::parse(text, notation, Some(&board)).unwrap_err();
            assert_eq!(found.to_string(), error, "{text}");
        }
        let moves: MultiMoves = "r3".parse().unwrap();
        assert_eq!(moves.format(Notation::Tiles, None).unwrap_err().number, 1);
        assert!(moves.format(Notation::Tiles, Some(&board)).is_err());
        assert!("r100".parse::<MultiMoves>().is_err());
    }
}
