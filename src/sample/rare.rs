//! Lists of rare boards: all boards of a large shape at some distances.
//!
//! A board drawn from a list of all boards at a distance is as likely as any other, so all that
//! matters is that the list is complete. There are two ways to make a complete list. Both start at
//! the goal, because only from there do breadth-first levels contain every board at their distance.
//! (For example, not every board one move short of the diameter is a neighbour of an antipode.)
//!
//! * For up to [`GROWN_CELLS`] cells, all levels are grown, as a generator does. This takes about a
//!   second, and one bit of memory per board.
//! * For larger shapes, levels are searched one after another as long as the number of boards is
//!   small.

use std::ops::RangeInclusive;

use crate::error::Result;
use crate::generate::Levels;
use crate::puzzle::{Board, Coordinates, Nibbles, Orbit, Shape, blank_of};

/// The levels of shapes with at most this many cells are grown.
const GROWN_CELLS: usize = 12;

/// The maximum number of boards listed at once: 256 MB of indices.
const MAX_LISTED: u64 = 1 << 25;

/// The maximum number of boards visited by a search from the goal of a larger shape, which takes a
/// few seconds.
const MAX_NEAR: u64 = 1 << 23;

/// The greatest distance up to which all boards can be listed, given the number of boards at
/// distance 0, 1, 2, ...
pub(super) fn nearest(shape: Shape, counts: &[u64]) -> Option<u32> {
    let most = if shape.cells() <= GROWN_CELLS { MAX_LISTED } else { MAX_NEAR };
    let mut sum = 0;
    let within = counts.iter().take_while(|&&count| {
        sum += count;
        sum <= most
    });
    (within.count() as u32).checked_sub(1)
}

/// For each of these ranges of distances, the indices of all boards in it, in ascending order.
/// `None` for a range that has too many boards, or has too many boards at smaller distances.
pub(super) fn list(
    goal: &Board,
    counts: &[u64],
    ranges: &[RangeInclusive<u32>],
) -> Result<Vec<Option<Vec<u64>>>> {
    let grown = goal.shape().cells() <= GROWN_CELLS;
    let mut lists = vec![None; ranges.len()];
    // Rarest first.
    let mut order: Vec<(u64, usize)> =
        ranges.iter().map(|range| boards_at(counts, range)).zip(0..).collect();
    order.sort_unstable();
    let mut left = MAX_LISTED;
    let near = nearest(goal.shape(), counts);
    order.retain(|&(boards, range)| {
        let listed = boards <= left && (grown || Some(*ranges[range].end()) <= near);
        left -= if listed { boards } else { 0 };
        listed
    });
    let listed: Vec<RangeInclusive<u32>> =
        order.iter().map(|&(_, range)| ranges[range].clone()).collect();
    if !listed.is_empty() {
        let found = if grown { grow(goal, &listed)? } else { search(goal, counts, &listed) };
        for ((_, range), list) in order.into_iter().zip(found) {
            lists[range] = Some(list);
        }
    }
    Ok(lists)
}

/// The number of boards at some distances.
pub(super) fn boards_at(counts: &[u64], distances: &RangeInclusive<u32>) -> u64 {
    (0..).zip(counts).filter(|(at, _)| distances.contains(at)).map(|(_, &count)| count).sum()
}

/// Lists the boards by growing all levels.
fn grow(goal: &Board, ranges: &[RangeInclusive<u32>]) -> Result<Vec<Vec<u64>>> {
    let (orbit, symmetry) = Orbit::with_symmetry(goal.shape(), goal.blank_cell());
    let levels = Levels::sliding(orbit).expect("a shape that is too large to be listed otherwise");
    // The levels belong to the goal in the orientation of the table.
    let (turned, back) = (symmetry.board(goal), symmetry.inverse());
    let mut lists = levels.indices(ranges, MAX_LISTED as usize)?;
    for list in &mut lists {
        for index in &mut *list {
            let board = Coordinates::board_of_goal(&turned, *index).expect("an index of the shape");
            *index = Coordinates::index_to_goal(goal, &back.board(&board));
        }
        list.sort_unstable();
    }
    Ok(lists)
}

