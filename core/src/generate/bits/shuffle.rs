//! Shuffles: fixed permutations of the 60 bits of every word.
//!
//! A rotation of two or more of the last five tiles moves many bits by the same distance. So it
//! takes a few masks, shifts and unions. All words of one parity share them, and the compiler
//! vectorizes them over the words of a block. A longer rotation may be cheaper as a sequence of
//! exchanges of two tiles. The variant with fewer masks is used.

use super::words::{BLOCK, LAST, STATES, arrangement};
use crate::puzzle::rank;
use crate::space::Rotation;

/// The words of a block.
pub(super) type Block = [u64; BLOCK];

/// A permutation of the bits of words. It differs for words whose last five tiles are in even and
/// in odd order.
#[derive(Clone, Debug, Default)]
pub(super) struct Shuffle {
    steps: Vec<MaskedShift>,
}

/// Groups of bits that move by the same distance. They are masked in place and then shifted.
#[derive(Clone, Debug, Default)]
struct MaskedShift {
    up: Vec<Masked>,
    down: Vec<Masked>,
}

/// The masks for the words of a block, depending on the parity of the first, and how far to shift.
#[derive(Clone, Debug)]
struct Masked {
    masks: [Block; 2],
    shift: u32,
}

impl Shuffle {
    /// The shuffle for rotating the window of `len` tiles that begins with tile `first` of the last
    /// five: each order receives the bit that the rotated order had.
    pub(super) fn new(first: usize, len: usize, turn: Rotation) -> Shuffle {
        let whole = MaskedShift::new(|order| turn.rotate(&mut order[first..first + len]), false);
        let pairs: Vec<usize> = match turn {
            Rotation::Left => (first + 1..first + len).rev().collect(),
            Rotation::Right => (first + 1..first + len).collect(),
        };
        // The last exchange is applied to the bits first. It changes the parity.
        let mut exchanges = Vec::with_capacity(pairs.len());
        for (number, &second) in pairs.iter().enumerate() {
            let odd_orders = (pairs.len() - 1 - number) % 2 == 1;
            let exchange = MaskedShift::new(|order| order.swap(second - 1, second), odd_orders);
            exchanges.push(exchange);
        }
        let masks = exchanges.iter().map(MaskedShift::masks).sum::<usize>();
        let mut steps = if whole.masks() <= masks { vec![whole] } else { exchanges };
        steps.retain(|step| !step.is_identity());
        Shuffle { steps }
    }

    /// True if all bits stay in place. This is the case for an exchange of the last two tiles.
    pub(super) fn is_identity(&self) -> bool {
        self.steps.is_empty()
    }

    /// Permutes the bits of a block, with plain loops (see [`bits`](super)). `odd` says whether the
    /// last five tiles of its first word are in odd order afterwards.
    #[inline]
    pub(super) fn apply(&self, mut block: Block, odd: bool) -> Block {
        for step in &self.steps {
            let mut moved = [0; BLOCK];
            for Masked { masks, shift } in &step.up {
                let masks = &masks[usize::from(odd)];
                let mut word = 0;
                while word < BLOCK {
                    moved[word] |= (block[word] & masks[word]) << *shift;
                    word += 1;
                }
            }
            for Masked { masks, shift } in &step.down {
                let masks = &masks[usize::from(odd)];
                let mut word = 0;
                while word < BLOCK {
                    moved[word] |= (block[word] & masks[word]) >> *shift;
                    word += 1;
                }
            }
            block = moved;
        }
        block
    }

    /// Permutes the bits of the only word of a plane.
    #[inline]
    pub(super) fn apply_to_word(&self, mut word: u64, odd: bool) -> u64 {
        for step in &self.steps {
            let mut moved = 0;
            for Masked { masks, shift } in &step.up {
                moved |= (word & masks[usize::from(odd)][0]) << *shift;
            }
            for Masked { masks, shift } in &step.down {
                moved |= (word & masks[usize::from(odd)][0]) >> *shift;
            }
            word = moved;
        }
        word
    }
}

impl MaskedShift {
    /// Each order receives the bit of the order that `change` makes of it. `flip` says that the
    /// orders of this step have a different parity than those after the last step.
    fn new(change: impl Fn(&mut [u8; LAST]), flip: bool) -> MaskedShift {
        let mut by_distance = [[0; 2]; 2 * STATES];
        for odd in [false, true] {
            for to in 0..STATES {
                let mut order = arrangement(to, odd != flip);
                change(&mut order);
                let from = rank(&order) as usize / 2;
                by_distance[STATES + to - from][usize::from(odd)] |= 1_u64 << from;
            }
        }
        let mut step = MaskedShift::default();
        for (distance, [even, odd]) in by_distance.into_iter().enumerate() {
            if even | odd == 0 {
                continue;
            }
            let masks = [[even, odd], [odd, even]]
                .map(|alternating| std::array::from_fn(|word| alternating[word % 2]));
            let shift = distance.abs_diff(STATES) as u32;
            let side = if distance < STATES { &mut step.down } else { &mut step.up };
            side.push(Masked { masks, shift });
        }
        step
    }

    fn masks(&self) -> usize {
        self.up.len() + self.down.len()
    }

    fn is_identity(&self) -> bool {
        self.masks() == 1 && self.up.first().is_some_and(|masked| masked.shift == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::is_odd;

    /// Tests every rotation and every bit, in words of both parities.
    #[test]
    fn every_bit_goes_to_its_place() {
        for (first, len) in
            (0..LAST).flat_map(|first| (2..=LAST - first).map(move |len| (first, len)))
        {
            for turn in [Rotation::Left, Rotation::Right] {
                let shuffle = Shuffle::new(first, len, turn);
                for bit in 0..STATES {
                    for first_odd in [false, true] {
                        let moved = shuffle.apply([1 << bit; BLOCK], first_odd);
                        for (word, found) in moved.into_iter().enumerate() {
                            let odd_word = first_odd != (word % 2 == 1);
                            let expected = (0..STATES).find(|&to| {
                                let mut order = arrangement(to, odd_word);
                                assert_eq!(is_odd(&order), odd_word);
                                turn.rotate(&mut order[first..first + len]);
                                rank(&order) as usize / 2 == bit
                            });
                            assert_eq!(
                                Some(found),
                                expected.map(|to| 1 << to),
                                "{first} {len} {turn:?} {bit}"
                            );
                        }
                    }
                }
            }
        }
        assert!(Shuffle::new(3, 2, Rotation::Left).is_identity());
        assert!(!Shuffle::new(2, 2, Rotation::Left).is_identity());
    }
}
