//! How many boards of a shape have how many optimal moves, and how many shortest solutions.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use anyhow::{Context, bail};
use tilebase::bulk::in_order;
use tilebase::puzzle::{Coordinates, MoveTable, Orbit};
use tilebase::{Error, Move, Shape};

/// Shapes of up to this many cells have a number for each board in memory: 3x4 takes a gigabyte.
pub const MAX_TALLIED_CELLS: usize = 12;

/// The number of words of 64 states that a thread takes at once.
const AT_ONCE: usize = 1 << 12;

/// A board's shortest solutions are counted in the low bits, and its optimal moves above.
const A_MOVE: u32 = 1 << 29;
const SOLUTIONS: u32 = A_MOVE - 1;

/// The number of boards with each number of optimal moves and of shortest solutions.
#[derive(Default)]
pub struct Tally(HashMap<u32, u64>);

impl Tally {
    /// Grows the levels from the goal. A board's solutions are those of the boards that its optimal
    /// moves lead to. `progress` is called with the counts so far after each level.
    pub fn new(
        orbit: Orbit,
        threads: usize,
        mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> anyhow::Result<Tally> {
        // Of both orientations, the one whose table of moves is small.
        let (shape, goal_blank) = (orbit.shape(), orbit.goal_blank());
        let steps = MoveTable::new(shape).context("a shape of at most twelve cells")?;
        let words = shape.states().div_ceil(64) as usize;
        let entries = zeros::<AtomicU32>(shape.states() as usize)?;
        let mut last = zeros::<AtomicU64>(words)?;
        let mut here = zeros::<AtomicU64>(words)?;
        let mut next = zeros::<AtomicU64>(words)?;
        let goal = Coordinates { blank: goal_blank, order: 0 };
        let goal = steps.index(goal) as usize;
        entries[goal].store(1, Relaxed);
        here[goal / 64].store(1 << (goal % 64), Relaxed);
        let (mut tally, mut counts) = (Tally::default(), Vec::new());
        loop {
            let (mut begin, mut boards, mut most) = (0, 0, 0);
            in_order(
                threads,
                |from: &mut usize| {
                    *from = begin;
                    begin += AT_ONCE;
                    anyhow::Ok(*from < words)
                },
                |&from, found: &mut Tally| {
                    found.0.clear();
                    let end = words.min(from + AT_ONCE);
                    for index in (from..end).flat_map(|word| states(word, here[word].load(Relaxed)))
                    {
                        let entry = entries[index].load(Relaxed);
                        *found.0.entry(entry).or_default() += 1;
                        let at = Coordinates::from_index(shape, goal_blank, index as u64)
                            .expect("the index of a state");
                        for at in Move::ALL.into_iter().filter_map(|mv| steps.step(at, mv)) {
                            let after = steps.index(at) as usize;
                            // A move changes the distance by one.
                            if last[after / 64].load(Relaxed) >> (after % 64) & 1 == 0 {
                                next[after / 64].fetch_or(1 << (after % 64), Relaxed);
                                entries[after].fetch_add(A_MOVE + (entry & SOLUTIONS), Relaxed);
                            }
                        }
                    }
                },
                |found| {
                    for (&entry, count) in &found.0 {
                        *tally.0.entry(entry).or_default() += count;
                        boards += count;
                        most = most.max(entry & SOLUTIONS);
                    }
                    Ok(())
                },
            )?;
            if boards == 0 {
                return Ok(tally);
            }
            if most > SOLUTIONS / 4 {
                bail!("--by: a board of {shape} has more than {most} shortest solutions");
            }
            counts.push(boards);
            if progress(&counts).is_break() {
                return Err(Error::Interrupted.into());
            }
            (last, here, next) = (here, next, last);
            for word in &next {
                word.store(0, Relaxed);
            }
        }
    }

    /// The memory that this takes, in bytes.
    pub fn memory(shape: Shape) -> u64 {
        4 * shape.states() + 24 * shape.states().div_ceil(64)
    }

    /// The number of boards by the number of optimal moves, or of solutions, in order.
    pub fn by(&self, solutions: bool) -> Vec<(u32, u64)> {
        let mut boards = BTreeMap::new();
        for (entry, count) in &self.0 {
            let key = if solutions { entry & SOLUTIONS } else { entry / A_MOVE };
            *boards.entry(key).or_default() += count;
        }
        boards.into_iter().collect()
    }
}

/// Numbers that are 0.
fn zeros<T: Default>(count: usize) -> tilebase::Result<Vec<T>> {
    let mut numbers = Vec::new();
    let bytes = (count * size_of::<T>()) as u64;
    numbers.try_reserve_exact(count).map_err(|_| Error::Memory { bytes })?;
    numbers.resize_with(count, T::default);
    Ok(numbers)
}

/// The states whose bits are set in a word.
fn states(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(64 * word + bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::{Board, Tablebase};

    /// Compared with walks of the table, for a goal in the corner and one on the edge.
    #[test]
    fn counts_are_those_of_the_table() {
        let tables = Tablebase::embedded();
        for (shape, goal_blank) in [("2x3", 5), ("3x3", 8), ("2x4", 1)] {
            let shape: Shape = shape.parse().unwrap();
            let goal = Coordinates { blank: goal_blank, order: 0 }.board(shape).unwrap();
            let oracle = tables.oracle(&goal).unwrap();
            let mut expected = [false, true].map(|_| HashMap::<u32, u64>::new());
            for index in 0..shape.states() {
                let board: Board = Coordinates::board_of_goal(&goal, index).unwrap();
                let answer = oracle.answer(&board).unwrap();
                let moves = answer.optimal_moves().unwrap().len() as u32;
                let solutions = answer.count_solutions().unwrap() as u32;
                *expected[0].entry(moves).or_default() += 1;
                *expected[1].entry(solutions).or_default() += 1;
            }
            for threads in [1, 3] {
                let tally =
                    Tally::new(Orbit::from(&goal), threads, |_| ControlFlow::Continue(())).unwrap();
                for (solutions, expected) in [false, true].into_iter().zip(&expected) {
                    assert_eq!(
                        tally.by(solutions).into_iter().collect::<HashMap<_, _>>(),
                        *expected
                    );
                }
            }
        }
    }
}
