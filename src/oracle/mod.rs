//! The oracle: optimal answers for any board and any goal, by walking a table or by searching with
//! pattern tables.
//!
//! # How a board is answered
//!
//! | step | file |
//! | --- | --- |
//! | A goal gets an oracle: from a table of all boards, or from pattern tables; it is kept. | `tablebase.rs`, `multi_oracle.rs`, `puzzles.rs`, `kept_oracles.rs` |
//! | An [`AnyOracle`] takes boards of any size in any metric, and hands runs of them to an [`Oracle`], a [`Finder`](crate::any::Finder) or a search. | `any_oracle.rs`, `any_batch.rs`, `any_board.rs` |
//! | Many boards are divided among threads. | `many_boards.rs`, `batch_sizes.rs`, `boards.rs` |
//! | Where there is a table, boards are looked up: many boards of 3x3 in unpacked solutions, others by walks that advance together. | `lookups.rs`, `unpacked.rs`, `lockstep.rs` |
//! | Each board is turned and renumbered for the table of the goal's orbit, and each step of a walk is checked. | `relabelling.rs`, `walk.rs`, `rank_of_eight.rs` |
//! | What differs between the metrics: how a table is walked, how answers are packed, which search there is. | `walking.rs`, `walker.rs`, `single_tile.rs`, `multi_tile.rs`, `packing.rs`, `source.rs` |
//! | Where there is no table, boards are searched for. | [`solver`](crate::solver) |
//! | What was found becomes an answer, and more can be asked of it. | `any_answer.rs`, `answer.rs`, `solutions.rs`, `move_distances.rs` |
//!
//! A single board goes from [`AnyOracle::find`] to `answer_together` in `any_answer.rs` and, as in
//! `solve "2 3 4 1 5 x 7 6 8"`, to [`Oracle::answer`], `walk` in `walking.rs` and `claim` in
//! `walk.rs`; without a table, to [`Oracle::find`] and `solutions_of` in
//! `solver/pattern_search.rs`.

mod answer;
mod any_answer;
mod any_batch;
mod any_board;
mod any_oracle;
mod batch_sizes;
mod boards;
mod kept_oracles;
mod lockstep;
mod lookups;
mod many_boards;
mod move_distances;
mod multi_oracle;
mod multi_tile;
mod packing;
mod puzzles;
mod rank_of_eight;
mod relabelling;
mod single_tile;
mod solutions;
mod source;
mod table_name;
mod tablebase;
mod unpacked;
mod walk;
mod walker;
mod walking;

use std::sync::Arc;

pub use crate::outcome::{Ask, Outcome, Solved};
pub use answer::Answer;
use answer::best_first;
pub use any_answer::{AnyAnswer, EachRun};
pub use any_oracle::{AnyOracle, expect_answers};
pub(crate) use batch_sizes::LOOKUPS_IN_FLIGHT;
pub use boards::{BatchError, Boards};
pub use solutions::Solutions;
pub use table_name::TableName;
pub use tablebase::Tablebase;
pub(crate) use unpacked::UnpackedSolutions;

use crate::error::{Error, Result};
use crate::known::known;
use crate::limits::{Budget, Cost, Limits};
use crate::puzzle::{Board, Metric, Move, MoveSet, Moves, Orbit, Puzzle};
use crate::solver::{Part, PatternSearch, PatternTable};
use crate::table::Table;
use crate::threads::Threads;
use packing::Packed;
use source::Source;
use unpacked::Unpacking;
use walker::Walker;

/// Answers for one goal.
///
/// If there is a table of all boards, every answer is looked up. Otherwise a search with pattern
/// tables finds it, within [`Limits`]. Either way the answers are optimal and the solution is the
/// canonical one.
///
/// An oracle shares its tables, so it can be stored in a struct or sent to a thread, and cloning it
/// is cheap.
///
/// Every method takes a board of the goal's shape, and returns these errors:
///
/// * [`Error::Unsolvable`] if the board cannot reach the goal, which is an answer rather than a
///   failure;
/// * [`Error::Board`] if it has another shape;
/// * [`Error::Stopped`] if a search reached a limit first;
/// * [`Error::Table`] or [`Error::Pattern`] if a table is damaged;
/// * [`Error::Memory`] if there is not enough memory for a search.
///
/// ```
/// use tilebase::{Board, Oracle, embedded, puzzle::Orbit};
/// let goal: Board = "1 2 3 8 x 4 7 6 5".parse()?;
/// let table = embedded::table(Orbit::from(&goal).into()).expect("3x3 is embedded");
/// let oracle = Oracle::new(table, &goal)?;
/// let start: Board = "2 8 3 1 x 4 7 6 5".parse()?;
/// let solution = oracle.solution(&start)?;
/// assert_eq!(solution.to_string(), "uldr");
/// assert_eq!(start.after(&solution), Some(goal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Oracle {
    source: Source,
    limits: Limits,
    threads: Threads,
    /// For batches. They share unpacked solutions.
    unpacking: Arc<Unpacking>,
}

