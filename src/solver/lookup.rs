//! Looks a board up in the tables of a partition, move by move.
//!
//! The search works on the board as the user sees it. A [`View`] is how one partition sees that
//! board: which cell of the tables each cell corresponds to, which pattern each tile belongs to,
//! and what each move does there. A board has a word for each pattern, and a move changes one of
//! the words.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use std::sync::Arc;

use crate::puzzle::cells_of;
use crate::puzzle::{Board, MAX_CELLS, Move, Shape, Symmetry};
use crate::space::{PatternSpace, Space};

use super::PatternTable;
use super::machine::prefetch;
use crate::error::PatternFault;

/// A pattern's state in one word. From bit 0: two bits for the distance modulo 4, 16 for the mask,
/// three for each tile of the order, and 16 for the rank of the order.
pub(super) type Word = u64;

const MASK_AT: u32 = 2;
const ORDER_AT: u32 = 18;
const RANK_AT: u32 = 42;

/// The maximum number of tiles in a pattern: three bits tell them apart.
pub(super) const MAX_TILES: usize = 8;

/// How a word changes when a tile moves from one cell to a neighbour.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// Both cells, at their bits in the word.
    both: u64,
    /// The cells before the first of the two, at their bits in the word.
    before: u64,
    /// The cells between the two, at their bits in the word. There are none if the step is
    /// horizontal.
    between: u64,
    /// Whether the tile moves to the later cell.
    forward: bool,
    /// The cell that the tile leaves, which is the blank's cell after the step.
    blank: u8,
}

impl Step {
    fn new(from: usize, to: usize) -> Step {
        let (low, high) = (from.min(to), from.max(to));
        let before = (1 << low) - 1;
        let between = ((1 << high) - 1) & !before & !(1 << low);
        Step {
            both: (1 << low | 1 << high) << MASK_AT,
            before: before << MASK_AT,
            between: between << MASK_AT,
            forward: from < to,
            blank: from as u8,
        }
    }

    /// The word after the step. Its distance is not updated.
    #[inline(always)]
    fn apply(&self, word: Word, ranks: &Ranks) -> Word {
        let word = word ^ self.both;
        if self.between == 0 {
            return word;
        }
        let shift = ORDER_AT + 3 * (word & self.before).count_ones();
        let passed = 3 * (word & self.between).count_ones();
        // The tile and those it passes form a window of the order that is rotated by one.
        let window = (1 << (passed + 3)) - 1;
        let old = word >> shift & window;
        let by = if self.forward { 3 } else { passed };
        let new = (old >> by | old << (passed + 3 - by)) & window;
        ranks.with_rank(word ^ (old ^ new) << shift)
    }
}

/// For each mask, the number of its first segment and the zone of each cell.
#[derive(Debug)]
pub(super) struct Zones(Vec<u64>);

impl Zones {
    pub(super) fn new(shape: Shape) -> Zones {
        Zones(vec![0; 1 << shape.cells()])
    }

    /// Adds the segments of a space.
    pub(super) fn add(&mut self, space: &PatternSpace) {
        let mut first = (0, 0);
        for (segment, parts) in space.segments().iter().enumerate() {
            let entry = &mut self.0[usize::from(parts.mask)];
            if first.0 != parts.mask {
                first = (parts.mask, segment);
                let first = u16::try_from(segment)
                    .expect("a pattern of eight tiles has fewer segments on any shape");
                *entry = u64::from(first) << 48;
            }
            // There are at most eight zones. They do not touch, and no more than eight cells can be
            // chosen so that no two of them touch, such as all cells of one colour.
            let zone = (segment - first.1) as u64;
            cells_of(parts.zone).for_each(|cell| *entry |= zone << (3 * cell));
        }
    }

    #[inline(always)]
    fn segment(&self, word: Word, blank: u8) -> u64 {
        let entry = self.0[usize::from((word >> MASK_AT) as u16)];
        (entry >> 48) + (entry >> (3 * blank) & 7)
    }
}

/// The rank of a packed order is the sum of two parts: one for the first four tiles, one for the
/// rest.
#[derive(Debug)]
struct Ranks {
    head: Box<[u16; 4096]>,
    tail: Box<[u8; 4096]>,
}

