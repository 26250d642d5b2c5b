//! The bit-parallel engine: whole levels at once, sixty states to a word.
//!
//! # States as bits
//!
//! A state is a segment and an order of tiles. On a whole board the segment is the cell of the
//! blank; in a [pattern](crate::puzzle::Pattern) it is the cells that hold the pattern's tiles and
//! the zone that the blank is in. Orders are numbered by their rank. Of the ranks 2k and 2k + 1
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
//! To find the next level, each of its planes asks, for each move, which of its states that move
//! leads into the level before. A horizontal move leaves the order as it is: the answer is the
//! other plane, word for word. A vertical move rotates a window of the order, and there are three
//! kinds, by where the window lies:
//!
//! * **before the last five**: the leading tiles change and the last five do not. Whole words
//!   change place, in runs, as long as there are arrangements of the leading tiles behind the
//!   window.
//! * **inside the last five**: words stay, and the 60 bits of each are permuted. Which permutation
//!   depends on the parity of the last five, and so on that of the leading tiles.
//! * **across the boundary**: a rotation of the window's leading tiles, an exchange of the two
//!   tiles on both sides of the boundary, and a rotation of the rest. The exchange is among six
//!   words that follow one another: each has five groups of 12 bits, one from each of the other
//!   words.
//!
//! # Two levels are enough
//!
//! Every move can be taken back and changes the parity of the distance. So the neighbours of a
//! level are in the level before it and in the one after it, and nowhere else: the next level is
//! all neighbours less the level before. Nothing need be known of what was seen earlier.
//!
//! Half of the planes have even distances, the others odd ones. A level lives on one half, and the
//! next level is written over the one before the last, which it was just compared with: one bit a
//! state.
//!
//! What is made of the levels is up to a recorder. It keeps the optimal moves of each state, or bit
//! 1 of its distance, or nothing but counts; or it compares these with a table, which is a proof of
//! the table, since the levels owe nothing to it.
//!
//! # Threads cannot disagree
//!
//! The planes of the next level are cut into pieces, and whoever is free takes the next. The words
//! of a piece and what is recorded of them are written by that thread alone, from planes that
//! nobody writes in the meantime. So the result depends neither on the number of threads nor on who
//! is faster.

mod carry;
mod growth;
mod packed;
mod planes;
mod recorder;
mod shuffle;
mod words;

use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

use crate::error::{Error, Result};
use crate::puzzle::Orbit;
use crate::space::PatternSpace;
use growth::{Growth, grow, memory};
pub use packed::HalfEntries;
use packed::Packing;
use planes::Planes;
use recorder::{CheckHalf, CheckMoves, CountOnly, KeepHalf, KeepMoves, ListStates, Recorder};
use words::{LAST, words};

/// What is kept of the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// Nothing but the number of states at each distance. A proof keeps no more.
    Counts,
    /// One bit for each state: bit 1 of its distance.
    Half,
    /// Four bits for each state: its optimal moves.
    Moves,
}

/// Why a proof failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The entry of a state is not what its distance makes it. No state nearer to the goal has a
    /// wrong entry, and none at the same distance and a lower index.
    #[error("the entry of state {index} is wrong, whose distance is {distance}")]
    Wrong {
        /// The state.
        index: u64,
        /// Its distance, as found now.
        distance: u32,
    },
    /// The entry of a state that no board leads to is not 0.
    #[error("the entry of state {index} is wrong: no board leads to that state, so it should be 0")]
    Unreachable {
        /// The state.
        index: u64,
    },
    /// There are more or fewer bytes than the entries take.
    #[error("{found} bytes of entries: expected {expected}")]
    Length {
        /// Bytes given.
        found: u64,
        /// Bytes of all entries.
        expected: u64,
    },
    /// There is no memory for it.
    #[error(transparent)]
    Error(#[from] Error),
}

