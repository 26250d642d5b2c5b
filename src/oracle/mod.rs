//! The oracle: optimal answers for any board and any goal, by walking a table.

mod batch;
mod digits;
mod eight;
mod lines;
mod short;
mod short_answer;
mod solutions;
mod tablebase;
mod view;
mod walks;

use std::collections::BTreeMap;

use crate::error::{Error, Fault, Result};
use crate::puzzle::{Board, BoardError, Coordinates, Move, MoveSet, Moves, Unsolvable};
use crate::table::{Bytes, Table};
pub use batch::Batch;
pub use short_answer::ShortAnswer;
pub use solutions::Solutions;
pub use tablebase::Tablebase;
use view::View;

/// Answers for one goal, looked up in a table. Cheap to make: tiles are relabelled and the board is laid as the table has it.
///
/// Every method takes a board of the goal's shape, and has these errors:
///
/// * [`Error::Unsolvable`] where the board cannot reach the goal, which is an answer;
/// * [`Error::Board`] where it is of another shape;
/// * [`Error::Table`] where the table is damaged. A wrong answer never comes of it.
///
/// ```
/// use tilebase::{Board, Oracle, Orbit, embedded};
/// let goal: Board = "1 2 3 8 x 4 7 6 5".parse()?;
/// let table = embedded(Orbit::of(goal.shape(), goal.blank_cell())).expect("3x3 is embedded");
/// let oracle = Oracle::new(table, &goal)?;
/// let start: Board = "2 8 3 1 x 4 7 6 5".parse()?;
/// let solution = oracle.solution(&start)?;
/// assert_eq!(solution.to_string(), "uldr");
/// assert_eq!(start.after(&solution), Some(goal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Oracle<'t, D = Bytes> {
    table: &'t Table<D>,
    goal: Board,
    view: View,
}

impl<D> Clone for Oracle<'_, D> {
    fn clone(&self) -> Self {
        Oracle { table: self.table, goal: self.goal, view: self.view.clone() }
    }
}

impl<'t, D: AsRef<[u8]>> Oracle<'t, D> {
    /// The oracle for `goal`, which a table of the goal's orbit serves.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] for a table of another orbit.
    pub fn new(table: &'t Table<D>, goal: &Board) -> Result<Oracle<'t, D>> {
        let view = View::new(goal);
        let (expected, found) = (view.orbit(), table.orbit());
        if expected != found {
            return Err(Error::OtherTable { name: table.name().to_owned(), expected, found });
        }
        Ok(Oracle { table, goal: *goal, view })
    }

    /// The goal.
    #[must_use]
    pub const fn goal(&self) -> &Board {
        &self.goal
    }

    /// The table.
    #[must_use]
    pub const fn table(&self) -> &'t Table<D> {
        self.table
    }

