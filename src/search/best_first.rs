//! Best-first search: A*, weighted A*, uniform-cost search and greedy search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bfs::way_to;
use super::meter::reserved;
use super::{Heuristic, Meter, Problem, Zero};
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

/// How often the cost so far (g) and the estimate of the rest (h) count in the sum by which boards
/// wait (f). These two numbers are all in which the four methods differ.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    pub(super) cost: u64,
    pub(super) estimate: u64,
}

/// Always expands the waiting board with the least sum. Ties go to the least estimate, which is
/// nearest to the goal.
///
/// A board is finished when it is *taken from the queue*, not when it is generated: a cheaper way
/// to it may be found in between. For the same reason the search ends when the goal is taken from
/// the queue. Without the cost, a board is reached once: another way would not change its sum.
pub(super) fn search(
    weights: Weights,
    problem: &Problem<'_>,
    meter: &mut Meter<'_>,
) -> Result<Vec<Move>> {
    let key = |cost: u64, estimate: u64| {
        let estimates = weights.estimate.saturating_mul(estimate);
        (weights.cost.saturating_mul(cost).saturating_add(estimates), estimate)
    };
    let heuristic: &dyn Heuristic = if weights.estimate > 0 { problem.heuristic } else { &Zero };
    let mut frontier = Frontier::new(problem.start, key(0, heuristic.estimate(&problem.start)?));
    while let Some((board, here, (sum, estimate))) = frontier.take() {
        if board == problem.goal {
            break;
        }
        if weights.cost > 0 {
            // A board of a shortest solution waits. Its sum is at least this one, and at most the
            // distance times the greater weight.
            meter.found_none_below(problem, sum.div_ceil(weights.cost.max(weights.estimate)));
        }
        meter.expand(&board, here.moves, frontier.queue.len(), || here.last)?;
        for (mv, next) in problem.order.moves(&board, problem.metric) {
            meter.generate();
            let (cost, moves) = (here.cost + problem.cost(&board, &next), here.moves + 1);
            let known = frontier.arrivals.get(&next).map(|known| known.cost);
            if known.is_none() {
                meter.visit(moves);
            }
            if known.is_none_or(|known| cost < known && weights.cost > 0) {
                let estimate = heuristic.after(&board, mv, &next, estimate)?;
                let arrival = Arrival { cost, moves, last: Some(mv) };
                frontier.add(next, arrival, key(cost, estimate))?;
            }
        }
    }
    let way = way_to(problem.goal, |board| frontier.arrivals.get(board)?.last);
    meter.take_goal(&problem.goal, &way, frontier.queue.len())?;
    Ok(way)
}

/// The cheapest way known to a board: its cost, the number of its moves, and the last of them.
#[derive(Clone, Copy, Default)]
struct Arrival {
    cost: u64,
    moves: u32,
    last: Option<Move>,
}

/// A sum, and the estimate that is part of it.
type Key = (u64, u64);

/// The boards reached, and those that wait.
struct Frontier {
    arrivals: HashMap<SmallBoard, Arrival>,
    /// The least key comes first, and of equal keys the board that was added first. A board to
    /// which a cheaper way was found is here twice.
    queue: BinaryHeap<Reverse<(Key, u64)>>,
    /// The boards added, in order, and what the way to each cost.
    added: Vec<(SmallBoard, u64)>,
}

impl Frontier {
    /// Only the start, which nothing led to.
    fn new(start: SmallBoard, key: Key) -> Frontier {
        Frontier {
            arrivals: HashMap::from([(start, Arrival::default())]),
            queue: BinaryHeap::from([Reverse((key, 0))]),
            added: vec![(start, 0)],
        }
    }

    /// Takes the first board that waits. One that was added again, by a cheaper way, was taken
    /// then.
    fn take(&mut self) -> Option<(SmallBoard, Arrival, Key)> {
        loop {
            let Reverse((key, number)) = self.queue.pop()?;
            let (board, cost) = self.added[number as usize];
            let arrival = self.arrivals[&board];
            if arrival.cost == cost {
                return Some((board, arrival, key));
            }
        }
    }

    /// Adds a board, or a cheaper way to it.
    fn add(&mut self, board: SmallBoard, arrival: Arrival, key: Key) -> Result<()> {
        let (arrivals, queue, added) = (&mut self.arrivals, &mut self.queue, &mut self.added);
        reserved::<(SmallBoard, Arrival)>(arrivals.try_reserve(1), arrivals.len())?;
        reserved::<(Key, u64)>(queue.try_reserve(1), queue.len())?;
        reserved::<(SmallBoard, u64)>(added.try_reserve(1), added.len())?;
        arrivals.insert(board, arrival);
        queue.push(Reverse((key, added.len() as u64)));
        added.push((board, arrival.cost));
        Ok(())
    }
}
