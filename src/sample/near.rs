//! The boards near the goal of a shape of more than sixteen cells, whose boards were never counted.
//!
//! They are listed by a breadth-first search from the goal. Such a board has no index, so each is
//! known by the moves that lead to it: two bits for each, behind a bit that is set.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::RangeInclusive;

use super::SampleError;
use crate::puzzle::{Board, Extent, Move, Orbit};

/// The maximum number of boards listed, which takes a fraction of a second.
const MAX_BOARDS: usize = 1 << 20;

/// All boards at each distance up to some distance, each by the first of its shortest ways.
pub(super) struct NearGoal {
    levels: Vec<Vec<u64>>,
}

impl NearGoal {
    /// Lists the boards up to the last of these distances.
    ///
    /// # Errors
    ///
    /// [`SampleError::Uncounted`] if there are too many.
    pub(super) fn reaching(
        goal: &Board,
        distances: &RangeInclusive<u32>,
    ) -> Result<NearGoal, SampleError> {
        let near = NearGoal::new(goal, *distances.end());
        let nearest = near.levels.len() as u32 - 1;
        if *distances.end() > nearest {
            return Err(SampleError::Uncounted { orbit: Orbit::from(goal), nearest });
        }
        Ok(near)
    }

    /// Lists the boards up to this distance, or up to the last one of which all can be listed.
    fn new(goal: &Board, last: u32) -> NearGoal {
        let mut levels = vec![vec![1]];
        let (mut boards, mut all) = (vec![Packed::new(goal)], 1);
        let (mut before, mut level) = (Words::default(), Words::default());
        level.insert(boards[0].word);
        let extent = goal.shape().into();
        'levels: while levels.len() <= last as usize {
            let (mut ways, mut next, mut found) = (Vec::new(), Vec::new(), Words::default());
            for (board, way) in boards.iter().zip(&levels[levels.len() - 1]) {
                for mv in Move::ALL {
                    // A neighbour is one move nearer or one move farther.
                    if let Some(moved) = board.moved(extent, mv)
                        && !before.contains(&moved.word)
                        && found.insert(moved.word)
                    {
                        if all == MAX_BOARDS {
                            break 'levels;
                        }
                        all += 1;
                        ways.push(way << 2 | mv as u64);
                        next.push(moved);
                    }
                }
            }
            levels.push(ways);
            boards = next;
            before = std::mem::replace(&mut level, found);
        }
        NearGoal { levels }
    }

    /// The number of boards at distance 0, 1, 2, ...
    pub(super) fn counts(&self) -> Vec<u64> {
        self.levels.iter().map(|level| level.len() as u64).collect()
    }

    /// The ways to all boards at these distances.
    pub(super) fn ways(&self, distances: &RangeInclusive<u32>) -> Vec<u64> {
        let at = (0..).zip(&self.levels).filter(|(at, _)| distances.contains(at));
        at.flat_map(|(_, level)| level).copied().collect()
    }

    /// The board at the end of a way. `None` if it leads off the board.
    pub(super) fn board(goal: &Board, way: u64) -> Option<Board> {
        let moves = (0..way.ilog2() / 2).rev().map(|at| Move::ALL[(way >> (2 * at) & 3) as usize]);
        moves.into_iter().try_fold(*goal, |board, mv| board.moved(mv))
    }
}

/// A board of a known shape in one word, five bits for each cell, and the cell of its blank.
struct Packed {
    word: u128,
    blank: usize,
}

impl Packed {
    fn new(board: &Board) -> Packed {
        let cells = board.cells().iter().rev();
        let word = cells.fold(0, |word, &tile| word << 5 | u128::from(tile));
        Packed { word, blank: board.blank_cell() }
    }

    fn moved(&self, extent: Extent, mv: Move) -> Option<Packed> {
        let to = extent.neighbour(self.blank, mv)?;
        let tile = self.word >> (5 * to) & 31;
        // The blank is 0, so the tile's bits are taken from one cell and set in the other.
        Some(Packed { word: self.word ^ tile << (5 * to) ^ tile << (5 * self.blank), blank: to })
    }
}

/// Boards that were found. The hasher of the standard library takes most of a second for a million.
type Words = HashSet<u128, BuildHasherDefault<WordHasher>>;

/// Hashes one word. Boards come from a search, not from anyone who might choose them.
#[derive(Default)]
struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u128(byte.into());
        }
    }

    fn write_u128(&mut self, word: u128) {
        // An odd number with as many bits set as not, and its negative.
        let both = (word as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((word >> 64) as u64).wrapping_mul(0x61c8_8646_80b5_83eb);
        self.0 = (self.0 ^ both ^ both >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Shape;

    /// The boards of 4x4 near the goal, as many as OEIS A089484 says.
    #[test]
    fn all_boards_are_listed() {
        let goal = Board::goal(Shape::new(4, 4).unwrap());
        let near = NearGoal::new(&goal, 12);
        let counts = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
        assert_eq!(near.counts(), counts);
        for distance in 0..=12 {
            let mut boards = HashSet::new();
            for way in near.ways(&(distance..=distance)) {
                assert_eq!(way.ilog2() / 2, distance);
                assert!(boards.insert(NearGoal::board(&goal, way).unwrap()));
            }
        }
        let goal = Board::goal(Shape::new(5, 5).unwrap());
        let near = NearGoal::new(&goal, u32::MAX);
        assert!(near.counts().iter().sum::<u64>() <= MAX_BOARDS as u64);
        let nearest = near.levels.len() as u32 - 1;
        assert!(NearGoal::reaching(&goal, &(0..=nearest)).is_ok());
        let error = NearGoal::reaching(&goal, &(30..=30)).err().expect("too far");
        assert!(matches!(error, SampleError::Uncounted { nearest: found, .. } if found == nearest));
    }
}
