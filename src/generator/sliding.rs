//! The sliding-tile puzzle as a state space.

use super::StateSpace;
use crate::puzzle::{Coordinates, Move, Orbit, Steps};

/// The boards that reach the goal of an orbit, numbered by [`Coordinates::index`].
#[derive(Clone, Debug)]
pub struct Sliding {
    orbit: Orbit,
    steps: Steps,
}

impl Sliding {
    /// The space of an orbit, or `None` for a shape of more than [`MAX_TABLED_CELLS`](crate::MAX_TABLED_CELLS) cells.
    #[must_use]
    pub fn new(orbit: Orbit) -> Option<Sliding> {
        Some(Sliding { orbit, steps: Steps::new(orbit.shape())? })
    }
}

impl StateSpace for Sliding {
    type Move = Move;

    fn states(&self) -> u64 {
        self.orbit.shape().states()
    }

    fn goals(&self) -> Vec<u64> {
        vec![Coordinates::of(&self.orbit.goal()).index(self.orbit.shape())]
    }

    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, Move)) {
        let shape = self.orbit.shape();
        let here = Coordinates::of_index(shape, self.orbit.goal_blank(), state);
        for mv in Move::ALL {
            // Every move can be taken back, so what a move leads to leads here by its inverse.
            if let Some(before) = here.and_then(|here| self.steps.step(here, mv.inverse())) {
                visit(before.index(shape), mv);
            }
        }
    }
}
