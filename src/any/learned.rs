//! Scores learned for one size.
//!
//! A beam needs no estimate of a distance, but an order: of the boards of one level, those on a
//! good solution first. So the weights were trained by ranking (softmax over boards of a level, of
//! which one is on the solution), not by regression on distances. A score is a sum over
//!
//! * each tile, and the blank, by its cell (*parts*);
//! * two tiles side by side, by where both have to go (*adjacent*);
//! * two tiles in the wrong order that belong in one line, by how far from it they are, for lines
//!   inside the board and at its edges (*conflicts*);
//! * each two tiles, by where they belong and where they are to each other (*pairs*).
//!
//! `weights/` has the weights of each size, with their provenance. `train/README.md` says how they
//! are made. They are for goals with the blank in the last cell, which all goals become in
//! `normal_board.rs`.

use std::sync::OnceLock;

use super::tile_code::{CLASSES, padded_stride};

/// The terms of a score learned for one size.
pub(super) struct LearnedTerms {
    cells: usize,
    /// For each number and cell.
    parts: Vec<i16>,
    /// For two tiles side by side, as in [`Scorer`](super::score::Scorer).
    pub adjacent: Adjacent,
    /// For lines inside the board and at its edges, as [`conflict_place`] says.
    conflicts: [Vec<i16>; 2],
    /// For each two numbers, where their pair terms begin. The blank's are zero.
    pairs: Vec<u32>,
    /// The change of a pair term if the tile goes right, or down, by where the other tile is from
    /// the cell where it was.
    changes: [Vec<i16>; 2],
}

/// Terms for two tiles side by side, by the direction from one to the other, and by the
/// displacement classes of both. Zero for the blank.
pub(super) type Adjacent = [[[i16; 32]; 32]; 4];

/// The sizes with weights.
static SIZES: [(usize, &[u8], OnceLock<LearnedTerms>); 2] = [
    (6, include_bytes!("weights/6x6.bin"), OnceLock::new()),
    (7, include_bytes!("weights/7x7.bin"), OnceLock::new()),
];

