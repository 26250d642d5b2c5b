//! How good a board looks to a beam: the smaller the score, the better.
//!
//! Each tile counts with the *square* of its steps to its cell. Ten tiles one step away are soon in
//! their cells; one tile ten steps away must pass others, which then move away. With plain steps a
//! beam of the same width finds solutions that are a quarter longer. Pairs of tiles in the wrong
//! order in their row or column, and blocks of tiles in each other's way, count besides. None of
//! this is a bound, and nothing is proved with it.

use super::blocks::{Blocks, place};
use super::field::Field;
use crate::puzzle::Move;

/// What a tile one step away counts.
const STEP: i32 = 10;

/// What two tiles in the wrong order count, for each line where both belong.
const CONFLICT: i32 = 5 * STEP;

/// What each move counts that a block of tiles needs beyond its steps.
const BLOCK: i32 = 2 * STEP;

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
        let near = |cell| Move::ALL.map(|mv| field.neighbour(cell, mv));
        let near = (0..rows * cols)
            .map(|cell| near(cell).map(|to| to.map_or(NO_CELL, |to| to as u16)))
            .collect();
        let far = (0..).take(rows + cols).map(|steps| STEP * steps * steps).collect();
        let (first, is_first) = (Vec::new(), vec![true; rows * cols]);
        Score { rows, cols, at, near, far, first, is_first, times: 1, blocks: Blocks::get(), home }
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
        let (near, far) = (self.steps(number, to), self.steps(number, from));
        let steps = self.far[near] - self.far[far];
        let in_rows = self.at[from][0] != self.at[to][0];
        let pairs =
            self.reversed(cells, number, to, in_rows) - self.reversed(cells, number, from, in_rows);
        let blocks = self.blocks(places, number, [from, to]);
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
