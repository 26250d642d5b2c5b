//! Generating tables: solving a puzzle completely by searching backwards from its goal.

mod bits;
mod by_runs;
mod labels;
mod memory;
mod plain;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::error::{Error, Result};
use crate::puzzle::{MAX_MULTI_CELLS, MAX_TABLED_CELLS, Puzzle};
use crate::space::{LabelSpace, Multi, PatternSpace, Sliding};
use crate::table::{Encoding, NewTable, format};
use crate::threads::processors;
pub(crate) use bits::{Levels, Proved, RunLevels};
pub(crate) use labels::LabelLevels;
#[cfg(test)]
pub(crate) use plain::bfs_from_goal;
use plain::generate_by_bfs;
pub(crate) use plain::{plain_distances, plain_entries};

/// Generates the table of a puzzle, with the default settings of [`Generator`].
///
/// ```
/// use tilebase::{generate::generate, puzzle::Orbit};
/// let table = generate(Orbit::new("2x4".parse()?, 7)?)?;
/// assert_eq!(table.header().diameter(), 36);
/// # Ok::<(), tilebase::Error>(())
/// ```
pub fn generate(puzzle: impl Into<Puzzle>) -> Result<NewTable> {
    Generator::new(puzzle).table(|_| ControlFlow::Continue(()))
}

/// Generates the table of a puzzle. Uses the bit-parallel generator if it supports the puzzle, else
/// the plain one.
///
/// The result does not depend on the number of threads.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilebase::{Error, Shape, generate::Generator, puzzle::Orbit};
/// let corner = Orbit::new(Shape::default(), 8)?;
/// let generator = Generator::new(corner).threads(2);
/// let counts = generator.census(|_| ControlFlow::Continue(()))?;
/// assert_eq!((counts.len() - 1, counts.last()), (31, Some(&2)));
/// // It stops when it is told to.
/// assert!(matches!(generator.census(|_| ControlFlow::Break(())), Err(Error::Interrupted)));
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    puzzle: Puzzle,
    encoding: Encoding,
    threads: usize,
    is_plain: bool,
    /// The bit-parallel generator once it is needed, or `None` if it does not support the puzzle.
    levels: OnceLock<Option<Levels>>,
}

