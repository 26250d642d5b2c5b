//! Random boards: each that was asked for as often as any other, and the same ones for a seed.
//!
//! Boards are numbered without holes, so a random number is a random board. Boards at some
//! distances are drawn by drawing from all, and putting those at other distances back, or from a
//! list of all of them. Either way each is as likely as every other: the first by construction, the
//! second because the list is complete, which its length shows. It is compared with the number of
//! boards that the table or others have counted.

mod rare;

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::error::Error;
use crate::known::known;
use crate::oracle::Batch;
use crate::puzzle::{Board, Coordinates, Orbit, Shape};

/// For shapes of up to so many states, the boards at some distances are listed with the table,
/// which takes a second.
const LISTED: u64 = 1 << 22;

/// So many draws are made with a table as soon as all levels of a shape are grown, and with a
/// search as soon as the boards near its goal are listed. More are not made: rare boards are
/// listed. What is drawn is the same either way.
const QUICK: f64 = 1e6;
const QUICK_SEARCHES: f64 = 1e3;

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
    /// Which boards they are drawn from.
    pub from: Population,
}

/// Boards to draw from.
#[derive(Clone, Debug, Default)]
pub enum Population {
    /// All boards that reach the goal.
    #[default]
    Solvable,
    /// All boards that do not reach the goal.
    Unsolvable,
    /// Those at some distances from the goal, and what tells the distance.
    Distances(Arc<Batch>, RangeInclusive<u32>),
    /// Those at each of some distances, the nearest first: as many as requested at each, none
    /// twice, and all boards at a distance where there are no more. At each distance they are those
    /// that the same seed draws at that distance alone.
    EachDistance(Arc<Batch>, RangeInclusive<u32>),
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
         them take {draws:.0} draws; expected at most {MAX_DRAWS}: ask for fewer, for more \
         distances, or for distances{}, where all boards are listed",
        shape.states(),
        nearest.map_or_else(String::new, |nearest| format!(" up to {nearest}"))
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
        /// All boards up to this distance are listed, so that none is too rare.
        nearest: Option<u32>,
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
    /// What is drawn from, one after the other.
    parts: Vec<Part>,
}

/// One population, and what was drawn of it.
#[derive(Debug)]
struct Part {
    random: Random,
    from: From,
    /// The boards drawn, if none may come twice and nothing else prevents it.
    drawn: Option<HashSet<u64>>,
    /// How many more may be drawn, if none may come twice.
    left: Option<u64>,
}

/// How a board is drawn.
#[derive(Debug)]
enum From {
    /// From all boards that reach the goal.
    All,
    /// From a list, by index.
    List(Vec<u64>),
    /// From a list of which the first so many were drawn, and none is drawn twice.
    Deck(Vec<u64>, usize),
    /// From all boards, of which those that are not listed are put back.
    Listed(Vec<u64>),
    /// From all boards, of which those at other distances are put back. `left` draws may be made.
    Sieve { batch: Arc<Batch>, distances: RangeInclusive<u32>, available: u64, left: f64 },
}

/// What is asked for of the boards at some distances.
struct Wanted {
    distances: RangeInclusive<u32>,
    available: u64,
    count: u64,
    unique: bool,
}

impl Sampler {
    /// Gets ready to draw boards that reach `goal`. The boards depend on nothing but the goal, the
    /// request and the seed: not on the machine, and not on the version.
    ///
    /// # Errors
    ///
    /// [`SampleError`] if there are no such boards, too few, or too few to be found by drawing.
    pub fn new(goal: &Board, request: Request, seed: u64) -> Result<Sampler, SampleError> {
        let Request { count, unique, from } = request;
        let shape = goal.shape();
        let all = |goal: Board| {
            let from = if unique && shape.states() <= LISTED {
                From::Deck((0..shape.states()).collect(), 0)
            } else {
                From::All
            };
            enough(shape, shape.states(), count, unique)?;
            Ok(Sampler { goal, parts: vec![Part::new(from, count, unique, seed)] })
        };
        let (batch, distances, each) = match from {
            Population::Solvable => return all(*goal),
            Population::Unsolvable => return all(unreachable(goal)),
            Population::Distances(batch, distances) => (batch, distances, false),
            Population::EachDistance(batch, distances) => (batch, distances, true),
        };
        let counts = counts(goal, &batch)?;
        let available = rare::boards_at(&counts, &distances);
        if available == 0 {
            return Err(SampleError::Distance { shape, distances, maximum: counts.len() - 1 });
        }
        let wanted = if each {
            let at = (0..).zip(&counts).filter(|(at, count)| distances.contains(at) && **count > 0);
            at.map(|(at, &available)| {
                let count = count.min(available);
                Wanted { distances: at..=at, available, count, unique: true }
            })
            .collect()
        } else {
            enough(shape, available, count, unique)?;
            vec![Wanted { distances, available, count, unique }]
        };
        let parts = parts(goal, &batch, &counts, wanted, seed)?;
        Ok(Sampler { goal: *goal, parts })
    }

