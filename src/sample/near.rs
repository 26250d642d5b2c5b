//! The boards near the goal of a shape of more than sixteen cells, whose boards were never counted.
//!
//! They are listed by a breadth-first search from the goal. Such a board has no index, so its
//! number is the moves that lead to it: two bits for each, below a bit that is set.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::limits::MAX_UNCOUNTED;
use crate::puzzle::{Board, Extent, Move};
use crate::solver::{Wide, Width};

/// All boards at each distance up to some distance, each by the first of its shortest ways.
pub(super) struct NearGoal {
    levels: Vec<Vec<u64>>,
}

impl NearGoal {
    /// Lists the boards up to this distance, or up to the last one of which all can be listed.
    pub(super) fn new(goal: &Board, last: u32) -> NearGoal {
        let mut levels = vec![vec![1]];
        let (mut boards, mut all) = (vec![(Packing::pack(goal), goal.blank_cell() as u8)], 1);
        let (mut before, mut level) = (HashSet::new(), HashSet::from([boards[0].0]));
        let extent = goal.shape().into();
        'levels: while levels.len() <= last as usize {
            let (mut ways, mut next, mut found) = (Vec::new(), Vec::new(), HashSet::new());
            for (&board, way) in boards.iter().zip(&levels[levels.len() - 1]) {
                for mv in Move::ALL {
                    // A neighbour is one move nearer or one move farther.
                    if let Some(moved) = moved(board, extent, mv)
                        && !before.contains(&moved.0)
                        && found.insert(moved.0)
                    {
                        if all == MAX_UNCOUNTED {
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

/// How boards are packed: as in searches.
type Packing = Wide;

/// A packed board and the cell of its blank, after a move.
fn moved((word, blank): (u128, u8), extent: Extent, mv: Move) -> Option<(u128, u8)> {
    let to = extent.neighbour(blank.into(), mv)? as u8;
    Some((Packing::moved(word, Packing::tile(word, to), to, blank), to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Shape;
    use crate::sample::{SampleError, Sampler};

    /// The boards of 4x4 near the goal. Their counts are those of OEIS A089484.
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
        assert!(near.counts().iter().sum::<u64>() <= MAX_UNCOUNTED);
        let nearest = near.levels.len() as u32 - 1;
        assert!(Sampler::check(&goal, &(0..=nearest)).is_ok());
        let error = Sampler::check(&goal, &(30..=30)).expect_err("too far");
        assert!(matches!(error, SampleError::Uncounted { nearest: found, .. } if found == nearest));
    }
}
