//! Random boards: all are equally likely, and a seed always gives the same ones.
//!
//! Boards are numbered without gaps, so a random number is a random board. Boards at some distances
//! are drawn in one of two ways: from all boards, rejecting those at other distances, or from a
//! list of all boards at these distances. In both cases they are equally likely: with rejection by
//! construction, and with a list because it is complete. To check that it is complete, its length
//! is compared with the number of boards counted by the table or in published work.

mod rare;

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::error::Error;
use crate::oracle::{Batch, reached};
use crate::puzzle::{Board, Coordinates, Orbit, Shape};

/// For shapes with at most this many states, the boards at some distances are listed with the
/// table, which takes a second.
const LISTED: u64 = 1 << 22;

/// The most boards drawn together, which bounds the memory used beside that for the answer.
const AT_ONCE: usize = 1 << 16;

/// The number of draws at which listing becomes worthwhile: with a table, this many draws take as
/// long as growing all levels of a shape, and with a search, as long as listing the boards near its
/// goal. Boards that would need more draws are listed. The boards drawn are the same either way.
const QUICK: f64 = 1e6;
const QUICK_SEARCHES: f64 = 1e3;

/// The largest number of draws worth waiting for: a minute or two of lookups.
const MAX_DRAWS: f64 = 1e8;

/// The table is considered wrong after this many times the expected number of draws.
const PATIENCE: f64 = 100.0;

/// Which boards to draw, and how many.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The maximum number of boards that will be drawn.
    pub count: u64,
    /// Whether to draw no board twice.
    pub unique: bool,
    /// The boards to draw from.
    pub from: Population,
}

/// A population of boards to draw from.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum Population {
    /// All boards that can reach the goal.
    #[default]
    Solvable,
    /// All boards that cannot reach the goal.
    Unsolvable,
    /// The boards in a range of distances from the goal, with the batch that gives the distances.
    Distances(Arc<Batch>, RangeInclusive<u32>),
    /// The boards at each distance of a range, nearest first. At each distance the requested number
    /// is drawn, with no board twice, or all boards if there are fewer. The boards at each distance
    /// are those that the same seed draws at that distance alone.
    EachDistance(Arc<Batch>, RangeInclusive<u32>),
}

/// Why boards cannot be drawn.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SampleError {
    /// There are no boards at these distances.
    #[error("no {shape} board is at distance {}{} (maximum {maximum})", distances.start(), to(distances))]
    Distance {
        /// The shape.
        shape: Shape,
        /// The requested distances.
        distances: RangeInclusive<u32>,
        /// The maximum distance of this shape.
        maximum: usize,
    },
    /// The boards of this large shape have never been counted, so it is not known which distances
    /// occur.
    #[error("nobody has counted the boards of {orbit} by distance: expected a shape with counts")]
    Uncounted {
        /// The shape and the goal's blank cell.
        orbit: Orbit,
    },
    /// There are not enough different boards.
    #[error("there are {available} such boards of {shape}: {count} different ones cannot be drawn")]
    TooFew {
        /// The shape.
        shape: Shape,
        /// The number of boards.
        available: u64,
        /// The requested number.
        count: u64,
    },
    /// So few boards of a large shape are at these distances that drawing them would take too long.
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
        /// The number of boards.
        available: u64,
        /// The requested number.
        count: u64,
        /// The number of draws it would take.
        draws: f64,
        /// The distance up to which all boards can be listed, so that none is too rare.
        nearest: Option<u32>,
    },
    /// The header of the table counts a different number of boards than was found in its entries.
    #[error("table {name}: its header counts {expected} boards at such distances, found {found}")]
    Counts {
        /// The table.
        name: String,
        /// The number in the header.
        expected: u64,
        /// The number found.
        found: u64,
    },
    /// The table could not give a distance.
    #[error(transparent)]
    Table(#[from] Error),
}

