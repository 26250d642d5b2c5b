//! The bit-parallel generator: it finds whole levels at once, with sixty states per word.
//!
//! # States as bits
//!
//! A state is a segment and an order of tiles. On a whole board the segment is the cell of the
//! blank; in a [pattern](crate::puzzle::Pattern) it is the cells that hold the pattern's tiles and
//! the zone that contains the blank. Orders are numbered by their rank. Of the ranks 2k and 2k + 1
//! exactly one has a given parity, so the orders of one parity are numbers k below tiles!/2: a
//! *plane* of bits. A segment of a whole board is one plane, since the other parity cannot be
//! reached; a segment of a pattern is two.
//!
//! The last five tiles of an order have 5! = 120 arrangements, ranks 120w to 120w + 119 for given
//! leading tiles; half of them have the plane's parity. So word w of a plane holds the 60 states
//! whose leading tiles are arranged in the way numbered w.
//!
//! # A move as words
//!
//! The next level is found plane by plane. For each move, this determines which states of the plane
//! the move takes into the previous level. A horizontal move does not change the order, so these
//! are the states of the other plane, word by word. A vertical move rotates a window of the order,
//! and there are three cases, depending on where the window lies:
//!
//! * **before the last five**: the leading tiles change and the last five do not. Whole words are
//!   permuted, in runs whose length is the number of arrangements of the leading tiles after the
//!   window.
//! * **inside the last five**: the words stay, and the 60 bits of each are permuted. The
//!   permutation depends on the parity of the last five tiles, and so on that of the leading tiles.
//! * **across the boundary**: a rotation of the window's leading tiles, an exchange of the two
//!   tiles next to the boundary, and a rotation of the rest. The exchange takes place among six
//!   consecutive words: each has five groups of 12 bits, one from each of the other words.
//!
//! # Two levels are enough
//!
//! Every move can be undone and changes the parity of the distance. So all neighbours of a level
//! are in the previous level or in the next one: the next level is the set of all neighbours minus
//! the previous level. No earlier level is needed.
//!
//! Half of the planes have even distances, the others odd ones. A level occupies one half, and the
//! next level overwrites the level before the last, which it was just compared with. So the levels
//! take one bit per state.
//!
//! A recorder decides what to do with the levels. It keeps the optimal moves of each state, or bit
//! 1 of its distance, or only counts. Or it compares these with a table. That proves the table,
//! since the levels do not depend on it.
//!
//! # Plain loops
//!
//! `build.rs` makes small pattern tables with this, and in a debug build it is not optimized. So
//! the innermost loops use no iterators, which would then take several times as long.
//!
//! # Threads
//!
//! The planes of the next level are divided into pieces, and each free thread takes the next one.
//! Only that thread writes the words of the piece and what is recorded for them, and the planes it
//! reads do not change in the meantime. So the result depends neither on the number of threads nor
//! on their timing.

mod board_planes;
mod carry;
mod growth;
mod packed;
mod planes;
mod recorder;
mod shuffle;
mod words;

use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::AtomicU8;
use std::sync::{Arc, Mutex};

use crate::error::{Error, Fault, Result};
use crate::puzzle::Orbit;
use crate::space::PatternSpace;
use crate::table_format::Encoding;
use crate::threads::Threads;
pub use board_planes::RunLevels;
use growth::{Growth, grow, memory};
use packed::Packing;
pub(super) use packed::{DistanceBits, spread_half};
use planes::Planes;
use recorder::{
    CheckDistanceBits, CheckMoves, CountOnly, KeepDistanceBits, KeepMoves, ListStates, Recorder,
    WriteDistances,
};
use words::{LAST, STATES, words};

#[cfg(test)]
mod tests;

/// The outcome of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// All entries are right. These are the numbers of states at distance 0, 1, 2, ...
    Right(Vec<u64>),
    /// An entry is wrong. It is the first one in the order of distance, then index.
    Wrong {
        /// The state.
        index: u64,
        /// The state's distance, as found by the proof, or `None` if it cannot be reached. Then the
        /// entry should be 0.
        distance: Option<u32>,
    },
}

