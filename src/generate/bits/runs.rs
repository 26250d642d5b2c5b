//! The levels of the multi-tile metric: as in the single-tile metric, whole planes at a time, but
//! with runs of moves instead of single ones.
//!
//! A vertical run of k moves is one move, then a run of k - 1. So within each column of blank cells
//! the states that reach the last level downwards follow cell by cell: those of a cell are what
//! one move down takes into the level at the next cell, or into what was found for that cell. That
//! is one carry for each vertical move, as many as in the single-tile metric. A horizontal run
//! leaves the order as it is, so the states that reach the level are the union of all planes of a
//! row.
//!
//! A move can lead to the same distance or stay on either colour, so all planes take part in every
//! level, and what was reached before is known from what is kept: two bits for each state, the
//! distance modulo 3, and both set until the state is reached.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::carry::Carry;
use super::packed::spread;
use super::planes::Planes;
use super::words::{FULL, LAST, LeadingParity, PIECE, STATES, words};
use crate::error::{Error, Result};
use crate::generate::memory::zeros_in_huge_pages;
use crate::puzzle::{Move, Orbit};
use crate::table::Entries;
use crate::threads;

/// The bytes of a word of entries in a table.
const WORD_LEN: usize = STATES / 4;

/// The words in a chunk of output: 15 blocks of 4 KiB.
const CHUNK: usize = 1 << 12;

/// Finds all levels of an orbit in the multi-tile metric.
///
/// The result does not depend on the number of threads.
#[derive(Debug)]
pub struct RunLevels {
    orbit: Orbit,
    planes: Planes,
    threads: usize,
}

/// The distance modulo 3 of each state, in two bits; both are set if it was not reached.
#[derive(Debug)]
struct Kept {
    low: Vec<u64>,
    high: Vec<u64>,
}

impl RunLevels {
    /// The levels of an orbit, or `None` for 2x2, which has fewer than five tiles.
    pub fn new(orbit: Orbit) -> Option<RunLevels> {
        let planes = || Planes::sliding(orbit);
        (orbit.shape().tiles() >= LAST).then(|| RunLevels { orbit, planes: planes(), threads: 1 })
    }

    /// Sets the number of threads; 0 means 1. If fewer can be started, fewer are used.
    #[must_use]
    pub fn threads(self, threads: usize) -> RunLevels {
        RunLevels { threads: threads.max(1), ..self }
    }

    /// The memory needed, in bytes: what is kept, the last level, and two scratch sets.
    pub fn memory(&self) -> u64 {
        let set = 8 * self.words() * self.orbit.shape().cells() as u64;
        5 * set + (4 << 20)
    }

    /// The words of a plane.
    fn words(&self) -> u64 {
        words(self.planes.tiles)
    }

    /// The number of states at distance 0, 1, 2, ..., and the distance modulo 3 of every state.
    ///
    /// `progress` is called with the counts so far after each level. If it breaks, the error is
    /// [`Error::Interrupted`].
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn distances(
        &self,
        mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(Vec<u64>, RunDistances)> {
        let no_memory = |_| Error::Memory { bytes: self.memory() };
        let cells = self.orbit.shape().cells();
        let len = self.words() * cells as u64;
        let new = || -> Result<Vec<u64>> { zeros_in_huge_pages(len).map_err(no_memory) };
        let (mut low, mut high, mut level) = (new()?, new()?, new()?);
        let (mut above, mut below) = (new()?, new()?);
        low.fill(FULL);
        high.fill(FULL);
        let words = level.len() / cells;
        let goal = self.planes.goal * words;
        (level[goal], low[goal], high[goal]) = (1, FULL ^ 1, FULL ^ 1);
        let mut counts = vec![1];
        let builder = Builder { runs: self, words, parity: LeadingParity::new() };
        loop {
            if progress(&counts).is_break() {
                return Err(Error::Interrupted);
            }
            let mut watch = || progress(&counts);
            let remainder = counts.len() as u64 % 3;
            builder.sweep(&level, &mut above, Move::Up, &mut watch)?;
            builder.sweep(&level, &mut below, Move::Down, &mut watch)?;
            let kept = (&mut low[..], &mut high[..]);
            let new = builder.collect(&mut level, (&above, &below), kept, remainder);
            if new == 0 {
                return Ok((counts, RunDistances(Kept { low, high })));
            }
            counts.push(new);
        }
    }
}

struct Builder<'a> {
    runs: &'a RunLevels,
    /// The words of a plane.
    words: usize,
    parity: LeadingParity,
}

