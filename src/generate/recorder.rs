//! Recorders: what is kept of the levels that a generator finds.

/// Takes each level of the bit-parallel generator, word by word. A word is 60 states that follow one another.
pub trait Recorder {
    /// Bytes kept for each word. They begin as zeros.
    const BYTES_PER_WORD: usize;

    /// Takes the states of a word that were reached just now: `found` has a bit for each, and the element of `moves` for each
    /// [`Move`](crate::Move) the bits of those that this move brings nearer to the goal, and perhaps bits of others.
    fn record(kept: &mut [u8], found: u64, moves: [u64; 4]);
}

/// Keeps the optimal moves of each state: the entries of a table.
#[derive(Clone, Copy, Debug)]
pub struct KeepMoves;

/// Keeps nothing: the generator counts, and that is all.
#[derive(Clone, Copy, Debug)]
pub struct CountOnly;

impl Recorder for KeepMoves {
    /// 60 entries of 4 bits.
    const BYTES_PER_WORD: usize = 30;

    #[inline]
    fn record(kept: &mut [u8], found: u64, moves: [u64; 4]) {
        let [d, l, r, u] = moves.map(|bits| bits & found);
        let eight_entries = |from: usize| {
            let spread = |bits: u64| SPREAD[usize::from((bits >> from) as u8)];
            spread(d) | spread(l) << 1 | spread(r) << 2 | spread(u) << 3
        };
        let (eights, four) = kept.as_chunks_mut::<4>();
        for (entries, from) in eights.iter_mut().zip((0..).step_by(8)) {
            *entries = (u32::from_le_bytes(*entries) | eight_entries(from)).to_le_bytes();
        }
        for (entries, new) in four.iter_mut().zip(eight_entries(56).to_le_bytes()) {
            *entries |= new;
        }
    }
}

impl Recorder for CountOnly {
    const BYTES_PER_WORD: usize = 0;

    #[inline]
    fn record(_: &mut [u8], _: u64, _: [u64; 4]) {}
}

/// The bits of a byte, each moved to bit 0 of the nibble of its number.
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
