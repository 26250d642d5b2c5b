//! Finds optimal solutions for shapes that are too large for a table of all boards, by IDA* with
//! pattern tables.
//!
//! ```
//! use tilebase::solver::{Limits, Solver};
//! use tilebase::Board;
//! let goal = Board::goal("3x4".parse()?);
//! let solver = Solver::small(&goal)?;
//! let board: Board = "1 2 3 4 / 5 6 x 8 / 9 10 7 11".parse()?;
//! assert_eq!(solver.solution(&board, &Limits::default())?.moves.to_string(), "dr");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod embedded;
mod engine;
mod errors;
mod lookup;
mod machine;
mod many;
mod partition;
mod pruning;
mod search;
mod table;
mod turns;
mod zones;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

pub use engine::Solved;
use engine::{Engine, Searcher, check};
use lookup::{MAX_TILES, Ready, View};
pub use partition::{Partition, PartitionSize};
pub use table::PatternTable;
use zones::Zones;

pub use crate::error::SolverError;
use crate::puzzle::Pattern;
use crate::puzzle::{Board, BoardError, Move, MoveSet, Moves, Orbit, Symmetry, Unsolvable};
use crate::threads;

/// Why a board has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board does not have the goal's shape.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The board cannot reach the goal.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// The search reached a limit first.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A table is wrong.
    #[error(transparent)]
    Table(#[from] SolverError),
}

/// A search that was stopped by a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped: at least {at_least}")]
#[non_exhaustive]
pub struct Stopped {
    /// A proven lower bound on the distance.
    pub at_least: u32,
    /// The number of boards generated so far.
    pub generated: u64,
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// A proven lower bound on the distance.
    pub at_least: u32,
    /// The number of boards generated so far.
    pub generated: u64,
}

/// A function that is called now and then, from any thread, and decides whether the search
/// continues.
pub type Watch<'w> = &'w (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Limits on the work of a search. By default there are none.
#[derive(Clone, Copy, Default)]
pub struct Limits<'w> {
    /// The approximate number of boards that may be generated.
    pub boards: Option<u64>,
    /// Called with the progress every few milliseconds or more often. It breaks to stop the search.
    pub watch: Option<Watch<'w>>,
}

impl Limits<'_> {
    fn stops(&self, progress: Progress) -> bool {
        self.boards.is_some_and(|boards| progress.generated > boards)
            || self.watch.is_some_and(|watch| watch(progress).is_break())
    }
}

impl fmt::Debug for Limits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits").field("boards", &self.boards).finish_non_exhaustive()
    }
}

