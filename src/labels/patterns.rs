//! Lower bounds on distances from a goal, by tables of some of its labels.
//!
//! A *pattern* is some labels that the goal names. Its table has, for all sets of places of their
//! tiles, the least number of moves of these tiles to the goal, wherever the blank is and where the
//! blank and the other tiles go. A move slides one tile, so the numbers of patterns without a label
//! in common add up to a lower bound. Each is at least the sum of the rows and columns between
//! tiles and places, with the tiles of a label assigned to its places in the cheapest way.

use std::ops::ControlFlow;

use crate::error::Result;
use crate::generate::bfs_from;
use crate::labelled_board::{FREE, LabelledBoard};
use crate::puzzle::{
    Direction, MAX_NUMBERED_CELLS, Nibbles, SmallBoard, SmallShape, cells_of, masks, slid, zones,
};
use crate::threads;

/// The most entries of a table: three pairs of tiles on 4x4 have 120 sets of places each.
const MOST_ENTRIES: usize = 1 << 21;

/// The most patterns. Any two have more than [`MOST_ENTRIES`] together, and all labels of sixteen
/// cells at most 2^60.
const MOST_PATTERNS: usize = 5;

/// A board in a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct LabelNode {
    /// The label in each cell, from 1, and 0 for the blank.
    pub labels: Nibbles,
    pub blank: usize,
    /// A lower bound on the distance.
    pub bound: u32,
    /// The move that led here.
    pub last: Option<Direction>,
    /// For each label, its cells.
    cells: [u16; MAX_NUMBERED_CELLS],
    /// For each pattern, the number of its entry.
    entries: [u32; MOST_PATTERNS],
}

/// The patterns of a goal.
#[derive(Debug)]
pub(super) struct LabelPatterns {
    shape: SmallShape,
    /// For each cell and each move, the cell that it leads to.
    neighbours: [[Option<usize>; 4]; MAX_NUMBERED_CELLS],
    /// For each tile of the goal's boards, its label.
    label_of: Vec<u8>,
    labels: Vec<PatternLabel>,
    /// For each set of cells, its number among those that are as large.
    numbers: Vec<u16>,
    tables: Vec<Vec<u8>>,
}

/// A label of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct PatternLabel {
    pattern: usize,
    /// What the next set of cells adds to the number of an entry: nothing if the label is free.
    weight: u32,
    /// Its cells in the goal.
    goal: u16,
}

impl LabelPatterns {
    /// Makes the tables for a goal with the blank on one of some cells, on this many threads.
    pub fn new(
        goal: &LabelledBoard,
        shape: SmallShape,
        blanks: &[usize],
        threads: usize,
    ) -> Result<LabelPatterns> {
        let mut names: Vec<_> = goal.names().collect();
        let cells = |tiles: &[u32]| -> u16 {
            let all = (0..).zip(goal.board.cells()).filter(|(_, tile)| tiles.contains(tile));
            all.fold(0, |set, (cell, _): (u16, _)| set | 1 << cell)
        };
        names.sort_by_cached_key(|(_, tiles)| cells(tiles).trailing_zeros());
        let mut label_of = vec![0; shape.cells()];
        // The first is the blank's.
        let mut labels = vec![PatternLabel::default()];
        let mut sizes = vec![1];
        for (name, tiles) in names {
            for &tile in &tiles {
                label_of[tile as usize] = labels.len() as u8;
            }
            let goal = cells(&tiles);
            let sets = masks(shape.cells(), goal.count_ones()).count();
            let has_room = |&size: &usize| size * sets <= MOST_ENTRIES;
            labels.push(if name == FREE {
                PatternLabel::default()
            } else {
                let pattern = sizes.iter().position(has_room).unwrap_or(sizes.len());
                sizes.resize(sizes.len().max(pattern + 1), 1);
                let weight = sizes[pattern] as u32;
                sizes[pattern] *= sets;
                PatternLabel { pattern, weight, goal }
            });
        }
        let mut numbers = vec![0; 1 << shape.cells()];
        for size in 0..=shape.cells() as u32 {
            for (number, set) in (0..).zip(masks(shape.cells(), size)) {
                numbers[set as usize] = number;
            }
        }
        let mut neighbours = [[None; 4]; MAX_NUMBERED_CELLS];
        for (cell, neighbours) in neighbours[..shape.cells()].iter_mut().enumerate() {
            *neighbours = Direction::ALL.map(|mv| shape.neighbour(cell, mv));
        }
        let tables = Vec::new();
        let patterns = LabelPatterns { shape, neighbours, label_of, labels, numbers, tables };
        let sizes: Vec<(usize, usize)> = sizes.into_iter().enumerate().collect();
        let made = threads::each(&sizes, threads, |&(pattern, size)| {
            patterns.table(pattern, size as u32, blanks)
        });
        Ok(LabelPatterns { tables: made.into_iter().collect::<Result<_>>()?, ..patterns })
    }

