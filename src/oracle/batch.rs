//! Answers to many boards at once.

use std::sync::{Mutex, PoisonError};

use super::unpacked::{LOOKUPS_IN_FLIGHT, UnpackedSolutions, Unpacking};
use super::walker::Walker;
use super::{Backend, Oracle, lockstep};
use crate::error::Error;
use crate::limits::{Limits, Progress, Stopped};
use crate::outcome::{Ask, Outcome, Solved};
use crate::pipeline::in_order;
use crate::puzzle::{Board, MAX_NUMBERED_CELLS, Move, MoveSet, Moves, Shape, Unsolvable};
use crate::solver::PatternSearch;
use crate::threads::{self, Threads};

/// How many boards are looked up between two looks at the limits. Their answers fit the
/// processor's first-level cache.
const BOARDS_PER_BATCH: usize = 512;

/// How many boards a thread takes at a time.
const PART: usize = 16 * BOARDS_PER_BATCH;

/// The number of boards whose lower bounds one thread finds at a time.
const BOUNDED_RUN: usize = 64;

/// How many boards are searched for together. It bounds the memory for what is found.
const SEARCHED_RUN: usize = 4096;

/// The distance of a board, its legal moves, and which of them are optimal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveDistances {
    /// The distance.
    pub distance: u32,
    /// All legal moves.
    pub legal: MoveSet,
    /// The moves that lower the distance by one. Every other legal move raises it by one.
    pub optimal: MoveSet,
}

impl MoveDistances {
    /// The distance after a move, unless the move is illegal.
    #[inline]
    pub fn after(&self, mv: Move) -> Option<u32> {
        let change = 2 * u32::from(self.optimal.contains(mv));
        self.legal.contains(mv).then(|| self.distance.wrapping_add(1).wrapping_sub(change))
    }

    /// The distances after [`Move::ALL`], 255 for those that are illegal.
    #[inline]
    pub const fn bytes(&self) -> [u8; Move::ALL.len()] {
        const ONES: u32 = 0x0101_0101;
        // A byte for each of four bits. Branches would be mispredicted.
        const fn spread(moves: MoveSet) -> u32 {
            (moves.bits() as u32 * 0x0020_4081) & ONES
        }
        let raised = self.distance.wrapping_add(1).wrapping_mul(ONES);
        let after = raised.wrapping_sub(2 * spread(self.optimal));
        let illegal = (ONES - spread(self.legal)) * 255;
        (after | illegal).to_le_bytes()
    }
}

/// An error for one of many boards.
#[derive(Debug, thiserror::Error)]
#[error("board {index}: {error}")]
#[non_exhaustive]
pub struct BatchError {
    /// The board, counted from 0.
    pub index: usize,
    /// The error.
    pub error: Error,
}

impl BatchError {
    pub(crate) const fn new(index: usize, error: Error) -> BatchError {
        BatchError { index, error }
    }

    fn after(self, before: usize) -> BatchError {
        BatchError { index: before + self.index, ..self }
    }
}

