//! One population, and how boards are drawn from it.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::along::AlongSolutions;
use super::board_list::BoardList;
use super::limits::BOARDS_PER_ROUND;
use super::numbering::{Numbered, board_of_all, listed_board};
use super::random::Random;
use super::reject::Reject;
use super::{DrawWork, SampleError, no_memory};
use crate::position::Position;
use crate::puzzle::Board;

/// A population, and the boards drawn from it so far.
#[derive(Debug)]
pub(super) struct Stratum {
    random: Random,
    strategy: Strategy,
    /// The boards drawn so far. `None` if boards may be drawn twice, or if the strategy draws none
    /// twice.
    drawn: Option<HashSet<u64>>,
    /// How many more may be drawn, if no board may be drawn twice.
    left: Option<u64>,
}

/// How boards are drawn.
#[derive(Debug)]
pub(super) enum Strategy {
    /// From all boards that reach the goal.
    Any,
    /// From a list of all boards at some distances, or of all boards that reach the goal.
    Listed(BoardList),
    /// From all boards, rejecting those at other distances.
    Reject(Box<Reject>),
    /// From the solutions of random boards.
    Along(Box<AlongSolutions>),
}

impl Stratum {
    pub(super) fn new(strategy: Strategy, count: u64, unique: bool, seed: u64) -> Stratum {
        let may_repeat = !matches!(strategy, Strategy::Listed(_));
        let drawn = (unique && may_repeat).then(HashSet::new);
        Stratum { random: Random::new(seed), strategy, drawn, left: unique.then_some(count) }
    }

    pub(super) fn left(&self) -> Option<u64> {
        self.left
    }

    /// The distances of which the boards have yet to be listed.
    pub(super) fn to_list(&self) -> Option<&RangeInclusive<u32>> {
        match &self.strategy {
            Strategy::Listed(list) if self.left != Some(0) => list.to_list(),
            _ => None,
        }
    }

    pub(super) fn take_list(&mut self, found: Vec<u64>) {
        if let Strategy::Listed(list) = &mut self.strategy {
            list.fill(found);
        }
    }

    /// Adds boards until there are `count`, or until none are left.
    pub(super) fn draw(
        &mut self,
        goal: &Board,
        count: usize,
        boards: &mut Vec<Position>,
        work: &mut DrawWork<'_>,
    ) -> Result<(), SampleError> {
        while boards.len() < count && self.left != Some(0) {
            let wanted = (count - boards.len()).min(BOARDS_PER_ROUND);
            let wanted = self.left.map_or(wanted, |left| wanted.min(left as usize));
            let mut found = self.find(goal, wanted, work)?;
            if let Some(drawn) = &mut self.drawn {
                let length = drawn.len() + found.len();
                drawn.try_reserve(found.len()).map_err(|_| no_memory::<[u64; 2]>(length))?;
                found.retain(|&(number, _)| drawn.insert(number));
            }
            if let Strategy::Along(along) = &mut self.strategy {
                along.found(found.len())?;
            }
            if let Some(left) = &mut self.left {
                *left -= found.len() as u64;
            }
            boards.extend(found.iter().map(|&(_, board)| Position::from(board)));
            work.progress.found = boards.len() as u64;
            work.go_on()?;
        }
        if self.left == Some(0)
            && let Strategy::Listed(list) = &mut self.strategy
        {
            list.free();
        }
        Ok(())
    }

    /// Draws up to `wanted` boards, possibly none.
    fn find(
        &mut self,
        goal: &Board,
        wanted: usize,
        work: &mut DrawWork<'_>,
    ) -> Result<Vec<Numbered>, SampleError> {
        let (states, random) = (goal.shape().states(), &mut self.random);
        let numbers: Vec<u64> = match &mut self.strategy {
            Strategy::Any => (0..wanted).map(|_| random.below(states)).collect(),
            Strategy::Listed(list) if self.left.is_some() => list.draw_new(wanted, random),
            Strategy::Listed(list) => list.draw(wanted, random),
            Strategy::Reject(reject) => return reject.draw(goal, wanted, random, work),
            Strategy::Along(along) => return along.draw(wanted, work),
        };
        let is_listed = matches!(self.strategy, Strategy::Listed(_));
        let board_of = if is_listed { listed_board } else { board_of_all };
        let boards = numbers.into_iter().filter_map(|it| Some((it, board_of(goal, it)?)));
        Ok(boards.collect())
    }
}
