//! Boards of any size, and whether one of them can reach another.
//!
//! Every move exchanges the blank with a tile. So a sequence of moves is a sequence of exchanges,
//! and each takes the blank one step: the permutation from one board to the other is odd exactly if
//! the blank's two cells are an odd number of steps apart. With at least two rows and two columns
//! this condition is also sufficient (Johnson and Story, "Notes on the 15 puzzle", American Journal
//! of Mathematics 2, 1879; Wilson, "Graph puzzles, homotopy, and the alternating group", Journal of
//! Combinatorial Theory B 16, 1974). In a single row or column the tiles cannot pass one another,
//! so they must already be in the same order.
//!
//! The parity of a permutation is that of the number of cells minus the number of cycles, so one
//! pass over the cells is enough.

use std::fmt;

use super::solvability::{CANNOT_REACH, Inversions, is_not_of_first, write_ways_out};
use super::{BoardError, Direction, Move, Shape, SmallBoard, Unsolvable};

/// A board of any number of rows and columns, also a single row or column. The blank is 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LargeBoard {
    shape: Shape,
    cells: Vec<u32>,
    blank: usize,
}

/// Why one board can or cannot reach another.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parities {
    /// The rows and columns of both.
    pub shape: Shape,
    /// True if the number of inversions is odd: of pairs of tiles whose order is not the goal's.
    pub order_is_odd: bool,
    /// The number of rows between the blank and its goal cell.
    pub blank_rows_apart: usize,
    /// True if the tiles are in the same order, ignoring the blank. In a single row or column
    /// nothing else matters.
    pub same_order: bool,
    /// Two tiles to swap to make the board solvable. `None` if it is solvable already, or if one
    /// swap is not enough in a single row or column.
    pub exchange: Option<(u32, u32)>,
    /// As in [`Unsolvable`].
    pub reaches_first: bool,
}

impl LargeBoard {
    /// Creates a board from its cells, row by row.
    ///
    /// # Errors
    ///
    /// [`BoardError`] unless there are `rows * cols` cells, at least one, that hold 0 and the tiles
    /// from 1 once each.
    pub fn new(shape: Shape, cells: Vec<u32>) -> Result<LargeBoard, BoardError> {
        let Shape { rows, cols } = shape;
        let expected =
            rows.checked_mul(cols).filter(|&count| count > 0 && u32::try_from(count).is_ok());
        if expected != Some(cells.len()) {
            return Err(BoardError::count(shape, cells.iter().map(|&cell| cell.into())));
        }
        if !cells.contains(&0) {
            return Err(BoardError::NoBlank);
        }
        let mut places = vec![usize::MAX; cells.len()];
        for (number, &tile) in cells.iter().enumerate() {
            let cell = shape.place(number);
            let Some(place) = places.get_mut(tile as usize) else {
                let largest = cells.len() - 1;
                return Err(BoardError::TooLarge { cell, largest, found: tile.into() });
            };
            let first = std::mem::replace(place, number);
            if first != usize::MAX {
                let first = shape.place(first);
                return Err(match tile {
                    0 => BoardError::SecondBlank { cell, first },
                    tile => BoardError::Repeated { cell, first, tile },
                });
            }
        }
        Ok(LargeBoard { shape, blank: places[0], cells })
    }

    /// The board with the tiles in order and the blank in the last cell.
    ///
    /// # Errors
    ///
    /// [`BoardError::Count`] if there are no cells, or too many to be numbered with 32 bits.
    pub fn goal(shape: Shape) -> Result<LargeBoard, BoardError> {
        let none = BoardError::Count { shape, found: 0, more: false, whole: false };
        let count = shape
            .rows
            .checked_mul(shape.cols)
            .and_then(|count| u32::try_from(count).ok())
            .ok_or(none)?;
        LargeBoard::new(shape, (1..count).chain([0]).collect())
    }

    /// The rows and columns.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The tile in each cell, row by row. The blank is 0.
    pub fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The cell of the blank.
    pub const fn blank_cell(&self) -> usize {
        self.blank
    }

