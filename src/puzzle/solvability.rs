//! Solvability: the parity that no move changes.
//!
//! A horizontal move leaves the tile order as it is. A vertical move rotates `cols` consecutive
//! tiles by one, which is `cols - 1` exchanges. So with an odd number of columns the parity of the
//! tile order never changes, and with an even number it changes with every row that the blank
//! crosses. Half of all boards agree with a goal in this respect, and exactly those can reach it
//! (Johnson and Story, "Notes on the 15 puzzle", American Journal of Mathematics 2, 1879).

use std::fmt;

use super::permutation::is_odd;
use super::{Board, Plural};

/// Why a board cannot reach the goal, and how to repair it.
///
/// ```
/// use tilebase::Board;
/// use tilebase::puzzle::solvable;
/// let start: Board = "1 2 3 4 5 6 8 7 x".parse()?;
/// let why = solvable(&start, &Board::goal(start.shape())).unwrap_err();
/// assert_eq!(why.exchange, (8, 7));
/// let message = why.to_string();
/// assert!(message.starts_with("unsolvable: the tiles are an odd permutation of the goal's"));
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsolvable {
    /// Whether the tile order is an odd permutation of the goal's.
    pub order_is_odd: bool,
    /// The number of rows between the blank and its goal cell.
    pub blank_rows_apart: usize,
    /// The number of columns. The blank's row matters only if it is even.
    pub cols: usize,
    /// Exchanging these two tiles makes the board solvable (any two would).
    pub exchange: (u8, u8),
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (parity, needed) = if self.order_is_odd { ("odd", "even") } else { ("even", "odd") };
        write!(f, "unsolvable: the tiles are an {parity} permutation of the goal's, ")?;
        let columns = self.cols;
        if columns.is_multiple_of(2) {
            let rows = Plural(self.blank_rows_apart as u64, "row");
            write!(
                f,
                "but on a {columns}-column board an {needed} one is needed when the blank is {rows} \
                 from its goal cell"
            )?;
        } else {
            write!(f, "and no move on a {columns}-column board changes this parity")?;
        }
        write!(
            f,
            "; exchange tiles {} and {} to make it solvable",
            self.exchange.0, self.exchange.1
        )
    }
}

impl std::error::Error for Unsolvable {}

/// Whether `start` can reach `goal`.
///
/// # Errors
///
/// [`Unsolvable`], which says why, if it cannot.
///
/// # Panics
///
/// If the two boards differ in shape.
pub fn solvable(start: &Board, goal: &Board) -> Result<(), Unsolvable> {
    let parities = Unsolvable::between(start, goal);
    let must_be_odd = start.shape().parity_differs(start.blank_cell(), goal.blank_cell());
    if parities.order_is_odd == must_be_odd { Ok(()) } else { Err(parities) }
}

impl Unsolvable {
    /// Compares the parities of `start` and `goal`. Meaningful as an error only if they do not
    /// match.
    pub(crate) fn between(start: &Board, goal: &Board) -> Unsolvable {
        let shape = start.shape();
        assert_eq!(shape, goal.shape(), "boards of one shape");
        let row = |board: &Board| board.blank_cell() / shape.cols();
        let order = start.tile_order();
        Unsolvable {
            order_is_odd: is_odd(&order) != is_odd(&goal.tile_order()),
            blank_rows_apart: row(start).abs_diff(row(goal)),
            cols: shape.cols(),
            exchange: (order[shape.tiles() - 2], order[shape.tiles() - 1]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Move, Shape};
    use std::collections::HashSet;

    /// Compares the answer for every board of the small shapes with plain reachability.
    #[test]
    fn solvable_is_reachable() {
        for shape in ["2x2", "2x3", "3x2"].map(|s| s.parse::<Shape>().unwrap()) {
            let goal = Board::goal(shape);
            let mut reached = HashSet::from([goal]);
            let mut open = vec![goal];
            while let Some(board) = open.pop() {
                open.extend(
                    Move::ALL
                        .iter()
                        .filter_map(|&mv| board.moved(mv))
                        .filter(|&next| reached.insert(next)),
                );
            }
            assert_eq!(reached.len() as u64, shape.states());
            for board in Board::all(shape) {
                match solvable(&board, &goal) {
                    Ok(()) => assert!(reached.contains(&board), "{board}"),
                    Err(why) => {
                        assert!(!reached.contains(&board), "{board}");
                        let mended = board.exchanged(why.exchange.0, why.exchange.1);
                        assert!(reached.contains(&mended), "{board}: {why}");
                    }
                }
            }
        }
    }

    /// Dropping the blank and comparing inversions is wrong on even widths: these two are one move
    /// apart.
    #[test]
    fn even_widths_count_the_row() {
        let start = Board::parse("0 1 / 2 3", None).unwrap();
        let goal = Board::parse("2 1 / 0 3", None).unwrap();
        assert_eq!(solvable(&start, &goal), Ok(()));
    }
}
