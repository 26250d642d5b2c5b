//! Which method draws the boards of a request.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::along::{AlongSolutions, farthest};
use super::drawn::{DrawGroup, DrawMethod};
use super::levels::{NearGoal, near_counts};
use super::numbering::unreachable;
use super::rare::{self, MAX_LISTED};
use super::reject::{LowerBounds, Reject};
use super::request::MAX_DRAWS;
use super::several::ListedStates;
use super::walks::RandomWalks;
use super::{
    DrawWork, ExpectedWork, Population, Request, SampleError, Sampler, name_of, no_memory,
};
use crate::board::Board;
use crate::error::Error;
use crate::oracle::{Ask, Oracle};
use crate::puzzle::{Class, MAX_CELLS, Metric, Orbit, SmallBoard, SmallShape};

/// The largest number of random boards worth looking up: a minute or two.
const MAX_LOOKUPS: f64 = 1e8;

/// The largest number of random boards worth solving in each metric. In the single-tile metric they
/// take a minute or two with large pattern tables, a quarter of an hour with small ones; in the
/// other, some hundredths or some tenths of a second each.
const MAX_SEARCHES: [f64; Metric::NAMES.len()] = [1e5, 1e3];

/// The farthest distance in each metric at which boards are drawn if they were never counted.
/// Searches for such boards take milliseconds, on 5x5 in the single-tile metric and on 4x4 in the
/// other.
const FARTHEST_UNCOUNTED: [u32; Metric::NAMES.len()] = [40, 25];

/// All boards at some distances of a shape with at most this many states are listed, which takes a
/// fraction of a second.
const MAX_STATES_LISTED_ALWAYS: u64 = 1 << 22;

/// The number of draws from which listing is faster, on larger shapes of which all levels can be
/// grown.
const DRAWS_SLOWER_THAN_LISTING: f64 = 1e5;

impl Sampler {
    /// Prepares to draw boards that reach `goal`. The boards depend only on the goal, the request
    /// and the seed, not on the machine. This takes no more than a fraction of a second: rare
    /// boards are listed when the first one is drawn.
    ///
    /// # Errors
    ///
    /// Returns a [`SampleError`] if there are no such boards, too few of them, or too few to find
    /// by drawing, and [`Error::TooLarge`] for boards of more than 25 cells at a distance, or of
    /// which none may be drawn twice.
    pub fn new(goal: &Board, request: Request, seed: u64) -> Result<Sampler, SampleError> {
        let Request { count, unique, population } = request;
        if goal.is_several() {
            return match population {
                Population::Distances { source, distances, each, along: false } => {
                    Sampler::of_several(goal, &source, distances, each, (count, unique), seed)
                }
                _ => Err(Error::SeveralGoals { what: "a draw without distances" }.into()),
            };
        }
        match population {
            Population::Solvable => Sampler::of_all(goal, true, count, unique, seed),
            Population::Unsolvable => Sampler::of_all(goal, false, count, unique, seed),
            Population::Walks { moves } => Sampler::by_walks(goal, moves, count, unique, seed),
            Population::Distances { source, distances, each, along } => {
                let goal = goal.expect_small("a random board at a distance")?;
                Sampler::at_distances(
                    goal,
                    &source,
                    distances,
                    (each, along),
                    (count, unique),
                    seed,
                )
            }
        }
    }

    /// All boards that reach a goal, or that do not.
    fn of_all(
        goal: &Board,
        is_solvable: bool,
        count: u64,
        unique: bool,
        seed: u64,
    ) -> Result<Sampler, SampleError> {
        let (goal, draw) = if let Some(goal) = goal.small() {
            let (shape, states) = (goal.shape(), goal.shape().states());
            let mut draw = DrawGroup::new(states, count, unique, seed);
            if unique {
                check_available(shape, states, count)?;
            }
            if unique && states <= MAX_STATES_LISTED_ALWAYS {
                let mut all = Vec::new();
                all.try_reserve_exact(states as usize)
                    .map_err(|_| no_memory::<u64>(states as usize))?;
                all.extend(0..states);
                draw.method = DrawMethod::List(Some(all));
            }
            (if is_solvable { *goal } else { unreachable(goal) }.into(), draw)
        } else {
            expect_numbers(goal, unique)?;
            let draw = DrawGroup::new(u64::MAX, count, false, seed);
            (goal.clone(), draw.by(DrawMethod::Shuffle { is_solvable }))
        };
        Ok(Sampler::of(goal, draw))
    }

