//! Solving in stages, the way a person does: row by row and column by column.
//!
//! A stage is a goal that names some tiles and leaves all other cells free. Once they are in place
//! they are *locked*: no later stage moves them, so the rest is a smaller board. Every stage has
//! the fewest moves there are with the earlier ones in place. All of them together are longer than
//! a shortest solution, and often much longer.
//!
//! ```
//! use tilebase::stages::Stages;
//! use tilebase::{Board, puzzle::Metric};
//! let board: Board = "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / x 14 15 12".parse()?;
//! let stages = Stages::usual(&Board::goal(board.shape())?, Metric::Single, 1)?;
//! let moves = stages.solve(&board)?.into_iter().map(|moves| moves.to_string());
//! assert_eq!(moves.collect::<Vec<_>>(), ["uuurrd", "", "drd"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::sync::Arc;

use crate::board::Board;
use crate::error::Error;
use crate::labelled_board::{FREE, LabelledBoard};
use crate::labels::{LabelTable, MOST_STATES};
use crate::puzzle::{Metric, Moves, Shape};
use crate::threads;

/// The longest side of boards that are solved in stages.
const LONGEST_SIDE: usize = 10;

/// Why boards cannot be solved in stages.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StageError {
    /// A stage has something else in a cell that an earlier one locks.
    #[error("stage {stage}, {goal}, is against stage {earlier}, {locked}, which stays in place")]
    Against {
        /// The stage, counted from 1.
        stage: usize,
        /// Its goal.
        goal: String,
        /// The earlier stage.
        earlier: usize,
        /// Its goal.
        locked: String,
    },
    /// After the earlier stages, a board cannot reach the goal of a stage.
    #[error("stage {stage}, {goal}, is out of reach once stage {earlier}, {locked}, is in place")]
    OutOfReach {
        /// The stage, counted from 1.
        stage: usize,
        /// Its goal.
        goal: String,
        /// The stage before it.
        earlier: usize,
        /// Its goal.
        locked: String,
    },
    /// Anything else.
    #[error(transparent)]
    Failed(#[from] Error),
}

impl From<crate::puzzle::BoardError> for StageError {
    fn from(why: crate::puzzle::BoardError) -> StageError {
        Error::from(why).into()
    }
}

/// The stages to a goal, with a table for each.
#[derive(Debug)]
pub struct Stages {
    goals: Vec<Board>,
    tables: Vec<LabelTable>,
    metric: Metric,
}

impl Stages {
    /// The usual stages to a goal: rows and columns away from its blank, until 3x3 is left, or 2x2
    /// of boards with two rows or columns. A line that has more than 20 million places is several
    /// stages: its first tiles, several at a time, and its last two together, because
    /// a corner that waits alone is a dead end. The tables are made on some threads.
    ///
    /// # Errors
    ///
    /// [`Error::Shape`] unless the sides are 2 to 10, [`Error::SeveralGoals`] if the goal has free
    /// cells or equal tiles, and [`Error::Memory`].
    pub fn usual(goal: &Board, metric: Metric, threads: usize) -> Result<Stages, StageError> {
        if goal.is_several() {
            return Err(Error::SeveralGoals { what: "a solution in the usual stages" }.into());
        }
        goal.shape().expect_sides(LONGEST_SIDE).map_err(Error::from)?;
        let (tiles, shape) = (goal.written_cells(), goal.shape());
        let mut placed = vec![FREE.to_owned(); tiles.len()];
        let mut goals = Vec::new();
        for cells in usual_parts(shape, goal.blank_cell()) {
            for cell in cells {
                placed[cell].clone_from(&tiles[cell]);
            }
            goals.extend(LabelledBoard::new(shape, &placed)?.map(Board::of_labelled));
        }
        goals.push(goal.clone());
        Stages::new(goals, metric, threads)
    }

    /// Stages with these goals, in order.
    ///
    /// # Errors
    ///
    /// [`StageError::Against`], [`Error::TooManyStates`], and as for [`usual`](Self::usual).
    pub fn new(goals: Vec<Board>, metric: Metric, threads: usize) -> Result<Stages, StageError> {
        let mut parts: Vec<(Arc<LabelledBoard>, Vec<bool>)> = Vec::new();
        for (number, goal) in goals.iter().enumerate() {
            goal.shape().expect_sides(LONGEST_SIDE).map_err(Error::from)?;
            goals[0].large().parities(&goal.large())?;
            let goal = goal.named();
            let mut locked = vec![false; goals[0].shape().cells()];
            for (earlier, (before, _)) in parts.iter().enumerate() {
                for (cell, (own, name)) in goal.cells().zip(before.cells()).enumerate() {
                    locked[cell] |= name != FREE && name != "x";
                    if locked[cell] && own != name && own != FREE && name != FREE {
                        return Err(StageError::Against {
                            stage: number + 1,
                            goal: goals[number].to_string(),
                            earlier: earlier + 1,
                            locked: goals[earlier].to_string(),
                        });
                    }
                }
            }
            parts.push((goal, locked));
        }
        let tables =
            threads::each(&parts, threads, |(goal, locked)| LabelTable::new(goal, locked, metric));
        let tables = tables.into_iter().collect::<Result<_, _>>()?;
        Ok(Stages { goals, tables, metric })
    }

