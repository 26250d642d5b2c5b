//! Generators: solving a puzzle completely, by searching backwards from the goal.

mod bits;
mod plain;
mod sliding;
mod swapping;

use crate::error::{Error, Result};
use crate::puzzle::{MAX_TABLED_CELLS, Orbit, Puzzle};
use crate::table::{NewTable, format};
pub use bits::{HalfEntries, Keep, Levels, ProofError};
pub use plain::{StateSpace, search_backwards};
pub use sliding::Sliding;
pub use swapping::{Swapping, generate_swap};

/// Makes the table of an orbit, as fast as this machine can: [`Generator`] with nothing set.
///
/// ```
/// let orbit = tilebase::Orbit::of("2x4".parse()?, 7);
/// assert_eq!(tilebase::generate(orbit)?.header().diameter(), 36);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::TooLarge`] for a shape of more than [`MAX_TABLED_CELLS`] cells.
pub fn generate(orbit: Orbit) -> Result<NewTable> {
    Generator::new(orbit).table(|_| ())
}

/// Makes the table of an orbit by the plain search: slower, and the same bytes.
///
/// ```
/// use tilebase::{Orbit, generate_plainly};
/// let table = generate_plainly(Orbit::of("2x2".parse()?, 0))?;
/// assert_eq!(table.header().counts(), [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::TooLarge`] for a shape of more than [`MAX_TABLED_CELLS`] cells.
pub fn generate_plainly(orbit: Orbit) -> Result<NewTable> {
    let space = Sliding::new(orbit).ok_or(Error::TooLarge { shape: orbit.shape() })?;
    // Two states share a byte, the even one in the low half.
    let mut entries = vec![0; space.states().div_ceil(2) as usize];
    let counts =
        search_backwards(&space, |state, mv| entries[(state / 2) as usize] |= (1 << mv as u8) << (state % 2 * 4));
    Ok(NewTable::new(Puzzle::Sliding(orbit), counts, entries))
}

/// A generator for one orbit: bit-parallel for shapes of six cells and more, plain for 2x2.
///
/// The result is the same for any number of threads.
///
/// ```
/// use tilebase::{Generator, Orbit, Shape};
/// let orbit = Orbit::of(Shape::default(), 8);
/// let counts = Generator::new(orbit).threads(2).census(|_| ())?;
/// assert_eq!((counts.len() - 1, counts.last()), (31, Some(&2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    orbit: Orbit,
    threads: usize,
}

impl Generator {
    /// A generator on as many threads as the machine has processors.
    #[must_use]
    pub fn new(orbit: Orbit) -> Generator {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Generator { orbit, threads }
    }

    /// The same on this many threads; 0 is 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Generator {
        Generator { threads: threads.max(1), ..self }
    }

    /// Bytes of memory that [`census`](Self::census) takes.
    #[must_use]
    pub fn census_memory(&self) -> u64 {
        self.memory(Keep::Counts)
    }

    /// Bytes of memory that [`table`](Self::table) takes.
    #[must_use]
    pub fn table_memory(&self) -> u64 {
        self.memory(Keep::Moves)
    }

    fn memory(&self, keep: Keep) -> u64 {
        self.levels().map_or(1 << 20, |levels| levels.memory(keep))
    }

    /// Bytes of the table's file.
    #[must_use]
    pub const fn table_len(&self) -> u64 {
        format::file_len(Puzzle::Sliding(self.orbit))
    }

    /// Makes the table. `progress` is told, level after level, how many states there are at distance 0, 1, 2, ...
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a shape of more than [`MAX_TABLED_CELLS`] cells.
    pub fn table(&self, progress: impl FnMut(&[u64])) -> Result<NewTable> {
        if self.orbit.shape().cells() > MAX_TABLED_CELLS {
            return Err(Error::TooLarge { shape: self.orbit.shape() });
        }
        match self.levels() {
            Some(levels) => {
                let (counts, entries) = levels.moves(progress)?;
                Ok(NewTable::new(Puzzle::Sliding(self.orbit), counts, entries))
            }
            None => generate_plainly(self.orbit),
        }
    }

    /// Counts the states at each distance without making a table, for shapes of up to fourteen cells, if the memory suffices.
    ///
    /// # Errors
    ///
    /// [`Error::NoCensus`] for larger shapes, which nothing here can count.
    pub fn census(&self, progress: impl FnMut(&[u64])) -> Result<Vec<u64>> {
        if self.orbit.shape().cells() > MAX_CENSUS_CELLS {
            return Err(Error::NoCensus { shape: self.orbit.shape(), memory: self.census_memory() });
        }
        match self.levels() {
            Some(levels) => levels.census(progress),
            None => Ok(generate_plainly(self.orbit)?.header().counts().to_vec()),
        }
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels::sliding(self.orbit)?.threads(self.threads))
    }
}

/// The largest shape whose boards can be counted, in cells: 2x7.
pub const MAX_CENSUS_CELLS: usize = 14;
