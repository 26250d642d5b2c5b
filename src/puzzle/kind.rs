//! Which puzzle a table is of.

use std::fmt;

use super::swap::Side;
use super::{MAX_TABLED_CELLS, Orbit, Shape, factorial};

/// A puzzle that there are tables of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Puzzle {
    /// The sliding-tile puzzle, with the goals that the table serves.
    Sliding(Orbit),
    /// The alternating-swap puzzle, with the side of its board.
    Swap(Side),
}

impl Puzzle {
    /// Number of states, of which a table has an entry each.
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
}

/// A field of a table's header that tells no puzzle: its name, its value, and what it should be.
type Refused = (&'static str, u32, &'static str);

impl Puzzle {
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

    /// The puzzle that these four fields tell.
    pub(crate) fn of_fields([puzzle, rows, cols, goal_blank]: [u32; 4]) -> Result<Puzzle, Refused> {
        match puzzle {
            1 => {
                let shape = Shape::new(rows as usize, cols as usize).ok();
                let shape = shape.filter(|shape| shape.rows() >= shape.cols() && shape.cells() <= MAX_TABLED_CELLS);
                let shape = shape.ok_or(("rows", rows, "rows >= cols >= 2, and at most 12 cells"))?;
                let cell = goal_blank as usize;
                if cell >= shape.cells() || Orbit::of(shape, cell).goal_blank() != cell {
                    return Err(("goal_blank", goal_blank, "the last cell of its orbit"));
                }
                Ok(Puzzle::Sliding(Orbit::of(shape, cell)))
            }
            2 => {
                let side = Side::new(rows as usize).ok_or(("rows", rows, "2 or 3"))?;
                match (cols == rows, goal_blank) {
                    (false, _) => Err(("cols", cols, "as many as rows")),
                    (true, 0) => Ok(Puzzle::Swap(side)),
                    (true, _) => Err(("goal_blank", goal_blank, "0")),
                }
            }
            _ => Err(("puzzle", puzzle, "1 or 2")),
        }
    }
}

impl fmt::Display for Puzzle {
    /// `3x3-8` or `swap-3x3`: table files are named so.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Puzzle::Sliding(orbit) => orbit.fmt(f),
            Puzzle::Swap(side) => write!(f, "swap-{side}"),
        }
    }
}
