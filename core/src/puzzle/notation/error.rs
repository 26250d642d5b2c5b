//! Errors in the text of moves.

use std::fmt;

use super::{LONGEST_RUN, Notation};
use crate::puzzle::{Place, excerpt};

/// A move that cannot be read, is illegal, or cannot be written.
///
/// ```
/// let error = "dlx".parse::<tilebase::Moves>().unwrap_err();
/// assert_eq!((error.number, error.illegal()), (3, None));
/// assert_eq!(error.to_string(), "move 3, column 3: expected one of d, l, r, u, found `x`");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number}, column {column}: {flaw}{}", OtherNotation(*legal_in))]
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
}

impl MoveError {
    /// The move as it is written, if it can be read but is illegal on the board.
    pub fn illegal(&self) -> Option<String> {
        match self.flaw {
            MoveFlaw::Leaves { letter, .. } | MoveFlaw::NoTile { letter, .. } => {
                Some(letter.to_string())
            }
            MoveFlaw::TooFar { letter, count, .. } => Some(format!("{letter}{count}")),
            MoveFlaw::Apart { tile, .. } | MoveFlaw::NotInLine { tile, .. } => {
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
    /// A `'` behind a move, as on other puzzles.
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
    #[error("tile {tile} is not beside the blank, which is in {blank}")]
    Apart {
        tile: usize,
        /// The cell of the blank.
        blank: Place,
    },
    /// A tile that cannot slide in the multi-tile metric.
    #[error(
        "tile {tile} is neither in the row nor in the column of the blank, which is in {blank}"
    )]
    NotInLine {
        tile: usize,
        /// The cell of the blank.
        blank: Place,
    },
    /// A move of the blank that leaves the board.
    #[error("`{letter}` leaves the board: the blank is in {blank}")]
    Leaves {
        letter: char,
        /// The cell of the blank.
        blank: Place,
    },
    /// A direction in which no tile can slide.
    #[error("`{letter}` moves no tile: the blank is in {blank}")]
    NoTile {
        letter: char,
        /// The cell of the blank.
        blank: Place,
    },
    /// A move of the multi-tile metric that goes over more cells than there are.
    #[error("`{letter}{count}` goes too far: the blank is in {blank}")]
    TooFar {
        letter: char,
        /// The number of cells, or `u64::MAX` for a larger one.
        count: u64,
        /// The cell of the blank before the move.
        blank: Place,
    },
    /// The number of a tile without a board.
    #[error("the numbers of tiles are moves only on a board, and there is none")]
    NeedsBoard,
}

struct OtherNotation(Option<Notation>);

impl fmt::Display for OtherNotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(notation) => {
                write!(f, "; all moves would be legal in the notation `{notation}`")
            }
            None => Ok(()),
        }
    }
}