impl Ranks {
    fn new(tiles: usize) -> Ranks {
        let fields = |packed: usize, count: usize| (0..count).map(move |i| packed >> (3 * i) & 7);
        // The Lehmer digits of the first tiles need only the tiles before them. Those of the
        // remaining tiles need only the order of these among themselves.
        let digits = |packed: usize, count: usize, tiles: usize| {
            let mut rank = 0;
            for (i, tile) in fields(packed, count).enumerate() {
                let smaller_before = fields(packed, i).filter(|&before| before < tile).count();
                rank = rank * (tiles - i) + tile.saturating_sub(smaller_before).min(tiles - i - 1);
            }
            (count..tiles).fold(rank, |rank, i| rank * (tiles - i))
        };
        let relative = |packed: usize, count: usize| {
            let smaller = |tile: usize| fields(packed, count).filter(|&other| other < tile).count();
            fields(packed, count)
                .enumerate()
                .fold(0, |all, (i, tile)| all | smaller(tile) << (3 * i))
        };
        let (head, tail) = (tiles.min(4), tiles.saturating_sub(4));
        Ranks {
            head: Box::new(std::array::from_fn(|packed| digits(packed, head, tiles) as u16)),
            tail: Box::new(std::array::from_fn(|packed| {
                digits(relative(packed, tail), tail, tail) as u8
            })),
        }
    }

    /// Returns the word with the rank of its order filled in.
    #[inline(always)]
    fn with_rank(&self, word: Word) -> Word {
        let order = word >> ORDER_AT;
        let head = u64::from(self.head[(order & 0xfff) as usize]);
        let tail = u64::from(self.tail[(order >> 12 & 0xfff) as usize]);
        word & ((1 << RANK_AT) - 1) | (head + tail) << RANK_AT
    }
}

/// A step of a tile that may be in a cell.
#[derive(Debug)]
struct Way {
    /// The cell, at its bit in the word.
    tile: u64,
    step: Step,
}

/// A table prepared for lookups.
#[derive(Debug)]
pub(super) struct Ready {
    table: PatternTable,
    space: PatternSpace,
    ranks: Ranks,
    orders: u64,
    steps: Vec<Way>,
}

impl Ready {
    pub(super) fn new(table: PatternTable, space: PatternSpace) -> Ready {
        let shape = space.pattern().orbit().shape();
        let way = |from: usize, mv| {
            let step = Step::new(from, shape.neighbour(from, mv)?);
            Some(Way { tile: 1 << from << MASK_AT, step })
        };
        let ways = |from| Move::ALL.into_iter().filter_map(move |mv| way(from, mv));
        let steps = (0..shape.cells()).flat_map(ways).collect();
        Ready {
            ranks: Ranks::new(space.pattern().tiles()),
            orders: space.orders(),
            table,
            space,
            steps,
        }
    }

    pub(super) fn pattern(&self) -> crate::puzzle::Pattern {
        self.space.pattern()
    }

    /// Prepares the table for many searches, to make them faster.
    pub(super) fn expect_many(&self) {
        self.table.expect_many();
    }

    /// What the search needs from the table.
    pub(super) fn bits(&self) -> Bits<'_> {
        Bits { bytes: self.table.bytes(), orders: self.orders, ranks: &self.ranks }
    }

    /// Returns the word of a state with its distance modulo 4 filled in.
    fn with_distance(&self, zones: &Zones, word: Word, blank: u8) -> Word {
        let bits = self.bits();
        let index = bits.index(zones, word, blank);
        word & !3 | bits.get(index) << 1 | u64::from(self.space.colour(index))
    }

    /// The distance of a state, found by walking to the goal. `None` if the walk does not end
    /// there.
    fn distance(&self, zones: &Zones, mut word: Word, mut blank: u8) -> Option<u8> {
        let (bits, goal) = (self.bits(), self.space.goals()[0]);
        for distance in 0..=u8::MAX {
            let index = bits.index(zones, word, blank);
            if index == goal {
                return Some(distance);
            }
            let zone =
                u64::from(self.space.segments()[(index / self.orders) as usize].zone) << MASK_AT;
            let nearer = word.wrapping_sub(1) & 3;
            let ways =
                self.steps.iter().filter(|way| word & way.tile != 0 && zone & way.step.both != 0);
            let next = |way: &Way| {
                let next = way.step.apply(word, &self.ranks);
                let bit = bits.get(bits.index(zones, next, way.step.blank));
                (bit == nearer >> 1).then_some((next & !3 | nearer, way.step.blank))
            };
            (word, blank) = ways.map(next).find_map(|next| next)?;
        }
        None
    }
}

/// The bits of a table, and what is needed to find one of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bits<'t> {
    bytes: &'t [u8],
    orders: u64,
    ranks: &'t Ranks,
}

