//! Solves many boards in turn on one thread.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::engine::{Searcher, Solved, check};
use super::search::{Node, Search, Start};
use super::turns::Work;
use super::{Limits, Progress, SolveError, Stopped};
use crate::puzzle::{Board, Moves};

/// A board is handed to all threads, split into parts, once it has taken more than `HARD` generated
/// boards and there are no more boards to start. A board that has taken more than `VERY_HARD` is
/// handed over in any case.
const HARD: u64 = 1 << 16;
const VERY_HARD: u64 = 1 << 22;

/// A board that is left for all threads together.
pub(super) struct Hard<const V: usize, const L: usize> {
    pub(super) board: usize,
    pub(super) start: Start<V, L>,
    pub(super) generated: u64,
}

/// One of the boards that are being searched.
pub(super) struct Running<const V: usize, const L: usize> {
    node: Node<V, L>,
    limit: u32,
    /// The number of boards generated up to smaller limits.
    generated: u64,
}

/// The boards that one thread works on.
pub(super) struct Bulk<'b, const V: usize, const L: usize> {
    pub(super) searcher: &'b Searcher<V, L>,
    pub(super) boards: &'b [Board],
    pub(super) next: &'b AtomicUsize,
    pub(super) limits: &'b Limits<'b>,
    pub(super) running: Vec<(usize, Running<V, L>)>,
    pub(super) answers: Vec<(usize, Result<Solved, SolveError>)>,
    pub(super) hard: Vec<Hard<V, L>>,
}

impl<const V: usize, const L: usize> Bulk<'_, V, L> {
    fn running(&mut self, board: usize) -> &mut Running<V, L> {
        let found = self.running.iter_mut().find(|(other, _)| *other == board);
        &mut found.expect("a search that goes on is of a board that runs").1
    }

    fn answer(&mut self, board: usize, answer: Result<Solved, SolveError>) {
        self.running.retain(|(other, _)| *other != board);
        self.answers.push((board, answer));
    }
}

impl<const V: usize, const L: usize> Work<V, L> for Bulk<'_, V, L> {
    fn next(&mut self) -> Option<(usize, Start<V, L>)> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let board = self.boards.get(number)?;
            if let Err(why) = check(board, &self.searcher.goal) {
                self.answers.push((number, Err(why)));
                continue;
            }
            match self.searcher.root(board) {
                Ok(node) => {
                    let limit = node.estimate();
                    self.running.push((number, Running { node, limit, generated: 0 }));
                    return Some((number, Start::new(node, limit)));
                }
                Err(error) => self.answers.push((number, Err(error.into()))),
            }
        }
    }

    fn found(&mut self, number: usize, search: &Search<V, L>) -> bool {
        let generated = self.running(number).generated + search.generated;
        self.answer(number, Ok(Solved { moves: Moves::from(search.solution()), generated }));
        false
    }

    fn over(&mut self, number: usize, search: &Search<V, L>) -> Option<Start<V, L>> {
        let longest = self.searcher.longest;
        let running = self.running(number);
        running.generated += search.generated;
        running.limit += 2;
        let start = Start::new(running.node, running.limit);
        if running.limit > longest {
            let wrong = self.searcher.wrong_table();
            self.answer(number, Err(wrong));
            return None;
        }
        let hard =
            if self.next.load(Ordering::Relaxed) < self.boards.len() { VERY_HARD } else { HARD };
        let running = self.running(number);
        if running.generated > hard {
            let generated = running.generated;
            self.hard.push(Hard { board: number, start, generated });
            self.running.retain(|(other, _)| *other != number);
            return None;
        }
        Some(start)
    }

    fn keep(&mut self, number: usize, search: &Search<V, L>, _: u64) -> bool {
        let Some((_, running)) = self.running.iter().find(|(other, _)| *other == number) else {
            return false;
        };
        let progress =
            Progress { at_least: running.limit, generated: running.generated + search.generated };
        if self.limits.stops(progress) {
            let Progress { at_least, generated } = progress;
            self.answer(number, Err(Stopped { at_least, generated }.into()));
            return false;
        }
        true
    }
}
