//! Coordinates: a board as (blank cell, rank of the tile order), and solvable boards as numbers without holes.

use super::rank::{factorial, rank, unrank};
use super::{Board, MAX_CELLS, Shape};

/// A state: the cell of the blank, and R, the rank of the tiles in reading order with the blank left out.
///
/// A horizontal move changes the blank cell alone. A vertical move changes the blank cell, and R by an amount that a small table
/// gives ([`Steps`](super::Steps)): walking never unpacks a board.
///
/// ```
/// use tilebase::{Board, Coordinates, Move};
/// let board: Board = "1 2 3 4 5 6 7 x 8".parse()?;
/// let here = Coordinates::of(&board);
/// assert_eq!((here.blank, here.order), (7, 0));
/// let moved = Coordinates::of(&board.moved(Move::Right).unwrap());
/// assert_eq!((moved.blank, moved.order), (8, 0));
/// # Ok::<(), tilebase::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coordinates {
    /// The cell of the blank.
    pub blank: usize,
    /// R, below tiles!.
    pub order: u64,
}

impl Coordinates {
    /// The coordinates of a board.
    #[must_use]
    pub fn of(board: &Board) -> Coordinates {
        Coordinates { blank: board.blank_cell(), order: rank(&board.tile_order()) }
    }

    /// The board at these coordinates, or `None` where the shape has no such blank cell or rank.
    #[must_use]
    pub fn board(self, shape: Shape) -> Option<Board> {
        if self.blank >= shape.cells() || self.order >= factorial(shape.tiles()) {
            return None;
        }
        let mut order = [0; MAX_CELLS];
        unrank(self.order, &mut order[..shape.tiles()]);
        Some(Board::from_parts(shape, self.blank, order))
    }

    /// The number of this state among those that reach the goal: `blank * (tiles!/2) + R/2`.
    ///
    /// Ranks 2k and 2k+1 differ in the order of the last two tiles alone, so exactly one of the two has the parity that reaches
    /// the goal, and no two states that reach it share a number. A state of the other half has the number of its twin.
    #[must_use]
    pub const fn index(self, shape: Shape) -> u64 {
        self.blank as u64 * shape.states_per_blank() + self.order / 2
    }

    /// The board of a number among those that reach `goal`, which may be any, or `None` for a number of [`Shape::states`] or more.
    ///
    /// ```
    /// use tilebase::{Board, Coordinates, solvable};
    /// let goal: Board = "2 1 3 / x 5 4".parse()?;
    /// let board = Coordinates::board_of_goal(&goal, 100).unwrap();
    /// assert_eq!(solvable(&board, &goal), Ok(()));
    /// # Ok::<(), tilebase::BoardError>(())
    /// ```
    #[must_use]
    pub fn board_of_goal(goal: &Board, index: u64) -> Option<Board> {
        let shape = goal.shape();
        let in_order = Coordinates::of_index(shape, goal.blank_cell(), index)?.board(shape)?;
        // The goal's first tile takes the place of tile 1, and so on.
        let tiles = goal.tile_order();
        let order: Vec<u8> = in_order.tile_order().iter().map(|&tile| tiles[usize::from(tile) - 1]).collect();
        let order = std::array::from_fn(|i| order.get(i).copied().unwrap_or_default());
        Some(Board::from_parts(shape, in_order.blank_cell(), order))
    }

    /// The state that has this number among those that reach the goal with the tiles in order and the blank in cell
    /// `goal_blank`, or `None` for a number of [`Shape::states`] or more.
    ///
    /// ```
    /// use tilebase::{Coordinates, Shape};
    /// let shape = Shape::default();
    /// let state = Coordinates::of_index(shape, 8, 1).unwrap();
    /// assert_eq!(state.board(shape).unwrap().to_string(), "x 1 2 3 4 5 7 8 6");
    /// assert_eq!(state.index(shape), 1);
    /// assert_eq!(Coordinates::of_index(shape, 8, shape.states()), None);
    /// ```
    #[must_use]
    pub fn of_index(shape: Shape, goal_blank: usize, index: u64) -> Option<Coordinates> {
        if index >= shape.states() {
            return None;
        }
        let blank = (index / shape.states_per_blank()) as usize;
        let even = index % shape.states_per_blank() * 2;
        let order = even + u64::from(rank_is_odd(even, shape.tiles()) != shape.parity_differs(blank, goal_blank));
        Some(Coordinates { blank, order })
    }
}

/// Whether the permutation of this rank is odd. The Lehmer digits count its inversions.
fn rank_is_odd(mut rank: u64, tiles: usize) -> bool {
    let mut inversions = 0;
    for left in 1..=tiles as u64 {
        inversions += rank % left;
        rank /= left;
    }
    inversions % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::parity::{odd, solvable};

    /// Every state of every shape up to nine cells, for every goal cell: index and board are a bijection.
    #[test]
    fn index_and_board_are_a_bijection() {
        for shape in Shape::all(9) {
            let identity = std::array::from_fn(|i| i as u8 + 1);
            for goal_blank in 0..shape.cells() {
                let goal = Board::from_parts(shape, goal_blank, identity);
                for index in 0..shape.states() {
                    let state = Coordinates::of_index(shape, goal_blank, index).unwrap();
                    let board = state.board(shape).unwrap();
                    assert_eq!(Coordinates::of(&board), state);
                    assert_eq!(state.index(shape), index);
                    assert_eq!(solvable(&board, &goal), Ok(()));
                }
            }
        }
    }

    /// The other way round: every arrangement comes back from its coordinates, and the unsolvable half shares the numbers.
    #[test]
    fn every_arrangement_has_its_coordinates() {
        for shape in Shape::all(9) {
            let goal = Board::goal(shape);
            let mut taken = vec![[false; 2]; shape.states() as usize];
            for board in Board::all(shape) {
                let state = Coordinates::of(&board);
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
    fn larger_shapes_at_a_stride() {
        for shape in Shape::all(MAX_CELLS).filter(|shape| shape.cells() > 9) {
            for index in (0..shape.states()).step_by((shape.states() / 3001) as usize) {
                let state = Coordinates::of_index(shape, shape.tiles(), index).unwrap();
                let board = state.board(shape).unwrap();
                assert_eq!((Coordinates::of(&board), state.index(shape)), (state, index));
                assert_eq!(solvable(&board, &Board::goal(shape)), Ok(()));
                assert_eq!(rank_is_odd(state.order, shape.tiles()), odd(&board.tile_order()));
            }
        }
    }
}
