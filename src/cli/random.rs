//! Random numbers that are the same for ever.

use std::hash::{BuildHasher, RandomState};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// ChaCha with 8 rounds, keyed with the seed's eight bytes, lowest first, and zeros, from its first block on. A test pins it: what was once
/// drawn from a seed must be drawn again by every later version.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Random(ChaCha8Rng::from_seed(key))
    }

    /// A seed that nobody chose.
    pub fn seed() -> u64 {
        RandomState::new().hash_one(())
    }

    /// A number below `bound`, which is not 0, all equally often: the upper half of a product, of which those that some numbers have once more
    /// than others are drawn anew (Lemire, "Fast random integer generation in an interval", ACM TOMACS 29, 2019).
    pub fn below(&mut self, bound: u64) -> u64 {
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_is_drawn_again() {
        let mut random = Random::new(1);
        let drawn: [u64; 8] = std::array::from_fn(|_| random.below(181_440));
        assert_eq!(drawn, [69_217, 53_511, 144_835, 166_226, 155_283, 25_253, 133_149, 142_381]);
        // The first eight bytes of ChaCha8 with a key of zeros (draft-strombergson-chacha-test-vectors, TC1): of 2^64 - 1 numbers the one below.
        assert_eq!(
            Random::new(0).below(u64::MAX) + 1,
            u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6])
        );
    }

    #[test]
    fn every_number_is_drawn_as_often() {
        // The most uneven bound there is for numbers that are not drawn anew: three quarters of all.
        let bound = 3 << 62;
        let mut random = Random::new(7);
        let mut thirds = [0u32; 3];
        for _ in 0..30_000 {
            thirds[(random.below(bound) >> 62) as usize] += 1;
        }
        // 10,000 each, with a standard deviation of 82.
        assert!(thirds.iter().all(|third| third.abs_diff(10_000) < 330), "{thirds:?}");
    }
}
