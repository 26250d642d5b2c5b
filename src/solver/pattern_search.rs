//! Finds optimal solutions in the single-tile metric, by searches with pattern tables.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::assemble::{engine, prover};
use super::beams::Inverse;
use super::board_search::{BoardSearch, SolvedBoard, legal_moves, longest};
use super::engine::{Effort, Engine, LaterEngine, SubtreesEnd};
use super::optimal::optimal_moves;
use super::part::Part;
use super::pattern_engine::check;
use super::pattern_table::PatternTable;
use super::small_tables::PartitionTables;
use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits};
use crate::outcome::{Answer, Ask, Cost, Solutions};
use crate::puzzle::{Class, Metric, Move, MoveSet, Moves, Orbit, SmallBoard};

/// Finds optimal solutions by a search with pattern tables.
///
/// It owns its tables, is cheap to clone and can be sent to any thread.
#[derive(Clone)]
pub(crate) struct PatternSearch {
    pub(super) goal: SmallBoard,
    /// The engine that is there from the start.
    pub(super) first: Arc<dyn Engine>,
    /// The one with large tables, for boards that turn out to be hard.
    pub(super) large: Option<Arc<LaterEngine>>,
    /// The one with the tables of several partitions, for proofs.
    pub(super) prover: Option<Arc<LaterEngine>>,
    /// The number of boards generated without large tables, if there may be some.
    pub(super) spent: Arc<AtomicU64>,
    /// The engines for the questions from the other end.
    pub(super) inverse: Option<Arc<Inverse>>,
}

impl PatternSearch {
    /// Creates a search with the tables of one or two partitions.
    ///
    /// # Errors
    ///
    /// [`PatternError::Tables`](crate::puzzle::PatternError::Tables) unless the tables belong to
    /// the goal's orbit and each partition has two or three tables of at most eight tiles which
    /// together contain each tile once.
    pub(crate) fn new(
        goal: &SmallBoard,
        partitions: &[Vec<PatternTable>],
    ) -> Result<PatternSearch> {
        Ok(PatternSearch {
            goal: *goal,
            first: engine(goal, partitions)?,
            large: None,
            prover: None,
            spent: Arc::default(),
            inverse: None,
        })
    }

    pub(crate) const fn goal(&self) -> &SmallBoard {
        &self.goal
    }

    /// Adds large tables, which `open` opens when a board turns out to be hard or when there are
    /// many boards.
    pub(crate) fn with_large(
        self,
        open: impl Fn() -> Result<Option<PartitionTables>> + Send + Sync + 'static,
    ) -> PatternSearch {
        let goal = self.goal;
        let open = move || open()?.map(|tables| engine(&goal, &tables)).transpose();
        PatternSearch { large: Some(LaterEngine::new(open)), ..self }
    }