    /// The ends of random walks from a goal.
    fn by_walks(
        goal: &Board,
        moves: RangeInclusive<u32>,
        count: u64,
        unique: bool,
        seed: u64,
    ) -> Result<Sampler, SampleError> {
        expect_numbers(goal, unique)?;
        let draw = DrawGroup::new(u64::MAX, count, unique, seed);
        Ok(Sampler::of(goal.clone(), draw.by(DrawMethod::Walks(RandomWalks::new(moves)))))
    }

    /// A sampler for which distances do not matter.
    fn of(goal: Board, draw: DrawGroup) -> Sampler {
        Sampler {
            goal,
            metric: Metric::default(),
            cost: ExpectedWork { draws: draw.count as f64, ..ExpectedWork::default() },
            draws: vec![draw],
            counts: Vec::new(),
            name: String::new(),
        }
    }

    /// Boards at some distances.
    fn at_distances(
        goal: &SmallBoard,
        source: &Oracle,
        distances: RangeInclusive<u32>,
        (each, along): (bool, bool),
        (count, unique): (u64, bool),
        seed: u64,
    ) -> Result<Sampler, SampleError> {
        let shape = goal.shape();
        let (counts, near) = counts_for(goal, source, &distances, along && !each)?;
        let draws = draws_at(shape, &counts, distances, each, (count, unique), seed)?;
        let mut sampler = Sampler {
            goal: (*goal).into(),
            metric: source.metric(),
            draws: Vec::new(),
            counts,
            name: name_of(source).to_owned(),
            cost: ExpectedWork::default(),
        };
        let mut bounds = None;
        for mut draw in draws {
            let mut cost = ExpectedWork { draws: draw.count as f64, ..ExpectedWork::default() };
            draw.method = match &near {
                Some(near) => DrawMethod::List(Some(near.ways(&draw.distances))),
                None if along && !sampler.is_better_listed(shape, &draw) => {
                    sampler.along(goal, source, &draw, &mut cost, seed)?
                }
                None => sampler.uniform(goal, source, &draw, &mut cost, &mut bounds)?,
            };
            sampler.cost = sampler.cost.and(cost);
            sampler.draws.push(draw);
        }
        Ok(sampler)
    }

    /// Boards at some distances from a goal that is several boards.
    pub(super) fn of_several(
        goal: &Board,
        source: &Oracle,
        distances: RangeInclusive<u32>,
        each: bool,
        (count, unique): (u64, bool),
        seed: u64,
    ) -> Result<Sampler, SampleError> {
        let Some(table) = source.label_table() else {
            source.expect(Ask::DIFFICULTY)?;
            return Err(Error::SeveralGoals { what: "another source of distances" }.into());
        };
        let shape = SmallShape::try_from(goal.shape()).map_err(Error::from)?;
        let each_state = table.goal().boards_of_state();
        let counts = table.counts().iter().map(|count| count.saturating_mul(each_state));
        let counts: Vec<u64> = counts.collect();
        let draws = draws_at(shape, &counts, distances, each, (count, unique), seed)?;
        let draws = draws.into_iter().map(|draw| {
            let listed = ListedStates::new(table, &draw.distances);
            draw.by(DrawMethod::States(listed))
        });
        let draws: Vec<DrawGroup> = draws.collect();
        let boards = draws.iter().map(|draw| draw.count as f64).sum();
        let cost = ExpectedWork { draws: boards, ..ExpectedWork::default() };
        let (goal, metric, name) = (goal.clone(), source.metric(), String::new());
        Ok(Sampler { goal, metric, draws, counts, name, cost })
    }

    /// True if the request has so large a share of the boards at a distance that walks would often
    /// find the same boards.
    fn is_better_listed(&self, shape: SmallShape, draw: &DrawGroup) -> bool {
        draw.distances.start() == draw.distances.end()
            && draw.left.is_some()
            && draw.count > draw.available / 8
            && rare::can_list(shape, &self.counts, &draw.distances)
    }

