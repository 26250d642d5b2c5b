//! Heuristics: estimates of how far a board is from the goal.

use crate::costs::CostManhattan;
use crate::error::{Error, Result};
use crate::linear_conflicts::linear_conflicts;
use crate::oracle::Oracle;
use crate::puzzle::{MAX_CELLS, Move, Shape, SmallBoard};

/// An estimate of the distance to a goal. It is *admissible* if it never exceeds the distance, and
/// *consistent* if every move changes it by at most one and it is 0 at the goal. A consistent
/// estimate is admissible.
///
/// It is admissible in one metric: in the multi-tile metric a move slides several tiles, so a
/// heuristic that is admissible for single tiles seldom is there.
///
/// Any closure that returns a number for a board is a heuristic:
///
/// ```
/// use tilebase::search::{Method, Problem, solve};
/// use tilebase::{Limits, puzzle::SmallBoard};
/// let goal: SmallBoard = "12345678x".parse()?;
/// let heuristic = |board: &SmallBoard| u64::from(board.cells()[0] != 1);
/// let problem = Problem::new("1 2 3 x 4 6 7 5 8".parse()?, goal, &heuristic);
/// assert_eq!(solve(Method::AStar, &problem, &Limits::default())?.distance, Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Sync {
    /// The estimate of a board.
    ///
    /// # Errors
    ///
    /// Any [`Error`], if there is no estimate because what it is computed from is
    /// damaged. It ends the search. Never return 0 instead: the search would go on, and its effort
    /// would say nothing about the heuristic.
    fn estimate(&self, board: &SmallBoard) -> Result<u64>;

    /// The estimate of `next`, the board after `mv` on `board`. `before` is the estimate of
    /// `board`, for heuristics that can be updated incrementally.
    fn after(
        &self,
        _board: &SmallBoard,
        _mv: Move,
        next: &SmallBoard,
        _before: u64,
    ) -> Result<u64> {
        self.estimate(next)
    }

    /// True if the estimate is known never to exceed the distance. Then a search that is stopped
    /// says how far the board is at least.
    fn is_admissible(&self) -> bool {
        false
    }
}

impl<F: Fn(&SmallBoard) -> u64 + Sync> Heuristic for F {
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self(board))
    }
}

/// No estimate: 0 for every board.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&self, _: &SmallBoard) -> Result<u64> {
        Ok(0)
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

/// The number of tiles that are not in their goal cell. Each must move at least once.
#[derive(Clone, Debug)]
pub(super) struct Misplaced(pub SmallBoard);

impl Heuristic for Misplaced {
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let pairs = board.cells().iter().zip(self.0.cells());
        Ok(pairs.filter(|&(&here, there)| here != 0 && here != *there).count() as u64)
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

/// The sum over all tiles of the straight line between the tile and its goal cell, rounded down. It
/// is never more than the Manhattan distance, so it only shows what diagonal moves would be worth.
#[derive(Clone, Debug)]
pub(super) struct Euclidean {
    /// For each tile and cell, how far the tile is from its goal cell, in millionths.
    away: [[u32; MAX_CELLS]; MAX_CELLS],
}

impl Euclidean {
    /// Creates the heuristic for this goal.
    pub(super) fn new(goal: &SmallBoard) -> Euclidean {
        let cols = goal.shape().cols();
        let mut away = [[0; MAX_CELLS]; MAX_CELLS];
        for (place, &tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (cell, away) in away[usize::from(tile)].iter_mut().enumerate() {
                let rows = (cell / cols).abs_diff(place / cols);
                let columns = (cell % cols).abs_diff(place % cols);
                let squares = (rows * rows + columns * columns) as u64;
                *away = (squares * 1_000_000_000_000).isqrt() as u32;
            }
        }
        Euclidean { away }
    }
}

impl Heuristic for Euclidean {
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let tiles = board.cells().iter().enumerate();
        let sum: u32 = tiles.map(|(cell, &tile)| self.away[usize::from(tile)][cell]).sum();
        Ok((sum / 1_000_000).into())
    }

    fn is_admissible(&self) -> bool {
        true
    }
}

/// The sum over all tiles of the rows and columns between the tile and its goal cell. A move brings
/// only one tile nearer, and only by one.
///
/// Its mean over all boards of 3x3 is 14.0. The mean distance is 22.0.
#[derive(Clone, Debug)]
pub struct Manhattan {
    /// For each tile and cell, how far the tile is from its goal cell.
    away: [[u8; MAX_CELLS]; MAX_CELLS],
}

impl Manhattan {
    /// Creates the heuristic for this goal.
    pub fn new(goal: &SmallBoard) -> Manhattan {
        let shape = Shape::from(goal.shape());
        Manhattan::adding(goal, |a, b| shape.steps(a, b))
    }

