//! Recorders: what to do with the levels as they are found.

use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use bytemuck::Zeroable;

use super::packed::Packing;
use super::planes::WordAt;
use super::words::{FULL, STATES};
use crate::table_format::Encoding;

/// The states of one word that were just reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewStates {
    pub(super) distance: u32,
    /// A bit for each state.
    pub(super) states: u64,
    /// For each move, the bits of the states that it takes nearer to the goal, and possibly of
    /// other states. All 0 unless the recorder needs the moves.
    pub(super) moves: [u64; 4],
}

/// Takes each level, word by word.
pub(super) trait Recorder: Sync {
    /// The result for each word. It is initialized with zeros.
    type Kept: Zeroable + Send;

    /// True if `record` needs to know the moves by which a state was found.
    const BY_MOVE: bool;

    /// Records the states of a word. A recorder that reads a table returns the index of the first
    /// state whose entry is wrong.
    fn record(&self, kept: &mut Self::Kept, at: WordAt, found: NewStates) -> Option<u64>;
}

/// Keeps nothing. The states are only counted.
pub(super) struct CountOnly;

/// Keeps bit 1 of each state's distance.
pub(super) struct KeepDistanceBits;

/// Keeps the optimal moves of each state.
pub(super) struct KeepMoves;

/// Lists the states at some distances.
pub(super) struct ListStates<'a> {
    pub(super) packing: &'a Packing,
    /// The distances, and the indices of the states at them, in any order.
    pub(super) lists: Vec<(RangeInclusive<u32>, Mutex<Vec<u64>>)>,
    /// Stop adding to a list once it is longer than this.
    pub(super) most: usize,
}

/// Writes each state's distance at its index.
pub(super) struct WriteDistances<'a> {
    pub(super) packing: &'a Packing,
    pub(super) distances: &'a [AtomicU8],
}

/// Compares bit 1 of each state's distance with a table.
pub(super) struct CheckDistanceBits<'a> {
    pub(super) packing: &'a Packing,
    pub(super) bits: &'a [u8],
}

/// Compares the optimal moves of each state with a table.
pub(super) struct CheckMoves<'a> {
    pub(super) packing: &'a Packing,
    pub(super) entries: &'a [u8],
}

/// The entries of a word: 60 of 4 bits.
type WordEntries = [u8; 30];

impl Recorder for CountOnly {
    type Kept = ();
    const BY_MOVE: bool = false;

    #[inline]
    fn record(&self, (): &mut (), _: WordAt, _: NewStates) -> Option<u64> {
        None
    }
}

impl Recorder for KeepDistanceBits {
    type Kept = u64;
    const BY_MOVE: bool = false;

    #[inline]
    fn record(&self, kept: &mut u64, _: WordAt, found: NewStates) -> Option<u64> {
        if found.distance & 2 != 0 {
            *kept |= found.states;
        }
        None
    }
}

impl Recorder for KeepMoves {
    type Kept = WordEntries;
    const BY_MOVE: bool = true;

    #[inline]
    fn record(&self, kept: &mut WordEntries, _: WordAt, found: NewStates) -> Option<u64> {
        let [d, l, r, u] = found.moves.map(|bits| bits & found.states);
        each_eight(kept, |from| {
            spread(d, from) | spread(l, from) << 1 | spread(r, from) << 2 | spread(u, from) << 3
        });
        None
    }
}

impl Recorder for ListStates<'_> {
    type Kept = ();
    const BY_MOVE: bool = false;

    #[inline]
    fn record(&self, (): &mut (), at: WordAt, found: NewStates) -> Option<u64> {
        for (distances, list) in &self.lists {
            if distances.contains(&found.distance) {
                let bits = (0..STATES as u32).filter(|bit| found.states >> bit & 1 == 1);
                let indices = bits.map(|bit| self.packing.index(at, bit));
                let mut list = list.lock().expect("work that does not panic");
                if list.len() <= self.most {
                    list.extend(indices);
                }
            }
        }
        None
    }
}

impl Recorder for WriteDistances<'_> {
    type Kept = ();
    const BY_MOVE: bool = false;

    #[inline]
    fn record(&self, (): &mut (), at: WordAt, found: NewStates) -> Option<u64> {
        let mut states = found.states;
        while states != 0 {
            let index = self.packing.index(at, states.trailing_zeros());
            self.distances[index as usize].store(found.distance as u8, Ordering::Relaxed);
            states &= states - 1;
        }
        None
    }
}

impl Recorder for CheckDistanceBits<'_> {
    type Kept = ();
    const BY_MOVE: bool = false;

    #[inline]
    fn record(&self, (): &mut (), at: WordAt, found: NewStates) -> Option<u64> {
        let expected = if found.distance & 2 != 0 { FULL } else { 0 };
        let wrong = (self.packing.read(self.bits, at) ^ expected) & found.states;
        (wrong != 0).then(|| self.packing.index(at, wrong.trailing_zeros()))
    }
}

impl Recorder for CheckMoves<'_> {
    type Kept = ();
    const BY_MOVE: bool = true;

    #[inline]
    fn record(&self, (): &mut (), at: WordAt, found: NewStates) -> Option<u64> {
        let mut expected = WordEntries::default();
        KeepMoves.record(&mut expected, at, found);
        let first = self.packing.word(at) * expected.len();
        let claimed = self.entries.get(first..first + expected.len()).unwrap_or_default();
        // Only the entries of states in the level are compared. The others are compared in other
        // levels.
        let mut asked = WordEntries::default();
        each_eight(&mut asked, |from| 15 * spread(found.states, from));
        let mut difference = 0;
        for ((claimed, expected), asked) in claimed.iter().zip(&expected).zip(&asked) {
            difference |= (claimed ^ expected) & asked;
        }
        if difference == 0 && claimed.len() == expected.len() {
            return None;
        }
        let mut states = (0..STATES).filter(|bit| found.states >> bit & 1 == 1);
        let wrong =
            states.find(|&bit| claimed.is_empty() || entry(claimed, bit) != entry(&expected, bit));
        wrong.map(|bit| self.packing.index(at, bit as u32))
    }
}

/// The entry of the state of this bit.
fn entry(entries: &[u8], bit: usize) -> u8 {
    Encoding::Moves.entry(entries[bit / 2], bit as u64)
}

/// Adds to the entries of a word, eight states at a time, and four at the end.
#[inline]
fn each_eight(entries: &mut WordEntries, eight: impl Fn(u32) -> u32) {
    let (eights, four) = entries.as_chunks_mut::<4>();
    for (entries, from) in eights.iter_mut().zip((0..).step_by(8)) {
        *entries = (u32::from_le_bytes(*entries) | eight(from)).to_le_bytes();
    }
    for (entries, new) in four.iter_mut().zip(eight(56).to_le_bytes()) {
        *entries |= new;
    }
}

/// Moves each bit i of eight, from the bit `from` on, to bit 0 of nibble i.
#[inline]
fn spread(bits: u64, from: u32) -> u32 {
    SPREAD[usize::from((bits >> from) as u8)]
}

/// Moves each bit i of a byte to bit 0 of nibble i.
const SPREAD: [u32; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[bits] |= (bits as u32 >> bit & 1) << (4 * bit);
            bit += 1;
        }
        bits += 1;
    }
    spread
};
