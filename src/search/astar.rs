//! A*: best-first search by cost so far plus estimate.

use super::frontier::{Arrival, Frontier};
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::Move;

/// A*: always expands the waiting board with the least sum of cost so far and estimate, which
/// textbooks write f = g + h. The cost is the number of moves, unless tiles have costs.
///
/// A board is finished when it is *taken from the queue*, not when it is generated: a shorter path
/// to it may be found in between. For the same reason the search ends when the goal is taken from
/// the queue, not when it is generated. If the estimate is never too high, the answer is a shortest
/// solution, though not always the canonical one. If the estimate is also consistent, no board is
/// expanded twice.
#[derive(Clone, Copy, Debug)]
pub struct AStar;

impl Method for AStar {
    fn name(&self) -> &'static str {
        "astar"
    }

    fn is_canonical(&self) -> bool {
        false
    }

    fn stores_all_boards(&self) -> bool {
        true
    }

    fn uses_heuristic(&self) -> bool {
        true
    }

    fn uses_costs(&self) -> bool {
        true
    }

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let estimate = problem.heuristic.estimate(&problem.start)?;
        // The least sum comes first. Ties go to the least estimate, which is nearest to the goal.
        let mut frontier = Frontier::new(problem.start, (estimate, estimate));
        while let Some((board, here, (sum, estimate))) = frontier.take() {
            if board == problem.goal {
                break;
            }
            // A board of a shortest solution waits, so that the least sum proves something.
            meter.found_none_below(problem, sum);
            meter.expand(&board, here.moves, frontier.waiting(), || here.last)?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                let (cost, moves) = (here.cost + problem.cost(&board, &next), here.moves + 1);
                let known = frontier.arrival(&next);
                if known.is_none() {
                    meter.visit(moves);
                }
                if known.is_none_or(|known| cost < known.cost) {
                    let estimate = problem.heuristic.after(&board, mv, &next, estimate)?;
                    let key = (cost.saturating_add(estimate), estimate);
                    frontier.add(next, Arrival { cost, moves, last: Some(mv) }, key)?;
                }
            }
        }
        let way = frontier.way_to(problem.goal);
        meter.take_goal(&problem.goal, &way, frontier.waiting())?;
        Ok(way)
    }
}
