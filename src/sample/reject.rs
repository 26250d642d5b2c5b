//! Boards at some distances, from all boards: those at other distances are rejected.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::numbering::{Numbered, board_of_all};
use super::random::Random;
use super::{DrawWork, SampleError, name_of};
use crate::oracle::{Oracle, Outcome, Tablebase};
use crate::puzzle::SmallBoard;
use crate::search::Manhattan;

/// The most boards looked up together.
const LOOKUPS_PER_ROUND: usize = 1 << 12;

/// The most boards solved together.
const SEARCHES_PER_ROUND: usize = 32;

/// The most boards drawn between two calls of the watching function.
const MAX_UNWATCHED: u64 = 1 << 15;

/// The counts are wrong if no board is found in this many times the expected number of draws.
const PATIENCE: f64 = 100.0;

/// Draws from all boards until one is at the right distance.
#[derive(Debug)]
pub(super) struct Reject {
    source: Oracle,
    distances: RangeInclusive<u32>,
    /// Lower bounds, if solving a board takes a search.
    bounds: Option<Arc<LowerBounds>>,
    available: u64,
    /// The number of boards whose distance is asked for, for each one found.
    asked_for_one: usize,
    /// The number of boards drawn since the last one found, and after how many of these the counts
    /// must be wrong.
    in_vain: u64,
    most_in_vain: f64,
    /// Boards found that nobody has asked for yet.
    spare: VecDeque<Numbered>,
}

impl Reject {
    /// Of `states` boards, `available` are at these distances, and `passing` is the share that pass
    /// the bounds, if there are any.
    pub(super) fn new(
        source: &Oracle,
        distances: RangeInclusive<u32>,
        bounds: Option<Arc<LowerBounds>>,
        (available, states): (u64, u64),
        passing: f64,
    ) -> Reject {
        let draws = states as f64 / available as f64;
        let asked = draws * if bounds.is_some() { passing } else { 1.0 };
        Reject {
            source: source.clone(),
            distances,
            bounds,
            available,
            asked_for_one: whole(asked.ceil()) as usize,
            in_vain: 0,
            most_in_vain: PATIENCE * (draws + 1000.0),
            spare: VecDeque::new(),
        }
    }

    /// Draws up to `wanted` boards, possibly none.
    pub(super) fn draw(
        &mut self,
        goal: &SmallBoard,
        wanted: usize,
        random: &mut Random,
        work: &mut DrawWork<'_>,
    ) -> Result<Vec<Numbered>, SampleError> {
        if self.spare.is_empty() {
            let most = if self.bounds.is_some() { SEARCHES_PER_ROUND } else { LOOKUPS_PER_ROUND };
            let asked = wanted.saturating_mul(self.asked_for_one).clamp(1, most);
            self.find(goal, asked, random, work)?;
        }
        Ok(self.spare.drain(..wanted.min(self.spare.len())).collect())
    }

    /// Asks for the distances of the next `asked` boards that may be at the right one.
    fn find(
        &mut self,
        goal: &SmallBoard,
        asked: usize,
        random: &mut Random,
        work: &mut DrawWork<'_>,
    ) -> Result<(), SampleError> {
        let states = goal.shape().states();
        let (mut indices, mut boards) = (Vec::new(), Vec::new());
        let mut drawn = 0;
        while boards.len() < asked && drawn < MAX_UNWATCHED {
            let index = random.below(states);
            drawn += 1;
            let Some(board) = board_of_all(goal, index) else { continue };
            if self.bounds.as_ref().is_none_or(|bounds| bounds.pass(&board, &self.distances)) {
                indices.push(index);
                boards.push(board);
            }
        }
        work.progress.draws += drawn;
        self.in_vain += drawn;
        if self.in_vain as f64 > self.most_in_vain {
            let name = name_of(&self.source).to_owned();
            return Err(SampleError::Counts { name, expected: self.available, found: 0 });
        }
        if self.source.table().is_none() {
            work.progress.searches += boards.len() as u64;
        }
        let mut answers = vec![Outcome::default(); boards.len()];
        let asked = self.source.distances_into(&boards, &mut answers, |found| found);
        asked.map_err(|why| why.error)?;
        for ((index, board), distance) in indices.into_iter().zip(boards).zip(answers) {
            // A board that is left out because a limit was reached would make others more likely.
            if distance.reached()?.is_some_and(|distance| self.distances.contains(&distance)) {
                self.spare.push_back((index, board.into()));
                self.in_vain = 0;
            }
        }
        Ok(())
    }
}

/// A number that is not negative, without its fraction.
#[expect(clippy::cast_sign_loss, reason = "costs are not negative")]
fn whole(number: f64) -> u64 {
    number as u64
}

/// Lower bounds, which reject most boards that are too far away.
#[derive(Debug)]
pub(super) struct LowerBounds {
    source: Oracle,
    /// For moves of one tile. Then the bounds have the parity of the distance.
    manhattan: Option<Manhattan>,
    /// A search with small pattern tables. `None` if there is no memory for them, or if patterns do
    /// not add up.
    patterns: Option<Oracle>,
    /// The bounds of some random boards, from which the share of rejected boards is estimated.
    of_random_boards: Vec<u32>,
}

