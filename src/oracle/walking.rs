//! Walks of a table towards the goal, in either metric.

use std::fmt;
use std::sync::Arc;

use super::boards::BatchError;
use super::relabelling::Relabelling;
use super::walk;
use crate::error::{Error, Result};
use crate::puzzle::{Board, Coordinates, Move, MoveSet, Orbit, Puzzle, Slide, Unsolvable};
use crate::space::Space;
use crate::table::Table;

/// How a metric reads a table.
pub(crate) trait Walking: Slide {
    /// The states of a table.
    type Space: Space<State = Coordinates> + fmt::Debug + Send;
    /// One optimal step from a state, and all of them in order.
    type Step;
    type Steps: ExactSizeIterator<Item = Self::Step> + Send;

    fn space(orbit: Orbit) -> Result<Self::Space>;

    /// Reads and checks what the table claims at a state: the steps that lower the distance. Only
    /// the goal has none. `left` is the number of moves left, and `ruled_out` are the directions in
    /// which no shortest path goes on.
    fn optimal_steps(
        walker: &TableWalker<Self>,
        at: Coordinates,
        left: u32,
        ruled_out: MoveSet,
    ) -> Result<Self::Steps>;

    /// The move of a step, and the state after it.
    fn follow(
        walker: &TableWalker<Self>,
        at: Coordinates,
        step: Self::Step,
    ) -> Result<(Self, Coordinates)>;

    /// Appends a move.
    fn push(moves: &mut Self::Sequence, mv: Self);

    /// All optimal moves at a state.
    fn optimal_moves(walker: &TableWalker<Self>, at: Coordinates) -> Result<Self::Set> {
        let steps = Self::optimal_steps(walker, at, walker.diameter(), MoveSet::EMPTY)?;
        steps.map(|step| Ok(Self::follow(walker, at, step)?.0)).collect()
    }

    /// Every legal move of a board with the distance after it.
    fn legal_moves(
        walker: &TableWalker<Self>,
        board: &Board,
        distance: u32,
    ) -> Result<Vec<(Self, u32)>>;

    /// The state in the table after the blank moves by one cell on the board.
    fn neighbour(walker: &TableWalker<Self>, at: Coordinates, mv: Move) -> Option<Coordinates>;

    /// Walks from every board to the goal, and calls `visit` for each move with the answer of the
    /// board, which starts as the default. The answer of a board that cannot reach the goal is
    /// `None`.
    fn walk_all<A: Default>(
        walker: &TableWalker<Self>,
        boards: &[Board],
        answers: &mut [Option<A>],
        visit: impl Fn(&mut A, Self),
    ) -> std::result::Result<(), BatchError> {
        for (index, (board, answer)) in boards.iter().zip(answers).enumerate() {
            let walked = walker.place(board).and_then(|place| {
                *answer = place.map(|_| A::default());
                let (Some(at), Some(answer)) = (place, answer) else { return Ok(0) };
                walker.walk(at, |mv| visit(answer, mv))
            });
            walked.map_err(|error| BatchError::new(index, error))?;
        }
        Ok(())
    }
}

/// A goal, and the table of its orbit.
#[derive(Debug)]
pub(crate) struct TableWalker<M: Walking = Move>(Arc<GoalInTable<M>>);

#[derive(Debug)]
struct GoalInTable<M: Walking> {
    table: Arc<Table>,
    space: M::Space,
    goal: Board,
    relabelling: Relabelling,
}

impl<M: Walking> Clone for TableWalker<M> {
    fn clone(&self) -> TableWalker<M> {
        TableWalker(Arc::clone(&self.0))
    }
}

impl<M: Walking> TableWalker<M> {
    /// Creates the walker for `goal` from a table of the goal's orbit.
    pub(crate) fn new(table: Arc<Table>, goal: &Board) -> Result<TableWalker<M>> {
        let orbit = Orbit::from(goal);
        table.expect_puzzle(Puzzle::of_all_boards(orbit, M::METRIC))?;
        let (space, relabelling) = (M::space(orbit)?, Relabelling::new(goal));
        Ok(TableWalker(Arc::new(GoalInTable { table, space, goal: *goal, relabelling })))
    }

    pub(crate) fn goal(&self) -> &Board {
        &self.0.goal
    }

    pub(crate) fn table(&self) -> &Arc<Table> {
        &self.0.table
    }

    #[inline]
    pub(crate) fn space(&self) -> &M::Space {
        &self.0.space
    }

    #[inline]
    pub(crate) fn relabelling(&self) -> &Relabelling {
        &self.0.relabelling
    }

    pub(crate) fn diameter(&self) -> u32 {
        self.table().header().diameter()
    }

    pub(super) fn distance(&self, board: &Board) -> Result<u32> {
        self.walk(self.locate(board)?, |_| ())
    }

    pub(super) fn solution(&self, board: &Board) -> Result<M::Sequence> {
        let mut moves = Vec::new();
        self.walk(self.locate(board)?, |mv| moves.push(mv))?;
        Ok(moves.into())
    }

    /// The state of a board that can reach the goal.
    pub(crate) fn locate(&self, board: &Board) -> Result<Coordinates> {
        self.place(board)?.ok_or_else(|| self.unsolvable(board).into())
    }

    /// Why a board cannot reach the goal, if it cannot.
    pub(super) fn unsolvable(&self, board: &Board) -> Unsolvable {
        Unsolvable::known(board.cells(), self.goal())
    }

    /// The state of a board in the table, or `None` if it cannot reach the goal.
    #[inline]
    pub(super) fn place(&self, board: &Board) -> Result<Option<Coordinates>> {
        board.expect_shape(self.goal().shape())?;
        Ok(self.relabelling().locate(board))
    }

    /// Follows the first of the optimal moves from a state to the goal, and returns their number.
    pub(super) fn walk(&self, mut at: Coordinates, mut visit: impl FnMut(M)) -> Result<u32> {
        let diameter = self.diameter();
        let (mut left, mut ruled_out) = (diameter, MoveSet::EMPTY);
        while let Some(step) = M::optimal_steps(self, at, left, ruled_out)?.next() {
            let mv;
            (mv, at) = M::follow(self, at, step)?;
            (left, ruled_out) = (left - 1, mv.rules_out());
            visit(mv);
        }
        Ok(diameter - left)
    }

    /// The error for a walk that fails at a state.
    #[cold]
    pub(crate) fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        walk::fault(self.table(), self.space(), at, expected, found)
    }
}
