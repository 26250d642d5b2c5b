//! Generating: solving a puzzle completely, by searching backwards from the goals.

mod bits;
mod memory;
mod plain;
mod recorder;

use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::space::{Sliding, Swap};
use crate::table::{Encoding, NewTable, format};
use bits::BitParallel;
pub use plain::{generate_plainly, search_backwards};
use recorder::{CountOnly, KeepMoves};

/// Makes the table of a puzzle: [`Generator`] with nothing set.
///
/// ```
/// use tilebase::{generate::generate, puzzle::Orbit};
/// let table = generate(Orbit::new("2x4".parse()?, 7)?)?;
/// assert_eq!(table.header().diameter(), 36);
/// # Ok::<(), tilebase::Error>(())
/// ```
///
/// # Errors
///
/// As [`Generator::table`].
pub fn generate(puzzle: impl Into<Puzzle>) -> Result<NewTable> {
    Generator::new(puzzle).table(|_| ())
}

/// A generator of a puzzle's table: bit-parallel where that serves, plain otherwise.
///
/// The result is the same for any number of threads.
///
/// ```
/// use tilebase::{Shape, generate::Generator, puzzle::Orbit};
/// let corner = Orbit::new(Shape::default(), 8)?;
/// let counts = Generator::new(corner).threads(2).census(|_| ())?;
/// assert_eq!((counts.len() - 1, counts.last()), (31, Some(&2)));
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    puzzle: Puzzle,
    threads: usize,
}

impl Generator {
    /// A generator on as many threads as the machine has processors.
    #[must_use]
    pub fn new(puzzle: impl Into<Puzzle>) -> Generator {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Generator { puzzle: puzzle.into(), threads }
    }

    /// The same on this many threads; 0 is 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Generator {
        Generator { threads: threads.max(1), ..self }
    }

    /// Bytes of memory that [`census`](Self::census) takes: two words for 60 states, and a little.
    #[must_use]
    pub fn census_memory(&self) -> u64 {
        self.puzzle.states() / 60 * 16 + (4 << 20)
    }

    /// Bytes of memory that [`table`](Self::table) takes: the same, and the entries.
    #[must_use]
    pub fn table_memory(&self) -> u64 {
        self.census_memory() + Encoding::Moves.len(self.puzzle.states())
    }

    /// Bytes of the table's file.
    #[must_use]
    pub const fn table_len(&self) -> u64 {
        format::file_len(self.puzzle, Encoding::Moves)
    }

    /// Makes the table. Calls `progress` after each level with the number of states at distance 0,
    /// 1, 2, ...
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) for a shape that no table is made of, [`Error::Memory`](crate::Error::Memory) if there is not
    /// enough memory.
    pub fn table(&self, progress: impl FnMut(&[u64])) -> Result<NewTable> {
        match self.puzzle {
            Puzzle::Sliding(orbit) if BitParallel::serves(orbit) => {
                let generator = BitParallel::new(orbit, self.threads);
                let (counts, entries) = generator.run::<KeepMoves>(progress)?;
                Ok(NewTable::new(self.puzzle, Encoding::Moves, counts, entries))
            }
            Puzzle::Sliding(orbit) => generate_plainly(&Sliding::try_from(orbit)?),
            Puzzle::Swap(side) => generate_plainly(&Swap::new(side)),
        }
    }

    /// Counts the states at each distance without making a table.
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub fn census(&self, progress: impl FnMut(&[u64])) -> Result<Vec<u64>> {
        match self.puzzle {
            Puzzle::Sliding(orbit) if BitParallel::serves(orbit) => {
                Ok(BitParallel::new(orbit, self.threads).run::<CountOnly>(progress)?.0)
            }
            Puzzle::Sliding(orbit) => search_backwards(&Sliding::try_from(orbit)?, |_, _| ()),
            Puzzle::Swap(side) => search_backwards(&Swap::new(side), |_, _| ()),
        }
    }
}