    /// The board after one move, or `None` if the move would leave the board.
    pub fn moved(&self, mv: impl Into<Move>) -> Option<LargeBoard> {
        self.after(&[mv.into()])
    }

    /// The board after a sequence of moves, or `None` if one of them would leave the board.
    pub fn after(&self, moves: &[Move]) -> Option<LargeBoard> {
        let mut board = self.clone();
        let mut steps = moves.iter().flat_map(|mv| (0..mv.cells()).map(|_| mv.direction()));
        steps.all(|mv| board.slide(mv)).then_some(board)
    }

    /// Makes a move by one cell. Returns whether it is legal; nothing happens if it is not.
    pub fn slide(&mut self, mv: Direction) -> bool {
        let Some(to) = self.shape.neighbour(self.blank, mv) else { return false };
        self.cells.swap(self.blank, to);
        self.blank = to;
        true
    }

    /// Why this board cannot reach `goal`, if it cannot. The sides are at least 2 and below 256.
    #[doc(hidden)]
    pub fn unsolvable(&self, goal: &LargeBoard) -> Result<Option<Unsolvable>, BoardError> {
        let parities = self.parities(goal)?;
        Ok((!parities.solvable()).then(|| Unsolvable {
            order_is_odd: parities.order_is_odd,
            blank_rows_apart: parities.blank_rows_apart as u8,
            cols: self.shape.cols as u8,
            exchange: parities.exchange.map_or((0, 0), |(a, b)| (a as u16, b as u16)),
            reaches_first: parities.reaches_first,
        }))
    }

    fn expect_shape(&self, goal: &LargeBoard) -> Result<(), BoardError> {
        let (found, expected) = (self.shape, goal.shape);
        if found == expected { Ok(()) } else { Err(BoardError::OtherShape { expected, found }) }
    }

    /// Computes the parities that decide whether this board can reach `goal`, in linear time.
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if the two differ in rows or columns.
    pub fn parities(&self, goal: &LargeBoard) -> Result<Parities, BoardError> {
        self.expect_shape(goal)?;
        let (found, cols) = (self.shape, self.shape.cols);
        let rows = (self.blank / cols).abs_diff(goal.blank / cols);
        let steps = found.steps(self.blank, goal.blank);
        // A step along a row changes the permutation but not the order. A step along a column
        // changes the order only if a row has an even number of cells.
        let is_even = cols.is_multiple_of(2);
        let blank_changes = (steps + if is_even { rows } else { 0 }) % 2 == 1;
        let mut parities = Parities {
            shape: found,
            order_is_odd: self.permutation_is_odd(goal) != blank_changes,
            blank_rows_apart: rows,
            same_order: self.tiles().eq(goal.tiles()),
            exchange: None,
            reaches_first: false,
        };
        if !parities.solvable() {
            parities.exchange = self.exchange(goal);
            parities.reaches_first = is_not_of_first(found, &goal.cells);
        }
        Ok(parities)
    }

    /// The number of inversions: of pairs of tiles whose order is not the goal's. Takes time
    /// proportional to n log n for n cells.
    ///
    /// # Errors
    ///
    /// [`BoardError::OtherShape`] if the goal has other rows and columns.
    pub fn inversions(&self, goal: &LargeBoard) -> Result<u64, BoardError> {
        self.expect_shape(goal)?;
        let mut places = vec![0; goal.cells.len()];
        (1..).zip(goal.tiles()).for_each(|(place, tile)| places[tile as usize] = place);
        // A Fenwick tree of the places that tiles after this one have in the goal.
        let mut behind = vec![0_u64; places.len()];
        let mut inversions = 0;
        for &tile in self.cells.iter().rev().filter(|&&tile| tile != 0) {
            let mut place: usize = places[tile as usize];
            let mut at = place;
            while at > 0 {
                inversions += behind[at];
                at &= at - 1;
            }
            while place < behind.len() {
                behind[place] += 1;
                place += place & place.wrapping_neg();
            }
        }
        Ok(inversions)
    }

