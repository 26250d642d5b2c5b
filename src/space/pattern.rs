//! Patterns: some tiles told apart, the others all alike.
//!
//! A pattern is a set of goal cells. The tiles that belong there are told apart, and only their moves cost anything; all
//! other tiles are alike, and the blank moves among them for free. So the distance of a pattern is the least number of
//! moves of its tiles. Patterns that share no tile can be added up: each move of a board moves one tile, which belongs to
//! one pattern at most, so the sum never exceeds the board's distance (Korf and Felner, "Disjoint pattern database
//! heuristics", Artificial Intelligence 134, 2002).
//!
//! A state of a pattern of k tiles is
//!
//! 1. the **mask**: the cells that hold the k tiles, as a bit set;
//! 2. the **zone**: the connected region of the other cells in which the blank is;
//! 3. the **order**: the k tiles in reading order, numbered 1..=k in the order of their goal cells.
//!
//! A (mask, zone) is a **segment**. A move takes one tile of the pattern across the border of the zone, and costs 1. If it
//! is horizontal, the order stays; if it is vertical, the tile passes those that stand between the two cells, which rotates
//! a window of the order.
//!
//! Most programs forget the zone and keep the least distance over all of them. With the zone the distance is higher on many
//! boards, and it changes by exactly 1 with every move of a tile of the pattern.

use std::fmt;

use super::Space;
use crate::puzzle::{Board, MAX_CELLS, Move, Orbit, factorial, rank, unrank};

/// The goal cells, in the table of an orbit, whose tiles are told apart.
///
/// ```
/// use tilebase::{puzzle::Orbit, space::Pattern};
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
}

/// Why a set of goal cells is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatternError {
    /// No cell at all.
    #[error("no goal cell: expected a pattern of one tile or more")]
    Empty,
    /// A cell that the shape does not have, or that of the goal's blank.
    #[error("goal cell {cell}: expected a cell of {orbit} that holds a tile")]
    Cell {
        /// The cell.
        cell: usize,
        /// Where.
        orbit: Orbit,
    },
}

impl Pattern {
    /// The pattern of the tiles that belong to `cells`, bit c for cell c of the orbit's goal.
    ///
    /// # Errors
    ///
    /// [`PatternError`] if there is no cell, or one that holds no tile.
    pub fn new(orbit: Orbit, cells: u16) -> Result<Pattern, PatternError> {
        let with_tiles = all_cells(orbit) & !(1 << orbit.goal_blank());
        match (cells, cells & !with_tiles) {
            (0, _) => Err(PatternError::Empty),
            (_, 0) => Ok(Pattern { orbit, cells }),
            (_, wrong) => Err(PatternError::Cell { cell: wrong.trailing_zeros() as usize, orbit }),
        }
    }

    /// The shape as the table lies, and the goal's blank cell.
    #[must_use]
    pub const fn orbit(self) -> Orbit {
        self.orbit
    }

    /// The goal cells, bit c for cell c.
    #[must_use]
    pub const fn cells(self) -> u16 {
        self.cells
    }

    /// How many tiles are told apart.
    #[must_use]
    pub const fn tiles(self) -> usize {
        self.cells.count_ones() as usize
    }

    /// The number in 1..=k of each tile of the orbit's goal, 0 for the others and for the blank.
    pub(crate) fn numbers(self) -> [u8; MAX_CELLS] {
        let goal = self.orbit.goal();
        let mut numbers = [0; MAX_CELLS];
        for (number, cell) in (1..).zip(cells_of(self.cells)) {
            numbers[usize::from(goal.cells()[cell])] = number;
        }
        numbers
    }
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

/// The cells that hold the pattern's tiles, and the region of the others in which the blank is. Bit c is cell c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// The cells of the pattern's tiles.
    pub mask: u16,
    /// The connected region of other cells in which the blank is.
    pub zone: u16,
}

/// One way out of a segment: a tile on the border of the zone moves into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The cell that the tile leaves: the blank is there afterwards.
    pub from: usize,
    /// The cell that the tile moves to: the blank must be there before.
    pub to: usize,
    /// The number of the segment that it leads to.
    pub segment: usize,
}