/// Lists the boards by a breadth-first search from the goal. Stops if the counts prove wrong, since
/// they may come from a table with a wrong header.
fn search(goal: &Board, counts: &[u64], ranges: &[RangeInclusive<u32>]) -> Vec<Vec<u64>> {
    let shape = goal.shape();
    let index = |&cells: &Nibbles| {
        let cells: Vec<u8> = (0..shape.cells()).map(|at| (cells >> (4 * at) & 15) as u8).collect();
        Coordinates::index_to_goal(goal, &Board::new(shape, &cells).expect("tiles that moved"))
    };
    let last = ranges.iter().map(|range| *range.end()).max().unwrap_or_default();
    let mut lists = vec![Vec::new(); ranges.len()];
    let (mut before, mut level) = (Vec::new(), vec![goal.nibbles()]);
    for (distance, &count) in (0..=last).zip(counts) {
        if level.len() as u64 != count {
            break;
        }
        for (range, list) in ranges.iter().zip(&mut lists) {
            if range.contains(&distance) {
                list.extend(level.iter().map(index));
            }
        }
        let mut next: Vec<Nibbles> =
            level.iter().flat_map(|&cells| neighbours(shape, cells)).collect();
        next.sort_unstable();
        next.dedup();
        // Neighbours of a level are in the previous level or in the next one.
        next.retain(|cells| before.binary_search(cells).is_err());
        before = std::mem::replace(&mut level, next);
    }
    for list in &mut lists {
        list.sort_unstable();
    }
    lists
}

/// The boards one move away from a board.
fn neighbours(shape: Shape, cells: Nibbles) -> impl Iterator<Item = Nibbles> {
    let blank = blank_of(cells, shape.cells()).expect("a board has a blank");
    shape.legal_moves(blank).into_iter().filter_map(move |mv| {
        let to = shape.neighbour(blank, mv)?;
        let tile = cells >> (4 * to) & 15;
        Some(cells ^ tile << (4 * to) ^ tile << (4 * blank))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::*;
    use crate::puzzle::Move;

    /// The distance of every board that reaches a goal, by a search that does not use levels.
    fn distances(goal: &Board) -> HashMap<Board, u32> {
        let mut distances = HashMap::from([(*goal, 0)]);
        let mut open = VecDeque::from([*goal]);
        while let Some(board) = open.pop_front() {
            for next in Move::ALL.into_iter().filter_map(|mv| board.moved(mv)) {
                if !distances.contains_key(&next) {
                    distances.insert(next, distances[&board] + 1);
                    open.push_back(next);
                }
            }
        }
        distances
    }

    /// Both ways find exactly the boards that a plain search finds, for goals of any shape, with
    /// any label in any cell.
    #[test]
    fn lists_are_complete() {
        for goal in ["31/2x/54", "312/x54", "1 2 3 4 / 7 6 x 5"] {
            let goal: Board = goal.parse().unwrap();
            let truth = distances(&goal);
            let mut counts = vec![0; 40];
            for &distance in truth.values() {
                counts[distance as usize] += 1;
            }
            let ranges = [0..=0, 3..=5, 14..=14, 17..=99];
            let expected = ranges.clone().map(|range| {
                let at = truth.iter().filter(|(_, distance)| range.contains(*distance));
                let mut indices: Vec<u64> =
                    at.map(|(board, _)| Coordinates::index_to_goal(&goal, board)).collect();
                indices.sort_unstable();
                indices
            });
            assert!(!expected[3].is_empty());
            assert_eq!(grow(&goal, &ranges).unwrap(), expected, "{goal}");
            assert_eq!(search(&goal, &counts, &ranges), expected, "{goal}");
        }
    }

    #[test]
    fn what_is_listed_fits() {
        let shape: Shape = "4x4".parse().unwrap();
        let counts = [1, 2, 4, MAX_NEAR - 7, 1];
        assert_eq!(nearest(shape, &counts), Some(3));
        let lists = list(&Board::goal(shape), &counts, &[4..=4, 1..=2, 2..=2]).unwrap();
        let found: Vec<Option<usize>> =
            lists.iter().map(|list| Some(list.as_ref()?.len())).collect();
        assert_eq!(found, [None, Some(6), Some(4)]);
    }
}
