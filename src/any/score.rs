//! How good a board looks to a beam: the smaller the score, the better.
//!
//! Each tile counts with the *squares* of its row steps and column steps to its cell. Ten tiles one
//! step away are soon in their cells; one tile ten steps away must pass others, which then move
//! away. Tiles that belong beside each other count less if they are on the same way, because they
//! arrive in order. Pairs of tiles in the wrong order in their row or column, tiles that are beside
//! each other and want to pass, and blocks of tiles in each other's way, count besides. None of
//! this is a bound, and nothing is proved with it.
//!
//! The weights were found by changing all at random together, with a step towards the better of two
//! opposite changes each time (SPSA), on random boards of 7x7 and 8x8 with limits of 1 to 2.5
//! million boards, and then going about half of the way there from those before.

use super::blocks::{Blocks, NO_PLACE, place};
use super::field::Field;
use crate::puzzle::Move;

/// What a tile one step away counts.
const STEP: i32 = 80;

/// The power of how far two tiles are apart.
const ROOT: f64 = 0.65;

/// What the score is made of, besides the squares of the steps.
#[derive(Clone, Copy)]
struct Weights {
    /// What the product of a tile's row steps and column steps counts.
    bent: i32,
    /// What each step counts besides for a tile that belongs at a side of the board.
    side: i32,
    /// What two tiles count that belong beside each other, and of which one is a step off from
    /// where it would be beside the other. More steps count with the power [`ROOT`].
    apart: i32,
    /// What two tiles count that are beside each other and want to pass.
    passing: i32,
    /// What two tiles in the wrong order count, for each line where both belong.
    conflict: i32,
    /// What each move counts that a block of tiles needs beyond its steps.
    block: i32,
}

impl Weights {
    /// The weights of a beam. The first beam has the best ones. Others have each weight up to two
    /// fifths smaller or larger, as if by chance.
    fn new(beam: usize) -> Weights {
        let mut state = beam as u64;
        let mut varied = |weight: i32| {
            if beam == 0 {
                return weight;
            }
            state = state.wrapping_add(1).wrapping_mul(6_364_136_223_846_793_005);
            weight * (60 + (state >> 33) as i32 % 81) / 100
        };
        Weights {
            bent: varied(40),
            side: varied(40),
            apart: varied(40),
            passing: varied(150),
            conflict: varied(550),
            block: varied(120),
        }
    }
}

/// Marks what is beyond the edge.
const NO_CELL: u16 = u16::MAX;

/// The place of a tile as seen from where it belongs.
#[derive(Clone, Copy, Default)]
struct Offset {
    /// What the tile counts.
    far: i32,
    steps: u16,
    /// The place in the tile's blocks, or [`NO_PLACE`].
    place: u16,
    /// A bit for each direction in which the tile comes nearer to its cell.
    wants: u8,
}

/// What a tile counts besides, and with others.
struct Tile {
    /// The spot and the column where it belongs.
    spot: u16,
    col: u16,
    /// What a step counts besides.
    side: i32,
    /// How many times its steps count.
    times: i32,
    /// Whether it is to be brought to its cell first.
    is_first: bool,
    /// The tiles that belong beside it, or itself where there is none.
    beside: [u16; 4],
    /// For each of them all bits, or none where there is none.
    is_beside: [i32; 4],
    /// The blocks of 2x2 tiles to which it belongs, and how many there are.
    blocks: [Block; 4],
    count: usize,
}

/// A block of a tile.
#[derive(Clone, Copy, Default)]
struct Block {
    /// Where its table begins.
    begin: u16,
    /// What the tile's place counts in the index of the table.
    counts: u16,
    /// The other tiles, and what their places count.
    others: [(u16, u16); 3],
}

/// Scores the boards of a shape. Only the difference of two scores means anything.
///
/// The cells where tiles are have numbers here, their *spots*, as if rows were more than twice as
/// long: so the difference of two spots tells how many rows and columns are between them, and it
/// is the index of tables.
pub(super) struct Score {
    cols: usize,
    /// The spot of each cell.
    spots: Vec<u16>,
    /// The cell beside each cell for each move, or [`NO_CELL`].
    near: Vec<[u16; 4]>,
    weights: Weights,
    tiles: Vec<Tile>,
    /// For each difference between a tile's spot and the one where it belongs.
    offsets: Vec<Offset>,
    /// The index of no difference.
    centre: usize,
    /// For each difference between a tile's spot and the one where it would be beside a tile that
    /// belongs there, how what they count changes if the tile goes in each direction.
    apart: Vec<[i32; 4]>,
    /// How the spot changes in each direction.
    steps: [usize; 4],
    /// The tiles that are to be brought to their cells before all others. They count this many
    /// times.
    first: Vec<usize>,
    times: i32,
    blocks: &'static Blocks,
}

impl Score {
    /// The score for all tiles, for the first beam or for another one.
    pub fn new(field: &Field, beam: usize) -> Score {
        let weights = Weights::new(beam);
        let far = |down: i32, right: i32| {
            STEP * (down * down + right * right) + weights.bent * down * right
        };
        Score::with(field, weights, far)
    }

