//! The order in which the blank's moves are tried.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{Direction, Metric, Move, SmallBoard, UnknownName};

/// The order in which the blank's moves are tried. The default, `dlru`, is that of canonical
/// solutions.
///
/// ```
/// use tilebase::puzzle::{Metric, MoveOrder, SmallBoard};
/// use tilebase::Moves;
/// let order: MoveOrder = "UDLR".parse()?;
/// assert_eq!(order.to_string(), "udlr");
/// let board = SmallBoard::goal("3x3".parse()?);
/// let moves = |metric| order.moves(&board, metric).map(|(mv, _)| mv).collect::<Moves>();
/// assert_eq!(moves(Metric::Single).to_string(), "ul");
/// assert_eq!(moves(Metric::Multi).to_string(), "uu2ll2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([Direction; 4]);

impl MoveOrder {
    /// d < l < r < u, the order of canonical solutions.
    pub const CANONICAL: MoveOrder = MoveOrder(Direction::ALL);

    /// The legal moves of a board in a metric in this order, with the boards after them.
    #[inline]
    pub fn moves(
        self,
        board: &SmallBoard,
        metric: Metric,
    ) -> impl Iterator<Item = (Move, SmallBoard)> {
        let longest = metric.longest_move(board.shape().into()) as u8;
        self.0.into_iter().flat_map(move |direction| {
            let mut board = *board;
            (1..=longest).map_while(move |cells| {
                board = board.moved(direction)?;
                Some((Move::along(direction, cells), board))
            })
        })
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
        let moves: Option<Vec<Direction>> = text.chars().map(Direction::of_letter).collect();
        let moves = moves.and_then(|moves| <[Direction; 4]>::try_from(moves).ok());
        moves
            .filter(|moves| Direction::ALL.iter().all(|mv| moves.contains(mv)))
            .map(MoveOrder)
            .ok_or_else(|| UnknownName::new("each of d, l, r and u once, as in udlr", text))
    }
}