    /// How to draw boards along solutions.
    fn along(
        &self,
        goal: &SmallBoard,
        source: &Oracle,
        draw: &DrawGroup,
        cost: &mut ExpectedWork,
        seed: u64,
    ) -> Result<DrawMethod, SampleError> {
        let (shape, farthest) = (goal.shape(), farthest(&self.counts));
        let at = (0..).zip(&self.counts);
        let at = at.filter(|(at, count)| draw.distances.contains(at) && **count > 0);
        let mut distances: Vec<u32> = at.map(|(at, _)| at).collect();
        // A range that ends beyond the farthest board of all ends where boards are drawn.
        if *draw.distances.end() as usize >= self.counts.len() && distances[0] <= farthest {
            distances.retain(|&distance| distance <= farthest);
        }
        if let Some(&distance) = distances.iter().find(|&&distance| distance > farthest) {
            return Err(SampleError::TooFar { shape, distance, farthest });
        }
        if source.table().is_none() {
            cost.searches = cost.draws;
        }
        Ok(DrawMethod::Along(Box::new(AlongSolutions::new(source, goal, distances, seed))))
    }

    /// How to draw boards that are all equally likely.
    ///
    /// For a small shape, all boards at these distances are listed. For a large shape, they are
    /// listed if that is possible and drawing from all boards would take longer. `bounds` are made
    /// once for all draws.
    fn uniform(
        &self,
        goal: &SmallBoard,
        source: &Oracle,
        draw: &DrawGroup,
        cost: &mut ExpectedWork,
        bounds: &mut Option<Arc<LowerBounds>>,
    ) -> Result<DrawMethod, SampleError> {
        let &DrawGroup { ref distances, available, count, left, .. } = draw;
        let shape = goal.shape();
        let (states, unique) = (shape.states(), left.is_some());
        let draws = expected_draws(states as f64, available as f64, count as f64, unique);
        let is_rare = states <= MAX_STATES_LISTED_ALWAYS || draws > DRAWS_SLOWER_THAN_LISTING;
        if is_rare && rare::can_list(shape, &self.counts, distances) {
            cost.listed = rare::visited(shape, &self.counts, distances);
            return Ok(DrawMethod::List(None));
        }
        cost.draws = draws;
        let mut most = MAX_LOOKUPS;
        if source.table().is_none() {
            let bounds = bounds.get_or_insert_with(|| Arc::new(LowerBounds::new(goal, source)));
            cost.searches = (draws * bounds.passing(distances)).max(count as f64);
            most = MAX_DRAWS;
        }
        let most_searches = MAX_SEARCHES[self.metric as usize];
        if draws > most || cost.searches > most_searches {
            let (cost, nearest) = (*cost, rare::nearest(shape, &self.counts));
            return Err(SampleError::TooRare {
                shape,
                available,
                count,
                cost,
                most_searches,
                nearest,
            });
        }
        Ok(DrawMethod::Reject(Box::new(Reject::new(
            source,
            distances.clone(),
            bounds.clone(),
            (available, states),
            cost.searches / draws,
        ))))
    }

    /// Adds `count` boards.
    pub(super) fn draw_into(
        &mut self,
        count: usize,
        boards: &mut Vec<Board>,
        work: &mut DrawWork<'_>,
    ) -> Result<(), SampleError> {
        if let (Some(left), Some(goal)) = (self.left(), self.goal.small()) {
            check_available(goal.shape(), left, count as u64)?;
        }
        for at in 0..self.draws.len() {
            if boards.len() < count && self.draws[at].to_list().is_some() {
                self.list(at, work)?;
            }
            self.draws[at].draw(&self.goal, count, boards, work)?;
        }
        Ok(())
    }

