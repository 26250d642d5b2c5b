//! A pattern as a state space.
//!
//! A move takes one tile of the pattern across the border of the zone, and costs 1. A horizontal
//! move does not change the order. A vertical move takes the tile past those between the two cells,
//! which rotates a window of the order.
//!
//! Most programs ignore the zone and store the minimum distance over all zones. With the zone, the
//! distance of many boards is larger, and every move of a tile of the pattern changes it by exactly
//! 1.

use std::ops::Range;

use super::{Rotation, Space};
use crate::error::{Result, push};
use crate::puzzle::{
    Direction, MAX_CELLS, MaskNumbers, Pattern, Puzzle, cells_of, factorial, rank, unrank, zones,
};

/// The cells that hold the pattern's tiles, and the region that contains the blank. In both sets,
/// bit c is cell c.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Segment {
    /// The cells of the pattern's tiles.
    pub mask: u32,
    /// The connected region of other cells that contains the blank.
    pub zone: u32,
}

/// A move out of a segment: a tile on the border of the zone moves into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileMove {
    /// The cell that the tile leaves, where the blank is afterwards.
    pub from: usize,
    /// The cell that the tile moves to, where the blank must be before.
    pub to: usize,
    /// The number of the segment after the move.
    pub segment: usize,
}

impl TileMove {
    /// The window of the order that the move out of a segment with this mask rotates: the tile and
    /// those that it passes.
    pub fn rotation(self, mask: u32) -> (Range<usize>, Rotation) {
        let others = mask & !(1 << self.from);
        let tiles_before = |cell: usize| (others & ((1 << cell) - 1)).count_ones() as usize;
        let (old, new) = (tiles_before(self.from), tiles_before(self.to));
        if old < new { (old..new + 1, Rotation::Left) } else { (new..old + 1, Rotation::Right) }
    }
}

/// The states of a pattern, numbered without gaps: `segment * k! + rank of the order`.
///
/// Segments are sorted by mask, as a number, and then by the lowest cell of the zone.
#[derive(Clone, Debug)]
pub struct PatternSpace {
    pattern: Pattern,
    segments: Vec<Segment>,
    /// The masks, and for each the number of its first segment.
    masks: MaskNumbers,
    first: Vec<u32>,
    /// For each cell, its neighbours.
    beside: [u32; MAX_CELLS],
    orders: u64,
}

impl PatternSpace {
    /// Creates the space of a pattern.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`](crate::Error::Memory) if there is not enough memory for its segments.
    pub fn new(pattern: Pattern) -> Result<PatternSpace> {
        let shape = pattern.orbit().shape();
        let (mut segments, mut first) = (Vec::new(), Vec::new());
        for mask in pattern.masks() {
            push(&mut first, segments.len() as u32)?;
            for zone in zones(shape, mask) {
                push(&mut segments, Segment { mask, zone })?;
            }
        }
        let mut beside = [0; MAX_CELLS];
        for (cell, beside) in beside.iter_mut().enumerate().take(shape.cells()) {
            let neighbours = Direction::ALL.into_iter().filter_map(|mv| shape.neighbour(cell, mv));
            *beside = neighbours.fold(0, |set, neighbour| set | 1 << neighbour);
        }
        let masks = MaskNumbers::of_all(shape.cells(), [pattern.tiles() as u32].into_iter());
        let orders = factorial(pattern.tiles());
        Ok(PatternSpace { pattern, segments, masks, first, beside, orders })
    }

    /// The pattern.
    pub const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The segments, in order.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The number of orders in a segment: k!.
    pub const fn orders(&self) -> u64 {
        self.orders
    }

    /// The number of the segment with the pattern's tiles on the cells of `mask` and the blank in
    /// `cell`.
    ///
    /// # Panics
    ///
    /// Panics if the number of cells in the mask differs from the pattern's number of tiles.
    pub fn segment(&self, mask: u32, cell: usize) -> usize {
        assert!(
            mask.count_ones() == self.pattern.cells().count_ones(),
            "mask {mask:#x} of {}",
            self.pattern
        );
        let first = self.first[self.masks.number(mask)] as usize;
        let zones = self.segments[first..].iter().take_while(|segment| segment.mask == mask);
        first + zones.take_while(|segment| segment.zone >> cell & 1 == 0).count()
    }

    /// The moves out of a segment, ordered by the cell that the tile leaves, then by the cell it
    /// moves to.
    pub fn crossings(&self, segment: usize) -> impl Iterator<Item = TileMove> + '_ {
        let Segment { mask, zone } = self.segments[segment];
        cells_of(mask).flat_map(move |from| {
            cells_of(self.beside[from] & zone).map(move |to| {
                let segment = self.segment(mask ^ 1 << from ^ 1 << to, from);
                TileMove { from, to, segment }
            })
        })
    }

    /// True if the distance of every state of a segment is odd. It is if an odd number of the
    /// pattern's tiles are on cells of a different colour than in the goal, since each move changes
    /// the colour of one tile's cell.
    pub fn odd(&self, segment: usize) -> bool {
        self.pattern.is_odd(self.segments[segment].mask)
    }
}

impl Space for PatternSpace {
    type State = u64;
    /// The cells that the tile leaves and moves to.
    type Move = (usize, usize);

    fn puzzle(&self) -> Puzzle {
        Puzzle::Pattern(self.pattern)
    }

    fn goal(&self) -> u64 {
        let goal = self.segment(self.pattern.cells(), self.pattern.orbit().goal_blank());
        goal as u64 * self.orders
    }

    fn index(&self, at: u64) -> u64 {
        at
    }

    fn state(&self, index: u64) -> Option<u64> {
        (index < self.states()).then_some(index)
    }

    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, (usize, usize))) {
        let mut order = [0; MAX_CELLS];
        unrank(state % self.orders, &mut order[..self.pattern.tiles()]);
        let segment = (state / self.orders) as usize;
        let mask = self.segments[segment].mask;
        // Every move can be undone, so the states that a crossing leads to are the predecessors.
        for crossing in self.crossings(segment) {
            let TileMove { from, to, segment } = crossing;
            let (window, turn) = crossing.rotation(mask);
            let mut before = order;
            turn.rotate(&mut before[window]);
            visit(segment as u64 * self.orders + rank(&before[..self.pattern.tiles()]), (to, from));
        }
    }

    fn describe(&self, at: u64) -> String {
        let Segment { mask, zone } = self.segments[(at / self.orders) as usize];
        format!("tiles on {mask:#06x}, blank in {zone:#06x}")
    }
}
