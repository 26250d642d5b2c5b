//! The oracle: optimal answers for any board and any goal, by walking a table or by searching.
//!
//! # How a board is answered
//!
//! | step | file |
//! | --- | --- |
//! | A goal gets an oracle, which is kept: from a table of all boards, from tables of patterns or labels, or for boards of more than 25 cells. | `tablebase.rs`, `table_name.rs`, `kept_oracles.rs`, `source.rs` |
//! | Boards are given one at a time, as runs, or as rows of bytes; what is asked decides how they are answered. | `one_board.rs`, `runs.rs`, `given_boards.rs` |
//! | Many boards are divided among threads. | `many_boards.rs` |
//! | Where there is a table, boards are looked up: many boards of 3x3 in unpacked solutions, others by walks that advance together. | `lookups.rs`, `unpacked.rs`, `lockstep.rs` |
//! | Each board is turned and renumbered for the table of the goal's orbit, and each step of a walk is checked. | `walking.rs`, `walk.rs`, `rank_of_eight.rs` |
//! | What differs between the metrics: how a table is walked, and how answers are packed. | `walking.rs`, `walker.rs`, `single_tile.rs`, `multi_tile.rs`, `packing.rs` |
//! | Where there is no table, boards are searched for. | [`solver`](crate::solver), [`multi`](crate::multi), [`any`](crate::any) |
//! | All shortest solutions are listed. | `solutions.rs` |
//!
//! A single board goes from [`Oracle::answers`] to `answer_together` in `runs.rs` and, as in
//! `solve "2 3 4 1 5 x 7 6 8"`, to `walk` in `walking.rs` and `claim` in `walk.rs`; without a
//! table, to `solutions_of` in `solver/pattern_search.rs`.

mod given_boards;
mod kept_oracles;
mod lockstep;
mod lookups;
mod many_boards;
mod multi_tile;
mod one_board;
mod packing;
mod rank_of_eight;
mod runs;
mod single_tile;
mod solutions;
mod source;
mod table_name;
mod tablebase;
mod unpacked;
mod walk;
mod walker;
mod walking;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

pub use crate::outcome::{Answer, Ask, Outcome, Solutions};
pub use given_boards::{BatchError, Boards};
pub use runs::EachRun;
use runs::best_first;
pub use source::expect_answers;
pub use tablebase::Tablebase;
pub(crate) use unpacked::{LOOKUPS_IN_FLIGHT, UnpackedSolutions};

use crate::any::Finder;
use crate::board::Board;
use crate::costs::TileCosts;
use crate::error::{Error, Result};
use crate::known::known;
use crate::labels::LabelTable;
use crate::limits::{Budget, Cost, Limits};
use crate::puzzle::{BoardError, Class, Metric, Moves, Orbit, Puzzle, SmallBoard};
use crate::solver::{BoardSearch, Part};
use crate::table::Table;
use crate::threads::Threads;
use packing::Packed;
use source::Source;
use unpacked::Unpacking;
use walker::Walker;

/// Answers for one goal: boards of any size, in either metric.
///
/// If there is a table of all boards, every answer is looked up. Otherwise a search with tables of
/// patterns or labels finds it, within [`Limits`]. Either way the answers are optimal and the
/// solution is the canonical one. Boards of more than 25 cells get a good solution and a lower
/// bound, and are optimal where both meet.
///
/// An oracle shares what it answers from, so it can be stored in a struct or sent to a thread, and
/// cloning it is cheap.
///
/// Every method takes a board of the goal's size, and returns these errors:
///
/// * [`Error::Unsolvable`] if the board cannot reach the goal, which is an answer rather than a
///   failure;
/// * [`Error::Board`] if it has another size;
/// * [`Error::Stopped`] if a search reached a limit first;
/// * [`Error::Table`] or [`Error::Pattern`] if a table is damaged;
/// * [`Error::Memory`] if there is not enough memory for a search;
/// * [`Error::TooLarge`] for what is not known of more than 25 cells, and [`Error::Unsuitable`] for
///   what a search of your own does not find.
///
/// ```
/// use tilebase::puzzle::{Metric, Orbit, SmallBoard};
/// use tilebase::{Oracle, Tablebase, embedded};
/// let goal: SmallBoard = "1 2 3 8 x 4 7 6 5".parse()?;
/// let table = embedded::table(Orbit::from(&goal).into()).expect("3x3 is embedded");
/// let oracle = Oracle::new(table, &goal)?;
/// let start: SmallBoard = "2 8 3 1 x 4 7 6 5".parse()?;
/// let solution = oracle.solution(&start)?;
/// assert_eq!(solution.to_string(), "uldr");
/// assert_eq!(start.after(&solution), Some(goal));
///
/// // A tablebase has the oracle of any goal.
/// let oracle = Tablebase::embedded().oracle_in(&goal, Metric::Multi)?;
/// assert_eq!(oracle.distance(&start)?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Oracle {
    goal: Board,
    source: Source,
    limits: Limits,
    threads: Threads,
    /// What moves cost, if solutions are the cheapest.
    costs: Option<Arc<TileCosts>>,
    /// Many boards share unpacked solutions.
    unpacking: Arc<Unpacking>,
}

