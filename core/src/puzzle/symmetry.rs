//! Symmetry: mirror images and the transpose, and the orbits of goal cells under them.
//!
//! Tiles can be relabelled, so the distances to a goal depend only on the shape and on the *cell*
//! of the goal's blank. Mirroring a board, or exchanging its rows and columns, maps goals to goals
//! and moves to moves. So one table serves every goal cell of an orbit, in both orientations of the
//! shape. For example, 3x3 has three orbits: corner, edge and centre.

use std::fmt;

use super::{Direction, Directions, MAX_CELLS, ShapeError, SmallBoard, SmallShape};

/// A symmetry of the grid: mirror the rows, mirror the columns, then exchange rows and columns.
///
/// ```
/// use tilebase_core::{SmallBoard, Symmetry};
/// let transpose = Symmetry { transpose: true, ..Symmetry::default() };
/// let board: SmallBoard = "1 2 3 / 4 5 x".parse()?;
/// assert_eq!(transpose.board(&board).to_string(), "1 4 / 2 5 / 3 x");
/// # Ok::<(), tilebase_core::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// The first row becomes the last.
    pub mirror_rows: bool,
    /// The first column becomes the last.
    pub mirror_cols: bool,
    /// Rows become columns, after the mirroring.
    pub transpose: bool,
}

impl Symmetry {
    /// All eight symmetries, the identity first.
    pub fn all() -> [Symmetry; 8] {
        std::array::from_fn(|i| Symmetry {
            mirror_rows: i & 1 != 0,
            mirror_cols: i & 2 != 0,
            transpose: i & 4 != 0,
        })
    }

    /// The shape that this symmetry maps `shape` to.
    pub const fn shape(self, shape: SmallShape) -> SmallShape {
        if self.transpose { shape.transposed() } else { shape }
    }

    /// The cell that `cell` is mapped to, on a board of this shape.
    pub const fn cell(self, shape: SmallShape, cell: usize) -> usize {
        let (row, col) = (cell / shape.cols(), cell % shape.cols());
        let row = if self.mirror_rows { shape.rows() - 1 - row } else { row };
        let col = if self.mirror_cols { shape.cols() - 1 - col } else { col };
        if self.transpose { col * shape.rows() + row } else { row * shape.cols() + col }
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use tilebase_core::{SmallBoard, Symmetry};
    /// let board: SmallBoard = "1 2 3 / 4 5 x".parse()?;
    /// for symmetry in Symmetry::all() {
    ///     assert_eq!(symmetry.inverse().board(&symmetry.board(&board)), board);
    /// }
    /// # Ok::<(), tilebase_core::BoardError>(())
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        let Symmetry { mirror_rows, mirror_cols, transpose } = self;
        // The transpose comes last. Undoing it first also exchanges the two mirrors.
        if transpose {
            Symmetry { mirror_rows: mirror_cols, mirror_cols: mirror_rows, transpose }
        } else {
            self
        }
    }

    /// The symmetries that map a goal to its orbit's goal.
    pub fn onto_orbit(goal: &SmallBoard) -> impl Iterator<Item = Symmetry> {
        let (shape, blank, orbit) = (goal.shape(), goal.blank_cell(), Orbit::from(goal));
        Symmetry::all().into_iter().filter(move |symmetry| {
            symmetry.shape(shape) == orbit.shape()
                && symmetry.cell(shape, blank) == orbit.goal_blank()
        })
    }

    /// The board that `board` is mapped to.
    pub fn board(self, board: &SmallBoard) -> SmallBoard {
        let mut order = [0; MAX_CELLS];
        let mut cells = [0; MAX_CELLS];
        for (cell, &tile) in board.cells().iter().enumerate() {
            cells[self.cell(board.shape(), cell)] = tile;
        }
        let tiles = cells[..board.shape().cells()].iter().filter(|&&tile| tile != 0);
        order.iter_mut().zip(tiles).for_each(|(place, &tile)| *place = tile);
        SmallBoard::from_parts(
            self.shape(board.shape()),
            self.cell(board.shape(), board.blank_cell()),
            order,
        )
    }

    /// The move that `mv` is mapped to.
    pub const fn mv(self, mv: Direction) -> Direction {
        let mirrored = match mv {
            Direction::Up | Direction::Down if self.mirror_rows => mv.inverse(),
            Direction::Left | Direction::Right if self.mirror_cols => mv.inverse(),
            _ => mv,
        };
        match mirrored {
            _ if !self.transpose => mirrored,
            Direction::Down => Direction::Right,
            Direction::Left => Direction::Up,
            Direction::Right => Direction::Down,
            Direction::Up => Direction::Left,
        }
    }

    /// The inverse map for sets of moves: for every set on the image board, indexed by its bits,
    /// the set on the original board.
    pub fn moves_back(self) -> [Directions; 16] {
        std::array::from_fn(|bits| {
            let there = Directions::from_bits(bits as u8);
            Direction::ALL.into_iter().filter(|&mv| there.contains(self.mv(mv))).collect()
        })
    }
}

