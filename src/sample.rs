//! Boards at random, all that are asked for equally often, and the same ones for the same seed on
//! every machine and in every version.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::error::Error;
use crate::oracle::{Batch, BatchError};
use crate::puzzle::{Board, Coordinates, Shape};

/// Of shapes with up to this many states, those at some distances are listed, which takes about a
/// second. Of larger ones, boards are drawn until one is at such a distance.
const LISTED: u64 = 1 << 22;

/// The most draws that somebody will wait for: a minute or two of lookups.
const MAX_DRAWS: f64 = 1e8;

/// Why boards cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// No board is at such a distance.
    #[error("no board of {shape} is as far from the goal: the distances are 0 to {diameter}")]
    TooFar {
        /// The shape.
        shape: Shape,
        /// The greatest distance there is.
        diameter: usize,
    },
    /// How many boards are at each distance is not known.
    #[error("nobody has counted the boards of {shape} at each distance")]
    NotCounted {
        /// The shape.
        shape: Shape,
    },
    /// There are not so many different boards.
    #[error("there are {available} such boards of {shape}: {count} different ones cannot be drawn")]
    TooMany {
        /// The shape.
        shape: Shape,
        /// How many there are.
        available: u64,
        /// How many were asked for.
        count: u64,
    },
    /// Drawing until enough boards are at such a distance would take too long.
    #[error(
        "too rare: of the {} boards of {shape} {available} are at such a distance, and {count} of \
         them take {draws:.0} draws; expected at most {MAX_DRAWS}: ask for fewer, or for more \
         distances",
        shape.states()
    )]
    TooRare {
        /// The shape.
        shape: Shape,
        /// How many boards are at such a distance.
        available: u64,
        /// How many were asked for.
        count: u64,
        /// How many draws that would take.
        draws: f64,
    },
    /// A distance could not be looked up.
    #[error(transparent)]
    Error(#[from] Error),
}

impl From<BatchError> for SampleError {
    fn from(why: BatchError) -> SampleError {
        SampleError::Error(why.into())
    }
}

/// Which boards to draw: all those that reach a goal, or those of them at some distances.
#[derive(Clone, Debug)]
pub enum Among {
    /// All boards that reach this goal. This needs no table.
    All(Board),
    /// The boards at some distances from the goal of a batch.
    Distances {
        /// Looks the distances up.
        batch: Arc<Batch>,
        /// From the first to the last, both included.
        distances: RangeInclusive<u32>,
        /// How many boards are at distance 0, 1, 2, ..., as the header of a table tells: empty if
        /// nobody has counted.
        counts: Vec<u64>,
    },
}

/// Draws boards that reach a goal.
///
/// ```
/// use tilebase::Board;
/// use tilebase::sample::{Among, Random, Sampler};
/// let goal: Board = "1 2 3 4 5 6 7 8 x".parse()?;
/// let mut sampler = Sampler::new(Among::All(goal), 1, Random::new(1))?;
/// assert_eq!(sampler.draw(1)?[0].to_string(), "4 5 2 x 7 1 6 8 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sampler {
    goal: Board,
    random: Random,
    from: Source,
    /// The boards drawn so far, if none may come twice and nothing else prevents it.
    drawn: Option<HashSet<u64>>,
}

/// What is drawn from.
#[derive(Debug)]
enum Source {
    /// All boards that reach the goal.
    All,
    /// A list, by index.
    List(Vec<u64>),
    /// A list of which the first so many were drawn, and none is drawn twice.
    Deck(Vec<u64>, usize),
    /// All boards, of which those at other distances are put back.
    Sieve(Arc<Batch>, RangeInclusive<u32>),
}

impl Sampler {
    /// A sampler for about `count` boards. It may draw a board more than once.
    ///
    /// # Errors
    ///
    /// [`SampleError::TooFar`] if there is no such board, [`SampleError::TooRare`] if drawing so
    /// many would take too long, and those of looking up distances.
    pub fn new(among: Among, count: u64, random: Random) -> Result<Sampler, SampleError> {
        Sampler::of(among, count, false, random)
    }

