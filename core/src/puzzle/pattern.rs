//! Patterns: some tiles are distinguished, and the others are all alike.
//!
//! A pattern is a set of goal cells. The tiles that belong in those cells are distinguished, and
//! only their moves count. All other tiles are alike, and the blank moves among them for free. So
//! the distance of a pattern is the minimum number of moves of its tiles. Distances of patterns
//! that share no tile can be added up: each move of a board moves one tile, which belongs to at
//! most one pattern, so the sum never exceeds the board's distance (Korf and Felner, "Disjoint
//! pattern database heuristics", Artificial Intelligence 134, 2002).
//!
//! A state of a pattern of k tiles consists of
//!
//! 1. the **mask**: the cells that hold the k tiles, as a bit set;
//! 2. the **zone**: the connected region of the other cells that contains the blank;
//! 3. the **order**: the k tiles in reading order, numbered 1..=k in the order of their goal cells.
//!
//! A (mask, zone) is a **segment**.

use std::fmt;

use super::{Class, Orbit, SmallShape, factorial, masks};

/// A set of goal cells of an orbit whose tiles are distinguished.
///
/// ```
/// use tilebase::puzzle::{Orbit, Pattern};
/// let corner = Orbit::new("4x4".parse()?, 15)?;
/// let pattern = Pattern::new(corner, 0b0000_0000_0011_0011)?;
/// assert_eq!(pattern.tiles(), 4);
/// assert_eq!(pattern.to_string(), "4x4-15-0.1.4.5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    orbit: Orbit,
    cells: u32,
    /// The number of segments at even distances, and at odd ones.
    segments: [u32; 2],
}

/// Why a set of goal cells is not a pattern, or why tables of patterns cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "names of fields")]
pub enum PatternError {
    /// The set is empty.
    #[error("no goal cell: expected a pattern of at least one tile")]
    Empty,
    /// The shape does not have this cell, or the cell is that of the goal's blank.
    #[error("goal cell {cell}: expected a cell of {orbit} that holds a tile")]
    Cell { cell: usize, orbit: Orbit },
    /// A tile is named twice, or the shape does not have it.
    #[error("tile {tile}: expected different tiles of {shape}, from 1 to {}", shape.cells() - 1)]
    Tile { tile: u8, shape: SmallShape },
    /// The pattern has too many states for its values in memory.
    #[error("{pattern} has {states} states: expected at most {most}; name fewer tiles")]
    States { pattern: Pattern, states: u64, most: u64 },
    /// More tiles than a pattern of a shape of more than sixteen cells may have.
    #[error("{tiles} tiles: expected at most {MAX_TILES_OF_LARGE} in a pattern of {orbit}")]
    Tiles { tiles: usize, orbit: Orbit },
    /// A table has more or fewer bytes than its pattern needs.
    #[error("the table of {pattern}: {found} bytes: expected {expected}")]
    Length {
        pattern: Pattern,
        /// The number of bytes expected.
        expected: u64,
        /// The number of bytes found.
        found: u64,
    },
    /// The tables do not fit the goal or one another.
    #[error("the tables for {orbit}: {why}")]
    Tables {
        /// The orbit of the goal.
        orbit: Orbit,
        /// What is wrong.
        why: &'static str,
    },
    /// The entries of a table cannot be distances: following decreasing distances does not lead to
    /// the goal.
    #[error("the table of {pattern} does not hold its distances; make it again")]
    WrongDistances { pattern: Pattern },
}

/// The most tiles of a pattern if the shape has more than sixteen cells.
const MAX_TILES_OF_LARGE: usize = 7;

impl Pattern {
    /// Creates the pattern of the tiles in `cells`. Bit c is cell c of the orbit's goal.
    ///
    /// # Errors
    ///
    /// Returns a [`PatternError`] if `cells` is empty or contains a cell without a tile, or, on a
    /// shape of more than sixteen cells, more than seven tiles.
    pub fn new(orbit: Orbit, cells: u32) -> Result<Pattern, PatternError> {
        let with_tiles = orbit.shape().all_cells() & !(1 << orbit.goal_blank());
        match (cells, cells & !with_tiles) {
            (0, _) => return Err(PatternError::Empty),
            (_, 0) => {}
            (_, wrong) => {
                return Err(PatternError::Cell { cell: wrong.trailing_zeros() as usize, orbit });
            }
        }
        let (shape, tiles) = (orbit.shape(), cells.count_ones());
        if shape.class() >= Class::Bounded && tiles as usize > MAX_TILES_OF_LARGE {
            return Err(PatternError::Tiles { tiles: tiles as usize, orbit });
        }
        let name = shape.to_string();
        let known = SEGMENTS.iter().find(|(shape, _)| *shape == name);
        let known = known.and_then(|(_, counts)| counts.as_chunks().0.get(tiles as usize - 1));
        let mut segments = known.copied().unwrap_or_else(|| count_segments(shape, tiles));
        if holds_odd(shape, cells) {
            segments.reverse();
        }
        Ok(Pattern { orbit, cells, segments })
    }

    /// The shape as stored in the table, and the goal's blank cell.
    pub const fn orbit(self) -> Orbit {
        self.orbit
    }

    /// The goal cells. Bit c is cell c.
    pub const fn cells(self) -> u32 {
        self.cells
    }

    /// The number of distinguished tiles.
    pub const fn tiles(self) -> usize {
        self.cells.count_ones() as usize
    }

    /// The number of states: (mask, zone, order).
    pub const fn states(self) -> u64 {
        (self.segments[0] as u64 + self.segments[1] as u64) * factorial(self.tiles())
    }

