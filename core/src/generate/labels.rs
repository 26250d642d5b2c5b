//! Boards with labels as planes for the levels of the multi-tile metric.
//!
//! The sets of the last layer, at most 128, are the bits of a word; a *context* is the sets of the
//! layers before it. A vertical move takes all states of a context to one other context, and their
//! bits are permuted by one of a few dozen rotations: by tables, a byte at a time.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::bits::spread_half;
use super::multi_levels::{self, ModuloBits, RunPlanes, WordBit};
use crate::error::Result;
use crate::puzzle::{Direction, SmallShape};
use crate::space::{LabelSpace, Layer, MAX_LAYERS, Space as _};
use crate::table_format::Entries;

/// The states of a context, a bit each.
type Word = u128;

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
        let shuffles = (0..last.rotations()).map(|rotation| {
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
        });
        let shuffles = shuffles.collect();
        LabelLevels { space, threads, contexts, shuffles }
    }

    /// The memory needed, in bytes.
    pub fn memory(&self) -> u64 {
        let words = self.contexts * self.space.shape().cells();
        multi_levels::memory::<Word>(words as u64) + (16 << 20)
    }

    /// The number of states at distance 0, 1, 2, ..., and the distance modulo 3 of every state.
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
    ) -> Result<(Vec<u64>, LabelDistances)> {
        let bits = self.space.layers().last().map_or(0, Layer::sets);
        let full = Word::MAX >> (Word::BITS as usize - bits);
        let goal = self.space.goal();
        let (blank, order) = (usize::from(goal.blank), self.space.order(&goal) as usize);
        let goal = WordBit { word: blank * self.contexts + order / bits, bit: 1 << (order % bits) };
        let (counts, found) =
            multi_levels::distances(self, goal, full, self.memory(), |_, _| (), progress)?;
        Ok((counts, LabelDistances { bits, cells: self.space.shape().cells(), found }))
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
}

impl RunPlanes for LabelLevels {
    type Word = Word;

    fn shape(&self) -> SmallShape {
        self.space.shape()
    }

    fn words(&self) -> usize {
        self.contexts
    }

    fn threads(&self) -> usize {
        self.threads
    }

    fn step_back(
        &self,
        cell: usize,
        mv: Direction,
        level: &[Word],
        runs: Option<&[Word]>,
        start: usize,
        part: &mut [Word],
    ) {
        let rotation = self.space.rotation(cell, mv);
        let mut contexts = Contexts::new(&self.space, start);
        for target in part {
            let (from, shuffle) = contexts.rotated(rotation);
            let word = level[from] | runs.map_or(0, |set| set[from]);
            *target = if word == 0 { 0 } else { self.shuffled(word, shuffle) };
            contexts.advance();
        }
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

/// The distance modulo 3 of every state, as the entries of a table.
#[derive(Debug)]
pub struct LabelDistances {
    /// The orders of a word.
    bits: usize,
    cells: usize,
    found: ModuloBits<Word>,
}

/// The bytes of a chunk of output: 64 blocks.
const OUTPUT: usize = 1 << 18;

impl LabelDistances {
    /// The bytes of the table's entries, in order, in chunks of equal length (the last one may be
    /// shorter).
    pub fn chunks(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let contexts = self.found.low.len() / self.cells;
        let mut context = 0;
        // Bits that do not fill a byte yet.
        let (mut open, mut filled) = (0u64, 0);
        let mut bytes: Vec<u8> = Vec::with_capacity(OUTPUT + 1024);
        std::iter::from_fn(move || {
            while bytes.len() < OUTPUT && context < contexts {
                for begin in (0..self.bits).step_by(8) {
                    let low = self.cells_of_eight(&self.found.low, context, begin);
                    let high = self.cells_of_eight(&self.found.high, context, begin);
                    let count = (self.bits - begin).min(8);
                    for (low, high) in low.into_iter().zip(high).take(count) {
                        let (low, high) = (spread_half(low.into()), spread_half(high.into()));
                        open |= (low | high << 1) << filled;
                        filled += 2 * self.cells;
                        while filled >= 8 {
                            bytes.push(open as u8);
                            (open, filled) = (open >> 8, filled - 8);
                        }
                    }
                }
                context += 1;
            }
            if context == contexts && filled > 0 {
                bytes.push(open as u8);
                filled = 0;
            }
            let rest = if bytes.len() > OUTPUT { bytes.split_off(OUTPUT) } else { Vec::new() };
            let chunk = std::mem::replace(&mut bytes, rest);
            (!chunk.is_empty()).then_some(chunk)
        })
    }

    /// For eight orders of a context, from the bit `begin` on, a bit for each cell of the blank.
    fn cells_of_eight(&self, plane: &[Word], context: usize, begin: usize) -> [u16; 8] {
        let contexts = plane.len() / self.cells;
        let cells = plane[context..].iter().step_by(contexts).enumerate();
        // The bits of eight cells, in a byte for each order.
        let mut eights = [0u64; 2];
        for (cell, word) in cells {
            eights[cell / 8] |= BYTES[usize::from((word >> begin) as u8)] << (cell % 8);
        }
        let [first, last] = eights.map(u64::to_le_bytes);
        std::array::from_fn(|order| u16::from_le_bytes([first[order], last[order]]))
    }
}

/// For each byte, its bits as the lowest ones of eight bytes.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut i = 0;
    while i < 256 * 8 {
        bytes[i / 8] |= ((((i / 8) >> (i % 8)) & 1) as u64) << (8 * (i % 8));
        i += 1;
    }
    bytes
};

impl Entries for LabelDistances {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(LabelDistances::chunks(self).map(Cow::Owned))
    }
}