impl Oracle {
    /// Creates the oracle for `goal` from a table of the goal's orbit, in the metric of the table.
    /// With a table of labels it searches.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] for any other table.
    pub fn new(table: impl Into<Arc<Table>>, goal: &Board) -> Result<Oracle> {
        let table = table.into();
        let metric = table.puzzle().metric();
        Oracle::from_table(table, goal, metric)
    }

    /// The same, unless the table is of another metric than this.
    pub(crate) fn from_table(table: Arc<Table>, goal: &Board, metric: Metric) -> Result<Oracle> {
        Ok(Oracle::from_source(Source::of_table(table, goal, metric)?))
    }

    /// Creates an oracle that searches with the pattern tables of one or two partitions.
    ///
    /// ```
    /// use tilebase::puzzle::Orbit;
    /// use tilebase::solver::{Partition, PartitionSize, PatternTable};
    /// use tilebase::{Board, Oracle};
    /// let goal = Board::goal("3x4".parse()?);
    /// let partitions = Partition::for_orbit(Orbit::from(&goal), PartitionSize::Small);
    /// let tables = |partition: &Partition| {
    ///     let patterns = partition.patterns().iter();
    ///     patterns.map(|&pattern| PatternTable::generate(pattern, 1)).collect()
    /// };
    /// let tables: Vec<Vec<_>> = partitions.iter().map(tables).collect::<Result<_, _>>()?;
    /// let oracle = Oracle::with_patterns(&goal, &tables)?;
    /// let board: Board = "1 2 3 4 / 5 6 x 8 / 9 10 7 11".parse()?;
    /// assert_eq!(oracle.solution(&board)?.to_string(), "dr");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`] unless the tables belong to the goal's orbit and each partition has two
    /// or three tables of at most eight tiles which together contain each tile once.
    pub fn with_patterns(goal: &Board, partitions: &[Vec<PatternTable>]) -> Result<Oracle> {
        Ok(Oracle::searching(PatternSearch::new(goal, partitions)?))
    }

    pub(crate) fn searching(search: PatternSearch) -> Oracle {
        Oracle::from_source(Source::Patterns(Box::new(search)))
    }

    /// Searches one [`Part`] for its first solution of at most `within` moves, in lexicographic
    /// order, and says what that cost. If no part has one, the distance is greater than `within`.
    /// If `within` is the distance, the first part that has one has the canonical solution. So a
    /// proof that takes too long for one machine can be divided among many, whatever tables and
    /// threads they have.
    ///
    /// The oracle's limits hold, as for a [proof](Limits::proof), for each part.
    ///
    /// ```
    /// use tilebase::solver::Part;
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().oracle(&Board::goal("4x4".parse()?))?;
    /// let board: Board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12".parse()?;
    /// let search = |within| {
    ///     let parts = (1..=3).filter_map(|number| Part::new(number, 3));
    ///     let found = parts.map(|part| Ok(oracle.first_within(&board, within, part)?.0));
    ///     found.collect::<Result<Vec<_>, tilebase::Error>>()
    /// };
    /// assert!(search(7)?.iter().all(Option::is_none));
    /// let canonical = search(9)?.into_iter().flatten().next();
    /// assert_eq!(canonical, Some(oracle.solution(&board)?));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. [`Error::Unsuitable`] if answers come from a table.
    pub fn first_within(
        &self,
        board: &Board,
        within: u32,
        part: Part,
    ) -> Result<(Option<Moves>, Cost)> {
        let Source::Patterns(search) = &self.source else {
            return Err(Error::Unsuitable {
                method: "a search in parts",
                shape: board.shape(),
                why: match self.source {
                    Source::Table(_) => "its boards are looked up in a table, not searched for",
                    _ => "it is for the metric of single tiles",
                },
            });
        };
        let budget = Budget::new(&self.limits.clone().proof());
        search.first_within(board, within, part, self.threads.count(), &budget)
    }

