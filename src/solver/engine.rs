//! The questions that searches answer: one board, many boards in turn, all solutions of a board, a
//! beam. They do not depend on the number of patterns.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::PatternSearch;
use super::beam::Beam;
use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::outcome::{Answer, Ask};
use crate::puzzle::{Direction, Moves, SmallBoard};
use crate::threads;

/// The answer to one of many boards, and the board's share of the time, if time is limited.
pub(super) type TimedAnswer = (Result<Answer>, Duration);

/// Returns the next solution, if there is one. If the budget ends first, the number of boards
/// generated, and nothing after that. (An iterator would have methods that are compiled with it.)
pub(super) type NextSolution = Box<dyn FnMut() -> Option<Result<Moves, u64>> + Send>;

/// Answers questions, whatever the number of patterns. All boards have the goal's shape and can
/// reach it.
pub(super) trait Engine: Send + Sync {
    /// Prepares to bound `boards` more boards. Once enough boards were announced, this finds all
    /// distances at once.
    fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()>;

    /// Appends a lower bound on the distance of each board, with its parity.
    fn lower_bounds(&self, boards: &[SmallBoard], bounds: &mut Vec<Result<u32>>);

    /// Searches for the canonical solution.
    fn solve(&self, board: &SmallBoard, effort: Effort<'_>) -> Result<SolveEnd>;

    /// Searches for the canonical solutions of many boards, and for all optimal moves if asked.
    fn solve_all(
        &self,
        boards: &[SmallBoard],
        ask: Ask,
        threads: usize,
        limits: &Limits,
    ) -> Vec<TimedAnswer>;

    /// Searches for the first solution of at most `limit` moves that begins with one of these
    /// sequences.
    fn within(
        &self,
        board: &SmallBoard,
        limit: u32,
        beginnings: Vec<Vec<Direction>>,
        effort: Effort<'_>,
    ) -> Result<SubtreesEnd>;

    /// The number of solutions of at most `limit` moves. `None` if the budget ends first.
    fn count(&self, board: &SmallBoard, limit: u32, effort: Effort<'_>) -> Result<Option<u64>>;

    /// Returns all solutions of at most `limit` moves, in order.
    fn solutions(
        self: Arc<Self>,
        board: &SmallBoard,
        limit: u32,
        budget: Budget,
    ) -> Result<NextSolution>;

    /// Makes room for this many beams at a time, of at most this width, if it has beams.
    fn reserve(&self, beams: usize, width: usize) -> Result<()>;

    /// Gives back the memory of one beam that is over.
    fn release(&self);

    /// Searches with a beam for a solution. `None` if it finds none, or has no beams.
    fn beam(&self, board: &SmallBoard, beam: Beam<'_>) -> Result<Option<Moves>>;

    /// The error for tables that contradict what is known.
    fn wrong_tables(&self) -> Error;
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

/// How far a search came.
pub(super) enum SolveEnd {
    /// The canonical solution.
    Solved(Moves),
    /// The distance is at least this. The search ended there because it has generated enough, or
    /// because the budget ended.
    GaveUpAt(u32),
}

impl SolveEnd {
    /// The canonical solution, after a search that only the budget may end.
    pub(super) fn solution(self, budget: &Budget) -> Result<Moves> {
        match self {
            SolveEnd::Solved(moves) => Ok(moves),
            SolveEnd::GaveUpAt(proved) => Err(budget.stopped(proved, None).into()),
        }
    }
}

/// How the search of a board's subtrees ended.
pub(super) enum SubtreesEnd {
    /// With the first solution.
    Found(Vec<Direction>),
    /// None has a solution.
    Exhausted,
    /// With the number of solutions, which may be 0.
    Counted(u64),
    /// By its budget. This solution has no more moves than allowed, but a smaller one may have been
    /// missed.
    Stopped(Option<Vec<Direction>>),
}

// Which engine searches: the one that is there from the start, or one whose tables are opened for
// hard boards.

/// Searches with small tables generate no more boards than this before large tables are opened, if
/// there are any. Most boards need fewer. Opening and checking the large tables takes the time in
/// which half of this number is generated.
pub(super) const SMALL_FIRST: u64 = 1 << 21;

/// Opens the tables of an engine, if there are any.
type OpenEngine = dyn Fn() -> Result<Option<Arc<dyn Engine>>> + Send + Sync;

/// An engine whose tables are opened once, when it is first needed.
pub(super) struct LaterEngine {
    open: Box<OpenEngine>,
    engine: OnceLock<Option<Arc<dyn Engine>>>,
    opening: Mutex<()>,
}

impl LaterEngine {
    pub(super) fn new(
        open: impl Fn() -> Result<Option<Arc<dyn Engine>>> + Send + Sync + 'static,
    ) -> Arc<LaterEngine> {
        let (engine, opening) = (OnceLock::new(), Mutex::default());
        Arc::new(LaterEngine { open: Box::new(open), engine, opening })
    }

    /// The engine, whose tables are opened if they have not been yet. `None` if there are none.
    fn get(&self) -> Result<Option<&Arc<dyn Engine>>> {
        if self.engine.get().is_none() {
            let _one_at_a_time = threads::lock(&self.opening);
            if self.engine.get().is_none() {
                let _ = self.engine.set((self.open)()?);
            }
        }
        Ok(self.if_open())
    }

    /// The engine, if its tables were opened.
    fn if_open(&self) -> Option<&Arc<dyn Engine>> {
        self.engine.get()?.as_ref()
    }
}

impl PatternSearch {
    /// Counts boards generated without large tables.
    pub(super) fn spend(&self, generated: u64) {
        self.spent.fetch_add(generated, Ordering::Relaxed);
    }

    /// How many boards to generate with small tables before large ones are opened. `None` if those
    /// are open, and if there are none, so that no other tables can be better than these.
    pub(super) fn boards_before_large_tables(&self) -> Option<u64> {
        let large = self.large.as_ref()?;
        let spent = self.spent.load(Ordering::Relaxed);
        (large.engine.get().is_none() && spent < SMALL_FIRST).then(|| SMALL_FIRST - spent)
    }

    /// The engine with the best tables, which are opened if they have not been yet.
    pub(super) fn best_engine(&self) -> Result<Arc<dyn Engine>> {
        let large = self.large.as_ref().map(|large| large.get()).transpose()?.flatten();
        Ok(Arc::clone(large.unwrap_or(&self.first)))
    }

    /// The engine with the best tables among those that are open.
    pub(super) fn open_engine(&self) -> &dyn Engine {
        let large = self.large.as_ref().and_then(|large| large.if_open());
        &**large.unwrap_or(&self.first)
    }

    /// The engine for what follows a quick answer. Only a proof has the tables of several
    /// partitions, so that quick answers are the same with and without them. Otherwise, large
    /// tables are opened once small ones have been used enough.
    pub(super) fn engine_after_answer(&self, limits: &Limits) -> Result<Arc<dyn Engine>> {
        if limits.is_proof()
            && let Some(prover) = &self.prover
            && let Some(prover) = prover.get()?
        {
            return Ok(Arc::clone(prover));
        }
        match self.boards_before_large_tables() {
            Some(_) => Ok(Arc::clone(&self.first)),
            None => self.best_engine(),
        }
    }
}
