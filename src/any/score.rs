//! How good a board looks to a beam: the smaller the score, the better.
//!
//! Each tile counts with the *square* of its steps to its cell. Ten tiles one step away are soon in
//! their cells; one tile ten steps away must pass others, which then move away. With plain steps a
//! beam of the same width finds solutions that are a quarter longer. Pairs of tiles in the wrong
//! order in their row or column, and blocks of tiles in each other's way, count besides. None of
//! this is a bound, and nothing is proved with it.

use super::blocks::{Blocks, place};
use super::field::Field;

/// What a tile one step away counts.
const STEP: i32 = 10;

/// What two tiles in the wrong order count, for each line where both belong.
const CONFLICT: i32 = 5 * STEP;

/// What each move counts that a block of tiles needs beyond its steps.
const BLOCK: i32 = 2 * STEP;

/// Scores the boards of a shape. Only the difference of two scores means anything.
pub(super) struct Score {
    rows: usize,
    cols: usize,
    /// The row and column of each cell.
    at: Vec<[u16; 2]>,
    /// What a tile counts for each number of steps.
    far: Vec<i32>,
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
    /// The score for all tiles.
    pub fn new(field: &Field) -> Score {
        let Field { rows, cols, home, .. } = *field;
        let at =
            (0..rows * cols).map(|cell| [(cell / cols) as u16, (cell % cols) as u16]).collect();
        let far = (0..).take(rows + cols).map(|steps| STEP * steps * steps).collect();
        let (first, is_first) = (Vec::new(), vec![true; rows * cols]);
        Score { rows, cols, at, far, first, is_first, times: 1, blocks: Blocks::get(), home }
    }

    /// The score for bringing some tiles to their cells, while the others come nearer on the way.
    pub fn of_first(field: &Field, first: &[usize], times: i32) -> Score {
        let mut score = Score::new(field);
        score.far = (0..).take(score.far.len()).map(|steps| STEP * steps).collect();
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
        self.far[steps.unwrap_or(0)] * self.times
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
        let (near, far) = (self.steps(number, to), self.steps(number, from));
        let steps = self.far[near] - self.far[far];
        let in_rows = self.at[from][0] != self.at[to][0];
        let pairs =
            self.reversed(cells, number, to, in_rows) - self.reversed(cells, number, from, in_rows);
        let blocks = self.blocks(places, number, to) - self.blocks(places, number, from);
        self.weight(number) * steps + CONFLICT * pairs + BLOCK * blocks
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

    /// What the blocks of a tile need beyond their steps if it is in a cell.
    #[inline]
    fn blocks(&self, places: &[u16], number: usize, cell: usize) -> i32 {
        let Some(own) = self.place(number, cell) else { return 0 };
        let [row, col] = self.at[number].map(usize::from);
        let mut excess = 0;
        for top in row.saturating_sub(1)..=row.min(self.rows - 2) {
            for left in col.saturating_sub(1)..=col.min(self.cols - 2) {
                excess += i32::from(self.block(places, [top, left], number, own));
            }
        }
        excess
    }

    #[inline]
    fn block(&self, places: &[u16], [top, left]: [usize; 2], number: usize, own: usize) -> u8 {
        let first = top * self.cols + left;
        let mut index = 0;
        for tile in [first, first + 1, first + self.cols, first + self.cols + 1] {
            // The blank's blocks have only three tiles.
            if tile == self.home {
                return 0;
            }
            let place = if tile == number {
                own
            } else {
                let Some(place) = self.place(tile, places[tile].into()) else { return 0 };
                place
            };
            index = 9 * index + place;
        }
        self.blocks.table(top, left, self.rows, self.cols)[index]
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