    fn tiles(&self) -> impl Iterator<Item = u32> {
        self.cells.iter().copied().filter(|&tile| tile != 0)
    }

    /// Follows the cycles of the permutation that takes each cell to the cell of the same tile in
    /// the goal.
    fn permutation_is_odd(&self, goal: &LargeBoard) -> bool {
        let mut cell_of = vec![0; goal.cells.len()];
        for (cell, &tile) in goal.cells.iter().enumerate() {
            cell_of[tile as usize] = cell;
        }
        let mut seen = vec![false; self.cells.len()];
        let mut odd = false;
        for start in 0..self.cells.len() {
            let mut cell = start;
            // A cycle of n cells is n - 1 exchanges: all but the step that closes it.
            while !std::mem::replace(&mut seen[cell], true) {
                cell = cell_of[self.cells[cell] as usize];
                odd ^= cell != start;
            }
        }
        odd
    }

    fn exchange(&self, goal: &LargeBoard) -> Option<(u32, u32)> {
        if self.shape.is_line() {
            let wrong: Vec<(u32, u32)> = self
                .tiles()
                .zip(goal.tiles())
                .filter(|(here, there)| here != there)
                .take(3)
                .collect();
            return match wrong[..] {
                [(a, b), (c, d)] if (a, b) == (d, c) => Some((a, b)),
                _ => None,
            };
        }
        let mut last = self.cells.iter().rev().copied().filter(|&tile| tile != 0);
        let (second, first) = (last.next()?, last.next()?);
        Some((first, second))
    }
}

impl From<&SmallBoard> for LargeBoard {
    fn from(board: &SmallBoard) -> LargeBoard {
        let cells = board.cells().iter().map(|&tile| tile.into()).collect();
        LargeBoard { shape: board.shape().into(), cells, blank: board.blank_cell() }
    }
}

impl TryFrom<&LargeBoard> for SmallBoard {
    type Error = BoardError;

    /// Converts a board of at most 25 cells.
    fn try_from(board: &LargeBoard) -> Result<SmallBoard, BoardError> {
        let tiles: Vec<u8> = board.cells.iter().map(|&tile| tile as u8).collect();
        SmallBoard::new(board.shape.try_into()?, &tiles)
    }
}

impl fmt::Display for LargeBoard {
    /// Writes the numbers and an `x` like [`SmallBoard`]: with ` / ` between the rows, except for
    /// 3x3.
    /// `{:#}` draws the board, one row per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = if f.alternate() { (self.cells.len() - 1).to_string().len() } else { 0 };
        for (cell, &tile) in self.cells.iter().enumerate() {
            f.write_str(self.shape.separator(cell, f.alternate()))?;
            match tile {
                0 => write!(f, "{:>width$}", "x")?,
                tile => write!(f, "{tile:>width$}")?,
            }
        }
        Ok(())
    }
}

impl Parities {
    /// True if the board can reach the goal.
    pub const fn solvable(&self) -> bool {
        if self.shape.is_line() {
            self.same_order
        } else {
            let is_even = self.shape.cols.is_multiple_of(2);
            self.order_is_odd == (is_even && !self.blank_rows_apart.is_multiple_of(2))
        }
    }
}

impl fmt::Display for Parities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answer = if self.solvable() { "solvable" } else { CANNOT_REACH };
        if self.shape.is_line() {
            let order = if self.same_order {
                "the goal's order"
            } else {
                "a different order from the goal's"
            };
            let shape = self.shape;
            write!(
                f,
                "{answer}: on {shape} tiles cannot pass each other, and they are in {order}"
            )?;
        } else {
            let Parities { order_is_odd, blank_rows_apart, shape, .. } = *self;
            let reason = Inversions { order_is_odd, cols: shape.cols, blank_rows_apart };
            write!(f, "{answer}: {reason}")?;
        }
        match self.exchange {
            Some(exchange) => write_ways_out(f, exchange, self.reaches_first),
            None => Ok(()),
        }
    }
}