/// Many boards, for a [`Batch`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Boards<'b> {
    /// Boards.
    Boards(&'b [Board]),
    /// Boards of the goal's shape as rows of bytes: a byte for each cell, 0 for the blank, one
    /// board after another. The bytes are checked.
    Rows(&'b [u8]),
}

impl<'b> From<&'b [Board]> for Boards<'b> {
    fn from(boards: &'b [Board]) -> Boards<'b> {
        Boards::Boards(boards)
    }
}

impl<'b> From<&'b Vec<Board>> for Boards<'b> {
    fn from(boards: &'b Vec<Board>) -> Boards<'b> {
        Boards::Boards(boards)
    }
}

impl<'b, const N: usize> From<&'b [Board; N]> for Boards<'b> {
    fn from(boards: &'b [Board; N]) -> Boards<'b> {
        Boards::Boards(boards)
    }
}

/// Answers many boards at once, for one goal. The answers are those of the [`Oracle`], but they
/// are found faster. On a table that does not fit the processor's caches, many walks advance
/// together, so that their memory reads overlap. If all solutions are short, as on 3x3, they are
/// unpacked once enough boards have been looked up, and each answer is a single read. Searches take
/// turns, so that each works while the others wait for memory.
///
/// The oracle's [`Limits`] apply to each board. A board that cannot reach the goal, or whose search
/// was stopped, is an [`Outcome`] like any other.
///
/// ```
/// use tilebase::oracle::Outcome;
/// use tilebase::{Batch, Board, Tablebase};
/// let tables = Tablebase::embedded();
/// let batch = Batch::new(tables.oracle(&"1 2 3 4 5 6 7 8 x".parse()?)?).threads(2);
/// // All 362,880 arrangements of 3x3. Half of them cannot reach the goal.
/// let boards: Vec<Board> = Board::all(batch.oracle().goal().shape()).collect();
/// let distances = batch.distances(&boards)?;
/// let distances: Vec<u32> = distances.into_iter().filter_map(Outcome::known).collect();
/// assert_eq!((distances.len(), distances.iter().max()), (181_440, Some(&31)));
///
/// let solutions = batch.solutions(&boards[..1000])?;
/// let moves = batch.optimal_moves(&boards[..1000])?;
/// for (solution, moves) in solutions.into_iter().zip(moves) {
///     assert_eq!(solution.map(|solution| solution.first().copied()), moves.map(|moves| moves.first()));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Every method returns a [`BatchError`] that names the board: with [`Error::Board`] if the board
/// does not have the goal's shape, or if a row is not a board; with [`Error::Table`] or
/// [`Error::Pattern`] if a table is damaged. It is not always the first such board.
#[derive(Debug)]
pub struct Batch {
    oracle: Oracle,
    threads: Threads,
    unpacking: Unpacking,
}

impl Batch {
    /// Creates a batch for an oracle's goal, with the oracle's limits and threads.
    pub fn new(oracle: Oracle) -> Batch {
        let threads = oracle.threads;
        Batch { oracle, threads, unpacking: Unpacking::default() }
    }

    /// Sets the number of threads; 0 means 1. If the system allows fewer, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> Batch {
        Batch { threads: Threads::new(threads), ..self }
    }

    /// The oracle, which answers one board at a time.
    pub const fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// How many boards are worth answering together. More save no time, and their answers come
    /// later.
    pub(crate) fn together(&self) -> usize {
        match self.oracle.goal().shape().cells() {
            _ if self.oracle.table().is_some() => usize::MAX,
            // Searches of several boards take turns on each thread.
            ..=MAX_NUMBERED_CELLS => 64 * self.threads.count(),
            _ => self.threads.count(),
        }
    }

    /// The least numbers of moves to the goal.
    ///
    /// ```
    /// use tilebase::{Batch, Tablebase};
    /// use tilebase::oracle::{Boards, Outcome};
    /// let batch = Batch::new(Tablebase::embedded().oracle(&"12/3x".parse()?)?);
    /// let rows = Boards::Rows(&[1, 2, 3, 0, 1, 2, 0, 3, 2, 1, 3, 0]);
    /// let distances = batch.distances(rows)?;
    /// assert_eq!(distances[..2], [Outcome::Known(0), Outcome::Known(1)]);
    /// assert!(matches!(distances[2], Outcome::Unsolvable(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distances<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
    ) -> Result<Vec<Outcome<u32>>, BatchError> {
        self.all(boards.into(), |boards, out| self.distances_into(boards, out, |answer| answer))
    }

    /// The canonical solutions.
    pub fn solutions<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
    ) -> Result<Vec<Outcome<Moves>>, BatchError> {
        self.all(boards.into(), |boards, out| self.solutions_into(boards, out, |answer| answer))
    }

    /// All moves that lower the distance by one. At the goal there are none.
    pub fn optimal_moves<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
    ) -> Result<Vec<Outcome<MoveSet>>, BatchError> {
        self.all(boards.into(), |boards, out| self.optimal_moves_into(boards, out, |answer| answer))
    }

    /// The distances, and those after each legal move, for about the cost of the former.
    ///
    /// ```
    /// use tilebase::{Batch, Move, Tablebase, oracle::Outcome};
    /// let batch = Batch::new(Tablebase::embedded().oracle(&"12/3x".parse()?)?);
    /// let found = batch.move_distances(&["1x/32".parse()?])?;
    /// let [Outcome::Known(moves)] = &found[..] else { panic!("it can reach the goal") };
    /// assert_eq!(moves.distance, 1);
    /// let after = Move::ALL.map(|mv| moves.after(mv));
    /// assert_eq!(after, [Some(0), Some(2), None, None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_distances<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
    ) -> Result<Vec<Outcome<MoveDistances>>, BatchError> {
        self.all(boards.into(), |boards, out| self.move_distances_into(boards, out, |found| found))
    }

    /// Stores what `convert` makes of each board's distance in `out`. The conversion is done on the
    /// threads that find the distances, while these are in the processor's cache.
    ///
    /// ```
    /// use tilebase::{Batch, Tablebase};
    /// use tilebase::oracle::Boards;
    /// let batch = Batch::new(Tablebase::embedded().oracle(&"12/3x".parse()?)?);
    /// let mut distances = [0; 3];
    /// let rows = Boards::Rows(&[1, 2, 3, 0, 1, 2, 0, 3, 2, 1, 3, 0]);
    /// batch.distances_into(rows, &mut distances, |found| found.known().map_or(255, |d| d as u8))?;
    /// assert_eq!(distances, [0, 1, 255]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Batch`]. After an error, the contents of `out` are meaningless.
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
        self.ask::<Distances, T>(boards.into(), out, &convert)
    }

    /// Stores what `convert` makes of each board's canonical solution in `out`. See
    /// [`distances_into`](Self::distances_into).
    pub fn solutions_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<Moves>) -> T + Sync,
    ) -> Result<(), BatchError> {
        self.ask::<Solutions, T>(boards.into(), out, &convert)
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

    /// Stores what `convert` makes of each board's distance and of those after its moves in `out`.
    /// See [`distances_into`](Self::distances_into).
    pub fn move_distances_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<MoveDistances>) -> T + Sync,
    ) -> Result<(), BatchError> {
        self.ask::<AllMoves, T>(boards.into(), out, &convert)
    }

    /// Appends what `write` makes of each board's canonical solution to `text`, in the order of the
    /// boards, and where it ends to `ends`. `write` also gets the number of the board. It is called
    /// on the threads that find the solutions.
    ///
    /// ```
    /// use tilebase::{Batch, Tablebase};
    /// let batch = Batch::new(Tablebase::embedded().oracle(&"12/3x".parse()?)?);
    /// let (mut text, mut ends) = (Vec::new(), Vec::new());
    /// let boards = ["1x/32".parse()?, "12/3x".parse()?, "x1/32".parse()?];
    /// batch.write_solutions(&boards, &mut text, &mut ends, |_, moves, text| {
    ///     moves.known().unwrap_or_default().write_to(text);
    /// })?;
    /// assert_eq!((&text[..], &ends[..]), (&b"drd"[..], &[1, 1, 3][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Batch`]. After an error, what was appended is meaningless.
    pub fn write_solutions<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        text: &mut Vec<u8>,
        ends: &mut Vec<usize>,
        write: impl Fn(usize, Outcome<Moves>, &mut Vec<u8>) + Sync,
    ) -> Result<(), BatchError> {
        let boards = boards.into();
        let write = |first, moves: &mut [_], text: &mut Vec<u8>, ends: &mut Vec<usize>| {
            for (index, moves) in (first..).zip(moves) {
                write(index, std::mem::replace(moves, Outcome::Known(Moves::default())), text);
                ends.push(text.len());
            }
        };
        let Backend::Table(walker) = &self.oracle.backend else {
            write(0, &mut self.solutions(boards)?, text, ends);
            return Ok(());
        };
        let (unpacked, limits) = (self.unpacked(self.len(boards)), self.limits());
        let work = |first, boards, text: &mut Vec<u8>, ends: &mut Vec<usize>| {
            let mut moves = vec![Outcome::Known(Moves::default()); BOARDS_PER_BATCH];
            let found = |found| found;
            for (start, boards) in self.parts(boards, BOARDS_PER_BATCH) {
                let moves = &mut moves[..self.len(boards)];
                self.look_up::<Solutions, _>(walker, unpacked, &limits, boards, moves, &found)
                    .map_err(|failed| failed.after(start))?;
                write(first + start, moves, text, ends);
            }
            Ok(())
        };
        if self.threads.count() == 1 {
            return work(0, boards, text, ends);
        }
        let mut parts = self.parts(boards, PART);
        in_order(
            self.threads.count(),
            |part: &mut Option<_>| {
                *part = parts.next();
                Ok(part.is_some())
            },
            |part, (letters, within, failed): &mut (Vec<u8>, Vec<usize>, Option<BatchError>)| {
                let Some((first, boards)) = *part else { return };
                let worked = work(first, boards, letters, within);
                *failed = worked.err().map(|failed| failed.after(first));
            },
            |(letters, within, failed)| {
                ends.extend(within.drain(..).map(|end| text.len() + end));
                text.append(letters);
                failed.take().map_or(Ok(()), Err)
            },
        )
    }

    /// The canonical solution of each board and, if they are asked for, its optimal moves, for the
    /// cost of one search a board, and the numbers of boards generated. If only the distance is
    /// asked for, a board may be stopped with its [`distance`](Stopped::distance) known.
    pub fn find<'b>(
        &self,
        boards: impl Into<Boards<'b>>,
        ask: Ask,
    ) -> Result<Vec<Outcome<Solved>>, BatchError> {
        let boards = boards.into();
        if let Backend::Search(search) = &self.oracle.backend {
            return self.all(boards, |boards, out| {
                self.search(search, ask, boards, out, |_, found| found)
            });
        }
        let mut answers = self.all(boards, |boards, out| {
            self.solutions_into(boards, out, |moves| moves.map(Solved::new))
        })?;
        if ask.has(Ask::OPTIMAL_MOVES) {
            for (answer, moves) in answers.iter_mut().zip(self.optimal_moves(boards)?) {
                if let (Outcome::Known(solved), Outcome::Known(moves)) = (answer, moves) {
                    solved.optimal = Some(moves);
                }
            }
        }
        Ok(answers)
    }

    /// The same, one after another: where solutions are unpacked, they are never stored together.
    pub(crate) fn find_each(
        &self,
        boards: &[Board],
        ask: Ask,
        mut visit: impl FnMut(usize, Outcome),
    ) -> Result<(), BatchError> {
        let goal = self.oracle.goal();
        let unpacked = self.unpacked(boards.len());
        let Some(unpacked) = unpacked.filter(|_| !self.limits().interrupted(Progress::default()))
        else {
            let found = self.find(boards, ask)?;
            found.into_iter().enumerate().for_each(|(index, found)| visit(index, found));
            return Ok(());
        };
        for (index, board) in boards.iter().enumerate() {
            let shape = board.expect_shape(goal.shape());
            shape.map_err(|why| BatchError::new(index, why.into()))?;
            let (word, moves) = unpacked.of(board);
            if word == 0 {
                visit(index, Outcome::Unsolvable(Unsolvable::known(board.cells(), goal)));
                continue;
            }
            let optimal = ask.has(Ask::OPTIMAL_MOVES).then(|| MoveSet::from_bits(moves & 15));
            visit(index, Outcome::Known(Solved { optimal, ..Solved::new(Moves::from_word(word)) }));
        }
        Ok(())
    }

    /// The unpacked solutions, if all are short and enough boards have been looked up, including
    /// the `boards` to look up now.
    pub(crate) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        if let Some(unpacked) = self.unpacking.get() {
            return Some(unpacked);
        }
        let Backend::Table(walker) = &self.oracle.backend else { return None };
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

    /// Collects the answers of a question.
    fn all<A: Default>(
        &self,
        boards: Boards<'_>,
        ask: impl FnOnce(Boards<'_>, &mut [Outcome<A>]) -> Result<(), BatchError>,
    ) -> Result<Vec<Outcome<A>>, BatchError> {
        let none = || Outcome::Known(A::default());
        let mut answers: Vec<_> = std::iter::repeat_with(none).take(self.len(boards)).collect();
        ask(boards, &mut answers)?;
        Ok(answers)
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
        assert_eq!(self.len(boards), out.len(), "expected as many answers as boards");
        let Backend::Search(search) = &self.oracle.backend else {
            return self.distances_into(boards, out, convert);
        };
        let more = out.len() as u64;
        search.expect_bounds(more, self.threads.count()).map_err(|why| BatchError::new(0, why))?;
        self.in_runs(boards, BOUNDED_RUN, out, &convert, |boards| self.oracle.lower_bounds(boards))
    }

    /// Counts the shortest solutions of each board, and stores what `convert` makes of the numbers.
    /// See [`distances_into`](Self::distances_into).
    ///
    /// ```
    /// use tilebase::oracle::Boards;
    /// use tilebase::{Batch, Tablebase};
    /// let batch = Batch::new(Tablebase::embedded().oracle(&"12/3x".parse()?)?);
    /// let (rows, mut counts) = (Boards::Rows(&[1, 2, 3, 0, 0, 3, 2, 1, 2, 1, 3, 0]), [0; 3]);
    /// batch.solution_counts_into(rows, &mut counts, |count| count.known().unwrap_or(0))?;
    /// assert_eq!(counts, [1, 2, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If `out` has another length than there are boards.
    pub fn solution_counts_into<'b, T: Send>(
        &self,
        boards: impl Into<Boards<'b>>,
        out: &mut [T],
        convert: impl Fn(Outcome<u128>) -> T + Sync,
    ) -> Result<(), BatchError> {
        let boards = boards.into();
        assert_eq!(self.len(boards), out.len(), "expected as many answers as boards");
        // All threads search for one of a few boards.
        let threads = self.threads.count();
        let each = if out.len() < threads { threads } else { 1 };
        let oracle = self.oracle.clone().threads(each).limited(self.limits());
        let run = if self.oracle.table().is_some() { BOUNDED_RUN } else { 1 };
        self.in_runs(boards, run, out, &convert, |boards| {
            Ok(boards.iter().map(|board| oracle.count_solutions(board)).collect())
        })
    }

    /// Answers runs of this many boards, on several threads.
    fn in_runs<A, T: Send>(
        &self,
        boards: Boards<'_>,
        run: usize,
        out: &mut [T],
        convert: &(impl Fn(Outcome<A>) -> T + Sync),
        answer: impl Fn(&[Board]) -> Result<Vec<Result<A, Error>>, Error> + Sync,
    ) -> Result<(), BatchError> {
        let parts = self.parts(boards, run).zip(out.chunks_mut(run));
        self.on_threads(parts, |boards, out| {
            let parsed;
            let boards = match boards {
                Boards::Boards(boards) => boards,
                Boards::Rows(rows) => {
                    parsed = self.parse(rows)?;
                    &parsed
                }
            };
            let answers = answer(boards).map_err(|why| BatchError::new(0, why))?;
            for (index, (found, out)) in answers.into_iter().zip(out).enumerate() {
                *out = convert(Outcome::of(found).map_err(|why| BatchError::new(index, why))?);
            }
            Ok(())
        })
    }

    /// The number of boards. A row that is cut off counts.
    fn len(&self, boards: Boards<'_>) -> usize {
        match boards {
            Boards::Boards(boards) => boards.len(),
            Boards::Rows(rows) => rows.len().div_ceil(self.oracle.goal().shape().cells()),
        }
    }

    /// Divides boards into parts of this many, each with the number of its first board.
    fn parts<'b>(
        &self,
        boards: Boards<'b>,
        size: usize,
    ) -> impl ExactSizeIterator<Item = (usize, Boards<'b>)> + use<'b> {
        let (count, cells) = (self.len(boards), self.oracle.goal().shape().cells());
        (0..count).step_by(size).map(move |first| {
            let end = count.min(first + size);
            let part = match boards {
                Boards::Boards(boards) => Boards::Boards(&boards[first..end]),
                Boards::Rows(rows) => {
                    Boards::Rows(&rows[first * cells..rows.len().min(end * cells)])
                }
            };
            (first, part)
        })
    }

    /// The limits of one question.
    fn limits(&self) -> Limits {
        self.oracle.limits.until_interrupted()
    }

    fn parse(&self, rows: &[u8]) -> Result<Vec<Board>, BatchError> {
        let shape = self.oracle.goal().shape();
        let board =
            |(index, row)| Board::new(shape, row).map_err(|why| BatchError::new(index, why.into()));
        rows.chunks(shape.cells()).enumerate().map(board).collect()
    }

    fn ask<Q: Question, T: Send>(
        &self,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &(impl Fn(Outcome<Q::Answer>) -> T + Sync),
    ) -> Result<(), BatchError> {
        assert_eq!(self.len(boards), out.len(), "expected as many answers as boards");
        match &self.oracle.backend {
            Backend::Table(walker) => {
                let (unpacked, limits) = (self.unpacked(out.len()), self.limits());
                let parts = self.parts(boards, PART).zip(out.chunks_mut(PART));
                self.on_threads(parts, |boards, out| {
                    self.look_up::<Q, T>(walker, unpacked, &limits, boards, out, convert)
                })
            }
            Backend::Search(search) => {
                let convert = |board: &Board, found: Outcome| {
                    if let Outcome::Bounded(stopped) = &found
                        && let Some(answer) = Q::of_stopped(stopped)
                    {
                        return convert(Outcome::Known(answer));
                    }
                    convert(found.map(|solved| Q::of_solved(board, solved)))
                };
                self.search(search, Q::ASK, boards, out, convert)
            }
        }
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
                let part = parts.lock().unwrap_or_else(PoisonError::into_inner).next();
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

    /// Looks boards up, unless the progress function stops the question.
    fn look_up<Q: Question, T>(
        &self,
        walker: &Walker,
        unpacked: Option<&UnpackedSolutions>,
        limits: &Limits,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &impl Fn(Outcome<Q::Answer>) -> T,
    ) -> Result<(), BatchError> {
        for ((first, boards), out) in
            self.parts(boards, BOARDS_PER_BATCH).zip(out.chunks_mut(BOARDS_PER_BATCH))
        {
            if limits.interrupted(Progress::default()) {
                out.fill_with(|| convert(Stopped::default().into()));
                continue;
            }
            self.run::<Q, T>(walker, unpacked, boards, out, convert)
                .map_err(|failed| failed.after(first))?;
        }
        Ok(())
    }

    /// Looks a run of boards up.
    #[inline]
    fn run<Q: Question, T>(
        &self,
        walker: &Walker,
        unpacked: Option<&UnpackedSolutions>,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &impl Fn(Outcome<Q::Answer>) -> T,
    ) -> Result<(), BatchError> {
        let answer = |word| convert(Outcome::Known(Q::of_word(word)));
        let none =
            |cells: &[u8]| convert(Outcome::Unsolvable(Unsolvable::known(cells, walker.goal())));
        let parsed;
        let boards = match boards {
            Boards::Boards(boards) => boards,
            Boards::Rows(rows) => {
                if let Some(unpacked) = unpacked
                    && self.oracle.goal().shape() == Shape::default()
                    && let (nine, []) = rows.as_chunks::<9>()
                {
                    return read_all(unpacked, nine, place_of_row, Q::read, out, answer, |row| {
                        none(row)
                    });
                }
                parsed = self.parse(rows)?;
                &parsed
            }
        };
        if let Some(unpacked) = unpacked {
            let place = |unpacked: &UnpackedSolutions, board: &Board| {
                board.expect_shape(walker.goal().shape())?;
                Ok(unpacked.place_of(board))
            };
            let none = |board: &Board| none(board.cells());
            return read_all(unpacked, boards, place, Q::read, out, answer, none);
        }
        Q::look_up(walker, boards, out, convert)
    }

    fn search<T>(
        &self,
        search: &PatternSearch,
        ask: Ask,
        boards: Boards<'_>,
        out: &mut [T],
        convert: impl Fn(&Board, Outcome<Solved>) -> T,
    ) -> Result<(), BatchError> {
        let next = ask.has(Ask::OPTIMAL_MOVES);
        let mut limits = self.limits();
        if ask == Ask::DISTANCE {
            limits = limits.until_distance();
        }
        let parts = self.parts(boards, SEARCHED_RUN).zip(out.chunks_mut(SEARCHED_RUN));
        for ((first, boards), out) in parts {
            let at = |index| move |error| BatchError::new(first + index, error);
            let parsed;
            let boards = match boards {
                Boards::Boards(boards) => boards,
                Boards::Rows(rows) => {
                    parsed = self.parse(rows).map_err(|failed| failed.after(first))?;
                    &parsed
                }
            };
            let found =
                search.solutions_of(boards, next, self.threads.count(), &limits).map_err(at(0))?;
            for (index, ((found, board), out)) in found.into_iter().zip(boards).zip(out).enumerate()
            {
                *out = convert(board, Outcome::of(found).map_err(at(index))?);
            }
        }
        Ok(())
    }
}

trait Question {
    type Answer: Clone + Send;

    const ASK: Ask;

    /// Replaces each place by a word, which is 0 if there is no answer.
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]);

    fn of_word(word: u64) -> Self::Answer;

    fn of_solved(board: &Board, solved: Solved) -> Self::Answer;

    /// The answer, if it is known although the search was stopped.
    fn of_stopped(_: &Stopped) -> Option<Self::Answer> {
        None
    }

    /// Walks from all boards.
    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<Self::Answer>) -> T,
    ) -> Result<(), BatchError>;
}

