//! What a table of the sliding-tile puzzle says of its states.

use super::{Claims, Wrong};
use crate::error::{Error, Result};
use crate::generator::Generator;
use crate::puzzle::{Coordinates, Move, MoveSet, Orbit, Steps};
use crate::table::{NewTable, TableFile};

/// The sliding-tile puzzle.
pub struct Sliding<'f, D> {
    file: &'f TableFile<D>,
    orbit: Orbit,
    steps: Steps,
}

impl<'f, D> Sliding<'f, D> {
    pub fn new(file: &'f TableFile<D>, orbit: Orbit) -> Result<Sliding<'f, D>> {
        let shape = orbit.shape();
        Ok(Sliding { file, orbit, steps: Steps::new(shape).ok_or(Error::TooLarge { shape })? })
    }
}

impl<D: AsRef<[u8]> + Sync> Sliding<'_, D> {
    fn at(&self, state: u64) -> std::result::Result<(Coordinates, MoveSet), Wrong> {
        let at = Coordinates::of_index(self.orbit.shape(), self.orbit.goal_blank(), state).ok_or(Wrong)?;
        Ok((at, MoveSet::from_bits(self.file.entry(state).ok().flatten().ok_or(Wrong)?)))
    }
}

impl<D: AsRef<[u8]> + Sync> Claims for Sliding<'_, D> {
    fn file(&self) -> &TableFile<impl AsRef<[u8]>> {
        self.file
    }

    fn follow(&self, state: u64) -> std::result::Result<Option<u64>, Wrong> {
        let (at, moves) = self.at(state)?;
        match moves.first() {
            Some(mv) => Ok(Some(self.steps.index(self.steps.step(at, mv).ok_or(Wrong)?))),
            None if at == Coordinates::of(&self.orbit.goal()) => Ok(None),
            None => Err(Wrong),
        }
    }

    fn is_right(&self, state: u64, distance: impl Fn(u64) -> u8) -> bool {
        let Ok((at, moves)) = self.at(state) else { return false };
        let here = distance(state);
        let is_right = |mv| match self.steps.step(at, mv).map(|next| distance(self.steps.index(next))) {
            Some(there) => there + 1 >= here && moves.contains(mv) == (there + 1 == here),
            None => !moves.contains(mv),
        };
        Move::ALL.into_iter().all(is_right)
    }

    fn anew(&self) -> Result<NewTable> {
        Generator::new(self.orbit).table(|_| ())
    }

    fn tell(&self, state: u64, entry: u8) -> (String, String) {
        let at = Coordinates::of_index(self.orbit.shape(), self.orbit.goal_blank(), state);
        let board = at.and_then(|at| at.board(self.orbit.shape())).map(|board| board.to_string());
        (board.unwrap_or_default(), format!("`{}`", MoveSet::from_bits(entry)))
    }
}
