//! The terms of a score for tiles in the wrong order: linear conflicts, and pairs near one.
//!
//! Two tiles that belong in one row, both in it or near it, are in each other's way if the one that
//! belongs on the left is on the right. When a tile moves, it may come nearer to its row or go away
//! from it (*across*), or change places with one in the same column (*along*). The same holds for
//! columns. A *padded cell* is a cell as the [`Scorer`](super::score::Scorer) numbers them.

use super::tile_code::{Code, number};
use crate::puzzle::Shape;

/// The index in [`ConflictTable::changes`] of a tile more than three lines away from its line.
const FAR_FROM_LINE: usize = 7;

/// The terms for two tiles in the wrong order that belong in one line.
struct ConflictTable {
    /// By the number of lines from their own line to each of them, plus 2.
    counts: [[i32; 5]; 5],
    /// The change if the first tile goes to the next line: by the number of lines to where it is,
    /// plus 3; by whether it goes back (0) or on (1); and by the number of lines to the other tile,
    /// plus 3, or [`FAR_FROM_LINE`].
    changes: [[[i16; FAR_FROM_LINE + 1]; 2]; FAR_FROM_LINE],
}

impl ConflictTable {
    fn new(count: impl Fn(i32, i32) -> i32) -> ConflictTable {
        ConflictTable {
            counts: array(|one| array(|other| count(one - 2, other - 2))),
            changes: array(|one| {
                [-1, 1].map(|step| {
                    array(|other| {
                        let (one, other) = (one - 3, other - 3);
                        (count(one + step, other) - count(one, other)) as i16
                    })
                })
            }),
        }
    }
}

fn array<T, const N: usize>(item: impl Fn(i32) -> T) -> [T; N] {
    std::array::from_fn(|i| item(i32::from(i as u8)))
}

/// The row and the column of a padded cell. Those of the padding are far from all.
const fn row_and_col(padded: usize, stride: usize, cols: usize) -> [u16; 2] {
    let (row, col) = (padded / stride, padded % stride);
    if col < cols { [row as u16, col as u16] } else { [u16::MAX / 2; 2] }
}

/// Counts the tiles of a board that are in the wrong order.
pub(super) struct Conflicts {
    size: Shape,
    blank_goal: usize,
    /// The row and the column of each cell, and of each padded cell.
    rows_and_cols: Vec<[u16; 2]>,
    padded_rows_and_cols: Vec<[u16; 2]>,
    /// For lines inside the board and at its edges.
    tables: [ConflictTable; 2],
}

impl Conflicts {
    /// `stride` is the number of padded cells in a row. `term` is the term for two tiles in the
    /// wrong order, by whether their line is at an edge, and by the signed number of lines from
    /// there to each of them. It is zero if these are more than two, or more than two apart.
    pub fn new(
        size: Shape,
        stride: usize,
        blank_goal: usize,
        term: impl Fn(bool, [i32; 2]) -> i32,
    ) -> Conflicts {
        let Shape { rows, cols } = size;
        let cells = (0..rows * cols).map(|cell| row_and_col(cell, cols, cols));
        let padded_cells = (0..rows * stride).map(|cell| row_and_col(cell, stride, cols));
        Conflicts {
            size,
            blank_goal,
            rows_and_cols: cells.collect(),
            padded_rows_and_cols: padded_cells.collect(),
            tables: [false, true]
                .map(|is_edge| ConflictTable::new(|one, other| term(is_edge, [one, other]))),
        }
    }

    /// The change of the terms if the tile `number` goes from one cell to another, in the same
    /// column if `is_vertical`, else in the same row.
    ///
    /// `codes` has the tile code of each cell, and `padded` the padded cell of each number.
    #[inline]
    pub fn change(
        &self,
        codes: &[Code],
        padded: &[u16],
        number: usize,
        from_to: [usize; 2],
        is_vertical: bool,
    ) -> i32 {
        if is_vertical {
            self.across::<0>(padded, number, from_to) + self.along::<1>(codes, number, from_to)
        } else {
            self.across::<1>(padded, number, from_to) + self.along::<0>(codes, number, from_to)
        }
    }

