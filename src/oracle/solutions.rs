//! All shortest solutions, one after the other.

use super::Oracle;
use crate::error::{Broken, Result};
use crate::puzzle::{Coordinates, Move, MoveSet, Moves};

/// An iterator over all shortest solutions in lexicographic order, from [`Oracle::solutions`]. It
/// holds one path, not all.
#[derive(Debug)]
pub struct Solutions {
    oracle: Oracle,
    /// The length of every solution.
    distance: u32,
    /// The states on the path, each with the optimal moves that were not tried yet.
    open: Vec<(Coordinates, MoveSet)>,
    /// The moves between them.
    path: Vec<Move>,
}

impl Solutions {
    pub(super) fn new(oracle: Oracle, start: Coordinates, distance: u32) -> Result<Self> {
        let moves = oracle.claim(start, distance, MoveSet::EMPTY)?;
        Ok(Solutions { oracle, distance, open: vec![(start, moves)], path: Vec::new() })
    }

    /// Goes on to the next time that the path is at the goal, or to `None` when all were seen.
    fn advance(&mut self) -> Result<Option<Moves>> {
        // The empty solution of the goal itself.
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
            let next = self.oracle.step(*at, mv)?;
            let left = self.distance - self.path.len() as u32 - 1;
            let moves = self.oracle.claim(next, left, mv.inverse().into())?;
            self.path.push(mv);
            self.open.push((next, moves));
            if moves.is_empty() {
                if left > 0 {
                    return Err(self.oracle.fault(next, Broken::TooShort(self.distance)));
                }
                return Ok(Some(self.path.iter().copied().collect()));
            }
        }
        Ok(None)
    }
}

impl Iterator for Solutions {
    type Item = Result<Moves>;

    fn next(&mut self) -> Option<Result<Moves>> {
        let found = self.advance();
        if found.is_err() {
            self.open.clear();
            // Without a path the goal's empty solution must not follow either.
            self.distance = 1;
        }
        found.transpose()
    }
}