impl Bits<'_> {
    #[inline(always)]
    fn index(&self, zones: &Zones, word: Word, blank: u8) -> u64 {
        zones.segment(word, blank) * self.orders + (word >> RANK_AT)
    }

    /// Bit 1 of a distance.
    #[inline(always)]
    pub(super) fn get(&self, index: u64) -> u64 {
        u64::from(self.bytes[(index / 8) as usize] >> (index % 8) & 1)
    }

    /// Tells the processor to fetch the byte. Waiting for it takes longer than anything else here.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        prefetch(self.bytes, (index / 8) as usize);
    }
}

/// How a partition sees the user's board.
#[derive(Debug)]
pub(super) struct View {
    /// For each of the user's cells, the cell of the tables.
    cell: [u8; MAX_CELLS],
    /// For each of the user's tiles, its pattern, counted over all views, and its number in that
    /// pattern, counted from 0.
    pattern: [u8; MAX_CELLS],
    number: [u8; MAX_CELLS],
    /// Indexed by the user's blank cell and move.
    steps: [[Step; 4]; MAX_CELLS],
}

impl View {
    /// Creates the view of a goal through a symmetry that maps it to the goal of the tables. The
    /// number of the view's first pattern is `first`.
    pub(super) fn new(
        goal: &Board,
        symmetry: Symmetry,
        spaces: &[PatternSpace],
        first: usize,
    ) -> View {
        let shape = goal.shape();
        let turned = symmetry.shape(shape);
        let mut view = View {
            cell: [0; MAX_CELLS],
            pattern: [0; MAX_CELLS],
            number: [0; MAX_CELLS],
            steps: [[Step::default(); 4]; MAX_CELLS],
        };
        for (cell, &tile) in goal.cells().iter().enumerate() {
            let there = symmetry.cell(shape, cell);
            view.cell[cell] = there as u8;
            for (i, space) in spaces.iter().enumerate() {
                let cells = space.pattern().cells();
                if cells >> there & 1 != 0 {
                    view.pattern[usize::from(tile)] = (first + i) as u8;
                    view.number[usize::from(tile)] =
                        (cells & ((1 << there) - 1)).count_ones() as u8;
                }
            }
            for mv in Move::ALL {
                // The blank moves in this direction, and the tile in the opposite one.
                if let Some(from) = turned.neighbour(there, symmetry.mv(mv)) {
                    view.steps[cell][mv as usize] = Step::new(from, there);
                }
            }
        }
        view
    }

    /// The words of a board, and the sum of their distances.
    pub(super) fn root(
        &self,
        board: &Board,
        zones: &Zones,
        tables: &[Arc<Ready>],
        words: &mut [Word],
    ) -> Result<u8, PatternFault> {
        let patterns = || self.pattern[1..board.shape().cells()].iter().copied().map(usize::from);
        let first = patterns().min().unwrap_or(0);
        let last = patterns().max().unwrap_or(0);
        // The tables read a mirrored board in a different order.
        let mut turned = [0; MAX_CELLS];
        board
            .cells()
            .iter()
            .zip(self.cell)
            .for_each(|(&tile, cell)| turned[usize::from(cell)] = tile);
        let blank = self.cell[board.blank_cell()];
        let mut sum = 0u8;
        for pattern in first..=last {
            let (mut mask, mut order, mut place) = (0, 0, 0);
            for (cell, &tile) in turned[..board.shape().cells()].iter().enumerate() {
                if tile != 0 && usize::from(self.pattern[usize::from(tile)]) == pattern {
                    mask |= 1 << cell;
                    order |= u64::from(self.number[usize::from(tile)]) << (3 * place);
                    place += 1;
                }
            }
            let table = &tables[pattern];
            let word = table.ranks.with_rank(order << ORDER_AT | mask << MASK_AT);
            let word = table.with_distance(zones, word, blank);
            let wrong = || PatternFault::WrongDistances { pattern: table.space.pattern() };
            let distance = table.distance(zones, word, blank).ok_or_else(wrong)?;
            sum = sum.checked_add(distance).ok_or_else(wrong)?;
            words[pattern] = word;
        }
        Ok(sum)
    }

    /// The pattern of a tile.
    #[inline(always)]
    pub(super) fn pattern(&self, tile: usize) -> usize {
        usize::from(self.pattern[tile & 15])
    }

    /// The word of the tile's pattern after a move, with its distance not known yet, and the index
    /// at which the distance is looked up.
    #[inline(always)]
    pub(super) fn step(
        &self,
        word: Word,
        blank: usize,
        mv: usize,
        zones: &Zones,
        bits: &Bits<'_>,
    ) -> (Word, u64) {
        let step = &self.steps[blank & 15][mv & 3];
        let word = step.apply(word, bits.ranks);
        (word, bits.index(zones, word, step.blank))
    }
}
