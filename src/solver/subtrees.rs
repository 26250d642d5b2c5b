//! IDA* for one board: its tree of moves is divided into subtrees, which all threads search. While
//! none has a solution within the limit, the limit rises.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::depth_first::{DepthFirst, Node, Subtree};
use super::engine::{Effort, SolveEnd, SubtreesEnd};
use super::further::ViewRoot;
use super::pattern_engine::PatternEngine;
use super::turns::{NextTurn, WorkQueue, run};
use super::width::Width;
use crate::error::Result;
use crate::pruning::{PRUNING, Transitions};
use crate::puzzle::{Direction, Moves};
use crate::threads;

/// Threads are started once an iteration has generated more boards than this: the next one is
/// several times as large.
const WORTH_THREADS: u64 = 1 << 14;

/// The least number of subtrees per thread: enough to keep all of a thread's searches busy until
/// the end.
const MIN_SUBTREES: u64 = 64;

/// A hard board has more subtrees: one for each [`BOARDS_PER_SUBTREE`] boards that were generated
/// for it, up to [`MAX_SUBTREES`]. All subtrees after the one with the solution are searched in
/// vain, and small ones waste less.
const BOARDS_PER_SUBTREE: u64 = 1 << 12;
const MAX_SUBTREES: u64 = 1 << 13;

/// What to find of a board.
pub(super) enum Wanted {
    /// The first solution of those that begin with one of these sequences of moves.
    First(Vec<Vec<Direction>>),
    /// The number of solutions.
    Number,
}

impl<W: Width, const V: usize, const L: usize> PatternEngine<W, V, L> {
    /// Searches the tree of one board up to a limit, on the given number of threads.
    pub(super) fn search_subtrees(
        &self,
        pruning: &Transitions,
        tree: Subtree<W, V, L>,
        further: &[ViewRoot<W>],
        wanted: &Wanted,
        effort: Effort<'_>,
    ) -> SubtreesEnd {
        let Effort { threads, budget, .. } = effort;
        let before = budget.generated();
        let context = self.context_for(pruning, further);
        let (roots, count) = match wanted {
            Wanted::First(beginnings) => {
                budget.add(beginnings.iter().map(|moves| moves.len() as u64).sum());
                let roots = beginnings.iter().filter_map(|moves| context.after(tree, moves));
                (roots.collect(), None)
            }
            Wanted::Number => (vec![tree], Some(AtomicU64::new(0))),
        };
        let per_thread =
            (budget.generated() / BOARDS_PER_SUBTREE).clamp(MIN_SUBTREES, MAX_SUBTREES);
        let (subtrees, generated) = context.split(roots, per_thread as usize * threads);
        budget.add(generated);
        let queue = SubtreeQueue {
            subtrees,
            effort,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            path: Mutex::new(None),
            count,
            is_stopped: AtomicBool::new(false),
        };
        threads::join(threads.saturating_sub(1), || run(&context, &mut &queue));
        self.generated.fetch_add(budget.generated() - before, Ordering::Relaxed);
        let path = queue.path.into_inner().unwrap_or_else(PoisonError::into_inner);
        if queue.is_stopped.into_inner() {
            return SubtreesEnd::Stopped(path);
        }
        match (queue.count, path) {
            (Some(count), _) => SubtreesEnd::Counted(count.into_inner()),
            (None, Some(path)) => SubtreesEnd::Found(path),
            (None, None) => SubtreesEnd::Exhausted,
        }
    }

    /// Raises the limit until a solution is found. Further views see the board like this.
    pub(super) fn deepen(
        &self,
        node: Node<W, V, L>,
        further: &[ViewRoot<W>],
        effort: Effort<'_>,
    ) -> Result<SolveEnd> {
        let Effort { threads, budget, at_least: mut limit, most } = effort;
        // The boards generated before this search also show how hard the board is.
        let mut last = budget.generated();
        let wanted = Wanted::First(vec![Vec::new()]);
        while limit <= self.longest {
            let before = budget.generated();
            if before >= most || !budget.goes_on(limit, 0) {
                return Ok(SolveEnd::GaveUpAt(limit));
            }
            let threads = if last > WORTH_THREADS { threads } else { 1 };
            let effort = Effort { threads, at_least: limit, ..effort };
            let tree = Subtree::new(node, limit);
            let outcome = self.search_subtrees(&PRUNING, tree, further, &wanted, effort);
            last = budget.generated() - before;
            match outcome {
                SubtreesEnd::Found(path) => return Ok(SolveEnd::Solved(Moves::from(path))),
                // If there is a path, it may not be the canonical one.
                SubtreesEnd::Stopped(_) => return Ok(SolveEnd::GaveUpAt(limit)),
                // Each move changes the parity of the distance and of the bound.
                SubtreesEnd::Exhausted | SubtreesEnd::Counted(_) => limit += 2,
            }
        }
        // Every board that gets here has a solution.
        Err(self.wrong_tables())
    }
}

/// The subtrees of one board, in order, from which each thread takes the next one.
struct SubtreeQueue<'b, W: Width, const V: usize, const L: usize> {
    subtrees: Vec<Subtree<W, V, L>>,
    effort: Effort<'b>,
    /// The first subtree that no thread has taken.
    next: AtomicUsize,
    /// The first one in which a solution was found. Later ones no longer matter.
    best: AtomicUsize,
    /// The solution found there.
    path: Mutex<Option<Vec<Direction>>>,
    /// The number of solutions, if they are counted.
    count: Option<AtomicU64>,
    /// True if one was left unfinished.
    is_stopped: AtomicBool,
}

impl<W: Width, const V: usize, const L: usize> WorkQueue<W, V, L> for &SubtreeQueue<'_, W, V, L> {
    fn next(&mut self) -> Option<(usize, Subtree<W, V, L>)> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let subtree = *self.subtrees.get(number)?;
        let is_wanted =
            number <= self.best.load(Ordering::Relaxed) && !self.is_stopped.load(Ordering::Relaxed);
        is_wanted.then_some((number, subtree))
    }

    fn solved(&mut self, number: usize, search: &DepthFirst<W, V, L>) -> NextTurn<W, V, L> {
        if let Some(count) = &self.count {
            count.fetch_add(1, Ordering::Relaxed);
            return NextTurn::Continue;
        }
        let mut path = threads::lock(&self.path);
        if number < self.best.load(Ordering::Relaxed) {
            self.best.store(number, Ordering::Relaxed);
            *path = Some(search.solution());
        }
        NextTurn::Done
    }

    fn exhausted(&mut self, _: usize, _: &DepthFirst<W, V, L>) -> NextTurn<W, V, L> {
        NextTurn::Done
    }

    fn keep(&mut self, number: usize, _: &DepthFirst<W, V, L>, more: u64) -> bool {
        let Effort { budget, at_least, most, .. } = self.effort;
        if !budget.goes_on(at_least, more) || budget.generated() > most {
            self.is_stopped.store(true, Ordering::Relaxed);
            return false;
        }
        number <= self.best.load(Ordering::Relaxed)
    }
}