    /// Adds the tables of any number of partitions for proofs. `open` opens them when a proof
    /// begins.
    pub(crate) fn with_proofs(
        self,
        open: impl Fn() -> Result<Option<PartitionTables>> + Send + Sync + 'static,
    ) -> PatternSearch {
        let goal = self.goal;
        let open = move || open()?.map(|tables| prover(&goal, &tables)).transpose();
        PatternSearch { prover: Some(LaterEngine::new(open)), ..self }
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

    /// True if boards take so long that a good solution comes first.
    fn is_large(&self) -> bool {
        self.goal.shape().class() >= Class::Bounded
    }

    /// The answer to a board whose canonical solution is known.
    pub(super) fn answer(&self, ask: Ask, solved: &SolvedBoard<'_>) -> Result<Answer> {
        let &SolvedBoard { solution, budget, .. } = solved;
        if !ask.has(Ask::OPTIMAL_MOVES) {
            return Ok(Answer::from(solution.clone()).costing(Cost::of(budget.generated())));
        }
        optimal_moves(&*self.engine_after_answer(budget.limits())?, solved)
    }

    /// The first solution of at most `within` moves in a part.
    pub(crate) fn first_within(
        &self,
        board: &SmallBoard,
        within: u32,
        part: Part,
        threads: usize,
        budget: &Budget,
    ) -> Result<(Option<Moves>, Cost)> {
        check(board, &self.goal)?;
        let engine = self.engine_after_answer(budget.limits())?;
        // There is no room for longer paths.
        let limit = within.min(self.longest());
        let beginnings = part.beginnings(board, &self.goal);
        let path = match engine.within(board, limit, beginnings, Effort::new(threads, budget))? {
            SubtreesEnd::Found(path) => path,
            SubtreesEnd::Exhausted | SubtreesEnd::Counted(_) => {
                return Ok((None, Cost::of(budget.generated())));
            }
            SubtreesEnd::Stopped(path) => {
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

impl BoardSearch for PatternSearch {
    fn longest(&self) -> u32 {
        longest(self.goal.shape(), self.goal.blank_cell())
    }

    fn reserve(&self, boards: usize, limits: &Limits) -> Result<()> {
        if self.is_large() { self.reserve_large(boards, limits) } else { Ok(()) }
    }

    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()> {
        self.best_engine()?.expect_bounds(boards, threads)
    }

    fn lower_bounds(&self, boards: &[SmallBoard]) -> Result<Vec<Result<u32>>> {
        let checked: Vec<_> = boards.iter().map(|board| check(board, &self.goal)).collect();
        let both = boards.iter().zip(&checked);
        let reaching: Vec<_> =
            both.filter(|(_, checked)| checked.is_ok()).map(|(board, _)| *board).collect();
        let mut bounds = Vec::with_capacity(reaching.len());
        if !reaching.is_empty() {
            self.best_engine()?.lower_bounds(&reaching, &mut bounds);
        }
        let mut bounds = bounds.into_iter();
        let mut bound = || bounds.next().expect("a bound for each board");
        Ok(checked.into_iter().map(|checked| checked.and_then(|()| bound())).collect())
    }

    fn solution(&self, board: &SmallBoard, threads: usize, budget: &Budget) -> Result<Moves> {
        check(board, &self.goal)?;
        if self.is_large() {
            return self.solve_large(board, threads, budget);
        }
        let limits = budget.limits().until_interrupted();
        let limits = limits.rest(budget.generated(), budget.time());
        let found = self.solve_small_boards(&[*board], Ask::SOLUTION, threads, &limits)?;
        let found = found.into_iter().next().expect("an answer for each board");
        budget.add(match &found {
            Err(Error::Stopped(stopped)) => stopped.generated,
            found => found.as_ref().map_or(0, |found| found.cost().generated),
        });
        found.map(Answer::into_moves)
    }

    fn solutions_of(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Answer>>> {
        if self.is_large() {
            self.solve_large_boards(boards, ask, threads, limits)
        } else {
            self.solve_small_boards(boards, ask, threads, limits)
        }
    }

    fn optimal_moves(&self, solved: &SolvedBoard<'_>) -> Result<MoveSet> {
        let engine = self.engine_after_answer(solved.budget.limits())?;
        Ok(optimal_moves(&*engine, solved)?.next.unwrap_or_default())
    }

    fn legal_moves(&self, solved: &SolvedBoard<'_>) -> Result<Vec<(Move, u32)>> {
        let optimal = self.optimal_moves(solved)?;
        Ok(legal_moves(solved.board, solved.solution.len() as u32, optimal))
    }

    fn count_solutions(&self, solved: &SolvedBoard<'_>) -> Result<u128> {
        let &SolvedBoard { board, solution, threads, budget } = solved;
        let engine = self.engine_after_answer(budget.limits())?;
        let distance = solution.len() as u32;
        let effort = Effort { at_least: distance, ..Effort::new(threads, budget) };
        let count = engine.count(board, distance, effort)?;
        count.map(u128::from).ok_or_else(|| budget.stopped_beside(solution).into())
    }

    fn solutions(&self, board: &SmallBoard, solution: &Moves, budget: Budget) -> Result<Solutions> {
        let engine = self.engine_after_answer(budget.limits())?;
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
