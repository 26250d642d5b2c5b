//! One oracle for boards of any size in any metric. What stands above it tells neither apart.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{
    Answerable, Batch, BatchError, Boards, Oracle, UnpackedSolutions, best_first, legal_moves,
};
use crate::any::{self, Finder};
use crate::error::{Error, Result};
use crate::known::known;
use crate::limits::{Cost, Limits};
use crate::outcome::{Ask, Outcome, Solved};
use crate::position::Position;
use crate::puzzle::{
    Board, BoardError, Class, Extent, MAX_CELLS, Metric, Move, MultiMove, Orbit, Puzzle, Slide,
    Unsolvable,
};
use crate::table::Table;
use crate::threads::{self, Threads};
use crate::way::{Choice, Step, Way};

/// The number of boards looked up together. Their answers fit the memory that the allocator keeps
/// at hand: those of twice as many are given back to the system after each run, and CSV takes 1.06
/// times as long.
const LOOKED_UP: usize = 128;

/// The most boards that are searched for together. Their answers come at once.
const SEARCHED: usize = 256;

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
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    Single(Batch),
    Multi(Batch<MultiMove>),
    AnySize(Finder, Threads),
    Search(Metric, Arc<SearchFn>),
}

/// Finds a shortest solution of a board.
type SearchFn = dyn Fn(&Board) -> Result<AnyAnswer> + Send + Sync;

/// What is found of a board: what was asked for, and perhaps more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnyAnswer {
    /// The distance.
    pub distance: Option<u32>,
    /// The canonical solution. A search method finds any that is shortest.
    pub way: Option<Way>,
    /// All optimal moves.
    pub next: Option<Choice>,
    /// Every legal move with the distance after it, the best first.
    pub legal: Option<Vec<(Step, u32)>>,
    /// The number of shortest solutions. Saturates at `u128::MAX`.
    pub count: Option<u128>,
    /// Every shortest solution, in lexicographic order.
    pub all: Option<Vec<Way>>,
    /// The work done by searches.
    pub cost: Cost,
}

impl AnyOracle {
    /// Creates what answers with a search of your own, which finds a shortest solution.
    /// [`Error::Unsolvable`] and [`Error::Stopped`] say that there is none; any other error ends a
    /// run of boards.
    pub fn from_search<M: Slide>(
        goal: &Board,
        search: impl Fn(&Board) -> Result<Solved<M>> + Send + Sync + 'static,
    ) -> AnyOracle
    where
        Way: From<M::Sequence>,
    {
        let search = move |board: &Board| {
            let Solved { moves, cost, .. } = search(board)?;
            Ok(AnyAnswer { cost, ..AnyAnswer::of_way(moves.into()) })
        };
        AnyOracle { goal: (*goal).into(), kind: Kind::Search(M::METRIC, Arc::new(search)) }
    }

    /// Creates what answers from one table.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] if it is for another goal or metric, and [`Error::TooLarge`] if there
    /// are no tables for boards of this size.
    pub fn from_table(table: Arc<Table>, goal: &Position, metric: Metric) -> Result<AnyOracle> {
        let goal = goal.expect_board("a table")?;
        Ok(match metric {
            Metric::Single => Oracle::<Move>::from_table(table, goal)?.into(),
            Metric::Multi => Oracle::<MultiMove>::from_table(table, goal)?.into(),
        })
    }

    /// The goal.
    pub const fn goal(&self) -> &Position {
        &self.goal
    }

    /// What counts as one move.
    pub const fn metric(&self) -> Metric {
        match &self.kind {
            Kind::Single(_) | Kind::AnySize(..) => Metric::Single,
            Kind::Multi(_) => Metric::Multi,
            Kind::Search(metric, _) => *metric,
        }
    }

