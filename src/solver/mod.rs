//! Finds optimal solutions for shapes that are too large for a table of all boards, by IDA* with
//! pattern tables. [`Oracle`](crate::Oracle) is how the rest of the library asks it.

mod assemble;
pub(crate) mod beam;
pub(crate) mod beams;
mod embedded;
mod engine;
mod engines;
mod further;
mod inverse;
mod large;
mod lazy_engine;
mod lookup;
mod many;
mod optimal;
mod part;
mod pattern_beam;
mod plan;
mod search;
mod searcher;
mod searching;
mod small;
pub(crate) mod spread;
mod table;
#[cfg(test)]
mod tests;
mod turns;
mod width;
mod zones;

use std::fmt;
use std::sync::Arc;

use assemble::{engine, prover};
use engines::Engines;
use inverse::Inverse;
use lazy_engine::LazyEngine;
pub use part::Part;
use searcher::{Effort, PartsEnd, check};
pub(crate) use searching::{EachSolution, Searching, SolvedBoard, legal_moves};
pub use table::PatternTable;
use tilebase_core::solver::pruning;
pub use tilebase_core::{Partition, PartitionSize};
pub(crate) use width::{LONGEST_PATH, Wide, Width, mix};

use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits};
use crate::outcome::{Ask, Cost, Solved};
use crate::puzzle::{Board, Class, Metric, Move, MoveSet, Moves, Orbit, Pattern};
use crate::threads;

/// Upper bound on the bytes needed to make the small pattern tables of a shape with more than 16
/// cells.
const MAKING: usize = 80 << 20;

/// Finds optimal solutions by a search with pattern tables.
///
/// It owns its tables, is cheap to clone and can be sent to any thread.
#[derive(Clone)]
pub(crate) struct PatternSearch {
    goal: Board,
    engines: Engines,
    /// The engines for the questions from the other end.
    inverse: Option<Arc<Inverse>>,
}

/// The tables of one or two partitions.
pub(crate) type PartitionTables = Vec<Vec<PatternTable>>;

impl fmt::Debug for PatternSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternSearch").field("goal", &self.goal).finish_non_exhaustive()
    }
}

impl PatternSearch {
    /// Creates a search with the tables of one or two partitions.
    ///
    /// # Errors
    ///
    /// [`PatternError::Tables`](crate::puzzle::PatternError::Tables) unless the tables belong to
    /// the goal's orbit and each partition has two or three tables of at most eight tiles which
    /// together contain each tile once.
    pub(crate) fn new(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<PatternSearch> {
        let engines = Engines::new(engine(goal, partitions)?);
        Ok(PatternSearch { goal: *goal, engines, inverse: None })
    }

    /// Adds large tables, which `open` opens when a board turns out to be hard or when there are
    /// many boards.
    pub(crate) fn with_large(
        mut self,
        open: impl Fn() -> Result<Option<PartitionTables>> + Send + Sync + 'static,
    ) -> PatternSearch {
        let goal = self.goal;
        let make = move || open()?.map(|tables| engine(&goal, &tables)).transpose();
        self.engines.large = Some(LazyEngine::new(make));
        self
    }

    /// Adds the tables of any number of partitions for proofs. `open` opens them when a proof
    /// begins.
    pub(crate) fn with_proofs(
        mut self,
        open: impl Fn() -> Result<Option<PartitionTables>> + Send + Sync + 'static,
    ) -> PatternSearch {
        let goal = self.goal;
        let make = move || open()?.map(|tables| prover(&goal, &tables)).transpose();
        self.engines.prover = Some(LazyEngine::new(make));
        self
    }

    /// Adds the tables of other orbits of the shape, for solutions from the other end. `open` opens
    /// or makes them, on this many threads, when a board gets so much work that they are worth it.
    pub(crate) fn with_inverse(
        self,
        threads: usize,
        open: impl Fn(Orbit) -> Result<PartitionTables> + Send + Sync + 'static,
    ) -> PatternSearch {
        PatternSearch { inverse: Some(Inverse::new(&self.goal, threads, open)), ..self }
    }

    /// Whether boards take so long that a good solution comes first.
    fn is_large(&self) -> bool {
        self.goal.shape().class() >= Class::Bounded
    }

    /// The answer to a board whose canonical solution is known.
    fn answer(&self, ask: Ask, solved: &SolvedBoard<'_, Move>) -> Result<Solved> {
        let &SolvedBoard { solution, budget, .. } = solved;
        if !ask.has(Ask::OPTIMAL_MOVES) {
            return Ok(Solved {
                cost: Cost::of(budget.generated()),
                ..Solved::new(solution.clone())
            });
        }
        engine::optimal_moves(&*self.engines.after_answer(budget.limits())?, solved)
    }

    /// The first solution of at most `within` moves in a part.
    pub(crate) fn first_within(
        &self,
        board: &Board,
        within: u32,
        part: Part,
        threads: usize,
        budget: &Budget,
    ) -> Result<(Option<Moves>, Cost)> {
        check(board, &self.goal)?;
        let engine = self.engines.after_answer(budget.limits())?;
        // There is no room for longer paths.
        let limit = within.min(self.longest());
        let path = match engine.within(board, limit, part, Effort::new(threads, budget))? {
            PartsEnd::Found(path) => path,
            PartsEnd::Exhausted | PartsEnd::Counted(_) => {
                return Ok((None, Cost::of(budget.generated())));
            }
            PartsEnd::Stopped(path) => {
                return Err(budget.stopped(0, path.map(Moves::from)).into());
            }
        };
        let moves = Moves::from(path);
        if board.after(&moves) == Some(self.goal) {
            Ok((Some(moves), Cost::of(budget.generated())))
        } else {
            Err(engine.wrong_tables())
        }
    }
}

impl Searching<Move> for PatternSearch {
    fn longest(&self) -> u32 {
        search::longest(self.goal.shape(), self.goal.blank_cell())
    }

