//! Random boards: a seed always gives the same ones.
//!
//! Boards are numbered without gaps, so a random number is a random board. Boards at some distances
//! are drawn in one of three ways:
//!
//! * from a list of all boards at these distances, if they are few. To check that the list is
//!   complete, its length is compared with the number of boards counted by the table or in
//!   published work. Of shapes whose boards were never counted, those near the goal are listed;
//! * from all boards, rejecting those at other distances. On shapes without a table, most are
//!   rejected by lower bounds on their distance, which take less than a microsecond, and only the
//!   others are solved;
//! * along solutions, see [`Population::Distances`].
//!
//! In the first two ways all boards at these distances are equally likely. In the third they are
//! not, but it is fast where the others are not: thousands of boards of 4x4 a second.
//!
//! Which of the first two ways is used depends on the shape and the request alone. So a seed gives
//! the same boards whatever tables there are, on every machine and with any number of threads.

mod along;
mod any;
mod near;
mod random;
mod rare;
mod reject;
mod request;
mod stratum;

use std::ops::{ControlFlow, RangeInclusive};

use crate::error::Error;
use crate::known::known;
use crate::oracle::AnyOracle;
use crate::position::Position;
use crate::puzzle::{Board, Class, Metric, Orbit, Shape};
use along::AlongSolutions;
pub use any::Shuffled;
use near::NearGoal;
use reject::{Reject, StratumProbe};
pub use request::{DrawProgress, ExpectedWork, Population, Request, SampleError};
use stratum::{Strategy, Stratum};

/// All boards at some distances of a shape with at most this many states are listed, which takes a
/// fraction of a second.
const LISTED: u64 = 1 << 22;

/// The number of draws from which listing is faster, on larger shapes of which all levels can be
/// grown.
const MAX_EXPECTED_DRAWS: f64 = 1e5;

/// The largest number of random boards worth drawing: a minute or two of lookups or lower bounds.
const MAX_DRAWS: f64 = 1e9;
const MAX_LOOKUPS: f64 = 1e8;

/// How hard boards without a table are, which differs between the metrics.
struct Hardness {
    /// The largest number of random boards worth solving. In the single-tile metric they take a
    /// minute or two with large pattern tables, a quarter of an hour with small ones; in the other,
    /// some hundredths or some tenths of a second each.
    most_searches: f64,
    /// The farthest distance at which boards are drawn if they were never counted. Searches for
    /// such boards take milliseconds, on 5x5 in the single-tile metric and on 4x4 in the other.
    farthest_uncounted: u32,
    /// The Manhattan distance of boards at distance 1, roughly, as a fraction.
    manhattan_of_one: (u32, u32),
}

impl Hardness {
    const fn of(metric: Metric) -> Hardness {
        match metric {
            Metric::Single => {
                Hardness { most_searches: 1e5, farthest_uncounted: 40, manhattan_of_one: (2, 3) }
            }
            Metric::Multi => {
                Hardness { most_searches: 1e3, farthest_uncounted: 25, manhattan_of_one: (1, 1) }
            }
        }
    }
}

/// A board with its index, or with its hash if it has none.
type Numbered = (u64, Board);

/// The source of the distances, for messages.
fn name_of(source: &AnyOracle) -> &str {
    source.table().map_or("pattern tables", |table| table.name())
}

/// For `map_err`: there is no memory for this many elements.
fn no_memory<T>(length: usize) -> SampleError {
    Error::Memory { bytes: (length as u64).saturating_mul(size_of::<T>() as u64) }.into()
}

/// The seed that a text stands for: a number of 64 bits, where a negative one means the unsigned
/// one with the same bits; or else any text, such as a date, by its FNV-1a hash of 64 bits, which
/// never changes.
///
/// ```
/// use tilebase::sample::seed;
/// assert_eq!((seed("7"), seed("-1")), (7, u64::MAX));
/// assert_eq!(seed("a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn seed(text: &str) -> u64 {
    if let Ok(number) = text.parse() {
        return number;
    }
    if let Ok(number) = text.parse::<i64>() {
        return number.cast_unsigned();
    }
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
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
    metric: Metric,
    /// The populations to draw from, one after another.
    strata: Vec<Stratum>,
    /// The number of boards at distance 0, 1, 2, ..., if distances matter.
    counts: Vec<u64>,
    /// The table that counted them.
    name: String,
    cost: ExpectedWork,
}