    /// The sum over all tiles of how far a tile's cell is from its goal cell.
    fn adding(goal: &SmallBoard, distance: impl Fn(usize, usize) -> usize) -> Manhattan {
        let mut away = [[0; MAX_CELLS]; MAX_CELLS];
        for (place, &tile) in goal.cells().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            for (cell, away) in
                away[usize::from(tile)][..goal.shape().cells()].iter_mut().enumerate()
            {
                *away = distance(cell, place) as u8;
            }
        }
        Manhattan { away }
    }

    /// The estimate, which cannot fail.
    pub(crate) fn sum(&self, board: &SmallBoard) -> u32 {
        let tiles = board.cells().iter().enumerate();
        tiles.map(|(cell, &tile)| u32::from(self.away[usize::from(tile)][cell])).sum()
    }
}

impl Heuristic for Manhattan {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self.sum(board).into())
    }

    /// Only the tile that moved makes a difference. It is now where the blank was.
    fn after(&self, board: &SmallBoard, _: Move, next: &SmallBoard, before: u64) -> Result<u64> {
        let (from, to) = (next.blank_cell(), board.blank_cell());
        let away = &self.away[usize::from(board.cells()[from])];
        Ok(before + u64::from(away[to]) - u64::from(away[from]))
    }
}

impl Heuristic for CostManhattan {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self.sum(board))
    }
}

/// The Manhattan distance for the multi-tile metric. A move along a row brings at most all other
/// cells of the row nearer by one column, so the columns between tiles and goal cells, divided by
/// their number and rounded up, are a lower bound on the moves along rows. The same holds for moves
/// along columns, and no move is along both.
#[derive(Clone, Debug)]
pub(super) struct MultiManhattan {
    /// The sum of columns, and the most that one move changes.
    along_rows: (Manhattan, u32),
    along_columns: (Manhattan, u32),
}

impl MultiManhattan {
    /// Creates the heuristic for this goal.
    pub(super) fn new(goal: &SmallBoard) -> MultiManhattan {
        let (rows, cols) = (goal.shape().rows(), goal.shape().cols());
        let columns = Manhattan::adding(goal, |a, b| (a % cols).abs_diff(b % cols));
        let lines = Manhattan::adding(goal, |a, b| (a / cols).abs_diff(b / cols));
        MultiManhattan {
            along_rows: (columns, cols as u32 - 1),
            along_columns: (lines, rows as u32 - 1),
        }
    }
}

impl Heuristic for MultiManhattan {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let [rows, columns] = [&self.along_rows, &self.along_columns]
            .map(|(away, most)| away.sum(board).div_ceil(*most));
        Ok(u64::from(rows + columns))
    }
}

/// The Manhattan distance, plus two moves for each tile that must leave its row or column to let
/// others pass (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful
/// admissible heuristics", Information Sciences 63, 1992).
///
/// Consider the tiles of a row whose goal cells are in the same row. In the end they are in the
/// order of their goal cells. All of them except the longest subsequence that is already in order
/// must leave the row. Columns are treated alike.
#[derive(Clone, Debug)]
pub(super) struct LinearConflict {
    manhattan: Manhattan,
    size: Shape,
    /// The goal cell of each tile.
    place: Vec<usize>,
}

impl LinearConflict {
    /// Creates the heuristic for this goal.
    pub(super) fn new(goal: &SmallBoard) -> LinearConflict {
        let mut place = vec![0; goal.shape().cells()];
        for (cell, &tile) in goal.cells().iter().enumerate() {
            place[usize::from(tile)] = cell;
        }
        LinearConflict { manhattan: Manhattan::new(goal), size: goal.shape().into(), place }
    }
}

impl Heuristic for LinearConflict {
    fn is_admissible(&self) -> bool {
        true
    }

    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        let conflicts = linear_conflicts(self.size, |cell| {
            let tile = usize::from(board.cells()[cell]);
            (tile != 0).then(|| self.place[tile])
        });
        Ok(u64::from(self.manhattan.sum(board)) + 2 * conflicts as u64)
    }
}

/// Adds up the number of moves that each of several patterns of tiles needs. The estimate is the
/// greatest sum that the tables of a search give (Felner, Korf and Hanan, "Additive pattern
/// database heuristics", Journal of Artificial Intelligence Research 22, 2004). The example
/// `additive_patterns` explains it in plain code.
#[derive(Clone, Debug)]
pub(super) struct PatternHeuristic(pub Oracle);

impl Heuristic for PatternHeuristic {
    fn is_admissible(&self) -> bool {
        true
    }

    /// The estimate of a board that cannot reach the goal is 0. An error if a table is damaged.
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        match self.0.lower_bound(board) {
            Err(Error::Unsolvable(_)) => Ok(0),
            estimate => estimate.map(u64::from),
        }
    }
}

/// The true distance: the best possible estimate.
impl Heuristic for Oracle {
    /// The estimate of a board that cannot reach the goal is 0. An error if the table is damaged,
    /// or if a search reached a limit.
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        match self.distance(board) {
            Err(Error::Unsolvable(_)) => Ok(0),
            distance => distance.map(u64::from),
        }
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
