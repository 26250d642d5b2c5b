//! Answers one board at a time by walking a table.

use std::sync::Arc;

use super::relabelling::Relabelling;
use super::unpacked::{LegalMoves, Unpack};
use super::walk;
use crate::error::{Error, Result};
use crate::puzzle::{Board, Coordinates, Move, MoveSet, Moves, MultiMove, Orbit, Unsolvable};
use crate::space::Sliding;
use crate::table::Table;

/// A goal, and the table of its orbit.
#[derive(Clone, Debug)]
pub(super) struct Walker(pub(super) Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) table: Arc<Table>,
    pub(super) space: Sliding,
    pub(super) goal: Board,
    pub(super) relabelling: Relabelling,
}

impl Walker {
    /// Creates the walker for `goal` from a table of the goal's orbit.
    pub(super) fn new(table: impl Into<Arc<Table>>, goal: &Board) -> Result<Walker> {
        let (table, orbit) = (table.into(), Orbit::from(goal));
        if table.puzzle() != orbit.into() {
            let (name, expected) = (table.name().to_owned(), orbit.into());
            return Err(Error::OtherTable { name, expected, found: table.puzzle() });
        }
        let (space, relabelling) = (Sliding::try_from(orbit)?, Relabelling::new(goal));
        Ok(Walker(Arc::new(Inner { table, space, goal: *goal, relabelling })))
    }

    pub(super) fn goal(&self) -> &Board {
        &self.0.goal
    }

    pub(super) fn table(&self) -> &Arc<Table> {
        &self.0.table
    }

    pub(super) fn distance(&self, board: &Board) -> Result<u32> {
        self.walk(self.locate(board)?, |_| ())
    }

    pub(super) fn solution(&self, board: &Board) -> Result<Moves> {
        let mut moves = Vec::new();
        self.walk(self.locate(board)?, |mv| moves.push(mv))?;
        Ok(moves.into())
    }

    pub(super) fn optimal_moves(&self, board: &Board) -> Result<MoveSet> {
        self.claim(self.locate(board)?, self.diameter(), MoveSet::EMPTY)
    }

    pub(super) fn count_solutions(&self, board: &Board) -> Result<u128> {
        let start = self.locate(board)?;
        super::solutions::count(self, start, self.walk(start, |_| ())?)
    }

    pub(super) fn diameter(&self) -> u32 {
        self.0.table.header().diameter()
    }

    pub(super) fn locate(&self, board: &Board) -> Result<Coordinates> {
        self.place(board)?.ok_or_else(|| self.unsolvable(board).into())
    }

    /// Why a board cannot reach the goal, if it cannot.
    pub(super) fn unsolvable(&self, board: &Board) -> Unsolvable {
        Unsolvable::known(board.cells(), &self.0.goal)
    }

    /// The state of a board in the table, or `None` if it cannot reach the goal.
    #[inline]
    pub(super) fn place(&self, board: &Board) -> Result<Option<Coordinates>> {
        board.expect_shape(self.0.goal.shape())?;
        Ok(self.0.relabelling.locate(board))
    }

    /// Follows the first optimal moves from a state to the goal, and returns their number.
    pub(super) fn walk(&self, mut at: Coordinates, mut visit: impl FnMut(Move)) -> Result<u32> {
        let diameter = self.diameter();
        let (mut left, mut back) = (diameter, MoveSet::EMPTY);
        while let Some(mv) = self.claim(at, left, back)?.first() {
            at = self.step(at, mv)?;
            (left, back) = (left - 1, mv.inverse().into());
            visit(mv);
        }
        Ok(diameter - left)
    }

    /// Reads and checks the optimal moves at a state, as moves on the board. None means the goal.
    #[inline]
    pub(super) fn claim(&self, at: Coordinates, left: u32, back: MoveSet) -> Result<MoveSet> {
        let Inner { table, space, relabelling, .. } = &*self.0;
        let back = back.into_iter().map(|mv| relabelling.in_table(mv)).collect();
        Ok(relabelling.on_board(walk::claim(table, space, at, left, back)?))
    }

    /// The state after a move on the board.
    #[inline]
    pub(super) fn step(&self, at: Coordinates, mv: Move) -> Result<Coordinates> {
        let there = self.0.relabelling.in_table(mv);
        let next = self.0.space.step(at, there);
        next.ok_or_else(|| self.fault(at, "legal moves", format!("`{there}`")))
    }

    #[cold]
    pub(super) fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        walk::fault(&self.0.table, &self.0.space, at, expected, found)
    }
}

/// A word has two bits for each move, the first lowest, then a 1 bit that marks the end.
impl Unpack for Walker {
    const CELLS: u8 = 1;
    const LONGEST: u32 = 31;
    const EMPTY: u64 = 1;

    #[inline]
    fn word(mv: MultiMove, rest: u64) -> u64 {
        rest << 2 | mv.mv as u64
    }

    fn goal(&self) -> &Board {
        self.goal()
    }

    fn diameter(&self) -> u32 {
        self.diameter()
    }

    fn goal_in_table(&self) -> Option<Coordinates> {
        self.place(self.goal()).ok()?
    }

    #[inline]
    fn step_in_table(&self, at: Coordinates, mv: Move) -> Option<Coordinates> {
        self.step(at, mv).ok()
    }

    /// The optimal moves, and above them the legal ones.
    #[inline]
    fn kept(&self, in_table: Coordinates, distance: u32, legal: &LegalMoves) -> Option<u8> {
        let claim = self.claim(in_table, self.diameter(), MoveSet::EMPTY).ok()?;
        let optimal = legal.iter().filter(|&&(_, after)| after < distance);
        let optimal: MoveSet = optimal.map(|(mv, _)| mv.mv).collect();
        let legal: MoveSet = legal.iter().map(|(mv, _)| mv.mv).collect();
        (claim == optimal).then_some(legal.bits() << 4 | optimal.bits())
    }
}
