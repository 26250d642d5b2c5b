//! One oracle for boards of any size in any metric. Callers need not distinguish either.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::any_answer::{AnyAnswer, EachRun, answer_one, answer_together, until_failure};
use super::{BatchError, Boards, Oracle, UnpackedSolutions};
use crate::any::{self, Finder};
use crate::error::{Error, Result};
use crate::known::known;
use crate::limits::{Cost, Interval, Limits};
use crate::outcome::{Ask, Outcome, Solved};
use crate::position::Position;
use crate::puzzle::{Board, BoardError, Class, Extent, MAX_CELLS, Metric, Orbit, Puzzle, solvable};
use crate::table::Table;
use crate::threads::{self, Threads};

/// Answers boards of one goal, of any size, in either metric: from a table, by a search, or by good
/// solutions with lower bounds.
///
/// It shares what it answers from, so it can be sent to a thread, and cloning it is cheap.
///
/// ```
/// use tilebase::oracle::{AnyOracle, Ask, Outcome};
/// use tilebase::puzzle::Metric;
/// use tilebase::{Limits, Position, Tablebase};
/// let tables = Tablebase::embedded();
/// for (board, metric, expected) in [
///     ("1 2 3 4 5 6 x 7 8", Metric::Single, "rr"),
///     ("1 2 3 4 5 6 x 7 8", Metric::Multi, "r2"),
/// ] {
///     let board: Position = board.parse()?;
///     let oracle = tables.any_oracle(&Position::goal(board.extent())?, metric)?;
///     let Outcome::Known(answer) = oracle.answer(&board, Ask::SOLUTION)? else { panic!() };
///     assert_eq!(answer.way.map(|way| way.to_string()).as_deref(), Some(expected));
/// }
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyOracle {
    goal: Position,
    pub(super) kind: Box<Answerer>,
}

#[derive(Clone)]
pub(super) enum Answerer {
    Oracle(Oracle),
    AnySize(Finder, Threads),
    Search(Metric, Arc<SearchFn>, Limits),
}

/// Finds a shortest solution of a board within limits.
type SearchFn = dyn Fn(&Board, &Limits) -> Result<AnyAnswer> + Send + Sync;

impl AnyOracle {
    fn new(goal: impl Into<Position>, kind: Answerer) -> AnyOracle {
        AnyOracle { goal: goal.into(), kind: Box::new(kind) }
    }

    /// Creates an oracle from a search of your own in a metric: it must find a shortest solution.
    /// [`Error::Unsolvable`] and [`Error::Stopped`] say that there is none; any other error ends a
    /// run of boards.
    pub fn from_search(
        goal: &Board,
        metric: Metric,
        search: impl Fn(&Board) -> Result<Solved> + Send + Sync + 'static,
    ) -> AnyOracle {
        AnyOracle::from_limited_search(goal, metric, move |board, _| search(board))
    }

    /// The same with a search that keeps to limits.
    pub(crate) fn from_limited_search(
        goal: &Board,
        metric: Metric,
        search: impl Fn(&Board, &Limits) -> Result<Solved> + Send + Sync + 'static,
    ) -> AnyOracle {
        let search = move |board: &Board, limits: &Limits| {
            let Solved { moves, cost, .. } = search(board, limits)?;
            Ok(AnyAnswer::of_way(moves).costing(cost))
        };
        AnyOracle::new(*goal, Answerer::Search(metric, Arc::new(search), Limits::default()))
    }

