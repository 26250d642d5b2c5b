//! The views of further partitions, for proofs.
//!
//! A search asks its first views about every board that it generates. It asks these about a board
//! that it is about to expand, all of them at once, and drops it if one shows that it is too far
//! from the goal.
//!
//! A view need not be asked if the tile that moved is in a pattern that it shares with one of the
//! first views: its bound changes as theirs did.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use std::sync::Arc;

use crate::error::Result;
use crate::puzzle::{Pattern, SmallBoard, Symmetry};

use super::lookup::{Bits, BoardView, PatternLookup, PatternState, ROOM, settle};
use super::width::{Count as _, Width};

/// Engines of large shapes are compiled for this many patterns in each view, first or further. A
/// view may have fewer.
pub(super) const PATTERNS_OF_VIEW: usize = 4;

/// The most views: those of two partitions, also mirrored.
pub(super) const MAX_VIEWS: usize = 4;

/// Marks a tile whose pattern is not shared.
const NOT_SHARED: u8 = u8::MAX;

/// A view of a further partition, with its tables.
pub(super) struct FurtherView {
    view: BoardView,
    tables: Vec<Arc<PatternLookup>>,
    /// The first view through the same symmetry.
    same: Option<usize>,
    /// For each tile, the first view that has its pattern as well, or [`NOT_SHARED`].
    shared: [u8; ROOM],
}

impl FurtherView {
    /// Creates the view through a symmetry that maps the goal to the goal of the tables, of
    /// which there are at most [`PATTERNS_OF_VIEW`], besides the first views and their tables.
    pub(super) fn new<W: Width>(
        goal: &SmallBoard,
        symmetry: Symmetry,
        tables: Vec<Arc<PatternLookup>>,
        first: &[BoardView],
        first_tables: &[Arc<PatternLookup>],
    ) -> FurtherView {
        let patterns: Vec<Pattern> = tables.iter().map(|table| table.pattern()).collect();
        let view = BoardView::new::<W>(goal, symmetry, &patterns, 0);
        let same = first.iter().position(|first| first.sees_as(&view));
        let mut shared = [NOT_SHARED; ROOM];
        if let Some(number) = same {
            for tile in 1..goal.shape().cells() {
                let table = &first_tables[first[number].pattern(tile)];
                if table.pattern() == patterns[view.pattern(tile)] {
                    shared[tile] = number as u8;
                }
            }
        }
        FurtherView { view, tables, same, shared }
    }

    /// How the view sees a board.
    pub(super) fn root<W: Width>(
        &self,
        board: &SmallBoard,
        zones: W::Zones,
    ) -> Result<ViewRoot<W>> {
        let mut states = [0; PATTERNS_OF_VIEW];
        let sum = self.view.root::<W>(board, zones, &self.tables, &mut states)?;
        Ok(ViewRoot { states, sum })
    }

    /// The context for asking the view in a search, beside these first views. `root` is how it sees
    /// the question's board.
    pub(super) fn context<'t, W: Width>(
        &'t self,
        first: &'t [BoardView],
        root: ViewRoot<W>,
    ) -> FurtherContext<'t, W> {
        // Views through one symmetry have the same steps. One copy of these stays in the cache.
        let steps = self.same.map_or(&self.view, |number| &first[number]);
        let last = self.tables.len() - 1;
        let bits = std::array::from_fn(|number| self.tables[number.min(last)].bits());
        FurtherContext { view: &self.view, steps, shared: &self.shared, bits, root }
    }

    /// Prepares the tables for many searches, to make them faster.
    pub(super) fn expect_many(&self) {
        self.tables.iter().for_each(|lookup| lookup.table.expect_many());
    }

    /// Its patterns.
    pub(super) fn patterns(&self) -> impl Iterator<Item = Pattern> {
        self.tables.iter().map(|table| table.pattern())
    }
}

/// How a view sees a board: the states of the patterns, and the sum of their distances.
#[derive(Clone, Copy, Debug)]
pub(super) struct ViewRoot<W: Width> {
    states: [PatternState; PATTERNS_OF_VIEW],
    pub(super) sum: W::Count,
}

/// The context in which a search asks a view.
#[derive(Clone, Copy)]
pub(super) struct FurtherContext<'t, W: Width> {
    view: &'t BoardView,
    /// The view that has the steps.
    steps: &'t BoardView,
    shared: &'t [u8; ROOM],
    bits: [Bits<'t>; PATTERNS_OF_VIEW],
    /// How the view sees the question's board.
    root: ViewRoot<W>,
}