impl Generator {
    /// Creates a generator that uses all processors. Entries have four bits for shapes of up to
    /// twelve cells, and one bit for larger ones.
    pub fn new(puzzle: impl Into<Puzzle>) -> Generator {
        let puzzle = puzzle.into();
        let encoding = match puzzle {
            Puzzle::Sliding(orbit) if orbit.shape().cells() > 12 => Encoding::DistanceBit,
            Puzzle::Pattern(_) => Encoding::DistanceBit,
            Puzzle::Multi(_) | Puzzle::Labelled(_) => Encoding::DistanceModulo3,
            Puzzle::Sliding(_) => Encoding::Moves,
        };
        let levels = OnceLock::new();
        Generator { puzzle, encoding, threads: processors(), is_plain: false, levels }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Sets the number of threads; 0 means 1. If fewer can be started, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> Generator {
        Generator { threads: threads.max(1), levels: OnceLock::new(), ..self }
    }

    /// Sets the encoding of the entries. This has an effect only where there is a choice: on the
    /// sliding-tile puzzle in the single-tile metric, between [`Encoding::Moves`] and
    /// [`Encoding::DistanceBit`].
    #[must_use]
    pub fn encoding(self, encoding: Encoding) -> Generator {
        match (self.puzzle, encoding) {
            (Puzzle::Sliding(_), Encoding::Moves | Encoding::DistanceBit) => {
                Generator { encoding, ..self }
            }
            _ => self,
        }
    }

    /// Uses the plain generator on one thread, whatever the puzzle: a breadth-first search with
    /// lists of states. It is slow, and obviously right. The table is the same.
    ///
    /// ```
    /// use std::ops::ControlFlow::Continue;
    /// use tilebase::{generate::Generator, puzzle::Orbit};
    /// let generator = || Generator::new(Orbit::new("3x2".parse().unwrap(), 5).unwrap());
    /// let census = |generator: Generator| generator.census(|_| Continue(()));
    /// assert_eq!(census(generator())?, census(generator().plain())?);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    #[must_use]
    pub fn plain(self) -> Generator {
        Generator { is_plain: true, levels: OnceLock::new(), ..self }
    }

    /// The memory that [`census`](Self::census) needs, in bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not even enough to find that out.
    pub fn census_memory(&self) -> Result<u64> {
        self.memory(None)
    }

    /// The memory that [`table`](Self::table) needs, in bytes.
    ///
    /// # Errors
    ///
    /// As for [`census_memory`](Self::census_memory).
    pub fn table_memory(&self) -> Result<u64> {
        self.memory(Some(self.encoding))
    }

    fn memory(&self, kept: Option<Encoding>) -> Result<u64> {
        if let Some(runs) = self.runs()? {
            return Ok(runs.memory());
        }
        if let Some(labels) = self.labels() {
            return Ok(labels.memory());
        }
        Ok(match self.levels()? {
            Some(levels) => levels.memory(kept),
            // The plain generator needs at most two bytes for each state.
            None => 2 * self.puzzle.states() + (1 << 20),
        })
    }

    /// The size of the table's file, in bytes.
    pub const fn table_len(&self) -> u64 {
        format::file_len(self.puzzle, self.encoding)
    }

    /// Generates the table. Calls `progress` with the number of states at distance 0, 1, 2, ...,
    /// after each level and often in between. If it breaks, all threads stop.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] if the shape is too large for a table,
    /// [`Error::Memory`] if there is not enough memory,
    /// [`Error::Interrupted`] if `progress` breaks.
    pub fn table(&self, mut progress: impl FnMut(&[u64]) -> ControlFlow<()>) -> Result<NewTable> {
        let (puzzle, encoding) = (self.puzzle, self.encoding);
        if let Some(runs) = self.runs()? {
            let (counts, distances) = runs.distances(&mut progress)?;
            return NewTable::new(puzzle, encoding, counts, distances, progress);
        }
        if let Some(labels) = self.labels() {
            let (counts, distances) = labels.distances(&mut progress)?;
            return NewTable::new(puzzle, encoding, counts, distances, progress);
        }
        match (self.levels()?, puzzle, encoding) {
            (Some(levels), _, Encoding::DistanceBit) => {
                let bits = levels.distance_bits(&mut progress)?;
                NewTable::new(puzzle, encoding, bits.counts().to_vec(), bits, progress)
            }
            (Some(levels), _, _) => {
                let (counts, entries) = levels.moves(&mut progress)?;
                NewTable::new(puzzle, encoding, counts, entries, progress)
            }
            (None, Puzzle::Sliding(orbit), _) => {
                generate_by_bfs(&Sliding::try_from(orbit)?, encoding, progress)
            }
            (None, Puzzle::Multi(orbit), _) => {
                generate_by_bfs(&Multi::new(orbit)?, encoding, progress)
            }
            // Made above, since every labelling has a fast generator.
            (None, Puzzle::Labelled(labelling), _) => Err(Error::MultiTooLarge {
                shape: labelling.orbit().shape(),
                most: MAX_MULTI_CELLS,
            }),
            (None, Puzzle::Pattern(pattern), _) => {
                generate_by_bfs(&PatternSpace::new(pattern)?, encoding, progress)
            }
        }
    }

    /// Counts the states at each distance without generating a table. Calls `progress` as
    /// [`table`](Self::table) does.
    pub fn census(&self, progress: impl FnMut(&[u64]) -> ControlFlow<()>) -> Result<Vec<u64>> {
        if let Some(runs) = self.runs()? {
            return Ok(runs.distances(progress)?.0);
        }
        if let Some(labels) = self.labels() {
            return Ok(labels.distances(progress)?.0);
        }
        match self.levels()? {
            Some(levels) => levels.census(progress),
            // The plain generator is for small puzzles.
            None => Ok(self.table(progress)?.header().counts().to_vec()),
        }
    }

    /// The bit-parallel generator of the multi-tile metric, if the puzzle is in it.
    fn runs(&self) -> Result<Option<RunLevels>> {
        match self.puzzle {
            Puzzle::Multi(orbit) if orbit.shape().cells() > MAX_MULTI_CELLS => {
                Err(Error::MultiTooLarge { shape: orbit.shape(), most: MAX_MULTI_CELLS })
            }
            Puzzle::Multi(orbit) if !self.is_plain => {
                Ok(RunLevels::new(orbit).map(|levels| levels.threads(self.threads)))
            }
            _ => Ok(None),
        }
    }

    /// The generator of boards with labels, if these are what it makes.
    fn labels(&self) -> Option<LabelLevels> {
        match self.puzzle {
            Puzzle::Labelled(labelling) => {
                Some(LabelLevels::new(LabelSpace::new(labelling), self.threads))
            }
            _ => None,
        }
    }

    /// The bit-parallel generator, if it supports the puzzle.
    fn levels(&self) -> Result<Option<&Levels>> {
        if self.levels.get().is_none() {
            let made = match self.puzzle {
                _ if self.is_plain => None,
                Puzzle::Sliding(orbit) if orbit.shape().cells() <= MAX_TABLED_CELLS => {
                    Levels::sliding(orbit)
                }
                Puzzle::Pattern(pattern) => Levels::pattern(&PatternSpace::new(pattern)?)?,
                _ => None,
            };
            // If another thread was quicker, its levels are the same.
            let _ = self.levels.set(made.map(|levels| levels.threads(self.threads)));
        }
        Ok(self.levels.get().and_then(Option::as_ref))
    }
}
