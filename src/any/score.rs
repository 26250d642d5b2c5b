//! How good a board looks to a beam: the smaller the score, the better.
//!
//! Each tile counts with the *squares* of its row steps and column steps to its cell. Ten tiles one
//! step away are soon in their cells; one tile ten steps away must pass others, which then move
//! away. Tiles that belong beside each other count less if they are on the same way, because they
//! arrive in order. Pairs of tiles in the wrong order in or near their row or column, tiles beside
//! each other by the ways that both want to go, and blocks of tiles in each other's way, count
//! besides. None of this is a bound, and nothing is proved with it.

use super::blocks::{Blocks, NO_PLACE, place};
use super::field::Field;
use super::weights::{ELSEWHERE, KINDS, Order, ROOT, Weights, beside};
use crate::puzzle::Move;

/// What a tile one step away counts.
const STEP: i32 = 80;

/// What pairs in the wrong order and blocks seldom take off a score with one move.
const SELDOM: i32 = 100;

/// On boards of so few cells, odd groups count nothing.
const FEW_CELLS: usize = 64;

/// Boards of beams have at most this many cells, so that the number of a tile and what it wants are
/// one number, an *entry*.
pub(super) const MOST_CELLS: usize = 1 << WANTS;

/// The bit of an entry where it begins what the tile wants: one of [`KINDS`], or the number after
/// them for the blank.
const WANTS: u32 = 11;

/// The number of an entry.
#[inline]
pub(super) const fn number(entry: u16) -> usize {
    entry as usize & (MOST_CELLS - 1)
}

/// The row and the column of a spot if a row is so long. Spots between two rows are far from all.
const fn lines(spot: usize, stride: usize, cols: usize) -> [u16; 2] {
    let (row, col) = (spot / stride, spot % stride);
    if col < cols { [row as u16, col as u16] } else { [u16::MAX / 2; 2] }
}

/// For each move of the blank, a bit for each want of a tile that the move brings nearer.
const NEARER: [u32; 4] = {
    let mut nearer = [0; 4];
    let mut wants = 0;
    while wants < KINDS {
        let (down, right) = (wants / 5, wants % 5);
        let is_nearer = [down < 2, right > 2, right < 2, down > 2];
        let mut mv = 0;
        while mv < 4 {
            nearer[mv] |= (is_nearer[mv] as u32) << wants;
            mv += 1;
        }
        wants += 1;
    }
    nearer
};

/// Whether the tile of an entry comes nearer to its cell if the blank moves to where it is.
#[inline]
pub(super) const fn is_nearer(entry: u16, mv: Move) -> bool {
    NEARER[mv as usize] >> (entry >> WANTS) & 1 != 0
}

/// What a tile wants that is so many rows below and columns to the right of a cell, and belongs in
/// the cell so many below and to the right. Two steps and more are alike.
fn wants([down, right]: [usize; 2], [own_down, own_right]: [usize; 2]) -> u8 {
    let want =
        |at: usize, own: usize| 2 + own.saturating_sub(at).min(2) - at.saturating_sub(own).min(2);
    (5 * want(down, own_down) + want(right, own_right)) as u8
}

/// The cells around the blank's cell, and around that of the tile that moves, for each move.
fn around(near: &[[u16; 4]], blank: usize) -> [[[u16; 4]; 2]; 4] {
    let own = blank as u16;
    [0, 1, 2, 3].map(|mv| {
        let from = near[blank][mv];
        if from == NO_CELL {
            return [[own; 4]; 2];
        }
        let cell = |cell: u16| if cell == NO_CELL || cell == from { own } else { cell };
        [near[blank].map(cell), near[usize::from(from)].map(cell)]
    })
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
    /// What the tile wants.
    wants: u8,
}

/// What a tile counts besides, and with others.
struct Tile {
    /// The spot where it belongs.
    spot: u16,
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
    others: [Other; 3],
}

/// Another tile of a block.
#[derive(Clone, Copy, Default)]
struct Other {
    number: u16,
    /// The spot where it belongs.
    spot: u16,
    /// What its place counts.
    counts: u16,
}