/// A request for boards at some distances.
struct DrawRequest {
    distances: RangeInclusive<u32>,
    /// The number of boards there are, or `u64::MAX` if they were never counted.
    available: u64,
    count: u64,
    unique: bool,
}

impl Sampler {
    /// Prepares to draw boards that reach `goal`. The boards depend only on the goal, the request
    /// and the seed, not on the machine. This takes no more than a fraction of a second: rare
    /// boards are listed when the first one is drawn.
    ///
    /// # Errors
    ///
    /// Returns a [`SampleError`] if there are no such boards, too few of them, or too few to find
    /// by drawing.
    pub fn new(goal: &Board, request: Request, seed: u64) -> Result<Sampler, SampleError> {
        let Request { count, unique, population } = request;
        let (source, distances, each, along) = match &population {
            Population::Solvable => return Sampler::of_all(*goal, count, unique, seed),
            Population::Unsolvable => {
                return Sampler::of_all(unreachable(goal), count, unique, seed);
            }
            Population::Distances { source, distances, each, along } => {
                (source, distances.clone(), *each, *along)
            }
        };
        let shape = goal.shape();
        let metric = source.metric();
        let farthest = Hardness::of(metric).farthest_uncounted;
        let mut near = None;
        let counts = match source.counts() {
            Some(counts) => counts,
            None if each || !along => {
                // Boards of smaller shapes have indices, and are drawn as with a table.
                let counts = if shape.class() == Class::Bounded {
                    near.insert(NearGoal::new(goal, *distances.end())).counts()
                } else {
                    rare::near_counts(goal, metric, *distances.end())?
                };
                expect_counted(goal, &counts, &distances)?;
                counts
            }
            None => {
                let (first, last) = (*distances.start(), *distances.end());
                let distance = if last == u32::MAX { first } else { last };
                if distance > farthest {
                    return Err(SampleError::TooFar { shape, distance, farthest });
                }
                // There are enough at each distance, whatever their number.
                vec![u64::from(u32::MAX); farthest as usize + 1]
            }
        };
        let available = rare::boards_at(&counts, &distances);
        if available == 0 {
            return Err(SampleError::Distance { shape, distances, maximum: counts.len() - 1 });
        }
        let wanted: Vec<DrawRequest> = if each {
            let at = (0..).zip(&counts).filter(|(at, count)| distances.contains(at) && **count > 0);
            at.map(|(at, &available)| {
                let count = count.min(available);
                DrawRequest { distances: at..=at, available, count, unique: true }
            })
            .collect()
        } else {
            check_available(shape, available, count, unique)?;
            vec![DrawRequest { distances, available, count, unique }]
        };
        let mut sampler = Sampler {
            goal: *goal,
            metric,
            strata: Vec::new(),
            counts,
            name: name_of(source).to_owned(),
            cost: ExpectedWork::default(),
        };
        let mut probe = None;
        for wanted in wanted {
            let (strategy, cost) = if let Some(near) = &near {
                let list = Some(near.ways(&wanted.distances));
                let strategy = Strategy::Listed { distances: wanted.distances, list, used: 0 };
                let draws = wanted.count as f64;
                (strategy, ExpectedWork { draws, ..ExpectedWork::default() })
            } else if along && !sampler.is_better_listed(&wanted) {
                sampler.along(source, &wanted, seed)?
            } else {
                sampler.uniform(source, &wanted, &mut probe)?
            };
            sampler.cost = sampler.cost.and(cost);
            sampler.strata.push(Stratum::new(strategy, wanted.count, wanted.unique, seed));
        }
        Ok(sampler)
    }

