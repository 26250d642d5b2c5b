//! Random boards: each that was asked for as often as any other, and the same ones for a seed.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::error::Error;
use crate::known::known;
use crate::oracle::Batch;
use crate::puzzle::{Board, Coordinates, Orbit, Shape};

/// For shapes of up to so many states, the boards at some distances are listed, which takes a
/// second. For larger ones, boards are drawn until one is at such a distance.
const LISTED: u64 = 1 << 22;

/// The most draws that are worth waiting for: a minute or two of lookups.
const MAX_DRAWS: f64 = 1e8;

/// How many times as many draws as expected are made before the table is not believed.
const PATIENCE: f64 = 100.0;

/// Which boards are drawn, and how many.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// How many will be drawn at the most.
    pub count: u64,
    /// Whether no board may be drawn twice.
    pub unique: bool,
    /// If only boards at some distances are drawn, which, and what tells the distance.
    pub distances: Option<(Arc<Batch>, RangeInclusive<u32>)>,
}

/// Why boards cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// No board is at such a distance.
    #[error("no {shape} board is at distance {}{} (maximum {maximum})", distances.start(), to(distances))]
    Distance {
        /// The shape.
        shape: Shape,
        /// The distances asked for.
        distances: RangeInclusive<u32>,
        /// The greatest distance there is.
        maximum: usize,
    },
    /// Nobody has counted the boards of a large shape, so it is not known which distances there
    /// are.
    #[error("nobody has counted the boards of {orbit} by distance: expected a shape with counts")]
    Uncounted {
        /// The shape, and the cell of the goal's blank.
        orbit: Orbit,
    },
    /// There are not so many different boards.
    #[error("there are {available} such boards of {shape}: {count} different ones cannot be drawn")]
    TooFew {
        /// The shape.
        shape: Shape,
        /// How many there are.
        available: u64,
        /// How many were asked for.
        count: u64,
    },
    /// So few boards of a large shape are at such a distance that drawing them takes too long.
    #[error(
        "too rare: of the {} boards of {shape} {available} are at such a distance, and {count} of \
         them take {draws:.0} draws; expected at most {MAX_DRAWS}: ask for fewer, or for more \
         distances",
        shape.states()
    )]
    TooRare {
        /// The shape.
        shape: Shape,
        /// How many there are.
        available: u64,
        /// How many were asked for.
        count: u64,
        /// How many draws they would take.
        draws: f64,
    },
    /// The header of the table counts other boards than its entries lead to.
    #[error("table {name}: its header counts {expected} boards at such distances, found {found}")]
    Counts {
        /// The table.
        name: String,
        /// By the header.
        expected: u64,
        /// How many were found.
        found: u64,
    },
    /// The table could not tell a distance.
    #[error(transparent)]
    Table(#[from] Error),
}

/// The end of a range, if it is not its begin.
fn to(range: &RangeInclusive<u32>) -> String {
    if range.start() == range.end() { String::new() } else { format!("..{}", range.end()) }
}

/// Boards that reach a goal, at random.
///
/// ```
/// use tilebase::sample::{Request, Sampler};
/// let goal = "12345678x".parse()?;
/// let mut sampler = Sampler::new(&goal, Request { count: 2, ..Request::default() }, 1)?;
/// let boards: Vec<String> = sampler.draw(2)?.iter().map(ToString::to_string).collect();
/// assert_eq!(boards, ["4 5 2 x 7 1 6 8 3", "6 2 x 5 8 3 1 4 7"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sampler {
    goal: Board,
    random: Random,
    from: From,
    /// The boards drawn, if none may come twice and nothing else prevents it.
    drawn: Option<HashSet<u64>>,
    /// How many more may be drawn, if none may come twice.
    left: Option<u64>,
}

