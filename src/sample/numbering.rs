//! The numbers of boards. To draw a board is to draw its number, and where boards must differ, no
//! number is drawn twice.
//!
//! A board of up to sixteen cells has an index among all boards that reach the goal. Shapes of up
//! to 25 cells have too many boards for indices. There a number is a seed to shuffle the tiles
//! with, the moves that lead to a listed board (see [`NearGoal`]), or a hash. Larger boards have no
//! numbers.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::levels::NearGoal;
use super::random::Random;
use crate::board::Board;
use crate::puzzle::{BoardError, Class, Coordinates, LargeBoard, SmallBoard, solvable};

/// A board with its number.
pub(super) type Numbered = (u64, Board);

fn has_indices(goal: &SmallBoard) -> bool {
    goal.shape().class() != Class::Bounded
}

/// The board with this number among all that reach the goal: with an index, or a seed.
pub(super) fn board_of_all(goal: &SmallBoard, number: u64) -> Option<SmallBoard> {
    if has_indices(goal) {
        Coordinates::board_of_goal(goal, number)
    } else {
        Some(shuffled_with(goal, number))
    }
}

/// The board with this number in a list: with an index, or at the end of moves.
pub(super) fn listed_board(goal: &SmallBoard, number: u64) -> Option<SmallBoard> {
    if has_indices(goal) {
        Coordinates::board_of_goal(goal, number)
    } else {
        NearGoal::board(goal, number)
    }
}

/// The number of a board that was not drawn by its number: its index, or its hash, which few
/// boards share.
pub(super) fn number_of(goal: &SmallBoard, board: &SmallBoard) -> u64 {
    if has_indices(goal) {
        Coordinates::index_to_goal(goal, board)
    } else {
        BuildHasherDefault::<DefaultHasher>::new().hash_one(board)
    }
}

/// A random board that can reach the goal, drawn with this seed.
fn shuffled_with(goal: &SmallBoard, seed: u64) -> SmallBoard {
    let (mut random, mut cells) = (Random::new(seed), goal.cells().to_vec());
    random.shuffle(&mut cells);
    let board = SmallBoard::new(goal.shape(), &cells).expect("the cells of a board");
    match solvable(&board, goal) {
        Ok(()) => board,
        Err(why) => board.exchanged(why.exchange.0 as u8, why.exchange.1 as u8),
    }
}

/// A random board of more than 25 cells that can reach the goal, or that cannot.
pub(super) fn shuffled(
    goal: &LargeBoard,
    is_solvable: bool,
    random: &mut Random,
) -> Result<Board, BoardError> {
    let mut cells = goal.cells().to_vec();
    random.shuffle(&mut cells);
    let board = LargeBoard::new(goal.shape(), cells)?;
    if board.parities(goal)?.solvable() == is_solvable {
        return Ok(board.into());
    }
    // Exchanging two tiles changes the parity. The first two, as good as any others.
    let mut cells = board.cells().to_vec();
    let tiles: Vec<usize> = (0..3).filter(|&cell| cells[cell] != 0).collect();
    cells.swap(tiles[0], tiles[1]);
    Ok(LargeBoard::new(goal.shape(), cells)?.into())
}

/// A goal that is reached by exactly the boards that cannot reach this one: exchanging two tiles
/// changes the parity, and takes every board to the other half.
pub(super) fn unreachable(goal: &SmallBoard) -> SmallBoard {
    let order = goal.tile_order();
    goal.exchanged(order[order.len() - 2], order[order.len() - 1])
}