    /// Sets the limits on the work for each board. A search of your own has its own.
    #[must_use]
    pub fn limited(self, limits: Limits) -> AnyOracle {
        let kind = match self.kind {
            Kind::Single(batch) => Kind::Single(Batch::new(batch.oracle().clone().limited(limits))),
            Kind::Multi(batch) => Kind::Multi(Batch::new(batch.oracle().clone().limited(limits))),
            Kind::AnySize(finder, threads) => Kind::AnySize(finder.limited(limits), threads),
            Kind::Search(..) => self.kind,
        };
        AnyOracle { kind, ..self }
    }

    /// Sets the number of threads; 0 means 1. By default it is the number of processors.
    #[must_use]
    pub fn threads(self, threads: usize) -> AnyOracle {
        let kind = match self.kind {
            Kind::Single(batch) => Kind::Single(batch.threads(threads)),
            Kind::Multi(batch) => Kind::Multi(batch.threads(threads)),
            Kind::AnySize(finder, _) => Kind::AnySize(finder, Threads::new(threads)),
            Kind::Search(..) => self.kind,
        };
        AnyOracle { kind, ..self }
    }

    /// Reserves the memory to answer this many boards at a time. See [`Oracle::reserve`].
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn reserve(&self, boards: usize) -> Result<()> {
        match &self.kind {
            Kind::Single(batch) => batch.oracle().reserve(boards),
            Kind::Multi(batch) => batch.oracle().reserve(boards),
            Kind::AnySize(..) | Kind::Search(..) => Ok(()),
        }
    }

    /// One of several that answer at a time, for one board each: reserves memory for all of them,
    /// and leaves the threads to the others where boards take long.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn one_of(self, several: usize) -> Result<AnyOracle> {
        self.reserve(several)?;
        let is_alone = several == 1 || self.goal.class() < Class::Bounded;
        Ok(if is_alone { self } else { self.threads(1) })
    }

    /// The table of all boards, if answers come from one.
    pub fn table(&self) -> Option<&Arc<Table>> {
        match &self.kind {
            Kind::Single(batch) => batch.oracle().table(),
            Kind::Multi(batch) => batch.oracle().table(),
            Kind::AnySize(..) | Kind::Search(..) => None,
        }
    }

    /// Whether boards are searched for, rather than looked up.
    pub fn is_searching(&self) -> bool {
        self.table().is_none()
    }

    /// The oracle of a metric, if this is one of at most 25 cells: for what only it answers.
    pub fn typed<M: Answerable>(&self) -> Option<&Oracle<M>> {
        M::batch_in(self).map(Batch::oracle)
    }

    /// What finds good solutions, if this does.
    pub(crate) const fn finder(&self) -> Option<&Finder> {
        if let Kind::AnySize(finder, _) = &self.kind { Some(finder) } else { None }
    }

    /// A lower bound on the distance, found without a search. See [`Oracle::lower_bound`].
    ///
    /// # Errors
    ///
    /// As for [`Oracle::lower_bound`] and [`Finder::lower_bound`]. A search of your own has the
    /// bound 0.
    pub fn lower_bound(&self, board: &Position) -> Result<u32> {
        match &self.kind {
            Kind::Single(batch) => batch.oracle().lower_bound(small(board)?),
            Kind::Multi(batch) => batch.oracle().lower_bound(small(board)?),
            Kind::AnySize(finder, _) => finder.lower_bound(&board.rectangle()),
            Kind::Search(..) => Ok(0),
        }
    }

    /// The number of boards at each distance, from 0 up: from the table, or else as published.
    /// `None` if neither is known.
    pub fn counts(&self) -> Option<Vec<u64>> {
        match &self.kind {
            Kind::Single(batch) => batch.oracle().counts(),
            Kind::Multi(batch) => batch.oracle().counts(),
            Kind::AnySize(..) => None,
            Kind::Search(metric, _) => {
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
        if let Kind::Search(..) = &self.kind
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
        match &self.kind {
            Kind::Single(batch) => find_in(batch, boards, ask, each),
            Kind::Multi(batch) => find_in(batch, boards, ask, each),
            Kind::AnySize(finder, threads) => {
                let threads = if boards.len() > 1 { threads.count() } else { 1 };
                in_runs(boards, threads, each, |boards| {
                    until_failure(threads::each(boards, threads, |board| {
                        match finder.find(&board.rectangle()) {
                            Ok(interval) => Ok(interval.into()),
                            Err(error) => Outcome::of(Err(error)),
                        }
                    }))
                })
            }
            Kind::Search(_, search) => in_runs(boards, 1, each, |boards| {
                let answer = |board| Outcome::of(small(board).and_then(|board| search(board)));
                until_failure(boards.iter().map(answer))
            }),
        }
    }

    /// How many boards are worth answering together. More save no time, and their answers come
    /// later.
    pub(crate) fn boards_together(&self) -> usize {
        match &self.kind {
            Kind::Single(batch) => together(batch),
            Kind::Multi(batch) => together(batch),
            Kind::AnySize(..) | Kind::Search(..) => 1,
        }
    }

    /// The unpacked solutions, if there are any for so many boards.
    pub(crate) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        match &self.kind {
            Kind::Single(batch) => batch.oracle().unpacked(boards),
            Kind::Multi(batch) => batch.oracle().unpacked(boards),
            Kind::AnySize(..) | Kind::Search(..) => None,
        }
    }

    /// The least number of moves to the goal.
    ///
    /// # Errors
    ///
    /// As for [`answer`](Self::answer).
    pub fn distance(&self, board: &Position) -> Result<Outcome<u32>> {
        let found = self.answer(board, Ask::DISTANCE)?;
        Ok(found.map(|answer| answer.distance.unwrap_or_default()).if_proved())
    }

    /// The least numbers of moves to the goal, of boards of at most 25 cells.
    ///
    /// # Errors
    ///
    /// As for [`Batch::distances`].
    pub fn distances<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
    ) -> std::result::Result<Vec<Outcome<u32>>, BatchError> {
        let boards = boards.into();
        match &self.kind {
            Kind::Single(batch) => batch.distances(boards),
            Kind::Multi(batch) => batch.distances(boards),
            Kind::AnySize(..) | Kind::Search(..) => {
                let shape = small(&self.goal).map_err(|why| BatchError::new(0, why))?.shape();
                let boards: Vec<_> = boards.parse(shape)?.iter().map(|&it| it.into()).collect();
                let mut found = Vec::with_capacity(boards.len());
                self.find(&boards, Ask::DISTANCE, &mut |_, answers| {
                    let answers = answers.iter_mut().map(std::mem::take);
                    found.extend(answers.map(|it| it.map(|it| it.distance.unwrap_or_default())));
                    ControlFlow::Continue(())
                })?;
                Ok(found)
            }
        }
    }
}