    fn from_source(source: Source) -> Oracle {
        let limits = Limits::of_size(source.goal().shape());
        Oracle { source, limits, threads: Threads::default(), unpacking: Arc::default() }
    }

    /// What counts as one move.
    pub const fn metric(&self) -> Metric {
        self.source.metric()
    }

    /// Sets the limits on the work for each question. By default they are
    /// [those of the goal's shape](Limits::of_size): none for up to sixteen cells.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Oracle {
        Oracle { limits, ..self }
    }

    /// Sets the number of threads that search for the answer to a hard board, or answer many
    /// boards; 0 means 1. By default it is the number of processors. If the system allows
    /// fewer, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> Oracle {
        Oracle { threads: Threads::new(threads), ..self }
    }

    /// Reserves the memory to answer this many boards at a time, so that too little memory is an
    /// error before the first answer. For shapes of 17 to 25 cells it follows from the limits, and
    /// other shapes need very little. Without this, each question reserves memory when it begins.
    ///
    /// ```
    /// use tilebase::{Board, Limits, Tablebase};
    /// let goal = Board::goal("3x6".parse()?);
    /// let oracle = Tablebase::embedded().oracle(&goal)?;
    /// oracle.limited(Limits::default().boards(50_000)).reserve(2)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn reserve(&self, boards: usize) -> Result<()> {
        match self.source.table_or_search() {
            Ok(_) => Ok(()),
            Err(search) => search.reserve(boards, &self.limits),
        }
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The goal.
    pub fn goal(&self) -> &Board {
        self.source.goal()
    }

    /// The table of all boards, if answers come from one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        if let Source::Table(walker) = &self.source { Some(walker.table()) } else { None }
    }

    /// No solution has more moves than this: the table's diameter, or what searches have room for.
    pub fn longest(&self) -> u32 {
        match self.source.table_or_search() {
            Ok(walker) => walker.diameter(),
            Err(search) => search.longest(),
        }
    }

    /// The number of boards at each distance, from 0 up: from the table, or else as published.
    /// `None` if neither is known.
    ///
    /// ```
    /// let oracle = tilebase::Tablebase::embedded().oracle(&"12/3x".parse()?)?;
    /// assert_eq!(oracle.counts(), Some(vec![1, 2, 2, 2, 2, 2, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Option<Vec<u64>> {
        match self.table() {
            Some(table) => Some(table.header().counts().to_vec()),
            None => {
                Some(known(Puzzle::of_all_boards(Orbit::from(self.goal()), self.metric()))?.counts)
            }
        }
    }

    /// Answers a board. The question costs one walk or one search; all that can be asked of the
    /// [`Answer`] follows from it, or from searches that are much shorter.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().oracle(&Board::goal("4x4".parse()?))?;
    /// let board: Board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12".parse()?;
    /// let answer = oracle.answer(&board)?;
    /// assert_eq!(answer.moves().to_string(), "uuurrddrd");
    /// assert_eq!(answer.optimal_moves()?.to_string(), "u");
    /// let legal: Vec<_> = answer.legal_moves()?.iter().map(|(mv, d)| format!("{mv}:{d}")).collect();
    /// assert_eq!(legal, ["u:8", "r:10"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(&self, board: &Board) -> Result<Answer> {
        let budget = Budget::new(&self.limits);
        let moves = match self.source.table_or_search() {
            Ok(walker) => match self.looked_up(walker, board)? {
                Some(found) => found.solution().unwrap_or_default(),
                None => walker.solution(board)?,
            },
            Err(search) => search.solution(board, self.threads.count(), &budget)?,
        };
        Ok(Answer { oracle: self.clone(), board: *board, moves, budget })
    }

    /// The least number of moves to the goal.
    pub fn distance(&self, board: &Board) -> Result<u32> {
        match self.source.table_or_search() {
            Ok(walker) => match self.looked_up(walker, board)? {
                Some(found) => Ok(found.distance.into()),
                None => walker.distance(board),
            },
            Err(search) => {
                let budget = Budget::new(&self.limits.clone().until_distance());
                match search.solution(board, self.threads.count(), &budget) {
                    Ok(solution) => Ok(solution.len() as u32),
                    Err(Error::Stopped(why)) => why.distance().ok_or(Error::Stopped(why)),
                    Err(error) => Err(error),
                }
            }
        }
    }

    /// A lower bound on the distance, found without a search; in the single-tile metric it has the
    /// parity of the distance. With a table of all boards it is the distance; otherwise it is the
    /// greatest that tables of patterns or labels prove.
    pub fn lower_bound(&self, board: &Board) -> Result<u32> {
        self.lower_bounds(std::slice::from_ref(board))?.remove(0)
    }

    /// Lower bounds on the distances of many boards.
    pub(crate) fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>> {
        match self.source.table_or_search() {
            Ok(walker) => Ok(boards.iter().map(|it| walker.distance(it)).collect()),
            Err(search) => search.lower_bounds(boards),
        }
    }

    /// The canonical solution: of all shortest ones the lexicographically smallest under
    /// d < l < r < u, in the multi-tile metric with fewer cells first.
    pub fn solution(&self, board: &Board) -> Result<Moves> {
        Ok(self.answer(board)?.into_moves())
    }

    /// All moves that lower the distance. At the goal there are none.
    pub fn optimal_moves(&self, board: &Board) -> Result<MoveSet> {
        match self.source.table_or_search() {
            Ok(walker) => match self.looked_up(walker, board)? {
                Some(found) => Ok(found.optimal_moves()),
                None => walker.optimal_moves(board),
            },
            Err(_) => self.answer(board)?.optimal_moves(),
        }
    }

    /// Every legal move with the distance after it, the best first.
    pub fn legal_moves(&self, board: &Board) -> Result<Vec<(Move, u32)>> {
        if let Source::Table(walker) = &self.source
            && let Some(found) = self.looked_up(walker, board)?
        {
            return Ok(found.legal_moves());
        }
        self.answer(board)?.legal_moves()
    }

    /// Every shortest solution, in lexicographic order.
    ///
    /// ```
    /// # use tilebase::{Tablebase, Board};
    /// # let tables = Tablebase::embedded();
    /// let oracle = tables.oracle(&"12/3x".parse()?)?;
    /// let antipode: Board = "x3/21".parse()?;
    /// let all = oracle.solutions(&antipode)?.map(|solution| Ok(solution?.to_string()));
    /// assert_eq!(all.collect::<Result<Vec<_>, tilebase::Error>>()?, ["druldr", "rdlurd"]);
    /// assert_eq!(oracle.count_solutions(&antipode)?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. Damage found later, and a limit reached later, is returned as the last item.
    pub fn solutions(&self, board: &Board) -> Result<Solutions> {
        self.answer(board)?.into_solutions()
    }

    /// The number of shortest solutions, without listing them. Saturates at `u128::MAX`.
    pub fn count_solutions(&self, board: &Board) -> Result<u128> {
        match self.source.table_or_search() {
            Ok(walker) => walker.count_solutions(board),
            Err(_) => self.answer(board)?.count_solutions(),
        }
    }

    /// The unpacked entry of a board, if solutions are unpacked.
    #[inline]
    fn looked_up(&self, walker: &Walker, board: &Board) -> Result<Option<Packed<'_>>> {
        let Some(unpacked) = self.unpacked(1) else { return Ok(None) };
        board.expect_shape(self.goal().shape())?;
        let found = unpacked.look_up(board);
        found.map(Some).ok_or_else(|| walker.unsolvable(board).into())
    }

    /// The unpacked solutions, if all are short and enough boards have been looked up, including
    /// the `boards` to look up now.
    #[inline]
    pub(crate) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        if let Some(unpacked) = self.unpacking.get() {
            return Some(unpacked);
        }
        let Source::Table(walker) = &self.source else { return None };
        self.count(walker, boards);
        self.unpacking.made(walker)
    }

    /// Counts boards to look up. A table in a file is read ahead as a whole once the boards would
    /// read most of its blocks one by one.
    fn count(&self, walker: &Walker, boards: usize) {
        /// A walk reads about this many blocks.
        const BLOCKS_OF_A_WALK: u64 = 32;
        let before = self.unpacking.count(boards);
        let many = walker.table().header().blocks() / BLOCKS_OF_A_WALK;
        if before <= many && before + boards as u64 > many {
            walker.table().read_ahead();
        }
    }
}