/// The end of a range, if it differs from the start.
fn to(range: &RangeInclusive<u32>) -> String {
    if range.start() == range.end() { String::new() } else { format!("..{}", range.end()) }
}

/// Draws random boards that reach a goal.
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
    /// The parts to draw from, one after another.
    parts: Vec<Part>,
}

/// One population, and what has been drawn from it.
#[derive(Debug)]
struct Part {
    random: Random,
    from: From,
    /// The boards drawn so far. `None` if boards may be drawn twice, or if something else prevents
    /// it.
    drawn: Option<HashSet<u64>>,
    /// How many more may be drawn, if no board may be drawn twice.
    left: Option<u64>,
}

/// How a board is drawn.
#[derive(Debug)]
enum From {
    /// From all boards that reach the goal.
    All,
    /// From a list, by index.
    List(Vec<u64>),
    /// From a list without drawing a board twice. The number is how many at its front have been
    /// drawn.
    Deck(Vec<u64>, usize),
    /// From all boards, rejecting those that are not on the list.
    Listed(Vec<u64>),
    /// From all boards, rejecting those at other distances. At most `left` more draws are made.
    Sieve { batch: Arc<Batch>, distances: RangeInclusive<u32>, available: u64, left: f64 },
}

/// A request for boards at some distances.
struct Wanted {
    distances: RangeInclusive<u32>,
    available: u64,
    count: u64,
    unique: bool,
}

impl Sampler {
    /// Prepares to draw boards that reach `goal`. The boards depend only on the goal, the request
    /// and the seed, not on the machine or the version.
    ///
    /// # Errors
    ///
    /// Returns a [`SampleError`] if there are no such boards, too few of them, or too few to find
    /// by drawing.
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

    /// How many more boards may be drawn, if no board may be drawn twice.
    #[must_use]
    pub fn left(&self) -> Option<u64> {
        self.parts.iter().map(|part| part.left).sum()
    }

    /// Draws `count` boards.
    ///
    /// # Errors
    ///
    /// Returns a [`SampleError`] if the table cannot give a distance or is wrong, or if no board
    /// may be drawn twice and all requested boards have been drawn.
    pub fn draw(&mut self, count: usize) -> Result<Vec<Board>, SampleError> {
        if let Some(available) = self.left() {
            enough(self.goal.shape(), available, count as u64, true)?;
        }
        let mut boards = Vec::with_capacity(count.min(AT_ONCE));
        while boards.len() < count {
            let part = self.parts.iter_mut().find(|part| part.left != Some(0));
            let part = part.expect("a part with boards left");
            part.draw(&self.goal, (count - boards.len()).min(AT_ONCE), &mut boards)?;
        }
        Ok(boards)
    }
}

impl Part {
    fn new(from: From, count: u64, unique: bool, seed: u64) -> Part {
        let drawn = (unique && !matches!(from, From::Deck(..))).then(HashSet::new);
        Part { random: Random::new(seed), from, drawn, left: unique.then_some(count) }
    }