/// What a good solution with a lower bound does not tell.
const MORE_THAN_A_SOLUTION: Ask =
    Ask::OPTIMAL_MOVES.and(Ask::COUNT).and(Ask::SOLUTIONS).and(Ask::LEGAL_MOVES);

/// Refuses what can never be answered for boards of a size in a metric. It opens no table.
///
/// # Errors
///
/// [`Error::TooLarge`] if the metric does not know boards of this size, or if an answer needs a
/// proof; [`Error::Shape`] for sides that are too long or too short.
pub fn expect_answers(size: Extent, metric: Metric, ask: Ask) -> Result<()> {
    any::check(size)?;
    let class = Class::of(size, metric)?;
    if class == Class::AnySize && ask.has(MORE_THAN_A_SOLUTION | Ask::PROOF) {
        size.expect_at_most(MAX_CELLS, "a proof that a solution is optimal")?;
    }
    Ok(())
}

/// Is called with the number of the first board of a run, and the outcomes of the run.
pub type EachRun<'e> = dyn FnMut(usize, &mut [Outcome<AnyAnswer>]) -> ControlFlow<()> + 'e;

impl AnyAnswer {
    /// A solution, and nothing else.
    pub(crate) fn of_way(way: Way) -> AnyAnswer {
        AnyAnswer { distance: Some(way.len() as u32), way: Some(way), ..AnyAnswer::default() }
    }
}

