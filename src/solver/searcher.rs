//! One search: a board's parts on all threads, with limits that rise until a solution is found.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::puzzle::{Board, Move, Moves, PatternError, solvable};
use crate::threads;

use super::beam::BeamMemory;
use super::embedded::PRUNING;
use super::further::{FurtherView, ViewRoot};
use super::lookup::{BoardView, PatternLookup, ROOM};
use super::pattern_beam::PatternBeam;
use super::pruning::{REFUSED, Transitions};
use super::search::{Node, Search, SearchContext, Start, longest};
use super::turns::{NextTurn, SearchQueue, run};
use super::width::Width;
use crate::machine::prefetch;

/// Threads are started once an iteration has generated more boards than this: the next one is
/// several times as large.
const WORTH_THREADS: u64 = 1 << 14;

/// The least number of parts per thread that a board is split into: enough to keep all of a
/// thread's searches busy until the end.
const PARTS: u64 = 64;

/// A hard board is split into more parts: one for each [`BOARDS_PER_PART`] boards that were
/// generated for it, up to [`MAX_PARTS`]. All parts after the one with the solution are searched in
/// vain, and small parts waste less.
const BOARDS_PER_PART: u64 = 1 << 12;
const MAX_PARTS: u64 = 1 << 13;

/// Copying the large tables into huge pages takes as long as it saves on this many boards.
const WORTH_COPYING: u64 = 1 << 22;

/// How far a search came.
pub(super) enum Iteration {
    /// The canonical solution.
    Solved(Moves),
    /// The distance is at least this. The search ended there because it has generated enough, or
    /// because the budget ended.
    GaveUpAt(u32),
}

impl Iteration {
    /// The canonical solution, after a search that only the budget may end.
    pub(super) fn solution(self, budget: &Budget) -> Result<Moves> {
        match self {
            Iteration::Solved(moves) => Ok(moves),
            Iteration::GaveUpAt(proved) => Err(budget.stopped(proved, None).into()),
        }
    }
}

/// The state that searches with `L` patterns in `V` views share.
pub(super) struct Searcher<W: Width, const V: usize, const L: usize> {
    views: [BoardView; V],
    pub(super) tables: [Arc<PatternLookup>; L],
    /// The number of patterns in a view. Its tables are the first of its places.
    patterns: usize,
    /// The views of further partitions.
    further: Vec<FurtherView>,
    zones: W::Zones,
    neighbours: [[u8; 4]; ROOM],
    edges: [[u16; 4]; ROOM],
    pub(super) goal: Board,
    /// No board is farther from the goal than this.
    pub(super) longest: u32,
    /// The number of boards generated so far.
    pub(super) generated: AtomicU64,
    /// The number of boards whose lower bounds were asked for.
    pub(super) bounded: AtomicU64,
    /// The memory of beams that are over.
    pub(super) spare: Mutex<Vec<BeamMemory<PatternBeam<W, V, L>>>>,
}

