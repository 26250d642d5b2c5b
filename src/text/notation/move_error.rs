//! Errors in the text of moves.

use super::{LONGEST_RUN, Notation};
use crate::puzzle::{Place, Shape, excerpt};

/// A move that cannot be read, is illegal, or cannot be written.
///
/// ```
/// use tilebase::puzzle::Metric;
/// use tilebase::text::Notation;
/// let error = Notation::Blank.parse("dlx", Metric::Single).unwrap_err();
/// assert_eq!((error.number, error.illegal()), (3, None));
/// assert_eq!(error.to_string(), "move 3, column 3: expected one of d, l, r, u, found `x`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, column {column}: {flaw}{}", self.other())]
#[non_exhaustive]
pub struct MoveError {
    /// The number of the move, counted from 1. In a counted run each move counts.
    pub number: usize,
    /// Where the move, or its run, begins in the text, in bytes, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub flaw: MoveFlaw,
    /// Another notation in which the whole text would be legal on the board.
    pub legal_in: Option<Notation>,
    /// True if the whole text would be legal with rows and columns counted from 0.
    pub is_from_zero: bool,
}

impl MoveError {
    /// What the whole text would be legal as.
    fn other(&self) -> String {
        if self.is_from_zero {
            return "; all moves would be legal if rows and columns counted from 0: add 1 to each"
                .to_owned();
        }
        MoveError::hint(self.legal_in)
    }

    /// Says in which other notation moves would be legal, if there is one.
    #[doc(hidden)]
    pub fn hint(legal_in: Option<Notation>) -> String {
        let hint = |notation| format!("; all moves would be legal in the notation `{notation}`");
        legal_in.map(hint).unwrap_or_default()
    }

    /// True if the text could not be read, whatever the board: nothing is known of what was meant.
    #[doc(hidden)]
    pub fn is_unread(&self) -> bool {
        match &self.flaw {
            MoveFlaw::Tile { found, .. } => !found.bytes().all(|byte| byte.is_ascii_digit()),
            MoveFlaw::NoCell { .. } | MoveFlaw::ClickedBlank { .. } | MoveFlaw::Jump => false,
            _ => self.illegal().is_none(),
        }
    }

    /// The move as it is written, if it can be read but is illegal on the board.
    pub fn illegal(&self) -> Option<String> {
        match self.flaw {
            MoveFlaw::Leaves { ref written, .. }
            | MoveFlaw::NoTile { ref written, .. }
            | MoveFlaw::TooFar { ref written, .. } => Some(written.clone()),
            MoveFlaw::Apart { tile, .. } | MoveFlaw::OtherWay { tile, .. } => {
                Some(tile.to_string())
            }
            _ => None,
        }
    }
}