    /// Draws one board of any size.
    ///
    /// ```
    /// use tilebase::puzzle::Extent;
    /// use tilebase::sample::{Population, Sampler};
    /// use tilebase::Position;
    /// for (rows, cols) in [(3, 3), (7, 9)] {
    ///     let goal = Position::goal(Extent { rows, cols })?;
    ///     let board = Sampler::one(&goal, Population::Solvable, 1)?;
    ///     assert!(board.expect_solvable(&goal).is_ok());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new) and [`draw`](Self::draw), and [`Error::TooLarge`] for a board of
    /// more than 25 cells at a distance.
    pub fn one(
        goal: &Position,
        population: Population,
        seed: u64,
    ) -> Result<Position, SampleError> {
        let is_large = goal.board().is_none();
        let drawn = match population {
            Population::Solvable if is_large => Shuffled::new(&goal.rectangle(), seed).draw(),
            Population::Unsolvable if is_large => {
                Shuffled::new(&goal.rectangle(), seed).unsolvable().draw()
            }
            population => {
                let goal = goal.expect_board("a random board at a distance");
                let request = Request { count: 1, population, ..Request::default() };
                let mut sampler = Sampler::new(goal.map_err(Error::from)?, request, seed)?;
                return Ok(sampler.draw(1)?[0].into());
            }
        };
        Ok(drawn.map_err(Error::from)?.into())
    }