    fn goal(&self) -> &Board {
        &self.goal
    }

    fn reserve(&self, boards: usize, limits: &Limits) -> Result<()> {
        if self.is_large() { self.reserve_large(boards, limits) } else { Ok(()) }
    }

    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()> {
        self.engines.best()?.expect_bounds(boards, threads)
    }

    fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>> {
        let checked: Vec<_> = boards.iter().map(|board| check(board, &self.goal)).collect();
        let both = boards.iter().zip(&checked);
        let reaching: Vec<_> =
            both.filter(|(_, checked)| checked.is_ok()).map(|(board, _)| *board).collect();
        let mut bounds = Vec::with_capacity(reaching.len());
        if !reaching.is_empty() {
            self.engines.best()?.lower_bounds(&reaching, &mut bounds);
        }
        let mut bounds = bounds.into_iter();
        let mut bound = || bounds.next().expect("a bound for each board");
        Ok(checked.into_iter().map(|checked| checked.and_then(|()| bound())).collect())
    }

    fn solution(&self, board: &Board, threads: usize, budget: &Budget) -> Result<Moves> {
        check(board, &self.goal)?;
        if self.is_large() {
            self.solve_large(board, threads, budget)
        } else {
            self.solve_small(board, threads, budget)
        }
    }

    fn solutions_of(
        &self,
        boards: &[Board],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Solved>>> {
        if self.is_large() {
            self.solve_large_boards(boards, ask, threads, limits)
        } else {
            self.solve_small_boards(boards, ask, threads, limits)
        }
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_, Move>) -> Result<MoveSet> {
        let engine = self.engines.after_answer(solved.budget.limits())?;
        Ok(engine::optimal_moves(&*engine, solved)?.optimal.unwrap_or_default())
    }

    fn legal_moves(&self, solved: &SolvedBoard<'_, Move>) -> Result<Vec<(Move, u32)>> {
        let optimal = self.optimal_moves(solved)?;
        Ok(legal_moves(solved.board, solved.solution.len() as u32, &optimal))
    }

    fn count_solutions(&self, solved: &SolvedBoard<'_, Move>) -> Result<u128> {
        let &SolvedBoard { board, solution, threads, budget } = solved;
        let engine = self.engines.after_answer(budget.limits())?;
        let distance = solution.len() as u32;
        let effort = Effort { at_least: distance, ..Effort::new(threads, budget) };
        let count = engine.count(board, distance, effort)?;
        count.map(u128::from).ok_or_else(|| budget.stopped_beside(solution).into())
    }

    fn solutions(
        &self,
        board: &Board,
        solution: &Moves,
        budget: Budget,
    ) -> Result<EachSolution<Move>> {
        let engine = self.engines.after_answer(budget.limits())?;
        let (solution, distance) = (solution.clone(), solution.len() as u32);
        let next = Arc::clone(&engine).solutions(board, distance, budget)?;
        let mut all = std::iter::from_fn(next).map(move |moves| {
            moves.map_err(|generated| {
                Interval::beside(solution.clone(), Metric::Single, generated).into()
            })
        });
        // Lying tables may hide the solution that is known.
        let first = all.next().unwrap_or_else(|| Err(engine.wrong_tables()));
        Ok(Box::new(std::iter::once(first).chain(all)))
    }
}

/// The small tables for an orbit, embedded or made.
pub(crate) fn small_tables(orbit: Orbit, threads: usize) -> Result<PartitionTables> {
    match embedded::small_tables(orbit) {
        Some(tables) => Ok(tables),
        None => make_tables(&Partition::for_orbit(orbit, PartitionSize::Small), threads),
    }
}

/// Checks that this many bytes can be allocated.
fn require_memory(bytes: usize) -> Result<()> {
    if threads::has_memory(bytes) { Ok(()) } else { Err(Error::Memory { bytes: bytes as u64 }) }
}

/// Makes the tables of some partitions, each table on a thread of its own if there are enough.
/// Splitting the levels of a small table between threads would take more time than it saves.
fn make_tables(partitions: &[Partition], threads: usize) -> Result<PartitionTables> {
    let patterns: Vec<Pattern> = partitions.iter().flat_map(Partition::patterns).copied().collect();
    let threads = threads.min(patterns.len());
    if patterns.iter().any(|pattern| pattern.orbit().shape().class() >= Class::Bounded) {
        require_memory(MAKING + threads * threads::ARENA)?;
    }
    let made = threads::each(&patterns, threads, |&pattern| PatternTable::generate(pattern, 1));
    let mut made = made.into_iter();
    let of_partition = |partition: &Partition| {
        made.by_ref().take(partition.patterns().len()).collect::<Result<_>>()
    };
    partitions.iter().map(of_partition).collect()
}
