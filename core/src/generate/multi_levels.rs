//! The levels of the multi-tile metric, of whole boards (`bits/board_planes.rs`) and of boards with
//! labels (`labels.rs`): as in the single-tile metric, whole planes at a time, but with runs of
//! moves instead of single ones.
//!
//! A plane is the states of one cell of the blank, in words of bits. A vertical run of k moves is
//! one move, then a run of k - 1. So a column of blank cells is filled cell by cell: a state
//! reaches the level by a run down if one move down leads into the level at the next cell, or to a
//! state already found there. That is one step for each vertical move, as in the single-tile
//! metric. A horizontal run leaves the order as it is, so the states that reach the level are the
//! union of all planes of a row.
//!
//! A move can lead to the same distance or stay on either colour, so all planes take part in every
//! level. Two bits for each state show whether it was reached before: the distance modulo 3, and
//! both set until the state is reached.

use std::ops::{BitAnd, BitOr, ControlFlow, Not};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;

use super::zeroed::zeros_in_huge_pages;
use crate::error::{Error, Result};
use crate::puzzle::{Direction, SmallShape};
use crate::threads;

/// The words of a plane that a thread takes at a time.
pub(super) const PIECE: usize = 1008;

/// Bits of states.
pub(super) trait Word:
    Zeroable + Copy + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// The number of bits that are set.
    fn count(self) -> u32;
}

impl Word for u64 {
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Word for u128 {
    fn count(self) -> u32 {
        self.count_ones()
    }
}

/// A puzzle as planes of states.
pub(super) trait RunPlanes: Sync {
    type Word: Word;

    fn shape(&self) -> SmallShape;

    /// The words of a plane.
    fn words(&self) -> usize;

    fn threads(&self) -> usize;

