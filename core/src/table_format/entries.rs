//! The encodings of entries. Only this file knows how entries are stored in bytes.

use std::fmt;

use crate::puzzle::Puzzle;

/// How entries are encoded.
///
/// The first two answer the same questions. `Moves` answers "what now" with one read.
/// `DistanceBit` takes a quarter of the space, and reads the entries of the neighbours as well.
///
/// ```
/// use tilebase::table::Encoding;
/// assert_eq!(Encoding::Moves.len(239_500_800), 119_750_400);
/// assert_eq!(Encoding::DistanceBit.len(239_500_800), 29_937_600);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// Four bits: the set of optimal moves. Entry i is in byte i/2, the low half first.
    Moves,
    /// One bit: bit 1 of the distance. Bit 0 is the colour of the state. Entry i is bit i%8 of byte
    /// i/8.
    DistanceBit,
    /// Two bits: the distance modulo 3. Entry i is in byte i/4, the lowest two bits first. This is
    /// the encoding of the multi-tile metric, where a move can leave the distance as it is.
    DistanceModulo3,
}

/// Tables of larger shapes have distance bits, unless moves are asked for, which take 1.6 GB for 13
/// cells.
const MOST_CELLS_WITH_MOVES: usize = 12;

impl Encoding {
    /// The encoding of a puzzle's table, unless another is asked for.
    #[doc(hidden)]
    pub fn usual(puzzle: Puzzle) -> Encoding {
        match puzzle {
            Puzzle::Sliding(orbit) if orbit.shape().cells() > MOST_CELLS_WITH_MOVES => {
                Encoding::DistanceBit
            }
            Puzzle::Pattern(_) => Encoding::DistanceBit,
            Puzzle::Multi(_) | Puzzle::Labelled(_) => Encoding::DistanceModulo3,
            Puzzle::Sliding(_) => Encoding::Moves,
        }
    }

    /// Bits of an entry: 4, 2 or 1.
    pub const fn bits(self) -> u32 {
        match self {
            Encoding::Moves => 4,
            Encoding::DistanceModulo3 => 2,
            Encoding::DistanceBit => 1,
        }
    }

    /// The encoding whose entries have this many bits.
    pub fn from_bits(bits: u32) -> Option<Encoding> {
        let all = [Encoding::Moves, Encoding::DistanceModulo3, Encoding::DistanceBit];
        all.into_iter().find(|encoding| encoding.bits() == bits)
    }

    /// The number of bytes that the entries of this many states take.
    #[inline]
    pub const fn len(self, states: u64) -> u64 {
        states.div_ceil(self.per_byte())
    }

    /// The position of the byte that holds entry `index`.
    #[inline]
    pub const fn byte(self, index: u64) -> u64 {
        index / self.per_byte()
    }

    /// Extracts entry `index` from the byte that holds it.
    #[inline]
    pub const fn entry(self, byte: u8, index: u64) -> u8 {
        match self {
            Encoding::Moves => byte >> (index % 2 * 4) & 0xf,
            Encoding::DistanceModulo3 => byte >> (index % 4 * 2) & 3,
            Encoding::DistanceBit => byte >> (index % 8) & 1,
        }
    }

    /// Stores entry `index` in the byte that holds it, and returns the new byte.
    #[inline]
    pub const fn set(self, byte: u8, index: u64, entry: u8) -> u8 {
        let (shift, mask) = match self {
            Encoding::Moves => (index % 2 * 4, 0xf),
            Encoding::DistanceModulo3 => (index % 4 * 2, 3),
            Encoding::DistanceBit => (index % 8, 1),
        };
        byte & !(mask << shift) | (entry & mask) << shift
    }

    /// The entry of one bit for a distance, which may be reduced modulo 4.
    #[inline]
    pub const fn distance_bit(distance: u32) -> u8 {
        (distance >> 1 & 1) as u8
    }

    const fn per_byte(self) -> u64 {
        match self {
            Encoding::Moves => 2,
            Encoding::DistanceModulo3 => 4,
            Encoding::DistanceBit => 8,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Encoding::Moves => "moves (4 bits per state)",
            Encoding::DistanceModulo3 => "distance modulo 3 (2 bits per state)",
            Encoding::DistanceBit => "distance bit (1 bit per state)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        for encoding in [Encoding::Moves, Encoding::DistanceModulo3, Encoding::DistanceBit] {
            let mask = (1u8 << encoding.bits()) - 1;
            let mut entries = vec![0; usize::try_from(encoding.len(101)).unwrap()];
            for index in (0..101).chain(0..101) {
                let byte = &mut entries[usize::try_from(encoding.byte(index)).unwrap()];
                *byte = encoding.set(*byte, index, (index * 7 + index / 3) as u8 & mask);
            }
            for index in 0..101 {
                let byte = entries[usize::try_from(encoding.byte(index)).unwrap()];
                let expected = (index * 7 + index / 3) as u8 & mask;
                assert_eq!(encoding.entry(byte, index), expected);
            }
            assert_eq!(Encoding::from_bits(encoding.bits()), Some(encoding));
        }
        assert_eq!(Encoding::from_bits(3), None);
    }
}
