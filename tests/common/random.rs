//! Random cases of tests, the same in every run.

#![allow(dead_code, reason = "each test uses some of it")]

/// The number of cases: a few hundred of each kind, or as many as `TILEBASE_CASES` says.
pub fn cases() -> u64 {
    std::env::var("TILEBASE_CASES").map_or(600, |count| count.parse().expect("a number"))
}

/// A generator of random numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, most: usize) -> usize {
        for (left, right) in [(13, false), (7, true), (17, false)] {
            self.0 ^= if right { self.0 >> left } else { self.0 << left };
        }
        (self.0 >> 11) as usize % most
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// Numbers from 0 in a random order.
    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            all.swap(last, self.below(last + 1));
        }
        all
    }
}
