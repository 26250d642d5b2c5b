//! Scores learned for one size.
//!
//! A beam needs no estimate of a distance, but an order: of the boards of one level, those on a
//! good solution first. So the weights were trained by ranking (softmax over boards of a level, of
//! which one is on the solution), not by regression on distances. A score is a sum over
//!
//! * each tile, and the blank, by its cell (*parts*);
//! * two tiles side by side, by where both have to go (*adjacent*);
//! * tiles in a square or a line of cells, by the direction in which each has to go (*flows*);
//! * two tiles in the wrong order that belong in one line, by how far from it they are, for lines
//!   inside the board and at its edges (*conflicts*);
//! * each two tiles, by where they belong and where they are to each other (*pairs*).
//!
//! `weights/` has the weights of each size, with their provenance. `train/README.md` says how they
//! are made. They are for goals with the blank in the last cell, which all goals become in
//! `normal_board.rs`.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use super::flows::Flows;
use super::tile_code::{CLASSES, padded_stride};

/// The terms of a score learned for one size.
pub(super) struct LearnedTerms {
    cells: usize,
    /// For each number and cell.
    parts: Vec<i16>,
    /// For two tiles side by side, as in [`Scorer`](super::score::Scorer).
    pub adjacent: Adjacent,
    pub flows: Flows,
    /// For each number, each cell and each other number, where the changes of the terms for the two
    /// begin. The blank's are zero.
    pairs: Vec<u32>,
    /// The change of the pair and the conflict if the tile goes right, or down, from that cell, by
    /// where the other tile is from there.
    changes: [Vec<i16>; 2],
}

/// The signed numbers of lines from where a tile belongs to where it is, with which it may come
/// into a conflict, or out of one, if it goes on.
const LINES: RangeInclusive<i32> = -3..=2;

/// A conflict of a tile in one of [`LINES`], in a line inside the board or at its edge.
const LINE_PLACES: usize = 12;

/// Terms for two tiles side by side, by the direction from one to the other, and by the
/// displacement classes of both. Zero for the blank.
pub(super) type Adjacent = [[[i16; 32]; 32]; 4];

/// The sizes with weights.
static SIZES: [(usize, LazyLock<LearnedTerms>); 2] = [
    (6, LazyLock::new(|| LearnedTerms::read(6, include_bytes!("weights/6x6.bin")))),
    (7, LazyLock::new(|| LearnedTerms::read(7, include_bytes!("weights/7x7.bin")))),
];

impl LearnedTerms {
    /// The terms for boards of a size, if some were learned.
    pub fn of_size(rows: usize, cols: usize) -> Option<&'static LearnedTerms> {
        let (_, terms) = SIZES.iter().find(|(side, _)| [*side; 2] == [rows, cols])?;
        Some(terms)
    }

    /// Reads the weights of a file.
    pub fn read(side: usize, bytes: &[u8]) -> LearnedTerms {
        let mut weights = weights(bytes);
        let mut take = |count: usize| -> Vec<i16> { weights.by_ref().take(count).collect() };
        let cells = side * side;
        let parts = take(cells * cells);
        let adjacent = adjacent(&take(CLASSES * CLASSES));
        let conflicts = [0; 2].map(|_| take(CONFLICTS));
        let flows = Flows::new(&mut take);
        // The ways from a cell to another one, row by row. A pair of tiles has one weight, however
        // it is looked at: the way between their homes is one of the second half.
        let ways = (2 * side - 1).pow(2);
        let half = take(ways / 2 * ways);
        let pair = |home: usize, place: usize| match home.checked_sub(ways / 2 + 1) {
            Some(home) => half[home * ways + place],
            None if home == ways / 2 => 0,
            None => half[(ways / 2 - 1 - home) * ways + ways - 1 - place],
        };
        let (stride, width) = (padded_stride(side), 2 * side - 1);
        let padded_way = |way: usize| way / width * stride + way % width;
        let places = padded_way(ways) + 1;
        // The conflict of a tile this many lines from its own, and the tile at the end of the way.
        let conflict = |line: Line, lines: i32, place: usize| {
            let way = [place / width, place % width].map(|it| signed(it) - signed(side - 1));
            let is_reversed = way[1 - line.axis] * line.home < 0;
            let at = conflict_place([lines, lines + way[line.axis]]).filter(|_| is_reversed);
            at.map_or(0, |at| conflicts[usize::from(line.is_edge)][at])
        };
        // Those of pairs, then the row of zeros for the blank, then those of pairs in a line.
        let in_line = (0..2).flat_map(|axis| (0..width).map(move |home| (axis, home)));
        let in_line = in_line.flat_map(|(axis, home)| {
            let line = move |is_edge| Line { axis, home: signed(home) - signed(side - 1), is_edge };
            let way = if axis == 0 { (side - 1) * width + home } else { home * width + side - 1 };
            LINES.flat_map(move |at| [false, true].map(|is_edge| (way, Some((line(is_edge), at)))))
        });
        let rows = (0..=ways).map(|home| (home, None)).chain(in_line);
        let change = |[down, right]: [usize; 2]| {
            let mut changes = Vec::new();
            for (home, line) in rows.clone() {
                let mut row = vec![0; places];
                for place in 0..if home < ways { ways } else { 0 } {
                    let [place_row, place_col] = [place / width, place % width];
                    if place_row >= down && place_col >= right {
                        let after = place - down * width - right;
                        let change = pair(home, after) - pair(home, place);
                        row[padded_way(place)] = change
                            + line.map_or(0, |(line, at)| {
                                let step = signed([down, right][line.axis]);
                                conflict(line, at + step, after) - conflict(line, at, place)
                            });
                    }
                }
                changes.extend(row);
            }
            changes
        };
        let centre = padded_way(ways / 2);
        let row_and_col = |cell: usize| [cell / side, cell % side];
        let pairs = (0..cells * cells * cells).map(|it| {
            let numbers = [it / cells / cells, it % cells];
            let [from, to] = numbers.map(row_and_col);
            let at = row_and_col(it / cells % cells);
            let way = [0, 1].map(|axis| to[axis] + side - 1 - from[axis]);
            let lines = |axis: usize| signed(at[axis]) - signed(from[axis]);
            let axis = (0..2).find(|&axis| from[axis] == to[axis] && LINES.contains(&lines(axis)));
            let row = match axis {
                _ if numbers.contains(&(cells - 1)) => ways,
                Some(axis) if from != to => {
                    let is_edge = [0, side - 1].contains(&from[axis]);
                    let place = (lines(axis) - LINES.start()).unsigned_abs() as usize;
                    let place = 2 * place + usize::from(is_edge);
                    ways + 1 + (axis * width + way[1 - axis]) * LINE_PLACES + place
                }
                _ => way[0] * width + way[1],
            };
            (row * places + centre) as u32
        });
        LearnedTerms {
            cells,
            parts,
            adjacent,
            flows,
            pairs: pairs.collect(),
            changes: [change([0, 1]), change([1, 0])],
        }
    }

    /// The term of a number in a cell.
    #[inline]
    pub fn part(&self, number: usize, cell: usize) -> i32 {
        self.parts[number * self.cells + cell].into()
    }

    /// The change of the pair terms and the conflicts if the tile `number` goes from a cell to
    /// another one beside it. `padded` has the padded cell of each number, and `padded_cells` that
    /// of each cell.
    #[inline]
    pub fn pair_change(
        &self,
        number: usize,
        [from, to]: [usize; 2],
        padded: &[u16],
        padded_cells: &[u16],
    ) -> i32 {
        let is_horizontal = from.abs_diff(to) == 1;
        let changes = &self.changes[usize::from(!is_horizontal)];
        // To go left is the opposite of going right from there.
        let (base, is_forward) = (from.min(to), from < to);
        let pairs = &self.pairs[(number * self.cells + base) * self.cells..][..self.cells];
        let base = u32::from(padded_cells[base]);
        let mut sum = 0;
        for (&start, &place) in pairs.iter().zip(padded) {
            sum += i32::from(changes[(start + u32::from(place) - base) as usize]);
        }
        if is_forward { sum } else { -sum }
    }
}

