//! The entries of a table with one bit a state: that of state i is bit i % 8 of byte i / 8.
//!
//! In memory, 60 states take a word of 64 bits. In a table they are stored without gaps, so two
//! words take 15 bytes. For a whole board these are two consecutive words. For a pattern they are
//! the words of the even and of the odd orders with the same leading tiles, whose states alternate.

use std::borrow::Cow;
use std::sync::Arc;

use super::planes::{Planes, WordAt};
use super::words::{FULL, LeadingParity, STATES, odd_pairs, words};
use crate::table_format::Entries;

/// The bytes of two words in a table.
const PAIR: usize = STATES / 4;

/// Pairs of words in a chunk of output: 15 blocks of 4 KiB.
const CHUNK: usize = 1 << 12;

/// How words are arranged in a table.
#[derive(Debug)]
pub(super) struct Packing {
    /// Words of a plane.
    words: usize,
    paired: bool,
    odd_pairs: u64,
    /// For words whose last five tiles are in even and in odd order: bit 2i is 1 if the word holds
    /// the second state of pair i.
    seconds: [u128; 2],
    parity: LeadingParity,
}

impl Packing {
    pub(super) fn new(planes: &Planes) -> Packing {
        // If the number of words does not fit, neither would the words fit in memory.
        let words = usize::try_from(words(planes.tiles)).unwrap_or(usize::MAX);
        let odd_pairs = odd_pairs();
        let seconds = [spread(odd_pairs), spread(odd_pairs ^ FULL)];
        Packing { words, paired: planes.paired, odd_pairs, seconds, parity: LeadingParity::new() }
    }

    /// The index of a word in memory.
    #[inline]
    pub(super) fn word(&self, at: WordAt) -> usize {
        at.plane * self.words + at.word
    }

    /// The index of the state of this bit.
    pub(super) fn index(&self, at: WordAt, bit: u32) -> u64 {
        if !self.paired {
            return self.word(at) as u64 * STATES as u64 + u64::from(bit);
        }
        let pair = at.plane / 2 * self.words + at.word;
        let flipped = self.alternation(at.word) >> bit & 1;
        (pair * STATES * 2) as u64 + 2 * u64::from(bit) + (flipped ^ (at.plane as u64 & 1))
    }

    /// The bits of the pairs of states in which the first has an odd order.
    #[inline]
    fn alternation(&self, word: usize) -> u64 {
        if self.parity.word(word) { self.odd_pairs ^ FULL } else { self.odd_pairs }
    }

    /// Extracts the bits of a word from those of a table.
    #[inline]
    pub(super) fn read(&self, bits: &[u8], at: WordAt) -> u64 {
        if self.paired {
            let pair = at.plane / 2 * self.words + at.word;
            let both = u128::from_le_bytes(bytes(bits, pair * PAIR));
            let second =
                self.seconds[usize::from(self.parity.word(at.word) != (at.plane % 2 == 1))];
            gather(both & !second | both >> 1 & second) & FULL
        } else {
            let number = self.word(at);
            let start = number / 2 * PAIR + number % 2 * (PAIR / 2);
            (u64::from_le_bytes(bytes(bits, start)) >> (number % 2 * 4)) & FULL
        }
    }

    /// The bytes of a pair of words in a table.
    fn pair(&self, kept: &[u64], pair: usize) -> [u8; 16] {
        let both = if self.paired {
            let word = pair % self.words;
            let even = pair / self.words * 2 * self.words + word;
            let (even, odd) = (kept[even], kept[even + self.words]);
            let flipped = self.alternation(word);
            let (first, second) =
                ((even & !flipped) | (odd & flipped), (odd & !flipped) | (even & flipped));
            spread(first) | spread(second) << 1
        } else {
            let second = kept.get(2 * pair + 1).copied().unwrap_or_default();
            u128::from(kept[2 * pair]) | u128::from(second) << STATES
        };
        both.to_le_bytes()
    }
}

/// The bytes from `start` on, with 0 beyond the end.
#[inline]
fn bytes<const N: usize>(bits: &[u8], start: usize) -> [u8; N] {
    if let Some(Ok(bytes)) = bits.get(start..start + N).map(TryInto::try_into) {
        return bytes;
    }
    std::array::from_fn(|i| bits.get(start + i).copied().unwrap_or_default())
}

/// Moves bit i to bit 2i.
pub(super) fn spread(bits: u64) -> u128 {
    u128::from(spread_half(bits)) | u128::from(spread_half(bits >> 32)) << 64
}

/// The same for the lower half.
#[inline]
pub(in crate::generate) const fn spread_half(bits: u64) -> u64 {
    let mut bits = bits & 0xffff_ffff;
    bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff;
    bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

/// Moves bit 2i to bit i, and drops the others.
#[inline]
fn gather(bits: u128) -> u64 {
    gather_half(bits as u64) | gather_half((bits >> 64) as u64) << 32
}

#[inline]
const fn gather_half(bits: u64) -> u64 {
    let mut bits = bits & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0x0000_ffff_0000_ffff;
    (bits | bits >> 16) & 0xffff_ffff
}

/// The entries of a table with one bit a state, kept in words until they are written.
#[derive(Debug)]
pub struct DistanceBits {
    packing: Arc<Packing>,
    counts: Vec<u64>,
    kept: Vec<u64>,
}

impl DistanceBits {
    pub(super) fn new(packing: Arc<Packing>, counts: Vec<u64>, kept: Vec<u64>) -> DistanceBits {
        DistanceBits { packing, counts, kept }
    }

    /// The number of states at distance 0, 1, 2, ...
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The bytes of the table's entries, in order, in chunks of 61,440 (the last one may be
    /// shorter). Chunks are computed one at a time.
    pub fn chunks(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let pairs = self.kept.len().div_ceil(2);
        let len = (self.kept.len() * STATES).div_ceil(8);
        (0..pairs).step_by(CHUNK).map(move |first| {
            let mut chunk = Vec::with_capacity(CHUNK * PAIR);
            for pair in first..pairs.min(first + CHUNK) {
                chunk.extend_from_slice(&self.packing.pair(&self.kept, pair)[..PAIR]);
            }
            chunk.truncate(len - first * PAIR);
            chunk
        })
    }
}

impl Entries for DistanceBits {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(DistanceBits::chunks(self).map(Cow::Owned))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gathering_undoes_spreading() {
        for bits in [0, 1, FULL, 1 << 59, 0x0123_4567_89ab_cdef & FULL] {
            assert_eq!((gather(spread(bits)), gather(spread(bits) >> 1)), (bits, 0));
            assert_eq!((spread(bits).count_ones(), spread(1 << 40)), (bits.count_ones(), 1 << 80));
        }
    }
}
