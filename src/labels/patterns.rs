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
    Direction, MAX_CELLS, MaskNumbers, SmallBoard, SmallShape, cells_of, masks, zones,
};
use crate::threads;

/// The most entries of a table: three pairs of tiles on 4x4 have 120 sets of places each, and four
/// tiles on 5x5 have 25 places each.
const MOST_ENTRIES: usize = 1 << 21;

/// The most sets of places of a label with a table: six tiles on 5x5 have 177,100.
const MOST_SETS: usize = 1 << 18;

/// The most patterns. Any two have more than [`MOST_ENTRIES`] together, and all labels of 25 cells
/// at most 2^112.
const MOST_PATTERNS: usize = 12;

/// A board in a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct GoalNode {
    /// The label in each cell, from 1, and 0 for the blank.
    pub labels: [u8; MAX_CELLS],
    pub blank: usize,
    /// A lower bound on the distance.
    pub bound: u32,
    /// The move that led here.
    pub last: Option<Direction>,
    /// For each label, its cells, and their number among all sets of cells.
    places: [(u32, u32); MAX_CELLS + 1],
    /// For each pattern, its entry in the table of all.
    entries: [u32; MOST_PATTERNS],
}

/// A move, and what a board has after it; or a move back, with what the board had before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub mv: Direction,
    pub bound: u32,
    label: u8,
    /// The cells of the label, and their number.
    places: (u32, u32),
    /// The entry of the label's pattern.
    entry: u32,
}

/// The patterns of a goal.
#[derive(Debug)]
pub(super) struct LabelPatterns {
    shape: SmallShape,
    /// For each cell and each move, the cell that it leads to.
    neighbours: [[Option<usize>; 4]; MAX_CELLS],
    /// For each tile of the goal's boards, its label.
    label_of: Vec<u8>,
    labels: Vec<PatternLabel>,
    /// Numbers all sets of cells, and the first number of each size.
    numbers: MaskNumbers,
    first_numbers: [u32; MAX_CELLS + 1],
    /// The first row, the first two, ..., and the same for columns.
    first_lines: Vec<u32>,
    /// The tables of all patterns, and where each begins.
    table: Vec<u8>,
    first_entries: Vec<u32>,
}

/// A label of a pattern.
#[derive(Clone, Copy, Debug, Default)]
struct PatternLabel {
    pattern: usize,
    /// What the next set of cells adds to the number of an entry: nothing if it has no table.
    weight: u32,
    /// Its cells in the goal, unless it is free.
    goal: u32,
}

