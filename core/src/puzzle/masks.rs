//! Masks: sets of cells with a given number of cells, and their numbers.

/// The number of cells in the lower half of a mask.
const LOW: usize = 13;

/// All sets of `tiles` cells, in ascending order.
#[doc(hidden)]
pub fn masks(cells: usize, tiles: u32) -> impl Iterator<Item = u32> {
    let first = (tiles as usize <= cells).then_some((1_u32 << tiles) - 1);
    // The next larger number with the same number of bits set: the lowest run of ones loses its
    // highest bit to the place above it, and the rest of the run goes to the bottom.
    std::iter::successors(first, move |&mask| {
        let lowest = mask & mask.wrapping_neg();
        let above = mask + lowest;
        let next = above | (mask ^ above).checked_shr(lowest.trailing_zeros() + 2).unwrap_or(0);
        (mask != 0 && next >> cells == 0).then_some(next)
    })
}

/// Numbers masks with some numbers of cells: those with fewer cells first, then in ascending order.
/// It takes one look-up for each half of a mask.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct MaskNumbers {
    /// For each lower half, its number among those with the same number of cells.
    low: Box<[u16; 1 << LOW]>,
    /// For each number of cells and each upper half, the number of masks that come before.
    high: Vec<u32>,
    /// The number of bits of an upper half.
    bits: u32,
}

impl MaskNumbers {
    /// The numbers of all masks with any of these numbers of cells, which ascend.
    pub fn of_all(cells: usize, all_tiles: impl Iterator<Item = u32>) -> MaskNumbers {
        let (mut low, mut counts) = (vec![0; 1 << LOW], [0; LOW + 1]);
        for (mask, low) in low.iter_mut().enumerate().take(1 << cells.min(LOW)) {
            let count: &mut u16 = &mut counts[mask.count_ones() as usize];
            *low = *count;
            *count += 1;
        }
        let bits = cells.saturating_sub(LOW) as u32;
        let (mut high, mut before) = (Vec::new(), 0);
        for tiles in all_tiles {
            high.resize((tiles as usize) << bits, 0);
            for upper in 0..1_u32 << bits {
                high.push(before);
                let left = tiles.checked_sub(upper.count_ones());
                let masks = left.and_then(|left| counts.get(left as usize)).copied();
                before += u32::from(masks.unwrap_or(0));
            }
        }
        let low = low.try_into().expect("a number for each lower half");
        MaskNumbers { low, high, bits }
    }

    #[inline]
    pub fn number(&self, mask: u32) -> usize {
        let (low, upper) = (mask as usize & ((1 << LOW) - 1), mask as usize >> LOW);
        let of_tiles = (mask.count_ones() as usize) << self.bits;
        self.high[of_tiles | upper] as usize + usize::from(self.low[low])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_numbered_in_ascending_order() {
        for cells in [4, 9, 13, 14, 16, 18] {
            for tiles in 0..=cells as u32 {
                let numbers = MaskNumbers::of_all(cells, [tiles].into_iter());
                let expected = (0..1_u32 << cells).filter(|mask| mask.count_ones() == tiles);
                assert!(masks(cells, tiles).eq(expected), "{tiles} of {cells}");
                for (number, mask) in masks(cells, tiles).enumerate() {
                    assert_eq!(numbers.number(mask), number);
                }
            }
        }
        for cells in [4, 9, 13, 15] {
            let numbers = MaskNumbers::of_all(cells, [1, 3, 4].into_iter());
            let all = [1, 3, 4].into_iter().flat_map(|tiles| masks(cells, tiles));
            assert!(all.enumerate().all(|(number, mask)| numbers.number(mask) == number));
        }
        let numbers = MaskNumbers::of_all(25, [6].into_iter());
        assert!(masks(25, 6).map(|mask| numbers.number(mask)).eq(0..177_100));
    }
}