/// A board that a search has reached.
#[derive(Clone, Copy)]
pub(super) struct ViewNode<W: Width, const V: usize> {
    pub(super) board: W::Board,
    pub(super) blank: u8,
    /// The move that led here, unless it is the first.
    pub(super) mv: u8,
    pub(super) depth: u32,
    /// The bounds of the first views.
    pub(super) sums: [W::Count; V],
}

/// A move of a search's path.
#[derive(Clone, Copy, Debug)]
struct PathMove {
    tile: usize,
    /// The blank's cell before the move.
    blank: u8,
    mv: u8,
}

impl PathMove {
    /// The last move that led to a board.
    #[inline(always)]
    fn back<W: Width>(
        board: W::Board,
        blank: u8,
        mv: u8,
        neighbours: &[[u8; 4]; ROOM],
    ) -> PathMove {
        let before = neighbours[usize::from(blank) & (ROOM - 1)][usize::from(3 - (mv & 3))];
        PathMove { tile: W::tile(board, before), blank: before, mv }
    }
}

/// The states and bounds of all views for a board on the path.
#[derive(Clone, Copy, Debug)]
struct KnownOnPath<W: Width, const V: usize> {
    roots: [ViewRoot<W>; MAX_VIEWS],
    /// The bounds of the first views.
    first: [W::Count; V],
}

/// A view whose entry is being fetched.
#[derive(Clone, Copy, Debug)]
struct Pending {
    state: PatternState,
    /// The place of the state's mask in the zones.
    place: u32,
    /// The index of the state's entry, once requested.
    index: u64,
    view: u8,
    pattern: u8,
    /// The blank's cell in the tables.
    blank: u8,
}

impl Pending {
    const NONE: Pending = Pending { state: 0, place: 0, index: 0, view: 0, pattern: 0, blank: 0 };

    /// Begins to ask a view about the board after a move.
    #[inline(always)]
    fn new<W: Width>(
        view: usize,
        context: &FurtherContext<'_, W>,
        zones: W::Zones,
        root: &ViewRoot<W>,
        taken: PathMove,
    ) -> Pending {
        let (blank, mv) = (usize::from(taken.blank), usize::from(taken.mv));
        let pattern = context.view.pattern(taken.tile) & (PATTERNS_OF_VIEW - 1);
        let (state, place) = context.steps.step::<W>(root.states[pattern], blank, mv, zones);
        let blank = context.steps.blank(blank, mv);
        Pending { state, place, index: 0, view: view as u8, pattern: pattern as u8, blank }
    }

    /// Requests the entry.
    #[inline(always)]
    fn ask<W: Width>(&mut self, context: &FurtherContext<'_, W>, zones: W::Zones) {
        let bits = &context.bits[usize::from(self.pattern) & (PATTERNS_OF_VIEW - 1)];
        self.index = bits.index::<W>(zones, self.place, self.state, self.blank);
        bits.prefetch(self.index);
    }

    /// Reads the entry.
    #[inline(always)]
    fn settle<W: Width>(&self, context: &FurtherContext<'_, W>, root: &mut ViewRoot<W>) {
        let pattern = usize::from(self.pattern) & (PATTERNS_OF_VIEW - 1);
        let (state, shrank) = settle(self.state, context.bits[pattern].get(self.index));
        root.states[pattern] = state;
        root.sum = root.sum.next(shrank);
    }
}

/// The fate of a board that a search has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// It is beyond the limit.
    Beyond,
    /// Some views must be asked first.
    Pending,
    /// It is within the limit.
    Within,
}

/// The states and bounds of the views along the path of a search.
#[derive(Debug)]
pub(super) struct Further<W: Width, const V: usize> {
    /// For each board on the path, and perhaps others after them.
    known: Vec<KnownOnPath<W, V>>,
    /// The depth of the start.
    start: usize,
    pending: [Pending; MAX_VIEWS],
    /// How many views are being asked.
    count: usize,
}