    /// Lists the boards of a draw, and of those after it that fit the same pass. Lists that were
    /// drawn empty are gone by then.
    fn list(&mut self, first: usize, work: &mut DrawWork<'_>) -> Result<(), SampleError> {
        work.go_on()?;
        let mut room = MAX_LISTED;
        let mut ranges: Vec<RangeInclusive<u32>> = Vec::new();
        for range in self.draws[first..].iter().filter_map(DrawGroup::to_list) {
            let boards = rare::boards_at(&self.counts, range);
            if boards > room {
                break;
            }
            room -= boards;
            ranges.push(range.clone());
        }
        let goal = self.goal.expect_small("a list of boards")?;
        let lists = rare::list(goal, self.metric, &self.counts, &ranges, work)?;
        for (range, list) in ranges.iter().zip(&lists) {
            let (expected, found) = (rare::boards_at(&self.counts, range), list.len() as u64);
            if expected != found {
                return Err(SampleError::Counts { name: self.name.clone(), expected, found });
            }
        }
        let open = self.draws[first..].iter_mut().filter(|draw| draw.to_list().is_some());
        for (draw, list) in open.zip(lists) {
            draw.method = DrawMethod::List(Some(list));
        }
        Ok(())
    }
}

/// The number of boards at distance 0, 1, 2, ..., and the boards themselves if they are listed to
/// count them.
fn counts_for(
    goal: &SmallBoard,
    source: &Oracle,
    distances: &RangeInclusive<u32>,
    need_not_count: bool,
) -> Result<(Vec<u64>, Option<NearGoal>), SampleError> {
    if let Some(counts) = source.counts() {
        return Ok((counts, None));
    }
    let (shape, first, last) = (goal.shape(), *distances.start(), *distances.end());
    if need_not_count {
        let farthest = FARTHEST_UNCOUNTED[source.metric() as usize];
        let distance = if last == u32::MAX { first } else { last };
        if distance > farthest {
            return Err(SampleError::TooFar { shape, distance, farthest });
        }
        // There are enough at each distance, whatever their number.
        return Ok((vec![u64::from(u32::MAX); farthest as usize + 1], None));
    }
    let (counts, near) = if shape.class() == Class::Bounded {
        let near = NearGoal::new(goal, last)?;
        (near.counts(), Some(near))
    } else {
        // Boards of smaller shapes have indices, and are drawn as with a table.
        (near_counts(goal, source.metric(), last)?, None)
    };
    expect_counted(goal, &counts, distances)?;
    Ok((counts, near))
}

/// Refuses distances beyond those whose boards were counted.
pub(super) fn expect_counted(
    goal: &SmallBoard,
    counts: &[u64],
    distances: &RangeInclusive<u32>,
) -> Result<(), SampleError> {
    let nearest = counts.len() as u32 - 1;
    if *distances.end() <= nearest {
        return Ok(());
    }
    Err(SampleError::Uncounted { orbit: Orbit::from(goal), nearest })
}

/// Refuses to draw boards that differ where boards have no numbers.
fn expect_numbers(goal: &Board, unique: bool) -> Result<(), SampleError> {
    if unique {
        let size = goal.shape();
        size.expect_at_most(MAX_CELLS, "random boards that differ").map_err(Error::from)?;
    }
    Ok(())
}

/// The draws of boards at some distances, of which there are `counts`: one for each distance, or
/// one for all. Their method is not chosen yet.
fn draws_at(
    shape: SmallShape,
    counts: &[u64],
    distances: RangeInclusive<u32>,
    each: bool,
    (count, unique): (u64, bool),
    seed: u64,
) -> Result<Vec<DrawGroup>, SampleError> {
    let available = rare::boards_at(counts, &distances);
    if available == 0 {
        return Err(SampleError::Distance { shape, distances, maximum: counts.len() - 1 });
    }
    if each {
        let at = (0..).zip(counts).filter(|(at, count)| distances.contains(at) && **count > 0);
        let draw = |(at, &available): (u32, &u64)| {
            DrawGroup::new(available, count.min(available), true, seed).at(at..=at)
        };
        return Ok(at.map(draw).collect());
    }
    if unique {
        check_available(shape, available, count)?;
    }
    Ok(vec![DrawGroup::new(available, count, unique, seed).at(distances)])
}

/// Refuses to draw more different boards than there are.
fn check_available(shape: SmallShape, available: u64, count: u64) -> Result<(), SampleError> {
    if count > available {
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
