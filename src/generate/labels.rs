//! The distances of boards with labels in the multi-tile metric, whole levels at a time.
//!
//! The sets of the last layer, at most 128, are the bits of a word; a *context* is the sets of the
//! layers before it. A vertical move takes all states of a context to one other context, and their
//! bits are permuted by one of a few dozen rotations: by tables, a byte at a time. Runs are found
//! as in `bits/runs.rs`: column by column with one more move each, and rows as a union.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::memory::zeros_in_huge_pages;
use crate::error::{Error, Result};
use crate::puzzle::Move;
use crate::space::{LabelSpace, Layer, MAX_LAYERS};
use crate::table::Entries;
use crate::threads;

/// The states of a context, a bit each.
type Word = u128;

/// Contexts that one thread takes at a time.
const PART: usize = 1 << 10;

/// Bits whose permutation is looked up at once.
const CHUNK_BITS: usize = 8;
type Chunk = [Word; 1 << CHUNK_BITS];

/// Finds all levels of the boards with labels.
#[derive(Debug)]
pub struct LabelLevels {
    space: LabelSpace,
    threads: usize,
    /// Contexts of a cell of the blank.
    contexts: usize,
    /// For each rotation of the last layer, where it takes the bits from.
    shuffles: Vec<Vec<Chunk>>,
}

impl LabelLevels {
    /// Creates what finds them, on this many threads; 0 means 1.
    pub fn new(space: LabelSpace, threads: usize) -> LabelLevels {
        let (layers, threads) = (space.layers(), threads.max(1));
        let (last, before) = layers.split_last().expect("a labelling has two labels or more");
        let contexts = before.iter().map(Layer::sets).product();
        let shuffle = |rotation: usize| {
            let mut chunks = vec![[0; 1 << CHUNK_BITS]; last.sets().div_ceil(CHUNK_BITS)];
            for set in 0..last.sets() {
                // The states of a set come from those that the rotation takes it to.
                let (from, _) = last.step(rotation as u16, set as u16);
                let (chunk, bit) = (usize::from(from) / CHUNK_BITS, usize::from(from) % CHUNK_BITS);
                for (value, word) in chunks[chunk].iter_mut().enumerate() {
                    *word |= ((value >> bit & 1) as Word) << set;
                }
            }
            chunks
        };
        let shuffles = (0..last.rotations()).map(shuffle).collect();
        LabelLevels { space, threads, contexts, shuffles }
    }

    /// The memory needed, in bytes.
    pub fn memory(&self) -> u64 {
        let words = (self.contexts * self.space.shape().cells()) as u64;
        5 * 16 * words + (16 << 20)
    }

