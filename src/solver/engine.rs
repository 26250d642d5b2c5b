//! Runs searches: for one board on all threads, for many boards in turn, or for all solutions of a
//! board.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::puzzle::{Board, BoardError, MAX_CELLS, Move, Moves, solvable};
use crate::threads;

use super::lookup::{Ready, View};
use super::many::{Bulk, Hard};
use super::pruning::{PLAIN, Pruning};
use super::search::{Maps, Node, Search, Start, Turn, longest};
use super::turns::{Work, run};
use super::zones::Zones;
use super::{Limits, Progress, SolveError, SolverError, Stopped};

/// Starting threads is not worth it for an iteration that generates fewer boards than this.
const WORTH_THREADS: u64 = 1 << 16;

/// The number of parts per thread that a board is split into: enough to keep all of a thread's
/// searches busy until the end.
const PARTS: usize = 64;

/// Copying the large tables into huge pages takes as long as it saves on this many boards.
const WORTH_COPYING: u64 = 1 << 22;

/// Roughly how many boards are generated to solve a random board with large tables.
const FOR_A_BOARD: u64 = 1 << 14;

/// The inside of a solver, independent of the number of patterns.
pub(super) trait Engine: Send + Sync {
    /// A lower bound on the distance.
    fn estimate(&self, board: &Board) -> Result<u32, SolverError>;