/// What is drawn from.
#[derive(Debug)]
enum From {
    /// All boards that reach the goal.
    All,
    /// A list, by index.
    List(Vec<u64>),
    /// A list of which the first so many were drawn, and none is drawn twice.
    Deck(Vec<u64>, usize),
    /// All boards, of which those at other distances are put back. `left` draws may be made.
    Sieve { batch: Arc<Batch>, distances: RangeInclusive<u32>, available: u64, left: f64 },
}

impl Sampler {
    /// Gets ready to draw boards that reach `goal`. The boards depend on nothing but the goal, the
    /// request and the seed: not on the machine, and not on the version.
    ///
    /// # Errors
    ///
    /// [`SampleError`] if there are no such boards, too few, or too few to be found by drawing.
    pub fn new(goal: &Board, request: Request, seed: u64) -> Result<Sampler, SampleError> {
        let Request { count, unique, distances } = request;
        let shape = goal.shape();
        let mut available = shape.states();
        if let Some((batch, distances)) = &distances {
            let orbit = Orbit::from(goal);
            let counts = match batch.oracle().table() {
                Some(table) => table.header().counts().to_vec(),
                None => known(orbit.into()).ok_or(SampleError::Uncounted { orbit })?.counts,
            };
            let at = (0..).zip(&counts).filter(|(distance, _)| distances.contains(distance));
            available = at.map(|(_, &count)| count).sum();
            if available == 0 {
                let (distances, maximum) = (distances.clone(), counts.len() - 1);
                return Err(SampleError::Distance { shape, distances, maximum });
            }
        }
        if unique && count > available {
            return Err(SampleError::TooFew { shape, available, count });
        }
        let listed = shape.states() <= LISTED;
        let from = match distances {
            None if listed && unique => From::Deck((0..shape.states()).collect(), 0),
            None => From::All,
            Some((batch, distances)) if listed => {
                let list = list(goal, &batch, &distances)?;
                if list.len() as u64 != available {
                    let (name, found) = (name(&batch), list.len() as u64);
                    return Err(SampleError::Counts { name, expected: available, found });
                }
                if unique { From::Deck(list, 0) } else { From::List(list) }
            }
            Some((batch, distances)) => {
                let draws =
                    expected_draws(shape.states() as f64, available as f64, count as f64, unique);
                if draws > MAX_DRAWS {
                    return Err(SampleError::TooRare { shape, available, count, draws });
                }
                From::Sieve { batch, distances, available, left: PATIENCE * (draws + 1000.0) }
            }
        };
        let drawn = (unique && !matches!(from, From::Deck(..))).then(HashSet::new);
        Ok(Sampler {
            goal: *goal,
            random: Random::new(seed),
            from,
            drawn,
            left: unique.then_some(count),
        })
    }