    /// The score for bringing some tiles to their cells, while the others come nearer on the way.
    pub fn of_first(field: &Field, first: &[usize], times: i32, beam: usize) -> Score {
        let mut score = Score::with(field, Weights::new(beam), |down, right| STEP * (down + right));
        score.first = first.to_vec();
        score.times = times;
        for tile in &mut score.tiles {
            tile.times = 1;
            tile.is_first = false;
        }
        for &number in first {
            score.tiles[number].times = times;
            score.tiles[number].is_first = true;
        }
        score
    }

    /// The score of tiles that each count this much for their row steps and column steps.
    fn with(field: &Field, weights: Weights, far: impl Fn(i32, i32) -> i32) -> Score {
        let Field { rows, cols, .. } = *field;
        let stride = 2 * cols + 2;
        let all = || 0..rows * cols;
        let near = all().map(|cell| Move::ALL.map(|mv| field.neighbour(cell, mv)));
        let near = near.map(|near| near.map(|to| to.map_or(NO_CELL, |to| to as u16))).collect();
        let spots = all().map(|cell| (cell / cols * stride + cell % cols) as u16).collect();
        let centre = rows * stride + cols;
        let mut score = Score {
            cols,
            spots,
            near,
            weights,
            tiles: Vec::new(),
            offsets: vec![Offset::default(); 2 * centre + 1],
            centre,
            apart: vec![[0; 4]; 2 * centre + 1],
            steps: [stride, usize::MAX, 1, stride.wrapping_neg()],
            first: Vec::new(),
            times: 1,
            blocks: Blocks::get(),
        };
        score.tiles = all().map(|number| score.tile(field, number)).collect();
        let apart = |steps: usize| (f64::from(weights.apart) * (steps as f64).powf(ROOT)) as i32;
        let apart: Vec<i32> = (0..=rows + cols + 1).map(apart).collect();
        for (down, right) in (0..=2 * rows).flat_map(|down| (0..=2 * cols).map(move |r| (down, r)))
        {
            let (below, beside) = (down.abs_diff(rows) as u16, right.abs_diff(cols) as u16);
            let wants = [down < rows, right > cols, right < cols, down > rows];
            let steps = usize::from(below + beside);
            score.apart[down * stride + right] =
                wants.map(|wants| apart[if wants { steps - 1 } else { steps + 1 }] - apart[steps]);
            score.offsets[down * stride + right] = Offset {
                far: far(below.into(), beside.into()),
                steps: steps as u16,
                place: place((down + 1).wrapping_sub(rows), (right + 1).wrapping_sub(cols)) as u16,
                wants: (0..4).map(|dir| u8::from(wants[dir]) << dir).sum(),
            };
        }
        score
    }

    /// What a tile counts with others.
    fn tile(&self, field: &Field, number: usize) -> Tile {
        let Field { rows, cols, home, .. } = *field;
        let (row, col) = (number / cols, number % cols);
        let is_side = row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
        let near = self.near[number];
        let is_beside = near.map(|other| other != NO_CELL && usize::from(other) != home);
        let mut tile = Tile {
            spot: self.spots[number],
            col: col as u16,
            side: i32::from(is_side) * self.weights.side,
            times: 1,
            is_first: true,
            beside: [0, 1, 2, 3].map(|i| if is_beside[i] { near[i] } else { number as u16 }),
            is_beside: is_beside.map(|is_beside| -i32::from(is_beside)),
            blocks: [Block::default(); 4],
            count: 0,
        };
        for top in row.saturating_sub(1)..=row.min(rows - 2) {
            for left in col.saturating_sub(1)..=col.min(cols - 2) {
                let first = top * cols + left;
                let tiles = [first, first + 1, first + cols, first + cols + 1];
                // The blank's blocks have only three tiles.
                if tiles.contains(&home) {
                    continue;
                }
                let block = &mut tile.blocks[tile.count];
                tile.count += 1;
                block.begin = Blocks::begin([top, left], [rows, cols]) as u16;
                let mut others = block.others.iter_mut();
                for (tile, counts) in tiles.into_iter().zip([729, 81, 9, 1]) {
                    if tile == number {
                        block.counts = counts;
                    } else if let Some(other) = others.next() {
                        *other = (tile as u16, counts);
                    }
                }
            }
        }
        tile
    }

    /// How far the blank is from the nearest of the tiles that are to be brought to their cells
    /// first. `places` are the spots of the tiles.
    #[inline]
    pub fn blank(&self, places: &[u16], blank: usize) -> i32 {
        if self.first.is_empty() {
            return 0;
        }
        let missing =
            self.first.iter().filter(|&&number| places[number] != self.tiles[number].spot);
        let steps = missing.map(|&number| self.offset(self.spots[blank], places[number]).steps);
        STEP * i32::from(steps.min().unwrap_or(0)) * self.times
    }

    /// Whether a tile is to be brought to its cell first.
    #[inline]
    pub fn is_first(&self, number: usize) -> bool {
        self.tiles[number].is_first
    }