/// The goals that one table serves. The shape is turned so that rows >= cols. Goal cells that are
/// equivalent by symmetry are represented by the last of them.
///
/// ```
/// use tilebase::puzzle::{Orbit, SmallShape};
/// let corner = Orbit::new(SmallShape::default(), 0)?;
/// assert_eq!((corner.to_string(), corner.goal_blank()), ("3x3-8".to_string(), 8));
/// assert_eq!(Orbit::new("3x4".parse()?, 0)?.to_string(), "4x3-11");
/// assert_eq!(Orbit::all(SmallShape::default()).len(), 3);
/// # Ok::<(), tilebase::puzzle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Orbit {
    shape: SmallShape,
    goal_blank: usize,
}

impl Orbit {
    /// Creates the orbit of the goals on `shape` that have the blank in `cell`.
    ///
    /// # Errors
    ///
    /// Returns [`ShapeError::Cell`] if the shape has no such cell.
    pub fn new(shape: SmallShape, cell: usize) -> Result<Orbit, ShapeError> {
        if cell >= shape.cells() {
            return Err(ShapeError::Cell { size: shape.into(), cell });
        }
        Ok(Orbit::with_symmetry(shape, cell).0)
    }

    /// The orbit, and the first symmetry that maps a board of `shape` with the goal's blank in
    /// `cell` to it.
    ///
    /// # Panics
    ///
    /// Panics if the shape has no such cell.
    pub fn with_symmetry(shape: SmallShape, cell: usize) -> (Orbit, Symmetry) {
        assert!(cell < shape.cells(), "cell {cell} of {shape}");
        let mut best = None;
        for symmetry in Symmetry::all() {
            let turned = symmetry.shape(shape);
            let orbit = Orbit { shape: turned, goal_blank: symmetry.cell(shape, cell) };
            if turned.rows() >= turned.cols() && best.is_none_or(|(other, _)| orbit > other) {
                best = Some((orbit, symmetry));
            }
        }
        best.expect("one of a shape and its transpose has rows >= cols")
    }

    /// All orbits of a shape.
    pub fn all(shape: SmallShape) -> Vec<Orbit> {
        let mut orbits: Vec<Orbit> =
            (0..shape.cells()).map(|cell| Orbit::with_symmetry(shape, cell).0).collect();
        orbits.sort_unstable();
        orbits.dedup();
        orbits
    }

    /// The shape as stored in the table: rows >= cols.
    pub const fn shape(self) -> SmallShape {
        self.shape
    }

    /// The cell of the goal's blank in the table.
    pub const fn goal_blank(self) -> usize {
        self.goal_blank
    }

    /// The goal of the table: the tiles in order and the blank in [`goal_blank`](Self::goal_blank).
    pub fn goal(self) -> SmallBoard {
        SmallBoard::from_parts(self.shape, self.goal_blank, std::array::from_fn(|i| i as u8 + 1))
    }
}

impl From<&SmallBoard> for Orbit {
    /// The orbit of a goal.
    fn from(goal: &SmallBoard) -> Orbit {
        Orbit::with_symmetry(goal.shape(), goal.blank_cell()).0
    }
}

impl fmt::Display for Orbit {
    /// `3x3-8`: the shape and the goal's blank cell. Table files are named like this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.shape, self.goal_blank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_moves_are_mapped_alike() {
        for shape in SmallShape::all(6) {
            for symmetry in Symmetry::all() {
                for board in SmallBoard::all(shape) {
                    let image = symmetry.board(&board);
                    for mv in Direction::ALL {
                        let there = board.moved(mv).map(|next| symmetry.board(&next));
                        assert_eq!(image.moved(symmetry.mv(mv)), there);
                    }
                }
                for (bits, set) in symmetry.moves_back().into_iter().enumerate() {
                    let there: Directions = set.iter().map(|mv| symmetry.mv(mv)).collect();
                    assert_eq!(there.bits() as usize, bits);
                }
            }
        }
    }

    #[test]
    fn every_goal_cell_lies_on_its_orbit() {
        for shape in SmallShape::all(12) {
            for cell in 0..shape.cells() {
                let (orbit, symmetry) = Orbit::with_symmetry(shape, cell);
                assert_eq!(symmetry.shape(shape), orbit.shape());
                assert_eq!(symmetry.cell(shape, cell), orbit.goal_blank());
                assert_eq!(Orbit::new(orbit.shape(), orbit.goal_blank()), Ok(orbit));
            }
            // A quarter has ceil(rows/2) * ceil(cols/2) cells. On a square, the transpose folds the
            // quarter once more.
            let (rows, cols) = (shape.rows().div_ceil(2), shape.cols().div_ceil(2));
            let expected =
                if shape.rows() == shape.cols() { rows * (rows + 1) / 2 } else { rows * cols };
            assert_eq!(Orbit::all(shape).len(), expected, "{shape}");
        }
    }
}
