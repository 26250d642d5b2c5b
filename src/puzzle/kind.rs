//! Which puzzle a table is of.

use std::fmt;

use super::swap::Side;
use super::{MAX_TABLED_CELLS, Orbit, Shape, factorial};

/// A puzzle that tables are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Puzzle {
    /// The sliding-tile puzzle, with the goals that the table serves.
    Sliding(Orbit),
    /// The alternating-swap puzzle, with the side of its board.
    Swap(Side),
}

/// A field of a table's header that names no puzzle.
pub(crate) struct Refused {
    pub(crate) field: &'static str,
    pub(crate) found: u32,
    pub(crate) expected: &'static str,
}

impl Puzzle {
    /// Number of states. A table has an entry for each.
    #[must_use]
    pub const fn states(self) -> u64 {
        match self {
            Puzzle::Sliding(orbit) => orbit.shape().states(),
            // Every arrangement, once for each kind of the next move.
            Puzzle::Swap(side) => 2 * factorial(side.cells()),
        }
    }

    /// Number of states at distance 0.
    #[must_use]
    pub const fn goals(self) -> u64 {
        match self {
            Puzzle::Sliding(_) => 1,
            Puzzle::Swap(_) => 2,
        }
    }

    /// Number of states at even distances. Every move changes the colour of a state, so this
    /// depends on the puzzle alone.
    pub(crate) fn even_states(self) -> u64 {
        match self {
            Puzzle::Sliding(orbit) => {
                let (shape, goal) = (orbit.shape(), orbit.goal_blank());
                let even = |&cell: &usize| shape.colour(cell) == shape.colour(goal);
                (0..shape.cells()).filter(even).count() as u64 * shape.states_per_blank()
            }
            // The colour is the parity of the arrangement.
            Puzzle::Swap(_) => self.states() / 2,
        }
    }

    /// The most states that one state can have as neighbours.
    pub(crate) fn degree(self) -> u64 {
        match self {
            Puzzle::Sliding(_) => 4,
            Puzzle::Swap(side) => side.exchanges(super::swap::Kind::Orthogonal).len() as u64,
        }
    }

    /// What a table's header says of it: `puzzle`, `rows`, `cols` and `goal_blank`.
    pub(crate) fn fields(self) -> [u32; 4] {
        match self {
            Puzzle::Sliding(orbit) => {
                let shape = orbit.shape();
                [1, shape.rows() as u32, shape.cols() as u32, orbit.goal_blank() as u32]
            }
            Puzzle::Swap(side) => [2, side.length() as u32, side.length() as u32, 0],
        }
    }

    /// The puzzle that these four fields name.
    pub(crate) fn from_fields(fields: [u32; 4]) -> Result<Puzzle, Refused> {
        let [puzzle, rows, cols, goal_blank] = fields;
        let refused = |field, found, expected| Refused { field, found, expected };
        match puzzle {
            1 => {
                let shape = Shape::new(rows as usize, cols as usize).ok();
                let lies_right = |shape: &Shape| {
                    shape.rows() >= shape.cols() && shape.cells() <= MAX_TABLED_CELLS
                };
                let expected = "rows >= cols >= 2, and at most 14 cells";
                let shape = shape.filter(lies_right);
                let shape = shape.ok_or_else(|| refused("rows", rows, expected))?;
                match Orbit::new(shape, goal_blank as usize) {
                    Ok(orbit) if orbit.goal_blank() == goal_blank as usize => {
                        Ok(Puzzle::Sliding(orbit))
                    }
                    _ => Err(refused("goal_blank", goal_blank, "the last cell of its orbit")),
                }
            }
            2 => {
                let side = Side::new(rows as usize);
                let side = side.ok_or_else(|| refused("rows", rows, "2 or 3"))?;
                match (cols == rows, goal_blank) {
                    (false, _) => Err(refused("cols", cols, "as many as rows")),
                    (true, 0) => Ok(Puzzle::Swap(side)),
                    (true, _) => Err(refused("goal_blank", goal_blank, "0")),
                }
            }
            _ => Err(refused("puzzle", puzzle, "1 or 2")),
        }
    }
}

impl From<Orbit> for Puzzle {
    fn from(orbit: Orbit) -> Puzzle {
        Puzzle::Sliding(orbit)
    }
}

impl From<Side> for Puzzle {
    fn from(side: Side) -> Puzzle {
        Puzzle::Swap(side)
    }
}

impl fmt::Display for Puzzle {
    /// `3x3-8` or `swap-3x3`. Table files are named like this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Puzzle::Sliding(orbit) => orbit.fmt(f),
            Puzzle::Swap(side) => write!(f, "swap-{side}"),
        }
    }
}
