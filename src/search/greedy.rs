//! Greedy best-first search: always expands the waiting board that looks nearest to the goal.

use super::frontier::{Arrival, Frontier};
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::Move;

/// Greedy best-first search: A* that forgets how far it has come.
///
/// It takes the board with the least estimate, so it expands few boards and finds long solutions.
/// Each board is reached once: another way to it would change nothing, because its estimate stays.
#[derive(Clone, Copy, Debug)]
pub struct Greedy;

impl Method for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
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
        let estimate = problem.heuristic.estimate(&problem.start)?;
        let mut frontier = Frontier::new(problem.start, estimate);
        while let Some((board, here, estimate)) = frontier.take() {
            if board == problem.goal {
                break;
            }
            meter.expand(&board, here.moves, frontier.waiting(), || here.last)?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                if frontier.arrival(&next).is_some() {
                    continue;
                }
                let (cost, moves) = (here.cost + problem.cost(&board, &next), here.moves + 1);
                meter.visit(moves);
                let estimate = problem.heuristic.after(&board, mv, &next, estimate)?;
                frontier.add(next, Arrival { cost, moves, last: Some(mv) }, estimate)?;
            }
        }
        let way = frontier.way_to(problem.goal);
        meter.take_goal(&problem.goal, &way, frontier.waiting())?;
        Ok(way)
    }
}
