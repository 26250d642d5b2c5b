//! Finds optimal solutions for shapes that are too large for a table of all boards, by IDA* with
//! pattern tables. [`Oracle`](crate::Oracle) is how the rest of the library asks it.

mod beam;
mod embedded;
mod engine;
mod large;
mod lookup;
mod machine;
mod many;
mod partition;
mod plan;
#[cfg_attr(not(test), expect(dead_code, reason = "the build script makes the automaton"))]
mod pruning;
mod search;
mod searcher;
mod table;
mod turns;
mod width;
mod zones;

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use engine::Engine;
use lookup::{BoardView, PatternLookup};
pub use many::Found;
pub use partition::{Partition, PartitionSize};
use plan::Plan;
use searcher::{Progress, Searcher, check};
pub use table::PatternTable;
use width::{Narrow, Wide, Width};

use crate::error::{Error, Result};
use crate::limits::{self, Budget, Limits, Stopped};
use crate::puzzle::{
    Board, MAX_NUMBERED_CELLS, MoveSet, Moves, Orbit, PackedMoves, Pattern, PatternError, Symmetry,
};
use crate::threads;

/// Searches with small tables generate no more boards than this before large tables are opened, if
/// there are any. Most boards need fewer, and to open and check the large tables takes as long as
/// to generate half as many.
const SMALL_FIRST: u64 = 1 << 21;

/// Making small tables for more than sixteen cells takes less memory than this, in bytes. Most of
/// it is for lists of segments, which are not reserved one by one.
const MAKING: usize = 80 << 20;

/// The addresses that the allocator of a new thread may reserve on Linux, without using that much
/// memory. They count against a limit on addresses (`ulimit -v`).
const ARENA: usize = if cfg!(target_os = "linux") { 64 << 20 } else { 0 };

/// From this many boards on, large tables are opened first.
const MANY: usize = 16;

/// Finds optimal solutions by a search with pattern tables.
///
/// It owns its tables, is cheap to clone and can be sent to any thread.
#[derive(Clone)]
pub(crate) struct PatternSearch {
    goal: Board,
    engine: Arc<dyn Engine>,
    large: Option<Arc<Large>>,
    /// The number of boards generated without large tables, if there may be some.
    spent: Arc<AtomicU64>,
}

/// The tables of one or two partitions.
pub(crate) type PartitionTables = Vec<Vec<PatternTable>>;

/// Opens large tables, if there are any.
type OpenLarge = dyn Fn() -> Result<Option<PartitionTables>> + Send + Sync;