impl Oracle {
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
    /// let oracle = Tablebase::embedded().oracle(&Board::goal("4x4".parse()?)?)?;
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
        board: impl Into<Board>,
        within: u32,
        part: Part,
    ) -> Result<(Option<Moves>, Cost)> {
        let board = board.into();
        let board = board.expect_small("a search in parts")?;
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

    /// The goal.
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        self.source.metric()
    }

    /// What moves cost, if solutions are the [cheapest](Tablebase::oracle_with_costs).
    pub fn costs(&self) -> Option<&TileCosts> {
        self.costs.as_deref()
    }

    /// True if it is the oracle for this goal in this metric, or with these costs.
    fn is_for(&self, goal: &Board, metric: Metric, costs: Option<&TileCosts>) -> bool {
        self.goal == *goal && self.metric() == metric && self.costs() == costs
    }

    /// The limits on the work for each question. A search of your own has its own.
    pub const fn limits(&self) -> &Limits {
        &self.limits
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

    /// Prepares an oracle for several boards at a time, each asked for by a caller of its own:
    /// reserves memory for all of them, so that too little memory is an error before the first
    /// answer. For shapes of 17 to 25 cells it follows from the limits, and other shapes need very
    /// little. Without this, each question reserves memory when it begins. The number of
    /// [`threads`](Self::threads) for one board stays the same, unless each would need memory.
    ///
    /// ```
    /// use tilebase::{Board, Limits, Tablebase};
    /// let goal = Board::goal("3x6".parse()?)?;
    /// let oracle = Tablebase::embedded().oracle(&goal)?.limited(Limits::default().boards(50_000));
    /// let oracle = oracle.for_boards_at_a_time(2)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn for_boards_at_a_time(self, boards: usize) -> Result<Oracle> {
        if let Some(Err(search)) = self.source.table_or_search() {
            search.reserve(boards, &self.limits)?;
        }
        // A caller has memory for one board, and may ask for many together.
        let is_on_one_thread = boards > 1 && self.goal.class() >= Class::Bounded;
        Ok(if is_on_one_thread { self.threads(1) } else { self })
    }

    /// The table of all boards, if answers come from one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        if let Source::Table(walker) = &self.source { Some(&walker.table) } else { None }
    }

    /// True if all that can be asked of boards of at most 25 cells is found, and not only a
    /// solution.
    pub(crate) fn finds_all(&self) -> bool {
        self.source.table_or_search().is_some()
    }

    /// The finder of good solutions, if answers come from it.
    pub(crate) fn finder(&self) -> Option<&Finder> {
        if let Source::Finder(finder) = &self.source { Some(finder) } else { None }
    }

    /// No solution has more moves than this: the table's diameter, or what searches have room for.
    /// `None` if that is not known.
    pub fn longest(&self) -> Option<u32> {
        Some(match self.source.table_or_search()? {
            Ok(walker) => walker.diameter(),
            Err(search) => search.longest(),
        })
    }

    /// The number of boards at each distance, from 0 up: from the table, or else as published.
    /// `None` if neither is known.
    ///
    /// ```
    /// let oracle = tilebase::Tablebase::embedded().oracle("12/3x".parse::<tilebase::Board>()?)?;
    /// assert_eq!(oracle.counts(), Some(vec![1, 2, 2, 2, 2, 2, 1]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn counts(&self) -> Option<Vec<u64>> {
        if let Some(table) = self.table() {
            return Some(table.header().counts().to_vec());
        }
        if let Source::Goals(table) = &self.source {
            return Some(table.counts().to_vec());
        }
        if self.finder().is_some() || matches!(self.source, Source::GoalSearch(_)) {
            return None;
        }
        let orbit = Orbit::from(self.goal.small()?);
        Some(known(Puzzle::of_all_boards(orbit, self.metric()))?.counts)
    }

    /// Refuses what can never be answered for boards of the goal's size.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] as for [`expect_answers`], [`Error::Unsuitable`] if a search of your own
    /// does not find it, and [`Error::TooManyStates`] if the goal has too many boards to count.
    pub fn expect(&self, ask: Ask) -> Result<()> {
        if let (Source::GoalSearch(_), Some(goal)) = (&self.source, self.goal.labelled())
            && ask.has(Ask::DIFFICULTY)
        {
            LabelTable::new(goal, &[], Metric::Single)?;
        }
        if let Source::Search(..) = self.source
            && let Some(goal) = self.goal.small()
            && ask.has(Ask::MORE_THAN_A_SOLUTION)
        {
            let why = "it finds a solution and its length, and nothing else";
            return Err(Error::Unsuitable { method: "this search", shape: goal.shape(), why });
        }
        expect_answers(self.goal.shape(), self.metric(), ask)
    }

    /// The board, if it has at most 25 cells, as the goal has.
    #[inline]
    fn small<'b>(&self, board: &'b Board) -> Result<Cow<'b, SmallBoard>> {
        match board.small() {
            Some(small) if !self.goal.is_several() => Ok(Cow::Borrowed(small)),
            _ => self.numbered(board),
        }
    }

    /// The same for a goal that is several boards.
    #[cold]
    fn numbered<'b>(&self, board: &'b Board) -> Result<Cow<'b, SmallBoard>> {
        let numbered = self.goal.numbered(board)?;
        let found = numbered.small().copied().map(Cow::Owned);
        found.ok_or_else(|| {
            let (expected, found) = (self.goal.shape(), board.shape());
            BoardError::OtherShape { expected, found }.into()
        })
    }

    /// True if answers are looked up, in a table of all boards.
    pub fn is_looking_up(&self) -> bool {
        matches!(self.source, Source::Table(_) | Source::Goals(_))
    }

    /// The table of all boards that the goal distinguishes, if it is several boards.
    pub(crate) fn label_table(&self) -> Option<&Arc<LabelTable>> {
        if let Source::Goals(table) = &self.source { Some(table) } else { None }
    }

    /// True if each move changes the distance by one.
    pub(crate) fn has_parity(&self) -> bool {
        let is_of_several = matches!(self.source, Source::Goals(_) | Source::GoalSearch(_));
        self.metric().slides_one_tile() && !is_of_several
    }

    /// The oracle for boards as the goal distinguishes them, with a number for each tile.
    pub(crate) fn of_numbered(&self) -> Oracle {
        Oracle { goal: self.goal.one().into_owned(), ..self.clone() }
    }

    /// The table of all boards, or else the search of boards of at most 25 cells.
    fn table_or_search(&self) -> Result<std::result::Result<&Walker, &dyn BoardSearch>> {
        self.source.table_or_search().ok_or_else(|| self.unsupported())
    }

    /// The error for a question that is not answered for more than 25 cells, or by a search of your
    /// own.
    pub(crate) fn unsupported(&self) -> Error {
        match self.goal.expect_small("an oracle of many boards") {
            Ok(goal) => Error::Unsuitable {
                method: "this search",
                shape: goal.shape(),
                why: "it finds one solution of a board after another, and nothing else",
            },
            Err(why) => why,
        }
    }

    /// The unpacked entry of a board, if solutions are unpacked.
    #[inline]
    fn looked_up(&self, walker: &Walker, board: &SmallBoard) -> Result<Option<Packed<'_>>> {
        let Some(unpacked) = self.unpacked(1) else { return Ok(None) };
        board.expect_shape(walker.goal.shape())?;
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
        let many = walker.table.header().blocks() / BLOCKS_OF_A_WALK;
        if before <= many && before + boards as u64 > many {
            walker.table.read_ahead();
        }
    }
}

impl fmt::Debug for Oracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Oracle")
            .field("goal", &self.goal)
            .field("metric", &self.metric())
            .finish_non_exhaustive()
    }
}
