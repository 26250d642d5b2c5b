//! The estimate that is printed before boards are drawn, if it takes long.

use std::time::Duration;

use indicatif::{HumanCount, HumanFloatCount};
use tilebase::Board;
use tilebase::puzzle::{Metric, SmallBoard};
use tilebase::sample::ExpectedWork;

use crate::report;

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
