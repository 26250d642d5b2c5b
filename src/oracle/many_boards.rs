//! Answers to many boards at once.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::Oracle;
use super::given_boards::{BatchError, Boards, append_in_order};
use super::lookups::{
    AfterMoves, BoardQuestion, CanonicalSolutions, Distances, LOOKED_UP, MoveDistances,
    OptimalMoves, look_up_run,
};
use super::packing::Packed;
use super::unpacked::UnpackedSolutions;
use super::walker::Walker;
use crate::board::Board;
use crate::error::Error;
use crate::limits::{Interval, Limits, Progress};
use crate::outcome::{Answer, Ask, Outcome};
use crate::puzzle::{Direction, MAX_NUMBERED_CELLS, Metric, MoveSet, Moves, SmallBoard};
use crate::solver::BoardSearch;
use crate::text::Notation;
use crate::threads;

/// The boards of a run that [`Oracle::answers`](super::Oracle::answers) looks up together. Their
/// answers fit the memory that the allocator keeps at hand. With 256, it gives memory back to the
/// system after each run, and CSV takes 1.06 times as long.
const FOUND_BY_LOOKUP: usize = 128;

/// The most boards of a run that are searched for together. Their answers come at once.
const FOUND_BY_SEARCH: usize = 256;

/// The boards of a run for each thread, on which their searches take turns.
const SEARCHED_PER_THREAD: usize = 64;

/// The boards that a thread takes at a time.
const PER_TURN: usize = 16 * LOOKED_UP;

/// The boards that are searched for together, of many. It bounds the memory for what is found.
const SEARCHED: usize = 4096;

/// The boards of which a thread finds lower bounds at a time.
const BOUNDED: usize = 64;

/// Methods that answer many boards at once. The answers are those of the methods that answer one
/// board, but they are found faster. On a table that does not fit the processor's caches, many
/// walks advance together, so that their memory reads overlap. If all solutions are short, as on
/// 3x3, they are unpacked once enough boards have been looked up, and each answer is a single read.
/// Searches take turns, so that each works while the others wait for memory. Clones of an oracle
/// share what they unpack.
///
/// The oracle's [`Limits`] apply to each board. A board that cannot reach the goal, or whose search
/// was stopped, is an [`Outcome`] like any other.
///
/// ```
/// use tilebase::oracle::{Ask, Outcome};
/// use tilebase::{Tablebase, puzzle::SmallBoard};
/// let tables = Tablebase::embedded();
/// let oracle = tables.oracle("1 2 3 4 5 6 7 8 x".parse::<SmallBoard>()?)?.threads(2);
/// // All 362,880 arrangements of 3x3. Half of them cannot reach the goal.
/// let boards: Vec<SmallBoard> = SmallBoard::all("3x3".parse()?).collect();
/// let mut distances = vec![None; boards.len()];
/// oracle.distances_into(&boards, &mut distances, Outcome::known)?;
/// assert_eq!(distances.iter().flatten().count(), 181_440);
/// assert_eq!(distances.iter().flatten().max(), Some(&31));
///
/// let answers = oracle.find(&boards[..1000], Ask::SOLUTION | Ask::OPTIMAL_MOVES)?;
/// for answer in answers.into_iter().filter_map(Outcome::known) {
///     let first = answer.moves.and_then(|moves| moves.first().copied());
///     assert_eq!(first, answer.next.and_then(|moves| moves.first()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// They return a [`BatchError`] that names the board: with [`Error::Board`] if the board
/// does not have the goal's shape, or if a row is not a board; with [`Error::Table`] or
/// [`Error::Pattern`] if a table is damaged. It is not always the first such board.
impl Oracle {
    /// How many boards are worth answering together. More save no time, and their answers come
    /// later.
    pub(super) fn boards_together(&self) -> usize {
        let threads = || self.threads.count();
        match self.goal.shape().cells() {
            _ if self.is_looking_up() => FOUND_BY_LOOKUP,
            _ if self.finder().is_some() => threads(),
            _ if !self.finds_all() => 1,
            // Searches of several boards take turns on each thread.
            ..=MAX_NUMBERED_CELLS if self.metric() == Metric::Single => {
                FOUND_BY_SEARCH.min(SEARCHED_PER_THREAD * threads())
            }
            ..=MAX_NUMBERED_CELLS => 1,
            _ => FOUND_BY_SEARCH.min(threads()),
        }
    }

