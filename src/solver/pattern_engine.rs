//! The only kind of engine: searches with `L` patterns in `V` views. Here is what they share.
//! `pattern_answers.rs` has the questions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::beam::BeamMemory;
use super::board_search::longest;
use super::depth_first::{Node, SearchContext};
use super::further::{FurtherView, ViewRoot};
use super::lookup::{BoardView, PatternLookup, ROOM};
use super::pattern_beam::PatternBeam;
use super::width::Width;
use crate::error::{Error, Result};
use crate::machine::prefetch;
use crate::pruning::{REFUSED, Transitions};
use crate::puzzle::{Direction, PatternError, SmallBoard, solvable};

/// Copying the large tables into huge pages takes as long as it saves on this many boards.
const WORTH_COPYING: u64 = 1 << 22;

/// The state that searches with `L` patterns in `V` views share.
pub(super) struct PatternEngine<W: Width, const V: usize, const L: usize> {
    views: [BoardView; V],
    pub(super) tables: [Arc<PatternLookup>; L],
    /// The number of patterns in a view. Its tables are the first of its places.
    patterns: usize,
    /// The views of further partitions.
    further: Vec<FurtherView>,
    zones: W::Zones,
    neighbours: [[u8; 4]; ROOM],
    edges: [[u16; 4]; ROOM],
    pub(super) goal: SmallBoard,
    /// No board is farther from the goal than this.
    pub(super) longest: u32,
    /// The number of boards generated so far.
    pub(super) generated: AtomicU64,
    /// The number of boards whose lower bounds were asked for.
    pub(super) bounded: AtomicU64,
    /// The memory of beams that are over.
    pub(super) spare: Mutex<Vec<BeamMemory<PatternBeam<W, V, L>>>>,
}

impl<W: Width, const V: usize, const L: usize> PatternEngine<W, V, L> {
    pub(super) fn new(
        goal: &SmallBoard,
        views: [BoardView; V],
        tables: [Arc<PatternLookup>; L],
        patterns: usize,
        further: Vec<FurtherView>,
        zones: W::Zones,
    ) -> PatternEngine<W, V, L> {
        let shape = goal.shape();
        let (mut neighbours, mut edges) = ([[0; 4]; ROOM], [[REFUSED; 4]; ROOM]);
        for cell in 0..shape.cells() {
            let there = Direction::ALL.map(|mv| shape.neighbour(cell, mv));
            neighbours[cell] = there.map(|there| there.unwrap_or(cell) as u8);
            edges[cell] = there.map(|there| if there.is_some() { 0 } else { REFUSED });
        }
        PatternEngine {
            views,
            tables,
            patterns,
            further,
            zones,
            neighbours,
            edges,
            goal: *goal,
            longest: longest(shape, goal.blank_cell()),
            generated: AtomicU64::new(0),
            bounded: AtomicU64::new(0),
            spare: Mutex::default(),
        }
    }

    /// Prepares for searches that generate about `boards` more boards. The tables are copied if
    /// these and earlier ones are enough.
    pub(super) fn expect(&self, boards: u64) {
        if self.generated.load(Ordering::Relaxed).saturating_add(boards) > WORTH_COPYING {
            self.tables.iter().for_each(|lookup| lookup.table.expect_many());
            self.further.iter().for_each(FurtherView::expect_many);
        }
    }

    /// The context of all searches.
    pub(super) fn context<'t>(&'t self, pruning: &'t Transitions) -> SearchContext<'t, W, V, L> {
        self.expect(0);
        SearchContext {
            views: self.views.each_ref(),
            bits: self.tables.each_ref().map(|table| table.bits()),
            zones: self.zones,
            pruning,
            neighbours: self.neighbours,
            edges: self.edges,
            goal: W::pack(&self.goal),
            further: Vec::new(),
        }
    }

    /// The context of the searches for one board. `further` is how the further views see it.
    pub(super) fn context_for<'t>(
        &'t self,
        pruning: &'t Transitions,
        seen: &[ViewRoot<W>],
    ) -> SearchContext<'t, W, V, L> {
        let context = self.context(pruning);
        let further = self.further.iter().zip(seen);
        let further = further.map(|(view, &seen)| view.context(&self.views, seen)).collect();
        SearchContext { further, ..context }
    }

    /// How the further views see a board.
    pub(super) fn further_roots(&self, board: &SmallBoard) -> Result<Vec<ViewRoot<W>>> {
        let views = self.further.iter();
        views.map(|view| view.root(board, self.zones)).collect()
    }

    /// The root of a search. Its lower bound is no more than the largest distance.
    pub(super) fn root(&self, board: &SmallBoard) -> Result<Node<W, V, L>> {
        let (mut states, mut sums) = ([0; L], [W::Count::default(); V]);
        for (view, sum) in self.views.iter().zip(&mut sums) {
            *sum = view.root::<W>(board, self.zones, &self.tables, &mut states)?;
        }
        let node = Node::new(board, states, sums);
        // Lying tables may say anything. A path has no room for more than this.
        if node.estimate() > self.longest { Err(self.wrong_tables()) } else { Ok(node) }
    }

    /// The distances of all states of all patterns, if they were found. None for places that are
    /// not used.
    pub(super) fn all_distances(&self) -> Option<[&[u8]; L]> {
        let mut all: [&[u8]; L] = [&[]; L];
        for (place, table) in self.tables.iter().enumerate() {
            let distances = table.distances()?;
            if place % (L / V) < self.patterns {
                all[place] = distances;
            }
        }
        Some(all)
    }

    /// Appends the lower bounds of boards: those of [`root`](Self::root). While the distances of
    /// one board are being fetched, the next boards are read.
    #[inline(always)]
    pub(super) fn read_bounds(
        &self,
        boards: &[SmallBoard],
        distances: [&[u8]; L],
        bounds: &mut Vec<Result<u32>>,
    ) {
        const IN_FLIGHT: usize = 16;
        let mut indices = [[0; L]; IN_FLIGHT];
        for boards in boards.chunks(IN_FLIGHT) {
            for (board, indices) in boards.iter().zip(&mut indices) {
                for view in &self.views {
                    view.indices::<W>(board, self.zones, &self.tables, indices);
                }
                for (distances, &mut index) in distances.iter().zip(indices) {
                    prefetch(distances, index as usize);
                }
            }
            for indices in &indices[..boards.len()] {
                // All views have the same number of patterns.
                let mut sums = [0; V];
                for (i, &index) in indices.iter().enumerate() {
                    let distance = distances[i].get(index as usize).copied();
                    sums[i / (L / V)] += u32::from(distance.unwrap_or(0));
                }
                bounds.push(Ok(sums.into_iter().max().unwrap_or(0)));
            }
        }
    }

    /// The error for tables that contradict what is known.
    pub(super) fn wrong_tables(&self) -> Error {
        PatternError::WrongDistances { pattern: self.tables[0].pattern() }.into()
    }
}

/// Checks that a board has the goal's shape and can reach the goal.
pub(super) fn check(board: &SmallBoard, goal: &SmallBoard) -> Result<()> {
    board.expect_shape(goal.shape())?;
    Ok(solvable(board, goal)?)
}
