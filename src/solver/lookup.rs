//! Looks a board up in the tables of a partition, move by move.
//!
//! The search works on the board as the user sees it. A [`BoardView`] is how one partition sees
//! that board: which cell of the tables each cell corresponds to, which pattern each tile belongs
//! to, and what each move does there. A board has a [`PatternState`] for each pattern, and a move
//! changes one of them.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::puzzle::{
    Direction, Pattern, PatternError, SmallBoard, SmallShape, Symmetry, factorial,
    parts_of_rank_of_eight,
};

use super::PatternTable;
use super::width::{Count as _, Width};
use crate::error::Result;
use crate::generate::pattern_distances;
use crate::machine::prefetch;
use crate::space::PatternSpace;

/// A table of this many states may have a byte for each, so that distances need no walks.
const MOST_DISTANCES: u64 = 1 << 24;

/// About how many states are found in the time of the walk from one of them.
const STATES_PER_WALK: u64 = 256;

/// The number that stands for the blank instead of a pattern.
const BLANK: u8 = ROOM as u8 - 1;

/// A pattern's state in one word. From bit 0: two bits for the distance modulo 4, 16 or 25 for the
/// mask, three for each of eight tiles of the order, and the rest for the rank of the order.
///
/// The last tile of the order is lowest. A pattern of k tiles has the numbers 8 - k to 7, and the
/// numbers before these stand in front of every order, where they change no rank. So all patterns
/// share the tables that give the rank.
pub(super) type PatternState = u64;

const MASK_AT: u32 = 2;

const fn order_at<W: Width>() -> u32 {
    MASK_AT + W::MASK_BITS
}

const fn rank_at<W: Width>() -> u32 {
    order_at::<W>() + 3 * ORDERED as u32
}

/// The number of tiles in an order, with those that stand in front of it.
const ORDERED: usize = 8;

/// Room for something for each cell or tile: a power of two, so that a masked number of a cell
/// needs no other check.
pub(super) const ROOM: usize = 32;

/// How a state changes when a tile moves from one cell to a neighbour.
#[derive(Clone, Copy, Debug, Default)]
struct TileStep {
    /// Both cells, at their bits in the state.
    both: u64,
    /// The cells after the second of the two, at their bits in the state.
    after: u64,
    /// The cells between the two, at their bits in the state. There are none if the step is
    /// horizontal.
    between: u64,
    /// True if the tile moves to the later cell.
    forward: bool,
    /// The cell that the tile leaves, which is the blank's cell after the step.
    blank: u8,
}

impl TileStep {
    fn new<W: Width>(from: usize, to: usize) -> TileStep {
        let (low, high) = (from.min(to), from.max(to));
        let (through_low, through_high) = ((2 << low) - 1, (2 << high) - 1);
        let both = 1 << low | 1 << high;
        TileStep {
            both: both << MASK_AT,
            after: (((1 << W::MASK_BITS) - 1) & !through_high) << MASK_AT,
            between: (through_high & !through_low & !both) << MASK_AT,
            forward: from < to,
            blank: from as u8,
        }
    }

    /// The state after the step. Its distance is not updated.
    #[inline(always)]
    fn apply<W: Width>(&self, state: PatternState) -> PatternState {
        let state = state ^ self.both;
        if self.between == 0 {
            return state;
        }
        let shift = order_at::<W>() + 3 * (state & self.after).count_ones();
        let passed = 3 * (state & self.between).count_ones();
        // The tile and those it passes form a window of the order that is rotated by one.
        let window = (1 << (passed + 3)) - 1;
        let old = state >> shift & window;
        let by = if self.forward { passed } else { 3 };
        let new = (old >> by | old << (passed + 3 - by)) & window;
        with_rank::<W>(state ^ (old ^ new) << shift)
    }
}

/// The parts of the rank of eight tiles that come from the first four and from the last four,
/// indexed by these.
struct Ranks {
    first: [u16; 4096],
    last: [u8; 4096],
}

static RANKS: Ranks = {
    let mut ranks = Ranks { first: [0; 4096], last: [0; 4096] };
    let mut packed = 0;
    while packed < 4096 {
        let tiles = [packed >> 9, packed >> 6 & 7, packed >> 3 & 7, packed & 7];
        let (first, last) = parts_of_rank_of_eight(tiles);
        ranks.first[packed] = first;
        ranks.last[packed] = last as u8;
        packed += 1;
    }
    ranks
};

