//! Generating tables: solving a puzzle completely by searching backwards from its goal.

use std::ops::ControlFlow;
use std::sync::OnceLock;

#[cfg(test)]
pub(crate) use tilebase_core::generate::bfs_from_goal;
pub(crate) use tilebase_core::generate::{
    Grower, LabelLevels, Levels, Proved, RunLevels, bfs_from, plain_distances, plain_entries,
};

use crate::error::Result;
use crate::puzzle::Puzzle;
use crate::space::PatternSpace;
use crate::table::{Encoding, NewTable, format};
use crate::threads::Threads;

/// The distance of every state of a pattern, found on this many threads. Unreachable states have 0.
pub(crate) fn pattern_distances(space: &PatternSpace, threads: usize) -> Result<Vec<u8>> {
    match Levels::pattern(space)? {
        Some(levels) => levels.threads(threads).distances(),
        // Fewer than five tiles.
        None => plain_distances(space),
    }
}

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
/// use tilebase::{Error, generate::Generator, puzzle::{Orbit, SmallShape}};
/// let corner = Orbit::new(SmallShape::default(), 8)?;
/// let generator = Generator::new(corner).threads(2);
/// let counts = generator.census(|_| ControlFlow::Continue(()))?;
/// assert_eq!((counts.len() - 1, counts.last()), (31, Some(&2)));
/// // It stops when the function breaks.
/// assert!(matches!(generator.census(|_| ControlFlow::Break(())), Err(Error::Interrupted)));
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Debug)]
pub struct Generator {
    puzzle: Puzzle,
    encoding: Encoding,
    threads: Threads,
    is_plain: bool,
    /// Grows the levels, once it is needed.
    grower: OnceLock<Grower>,
}

impl Generator {
    /// Creates a generator that uses all processors. Entries have four bits for all boards of
    /// up to twelve cells in the single-tile metric, two bits in the multi-tile metric, and one bit
    /// otherwise.
    pub fn new(puzzle: impl Into<Puzzle>) -> Generator {
        let puzzle = puzzle.into();
        let encoding = Encoding::usual(puzzle);
        let grower = OnceLock::new();
        Generator { puzzle, encoding, threads: Threads::default(), is_plain: false, grower }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Sets the number of threads; 0 means 1. If fewer can be started, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> Generator {
        Generator { threads: Threads::new(threads), grower: OnceLock::new(), ..self }
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
        Generator { is_plain: true, grower: OnceLock::new(), ..self }
    }

    /// The memory that [`census`](Self::census) needs, in bytes.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`](crate::Error::Memory) if there is not even enough to find that out.
    pub fn census_memory(&self) -> Result<u64> {
        Ok(self.grower()?.memory(None))
    }

    /// The memory that [`table`](Self::table) needs, in bytes.
    ///
    /// # Errors
    ///
    /// As for [`census_memory`](Self::census_memory).
    pub fn table_memory(&self) -> Result<u64> {
        Ok(self.grower()?.memory(Some(self.encoding)))
    }

    /// The number of bits of a table's entry.
    pub const fn bits(&self) -> u32 {
        self.encoding.bits()
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
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the shape is too large for a table,
    /// [`Error::Memory`](crate::Error::Memory) if there is not enough memory,
    /// [`Error::Interrupted`](crate::Error::Interrupted) if `progress` breaks.
    pub fn table(&self, mut progress: impl FnMut(&[u64]) -> ControlFlow<()>) -> Result<NewTable> {
        Ok(self.grower()?.table(self.encoding, &mut progress)?.into())
    }

    /// Counts the states at each distance without generating a table. Calls `progress` as
    /// [`table`](Self::table) does.
    pub fn census(&self, mut progress: impl FnMut(&[u64]) -> ControlFlow<()>) -> Result<Vec<u64>> {
        self.grower()?.census(&mut progress)
    }

    fn grower(&self) -> Result<&Grower> {
        if let Some(grower) = self.grower.get() {
            return Ok(grower);
        }
        let grower = Grower::new(self.puzzle, self.threads.count(), self.is_plain)?;
        // If another thread was quicker, its grower is the same.
        Ok(self.grower.get_or_init(|| grower))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow::{Break, Continue};

    use super::*;
    use crate::error::Error;
    use crate::known::known;
    use crate::puzzle::Orbit;
    use crate::table::Table;
    use crate::verify::prove;

    /// The counts, and the bits of all distances.
    fn bytes(levels: &Levels) -> (Vec<u64>, Vec<u8>) {
        let bits = levels.distance_bits(|_| Continue(())).expect("memory");
        (bits.counts().to_vec(), bits.chunks().flatten().collect())
    }

    /// 2x6 and 3x4: the published counts, and proofs of both encodings.
    #[test]
    fn tables_of_twelve_cells_have_the_published_counts() {
        let shapes = ["6x2", "4x3"].map(|shape| shape.parse().expect("a shape"));
        let orbits = shapes.into_iter().flat_map(Orbit::all);
        let published: Vec<_> = orbits.filter_map(|it| Some((it, known(it.into())?))).collect();
        assert_eq!(published.len(), 2);
        for (orbit, known) in published {
            let levels = Levels::sliding(orbit).expect("five tiles or more");
            let (counts, bits) = bytes(&levels);
            assert_eq!(counts, known.counts, "{orbit}");
            assert_eq!(
                levels.prove(Encoding::DistanceBit, &bits, |_| Continue(())).expect("memory"),
                Proved::Right(counts)
            );
        }
    }

    #[test]
    #[ignore = "minutes and 17 GB of memory: all of 2x7, generated and proved"]
    fn all_of_2x7_has_the_published_counts() {
        let orbit = Orbit::new("7x2".parse().expect("a shape"), 13).expect("a cell");
        let known = known(orbit.into()).expect("a row").counts;
        let levels = Levels::sliding(orbit).expect("five tiles or more");
        let (counts, bits) = bytes(&levels);
        assert_eq!((counts.len(), counts.last()), (109, Some(&1)));
        assert_eq!((&counts, counts.iter().sum::<u64>()), (&known, 43_589_145_600));
        assert_eq!(
            levels.prove(Encoding::DistanceBit, &bits, |_| Continue(())).expect("memory"),
            Proved::Right(counts)
        );
    }

    /// Breaks the second time that it sees the same counts: in the middle of a level.
    fn within_a_level() -> impl FnMut(&[u64]) -> ControlFlow<()> {
        let mut levels = 0;
        move |counts| {
            let is_same = counts.len() == std::mem::replace(&mut levels, counts.len());
            if is_same { Break(()) } else { Continue(()) }
        }
    }

    /// Long work stops in the middle of a level, on any number of threads.
    #[test]
    fn all_that_takes_long_can_be_stopped() {
        let orbit = Orbit::new("2x5".parse().expect("a shape"), 9).expect("a goal");
        let is_stopped = |error: Error| matches!(error, Error::Interrupted);
        let mut bytes = Vec::new();
        let table = Generator::new(orbit).table(|_| Continue(())).expect("memory");
        table.write_to(&mut bytes).expect("memory");
        let table = Table::from_bytes("2x5", bytes).expect("a table");
        for threads in [1, 4] {
            let generator = Generator::new(orbit).threads(threads);
            assert!(is_stopped(generator.census(within_a_level()).unwrap_err()));
            assert!(is_stopped(generator.table(within_a_level()).unwrap_err()));
            assert!(is_stopped(prove(&table, threads, within_a_level()).unwrap_err()));
        }
    }
}
