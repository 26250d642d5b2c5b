//! How good a board looks to a beam: the smaller the score, the better.
//!
//! Each tile counts with the *squares* of its row steps and column steps to its cell. Ten tiles one
//! step away are soon in their cells; one tile ten steps away must pass others, which then move
//! away. Tiles that belong beside each other count less if they are on the same way, because they
//! arrive in order. Pairs of tiles in the wrong order in their row or column, tiles that are beside
//! each other and want to pass, and blocks of tiles in each other's way, count besides. None of
//! this is a bound, and nothing is proved with it.
//!
//! The weights were found by changing one after the other, where that made beams of 1,000 to 8,000
//! boards on random boards of 6x6, 8x8 and 10x10 find shorter solutions.

use std::cmp::Ordering;

use super::blocks::{Blocks, place};
use super::field::Field;
use crate::puzzle::Move;

/// What a tile one step away counts.
const STEP: i32 = 20;

/// The power of how far two tiles are apart.
const ROOT: f64 = 0.55;

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
            bent: varied(5),
            side: varied(5),
            apart: varied(13),
            passing: varied(20),
            conflict: varied(100),
            block: varied(20),
        }
    }
}

/// Marks what is beyond the edge.
const NO_CELL: u16 = u16::MAX;

/// Scores the boards of a shape. Only the difference of two scores means anything.
pub(super) struct Score {
    rows: usize,
    cols: usize,
    /// The row and column of each cell.
    at: Vec<[u16; 2]>,
    /// The cell beside each cell for each move, or [`NO_CELL`].
    near: Vec<[u16; 4]>,
    weights: Weights,
    /// What a tile counts, for each number of row steps and of column steps.
    far: Vec<i32>,
    /// For each tile, what a step counts besides.
    side: Vec<i32>,
    /// What two tiles that belong beside each other count, by the steps that they are apart.
    apart: Vec<i32>,
    /// The tiles that are to be brought to their cells before all others, and for each tile whether
    /// it is one of them. They count this many times.
    first: Vec<usize>,
    is_first: Vec<bool>,
    times: i32,
    blocks: &'static Blocks,
    /// The number of the blank.
    home: usize,
}

impl Score {
    /// The score for all tiles, for the first beam or for another one.
    pub fn new(field: &Field, beam: usize) -> Score {
        let Field { rows, cols, home, .. } = *field;
        let cells = || (0..rows * cols).map(|cell| [(cell / cols) as u16, (cell % cols) as u16]);
        let weights = Weights::new(beam);
        let near = |cell| Move::ALL.map(|mv| field.neighbour(cell, mv));
        let near = (0..rows * cols)
            .map(|cell| near(cell).map(|to| to.map_or(NO_CELL, |to| to as u16)))
            .collect();
        let far = |cell: [u16; 2]| {
            let [down, right] = cell.map(i32::from);
            STEP * (down * down + right * right) + weights.bent * down * right
        };
        let is_side = |cell: [u16; 2]| {
            let [row, col] = cell.map(usize::from);
            row == 0 || col == 0 || row + 1 == rows || col + 1 == cols
        };
        let apart = |steps: usize| (f64::from(weights.apart) * (steps as f64).powf(ROOT)) as i32;
        Score {
            rows,
            cols,
            at: cells().collect(),
            near,
            weights,
            far: cells().map(far).collect(),
            side: cells().map(|cell| i32::from(is_side(cell)) * weights.side).collect(),
            apart: (0..2 * (rows + cols)).map(apart).collect(),
            first: Vec::new(),
            is_first: vec![true; rows * cols],
            times: 1,
            blocks: Blocks::get(),
            home,
        }
    }

    /// The score for bringing some tiles to their cells, while the others come nearer on the way.
    pub fn of_first(field: &Field, first: &[usize], times: i32, beam: usize) -> Score {
        let mut score = Score::new(field, beam);
        for (far, [down, right]) in score.far.iter_mut().zip(score.at.iter().copied()) {
            *far = STEP * i32::from(down + right);
        }
        score.first = first.to_vec();
        score.is_first.fill(false);
        for &number in first {
            score.is_first[number] = true;
        }
        Score { times, ..score }
    }

    /// How far the blank is from the nearest of the tiles that are to be brought to their cells
    /// first.
    #[inline]
    pub fn blank(&self, places: &[u16], blank: usize) -> i32 {
        let missing = self.first.iter().filter(|&&number| usize::from(places[number]) != number);
        let steps = missing.map(|&number| self.steps(blank, places[number].into())).min();
        STEP * i32::from(steps.unwrap_or(0) as u16) * self.times
    }

    /// Whether a tile is to be brought to its cell first.
    #[inline]
    pub fn is_first(&self, number: usize) -> bool {
        self.is_first[number]
    }

    #[inline]
    fn weight(&self, number: usize) -> i32 {
        if self.is_first(number) { self.times } else { 1 }
    }

    /// The cell that the blank reaches from a cell, or `None` at the edge.
    #[inline]
    pub fn neighbour(&self, cell: usize, mv: Move) -> Option<usize> {
        let near = self.near[cell][mv as usize];
        (near != NO_CELL).then_some(near.into())
    }

    #[inline]
    pub fn steps(&self, a: usize, b: usize) -> usize {
        let ([row, col], [other_row, other_col]) = (self.at[a], self.at[b]);
        usize::from(row.abs_diff(other_row)) + usize::from(col.abs_diff(other_col))
    }