    /// Checks that boards at these distances can be drawn, all equally likely, without preparing
    /// what gives the distances. It says nothing of shapes of up to sixteen cells.
    ///
    /// ```
    /// use tilebase::{Board, sample::Sampler};
    /// let goal = Board::goal("5x5".parse()?);
    /// assert!(Sampler::check(&goal, &(3..=8)).is_ok());
    /// assert!(Sampler::check(&goal, &(9..=30)).is_err());
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`SampleError::Uncounted`] if the boards at these distances were never counted, and are too
    /// many to list.
    pub fn check(goal: &Board, distances: &RangeInclusive<u32>) -> Result<(), SampleError> {
        if goal.shape().class() == Class::Bounded && known(Orbit::from(goal).into()).is_none() {
            expect_counted(goal, &NearGoal::new(goal, *distances.end()).counts(), distances)?;
        }
        Ok(())
    }

    /// All boards of a goal.
    fn of_all(goal: Board, count: u64, unique: bool, seed: u64) -> Result<Sampler, SampleError> {
        let states = goal.shape().states();
        check_available(goal.shape(), states, count, unique)?;
        let mut strategy = Strategy::Any;
        if unique && states <= LISTED {
            let mut all = Vec::new();
            all.try_reserve_exact(states as usize)
                .map_err(|_| no_memory::<u64>(states as usize))?;
            all.extend(0..states);
            strategy = Strategy::Listed { distances: 0..=u32::MAX, list: Some(all), used: 0 };
        }
        Ok(Sampler {
            goal,
            metric: Metric::default(),
            strata: vec![Stratum::new(strategy, count, unique, seed)],
            counts: Vec::new(),
            name: String::new(),
            cost: ExpectedWork { draws: count as f64, ..ExpectedWork::default() },
        })
    }

    /// Whether the request has so large a share of the boards at a distance that walks would often
    /// find the same boards.
    fn is_better_listed(&self, wanted: &DrawRequest) -> bool {
        let alone = wanted.distances.start() == wanted.distances.end();
        alone
            && wanted.unique
            && wanted.count > wanted.available / 8
            && rare::can_list(self.goal.shape(), &self.counts, &wanted.distances)
    }

    fn along(
        &self,
        source: &AnyOracle,
        wanted: &DrawRequest,
        seed: u64,
    ) -> Result<(Strategy, ExpectedWork), SampleError> {
        let shape = self.goal.shape();
        let farthest = along::farthest(&self.counts);
        let at = (0..).zip(&self.counts);
        let at = at.filter(|(at, count)| wanted.distances.contains(at) && **count > 0);
        let mut distances: Vec<u32> = at.map(|(at, _)| at).collect();
        // Beyond the farthest board of all means as far as boards are drawn.
        if *wanted.distances.end() as usize >= self.counts.len() && distances[0] <= farthest {
            distances.retain(|&distance| distance <= farthest);
        }
        if let Some(&distance) = distances.iter().find(|&&distance| distance > farthest) {
            return Err(SampleError::TooFar { shape, distance, farthest });
        }
        let searches = if source.is_searching() { wanted.count as f64 } else { 0.0 };
        let cost = ExpectedWork { listed: 0, draws: wanted.count as f64, searches };
        let along = AlongSolutions::new(source, &self.goal, distances, seed);
        Ok((Strategy::Along(Box::new(along)), cost))
    }

    /// How to draw boards that are all equally likely.
    ///
    /// For a small shape, all boards at these distances are listed. For a large shape, they are
    /// listed if that is possible and drawing from all boards would take longer.
    fn uniform(
        &self,
        source: &AnyOracle,
        wanted: &DrawRequest,
        probe: &mut Option<StratumProbe>,
    ) -> Result<(Strategy, ExpectedWork), SampleError> {
        let shape = self.goal.shape();
        let &DrawRequest { ref distances, available, count, unique } = wanted;
        let draws = expected_draws(shape.states() as f64, available as f64, count as f64, unique);
        let is_rare = shape.states() <= LISTED || draws > MAX_EXPECTED_DRAWS;
        if is_rare && rare::can_list(shape, &self.counts, distances) {
            let listed = rare::visited(shape, &self.counts, distances);
            let strategy = Strategy::Listed { distances: distances.clone(), list: None, used: 0 };
            return Ok((strategy, ExpectedWork { listed, draws: count as f64, searches: 0.0 }));
        }
        let mut cost = ExpectedWork { listed: 0, draws, searches: 0.0 };
        let mut most = MAX_LOOKUPS;
        if source.is_searching() {
            let probe = probe.get_or_insert_with(|| StratumProbe::new(&self.goal, source));
            cost.searches = (draws * probe.passing(distances)).max(count as f64);
            most = MAX_DRAWS;
        }
        let most_searches = Hardness::of(source.metric()).most_searches;
        if draws > most || cost.searches > most_searches {
            let nearest = rare::nearest(shape, &self.counts);
            return Err(SampleError::TooRare {
                shape,
                available,
                count,
                cost,
                most_searches,
                nearest,
            });
        }
        let bounds = probe.as_ref().map(|probe| probe.bounds.clone());
        let reject = Reject::new(
            source,
            distances.clone(),
            bounds,
            (available, shape.states()),
            cost.searches / draws,
        );
        Ok((Strategy::Reject(Box::new(reject)), cost))
    }

    /// How many more boards may be drawn, if no board may be drawn twice.
    pub fn left(&self) -> Option<u64> {
        self.strata.iter().map(Stratum::left).sum()
    }

    /// The work that all requested boards are expected to take.
    pub const fn cost(&self) -> ExpectedWork {
        self.cost
    }

    /// Draws `count` boards.
    ///
    /// # Errors
    ///
    /// Returns a [`SampleError`] if the table cannot give a distance or is wrong, if there is not
    /// enough memory, or if no board may be drawn twice and all requested boards have been drawn.
    pub fn draw(&mut self, count: usize) -> Result<Vec<Board>, SampleError> {
        self.draw_watched(count, &mut |_| ControlFlow::Continue(()))
    }

    /// Draws `count` boards, and calls `progress` with the work of this call so far, many times a
    /// second, except while a single board is solved. If it breaks, all threads stop.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilebase::sample::{Population, Request, SampleError, Sampler};
    /// use tilebase::{Board, Error, Tablebase};
    /// let goal = Board::goal("4x4".parse()?);
    /// let source = Tablebase::embedded().oracle(&goal)?.into();
    /// let distances = 26..=26;
    /// let population = Population::Distances { source, distances, each: false, along: false };
    /// let request = Request { count: 100, population, ..Request::default() };
    /// let mut sampler = Sampler::new(&goal, request, 1)?;
    /// let found = sampler.draw_watched(100, &mut |progress| {
    ///     let enough = progress.draws >= 100_000;
    ///     if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    /// });
    /// assert!(matches!(found, Err(SampleError::Failed(Error::Interrupted))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`draw`](Self::draw), and [`Error::Interrupted`] if `progress` breaks. The boards
    /// found before that are lost: draw fewer at a time to keep them.
    pub fn draw_watched(
        &mut self,
        count: usize,
        progress: &mut dyn FnMut(DrawProgress) -> ControlFlow<()>,
    ) -> Result<Vec<Board>, SampleError> {
        if let Some(available) = self.left() {
            check_available(self.goal.shape(), available, count as u64, true)?;
        }
        let mut boards = Vec::new();
        boards.try_reserve_exact(count).map_err(|_| no_memory::<Board>(count))?;
        let mut work = DrawWork { watch: progress, progress: DrawProgress::default() };
        for at in 0..self.strata.len() {
            if boards.len() < count && self.strata[at].to_list().is_some() {
                self.list(at, &mut work)?;
            }
            self.strata[at].draw(&self.goal, count, &mut boards, &mut work)?;
        }
        Ok(boards)
    }

    /// Lists the boards of a stratum, and of those after it that fit the same pass. Lists that were
    /// drawn empty are gone by then.
    fn list(&mut self, first: usize, work: &mut DrawWork<'_>) -> Result<(), SampleError> {
        work.go_on()?;
        let mut room = rare::MAX_LISTED;
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for range in self.strata[first..].iter().filter_map(Stratum::to_list) {
            let boards = rare::boards_at(&self.counts, range);
            if boards > room {
                break;
            }
            room -= boards;
            ranges.push(range.clone());
        }
        let lists = rare::list(&self.goal, self.metric, &self.counts, &ranges, work)?;
        for (range, list) in ranges.iter().zip(&lists) {
            let (expected, found) = (rare::boards_at(&self.counts, range), list.len() as u64);
            if expected != found {
                return Err(SampleError::Counts { name: self.name.clone(), expected, found });
            }
        }
        let open = self.strata[first..].iter_mut().filter(|stratum| stratum.to_list().is_some());
        for (stratum, list) in open.zip(lists) {
            stratum.take_list(list);
        }
        Ok(())
    }
}

