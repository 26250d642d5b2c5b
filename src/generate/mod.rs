//! Generating: solving a puzzle completely, by searching backwards from the goals.

mod bits;
mod memory;
mod plain;

use crate::error::Result;
use crate::puzzle::{MAX_TABLED_CELLS, Puzzle};
use crate::space::{PatternSpace, Sliding, Swap};
use crate::table::{Encoding, NewTable, format};
pub use bits::{HalfEntries, Keep, Levels, ProofError};
pub use plain::{generate_plainly, search_backwards};
pub(crate) use plain::{plain_entries, plain_half};

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
    encoding: Encoding,
    threads: usize,
}

impl Generator {
    /// A generator on as many threads as the machine has processors, with entries of four bits for
    /// shapes of up to twelve cells and of one bit beyond.
    #[must_use]
    pub fn new(puzzle: impl Into<Puzzle>) -> Generator {
        let puzzle = puzzle.into();
        let encoding = match puzzle {
            Puzzle::Sliding(orbit) if orbit.shape().cells() > 12 => Encoding::Half,
            Puzzle::Pattern(_) => Encoding::Half,
            _ => Encoding::Moves,
        };
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Generator { puzzle, encoding, threads }
    }

    /// The same on this many threads; 0 is 1. If the system allows fewer, fewer do the work.
    #[must_use]
    pub fn threads(self, threads: usize) -> Generator {
        Generator { threads: threads.max(1), ..self }
    }

    /// The same with entries in this encoding. There is no choice for the alternating-swap puzzle,
    /// which has [`Encoding::Moves`], and for patterns, which have [`Encoding::Half`].
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Generator {
        match self.puzzle {
            Puzzle::Sliding(_) => Generator { encoding, ..self },
            _ => self,
        }
    }

    /// Bytes of memory that [`census`](Self::census) takes.
    #[must_use]
    pub fn census_memory(&self) -> u64 {
        self.memory(Keep::Counts)
    }

    /// Bytes of memory that [`table`](Self::table) takes.
    #[must_use]
    pub fn table_memory(&self) -> u64 {
        self.memory(match self.encoding {
            Encoding::Moves => Keep::Moves,
            Encoding::Half => Keep::Half,
        })
    }

    fn memory(&self, keep: Keep) -> u64 {
        // Without levels, a byte and a half for each state.
        self.levels().map_or(2 * self.puzzle.states() + (1 << 20), |levels| levels.memory(keep))
    }

    /// Bytes of the table's file.
    #[must_use]
    pub const fn table_len(&self) -> u64 {
        format::file_len(self.puzzle, self.encoding)
    }

    /// Makes the table. Calls `progress` after each level with the number of states at distance 0,
    /// 1, 2, ...
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) for a shape that no table is made of,
    /// [`Error::Memory`](crate::Error::Memory) if there is not enough memory.
    pub fn table(&self, progress: impl FnMut(&[u64])) -> Result<NewTable> {
        let (puzzle, encoding) = (self.puzzle, self.encoding);
        match (self.levels(), puzzle, encoding) {
            (Some(levels), _, Encoding::Half) => {
                let half = levels.half(progress)?;
                Ok(NewTable::new(puzzle, encoding, half.counts().to_vec(), half))
            }
            (Some(levels), _, Encoding::Moves) => {
                let (counts, entries) = levels.moves(progress)?;
                Ok(NewTable::new(puzzle, encoding, counts, entries))
            }
            (None, Puzzle::Sliding(orbit), _) => {
                generate_plainly(&Sliding::try_from(orbit)?, encoding)
            }
            (None, Puzzle::Swap(side), _) => generate_plainly(&Swap::new(side), encoding),
            (None, Puzzle::Pattern(pattern), _) => {
                let (counts, entries) = plain_half(&PatternSpace::new(pattern))?;
                Ok(NewTable::new(puzzle, encoding, counts, entries))
            }
        }
    }

    /// Counts the states at each distance without making a table.
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub fn census(&self, progress: impl FnMut(&[u64])) -> Result<Vec<u64>> {
        match (self.levels(), self.puzzle) {
            (Some(levels), _) => levels.census(progress),
            (None, Puzzle::Sliding(orbit)) => {
                search_backwards(&Sliding::try_from(orbit)?, |_, _, _| ())
            }
            (None, Puzzle::Swap(side)) => search_backwards(&Swap::new(side), |_, _, _| ()),
            (None, Puzzle::Pattern(pattern)) => {
                search_backwards(&PatternSpace::new(pattern), |_, _, _| ())
            }
        }
    }

    /// The bit-parallel generator, if it serves the puzzle.
    fn levels(&self) -> Option<Levels> {
        match self.puzzle {
            Puzzle::Sliding(orbit) if orbit.shape().cells() <= MAX_TABLED_CELLS => {
                Some(Levels::sliding(orbit)?.threads(self.threads))
            }
            Puzzle::Pattern(pattern) => {
                Some(Levels::pattern(&PatternSpace::new(pattern))?.threads(self.threads))
            }
            _ => None,
        }
    }
}
