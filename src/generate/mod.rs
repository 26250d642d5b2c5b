//! Generating tables: solving a puzzle completely by searching backwards from its goal.

mod bits;
mod by_runs;
mod labels;
mod memory;
mod plain;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::error::Result;
use crate::puzzle::{Extent, MAX_MULTI_CELLS, MAX_TABLED_CELLS, Puzzle};
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

/// What finds the levels of a puzzle.
enum Grower<'g> {
    Bits(&'g Levels),
    Runs(Box<RunLevels>),
    Labels(Box<LabelLevels>),
    Plain,
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
    /// let orbit = Orbit::new("3x2".parse()?, 5)?;
    /// let counts = Generator::new(orbit).census(|_| Continue(()))?;
    /// assert_eq!(Generator::new(orbit).plain().census(|_| Continue(()))?, counts);
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
        Ok(match self.grower()? {
            Grower::Bits(levels) => levels.memory(kept),
            Grower::Runs(levels) => levels.memory(),
            Grower::Labels(levels) => levels.memory(),
            // At most two bytes for each state.
            Grower::Plain => 2 * self.puzzle.states() + (1 << 20),
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
        match self.grower()? {
            Grower::Bits(levels) if encoding == Encoding::DistanceBit => {
                let bits = levels.distance_bits(&mut progress)?;
                NewTable::new(puzzle, encoding, bits.counts().to_vec(), bits, progress)
            }
            Grower::Bits(levels) => {
                let (counts, entries) = levels.moves(&mut progress)?;
                NewTable::new(puzzle, encoding, counts, entries, progress)
            }
            Grower::Runs(levels) => {
                let (counts, distances) = levels.distances(&mut progress)?;
                NewTable::new(puzzle, encoding, counts, distances, progress)
            }
            Grower::Labels(levels) => {
                let (counts, distances) = levels.distances(&mut progress)?;
                NewTable::new(puzzle, encoding, counts, distances, progress)
            }
            Grower::Plain => match puzzle {
                Puzzle::Sliding(orbit) => {
                    generate_by_bfs(&Sliding::try_from(orbit)?, encoding, progress)
                }
                Puzzle::Multi(orbit) => generate_by_bfs(&Multi::new(orbit)?, encoding, progress),
                Puzzle::Pattern(pattern) => {
                    generate_by_bfs(&PatternSpace::new(pattern)?, encoding, progress)
                }
                Puzzle::Labelled(_) => unreachable!("every labelling has a fast generator"),
            },
        }
    }

    /// Counts the states at each distance without generating a table. Calls `progress` as
    /// [`table`](Self::table) does.
    pub fn census(&self, progress: impl FnMut(&[u64]) -> ControlFlow<()>) -> Result<Vec<u64>> {
        match self.grower()? {
            Grower::Bits(levels) => levels.census(progress),
            Grower::Runs(levels) => Ok(levels.distances(progress)?.0),
            Grower::Labels(levels) => Ok(levels.distances(progress)?.0),
            // It is for small puzzles.
            Grower::Plain => Ok(self.table(progress)?.header().counts().to_vec()),
        }
    }

    fn grower(&self) -> Result<Grower<'_>> {
        if let Puzzle::Multi(orbit) = self.puzzle {
            let size = Extent::from(orbit.shape());
            size.expect_at_most(MAX_MULTI_CELLS, "a table in the multi-tile metric")?;
        }
        match self.puzzle {
            Puzzle::Labelled(labelling) => {
                let levels = LabelLevels::new(LabelSpace::new(labelling), self.threads);
                Ok(Grower::Labels(Box::new(levels)))
            }
            _ if self.is_plain => Ok(Grower::Plain),
            Puzzle::Multi(orbit) => Ok(match RunLevels::new(orbit) {
                Some(levels) => Grower::Runs(Box::new(levels.threads(self.threads))),
                None => Grower::Plain,
            }),
            Puzzle::Sliding(_) | Puzzle::Pattern(_) => {
                Ok(self.levels()?.map_or(Grower::Plain, Grower::Bits))
            }
        }
    }

    /// The bit-parallel generator, if it supports the puzzle.
    fn levels(&self) -> Result<Option<&Levels>> {
        if self.levels.get().is_none() {
            let made = match self.puzzle {
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
