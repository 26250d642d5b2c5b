//! A*: best-first search by moves so far plus estimate.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bfs::way_to;
use super::meter::reserved;
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

/// A*: always expands the waiting board with the least sum of moves so far and estimate.
///
/// A board is finished when it is *taken from the queue*, not when it is generated: a shorter path
/// to it may be found in between. For the same reason the search ends when the goal is taken from
/// the queue, not when it is generated. If the estimate is never too high, the answer is a shortest
/// solution, though not always the canonical one. If the estimate is also consistent, no board is
/// expanded twice.
#[derive(Clone, Copy, Debug)]
pub struct AStar;

/// The best known path to a board.
#[derive(Clone, Copy, Default)]
pub(super) struct Arrival {
    pub(super) moves: u32,
    pub(super) last: Option<Move>,
}

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

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let estimate = problem.heuristic.estimate(&problem.start)?;
        let mut ways = HashMap::from([(problem.start, Arrival::default())]);
        // The least sum comes first. Ties go to the least estimate, which is nearest to the goal,
        // and then to the board that was generated first.
        let mut open = BinaryHeap::from([Reverse((estimate, estimate, 0u64))]);
        let mut boards = vec![problem.start];
        while let Some(Reverse((sum, estimate, number))) = open.pop() {
            let board = boards[number as usize];
            let Arrival { moves, last } = ways[&board];
            if board == problem.goal {
                break;
            }
            if sum > estimate.saturating_add(moves) {
                // A shorter path to this board was found and already taken.
                continue;
            }
            // A board of a shortest solution waits, so that the least sum proves something.
            meter.found_none_below(problem, sum);
            meter.expand(&board, moves, open.len(), || last)?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                let known = ways.get(&next);
                if known.is_none() {
                    meter.visit(moves + 1);
                }
                if known.is_none_or(|known| moves + 1 < known.moves) {
                    reserved::<(SmallBoard, Arrival)>(ways.try_reserve(1), ways.len())?;
                    reserved::<(u32, u32, u64)>(open.try_reserve(1), open.len())?;
                    reserved::<SmallBoard>(boards.try_reserve(1), boards.len())?;
                    ways.insert(next, Arrival { moves: moves + 1, last: Some(mv) });
                    let estimate = problem.heuristic.after(&board, mv, &next, estimate)?;
                    let sum = estimate.saturating_add(moves + 1);
                    open.push(Reverse((sum, estimate, boards.len() as u64)));
                    boards.push(next);
                }
            }
        }
        let way = way_to(problem.goal, |board| ways.get(board).and_then(|way| way.last));
        meter.take_goal(&problem.goal, &way, open.len())?;
        Ok(way)
    }
}
