//! Lists of rare boards: all boards of a large shape at some distances.
//!
//! A board drawn from a list of all boards at a distance is as likely as any other, so all that
//! matters is that the list is complete. There are two ways to make a complete list. Both start at
//! the goal, because only from there do breadth-first levels contain every board at their distance.
//! (For example, not every board one move short of the diameter is a neighbour of an antipode.)
//!
//! * For up to [`GROWN_CELLS`] cells, all levels are grown, as a generator does. This takes about a
//!   second, and one bit of memory per board.
//! * For larger shapes and for 2x2, levels are searched one after another as long as the number of
//!   boards is small.

use std::ops::{ControlFlow, RangeInclusive};

use super::levels::each_level_of;
use super::{DrawWork, SampleError, no_memory};
use crate::generate::Grower;
use crate::puzzle::{Coordinates, Metric, Nibbles, Orbit, Puzzle, SmallBoard, SmallShape};
use crate::threads::Threads;

/// The levels of shapes with at most this many cells are grown.
const GROWN_CELLS: usize = 12;

/// The maximum number of boards listed at once: 256 MB of indices.
pub(super) const MAX_LISTED: u64 = 1 << 25;

/// The maximum number of boards visited by a search from the goal of a larger shape, which takes a
/// few seconds.
const MAX_NEAR: u64 = 1 << 23;

/// The greatest distance up to which all boards can be listed, given the number of boards at
/// distance 0, 1, 2, ...
pub(super) fn nearest(shape: SmallShape, counts: &[u64]) -> Option<u32> {
    let most = if shape.cells() <= GROWN_CELLS { MAX_LISTED } else { MAX_NEAR };
    let mut sum = 0;
    let within = counts.iter().take_while(|&&count| {
        sum += count;
        sum <= most
    });
    (within.count() as u32).checked_sub(1)
}

/// True if the boards at some distances can be listed.
pub(super) fn can_list(shape: SmallShape, counts: &[u64], distances: &RangeInclusive<u32>) -> bool {
    boards_at(counts, distances) <= MAX_LISTED
        && (shape.cells() <= GROWN_CELLS || Some(*distances.end()) <= nearest(shape, counts))
}

/// The number of boards that are visited to list those at some distances.
pub(super) fn visited(shape: SmallShape, counts: &[u64], distances: &RangeInclusive<u32>) -> u64 {
    if shape.cells() <= GROWN_CELLS {
        shape.states()
    } else {
        boards_at(counts, &(0..=*distances.end()))
    }
}

/// For each of these ranges of distances, the indices of all boards in it, in ascending order. They
/// are listed together, if that does not take too much memory.
pub(super) fn list(
    goal: &SmallBoard,
    metric: Metric,
    counts: &[u64],
    ranges: &[RangeInclusive<u32>],
    work: &mut DrawWork<'_>,
) -> Result<Vec<Vec<u64>>, SampleError> {
    if goal.shape().cells() <= GROWN_CELLS {
        // The generator grows the lists piece by piece and cannot report that memory ran out. So
        // check first that there is enough: a piece twice as large is made before the old one goes.
        let boards: u64 = ranges.iter().map(|range| boards_at(counts, range)).sum();
        let most = 3 * boards as usize;
        Vec::<u64>::new().try_reserve_exact(most).map_err(|_| no_memory::<u64>(most))?;
        if let Some(lists) = grow(goal, metric, ranges, work)? {
            return Ok(lists);
        }
    }
    search(goal, metric, counts, ranges, work)
}

/// The number of boards at some distances.
pub(super) fn boards_at(counts: &[u64], distances: &RangeInclusive<u32>) -> u64 {
    let at = (0..).zip(counts).filter(|(at, _)| distances.contains(at));
    at.fold(0, |all, (_, &count)| all.saturating_add(count))
}

/// Lists the boards by growing all levels. `None` for 2x2, which has too few tiles.
fn grow(
    goal: &SmallBoard,
    metric: Metric,
    ranges: &[RangeInclusive<u32>],
    work: &mut DrawWork<'_>,
) -> Result<Option<Vec<Vec<u64>>>, SampleError> {
    let (orbit, symmetry) = Orbit::with_symmetry(goal.shape(), goal.blank_cell());
    // The levels belong to the goal in the orientation of the table.
    let (turned, back) = (symmetry.board(goal), symmetry.inverse());
    let puzzle = Puzzle::of_all_boards(orbit, metric);
    let grower = Grower::new(puzzle, Threads::default().count(), false)?;
    let watch = &mut |_: &[u64]| (work.watch)(work.progress);
    let lists = grower.indices(ranges, MAX_LISTED as usize, watch)?;
    let Some(mut lists) = lists else { return Ok(None) };
    for list in &mut lists {
        for index in &mut *list {
            let board = Coordinates::board_of_goal(&turned, *index).expect("an index of the shape");
            *index = Coordinates::index_to_goal(goal, &back.board(&board));
        }
        list.sort_unstable();
    }
    Ok(Some(lists))
}

