//! Permuting the 60 bits of a word.
//!
//! AVX-512 has an instruction for this (`vpshufbitqmb`). It was tried: most of the time goes elsewhere, and the whole was hardly faster for it.

/// States in a word: the arrangements of five tiles that have one parity, 5!/2.
pub(super) const STATES: usize = 60;

/// A permutation of the bits of a word, by eight look-ups, one for each byte.
#[derive(Clone, Debug)]
pub(super) struct Permutation {
    /// For each byte of a word, by its place and value, where its bits go.
    by_byte: Box<[[u64; 256]; 8]>,
}

impl Permutation {
    /// The permutation that puts bit `from(to)` in the place `to`.
    pub(super) fn new(from: impl Fn(usize) -> usize) -> Permutation {
        let mut by_byte = Box::new([[0; 256]; 8]);
        for to in 0..STATES {
            let (byte, bit) = (from(to) / 8, from(to) % 8);
            for value in (0..256).filter(|value| value >> bit & 1 == 1) {
                by_byte[byte][value] |= 1 << to;
            }
        }
        Permutation { by_byte }
    }

    #[inline]
    pub(super) fn apply(&self, word: u64) -> u64 {
        self.by_byte
            .iter()
            .zip(word.to_le_bytes())
            .fold(0, |bits, (table, byte)| bits | table[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_bit_goes_to_its_place() {
        // 7 and 60 have no common factor, so this is a permutation.
        let permutation = Permutation::new(|to| (to * 7 + 11) % STATES);
        for word in
            (0..STATES).map(|bit| 1 << bit).chain([0, (1 << STATES) - 1, 0x0123_4567_89ab_cdef])
        {
            let expected =
                (0..STATES).fold(0, |bits, to| bits | (word >> ((to * 7 + 11) % STATES) & 1) << to);
            assert_eq!(permutation.apply(word), expected);
        }
    }
}