    /// A sampler for at most `count` different boards.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new), and [`SampleError::TooMany`] if there are fewer such boards.
    pub fn unique(among: Among, count: u64, random: Random) -> Result<Sampler, SampleError> {
        Sampler::of(among, count, true, random)
    }

    fn of(among: Among, count: u64, unique: bool, random: Random) -> Result<Sampler, SampleError> {
        let (goal, from, available) = match among {
            Among::All(goal) => (goal, Source::All, goal.shape().states()),
            Among::Distances { batch, distances, counts } => {
                let goal = *batch.oracle().goal();
                let available = available(goal.shape(), &counts, &distances)?;
                (goal, Source::Sieve(batch, distances), available)
            }
        };
        let shape = goal.shape();
        let mut sampler = Sampler { goal, random, from, drawn: None };
        if unique && count > available {
            return Err(SampleError::TooMany { shape, available, count });
        }
        match sampler.from {
            _ if shape.states() <= LISTED && unique => {
                sampler.from = Source::Deck(sampler.list()?, 0);
            }
            Source::Sieve(..) if shape.states() <= LISTED => {
                sampler.from = Source::List(sampler.list()?);
            }
            Source::Sieve(..) => refuse_rare(shape, available, count, unique)?,
            _ => {}
        }
        sampler.drawn = (unique && !matches!(sampler.from, Source::Deck(..))).then(HashSet::new);
        Ok(sampler)
    }

    /// Draws `number` different boards at each of some distances, nearest first; all boards at a
    /// distance where there are no more than that. `counts` is as in [`Among::Distances`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// use tilebase::{Batch, Tablebase};
    /// use tilebase::sample::{Random, Sampler};
    /// let oracle = Tablebase::embedded().oracle(&"1 2 3 4 5 6 7 8 x".parse()?)?;
    /// let counts = oracle.table().expect("3x3 has a table").header().counts().to_vec();
    /// let batch = Arc::new(Batch::new(oracle));
    /// let boards = Sampler::per_distance(&batch, 0..=2, &counts, 3, Random::new(1))?;
    /// // One board at distance 0, two at distance 1, and three of the four at distance 2.
    /// assert_eq!(boards.len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`unique`](Self::unique). Distances beyond the greatest there is are left out.
    pub fn per_distance(
        batch: &Arc<Batch>,
        distances: RangeInclusive<u32>,
        counts: &[u64],
        number: u64,
        mut random: Random,
    ) -> Result<Vec<Board>, SampleError> {
        available(batch.oracle().goal().shape(), counts, &distances)?;
        let mut boards = Vec::new();
        for (distance, &count) in (0..).zip(counts) {
            if distances.contains(&distance) && count > 0 {
                let count = number.min(count);
                let only = Among::Distances {
                    batch: Arc::clone(batch),
                    distances: distance..=distance,
                    counts: counts.to_vec(),
                };
                let mut sampler = Sampler::unique(only, count, random)?;
                boards.append(&mut sampler.draw(count as usize)?);
                random = sampler.random;
            }
        }
        Ok(boards)
    }