impl<W: Width, const V: usize, const L: usize> Searcher<W, V, L> {
    pub(super) fn new(
        goal: &Board,
        views: [BoardView; V],
        tables: [Arc<PatternLookup>; L],
        patterns: usize,
        further: Vec<FurtherView>,
        zones: W::Zones,
    ) -> Searcher<W, V, L> {
        let shape = goal.shape();
        let (mut neighbours, mut edges) = ([[0; 4]; ROOM], [[REFUSED; 4]; ROOM]);
        for cell in 0..shape.cells() {
            let there = Move::ALL.map(|mv| shape.neighbour(cell, mv));
            neighbours[cell] = there.map(|there| there.unwrap_or(cell) as u8);
            edges[cell] = there.map(|there| if there.is_some() { 0 } else { REFUSED });
        }
        Searcher {
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
            self.tables.iter().for_each(|table| table.expect_many());
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
    pub(super) fn further_roots(&self, board: &Board) -> Result<Vec<ViewRoot<W>>> {
        let views = self.further.iter();
        views.map(|view| view.root(board, self.zones)).collect()
    }

    /// The root of a search. Its lower bound is no more than the largest distance.
    pub(super) fn root(&self, board: &Board) -> Result<Node<W, V, L>> {
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
        boards: &[Board],
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

    /// Searches the parts of one board up to a limit, on the given number of threads.
    pub(super) fn parts(
        &self,
        pruning: &Transitions,
        start: Start<W, V, L>,
        further: &[ViewRoot<W>],
        wanted: &Wanted,
        effort: Effort<'_>,
    ) -> PartsEnd {
        let Effort { threads, budget, .. } = effort;
        let before = budget.generated();
        let context = self.context_for(pruning, further);
        let (starts, count) = match wanted {
            Wanted::First(beginnings) => {
                budget.add(beginnings.iter().map(|moves| moves.len() as u64).sum());
                let starts = beginnings.iter().filter_map(|moves| context.after(start, moves));
                (starts.collect(), None)
            }
            Wanted::Number => (vec![start], Some(AtomicU64::new(0))),
        };
        let parts = (budget.generated() / BOARDS_PER_PART).clamp(PARTS, MAX_PARTS);
        let (parts, generated) = context.split(starts, parts as usize * threads);
        budget.add(generated);
        let shared = SharedParts {
            parts: &parts,
            effort,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            path: Mutex::new(None),
            count,
            is_stopped: AtomicBool::new(false),
        };
        threads::join(threads.saturating_sub(1), || run(&context, &mut SubtreeWorker(&shared)));
        self.generated.fetch_add(budget.generated() - before, Ordering::Relaxed);
        let path = shared.path.into_inner().unwrap_or_else(PoisonError::into_inner);
        if shared.is_stopped.into_inner() {
            return PartsEnd::Stopped(path);
        }
        match (shared.count, path) {
            (Some(count), _) => PartsEnd::Counted(count.into_inner()),
            (None, Some(path)) => PartsEnd::Found(path),
            (None, None) => PartsEnd::Exhausted,
        }
    }

    /// Raises the limit until a solution is found. Further views see the board like this.
    pub(super) fn deepen(
        &self,
        node: Node<W, V, L>,
        further: &[ViewRoot<W>],
        effort: Effort<'_>,
    ) -> Result<Iteration> {
        let Effort { threads, budget, at_least: mut limit, most } = effort;
        // The boards generated before this search also show how hard the board is.
        let mut last = budget.generated();
        let wanted = Wanted::First(vec![Vec::new()]);
        while limit <= self.longest {
            let before = budget.generated();
            if before >= most || !budget.goes_on(limit, 0) {
                return Ok(Iteration::GaveUpAt(limit));
            }
            let threads = if last > WORTH_THREADS { threads } else { 1 };
            let effort = Effort { threads, at_least: limit, ..effort };
            let start = Start::new(node, limit);
            let outcome = self.parts(&PRUNING, start, further, &wanted, effort);
            last = budget.generated() - before;
            match outcome {
                PartsEnd::Found(path) => return Ok(Iteration::Solved(Moves::from(path))),
                // If there is a path, it may not be the canonical one.
                PartsEnd::Stopped(_) => return Ok(Iteration::GaveUpAt(limit)),
                // Each move changes the parity of the distance and of the bound.
                PartsEnd::Exhausted | PartsEnd::Counted(_) => limit += 2,
            }
        }
        // Every board that gets here has a solution.
        Err(self.wrong_tables())
    }

    /// The error for tables that contradict what is known.
    pub(super) fn wrong_tables(&self) -> Error {
        PatternError::WrongDistances { pattern: self.tables[0].pattern() }.into()
    }
}

/// Checks that a board has the goal's shape and can reach the goal.
pub(super) fn check(board: &Board, goal: &Board) -> Result<()> {
    board.expect_shape(goal.shape())?;
    Ok(solvable(board, goal)?)
}

/// What to find of a board.
pub(super) enum Wanted {
    /// The first solution of those that begin with one of these sequences of moves.
    First(Vec<Vec<Move>>),
    /// The number of solutions.
    Number,
}

/// What the search for a board may cost.
#[derive(Clone, Copy)]
pub(super) struct Effort<'b> {
    pub(super) threads: usize,
    pub(super) budget: &'b Budget,
    /// The distance is known to be at least this.
    pub(super) at_least: u32,
    /// The search ends once the question has generated this many boards.
    pub(super) most: u64,
}

impl<'b> Effort<'b> {
    /// All that the budget allows.
    pub(super) const fn new(threads: usize, budget: &'b Budget) -> Effort<'b> {
        Effort { threads, budget, at_least: 0, most: u64::MAX }
    }
}

/// The parts of one board, shared between threads.
struct SharedParts<'p, W: Width, const V: usize, const L: usize> {
    parts: &'p [Start<W, V, L>],
    effort: Effort<'p>,
    next: AtomicUsize,
    /// The first part in which a solution was found. Later parts no longer matter.
    best: AtomicUsize,
    path: Mutex<Option<Vec<Move>>>,
    count: Option<AtomicU64>,
    /// Whether a part was left unfinished.
    is_stopped: AtomicBool,
}

/// How the search of a board's parts ended.
pub(super) enum PartsEnd {
    /// With the first solution.
    Found(Vec<Move>),
    /// No part has a solution.
    Exhausted,
    /// With the number of solutions, which may be 0.
    Counted(u64),
    /// By its budget. This solution has no more moves than allowed, but a smaller one may have been
    /// missed.
    Stopped(Option<Vec<Move>>),
}

/// One thread's share of the work.
struct SubtreeWorker<'s, 'p, W: Width, const V: usize, const L: usize>(
    &'s SharedParts<'p, W, V, L>,
);

impl<W: Width, const V: usize, const L: usize> SearchQueue<W, V, L>
    for SubtreeWorker<'_, '_, W, V, L>
{
    fn next(&mut self) -> Option<(usize, Start<W, V, L>)> {
        let shared = self.0;
        let number = shared.next.fetch_add(1, Ordering::Relaxed);
        let start = *shared.parts.get(number)?;
        let wanted = number <= shared.best.load(Ordering::Relaxed)
            && !shared.is_stopped.load(Ordering::Relaxed);
        wanted.then_some((number, start))
    }

    fn solved(&mut self, number: usize, search: &Search<W, V, L>) -> NextTurn<W, V, L> {
        let shared = self.0;
        if let Some(count) = &shared.count {
            count.fetch_add(1, Ordering::Relaxed);
            return NextTurn::Continue;
        }
        let mut path = shared.path.lock().unwrap_or_else(PoisonError::into_inner);
        if number < shared.best.load(Ordering::Relaxed) {
            shared.best.store(number, Ordering::Relaxed);
            *path = Some(search.solution());
        }
        NextTurn::Done
    }

    fn exhausted(&mut self, _: usize, _: &Search<W, V, L>) -> NextTurn<W, V, L> {
        NextTurn::Done
    }

    fn keep(&mut self, number: usize, _: &Search<W, V, L>, more: u64) -> bool {
        let shared = self.0;
        let Effort { budget, at_least, most, .. } = shared.effort;
        if !budget.goes_on(at_least, more) || budget.generated() > most {
            shared.is_stopped.store(true, Ordering::Relaxed);
            return false;
        }
        number <= shared.best.load(Ordering::Relaxed)
    }
}
