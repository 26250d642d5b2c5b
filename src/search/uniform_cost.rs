//! Uniform-cost search: always expands the waiting board that is cheapest to reach.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::astar::Arrival;
use super::bfs::way_to;
use super::meter::reserved;
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

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

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let mut ways = HashMap::from([(problem.start, Arrival::default())]);
        // The cheapest comes first, and of these the one that was generated first.
        let mut open = BinaryHeap::from([Reverse((0, 0u64))]);
        let mut boards = vec![problem.start];
        while let Some(Reverse((cost, number))) = open.pop() {
            let board = boards[number as usize];
            let Arrival { moves, last } = ways[&board];
            if board == problem.goal {
                break;
            }
            if cost > moves {
                // A cheaper way to this board was found and already taken.
                continue;
            }
            meter.found_none_below(problem, moves);
            meter.expand(&board, moves, open.len(), || last)?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                let known = ways.get(&next);
                if known.is_none() {
                    meter.visit(moves + 1);
                }
                if known.is_none_or(|known| moves + 1 < known.moves) {
                    reserved::<(SmallBoard, Arrival)>(ways.try_reserve(1), ways.len())?;
                    reserved::<(u32, u64)>(open.try_reserve(1), open.len())?;
                    reserved::<SmallBoard>(boards.try_reserve(1), boards.len())?;
                    ways.insert(next, Arrival { moves: moves + 1, last: Some(mv) });
                    open.push(Reverse((moves + 1, boards.len() as u64)));
                    boards.push(next);
                }
            }
        }
        let way = way_to(problem.goal, |board| ways.get(board).and_then(|way| way.last));
        meter.take_goal(&problem.goal, &way, open.len())?;
        Ok(way)
    }
}