/// Large tables, which are opened when a board turns out to be hard.
struct Large {
    open: Box<OpenLarge>,
    opened: OnceLock<Option<Arc<dyn Engine>>>,
    opening: Mutex<()>,
}

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
    /// [`PatternError::Tables`] unless the tables belong to the goal's orbit and each partition has
    /// two or three tables of at most eight tiles which together contain each tile once.
    pub(crate) fn new(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<PatternSearch> {
        let engine = engine(goal, partitions)?;
        Ok(PatternSearch { goal: *goal, engine, large: None, spent: Arc::default() })
    }

    /// Adds large tables, which `open` opens when a board turns out to be hard or when there are
    /// many boards.
    pub(crate) fn with_large(
        self,
        open: impl Fn() -> Result<Option<PartitionTables>> + Send + Sync + 'static,
    ) -> PatternSearch {
        let (opened, opening) = (OnceLock::new(), Mutex::new(()));
        let large = Large { open: Box::new(open), opened, opening };
        PatternSearch { large: Some(Arc::new(large)), ..self }
    }

    /// Whether boards take so long that a good solution comes first.
    fn is_slow(&self) -> bool {
        self.goal.shape().cells() > MAX_NUMBERED_CELLS
    }

    pub(crate) const fn goal(&self) -> &Board {
        &self.goal
    }

    /// Reserves the memory to answer this many boards at a time within some limits. Searches of
    /// small shapes need very little.
    pub(crate) fn reserve(&self, boards: usize, limits: &Limits) -> Result<()> {
        if !self.is_slow() {
            return Ok(());
        }
        self.engine.reserve(boards, beam::max_width(limits))
    }

    /// Prepares for the lower bounds of so many more boards.
    pub(crate) fn expect_bounds(&self, boards: u64, threads: usize) -> Result<()> {
        self.best_engine()?.expect_bounds(boards, threads)
    }

    /// Lower bounds on the distances, with their parities: the maximum over the partitions of the
    /// sum of their distances.
    pub(crate) fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>> {
        let checked: Vec<_> = boards.iter().map(|board| check(board, &self.goal)).collect();
        let reach_goal = |(board, checked): (&Board, &Result<_>)| checked.is_ok().then_some(*board);
        let reaching: Vec<_> = boards.iter().zip(&checked).filter_map(reach_goal).collect();
        let mut bounds = Vec::with_capacity(reaching.len());
        if !reaching.is_empty() {
            self.best_engine()?.lower_bounds(&reaching, &mut bounds);
        }
        let mut bounds = bounds.into_iter();
        let mut bound = |()| bounds.next().expect("a bound for each board");
        Ok(checked.into_iter().map(|checked| checked.and_then(&mut bound)).collect())
    }

    /// Finds the canonical solution. All threads search for the solution of a hard board.
    pub(crate) fn solution(&self, board: &Board, threads: usize, budget: &Budget) -> Result<Moves> {
        check(board, &self.goal)?;
        if self.is_slow() {
            return large::solve(&*self.engine, board, threads, budget);
        }
        let mut at_least = 0;
        if let Some(most) = self.small_first() {
            let before = budget.generated();
            let most = before.saturating_add(most);
            let progress = self.engine.solve(board, 0, most, threads, budget);
            self.spent.fetch_add(budget.generated() - before, Ordering::Relaxed);
            match progress? {
                Progress::Solved(moves) => return Ok(moves),
                Progress::AtLeast(proved) => at_least = proved,
            }
        }
        let engine = self.best_engine()?;
        match engine.solve(board, at_least, u64::MAX, threads, budget)? {
            Progress::Solved(moves) => Ok(moves),
            Progress::AtLeast(_) => Err(engine.wrong_tables()),
        }
    }

    /// Finds the canonical solutions of many boards, and all optimal moves if `next` is set. The
    /// limits apply to each board separately. Many searches take turns on each thread, which is
    /// much faster than solving one board after another.
    pub(crate) fn solutions_of(
        &self,
        boards: &[Board],
        next: bool,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Found>>> {
        if self.is_slow() {
            return self.solve_slowly(boards, next, threads, limits);
        }
        let Some(most) = self.small_first().filter(|_| boards.len() < MANY) else {
            // A question that is stopped needs no large tables.
            let is_stopped = limits.interrupted(limits::Progress::default());
            let engine = if is_stopped { self.open_engine() } else { self.best_engine()? };
            let all = engine.solve_all(boards, next, threads, limits);
            return Ok(all.into_iter().map(|(found, _)| found).collect());
        };
        let all = self.engine.solve_all(boards, next, threads, &limits.at_most(most));
        let mut answers = Vec::with_capacity(all.len());
        for (board, (mut found, time)) in boards.iter().zip(all) {
            let generated = match &found {
                Ok(found) => found.generated,
                Err(Error::Stopped(stopped)) => stopped.generated,
                Err(_) => 0,
            };
            self.spent.fetch_add(generated, Ordering::Relaxed);
            // A board that was stopped only to open large tables goes on with them.
            if let Err(Error::Stopped(stopped)) = &mut found
                && generated > most
            {
                let budget = Budget::resume(limits, generated, time);
                if budget.goes_on(stopped.at_least, 0) {
                    found = self.go_on(board, std::mem::take(stopped), next, threads, &budget);
                }
            }
            answers.push(found);
        }
        Ok(answers)
    }

    /// Solves many boards, several at a time or one after another, as planned.
    fn solve_slowly(
        &self,
        boards: &[Board],
        next: bool,
        threads: usize,
        limits: &Limits,
    ) -> Result<Vec<Result<Found>>> {
        let plan = Plan::new(boards.len(), threads, limits);
        self.reserve(plan.boards, limits)?;
        let first = AtomicUsize::new(0);
        let work = || {
            let take = || Some(first.fetch_add(1, Ordering::Relaxed));
            let solve = |number| {
                let found = self.solve_one(boards.get(number)?, next, plan.threads, limits);
                Some((number, found))
            };
            std::iter::from_fn(take).map_while(solve).collect::<Vec<_>>()
        };
        let mut all: Vec<_> = threads::join(plan.boards - 1, work).into_iter().flatten().collect();
        all.sort_unstable_by_key(|&(number, _)| number);
        Ok(all.into_iter().map(|(_, found)| found).collect())
    }

    fn solve_one(
        &self,
        board: &Board,
        next: bool,
        threads: usize,
        limits: &Limits,
    ) -> Result<Found> {
        let budget = Budget::new(limits);
        let solution = self.solution(board, threads, &budget)?;
        self.found(board, &solution, next, threads, &budget)
    }

    /// The answer to a board whose canonical solution is known.
    fn found(
        &self,
        board: &Board,
        solution: &Moves,
        next: bool,
        threads: usize,
        budget: &Budget,
    ) -> Result<Found> {
        let optimal = || self.optimal_moves(board, solution, threads, budget);
        let next = next.then(optimal).transpose()?;
        if solution.len() > PackedMoves::CAPACITY {
            return Err(budget.stopped_beside(solution).into());
        }
        let moves = solution.iter().copied().collect();
        Ok(Found { moves, next, generated: budget.generated() })
    }

    /// Goes on with a board whose search was stopped, with the best tables.
    fn go_on(
        &self,
        board: &Board,
        stopped: Stopped,
        next: bool,
        threads: usize,
        budget: &Budget,
    ) -> Result<Found> {
        let engine = self.best_engine()?;
        let moves = match stopped.best {
            Some(moves) if stopped.is_canonical => moves,
            _ => match engine.solve(board, stopped.at_least, u64::MAX, threads, budget)? {
                Progress::Solved(moves) => moves,
                Progress::AtLeast(_) => return Err(engine.wrong_tables()),
            },
        };
        self.found(board, &moves, next, threads, budget)
    }

    /// All optimal moves of a board whose canonical solution is known.
    pub(crate) fn optimal_moves(
        &self,
        board: &Board,
        solution: &Moves,
        threads: usize,
        budget: &Budget,
    ) -> Result<MoveSet> {
        engine::optimal_moves(&*self.ready_engine()?, board, solution, threads, budget)
    }

    /// The number of optimal solutions of a board, one of which is known.
    pub(crate) fn count_solutions(
        &self,
        board: &Board,
        solution: &Moves,
        threads: usize,
        budget: &Budget,
    ) -> Result<u64> {
        let distance = solution.len() as u32;
        let count = self.ready_engine()?.count(board, distance, threads, budget)?;
        count.ok_or_else(|| budget.stopped_beside(solution).into())
    }

    /// All optimal solutions of a board, one of which is known, in lexicographic order.
    pub(crate) fn solutions(
        &self,
        board: &Board,
        solution: &Moves,
        budget: Budget,
    ) -> Result<impl Iterator<Item = Result<Moves>> + Send + use<>> {
        let (engine, solution, distance) =
            (self.ready_engine()?, solution.clone(), solution.len() as u32);
        let all = Arc::clone(&engine).solutions(board, distance, budget)?;
        let mut all = all.map(move |moves| {
            moves.map_err(|generated| Stopped::beside(solution.clone(), generated).into())
        });
        // Lying tables may hide the solution that is known.
        let first = all.next().unwrap_or_else(|| Err(engine.wrong_tables()));
        Ok(std::iter::once(first).chain(all))
    }

    /// How many boards to generate with small tables before large ones are opened. `None` if those
    /// are open, and if there are none, so that no other tables can be better than these.
    fn small_first(&self) -> Option<u64> {
        let large = self.large.as_ref()?;
        let spent = self.spent.load(Ordering::Relaxed);
        (large.opened.get().is_none() && spent < SMALL_FIRST).then(|| SMALL_FIRST - spent)
    }

    /// The engine with the best tables, which are opened if they have not been yet.
    fn best_engine(&self) -> Result<Arc<dyn Engine>> {
        Ok(Arc::clone(self.large_engine()?.unwrap_or(&self.engine)))
    }

    /// The engine with the best tables among those that are open.
    fn open_engine(&self) -> Arc<dyn Engine> {
        let large = self.large.as_ref().and_then(|large| large.opened.get()?.as_ref());
        Arc::clone(large.unwrap_or(&self.engine))
    }

    /// The same, but once small tables have been used enough, the large ones are opened.
    fn ready_engine(&self) -> Result<Arc<dyn Engine>> {
        if self.small_first().is_some() { Ok(Arc::clone(&self.engine)) } else { self.best_engine() }
    }

    fn large_engine(&self) -> Result<Option<&Arc<dyn Engine>>> {
        let Some(large) = &self.large else { return Ok(None) };
        if large.opened.get().is_none() {
            let _one_at_a_time = large.opening.lock().unwrap_or_else(PoisonError::into_inner);
            if large.opened.get().is_none() {
                let tables = (large.open)()?;
                let made = tables.map(|tables| engine(&self.goal, &tables)).transpose()?;
                large.opened.get_or_init(|| made);
            }
        }
        Ok(large.opened.get().and_then(Option::as_ref))
    }
}

/// The small tables for an orbit, embedded or made.
pub(crate) fn small_tables(orbit: Orbit) -> Result<PartitionTables> {
    match embedded::small_tables(orbit) {
        Some(tables) => Ok(tables),
        None => make_tables(&Partition::for_orbit(orbit, PartitionSize::Small)),
    }
}

/// Makes the tables of some partitions, each table on its own thread if there are enough
/// processors. Splitting the levels of a small table between threads would take more time than it
/// saves.
fn make_tables(partitions: &[Partition]) -> Result<PartitionTables> {
    let patterns: Vec<Pattern> = partitions.iter().flat_map(Partition::patterns).copied().collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        while let Some(&pattern) = patterns.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push(PatternTable::generate(pattern, 1)?);
        }
        Ok::<_, Error>(made)
    };
    let others = threads::processors().min(patterns.len()).saturating_sub(1);
    if patterns.iter().any(|pattern| pattern.orbit().shape().cells() > MAX_NUMBERED_CELLS) {
        let bytes = MAKING + (others + 1) * ARENA;
        beam::check_memory(bytes).map_err(|_| Error::Memory { bytes: bytes as u64 })?;
    }
    let mut made: Vec<PatternTable> = Vec::new();
    for tables in threads::join(others, work) {
        made.extend(tables?);
    }
    let table = |pattern: &Pattern| {
        let table = made.iter().find(|table| table.pattern() == *pattern);
        table.expect("the table of every pattern was made").clone()
    };
    Ok(partitions
        .iter()
        .map(|partition| partition.patterns().iter().map(table).collect())
        .collect())
}