/// The states of a pattern, numbered without holes: `segment * k! + rank of the order`.
///
/// Segments are sorted by mask, as a number, and those of one mask by the lowest cell of the zone.
///
/// ```
/// use tilebase::{Board, generate::search_backwards, puzzle::Orbit};
/// use tilebase::space::{Pattern, PatternSpace, Space};
/// let pattern = Pattern::new(Orbit::new("3x3".parse()?, 8)?, 0b1111)?;
/// let space = PatternSpace::new(pattern);
/// assert_eq!(space.states(), space.segments().len() as u64 * 24);
/// let counts = search_backwards(&space, |_, _, _| ())?;
/// assert_eq!(counts.iter().sum::<u64>(), space.states());
/// // The goal is the only state at distance 0.
/// assert_eq!(space.goals(), [space.index_of(&Board::goal("3x3".parse()?))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternSpace {
    pattern: Pattern,
    numbers: [u8; MAX_CELLS],
    segments: Vec<Segment>,
    /// For each mask the number of its first segment, where it has as many cells as the pattern has tiles.
    first: Vec<u32>,
    orders: u64,
}

impl PatternSpace {
    /// The space of a pattern.
    #[must_use]
    pub fn new(pattern: Pattern) -> PatternSpace {
        let all = all_cells(pattern.orbit);
        let mut segments = Vec::new();
        let mut first = vec![0; usize::from(all) + 1];
        for mask in (0..=all).filter(|mask| mask.count_ones() == pattern.cells.count_ones()) {
            first[usize::from(mask)] = segments.len() as u32;
            let mut left = all & !mask;
            while left != 0 {
                let zone = region(pattern.orbit, left, left & left.wrapping_neg());
                segments.push(Segment { mask, zone });
                left &= !zone;
            }
        }
        let orders = factorial(pattern.tiles());
        PatternSpace { pattern, numbers: pattern.numbers(), segments, first, orders }
    }

    /// The pattern.
    #[must_use]
    pub const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The segments, in order.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// How many orders of tiles a segment has: k!.
    #[must_use]
    pub const fn orders(&self) -> u64 {
        self.orders
    }

    /// The number of the segment with the pattern's tiles on the cells of `mask` and the blank in `cell`.
    ///
    /// # Panics
    ///
    /// If the mask has more or fewer cells than the pattern has tiles, or the blank is on one of them.
    #[must_use]
    pub fn segment(&self, mask: u16, cell: usize) -> usize {
        assert!(
            mask.count_ones() == self.pattern.cells.count_ones(),
            "mask {mask:#x} of {}",
            self.pattern
        );
        let first = self.first[usize::from(mask)] as usize;
        let zones = self.segments[first..].iter().take_while(|segment| segment.mask == mask);
        first + zones.take_while(|segment| segment.zone >> cell & 1 == 0).count()
    }