/// Finds all levels of a puzzle or a pattern, one whole level at a time. A level is the set of
/// states at one distance.
///
/// The result does not depend on the number of threads. `progress` is called with the number
/// of states at distance 0, 1, 2, ... so far, after each level and often in between. If it breaks,
/// all threads stop, and the error is [`Error::Interrupted`].
#[derive(Debug)]
pub struct Levels {
    planes: Planes,
    packing: Arc<Packing>,
    threads: Threads,
}

impl Levels {
    /// The levels of the boards that reach an orbit's goal, or `None` for 2x2, which has fewer than
    /// five tiles.
    pub fn sliding(orbit: Orbit) -> Option<Levels> {
        (orbit.shape().tiles() >= LAST).then(|| Levels::new(Planes::sliding(orbit)))
    }

    /// The levels of a pattern, or `None` if it has fewer than five tiles.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory for the moves between its segments.
    pub fn pattern(space: &PatternSpace) -> Result<Option<Levels>> {
        if space.pattern().tiles() < LAST {
            return Ok(None);
        }
        Ok(Some(Levels::new(Planes::pattern(space)?)))
    }

    fn new(planes: Planes) -> Levels {
        let threads = Threads::default();
        Levels { packing: Arc::new(Packing::new(&planes)), planes, threads }
    }