/// The engine for a goal with the tables of one or two partitions.
fn engine(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<Arc<dyn Engine>> {
    if goal.shape().cells() <= MAX_NUMBERED_CELLS {
        let parts = Parts::<Narrow>::new(goal, partitions)?;
        match (parts.views.len(), parts.count) {
            (1, 2) => Ok(parts.searcher::<1, 2>()),
            (1, 3) => Ok(parts.searcher::<1, 3>()),
            (2, 2) => Ok(parts.searcher::<2, 4>()),
            (2, 3) => Ok(parts.searcher::<2, 6>()),
            _ => Err(parts.wrong("expected two or three patterns in a partition")),
        }
    } else {
        wide_engine(goal, partitions)
    }
}

/// The same for more than sixteen cells. It works for fewer, too.
fn wide_engine(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<Arc<dyn Engine>> {
    let mut parts = Parts::<Wide>::new(goal, partitions)?;
    if parts.views.len() == 1 {
        // There are always two, if need be the same.
        parts = Parts::new(goal, &[partitions, partitions].concat())?;
    }
    match parts.count {
        3 => Ok(parts.searcher::<2, 6>()),
        4 => Ok(parts.searcher::<2, 8>()),
        5 => Ok(parts.searcher::<2, 10>()),
        _ => Err(parts.wrong("expected three to five patterns in a partition")),
    }
}

/// The parts of an engine.
struct Parts<W> {
    goal: Board,
    orbit: Orbit,
    views: Vec<BoardView>,
    tables: Vec<Arc<PatternLookup>>,
    /// The number of patterns in a partition.
    count: usize,
    width: PhantomData<W>,
}

impl<W: Width> Parts<W> {
    fn new(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<Parts<W>> {
        let (shape, orbit) = (goal.shape(), Orbit::from(goal));
        // Each way to map the goal to the orbit's goal is a view of its own.
        let fits = |symmetry: &Symmetry| {
            symmetry.shape(shape) == orbit.shape()
                && symmetry.cell(shape, goal.blank_cell()) == orbit.goal_blank()
        };
        let symmetries: Vec<Symmetry> = Symmetry::all().into_iter().filter(fits).collect();
        let count = partitions.first().map_or(0, Vec::len);
        let (views, ready) = (Vec::new(), Vec::new());
        let mut parts =
            Parts { goal: *goal, orbit, views, tables: ready, count, width: PhantomData };
        if partitions.is_empty() {
            return Err(parts.wrong("expected one partition or two, found none"));
        }
        let mut of_partitions = Vec::new();
        for tables in partitions {
            let mut cells = 0;
            let patterns: Vec<Pattern> = tables.iter().map(PatternTable::pattern).collect();
            for pattern in &patterns {
                if pattern.orbit() != orbit {
                    return Err(parts.wrong("expected tables of this orbit"));
                }
                if pattern.cells() & cells != 0 || pattern.tiles() > W::MAX_TILES {
                    let why = "expected patterns of at most eight tiles that share none";
                    return Err(parts.wrong(why));
                }
                cells |= pattern.cells();
            }
            if cells.count_ones() as usize != shape.tiles() || tables.len() != count {
                return Err(parts.wrong(
                    "expected each tile in a pattern, and as many patterns in each partition",
                ));
            }
            let ready = tables.iter().map(|table| Arc::new(PatternLookup::new::<W>(table.clone())));
            of_partitions.push((patterns, ready.collect::<Vec<_>>()));
        }
        // There are at most two views: one for each of two partitions, or two different ones of a
        // single partition.
        for symmetry in symmetries {
            for (patterns, tables) in &of_partitions {
                if parts.views.len() < 2 {
                    let first = parts.tables.len();
                    parts.views.push(BoardView::new::<W>(goal, symmetry, patterns, first));
                    parts.tables.extend(tables.iter().cloned());
                }
            }
        }
        Ok(parts)
    }

    fn wrong(&self, why: &'static str) -> Error {
        PatternError::Tables { orbit: self.orbit, why }.into()
    }

    fn searcher<const V: usize, const L: usize>(self) -> Arc<dyn Engine> {
        let tiles = self.tables.iter().map(|table| table.pattern().tiles());
        let zones = W::zones(self.orbit.shape(), tiles);
        let Parts { goal, views, tables, .. } = self;
        let searcher = Searcher::<W, V, L>::new(&goal, views, tables, zones);
        Arc::new(searcher.expect("as many views and tables as were counted"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use std::thread;
    use std::time::Duration;

    /// A search of 3x3 which will open large tables, if there are any, once it has generated `most`
    /// boards. And the number of times that it looked for them.
    fn search(most: u64) -> (PatternSearch, Arc<AtomicUsize>) {
        let goal = Board::goal("3x3".parse().unwrap());
        let orbit = Orbit::from(&goal);
        let table = |cells| PatternTable::generate(Pattern::new(orbit, cells).unwrap(), 1).unwrap();
        let search = PatternSearch::new(&goal, &[[0x7, 0x38, 0xc0].map(table).to_vec()]).unwrap();
        let opened = Arc::new(AtomicUsize::new(0));
        let calls = Arc::clone(&opened);
        let search = search.with_large(move || {
            calls.fetch_add(1, Ordering::Relaxed);
            Ok(None)
        });
        search.spent.store(SMALL_FIRST - most, Ordering::Relaxed);
        (search, opened)
    }

    /// A board that takes 31 moves.
    fn hard() -> Board {
        "8 6 7 2 5 4 3 x 1".parse().unwrap()
    }

    /// A progress function that breaks once more than `most` boards are generated.
    fn breaks_after(most: u64) -> impl Fn(limits::Progress) -> ControlFlow<()> {
        move |progress| {
            if progress.generated > most {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    /// The number of boards generated when a search of the hard board first looks at its limits.
    fn at_first_look() -> u64 {
        let limits = Limits::default().progress(breaks_after(0));
        let found = search(SMALL_FIRST).0.solutions_of(&[hard()], false, 1, &limits).unwrap();
        let Err(Error::Stopped(stopped)) = &found[0] else { panic!("not stopped") };
        stopped.generated
    }

    #[test]
    fn large_tables_are_opened_for_a_hard_board() {
        let (search, opened) = search(at_first_look() - 1);
        let found = search.solutions_of(&[hard()], false, 1, &Limits::default()).unwrap();
        assert_eq!(found[0].as_ref().unwrap().moves.len(), 31);
        assert_eq!(opened.load(Ordering::Relaxed), 1);
    }

    /// The second look finds both that there were enough boards for small tables and that the time
    /// is over.
    #[test]
    fn time_spent_with_small_tables_counts() {
        let (search, opened) = search(at_first_look());
        let limits = Limits::default().timeout(Duration::from_millis(200)).progress(|_| {
            thread::sleep(Duration::from_millis(210));
            ControlFlow::Continue(())
        });
        let found = search.solutions_of(&[hard()], false, 1, &limits).unwrap();
        let Err(Error::Stopped(stopped)) = &found[0] else { panic!("not stopped") };
        assert!(stopped.generated > at_first_look() && stopped.at_least > 0);
        assert_eq!(opened.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn a_question_that_is_stopped_opens_no_large_tables() {
        let most = at_first_look() - 1;
        let (few, opened_for_few) = search(most);
        let limits = Limits::default().progress(breaks_after(most));
        let found = few.solutions_of(&[hard()], false, 1, &limits.until_interrupted()).unwrap();
        let Err(Error::Stopped(stopped)) = &found[0] else { panic!("not stopped") };
        assert!(stopped.generated > most);
        assert_eq!(opened_for_few.load(Ordering::Relaxed), 0);

        let (many, opened_for_many) = search(most);
        let limits = Limits::default().progress(|_| ControlFlow::Break(()));
        let found = many.solutions_of(&[hard(); MANY], false, 1, &limits).unwrap();
        assert!(found.iter().all(|found| matches!(found, Err(Error::Stopped(_)))));
        assert_eq!(opened_for_many.load(Ordering::Relaxed), 0);
    }
}
