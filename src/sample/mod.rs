//! Random boards: a seed always gives the same ones.
//!
//! Boards are numbered without gaps, so a random number is a random board. Boards at some distances
//! are drawn in one of three ways:
//!
//! * from a list of all boards at these distances, if they are few. To check that the list is
//!   complete, its length is compared with the number of boards counted by the table or in
//!   published work. Of shapes whose boards were never counted, those near the goal are listed;
//! * from all boards, rejecting those at other distances. On shapes without a table, most are
//!   rejected by lower bounds on their distance, which take less than a microsecond, and only the
//!   others are solved;
//! * along solutions, see [`Population::Distances`].
//!
//! In the first two ways all boards at these distances are equally likely. In the third they are
//! not, but it is fast where the others are not: thousands of boards of 4x4 a second.
//!
//! Which of the first two ways is used depends on the shape and the request alone. So a seed gives
//! the same boards whatever tables there are, on every machine and with any number of threads.

mod along;
mod difficulty;
mod draw_methods;
mod drawn;
mod levels;
mod numbering;
mod random;
mod rare;
mod reject;
mod request;
mod several;
mod uniformity;
mod walks;

use std::ops::{ControlFlow, RangeInclusive};

use crate::board::Board;
use crate::error::Error;
use crate::known::known;
use crate::oracle::Oracle;
use crate::puzzle::{Class, Metric, Orbit, SmallBoard};
pub use difficulty::Difficulty;
use draw_methods::expect_counted;
use drawn::DrawGroup;
use levels::NearGoal;
pub use request::{DrawProgress, ExpectedWork, Population, Request, SampleError};
pub use uniformity::{Uniformity, UniformityTest, UniformityVerdict};

/// How many walks in a row may find nothing new.
const MAX_IN_VAIN: u64 = 10_000;

/// The number of walks since the last one that found a new board.
#[derive(Debug, Default)]
struct InVain(u64);

impl InVain {
    /// Counts boards that were new, and gives up if there was none for a long time.
    fn found(&mut self, new: usize) -> Result<(), SampleError> {
        if new > 0 {
            self.0 = 0;
        }
        if self.0 > MAX_IN_VAIN {
            return Err(SampleError::Exhausted { tries: self.0 });
        }
        Ok(())
    }
}

/// The source of the distances, for messages.
fn name_of(source: &Oracle) -> &str {
    source.table().map_or("pattern tables", |table| table.name())
}

/// For `map_err`: there is no memory for this many elements.
fn no_memory<T>(length: usize) -> SampleError {
    Error::Memory { bytes: (length as u64).saturating_mul(size_of::<T>() as u64) }.into()
}

/// The seed that a text stands for: a number of 64 bits, where a negative one means the unsigned
/// one with the same bits; or else any text, such as a date, by its FNV-1a hash of 64 bits, which
/// never changes.
///
/// ```
/// use tilebase::sample::seed;
/// assert_eq!((seed("7"), seed("-1")), (7, u64::MAX));
/// assert_eq!(seed("a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn seed(text: &str) -> u64 {
    if let Ok(number) = text.parse() {
        return number;
    }
    if let Ok(number) = text.parse::<i64>() {
        return number.cast_unsigned();
    }
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Draws random boards that reach a goal, of any size.
///
/// ```
/// use tilebase::Board;
/// use tilebase::sample::{Request, Sampler};
/// let request = Request { count: 2, ..Request::default() };
/// let mut sampler = Sampler::new(&"12345678x".parse()?, request.clone(), 1)?;
/// let boards: Vec<String> = sampler.draw(2)?.iter().map(ToString::to_string).collect();
/// assert_eq!(boards, ["4 5 2 x 7 1 6 8 3", "6 2 x 5 8 3 1 4 7"]);
/// let goal = Board::goal("7x9".parse()?)?;
/// let boards = Sampler::new(&goal, request, 1)?.draw(2)?;
/// assert!(boards.iter().all(|board| board.expect_solvable(&goal).is_ok()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sampler {
    goal: Board,
    metric: Metric,
    /// What is drawn, one after another.
    draws: Vec<DrawGroup>,
    /// The number of boards at distance 0, 1, 2, ..., if distances matter.
    counts: Vec<u64>,
    /// The table that counted them.
    name: String,
    cost: ExpectedWork,
}