    /// How the score changes if the tile with this number goes from one cell to one beside it.
    #[inline]
    pub fn change(
        &self,
        cells: &[u16],
        places: &[u16],
        number: usize,
        [from, to]: [usize; 2],
    ) -> i32 {
        let in_rows = self.at[from][0] != self.at[to][0];
        let weights = &self.weights;
        let steps = self.far(number, to) - self.far(number, from);
        let pairs =
            self.reversed(cells, number, to, in_rows) - self.reversed(cells, number, from, in_rows);
        let passing = self.passing(cells, number, to, from) - self.passing(cells, number, from, to);
        let blocks = self.blocks(places, number, [from, to]);
        self.weight(number) * steps
            + self.apart(places, number, [from, to])
            + weights.passing * passing
            + weights.conflict * pairs
            + weights.block * blocks
    }

    /// What a tile counts in a cell.
    #[inline]
    fn far(&self, number: usize, cell: usize) -> i32 {
        let ([row, col], [to_row, to_col]) = (self.at[cell], self.at[number]);
        let (down, right) = (row.abs_diff(to_row), col.abs_diff(to_col));
        let far = self.far[usize::from(down) * self.cols + usize::from(right)];
        far + self.side[number] * i32::from(down + right)
    }

    /// How what a tile counts with those that belong beside it changes if it goes from one cell to
    /// another.
    #[inline]
    fn apart(&self, places: &[u16], number: usize, [from, to]: [usize; 2]) -> i32 {
        let at = |cell: usize| self.at[cell].map(i32::from);
        let ([row, col], from, to) = (at(number), at(from), at(to));
        let mut change = 0;
        for other in self.near[number].map(usize::from) {
            if other == usize::from(NO_CELL) || other == self.home {
                continue;
            }
            // Where the tile would be beside the other one.
            let ([other_row, other_col], [there, then]) = (at(other), at(places[other].into()));
            let beside = [there + row - other_row, then + col - other_col];
            let steps = |cell: [i32; 2]| {
                (cell[0].abs_diff(beside[0]) + cell[1].abs_diff(beside[1])) as usize
            };
            change += self.apart[steps(to)] - self.apart[steps(from)];
        }
        change
    }

    /// The tiles that this one would be beside in a cell, each in the way of the other. The cell
    /// `blank` has no tile.
    #[inline]
    fn passing(&self, cells: &[u16], number: usize, cell: usize, blank: usize) -> i32 {
        let mut passing = 0;
        for (axis, step) in [(0, self.cols), (1, 1)] {
            let (here, to) = (self.at[cell][axis], self.at[number][axis]);
            let beside = match here.cmp(&to) {
                Ordering::Less => cell + step,
                Ordering::Greater => cell - step,
                Ordering::Equal => continue,
            };
            let other = self.at[usize::from(cells[beside])][axis];
            let is_passing = if here < to { other <= here } else { other >= here };
            passing += i32::from(is_passing && beside != blank);
        }
        passing
    }

    /// The tiles that would be in the wrong order with this one in a cell, in the row where they
    /// belong, or in the column.
    #[inline]
    fn reversed(&self, cells: &[u16], number: usize, cell: usize, in_rows: bool) -> i32 {
        let axis = usize::from(!in_rows);
        let line = self.at[cell][axis];
        if self.at[number][axis] != line {
            return 0;
        }
        let (first, step, count) = if in_rows {
            (usize::from(line) * self.cols, 1, self.cols)
        } else {
            (line.into(), self.cols, self.rows)
        };
        let mut reversed = 0;
        for other in (0..count).map(|i| first + i * step) {
            let tile = usize::from(cells[other]);
            let is_there = tile != number && tile != self.home && other != cell;
            reversed += i32::from(
                is_there && self.at[tile][axis] == line && (tile < number) != (other < cell),
            );
        }
        reversed
    }

    /// How the moves that the blocks of a tile need beyond their steps change if it goes from one
    /// cell to another.
    #[inline]
    fn blocks(&self, places: &[u16], number: usize, [from, to]: [usize; 2]) -> i32 {
        let (before, after) = (self.place(number, from), self.place(number, to));
        if before.is_none() && after.is_none() {
            return 0;
        }
        let [row, col] = self.at[number].map(usize::from);
        let mut change = 0;
        for top in row.saturating_sub(1)..=row.min(self.rows - 2) {
            for left in col.saturating_sub(1)..=col.min(self.cols - 2) {
                let Some((index, digit)) = self.block(places, [top, left], number) else {
                    continue;
                };
                let table = self.blocks.table(top, left, self.rows, self.cols);
                let excess = |own: usize| i32::from(table[index + digit * own]);
                change += after.map_or(0, excess) - before.map_or(0, excess);
            }
        }
        change
    }

    /// The index of a block in its table without the digit of one of its tiles, and what that
    /// digit counts. `None` if another of its tiles is too far away.
    #[inline]
    fn block(
        &self,
        places: &[u16],
        [top, left]: [usize; 2],
        number: usize,
    ) -> Option<(usize, usize)> {
        let first = top * self.cols + left;
        let (mut index, mut digit) = (0, 0);
        let tiles = [first, first + 1, first + self.cols, first + self.cols + 1];
        for (tile, counts) in tiles.into_iter().zip([729, 81, 9, 1]) {
            if tile == number {
                digit = counts;
            } else if tile == self.home {
                // The blank's blocks have only three tiles.
                return None;
            } else {
                index += counts * self.place(tile, places[tile].into())?;
            }
        }
        Some((index, digit))
    }

    /// Where a tile in a cell is, seen from where it belongs.
    #[inline]
    fn place(&self, number: usize, cell: usize) -> Option<usize> {
        let ([row, col], [to_row, to_col]) = (self.at[cell], self.at[number]);
        place(
            usize::from((row + 1).wrapping_sub(to_row)),
            usize::from((col + 1).wrapping_sub(to_col)),
        )
    }
}