/// Finds optimal solutions by a search with pattern tables.
///
/// A solver owns its tables, is cheap to clone and can be sent to any thread.
#[derive(Clone)]
pub struct Solver {
    goal: Board,
    threads: usize,
    partitions: Arc<[Partition]>,
    engine: Arc<dyn Engine>,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("goal", &self.goal)
            .field("partitions", &self.partitions)
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Creates a solver for this goal with the tables of one or two partitions.
    ///
    /// # Errors
    ///
    /// Returns [`SolverError::Tables`] unless the tables belong to the goal's orbit and each
    /// partition has two or three tables of at most eight tiles which together contain each tile
    /// once.
    pub fn new(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<Solver, SolverError> {
        Solver::with_pruning(goal, partitions, pruning::DEPTH)
    }

    #[doc(hidden)]
    pub fn with_pruning(
        goal: &Board,
        partitions: &[Vec<PatternTable>],
        depth: usize,
    ) -> Result<Solver, SolverError> {
        let shape = goal.shape();
        let orbit = Orbit::from(goal);
        let wrong = |why| SolverError::Tables { orbit, why };
        // Each way to map the goal to the orbit's goal is a view of its own.
        let fits = |symmetry: &Symmetry| {
            symmetry.shape(shape) == orbit.shape()
                && symmetry.cell(shape, goal.blank_cell()) == orbit.goal_blank()
        };
        let symmetries: Vec<Symmetry> = Symmetry::all().into_iter().filter(fits).collect();
        let count = partitions
            .first()
            .ok_or_else(|| wrong("expected one partition or two, found none"))?
            .len();
        let mut of_partitions = Vec::new();
        for tables in partitions {
            let mut cells = 0;
            let patterns: Vec<Pattern> = tables.iter().map(PatternTable::pattern).collect();
            for pattern in &patterns {
                if pattern.orbit() != orbit {
                    return Err(wrong("expected tables of this orbit"));
                }
                if pattern.cells() & cells != 0 || pattern.tiles() > MAX_TILES {
                    return Err(wrong("expected patterns of at most eight tiles that share none"));
                }
                cells |= pattern.cells();
            }
            if cells.count_ones() as usize != shape.tiles() || tables.len() != count {
                return Err(wrong(
                    "expected each tile in a pattern, and as many patterns in each partition",
                ));
            }
            let ready: Vec<_> =
                tables.iter().map(|table| Arc::new(Ready::new(table.clone()))).collect();
            of_partitions.push((patterns, ready));
        }
        // There are at most two views: one for each of two partitions, or two different ones of a
        // single partition.
        let mut views = Vec::new();
        let mut ready = Vec::new();
        for symmetry in symmetries {
            for (patterns, tables) in &of_partitions {
                if views.len() < 2 {
                    views.push(View::new(goal, symmetry, patterns, ready.len()));
                    ready.extend(tables.iter().cloned());
                }
            }
        }
        let zones = Zones::new(orbit.shape());
        let engine: Option<Arc<dyn Engine>> = match (views.len(), count) {
            (1, 2) => engine::<1, 2>(goal, views, ready, zones, depth),
            (1, 3) => engine::<1, 3>(goal, views, ready, zones, depth),
            (2, 2) => engine::<2, 4>(goal, views, ready, zones, depth),
            (2, 3) => engine::<2, 6>(goal, views, ready, zones, depth),
            _ => None,
        };
        let engine =
            engine.ok_or_else(|| wrong("expected two or three patterns in a partition"))?;
        let partitions = partitions
            .iter()
            .map(|tables| Partition::new(tables.iter().map(PatternTable::pattern).collect()));
        Ok(Solver {
            goal: *goal,
            threads: threads::processors(),
            partitions: partitions.collect(),
            engine,
        })
    }

    /// Creates a solver with small tables. They are made in a fraction of a second when the first
    /// solver for an orbit is created.
    ///
    /// # Errors
    ///
    /// Returns [`SolverError::Memory`] if there is not enough memory for the tables.
    pub fn small(goal: &Board) -> Result<Solver, SolverError> {
        static MADE: Mutex<Vec<(Orbit, Vec<Vec<PatternTable>>)>> = Mutex::new(Vec::new());
        let orbit = Orbit::from(goal);
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, tables)) = made.iter().find(|(other, _)| *other == orbit) {
            return Solver::new(goal, tables);
        }
        let tables = match embedded::small_tables(orbit) {
            Some(tables) => tables,
            None => generate_all(&Partition::for_orbit(orbit, PartitionSize::Small))?,
        };
        made.push((orbit, tables.clone()));
        Solver::new(goal, &tables)
    }

    /// Sets the number of threads; 0 means 1. If the system allows fewer, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> Solver {
        Solver { threads: threads.max(1), ..self }
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// Whether the tables are the small ones, which need not be generated in advance.
    #[must_use]
    pub fn is_small(&self) -> bool {
        *self.partitions == Partition::for_orbit(Orbit::from(&self.goal), PartitionSize::Small)
    }

    /// The partitions in use.
    #[must_use]
    pub fn partitions(&self) -> &[Partition] {
        &self.partitions
    }

    /// A lower bound on the distance, with the same parity: the maximum over the partitions of the
    /// sum of their distances.
    ///
    /// # Errors
    ///
    /// Returns a [`SolveError`] if the board does not have the goal's shape or cannot reach the
    /// goal, or if a table is wrong.
    pub fn estimate(&self, board: &Board) -> Result<u32, SolveError> {
        check(board, &self.goal)?;
        Ok(self.engine.estimate(board)?)
    }

    /// Finds the canonical solution, and reports what it cost. All threads search for the solution
    /// of a hard board.
    ///
    /// # Errors
    ///
    /// Returns a [`SolveError`] if the board does not have the goal's shape or cannot reach the
    /// goal, if the search reaches a limit first, or if a table is wrong.
    pub fn solution(&self, board: &Board, limits: &Limits<'_>) -> Result<Solved, SolveError> {
        check(board, &self.goal)?;
        self.engine.solve(board, self.threads, limits)
    }

    /// Finds the canonical solutions of many boards. The limits apply to each board separately.
    /// Many searches take turns on each thread, which is much faster than solving one board after
    /// another.
    #[must_use]
    pub fn solutions_of(
        &self,
        boards: &[Board],
        limits: &Limits<'_>,
    ) -> Vec<Result<Solved, SolveError>> {
        self.engine.solve_all(boards, self.threads, limits)
    }

    /// The moves that lower the distance by one. At the goal there are none. The limits apply to
    /// each of the searches separately.
    ///
    /// # Errors
    ///
    /// Returns a [`SolveError`] if the board does not have the goal's shape or cannot reach the
    /// goal, if the search reaches a limit first, or if a table is wrong.
    pub fn optimal_moves(&self, board: &Board, limits: &Limits<'_>) -> Result<MoveSet, SolveError> {
        let solution = self.solution(board, limits)?.moves;
        self.optimal_moves_beside(&solution, board, limits)
    }

    /// Like [`optimal_moves`](Self::optimal_moves), for a board whose canonical solution is already
    /// known and need not be searched for again.
    ///
    /// # Errors
    ///
    /// The same as for [`solution`](Self::solution).
    pub fn optimal_moves_beside(
        &self,
        solution: &Moves,
        board: &Board,
        limits: &Limits<'_>,
    ) -> Result<MoveSet, SolveError> {
        check(board, &self.goal)?;
        let mut optimal = MoveSet::EMPTY;
        let Some(&first) = solution.first() else { return Ok(optimal) };
        optimal.insert(first);
        // No optimal move is smaller than the first move of the canonical solution.
        let others = Move::ALL.into_iter().filter(|&mv| mv > first);
        for (mv, next) in others.filter_map(|mv| Some((mv, board.moved(mv)?))) {
            if self.engine.within(&next, solution.len() as u32 - 1, self.threads, limits)? {
                optimal.insert(mv);
            }
        }
        Ok(optimal)
    }

    /// The number of optimal solutions.
    ///
    /// # Errors
    ///
    /// Returns a [`SolveError`] if the board does not have the goal's shape or cannot reach the
    /// goal, if the search reaches a limit first, or if a table is wrong.
    pub fn count_solutions(&self, board: &Board, limits: &Limits<'_>) -> Result<u64, SolveError> {
        let distance = self.solution(board, limits)?.moves.len() as u32;
        self.engine.count(board, distance, self.threads, limits)
    }

    /// All optimal solutions, in lexicographic order. The limits apply to finding the first one.
    ///
    /// # Errors
    ///
    /// Returns a [`SolveError`] if the board does not have the goal's shape or cannot reach the
    /// goal, if the search reaches a limit first, or if a table is wrong.
    pub fn solutions(
        &self,
        board: &Board,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn Iterator<Item = Moves> + Send>, SolveError> {
        let distance = self.solution(board, limits)?.moves.len() as u32;
        Arc::clone(&self.engine).solutions(board, distance)
    }
}

