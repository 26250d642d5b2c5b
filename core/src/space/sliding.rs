//! The sliding-tile puzzle as a state space.

use super::Space;
use crate::error::{Error, Result};
use crate::puzzle::{
    Coordinates, Direction, Directions, MAX_NUMBERED_CELLS, MAX_TABLED_CELLS, MoveTable, Orbit,
    Puzzle, Shape,
};

/// The boards that can reach the goal of an orbit, numbered by [`Coordinates::index`].
#[derive(Clone, Debug)]
pub struct Sliding {
    pub(super) orbit: Orbit,
    steps: MoveTable,
    goal: Coordinates,
    /// The legal moves, by the cell of the blank.
    legal: [Directions; MAX_NUMBERED_CELLS],
}

impl TryFrom<Orbit> for Sliding {
    type Error = Error;

    fn try_from(orbit: Orbit) -> Result<Sliding> {
        let shape = orbit.shape();
        Shape::from(shape).expect_at_most(MAX_TABLED_CELLS, "a table of all boards")?;
        let steps = MoveTable::new(shape).expect("a shape of few cells");
        let mut legal = [Directions::EMPTY; MAX_NUMBERED_CELLS];
        for (cell, legal) in legal[..shape.cells()].iter_mut().enumerate() {
            *legal = shape.directions(cell);
        }
        Ok(Sliding { orbit, steps, goal: Coordinates::from(&orbit.goal()), legal })
    }
}

impl Sliding {
    /// The colour of a state: bit 0 of its distance, because every move changes it.
    #[inline]
    pub fn colour(&self, at: Coordinates) -> u8 {
        let shape = self.orbit.shape();
        shape.colour(at.blank) ^ shape.colour(self.goal.blank)
    }

    /// True if a state is the goal.
    #[inline]
    pub fn is_goal(&self, at: Coordinates) -> bool {
        at == self.goal
    }

    /// The legal moves in a state.
    #[inline]
    pub fn legal_moves(&self, at: Coordinates) -> Directions {
        self.legal[at.blank % MAX_NUMBERED_CELLS]
    }

    /// The state after a move, or `None` if the move is not legal.
    #[inline]
    pub fn step(&self, at: Coordinates, mv: Direction) -> Option<Coordinates> {
        self.steps.step(at, mv)
    }
}

impl Space for Sliding {
    type State = Coordinates;
    type Move = Direction;

    fn puzzle(&self) -> Puzzle {
        Puzzle::Sliding(self.orbit)
    }

    #[inline]
    fn goal(&self) -> Coordinates {
        self.goal
    }

    #[inline]
    fn index(&self, at: Coordinates) -> u64 {
        self.steps.index(at)
    }

    #[inline]
    fn state(&self, index: u64) -> Option<Coordinates> {
        Coordinates::from_index(self.orbit.shape(), self.orbit.goal_blank(), index)
    }

    fn predecessors(&self, at: Coordinates, mut visit: impl FnMut(Coordinates, Direction)) {
        for back in self.legal_moves(at) {
            if let Some(before) = self.step(at, back) {
                visit(before, back.inverse());
            }
        }
    }

    fn with_move(&self, entry: u8, mv: Direction) -> u8 {
        (Directions::from_bits(entry) | mv.into()).bits()
    }

    fn describe(&self, at: Coordinates) -> String {
        at.board(self.orbit.shape()).map_or_else(String::new, |board| board.to_string())
    }
}