/// Returns the state with the rank of its order filled in.
#[inline(always)]
fn with_rank<W: Width>(state: PatternState) -> PatternState {
    let order = state >> order_at::<W>();
    let first = u64::from(RANKS.first[(order >> 12 & 0xfff) as usize]);
    let last = u64::from(RANKS.last[(order & 0xfff) as usize]);
    state & ((1 << rank_at::<W>()) - 1) | (first + last) << rank_at::<W>()
}

/// The state with its distance after a step, and whether the distance became smaller (1) or larger
/// (0). The state has the distance before the step, and `bit` is bit 1 of the distance after it.
#[inline(always)]
pub(super) fn settle(state: PatternState, bit: u64) -> (PatternState, u64) {
    // Bit 0 changes with every move. If bit 1 is not what it would be for a larger distance, the
    // distance became smaller.
    let shrank = (state >> 1 ^ state ^ bit) & 1;
    ((state & !3) | (!state & 1) | bit << 1, shrank)
}

/// The cells of the pattern's tiles.
#[inline(always)]
fn mask<W: Width>(state: PatternState) -> u32 {
    (state >> MASK_AT) as u32 & ((1 << W::MASK_BITS) - 1)
}

/// A table prepared for lookups.
#[derive(Debug)]
pub(super) struct PatternLookup {
    pub(super) table: PatternTable,
    orders: u64,
    /// The numbers that stand in front of every order.
    in_front: u64,
    /// The cells of the colour that determines whether a distance is odd.
    dark_cells: u32,
    steps: [TileSteps; Direction::ALL.len()],
    /// The distance of every state, once enough are asked for to be worth their memory.
    distances: OnceLock<Vec<u8>>,
}

/// The steps of all tiles in one direction.
#[derive(Debug)]
struct TileSteps {
    mv: Direction,
    /// The cells from which a tile can go there.
    from: u32,
    /// Indexed by the cell that the tile leaves.
    steps: [TileStep; ROOM],
}

impl TileSteps {
    fn new<W: Width>(shape: SmallShape, mv: Direction) -> TileSteps {
        let mut steps = TileSteps { mv, from: 0, steps: [TileStep::default(); ROOM] };
        for from in 0..shape.cells() {
            if let Some(to) = shape.neighbour(from, mv) {
                steps.from |= 1 << from;
                steps.steps[from] = TileStep::new::<W>(from, to);
            }
        }
        steps
    }

    /// The cells from which a tile can go to one of the cells `to`.
    #[inline(always)]
    fn into(&self, to: u32, cols: u32) -> u32 {
        self.from
            & match self.mv {
                Direction::Down => to >> cols,
                Direction::Left => to << 1,
                Direction::Right => to >> 1,
                Direction::Up => to << cols,
            }
    }
}

impl PatternLookup {
    pub(super) fn new<W: Width>(table: PatternTable) -> PatternLookup {
        let shape = table.pattern().orbit().shape();
        let steps = Direction::ALL.map(|mv| TileSteps::new::<W>(shape, mv));
        let orders = factorial(table.pattern().tiles());
        let dark_cells = shape.dark_cells();
        let tiles = table.pattern().tiles();
        let in_front = (0..(ORDERED - tiles) as u64).fold(0, |order, number| order << 3 | number);
        let in_front = in_front << (3 * tiles);
        PatternLookup { table, orders, in_front, dark_cells, steps, distances: OnceLock::new() }
    }

    pub(super) fn pattern(&self) -> Pattern {
        self.table.pattern()
    }

    /// Prepares the table for finding `asked` distances. They are found all at once if that is
    /// faster.
    pub(super) fn expect_distances(&self, asked: u64, threads: usize) -> Result<()> {
        let all = self.pattern().states();
        if all > MOST_DISTANCES || all / STATES_PER_WALK > asked || self.distances.get().is_some() {
            return Ok(());
        }
        let space = PatternSpace::new(self.pattern())?;
        let distances = pattern_distances(&space, threads)?;
        // If another thread was quicker, its distances are the same.
        let _ = self.distances.set(distances);
        Ok(())
    }

    /// The distances of all states, if they were found.
    pub(super) fn distances(&self) -> Option<&[u8]> {
        self.distances.get().map(Vec::as_slice)
    }

