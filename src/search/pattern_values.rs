//! The value of a pattern, as a pattern database has it.

use super::Heuristic;
use crate::error::{Error, Result};
use crate::generate::pattern_distances;
use crate::labels::MOST_STATES;
use crate::oracle::Oracle;
use crate::outcome::Answer;
use crate::puzzle::{Metric, Orbit, Pattern, PatternError, SmallBoard, Symmetry, rank, solvable};
use crate::space::{PatternSpace, Space as _};

/// The moves of some tiles that bring them home, whatever the other tiles do (Korf and Felner,
/// "Disjoint pattern database heuristics", Artificial Intelligence 134, 2002).
///
/// ```
/// use tilebase::puzzle::SmallBoard;
/// use tilebase::search::PatternValues;
/// let goal = SmallBoard::goal("4x4".parse()?);
/// let values = PatternValues::new(&goal, &[1, 5])?;
/// let board = "6 1 2 3 / 5 7 8 4 / 9 10 11 12 / 13 14 15 x".parse()?;
/// assert_eq!(values.zones(&board), Some(3));
/// // With the blank in the corner, in place of tile 6.
/// assert_eq!(values.least(&board), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PatternValues {
    space: PatternSpace,
    /// The map from boards to the orbit of the goal.
    symmetry: Symmetry,
    /// For each tile its number within the pattern, from 1, or 0.
    numbers: Vec<u8>,
    /// The distance of each state, or 0 if it does not reach the goal.
    distances: Vec<u8>,
}

impl PatternValues {
    /// Finds the values of the pattern of these tiles for all boards.
    ///
    /// # Errors
    ///
    /// [`Error::Pattern`] if a tile is not one of the goal's, is named twice, or there are none,
    /// and if the pattern has more than 20 million states; [`Error::Memory`].
    pub fn new(goal: &SmallBoard, tiles: &[u8]) -> Result<PatternValues> {
        let shape = goal.shape();
        let (orbit, symmetry) = Orbit::with_symmetry(shape, goal.blank_cell());
        let mut cells = 0;
        for &tile in tiles {
            let cell = goal.cells().iter().position(|&other| other == tile && tile > 0);
            let cell = cell.map(|cell| symmetry.cell(shape, cell));
            match cell.filter(|cell| cells >> cell & 1 == 0) {
                Some(cell) => cells |= 1 << cell,
                None => return Err(PatternError::Tile { tile, shape }.into()),
            }
        }
        let pattern = Pattern::new(orbit, cells)?;
        if pattern.states() > MOST_STATES {
            let (states, most) = (pattern.states(), MOST_STATES);
            return Err(PatternError::States { pattern, states, most }.into());
        }
        let mut numbers = vec![0; shape.cells()];
        let home = symmetry.board(goal);
        let tiles = home.cells().iter().enumerate().filter(|(cell, _)| cells >> cell & 1 == 1);
        for (number, (_, &tile)) in (1..).zip(tiles) {
            numbers[usize::from(tile)] = number;
        }
        let space = PatternSpace::new(pattern)?;
        let distances = pattern_distances(&space, 1)?;
        Ok(PatternValues { space, symmetry, numbers, distances })
    }

    /// The fewest moves of these tiles from this board. The blank is where the board has it. `None`
    /// if they cannot come home, which can only be if at most one tile is not among them.
    ///
    /// # Panics
    ///
    /// If the board has another shape than the goal.
    pub fn zones(&self, board: &SmallBoard) -> Option<u32> {
        let (mask, order, blank) = self.parts(board);
        self.at(self.space.segment(mask, blank), order)
    }

    /// The same with the blank wherever it is best, which is what most programs keep: it is never
    /// more.
    ///
    /// # Panics
    ///
    /// If the board has another shape than the goal.
    pub fn least(&self, board: &SmallBoard) -> Option<u32> {
        let (mask, order, _) = self.parts(board);
        let others = (0..board.shape().cells()).filter(|cell| mask >> cell & 1 == 0);
        others.filter_map(|blank| self.at(self.space.segment(mask, blank), order)).min()
    }

    /// An oracle that knows both values of each board, and nothing else.
    ///
    /// # Errors
    ///
    /// [`Error::Unsuitable`] in the multi-tile metric.
    pub fn into_oracle(self, goal: &SmallBoard, metric: Metric) -> Result<Oracle> {
        if metric == Metric::Multi {
            let why = "a pattern counts moves of single tiles; leave out the multi-tile metric";
            return Err(Error::Unsuitable { method: "additive", shape: goal.shape(), why });
        }
        let reached = *goal;
        Ok(Oracle::from_search(goal, metric, move |board| {
            solvable(board, &reached)?;
            let [heuristic, least] =
                [self.zones(board), self.least(board)].map(|value| value?.try_into().ok());
            Ok(Answer { heuristic, least, ..Answer::default() })
        }))
    }

    fn at(&self, segment: usize, order: u64) -> Option<u32> {
        let index = segment as u64 * self.space.orders() + order;
        let distance = self.distances[index as usize];
        (distance > 0 || index == self.space.goal()).then(|| distance.into())
    }

    /// The cells of the tiles, the rank of their order, and the cell of the blank.
    fn parts(&self, board: &SmallBoard) -> (u32, u64, usize) {
        let board = self.symmetry.board(board);
        assert_eq!(board.cells().len(), self.numbers.len(), "a board of the goal's shape");
        let (mut mask, mut order) = (0, Vec::with_capacity(self.space.pattern().tiles()));
        for (cell, &tile) in board.cells().iter().enumerate() {
            let number = self.numbers[usize::from(tile)];
            if number > 0 {
                mask |= 1 << cell;
                order.push(number);
            }
        }
        (mask, rank(&order), board.blank_cell())
    }
}

impl Heuristic for PatternValues {
    fn is_admissible(&self) -> bool {
        true
    }

    /// The value with the blank where it is.
    fn estimate(&self, board: &SmallBoard) -> Result<u64> {
        Ok(self.zones(board).unwrap_or_default().into())
    }
}
