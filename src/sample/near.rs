//! The boards near a goal whose boards were never counted: of a shape of more than sixteen cells, or
//! one of fewer with the blank in an unusual cell.
//!
//! They are listed by a breadth-first search from the goal. A board of more than sixteen cells has
//! no index, so it is known by the moves that lead to it: two bits for each, behind a bit that is
//! set.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use crate::puzzle::{Board, Class, Coordinates, Move};

/// The maximum number of boards listed, which takes a fraction of a second.
const MAX_BOARDS: usize = 1 << 20;

/// All boards at each distance up to some distance, each by the first of its shortest ways.
pub(super) struct NearGoal {
    levels: Vec<Vec<u64>>,
}

impl NearGoal {
    /// Lists the boards up to this distance, or up to the last one of which all can be listed.
    pub(super) fn new(goal: &Board, last: u32) -> NearGoal {
        let mut levels = vec![vec![1]];
        let (mut boards, mut all) = (vec![*goal], 1);
        let (mut before, mut level) = (HashSet::new(), HashSet::from([*goal]));
        while levels.len() <= last as usize {
            let (mut ways, mut next, mut found) = (Vec::new(), Vec::new(), HashSet::new());
            for (board, way) in boards.iter().zip(&levels[levels.len() - 1]) {
                for mv in Move::ALL {
                    // A neighbour is one move nearer or one move farther.
                    if let Some(moved) = board.moved(mv)
                        && !before.contains(&moved)
                        && found.insert(moved)
                    {
                        ways.push(way << 2 | mv as u64);
                        next.push(moved);
                    }
                }
            }
            all += next.len();
            if all > MAX_BOARDS {
                break;
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

    /// The numbers of all boards at these distances: their indices, or the ways to them if the
    /// shape is too large for those.
    pub(super) fn numbers(&self, goal: &Board, distances: &RangeInclusive<u32>) -> Vec<u64> {
        let at = (0..).zip(&self.levels).filter(|(at, _)| distances.contains(at));
        let ways = at.flat_map(|(_, level)| level).copied();
        if goal.shape().class() == Class::Large {
            return ways.collect();
        }
        let boards = ways.filter_map(|way| NearGoal::end(goal, way));
        boards.map(|board| Coordinates::index_to_goal(goal, &board)).collect()
    }

    /// The board with a number. `None` if there is none.
    pub(super) fn board(goal: &Board, number: u64) -> Option<Board> {
        match goal.shape().class() {
            Class::Large => NearGoal::end(goal, number),
            _ => Coordinates::board_of_goal(goal, number),
        }
    }

    /// The board at the end of a way. `None` if it leads off the board.
    fn end(goal: &Board, way: u64) -> Option<Board> {
        let moves = (0..way.ilog2() / 2).rev().map(|at| Move::ALL[(way >> (2 * at) & 3) as usize]);
        moves.into_iter().try_fold(*goal, |board, mv| board.moved(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The boards at each distance, by a plain breadth-first search.
    fn levels(goal: Board, last: u32) -> Vec<HashSet<Board>> {
        let mut levels = vec![HashSet::from([goal])];
        let mut all = levels[0].clone();
        for _ in 0..last {
            let boards = levels.last().into_iter().flatten();
            let next = boards.flat_map(|board| board.neighbours().map(|(_, next)| next));
            let next: HashSet<Board> = next.filter(|next| !all.contains(next)).collect();
            all.extend(&next);
            levels.push(next);
        }
        levels
    }

    #[test]
    fn all_boards_are_listed() {
        for goal in [
            "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 x",
            "1 2 3 4 / 5 x 6 7 / 8 9 10 11",
            "4 x / 3 2 / 1 5 / 7 6 / 8 9",
            "1 2 3 4 5 / 6 x 7 8 9 / 10 11 12 13 14 / 15 16 17 18 19 / 20 21 22 23 24",
        ] {
            let goal: Board = goal.parse().unwrap();
            let near = NearGoal::new(&goal, 10);
            for (distance, expected) in (0..).zip(levels(goal, 10)) {
                let numbers = near.numbers(&goal, &(distance..=distance));
                let boards = numbers.into_iter().map(|it| NearGoal::board(&goal, it).unwrap());
                assert_eq!(near.counts()[distance as usize], expected.len() as u64);
                assert_eq!(boards.collect::<HashSet<_>>(), expected, "{goal} at {distance}");
            }
        }
        let goal = Board::goal("5x5".parse().unwrap());
        let all: u64 = NearGoal::new(&goal, u32::MAX).counts().iter().sum();
        assert!(all <= MAX_BOARDS as u64);
    }
}