impl Sampler {
    /// Draws one board.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new) and [`draw`](Self::draw).
    pub fn one(goal: &Board, population: Population, seed: u64) -> Result<Board, SampleError> {
        let request = Request { count: 1, population, ..Request::default() };
        Ok(Sampler::new(goal, request, seed)?.draw(1)?.remove(0))
    }

    /// Checks that boards at these distances can be drawn, all equally likely, without preparing
    /// what gives the distances. It says nothing of shapes of up to sixteen cells.
    ///
    /// ```
    /// use tilebase::{sample::Sampler, puzzle::SmallBoard};
    /// let goal = SmallBoard::goal("5x5".parse()?);
    /// assert!(Sampler::check(&goal, &(3..=8)).is_ok());
    /// assert!(Sampler::check(&goal, &(9..=30)).is_err());
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SampleError::Uncounted`] if the boards at these distances were never counted, and are too
    /// many to list.
    pub fn check(goal: &SmallBoard, distances: &RangeInclusive<u32>) -> Result<(), SampleError> {
        if goal.shape().class() == Class::Bounded && known(Orbit::from(goal).into()).is_none() {
            expect_counted(goal, &NearGoal::new(goal, *distances.end())?.counts(), distances)?;
        }
        Ok(())
    }

    /// How many more boards may be drawn, if no board may be drawn twice.
    pub fn left(&self) -> Option<u64> {
        self.draws.iter().map(|draw| draw.left).sum()
    }

    /// The work that all requested boards are expected to take.
    pub const fn cost(&self) -> ExpectedWork {
        self.cost
    }

    /// Draws `count` boards.
    ///
    /// # Errors
    ///
    /// Returns a [`SampleError`] if the table cannot give a distance or is wrong, if there is not
    /// enough memory, or if no board may be drawn twice and all requested boards have been drawn.
    pub fn draw(&mut self, count: usize) -> Result<Vec<Board>, SampleError> {
        self.draw_watched(count, &mut |_| ControlFlow::Continue(()))
    }

    /// Draws `count` boards, and calls `progress` with the work of this call so far, many times a
    /// second, except while a single board is solved. If it breaks, all threads stop.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilebase::sample::{Population, Request, SampleError, Sampler};
    /// use tilebase::{Error, Board, Tablebase, puzzle::Metric};
    /// let goal = Board::goal("4x4".parse()?)?;
    /// let source = Tablebase::embedded().oracle(&goal)?;
    /// let population = Population::equally_likely(source, 26..=26);
    /// let request = Request { count: 100, population, ..Request::default() };
    /// let mut sampler = Sampler::new(&goal, request, 1)?;
    /// let found = sampler.draw_watched(100, &mut |progress| {
    ///     let enough = progress.draws >= 100_000;
    ///     if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(matches!(found, Err(SampleError::Failed(Error::Interrupted))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`draw`](Self::draw), and [`Error::Interrupted`] if `progress` breaks. The boards
    /// found before that are lost: draw fewer at a time to keep them.
    pub fn draw_watched(
        &mut self,
        count: usize,
        progress: &mut dyn FnMut(DrawProgress) -> ControlFlow<()>,
    ) -> Result<Vec<Board>, SampleError> {
        let mut boards = Vec::new();
        boards.try_reserve_exact(count).map_err(|_| no_memory::<Board>(count))?;
        let mut work = DrawWork { watch: progress, progress: DrawProgress::default() };
        self.draw_into(count, &mut boards, &mut work)?;
        Ok(boards)
    }
}

/// The progress of a call, and who watches it.
struct DrawWork<'w> {
    watch: &'w mut dyn FnMut(DrawProgress) -> ControlFlow<()>,
    progress: DrawProgress,
}

impl DrawWork<'_> {
    fn go_on(&mut self) -> Result<(), SampleError> {
        match (self.watch)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted.into()),
        }
    }
}

#[cfg(test)]
mod tests;
