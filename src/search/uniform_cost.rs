//! Uniform-cost search: always expands the waiting board that is cheapest to reach.

use super::frontier::{Arrival, Frontier};
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::Move;

/// Uniform-cost search, which is Dijkstra's algorithm with one goal.
///
/// Breadth-first search takes boards in the order of their moves, this one in the order of what
/// their moves cost. If every move costs the same, both do the same. A cheaper way to a waiting
/// board replaces the one known, so only a board that is *taken* is reached by its cheapest way.
#[derive(Clone, Copy, Debug)]
pub struct UniformCost;

impl Method for UniformCost {
    fn name(&self) -> &'static str {
        "ucs"
    }

    fn stores_all_boards(&self) -> bool {
        true
    }

    fn uses_costs(&self) -> bool {
        true
    }

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let mut frontier = Frontier::new(problem.start, 0);
        while let Some((board, here, cost)) = frontier.take() {
            if board == problem.goal {
                break;
            }
            meter.found_none_below(problem, cost);
            meter.expand(&board, here.moves, frontier.waiting(), || here.last)?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                let (cost, moves) = (cost + problem.cost(&board, &next), here.moves + 1);
                let known = frontier.arrival(&next);
                if known.is_none() {
                    meter.visit(moves);
                }
                if known.is_none_or(|known| cost < known.cost) {
                    frontier.add(next, Arrival { cost, moves, last: Some(mv) }, cost)?;
                }
            }
        }
        let way = frontier.way_to(problem.goal);
        meter.take_goal(&problem.goal, &way, frontier.waiting())?;
        Ok(way)
    }
}