impl Builder<'_> {
    /// Fills `found` with the states from which a run in the direction `mv` leads into the level.
    /// Rows of cells are filled one after another, away from the edge.
    fn sweep(
        &self,
        level: &[u64],
        found: &mut [u64],
        mv: Move,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<()> {
        let shape = self.runs.orbit.shape();
        let row = shape.cols() * self.words;
        let rows = shape.rows();
        // A row is found from the one next to it in the direction of the move.
        for step in 1..rows {
            if watch().is_break() {
                return Err(Error::Interrupted);
            }
            let (target, source, sources, targets) = if mv == Move::Up {
                let (done, rest) = found.split_at_mut(step * row);
                (step, step - 1, &done[(step - 1) * row..], &mut rest[..row])
            } else {
                let target = rows - 1 - step;
                let (rest, done) = found.split_at_mut((target + 1) * row);
                (target, target + 1, &done[..row], &mut rest[target * row..])
            };
            // The edge itself has no run in its direction, and holds what it held before.
            let sources = (step > 1).then_some(sources);
            let level = &level[source * row..(source + 1) * row];
            let parts = targets.chunks_mut(self.words).enumerate().flat_map(|(column, plane)| {
                let parts = plane.chunks_mut(PIECE).enumerate();
                parts.map(move |(number, part)| (column, number * PIECE, part))
            });
            self.on_all_threads(parts, |(column, start, part)| {
                part.fill(0);
                let cell = target * shape.cols() + column;
                let carry = self.carry(cell, mv);
                let odd = self.runs.planes.all[cell].odd;
                let plane = column * self.words..(column + 1) * self.words;
                carry.gather(&level[plane.clone()], start, part, &self.parity, odd);
                if let Some(sources) = sources {
                    carry.gather(&sources[plane], start, part, &self.parity, odd);
                }
            });
        }
        Ok(())
    }

    /// The carry of a move from a cell.
    fn carry(&self, cell: usize, mv: Move) -> &Carry {
        let planes = &self.runs.planes;
        let edge = planes.edges(cell).iter().find(|edge| edge.mv == mv as u8);
        &planes.carries[usize::from(edge.expect("a cell that the move leaves").carry)]
    }

    /// Replaces the level by the next one: the states that a run takes into it and that were not
    /// reached before. Keeps their distances modulo 3, and returns their number.
    fn collect(
        &self,
        level: &mut [u64],
        (above, below): (&[u64], &[u64]),
        (low, high): (&mut [u64], &mut [u64]),
        remainder: u64,
    ) -> u64 {
        let shape = self.runs.orbit.shape();
        let (words, cols) = (self.words, shape.cols());
        // The two bits of the distance, over all states of a word.
        let [keep_low, keep_high] = [remainder & 1, remainder >> 1].map(u64::wrapping_neg);
        let edge = [0, shape.rows() - 1].map(|row| row * cols..(row + 1) * cols);
        let count = AtomicU64::new(0);
        let rows = level.chunks_mut(cols * words).zip(low.chunks_mut(cols * words));
        let rows = rows.zip(high.chunks_mut(cols * words)).enumerate();
        // The planes of a row are taken apart together, since each needs the union of all.
        let parts = rows.flat_map(|(row, ((level, low), high))| {
            let split = |set| split_planes(set, words);
            let sets = split(level).into_iter().zip(split(low)).zip(split(high)).enumerate();
            sets.map(move |(number, ((level, low), high))| (row, number * PIECE, level, low, high))
        });
        self.on_all_threads(parts, |(row, start, mut level, mut low, mut high)| {
            let len = level[0].len();
            let mut union = [0; PIECE];
            for plane in &level {
                (0..len).for_each(|word| union[word] |= plane[word]);
            }
            let mut new = 0;
            for column in 0..cols {
                let cell = row * cols + column;
                let begin = cell * words + start;
                let runs = |set: &[u64], edge: &std::ops::Range<usize>, word: usize| {
                    if edge.contains(&cell) { 0 } else { set[begin + word] }
                };
                for word in 0..len {
                    let (low, high) = (&mut low[column][word], &mut high[column][word]);
                    let reaching =
                        union[word] | runs(above, &edge[0], word) | runs(below, &edge[1], word);
                    let found = reaching & *low & *high;
                    level[column][word] = found;
                    *low &= !found | keep_low;
                    *high &= !found | keep_high;
                    new += u64::from(found.count_ones());
                }
            }
            count.fetch_add(new, Ordering::Relaxed);
        });
        count.into_inner()
    }

    /// Does the work on parts, each on the next free thread.
    fn on_all_threads<P: Send>(
        &self,
        parts: impl Iterator<Item = P> + Send,
        work: impl Fn(P) + Sync,
    ) {
        let batch = (4 * PIECE / self.words.min(PIECE)).max(1);
        let parts = Mutex::new(parts);
        let work = || {
            let mut taken = Vec::with_capacity(batch);
            loop {
                // A separate statement, so that the lock is not held while parts are processed.
                taken.extend(parts.lock().expect("work that does not panic").by_ref().take(batch));
                if taken.is_empty() {
                    return;
                }
                taken.drain(..).for_each(&work);
            }
        };
        // More threads than parts would be idle.
        let threads = self.runs.threads.min(self.words / (2 * PIECE) + 1);
        threads::join(threads - 1, work);
    }
}

/// Splits the planes of a row into parts of the same words.
fn split_planes(planes: &mut [u64], words: usize) -> Vec<Vec<&mut [u64]>> {
    let mut parts: Vec<Vec<&mut [u64]>> = Vec::new();
    parts.resize_with(words.div_ceil(PIECE), Vec::new);
    for plane in planes.chunks_mut(words) {
        parts.iter_mut().zip(plane.chunks_mut(PIECE)).for_each(|(part, words)| part.push(words));
    }
    parts
}

/// The distance modulo 3 of every state, as the entries of a table.
#[derive(Debug)]
pub struct RunDistances(Kept);

impl RunDistances {
    /// The bytes of the table's entries, in order, in chunks of 61,440 (the last one may be
    /// shorter).
    pub fn chunks(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let Kept { low, high } = &self.0;
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
