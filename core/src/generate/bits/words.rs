//! Words: the meaning of the 60 bits.
//!
//! The last five tiles of an order have 5! = 120 arrangements, half of them of each parity. Ranks
//! 2k and 2k + 1 differ only in the order of the last two tiles, so exactly one of the two has a
//! given parity: 60 states of one parity, numbered by half their rank, fit a word.

use crate::puzzle::{digit_sum_is_odd, factorial, is_odd, rank_is_odd, unrank};

/// The number of tiles whose arrangements a word holds.
pub(super) const LAST: usize = 5;

/// The number of states in a word: the arrangements of five tiles of one parity, 5!/2.
pub(super) const STATES: usize = 60;

/// A word with all its states.
pub(super) const FULL: u64 = (1 << STATES) - 1;

/// The number of consecutive words that differ only in the last leading tile. The length of every
/// run of words that a move permutes is a multiple of this, unless there are no leading tiles.
pub(super) const BLOCK: usize = 6;

/// The number of words in a piece of work. The data of a piece fit the first-level cache. It is a
/// multiple of 6 x 7 x 8, so that the words permuted by a short window lie within a piece, and a
/// third of 6 x 7 x 8 x 9.
pub(super) const PIECE: usize = 1008;

/// The number of blocks after which the parities repeat: 7 x 8 x 9.
const CYCLE: usize = 504;

/// The arrangement of five tiles of this parity for this bit of a word.
pub(super) fn arrangement(bit: usize, odd_order: bool) -> [u8; LAST] {
    let mut order = [0; LAST];
    unrank(2 * bit as u64, &mut order);
    if is_odd(&order) != odd_order {
        order.swap(LAST - 2, LAST - 1);
    }
    order
}

/// The bits k of a word for which the arrangement with rank 2k is odd.
pub(super) fn odd_pairs() -> u64 {
    let odd = (0..STATES).filter(|&bit| rank_is_odd(2 * bit as u64));
    odd.fold(0, |bits, bit| bits | 1 << bit)
}

/// The parity of the leading tiles of each word, block by block.
#[derive(Debug)]
pub(super) struct LeadingParity {
    /// For the blocks of one cycle.
    cycle: [bool; CYCLE],
}

impl LeadingParity {
    pub(super) fn new() -> LeadingParity {
        LeadingParity {
            cycle: std::array::from_fn(|block| digit_sum_is_odd(block as u64, LAST as u64 + 2)),
        }
    }

    /// For the first word of each block of a piece that begins with the word `start`. The parity
    /// alternates between the words of a block.
    #[inline]
    pub(super) fn blocks(&self, start: usize) -> impl Iterator<Item = bool> + '_ {
        let (cycle, block) = (start / BLOCK / CYCLE, start / BLOCK % CYCLE);
        let odd = digit_sum_is_odd(cycle as u64, LAST as u64 + 5);
        self.cycle[block..].iter().map(move |&block| block != odd)
    }

    /// For one word.
    pub(super) fn word(&self, word: usize) -> bool {
        let odd = self.blocks(word - word % BLOCK).next().unwrap_or_default();
        odd != (word % BLOCK % 2 == 1)
    }
}

/// The number of words for the orders of one parity of this many tiles, at least five.
pub(super) const fn words(tiles: usize) -> u64 {
    factorial(tiles) / (2 * STATES as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leading_tiles_and_last_five_have_the_parity_of_the_order() {
        let parity = LeadingParity::new();
        for tiles in [5, 6, 7, 8, 11] {
            let mut order = vec![0; tiles];
            for rank in (0..factorial(tiles)).step_by(if tiles < 9 { 2 } else { 1_000_002 }) {
                unrank(rank, &mut order);
                let (word, bit) = ((rank / 120) as usize, rank / 2 % 60);
                let last = odd_pairs() >> bit & 1 == 1;
                assert_eq!(parity.word(word) != last, is_odd(&order), "{tiles} tiles, rank {rank}");
            }
        }
    }

    #[test]
    fn blocks_are_every_sixth_word() {
        let parity = LeadingParity::new();
        for start in [0, PIECE, 2 * PIECE, 3 * PIECE, 100 * PIECE] {
            let blocks: Vec<bool> = parity.blocks(start).take(PIECE / BLOCK).collect();
            let words = (start..start + PIECE).step_by(BLOCK);
            assert_eq!(blocks, words.map(|word| parity.word(word)).collect::<Vec<_>>());
        }
    }
}
