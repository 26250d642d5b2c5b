//! Boards of any size: a good solution at once, a better one with time, and a lower bound.
//!
//! An [`Oracle`](crate::Oracle) can prove that its answers to boards of up to 25 cells are optimal.
//! One [of any size](crate::Oracle::of_any_size) answers boards with sides of up to
//! [`Shape::MAX_SIDE`], and says how far its answer can be from optimal: no solution is shorter
//! than [`Interval::at_least`]. Every solvable board has an answer. With a limit on boards, it is
//! the same on every machine.
//!
//! ```
//! use tilebase::oracle::{Ask, Outcome};
//! use tilebase::{Limits, Board, Tablebase};
//! let goal = Board::goal("6x6".parse()?)?;
//! let cells = [34, 35].into_iter().chain((0..34).rev());
//! let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
//! let board: Board = cells.join(" ").parse()?;
//! let oracle = Tablebase::embedded().oracle(&goal)?.limited(Limits::default().boards(10_000));
//! let Outcome::Bounded(found) = oracle.answer(&board, Ask::SOLUTION)? else { panic!("proved") };
//! let moves = found.best.expect("a solution");
//! assert_eq!(board.after(&moves), Some(goal));
//! assert!(found.at_least > 100 && found.at_least as usize <= moves.len());
//! # Ok::<(), tilebase::Error>(())
//! ```
//!
//! # How it works
//!
//! The steps, in order. `improve.rs` has steps 4 to 7.
//!
//! 1. **The bound** (`near_goal.rs`): Manhattan distance and linear conflicts. A solution of
//!    this length ends the search.
//! 2. **The proof** (`near_goal.rs`): IDA* finds the canonical solution of a board near its goal
//!    with a twentieth of the limits. Where it does not get there, it has raised the bound. If a
//!    solution as short as that is found later, or if a proof is asked for, it goes on in the end.
//! 3. **Normal form** (`normal_board.rs`): the board is renumbered so that each number belongs in
//!    the cell of this number and the blank in the last cell, whatever the goal.
//! 4. **The first solution** (`fill_lines.rs`): rows and columns are filled from the outside, tile
//!    by tile. This cannot fail.
//! 5. **Rounds of beams** (`improve.rs`): a narrow beam, then wider ones, as far as the budget
//!    allows, then more of the widest with other weights. The widths are fixed, so more work
//!    repeats what less work does, and then goes on. A beam (`tree_beam.rs`) expands all boards of
//!    its frontier, and of these candidates keeps those with the best ranks, equally many for each
//!    cell of the blank. A rank is a score (`score.rs`: squares of steps, with the learned terms of
//!    `general_terms.rs`, among them those of `line_conflicts.rs` and `flows.rs`), the price of the
//!    blank's cell (`prices.rs`), and what `odd_clusters.rs` counts. `cutoffs.rs` drops early those
//!    that cannot be kept. A board is only the move from its parent, so a move costs the same on
//!    every size: one board walks along the tree of moves, from each board of the frontier to the
//!    next. Prices let a beam of 8 boards solve 100x100: it leaves an area where there is nothing
//!    to gain any more. 6x6 and 7x7 have scores of their own (`learned.rs`).
//! 6. **Filling lines by beams**: if a beam stalls, short beams bring the tiles of the first row or
//!    column to their cells, two at a time. The rest is a smaller board, for step 5 again, in
//!    the same round. A round that takes longer than planned goes on with narrow beams, and from
//!    where those stop, step 4 fills the lines: it always ends with a solution.
//! 7. **Windows** (`windows.rs`): with the rest of the budget, beams replace parts of the best
//!    solution by shorter ones, the worst sections first, on several threads if the budget is a
//!    time.
//!
//! Constants that were tuned are in `tuning.rs`. `docs/any-size.md` has figures, and
//! `docs/history.md` what was tried.

mod cutoffs;
mod fill_lines;
mod flows;
mod general_terms;
mod improve;
mod learned;
mod line_conflicts;
mod near_goal;
mod normal_board;
mod odd_clusters;
mod prices;
mod score;
mod tile_code;
mod tiles;
#[doc(hidden)]
pub mod training;
mod tree_beam;
mod tuning;
mod windows;

use crate::error::{Error, Result};
use crate::limits::{Budget, Interval, Limits};
use crate::puzzle::{LargeBoard, Metric, Shape, ShapeError};
use near_goal::{Proof, Share};
use normal_board::Normalization;

/// Finds solutions of boards of any size, for one goal. See the [module](self).
#[derive(Clone, Debug)]
pub(crate) struct Finder {
    goal: LargeBoard,
    normalization: Normalization,
}

impl Finder {
    /// Creates a finder of solutions that lead to `goal`, unless its sides are too long.
    pub(crate) fn new(goal: &LargeBoard) -> Result<Finder> {
        check(goal.shape())?;
        Ok(Finder { goal: goal.clone(), normalization: Normalization::new(goal) })
    }

    /// The goal.
    pub(crate) const fn goal(&self) -> &LargeBoard {
        &self.goal
    }

    /// A lower bound of the distance, with its parity: Manhattan distance and linear conflicts.
    pub(crate) fn lower_bound(&self, board: &LargeBoard) -> Result<u32> {
        self.expect(board)?;
        Ok(Proof::new(board, &self.goal).at_least)
    }

    /// Refuses a board that cannot reach the goal, or has another size.
    fn expect(&self, board: &LargeBoard) -> Result<()> {
        board.unsolvable(&self.goal)?.map_or(Ok(()), |why| Err(why.into()))
    }

    /// Finds a solution and a lower bound within limits, on several threads. It is the canonical
    /// one if [`Interval::is_canonical`] says so, which is so for boards near the goal, and for all
    /// that end within the limits if these are [for a proof](Limits::proof). With a limit on
    /// boards only one thread is used, so that the answer does not depend on their number. A
    /// solvable board has a solution whatever the limits are.
    pub(crate) fn find(
        &self,
        board: &LargeBoard,
        limits: &Limits,
        threads: usize,
    ) -> Result<Interval> {
        self.expect(board)?;
        let budget = Budget::new(limits);
        let canonical = |moves| Interval::beside(moves, Metric::Single, budget.generated());
        let mut proof = Proof::new(board, &self.goal);
        if let Some(moves) = proof.search(Share::Small, &budget) {
            return Ok(canonical(moves));
        }
        let normal = self.normalization.normal_board(board);
        let threads = if limits.boards.is_some() { 1 } else { threads };
        let walk_back = &self.normalization.walk_back;
        let moves = improve::solve(&normal, walk_back, proof.at_least, &budget, threads);
        let moves = moves.ok_or(Error::Interrupted)?;
        let is_proved = moves.len() as u32 == proof.at_least;
        let share = if limits.proof { Share::Unlimited } else { Share::Rest };
        if (limits.proof || is_proved)
            && let Some(moves) = proof.search(share, &budget)
        {
            return Ok(canonical(moves));
        }
        Ok(budget.stopped(proof.at_least, Some(self.normalization.solution(&moves))))
    }
}

/// Checks that boards of this size are answered.
///
/// # Errors
///
/// [`ShapeError::Side`] unless the sides are 2 to [`Shape::MAX_SIDE`].
pub fn check(shape: Shape) -> Result<(), ShapeError> {
    shape.expect_sides(Shape::MAX_SIDE)
}
