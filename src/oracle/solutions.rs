//! All shortest solutions, one after another.

use std::fmt;

use super::walker::Walker;
use crate::error::Result;
use crate::puzzle::{Board, Coordinates, Move, MoveSet, Moves};

/// An iterator over all shortest solutions in lexicographic order, from
/// [`Oracle::solutions`](crate::Oracle::solutions). It keeps a single path in memory.
pub struct Solutions(Box<dyn Iterator<Item = Result<Moves>> + Send>);

impl Solutions {
    pub(super) fn new(found: impl Iterator<Item = Result<Moves>> + Send + 'static) -> Solutions {
        Solutions(Box::new(found))
    }
}

impl Iterator for Solutions {
    type Item = Result<Moves>;

    fn next(&mut self) -> Option<Result<Moves>> {
        self.0.next()
    }
}

impl fmt::Debug for Solutions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions").finish_non_exhaustive()
    }
}

impl Walker {
    /// All shortest solutions of a board, in lexicographic order.
    pub(super) fn solutions(&self, board: &Board) -> Result<Ways> {
        let start = self.locate(board)?;
        Ways::new(self.clone(), start, self.walk(start, |_| ())?)
    }
}

/// All shortest paths to the goal according to a table.
pub(super) struct Ways {
    walker: Walker,
    /// The length of every solution.
    distance: u32,
    /// The states on the path, each with the optimal moves not tried yet.
    open: Vec<(Coordinates, MoveSet)>,
    /// The moves between them.
    path: Vec<Move>,
}

impl Ways {
    pub(super) fn new(walker: Walker, start: Coordinates, distance: u32) -> Result<Self> {
        let moves = walker.claim(start, distance, MoveSet::EMPTY)?;
        Ok(Ways { walker, distance, open: vec![(start, moves)], path: Vec::new() })
    }

    /// Advances to the next path that reaches the goal. `None` when all were found.
    fn advance(&mut self) -> Result<Option<Moves>> {
        // The goal itself has the empty solution.
        if self.distance == 0 {
            return Ok(self.open.pop().map(|_| Moves::default()));
        }
        while let Some((at, untried)) = self.open.last_mut() {
            let Some(mv) = untried.first() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            untried.remove(mv);
            let next = self.walker.step(*at, mv)?;
            let left = self.distance - self.path.len() as u32 - 1;
            let moves = self.walker.claim(next, left, mv.inverse().into())?;
            self.path.push(mv);
            self.open.push((next, moves));
            if moves.is_empty() {
                if left > 0 {
                    return Err(self.walker.too_short(next, self.distance));
                }
                return Ok(Some(self.path.iter().copied().collect()));
            }
        }
        Ok(None)
    }
}

impl Iterator for Ways {
    type Item = Result<Moves>;

    fn next(&mut self) -> Option<Result<Moves>> {
        let found = self.advance();
        if found.is_err() {
            self.open.clear();
            // With no path left, this prevents the goal's empty solution from following.
            self.distance = 1;
        }
        found.transpose()
    }
}
