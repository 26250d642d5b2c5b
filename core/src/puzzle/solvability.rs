//! Solvability: the parity that no move changes.
//!
//! A horizontal move leaves the tile order as it is. A vertical move rotates `cols` consecutive
//! tiles by one, which is `cols - 1` exchanges. So with an odd number of columns the parity of the
//! tile order never changes, and with an even number it changes with every row that the blank
//! crosses. Half of all boards agree with a goal in this respect, and exactly those can reach it
//! (Johnson and Story, "Notes on the 15 puzzle", American Journal of Mathematics 2, 1879).

use std::fmt;

use super::{MAX_CELLS, Shape, SmallBoard, plural};

/// Why a board cannot reach the goal, and how to repair it.
///
/// ```
/// use tilebase::puzzle::SmallBoard;
/// use tilebase::puzzle::solvable;
/// let start: SmallBoard = "1 2 3 4 5 6 8 7 x".parse()?;
/// let why = solvable(&start, &SmallBoard::goal(start.shape())).unwrap_err();
/// assert_eq!(why.exchange, (8, 7));
/// let message = why.to_string();
/// assert!(message.starts_with("unsolvable: no sequence of moves reaches the goal"));
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unsolvable {
    /// True if the tile order is an odd permutation of the goal's.
    pub order_is_odd: bool,
    /// The number of rows between the blank and its goal cell.
    pub blank_rows_apart: u8,
    /// The number of columns. The blank's row matters only if it is even.
    pub cols: u8,
    /// Swapping these two tiles makes the board solvable (any two would). Zeros if tiles
    /// of the board have no numbers.
    pub exchange: (u16, u16),
    /// True if the goal is the usual one, and the board can reach the one with the blank first: so
    /// it is if both sides are even.
    pub reaches_first: bool,
}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{CANNOT_REACH}: {}", self.reason())?;
        match self.exchange {
            (0, _) => Ok(()),
            exchange => write_ways_out(f, exchange, self.reaches_first),
        }
    }
}

/// What the message begins with, in plain words before the reason.
pub(super) const CANNOT_REACH: &str = "unsolvable: no sequence of moves reaches the goal";

/// Writes how to make a board solvable.
pub(super) fn write_ways_out(
    f: &mut fmt::Formatter<'_>,
    (a, b): (impl fmt::Display, impl fmt::Display),
    reaches_first: bool,
) -> fmt::Result {
    write!(f, "; swap tiles {a} and {b} to make it solvable")?;
    if reaches_first {
        f.write_str(", or use the goal `first`, which has the blank first")?;
    }
    Ok(())
}

/// The number of inversions of a board with at least two rows and columns, and what it must be.
pub(super) struct Inversions {
    pub(super) order_is_odd: bool,
    pub(super) cols: usize,
    pub(super) blank_rows_apart: usize,
}

impl fmt::Display for Inversions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inversions { order_is_odd, cols, blank_rows_apart } = *self;
        let parity = if order_is_odd { "odd" } else { "even" };
        let must_be_odd = cols.is_multiple_of(2) && !blank_rows_apart.is_multiple_of(2);
        let link = match must_be_odd {
            _ if order_is_odd == must_be_odd => "as it must be",
            true => "but must be odd",
            false => "but must be even",
        };
        write!(
            f,
            "the number of inversions (pairs of tiles in the opposite order to the goal's) is \
             {parity}, {link} with {cols} columns"
        )?;
        if cols.is_multiple_of(2) {
            match blank_rows_apart {
                0 => f.write_str(" and the blank in its goal row")?,
                apart => {
                    let rows = plural(apart as u64, "row");
                    write!(f, " and the blank {rows} from its goal row")?;
                }
            }
        }
        Ok(())
    }
}

impl std::error::Error for Unsolvable {}

/// Refuses a board `start` that cannot reach `goal`.
///
/// # Errors
///
/// [`Unsolvable`], which says why, if it cannot.
///
/// # Panics
///
/// If the two boards differ in shape.
pub fn solvable(start: &SmallBoard, goal: &SmallBoard) -> Result<(), Unsolvable> {
    assert_eq!(start.shape(), goal.shape(), "boards of one shape");
    // Each move exchanges the blank with a tile and changes the colour of its cell. So the order of
    // all cells is an odd permutation of the goal's exactly if the two colours must differ.
    let mut places = [0; MAX_CELLS];
    for (cell, &tile) in goal.cells().iter().enumerate() {
        places[usize::from(tile)] = cell;
    }
    // Bit 0, 1, 2, ... of `seen >> place` are the earlier cells that belong after this one.
    let (mut seen, mut inversions) = (0_u32, 0);
    for &tile in start.cells() {
        let place = places[usize::from(tile)];
        inversions ^= seen >> place;
        seen |= 1 << place;
    }
    let is_odd = inversions.count_ones() % 2 == 1;
    let [here, there] = [start, goal].map(|board| board.shape().colour(board.blank_cell()));
    if is_odd == (here != there) { Ok(()) } else { Err(Unsolvable::known(start.cells(), goal)) }
}