    /// The number of states at distance 0, 1, 2, ..., and the distance modulo 3 of every state.
    /// `progress` is called with the counts so far, often. If it breaks, the error is
    /// [`Error::Interrupted`].
    ///
    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory.
    pub fn distances(
        &self,
        mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(Vec<u64>, LabelDistances)> {
        let cells = self.space.shape().cells();
        let no_memory = |_| Error::Memory { bytes: self.memory() };
        let new = || -> Result<Vec<Word>> {
            zeros_in_huge_pages((self.contexts * cells) as u64).map_err(no_memory)
        };
        let bits = self.space.layers().last().map_or(0, Layer::sets);
        let full = Word::MAX >> (Word::BITS as usize - bits);
        let (mut low, mut high, mut level) = (new()?, new()?, new()?);
        let (mut above, mut below) = (new()?, new()?);
        low.fill(full);
        high.fill(full);
        let goal = self.space.index(&self.space.goal());
        let (word, bit) = ((goal / bits as u64) as usize, 1 << (goal % bits as u64));
        (level[word], low[word], high[word]) = (bit, full ^ bit, full ^ bit);
        let mut counts = vec![1];
        loop {
            if progress(&counts).is_break() {
                return Err(Error::Interrupted);
            }
            let remainder = counts.len() as u128 % 3;
            self.sweep(&level, &mut above, Move::Up);
            if progress(&counts).is_break() {
                return Err(Error::Interrupted);
            }
            self.sweep(&level, &mut below, Move::Down);
            let new = self.collect(&mut level, (&above, &below), (&mut low, &mut high), remainder);
            if new == 0 {
                return Ok((counts, LabelDistances { bits, low, high }));
            }
            counts.push(new);
        }
    }

    /// Fills `found` with the states from which a run in the direction `mv` leads into the level.
    fn sweep(&self, level: &[Word], found: &mut [Word], mv: Move) {
        let shape = self.space.shape();
        let (rows, cols) = (shape.rows(), shape.cols());
        let row = cols * self.contexts;
        for step in 1..rows {
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
            let parts = targets.chunks_mut(self.contexts).enumerate();
            let parts = parts.flat_map(|(column, cell)| {
                let parts = cell.chunks_mut(PART).enumerate();
                parts.map(move |(number, part)| (column, number * PART, part))
            });
            self.on_all_threads(parts, |(column, start, part)| {
                let rotation = self.space.rotation(target * cols + column, mv);
                let plane = column * self.contexts;
                let mut contexts = Contexts::new(&self.space, start);
                for target in part {
                    let (from, shuffle) = contexts.rotated(rotation);
                    let word = level[plane + from] | sources.map_or(0, |set| set[plane + from]);
                    *target = if word == 0 { 0 } else { self.shuffled(word, shuffle) };
                    contexts.advance();
                }
            });
        }
    }

    /// The bits of a word rotated.
    #[inline]
    fn shuffled(&self, word: Word, rotation: u16) -> Word {
        if rotation == 0 {
            return word;
        }
        let bytes = word.to_le_bytes();
        let chunks = &self.shuffles[usize::from(rotation)];
        chunks.iter().zip(bytes).fold(0, |all, (chunk, byte)| all | chunk[usize::from(byte)])
    }

    /// Replaces the level by the next one, and returns the number of its states.
    fn collect(
        &self,
        level: &mut [Word],
        (above, below): (&[Word], &[Word]),
        (low, high): (&mut [Word], &mut [Word]),
        remainder: u128,
    ) -> u64 {
        let shape = self.space.shape();
        let (contexts, cols) = (self.contexts, shape.cols());
        let [keep_low, keep_high] = [remainder & 1, remainder >> 1].map(u128::wrapping_neg);
        let last_row = shape.rows() - 1;
        let count = AtomicU64::new(0);
        let row = cols * contexts;
        let rows = level.chunks_mut(row).zip(low.chunks_mut(row)).zip(high.chunks_mut(row));
        let parts = rows.enumerate().flat_map(|(row, ((level, low), high))| {
            let split = |set| split_cells(set, contexts);
            let sets = split(level).into_iter().zip(split(low)).zip(split(high)).enumerate();
            sets.map(move |(number, ((level, low), high))| (row, number * PART, level, low, high))
        });
        self.on_all_threads(parts, |(row, start, mut level, mut low, mut high)| {
            let len = level[0].len();
            let mut union = [0; PART];
            for cell in &level {
                (0..len).for_each(|word| union[word] |= cell[word]);
            }
            let mut new = 0;
            for column in 0..cols {
                let begin = (row * cols + column) * contexts + start;
                for word in 0..len {
                    let mut reaching = union[word];
                    if row > 0 {
                        reaching |= above[begin + word];
                    }
                    if row < last_row {
                        reaching |= below[begin + word];
                    }
                    let (low, high) = (&mut low[column][word], &mut high[column][word]);
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
        let parts = Mutex::new(parts);
        let work = || {
            loop {
                // A separate statement, so that the lock is not held during the work.
                let part = parts.lock().expect("work that does not panic").next();
                let Some(part) = part else { return };
                work(part);
            }
        };
        let threads = self.threads.min(self.contexts / PART + 1);
        threads::join(threads - 1, work);
    }
}

/// Contexts one after another, and where a rotation takes them.
struct Contexts<'a> {
    space: &'a LabelSpace,
    sets: [u16; MAX_LAYERS],
}

impl<'a> Contexts<'a> {
    fn new(space: &'a LabelSpace, mut number: usize) -> Contexts<'a> {
        let layers = space.layers();
        let mut sets = [0; MAX_LAYERS];
        for (layer, set) in layers[..layers.len() - 1].iter().zip(&mut sets).rev() {
            *set = (number % layer.sets()) as u16;
            number /= layer.sets();
        }
        Contexts { space, sets }
    }

    /// The number of the context after a rotation, and the rotation for the last layer.
    #[inline]
    fn rotated(&self, mut rotation: u16) -> (usize, u16) {
        let layers = self.space.layers();
        let mut number = 0;
        for (layer, &set) in layers[..layers.len() - 1].iter().zip(&self.sets) {
            let (new, next) = layer.step(rotation, set);
            number = number * layer.sets() + usize::from(new);
            rotation = next;
        }
        (number, rotation)
    }

    #[inline]
    fn advance(&mut self) {
        let layers = self.space.layers();
        for (layer, set) in layers[..layers.len() - 1].iter().zip(&mut self.sets).rev() {
            *set += 1;
            if usize::from(*set) < layer.sets() {
                return;
            }
            *set = 0;
        }
    }
}

/// Splits the cells of a row into parts of the same contexts.
fn split_cells(cells: &mut [Word], contexts: usize) -> Vec<Vec<&mut [Word]>> {
    let mut parts: Vec<Vec<&mut [Word]>> = Vec::new();
    parts.resize_with(contexts.div_ceil(PART), Vec::new);
    for cell in cells.chunks_mut(contexts) {
        parts.iter_mut().zip(cell.chunks_mut(PART)).for_each(|(part, words)| part.push(words));
    }
    parts
}

/// The distance modulo 3 of every state, as the entries of a table.
#[derive(Debug)]
pub struct LabelDistances {
    /// The states of a word.
    bits: usize,
    low: Vec<Word>,
    high: Vec<Word>,
}

/// The bytes of a chunk of output: 64 blocks.
const OUTPUT: usize = 1 << 18;

impl LabelDistances {
    /// The bytes of the table's entries, in order, in chunks of as many bytes (the last one may be
    /// shorter).
    pub fn chunks(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let mut words = self.low.iter().zip(&self.high).peekable();
        // Bits that do not fill a byte yet.
        let (mut open, mut filled) = (0u64, 0);
        let mut bytes: Vec<u8> = Vec::with_capacity(OUTPUT + 64);
        std::iter::from_fn(move || {
            while bytes.len() < OUTPUT
                && let Some((&low, &high)) = words.next()
            {
                for begin in (0..self.bits).step_by(16) {
                    let count = (self.bits - begin).min(16);
                    let half = |bits: Word| u64::from(spread((bits >> begin) as u16));
                    open |= (half(low) | half(high) << 1) << filled;
                    filled += 2 * count;
                    while filled >= 8 {
                        bytes.push(open as u8);
                        (open, filled) = (open >> 8, filled - 8);
                    }
                }
            }
            if words.peek().is_none() && filled > 0 {
                bytes.push(open as u8);
                filled = 0;
            }
            let rest = if bytes.len() > OUTPUT { bytes.split_off(OUTPUT) } else { Vec::new() };
            let chunk = std::mem::replace(&mut bytes, rest);
            (!chunk.is_empty()).then_some(chunk)
        })
    }
}

/// Moves bit i to bit 2i.
const fn spread(bits: u16) -> u32 {
    let mut bits = bits as u32;
    bits = (bits | bits << 8) & 0x00ff_00ff;
    bits = (bits | bits << 4) & 0x0f0f_0f0f;
    bits = (bits | bits << 2) & 0x3333_3333;
    (bits | bits << 1) & 0x5555_5555
}

impl Entries for LabelDistances {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(LabelDistances::chunks(self).map(Cow::Owned))
    }
}