impl PatternLabel {
    /// True if it is not free, but has too many sets of places for a table.
    const fn has_no_table(&self) -> bool {
        self.weight == 0 && self.goal != 0
    }
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
        let cells = |tiles: &[u32]| {
            let all = (0..).zip(goal.board.cells()).filter(|(_, tile)| tiles.contains(tile));
            all.fold(0_u32, |set, (cell, _)| set | 1_u32 << cell)
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
            } else if sets > MOST_SETS {
                PatternLabel { goal, ..PatternLabel::default() }
            } else {
                let pattern = sizes.iter().position(has_room).unwrap_or(sizes.len());
                sizes.resize(sizes.len().max(pattern + 1), 1);
                let weight = sizes[pattern] as u32;
                sizes[pattern] *= sets;
                PatternLabel { pattern, weight, goal }
            });
        }
        let numbers = MaskNumbers::of_all(shape.cells(), 0..=shape.cells() as u32);
        let mut first_numbers = [0; MAX_CELLS + 1];
        for (size, first) in (0..=shape.cells() as u32).zip(&mut first_numbers) {
            *first = numbers.number((1 << size) - 1) as u32;
        }
        let mut neighbours = [[None; 4]; MAX_CELLS];
        for (cell, neighbours) in neighbours[..shape.cells()].iter_mut().enumerate() {
            *neighbours = Direction::ALL.map(|mv| shape.neighbour(cell, mv));
        }
        let (table, first_entries, cols) = (Vec::new(), Vec::new(), shape.cols());
        let in_rows = |rows: usize| (1 << (rows * cols)) - 1;
        let in_cols = |width: usize| {
            let rows = (0..shape.rows()).map(|row| ((1 << width) - 1) << (row * cols));
            rows.sum()
        };
        let rows = (1..shape.rows()).map(in_rows);
        let first_lines = rows.chain((1..cols).map(in_cols)).collect();
        let patterns = LabelPatterns {
            shape,
            neighbours,
            label_of,
            labels,
            numbers,
            first_numbers,
            first_lines,
            table,
            first_entries,
        };
        let sizes: Vec<(usize, usize)> = sizes.into_iter().enumerate().collect();
        let made = threads::each(&sizes, threads, |&(pattern, size)| {
            patterns.table(pattern, size as u32, blanks)
        });
        let (mut table, mut first_entries) = (Vec::new(), Vec::new());
        for made in made {
            first_entries.push(table.len() as u32);
            table.append(&mut made?);
        }
        Ok(LabelPatterns { table, first_entries, ..patterns })
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
            own.iter().map(move |(weight, sets)| {
                let number = (entry / weight) as usize % sets.len();
                (*weight, number as u32, sets[number])
            })
        };
        let taken = |entry: u32| sets(entry).fold(0, |taken, (.., set)| taken | set);
        // For each set of cells that tiles take, the zones of the others.
        let zones: Vec<Vec<u32>> =
            masks(cells, tiles).map(|taken| zones(shape, taken).collect()).collect();
        let most_zones = zones.iter().map(Vec::len).max().unwrap_or(1) as u32;
        let zones = |taken: u32| &zones[self.number(taken) as usize];
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
            for (weight, number, set) in sets(entry) {
                for from in cells_of(set) {
                    for to in cells_of(beside[from] & zone) {
                        let moved = 1 << from | 1 << to;
                        let more = self.number(set ^ moved).wrapping_sub(number);
                        let entry = entry.wrapping_add(more.wrapping_mul(weight));
                        visit((entry, zone_of(taken ^ moved, from)), ());
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

    /// The number of a set of cells among those that are as large.
    fn number(&self, set: u32) -> u32 {
        self.numbers.number(set) as u32 - self.first_numbers[set.count_ones() as usize]
    }

    /// The number of the entry of a pattern, if `cells` has the cells of each label.
    fn entry_of(&self, pattern: usize, cells: impl Fn(usize) -> u32) -> u32 {
        let own = (0..).zip(&self.labels);
        let own = own.filter(|(_, label)| label.pattern == pattern && label.weight > 0);
        own.map(|(label, it)| self.number(cells(label)) * it.weight).sum()
    }

    /// A lower bound on the moves of a label without a table: tiles that are too many or too few in
    /// the first rows must leave or enter them, and so for columns.
    fn lines_bound(&self, label: &PatternLabel, cells: u32) -> u32 {
        let count = |set: u32, lines: u32| (set & lines).count_ones();
        let lines = self.first_lines.iter();
        lines.map(|&it| count(label.goal, it).abs_diff(count(cells, it))).sum()
    }

    /// A board whose tiles have the numbers of the goal's.
    pub fn start(&self, board: &SmallBoard) -> GoalNode {
        let (mut labels, mut cells) = ([0; MAX_CELLS], [0; MAX_CELLS + 1]);
        for (cell, &tile) in board.cells().iter().enumerate() {
            let label = self.label_of[usize::from(tile)];
            labels[cell] = label;
            cells[usize::from(label)] |= 1 << cell;
        }
        let mut entries = [0; MOST_PATTERNS];
        let mut bound = 0;
        for ((pattern, first), entry) in self.first_entries.iter().enumerate().zip(&mut entries) {
            *entry = first + self.entry_of(pattern, |label| cells[label]);
            bound += u32::from(self.table[*entry as usize]);
        }
        for (label, &cells) in self.labels.iter().zip(&cells).filter(|(it, _)| it.has_no_table()) {
            bound += self.lines_bound(label, cells);
        }
        let places = cells.map(|cells| (cells, self.numbers.number(cells) as u32));
        GoalNode { labels, blank: board.blank_cell(), bound, last: None, places, entries }
    }

    /// True if all tiles that the goal names are on its places.
    pub fn is_reached(&self, node: &GoalNode) -> bool {
        // The blank has the first label.
        let mut named = self.labels.iter().zip(&node.places).skip(1);
        node.bound == 0 && named.all(|(label, at)| label.goal == 0 || label.goal == at.0)
    }

    /// A move, unless it leaves the board or undoes the last one.
    #[inline]
    pub fn step(&self, node: &GoalNode, mv: Direction) -> Option<Step> {
        if node.last == Some(mv.inverse()) {
            return None;
        }
        let to = self.neighbours[node.blank][mv as usize]?;
        let label = node.labels[to];
        let named = &self.labels[usize::from(label)];
        let (before, number) = node.places[usize::from(label)];
        let PatternLabel { pattern, weight, .. } = *named;
        let cells = before ^ (1 << to | 1 << node.blank);
        let mut places = (cells, number);
        let (mut bound, mut entry) = (node.bound, node.entries[pattern]);
        if weight > 0 {
            bound -= u32::from(self.table[entry as usize]);
            places.1 = self.numbers.number(cells) as u32;
            entry = entry.wrapping_add(places.1.wrapping_sub(number).wrapping_mul(weight));
            bound += u32::from(self.table[entry as usize]);
        } else if named.has_no_table() {
            bound = bound + self.lines_bound(named, cells) - self.lines_bound(named, before);
        }
        Some(Step { mv, bound, label, places, entry })
    }

    /// Makes a step, which becomes one that takes it back.
    #[inline]
    pub fn make(&self, node: &mut GoalNode, step: &mut Step) {
        let Some(to) = self.neighbours[node.blank][step.mv as usize] else { return };
        let label = usize::from(step.label);
        node.labels.swap(node.blank, to);
        node.blank = to;
        node.last = Some(step.mv);
        step.mv = step.mv.inverse();
        std::mem::swap(&mut node.bound, &mut step.bound);
        std::mem::swap(&mut node.places[label], &mut step.places);
        std::mem::swap(&mut node.entries[self.labels[label].pattern], &mut step.entry);
    }

    /// The board after a move, unless the move leaves the board or undoes the last one.
    pub fn moved(&self, node: &GoalNode, mv: Direction) -> Option<GoalNode> {
        let mut next = *node;
        self.make(&mut next, &mut self.step(node, mv)?);
        Some(next)
    }
}
