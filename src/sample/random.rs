//! Random numbers that are the same on every machine.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

/// ChaCha with 8 rounds. The key is the eight bytes of the seed, lowest first, followed by zeros,
/// and a stream starts at its first block. A test makes sure that this never changes: every later
/// version must draw the same boards from a seed.
#[derive(Debug)]
pub(super) struct Random(ChaCha8Rng);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random::stream(seed, 0)
    }

    /// One of many independent streams of a seed.
    pub(super) fn stream(seed: u64, stream: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut random = ChaCha8Rng::from_seed(key);
        random.set_stream(stream);
        Random(random)
    }

    /// A uniformly random number below `bound`, which must not be 0: the upper half of a product.
    /// Draws that would make some numbers more likely than others are repeated (Lemire, "Fast
    /// random integer generation in an interval", ACM TOMACS 29, 2019).
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at as u64 + 1) as usize);
        }
    }
}

/// Draws from a list: with `used` in front that may not be drawn again, others; else each from all.
pub(super) fn draw_from(
    list: &mut [u64],
    used: Option<usize>,
    wanted: usize,
    random: &mut Random,
) -> Vec<u64> {
    let Some(first) = used else {
        let wanted = if list.is_empty() { 0 } else { wanted };
        return (0..wanted).map(|_| list[random.below(list.len() as u64) as usize]).collect();
    };
    let end = (first + wanted).min(list.len());
    for at in first..end {
        let other = at + random.below((list.len() - at) as u64) as usize;
        list.swap(at, other);
    }
    list[first..end].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_is_drawn_again() {
        let mut random = Random::new(1);
        let drawn: [u64; 8] = std::array::from_fn(|_| random.below(181_440));
        assert_eq!(drawn, [69_217, 53_511, 144_835, 166_226, 155_283, 25_253, 133_149, 142_381]);
        // The first eight bytes of ChaCha8 with a key of zeros
        // (draft-strombergson-chacha-test-vectors, TC1). Below a bound of 2^64 - 1, the number
        // drawn is one less.
        assert_eq!(
            Random::new(0).below(u64::MAX) + 1,
            u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6])
        );
        // Streams differ.
        assert_ne!(Random::stream(0, 1).below(u64::MAX), Random::new(0).below(u64::MAX));
    }

    #[test]
    fn every_number_is_drawn_as_often() {
        // The bound that would give the most uneven results if no draw were repeated: three
        // quarters of all numbers.
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
