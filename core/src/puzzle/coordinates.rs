//! Coordinates: a board as (blank cell, rank of the tile order), and solvable boards as numbers
//! without holes.

use super::permutation::{Nibbles, ONES, factorial, rank_is_odd, rank_nibbles, unrank};
use super::{MAX_CELLS, MAX_NUMBERED_CELLS, SmallBoard, SmallShape};

/// A state: the cell of the blank, and R, the rank of the tiles in reading order without the blank.
///
/// A horizontal move changes only the blank cell. A vertical move also adds an amount to R, taken
/// from a small table ([`MoveTable`](super::MoveTable)). So walking never unpacks a board.
///
/// ```
/// use tilebase::puzzle::{Coordinates, Direction, SmallBoard};
/// let board: SmallBoard = "1 2 3 4 5 6 7 x 8".parse()?;
/// let here = Coordinates::from(&board);
/// assert_eq!((here.blank, here.order), (7, 0));
/// let moved = Coordinates::from(&board.moved(Direction::Right).unwrap());
/// assert_eq!((moved.blank, moved.order), (8, 0));
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
///
/// Only boards of at most [`MAX_NUMBERED_CELLS`] cells have coordinates. Those of a larger board
/// are meaningless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinates {
    /// The cell of the blank.
    pub blank: usize,
    /// R, below tiles!.
    pub order: u64,
}

impl From<&SmallBoard> for Coordinates {
    fn from(board: &SmallBoard) -> Coordinates {
        let (blank, cells) = (board.blank_cell(), board.cells().len().min(MAX_NUMBERED_CELLS));
        let blank = blank % MAX_NUMBERED_CELLS;
        Coordinates {
            blank,
            order: rank_nibbles(remove_nibble(board.nibbles(), blank), cells - 1).0,
        }
    }
}

/// Removes the blank's nibble: those after it move up.
#[inline]
#[doc(hidden)]
pub const fn remove_nibble(cells: Nibbles, blank: usize) -> Nibbles {
    let behind = !0 << (4 * blank);
    (cells & !behind) | (cells >> 4 & behind)
}

/// The cells after the blank moves from one cell to another.
#[inline]
#[doc(hidden)]
pub const fn slid(cells: Nibbles, from: usize, to: usize) -> Nibbles {
    let tile = cells >> (4 * to) & 15;
    cells ^ tile << (4 * to) ^ tile << (4 * from)
}

/// Packs eight numbers below 16 from lanes of eight bits into nibbles.
#[inline]
#[doc(hidden)]
pub const fn pack_nibbles(lanes: u64) -> Nibbles {
    let lanes = (lanes | lanes >> 4) & 0x00ff_00ff_00ff_00ff;
    let lanes = (lanes | lanes >> 8) & 0x0000_ffff_0000_ffff;
    (lanes | lanes >> 16) & 0xffff_ffff
}

/// The cell of the first nibble that is 0, or `None` if no cell is.
#[inline]
#[doc(hidden)]
pub fn blank_of(cells: Nibbles, count: usize) -> Option<usize> {
    // Finds the zero nibbles without a loop: a nibble is zero if its high bit is clear and stays
    // clear when 7 is added to its other three bits.
    let ones = ONES >> (64 - 4 * count);
    let zeros = !(((cells & (7 * ones)) + 7 * ones) | cells) & (8 * ones);
    (zeros != 0).then(|| zeros.trailing_zeros() as usize / 4)
}

impl Coordinates {
    /// The coordinates of the board with these cells, and whether its tile order is odd. `None` if
    /// no cell is blank.
    #[inline]
    #[doc(hidden)]
    pub fn from_nibbles(cells: Nibbles, count: usize) -> Option<(Coordinates, bool)> {
        let blank = blank_of(cells, count)?;
        let (order, odd) = rank_nibbles(remove_nibble(cells, blank), count - 1);
        Some((Coordinates { blank, order }, odd))
    }

    /// The board at these coordinates, or `None` if the shape has no such blank cell or rank, or
    /// more than [`MAX_NUMBERED_CELLS`] cells.
    pub fn board(self, shape: SmallShape) -> Option<SmallBoard> {
        let is_large = shape.cells() > MAX_NUMBERED_CELLS;
        if is_large || self.blank >= shape.cells() || self.order >= factorial(shape.tiles()) {
            return None;
        }
        let mut order = [0; MAX_CELLS];
        unrank(self.order, &mut order[..shape.tiles()]);
        Some(SmallBoard::from_parts(shape, self.blank, order))
    }

    /// The index of this state among those that can reach the goal: `blank * (tiles!/2) + R/2`.
    ///
    /// Ranks 2k and 2k+1 differ only in the order of the last two tiles. So exactly one of the two
    /// has the parity that reaches the goal, and no two states that reach it share an index. A
    /// state of the other half has the index of its twin.
    #[inline]
    pub const fn index(self, shape: SmallShape) -> u64 {
        self.blank as u64 * shape.states_per_blank() + self.order / 2
    }

    /// The board with this index among those that can reach `goal`, which may be any board.
    /// `None` if the index is [`SmallShape::states`] or more.
    ///
    /// ```
    /// use tilebase::puzzle::{Coordinates, SmallBoard, solvable};
    /// let goal: SmallBoard = "2 1 3 / x 5 4".parse()?;
    /// let board = Coordinates::board_of_goal(&goal, 100).unwrap();
    /// assert_eq!(solvable(&board, &goal), Ok(()));
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn board_of_goal(goal: &SmallBoard, index: u64) -> Option<SmallBoard> {
        let shape = goal.shape();
        let in_order = Coordinates::from_index(shape, goal.blank_cell(), index)?.board(shape)?;
        // The goal's first tile takes the place of tile 1, and so on.
        let tiles = goal.tile_order();
        let mut order = [0; MAX_CELLS];
        for (place, tile) in order.iter_mut().zip(in_order.tile_order()) {
            *place = tiles[usize::from(tile) - 1];
        }
        Some(SmallBoard::from_parts(shape, in_order.blank_cell(), order))
    }