impl LowerBounds {
    const RANDOM_BOARDS: u32 = 20_000;

    pub(super) fn new(goal: &SmallBoard, source: &Oracle) -> LowerBounds {
        let (is_single, embedded) = (source.metric().slides_one_tile(), Tablebase::embedded());
        let mut bounds = LowerBounds {
            source: source.clone(),
            manhattan: is_single.then(|| Manhattan::new(goal)),
            patterns: if is_single { embedded.searching_oracle(goal).ok() } else { None },
            of_random_boards: Vec::new(),
        };
        let (mut random, states) = (Random::new(0), goal.shape().states());
        bounds.of_random_boards = (0..LowerBounds::RANDOM_BOARDS)
            .filter_map(|_| board_of_all(goal, random.below(states)))
            .map(|board| bounds.bound(&board, u32::MAX))
            .collect();
        bounds
    }

    /// A lower bound on the distance. The bound by patterns, which takes longer, is computed only
    /// if the Manhattan distance is at most `most`.
    fn bound(&self, board: &SmallBoard, most: u32) -> u32 {
        // Without the better bound more boards are solved, but none is lost.
        let Some(manhattan) = &self.manhattan else {
            return self.source.lower_bound(board).unwrap_or_default();
        };
        let manhattan = manhattan.sum(board);
        let patterns = self.patterns.as_ref().filter(|_| manhattan <= most);
        patterns.map_or(manhattan, |it| manhattan.max(it.lower_bound(board).unwrap_or_default()))
    }

    /// True if a board with this lower bound may be at these distances.
    fn may_be(&self, bound: u32, distances: &RangeInclusive<u32>) -> bool {
        let (first, last) = (*distances.start(), *distances.end());
        let has_parity = self.manhattan.is_some();
        bound <= last && (first < last || !has_parity || (last - bound).is_multiple_of(2))
    }

    /// True if a board may be at these distances.
    fn pass(&self, board: &SmallBoard, distances: &RangeInclusive<u32>) -> bool {
        self.may_be(self.bound(board, *distances.end()), distances)
    }

    /// The share of all boards that may be at these distances, which errs on the large side.
    pub(super) fn passing(&self, distances: &RangeInclusive<u32>) -> f64 {
        let all = &self.of_random_boards;
        let passing = all.iter().filter(|&&bound| self.may_be(bound, distances));
        (passing.count() + 1) as f64 / (all.len() + 1) as f64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    use super::super::DrawProgress;
    use super::*;
    use crate::puzzle::Direction;

    /// However many boards are drawn, the counts are believed as long as boards are found.
    #[test]
    fn only_a_long_search_in_vain_accuses_the_table() {
        let goal = SmallBoard::goal("3x3".parse().unwrap());
        let source = Tablebase::embedded().oracle(&goal).unwrap();
        let progress = DrawProgress::default();
        let mut work = DrawWork { watch: &mut |_| ControlFlow::Continue(()), progress };
        let mut random = Random::new(1);
        // 20 boards are 5 moves from the goal (OEIS A089473), and none 40.
        let mut reject = Reject::new(&source, 5..=5, None, (20, 181_440), 1.0);
        let mut drawn = 0;
        while drawn < 300 {
            drawn += reject.draw(&goal, 1, &mut random, &mut work).unwrap().len();
        }
        let mut reject = Reject::new(&source, 40..=40, None, (20, 181_440), 1.0);
        let error = loop {
            match reject.draw(&goal, 1, &mut random, &mut work) {
                Ok(boards) => assert!(boards.is_empty()),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, SampleError::Counts { expected: 20, .. }), "{error:?}");
    }

    /// Bounds must let every board at a distance pass, and are worthwhile only if they reject
    /// nearly all others.
    #[test]
    fn bounds_lose_no_board() {
        let goal = SmallBoard::goal("4x4".parse().unwrap());
        let source = Tablebase::embedded().oracle(&goal).unwrap();
        let bounds = LowerBounds::new(&goal, &source);
        let (mut before, mut level) = (HashSet::new(), HashSet::from([goal]));
        for distance in 0..12 {
            let (right, wrong) = (distance..=distance, distance + 1..=distance + 1);
            for board in &level {
                assert!(bounds.pass(board, &right), "{distance}");
                assert!(!bounds.pass(board, &wrong), "{distance}: another parity");
            }
            let farther = level.iter().flat_map(|board| Direction::ALL.map(|mv| board.moved(mv)));
            let farther: HashSet<SmallBoard> =
                farther.flatten().filter(|board| !before.contains(board)).collect();
            before = std::mem::replace(&mut level, farther);
        }
        assert!(bounds.passing(&(30..=30)) < 0.01, "{}", bounds.passing(&(30..=30)));
        assert!(bounds.passing(&(0..=80)) > 0.99);
    }
}
