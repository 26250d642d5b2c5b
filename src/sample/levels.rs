//! The boards at each distance from a goal, one level after another, where no generator grows them.

use std::ops::{ControlFlow, RangeInclusive};

use super::{SampleError, no_memory};
use crate::puzzle::{Direction, Metric, Nibbles, Shape, SmallBoard, SmallShape, blank_of, slid};
use crate::solver::{Wide, Width};

/// The number of boards after which no further level is counted, if nobody counted them before.
/// Listing them takes a fraction of a second.
const MAX_UNCOUNTED: u64 = 1 << 20;

/// Calls `visit` with the boards at distance 0, 1, 2, ..., in order, until it breaks or there are
/// no more. Boards with the same `cells` are equal, and the first of them is kept. A move may lead
/// from a level to itself unless distances have a `parity`.
fn each_level<B: Copy + Ord, C: Ord, N: IntoIterator<Item = B>>(
    goal: B,
    parity: bool,
    cells: impl Fn(&B) -> C,
    neighbours: impl Fn(B) -> N,
    mut visit: impl FnMut(&[B]) -> Result<ControlFlow<()>, SampleError>,
) -> Result<(), SampleError> {
    let (mut before, mut level) = (Vec::new(), vec![goal]);
    while !level.is_empty() && visit(&level)?.is_continue() {
        let mut next = Vec::new();
        for board in level.iter().flat_map(|&board| neighbours(board)) {
            let is_in = |level: &[B]| level.binary_search_by_key(&cells(&board), &cells).is_ok();
            if !is_in(&before) && (parity || !is_in(&level)) {
                next.try_reserve(1).map_err(|_| no_memory::<B>(2 * next.len()))?;
                next.push(board);
            }
        }
        next.sort_unstable();
        next.dedup_by_key(|board| cells(board));
        before = std::mem::replace(&mut level, next);
    }
    Ok(())
}

/// Calls `visit` with the boards of up to sixteen cells at distance 0, 1, 2, ..., in order, until
/// it breaks or there are no more.
pub(super) fn each_level_of(
    goal: &SmallBoard,
    metric: Metric,
    visit: impl FnMut(&[Nibbles]) -> Result<ControlFlow<()>, SampleError>,
) -> Result<(), SampleError> {
    let shape = goal.shape();
    let neighbours = |cells| neighbours(shape, metric, cells);
    each_level(goal.nibbles(), metric.slides_one_tile(), |&cells| cells, neighbours, visit)
}

/// The boards one move away from a board.
fn neighbours(shape: SmallShape, metric: Metric, cells: Nibbles) -> impl Iterator<Item = Nibbles> {
    let blank = blank_of(cells, shape.cells()).expect("a board has a blank");
    let most = metric.longest_move(shape.into());
    Direction::ALL.into_iter().flat_map(move |mv| {
        let along = std::iter::successors(Some((cells, blank)), move |&(cells, at)| {
            let next = shape.neighbour(at, mv)?;
            Some((slid(cells, at, next), next))
        });
        along.skip(1).take(most).map(|(cells, _)| cells)
    })
}

/// The number of boards at distance 0, 1, 2, ..., up to this one or to the last of which all can be
/// listed. For goals whose boards were never counted.
pub(super) fn near_counts(
    goal: &SmallBoard,
    metric: Metric,
    last: u32,
) -> Result<Vec<u64>, SampleError> {
    let (mut counts, mut all) = (Vec::new(), 0);
    each_level_of(goal, metric, |level| {
        all += level.len() as u64;
        counts.push(level.len() as u64);
        let is_over = counts.len() > last as usize || all > MAX_UNCOUNTED;
        Ok(if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    Ok(counts)
}

/// All boards of more than sixteen cells at each distance up to some distance. Such a board has no
/// index, so its number is the first of the shortest ways to it: two bits for each move, below a
/// bit that is set.
pub(super) struct NearGoal {
    levels: Vec<Vec<u64>>,
}

/// A board near the goal: its packed cells, the cell of its blank, and the way to it.
type Near = (u128, u8, u64);

impl NearGoal {
    /// Lists the boards up to this distance, or up to the last one of which all can be listed.
    pub(super) fn new(goal: &SmallBoard, last: u32) -> Result<NearGoal, SampleError> {
        let start: Near = (Packing::pack(goal), goal.blank_cell() as u8, 1);
        let (mut levels, mut all, shape) = (Vec::new(), 0, Shape::from(goal.shape()));
        let neighbours = |(cells, blank, way): Near| {
            Direction::ALL.into_iter().filter_map(move |mv| {
                let to = shape.neighbour(blank.into(), mv)? as u8;
                let cells = Packing::moved(cells, Packing::tile(cells, to), to, blank);
                Some((cells, to, way << 2 | mv as u64))
            })
        };
        each_level(
            start,
            true,
            |&(cells, ..)| cells,
            neighbours,
            |level| {
                all += level.len() as u64;
                if all > MAX_UNCOUNTED || levels.len() > last as usize {
                    return Ok(ControlFlow::Break(()));
                }
                let mut ways: Vec<u64> = level.iter().map(|&(.., way)| way).collect();
                ways.sort_unstable();
                levels.push(ways);
                Ok(ControlFlow::Continue(()))
            },
        )?;
        Ok(NearGoal { levels })
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
    pub(super) fn board(goal: &SmallBoard, way: u64) -> Option<SmallBoard> {
        let moves =
            (0..way.ilog2() / 2).rev().map(|at| Direction::ALL[(way >> (2 * at) & 3) as usize]);
        moves.into_iter().try_fold(*goal, |board, mv| board.moved(mv))
    }
}

/// How boards of more than sixteen cells are packed: as in searches.
type Packing = Wide;

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::puzzle::SmallShape;
    use crate::sample::{SampleError, Sampler};

    /// The boards of 4x4 near the goal. Their counts are those of OEIS A089484.
    #[test]
    fn all_boards_are_listed() {
        let goal = SmallBoard::goal(SmallShape::new(4, 4).unwrap());
        let near = NearGoal::new(&goal, 12).unwrap();
        let counts = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808];
        assert_eq!(near.counts(), counts);
        for distance in 0..=12 {
            let mut boards = HashSet::new();
            for way in near.ways(&(distance..=distance)) {
                assert_eq!(way.ilog2() / 2, distance);
                assert!(boards.insert(NearGoal::board(&goal, way).unwrap()));
            }
        }
        let goal = SmallBoard::goal(SmallShape::new(5, 5).unwrap());
        let near = NearGoal::new(&goal, u32::MAX).unwrap();
        assert!(near.counts().iter().sum::<u64>() <= MAX_UNCOUNTED);
        let nearest = near.levels.len() as u32 - 1;
        assert!(Sampler::check(&goal, &(0..=nearest)).is_ok());
        let error = Sampler::check(&goal, &(30..=30)).expect_err("too far");
        assert!(matches!(error, SampleError::Uncounted { nearest: found, .. } if found == nearest));
    }
}