    /// The index of a board among those that can reach `goal`: the inverse of
    /// [`board_of_goal`](Self::board_of_goal). A board that cannot reach it has the index of one
    /// that can.
    ///
    /// ```
    /// use tilebase::puzzle::{Coordinates, SmallBoard};
    /// let goal: SmallBoard = "2 1 3 / x 5 4".parse()?;
    /// let board = Coordinates::board_of_goal(&goal, 100).unwrap();
    /// assert_eq!(Coordinates::index_to_goal(&goal, &board), 100);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the two boards differ in shape, or have more than [`MAX_NUMBERED_CELLS`] cells.
    pub fn index_to_goal(goal: &SmallBoard, board: &SmallBoard) -> u64 {
        let shape = goal.shape();
        assert_eq!(shape, board.shape(), "boards of one shape");
        assert!(shape.cells() <= MAX_NUMBERED_CELLS, "{shape} is too large to number boards");
        let label = goal.labels();
        let cells = board.cells().iter().rev();
        let labels = cells.fold(0, |all, &tile| all << 4 | Nibbles::from(label[usize::from(tile)]));
        let (at, _) =
            Coordinates::from_nibbles(labels, shape.cells()).expect("a board has a blank");
        at.index(shape)
    }

    /// The state with this index among those that can reach the goal with the tiles in order and
    /// the blank in cell `goal_blank`. `None` if the index is [`SmallShape::states`] or more.
    ///
    /// ```
    /// use tilebase::puzzle::{Coordinates, SmallShape};
    /// let shape = SmallShape::default();
    /// let state = Coordinates::from_index(shape, 8, 1).unwrap();
    /// assert_eq!(state.board(shape).unwrap().to_string(), "x 1 2 3 4 5 7 8 6");
    /// assert_eq!(state.index(shape), 1);
    /// assert_eq!(Coordinates::from_index(shape, 8, shape.states()), None);
    /// ```
    pub fn from_index(shape: SmallShape, goal_blank: usize, index: u64) -> Option<Coordinates> {
        if index >= shape.states() || shape.cells() > MAX_NUMBERED_CELLS {
            return None;
        }
        let blank = (index / shape.states_per_blank()) as usize;
        let even = index % shape.states_per_blank() * 2;
        let odd = shape.parity_differs(blank, goal_blank);
        let order = even + u64::from(rank_is_odd(even) != odd);
        Some(Coordinates { blank, order })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::permutation::is_odd;
    use crate::puzzle::solvable;

    /// Every state of every shape up to nine cells, for every goal cell: index and board are a
    /// bijection.
    #[test]
    fn index_and_board_are_a_bijection() {
        for shape in SmallShape::all(9) {
            let identity = std::array::from_fn(|i| i as u8 + 1);
            for goal_blank in 0..shape.cells() {
                let goal = SmallBoard::from_parts(shape, goal_blank, identity);
                for index in 0..shape.states() {
                    let state = Coordinates::from_index(shape, goal_blank, index).unwrap();
                    let board = state.board(shape).unwrap();
                    assert_eq!(Coordinates::from(&board), state);
                    assert_eq!(state.index(shape), index);
                    assert_eq!(solvable(&board, &goal), Ok(()));
                }
            }
        }
    }

    /// The other way round: every arrangement comes back from its coordinates, and the unsolvable
    /// half shares the numbers.
    #[test]
    fn every_arrangement_has_its_coordinates() {
        for shape in SmallShape::all(9) {
            let goal = SmallBoard::goal(shape);
            let mut taken = vec![[false; 2]; shape.states() as usize];
            for board in SmallBoard::all(shape) {
                let state = Coordinates::from(&board);
                assert_eq!(state.board(shape), Some(board));
                let half = usize::from(solvable(&board, &goal).is_err());
                let seen = &mut taken[state.index(shape) as usize][half];
                assert!(!*seen, "{board} shares its number");
                *seen = true;
            }
            assert!(taken.iter().all(|half| half == &[true, true]));
        }
    }

    #[test]
    fn nibbles_have_the_coordinates_of_their_board() {
        for shape in SmallShape::all(MAX_NUMBERED_CELLS) {
            let stride = (shape.states() / 20_011).max(1) as usize;
            for index in (0..shape.states()).step_by(stride) {
                let state = Coordinates::from_index(shape, 0, index).unwrap();
                let board = state.board(shape).unwrap();
                let expected = Some((state, is_odd(&board.tile_order())));
                let found = Coordinates::from_nibbles(board.nibbles(), shape.cells());
                assert_eq!(found, expected, "{board}");
            }
            assert_eq!(Coordinates::from_nibbles(u64::MAX, shape.cells()), None);
        }
    }

    #[test]
    fn larger_shapes_at_a_stride() {
        for shape in SmallShape::all(MAX_NUMBERED_CELLS).filter(|shape| shape.cells() > 9) {
            for index in (0..shape.states()).step_by((shape.states() / 3001) as usize) {
                let state = Coordinates::from_index(shape, shape.tiles(), index).unwrap();
                let board = state.board(shape).unwrap();
                assert_eq!((Coordinates::from(&board), state.index(shape)), (state, index));
                assert_eq!(solvable(&board, &SmallBoard::goal(shape)), Ok(()));
                assert_eq!(rank_is_odd(state.order), is_odd(&board.tile_order()));
            }
        }
    }
}
