//! Whole boards as planes of bits, for the levels of the multi-tile metric (`multi_levels.rs`).

use std::borrow::Cow;
use std::ops::{ControlFlow, RangeInclusive};

use super::carry::Carry;
use super::packed::spread;
use super::planes::Planes;
use super::words::{FULL, LAST, LeadingParity, PIECE, STATES, words};
use crate::error::Result;
use crate::generate::multi_levels::{self, ModuloBits, RunPlanes, WordBit};
use crate::puzzle::{Direction, Orbit, SmallShape};
use crate::table_format::Entries;

/// The bytes of a word of entries in a table.
const WORD_LEN: usize = STATES / 4;

/// The words in a chunk of output: 15 blocks of 4 KiB.
const CHUNK: usize = 1 << 12;

// A carry needs the pieces that it was made for.
const _: () = assert!(multi_levels::PIECE == PIECE, "pieces of equal length");

/// Finds all levels of an orbit in the multi-tile metric.
///
/// The result does not depend on the number of threads.
#[derive(Debug)]
pub struct RunLevels {
    orbit: Orbit,
    planes: Planes,
    threads: usize,
    parity: LeadingParity,
}

impl RunLevels {
    /// The levels of an orbit, or `None` for 2x2, which has fewer than five tiles.
    pub fn new(orbit: Orbit) -> Option<RunLevels> {
        (orbit.shape().tiles() >= LAST).then(|| {
            let (planes, parity) = (Planes::sliding(orbit), LeadingParity::new());
            RunLevels { orbit, planes, threads: 1, parity }
        })
    }

    /// Sets the number of threads; 0 means 1. If fewer can be started, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> RunLevels {
        RunLevels { threads: threads.max(1), ..self }
    }

    /// The memory needed, in bytes.
    pub fn memory(&self) -> u64 {
        let cells = self.orbit.shape().cells() as u64;
        multi_levels::memory::<u64>(words(self.planes.tiles) * cells) + (4 << 20)
    }

    /// The number of states at distance 0, 1, 2, ..., and the distance modulo 3 of every state.
    ///
    /// `progress` is called with the counts so far, often. If it breaks, the error is
    /// [`Error::Interrupted`].
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    ///
    /// [`Error::Interrupted`]: crate::Error::Interrupted
    /// [`Error::Memory`]: crate::Error::Memory
    pub fn distances(
        &self,
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(Vec<u64>, RunDistances)> {
        self.visit(|_, _| (), progress)
    }

    /// For each of these ranges of distances, the indices of all states at that distance. A list
    /// with more than `most` states is incomplete.
    ///
    /// # Errors
    ///
    /// As for [`distances`](Self::distances).
    pub fn indices(
        &self,
        ranges: &[RangeInclusive<u32>],
        most: usize,
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<Vec<Vec<u64>>> {
        let mut lists = vec![Vec::new(); ranges.len()];
        self.visit(
            |distance, level| {
                let lists = ranges.iter().zip(&mut lists);
                for (_, list) in lists.filter(|(range, _)| range.contains(&distance)) {
                    for (number, &word) in (0..).zip(level) {
                        if list.len() > most {
                            break;
                        }
                        let bits = (0..STATES as u64).filter(|bit| word >> bit & 1 == 1);
                        list.extend(bits.map(|bit| number * STATES as u64 + bit));
                    }
                }
            },
            progress,
        )?;
        Ok(lists)
    }

    /// Finds the [`distances`](Self::distances), and passes each level to `visit`.
    fn visit(
        &self,
        visit: impl FnMut(u32, &[u64]),
        progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(Vec<u64>, RunDistances)> {
        let goal = WordBit { word: self.planes.goal * self.words(), bit: 1 };
        let found = multi_levels::distances(self, goal, FULL, self.memory(), visit, progress)?;
        Ok((found.0, RunDistances(found.1)))
    }
}

impl RunPlanes for RunLevels {
    type Word = u64;

    fn shape(&self) -> SmallShape {
        self.orbit.shape()
    }

    fn words(&self) -> usize {
        words(self.planes.tiles) as usize
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn step_back(
        &self,
        cell: usize,
        mv: Direction,
        level: &[u64],
        runs: Option<&[u64]>,
        start: usize,
        part: &mut [u64],
    ) {
        part.fill(0);
        let edge = self.planes.edges(cell).iter().find(|edge| edge.mv == mv as u8);
        let carry: &Carry =
            &self.planes.carries[usize::from(edge.expect("a cell that the move leaves").carry)];
        let odd = self.planes.all[cell].odd;
        for source in [Some(level), runs].into_iter().flatten() {
            carry.gather(source, start, part, &self.parity, odd);
        }
    }
}

/// The distance modulo 3 of every state, as the entries of a table.
#[derive(Debug)]
pub struct RunDistances(ModuloBits<u64>);

impl RunDistances {
    /// The bytes of the table's entries, in order, in chunks of 61,440 (the last one may be
    /// shorter).
    pub fn chunks(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let ModuloBits { low, high } = &self.0;
        low.chunks(CHUNK).zip(high.chunks(CHUNK)).map(|(low, high)| {
            let mut chunk = Vec::with_capacity(CHUNK * WORD_LEN);
            for (&low, &high) in low.iter().zip(high) {
                let both = spread(low) | spread(high) << 1;
                chunk.extend_from_slice(&both.to_le_bytes()[..WORD_LEN]);
            }
            chunk
        })
    }
}

impl Entries for RunDistances {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(RunDistances::chunks(self).map(Cow::Owned))
    }
}