    /// Adds up to `count` boards, possibly none, to `boards`.
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
            let answers = batch.distances(&candidates).map_err(|failed| failed.error)?;
            let mut is_wanted = Vec::with_capacity(answers.len());
            for answer in answers {
                is_wanted.push(reached(answer)?.is_some_and(|d| distances.contains(&d)));
            }
            let mut is_wanted = is_wanted.into_iter();
            drawn.retain(|_| is_wanted.next() == Some(true));
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

/// A goal that is reached by exactly the boards that cannot reach this one: exchanging two tiles
/// changes the parity, and takes every board to the other half.
fn unreachable(goal: &Board) -> Board {
    let order = goal.tile_order();
    goal.exchanged(order[order.len() - 2], order[order.len() - 1])
}

/// Returns an error if more different boards are requested than there are.
fn enough(shape: Shape, available: u64, count: u64, unique: bool) -> Result<(), SampleError> {
    if unique && count > available {
        return Err(SampleError::TooFew { shape, available, count });
    }
    Ok(())
}

/// The number of boards at distance 0, 1, 2, ..., from the table or from published counts.
fn counts(goal: &Board, batch: &Batch) -> Result<Vec<u64>, SampleError> {
    let orbit = Orbit::from(goal);
    batch.oracle().counts().ok_or(SampleError::Uncounted { orbit })
}

/// Decides how the boards at some distances are drawn.
///
/// For a small shape, all boards at these distances are listed. For a large shape, boards are drawn
/// from all until one is at such a distance. If asking the batch for the distance takes too long, a
/// list decides it. If drawing is too slow even with a list, the boards are drawn from the list
/// itself.
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
    // The limit for tables is the one from before lists were used, because a seed must keep drawing
    // the same boards. With searches, that many draws would take days.
    let (quick, most) = match batch.oracle().table() {
        None => (QUICK_SEARCHES, QUICK_SEARCHES),
        Some(_) => (QUICK, MAX_DRAWS),
    };
    let wanted: Vec<(f64, Wanted)> =
        wanted.into_iter().map(|wanted| (draws(&wanted), wanted)).collect();
    let is_rare = |draws: f64| listed || draws > quick;
    let ranges: Vec<RangeInclusive<u32>> = wanted
        .iter()
        .filter(|(draws, _)| is_rare(*draws))
        .map(|(_, wanted)| wanted.distances.clone())
        .collect();
    let mut lists = if listed {
        list(goal, batch, &ranges)?.into_iter().map(Some).collect()
    } else {
        rare::list(goal, counts, &ranges)?
    }
    .into_iter();
    let part = |(draws, wanted): (f64, Wanted)| {
        let list = if is_rare(draws) { lists.next().flatten() } else { None };
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

/// For each of these ranges of distances, the indices of all boards in it.
fn list(
    goal: &Board,
    batch: &Batch,
    ranges: &[RangeInclusive<u32>],
) -> Result<Vec<Vec<u64>>, Error> {
    let states = goal.shape().states();
    let mut lists = vec![Vec::new(); ranges.len()];
    for first in (0..states).step_by(1024) {
        let indices = first..states.min(first + 1024);
        let board = |index| Coordinates::board_of_goal(goal, index).expect("an index of the shape");
        let boards: Vec<Board> = indices.clone().map(board).collect();
        let answers = batch.distances(&boards).map_err(|failed| failed.error)?;
        for (index, answer) in indices.zip(answers) {
            let Some(distance) = reached(answer)? else { continue };
            for (range, list) in ranges.iter().zip(&mut lists) {
                if range.contains(&distance) {
                    list.push(index);
                }
            }
        }
    }
    Ok(lists)
}

/// The expected number of draws to find `count` of `available` boards among `states`.
fn expected_draws(states: f64, available: f64, count: f64, unique: bool) -> f64 {
    if unique {
        // The last ones take the most draws. This approximates the sum of states / left over the
        // numbers of boards left.
        states * ((available + 1.0) / (available - count + 1.0)).ln()
    } else {
        states / available * count
    }
}

/// ChaCha with 8 rounds. The key is the eight bytes of the seed, lowest first, followed by zeros,
/// and the stream starts at the first block. A test makes sure that this never changes: every later
/// version must draw the same boards from a seed.
#[derive(Debug)]
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Random {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Random(ChaCha8Rng::from_seed(key))
    }

    /// A uniformly random number below `bound`, which must not be 0: the upper half of a product.
    /// Draws that would make some numbers more likely than others are repeated (Lemire, "Fast
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
        // (draft-strombergson-chacha-test-vectors, TC1). Below a bound of 2^64 - 1, the number
        // drawn is one less.
        assert_eq!(
            Random::new(0).below(u64::MAX) + 1,
            u64::from_le_bytes([0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6])
        );
    }

    #[test]
    fn every_number_is_drawn_as_often() {
        // The bound that would give the most uneven results if no draw were repeated: three
        // quarters of all numbers.
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
