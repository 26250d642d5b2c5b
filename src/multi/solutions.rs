//! All shortest solutions in the multi-tile metric, one after another.

use std::vec::IntoIter;

use super::walker::{Step, Walker};
use crate::error::Result;
use crate::puzzle::{Board, Coordinates, MultiMove, MultiMoves};

/// An iterator over all shortest solutions in order, from
/// [`Oracle::solutions`](super::Oracle::solutions). With a table of all boards it keeps a single
/// path in memory.
#[derive(Debug)]
pub struct Solutions(Kind);

#[derive(Debug)]
enum Kind {
    Walked(Ways),
    Found(IntoIter<MultiMoves>),
}

impl Solutions {
    pub(super) fn walked(walker: Walker, board: &Board) -> Result<Solutions> {
        Ok(Solutions(Kind::Walked(Ways::new(walker, board)?)))
    }

    pub(super) fn found(all: Vec<MultiMoves>) -> Solutions {
        Solutions(Kind::Found(all.into_iter()))
    }
}

impl Iterator for Solutions {
    type Item = Result<MultiMoves>;

    fn next(&mut self) -> Option<Result<MultiMoves>> {
        match &mut self.0 {
            Kind::Walked(ways) => ways.next(),
            Kind::Found(all) => all.next().map(Ok),
        }
    }
}

/// All shortest paths to the goal according to a table.
#[derive(Debug)]
struct Ways {
    walker: Walker,
    /// The length of every solution.
    distance: u32,
    /// The optimal moves not tried yet, of each state on the path.
    open: Vec<(Coordinates, IntoIter<Step>)>,
    /// The moves between them.
    path: Vec<MultiMove>,
    /// Whether the goal itself was asked for, which has the empty solution.
    at_goal: bool,
}

impl Ways {
    fn new(walker: Walker, board: &Board) -> Result<Ways> {
        let (start, distance) = (walker.locate(board)?, walker.walk(board, |_| ())?);
        let open = vec![(start, walker.nearer(start, distance, None)?.into_iter())];
        Ok(Ways { walker, distance, open, path: Vec::new(), at_goal: distance == 0 })
    }

    /// Advances to the next path that reaches the goal. `None` when all were found.
    fn advance(&mut self) -> Result<Option<MultiMoves>> {
        if std::mem::take(&mut self.at_goal) {
            self.open.clear();
            return Ok(Some(MultiMoves::default()));
        }
        while let Some((_, untried)) = self.open.last_mut() {
            let Some((mv, next)) = untried.next() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            let left = self.distance - self.path.len() as u32 - 1;
            let nearer = self.walker.nearer(next, left, Some(mv.mv))?;
            self.path.push(mv);
            if nearer.is_empty() && left > 0 {
                return Err(self.walker.too_short(next, self.distance));
            }
            let is_goal = nearer.is_empty();
            self.open.push((next, nearer.into_iter()));
            if is_goal {
                return Ok(Some(self.path.iter().copied().collect()));
            }
        }
        Ok(None)
    }
}

impl Iterator for Ways {
    type Item = Result<MultiMoves>;

    fn next(&mut self) -> Option<Result<MultiMoves>> {
        let found = self.advance();
        if found.is_err() {
            self.open.clear();
        }
        found.transpose()
    }
}