/// The weights in a file: text up to an empty line, and then numbers of two bytes as
/// [`from_weight`] makes them, the lower bytes before all upper ones. That compresses well.
pub fn weights(bytes: &[u8]) -> impl Iterator<Item = i16> {
    let text = bytes.windows(2).position(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
    let (lower, upper) = bytes[text..].split_at((bytes.len() - text) / 2);
    let numbers = lower.iter().zip(upper).map(|(&low, &high)| u16::from_le_bytes([low, high]));
    numbers.map(to_weight)
}

/// A number of cells in a row or a column.
fn signed(cells: usize) -> i32 {
    i32::from(cells as u8)
}

/// The line where two tiles belong: a row (axis 0) or a column.
#[derive(Clone, Copy)]
struct Line {
    axis: usize,
    /// The signed number of cells from where the first one belongs to the other.
    home: i32,
    is_edge: bool,
}

/// A weight as a number that is small if the weight is near zero: 0, -1, 1, -2 are 0, 1, 2, 3.
#[must_use]
pub const fn from_weight(weight: i16) -> u16 {
    (weight << 1 ^ weight >> 15).cast_unsigned()
}

/// The weight of such a number.
const fn to_weight(number: u16) -> i16 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Two tiles near the line where they belong, whichever comes first.
pub const CONFLICTS: usize = 15;

/// The number of two tiles, by the signed numbers of lines from the one where they belong to each
/// of them. `None` if one of them is more than two away.
#[must_use]
pub fn conflict_place(from_line: [i32; 2]) -> Option<usize> {
    let [one, other] = from_line.map(|lines| usize::try_from(lines + 2).ok().filter(|it| *it < 5));
    let (least, most) = (one?.min(other?), one?.max(other?));
    Some(most * (most + 1) / 2 + least)
}

/// The terms for two tiles side by side, from those with the second one on the right.
pub(super) fn adjacent(weights: &[i16]) -> Adjacent {
    let mut adjacent = [[[0; 32]; 32]; 4];
    let transposed = |class: usize| class % 5 * 5 + class / 5;
    for (a, b) in (0..CLASSES).flat_map(|a| (0..CLASSES).map(move |b| (a, b))) {
        let weight = |a: usize, b: usize| weights[a * CLASSES + b];
        adjacent[0][a][b] = weight(transposed(a), transposed(b));
        adjacent[1][a][b] = weight(b, a);
        adjacent[2][a][b] = weight(a, b);
        adjacent[3][a][b] = weight(transposed(b), transposed(a));
    }
    adjacent
}