    /// Sets the number of threads; 0 means 1. If fewer can be started, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> Levels {
        Levels { threads: Threads::new(threads), ..self }
    }

    /// The number of states in a table, including unreachable ones.
    fn states(&self) -> u64 {
        self.planes.all.len() as u64 * words(self.planes.tiles) * STATES as u64
    }

    /// The memory needed to find all levels and to keep entries, in bytes. Counting the states, or
    /// a proof, keeps none.
    pub fn memory(&self, kept: Option<Encoding>) -> u64 {
        let bytes = match kept {
            None => memory::<CountOnly>(&self.planes),
            Some(Encoding::DistanceBit) => memory::<KeepDistanceBits>(&self.planes),
            // The other encoding is that of the multi-tile metric, which `RunLevels` makes.
            Some(_) => memory::<KeepMoves>(&self.planes),
        };
        // Plus a little for the program itself, the moves between planes and the output.
        bytes.saturating_add(4 << 20)
    }

    /// The number of states at distance 0, 1, 2, ...
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn census(&self, progress: impl FnMut(&[u64]) -> ControlFlow<()>) -> Result<Vec<u64>> {
        Ok(self.grow(&CountOnly, progress)?.counts)
    }

    /// For each of these ranges of distances, the indices of all states at that distance, in
    /// ascending order. A list with more than `most` states is incomplete.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory for the levels.
    pub fn indices(
        &self,
        ranges: &[RangeInclusive<u32>],
        most: usize,
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<u64>>> {
        let lists = ranges.iter().map(|range| (range.clone(), Mutex::default())).collect();
        let recorder = ListStates { packing: &self.packing, lists, most };
        self.grow(&recorder, progress)?;
        let sorted = recorder.lists.into_iter().map(|(_, list)| {
            let mut list = list.into_inner().expect("work that does not panic");
            list.sort_unstable();
            list
        });
        Ok(sorted.collect())
    }

    /// Bit 1 of the distance of every state. Unreachable states have 0.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn distance_bits(
        &self,
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<DistanceBits> {
        let Growth { counts, kept, .. } = self.grow(&KeepDistanceBits, progress)?;
        Ok(DistanceBits::new(Arc::clone(&self.packing), counts, kept))
    }

    /// The distance of every state, at its index. Unreachable states have 0.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn distances(&self) -> Result<Vec<u8>> {
        let bytes = self.states();
        let mut distances = Vec::new();
        distances.try_reserve_exact(bytes as usize).map_err(|_| Error::Memory { bytes })?;
        distances.resize_with(bytes as usize, AtomicU8::default);
        let recorder = WriteDistances { packing: &self.packing, distances: &distances };
        self.grow(&recorder, |_| ControlFlow::Continue(()))?;
        Ok(distances.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// The counts, and the optimal moves of every board: entry i is the low half of byte i/2 for
    /// even i, the high half for odd i.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory, and [`Error::Table`] for the levels of a
    /// pattern, whose moves are not those of a blank.
    pub fn moves(
        &self,
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(Vec<u64>, Vec<u8>)> {
        self.expect_encoding(Encoding::Moves)?;
        let Growth { counts, kept, .. } = self.grow(&KeepMoves, progress)?;
        Ok((counts, kept.into_flattened()))
    }

    /// Proves that these are the entries of [`distance_bits`](Self::distance_bits) or of
    /// [`moves`](Self::moves). Needs as much memory as [`census`](Self::census), and reads the
    /// entries in no particular order.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] for too many or too few bytes, for moves of a pattern and for the encoding
    /// of the multi-tile metric, [`Error::Memory`] if there is not enough memory. A wrong entry is
    /// not an error.
    pub fn prove(
        &self,
        encoding: Encoding,
        entries: &[u8],
        mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<Proved> {
        self.expect_encoding(encoding)?;
        let (found, expected) = (entries.len() as u64, encoding.len(self.states()));
        if found != expected {
            return Err(in_memory(Fault::Length { found, expected }));
        }
        let packing = &self.packing;
        let growth = match encoding {
            Encoding::DistanceBit => {
                self.grow(&CheckDistanceBits { packing, bits: entries }, &mut progress)?
            }
            _ => self.grow(&CheckMoves { packing, entries }, &mut progress)?,
        };
        let Growth { counts, wrong, .. } = growth;
        if let Some(index) = wrong {
            return Ok(Proved::Wrong { index, distance: Some(counts.len() as u32 - 1) });
        }
        // In a table of moves, every state is in a level.
        if encoding == Encoding::DistanceBit && counts.iter().sum::<u64>() < self.states() {
            let unreachable = self.first_unreachable(entries, || progress(&counts))?;
            if let Some(index) = unreachable {
                return Ok(Proved::Wrong { index, distance: None });
            }
        }
        Ok(Proved::Right(counts))
    }

    /// Refuses entries that these levels do not have.
    fn expect_encoding(&self, encoding: Encoding) -> Result<()> {
        let expected = match encoding {
            Encoding::DistanceModulo3 => "4 or 1 in the single-tile metric",
            Encoding::Moves if self.planes.paired => "1 for a pattern",
            Encoding::Moves | Encoding::DistanceBit => return Ok(()),
        };
        let (field, found) = ("entry_bits", encoding.bits().into());
        Err(in_memory(Fault::Field { field, found, expected: expected.to_owned() }))
    }

    fn grow<R: Recorder>(
        &self,
        recorder: &R,
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<Growth<R::Kept>> {
        grow(&self.planes, self.threads.count(), recorder, progress)
    }

    /// The first state in no level whose entry is not 0, after all others were proved. A pattern
    /// that leaves out no tile, or just one, has such states, because their parity is wrong.
    fn first_unreachable(
        &self,
        bits: &[u8],
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<Option<u64>> {
        let right = self.distance_bits(|_| watch())?;
        let mut bytes = (0..).zip(right.chunks().flatten().zip(bits));
        Ok(bytes.find_map(|(position, (expected, found))| {
            let difference = found ^ expected;
            (difference != 0).then(|| position * 8 + u64::from(difference.trailing_zeros()))
        }))
    }
}

/// The error for entries that no file has.
fn in_memory(fault: Fault) -> Error {
    Error::Table { name: "in memory".to_owned(), puzzle: None, fault }
}
