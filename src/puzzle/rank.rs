//! Cantor expansion: permutations as numbers, in lexicographic order.
//!
//! The rank of a permutation p of 1..=n is the sum of `d[i] * (n-1-i)!`, where the Lehmer digit `d[i]` counts the later
//! elements smaller than `p[i]`. Digit `i` runs from 0 to n-1-i, so every number below n! is the rank of one permutation.

/// n!, for every n whose factorial fits.
const FACTORIALS: [u64; 21] = {
    let mut factorials = [1; 21];
    let mut n = 1;
    while n < 21 {
        factorials[n] = factorials[n - 1] * n as u64;
        n += 1;
    }
    factorials
};

/// n!.
///
/// ```
/// assert_eq!(tilebase::factorial(9), 362_880);
/// ```
///
/// # Panics
///
/// If n is above 20, whose factorial does not fit 64 bits. No board has that many cells.
#[must_use]
pub const fn factorial(n: usize) -> u64 {
    FACTORIALS[n]
}

/// The rank of `order`, a permutation of 1..=n with n at most 16.
///
/// ```
/// assert_eq!(tilebase::rank(&[1, 2, 3]), 0);
/// assert_eq!(tilebase::rank(&[3, 2, 1]), 5);
/// ```
///
/// # Panics
///
/// Where `order` holds 0 or a number above 63. For other sequences that are no permutation the number has no meaning.
#[must_use]
pub fn rank(order: &[u8]) -> u64 {
    let mut used = 0u64;
    let mut rank = 0;
    for (&tile, left) in order.iter().zip((1..=order.len() as u64).rev()) {
        assert!((1..64).contains(&tile), "tile {tile} in a permutation of 1..={}", order.len());
        let smaller_used = (used & ((1 << tile) - 1)).count_ones();
        rank = rank * left + u64::from(tile).saturating_sub(1 + u64::from(smaller_used));
        used |= 1 << tile;
    }
    rank
}

/// Writes the permutation of 1..=n that has this rank into `order`, n being its length, at most 16.
///
/// ```
/// let mut order = [0; 3];
/// tilebase::unrank(4, &mut order);
/// assert_eq!(order, [3, 1, 2]);
/// ```
///
/// # Panics
///
/// Unless `rank` is below n! and n is at most 16.
pub fn unrank(mut rank: u64, order: &mut [u8]) {
    let n = order.len();
    assert!(n <= 16 && rank < factorial(n), "rank {rank} of {n} tiles");
    let mut digits = [0; 16];
    for left in 1..=n {
        digits[n - left] = (rank % left as u64) as usize;
        rank /= left as u64;
    }
    // A hexadecimal digit for each tile that is left, less 1, the smallest lowest: taking one out moves the larger ones down.
    let mut unused = 0xfedc_ba98_7654_3210_u64;
    for (tile, digit) in order.iter_mut().zip(digits) {
        let smaller = (1 << (4 * digit)) - 1;
        *tile = (unused >> (4 * digit) & 15) as u8 + 1;
        unused = (unused & smaller) | (unused >> 4 & !smaller);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition, word for word.
    fn rank_by_definition(order: &[u8]) -> u64 {
        let n = order.len();
        (0..n)
            .map(|i| {
                let later_smaller = order[i + 1..].iter().filter(|&&tile| tile < order[i]).count();
                later_smaller as u64 * factorial(n - 1 - i)
            })
            .sum()
    }

    #[test]
    fn fast_rank_is_naive_rank_and_unrank_its_inverse() {
        for n in 1..=9 {
            let mut order = vec![0; n];
            let mut previous = vec![0; n];
            for r in 0..factorial(n) {
                unrank(r, &mut order);
                assert_eq!(rank(&order), r);
                assert_eq!(rank_by_definition(&order), r);
                assert!(previous < order, "ranks follow the lexicographic order");
                previous.copy_from_slice(&order);
            }
        }
    }

    #[test]
    fn long_permutations_too() {
        for n in 10..=16 {
            let mut order = vec![0; n];
            let last = factorial(n) - 1;
            for r in (0..=last).step_by((last / 10_007) as usize).chain([last]) {
                unrank(r, &mut order);
                assert_eq!((rank(&order), rank_by_definition(&order)), (r, r));
            }
        }
    }
}
