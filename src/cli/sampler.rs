//! Drawing boards at random, all that were asked for equally often.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use anyhow::bail;
use tilebase::{Batch, Board, Shape, puzzle::Coordinates};

use super::batches::Batches;
use super::random::Random;

/// Of shapes up to so many states those at some distances are listed: a second's work. Of larger ones they are drawn until one is right.
const LISTED: u64 = 1 << 22;

/// The most draws that somebody will wait for: a minute or two of lookups.
const MAX_DRAWS: f64 = 1e8;

/// Boards that reach a goal, at random.
pub struct Sampler<'b> {
    goal: Board,
    random: Random,
    from: From<'b>,
    /// Those drawn, if none may come twice and nothing else prevents it.
    drawn: Option<HashSet<u64>>,
}

/// What is drawn from.
enum From<'b> {
    /// All boards that reach the goal.
    All,
    /// A list, by index.
    List(Vec<u64>),
    /// A list of which the first so many were drawn, and none is drawn twice.
    Deck(Vec<u64>, usize),
    /// All boards, of which those at other distances are put back.
    Sieve(&'b Batch, RangeInclusive<u32>),
}

impl<'b> Sampler<'b> {
    /// Makes ready to draw `count` boards of a shape that reach the goal, at some distances if so asked, and none twice if so asked.
    pub fn new(
        batches: &'b Batches<'_>,
        shape: Shape,
        distances: Option<RangeInclusive<u32>>,
        (count, unique): (u64, bool),
        random: Random,
    ) -> anyhow::Result<Sampler<'b>> {
        let mut sampler =
            Sampler { goal: batches.tables().goal(shape), random, from: From::All, drawn: None };
        let mut available = shape.states();
        if let Some(distances) = distances {
            let batch = batches.of(shape)?;
            let counts = batch.oracle().table().header().counts();
            available = (0..)
                .zip(counts)
                .filter(|(distance, _)| distances.contains(distance))
                .map(|(_, count)| count)
                .sum();
            if available == 0 {
                bail!(
                    "no board of {shape} is as far from the goal: the distances are 0 to {}",
                    counts.len() - 1
                );
            }
            sampler.from = From::Sieve(batch, distances);
        }
        if unique && count > available {
            bail!(
                "there are {available} such boards of {shape}: {count} different ones cannot be drawn"
            );
        }
        match sampler.from {
            _ if shape.states() <= LISTED && unique => {
                sampler.from = From::Deck(sampler.list()?, 0)
            }
            From::Sieve(..) if shape.states() <= LISTED => {
                sampler.from = From::List(sampler.list()?)
            }
            From::Sieve(..) => refuse_rare(shape, available, count, unique)?,
            _ => {}
        }
        sampler.drawn = (unique && !matches!(sampler.from, From::Deck(..))).then(HashSet::new);
        Ok(sampler)
    }

    /// Draws `count` boards.
    pub fn draw(&mut self, count: usize) -> anyhow::Result<Vec<Board>> {
        let mut boards = Vec::with_capacity(count);
        let mut distances = vec![None; count];
        while boards.len() < count {
            let drawn: Vec<u64> = (boards.len()..count).map(|_| self.index()).collect();
            let candidates: Vec<Board> =
                drawn.iter().filter_map(|&index| self.board(index)).collect();
            if let From::Sieve(batch, _) = &self.from {
                batch.distances(&candidates, &mut distances[..candidates.len()])?;
            }
            for ((index, board), distance) in drawn.into_iter().zip(candidates).zip(&distances) {
                let asked_for = match &self.from {
                    From::Sieve(_, asked_for) => {
                        distance.is_some_and(|distance| asked_for.contains(&distance))
                    }
                    _ => true,
                };
                if asked_for && self.drawn.as_mut().is_none_or(|drawn| drawn.insert(index)) {
                    boards.push(board);
                }
            }
        }
        Ok(boards)
    }

    fn index(&mut self) -> u64 {
        match &mut self.from {
            From::All | From::Sieve(..) => self.random.below(self.goal.shape().states()),
            From::List(list) => list[self.random.below(list.len() as u64) as usize],
            From::Deck(list, drawn) => {
                let at = *drawn + self.random.below((list.len() - *drawn) as u64) as usize;
                list.swap(*drawn, at);
                *drawn += 1;
                list[*drawn - 1]
            }
        }
    }

    fn board(&self, index: u64) -> Option<Board> {
        Coordinates::board_of_goal(&self.goal, index)
    }

    /// The indices of all boards asked for.
    fn list(&self) -> anyhow::Result<Vec<u64>> {
        let states = self.goal.shape().states();
        let From::Sieve(batch, distances) = &self.from else { return Ok((0..states).collect()) };
        let mut list = Vec::new();
        let mut answers = Vec::new();
        for first in (0..states).step_by(1024) {
            let indices = first..states.min(first + 1024);
            let boards: Vec<Board> =
                indices.clone().filter_map(|index| self.board(index)).collect();
            answers.clear();
            answers.resize(boards.len(), None);
            batch.distances(&boards, &mut answers)?;
            list.extend(
                indices
                    .zip(&answers)
                    .filter(|(_, answer)| answer.is_some_and(|d| distances.contains(&d)))
                    .map(|(index, _)| index),
            );
        }
        Ok(list)
    }
}

/// Refuses what would take too many draws.
fn refuse_rare(shape: Shape, available: u64, count: u64, unique: bool) -> anyhow::Result<()> {
    let (states, all) = (shape.states() as f64, available as f64);
    // If none may come twice the last ones are the rarest: the sum of states / left over all that are left, closely enough.
    let draws = if unique {
        states * ((all + 1.0) / (all - count as f64 + 1.0)).ln()
    } else {
        states / all * count as f64
    };
    if draws > MAX_DRAWS {
        bail!(
            "too rare: of the {} boards of {shape} {available} are at such a distance, and {count} of them take {draws:.0} draws; \
             expected at most {MAX_DRAWS}: ask for fewer, or for more distances",
            shape.states()
        );
    }
    Ok(())
}
