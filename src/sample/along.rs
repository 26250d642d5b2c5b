//! Boards at exact distances that are quick to find: on the solutions of boards farther away.
//!
//! The rest of a shortest solution is itself shortest. So a solved board gives one board at each
//! smaller distance, and only the way to a board that is far enough has to be found. Random walks
//! from the goal lead there. The nearer the board that is solved, the quicker: a walk ends as soon
//! as its tiles are so far from their goal cells that it has probably come far enough, and if it
//! has not, it goes on.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::numbering::{Numbered, number_of};
use super::random::Random;
use super::{DrawProgress, DrawWork, InVain, SampleError};
use crate::board::Board;
use crate::error::Error;
use crate::oracle::{Ask, Oracle, Outcome};
use crate::puzzle::{Class, Direction, Directions, Metric, Move, SmallBoard};
use crate::search::Manhattan;

/// The most boards solved together.
const SOLUTIONS_PER_ROUND: usize = 32;

/// A walk is ended after this many moves, however near it is.
const MAX_WALK: u32 = 10_000;

/// A walk that was not far enough goes on this many times.
const MAX_ATTEMPTS: u32 = 100;

/// The Manhattan distance of boards at distance 1 in each metric, roughly, as a fraction.
const MANHATTAN_OF_ONE: [(u32, u32); Metric::NAMES.len()] = [(2, 3), (1, 1)];

/// Walks aim no farther than a distance that all but one in this many boards are within.
const RAREST: u64 = 5_000;

/// The farthest distance at which boards are drawn, given the number of boards at distance 0, 1,
/// 2, ...
pub(super) fn farthest(counts: &[u64]) -> u32 {
    let least = counts.iter().sum::<u64>() / RAREST;
    let mut farther = 0;
    let too_far = counts.iter().rev().take_while(|&&count| {
        farther += count;
        farther < least
    });
    (counts.len() - 1 - too_far.count()) as u32
}

/// Draws from the solutions of random boards.
#[derive(Debug)]
pub(super) struct AlongSolutions {
    source: Oracle,
    goal: SmallBoard,
    manhattan: Manhattan,
    /// The moves of the blank in each cell, in order.
    moves_from: Vec<Vec<Move>>,
    /// The distances at which boards are drawn.
    distances: Vec<u32>,
    seed: u64,
    /// The number of the next walk. Each has random numbers of its own, so that it does not matter
    /// how many are solved together.
    next: u64,
    pub(super) in_vain: InVain,
    /// The boards of walks that were made and not asked for yet.
    spare: VecDeque<Numbered>,
}

struct RandomWalk {
    random: Random,
    metric: Metric,
    /// The distance of the board to find.
    distance: u32,
    board: SmallBoard,
    last: Option<Direction>,
    /// How far the tiles must be from their goal cells together.
    away: u32,
}

impl AlongSolutions {
    pub(super) fn new(
        source: &Oracle,
        goal: &SmallBoard,
        distances: Vec<u32>,
        seed: u64,
    ) -> AlongSolutions {
        let shape = goal.shape();
        let moves_of = |cell| shape.moves(cell, source.metric());
        AlongSolutions {
            source: source.clone(),
            goal: *goal,
            manhattan: Manhattan::new(goal),
            moves_from: (0..shape.cells()).map(|cell| moves_of(cell).collect()).collect(),
            distances,
            seed,
            next: 0,
            in_vain: InVain::default(),
            spare: VecDeque::new(),
        }
    }

    /// Draws up to `wanted` boards.
    pub(super) fn draw(
        &mut self,
        wanted: usize,
        work: &mut DrawWork<'_>,
    ) -> Result<Vec<Numbered>, SampleError> {
        if self.spare.is_empty() {
            for board in self.find(wanted.min(SOLUTIONS_PER_ROUND), work)? {
                self.spare.push_back((number_of(&self.goal, &board), board.into()));
            }
        }
        Ok(self.spare.drain(..wanted.min(self.spare.len())).collect())
    }

