//! A*: the board first that promises the shortest way.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bfs::way_to;
use super::{Meter, Method, Problem, Stopped, successors};
use crate::puzzle::Move;

/// A*: of all boards waiting, the one whose moves so far and estimate together are least.
///
/// A board is done with when it is *taken out*, not when it is met: a shorter way to it may be met
/// in between, and is then taken. And the search ends when the goal is taken out, not when it is
/// met. With an estimate that is never too high the answer is a shortest solution, though not
/// always the canonical one; an estimate that is consistent as well never makes it expand a board
/// twice.
#[derive(Clone, Copy, Debug)]
pub struct Astar;

/// The best known way to a board.
struct Way {
    moves: u32,
    last: Option<Move>,
}

impl Method for Astar {
    fn name(&self) -> &'static str {
        "astar"
    }

    fn is_canonical(&self) -> bool {
        false
    }

    fn remembers(&self) -> bool {
        true
    }

    fn estimates(&self) -> bool {
        true
    }

    fn search(&self, problem: &Problem<'_>, meter: &mut Meter<'_>) -> Result<Vec<Move>, Stopped> {
        let estimate = problem.heuristic.estimate(&problem.start);
        let mut ways = HashMap::from([(problem.start, Way { moves: 0, last: None })]);
        // Least sum first; of equal sums the least estimate, which is nearest to the goal. The
        // number settles the rest: first met, first taken.
        let mut open = BinaryHeap::from([Reverse((estimate, estimate, 0u64))]);
        let mut boards = vec![problem.start];
        while let Some(Reverse((sum, estimate, number))) = open.pop() {
            let board = boards[number as usize];
            let moves = ways[&board].moves;
            if board == problem.goal {
                break;
            }
            if sum > moves + estimate {
                // Met again by a shorter way, and taken out by that.
                continue;
            }
            meter.expand(&board, open.len())?;
            for (mv, next) in successors(&board) {
                meter.generate();
                if ways.get(&next).is_none_or(|known| moves + 1 < known.moves) {
                    ways.insert(next, Way { moves: moves + 1, last: Some(mv) });
                    let estimate = problem.heuristic.after(&board, mv, &next, estimate);
                    open.push(Reverse((moves + 1 + estimate, estimate, boards.len() as u64)));
                    boards.push(next);
                }
            }
        }
        Ok(way_to(problem.goal, |board| ways.get(board).and_then(|way| way.last)))
    }
}
