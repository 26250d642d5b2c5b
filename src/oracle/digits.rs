//! Boards as hexadecimal digits: a word holds all cells, the first in the lowest digit, the blank as 0.

use super::eight::Eight;
use crate::puzzle::{Board, Coordinates};

/// A 1 in every digit.
const ONES: u64 = 0x1111_1111_1111_1111;

/// The digits of a board as it is written.
#[inline]
pub(super) fn of(board: &Board) -> u64 {
    // Nine by name: the loop is unrolled.
    match board.cells().try_into() {
        Ok(nine) => of_cells::<9>(nine),
        Err(_) => board.cells().iter().rev().fold(0, |digits, &cell| digits << 4 | u64::from(cell)),
    }
}

#[inline]
fn of_cells<const CELLS: usize>(cells: &[u8; CELLS]) -> u64 {
    (0..CELLS).fold(0, |digits, cell| digits | u64::from(cells[cell]) << (4 * cell))
}

/// The coordinates of a board of so many cells, and whether its tile order is odd.
#[inline]
pub(super) fn coordinates(digits: u64, cells: usize) -> Option<(Coordinates, bool)> {
    let (blank, order) = without_blank(digits, cells)?;
    let (order, odd) = rank(order, cells - 1);
    Some((Coordinates { blank, order }, odd))
}

/// The same for nine digits from 0 to 15: `None` if they are not those from 0 to 8.
#[inline]
pub(super) fn coordinates_of_nine(digits: u64, eight: &Eight) -> Option<(Coordinates, bool)> {
    let (blank, order) = without_blank(digits, 9)?;
    let (order, odd) = eight.rank(order as u32)?;
    Some((Coordinates { blank, order }, odd))
}

/// The cell of the blank, the first that is 0, and the digits without it: those behind move up.
#[inline]
fn without_blank(digits: u64, cells: usize) -> Option<(usize, u64)> {
    // The highest bits of the digits that are 0, without a loop: such a bit is not set, nor is it when 7 is added to the other three.
    let ones = ONES >> (64 - 4 * cells);
    let zeros = !(((digits & (7 * ones)) + 7 * ones) | digits) & (8 * ones);
    if zeros == 0 {
        return None;
    }
    let behind = !0 << (zeros.trailing_zeros() / 4 * 4);
    let order = (digits & !behind) | (digits >> 4 & behind);
    Some((zeros.trailing_zeros() as usize / 4, order))
}

/// The rank of a tile order and whether it is odd.
///
/// Digit k of `smaller` is the Lehmer digit that tile k + 1 has if it comes next: how many smaller tiles did not come yet.
#[inline]
fn rank(order: u64, tiles: usize) -> (u64, bool) {
    let (mut smaller, mut rank, mut inversions) = (0xfedc_ba98_7654_3210_u64, 0, 0);
    for place in 0..tiles {
        let shift = 4 * ((order >> (4 * place)).wrapping_sub(1) & 15);
        let digit = smaller >> shift & 15;
        smaller = smaller.wrapping_sub((ONES - 1) << shift);
        rank = rank * (tiles - place) as u64 + digit;
        inversions += digit;
    }
    (rank, inversions % 2 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{MAX_CELLS, Shape, odd};

    #[test]
    fn coordinates_are_those_of_the_board() {
        for shape in Shape::all(MAX_CELLS) {
            for index in (0..shape.states()).step_by((shape.states() / 20_011).max(1) as usize) {
                let board = Coordinates::of_index(shape, 0, index).unwrap().board(shape).unwrap();
                let expected = (Coordinates::of(&board), odd(&board.tile_order()));
                assert_eq!(coordinates(of(&board), shape.cells()), Some(expected), "{board}");
            }
        }
    }

    #[test]
    fn nine_digits_are_a_board_or_none() {
        let eight = Eight::new();
        for board in Board::all(Shape::default()) {
            let digits = of(&board);
            assert_eq!(coordinates_of_nine(digits, &eight), coordinates(digits, 9));
            // One digit changed to any other.
            for change in 1..16 {
                for cell in 0..9 {
                    assert_eq!(
                        coordinates_of_nine(digits ^ change << (4 * cell), &eight),
                        None,
                        "{board} {cell} {change}"
                    );
                }
            }
        }
    }
}
