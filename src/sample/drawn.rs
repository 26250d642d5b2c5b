//! Boards drawn by one method, and those drawn so far.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::along::AlongSolutions;
use super::numbering::{Numbered, board_of_all, listed_board, shuffled};
use super::random::{Random, draw_from};
use super::reject::Reject;
use super::several::ListedStates;
use super::walks::RandomWalks;
use super::{DrawWork, SampleError, no_memory};
use crate::board::Board;
use crate::error::Error;

/// The most boards drawn in a round. Bounds the memory used beyond the result itself.
const BOARDS_PER_ROUND: usize = 1 << 16;

/// Boards to draw at some distances, or from all that reach the goal.
#[derive(Debug)]
pub(super) struct DrawGroup {
    /// The distances, if they matter.
    pub(super) distances: RangeInclusive<u32>,
    /// The number of boards there are, or `u64::MAX` if they were never counted.
    pub(super) available: u64,
    /// The number of boards to draw.
    pub(super) count: u64,
    /// How many more may be drawn, if no board may be drawn twice.
    pub(super) left: Option<u64>,
    /// The boards drawn so far, unless boards may be drawn twice, or a list has them in front.
    drawn: HashSet<u64>,
    random: Random,
    pub(super) method: DrawMethod,
}

/// How boards are drawn.
#[derive(Debug)]
pub(super) enum DrawMethod {
    /// From all boards of up to 25 cells that reach the goal.
    All,
    /// From all larger boards that reach the goal, or that do not.
    Shuffle { is_solvable: bool },
    /// From a list of the numbers of all boards at the distances, or of all boards. `None` until it
    /// is made, and once no more are drawn. Boards that may not be drawn again are in front.
    List(Option<Vec<u64>>),
    /// From a list of the states of a goal that is several boards.
    States(ListedStates),
    /// From all boards, rejecting those at other distances.
    Reject(Box<Reject>),
    /// From the solutions of random boards.
    Along(Box<AlongSolutions>),
    /// By random walks from the goal.
    Walks(RandomWalks),
}

impl DrawMethod {
    /// True if a list has the boards that may not be drawn again in front.
    fn has_list(&self) -> bool {
        match self {
            DrawMethod::List(_) => true,
            DrawMethod::States(states) => states.are_boards(),
            _ => false,
        }
    }
}

impl DrawGroup {
    /// A draw from all boards.
    pub(super) fn new(available: u64, count: u64, unique: bool, seed: u64) -> DrawGroup {
        DrawGroup {
            distances: 0..=u32::MAX,
            available,
            count,
            left: unique.then_some(count),
            drawn: HashSet::new(),
            random: Random::new(seed),
            method: DrawMethod::All,
        }
    }

    /// The same at these distances.
    pub(super) fn at(self, distances: RangeInclusive<u32>) -> DrawGroup {
        DrawGroup { distances, ..self }
    }

    /// The same by this method.
    pub(super) fn by(self, method: DrawMethod) -> DrawGroup {
        DrawGroup { method, ..self }
    }

    /// The distances of which the boards have yet to be listed.
    pub(super) fn to_list(&self) -> Option<&RangeInclusive<u32>> {
        let is_open = matches!(self.method, DrawMethod::List(None)) && self.left != Some(0);
        is_open.then_some(&self.distances)
    }

    /// Adds boards until there are `count`, or until none are left.
    pub(super) fn draw(
        &mut self,
        goal: &Board,
        count: usize,
        boards: &mut Vec<Board>,
        work: &mut DrawWork<'_>,
    ) -> Result<(), SampleError> {
        while boards.len() < count && self.left != Some(0) {
            let wanted = (count - boards.len()).min(BOARDS_PER_ROUND);
            let wanted = self.left.map_or(wanted, |left| wanted.min(left as usize));
            let mut found = self.find(goal, wanted, work)?;
            if self.left.is_some() && !self.method.has_list() {
                let length = self.drawn.len() + found.len();
                self.drawn.try_reserve(found.len()).map_err(|_| no_memory::<[u64; 2]>(length))?;
                found.retain(|&(number, _)| self.drawn.insert(number));
            }
            match &mut self.method {
                DrawMethod::Along(along) => along.in_vain.found(found.len())?,
                DrawMethod::Walks(walks) => walks.in_vain.found(found.len())?,
                _ => {}
            }
            if let Some(left) = &mut self.left {
                *left -= found.len() as u64;
            }
            boards.extend(found.into_iter().map(|(_, board)| board));
            work.progress.found = boards.len() as u64;
            work.go_on()?;
        }
        if self.left == Some(0)
            && let DrawMethod::List(list) = &mut self.method
        {
            *list = None;
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
        let (method, random) = (&mut self.method, &mut self.random);
        if let DrawMethod::Shuffle { is_solvable } = *method {
            // They take so long that each is watched.
            work.progress.draws += 1;
            let board = shuffled(&goal.large(), is_solvable, random);
            return Ok(vec![(0, board.map_err(Error::from)?)]);
        }
        if let DrawMethod::Walks(walks) = method {
            return Ok(walks.draw(goal, wanted, random, work));
        }
        let used = self.left.map(|left| (self.count - left) as usize);
        if let DrawMethod::States(listed) = method {
            return Ok(listed.draw(used, wanted, random).map_err(Error::from)?);
        }
        let goal = goal.expect_small("a board with a number")?;
        Ok(match method {
            DrawMethod::Shuffle { .. } | DrawMethod::Walks(_) | DrawMethod::States(_) => Vec::new(),
            DrawMethod::All => {
                let numbers = (0..wanted).map(|_| random.below(goal.shape().states()));
                numbers.filter_map(|it| Some((it, board_of_all(goal, it)?.into()))).collect()
            }
            DrawMethod::List(list) => {
                let list = list.as_deref_mut().unwrap_or_default();
                let numbers = draw_from(list, used, wanted, random).into_iter();
                numbers.filter_map(|it| Some((it, listed_board(goal, it)?.into()))).collect()
            }
            DrawMethod::Reject(reject) => return reject.draw(goal, wanted, random, work),
            DrawMethod::Along(along) => return along.draw(wanted, work),
        })
    }
}