    /// The ways out of a segment, by the cell the tile leaves, then by the cell it moves to.
    pub fn crossings(&self, segment: usize) -> impl Iterator<Item = Crossing> + '_ {
        let Segment { mask, zone } = self.segments[segment];
        let shape = self.pattern.orbit.shape();
        cells_of(mask).flat_map(move |from| {
            let neighbours =
                [Move::Up, Move::Left, Move::Right, Move::Down].map(|mv| shape.neighbour(from, mv));
            neighbours.into_iter().flatten().filter(move |to| zone >> to & 1 != 0).map(move |to| {
                let segment = self.segment(mask ^ 1 << from ^ 1 << to, from);
                Crossing { from, to, segment }
            })
        })
    }

    /// The index of a board that lies as the orbit's goal does, its tiles numbered as there.
    ///
    /// # Panics
    ///
    /// If the board is of another shape.
    #[must_use]
    pub fn index_of(&self, board: &Board) -> u64 {
        assert_eq!(
            board.shape(),
            self.pattern.orbit.shape(),
            "a board that lies as the table does"
        );
        let (mut mask, mut order, mut count) = (0, [0; MAX_CELLS], 0);
        for (cell, &tile) in board.cells().iter().enumerate() {
            let number = self.numbers[usize::from(tile)];
            if number != 0 {
                mask |= 1 << cell;
                order[count] = number;
                count += 1;
            }
        }
        self.segment(mask, board.blank_cell()) as u64 * self.orders + rank(&order[..count])
    }

    /// The segment and the order of an index; the first k elements count.
    fn parts(&self, index: u64) -> (usize, [u8; MAX_CELLS]) {
        let mut order = [0; MAX_CELLS];
        unrank(index % self.orders, &mut order[..self.pattern.tiles()]);
        ((index / self.orders) as usize, order)
    }

    /// Whether the distance of every state of a segment is odd: whether an odd number of the pattern's tiles stand on cells
    /// of another colour than in the goal. Each move changes the colour of one tile's cell.
    #[must_use]
    pub fn odd(&self, segment: usize) -> bool {
        let dark = dark_cells(self.pattern.orbit);
        ((self.segments[segment].mask & dark).count_ones()
            + (self.pattern.cells & dark).count_ones())
            % 2
            == 1
    }
}

impl Space for PatternSpace {
    type State = u64;
    /// The cells that the tile leaves and moves to.
    type Move = (usize, usize);

    fn states(&self) -> u64 {
        self.segments.len() as u64 * self.orders
    }

    fn goals(&self) -> Vec<u64> {
        let goal = self.segment(self.pattern.cells, self.pattern.orbit.goal_blank());
        vec![goal as u64 * self.orders]
    }

    fn index(&self, at: u64) -> u64 {
        at
    }

    fn state(&self, index: u64) -> Option<u64> {
        (index < self.states()).then_some(index)
    }

    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, (usize, usize))) {
        let (segment, order) = self.parts(state);
        let mask = self.segments[segment].mask;
        // Every move can be taken back: what a crossing leads to leads here.
        for Crossing { from, to, segment } in self.crossings(segment) {
            let place =
                |cell: usize| (mask & !(1 << from) & ((1 << cell) - 1)).count_ones() as usize;
            let (old, new) = (place(from), place(to));
            let mut passed = order;
            if old < new {
                passed[old..=new].rotate_left(1);
            } else {
                passed[new..=old].rotate_right(1);
            }
            visit(segment as u64 * self.orders + rank(&passed[..self.pattern.tiles()]), (to, from));
        }
    }

    fn colour(&self, at: u64) -> u8 {
        self.odd((at / self.orders) as usize).into()
    }
}

/// The cells in a bit set, lowest first.
pub(crate) fn cells_of(set: u16) -> impl Iterator<Item = usize> {
    (0..MAX_CELLS).filter(move |cell| set >> cell & 1 != 0)
}

/// Every cell of the shape.
fn all_cells(orbit: Orbit) -> u16 {
    (u32::MAX >> (32 - orbit.shape().cells())) as u16
}

/// The cells whose row and column add up to an odd number.
fn dark_cells(orbit: Orbit) -> u16 {
    let cols = orbit.shape().cols();
    (0..orbit.shape().cells())
        .filter(|cell| (cell / cols + cell % cols) % 2 == 1)
        .fold(0, |set, cell| set | 1 << cell)
}

/// The cells of `free` that are connected with those of `seed` through cells of `free`.
fn region(orbit: Orbit, free: u16, seed: u16) -> u16 {
    let (rows, cols) = (orbit.shape().rows(), orbit.shape().cols());
    let first_col = (0..rows).fold(0, |set, row| set | 1 << (row * cols));
    let last_col = first_col << (cols - 1);
    let mut zone = seed;
    loop {
        let beside = (zone & !last_col) << 1 | (zone & !first_col) >> 1;
        let grown = zone | (beside | zone << cols | zone >> cols) & free;
        if grown == zone {
            return zone;
        }
        zone = grown;
    }
}
