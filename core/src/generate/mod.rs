//! Growing the levels of a puzzle from its goal: the entries of its table, and their numbers.

mod bits;
mod labels;
mod multi_levels;
mod plain;
mod zeroed;

use std::ops::{ControlFlow, RangeInclusive};

use crate::error::Result;
use crate::puzzle::{Class, MAX_MULTI_CELLS, Puzzle, Shape};
use crate::space::{LabelSpace, Multi, PatternSpace, Sliding};
use crate::table_format::{Encoding, Entries, TableFile};
pub use bits::{Levels, Proved, RunLevels};
pub use labels::LabelLevels;
pub use plain::{bfs_from, bfs_from_goal, plain_distances, plain_entries};

/// The progress of a generator: called with the number of states at distance 0, 1, 2, ... after
/// each level and often in between. If it breaks, all threads stop.
pub type Progress<'p> = &'p mut dyn FnMut(&[u64]) -> ControlFlow<()>;

/// Grows the levels of any puzzle: by the bit-parallel generators if they support it, else by the
/// plain one.
#[derive(Debug)]
pub struct Grower {
    puzzle: Puzzle,
    method: GrowMethod,
}

#[derive(Debug)]
enum GrowMethod {
    Bits(Box<Levels>),
    Runs(Box<RunLevels>),
    Labels(Box<LabelLevels>),
    Plain,
}

impl Grower {
    /// Chooses the method for a puzzle, on this many threads. If `is_plain`, that is the plain one.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::puzzle::TooLarge) if the shape is too large for the multi-tile metric,
    /// [`Error::Memory`] if there is not enough memory to prepare.
    pub fn new(puzzle: Puzzle, threads: usize, is_plain: bool) -> Result<Grower> {
        if let Puzzle::Multi(orbit) = puzzle {
            let size = Shape::from(orbit.shape());
            size.expect_at_most(MAX_MULTI_CELLS, "a table in the multi-tile metric")?;
        }
        let bits = |levels: Levels| GrowMethod::Bits(Box::new(levels.threads(threads)));
        let method = match puzzle {
            _ if is_plain => None,
            Puzzle::Labelled(labelling) => {
                let levels = LabelLevels::new(LabelSpace::new(labelling), threads);
                Some(GrowMethod::Labels(Box::new(levels)))
            }
            Puzzle::Multi(orbit) => RunLevels::new(orbit)
                .map(|levels| GrowMethod::Runs(Box::new(levels.threads(threads)))),
            Puzzle::Sliding(orbit) if orbit.shape().class() == Class::Tabled => {
                Levels::sliding(orbit).map(bits)
            }
            Puzzle::Sliding(_) => None,
            Puzzle::Pattern(pattern) => Levels::pattern(&PatternSpace::new(pattern)?)?.map(bits),
        };
        Ok(Grower { puzzle, method: method.unwrap_or(GrowMethod::Plain) })
    }

    /// The memory that is needed, in bytes, to keep entries in this encoding, or only to count.
    pub fn memory(&self, kept: Option<Encoding>) -> u64 {
        match &self.method {
            GrowMethod::Bits(levels) => levels.memory(kept),
            GrowMethod::Runs(levels) => levels.memory(),
            GrowMethod::Labels(levels) => levels.memory(),
            // At most two bytes for each state.
            GrowMethod::Plain => 2 * self.puzzle.states() + (1 << 20),
        }
    }

    /// The number of states at distance 0, 1, 2, ...
    ///
    /// # Errors
    ///
    /// As for [`entries`](Self::entries).
    pub fn census(&self, progress: Progress<'_>) -> Result<Vec<u64>> {
        match &self.method {
            GrowMethod::Bits(levels) => levels.census(progress),
            GrowMethod::Runs(levels) => Ok(levels.distances(progress)?.0),
            GrowMethod::Labels(levels) => Ok(levels.distances(progress)?.0),
            // It is for small puzzles.
            GrowMethod::Plain => Ok(self.entries(Encoding::usual(self.puzzle), progress)?.0),
        }
    }

    /// The counts, and the entries of the table. The encoding is one that the puzzle's tables have.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] if the shape is too large for a table,
    /// [`Error::Memory`] if there is not enough memory,
    /// [`Error::Interrupted`] if `progress` breaks.
    pub fn entries(
        &self,
        encoding: Encoding,
        progress: Progress<'_>,
    ) -> Result<(Vec<u64>, Box<dyn Entries>)> {
        Ok(match &self.method {
            GrowMethod::Bits(levels) if encoding == Encoding::DistanceBit => {
                let bits = levels.distance_bits(progress)?;
                (bits.counts().to_vec(), Box::new(bits))
            }
            GrowMethod::Bits(levels) => boxed(levels.moves(progress)?),
            GrowMethod::Runs(levels) => boxed(levels.distances(progress)?),
            GrowMethod::Labels(levels) => boxed(levels.distances(progress)?),
            GrowMethod::Plain => boxed(match self.puzzle {
                Puzzle::Sliding(orbit) => {
                    plain_entries(&Sliding::try_from(orbit)?, encoding, progress)?
                }
                Puzzle::Multi(orbit) => plain_entries(&Multi::new(orbit)?, encoding, progress)?,
                Puzzle::Pattern(pattern) => {
                    plain_entries(&PatternSpace::new(pattern)?, encoding, progress)?
                }
                Puzzle::Labelled(labelling) => {
                    plain_entries(&LabelSpace::new(labelling), encoding, progress)?
                }
            }),
        })
    }

    /// For each of these ranges of distances, the indices of all boards in it. A list with more
    /// than `most` boards is incomplete. `None` if only the plain generator supports the puzzle.
    ///
    /// # Errors
    ///
    /// As for [`entries`](Self::entries).
    pub fn indices(
        &self,
        ranges: &[RangeInclusive<u32>],
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Option<Vec<Vec<u64>>>> {
        match &self.method {
            GrowMethod::Bits(levels) => levels.indices(ranges, most, progress).map(Some),
            GrowMethod::Runs(levels) => levels.indices(ranges, most, progress).map(Some),
            GrowMethod::Labels(_) | GrowMethod::Plain => Ok(None),
        }
    }

    /// The puzzle's table.
    ///
    /// # Errors
    ///
    /// As for [`entries`](Self::entries).
    pub fn table(&self, encoding: Encoding, progress: Progress<'_>) -> Result<TableFile> {
        let (counts, entries) = self.entries(encoding, progress)?;
        TableFile::new(self.puzzle, encoding, counts, entries, progress)
    }
}

fn boxed<E: Entries + 'static>((counts, entries): (Vec<u64>, E)) -> (Vec<u64>, Box<dyn Entries>) {
    (counts, Box::new(entries))
}
