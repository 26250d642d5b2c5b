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

use super::{MAX_CELLS, Orbit, Shape, factorial};

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
    cells: u16,
    /// The number of segments at even distances, and at odd ones.
    segments: [u32; 2],
}

/// Why a set of goal cells is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// The set is empty.
    #[error("no goal cell: expected a pattern of at least one tile")]
    Empty,
    /// The shape does not have this cell, or the cell is that of the goal's blank.
    #[error("goal cell {cell}: expected a cell of {orbit} that holds a tile")]
    Cell {
        /// The cell.
        cell: usize,
        /// The orbit.
        orbit: Orbit,
    },
}

impl Pattern {
    /// Creates the pattern of the tiles in `cells`. Bit c is cell c of the orbit's goal.
    ///
    /// # Errors
    ///
    /// Returns a [`PatternError`] if `cells` is empty or contains a cell without a tile.
    pub fn new(orbit: Orbit, cells: u16) -> Result<Pattern, PatternError> {
        let with_tiles = orbit.shape().all_cells() & !(1 << orbit.goal_blank());
        match (cells, cells & !with_tiles) {
            (0, _) => return Err(PatternError::Empty),
            (_, 0) => {}
            (_, wrong) => {
                return Err(PatternError::Cell { cell: wrong.trailing_zeros() as usize, orbit });
            }
        }
        let mut segments = match (orbit.shape().rows(), orbit.shape().cols()) {
            (4, 4) => SEGMENTS_OF_4X4[cells.count_ones() as usize - 1],
            _ => count_segments(orbit.shape(), cells.count_ones()),
        };
        if holds_odd(orbit.shape(), cells) {
            segments.reverse();
        }
        Ok(Pattern { orbit, cells, segments })
    }

    /// The shape as stored in the table, and the goal's blank cell.
    #[must_use]
    pub const fn orbit(self) -> Orbit {
        self.orbit
    }

    /// The goal cells. Bit c is cell c.
    #[must_use]
    pub const fn cells(self) -> u16 {
        self.cells
    }

    /// The number of distinguished tiles.
    #[must_use]
    pub const fn tiles(self) -> usize {
        self.cells.count_ones() as usize
    }

    /// The number of states: (mask, zone, order).
    #[must_use]
    pub const fn states(self) -> u64 {
        (self.segments[0] as u64 + self.segments[1] as u64) * factorial(self.tiles())
    }

    /// The number of states at even distances.
    pub(crate) const fn even_states(self) -> u64 {
        self.segments[0] as u64 * factorial(self.tiles())
    }

    /// The sets of cells that the tiles can occupy, as bit sets, in ascending order.
    pub(crate) fn masks(self) -> impl Iterator<Item = u16> {
        masks(self.orbit.shape(), self.cells.count_ones())
    }

    /// Whether the distance of every state with this mask is odd. It is if an odd number of tiles
    /// are on cells of a different colour than in the goal, since each move changes the colour of
    /// one tile's cell.
    pub(crate) fn is_odd(self, mask: u16) -> bool {
        let shape = self.orbit.shape();
        holds_odd(shape, mask) != holds_odd(shape, self.cells)
    }

    /// The number of each tile of the orbit's goal in the pattern, from 1 to k. It is 0 for other
    /// tiles and for the blank.
    pub(crate) fn numbers(self) -> [u8; MAX_CELLS] {
        let goal = self.orbit.goal();
        let mut numbers = [0; MAX_CELLS];
        for (number, cell) in (1..).zip(cells_of(self.cells)) {
            numbers[usize::from(goal.cells()[cell])] = number;
        }
        numbers
    }
}

/// The numbers of segments of 4x4 with 1, 2, 3, ... tiles, on an even and on an odd number of dark
/// cells. Counting them would take a good part of the time of the first answer. A test does it.
const SEGMENTS_OF_4X4: [[u32; 2]; 15] = [
    [8, 8],
    [60, 64],
    [316, 316],
    [1218, 1224],
    [3642, 3642],
    [8248, 8164],
    [13874, 13874],
    [17603, 17744],
    [17006, 17006],
    [12366, 12252],
    [6606, 6606],
    [2529, 2576],
    [672, 672],
    [112, 104],
    [8, 8],
];

/// The number of segments with so many tiles, on an even and on an odd number of dark cells.
fn count_segments(shape: Shape, tiles: u32) -> [u32; 2] {
    let mut segments = [0; 2];
    for mask in masks(shape, tiles) {
        segments[usize::from(holds_odd(shape, mask))] += zones(shape, mask).count() as u32;
    }
    segments
}

/// The sets of so many cells, in ascending order.
fn masks(shape: Shape, tiles: u32) -> impl Iterator<Item = u16> {
    (0..=shape.all_cells()).filter(move |mask| mask.count_ones() == tiles)
}

/// Whether a set of cells holds an odd number of dark ones.
fn holds_odd(shape: Shape, cells: u16) -> bool {
    let dark = (0..shape.cells()).fold(0, |set, cell| set | u16::from(shape.colour(cell)) << cell);
    (cells & dark).count_ones() % 2 == 1
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
pub(crate) fn cells_of(set: u16) -> impl Iterator<Item = usize> {
    (0..MAX_CELLS).filter(move |cell| set >> cell & 1 != 0)
}

/// The connected regions of the cells that are not in `mask`, ordered by their lowest cell.
pub(crate) fn zones(shape: Shape, mask: u16) -> impl Iterator<Item = u16> {
    let last_col =
        (0..shape.rows()).fold(0u16, |set, row| set | 1 << ((row + 1) * shape.cols() - 1));
    let first_col = (0..shape.rows()).fold(0u16, |set, row| set | 1 << (row * shape.cols()));
    let mut left = shape.all_cells() & !mask;
    std::iter::from_fn(move || {
        let mut zone = left & left.wrapping_neg();
        loop {
            let beside = (zone & !last_col) << 1
                | (zone & !first_col) >> 1
                | zone.checked_shl(shape.cols() as u32).unwrap_or(0)
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
    fn segments_of_4x4_are_counted() {
        for (tiles, segments) in (1..).zip(SEGMENTS_OF_4X4) {
            let shape = Shape::new(4, 4).unwrap();
            assert_eq!(segments, count_segments(shape, tiles), "{tiles} tiles");
        }
    }
}