struct Distances;
struct Solutions;
struct OptimalMoves;
struct AllMoves;

impl Question for Distances {
    type Answer = u32;

    const ASK: Ask = Ask::DISTANCE;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read_moves(places);
    }

    #[inline]
    fn of_word(word: u64) -> u32 {
        AllMoves::of_word(word).distance
    }

    fn of_solved(_: &Board, solved: Solved) -> u32 {
        solved.moves.len() as u32
    }

    fn of_stopped(stopped: &Stopped) -> Option<u32> {
        stopped.distance()
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<u32>) -> T,
    ) -> Result<(), BatchError> {
        let visit = |distance: &mut u32, _, _| *distance += 1;
        walk_all(walker, boards, out, |_, distance| convert(distance), visit)
    }
}

impl Question for Solutions {
    type Answer = Moves;

    const ASK: Ask = Ask::SOLUTION;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read(places);
    }

    #[inline]
    fn of_word(word: u64) -> Moves {
        Moves::from_word(word)
    }

    fn of_solved(_: &Board, solved: Solved) -> Moves {
        solved.moves
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<Moves>) -> T,
    ) -> Result<(), BatchError> {
        let visit = |solution: &mut Moves, mv, _| {
            solution.push(mv);
        };
        walk_all(walker, boards, out, |_, solution| convert(solution), visit)
    }
}