impl From<Oracle> for AnyOracle {
    fn from(oracle: Oracle) -> AnyOracle {
        AnyOracle { goal: (*oracle.goal()).into(), kind: Kind::Single(Batch::new(oracle)) }
    }
}

impl From<Oracle<MultiMove>> for AnyOracle {
    fn from(oracle: Oracle<MultiMove>) -> AnyOracle {
        AnyOracle { goal: (*oracle.goal()).into(), kind: Kind::Multi(Batch::new(oracle)) }
    }
}

impl From<Finder> for AnyOracle {
    fn from(finder: Finder) -> AnyOracle {
        let goal = finder.goal().clone().into();
        AnyOracle { goal, kind: Kind::AnySize(finder, Threads::default()) }
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

/// The board, which must be one of at most 25 cells.
fn small(board: &Position) -> Result<&Board> {
    board.board().ok_or_else(|| {
        let expected = crate::puzzle::Shape::default().into();
        BoardError::OtherShape { expected, found: board.extent() }.into()
    })
}

/// How many boards are worth answering together.
fn together<M: Answerable>(batch: &Batch<M>) -> usize {
    match batch.oracle().table() {
        Some(_) => LOOKED_UP,
        None => batch.together().min(SEARCHED),
    }
}

/// Answers boards in runs of this many.
fn in_runs<B>(
    boards: &[B],
    run: usize,
    each: &mut EachRun<'_>,
    answer: impl Fn(&[B]) -> (Vec<Outcome<AnyAnswer>>, Option<Error>),
) -> std::result::Result<(), BatchError> {
    let mut first = 0;
    for boards in boards.chunks(run.max(1)) {
        let (mut answers, failure) = answer(boards);
        if each(first, &mut answers).is_break() {
            return Ok(());
        }
        first += answers.len();
        if let Some(error) = failure {
            return Err(BatchError::new(first, error));
        }
    }
    Ok(())
}

/// The outcomes before the first failure, and the failure.
fn until_failure(
    all: impl IntoIterator<Item = Result<Outcome<AnyAnswer>>>,
) -> (Vec<Outcome<AnyAnswer>>, Option<Error>) {
    let mut failure = None;
    let all = all.into_iter().map_while(|answer| answer.map_err(|why| failure = Some(why)).ok());
    (all.collect(), failure)
}

/// Answers boards in order, in runs that are worth answering together.
fn find_in<M: Answerable>(
    batch: &Batch<M>,
    boards: &[Position],
    ask: Ask,
    each: &mut EachRun<'_>,
) -> std::result::Result<(), BatchError>
where
    Way: From<M::Sequence>,
    Choice: From<M::Set>,
    Step: From<M>,
{
    let small = boards.iter().map_while(Position::board).copied().collect::<Vec<_>>();
    in_runs(&small, together(batch), each, |boards| {
        BatchError::until(boards, |boards| answers(batch, ask, boards))
    })?;
    match boards.get(small.len()) {
        Some(large) => {
            let (expected, found) = (batch.oracle().goal().shape().into(), large.extent());
            let error = BoardError::OtherShape { expected, found }.into();
            Err(BatchError::new(small.len(), error))
        }
        None => Ok(()),
    }
}

/// The answers to boards that are answered together.
fn answers<M: Answerable>(
    batch: &Batch<M>,
    ask: Ask,
    boards: &[Board],
) -> std::result::Result<Vec<Outcome<AnyAnswer>>, BatchError>
where
    Way: From<M::Sequence>,
    Choice: From<M::Set>,
    Step: From<M>,
{
    let is_counted = ask.has(Ask::COUNT | Ask::SOLUTIONS);
    let is_legal = ask.has(Ask::LEGAL_MOVES);
    let mut answers = Vec::with_capacity(boards.len());
    let is_found = !is_counted
        && batch.look_up_all(boards, ask.has(Ask::SOLUTION), |board, found| {
            let Some(found) = found else {
                let why = Unsolvable::known(board.cells(), batch.oracle().goal());
                return answers.push(Outcome::Unsolvable(why));
            };
            answers.push(Outcome::Known(AnyAnswer {
                distance: Some(found.distance.into()),
                way: found.moves::<M>().map(Way::from),
                next: ask.has(Ask::OPTIMAL_MOVES).then(|| M::optimal_of(found).into()),
                legal: is_legal.then(|| steps(best_first(M::legal_of(found)))),
                ..AnyAnswer::default()
            }));
        });
    if is_found {
        return Ok(answers);
    }
    // In the multi-tile metric the legal moves do not follow from the optimal ones.
    if is_counted || is_legal && M::METRIC == Metric::Multi {
        for (index, board) in boards.iter().enumerate() {
            let answer = Outcome::of(answer_one(batch.oracle(), board, ask));
            answers.push(answer.map_err(|error| BatchError::new(index, error))?);
        }
        return Ok(answers);
    }
    let ask = if is_legal { ask | Ask::DISTANCE | Ask::OPTIMAL_MOVES } else { ask };
    // A search finds all of it at once, and knows what it cost.
    if batch.oracle().table().is_none()
        || ask.has(Ask::SOLUTION)
        || ask.has(Ask::DISTANCE) && ask.has(Ask::OPTIMAL_MOVES)
    {
        let solved = batch.find(boards, ask)?.into_iter();
        answers.extend(solved.zip(boards).map(|(found, board)| {
            found.map(|Solved { moves, optimal, cost }| {
                let distance = moves.len() as u32;
                let legal = optimal.as_ref().filter(|_| is_legal);
                let legal = legal
                    .map(|optimal| steps(best_first(legal_moves::<M>(board, distance, optimal))));
                let next = optimal.map(Choice::from);
                AnyAnswer { next, legal, cost, ..AnyAnswer::of_way(moves.into()) }
            })
        }));
    } else if ask == Ask::OPTIMAL_MOVES {
        let all = batch.optimal_moves(boards)?.into_iter();
        answers.extend(all.map(|next| {
            next.map(|next| AnyAnswer { next: Some(next.into()), ..AnyAnswer::default() })
        }));
    } else {
        let all = batch.distances(boards)?.into_iter();
        answers.extend(all.map(|distance| {
            distance.map(|it| AnyAnswer { distance: Some(it), ..AnyAnswer::default() })
        }));
    }
    Ok(answers)
}

/// Finds what is asked for with one question.
fn answer_one<M: Answerable>(oracle: &Oracle<M>, board: &Board, ask: Ask) -> Result<AnyAnswer>
where
    Way: From<M::Sequence>,
    Choice: From<M::Set>,
    Step: From<M>,
{
    let answer = oracle.answer(board)?;
    let next = ask.has(Ask::OPTIMAL_MOVES).then(|| answer.optimal_moves()).transpose()?;
    let legal = ask.has(Ask::LEGAL_MOVES).then(|| answer.legal_moves()).transpose()?;
    let count = ask.has(Ask::COUNT).then(|| answer.count_solutions()).transpose()?;
    let mut found = AnyAnswer {
        next: next.map(Choice::from),
        legal: legal.map(steps),
        count,
        cost: Cost::of(answer.generated()),
        ..AnyAnswer::of_way(answer.moves().clone().into())
    };
    if ask.has(Ask::SOLUTIONS) {
        let all = answer.into_solutions()?;
        found.all = Some(all.map(|way| way.map(Way::from)).collect::<Result<_>>()?);
    }
    Ok(found)
}

fn steps<M>(legal: Vec<(M, u32)>) -> Vec<(Step, u32)>
where
    Step: From<M>,
{
    legal.into_iter().map(|(mv, distance)| (mv.into(), distance)).collect()
}

/// The batch of the single-tile metric.
pub(super) const fn single(oracle: &AnyOracle) -> Option<&Batch> {
    if let Kind::Single(batch) = &oracle.kind { Some(batch) } else { None }
}

/// The batch of the multi-tile metric.
pub(crate) const fn multi(oracle: &AnyOracle) -> Option<&Batch<MultiMove>> {
    if let Kind::Multi(batch) = &oracle.kind { Some(batch) } else { None }
}
