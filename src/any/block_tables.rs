//! Tables of the moves that four tiles need that belong in a block of 2x2 cells and are near it.
//!
//! Manhattan distance sees nothing wrong with four tiles that are each one step away from their
//! cells, although they may stand in each other's way. So for each block of 2x2 goal cells there is
//! a table: the fewest moves of its four tiles beyond their steps, if each is at most one step away
//! on each axis. Other tiles are left out, and the board around the block is taken to be 4x4. A
//! block at an edge of the board has less room, so there are nine tables.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::tuning::ODD_BLOCK_MOVES;
use crate::generate::bfs_from;
use crate::puzzle::is_odd;

/// The cells at most one row and one column away from a tile's own: the digits of an index.
const NEAR_CELLS: usize = 9;

/// The size of a table, and the digit of a tile that is not near its cell: it leads beyond each
/// table.
pub(super) const TABLE_SIZE: usize = NEAR_CELLS.pow(4);

/// The value of the digit of each tile of a block, in the order of their cells.
pub(super) const DIGIT_VALUES: [u16; 4] = [729, 81, 9, 1];

/// For each position of a block on the board, a table of the moves beyond the steps.
pub(super) struct BlockTables(Vec<u8>);

impl BlockTables {
    /// The tables, made when they are first needed, in about a tenth of a second.
    pub fn get() -> &'static BlockTables {
        static TABLES: OnceLock<BlockTables> = OnceLock::new();
        let table = |position: usize| extra_moves(position / 3, position % 3);
        TABLES.get_or_init(|| BlockTables((0..9).flat_map(table).collect()))
    }

    /// The start of the table of the block whose first cell is in this row and column, on a board
    /// of this size.
    pub fn start(first: [usize; 2], size: [usize; 2]) -> usize {
        let [row, col] = [0, 1].map(|axis| match first[axis] {
            0 => 0,
            at if at + 2 == size[axis] => 2,
            _ => 1,
        });
        (3 * row + col) * TABLE_SIZE
    }

    /// The moves beyond their steps that four tiles need. Zero if one of them is not near.
    #[inline]
    pub fn extra_moves(&self, start: usize, index: usize) -> i32 {
        if index < TABLE_SIZE { i32::from(self.0[start + index]) } else { 0 }
    }
}

/// The digit of a tile in the index of a table, or [`TABLE_SIZE`] if the tile is not near its cell.
/// `down` and `right` are one more than its distance below and to the right of the cell.
pub(super) const fn digit(down: usize, right: usize) -> usize {
    if down < 3 && right < 3 { 3 * down + right } else { TABLE_SIZE }
}

/// The cells of the tiles of a block, on 4x4.
type BlockCells = [usize; 4];

/// The cells of the tiles, and the blank's zone.
type Places = (BlockCells, u16);

/// The table for the block whose first cell is in this row and column of 4x4.
fn extra_moves(row: usize, col: usize) -> Vec<u8> {
    let first = 4 * row + col;
    let goal: BlockCells = [first, first + 1, first + 4, first + 5];
    let distances = distances(&goal);
    let mut table = vec![0; TABLE_SIZE];
    for (digits, extra) in table.iter_mut().enumerate() {
        let Some((tiles, steps)) = tiles_and_steps(&goal, digits) else { continue };
        let free = (0..16).filter(|&cell| mask(&tiles) >> cell & 1 == 0);
        let above = free.map(|cell| distances[index(&tiles, zone(&tiles, cell)) as usize]);
        *extra = above.filter(|&above| above > 0).min().map_or(0, |above| above - 1 - steps);
        // An odd block (turned by one cell, or with two tiles exchanged) is put right only
        // together with another one, and the farther away that is, the longer it takes. The order
        // is that of the tiles' cells, which rise.
        let order = tiles.map(|cell| goal.partition_point(|&own| own < cell) as u8 + 1);
        if mask(&tiles) == mask(&goal) && is_odd(&order) {
            *extra += ODD_BLOCK_MOVES;
        }
    }
    table
}

