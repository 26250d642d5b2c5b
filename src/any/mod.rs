//! Boards of any size: a good solution at once, a better one with time, and a lower bound.
//!
//! An [`Oracle`](crate::Oracle) answers boards of up to 25 cells, and can prove that its answer is
//! optimal. A [`Finder`] answers boards with sides of up to [`MAX_SIDE`], and says how far its
//! answer can be from optimal: no solution is shorter than [`Stopped::at_least`].
//!
//! Every solvable board has an answer. The first solution comes from a method that cannot fail, and
//! what is left of the limits makes it shorter. With a limit on boards, the answer is the same on
//! every machine.
//!
//! ```
//! use tilebase::Limits;
//! use tilebase::any::Finder;
//! use tilebase::puzzle::{Extent, Rectangle};
//! let goal = Rectangle::goal(Extent { rows: 6, cols: 6 })?;
//! let mut cells: Vec<u32> = (0..36).rev().collect();
//! cells.swap(0, 1);
//! let board = Rectangle::new(goal.extent(), cells)?;
//! let found = Finder::new(&goal)?.limited(Limits::default().boards(10_000)).find(&board)?;
//! let moves = found.best.expect("a solution");
//! assert_eq!(board.after(&moves), Some(goal));
//! assert!(found.at_least > 100 && found.at_least as usize <= moves.len());
//! # Ok::<(), tilebase::Error>(())
//! ```

mod beam;
mod blocks;
mod bound;
mod field;
mod groups;
mod peel;
mod plan;
mod rivals;
mod score;
mod solve;
mod weights;
mod windows;

use crate::error::{Error, Result};
use crate::limits::{Budget, Limits, Stopped};
use crate::puzzle::{Extent, Rectangle, ShapeError};
use field::View;

/// The longest side of a board that a [`Finder`] answers.
pub const MAX_SIDE: usize = 100;

/// Finds solutions of boards of any size, for one goal. See the [module](self).
#[derive(Clone, Debug)]
pub struct Finder {
    goal: Rectangle,
    view: View,
    limits: Limits,
}

impl Finder {
    /// Creates what finds solutions that lead to `goal`.
    ///
    /// # Errors
    ///
    /// [`Error::Shape`] unless the sides are 2 to [`MAX_SIDE`].
    pub fn new(goal: &Rectangle) -> Result<Finder> {
        check(goal.extent())?;
        let limits = Limits::of_any_size();
        Ok(Finder { goal: goal.clone(), view: View::new(goal), limits })
    }

    /// Sets the limits on the work for each board. By default they are
    /// [`Limits::of_any_size`]. Whatever they are, a solvable board has a solution.
    #[must_use]
    pub fn limited(self, limits: Limits) -> Finder {
        Finder { limits, ..self }
    }

    /// The limits on the work for each board.
    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The goal.
    pub const fn goal(&self) -> &Rectangle {
        &self.goal
    }

    /// A lower bound of the distance, with its parity: Manhattan distance and linear conflicts.
    ///
    /// # Errors
    ///
    /// [`Error::Unsolvable`] if the board cannot reach the goal, and [`Error::Board`] if it has
    /// another size.
    pub fn lower_bound(&self, board: &Rectangle) -> Result<u32> {
        if let Some(why) = board.unsolvable(&self.goal)? {
            return Err(why.into());
        }
        Ok(bound::lower_bound(board, &self.goal))
    }

    /// Finds a solution, which is the `best` of what it returns, and a lower bound.
    ///
    /// # Errors
    ///
    /// [`Error::Unsolvable`] if the board cannot reach the goal, and [`Error::Board`] if it has
    /// another size.
    pub fn find(&self, board: &Rectangle) -> Result<Stopped> {
        let at_least = self.lower_bound(board)?;
        let budget = Budget::new(&self.limits);
        let moves = solve::solve(&self.view.field(board), &self.view.ending, at_least, &budget);
        let moves = moves.ok_or(Error::Interrupted)?;
        Ok(budget.stopped(at_least, Some(self.view.solution(&moves))))
    }
}

/// Checks that a [`Finder`] answers boards of this size.
///
/// # Errors
///
/// [`ShapeError::Side`] unless the sides are 2 to [`MAX_SIDE`].
pub fn check(extent: Extent) -> Result<(), ShapeError> {
    let Extent { rows, cols } = extent;
    if [rows, cols].iter().all(|side| (2..=MAX_SIDE).contains(side)) {
        return Ok(());
    }
    Err(ShapeError::Side { rows, cols, longest: MAX_SIDE })
}
