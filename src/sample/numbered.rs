//! Random boards of up to 25 cells, which have numbers.

use std::ops::RangeInclusive;

use super::along::AlongSolutions;
use super::board_list::BoardList;
use super::limits::{
    DRAWS_SLOWER_THAN_LISTING, Hardness, MAX_DRAWS, MAX_LISTED, MAX_LOOKUPS,
    MAX_STATES_LISTED_ALWAYS,
};
use super::near::NearGoal;
use super::reject::{Reject, StratumProbe};
use super::stratum::{Strategy, Stratum};
use super::{
    CountPer, DrawWork, ExpectedWork, Likelihood, Population, Request, SampleError, along, name_of,
    no_memory, rare,
};
use crate::oracle::AnyOracle;
use crate::position::Position;
use crate::puzzle::{Board, Class, Metric, Orbit, Shape};

/// Draws boards of up to 25 cells, which have numbers.
#[derive(Debug)]
pub(super) struct NumberedSampler {
    goal: Board,
    metric: Metric,
    /// The populations to draw from, one after another.
    strata: Vec<Stratum>,
    /// The number of boards at distance 0, 1, 2, ..., if distances matter.
    counts: Vec<u64>,
    /// The table that counted them.
    name: String,
    pub(super) cost: ExpectedWork,
}

/// Boards to draw at some distances.
struct PlannedDraw {
    distances: RangeInclusive<u32>,
    /// The number of boards there are, or `u64::MAX` if they were never counted.
    available: u64,
    count: u64,
    unique: bool,
}

impl NumberedSampler {
    pub(super) fn new(
        goal: &Board,
        request: Request,
        seed: u64,
    ) -> Result<NumberedSampler, SampleError> {
        let Request { count, unique, population } = request;
        let (source, distances, count_per, likelihood) = match population {
            Population::Solvable => return NumberedSampler::of_all(*goal, count, unique, seed),
            Population::Unsolvable => {
                return NumberedSampler::of_all(unreachable(goal), count, unique, seed);
            }
            Population::Distances { source, distances, count_per, likelihood } => {
                (source, distances, count_per, likelihood)
            }
        };
        let (counts, near) = counts_for(goal, &source, &distances, (count_per, likelihood))?;
        let draws = planned_draws(goal.shape(), &counts, distances, count_per, (count, unique))?;
        let mut sampler = NumberedSampler {
            goal: *goal,
            metric: source.metric(),
            strata: Vec::new(),
            counts,
            name: name_of(&source).to_owned(),
            cost: ExpectedWork::default(),
        };
        let mut probe = None;
        for draw in draws {
            let is_along = likelihood == Likelihood::AlongSolutions;
            let (strategy, cost) = match &near {
                Some(near) => listed(near, &draw),
                None if is_along && !sampler.is_better_listed(&draw) => {
                    sampler.along(&source, &draw, seed)?
                }
                None => sampler.uniform(&source, &draw, &mut probe)?,
            };
            sampler.cost = sampler.cost.and(cost);
            sampler.strata.push(Stratum::new(strategy, draw.count, draw.unique, seed));
        }
        Ok(sampler)
    }

