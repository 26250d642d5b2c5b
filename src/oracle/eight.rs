//! The rank of eight tiles by two reads.
//!
//! The Lehmer digits of the first four tiles depend on those alone: a digit is the tile less the smaller ones before it. Those of the last four
//! depend on the order among those alone, since a digit counts smaller tiles behind. So the rank is a sum of two numbers, each
//! from a table with four tiles for an index. The sum also tells the parity, and whether the eight tiles are eight different ones.

/// A four's part of the sum: from bit 0 its part of the rank, at bit 16 its parity, and from bit 24 a bit for each of its tiles, or none if one
/// comes twice. No two parts carry from one field into the next: ranks are below 8!, and parities add to at most 2.
type Part = u32;

const RANK: Part = 0xffff;
const ODD: Part = 1 << 16;
const TILES: u32 = 24;

/// By four tiles of three bits each, the first lowest.
static FIRST: [Part; 1 << 12] = parts(true);
static LAST: [Part; 1 << 12] = parts(false);

const fn parts(first: bool) -> [Part; 1 << 12] {
    let factorials = if first { [5040, 720, 120, 24] } else { [6, 2, 1, 1] };
    let mut parts = [0; 1 << 12];
    let mut index = 0;
    while index < parts.len() {
        let (mut rank, mut inversions, mut tiles) = (0, 0, 0u32);
        let mut i = 0;
        while i < 4 {
            let tile = index >> (3 * i) & 7;
            let (mut before, mut behind, mut j) = (0, 0, 0);
            while j < 4 {
                let smaller = index >> (3 * j) & 7 < tile;
                before += (smaller && j < i) as usize;
                behind += (smaller && j > i) as usize;
                j += 1;
            }
            let digit = if first { tile.saturating_sub(before) } else { behind };
            rank += digit * factorials[i];
            inversions += digit;
            tiles |= 1 << tile;
            i += 1;
        }
        if tiles.count_ones() == 4 {
            parts[index] = rank as Part | (inversions % 2) as Part * ODD | tiles << TILES;
        }
        index += 1;
    }
    parts
}

/// The rank of eight tiles, 1 to 8, given as hexadecimal digits, the first tile lowest; and whether their order is odd. `None` if
/// they are not eight different ones.
#[inline]
pub(super) fn rank_of_eight(order: u32) -> Option<(u64, bool)> {
    // Three bits a tile, then six a pair, then twelve a four.
    let threes = order.wrapping_sub(0x1111_1111);
    let pairs = (threes & 0x0707_0707) | (threes >> 1 & 0x3838_3838);
    let four = |pairs: u32| ((pairs & 0x3f) | (pairs >> 2 & 0xfc0)) as usize;
    // Two sets of four tiles add up to all eight only if they have none in common.
    let sum = FIRST[four(pairs & 0xffff)].wrapping_add(LAST[four(pairs >> 16)]);
    (sum >> TILES == 0xff).then_some((u64::from(sum & RANK), sum & ODD != 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{factorial, odd, rank, unrank};

    #[test]
    fn every_order_has_its_rank() {
        let mut order = [0; 8];
        for number in 0..factorial(8) {
            unrank(number, &mut order);
            let digits = order.iter().rev().fold(0, |digits, &tile| digits << 4 | u32::from(tile));
            assert_eq!(rank_of_eight(digits), Some((rank(&order), odd(&order))));
        }
    }

    #[test]
    fn only_orders_have_one() {
        let mut found = 0;
        // Every sequence of eight tiles of which none is above 8: 8^8 of them.
        for number in 0..1u32 << 24 {
            let digits = (0..8).fold(0, |digits, i| digits | ((number >> (3 * i) & 7) + 1) << (4 * i));
            found += u64::from(rank_of_eight(digits).is_some());
        }
        assert_eq!(found, factorial(8));
    }
}