    /// The number of states at even distances.
    pub(crate) const fn even_states(self) -> u64 {
        self.segments[0] as u64 * factorial(self.tiles())
    }

    /// The sets of cells that the tiles can occupy, as bit sets, in ascending order.
    pub(crate) fn masks(self) -> impl Iterator<Item = u32> {
        masks(self.orbit.shape().cells(), self.cells.count_ones())
    }

    /// True if the distance of every state with this mask is odd. It is if an odd number of tiles
    /// are on cells of a different colour than in the goal, since each move changes the colour of
    /// one tile's cell.
    #[inline]
    pub(crate) fn is_odd(self, mask: u32) -> bool {
        let shape = self.orbit.shape();
        holds_odd(shape, mask) != holds_odd(shape, self.cells)
    }
}

/// For each shape, the numbers of segments with 1, 2, 3, ... tiles, each time first on an even and
/// then on an odd number of dark cells. Counting them would take a good part of the time of the
/// first answer. A test does it.
const SEGMENTS: &[(&str, &[u32])] = &[
    (
        "4x4",
        &[
            8, 8, 60, 64, 316, 316, 1218, 1224, 3642, 3642, 8248, 8164, 13874, 13874, 17603, 17744,
            17006, 17006, 12366, 12252, 6606, 6606, 2529, 2576, 672, 672, 112, 104, 8, 8,
        ],
    ),
    ("9x2", &[9, 9, 88, 88, 576, 576, 2660, 2688, 9100, 9100, 23352, 23240, 45760, 45760]),
    ("6x3", &[9, 9, 76, 81, 462, 462, 2042, 2056, 7019, 7019, 18626, 18507, 37929, 37929]),
    (
        "10x2",
        &[10, 10, 108, 108, 786, 786, 4092, 4128, 15984, 15984, 47544, 47376, 109_824, 109_824],
    ),
    ("5x4", &[10, 10, 94, 100, 615, 615, 2916, 2910, 10984, 10984, 33404, 33299, 80871, 80871]),
    (
        "7x3",
        &[11, 10, 104, 110, 729, 732, 3763, 3774, 15285, 15322, 49462, 49316, 127_147, 126_904],
    ),
    (
        "11x2",
        &[11, 11, 130, 130, 1040, 1040, 6015, 6060, 26367, 26367, 89064, 88824, 236_640, 236_640],
    ),
    (
        "12x2",
        &[
            12, 12, 154, 154, 1342, 1342, 8525, 8580, 41382, 41382, 156_288, 155_958, 468_996,
            468_996,
        ],
    ),
    (
        "8x3",
        &[
            12, 12, 136, 144, 1089, 1089, 6394, 6400, 29864, 29864, 112_902, 112_666, 346_740,
            346_740,
        ],
    ),
    (
        "6x4",
        &[
            12, 12, 136, 144, 1066, 1066, 6042, 6020, 27174, 27174, 100_746, 100_662, 309_278,
            309_278,
        ],
    ),
    (
        "5x5",
        &[
            13, 12, 148, 156, 1204, 1208, 7075, 7052, 32794, 32800, 125_704, 125_696, 403_500,
            403_376,
        ],
    ),
];

/// The number of segments with `tiles` tiles, on an even and on an odd number of dark cells.
fn count_segments(shape: SmallShape, tiles: u32) -> [u32; 2] {
    let (mut segments, dark) = ([0; 2], shape.dark_cells());
    for mask in masks(shape.cells(), tiles) {
        let odd = (mask & dark).count_ones() as usize % 2;
        segments[odd] += zones(shape, mask).count() as u32;
    }
    segments
}

/// True if a set of cells holds an odd number of dark ones.
fn holds_odd(shape: SmallShape, cells: u32) -> bool {
    (cells & shape.dark_cells()).count_ones() % 2 == 1
}

impl fmt::Display for Pattern {
    /// `4x4-15-0.1.4.5`: the orbit and the goal cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.orbit)?;
        let mut separator = '-';
        cells_of(self.cells)
            .try_for_each(|cell| write!(f, "{}{cell}", std::mem::replace(&mut separator, '.')))
    }
}

/// The cells in a bit set, lowest first.
#[doc(hidden)]
pub fn cells_of(set: u32) -> impl Iterator<Item = usize> {
    let sets = std::iter::successors(Some(set), |set| Some(set & set.wrapping_sub(1)));
    sets.take_while(|&set| set != 0).map(|set| set.trailing_zeros() as usize)
}

/// The connected regions of the cells that are not in `mask`, ordered by their lowest cell.
#[doc(hidden)]
pub fn zones(shape: SmallShape, mask: u32) -> impl Iterator<Item = u32> {
    let first_col = (0..shape.rows()).fold(0u32, |set, row| set | 1 << (row * shape.cols()));
    let last_col = first_col << (shape.cols() - 1);
    let mut left = shape.all_cells() & !mask;
    std::iter::from_fn(move || {
        let mut zone = left & left.wrapping_neg();
        loop {
            let beside = (zone & !last_col) << 1
                | (zone & !first_col) >> 1
                | zone << shape.cols()
                | zone >> shape.cols();
            let grown = zone | beside & left;
            if grown == zone {
                break;
            }
            zone = grown;
        }
        left &= !zone;
        (zone != 0).then_some(zone)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_counted() {
        for &(shape, counts) in SEGMENTS {
            let shape: SmallShape = shape.parse().unwrap();
            for (tiles, &segments) in (1..).zip(counts.as_chunks().0) {
                assert_eq!(segments, count_segments(shape, tiles), "{tiles} tiles of {shape}");
            }
        }
    }
}