/// All levels of a puzzle or a pattern: the states at distance 0, 1, 2, ..., found whole levels at
/// a time.
///
/// The result is the same for any number of threads. `progress` is told after each level how many
/// states there are at distance 0, 1, 2, ... so far.
///
/// ```
/// use tilebase::{generate::Levels, puzzle::Orbit};
/// let levels = Levels::sliding(Orbit::new("2x4".parse()?, 7)?).expect("seven tiles");
/// let half = levels.half(|_| ())?;
/// assert_eq!(half.counts().len() - 1, 36);
/// let bits: Vec<u8> = half.chunks().flatten().collect();
/// assert_eq!(bits.len(), 20_160 / 8);
/// assert_eq!(levels.prove_half(&bits, |_| ())?, half.counts());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Levels {
    planes: Planes,
    packing: Arc<Packing>,
    threads: usize,
}

impl Levels {
    /// The levels of the boards that reach an orbit's goal, or `None` for 2x2, which has fewer than
    /// five tiles.
    #[must_use]
    pub fn sliding(orbit: Orbit) -> Option<Levels> {
        (orbit.shape().tiles() >= LAST).then(|| Levels::new(Planes::sliding(orbit)))
    }

    /// The levels of a pattern, or `None` if it has fewer than five tiles.
    ///
    /// ```
    /// use tilebase::generate::Levels;
    /// use tilebase::puzzle::{Orbit, Pattern};
    /// use tilebase::space::PatternSpace;
    /// let pattern = Pattern::new(Orbit::new("4x4".parse()?, 15)?, 0b0001_0011_0011)?;
    /// let levels = Levels::pattern(&PatternSpace::new(pattern)).expect("five tiles");
    /// let counts = levels.threads(2).census(|_| ())?;
    /// assert_eq!(counts.iter().sum::<u64>(), 874_080);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pattern(space: &PatternSpace) -> Option<Levels> {
        (space.pattern().tiles() >= LAST).then(|| Levels::new(Planes::pattern(space)))
    }

    /// On as many threads as the machine has processors.
    fn new(planes: Planes) -> Levels {
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Levels { packing: Arc::new(Packing::new(&planes)), planes, threads }
    }

    /// The same on this many threads; 0 is 1. Where so many cannot be started, fewer do the work.
    #[must_use]
    pub fn threads(self, threads: usize) -> Levels {
        Levels { threads: threads.max(1), ..self }
    }

    /// States in a table, whether a board leads to them or not.
    fn states(&self) -> u64 {
        self.planes.all.len() as u64 * words(self.planes.tiles) * 60
    }

    /// Bytes of memory that finding all levels takes.
    #[must_use]
    pub fn memory(&self, keep: Keep) -> u64 {
        let bytes = match keep {
            Keep::Counts => memory::<CountOnly>(&self.planes),
            Keep::Half => memory::<KeepHalf>(&self.planes),
            Keep::Moves => memory::<KeepMoves>(&self.planes),
        };
        // And a little: the program itself, moves between planes, chunks of output.
        bytes.saturating_add(4 << 20)
    }

    /// The number of states at distance 0, 1, 2, ...
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not so much.
    pub fn census(&self, progress: impl FnMut(&[u64])) -> Result<Vec<u64>> {
        Ok(grow(&self.planes, self.threads, &CountOnly, progress)?.counts)
    }

    /// For each of these ranges of distances, the indices of all states at such a distance, in
    /// ascending order. A list of more than `most` states is cut off somewhere behind them.
    ///
    /// ```
    /// use tilebase::{generate::Levels, puzzle::Orbit};
    /// let levels = Levels::sliding(Orbit::new("2x4".parse()?, 7)?).expect("seven tiles");
    /// let lists = levels.indices(&[0..=1, 36..=36], 1000)?;
    /// assert_eq!((lists[0].len(), lists[1].len()), (3, 1));
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory for the levels.
    pub fn indices(&self, ranges: &[RangeInclusive<u32>], most: usize) -> Result<Vec<Vec<u64>>> {
        let lists = ranges.iter().map(|range| (range.clone(), Mutex::default())).collect();
        let recorder = ListStates { packing: &self.packing, lists, most };
        grow(&self.planes, self.threads, &recorder, |_| ())?;
        let sorted = |(_, list): (_, Mutex<Vec<u64>>)| {
            let mut list = list.into_inner().expect("work that does not panic");
            list.sort_unstable();
            list
        };
        Ok(recorder.lists.into_iter().map(sorted).collect())
    }

    /// Bit 1 of the distance of every state. States that no board leads to have 0.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not so much.
    pub fn half(&self, progress: impl FnMut(&[u64])) -> Result<HalfEntries> {
        let Growth { counts, kept, .. } = grow(&self.planes, self.threads, &KeepHalf, progress)?;
        Ok(HalfEntries::new(Arc::clone(&self.packing), counts, kept))
    }

    /// The counts, and the optimal moves of every board: entry i is the low half of byte i/2 for
    /// even i, the high half for odd i.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not so much.
    ///
    /// # Panics
    ///
    /// If these are the levels of a pattern, whose moves are not those of a blank.
    pub fn moves(&self, progress: impl FnMut(&[u64])) -> Result<(Vec<u64>, Vec<u8>)> {
        assert!(!self.planes.paired, "a pattern's table has one bit a state");
        let Growth { counts, kept, .. } = grow(&self.planes, self.threads, &KeepMoves, progress)?;
        Ok((counts, kept.into_flattened()))
    }

    /// Proves that these are the bytes of [`half`](Self::half), and returns the counts. Takes as
    /// much memory as [`census`](Self::census), and reads the bytes in any order.
    ///
    /// # Errors
    ///
    /// [`ProofError::Wrong`] for the first wrong entry, by distance; [`ProofError::Unreachable`]
    /// where a state that no board leads to has another entry than 0; [`ProofError::Length`] for
    /// too many or too few bytes; [`ProofError::Error`] if there is no memory for it.
    pub fn prove_half(
        &self,
        bits: &[u8],
        progress: impl FnMut(&[u64]),
    ) -> Result<Vec<u64>, ProofError> {
        let counts = self.prove(&CheckHalf { packing: &self.packing, bits }, bits, 8, progress)?;
        if counts.iter().sum::<u64>() < self.states() {
            self.prove_unreachable(bits)?;
        }
        Ok(counts)
    }

    /// Proves that the states which no level has are 0, where all others were proved. A pattern
    /// that leaves out no tile, or a single one, has such states, because their parity does not
    /// fit.
    fn prove_unreachable(&self, bits: &[u8]) -> Result<(), ProofError> {
        let half = self.half(|_| ())?;
        for (position, expected) in (0..).zip(half.chunks().flatten()) {
            let difference = bits[position] ^ expected;
            if difference != 0 {
                let index = position as u64 * 8 + u64::from(difference.trailing_zeros());
                return Err(ProofError::Unreachable { index });
            }
        }
        Ok(())
    }

    /// Proves that these are the entries of [`moves`](Self::moves), and returns the counts. Takes
    /// as much memory as [`census`](Self::census), and reads the entries in any order.
    ///
    /// # Errors
    ///
    /// As [`prove_half`](Self::prove_half), but no board of these lacks a state.
    ///
    /// # Panics
    ///
    /// If these are the levels of a pattern, whose moves are not those of a blank.
    pub fn prove_moves(
        &self,
        entries: &[u8],
        progress: impl FnMut(&[u64]),
    ) -> Result<Vec<u64>, ProofError> {
        assert!(!self.planes.paired, "a pattern's table has one bit a state");
        self.prove(&CheckMoves { packing: &self.packing, entries }, entries, 2, progress)
    }

    fn prove<R: Recorder>(
        &self,
        checker: &R,
        entries: &[u8],
        states_in_a_byte: u64,
        progress: impl FnMut(&[u64]),
    ) -> Result<Vec<u64>, ProofError> {
        let (found, expected) = (entries.len() as u64, self.states().div_ceil(states_in_a_byte));
        if found != expected {
            return Err(ProofError::Length { found, expected });
        }
        let Growth { counts, wrong, .. } = grow(&self.planes, self.threads, checker, progress)?;
        match wrong {
            Some(index) => Err(ProofError::Wrong { index, distance: counts.len() as u32 - 1 }),
            None => Ok(counts),
        }
    }
}
