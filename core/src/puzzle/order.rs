//! The order in which the blank's moves are tried.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Board, Move, Slide, UnknownName};

/// The order in which the blank's moves are tried. The default, `dlru`, is that of canonical
/// solutions.
///
/// ```
/// use tilebase::puzzle::MoveOrder;
/// use tilebase::{Board, Move};
/// let order: MoveOrder = "UDLR".parse()?;
/// assert_eq!(order.to_string(), "udlr");
/// let board = Board::goal("3x3".parse()?);
/// let moves: Vec<Move> = order.moves(&board).map(|(mv, _)| mv).collect();
/// assert_eq!(moves, [Move::Up, Move::Left]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([Move; 4]);

impl MoveOrder {
    /// d < l < r < u, the order of canonical solutions.
    pub const CANONICAL: MoveOrder = MoveOrder(Move::ALL);

    /// The legal moves of a board in this order, with the boards after them.
    #[inline]
    pub fn moves<M: Slide>(self, board: &Board) -> impl Iterator<Item = (M, Board)> {
        self.0.into_iter().flat_map(|mv| M::towards(board, mv))
    }
}

impl Default for MoveOrder {
    fn default() -> MoveOrder {
        MoveOrder::CANONICAL
    }
}

impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|mv| f.write_char(mv.letter()))
    }
}

impl FromStr for MoveOrder {
    type Err = UnknownName;

    /// Reads four letters, in upper or lower case.
    fn from_str(text: &str) -> Result<MoveOrder, UnknownName> {
        let with_letter = |letter: char| {
            Move::ALL.into_iter().find(|mv| mv.letter() == letter.to_ascii_lowercase())
        };
        let moves: Option<Vec<Move>> = text.chars().map(with_letter).collect();
        let moves = moves.and_then(|moves| <[Move; 4]>::try_from(moves).ok());
        moves
            .filter(|moves| Move::ALL.iter().all(|mv| moves.contains(mv)))
            .map(MoveOrder)
            .ok_or_else(|| UnknownName::new("each of d, l, r and u once, as in udlr", text))
    }
}
