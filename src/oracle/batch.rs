//! Lookups of many boards at once, over slices.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::unpacked::{TOGETHER, UnpackedSolutions};
use super::{Oracle, Source, lockstep};
use crate::error::Error;
use crate::puzzle::{Board, MoveSet, Moves, PackedMoves, Shape};
use crate::solver::{Limits, SolveError, Solver};

/// An error for one of many boards.
#[derive(Debug, thiserror::Error)]
#[error("board {index}: {error}")]
pub struct BatchError {
    /// The board, counted from 0.
    pub index: usize,
    /// The error.
    pub error: Error,
}

/// Answers for many boards at once, for one goal. The answers are those of the [`Oracle`], but they
/// are found faster. On a table that does not fit the processor's caches, many walks advance
/// together, so that their memory reads overlap. If all solutions are short, as on 3x3, they are
/// unpacked once enough boards have been looked up, and each answer is a single read.
///
/// Each method stores the answer for `boards[i]` in `answers[i]`. `None` means that the board
/// cannot reach the goal. A batch can be shared between threads: give each thread its part of both
/// slices. A few hundred boards at a time are enough for full speed.
///
/// ```
/// use tilebase::{Batch, Board, Tablebase};
/// let tables = Tablebase::embedded();
/// let batch = Batch::new(tables.oracle(&"1 2 3 4 5 6 7 8 x".parse()?)?);
/// let boards: Vec<Board> = Board::all(batch.oracle().goal().shape()).collect();
///
/// // The distances of all 362,880 arrangements, on two threads.
/// let mut distances = vec![None; boards.len()];
/// let half = boards.len() / 2;
/// std::thread::scope(|scope| {
///     for (boards, distances) in boards.chunks(half).zip(distances.chunks_mut(half)) {
///         let batch = &batch;
///         scope.spawn(move || batch.distances(boards, distances).expect("an embedded table"));
///     }
/// });
/// assert_eq!(distances.iter().flatten().max(), Some(&31));
/// assert_eq!(distances.iter().filter(|distance| distance.is_none()).count(), 181_440);
///
/// // Solutions and optimal moves of the first thousand, and the buffers used again for the next.
/// let (mut solutions, mut moves) = (vec![None; 1000], vec![None; 1000]);
/// for thousand in boards.chunks_exact(1000).take(2) {
///     batch.solutions(thousand, &mut solutions)?;
///     batch.optimal_moves(thousand, &mut moves)?;
///     for ((board, solution), moves) in thousand.iter().zip(&solutions).zip(&moves) {
///         let first = solution.and_then(|solution| solution.first());
///         assert_eq!(first, moves.and_then(|moves| moves.first()), "{board}");
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Every method returns a [`BatchError`] that names the board: with [`Error::Board`] if the board
/// does not have the goal's shape, [`Error::Table`] if the table is damaged. It is not always the
/// first such board. After an error, the contents of `answers` are meaningless.
///
/// # Panics
///
/// Every method panics if the two slices differ in length.
#[derive(Debug)]
pub struct Batch {
    oracle: Oracle,
    asked: AtomicU64,
    unpacked: OnceLock<Option<UnpackedSolutions>>,
}

impl Batch {
    /// Creates a batch for an oracle's goal.
    #[must_use]
    pub const fn new(oracle: Oracle) -> Batch {
        Batch { oracle, asked: AtomicU64::new(0), unpacked: OnceLock::new() }
    }

    /// The oracle, which answers one board at a time.
    #[must_use]
    pub const fn oracle(&self) -> &Oracle {
        &self.oracle
    }

    /// The least numbers of moves to the goal.
    ///
    /// # Errors
    ///
    /// See [`Batch`].
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn distances(
        &self,
        boards: &[Board],
        answers: &mut [Option<u32>],
    ) -> Result<(), BatchError> {
        same_length(boards, answers);
        if let Some(unpacked) = self.unpacked(boards.len()) {
            return self.each(unpacked, boards, answers, |solution| solution.len() as u32);
        }
        match self.oracle.source() {
            Source::Table(walker) => {
                lockstep::walk_all(walker, boards, answers, |distance, _| *distance += 1)
            }
            Source::Patterns(solver) => {
                search_all(solver, boards, answers, |moves| moves.len() as u32)
            }
        }
    }