    /// The goals, in order. Those of [`usual`](Self::usual) stages name all tiles that are locked.
    pub fn goals(&self) -> &[Board] {
        &self.goals
    }

    /// The goal of all stages together: what any of them names, with the blank of the last.
    ///
    /// ```
    /// use tilebase::{Board, puzzle::Metric, stages::Stages};
    /// let goal = |text: &str| Board::parse_goal(text.as_bytes(), None);
    /// let goals = vec![goal("1 * * / * * *")?, goal("* 2 * / * * *")?];
    /// let stages = Stages::new(goals, Metric::Single, 1)?;
    /// assert_eq!(stages.whole()?, goal("1 2 * / * * *")?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A [`BoardError`](crate::puzzle::BoardError) if there are no goals.
    pub fn whole(&self) -> Result<Board, StageError> {
        let mut whole: Vec<String> = Vec::new();
        for goal in self.goals.iter().rev() {
            let cells = goal.written_cells();
            if whole.is_empty() {
                whole = cells;
                continue;
            }
            for (name, earlier) in whole.iter_mut().zip(cells) {
                if name == FREE && earlier != "x" {
                    *name = earlier;
                }
            }
        }
        let shape = self.goals.last().map(Board::shape);
        Ok(Board::parse_goal(whole.join(" ").as_bytes(), shape)?)
    }

    /// What counts as one move.
    pub const fn metric(&self) -> Metric {
        self.metric
    }

    /// The number of states of all tables, a byte each.
    pub fn states(&self) -> u64 {
        self.tables.iter().map(|table| table.counts().iter().sum::<u64>()).sum()
    }

    /// The moves of each stage: the canonical ones, given those before.
    ///
    /// # Errors
    ///
    /// [`Error::Unsolvable`] if the board cannot reach the last goal, [`Error::Board`] if it has
    /// other tiles than a goal, and [`StageError::OutOfReach`].
    pub fn solve(&self, board: &Board) -> Result<Vec<Moves>, StageError> {
        if let Some(goal) = self.goals.last() {
            board.expect_solvable(goal)?;
        }
        let (mut at, mut solution) = (board.clone(), Vec::with_capacity(self.goals.len()));
        for (number, (goal, table)) in self.goals.iter().zip(&self.tables).enumerate() {
            let numbered = goal.numbered(&at)?;
            let found = table.locate(|cell| numbered.tile_at(cell));
            let Some(found) = found else {
                let earlier = number.saturating_sub(1);
                return Err(StageError::OutOfReach {
                    stage: number + 1,
                    goal: goal.to_string(),
                    earlier: earlier + 1,
                    locked: self.goals[earlier].to_string(),
                });
            };
            let moves = table.solution(found);
            at = at.after(&moves).unwrap_or(at);
            solution.push(moves);
        }
        Ok(solution)
    }
}

/// The cells of each usual stage but the last.
fn usual_parts(shape: Shape, blank: usize) -> Vec<Vec<usize>> {
    let (row, col) = (blank / shape.cols, blank % shape.cols);
    let (mut rows, mut cols) = (0..shape.rows, 0..shape.cols);
    let mut parts = Vec::new();
    // Until 3x3 or 2x2 is left.
    while rows.len().max(cols.len()) > rows.len().min(cols.len()).min(3) {
        let mut left = rows.len() * cols.len();
        let line: Vec<usize> = if rows.len() >= cols.len() {
            let line = far_end(&mut rows, row);
            cols.clone().map(|col| line * shape.cols + col).collect()
        } else {
            let line = far_end(&mut cols, col);
            rows.clone().map(|row| row * shape.cols + line).collect()
        };
        let mut rest = &line[..];
        while !rest.is_empty() {
            let fits = |&tiles: &usize| {
                let states = (left - tiles..=left).map(|it| it as u128).product::<u128>();
                states <= MOST_STATES.into()
            };
            let most = (1..rest.len().saturating_sub(1)).rev().find(fits).unwrap_or(1);
            let tiles = if fits(&rest.len()) { rest.len() } else { most };
            let part;
            (part, rest) = rest.split_at(tiles);
            parts.push(part.to_vec());
            left -= tiles;
        }
    }
    parts
}

/// Takes the end of a range that is farther from a place, of two equally far the first.
fn far_end(range: &mut std::ops::Range<usize>, from: usize) -> usize {
    if from - range.start >= range.end - 1 - from {
        range.start += 1;
        range.start - 1
    } else {
        range.end -= 1;
        range.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_stages_are_lines_away_from_the_blank() {
        let sizes = |shape: &str, blank: usize| {
            let parts = usual_parts(shape.parse().unwrap(), blank);
            parts.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(sizes("4x4", 15), [4, 3]);
        assert_eq!(sizes("5x5", 24), [3, 2, 4, 4, 3]);
        assert_eq!(sizes("2x5", 9), [2, 2, 2]);
        assert_eq!(sizes("3x3", 8), [0; 0]);
        assert_eq!(sizes("10x10", 99)[..5], [2; 5]);
        // Row 4, then column 0.
        let parts = usual_parts("4x4".parse().unwrap(), 6);
        assert_eq!(parts, [vec![12, 13, 14, 15], vec![0, 4, 8]]);
    }
}
