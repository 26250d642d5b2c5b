//! The table of a pattern as the solver uses it: one bit a state.

use std::fmt;
use std::sync::Arc;

use super::SolverError;
use crate::generator::StateSpace;
use crate::puzzle::{factorial, rank, unrank};
use crate::space::{Pattern, PatternSpace};

/// Bytes that a table is read from: on the heap, or a mapped file.
type Bits = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The distances of a pattern, one bit a state: bit 1 of the distance.
///
/// Bit i is bit i % 8 of byte i / 8, i being the index in the [`PatternSpace`]. Bit 0 of the distance needs no table: it is
/// the parity of the number of tiles on cells of another colour than in the goal. So one bit tells the distance modulo 4,
/// and whether a neighbour is nearer or farther.
#[derive(Clone)]
pub struct PatternTable {
    pattern: Pattern,
    bits: Bits,
}

impl PatternTable {
    /// The table of `pattern` that these bytes are. They are believed: whoever reads them from a file checks them first.
    ///
    /// # Errors
    ///
    /// [`SolverError::Length`] unless there are as many bits as states, the last byte filled up.
    pub fn new(
        pattern: Pattern,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<PatternTable, SolverError> {
        let expected = PatternSpace::new(pattern).states().div_ceil(8);
        let found = bytes.as_ref().len() as u64;
        if found != expected {
            return Err(SolverError::Length { pattern, expected, found });
        }
        Ok(PatternTable { pattern, bits: Arc::new(bytes) })
    }

    /// Makes the table, on this thread.
    ///
    /// A level is a bit set, and moves are pushed one by one.
    #[must_use]
    pub fn generate(pattern: Pattern) -> PatternTable {
        PatternTable { pattern, bits: Arc::new(generate(&PatternSpace::new(pattern))) }
    }

    /// The pattern.
    #[must_use]
    pub const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The bits.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        (*self.bits).as_ref()
    }
}

impl fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternTable").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}

/// For a tile that goes from one place of the order to another, the rank of every order afterwards.
fn rotations(tiles: usize, old: usize, new: usize) -> Vec<u16> {
    let mut order = [0; 16];
    (0..factorial(tiles))
        .map(|number| {
            unrank(number, &mut order[..tiles]);
            if old < new {
                order[old..=new].rotate_left(1);
            } else {
                order[new..=old].rotate_right(1);
            }
            rank(&order[..tiles]) as u16
        })
        .collect()
}

fn generate(space: &PatternSpace) -> Vec<u8> {
    let tiles = space.pattern().tiles();
    let orders = space.orders() as usize;
    let words = orders.div_ceil(64);
    let segments = space.segments().len();
    let mut rotated: Vec<Option<Vec<u16>>> = vec![None; tiles * tiles];
    // For each segment its ways out: the segment and the rotation.
    let ways: Vec<Vec<(usize, usize)>> = (0..segments)
        .map(|segment| {
            let mask = space.segments()[segment].mask;
            let way = |crossing: crate::space::Crossing| {
                let place =
                    |cell: usize| (mask & !(1 << crossing.from) & ((1 << cell) - 1)).count_ones() as usize;
                let (old, new) = (place(crossing.from), place(crossing.to));
                if old != new {
                    rotated[old * tiles + new].get_or_insert_with(|| rotations(tiles, old, new));
                }
                (crossing.segment, old * tiles + new)
            };
            space.crossings(segment).map(way).collect()
        })
        .collect();
    let mut seen = vec![0u64; segments * words];
    let mut level = vec![0u64; segments * words];
    let mut table = vec![0u8; (space.states() as usize).div_ceil(8)];
    for goal in space.goals() {
        let (segment, order) = (goal as usize / orders, goal as usize % orders);
        seen[segment * words + order / 64] |= 1 << (order % 64);
        level[segment * words + order / 64] |= 1 << (order % 64);
    }
    for distance in 1u32.. {
        for segment in (0..segments).filter(|&segment| space.odd(segment) != (distance % 2 == 1)) {
            for word in 0..words {
                let bits = std::mem::take(&mut level[segment * words + word]);
                if bits == 0 {
                    continue;
                }
                for &(to, rotation) in &ways[segment] {
                    let to = to * words;
                    match &rotated[rotation] {
                        None => level[to + word] |= bits,
                        Some(rotated) => {
                            let mut left = bits;
                            while left != 0 {
                                let order = usize::from(rotated[word * 64 + left.trailing_zeros() as usize]);
                                level[to + order / 64] |= 1 << (order % 64);
                                left &= left - 1;
                            }
                        }
                    }
                }
            }
        }
        let mut any = false;
        for segment in (0..segments).filter(|&segment| space.odd(segment) == (distance % 2 == 1)) {
            for word in 0..words {
                let place = segment * words + word;
                level[place] &= !seen[place];
                seen[place] |= level[place];
                any |= level[place] != 0;
                if distance & 2 != 0 {
                    let mut left = level[place];
                    while left != 0 {
                        let index = segment * orders + word * 64 + left.trailing_zeros() as usize;
                        table[index / 8] |= 1 << (index % 8);
                        left &= left - 1;
                    }
                }
            }
        }
        if !any {
            return table;
        }
    }
    unreachable!("a level without states comes")
}