impl<W: Width, const V: usize> Further<W, V> {
    pub(super) fn new(views: &[FurtherContext<'_, W>]) -> Further<W, V> {
        let mut roots =
            [ViewRoot { states: [0; PATTERNS_OF_VIEW], sum: W::Count::default() }; MAX_VIEWS];
        for (root, view) in roots.iter_mut().zip(views) {
            *root = view.root;
        }
        let known = KnownOnPath { roots, first: [W::Count::default(); V] };
        Further { known: vec![known], start: 0, pending: [Pending::NONE; MAX_VIEWS], count: 0 }
    }

    /// Starts over at a board that the moves of a path led to.
    pub(super) fn begin(
        &mut self,
        views: &[FurtherContext<'_, W>],
        zones: W::Zones,
        neighbours: &[[u8; 4]; ROOM],
        start: ViewNode<W, V>,
        path: &W::Path,
    ) {
        let ViewNode { mut board, mut blank, depth, .. } = start;
        let mut all = Vec::new();
        for &mv in path.as_ref()[..depth as usize].iter().rev() {
            let taken = PathMove::back::<W>(board, blank, mv, neighbours);
            board = W::moved(board, taken.tile, taken.blank, blank);
            blank = taken.blank;
            all.push(taken);
        }
        self.start = depth as usize;
        self.known.resize(self.start + 1, self.known[0]);
        let mut known = self.known[0];
        for taken in all.into_iter().rev() {
            for (number, (context, root)) in views.iter().zip(&mut known.roots).enumerate() {
                let mut pending = Pending::new(number, context, zones, root, taken);
                pending.ask(context, zones);
                pending.settle(context, root);
            }
        }
        self.known[self.start] = KnownOnPath { first: start.sums, ..known };
        self.count = 0;
    }

    /// Moves to the next board: the start, or one move from a board on the path.
    #[inline(always)]
    pub(super) fn reach(
        &mut self,
        views: &[FurtherContext<'_, W>],
        zones: W::Zones,
        neighbours: &[[u8; 4]; ROOM],
        reached: ViewNode<W, V>,
        limit: u32,
    ) -> Reach {
        let depth = reached.depth as usize;
        self.count = 0;
        let is_within = if depth == self.start {
            self.is_within(views, reached.depth, limit)
        } else {
            let ViewNode { board, blank, mv, sums, .. } = reached;
            let taken = PathMove::back::<W>(board, blank, mv, neighbours);
            if depth == self.known.len() {
                self.known.push(self.known[0]);
            }
            let (before, after) = self.known.split_at_mut(depth);
            let (before, known) = (&before[depth - 1], &mut after[0]);
            *known = *before;
            known.first = sums;
            let mut is_within = true;
            for (number, context) in views.iter().enumerate() {
                let number = number & (MAX_VIEWS - 1);
                let shared = context.shared[taken.tile & (ROOM - 1)];
                if let Some(sum) = sums.get(usize::from(shared)) {
                    let shrank = u64::from(*sum < before.first[usize::from(shared)]);
                    let sum = &mut known.roots[number].sum;
                    *sum = sum.next(shrank);
                    is_within &= reached.depth + sum.get() <= limit;
                } else {
                    // The bound before the move was within the limit, so it cannot reject this
                    // board. The view has to be asked.
                    let root = &before.roots[number];
                    self.pending[self.count & (MAX_VIEWS - 1)] =
                        Pending::new(number, context, zones, root, taken);
                    self.count += 1;
                }
            }
            is_within
        };
        match (is_within, self.count) {
            (true, 0) => Reach::Within,
            (true, _) => Reach::Pending,
            (false, _) => {
                self.count = 0;
                Reach::Beyond
            }
        }
    }

    /// True if a board on the path is within the limit, as far as is known.
    #[inline(always)]
    fn is_within(&self, views: &[FurtherContext<'_, W>], depth: u32, limit: u32) -> bool {
        let known = &self.known[depth as usize];
        known.roots[..views.len()].iter().all(|root| depth + root.sum.get() <= limit)
    }

    /// True if views are being asked.
    #[inline(always)]
    pub(super) fn is_asked(&self) -> bool {
        self.count > 0
    }

    /// Requests the entries that the views need.
    #[inline(always)]
    pub(super) fn ask(&mut self, views: &[FurtherContext<'_, W>], zones: W::Zones) {
        for pending in &mut self.pending[..self.count] {
            pending.ask(&views[usize::from(pending.view)], zones);
        }
    }

    /// Reads the requested entries. Returns whether the board is within the limit.
    #[inline(always)]
    pub(super) fn settle(
        &mut self,
        views: &[FurtherContext<'_, W>],
        depth: u32,
        limit: u32,
    ) -> bool {
        let known = &mut self.known[depth as usize];
        for pending in &self.pending[..self.count] {
            let view = usize::from(pending.view) & (MAX_VIEWS - 1);
            pending.settle(&views[view], &mut known.roots[view]);
        }
        self.count = 0;
        self.is_within(views, depth, limit)
    }
}

#[cfg(test)]
mod tests;