    /// Finds the states of a cell that reach the level by a run of vertical moves. The next cell in
    /// the direction of the move has the states of the level, and `runs`: the states that reach the
    /// level from there, unless that cell is at the edge. A state reaches the level if one move
    /// takes it into either. `part` is set to these states; it is the words from `start` on.
    fn step_back(
        &self,
        cell: usize,
        mv: Direction,
        level: &[Self::Word],
        runs: Option<&[Self::Word]>,
        start: usize,
        part: &mut [Self::Word],
    );
}

/// The distance modulo 3 of each state, in two bits; both are set if it was not reached.
#[derive(Debug)]
pub(super) struct ModuloBits<W> {
    pub(super) low: Vec<W>,
    pub(super) high: Vec<W>,
}

/// A state: its bit in a word, which has this number among those of all planes.
#[derive(Clone, Copy)]
pub(super) struct WordBit<W> {
    pub(super) word: usize,
    pub(super) bit: W,
}

/// The memory for `words` words, in bytes: the results, the last level and two scratch sets.
pub(super) const fn memory<W>(words: u64) -> u64 {
    5 * size_of::<W>() as u64 * words
}

/// Finds the number of states at distance 0, 1, 2, ..., and the distance modulo 3 of every state.
/// `full` is a word with all its states. `visit` is called with the distance and the states of each
/// level, `progress` with the counts so far, often.
///
/// # Errors
///
/// [`Error::Memory`] with `memory` if there is not enough, [`Error::Interrupted`] if `progress`
/// breaks.
pub(super) fn distances<P: RunPlanes>(
    planes: &P,
    goal: WordBit<P::Word>,
    full: P::Word,
    memory: u64,
    mut visit: impl FnMut(u32, &[P::Word]),
    mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<(Vec<u64>, ModuloBits<P::Word>)> {
    let words = (planes.words() * planes.shape().cells()) as u64;
    let mut sets: [Vec<P::Word>; 5] = Default::default();
    for set in &mut sets {
        *set = zeros_in_huge_pages(words).map_err(|_| Error::Memory { bytes: memory })?;
    }
    let [low, high, mut level, mut above, mut below] = sets;
    let mut found = ModuloBits { low, high };
    found.low.fill(full);
    found.high.fill(full);
    let WordBit { word, bit } = goal;
    level[word] = bit;
    (found.low[word], found.high[word]) = (full & !bit, full & !bit);
    let mut counts = vec![1];
    visit(0, &level);
    loop {
        if progress(&counts).is_break() {
            return Err(Error::Interrupted);
        }
        let remainder = counts.len() % 3;
        sweep(planes, &level, &mut above, Direction::Up, &mut || progress(&counts))?;
        sweep(planes, &level, &mut below, Direction::Down, &mut || progress(&counts))?;
        let new = collect(planes, &mut level, &above, &below, &mut found, remainder);
        if new == 0 {
            return Ok((counts, found));
        }
        visit(counts.len() as u32, &level);
        counts.push(new);
    }
}

/// Fills `found` with the states from which a run in the direction `mv` leads into the level. Rows
/// of cells are filled one after another, away from the edge.
fn sweep<P: RunPlanes>(
    planes: &P,
    level: &[P::Word],
    found: &mut [P::Word],
    mv: Direction,
    watch: &mut dyn FnMut() -> ControlFlow<()>,
) -> Result<()> {
    let (rows, cols, words) = (planes.shape().rows(), planes.shape().cols(), planes.words());
    let row = cols * words;
    // A row is found from the one next to it in the direction of the move.
    for step in 1..rows {
        if watch().is_break() {
            return Err(Error::Interrupted);
        }
        let (target, source, sources, targets) = if mv == Direction::Up {
            let (done, rest) = found.split_at_mut(step * row);
            (step, step - 1, &done[(step - 1) * row..], &mut rest[..row])
        } else {
            let target = rows - 1 - step;
            let (rest, done) = found.split_at_mut((target + 1) * row);
            (target, target + 1, &done[..row], &mut rest[target * row..])
        };
        // The row at the edge has no run in this direction. It is never written, so it must not be
        // read.
        let sources = (step > 1).then_some(sources);
        let level = &level[source * row..(source + 1) * row];
        let parts = targets.chunks_mut(words).enumerate().flat_map(|(column, plane)| {
            let parts = plane.chunks_mut(PIECE).enumerate();
            parts.map(move |(number, part)| (column, number * PIECE, part))
        });
        on_all_threads(planes, parts, |(column, start, part)| {
            let plane = column * words..(column + 1) * words;
            let runs = sources.map(|set| &set[plane.clone()]);
            planes.step_back(target * cols + column, mv, &level[plane], runs, start, part);
        });
    }
    Ok(())
}

/// Replaces the level by the next one: the states that a run takes into it and that were not
/// reached before. A run up reaches the states `above`, and a run down those `below`. Keeps the
/// distances of the new ones modulo 3, and returns their number.
fn collect<P: RunPlanes>(
    planes: &P,
    level: &mut [P::Word],
    above: &[P::Word],
    below: &[P::Word],
    found: &mut ModuloBits<P::Word>,
    remainder: usize,
) -> u64 {
    let (rows, cols, words) = (planes.shape().rows(), planes.shape().cols(), planes.words());
    let none = P::Word::zeroed();
    // The two bits of the distance, over all states of a word.
    let [keep_low, keep_high] = [1, 2].map(|bit| if remainder & bit == 0 { none } else { !none });
    let count = AtomicU64::new(0);
    let row = cols * words;
    let found = found.low.chunks_mut(row).zip(found.high.chunks_mut(row));
    let sets = level.chunks_mut(row).zip(found);
    // The planes of a row are taken apart together, since each needs the union of all.
    let parts = sets.enumerate().flat_map(|(row, (level, (low, high)))| {
        let [level, low, high] = [level, low, high].map(|set| split_planes(set, words).into_iter());
        let sets = level.zip(low.zip(high)).enumerate();
        sets.map(move |(number, (level, (low, high)))| (row, number * PIECE, level, low, high))
    });
    on_all_threads(planes, parts, |(row, start, mut level, mut low, mut high)| {
        let len = level[0].len();
        let mut union = [none; PIECE];
        for plane in &level {
            (0..len).for_each(|word| union[word] = union[word] | plane[word]);
        }
        let mut new = 0;
        for column in 0..cols {
            let begin = (row * cols + column) * words + start;
            // Nothing was found at the edges.
            let above = (row > 0).then(|| &above[begin..begin + len]);
            let below = (row + 1 < rows).then(|| &below[begin..begin + len]);
            for word in 0..len {
                let above = above.map_or(none, |set| set[word]);
                let below = below.map_or(none, |set| set[word]);
                let reaching = union[word] | above | below;
                let (low, high) = (&mut low[column][word], &mut high[column][word]);
                let found = reaching & *low & *high;
                level[column][word] = found;
                *low = *low & (!found | keep_low);
                *high = *high & (!found | keep_high);
                new += u64::from(found.count());
            }
        }
        count.fetch_add(new, Ordering::Relaxed);
    });
    count.into_inner()
}

/// Does the work on parts, each on the next free thread.
fn on_all_threads<P: RunPlanes, T: Send>(
    planes: &P,
    parts: impl Iterator<Item = T> + Send,
    work: impl Fn(T) + Sync,
) {
    let words = planes.words();
    let batch = (4 * PIECE / words.min(PIECE)).max(1);
    let parts = Mutex::new(parts);
    // More threads than parts would be idle.
    threads::join(planes.threads().min(words / (2 * PIECE) + 1) - 1, || {
        let mut taken = Vec::with_capacity(batch);
        loop {
            // A separate statement, so that the lock is not held while parts are processed.
            taken.extend(parts.lock().expect("work that does not panic").by_ref().take(batch));
            if taken.is_empty() {
                return;
            }
            taken.drain(..).for_each(&work);
        }
    });
}

/// Splits the planes of a row, of `words` words each, into parts of the same words.
fn split_planes<W>(planes: &mut [W], words: usize) -> Vec<Vec<&mut [W]>> {
    let mut parts: Vec<Vec<&mut [W]>> = Vec::new();
    parts.resize_with(words.div_ceil(PIECE), Vec::new);
    for plane in planes.chunks_mut(words) {
        parts.iter_mut().zip(plane.chunks_mut(PIECE)).for_each(|(part, words)| part.push(words));
    }
    parts
}