    /// The canonical solution of a solvable board.
    fn solve(
        &self,
        board: &Board,
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<Solved, SolveError>;

    /// The canonical solutions of many boards.
    fn solve_all(
        &self,
        boards: &[Board],
        threads: usize,
        limits: &Limits<'_>,
    ) -> Vec<Result<Solved, SolveError>>;

    /// Whether there is a solution of at most `limit` moves.
    fn within(
        &self,
        board: &Board,
        limit: u32,
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<bool, SolveError>;

    /// The number of solutions of at most `limit` moves.
    fn count(
        &self,
        board: &Board,
        limit: u32,
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<u64, SolveError>;

    /// All solutions of at most `limit` moves, in order.
    fn solutions(
        self: Arc<Self>,
        board: &Board,
        limit: u32,
    ) -> Result<Box<dyn Iterator<Item = Moves> + Send>, SolveError>;
}

/// A solution and what it cost to find.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solved {
    /// The canonical solution.
    pub moves: Moves,
    /// The number of boards generated to find it.
    pub generated: u64,
}

/// Checks that the board has the goal's shape and can reach the goal.
pub(super) fn check(board: &Board, goal: &Board) -> Result<(), SolveError> {
    let (expected, found) = (goal.shape(), board.shape());
    if expected != found {
        return Err(
            BoardError::OtherShape { expected: expected.into(), found: found.into() }.into()
        );
    }
    Ok(solvable(board, goal)?)
}

/// A solver with `L` patterns in `V` views.
pub(super) struct Searcher<const V: usize, const L: usize> {
    views: [View; V],
    tables: [Arc<Ready>; L],
    zones: Zones,
    /// `pruning` refuses duplicates. `plain` refuses only moves that take the last one back.
    pruning: Pruning,
    plain: Pruning,
    neighbours: [[u8; 4]; MAX_CELLS],
    pub(super) goal: Board,
    /// No board is farther from the goal than this.
    pub(super) longest: u32,
    /// The number of boards generated so far.
    generated: AtomicU64,
}

impl<const V: usize, const L: usize> Searcher<V, L> {
    pub(super) fn new(
        goal: &Board,
        views: Vec<View>,
        tables: Vec<Arc<Ready>>,
        zones: Zones,
        depth: usize,
    ) -> Option<Searcher<V, L>> {
        let shape = goal.shape();
        let mut neighbours = [[0; 4]; MAX_CELLS];
        for (cell, neighbours) in neighbours[..shape.cells()].iter_mut().enumerate() {
            *neighbours = Move::ALL.map(|mv| shape.neighbour(cell, mv).unwrap_or(cell) as u8);
        }
        Some(Searcher {
            views: views.try_into().ok()?,
            tables: tables.try_into().ok()?,
            zones,
            pruning: Pruning::new(shape, depth),
            plain: Pruning::new(shape, PLAIN),
            neighbours,
            goal: *goal,
            longest: longest(shape, goal.blank_cell()),
            generated: AtomicU64::new(0),
        })
    }

    /// What searches need if they are expected to generate about `expected` boards.
    fn maps<'t>(&'t self, pruning: &'t Pruning, expected: u64) -> Maps<'t, V, L> {
        if self.generated.load(Ordering::Relaxed).saturating_add(expected) > WORTH_COPYING {
            self.tables.iter().for_each(|table| table.expect_many());
        }
        Maps {
            views: self.views.each_ref(),
            bits: self.tables.each_ref().map(|table| table.bits()),
            zones: self.zones,
            pruning,
            neighbours: self.neighbours,
            goal: self.goal.nibbles(),
        }
    }

    pub(super) fn root(&self, board: &Board) -> Result<Node<V, L>, SolverError> {
        let (mut words, mut sums) = ([0; L], [0; V]);
        for (view, sum) in self.views.iter().zip(&mut sums) {
            *sum = view.root(board, self.zones, &self.tables, &mut words)?;
        }
        Ok(Node::new(board, words, sums))
    }

    /// Searches the parts of one board up to a limit, on the given number of threads.
    fn parts(
        &self,
        pruning: &Pruning,
        start: Start<V, L>,
        count: bool,
        budget: &Budget<'_>,
        threads: usize,
    ) -> Result<Outcome, Stopped> {
        let maps = self.maps(pruning, 0);
        let (parts, generated) = maps.split(start, PARTS * threads);
        budget.add(generated);
        let shared = Shared {
            parts: &parts,
            limit: start.limit,
            next: AtomicUsize::new(0),
            best: AtomicUsize::new(usize::MAX),
            path: Mutex::new(None),
            count: count.then(|| AtomicU64::new(0)),
        };
        std::thread::scope(|scope| {
            let part = || run(&maps, &mut Part { shared: &shared, budget });
            threads::start(scope, threads.saturating_sub(1), part);
            part();
        });
        budget.check(start.limit)?;
        let path = shared.path.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(Outcome { path, count: shared.count.map_or(0, AtomicU64::into_inner) })
    }

    /// Raises the limit until a solution is found.
    fn deepen(
        &self,
        node: Node<V, L>,
        mut limit: u32,
        budget: &Budget<'_>,
        threads: usize,
    ) -> Result<Solved, SolveError> {
        let mut last = 0;
        while limit <= self.longest {
            let before = budget.generated();
            let threads = if last > WORTH_THREADS { threads } else { 1 };
            let outcome =
                self.parts(&self.pruning, Start::new(node, limit), false, budget, threads)?;
            last = budget.generated() - before;
            self.generated.fetch_add(last, Ordering::Relaxed);
            if let Some(moves) = outcome.path {
                return Ok(Solved { moves: Moves::from(moves), generated: budget.generated() });
            }
            // Each move changes the parity of the distance and of the estimate.
            limit += 2;
        }
        Err(self.wrong_table())
    }

    /// The error for tables that led to no solution. Every board that gets here has a solution.
    pub(super) fn wrong_table(&self) -> SolveError {
        SolverError::WrongDistances { pattern: self.tables[0].pattern() }.into()
    }
}

impl<const V: usize, const L: usize> Engine for Searcher<V, L> {
    fn estimate(&self, board: &Board) -> Result<u32, SolverError> {
        Ok(self.root(board)?.estimate())
    }

    fn solve(
        &self,
        board: &Board,
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<Solved, SolveError> {
        if *board == self.goal {
            return Ok(Solved { moves: Moves::default(), generated: 0 });
        }
        let node = self.root(board)?;
        self.deepen(node, node.estimate(), &Budget::new(limits, 0), threads)
    }

    fn solve_all(
        &self,
        boards: &[Board],
        threads: usize,
        limits: &Limits<'_>,
    ) -> Vec<Result<Solved, SolveError>> {
        let next = AtomicUsize::new(0);
        let maps = self.maps(&self.pruning, boards.len() as u64 * FOR_A_BOARD);
        let work = || {
            let mut bulk = Bulk {
                searcher: self,
                boards,
                next: &next,
                limits,
                running: Vec::new(),
                answers: Vec::new(),
                hard: Vec::new(),
            };
            run(&maps, &mut bulk);
            (bulk.answers, bulk.hard)
        };
        let done: Vec<_> = std::thread::scope(|scope| {
            let others = threads.min(boards.len()).saturating_sub(1);
            let others = threads::start(scope, others, work);
            let mine = work();
            let theirs = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(mine).chain(theirs).collect()
        });
        let mut answers: Vec<Option<Result<Solved, SolveError>>> = vec![None; boards.len()];
        for (answered, hard) in done {
            for (board, answer) in answered {
                let generated = answer.as_ref().map_or(0, |solved| solved.generated);
                self.generated.fetch_add(generated, Ordering::Relaxed);
                answers[board] = Some(answer);
            }
            for Hard { board, start, generated } in hard {
                answers[board] = Some(self.deepen(
                    start.node,
                    start.limit,
                    &Budget::new(limits, generated),
                    threads,
                ));
            }
        }
        answers
            .into_iter()
            .map(|answer| answer.expect("every board is answered by a thread or put aside as hard"))
            .collect()
    }

    fn within(
        &self,
        board: &Board,
        limit: u32,
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<bool, SolveError> {
        let node = self.root(board)?;
        let budget = Budget::new(limits, 0);
        let close = node.estimate() <= limit;
        Ok(close
            && self
                .parts(&self.pruning, Start::new(node, limit), false, &budget, threads)?
                .path
                .is_some())
    }

    fn count(
        &self,
        board: &Board,
        limit: u32,
        threads: usize,
        limits: &Limits<'_>,
    ) -> Result<u64, SolveError> {
        let node = self.root(board)?;
        Ok(self
            .parts(&self.plain, Start::new(node, limit), true, &Budget::new(limits, 0), threads)?
            .count)
    }

    fn solutions(
        self: Arc<Self>,
        board: &Board,
        limit: u32,
    ) -> Result<Box<dyn Iterator<Item = Moves> + Send>, SolveError> {
        let mut search = Search::new(&Start::new(self.root(board)?, limit));
        Ok(Box::new(std::iter::from_fn(move || {
            let maps = self.maps(&self.plain, 0);
            loop {
                match search.turn(&maps) {
                    Turn::Going => {}
                    Turn::Found => return Some(Moves::from(search.solution())),
                    Turn::Over => return None,
                }
            }
        })))
    }
}

/// The number of boards generated for one question, and its limits.
struct Budget<'l> {
    limits: &'l Limits<'l>,
    generated: AtomicU64,
    stopped: AtomicBool,
}

impl<'l> Budget<'l> {
    fn new(limits: &'l Limits<'l>, generated: u64) -> Budget<'l> {
        Budget { limits, generated: AtomicU64::new(generated), stopped: AtomicBool::new(false) }
    }

    fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    fn add(&self, more: u64) {
        self.generated.fetch_add(more, Ordering::Relaxed);
    }

    /// Whether a search up to `limit` may continue after generating `more` boards.
    fn go_on(&self, limit: u32, more: u64) -> bool {
        let generated = self.generated.fetch_add(more, Ordering::Relaxed) + more;
        if self.limits.stops(Progress { at_least: limit, generated }) {
            self.stopped.store(true, Ordering::Relaxed);
        }
        !self.stopped.load(Ordering::Relaxed)
    }

    fn check(&self, limit: u32) -> Result<(), Stopped> {
        let stopped = Stopped { at_least: limit, generated: self.generated() };
        if self.stopped.load(Ordering::Relaxed) { Err(stopped) } else { Ok(()) }
    }
}

/// The parts of one board, shared between threads.
struct Shared<'p, const V: usize, const L: usize> {
    parts: &'p [Start<V, L>],
    limit: u32,
    next: AtomicUsize,
    /// The first part in which a solution was found. Later parts no longer matter.
    best: AtomicUsize,
    path: Mutex<Option<Vec<Move>>>,
    count: Option<AtomicU64>,
}

struct Outcome {
    path: Option<Vec<Move>>,
    count: u64,
}

/// One thread's share of the work.
struct Part<'s, 'p, const V: usize, const L: usize> {
    shared: &'s Shared<'p, V, L>,
    budget: &'s Budget<'s>,
}

impl<const V: usize, const L: usize> Work<V, L> for Part<'_, '_, V, L> {
    fn next(&mut self) -> Option<(usize, Start<V, L>)> {
        let number = self.shared.next.fetch_add(1, Ordering::Relaxed);
        let wanted = number <= self.shared.best.load(Ordering::Relaxed)
            && !self.budget.stopped.load(Ordering::Relaxed);
        self.shared.parts.get(number).filter(|_| wanted).map(|&start| (number, start))
    }

    fn found(&mut self, number: usize, search: &Search<V, L>) -> bool {
        if let Some(count) = &self.shared.count {
            count.fetch_add(1, Ordering::Relaxed);
            return true;
        }
        let mut path = self.shared.path.lock().unwrap_or_else(PoisonError::into_inner);
        if number < self.shared.best.load(Ordering::Relaxed) {
            self.shared.best.store(number, Ordering::Relaxed);
            *path = Some(search.solution());
        }
        false
    }

    fn over(&mut self, _: usize, _: &Search<V, L>) -> Option<Start<V, L>> {
        None
    }

    fn keep(&mut self, number: usize, _: &Search<V, L>, more: u64) -> bool {
        self.budget.go_on(self.shared.limit, more)
            && number <= self.shared.best.load(Ordering::Relaxed)
    }
}