    /// The canonical solutions.
    ///
    /// # Errors
    ///
    /// See [`Batch`].
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn solutions(
        &self,
        boards: &[Board],
        answers: &mut [Option<PackedMoves>],
    ) -> Result<(), BatchError> {
        same_length(boards, answers);
        if let Some(unpacked) = self.unpacked(boards.len()) {
            return self.each(unpacked, boards, answers, |solution| solution);
        }
        match self.oracle.source() {
            Source::Table(walker) => {
                lockstep::walk_all(walker, boards, answers, |solution, mv| {
                    // There is room: the table's diameter is less than the capacity.
                    solution.push(mv);
                })
            }
            Source::Patterns(solver) => {
                search_all(solver, boards, answers, |moves| moves.iter().copied().collect())
            }
        }
    }

    /// All moves that lower the distance by one. At the goal there are none.
    ///
    /// # Errors
    ///
    /// See [`Batch`].
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn optimal_moves(
        &self,
        boards: &[Board],
        answers: &mut [Option<MoveSet>],
    ) -> Result<(), BatchError> {
        same_length(boards, answers);
        for (index, (board, answer)) in boards.iter().zip(answers).enumerate() {
            let moves = match self.oracle.source() {
                Source::Table(walker) => {
                    let claim = |at| walker.claim(at, walker.diameter(), MoveSet::EMPTY);
                    walker.place(board).and_then(|place| place.map(claim).transpose())
                }
                Source::Patterns(solver) => match solver.optimal_moves(board, &Limits::default()) {
                    Ok(moves) => Ok(Some(moves)),
                    Err(SolveError::Unsolvable(_)) => Ok(None),
                    Err(error) => Err(error.into()),
                },
            };
            *answer = moves.map_err(|error| BatchError { index, error })?;
        }
        Ok(())
    }

    /// The unpacked solutions, if all are short and enough boards have been looked up, including
    /// the `boards` to look up now.
    pub(crate) fn unpacked(&self, boards: usize) -> Option<&UnpackedSolutions> {
        if let Some(unpacked) = self.unpacked.get() {
            return unpacked.as_ref();
        }
        let Source::Table(walker) = self.oracle.source() else { return None };
        let asked = self.asked.fetch_add(boards as u64, Ordering::Relaxed) + boards as u64;
        // Unpacking takes about as long as walking from this many boards.
        if walker.diameter() > UnpackedSolutions::LONGEST
            || asked < walker.table().header().states() / 64
        {
            return None;
        }
        // Only one thread does the unpacking.
        self.unpacked.get_or_init(|| UnpackedSolutions::new(walker)).as_ref()
    }

    /// The distances of boards given as rows of bytes: a byte for each cell, 0 for the blank, one
    /// board after another. The bytes are checked.
    ///
    /// ```
    /// use tilebase::{Batch, Tablebase};
    /// let batch = Batch::new(Tablebase::embedded().oracle(&"12/3x".parse()?)?);
    /// let mut distances = [None; 3];
    /// batch.distances_of_rows(&[1, 2, 3, 0, 1, 2, 0, 3, 2, 1, 3, 0], &mut distances)?;
    /// assert_eq!(distances, [Some(0), Some(1), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Batch`], and [`Error::Board`] for a row that is not a board.
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn distances_of_rows(
        &self,
        rows: &[u8],
        answers: &mut [Option<u32>],
    ) -> Result<(), BatchError> {
        match self.unpacked_nine(rows, answers) {
            Some((unpacked, rows)) => {
                each_row(unpacked, rows, answers, |solution| solution.len() as u32)
            }
            None => self.distances(&self.boards(rows)?, answers),
        }
    }

    /// The canonical solutions of boards given as for
    /// [`distances_of_rows`](Self::distances_of_rows).
    ///
    /// # Errors
    ///
    /// See [`Batch`], and [`Error::Board`] for a row that is not a board.
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn solutions_of_rows(
        &self,
        rows: &[u8],
        answers: &mut [Option<PackedMoves>],
    ) -> Result<(), BatchError> {
        match self.unpacked_nine(rows, answers) {
            Some((unpacked, rows)) => each_row(unpacked, rows, answers, |solution| solution),
            None => self.solutions(&self.boards(rows)?, answers),
        }
    }