/// Scores the boards of a shape. Only the difference of two scores means anything.
///
/// The cells where tiles are have numbers here, their *spots*, as if rows were more than twice as
/// long: so the difference of two spots tells how many rows and columns are between them, and it
/// is the index of tables.
pub(super) struct Score {
    rows: usize,
    cols: usize,
    home: usize,
    /// The spot of each cell.
    spots: Vec<u16>,
    /// The row and the column of each cell, and of each spot.
    lines: Vec<[u16; 2]>,
    spot_lines: Vec<[u16; 2]>,
    /// The cell beside each cell for each move, or [`NO_CELL`].
    near: Vec<[u16; 4]>,
    /// For each cell of the blank and each move, the cells on all sides of it, and those of the
    /// tile that moves. In place of those two, and of what is beyond the edge, is the blank's.
    around: Vec<[[[u16; 4]; 2]; 4]>,
    /// What two tiles beside each other count: by the direction from one to the other, and by what
    /// both want. Nothing for the blank.
    beside: [[[i16; 32]; 32]; 4],
    /// What two tiles in the wrong order count, for lines inside the board and at its sides.
    orders: [Order; 2],
    weights: Weights,
    tiles: Vec<Tile>,
    /// For each difference between a tile's spot and the one where it belongs.
    offsets: Vec<Offset>,
    /// The place in each of them: it alone is needed for the other tiles of a block.
    places: Vec<u16>,
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
        Score::with(field, weights, |down, right| {
            STEP * (down * down + right * right) + weights.bent * down * right
        })
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
        let Field { rows, cols, home, .. } = *field;
        let stride = 2 * cols + 2;
        let all = || 0..rows * cols;
        let near = all().map(|cell| Move::ALL.map(|mv| field.neighbour(cell, mv)));
        let near: Vec<[u16; 4]> =
            near.map(|near| near.map(|to| to.map_or(NO_CELL, |to| to as u16))).collect();
        let spots = all().map(|cell| (cell / cols * stride + cell % cols) as u16).collect();
        let centre = rows * stride + cols;
        let orders = [false, true].map(|is_side| Order::new(&weights, is_side));
        let mut score = Score {
            rows,
            cols,
            home,
            spots,
            lines: all().map(|cell| lines(cell, cols, cols)).collect(),
            spot_lines: (0..rows * stride).map(|spot| lines(spot, stride, cols)).collect(),
            around: all().map(|cell| around(&near, cell)).collect(),
            near,
            beside: beside(&weights),
            orders,
            weights,
            tiles: Vec::new(),
            offsets: vec![Offset::default(); 2 * centre + 1],
            places: Vec::new(),
            centre,
            apart: vec![[0; 4]; 2 * centre + 1],
            steps: [stride, usize::MAX, 1, stride.wrapping_neg()],
            first: Vec::new(),
            times: 1,
            blocks: Blocks::get(),
        };
        score.tiles = all().map(|number| score.tile(field, number)).collect();
        let apart: Vec<i32> = (0..=rows + cols + 1)
            .map(|steps| (f64::from(weights.apart) * (steps as f64).powf(ROOT)) as i32)
            .collect();
        for (down, right) in (0..=2 * rows).flat_map(|down| (0..=2 * cols).map(move |r| (down, r)))
        {
            let (below, beside) = (down.abs_diff(rows) as u16, right.abs_diff(cols) as u16);
            let is_nearer = [down < rows, right > cols, right < cols, down > rows];
            let steps = usize::from(below + beside);
            score.apart[down * stride + right] =
                is_nearer.map(|is| apart[if is { steps - 1 } else { steps + 1 }] - apart[steps]);
            score.offsets[down * stride + right] = Offset {
                far: far(below.into(), beside.into()),
                steps: steps as u16,
                place: place((down + 1).wrapping_sub(rows), (right + 1).wrapping_sub(cols)) as u16,
                wants: wants([down, right], [rows, cols]),
            };
        }
        score.places = score.offsets.iter().map(|offset| offset.place).collect();
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
                        *other = Other { number: tile as u16, spot: self.spots[tile], counts };
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