    /// Draws `count` boards.
    ///
    /// # Errors
    ///
    /// [`SampleError`] if the table cannot tell a distance, or if it lies, and if none may come
    /// twice and all that were requested have been drawn.
    pub fn draw(&mut self, count: usize) -> Result<Vec<Board>, SampleError> {
        if let Some(left) = &mut self.left {
            let (available, wanted) = (*left, count as u64);
            *left = left.checked_sub(wanted).ok_or(SampleError::TooFew {
                shape: self.goal.shape(),
                available,
                count: wanted,
            })?;
        }
        let mut boards = Vec::with_capacity(count);
        let mut distances = vec![None; count];
        while boards.len() < count {
            let drawn: Vec<u64> = (boards.len()..count).map(|_| self.index()).collect();
            let candidates: Vec<Board> = drawn
                .iter()
                .map(|&index| {
                    Coordinates::board_of_goal(&self.goal, index).expect("an index of the shape")
                })
                .collect();
            if let From::Sieve { batch, available, left, .. } = &mut self.from {
                *left -= candidates.len() as f64;
                if *left < 0.0 {
                    let (name, expected) = (name(batch), *available);
                    return Err(SampleError::Counts { name, expected, found: 0 });
                }
                let asked = batch.distances(&candidates, &mut distances[..candidates.len()]);
                asked.map_err(Error::from)?;
            }
            for ((index, board), distance) in drawn.into_iter().zip(candidates).zip(&distances) {
                let asked_for = match &self.from {
                    From::Sieve { distances, .. } => {
                        distance.is_some_and(|distance| distances.contains(&distance))
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
            From::All | From::Sieve { .. } => self.random.below(self.goal.shape().states()),
            From::List(list) => list[self.random.below(list.len() as u64) as usize],
            From::Deck(list, drawn) => {
                let at = *drawn + self.random.below((list.len() - *drawn) as u64) as usize;
                list.swap(*drawn, at);
                *drawn += 1;
                list[*drawn - 1]
            }
        }
    }
}

fn name(batch: &Batch) -> String {
    batch.oracle().table().map_or("pattern tables", |table| table.name()).to_owned()
}

/// The indices of all boards at some distances.
fn list(goal: &Board, batch: &Batch, distances: &RangeInclusive<u32>) -> Result<Vec<u64>, Error> {
    let states = goal.shape().states();
    let (mut list, mut answers) = (Vec::new(), Vec::new());
    for first in (0..states).step_by(1024) {
        let indices = first..states.min(first + 1024);
        let board = |index| Coordinates::board_of_goal(goal, index).expect("an index of the shape");
        let boards: Vec<Board> = indices.clone().map(board).collect();
        answers.clear();
        answers.resize(boards.len(), None);
        batch.distances(&boards, &mut answers)?;
        let wanted = |answer: &Option<u32>| answer.is_some_and(|found| distances.contains(&found));
        list.extend(indices.zip(&answers).filter(|(_, answer)| wanted(answer)).map(|(at, _)| at));
    }
    Ok(list)
}

/// How many draws it takes to find `count` of `available` boards among `states`.
fn expected_draws(states: f64, available: f64, count: f64, unique: bool) -> f64 {
    if unique {
        // The last ones are the rarest: the sum of states / left over all that are left, closely
        // enough.
        states * ((available + 1.0) / (available - count + 1.0)).ln()
    } else {
        states / available * count
    }
}

/// ChaCha with 8 rounds, keyed with the seed's eight bytes, lowest first, and zeros, from its first
/// block on. A test pins it: what was once drawn from a seed must be drawn again by every later
/// version.
#[derive(Debug)]
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Random(ChaCha8Rng::from_seed(key))
    }

    /// A number below `bound`, which is not 0, all equally often: the upper half of a product, of
    /// which those that some numbers have once more than others are drawn anew (Lemire, "Fast
    /// random integer generation in an interval", ACM TOMACS 29, 2019).
    fn below(&mut self, bound: u64) -> u64 {
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
    use crate::oracle::Tablebase;

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let goal: Board = "123/45x".parse().unwrap();
        let batch = Arc::new(Batch::new(Tablebase::embedded().oracle(&goal).unwrap()));
        let request = |count, unique, distances: RangeInclusive<u32>| Request {
            count,
            unique,
            distances: Some((Arc::clone(&batch), distances)),
        };
        let mut all = Sampler::new(&goal, request(360, true, 0..=99), 1).unwrap();
        let boards: HashSet<Board> = all.draw(360).unwrap().into_iter().collect();
        assert_eq!(boards.len(), 360);
        assert!(matches!(all.draw(1), Err(SampleError::TooFew { available: 0, .. })));
        let none = Sampler::new(&goal, request(1, false, 22..=30), 1);
        assert!(matches!(none, Err(SampleError::Distance { maximum: 21, .. })));
        let many = Sampler::new(&goal, request(2, true, 21..=21), 1);
        assert!(matches!(many, Err(SampleError::TooFew { available: 1, count: 2, .. })));
    }

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
        // The most uneven bound there is for numbers that are not drawn anew: three quarters of
        // all.
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
