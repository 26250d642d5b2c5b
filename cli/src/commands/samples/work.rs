//! What it takes to draw boards: the estimate that is printed before it, if it takes long, and
//! draws of boards for their number of shortest solutions.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::bail;
use indicatif::{HumanCount, HumanFloatCount};
use tilebase::oracle::Ask;
use tilebase::puzzle::{Metric, SmallBoard};
use tilebase::sample::ExpectedWork;
use tilebase::{Board, Oracle};

use crate::report::{self, note};

/// `--solutions` gives up after this many draws without a match.
const MAX_DRAWS: u64 = 1_000_000;
/// `--solutions` gives up after this many draws if each of them needs a search.
pub const MAX_SEARCHES: u64 = 100_000;
/// `--solutions` gives up after this multiple of the population, when nearly all boards were drawn.
const MAX_DRAWS_PER_BOARD: u64 = 30;
/// After this many draws without a match, a note says so. They are drawn in blocks of a power of
/// two.
const DRAWS_BEFORE_NOTE: u64 = 1 << 17;

/// The boards that are drawn for their number of shortest solutions.
pub struct Counted<'s> {
    solutions: u64,
    source: &'s Oracle,
    /// The most boards drawn to find the first.
    most_drawn: u64,
}

impl Counted<'_> {
    /// At these distances.
    pub fn new<'s>(
        solutions: u64,
        source: &'s Oracle,
        distances: &RangeInclusive<u32>,
    ) -> Counted<'s> {
        let most_drawn = if source.table().is_none() {
            MAX_SEARCHES
        } else {
            let boards = source.counts().into_iter().flatten().zip(0..);
            let available = boards.filter(|(_, distance)| distances.contains(distance));
            let available: u64 = available.map(|(boards, _)| boards).sum();
            available.saturating_mul(MAX_DRAWS_PER_BOARD).min(MAX_DRAWS)
        };
        Counted { solutions, source, most_drawn }
    }

    /// Those of the boards that have this number of solutions.
    pub fn among(&self, boards: Vec<Board>) -> anyhow::Result<Vec<Board>> {
        let mut found = Vec::new();
        for board in boards {
            let answer = self.source.answer(&board, Ask::COUNT)?.into_result()?;
            if answer.count == Some(self.solutions.into()) {
                found.push(board);
            }
        }
        Ok(found)
    }

    /// Notes that none of the `drawn` boards has this number of solutions, once they are many. An
    /// error if they are more than the most.
    pub fn found_none(&self, drawn: u64) -> anyhow::Result<()> {
        let Counted { solutions, most_drawn, .. } = *self;
        if drawn > most_drawn {
            bail!("--solutions {solutions}: none of {drawn} random boards has this number");
        }
        if drawn == DRAWS_BEFORE_NOTE {
            let (drawn, most) = (HumanCount(drawn), HumanCount(most_drawn));
            note!(
                "none of {drawn} random boards has {solutions} shortest solutions; if none of \
                 {most} has, no more are drawn"
            );
        }
        Ok(())
    }
}

// Rough times on one processor of 2025.

/// Seconds per cell to draw a board, with a lower bound or a lookup.
const DRAWING: f64 = 6e-8;
/// Seconds per cell to draw a board of more than 25 cells.
const DRAWING_OF_ANY_SIZE: f64 = 7e-8;
/// Seconds per board to list boards by a search from the goal.
const LISTING_BY_SEARCH: f64 = 4e-7;
/// Seconds per board to list all boards of a shape.
const LISTING: f64 = 1e-8;

/// The estimate for drawing `count` boards to this goal, of which a search answers `answers`.
pub fn expected(
    metric: Metric,
    goal: &Board,
    searched: bool,
    cost: &ExpectedWork,
    count: u64,
    answers: u64,
) -> Option<String> {
    let search = ExpectedWork::time_to_solve(goal.shape(), metric).as_secs_f64();
    let shape = goal.small().map(SmallBoard::shape);
    let is_searched = searched && shape.is_some_and(|shape| cost.listed < shape.states());
    let listing = if is_searched { LISTING_BY_SEARCH } else { LISTING };
    let drawing = if shape.is_some() { DRAWING } else { DRAWING_OF_ANY_SIZE };
    let to_solve = cost.searches + answers as f64;
    let drawing = cost.draws * goal.shape().cells() as f64 * drawing;
    let seconds = drawing + to_solve * search + cost.listed as f64 * listing;
    if seconds < 2.0 {
        return None;
    }
    let time = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    // About how many there are, and exactly, unless that is less.
    let work = [
        (cost.listed as f64, "boards to list", cost.listed),
        (cost.draws, "random boards to draw", count),
        (to_solve, "boards to solve", 0),
    ];
    let work = work.into_iter().filter(|(about, ..)| *about >= 1.0);
    let work: Vec<String> = work
        .map(|(about, what, exactly)| {
            // A floating-point number may not hold it.
            if about <= exactly as f64 {
                return format!("{} {what}", HumanCount(exactly));
            }
            format!("{} {what}", HumanFloatCount(about.round()))
        })
        .collect();
    Some(format!("about {}: this may take {}", work.join(", "), report::long(time)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilebase::sample::{Request, Sampler};

    #[test]
    fn as_many_are_announced_as_were_asked_for() {
        let goal = Board::goal(tilebase::Shape::default()).expect("a board");
        for (count, written) in [
            (u64::MAX, "18,446,744,073,709,551,615"),
            (u64::MAX - 1, "18,446,744,073,709,551,614"),
            (9_007_199_254_740_993, "9,007,199,254,740,993"),
        ] {
            let request = Request { count, ..Request::default() };
            let cost = Sampler::new(&goal, request, 1).expect("any number").cost();
            let work = expected(Metric::Single, &goal, false, &cost, count, 0);
            let begin = format!("about {written} random boards to draw: ");
            assert!(work.as_ref().is_some_and(|work| work.starts_with(&begin)), "{work:?}");
        }
    }

    #[test]
    fn boards_that_are_answered_by_a_search_are_announced() {
        let goal = Board::from(SmallBoard::goal("5x5".parse().expect("a shape")));
        let cost = Sampler::new(&goal, Request { count: 3, ..Request::default() }, 1);
        let cost = cost.expect("any number").cost();
        let work = |answers| expected(Metric::Single, &goal, true, &cost, 3, answers);
        assert_eq!(work(0), None);
        let expected = "about 3 random boards to draw, 3 boards to solve: this may take 4 s";
        assert_eq!(work(3).as_deref(), Some(expected));
    }
}