    /// Creates what knows the value of a heuristic of a metric for each board that can reach the
    /// goal, and nothing else.
    ///
    /// ```
    /// use tilebase::Board;
    /// use tilebase::oracle::{AnyOracle, Ask};
    /// use tilebase::puzzle::Metric;
    /// use tilebase::search::{Heuristic, Manhattan};
    /// let goal: Board = "12345678x".parse()?;
    /// let manhattan = Manhattan::new(&goal);
    /// let value = move |board: &Board| manhattan.estimate(board);
    /// let values = AnyOracle::from_heuristic(&goal, Metric::Single, value);
    /// let answer = values.answer(&"x 8 7 6 5 4 3 2 1".parse()?, Ask::HEURISTIC)?.known();
    /// assert_eq!(answer.and_then(|answer| answer.heuristic), Some(20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_heuristic(
        goal: &Board,
        metric: Metric,
        estimate: impl Fn(&Board) -> Result<u32> + Send + Sync + 'static,
    ) -> AnyOracle {
        let reached = *goal;
        let value = move |board: &Board, _: &Limits| {
            solvable(board, &reached)?;
            Ok(AnyAnswer { heuristic: Some(estimate(board)?), ..AnyAnswer::default() })
        };
        AnyOracle::new(*goal, Answerer::Search(metric, Arc::new(value), Limits::default()))
    }

    /// Creates what answers from one table.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] if it is for another goal or metric, and [`Error::TooLarge`] if there
    /// are no tables for boards of this size.
    pub fn from_table(table: Arc<Table>, goal: &Position, metric: Metric) -> Result<AnyOracle> {
        Ok(Oracle::from_table(table, goal.expect_board("a table")?, metric)?.into())
    }

    /// The goal.
    pub const fn goal(&self) -> &Position {
        &self.goal
    }

    /// What counts as one move.
    pub fn metric(&self) -> Metric {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.metric(),
            Answerer::AnySize(..) => Metric::Single,
            Answerer::Search(metric, ..) => *metric,
        }
    }

    /// The limits on the work for each board. A search of your own has its own.
    pub fn limits(&self) -> Limits {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.limits().clone(),
            Answerer::AnySize(finder, _) => finder.limits().clone(),
            Answerer::Search(.., limits) => limits.clone(),
        }
    }

    /// Whether it is the oracle for this goal in this metric.
    pub(super) fn is_for(&self, goal: &Position, metric: Metric) -> bool {
        self.goal == *goal && self.metric() == metric
    }

    /// Sets the limits on the work for each board. A search of your own has its own.
    #[must_use]
    pub fn limited(mut self, limits: Limits) -> AnyOracle {
        match &mut *self.kind {
            Answerer::Oracle(oracle) => *oracle = oracle.clone().limited(limits),
            Answerer::AnySize(finder, _) => *finder = finder.clone().limited(limits),
            Answerer::Search(.., of_search) => *of_search = limits,
        }
        self
    }

    /// Sets the number of threads; 0 means 1. By default it is the number of processors.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> AnyOracle {
        match &mut *self.kind {
            Answerer::Oracle(oracle) => *oracle = oracle.clone().threads(threads),
            Answerer::AnySize(_, of_finder) => *of_finder = Threads::new(threads),
            Answerer::Search(..) => {}
        }
        self
    }

    /// Reserves the memory to answer this many boards at a time. See [`Oracle::reserve`].
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn reserve(&self, boards: usize) -> Result<()> {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.reserve(boards),
            _ => Ok(()),
        }
    }

    /// Prepares an oracle for several boards at a time, each asked for by a caller of its own:
    /// reserves memory for all of them. It does not change the number of
    /// [`threads`](Self::threads) for one board, unless each would need memory.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn for_boards_at_a_time(self, boards: usize) -> Result<AnyOracle> {
        self.reserve(boards)?;
        // A caller has memory for one board, and may ask for many together.
        let is_on_one_thread = boards > 1 && self.goal.class() >= Class::Bounded;
        Ok(if is_on_one_thread { self.threads(1) } else { self })
    }

    /// The table of all boards, if answers come from one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.table(),
            _ => None,
        }
    }

    /// Whether boards are searched for, rather than looked up.
    pub fn is_searching(&self) -> bool {
        self.table().is_none()
    }

    /// The oracle of tables and searches, if this is one of at most 25 cells: for what only it
    /// answers.
    pub fn typed(&self) -> Option<&Oracle> {
        match &*self.kind {
            Answerer::Oracle(oracle) => Some(oracle),
            _ => None,
        }
    }

    /// The finder of good solutions, if the oracle has one.
    pub(crate) fn finder(&self) -> Option<&Finder> {
        if let Answerer::AnySize(finder, _) = &*self.kind { Some(finder) } else { None }
    }

    /// A lower bound on the distance, found without a search. See [`Oracle::lower_bound`].
    ///
    /// # Errors
    ///
    /// As for [`Oracle::lower_bound`] and [`Finder::lower_bound`]. A search of your own has the
    /// bound 0.
    pub fn lower_bound(&self, board: &Position) -> Result<u32> {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.lower_bound(self.small(board)?),
            Answerer::AnySize(finder, _) => finder.lower_bound(&board.rectangle()),
            Answerer::Search(..) => Ok(0),
        }
    }

    /// The number of boards at each distance, from 0 up: from the table, or else as published.
    /// `None` if neither is known.
    pub fn counts(&self) -> Option<Vec<u64>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.counts(),
            Answerer::AnySize(..) => None,
            Answerer::Search(metric, ..) => {
                let orbit = Orbit::from(self.goal.board()?);
                Some(known(Puzzle::of_all_boards(orbit, *metric))?.counts)
            }
        }
    }

    /// Refuses what can never be answered for boards of the goal's size.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] as for [`expect_answers`], and [`Error::Unsuitable`] if a search of your
    /// own does not find it.
    pub fn expect(&self, ask: Ask) -> Result<()> {
        if let Answerer::Search(..) = &*self.kind
            && let Some(goal) = self.goal.board()
            && ask.has(MORE_THAN_A_SOLUTION)
        {
            let why = "it finds a solution and its length, and nothing else";
            return Err(Error::Unsuitable { method: "this search", shape: goal.shape(), why });
        }
        expect_answers(self.goal.extent(), self.metric(), ask)
    }

    /// Answers one board.
    ///
    /// # Errors
    ///
    /// As for [`find`](Self::find), without the board's number.
    pub fn answer(&self, board: &Position, ask: Ask) -> Result<Outcome<AnyAnswer>> {
        let mut found = None;
        self.find(std::slice::from_ref(board), ask, &mut |_, answers| {
            found = answers.first_mut().map(std::mem::take);
            ControlFlow::Continue(())
        })
        .map_err(|why| why.error)?;
        Ok(found.expect("an outcome for each board"))
    }

    /// Answers one board, and calls `known` each time that more is known: first the canonical
    /// solution, then the optimal and legal moves, then the number of solutions. A search for each
    /// may take long. All count towards the same limits.
    ///
    /// ```
    /// use tilebase::oracle::Ask;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::{Position, Tablebase};
    /// let board: Position = "1 2 3 4 5 6 x 7 8".parse()?;
    /// let goal = Position::goal(board.extent())?;
    /// let oracle = Tablebase::embedded().any_oracle(&goal, Metric::Single)?;
    /// let mut known = Vec::new();
    /// oracle.answer_in_turn(&board, Ask::OPTIMAL_MOVES | Ask::COUNT, &mut |answer| {
    ///     known.push((answer.distance, answer.next.is_some(), answer.count));
    /// })?;
    /// let expected = [(Some(2), false, None), (Some(2), true, None), (Some(2), true, Some(1))];
    /// assert_eq!(known, expected);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    pub fn answer_in_turn(
        &self,
        board: &Position,
        ask: Ask,
        known: &mut dyn FnMut(&AnyAnswer),
    ) -> Result<Outcome<AnyAnswer>> {
        match &*self.kind {
            Answerer::Oracle(oracle) => {
                Outcome::of(answer_one(oracle, self.small(board)?, ask, known))
            }
            _ => self.answer(board, ask),
        }
    }

    /// Answers boards in order. `each` is called with the number of the first board of a run, and
    /// the outcomes of the run, which it may take; if it breaks, nothing more is answered.
    ///
    /// # Errors
    ///
    /// A [`BatchError`] for the first board that fails, after `each` was called with all before it:
    /// [`Error::Board`] if it has another size than the goal, [`Error::Table`] or
    /// [`Error::Pattern`] if a table is damaged, [`Error::Memory`], and any error of a search of
    /// your own.
    pub fn find(
        &self,
        boards: &[Position],
        ask: Ask,
        each: &mut EachRun<'_>,
    ) -> std::result::Result<(), BatchError> {
        let (mut first, mut rest) = (0, boards);
        while !rest.is_empty() {
            let run;
            (run, rest) = rest.split_at(self.boards_together().min(rest.len()));
            let (mut answers, failure) = self.answer_run(run, ask);
            if each(first, &mut answers).is_break() {
                break;
            }
            first += answers.len();
            if let Some(error) = failure {
                return Err(BatchError::new(first, error));
            }
        }
        Ok(())
    }

    /// The answers to boards together, before the first that fails, and its error.
    fn answer_run(&self, run: &[Position], ask: Ask) -> (Vec<Outcome<AnyAnswer>>, Option<Error>) {
        if ask == Ask::NOTHING {
            let nothing = |()| AnyAnswer::default();
            let of = |board: &Position| board.expect_solvable(&self.goal).map(nothing);
            return until_failure(run.iter().map(|board| Outcome::of(of(board))));
        }
        match &*self.kind {
            Answerer::Oracle(oracle) => {
                let boards: Vec<Board> = run.iter().map_while(Position::board).copied().collect();
                let (found, failure) =
                    BatchError::until(&boards, |it| answer_together(oracle, ask, it));
                let large = || self.small(run.get(boards.len())?).err();
                (found, failure.or_else(large))
            }
            Answerer::AnySize(finder, threads) => {
                // One board has all threads for itself.
                let (boards, of_board) = match run.len() {
                    1 => (1, threads.count()),
                    _ => (threads.count(), 1),
                };
                until_failure(threads::each(run, boards, |board| {
                    match finder.find_on(&board.rectangle(), of_board) {
                        Ok(Interval {
                            best: Some(moves), is_canonical: true, generated, ..
                        }) => {
                            let answer = AnyAnswer::of_way(moves);
                            Ok(Outcome::Known(answer.costing(Cost::of(generated))))
                        }
                        Ok(interval) => Ok(interval.into()),
                        Err(error) => Outcome::of(Err(error)),
                    }
                }))
            }
            Answerer::Search(_, search, limits) => {
                let found = |board| search(self.small(board)?, limits);
                until_failure(run.iter().map(|board| Outcome::of(found(board))))
            }
        }
    }

    /// The board, if it has at most 25 cells, as the goal has.
    pub(super) fn small<'b>(&self, board: &'b Position) -> Result<&'b Board> {
        board.board().ok_or_else(|| {
            let (expected, found) = (self.goal.extent(), board.extent());
            BoardError::OtherShape { expected, found }.into()
        })
    }

    /// How many boards are worth answering together. More save no time, and their answers come
    /// later.
    fn boards_together(&self) -> usize {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.boards_together(),
            Answerer::AnySize(_, threads) => threads.count(),
            Answerer::Search(..) => 1,
        }
    }

    /// The unpacked solutions, if there are any for this number of boards.
    pub(crate) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.unpacked(boards),
            _ => None,
        }
    }

    /// The least numbers of moves to the goal, of boards of at most 25 cells.
    ///
    /// # Errors
    ///
    /// As for [`Oracle::distances`].
    pub fn distances<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
    ) -> std::result::Result<Vec<Outcome<u32>>, BatchError> {
        let boards = boards.into();
        match &*self.kind {
            Answerer::Oracle(oracle) => oracle.distances(boards),
            _ => {
                let goal = self.goal.expect_board("an array of boards");
                let shape = goal.map_err(|why| BatchError::new(0, why.into()))?.shape();
                let boards: Vec<_> = boards.parse(shape)?.iter().map(|&it| it.into()).collect();
                let mut found = Vec::with_capacity(boards.len());
                self.find(&boards, Ask::DISTANCE, &mut |_, answers| {
                    let answers = answers.iter_mut().map(std::mem::take);
                    let distance = |it: AnyAnswer| it.distance.expect("a distance was asked for");
                    found.extend(answers.map(|it| it.map(distance)));
                    ControlFlow::Continue(())
                })?;
                Ok(found)
            }
        }
    }
}