    /// What each odd group counts. Nothing on small boards, where two are never far apart, and if
    /// only some tiles are to be brought to their cells.
    pub const fn group(&self) -> i32 {
        let is_small = self.rows * self.cols <= FEW_CELLS;
        if is_small || !self.first.is_empty() { 0 } else { self.weights.group }
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

    /// The spot that stands for the blank's: it is in no row or column where a tile belongs.
    #[inline]
    pub const fn blank_spot(&self) -> u16 {
        // Rows are longer by more than one cell.
        self.cols as u16 + 1
    }

    /// The entry of a number in a cell.
    #[inline]
    pub fn entry(&self, number: usize, cell: usize) -> u16 {
        let wants = self.offset(self.spots[cell], self.tiles[number].spot).wants;
        number as u16 | u16::from(if number == self.home { KINDS as u8 } else { wants }) << WANTS
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
    /// the blank makes this move. `None` if it most likely grows by more than `most`.
    #[inline]
    pub fn change(
        &self,
        cells: &[u16],
        places: &[u16],
        number: usize,
        [from, to]: [usize; 2],
        mv: Move,
        most: i32,
    ) -> Option<i32> {
        let weights = &self.weights;
        let tile = &self.tiles[number];
        // Where the tile goes.
        let dir = mv.inverse() as usize;
        let at = self.centre + usize::from(self.spots[from]);
        let offset = at - usize::from(tile.spot);
        let before = self.offsets[offset];
        let after = self.offsets[offset.wrapping_add(self.steps[dir])];
        let side = if after.steps < before.steps { -tile.side } else { tile.side };
        let mut change = tile.times * (after.far - before.far + side);
        for (i, &other) in tile.beside.iter().enumerate() {
            let apart = at.wrapping_add(self.steps[i]) - usize::from(places[usize::from(other)]);
            change += self.apart[apart][dir] & tile.is_beside[i];
        }
        let [around_to, around_from] = &self.around[to][mv as usize];
        for dir in 0..4 {
            let beside = &self.beside[dir];
            let wants = |cell: u16| usize::from(cells[usize::from(cell)] >> WANTS);
            change += i32::from(beside[usize::from(after.wants & 31)][wants(around_to[dir])])
                - i32::from(beside[usize::from(before.wants & 31)][wants(around_from[dir])]);
        }
        // What follows takes as long as all before, and seldom makes up for so much.
        if change > most.saturating_add(SELDOM) {
            return None;
        }
        change += if dir == 0 || dir == 3 {
            self.leaving::<0>(places, number, [from, to])
                + self.along::<1>(cells, number, [from, to])
        } else {
            self.leaving::<1>(places, number, [from, to])
                + self.along::<0>(cells, number, [from, to])
        };
        if before.place != NO_PLACE as u16 || after.place != NO_PLACE as u16 {
            change += weights.block * self.blocks(places, tile, [before.place, after.place]);
        }
        Some(change)
    }

    /// How pairs in the wrong order change what they count, if a tile goes from one row to another,
    /// with those that belong in the row where it does. With 1 in place of 0, rows are columns.
    #[inline]
    fn leaving<const AXIS: usize>(
        &self,
        places: &[u16],
        number: usize,
        [from, to]: [usize; 2],
    ) -> i32 {
        let line = self.lines[number][AXIS];
        let far = |at: u16| usize::from(at.wrapping_sub(line).wrapping_add(3));
        let order = &self.orders[usize::from(self.is_side::<AXIS>(line))];
        let Some(changes) = order.changes.get(far(self.lines[from][AXIS])) else { return 0 };
        let changes = &changes[usize::from(to > from)];
        // Where the tile is along the line, and where it belongs.
        let (at, own) = (self.lines[from][1 - AXIS], usize::from(self.lines[number][1 - AXIS]));
        let of = |spot: u16| {
            let lines = self.spot_lines[usize::from(spot)];
            (i32::from(changes[far(lines[AXIS]).min(ELSEWHERE)]), lines[1 - AXIS])
        };
        let before = |&spot: &u16| {
            let (change, other) = of(spot);
            if other > at { change } else { 0 }
        };
        let behind = |&spot: &u16| {
            let (change, other) = of(spot);
            if other < at { change } else { 0 }
        };
        let line = usize::from(line);
        if AXIS == 0 {
            let tiles = &places[line * self.cols..][..self.cols];
            let sum: i32 = tiles[..own].iter().map(before).sum();
            sum + tiles[own + 1..].iter().map(behind).sum::<i32>()
        } else {
            let (first, rest) = places.split_at(own * self.cols);
            let rows = first.chunks_exact(self.cols);
            let sum: i32 = rows.map(|row| before(&row[line])).sum();
            let rows = rest.chunks_exact(self.cols).skip(1);
            sum + rows.map(|row| behind(&row[line])).sum::<i32>()
        }
    }

    /// Whether a row, or a column, is at a side of the board.
    #[inline]
    const fn is_side<const AXIS: usize>(&self, line: u16) -> bool {
        let lines = if AXIS == 0 { self.rows } else { self.cols };
        line == 0 || line as usize + 1 == lines
    }

    /// The same if a tile goes along its row or one near it. Only tiles above and below its two
    /// cells can then be in another order with it.
    #[inline]
    fn along<const AXIS: usize>(
        &self,
        cells: &[u16],
        number: usize,
        [from, to]: [usize; 2],
    ) -> i32 {
        let line = self.lines[number][AXIS];
        let here = self.lines[from][AXIS];
        let order = &self.orders[usize::from(self.is_side::<AXIS>(line))];
        let far = usize::from(here.wrapping_sub(line).wrapping_add(2));
        let Some(pairs) = order.pairs.get(far) else { return 0 };
        let (across, count) = if AXIS == 0 { (self.cols, self.rows) } else { (1, self.cols) };
        let mut change = 0;
        // The lines on both sides where tiles are that belong in the same one.
        for side in [-2_isize, -1, 1, 2] {
            let pair = pairs.get(far.wrapping_add_signed(side)).copied().unwrap_or(0);
            if pair == 0 || usize::from(here).wrapping_add_signed(side) >= count {
                continue;
            }
            let side = side.wrapping_mul(across.cast_signed());
            for (cell, other_cell, sign) in [(from, to, pair), (to, from, -pair)] {
                let other = self::number(cells[cell.wrapping_add_signed(side)]);
                let belongs = self.lines[other][AXIS] == line && other != self.home;
                let is_reversed = (cell > other_cell) != (other > number);
                change += if belongs && is_reversed { sign } else { 0 };
            }
        }
        change
    }

    /// How the moves that the blocks of a tile need beyond their steps change if it goes from one
    /// place to another.
    #[inline]
    fn blocks(&self, places: &[u16], tile: &Tile, [before, after]: [u16; 2]) -> i32 {
        let mut change = 0;
        for block in &tile.blocks[..tile.count] {
            let mut index = 0;
            for Other { number, spot, counts } in block.others {
                let at = self.centre + usize::from(places[usize::from(number)]);
                index += usize::from(counts) * usize::from(self.places[at - usize::from(spot)]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::field::places;

    /// Makes a move as beams do, and returns how the score changes.
    fn make(
        score: &Score,
        field: &mut Field,
        cells: &mut [u16],
        places: &mut [u16],
        mv: Move,
    ) -> Option<i32> {
        let (to, from) = (field.blank, score.neighbour(field.blank, mv)?);
        let tile = number(cells[from]);
        let change = score.change(cells, places, tile, [from, to], mv, i32::MAX).expect("all");
        let (before, steps) = (field.manhattan(), if is_nearer(cells[from], mv) { -1 } else { 1 });
        field.make(mv);
        assert_eq!(before.checked_add_signed(steps), Some(field.manhattan()));
        cells[from] = score.entry(field.home, from);
        cells[to] = score.entry(tile, to);
        places[tile] = score.spot(to);
        Some(change)
    }

    #[test]
    fn two_ways_to_a_board_have_one_score() {
        // A walk around four cells, three times, leads back to where it began.
        let circle = [Move::Right, Move::Down, Move::Left, Move::Up];
        for (rows, cols, home) in [(6, 6, 35), (2, 14, 27), (9, 3, 26), (5, 7, 11)] {
            let numbers = (0..rows * cols).map(|cell| (cell * 11 + 5) % (rows * cols));
            let cells: Vec<u16> = numbers.map(|number| number as u16).collect();
            let blank = cells.iter().position(|&cell| usize::from(cell) == home).expect("a blank");
            let mut field = Field { rows, cols, cells, blank, home };
            let score = Score::new(&field, 1);
            let entries = field.cells.iter().enumerate();
            let mut cells: Vec<u16> =
                entries.map(|(cell, &number)| score.entry(number.into(), cell)).collect();
            let mut places: Vec<u16> =
                places(&field).iter().map(|&cell| score.spot(cell.into())).collect();
            places[home] = score.blank_spot();
            let mut state = 1_u32;
            for _ in 0..2000 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let begin = (state >> 24) as usize;
                let before = field.clone();
                let moves = (0..12).map(|i| circle[(begin + i) % 4]);
                let changes: Option<i32> =
                    moves.map(|mv| make(&score, &mut field, &mut cells, &mut places, mv)).sum();
                if let Some(changes) = changes {
                    assert_eq!(field, before);
                    assert_eq!(changes, 0, "{before:?}");
                }
                let mv = Move::ALL[begin / 4 % 4];
                let _ = make(&score, &mut field, &mut cells, &mut places, mv);
            }
        }
    }
}
