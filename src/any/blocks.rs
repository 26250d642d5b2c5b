//! What four tiles cost that belong beside each other and are nearly there.
//!
//! Manhattan distance sees nothing wrong with four tiles that are each one step away from their
//! cells, although they may stand in each other's way. So for each block of 2x2 goal cells there is
//! a table: the least moves of its four tiles, beyond their steps, if each is at most one step away
//! in each direction. Other tiles are left out, and the board around the block is taken to be 4x4.
//! A block at a side of the board has less room, so there are nine tables.

use std::collections::VecDeque;
use std::sync::OnceLock;

/// The places of a tile at most one row and column away from its cell.
const PLACES: usize = 9;

/// For each place of the block, and each place of its four tiles, the moves beyond their steps.
pub(super) struct Blocks([[Vec<u8>; 3]; 3]);

impl Blocks {
    /// The tables, made when they are first needed, in about a tenth of a second.
    pub fn get() -> &'static Blocks {
        static BLOCKS: OnceLock<Blocks> = OnceLock::new();
        BLOCKS.get_or_init(|| Blocks([0, 1, 2].map(|row| [0, 1, 2].map(|col| excess(row, col)))))
    }

    /// The table of the block whose first cell is in this row and column.
    #[inline]
    pub fn table(&self, row: usize, col: usize, rows: usize, cols: usize) -> &[u8] {
        &self.0[side(row, rows)][side(col, cols)]
    }
}

/// Whether a block is at the first side of the board, between both, or at the other.
#[inline]
const fn side(at: usize, most: usize) -> usize {
    match at {
        0 => 0,
        at if at + 2 == most => 2,
        _ => 1,
    }
}

/// Where a tile is, seen from its cell, if it is at most one row and column away. `down` and
/// `right` are one more than how far it is below and to the right.
#[inline]
pub(super) const fn place(down: usize, right: usize) -> Option<usize> {
    if down < 3 && right < 3 { Some(3 * down + right) } else { None }
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
    let mut table = vec![0; PLACES.pow(4)];
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
