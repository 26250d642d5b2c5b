//! Weighted A*: A* whose estimate counts several times.

use super::frontier::{Arrival, Frontier};
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::limits::Factor;
use crate::puzzle::Move;

/// Weighted A* (Pohl, "Heuristic search viewed as path finding in a graph", Artificial Intelligence
/// 1, 1970): the estimate counts `weight` times, so the search hurries towards the goal.
///
/// If the estimate is never too high, no solution is more than `weight` times as long as a shortest
/// one. So the solution found proves a lower bound, too.
#[derive(Clone, Copy, Debug, Default)]
pub struct WeightedAStar {
    /// How many times the estimate counts.
    pub weight: Factor,
}

impl Method for WeightedAStar {
    fn name(&self) -> &'static str {
        "wastar"
    }

    fn is_optimal(&self) -> bool {
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
        // In thousandths, which are whole numbers.
        let sum_of = |cost: u64, estimate: u64| {
            let (weight, one) = (self.weight.thousandths(), Factor::ONE.thousandths());
            weight.saturating_mul(estimate).saturating_add(one.saturating_mul(cost))
        };
        let estimate = problem.heuristic.estimate(&problem.start)?;
        let mut frontier = Frontier::new(problem.start, (sum_of(0, estimate), estimate));
        while let Some((board, here, (sum, estimate))) = frontier.take() {
            if board == problem.goal {
                break;
            }
            // A board of a shortest solution waits. Its sum is at least this one, and at most
            // `weight` times the distance.
            meter.found_none_below(problem, sum.div_ceil(self.weight.thousandths()));
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
                    let key = (sum_of(cost, estimate), estimate);
                    frontier.add(next, Arrival { cost, moves, last: Some(mv) }, key)?;
                }
            }
        }
        let way = frontier.way_to(problem.goal);
        meter.take_goal(&problem.goal, &way, frontier.waiting())?;
        Ok(way)
    }
}