    /// The least number of moves to the goal.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn distance(&self, board: &Board) -> Result<u32> {
        let mut distance = 0;
        self.walk(board, |_| distance += 1)?;
        Ok(distance)
    }

    /// The canonical solution: of all shortest ones the lexicographically smallest under d < l < r < u.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn solution(&self, board: &Board) -> Result<Moves> {
        let mut moves = Vec::new();
        self.walk(board, |mv| moves.push(mv))?;
        Ok(Moves(moves))
    }

    /// All moves that lower the distance by one: none at the goal.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn optimal_moves(&self, board: &Board) -> Result<MoveSet> {
        self.entry(self.locate(board)?, self.diameter())
    }

    /// Every shortest solution, in lexicographic order.
    ///
    /// ```
    /// # use tilebase::{Tablebase, Board};
    /// # let tables = Tablebase::embedded();
    /// let oracle = tables.oracle(&"12/3x".parse()?)?;
    /// let antipode: Board = "x3/21".parse()?;
    /// let all: Vec<String> = oracle.solutions(&antipode)?.map(|s| s.map(|s| s.to_string())).collect::<Result<_, _>>()?;
    /// assert_eq!(all, ["druldr", "rdlurd"]);
    /// assert_eq!(oracle.count_solutions(&antipode)?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Oracle`]; damage that is met later comes as an item, the last.
    pub fn solutions(&self, board: &Board) -> Result<Solutions<'_, D>> {
        let start = self.locate(board)?;
        Solutions::new(self, start)
    }

    /// The number of shortest solutions, without listing them.
    ///
    /// # Errors
    ///
    /// See [`Oracle`].
    pub fn count_solutions(&self, board: &Board) -> Result<u128> {
        // The states that shortest solutions pass after each move, and in how many ways. A walk has at most 4 * 3^79 ways (6x2, the
        // longest, has diameter 80; the move back is never optimal), which fits.
        let mut level = BTreeMap::from([(self.locate(board)?, 1u128)]);
        let mut left = self.diameter();
        loop {
            let mut next = BTreeMap::new();
            for (at, ways) in level {
                let moves = self.entry(at, left)?;
                if moves.is_empty() {
                    return Ok(ways);
                }
                for mv in moves.iter() {
                    let total: &mut u128 = next.entry(self.step(at, mv, left)?).or_default();
                    *total = total.saturating_add(ways);
                }
            }
            level = next;
            left -= 1;
        }
    }

    fn diameter(&self) -> u32 {
        self.table.header().diameter()
    }

    fn locate(&self, board: &Board) -> Result<Coordinates> {
        self.place(board)?.ok_or_else(|| Unsolvable::between(board, &self.goal).into())
    }

    /// Where a board stands in the table, or `None` where it cannot reach the goal.
    #[inline]
    fn place(&self, board: &Board) -> Result<Option<Coordinates>> {
        self.check_shape(board)?;
        Ok(self.view.locate(board))
    }

    #[inline]
    fn check_shape(&self, board: &Board) -> Result<()> {
        let (expected, found) = (self.goal.shape(), board.shape());
        if expected == found {
            Ok(())
        } else {
            Err(BoardError::OtherShape { expected: expected.into(), found: found.into() }.into())
        }
    }

    /// Follows the first optimal moves from `board` to the goal.
    fn walk(&self, board: &Board, mut visit: impl FnMut(Move)) -> Result<()> {
        let mut at = self.locate(board)?;
        let mut left = self.diameter();
        while let Some(mv) = self.entry(at, left)?.first() {
            at = self.step(at, mv, left)?;
            left -= 1;
            visit(mv);
        }
        Ok(())
    }

    /// The optimal moves at a state, on the board, with `left` moves left of those that the diameter allows. None means the goal.
    #[inline]
    fn entry(&self, at: Coordinates, left: u32) -> Result<MoveSet> {
        let moves = self.table.probe(self.table.steps().index(at))?;
        if moves.is_empty() || left == 0 {
            self.expect_goal(at, moves, left)?;
        }
        Ok(self.view.moves_back(moves))
    }

    /// The error of a walk that ends, by this entry or because no move is left, unless it ends at the goal.
    fn expect_goal(&self, at: Coordinates, moves: MoveSet, left: u32) -> Result<()> {
        let goal = Coordinates { blank: self.table.orbit().goal_blank(), order: 0 };
        if at == goal && moves.is_empty() { Ok(()) } else { Err(self.nowhere(at, moves, left)) }
    }

    /// The state that a move on the board leads to.
    #[inline]
    fn step(&self, at: Coordinates, mv: Move, left: u32) -> Result<Coordinates> {
        let there = self.view.there(mv);
        let next = self.table.steps().step(at, there);
        next.ok_or_else(|| self.nowhere(at, [there].into_iter().collect(), left))
    }

    #[cold]
    fn nowhere(&self, at: Coordinates, moves: MoveSet, left: u32) -> Error {
        let index = self.table.steps().index(at);
        self.table.error(Fault::Walk { index, entry: moves.bits(), left, diameter: self.diameter() })
    }
}