/// Makes the small tables of some partitions, each table on its own thread if there are enough
/// processors. Splitting the levels of a small table between threads would take more time than it
/// saves.
fn generate_all(partitions: &[Partition]) -> Result<Vec<Vec<PatternTable>>, SolverError> {
    let patterns: Vec<Pattern> = partitions.iter().flat_map(Partition::patterns).copied().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let Some(&pattern) = patterns.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push(PatternTable::generate(pattern, 1)?);
        }
        Ok(made)
    };
    let made = std::thread::scope(|scope| {
        let others = threads::processors().min(patterns.len()).saturating_sub(1);
        let others = threads::start(scope, others, work);
        let mut made: Vec<PatternTable> = work()?;
        for other in others {
            made.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(made)
    })?;
    let table = |pattern: &Pattern| {
        let table = made.iter().find(|table| table.pattern() == *pattern);
        table.expect("the table of every pattern was made").clone()
    };
    Ok(partitions
        .iter()
        .map(|partition| partition.patterns().iter().map(table).collect())
        .collect())
}

fn engine<const V: usize, const L: usize>(
    goal: &Board,
    views: Vec<View>,
    tables: Vec<Arc<Ready>>,
    zones: Zones,
    depth: usize,
) -> Option<Arc<dyn Engine>> {
    Some(Arc::new(Searcher::<V, L>::new(goal, views, tables, zones, depth)?))
}