/// What is wrong with a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "names of fields")]
pub enum MoveFlaw {
    /// A character that is not a letter of a move.
    #[error("expected one of {expected}, found `{}`", excerpt(&found.to_string()))]
    Letter {
        /// The letters of the notation.
        expected: &'static str,
        found: char,
    },
    /// More or fewer moves than one.
    #[error("expected one move, found {found}")]
    Count { found: usize },
    /// A count that no run on any board can have.
    #[error("a run of {count}: expected 1 to {LONGEST_RUN}")]
    Run {
        /// The count, or `u64::MAX` for a larger one.
        count: u64,
    },
    /// A `'` after a move, as on other puzzles.
    #[error("`'` behind a move means nothing here; write the letter of the opposite move")]
    Prime,
    /// A word that is not the number of a tile.
    #[error("expected a tile from 1 to {largest}, found `{found}`")]
    Tile {
        /// The largest tile of the board.
        largest: usize,
        /// The start of the word, escaped.
        found: String,
    },
    /// A tile that cannot slide.
    #[error("tile {tile} is {place} the blank, which is in {blank}")]
    Apart {
        tile: usize,
        /// Where it is: `not beside`, or in the multi-tile metric in no line with.
        place: &'static str,
        /// The cell of the blank.
        blank: Place,
    },
    /// A move of the blank that leaves the board.
    #[error("`{written}` leaves the board: the blank is in {blank}")]
    Leaves {
        /// The move as it is written.
        written: String,
        /// The cell of the blank.
        blank: Place,
    },
    /// A direction in which no tile can slide.
    #[error("`{written}` moves no tile: the blank is in {blank}")]
    NoTile {
        /// The move as it is written.
        written: String,
        /// The cell of the blank.
        blank: Place,
    },
    /// A move of the multi-tile metric that goes over more cells than there are.
    #[error("`{written}` goes too far: the blank is in {blank}")]
    TooFar {
        /// The move as it is written, with its count.
        written: String,
        /// The cell of the blank before the move.
        blank: Place,
    },
    /// Moves that are written in several ways.
    #[error("`{found}` is {is} beside {beside}: write all moves in one way")]
    Mixed {
        found: String,
        /// How it is written: `a letter`, `a word` or `an arrow`.
        is: &'static str,
        /// How the moves before it are written: `letters`, `words` or `arrows`.
        beside: &'static str,
    },
    /// `->` next to signs that may be arrows.
    #[error(
        "`->` separates moves, and `<`, `>`, `^` and `v` are moves: separate these by spaces or \
         commas"
    )]
    DashAndSigns,
    /// Text, but no move.
    #[error("expected moves, found `{found}`")]
    NoMove {
        /// The start of the text, escaped.
        found: String,
    },
    /// An interval whose ends are in the wrong order.
    #[error("expected the bounds of a length, the smaller one first, found `{first}..{last}`")]
    Interval { first: u64, last: u64 },
    /// Numbers before moves that may count them, or be the numbers of steps.
    #[error(
        "numbers before moves are counts or the numbers of steps: write counts behind letters \
         (`r1d2`), and number steps from 1 (`1. r 2. d`), or leave their numbers out"
    )]
    Steps,
    /// Another number of moves than there are.
    #[error("the text says {said} moves, and has {found}")]
    Length { said: u64, found: u64 },
    /// A number that names a tile, where no tiles are read.
    #[error(
        "{number} is the number of a tile here: read it in the notation `tiles`, or write counts \
         behind their moves (`r2`)"
    )]
    TileNumber { number: u64 },
    /// A number next to some moves, but not to all.
    #[error(
        "a number beside some of these moves: write each count directly behind its move (`r2d`), \
         or commas between moves"
    )]
    SomeCounts,
    /// A direction next to some tiles, but not to all.
    #[error("a direction beside some of these tiles: write it beside all of them, or beside none")]
    SomeDirections,
    /// A tile that slides in another direction than the one next to its number.
    #[error("tile {tile} slides {goes}, not `{written}`")]
    OtherWay {
        tile: usize,
        /// The direction in which it slides.
        goes: &'static str,
        written: String,
    },
    /// Pairs of numbers, which are rows and columns.
    #[error("pairs of numbers in brackets are cells: read them in the notation `cells`")]
    Cells,
    /// Something else than a row and a column.
    #[error("expected a row and a column, counted from 1, as in `r3c2` or `(3, 2)`")]
    Pair,
    /// A cell that the board does not have.
    #[error("row {row}, column {col} is not a cell of {size}, counted from 1")]
    NoCell { row: u64, col: u64, size: Shape },
    /// The cell of the blank, in which no tile is.
    #[error("the blank is in {blank}: expected the cell of a tile")]
    ClickedBlank { blank: Place },
    /// A board in a path of boards that no move leads to from the one before it.
    #[error("this board is not one move from the board before it")]
    Jump,
    /// The number of a tile, or a cell, without a board.
    #[error("tiles and cells are moves only on a board, and there is none")]
    NeedsBoard,
}

/// A way to write directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// Letters: `d`, `l`, `r`, `u`.
    Letters,
    /// Words, such as `down`.
    Words,
    /// Arrows, such as `↓`.
    Arrows,
    /// Arrows of plain characters: `<`, `>`, `^`, `v`.
    Signs,
}

impl MoveKind {
    /// True for letters and words.
    pub(super) const fn is_spelled(self) -> bool {
        matches!(self, MoveKind::Letters | MoveKind::Words)
    }

    /// True if both may stand in one text.
    pub(super) const fn goes_with(self, other: MoveKind) -> bool {
        use MoveKind::{Arrows, Signs};
        matches!((self, other), (Arrows | Signs, Arrows | Signs)) || self as u8 == other as u8
    }

    /// One of this kind, and several.
    pub(super) const fn names(self) -> [&'static str; 2] {
        match self {
            MoveKind::Letters => ["a letter", "letters"],
            MoveKind::Words => ["a word", "words"],
            MoveKind::Arrows => ["an arrow", "arrows"],
            MoveKind::Signs => {
                ["an arrow of `<`, `>`, `^` and `v`", "arrows of `<`, `>`, `^` and `v`"]
            }
        }
    }
}
