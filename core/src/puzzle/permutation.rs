//! Permutations as numbers, in lexicographic order (Cantor expansion), and their parity.
//!
//! The rank of a permutation p of 1..=n is the sum of `d[i] * (n-1-i)!`. The Lehmer digit `d[i]` is
//! the number of later elements that are smaller than `p[i]`. It runs from 0 to n-1-i, so every
//! number below n! is the rank of exactly one permutation. The Lehmer digits add up to the number
//! of inversions, so they also give the parity.
//!
//! The loops here are plain ones. `build.rs` runs them millions of times, and in a debug build it
//! is not optimized: iterators would then take several times as long.

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
/// assert_eq!(tilebase::puzzle::factorial(9), 362_880);
/// ```
///
/// # Panics
///
/// Panics if n is above 20: then n! does not fit 64 bits. No board has that many cells.
pub const fn factorial(n: usize) -> u64 {
    FACTORIALS[n]
}

/// A permutation in one word, four bits per element, the first lowest: see [`rank_nibbles`].
#[doc(hidden)]
pub type Nibbles = u64;

/// A 1 in every nibble.
pub(crate) const ONES: Nibbles = 0x1111_1111_1111_1111;

/// The rank of the permutation of 1..=n in the low `n` nibbles of `order`, and whether it is odd.
///
/// The element 16 is stored as 0. The result is meaningless if `order` is not a permutation.
#[inline]
#[doc(hidden)]
pub fn rank_nibbles(order: Nibbles, n: usize) -> (u64, bool) {
    // Nibble k of `smaller` is the Lehmer digit that element k + 1 would have if it came next: the
    // number of smaller elements still to come.
    let (mut smaller, mut rank, mut inversions) = (0xfedc_ba98_7654_3210_u64, 0, 0);
    let mut place = 0;
    while place < n {
        let shift = 4 * ((order >> (4 * place)).wrapping_sub(1) & 15);
        let digit = smaller >> shift & 15;
        smaller = smaller.wrapping_sub((ONES - 1) << shift);
        rank = rank * (n - place) as u64 + digit;
        inversions += digit;
        place += 1;
    }
    (rank, inversions % 2 == 1)
}

#[doc(hidden)]
pub fn nibbles(order: &[u8]) -> Nibbles {
    assert!(order.len() <= 16, "a permutation of {} elements: expected at most 16", order.len());
    let n = order.len() as u8;
    let (mut nibbles, mut place) = (0, order.len());
    while place > 0 {
        place -= 1;
        let element = order[place];
        assert!(element > 0 && element <= n, "element {element} in a permutation of 1..={n}");
        nibbles = nibbles << 4 | u64::from(element % 16);
    }
    nibbles
}

/// The rank of `order`, a permutation of 1..=n with n at most 16.
///
/// ```
/// use tilebase::puzzle::rank;
/// assert_eq!(rank(&[1, 2, 3]), 0);
/// assert_eq!(rank(&[3, 2, 1]), 5);
/// ```
///
/// # Panics
///
/// Panics if there are more than 16 elements, or if one is not in 1..=n. If one is repeated, the
/// result is meaningless.
pub fn rank(order: &[u8]) -> u64 {
    rank_nibbles(nibbles(order), order.len()).0
}

/// True if `order`, a permutation of 1..=n, has an odd number of inversions.
///
/// ```
/// use tilebase::puzzle::is_odd;
/// assert!(!is_odd(&[1, 2, 3]));
/// assert!(is_odd(&[1, 3, 2]));
/// ```
///
/// # Panics
///
/// If an element is not in 1..=n. If one is repeated, the result is meaningless.
pub fn is_odd(order: &[u8]) -> bool {
    if order.len() <= 16 {
        return rank_nibbles(nibbles(order), order.len()).1;
    }
    let n = order.len() as u8;
    assert!(order.iter().all(|element| (1..=n).contains(element)), "a permutation of 1..={n}");
    let mut inversions = 0;
    for (at, element) in order.iter().enumerate() {
        inversions += order[at + 1..].iter().filter(|&later| later < element).count();
    }
    inversions % 2 == 1
}