/// The progress of a call, and who watches it.
struct DrawWork<'w> {
    watch: &'w mut dyn FnMut(DrawProgress) -> ControlFlow<()>,
    progress: DrawProgress,
}

impl DrawWork<'_> {
    fn go_on(&mut self) -> Result<(), SampleError> {
        match (self.watch)(self.progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Error::Interrupted.into()),
        }
    }
}

/// A goal that is reached by exactly the boards that cannot reach this one: exchanging two tiles
/// changes the parity, and takes every board to the other half.
fn unreachable(goal: &Board) -> Board {
    let order = goal.tile_order();
    goal.exchanged(order[order.len() - 2], order[order.len() - 1])
}

/// Refuses distances beyond those whose boards were counted.
fn expect_counted(
    goal: &Board,
    counts: &[u64],
    distances: &RangeInclusive<u32>,
) -> Result<(), SampleError> {
    let nearest = counts.len() as u32 - 1;
    if *distances.end() <= nearest {
        return Ok(());
    }
    Err(SampleError::Uncounted { orbit: Orbit::from(goal), nearest })
}

/// Returns an error if more different boards are requested than there are.
fn check_available(
    shape: Shape,
    available: u64,
    count: u64,
    unique: bool,
) -> Result<(), SampleError> {
    if unique && count > available {
        return Err(SampleError::TooFew { shape, available, count });
    }
    Ok(())
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

#[cfg(test)]
mod tests;
