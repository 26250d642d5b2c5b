//! The terms of a score for tiles in the wrong order: linear conflicts, and pairs near one.
//!
//! Two tiles that belong in one row, both in it or near it, are in each other's way if the one that
//! belongs on the left is on the right. When a tile moves, it may come nearer to its row or go away
//! from it (*across*), or change places with one in the same column (*along*). The same holds for
//! columns. A *padded cell* is a cell as the [`Scorer`](super::score::Scorer) numbers them.

use super::tile_code::{CLASSES, Code, number};
use super::tuning::{FAR_CONFLICTS, Weights};
use crate::puzzle::Shape;

/// The term for two tiles in the wrong order that belong in one line. `from_line` is the signed
/// number of lines from there to each of the tiles. Zero if one of them is more than two away.
fn conflict(weights: &Weights, is_edge: bool, from_line: [i32; 2]) -> i32 {
    let [one, other] = from_line.map(i32::abs);
    let at_edge = |weight: i32| if is_edge { weight } else { 0 };
    let far = |weight: i32| weights.far_conflict_percent * weight / 100;
    let is_between = from_line[0] * from_line[1] < 0;
    match (one.min(other), one.max(other)) {
        (0, 0) => weights.conflict + at_edge(weights.conflict_at_edge),
        (0, 1) => weights.near_conflict + at_edge(weights.near_conflict_at_edge),
        (0, 2) => far(FAR_CONFLICTS.in_line_and_two),
        (1, 1) => far(FAR_CONFLICTS.both_one),
        // With the line between them, they are too far apart to be in each other's way.
        (1, 2) if !is_between => far(FAR_CONFLICTS.one_and_two),
        (2, 2) if !is_between => far(FAR_CONFLICTS.both_two),
        _ => 0,
    }
}

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
    /// `stride` is the number of padded cells in a row.
    pub fn new(size: Shape, stride: usize, blank_goal: usize, weights: &Weights) -> Conflicts {
        let Shape { rows, cols } = size;
        let cells = (0..rows * cols).map(|cell| row_and_col(cell, cols, cols));
        let padded_cells = (0..rows * stride).map(|cell| row_and_col(cell, stride, cols));
        Conflicts {
            size,
            blank_goal,
            rows_and_cols: cells.collect(),
            padded_rows_and_cols: padded_cells.collect(),
            tables: [false, true].map(|is_edge| {
                ConflictTable::new(|one, other| conflict(weights, is_edge, [one, other]))
            }),
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

// The terms of a score for two tiles beside each other, by where both have to go.

/// The terms for two tiles beside each other, by the displacement classes of both.
///
/// The class of the lower one is seen as if the board were turned upside down: so both tiles head
/// for the other, and past it, if their classes are 20 or more. The pairs of classes are in order,
/// but without those that repeat an earlier pair as seen from the other tile, or in a mirror. Tiles
/// that have to pass each other count most, then a tile that has to go where another one is at
/// home; tiles that leave each other count less. By the regression that gave [`Weights`].
const ADJACENT: [i16; 175] = [
    -125, -115, -110, -120, -170, -90, -115, -105, -120, -135, -70, -80, -115, -95, -120, -70, -70,
    -110, -85, -110, -15, -40, -70, -45, -50, -90, -110, -120, -90, -85, -105, -100, -120, -60,
    -40, -85, -70, -95, -50, -45, -100, -60, -80, 25, 20, -40, 0, -10, -85, -100, -95, -70, -65,
    -65, -90, -50, -40, -95, 25, 20, -40, -45, -60, -100, -100, -115, -5, -25, -65, -60, -95, -35,
    -45, -80, -45, -70, 50, 35, 5, 40, 20, -45, -80, -70, -35, -30, -65, -50, -85, -25, 5, -75,
    -30, -50, 85, 90, 15, 70, 40, -60, -65, -45, -60, -20, 0, -55, 90, 105, 25, 15, 25, -35, -30,
    -70, 50, 25, 0, 35, 20, 120, 115, 85, 100, 90, 70, -20, -10, 85, 95, 30, 70, 45, 155, 160, 135,
    155, 125, -25, 100, 135, 65, 195, 220, 125, 70, 85, 130, 110, 60, 145, 170, 215, 170, 150, 120,
    170, 150, 210, 220, 265, 240, 195, 200, 240, 285, 215, 230, 280, 315, 280, 240, 315, 380, 340,
    270,
];

/// [`ADJACENT`] for all pairs of classes.
fn all_adjacent() -> [[i16; CLASSES]; CLASSES] {
    let mirrored = |class: usize| class / 5 * 5 + 4 - class % 5;
    let mut pairs = [[0; CLASSES]; CLASSES];
    let mut values = ADJACENT.iter();
    for (a, b) in (0..CLASSES).flat_map(|a| (0..CLASSES).map(move |b| (a, b))) {
        let mirror = (mirrored(a), mirrored(b));
        let first = (a, b).min((b, a)).min(mirror).min((mirror.1, mirror.0));
        pairs[a][b] = match values.as_slice() {
            [value, ..] if first == (a, b) => {
                values.next();
                *value
            }
            _ => pairs[first.0][first.1],
        };
    }
    pairs
}

/// The terms for two tiles beside each other, by the direction from one to the other and the
/// classes of both as they are in tile codes. Zero for the blank.
pub(super) fn adjacent(weights: &Weights) -> [[[i16; 32]; 32]; 4] {
    let pairs = all_adjacent();
    let mut adjacent = [[[0; 32]; 32]; 4];
    for (dir, adjacent) in adjacent.iter_mut().enumerate() {
        // The class after the board was turned so that the other tile is below.
        let turned = |class: usize, dir: usize| {
            let (down, right) = (class / 5, class % 5);
            match dir {
                0 => class,
                1 => 5 * (4 - right) + down,
                2 => 5 * right + down,
                _ => 5 * (4 - down) + right,
            }
        };
        for (a, b) in (0..CLASSES).flat_map(|a| (0..CLASSES).map(move |b| (a, b))) {
            let pair = pairs[turned(a, dir)][turned(b, 3 - dir)];
            adjacent[a][b] = (weights.adjacent_percent * i32::from(pair) / 100) as i16;
        }
    }
    adjacent
}