    /// The table of a pattern with `size` entries.
    ///
    /// A state of the search is the number of an entry and that of the blank's zone among those
    /// that the tiles leave. A move takes a tile into the zone.
    fn table(&self, pattern: usize, size: u32, blanks: &[usize]) -> Result<Vec<u8>> {
        let (shape, cells) = (self.shape, self.shape.cells());
        let own = self.labels.iter().filter(|label| label.pattern == pattern && label.weight > 0);
        let tiles = own.clone().map(|label| label.goal.count_ones()).sum();
        // For each label, what its number is multiplied by, and its sets of cells.
        let sets = |label: &PatternLabel| masks(cells, label.goal.count_ones()).collect();
        let own: Vec<(u32, Vec<u32>)> = own.map(|label| (label.weight, sets(label))).collect();
        let sets = |entry: u32| {
            own.iter()
                .map(move |(weight, sets)| (*weight, sets[(entry / weight) as usize % sets.len()]))
        };
        let taken = |entry: u32| sets(entry).fold(0, |taken, (_, set)| taken | set);
        // For each set of cells that tiles take, the zones of the others.
        let zones: Vec<Vec<u32>> =
            masks(cells, tiles).map(|taken| zones(shape, taken).collect()).collect();
        let most_zones = zones.iter().map(Vec::len).max().unwrap_or(1) as u32;
        let zones = |taken: u32| &zones[usize::from(self.numbers[taken as usize])];
        let zone_of = |taken: u32, cell: usize| {
            zones(taken).iter().position(|zone| zone >> cell & 1 == 1).unwrap_or(0) as u32
        };
        let beside = |cell: usize| {
            let all = self.neighbours[cell].into_iter().flatten();
            all.fold(0_u32, |set, cell| set | 1 << cell)
        };
        let beside: Vec<u32> = (0..cells).map(beside).collect();
        let before = |(entry, zone): (u32, u32), visit: &mut dyn FnMut((u32, u32), ())| {
            let taken = taken(entry);
            let zone = zones(taken)[zone as usize];
            for (weight, set) in sets(entry) {
                for from in cells_of(set) {
                    for to in cells_of(beside[from] & zone) {
                        let moved = 1 << from | 1 << to;
                        let change = self.change(set as u16, (set ^ moved) as u16, weight);
                        visit((entry.wrapping_add(change), zone_of(taken ^ moved, from)), ());
                    }
                }
            }
        };
        let goal = self.entry_of(pattern, |label| self.labels[label].goal);
        let ends = blanks.iter().map(|&blank| (goal, zone_of(taken(goal), blank)));
        let mut ends: Vec<(u32, u32)> = ends.collect();
        ends.sort_unstable();
        ends.dedup();
        let mut table = vec![u8::MAX; size as usize];
        table[goal as usize] = 0;
        let record = |state: u64, distance: u8, ()| {
            let entry = &mut table[(state / u64::from(most_zones)) as usize];
            *entry = distance.min(*entry);
        };
        let index = |(entry, zone): (u32, u32)| (entry * most_zones + zone).into();
        let on = |_: &[u64]| ControlFlow::Continue(());
        bfs_from(ends, u64::from(size * most_zones), index, before, record, on)?;
        Ok(table)
    }

    /// What a set of cells that takes the place of another adds to the number of an entry.
    #[inline]
    fn change(&self, from: u16, to: u16, weight: u32) -> u32 {
        let number = |set: u16| u32::from(self.numbers[usize::from(set)]);
        number(to).wrapping_sub(number(from)).wrapping_mul(weight)
    }

    /// The number of the entry of a pattern, if `cells` has the cells of each label.
    fn entry_of(&self, pattern: usize, cells: impl Fn(usize) -> u16) -> u32 {
        let own = (0..).zip(&self.labels).filter(|(_, label)| label.pattern == pattern);
        own.map(|(label, it)| u32::from(self.numbers[usize::from(cells(label))]) * it.weight).sum()
    }

    /// A board whose tiles have the numbers of the goal's.
    pub fn start(&self, board: &SmallBoard) -> LabelNode {
        let (mut labels, mut cells) = (0, [0; MAX_NUMBERED_CELLS]);
        for (cell, &tile) in board.cells().iter().enumerate() {
            let label = self.label_of[usize::from(tile)];
            labels |= Nibbles::from(label) << (4 * cell);
            cells[usize::from(label)] |= 1 << cell;
        }
        let mut entries = [0; MOST_PATTERNS];
        let mut bound = 0;
        for ((pattern, table), entry) in self.tables.iter().enumerate().zip(&mut entries) {
            *entry = self.entry_of(pattern, |label| cells[label]);
            bound += u32::from(table[*entry as usize]);
        }
        LabelNode { labels, blank: board.blank_cell(), bound, last: None, cells, entries }
    }

    /// The board after a move, unless the move leaves the board or undoes the last one.
    #[inline]
    pub fn moved(&self, node: &LabelNode, mv: Direction) -> Option<LabelNode> {
        if node.last == Some(mv.inverse()) {
            return None;
        }
        let LabelNode { labels, blank, .. } = *node;
        let to = self.neighbours[blank][mv as usize]?;
        let label = (labels >> (4 * to) & 15) as usize;
        let labels = slid(labels, blank, to);
        let mut next = LabelNode { labels, blank: to, last: Some(mv), ..*node };
        let PatternLabel { pattern, weight, .. } = self.labels[label];
        let (table, entry) = (&self.tables[pattern], &mut next.entries[pattern]);
        let before = table[*entry as usize];
        let cells = &mut next.cells[label];
        let moved = *cells ^ (1 << to | 1 << blank);
        *entry = entry.wrapping_add(self.change(*cells, moved, weight));
        *cells = moved;
        next.bound = node.bound + u32::from(table[*entry as usize]) - u32::from(before);
        Some(next)
    }
}