    /// The canonical solution of each board and, if they are asked for, its optimal moves, for the
    /// cost of one search a board, and the numbers of boards generated. If only the distance is
    /// asked for, a board may be stopped with its [`distance`](Interval::distance) known.
    pub fn find<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        ask: Ask,
    ) -> Result<Vec<Outcome>, BatchError> {
        let boards = boards.into();
        if let Err(search) = self.source_together()? {
            return self.all(boards, |boards, out| {
                self.search(search, ask, boards, out, |_, found| found)
            });
        }
        let mut answers = self.all(boards, |boards, out| {
            self.ask::<CanonicalSolutions, _>(boards, out, &|moves| moves.map(Answer::from))
        })?;
        if ask.has(Ask::OPTIMAL_MOVES) {
            let next = self
                .all(boards, |boards, out| self.optimal_moves_into(boards, out, |found| found))?;
            for (answer, moves) in answers.iter_mut().zip(next) {
                if let (Outcome::Known(answer), Outcome::Known(moves)) = (answer, moves) {
                    answer.next = Some(moves);
                }
            }
        }
        Ok(answers)
    }

    /// The unpacked entry of each board, with or without its solution. Returns whether solutions
    /// are unpacked and all boards have the goal's shape; if not, nothing is found.
    #[inline]
    pub(crate) fn look_up_all(
        &self,
        boards: &[SmallBoard],
        solutions: bool,
        found: impl FnMut(&SmallBoard, Option<Packed<'_>>),
    ) -> bool {
        let Some(shape) = self.goal.small().map(SmallBoard::shape) else { return false };
        let unpacked = self.unpacked(boards.len()).filter(|_| {
            boards.iter().all(|board| board.shape() == shape)
                && !self.limits.interrupted(Progress::default())
        });
        unpacked.map(|unpacked| unpacked.look_up_all(boards, solutions, found)).is_some()
    }

    /// Stores what `convert` makes of each board's distance in `out`. The conversion is done on the
    /// threads that find the distances, while these are in the processor's cache.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// use tilebase::oracle::Boards;
    /// let oracle = Tablebase::embedded().oracle("12/3x".parse::<Board>()?)?;
    /// let mut distances = [0; 3];
    /// let rows = Boards::Rows(&[1, 2, 3, 0, 1, 2, 0, 3, 2, 1, 3, 0]);
    /// oracle.distances_into(rows, &mut distances, |found| found.known().map_or(255, |d| d as u8))?;
    /// assert_eq!(distances, [0, 1, 255]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. After an error, the contents of `out` are meaningless.
    ///
    /// # Panics
    ///
    /// If `out` has another length than there are boards.
    pub fn distances_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<u32>) -> T + Sync,
    ) -> Result<(), BatchError> {
        let boards = boards.into();
        if self.finds_all() || self.goal.small().is_none() {
            return self.ask::<Distances, T>(boards, out, &convert);
        }
        let boards: Vec<_> = boards.for_goal(&self.goal)?.iter().map(Board::from).collect();
        let mut out = out.iter_mut();
        self.answers(&boards, Ask::DISTANCE, &mut |_, answers| {
            for (answer, out) in answers.iter_mut().zip(&mut out) {
                let distance = |it: Answer| it.distance.expect("a distance was asked for");
                *out = convert(std::mem::take(answer).map(distance));
            }
            ControlFlow::Continue(())
        })
    }

    /// Stores what `convert` makes of each board's optimal moves in `out`. See
    /// [`distances_into`](Self::distances_into).
    pub fn optimal_moves_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<MoveSet>) -> T + Sync,
    ) -> Result<(), BatchError> {
        self.ask::<OptimalMoves, T>(boards.into(), out, &convert)
    }

    /// Finds lower bounds on the distances without a search, as [`Oracle::lower_bound`] does, and
    /// converts each.
    ///
    /// # Panics
    ///
    /// If `out` has another length than `boards`.
    pub fn lower_bounds_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<u32>) -> T + Sync,
    ) -> Result<(), BatchError> {
        let boards = boards.into();
        assert_eq!(boards.len(self.cells()), out.len(), "expected as many answers as boards");
        let Err(search) = self.source_together()? else {
            return self.distances_into(boards, out, convert);
        };
        let more = out.len() as u64;
        search.expect_bounds(more, self.threads.count()).map_err(|why| BatchError::new(0, why))?;
        self.in_runs(boards, BOUNDED, out, &convert, |boards| self.lower_bounds(boards))
    }

    /// Calls `ask` for each board, one board at a time on each thread, and stores what `convert`
    /// makes of the answers in `out`. See [`distances_into`](Self::distances_into).
    ///
    /// ```
    /// use tilebase::oracle::Boards;
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().oracle("12/3x".parse::<Board>()?)?.threads(2);
    /// let (rows, mut counts) = (Boards::Rows(&[1, 2, 3, 0, 0, 3, 2, 1, 2, 1, 3, 0]), [0; 3]);
    /// let convert = |count: tilebase::oracle::Outcome<u128>| count.known().unwrap_or(0);
    /// let ask = |oracle: &tilebase::Oracle, board: &_| oracle.count_solutions(board);
    /// oracle.each_into(rows, &mut counts, convert, ask)?;
    /// assert_eq!(counts, [1, 2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `out` has another length than there are boards.
    pub fn each_into<'b, A, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<A>) -> T + Sync,
        ask: impl Fn(&Oracle, &SmallBoard) -> Result<A, Error> + Sync,
    ) -> Result<(), BatchError> {
        let boards = boards.into();
        assert_eq!(boards.len(self.cells()), out.len(), "expected as many answers as boards");
        // All threads search for one of a few boards.
        let threads = self.threads.count();
        let each = if out.len() < threads { threads } else { 1 };
        _ = self.source_together()?;
        let oracle = self.of_numbered().threads(each).limited(self.limits.until_interrupted());
        let run = if self.table().is_some() { BOUNDED } else { 1 };
        self.in_runs(boards, run, out, &convert, |boards| {
            Ok(boards.iter().map(|board| ask(&oracle, board)).collect())
        })
    }

    /// Collects the answers of a question.
    pub(super) fn all<A: Default>(
        &self,
        boards: Boards<'_>,
        ask: impl FnOnce(Boards<'_>, &mut [Outcome<A>]) -> Result<(), BatchError>,
    ) -> Result<Vec<Outcome<A>>, BatchError> {
        let mut answers = Vec::new();
        answers.resize_with(boards.len(self.cells()), || Outcome::Known(A::default()));
        ask(boards, &mut answers)?;
        Ok(answers)
    }

    /// Answers runs of this many boards, on several threads.
    fn in_runs<A, T: Send>(
        &self,
        boards: Boards<'_>,
        run: usize,
        out: &mut [T],
        convert: &(impl Fn(Outcome<A>) -> T + Sync),
        answer: impl Fn(&[SmallBoard]) -> Result<Vec<Result<A, Error>>, Error> + Sync,
    ) -> Result<(), BatchError> {
        let parts = boards.parts(self.cells(), run).zip(out.chunks_mut(run));
        self.on_threads(parts, |boards, out| {
            let answers =
                answer(&boards.for_goal(&self.goal)?).map_err(|why| BatchError::new(0, why))?;
            for (index, (found, out)) in answers.into_iter().zip(out).enumerate() {
                *out = convert(Outcome::of(found).map_err(|why| BatchError::new(index, why))?);
            }
            Ok(())
        })
    }

    /// Appends each board's canonical solution to `text`, in a notation, and where it ends to
    /// `ends`. It is empty for boards whose solution is not known.
    ///
    /// ```
    /// use tilebase::text::Notation;
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().oracle("12/3x".parse::<Board>()?)?;
    /// let (mut text, mut ends) = (Vec::new(), Vec::new());
    /// let boards = ["1x/32".parse()?, "12/3x".parse()?, "x1/32".parse()?];
    /// oracle.write_solutions(&boards, Notation::Blank, &mut text, &mut ends)?;
    /// assert_eq!((&text[..], &ends[..]), (&b"drd"[..], &[1, 1, 3][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]. After an error, ignore the text that was appended.
    pub fn write_solutions<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        notation: Notation,
        text: &mut Vec<u8>,
        ends: &mut Vec<usize>,
    ) -> Result<(), BatchError> {
        let (boards, source) = (boards.into(), self.source_together()?);
        // Notations that need no board need only one of its size.
        let goal = self.goal.one();
        let write_one = |index, found: Outcome<Moves>, text: &mut Vec<u8>| {
            let (Some(moves), Some(goal)) = (found.known(), goal.small()) else { return };
            let board = if notation.needs_board() { boards.get(index, &self.goal) } else { None };
            let board = board.as_ref().unwrap_or(goal);
            let written = notation.write(&moves, self.metric(), Some(board), text);
            written.expect("a solution of this board");
        };
        let write = |first, moves: &mut [_], text: &mut Vec<u8>, ends: &mut Vec<usize>| {
            for (index, moves) in (first..).zip(moves) {
                write_one(index, std::mem::take(moves), text);
                ends.push(text.len());
            }
        };
        let Ok(walker) = source else {
            let ask = |boards: Boards<'_>, out: &mut [_]| {
                self.ask::<CanonicalSolutions, _>(boards, out, &|found| found)
            };
            write(0, &mut self.all(boards, ask)?, text, ends);
            return Ok(());
        };
        let (unpacked, limits) =
            (self.unpacked(boards.len(self.cells())), self.limits.until_interrupted());
        let work = |first, boards: Boards<'_>, text: &mut Vec<u8>, ends: &mut Vec<usize>| {
            let mut moves = Vec::new();
            moves.resize_with(LOOKED_UP, Outcome::default);
            let found = |found| found;
            for (start, boards) in boards.parts(self.cells(), LOOKED_UP) {
                let moves = &mut moves[..boards.len(self.cells())];
                self.look_up::<CanonicalSolutions, _>(
                    walker, unpacked, &limits, boards, moves, &found,
                )
                .map_err(|failed| failed.after(start))?;
                write(first + start, moves, text, ends);
            }
            Ok(())
        };
        let threads = self.threads.count();
        if threads == 1 {
            return work(0, boards, text, ends);
        }
        append_in_order(threads, boards.parts(self.cells(), PER_TURN), text, ends, work)
    }

    /// Answers a question about each board.
    fn ask<Q: BoardQuestion, T: Send>(
        &self,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &(impl Fn(Outcome<Q::Answer>) -> T + Sync),
    ) -> Result<(), BatchError> {
        assert_eq!(boards.len(self.cells()), out.len(), "expected as many answers as boards");
        match self.source_together()? {
            Ok(walker) => {
                let (unpacked, limits) =
                    (self.unpacked(out.len()), self.limits.until_interrupted());
                let parts = boards.parts(self.cells(), PER_TURN).zip(out.chunks_mut(PER_TURN));
                self.on_threads(parts, |boards, out| {
                    self.look_up::<Q, T>(walker, unpacked, &limits, boards, out, convert)
                })
            }
            Err(search) => {
                let convert = |board: &SmallBoard, found: Outcome| {
                    if let Outcome::Bounded(stopped) = &found
                        && let Some(answer) = Q::of_stopped(stopped)
                    {
                        return convert(Outcome::Known(answer));
                    }
                    convert(found.map(|found| Q::of_found(board, found)))
                };
                self.search(search, Q::ASK, boards, out, convert)
            }
        }
    }

    /// Looks boards up, unless the progress function stops the question.
    fn look_up<Q: BoardQuestion, T>(
        &self,
        walker: &Walker,
        unpacked: Option<&UnpackedSolutions>,
        limits: &Limits,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &impl Fn(Outcome<Q::Answer>) -> T,
    ) -> Result<(), BatchError> {
        for ((first, boards), out) in
            boards.parts(self.cells(), LOOKED_UP).zip(out.chunks_mut(LOOKED_UP))
        {
            if limits.interrupted(Progress::default()) {
                out.fill_with(|| convert(Interval::default().into()));
                continue;
            }
            look_up_run::<Q, T>(walker, unpacked, boards, out, convert)
                .map_err(|failed| failed.after(first))?;
        }
        Ok(())
    }

    /// Searches for boards.
    fn search<T>(
        &self,
        search: &dyn BoardSearch,
        ask: Ask,
        boards: Boards<'_>,
        out: &mut [T],
        convert: impl Fn(&SmallBoard, Outcome) -> T,
    ) -> Result<(), BatchError> {
        let mut limits = self.limits.until_interrupted();
        if ask == Ask::DISTANCE {
            limits = limits.until_distance();
        }
        let threads = self.threads.count();
        let parts = boards.parts(self.cells(), SEARCHED).zip(out.chunks_mut(SEARCHED));
        for ((first, boards), out) in parts {
            let at = |index| move |error| BatchError::new(first + index, error);
            let boards = boards.for_goal(&self.goal).map_err(|failed| failed.after(first))?;
            let found = search.solutions_of(&boards, ask, threads, &limits).map_err(at(0))?;
            for (index, ((found, board), out)) in
                found.into_iter().zip(&*boards).zip(out).enumerate()
            {
                *out = convert(board, Outcome::of(found).map_err(at(index))?);
            }
        }
        Ok(())
    }

    /// The table of all boards, or else the search, if boards are answered together.
    pub(super) fn source_together(&self) -> Result<Result<&Walker, &dyn BoardSearch>, BatchError> {
        self.table_or_search().map_err(|why| BatchError::new(0, why))
    }

    fn cells(&self) -> usize {
        self.goal.shape().cells()
    }

    /// Does `work` for all parts, on several threads.
    fn on_threads<'b, O: Send>(
        &self,
        parts: impl ExactSizeIterator<Item = ((usize, Boards<'b>), O)> + Send,
        work: impl Fn(Boards<'b>, O) -> Result<(), BatchError> + Sync,
    ) -> Result<(), BatchError> {
        let others = match parts.len() {
            0 | 1 => 0,
            several => self.threads.count().min(several) - 1,
        };
        let parts = Mutex::new(parts);
        let work = || {
            loop {
                let part = threads::lock(&parts).next();
                let Some(((first, boards), out)) = part else { return Ok(()) };
                work(boards, out).map_err(|failed| failed.after(first))?;
            }
        };
        // Of several failures, the one at the first board.
        let failures = threads::join(others, work).into_iter().filter_map(Result::err);
        match failures.min_by_key(|failed: &BatchError| failed.index) {
            Some(failed) => Err(failed),
            None => Ok(()),
        }
    }
}

/// The distance of a board that has none, as a byte.
const NONE: u8 = u8::MAX;

impl Oracle {
    /// Stores the distance after each move of each board: for each of [`Direction::ALL`] that by
    /// one cell, by two and so on, up to the [longest](Metric::longest_move). 255 after what is no
    /// legal move, and for boards whose distance is not known.
    ///
    /// ```
    /// use tilebase::oracle::Boards;
    /// use tilebase::puzzle::Metric;
    /// use tilebase::{Board, Tablebase};
    /// let (tables, goal): (_, Board) = (Tablebase::embedded(), "123/45x".parse()?);
    /// let boards = Boards::Rows(&[1, 2, 3, 4, 0, 5]);
    /// for (oracle, expected) in [
    ///     (tables.oracle(&goal)?, vec![255, 2, 0, 2]),
    ///     (tables.oracle_in(goal, Metric::Multi)?, vec![255, 255, 1, 255, 0, 255, 2, 255]),
    /// ] {
    ///     let longest = oracle.metric().longest_move(oracle.goal().shape());
    ///     let mut after = vec![0; 4 * longest];
    ///     oracle.move_distances_into(boards, &mut after)?;
    ///     assert_eq!(after, expected);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `out` has another length.
    pub fn move_distances_into<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [u8],
    ) -> Result<(), BatchError> {
        const DIRECTIONS: usize = Direction::ALL.len();
        if self.has_parity() {
            let bytes = |found: Outcome<MoveDistances>| {
                found.known().map_or([NONE; DIRECTIONS], MoveDistances::bytes)
            };
            return self.ask::<AfterMoves, _>(boards.into(), out.as_chunks_mut().0, &bytes);
        }
        let longest = self.metric().longest_move(self.goal.shape());
        let found = self.all(boards.into(), |boards, out| {
            self.each_into(boards, out, |it| it, |oracle, board| oracle.legal_moves(board))
        })?;
        for (found, out) in found.into_iter().zip(out.chunks_exact_mut(DIRECTIONS * longest)) {
            out.fill(NONE);
            for (mv, after) in found.known().into_iter().flatten() {
                let at = mv.direction() as usize * longest + usize::from(mv.cells()) - 1;
                out[at] = u8::try_from(after).unwrap_or(NONE);
            }
        }
        Ok(())
    }
}