/// The questions that one solution cannot answer.
const MORE_THAN_A_SOLUTION: Ask =
    Ask::OPTIMAL_MOVES.and(Ask::COUNT).and(Ask::SOLUTIONS).and(Ask::LEGAL_MOVES);

/// Refuses what can never be answered for boards of a size in a metric. It opens no table.
///
/// # Errors
///
/// [`Error::TooLarge`] if the metric does not know boards of this size, or if they have no answer
/// of this kind; [`Error::Shape`] for sides that are too long or too short.
pub fn expect_answers(size: Extent, metric: Metric, ask: Ask) -> Result<()> {
    any::check(size)?;
    let class = Class::of(size, metric)?;
    if class == Class::AnySize && ask.has(MORE_THAN_A_SOLUTION) {
        size.expect_at_most(MAX_CELLS, "any answer but a solution and its length")?;
    }
    if class == Class::AnySize && ask.has(Ask::DIFFICULTY) {
        size.expect_at_most(MAX_CELLS, "the numbers of boards at each distance")?;
    }
    Ok(())
}

impl From<Oracle> for AnyOracle {
    fn from(oracle: Oracle) -> AnyOracle {
        AnyOracle::new(*oracle.goal(), Answerer::Oracle(oracle))
    }
}

impl From<Finder> for AnyOracle {
    fn from(finder: Finder) -> AnyOracle {
        AnyOracle::new(finder.goal().clone(), Answerer::AnySize(finder, Threads::default()))
    }
}

impl fmt::Debug for AnyOracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyOracle")
            .field("goal", &self.goal)
            .field("metric", &self.metric())
            .finish_non_exhaustive()
    }
}