impl Question for OptimalMoves {
    type Answer = MoveSet;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read_moves(places);
    }

    #[inline]
    fn of_word(word: u64) -> MoveSet {
        AllMoves::of_word(word).optimal
    }

    fn of_solved(_: &Board, solved: Solved) -> MoveSet {
        solved.optimal.unwrap_or_default()
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<MoveSet>) -> T,
    ) -> Result<(), BatchError> {
        for (index, (board, out)) in boards.iter().zip(out).enumerate() {
            let claim = |at| walker.claim(at, walker.diameter(), MoveSet::EMPTY);
            let moves = walker.place(board).and_then(|place| place.map(claim).transpose());
            let moves = moves.map_err(|error| BatchError::new(index, error))?;
            *out = convert(outcome(moves, walker, board));
        }
        Ok(())
    }
}

impl Question for AllMoves {
    type Answer = MoveDistances;

    const ASK: Ask = Ask::OPTIMAL_MOVES;

    #[inline]
    fn read(unpacked: &UnpackedSolutions, places: &mut [u64]) {
        unpacked.read_moves(places);
    }

    #[inline]
    fn of_word(word: u64) -> MoveDistances {
        let [moves, distance, ..] = word.to_le_bytes();
        MoveDistances {
            distance: distance.into(),
            legal: MoveSet::from_bits(moves >> 4),
            optimal: MoveSet::from_bits(moves & 15),
        }
    }