    /// The part of the table that the search needs.
    pub(super) fn bits(&self) -> Bits<'_> {
        Bits { bytes: self.table.bytes(), orders: self.orders }
    }

    /// A state with its distance modulo 4 filled in.
    #[inline(always)]
    fn with_distance<W: Width>(
        &self,
        zones: W::Zones,
        state: PatternState,
        blank: u8,
    ) -> PatternState {
        let bits = self.bits();
        // See `Pattern::is_odd`.
        let moved = mask::<W>(state) ^ self.pattern().cells();
        let odd = u64::from((moved & self.dark_cells).count_ones() & 1);
        state & !3 | bits.get(bits.index_of::<W>(zones, state, blank)) << 1 | odd
    }

    /// The distance of a state, found by walking to the goal. `None` if the walk does not end
    /// there.
    #[inline(always)]
    fn distance<W: Width>(
        &self,
        zones: W::Zones,
        mut state: PatternState,
        mut blank: u8,
    ) -> Option<u8> {
        let (bits, pattern) = (self.bits(), self.pattern());
        let cols = pattern.orbit().shape().cols() as u32;
        let all_cells = pattern.orbit().shape().all_cells();
        // The goal's order has rank 0.
        let goal_blank = pattern.orbit().goal_blank() as u8;
        let goal = W::segment(zones, W::place(zones, pattern.cells()), goal_blank) * self.orders;
        for distance in 0..=u8::MAX {
            if bits.index_of::<W>(zones, state, blank) == goal {
                return Some(distance);
            }
            let (tiles, nearer) = (mask::<W>(state), state.wrapping_sub(1) & 3);
            let zone = W::zone(zones, tiles, blank) & all_cells;
            (state, blank) = self.steps.iter().find_map(|direction| {
                let mut from = tiles & direction.into(zone, cols);
                while from != 0 {
                    let step = &direction.steps[from.trailing_zeros() as usize & (ROOM - 1)];
                    let next = step.apply::<W>(state);
                    if bits.get(bits.index_of::<W>(zones, next, step.blank)) == nearer >> 1 {
                        return Some((next & !3 | nearer, step.blank));
                    }
                    from &= from - 1;
                }
                None
            })?;
        }
        None
    }
}

/// The bits of a table, with the numbers needed to find one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'t> {
    bytes: &'t [u8],
    orders: u64,
}

impl Bits<'_> {
    /// The index of a state whose mask is at `place` in the zones.
    #[inline(always)]
    pub(super) fn index<W: Width>(
        &self,
        zones: W::Zones,
        place: u32,
        state: PatternState,
        blank: u8,
    ) -> u64 {
        W::segment(zones, place, blank) * self.orders + (state >> rank_at::<W>())
    }

    #[inline(always)]
    fn index_of<W: Width>(&self, zones: W::Zones, state: PatternState, blank: u8) -> u64 {
        self.index::<W>(zones, W::place(zones, mask::<W>(state)), state, blank)
    }

    /// Bit 1 of a distance.
    #[inline(always)]
    pub(super) fn get(&self, index: u64) -> u64 {
        u64::from(self.bytes[(index / 8) as usize] >> (index % 8) & 1)
    }

    /// Prefetches the byte. Waiting for it takes longer than anything else here.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        prefetch(self.bytes, (index / 8) as usize);
    }
}

/// How a partition sees the user's board.
#[derive(Debug)]
pub(super) struct BoardView {
    /// For each of the user's cells, the cell of the tables.
    cell: [u8; ROOM],
    /// For each of the user's tiles, its pattern, counted over all views, and its number in that
    /// pattern.
    pattern: [u8; ROOM],
    number: [u8; ROOM],
    /// Indexed by the user's blank cell and move.
    steps: [[TileStep; 4]; ROOM],
}

