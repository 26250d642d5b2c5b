//! Random boards of any size.

use super::random::Random;
use crate::puzzle::{BoardError, Rectangle};

/// Random boards of any size that reach a goal, uniformly. A seed gives the same boards on every
/// machine.
///
/// ```
/// use tilebase::puzzle::{Extent, Rectangle};
/// use tilebase::sample::Shuffled;
/// let goal = Rectangle::goal(Extent { rows: 6, cols: 6 })?;
/// let boards: Vec<Rectangle> = Shuffled::new(&goal, 1).take(2).collect();
/// assert!(boards[0].parities(&goal)?.solvable());
/// assert_eq!(Shuffled::new(&goal, 1).nth(1), Some(boards[1].clone()));
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Debug)]
pub struct Shuffled {
    goal: Rectangle,
    random: Random,
    unsolvable: bool,
}

impl Shuffled {
    /// Boards that reach `goal`, which has at least two rows and columns.
    pub fn new(goal: &Rectangle, seed: u64) -> Shuffled {
        Shuffled { goal: goal.clone(), random: Random::new(seed), unsolvable: false }
    }

    /// Boards that cannot reach the goal instead.
    #[must_use]
    pub fn unsolvable(self) -> Shuffled {
        Shuffled { unsolvable: true, ..self }
    }

    pub(super) fn draw(&mut self) -> Result<Rectangle, BoardError> {
        let mut cells = self.goal.cells().to_vec();
        for at in (1..cells.len()).rev() {
            cells.swap(at, self.random.below(at as u64 + 1) as usize);
        }
        let board = Rectangle::new(self.goal.extent(), cells)?;
        if board.parities(&self.goal)?.solvable() != self.unsolvable {
            return Ok(board);
        }
        // Exchanging two tiles changes the parity. The first two, as good as any others.
        let mut cells = board.cells().to_vec();
        let tiles: Vec<usize> = (0..3).filter(|&cell| cells[cell] != 0).collect();
        cells.swap(tiles[0], tiles[1]);
        Rectangle::new(self.goal.extent(), cells)
    }
}

impl Iterator for Shuffled {
    type Item = Rectangle;

    fn next(&mut self) -> Option<Rectangle> {
        self.draw().ok()
    }
}