    fn of_solved(board: &Board, solved: Solved) -> MoveDistances {
        MoveDistances {
            distance: solved.moves.len() as u32,
            legal: board.legal_moves(),
            optimal: solved.optimal.unwrap_or_default(),
        }
    }

    fn look_up<T>(
        walker: &Walker,
        boards: &[Board],
        out: &mut [T],
        convert: &impl Fn(Outcome<MoveDistances>) -> T,
    ) -> Result<(), BatchError> {
        let visit = |found: &mut MoveDistances, _, optimal| {
            if found.distance == 0 {
                found.optimal = optimal;
            }
            found.distance += 1;
        };
        let legal = |board: &Board, found: Outcome<MoveDistances>| {
            convert(found.map(|found| MoveDistances { legal: board.legal_moves(), ..found }))
        };
        walk_all(walker, boards, out, legal, visit)
    }
}

/// The outcome of a walk. There was none from a board that cannot reach the goal.
fn outcome<A>(answer: Option<A>, walker: &Walker, board: &Board) -> Outcome<A> {
    match answer {
        Some(answer) => Outcome::Known(answer),
        None => Outcome::Unsolvable(walker.unsolvable(board)),
    }
}

/// Walks from all boards together. `visit` gets each move, and all that are optimal beside it.
fn walk_all<A: Default, T>(
    walker: &Walker,
    boards: &[Board],
    out: &mut [T],
    convert: impl Fn(&Board, Outcome<A>) -> T,
    visit: impl Fn(&mut A, Move, MoveSet),
) -> Result<(), BatchError> {
    let mut answers = [const { None }; BOARDS_PER_BATCH];
    for (number, (boards, out)) in
        boards.chunks(BOARDS_PER_BATCH).zip(out.chunks_mut(BOARDS_PER_BATCH)).enumerate()
    {
        let answers = &mut answers[..boards.len()];
        lockstep::walk_all(walker, boards, answers, &visit)
            .map_err(|failed| failed.after(number * BOARDS_PER_BATCH))?;
        for ((out, answer), board) in out.iter_mut().zip(answers).zip(boards) {
            *out = convert(board, outcome(answer.take(), walker, board));
        }
    }
    Ok(())
}