/// True if the permutation that has this rank is odd. The Lehmer digits count its inversions.
#[inline]
#[doc(hidden)]
pub fn rank_is_odd(rank: u64) -> bool {
    digit_sum_is_odd(rank, 2)
}

/// True if the sum of the digits of `number` is odd. The last digit has `values` values, and each
/// digit before it one more than the next.
#[inline]
#[doc(hidden)]
pub fn digit_sum_is_odd(mut number: u64, values: u64) -> bool {
    let mut sum = 0;
    for values in values.. {
        if number == 0 {
            break;
        }
        sum += number % values;
        number /= values;
    }
    sum % 2 == 1
}

/// The contribution of four of the tiles 0 to 7 to the rank of all eight: if they are the first
/// four, and if they are the last. Meaningless if one of them is repeated.
///
/// The Lehmer digits of the first four depend on those alone: a digit is the number of smaller
/// tiles minus those before it. The digits of the last four depend only on the order of these,
/// since a digit counts the smaller tiles after it.
#[doc(hidden)]
pub const fn parts_of_rank_of_eight(four: [usize; 4]) -> (u16, u16) {
    let (mut first, mut last, mut i) = (0, 0, 0);
    while i < 4 {
        let (mut digit, mut smaller_after, mut j) = (four[i], 0, 0);
        while j < 4 {
            if four[j] < four[i] && j < i {
                digit = digit.saturating_sub(1);
            } else if four[j] < four[i] {
                smaller_after += 1;
            }
            j += 1;
        }
        first = first * (8 - i) + digit;
        last = last * (4 - i) + smaller_after;
        i += 1;
    }
    (24 * first as u16, last as u16)
}

/// Writes the permutation of 1..=n that has this rank into `order`, where n is its length.
///
/// ```
/// let mut order = [0; 3];
/// tilebase::puzzle::unrank(4, &mut order);
/// assert_eq!(order, [3, 1, 2]);
/// ```
///
/// # Panics
///
/// Panics unless `rank` is below n! and n is at most 16.
pub fn unrank(mut rank: u64, order: &mut [u8]) {
    let n = order.len();
    assert!(n <= 16 && rank < factorial(n), "rank {rank} of {n} tiles");
    let mut digits = [0; 16];
    for left in 1..=n {
        digits[n - left] = (rank % left as u64) as usize;
        rank /= left as u64;
    }
    // A nibble for each unused element, minus 1, the smallest lowest. Removing one moves the larger
    // ones down.
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

    /// The rank and the parity by definition, taken literally.
    fn by_definition(order: &[u8]) -> (u64, bool) {
        let (mut rank, mut inversions) = (0, 0);
        for i in 0..order.len() {
            let later_smaller = order[i + 1..].iter().filter(|&&tile| tile < order[i]).count();
            rank += later_smaller as u64 * factorial(order.len() - 1 - i);
            inversions += later_smaller;
        }
        (rank, inversions % 2 == 1)
    }

    #[test]
    fn fast_rank_is_naive_rank_and_unrank_its_inverse() {
        for n in 1..=9 {
            let mut order = vec![0; n];
            let mut previous = vec![0; n];
            for r in 0..factorial(n) {
                unrank(r, &mut order);
                assert_eq!((rank(&order), is_odd(&order)), by_definition(&order));
                assert_eq!((r, rank_is_odd(r)), by_definition(&order));
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
                assert_eq!((rank(&order), is_odd(&order)), by_definition(&order));
                assert_eq!((r, rank_is_odd(r)), by_definition(&order));
            }
        }
        let mut order: Vec<u8> = (1..=24).collect();
        for step in 0..100 {
            assert_eq!(is_odd(&order), step % 2 == 1);
            order.swap(step * 7 % 24, (step * 7 + 1 + step % 23) % 24);
        }
    }
}