    /// How many more boards may be drawn, if none may come twice.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        self.parts.iter().map(|part| part.left).sum()
    }

    /// Draws `count` boards.
    ///
    /// # Errors
    ///
    /// [`SampleError`] if the table cannot tell a distance, or if it lies, and if none may come
    /// twice and all that were requested have been drawn.
    pub fn draw(&mut self, count: usize) -> Result<Vec<Board>, SampleError> {
        if let Some(available) = self.left() {
            enough(self.goal.shape(), available, count as u64, true)?;
        }
        let mut boards = Vec::with_capacity(count);
        while boards.len() < count {
            let part = self.parts.iter_mut().find(|part| part.left != Some(0));
            let part = part.expect("a part with boards left");
            part.draw(&self.goal, count - boards.len(), &mut boards)?;
        }
        Ok(boards)
    }
}

impl Part {
    fn new(from: From, count: u64, unique: bool, seed: u64) -> Part {
        let drawn = (unique && !matches!(from, From::Deck(..))).then(HashSet::new);
        Part { random: Random::new(seed), from, drawn, left: unique.then_some(count) }
    }

    /// Adds boards to those that were drawn: up to `count`, perhaps none.
    fn draw(
        &mut self,
        goal: &Board,
        count: usize,
        boards: &mut Vec<Board>,
    ) -> Result<(), SampleError> {
        let count = self.left.map_or(count, |left| count.min(left as usize));
        let states = goal.shape().states();
        let mut drawn: Vec<u64> = (0..count).map(|_| self.index(states)).collect();
        let board =
            |&index: &u64| Coordinates::board_of_goal(goal, index).expect("an index of the shape");
        if let From::Sieve { batch, distances, available, left } = &mut self.from {
            *left -= count as f64;
            if *left < 0.0 {
                let (name, expected) = (name(batch), *available);
                return Err(SampleError::Counts { name, expected, found: 0 });
            }
            let candidates: Vec<Board> = drawn.iter().map(board).collect();
            let mut answers = vec![None; candidates.len()];
            batch.distances(&candidates, &mut answers).map_err(Error::from)?;
            let mut answers = answers
                .into_iter()
                .map(|answer| answer.is_some_and(|distance| distances.contains(&distance)));
            drawn.retain(|_| answers.next() == Some(true));
        }
        if let Some(before) = &mut self.drawn {
            drawn.retain(|&index| before.insert(index));
        }
        if let Some(left) = &mut self.left {
            *left -= drawn.len() as u64;
        }
        boards.extend(drawn.iter().map(board));
        Ok(())
    }

    fn index(&mut self, states: u64) -> u64 {
        match &mut self.from {
            From::All | From::Sieve { .. } => self.random.below(states),
            From::List(list) => list[self.random.below(list.len() as u64) as usize],
            From::Deck(list, drawn) => {
                let at = *drawn + self.random.below((list.len() - *drawn) as u64) as usize;
                list.swap(*drawn, at);
                *drawn += 1;
                list[*drawn - 1]
            }
            From::Listed(list) => loop {
                let index = self.random.below(states);
                if list.binary_search(&index).is_ok() {
                    return index;
                }
            },
        }
    }
}

/// A goal that exactly those boards reach which do not reach this one: an exchange of two tiles
/// changes the parity, and takes every board to one of the other half.
fn unreachable(goal: &Board) -> Board {
    let order = goal.tile_order();
    goal.exchanged(order[order.len() - 2], order[order.len() - 1])
}