    /// All boards of a goal.
    fn of_all(
        goal: Board,
        count: u64,
        unique: bool,
        seed: u64,
    ) -> Result<NumberedSampler, SampleError> {
        let states = goal.shape().states();
        check_available(goal.shape(), states, count, unique)?;
        let mut strategy = Strategy::Any;
        if unique && states <= MAX_STATES_LISTED_ALWAYS {
            let mut all = Vec::new();
            all.try_reserve_exact(states as usize)
                .map_err(|_| no_memory::<u64>(states as usize))?;
            all.extend(0..states);
            strategy = Strategy::Listed(BoardList::listed(0..=u32::MAX, all));
        }
        Ok(NumberedSampler {
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
    fn is_better_listed(&self, planned: &PlannedDraw) -> bool {
        let alone = planned.distances.start() == planned.distances.end();
        alone
            && planned.unique
            && planned.count > planned.available / 8
            && rare::can_list(self.goal.shape(), &self.counts, &planned.distances)
    }

    /// How to draw boards along solutions.
    fn along(
        &self,
        source: &AnyOracle,
        planned: &PlannedDraw,
        seed: u64,
    ) -> Result<(Strategy, ExpectedWork), SampleError> {
        let shape = self.goal.shape();
        let farthest = along::farthest(&self.counts);
        let at = (0..).zip(&self.counts);
        let at = at.filter(|(at, count)| planned.distances.contains(at) && **count > 0);
        let mut distances: Vec<u32> = at.map(|(at, _)| at).collect();
        // A range that ends beyond the farthest board of all ends where boards are drawn.
        if *planned.distances.end() as usize >= self.counts.len() && distances[0] <= farthest {
            distances.retain(|&distance| distance <= farthest);
        }
        if let Some(&distance) = distances.iter().find(|&&distance| distance > farthest) {
            return Err(SampleError::TooFar { shape, distance, farthest });
        }
        let searches = if source.is_searching() { planned.count as f64 } else { 0.0 };
        let cost = ExpectedWork { listed: 0, draws: planned.count as f64, searches };
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
        planned: &PlannedDraw,
        probe: &mut Option<StratumProbe>,
    ) -> Result<(Strategy, ExpectedWork), SampleError> {
        let shape = self.goal.shape();
        let &PlannedDraw { ref distances, available, count, unique } = planned;
        let draws = expected_draws(shape.states() as f64, available as f64, count as f64, unique);
        let is_rare =
            shape.states() <= MAX_STATES_LISTED_ALWAYS || draws > DRAWS_SLOWER_THAN_LISTING;
        if is_rare && rare::can_list(shape, &self.counts, distances) {
            let listed = rare::visited(shape, &self.counts, distances);
            let strategy = Strategy::Listed(BoardList::unlisted(distances.clone()));
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

    pub(super) fn left(&self) -> Option<u64> {
        self.strata.iter().map(Stratum::left).sum()
    }

    /// Adds `count` boards.
    pub(super) fn draw(
        &mut self,
        count: usize,
        boards: &mut Vec<Position>,
        work: &mut DrawWork<'_>,
    ) -> Result<(), SampleError> {
        if let Some(available) = self.left() {
            check_available(self.goal.shape(), available, count as u64, true)?;
        }
        for at in 0..self.strata.len() {
            if boards.len() < count && self.strata[at].to_list().is_some() {
                self.list(at, work)?;
            }
            self.strata[at].draw(&self.goal, count, boards, work)?;
        }
        Ok(())
    }

    /// Lists the boards of a stratum, and of those after it that fit the same pass. Lists that were
    /// drawn empty are gone by then.
    fn list(&mut self, first: usize, work: &mut DrawWork<'_>) -> Result<(), SampleError> {
        work.go_on()?;
        let mut room = MAX_LISTED;
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

/// The number of boards at distance 0, 1, 2, ..., and the boards themselves if they are listed to
/// count them.
fn counts_for(
    goal: &Board,
    source: &AnyOracle,
    distances: &RangeInclusive<u32>,
    manner: (CountPer, Likelihood),
) -> Result<(Vec<u64>, Option<NearGoal>), SampleError> {
    if let Some(counts) = source.counts() {
        return Ok((counts, None));
    }
    let (shape, first, last) = (goal.shape(), *distances.start(), *distances.end());
    if manner == (CountPer::Range, Likelihood::AlongSolutions) {
        let farthest = Hardness::of(source.metric()).farthest_uncounted;
        let distance = if last == u32::MAX { first } else { last };
        if distance > farthest {
            return Err(SampleError::TooFar { shape, distance, farthest });
        }
        // There are enough at each distance, whatever their number.
        return Ok((vec![u64::from(u32::MAX); farthest as usize + 1], None));
    }
    let (counts, near) = if shape.class() == Class::Bounded {
        let near = NearGoal::new(goal, last);
        (near.counts(), Some(near))
    } else {
        // Boards of smaller shapes have indices, and are drawn as with a table.
        (rare::near_counts(goal, source.metric(), last)?, None)
    };
    expect_counted(goal, &counts, distances)?;
    Ok((counts, near))
}

/// What to draw, one after another.
fn planned_draws(
    shape: Shape,
    counts: &[u64],
    distances: RangeInclusive<u32>,
    count_per: CountPer,
    (count, unique): (u64, bool),
) -> Result<Vec<PlannedDraw>, SampleError> {
    let available = rare::boards_at(counts, &distances);
    if available == 0 {
        return Err(SampleError::Distance { shape, distances, maximum: counts.len() - 1 });
    }
    match count_per {
        CountPer::Range => {
            check_available(shape, available, count, unique)?;
            Ok(vec![PlannedDraw { distances, available, count, unique }])
        }
        CountPer::Distance => {
            let at = (0..).zip(counts).filter(|(at, count)| distances.contains(at) && **count > 0);
            let draws = at.map(|(at, &available)| {
                let count = count.min(available);
                PlannedDraw { distances: at..=at, available, count, unique: true }
            });
            Ok(draws.collect())
        }
    }
}

/// How to draw from boards that are listed already.
fn listed(near: &NearGoal, planned: &PlannedDraw) -> (Strategy, ExpectedWork) {
    let ways = near.ways(&planned.distances);
    let list = BoardList::listed(planned.distances.clone(), ways);
    (
        Strategy::Listed(list),
        ExpectedWork { draws: planned.count as f64, ..ExpectedWork::default() },
    )
}

/// A goal that is reached by exactly the boards that cannot reach this one: exchanging two tiles
/// changes the parity, and takes every board to the other half.
fn unreachable(goal: &Board) -> Board {
    let order = goal.tile_order();
    goal.exchanged(order[order.len() - 2], order[order.len() - 1])
}

/// Refuses distances beyond those whose boards were counted.
pub(super) fn expect_counted(
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