/// Lists the boards by a breadth-first search from the goal. Stops if the counts prove wrong, since
/// they may come from a table with a wrong header.
fn search(
    goal: &SmallBoard,
    metric: Metric,
    counts: &[u64],
    ranges: &[RangeInclusive<u32>],
    work: &mut DrawWork<'_>,
) -> Result<Vec<Vec<u64>>, SampleError> {
    let last = ranges.iter().map(|range| *range.end()).max().unwrap_or_default();
    let mut lists = vec![Vec::new(); ranges.len()];
    let mut expected = (0..=last).zip(counts);
    each_level_of(goal, metric, |level| {
        let Some((distance, &count)) = expected.next() else { return Ok(ControlFlow::Break(())) };
        if level.len() as u64 != count {
            return Ok(ControlFlow::Break(()));
        }
        if distance > 0 {
            work.go_on()?;
        }
        for (range, list) in ranges.iter().zip(&mut lists) {
            if range.contains(&distance) {
                let length = list.len() + level.len();
                list.try_reserve(level.len()).map_err(|_| no_memory::<u64>(length))?;
                list.extend(level.iter().map(|&cells| index(goal, cells)));
            }
        }
        let is_last = distance == last;
        Ok(if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    for list in &mut lists {
        list.sort_unstable();
    }
    Ok(lists)
}

/// The index of the board with these cells.
fn index(goal: &SmallBoard, cells: Nibbles) -> u64 {
    let shape = goal.shape();
    let cells: Vec<u8> = (0..shape.cells()).map(|at| (cells >> (4 * at) & 15) as u8).collect();
    Coordinates::index_to_goal(goal, &SmallBoard::new(shape, &cells).expect("tiles that moved"))
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use super::super::DrawProgress;
    use super::super::levels::near_counts;
    use super::*;
    use crate::puzzle::MoveOrder;

    /// The distance of every board that reaches a goal, by a search that does not use levels.
    fn distances(goal: &SmallBoard, metric: Metric) -> HashMap<SmallBoard, u32> {
        let mut distances = HashMap::from([(*goal, 0)]);
        let mut open = VecDeque::from([*goal]);
        while let Some(board) = open.pop_front() {
            for (_, next) in MoveOrder::CANONICAL.moves(&board, metric) {
                if !distances.contains_key(&next) {
                    distances.insert(next, distances[&board] + 1);
                    open.push_back(next);
                }
            }
        }
        distances
    }

    /// Both ways find exactly the boards that a plain search finds, for goals of any shape, with
    /// any label in any cell, in both metrics.
    #[test]
    fn lists_are_complete() {
        lists_are_complete_in(Metric::Single);
        lists_are_complete_in(Metric::Multi);
    }

    fn lists_are_complete_in(metric: Metric) {
        for goal in ["31/2x/54", "312/x54", "1 2 3 4 / 7 6 x 5"] {
            let goal: SmallBoard = goal.parse().unwrap();
            let truth = distances(&goal, metric);
            let mut counts = vec![0; 40];
            for &distance in truth.values() {
                counts[distance as usize] += 1;
            }
            let ranges = [0..=0, 3..=5, 14..=14, 18..=99];
            let expected = ranges.clone().map(|range| {
                let at = truth.iter().filter(|(_, distance)| range.contains(*distance));
                let mut indices: Vec<u64> =
                    at.map(|(board, _)| Coordinates::index_to_goal(&goal, board)).collect();
                indices.sort_unstable();
                indices
            });
            assert!(!expected[3].is_empty());
            let progress = DrawProgress::default();
            let mut work = DrawWork { watch: &mut |_| ControlFlow::Continue(()), progress };
            let grown = grow(&goal, metric, &ranges, &mut work).unwrap();
            assert_eq!(grown.as_ref(), Some(&expected.to_vec()), "{goal}");
            let found = search(&goal, metric, &counts, &ranges, &mut work).unwrap();
            assert_eq!(found, expected, "{goal}");
            let near = near_counts(&goal, metric, u32::MAX).unwrap();
            assert!(counts.starts_with(&near) && near.iter().sum::<u64>() == truth.len() as u64);
        }
    }

    #[test]
    fn what_is_listed_fits() {
        let shape: SmallShape = "4x4".parse().unwrap();
        let counts = [1, 2, 4, MAX_NEAR - 7, 1];
        assert_eq!(nearest(shape, &counts), Some(3));
        for (distances, expected) in [(4..=4, false), (1..=2, true), (2..=2, true)] {
            assert_eq!(can_list(shape, &counts, &distances), expected, "{distances:?}");
        }
        assert_eq!(visited(shape, &counts, &(1..=2)), 7);
    }
}