/// Refuses to draw more different boards than there are.
fn enough(shape: Shape, available: u64, count: u64, unique: bool) -> Result<(), SampleError> {
    if unique && count > available {
        return Err(SampleError::TooFew { shape, available, count });
    }
    Ok(())
}

/// How many boards there are at distance 0, 1, 2, ..., by the table or as others have counted.
fn counts(goal: &Board, batch: &Batch) -> Result<Vec<u64>, SampleError> {
    let orbit = Orbit::from(goal);
    match batch.oracle().table() {
        Some(table) => Ok(table.header().counts().to_vec()),
        None => Ok(known(orbit.into()).ok_or(SampleError::Uncounted { orbit })?.counts),
    }
}

/// Finds out how the boards at some distances are drawn.
///
/// Of a small shape all boards are listed. Of a large shape boards are drawn from all until one is
/// at such a distance. Whether it is, a list tells where asking the batch takes long. Where not
/// even a list makes that quick enough, they are drawn from the list.
fn parts(
    goal: &Board,
    batch: &Arc<Batch>,
    counts: &[u64],
    wanted: Vec<Wanted>,
    seed: u64,
) -> Result<Vec<Part>, SampleError> {
    let shape = goal.shape();
    let listed = shape.states() <= LISTED;
    let draws = |wanted: &Wanted| {
        let Wanted { available, count, unique, .. } = *wanted;
        expected_draws(shape.states() as f64, available as f64, count as f64, unique)
    };
    // Rare boards were once drawn with tables alone: with searches that took days.
    let (quick, most) = match batch.oracle().solver() {
        Some(_) => (QUICK_SEARCHES, QUICK_SEARCHES),
        None => (QUICK, MAX_DRAWS),
    };
    let rare: Vec<&Wanted> =
        wanted.iter().filter(|wanted| listed || draws(wanted) > quick).collect();
    let ranges: Vec<RangeInclusive<u32>> =
        rare.iter().map(|wanted| wanted.distances.clone()).collect();
    let mut lists = if listed {
        list(goal, batch, &ranges)?.into_iter().map(Some).collect()
    } else {
        rare::list(goal, counts, &ranges)?
    }
    .into_iter();
    let part = |wanted: Wanted| {
        let draws = draws(&wanted);
        let list = if listed || draws > quick { lists.next().flatten() } else { None };
        let Wanted { distances, available, count, unique } = wanted;
        let from = match list {
            Some(list) if list.len() as u64 != available => {
                let (name, found) = (name(batch), list.len() as u64);
                return Err(SampleError::Counts { name, expected: available, found });
            }
            Some(list) if !listed && draws <= most => From::Listed(list),
            Some(list) if unique => From::Deck(list, 0),
            Some(list) => From::List(list),
            None if draws <= MAX_DRAWS => {
                let left = PATIENCE * (draws + 1000.0);
                From::Sieve { batch: Arc::clone(batch), distances, available, left }
            }
            None => {
                let nearest = rare::nearest(shape, counts);
                return Err(SampleError::TooRare { shape, available, count, draws, nearest });
            }
        };
        Ok(Part::new(from, count, unique, seed))
    };
    wanted.into_iter().map(part).collect()
}

fn name(batch: &Batch) -> String {
    batch.oracle().table().map_or("pattern tables", |table| table.name()).to_owned()
}

/// The indices of all boards at some distances, for each of these ranges.
fn list(
    goal: &Board,
    batch: &Batch,
    ranges: &[RangeInclusive<u32>],
) -> Result<Vec<Vec<u64>>, Error> {
    let states = goal.shape().states();
    let (mut lists, mut answers) = (vec![Vec::new(); ranges.len()], Vec::new());
    for first in (0..states).step_by(1024) {
        let indices = first..states.min(first + 1024);
        let board = |index| Coordinates::board_of_goal(goal, index).expect("an index of the shape");
        let boards: Vec<Board> = indices.clone().map(board).collect();
        answers.clear();
        answers.resize(boards.len(), None);
        batch.distances(&boards, &mut answers)?;
        for (index, answer) in indices.zip(&answers) {
            let Some(distance) = answer else { continue };
            for (range, list) in ranges.iter().zip(&mut lists) {
                if range.contains(distance) {
                    list.push(index);
                }
            }
        }
    }
    Ok(lists)
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
            from: Population::Distances(Arc::clone(&batch), distances),
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
