//! Lookups of many boards at once, over slices.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::short_answer::ShortAnswer;
use super::unpacked::{TOGETHER, UnpackedSolutions};
use super::{Oracle, lockstep};
use crate::error::Result;
use crate::puzzle::{Board, MoveSet, PackedMoves, Shape};

/// Answers for many boards at once, for one goal. The same answers as the [`Oracle`]'s, sooner: on a table that does not fit the processor's
/// caches many walks advance together, so that their reads overlap; on one of short solutions, as all of 3x3 are, all solutions are
/// written out when enough boards have been asked for, and answering is one read.
///
/// Each method answers `answers[i]` for `boards[i]`, into a slice of the caller's; `None` means that the board cannot reach the goal. A
/// batch can be shared between threads: give each its part of both slices. Some hundred boards at a time are enough for the full
/// speed.
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
///         scope.spawn(move || batch.distances(boards, distances).expect("embedded tables are whole"));
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
///         assert_eq!(solution.and_then(|solution| solution.first()), moves.and_then(|moves| moves.first()), "{board}");
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Every method has these: [`Error::Board`](crate::Error::Board) where a board is not of the goal's shape,
/// [`Error::Table`](crate::Error::Table) where the table is damaged. What then stands in `answers` means nothing.
///
/// # Panics
///
/// Every method panics if the two slices differ in length.
#[derive(Debug)]
pub struct Batch {
    oracle: Oracle,
    asked: AtomicU64,
    short: OnceLock<Option<UnpackedSolutions>>,
}

impl Batch {
    /// Lookups for an oracle's goal.
    #[must_use]
    pub const fn new(oracle: Oracle) -> Batch {
        Batch { oracle, asked: AtomicU64::new(0), short: OnceLock::new() }
    }

    /// The oracle, for boards one at a time.
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
    pub fn distances(&self, boards: &[Board], answers: &mut [Option<u32>]) -> Result<()> {
        if let Some(short) = self.short(boards.len())? {
            return self.each(short, boards, answers, |solution| solution.len() as u32);
        }
        same_length(boards, answers);
        lockstep::walk_all(&self.oracle, boards, answers, |distance, _| *distance += 1)
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
    pub fn solutions(&self, boards: &[Board], answers: &mut [Option<PackedMoves>]) -> Result<()> {
        if let Some(short) = self.short(boards.len())? {
            return self.each(short, boards, answers, |solution| solution);
        }
        same_length(boards, answers);
        lockstep::walk_all(&self.oracle, boards, answers, |solution, mv| {
            // There is room: a walk ends at the table's diameter, which is less than the capacity.
            solution.push(mv);
        })
    }

    /// All moves that lower the distance by one: none at the goal.
    ///
    /// # Errors
    ///
    /// See [`Batch`].
    ///
    /// # Panics
    ///
    /// See [`Batch`].
    pub fn optimal_moves(&self, boards: &[Board], answers: &mut [Option<MoveSet>]) -> Result<()> {
        same_length(boards, answers);
        for (board, answer) in boards.iter().zip(answers) {
            let claim = |at| self.oracle.claim(at, self.oracle.diameter(), MoveSet::EMPTY);
            *answer = self.oracle.place(board)?.map(claim).transpose()?;
        }
        Ok(())
    }

    /// Answers the plain lines at the beginning of `lines`, each with its canonical solution or `None`, and tells how many bytes they have.
    ///
    /// Plain lines are boards of 3x3 with cells of one character: `0` to `8`, or `x` for the blank, with one space or one comma between any two or
    /// with nothing between, and a newline at the end. This is the fastest way from text to answers. It ends at the first line that is something else,
    /// which [`Board::parse`] then reads or refuses; and before the first where the goal is not of 3x3, or too few boards were asked for
    /// to have all solutions written out.
    ///
    /// ```
    /// use tilebase::{Batch, Tablebase};
    /// let tables = Tablebase::embedded();
    /// let batch = Batch::new(tables.oracle(&"12345678x".parse()?)?);
    /// let lines = "1 2 3 4 5 x 7 8 6\n1 2 3 4 5 6 8 7 x\n".repeat(10_000) + "and so on\n";
    /// let mut answers = Vec::new();
    /// let bytes = batch.plain_lines(lines.as_bytes(), |answer| answers.push(answer.solution().map(|moves| moves.to_string())))?;
    /// assert_eq!(&lines[bytes..], "and so on\n");
    /// assert_eq!(answers.len(), 20_000);
    /// assert_eq!(answers[..2], [Some("d".to_owned()), None]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Table`](crate::Error::Table) where the table is damaged.
    #[inline]
    pub fn plain_lines(&self, lines: &[u8], mut answer: impl FnMut(ShortAnswer)) -> Result<usize> {
        let mut rest = lines;
        // The shortest plain line has ten bytes.
        if self.oracle.goal().shape() == Shape::default()
            && let Some(short) = self.short(lines.len() / 10)?
        {
            loop {
                let (count, bytes) = short.answer_lines(rest, &mut answer);
                rest = &rest[bytes..];
                if count < TOGETHER {
                    break;
                }
            }
        }
        Ok(lines.len() - rest.len())
    }

    /// All solutions, written out, if they are short and enough boards were asked for.
    fn short(&self, boards: usize) -> Result<Option<&UnpackedSolutions>> {
        if let Some(short) = self.short.get() {
            return Ok(short.as_ref());
        }
        let asked = self.asked.fetch_add(boards as u64, Ordering::Relaxed) + boards as u64;
        // Writing them out takes about as long as walking from so many boards.
        if self.oracle.diameter() > UnpackedSolutions::LONGEST
            || asked < self.oracle.table().header().states() / 64
        {
            return Ok(None);
        }
        let short = UnpackedSolutions::new(&self.oracle)?;
        Ok(self.short.get_or_init(|| short).as_ref())
    }

    #[inline]
    fn each<A>(
        &self,
        short: &UnpackedSolutions,
        boards: &[Board],
        answers: &mut [Option<A>],
        answer_of: impl Fn(PackedMoves) -> A,
    ) -> Result<()> {
        same_length(boards, answers);
        let mut places = [0; TOGETHER];
        for (boards, answers) in boards.chunks(TOGETHER).zip(answers.chunks_mut(TOGETHER)) {
            for (board, place) in boards.iter().zip(&mut places) {
                self.oracle.check_shape(board)?;
                *place = short.place_of(board);
            }
            let mut answers = answers.iter_mut();
            short.at_places(&places[..boards.len()], |found| {
                if let Some(answer) = answers.next() {
                    *answer = found.solution().map(&answer_of);
                }
            });
        }
        Ok(())
    }
}

fn same_length<A>(boards: &[Board], answers: &[A]) {
    assert_eq!(boards.len(), answers.len(), "as many answers as boards");
}