impl LearnedTerms {
    /// The terms for boards of a size, if some were learned.
    pub fn of_size(rows: usize, cols: usize) -> Option<&'static LearnedTerms> {
        let is_size =
            |(side, ..): &&(usize, &[u8], OnceLock<LearnedTerms>)| (*side, *side) == (rows, cols);
        let (side, bytes, terms) = SIZES.iter().find(is_size)?;
        Some(terms.get_or_init(|| LearnedTerms::read(*side, bytes)))
    }

    /// Reads the weights: text up to an empty line, and then numbers of two bytes as
    /// [`from_weight`] makes them, the lower bytes before all upper ones. That compresses well.
    pub fn read(side: usize, bytes: &[u8]) -> LearnedTerms {
        let text = bytes.windows(2).position(|pair| pair == b"\n\n").map_or(0, |at| at + 2);
        let (lower, upper) = bytes[text..].split_at((bytes.len() - text) / 2);
        let numbers = lower.iter().zip(upper).map(|(&low, &high)| u16::from_le_bytes([low, high]));
        let mut weights = numbers.map(to_weight);
        let mut take = |count: usize| -> Vec<i16> { weights.by_ref().take(count).collect() };
        let cells = side * side;
        let parts = take(cells * cells);
        let adjacent = adjacent(&take(CLASSES * CLASSES));
        let conflicts = [0; 2].map(|_| take(CONFLICTS));
        // The ways from a cell to another one, row by row. A pair of tiles has one weight, however
        // it is looked at: the way between their homes is one of the second half.
        let ways = (2 * side - 1).pow(2);
        let half = take(ways / 2 * ways);
        let pair = |home: usize, place: usize| match home.checked_sub(ways / 2 + 1) {
            Some(home) => half[home * ways + place],
            None if home == ways / 2 => 0,
            None => half[(ways / 2 - 1 - home) * ways + ways - 1 - place],
        };
        let stride = padded_stride(side);
        let padded_way = |way: usize| way / (2 * side - 1) * stride + way % (2 * side - 1);
        let places = padded_way(ways) + 1;
        let change = |[down, right]: [usize; 2]| {
            let mut changes = vec![0; (ways + 1) * places];
            for home in 0..ways {
                for place in 0..ways {
                    let [row, col] = [place / (2 * side - 1), place % (2 * side - 1)];
                    if row >= down && col >= right {
                        let after = (row - down) * (2 * side - 1) + col - right;
                        changes[home * places + padded_way(place)] =
                            pair(home, after) - pair(home, place);
                    }
                }
            }
            changes
        };
        let centre = padded_way(ways / 2);
        let pairs = (0..cells * cells).map(|pair| {
            let [from, to] = [pair / cells, pair % cells];
            let [rows, cols] =
                [to / side + side - 1 - from / side, to % side + side - 1 - from % side];
            let home = rows * (2 * side - 1) + cols;
            // The last row of the table is zero, for the blank.
            let home = if [from, to].contains(&(cells - 1)) { ways } else { home };
            (home * places + centre) as u32
        });
        LearnedTerms {
            cells,
            parts,
            adjacent,
            conflicts,
            pairs: pairs.collect(),
            changes: [change([0, 1]), change([1, 0])],
        }
    }

    /// The term of a number in a cell.
    #[inline]
    pub fn part(&self, number: usize, cell: usize) -> i32 {
        self.parts[number * self.cells + cell].into()
    }

    /// The term for two tiles in the wrong order that belong in one line, by the signed numbers of
    /// lines from there to each of them.
    pub fn conflict(&self, is_edge: bool, from_line: [i32; 2]) -> i32 {
        conflict_place(from_line).map_or(0, |at| self.conflicts[usize::from(is_edge)][at].into())
    }

    /// The change of the pair terms if the tile `number` goes from a padded cell to another one
    /// beside it. `padded` has the padded cell of each number.
    #[inline]
    pub fn pair_change(&self, number: usize, [from, to]: [u16; 2], padded: &[u16]) -> i32 {
        let is_horizontal = from.abs_diff(to) == 1;
        let changes = &self.changes[usize::from(!is_horizontal)];
        // To go left is the opposite of going right from there.
        let (base, is_forward) = (from.min(to), from < to);
        let pairs = &self.pairs[number * self.cells..][..self.cells];
        let mut sum = 0;
        for (&start, &place) in pairs.iter().zip(padded) {
            sum += i32::from(changes[(start + u32::from(place) - u32::from(base)) as usize]);
        }
        if is_forward { sum } else { -sum }
    }
}

/// A weight as a number that is small if the weight is near zero: 0, -1, 1, -2 are 0, 1, 2, 3.
#[must_use]
pub const fn from_weight(weight: i16) -> u16 {
    (weight << 1 ^ weight >> 15).cast_unsigned()
}

/// The weight of such a number.
#[must_use]
pub const fn to_weight(number: u16) -> i16 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}

/// Two tiles near the line where they belong, whichever comes first.
pub const CONFLICTS: usize = 15;

/// The number of two tiles, by the signed numbers of lines from the one where they belong to each
/// of them. `None` if one of them is more than two away, or from the other, since a tile that goes
/// along its line is compared only with those that near.
#[must_use]
pub fn conflict_place(from_line: [i32; 2]) -> Option<usize> {
    if from_line[0].abs_diff(from_line[1]) > 2 {
        return None;
    }
    let [one, other] = from_line.map(|lines| usize::try_from(lines + 2).ok().filter(|it| *it < 5));
    let (least, most) = (one?.min(other?), one?.max(other?));
    Some(most * (most + 1) / 2 + least)
}

/// The terms for two tiles side by side, from those with the second one on the right.
fn adjacent(weights: &[i16]) -> Adjacent {
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