    /// All moves that lower the distance by one, for boards given as for
    /// [`distances_of_rows`](Self::distances_of_rows).
    ///
    /// # Errors
    ///
    /// See [`Batch`], and [`Error::Board`] for a row that is not a board.
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn optimal_moves_of_rows(
        &self,
        rows: &[u8],
        answers: &mut [Option<MoveSet>],
    ) -> Result<(), BatchError> {
        self.optimal_moves(&self.boards(rows)?, answers)
    }

    /// The unpacked solutions and the rows of nine cells, if both are available.
    fn unpacked_nine<'r, A>(
        &self,
        rows: &'r [u8],
        answers: &[A],
    ) -> Option<(&UnpackedSolutions, &'r [[u8; 9]])> {
        if self.oracle.goal().shape() != Shape::default() {
            return None;
        }
        let (rows, rest) = rows.as_chunks::<9>();
        if !rest.is_empty() {
            return None;
        }
        same_length(rows, answers);
        Some((self.unpacked(rows.len())?, rows))
    }

    /// Parses rows into boards.
    fn boards(&self, rows: &[u8]) -> Result<Vec<Board>, BatchError> {
        let shape = self.oracle.goal().shape();
        let board = |(index, row)| {
            Board::new(shape, row).map_err(|why| BatchError { index, error: why.into() })
        };
        rows.chunks(shape.cells()).enumerate().map(board).collect()
    }

    #[inline]
    fn each<A>(
        &self,
        unpacked: &UnpackedSolutions,
        boards: &[Board],
        answers: &mut [Option<A>],
        answer_of: impl Fn(PackedMoves) -> A,
    ) -> Result<(), BatchError> {
        let place = |board: &Board| {
            self.oracle.check_shape(board)?;
            Ok(unpacked.place_of(board))
        };
        each(unpacked, boards, place, answers, answer_of)
    }
}

/// Reads the unpacked solutions of rows of nine cells.
#[inline]
fn each_row<A>(
    unpacked: &UnpackedSolutions,
    rows: &[[u8; 9]],
    answers: &mut [Option<A>],
    answer_of: impl Fn(PackedMoves) -> A,
) -> Result<(), BatchError> {
    let place = |row: &[u8; 9]| match unpacked.place_of_row(row) {
        Some(place) => Ok(place),
        // Find out what is wrong with the row.
        None => Ok(unpacked.place_of(&Board::new(Shape::default(), row)?)),
    };
    each(unpacked, rows, place, answers, answer_of)
}

/// Reads the unpacked solutions of boards in any representation.
#[inline]
fn each<B, A>(
    unpacked: &UnpackedSolutions,
    boards: &[B],
    place_of: impl Fn(&B) -> Result<u64, Error>,
    answers: &mut [Option<A>],
    answer_of: impl Fn(PackedMoves) -> A,
) -> Result<(), BatchError> {
    let mut places = [0; TOGETHER];
    let chunks = boards.chunks(TOGETHER).zip(answers.chunks_mut(TOGETHER));
    for (first, (boards, answers)) in (0..).step_by(TOGETHER).zip(chunks) {
        for (i, (board, place)) in boards.iter().zip(&mut places).enumerate() {
            let index = first + i;
            *place = place_of(board).map_err(|error| BatchError { index, error })?;
        }
        unpacked.read(&mut places[..boards.len()]);
        for (answer, word) in answers.iter_mut().zip(places) {
            *answer = (word != 0).then(|| answer_of(PackedMoves::from_word(word)));
        }
    }
    Ok(())
}

/// Searches for the solutions of all boards on this thread, or of a single board on all of the
/// solver's threads.
fn search_all<A>(
    solver: &Solver,
    boards: &[Board],
    answers: &mut [Option<A>],
    answer_of: impl Fn(&Moves) -> A,
) -> Result<(), BatchError> {
    let solver = if boards.len() == 1 { solver.clone() } else { solver.clone().threads(1) };
    let found = solver.solutions_of(boards, &Limits::default());
    for (index, (found, answer)) in found.into_iter().zip(answers).enumerate() {
        *answer = match found {
            Ok(answer) => Some(answer_of(&answer.moves)),
            Err(SolveError::Unsolvable(_)) => None,
            Err(error) => return Err(BatchError { index, error: error.into() }),
        };
    }
    Ok(())
}

fn same_length<B, A>(boards: &[B], answers: &[A]) {
    assert_eq!(boards.len(), answers.len(), "expected as many answers as boards");
}