impl Unsolvable {
    /// The same for a board with tiles that have no numbers.
    #[doc(hidden)]
    #[must_use]
    pub fn without_numbers(self) -> Unsolvable {
        Unsolvable { exchange: (0, 0), reaches_first: false, ..self }
    }

    /// The reason alone, of which the whole message is made.
    pub fn reason(self) -> impl fmt::Display {
        Inversions {
            order_is_odd: self.order_is_odd,
            cols: self.cols.into(),
            blank_rows_apart: self.blank_rows_apart.into(),
        }
    }

    /// The reason for cells of the goal's shape that are known not to reach the goal. The parity of
    /// their order follows from that, so this is fast.
    #[inline]
    #[doc(hidden)]
    pub fn known(cells: &[u8], goal: &SmallBoard) -> Unsolvable {
        let (shape, goal_blank) = (goal.shape(), goal.blank_cell());
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or_default();
        let mut last = cells.iter().rev().map(|&tile| u16::from(tile)).filter(|&tile| tile != 0);
        let second = last.next().unwrap_or_default();
        let first = last.next().unwrap_or_default();
        Unsolvable {
            order_is_odd: !shape.parity_differs(blank, goal_blank),
            blank_rows_apart: (blank / shape.cols()).abs_diff(goal_blank / shape.cols()) as u8,
            cols: shape.cols() as u8,
            exchange: (first, second),
            reaches_first: is_not_of_first(shape.into(), goal.cells()),
        }
    }
}

/// True if a goal has the tiles in order and the blank last, and no board reaches both it and the
/// same with the blank first.
pub(super) fn is_not_of_first<T: Copy + Into<u32>>(shape: Shape, goal: &[T]) -> bool {
    let is_at = |(&tile, cell): (&T, usize)| tile.into() as usize == cell % goal.len();
    let is_usual = || goal.iter().zip(1..).all(is_at);
    shape.rows.is_multiple_of(2) && shape.cols.is_multiple_of(2) && is_usual()
}

#[cfg(test)]
mod tests {
    use super::super::GoalName;
    use super::*;
    use crate::puzzle::{Direction, LargeBoard, SmallShape, is_odd};
    use std::collections::HashSet;

    /// Each board reaches the usual goal or, as it says then, the one with the blank first.
    #[test]
    fn the_other_goal_is_reached_if_both_sides_are_even() {
        for (shape, is_even) in [("2x2", true), ("2x4", true), ("2x3", false), ("3x3", false)] {
            let shape: SmallShape = shape.parse().unwrap();
            let [last, first] =
                [GoalName::Last, GoalName::First].map(|name| name.board(shape).unwrap());
            for board in SmallBoard::all(shape).step_by(7) {
                let Err(why) = solvable(&board, &last) else { continue };
                assert_eq!(why.reaches_first, is_even);
                assert_eq!(solvable(&board, &first).is_ok(), is_even);
                let large = LargeBoard::from(&board).unsolvable(&(&last).into()).unwrap();
                assert_eq!(large, Some(why));
                let of_first = solvable(&last, &first).err();
                assert!(of_first.is_none_or(|why| !why.reaches_first));
            }
        }
    }

    /// Compares the answer for every board of the small shapes with plain reachability.
    #[test]
    fn solvable_is_reachable() {
        for shape in ["2x2", "2x3", "3x2"].map(|s| s.parse::<SmallShape>().unwrap()) {
            let goal = SmallBoard::goal(shape);
            let mut reached = HashSet::from([goal]);
            let mut open = vec![goal];
            while let Some(board) = open.pop() {
                open.extend(
                    Direction::ALL
                        .iter()
                        .filter_map(|&mv| board.moved(mv))
                        .filter(|&next| reached.insert(next)),
                );
            }
            assert_eq!(reached.len() as u64, shape.states());
            for board in SmallBoard::all(shape) {
                let parities = LargeBoard::from(&board).parities(&LargeBoard::from(&goal)).unwrap();
                assert_eq!(parities.solvable(), reached.contains(&board), "{board}");
                match solvable(&board, &goal) {
                    Ok(()) => assert!(reached.contains(&board), "{board}"),
                    Err(why) => {
                        assert_eq!(why.to_string(), parities.to_string(), "{board}");
                        assert!(!reached.contains(&board), "{board}");
                        let [order, goals] =
                            [&board, &goal].map(|board| is_odd(&board.tile_order()));
                        assert_eq!(why.order_is_odd, order != goals, "{board}");
                        let mended = board.exchanged(why.exchange.0 as u8, why.exchange.1 as u8);
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
        let start = "x 1 / 2 3".parse().unwrap();
        let goal = "2 1 / x 3".parse().unwrap();
        assert_eq!(solvable(&start, &goal), Ok(()));
    }
}