    /// The change of the terms if a tile goes from one row to another, with the tiles that
    /// belong in its goal row. With `AXIS` 1, rows are columns.
    #[inline]
    fn across<const AXIS: usize>(
        &self,
        padded: &[u16],
        number: usize,
        [from, to]: [usize; 2],
    ) -> i32 {
        let line = self.rows_and_cols[number][AXIS];
        let from_line = |at: u16| usize::from(at.wrapping_sub(line).wrapping_add(3));
        let table = &self.tables[usize::from(self.is_edge::<AXIS>(line))];
        let changes = table.changes.get(from_line(self.rows_and_cols[from][AXIS]));
        let Some(changes) = changes else { return 0 };
        let changes = &changes[usize::from(to > from)];
        // The positions along the line where the tile is, and where it belongs.
        let at = self.rows_and_cols[from][1 - AXIS];
        let own = usize::from(self.rows_and_cols[number][1 - AXIS]);
        let change_and_position = |padded: u16| {
            let lines = self.padded_rows_and_cols[usize::from(padded)];
            (i32::from(changes[from_line(lines[AXIS]).min(FAR_FROM_LINE)]), lines[1 - AXIS])
        };
        // Tiles that belong before this one, and are behind it; and the other way round.
        let belongs_before = |&padded: &u16| {
            let (change, other) = change_and_position(padded);
            if other > at { change } else { 0 }
        };
        let belongs_behind = |&padded: &u16| {
            let (change, other) = change_and_position(padded);
            if other < at { change } else { 0 }
        };
        let line = usize::from(line);
        if AXIS == 0 {
            let tiles = &padded[line * self.size.cols..][..self.size.cols];
            let sum: i32 = tiles[..own].iter().map(belongs_before).sum();
            sum + tiles[own + 1..].iter().map(belongs_behind).sum::<i32>()
        } else {
            let (first, rest) = padded.split_at(own * self.size.cols);
            let rows = first.chunks_exact(self.size.cols);
            let sum: i32 = rows.map(|row| belongs_before(&row[line])).sum();
            let rows = rest.chunks_exact(self.size.cols).skip(1);
            sum + rows.map(|row| belongs_behind(&row[line])).sum::<i32>()
        }
    }

    /// True if a row, or a column, is at an edge of the board.
    #[inline]
    const fn is_edge<const AXIS: usize>(&self, line: u16) -> bool {
        let lines = if AXIS == 0 { self.size.rows } else { self.size.cols };
        line == 0 || line as usize + 1 == lines
    }

    /// The change of the terms if a tile goes along a row, with the tiles that belong in
    /// its goal row. Only those above and below its two cells change places with it. With `AXIS` 1,
    /// rows are columns.
    #[inline]
    fn along<const AXIS: usize>(
        &self,
        codes: &[Code],
        number: usize,
        [from, to]: [usize; 2],
    ) -> i32 {
        let line = self.rows_and_cols[number][AXIS];
        let here = self.rows_and_cols[from][AXIS];
        let table = &self.tables[usize::from(self.is_edge::<AXIS>(line))];
        let from_line = usize::from(here.wrapping_sub(line).wrapping_add(2));
        let Some(counts) = table.counts.get(from_line) else { return 0 };
        let (stride, lines) =
            if AXIS == 0 { (self.size.cols, self.size.rows) } else { (1, self.size.cols) };
        let mut change = 0;
        // The rows of the other tiles.
        for step in [-2_isize, -1, 1, 2] {
            let count = counts.get(from_line.wrapping_add_signed(step)).copied().unwrap_or(0);
            if count == 0 || usize::from(here).wrapping_add_signed(step) >= lines {
                continue;
            }
            let step = step.wrapping_mul(stride.cast_signed());
            for (cell, other_cell, sign) in [(from, to, count), (to, from, -count)] {
                let other = self::number(codes[cell.wrapping_add_signed(step)]);
                let belongs = self.rows_and_cols[other][AXIS] == line && other != self.blank_goal;
                let is_reversed = (cell > other_cell) != (other > number);
                change += if belongs && is_reversed { sign } else { 0 };
            }
        }
        change
    }
}