/// The place of the solution of a row of nine cells.
#[inline]
fn place_of_row(unpacked: &UnpackedSolutions, row: &[u8; 9]) -> Result<u64, Error> {
    match unpacked.place_of_row(row) {
        Some(place) => Ok(place),
        // Find out what is wrong with the row.
        None => Ok(unpacked.place_of(&Board::new(Shape::default(), row)?)),
    }
}

/// Reads the unpacked solutions of boards in any representation.
#[inline]
fn read_all<B, T>(
    unpacked: &UnpackedSolutions,
    boards: &[B],
    place_of: impl Fn(&UnpackedSolutions, &B) -> Result<u64, Error>,
    read: impl Fn(&UnpackedSolutions, &mut [u64]),
    out: &mut [T],
    answer: impl Fn(u64) -> T,
    none: impl Fn(&B) -> T,
) -> Result<(), BatchError> {
    let mut places = [0; LOOKUPS_IN_FLIGHT];
    let chunks = boards.chunks(LOOKUPS_IN_FLIGHT).zip(out.chunks_mut(LOOKUPS_IN_FLIGHT));
    for (first, (boards, out)) in (0..).step_by(LOOKUPS_IN_FLIGHT).zip(chunks) {
        for (i, (board, place)) in boards.iter().zip(&mut places).enumerate() {
            *place =
                place_of(unpacked, board).map_err(|error| BatchError::new(first + i, error))?;
        }
        read(unpacked, &mut places[..boards.len()]);
        for ((out, word), board) in out.iter_mut().zip(places).zip(boards) {
            *out = if word == 0 { none(board) } else { answer(word) };
        }
    }
    Ok(())
}