    /// Draws `count` boards.
    ///
    /// # Errors
    ///
    /// Those of looking up distances.
    ///
    /// # Panics
    ///
    /// If none may come twice, and in all more are drawn than the sampler was made for.
    pub fn draw(&mut self, count: usize) -> Result<Vec<Board>, SampleError> {
        let mut boards = Vec::with_capacity(count);
        let mut distances = vec![None; count];
        while boards.len() < count {
            let drawn: Vec<u64> = (boards.len()..count).map(|_| self.index()).collect();
            let candidates: Vec<Board> =
                drawn.iter().filter_map(|&index| self.board(index)).collect();
            if let Source::Sieve(batch, _) = &self.from {
                batch.distances(&candidates, &mut distances[..candidates.len()])?;
            }
            for ((index, board), distance) in drawn.into_iter().zip(candidates).zip(&distances) {
                let asked_for = match &self.from {
                    Source::Sieve(_, asked_for) => {
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
            Source::All | Source::Sieve(..) => self.random.below(self.goal.shape().states()),
            Source::List(list) => list[self.random.below(list.len() as u64) as usize],
            Source::Deck(list, drawn) => {
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
    fn list(&self) -> Result<Vec<u64>, SampleError> {
        let states = self.goal.shape().states();
        let Source::Sieve(batch, distances) = &self.from else { return Ok((0..states).collect()) };
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

/// How many boards are at these distances: at least one.
fn available(
    shape: Shape,
    counts: &[u64],
    distances: &RangeInclusive<u32>,
) -> Result<u64, SampleError> {
    let at_these = (0..).zip(counts).filter(|(distance, _)| distances.contains(distance));
    match at_these.map(|(_, count)| count).sum() {
        0 if counts.is_empty() => Err(SampleError::NotCounted { shape }),
        0 => Err(SampleError::TooFar { shape, diameter: counts.len() - 1 }),
        available => Ok(available),
    }
}

/// Refuses what would take too many draws.
fn refuse_rare(shape: Shape, available: u64, count: u64, unique: bool) -> Result<(), SampleError> {
    let (states, all) = (shape.states() as f64, available as f64);
    // If none may come twice the last ones are the rarest: the sum of states / left over all that
    // are left, closely enough.
    let draws = if unique {
        states * ((all + 1.0) / (all - count as f64 + 1.0)).ln()
    } else {
        states / all * count as f64
    };
    if draws > MAX_DRAWS {
        return Err(SampleError::TooRare { shape, available, count, draws });
    }
    Ok(())
}

/// Random numbers that are the same for ever: ChaCha with 8 rounds, keyed with the seed's eight
/// bytes, lowest first, and zeros, from its first block on. A test pins it: what was once drawn from
/// a seed must be drawn again by every later version.
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Random(ChaCha8Rng::from_seed(key))
    }

    /// A seed that nobody chose.
    #[must_use]
    pub fn seed() -> u64 {
        RandomState::new().hash_one(())
    }

    /// A number below `bound`, all equally often: the upper half of a product, of which those that
    /// some numbers have once more than others are drawn anew (Lemire, "Fast random integer
    /// generation in an interval", ACM TOMACS 29, 2019).
    ///
    /// # Panics
    ///
    /// If `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        let surplus = bound.wrapping_neg() % bound;
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(bound);
            if product as u64 >= surplus {
                return (product >> 64) as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_drawn_is_drawn_again() {
        let mut random = Random::new(1);
        let drawn: [u64; 8] = std::array::from_fn(|_| random.below(181_440));
        assert_eq!(drawn, [69_217, 53_511, 144_835, 166_226, 155_283, 25_253, 133_149, 142_381]);
        // The first eight bytes of ChaCha8 with a key of zeros
        // (draft-strombergson-chacha-test-vectors, TC1): of 2^64 - 1 numbers the one below.
        assert_eq!(
            Random::new(0).below(u64::MAX) + 1,
            u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6])
        );
    }

    #[test]
    fn every_number_is_drawn_as_often() {
        // The most uneven bound there is for numbers that are not drawn anew: three quarters of all.
        let bound = 3 << 62;
        let mut random = Random::new(7);
        let mut thirds = [0u32; 3];
        for _ in 0..30_000 {
            thirds[(random.below(bound) >> 62) as usize] += 1;
        }
        // 10,000 each, with a standard deviation of 82.
        assert!(thirds.iter().all(|third| third.abs_diff(10_000) < 330), "{thirds:?}");
    }
}