    /// The spot of a cell.
    #[inline]
    pub fn spot(&self, cell: usize) -> u16 {
        self.spots[cell]
    }

    /// The cell that the blank reaches from a cell, or `None` at the edge.
    #[inline]
    pub fn neighbour(&self, cell: usize, mv: Move) -> Option<usize> {
        let near = self.near[cell][mv as usize];
        (near != NO_CELL).then_some(near.into())
    }

    #[inline]
    fn offset(&self, spot: u16, from: u16) -> Offset {
        self.offsets[self.centre + usize::from(spot) - usize::from(from)]
    }

    /// How the score changes if the tile with this number goes from one cell to the blank's, when
    /// the blank makes this move, and whether the tile comes nearer to its cell.
    #[inline]
    pub fn change(
        &self,
        cells: &[u16],
        places: &[u16],
        number: usize,
        [from, to]: [usize; 2],
        mv: Move,
    ) -> (i32, bool) {
        let weights = &self.weights;
        let tile = &self.tiles[number];
        // Where the tile goes.
        let dir = mv.inverse() as usize;
        let at = self.centre + usize::from(self.spots[from]);
        let offset = at - usize::from(tile.spot);
        let before = self.offsets[offset];
        let after = self.offsets[offset.wrapping_add(self.steps[dir])];
        let is_nearer = before.wants >> dir & 1 != 0;
        let side = if is_nearer { -tile.side } else { tile.side };
        let mut change = tile.times * (after.far - before.far + side);
        for (i, &other) in tile.beside.iter().enumerate() {
            let apart = at.wrapping_add(self.steps[i]) - usize::from(places[usize::from(other)]);
            change += self.apart[apart][dir] & tile.is_beside[i];
        }
        let passing = self.passing(cells, places, to, after.wants & !(1 << (3 - dir)))
            - self.passing(cells, places, from, before.wants & !(1 << dir));
        change += weights.passing * passing;
        let in_rows = dir == 0 || dir == 3;
        // Bits of the moves that leave the row, or the column.
        let leaves = if in_rows { 0b1001 } else { 0b0110 };
        if after.wants & leaves == 0 {
            change += weights.conflict * self.reversed(cells, number, to, in_rows);
        }
        if before.wants & leaves == 0 {
            change -= weights.conflict * self.reversed(cells, number, from, in_rows);
        }
        if before.place != NO_PLACE as u16 || after.place != NO_PLACE as u16 {
            change += weights.block * self.blocks(places, tile, [before.place, after.place]);
        }
        (change, is_nearer)
    }

    /// The tiles beside a cell that want to go there, on the sides where its tile wants to go.
    #[inline]
    fn passing(&self, cells: &[u16], places: &[u16], cell: usize, mut wants: u8) -> i32 {
        let mut passing = 0;
        while wants != 0 {
            let dir = wants.trailing_zeros() as usize;
            wants &= wants - 1;
            let other = usize::from(cells[usize::from(self.near[cell][dir])]);
            let wants = self.offset(places[other], self.tiles[other].spot).wants;
            passing += i32::from(wants >> (3 - dir) & 1);
        }
        passing
    }

    /// The tiles that are in the wrong order with this one in a cell of the row where it belongs,
    /// or the column, of those that belong there as well.
    #[inline]
    fn reversed(&self, cells: &[u16], number: usize, cell: usize, in_rows: bool) -> i32 {
        let mut reversed = 0;
        let col = usize::from(self.tiles[cell].col);
        if in_rows {
            let first = cell - col;
            let last = first + self.cols;
            for &other in &cells[first..cell] {
                let other = usize::from(other);
                reversed += i32::from(other > number && other < last);
            }
            for &other in &cells[cell + 1..last] {
                let other = usize::from(other);
                reversed += i32::from(other < number && other >= first);
            }
        } else {
            let is_there = |other: usize| usize::from(self.tiles[other].col) == col;
            for at in (col..cell).step_by(self.cols) {
                let other = usize::from(cells[at]);
                reversed += i32::from(other > number && is_there(other));
            }
            for at in (cell..cells.len()).step_by(self.cols).skip(1) {
                let other = usize::from(cells[at]);
                reversed += i32::from(other < number && is_there(other));
            }
        }
        reversed
    }

    /// How the moves that the blocks of a tile need beyond their steps change if it goes from one
    /// place to another.
    #[inline]
    fn blocks(&self, places: &[u16], tile: &Tile, [before, after]: [u16; 2]) -> i32 {
        let mut change = 0;
        for block in &tile.blocks[..tile.count] {
            let mut index = 0;
            for (other, counts) in block.others {
                let place =
                    self.offset(places[usize::from(other)], self.tiles[usize::from(other)].spot);
                index += usize::from(counts) * usize::from(place.place);
            }
            if index >= NO_PLACE {
                continue;
            }
            let excess = |place: u16| {
                let index = index + usize::from(block.counts) * usize::from(place);
                self.blocks.excess(block.begin.into(), index)
            };
            change += excess(after) - excess(before);
        }
        change
    }
}