/// The distance of the four tiles plus 1 for each place of theirs and of the blank's zone, or 0 for
/// what their goal is not reached from.
fn distances(goal: &BlockCells) -> Vec<u8> {
    let (mut goals, mut free) = (Vec::new(), !mask(goal));
    while free != 0 {
        let zone = zone(goal, free.trailing_zeros() as usize);
        free &= !zone;
        goals.push((*goal, zone));
    }
    let moves = |(tiles, blank): Places, visit: &mut dyn FnMut(Places, ())| {
        for (i, &from) in tiles.iter().enumerate() {
            for to in neighbours(from).filter(|to| blank >> to & 1 != 0) {
                let mut next = tiles;
                next[i] = to;
                visit((next, zone(&next, from)), ());
            }
        }
    };
    let index = |(tiles, blank): Places| index(&tiles, blank);
    let found =
        bfs_from(goals, 1 << 20, index, moves, |_, _, ()| (), |_| ControlFlow::Continue(()));
    found.expect("memory for a megabyte").1
}

/// The index of a distance: the cells of the tiles, and the first cell of the blank's zone.
fn index(tiles: &BlockCells, zone: u16) -> u64 {
    let cells = tiles.iter().fold(0, |index, &cell| 16 * index + cell as u64);
    16 * cells + u64::from(zone.trailing_zeros())
}

/// The cells of the tiles with these digits, and the number of their steps. `None` if they are not
/// four cells of 4x4.
fn tiles_and_steps(goal: &BlockCells, digits: usize) -> Option<(BlockCells, u8)> {
    let mut tiles = [0; 4];
    let (mut steps, mut rest, mut is_inside) = (0, digits, true);
    for (i, tile) in tiles.iter_mut().enumerate().rev() {
        let (down, right) = (rest % NEAR_CELLS / 3, rest % 3);
        rest /= NEAR_CELLS;
        let (row, col) = (goal[i] / 4 + down, goal[i] % 4 + right);
        is_inside &= (1..5).contains(&row) && (1..5).contains(&col);
        *tile = (4 * row + col).wrapping_sub(5);
        steps += u8::from(down != 1) + u8::from(right != 1);
    }
    (is_inside && mask(&tiles).count_ones() == 4).then_some((tiles, steps))
}

fn mask(tiles: &BlockCells) -> u16 {
    tiles.iter().fold(0, |mask, &cell| mask | 1 << cell)
}

/// The neighbours of a cell of 4x4.
fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / 4, cell % 4);
    let all = [
        (row > 0).then(|| cell - 4),
        (row < 3).then(|| cell + 4),
        (col > 0).then(|| cell - 1),
        (col < 3).then(|| cell + 1),
    ];
    all.into_iter().flatten()
}

/// The cells that the blank reaches from a cell without moving a tile of the block, as a mask.
fn zone(tiles: &BlockCells, cell: usize) -> u16 {
    let free = !mask(tiles);
    let mut zone = 1 << cell;
    loop {
        let wider =
            zone | (zone << 4) | (zone >> 4) | ((zone & 0x7777) << 1) | ((zone & 0xeeee) >> 1);
        if wider & free == zone {
            return zone;
        }
        zone = wider & free;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_odd_orders_of_a_block_count_more() {
        let goal = [5, 6, 9, 10];
        let table = extra_moves(1, 1);
        let index = |tiles: [usize; 4]| {
            tiles.iter().zip(goal).fold(0, |index, (&tile, own)| {
                NEAR_CELLS * index + digit(tile / 4 + 1 - own / 4, tile % 4 + 1 - own % 4)
            })
        };
        assert_eq!(table[index(goal)], 0);
        // All four turned by a cell, and two exchanged, side by side and diagonally.
        for odd in [[6, 10, 5, 9], [9, 5, 10, 6], [6, 5, 9, 10], [10, 6, 9, 5]] {
            assert!(table[index(odd)] > ODD_BLOCK_MOVES, "{odd:?}");
        }
        // Three of them turned, two pairs exchanged, and one of them outside.
        for even in [[6, 9, 5, 10], [6, 5, 10, 9], [10, 9, 6, 5], [5, 6, 9, 11], [5, 6, 9, 14]] {
            assert!(table[index(even)] < ODD_BLOCK_MOVES, "{even:?}");
        }
    }
}
