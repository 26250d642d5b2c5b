//! The boards that a best-first search has reached, and the queue of those that wait.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::bfs::way_to;
use super::meter::reserved;
use crate::error::Result;
use crate::puzzle::{Move, SmallBoard};

/// The cheapest way known to a board: its cost, the number of its moves, and the last of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Arrival {
    pub(super) cost: u64,
    pub(super) moves: u32,
    pub(super) last: Option<Move>,
}

/// The boards reached, and those that wait, in the order of their keys: the least comes first, and
/// of equal keys the one that was added first.
pub(super) struct Frontier<K> {
    arrivals: HashMap<SmallBoard, Arrival>,
    queue: BinaryHeap<Reverse<(K, u64)>>,
    /// The boards added, in order, and what the way to each cost.
    added: Vec<(SmallBoard, u64)>,
}

impl<K: Ord> Frontier<K> {
    /// Only the start, which nothing led to.
    pub(super) fn new(start: SmallBoard, key: K) -> Frontier<K> {
        Frontier {
            arrivals: HashMap::from([(start, Arrival::default())]),
            queue: BinaryHeap::from([Reverse((key, 0))]),
            added: vec![(start, 0)],
        }
    }

    /// Takes the first board that waits. One that was added again, by a cheaper way, was taken
    /// then.
    pub(super) fn take(&mut self) -> Option<(SmallBoard, Arrival, K)> {
        loop {
            let Reverse((key, number)) = self.queue.pop()?;
            let (board, cost) = self.added[number as usize];
            let arrival = self.arrivals[&board];
            if arrival.cost == cost {
                return Some((board, arrival, key));
            }
        }
    }

    /// The cheapest way known to a board.
    pub(super) fn arrival(&self, board: &SmallBoard) -> Option<Arrival> {
        self.arrivals.get(board).copied()
    }

    /// Adds a board, or a cheaper way to it.
    pub(super) fn add(&mut self, board: SmallBoard, arrival: Arrival, key: K) -> Result<()> {
        let (arrivals, queue, added) = (&mut self.arrivals, &mut self.queue, &mut self.added);
        reserved::<(SmallBoard, Arrival)>(arrivals.try_reserve(1), arrivals.len())?;
        reserved::<(K, u64)>(queue.try_reserve(1), queue.len())?;
        reserved::<(SmallBoard, u64)>(added.try_reserve(1), added.len())?;
        arrivals.insert(board, arrival);
        queue.push(Reverse((key, added.len() as u64)));
        added.push((board, arrival.cost));
        Ok(())
    }

    /// The number of boards that wait. One to which a cheaper way was found counts twice.
    pub(super) fn waiting(&self) -> usize {
        self.queue.len()
    }

    /// The moves of the way to a board.
    pub(super) fn way_to(&self, board: SmallBoard) -> Vec<Move> {
        way_to(board, |board| self.arrivals.get(board)?.last)
    }
}
