//! The sliding-tile puzzle in the multi-tile metric as a state space. The states are those of the
//! single-tile metric.

use super::{Sliding, Space};
use crate::error::Result;
use crate::puzzle::{Coordinates, Direction, Move, Orbit, Puzzle};

/// The states of an orbit, where one move slides any number of tiles.
#[derive(Clone, Debug)]
pub struct Multi(Sliding);

impl Multi {
    /// Creates the space of an orbit.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) as for [`Sliding`].
    pub fn new(orbit: Orbit) -> Result<Multi> {
        Ok(Multi(Sliding::try_from(orbit)?))
    }

    /// True if this is the goal.
    #[inline]
    pub fn is_goal(&self, at: Coordinates) -> bool {
        self.0.is_goal(at)
    }

    /// The states that the blank passes on its way in one direction, the nearest first.
    #[inline]
    pub fn along(&self, at: Coordinates, mv: Direction) -> impl Iterator<Item = Coordinates> {
        let first = self.0.step(at, mv);
        std::iter::successors(first, move |&at| self.0.step(at, mv))
    }
}

impl Space for Multi {
    type State = Coordinates;
    type Move = Move;

    fn puzzle(&self) -> Puzzle {
        Puzzle::Multi(self.0.orbit)
    }

    #[inline]
    fn goal(&self) -> Coordinates {
        self.0.goal()
    }

    #[inline]
    fn index(&self, at: Coordinates) -> u64 {
        self.0.index(at)
    }

    #[inline]
    fn state(&self, index: u64) -> Option<Coordinates> {
        self.0.state(index)
    }

    fn predecessors(&self, at: Coordinates, mut visit: impl FnMut(Coordinates, Move)) {
        for back in Direction::ALL {
            for (cells, before) in (1..).zip(self.along(at, back)) {
                visit(before, Move::along(back.inverse(), cells));
            }
        }
    }

    fn describe(&self, at: Coordinates) -> String {
        self.0.describe(at)
    }
}
