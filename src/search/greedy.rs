//! Greedy best-first search: always expands the waiting board that looks nearest to the goal.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bfs::way_to;
use super::meter::reserved;
use super::{GoalTest, Meter, Method, Problem};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

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

    fn goal_tests(&self) -> &'static [GoalTest] {
        &[GoalTest::Expanded]
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>> {
        let estimate = problem.heuristic.estimate(&problem.start)?;
        let mut came_by: HashMap<SmallBoard, Option<Move>> = HashMap::from([(problem.start, None)]);
        // The least estimate comes first, and of these the board that was generated first.
        let mut open = BinaryHeap::from([Reverse((estimate, 0u64))]);
        let mut boards = vec![(problem.start, 0)];
        while let Some(Reverse((estimate, number))) = open.pop() {
            let (board, moves) = boards[number as usize];
            if board == problem.goal {
                break;
            }
            meter.expand(&board, moves, open.len(), || came_by[&board])?;
            for (mv, next) in problem.order.moves(&board, problem.metric) {
                meter.generate();
                if came_by.contains_key(&next) {
                    continue;
                }
                meter.visit(moves + 1);
                reserved::<(SmallBoard, Option<Move>)>(came_by.try_reserve(1), came_by.len())?;
                reserved::<(u32, u64)>(open.try_reserve(1), open.len())?;
                reserved::<(SmallBoard, u32)>(boards.try_reserve(1), boards.len())?;
                came_by.insert(next, Some(mv));
                let estimate = problem.heuristic.after(&board, mv, &next, estimate)?;
                open.push(Reverse((estimate, boards.len() as u64)));
                boards.push((next, moves + 1));
            }
        }
        let way = way_to(problem.goal, |board| came_by.get(board).copied().flatten());
        meter.take_goal(&problem.goal, &way, open.len())?;
        Ok(way)
    }
}