impl BoardView {
    /// Creates the view of a goal through a symmetry that maps it to the goal of the tables. The
    /// number of the view's first pattern is `first`.
    pub(super) fn new<W: Width>(
        goal: &SmallBoard,
        symmetry: Symmetry,
        patterns: &[Pattern],
        first: usize,
    ) -> BoardView {
        let shape = goal.shape();
        let turned = symmetry.shape(shape);
        let mut view = BoardView {
            cell: [0; ROOM],
            pattern: [BLANK; ROOM],
            number: [0; ROOM],
            steps: [[TileStep::default(); 4]; ROOM],
        };
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let there = symmetry.cell(shape, cell);
            view.cell[cell] = there as u8;
            for (i, pattern) in patterns.iter().enumerate() {
                if pattern.cells() >> there & 1 != 0 {
                    let behind = (pattern.cells() >> there).count_ones() as usize;
                    view.pattern[usize::from(tile)] = (first + i) as u8;
                    view.number[usize::from(tile)] = (ORDERED - behind) as u8;
                }
            }
            for mv in Direction::ALL {
                // The blank moves in this direction, and the tile in the opposite one.
                if let Some(from) = turned.neighbour(there, symmetry.mv(mv)) {
                    view.steps[cell][mv as usize] = TileStep::new::<W>(from, there);
                }
            }
        }
        view
    }

    /// The states of a board, without their distances: one for each pattern of the view, beginning
    /// with the one returned.
    #[inline(always)]
    fn states<W: Width>(
        &self,
        board: &SmallBoard,
        tables: &[Arc<PatternLookup>],
        states: &mut [PatternState],
    ) -> Range<usize> {
        let tiles = &self.pattern[1..board.shape().cells()];
        let first = usize::from(tiles.iter().copied().min().unwrap_or(0));
        let last = usize::from(tiles.iter().copied().max().unwrap_or(0));
        let (mut orders, mut masks) = ([0; ROOM], [0; ROOM]);
        // The tables read a mirrored board in a different order.
        let mut turned = [0; ROOM];
        for (&tile, cell) in board.cells().iter().zip(self.cell) {
            turned[usize::from(cell) & (ROOM - 1)] = tile & (ROOM - 1) as u8;
        }
        for (cell, &tile) in turned[..board.shape().cells()].iter().enumerate() {
            // The blank comes after all patterns.
            let pattern = self.pattern(usize::from(tile));
            masks[pattern & (ROOM - 1)] |= 1 << cell;
            let order = &mut orders[pattern & (ROOM - 1)];
            *order = *order << 3 | u64::from(self.number[usize::from(tile)]);
        }
        for pattern in first..=last {
            let order = tables[pattern].in_front | orders[pattern];
            states[pattern] = with_rank::<W>(order << order_at::<W>() | masks[pattern] << MASK_AT);
        }
        first..last + 1
    }

    /// The states of a board, and the sum of their distances.
    pub(super) fn root<W: Width>(
        &self,
        board: &SmallBoard,
        zones: W::Zones,
        tables: &[Arc<PatternLookup>],
        states: &mut [PatternState],
    ) -> Result<W::Count> {
        let patterns = self.states::<W>(board, tables, states);
        let (blank, first) = (self.cell[board.blank_cell()], patterns.start);
        let mut sum = 0;
        for (state, table) in states[patterns.clone()].iter_mut().zip(&tables[patterns]) {
            *state = table.with_distance::<W>(zones, *state, blank);
            let Some(distance) = table.distance::<W>(zones, *state, blank) else {
                return Err(PatternError::WrongDistances { pattern: table.pattern() }.into());
            };
            sum += u32::from(distance);
        }
        let pattern = tables[first].pattern();
        W::Count::new(sum).ok_or_else(|| PatternError::WrongDistances { pattern }.into())
    }

    /// The indices of a board's states in the tables of all views.
    #[inline(always)]
    pub(super) fn indices<W: Width>(
        &self,
        board: &SmallBoard,
        zones: W::Zones,
        tables: &[Arc<PatternLookup>],
        indices: &mut [u64],
    ) {
        let patterns = self.states::<W>(board, tables, indices);
        let blank = self.cell[board.blank_cell()];
        for (index, table) in indices[patterns.clone()].iter_mut().zip(&tables[patterns]) {
            *index = table.bits().index_of::<W>(zones, *index, blank);
        }
    }

    /// True if both have one symmetry.
    pub(super) fn sees_as(&self, other: &BoardView) -> bool {
        self.cell == other.cell
    }

    /// The pattern of a tile.
    #[inline(always)]
    pub(super) fn pattern(&self, tile: usize) -> usize {
        usize::from(self.pattern[tile & (ROOM - 1)])
    }

    /// The state of the tile's pattern after a move, with its distance not known yet, and the place
    /// of its mask in the zones.
    #[inline(always)]
    pub(super) fn step<W: Width>(
        &self,
        state: PatternState,
        blank: usize,
        mv: usize,
        zones: W::Zones,
    ) -> (PatternState, u32) {
        let state = self.steps[blank & (ROOM - 1)][mv & 3].apply::<W>(state);
        (state, W::place(zones, mask::<W>(state)))
    }

    /// The cell of the tables where the blank is after a move.
    #[inline(always)]
    pub(super) fn blank(&self, blank: usize, mv: usize) -> u8 {
        self.steps[blank & (ROOM - 1)][mv & 3].blank
    }
}
