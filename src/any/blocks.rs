//! What four tiles cost that belong beside each other and are nearly there.
//!
//! Manhattan distance sees nothing wrong with four tiles that are each one step away from their
//! cells, although they may stand in each other's way. So for each block of 2x2 goal cells there is
//! a table: the least moves of its four tiles, beyond their steps, if each is at most one step away
//! in each direction. Other tiles are left out, and the board around the block is taken to be 4x4.
//! A block at a side of the board has less room, so there are nine tables.

use std::collections::VecDeque;
use std::sync::OnceLock;

use crate::puzzle::is_odd;

/// The places of a tile at most one row and column away from its cell.
const PLACES: usize = 9;

/// The size of a table, and the place of a tile that is farther away than that: it leads beyond
/// each table.
pub(super) const NO_PLACE: usize = PLACES.pow(4);

/// What four tiles in their own four cells count besides, in moves, if their order is odd: turned
/// by one cell, or two of them exchanged. Such a block is put right only together with another odd
/// one, and the farther away that is, the longer it takes. Beams that left one behind often ended
/// at the two of them.
const ODD: u8 = 12;

/// For each place of the block, and each place of its four tiles, the moves beyond their steps.
pub(super) struct Blocks(Vec<u8>);

impl Blocks {
    /// The tables, made when they are first needed, in about a tenth of a second.
    pub fn get() -> &'static Blocks {
        static BLOCKS: OnceLock<Blocks> = OnceLock::new();
        BLOCKS
            .get_or_init(|| Blocks((0..9).flat_map(|place| excess(place / 3, place % 3)).collect()))
    }

    /// Where the table of the block begins whose first cell is in this row and column.
    pub fn begin(first: [usize; 2], size: [usize; 2]) -> usize {
        let [row, col] = [0, 1].map(|axis| match first[axis] {
            0 => 0,
            at if at + 2 == size[axis] => 2,
            _ => 1,
        });
        (3 * row + col) * NO_PLACE
    }

    /// The moves beyond their steps that four tiles need, from where their table begins and their
    /// places. If one of them has no place, it is zero.
    #[inline]
    pub fn excess(&self, begin: usize, places: usize) -> i32 {
        if places < NO_PLACE { i32::from(self.0[begin + places]) } else { 0 }
    }
}

/// Where a tile is, seen from its cell, or [`NO_PLACE`] if it is more than one row or column away.
/// `down` and `right` are one more than how far it is below and to the right.
pub(super) const fn place(down: usize, right: usize) -> usize {
    if down < 3 && right < 3 { 3 * down + right } else { NO_PLACE }
}

type Tiles = [usize; 4];

/// The table for the block whose first cell is in this row and column of 4x4.
fn excess(row: usize, col: usize) -> Vec<u8> {
    let first = 4 * row + col;
    let goal: Tiles = [first, first + 1, first + 4, first + 5];
    let index = |tiles: &Tiles, zone: u16| {
        let cells = tiles.iter().fold(0, |index, &cell| 16 * index + cell);
        16 * cells + zone.trailing_zeros() as usize
    };
    let mut distances = vec![u8::MAX; 1 << 20];
    let mut open = VecDeque::new();
    let mut free = !mask(&goal);
    while free != 0 {
        let zone = zone(&goal, free.trailing_zeros() as usize);
        free &= !zone;
        distances[index(&goal, zone)] = 0;
        open.push_back((goal, zone));
    }
    while let Some((tiles, blank)) = open.pop_front() {
        let distance = distances[index(&tiles, blank)];
        for (i, &from) in tiles.iter().enumerate() {
            for to in around(from) {
                if blank >> to & 1 == 0 {
                    continue;
                }
                let mut next = tiles;
                next[i] = to;
                let after = zone(&next, from);
                let place = &mut distances[index(&next, after)];
                if *place == u8::MAX {
                    *place = distance + 1;
                    open.push_back((next, after));
                }
            }
        }
    }
    let mut table = vec![0; NO_PLACE];
    for (places, excess) in table.iter_mut().enumerate() {
        let mut tiles = [0; 4];
        let (mut steps, mut left, mut is_inside) = (0, places, true);
        for (i, tile) in tiles.iter_mut().enumerate().rev() {
            let (down, right) = (left % PLACES / 3, left % 3);
            left /= PLACES;
            let (row, col) = (goal[i] / 4 + down, goal[i] % 4 + right);
            is_inside &= (1..5).contains(&row) && (1..5).contains(&col);
            *tile = (4 * row + col).wrapping_sub(5);
            steps += u8::from(down != 1) + u8::from(right != 1);
        }
        if !is_inside || mask(&tiles).count_ones() < 4 {
            continue;
        }
        let zones = (0..16).filter(|&cell| mask(&tiles) >> cell & 1 == 0);
        let distance = zones.map(|cell| distances[index(&tiles, zone(&tiles, cell))]).min();
        *excess = distance.filter(|&distance| distance < u8::MAX).map_or(0, |all| all - steps);
        // The number of each tile's cell among those of the block, which rise.
        let order = tiles.map(|cell| goal.partition_point(|&own| own < cell) as u8 + 1);
        if mask(&tiles) == mask(&goal) && is_odd(&order) {
            *excess += ODD;
        }
    }
    table
}

fn mask(tiles: &Tiles) -> u16 {
    tiles.iter().fold(0, |mask, &cell| mask | 1 << cell)
}

/// The cells beside a cell of 4x4.
fn around(cell: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / 4, cell % 4);
    let all = [
        (row > 0).then(|| cell - 4),
        (row < 3).then(|| cell + 4),
        (col > 0).then(|| cell - 1),
        (col < 3).then(|| cell + 1),
    ];
    all.into_iter().flatten()
}

/// The cells that the blank reaches from a cell without moving one of the tiles.
fn zone(tiles: &Tiles, cell: usize) -> u16 {
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
        let table = excess(1, 1);
        let index = |tiles: [usize; 4]| {
            tiles.iter().zip(goal).fold(0, |index, (&tile, own)| {
                PLACES * index + place(tile / 4 + 1 - own / 4, tile % 4 + 1 - own % 4)
            })
        };
        assert_eq!(table[index(goal)], 0);
        // All four turned by a cell, and two exchanged, beside and across.
        for odd in [[6, 10, 5, 9], [9, 5, 10, 6], [6, 5, 9, 10], [10, 6, 9, 5]] {
            assert!(table[index(odd)] > ODD, "{odd:?}");
        }
        // Three of them turned, two pairs exchanged, and one of them outside.
        for even in [[6, 9, 5, 10], [6, 5, 10, 9], [10, 9, 6, 5], [5, 6, 9, 11], [5, 6, 9, 14]] {
            assert!(table[index(even)] < ODD, "{even:?}");
        }
    }
}