    /// Finds a board for each of the next walks.
    fn find(
        &mut self,
        walks: usize,
        work: &mut DrawWork<'_>,
    ) -> Result<Vec<SmallBoard>, SampleError> {
        let mut walks: Vec<RandomWalk> = (0..walks).map(|_| self.begin()).collect();
        let mut found: Vec<Option<SmallBoard>> = vec![None; walks.len()];
        let mut open: Vec<usize> = (0..walks.len()).collect();
        let is_large = self.goal.shape().class() == Class::Bounded;
        for _ in 0..MAX_ATTEMPTS {
            for &walk in &open {
                self.go_on(&mut walks[walk]);
            }
            let boards: Vec<SmallBoard> = open.iter().map(|&walk| walks[walk].board).collect();
            let distances: Vec<u32> = open.iter().map(|&walk| walks[walk].distance).collect();
            let ends = on_solutions(&self.source, &boards, &distances, &mut work.progress)?;
            let mut short = Vec::new();
            for (&walk, end) in open.iter().zip(ends) {
                if is_large && matches!(end, Outcome::Bounded(_)) {
                    // This one is too hard, but others are easier.
                    continue;
                }
                found[walk] = end.reached()?.flatten();
                if found[walk].is_none() {
                    short.push(walk);
                }
            }
            work.go_on()?;
            open = short;
            if open.is_empty() {
                break;
            }
        }
        self.in_vain.0 += walks.len() as u64;
        // A walk that never comes far enough finds nothing.
        Ok(found.into_iter().flatten().collect())
    }

    fn begin(&mut self) -> RandomWalk {
        self.next += 1;
        // The walks for different distances of a request must not be the same.
        let stream = self.next << 8 | u64::from(self.distances[0]);
        let mut random = Random::stream(self.seed, stream);
        let distance = self.distances[random.below(self.distances.len() as u64) as usize];
        let metric = self.source.metric();
        let (away, of) = MANHATTAN_OF_ONE[metric as usize];
        let away = away * distance / of;
        let mut walk = RandomWalk { random, metric, distance, board: self.goal, last: None, away };
        // A few moves more than the distance, so that boards are not all found by the fewest moves.
        let moves = distance + walk.random.below(u64::from(distance) / 2 + 1) as u32;
        for _ in 0..moves {
            walk.step(&self.moves_from);
        }
        walk
    }

    /// Goes on until the tiles are far enough from their goal cells.
    fn go_on(&self, walk: &mut RandomWalk) {
        let mut moves = 0;
        while self.manhattan.sum(&walk.board) < walk.away && moves < MAX_WALK {
            walk.step(&self.moves_from);
            moves += 1;
        }
        // If the board turns out to be too near, the next attempt leads one step farther.
        walk.away += 1;
    }
}

impl RandomWalk {
    /// A random move that a shortest path can have after the one before.
    fn step(&mut self, moves_from: &[Vec<Move>]) {
        let ruled_out = self.last.map_or(Directions::EMPTY, |last| self.metric.rules_out(last));
        let legal = &moves_from[self.board.blank_cell()];
        let next = || legal.iter().filter(|mv| !ruled_out.contains(mv.direction()));
        let choice = self.random.below(next().count() as u64) as usize;
        if let Some(&mv) = next().nth(choice)
            && let Some(board) = self.board.moved(mv)
        {
            (self.board, self.last) = (board, Some(mv.direction()));
        }
    }
}

/// For each board, the one on its canonical solution that is at the given distance. `None` if the
/// solution is shorter.
fn on_solutions(
    source: &Oracle,
    boards: &[SmallBoard],
    distances: &[u32],
    progress: &mut DrawProgress,
) -> Result<Vec<Outcome<Option<SmallBoard>>>, Error> {
    progress.draws += boards.len() as u64;
    if source.table().is_none() {
        progress.searches += boards.len() as u64;
    }
    let positions: Vec<Board> = boards.iter().map(|&board| board.into()).collect();
    let mut ends = Vec::with_capacity(boards.len());
    let found = source.answers(&positions, Ask::SOLUTION, &mut |first, outcomes| {
        for (number, outcome) in (first..).zip(outcomes) {
            ends.push(std::mem::take(outcome).map(|answer| {
                let moves = answer.moves?;
                let before = moves.len().checked_sub(distances[number] as usize)?;
                boards[number].after(&moves[..before])
            }));
        }
        ControlFlow::Continue(())
    });
    found.map_err(|why| why.error)?;
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known::known;
    use crate::puzzle::Orbit;

    #[test]
    fn the_farthest_is_not_too_rare() {
        let counts = known(Orbit::new("4x4".parse().unwrap(), 15).unwrap().into()).unwrap().counts;
        let farthest = farthest(&counts) as usize;
        let all: u64 = counts.iter().sum();
        let [share, farther] = [farthest, farthest + 1]
            .map(|from| counts[from..].iter().sum::<u64>() as f64 / all as f64);
        assert!(share >= 2e-4 && farther < 2e-4, "{farthest}");
        assert_eq!(super::farthest(&[1, 2, 4]), 2);
    }
}
