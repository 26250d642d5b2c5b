//! All shortest solutions, one after the other.

use super::Oracle;
use crate::error::Result;
use crate::puzzle::{Coordinates, Move, MoveSet, Moves};
use crate::table::Bytes;

/// An iterator over all shortest solutions in lexicographic order, from [`Oracle::solutions`]. It holds one path, not all.
#[derive(Debug)]
pub struct Solutions<'o, D = Bytes> {
    oracle: &'o Oracle<'o, D>,
    /// The states on the path, each with the optimal moves not tried yet.
    open: Vec<(Coordinates, MoveSet)>,
    /// The moves between them.
    path: Vec<Move>,
    /// The start is the goal, and the empty solution was not given yet.
    solved: bool,
}

impl<'o, D: AsRef<[u8]>> Solutions<'o, D> {
    pub(super) fn new(oracle: &'o Oracle<'o, D>, start: Coordinates) -> Result<Self> {
        let moves = oracle.entry(start, oracle.diameter())?;
        Ok(Solutions { oracle, open: vec![(start, moves)], path: Vec::new(), solved: moves.is_empty() })
    }

    /// Goes on to the next state at the goal, or `None` when all were seen.
    fn advance(&mut self) -> Result<Option<Moves>> {
        while let Some((at, untried)) = self.open.last_mut() {
            let Some(mv) = untried.first() else {
                self.open.pop();
                self.path.pop();
                continue;
            };
            untried.remove(mv);
            let at = *at;
            let left = self.oracle.diameter() - self.path.len() as u32;
            let there = self.oracle.step(at, mv, left)?;
            let moves = self.oracle.entry(there, left - 1)?;
            self.path.push(mv);
            self.open.push((there, moves));
            if moves.is_empty() {
                return Ok(Some(Moves(self.path.clone())));
            }
        }
        Ok(None)
    }
}

impl<D: AsRef<[u8]>> Iterator for Solutions<'_, D> {
    type Item = Result<Moves>;

    fn next(&mut self) -> Option<Result<Moves>> {
        if std::mem::take(&mut self.solved) {
            return Some(Ok(Moves::default()));
        }
        let found = self.advance();
        if found.is_err() {
            self.open.clear();
        }
        found.transpose()
    }
}
