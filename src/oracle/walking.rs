//! Walks of a table towards the goal, in a metric.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::given_boards::BatchError;
use super::packing::LegalMoves;
use crate::error::{Error, Result};
use crate::puzzle::{
    Coordinates, Direction, Directions, MAX_CELLS, Metric, Move, MoveSet, Moves, Orbit, Puzzle,
    SmallBoard, Symmetry, Unsolvable,
};
use crate::space::Space;
use crate::table::Table;

/// How a metric reads a table, and packs what it finds there.
pub(super) trait Walking: Copy + fmt::Debug + Send + Sync + 'static {
    const METRIC: Metric;

    /// The states of a table.
    type Space: Space<State = Coordinates> + fmt::Debug + Send + Sync;
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
        ruled_out: Directions,
    ) -> Result<Self::Steps>;

    /// The move of a step, and the state after it.
    fn follow(
        walker: &TableWalker<Self>,
        at: Coordinates,
        step: Self::Step,
    ) -> Result<(Move, Coordinates)>;

    /// All optimal moves at a state.
    fn optimal_moves(walker: &TableWalker<Self>, at: Coordinates) -> Result<MoveSet> {
        let steps = Self::optimal_steps(walker, at, walker.diameter(), Directions::EMPTY)?;
        steps.map(|step| Ok(Self::follow(walker, at, step)?.0)).collect()
    }

    /// Every legal move of a board with the distance after it.
    fn legal_moves(
        walker: &TableWalker<Self>,
        board: &SmallBoard,
        distance: u32,
    ) -> Result<Vec<(Move, u32)>>;

    /// The state in the table after the blank moves by one cell on the board.
    fn neighbour(
        walker: &TableWalker<Self>,
        at: Coordinates,
        direction: Direction,
    ) -> Option<Coordinates>;

    /// Walks from every board to the goal, and calls `visit` for each move with the answer of the
    /// board, which starts as the default. The answer of a board that cannot reach the goal is
    /// `None`.
    fn walk_all<A: Default>(
        walker: &TableWalker<Self>,
        boards: &[SmallBoard],
        answers: &mut [Option<A>],
        visit: impl Fn(&mut A, Move),
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

    /// The longest move that a packed solution can hold, in cells.
    const MOST_CELLS: u8;
    /// The longest side of a shape whose solutions are packed.
    const MOST_SIDE: usize;
    /// The length of the longest solution that fits a word.
    const MOST_MOVES: u32;
    /// The empty solution, packed.
    const NO_MOVES: u64;

    /// Packs a move and, after it, a packed solution.
    fn prepend(mv: Move, rest: u64) -> u64;

    /// Packs the legal moves into a byte that is never 0. `None` if the table contradicts them or
    /// the distance.
    fn pack_moves(
        walker: &TableWalker<Self>,
        at: Coordinates,
        distance: u32,
        legal: &LegalMoves,
    ) -> Option<u8>;
}

/// A goal, and the table of its orbit.
#[derive(Debug)]
pub(super) struct GoalInTable {
    pub(super) table: Arc<Table>,
    pub(super) goal: SmallBoard,
    pub(super) relabelling: Relabelling,
}

impl GoalInTable {
    pub(super) fn diameter(&self) -> u32 {
        self.table.header().diameter()
    }

    /// The state of a board that can reach the goal.
    pub(super) fn locate(&self, board: &SmallBoard) -> Result<Coordinates> {
        self.place(board)?.ok_or_else(|| self.unsolvable(board).into())
    }

    /// Why a board cannot reach the goal, if it cannot.
    pub(super) fn unsolvable(&self, board: &SmallBoard) -> Unsolvable {
        Unsolvable::known(board.cells(), &self.goal)
    }

    /// The state of a board in the table, or `None` if it cannot reach the goal.
    #[inline]
    pub(super) fn place(&self, board: &SmallBoard) -> Result<Option<Coordinates>> {
        board.expect_shape(self.goal.shape())?;
        Ok(self.relabelling.locate(board))
    }
}

/// Walks of the table of a goal's orbit in one metric.
#[derive(Debug)]
pub(super) struct TableWalker<W: Walking> {
    known: GoalInTable,
    pub(super) space: W::Space,
}

impl<W: Walking> Deref for TableWalker<W> {
    type Target = GoalInTable;

    #[inline]
    fn deref(&self) -> &GoalInTable {
        &self.known
    }
}

impl<W: Walking> TableWalker<W> {
    /// Creates the walker for `goal` from a table of the goal's orbit.
    pub(super) fn new(table: Arc<Table>, goal: &SmallBoard) -> Result<Arc<TableWalker<W>>> {
        let orbit = Orbit::from(goal);
        table.expect_puzzle(Puzzle::of_all_boards(orbit, W::METRIC))?;
        let (space, relabelling) = (W::space(orbit)?, Relabelling::new(goal));
        Ok(Arc::new(TableWalker { known: GoalInTable { table, goal: *goal, relabelling }, space }))
    }

    pub(super) fn solution(&self, board: &SmallBoard) -> Result<Moves> {
        let mut moves = Vec::new();
        self.walk(self.locate(board)?, |mv| moves.push(mv))?;
        Ok(moves.into())
    }

    /// Follows the first of the optimal moves from a state to the goal, and returns their number.
    pub(super) fn walk(&self, mut at: Coordinates, mut visit: impl FnMut(Move)) -> Result<u32> {
        let diameter = self.diameter();
        let (mut left, mut ruled_out) = (diameter, Directions::EMPTY);
        while let Some(step) = W::optimal_steps(self, at, left, ruled_out)?.next() {
            let mv;
            (mv, at) = W::follow(self, at, step)?;
            (left, ruled_out) = (left - 1, W::METRIC.rules_out(mv.direction()));
            visit(mv);
        }
        Ok(diameter - left)
    }

    /// The error for a walk that fails at a state.
    #[cold]
    pub(super) fn fault(
        &self,
        at: Coordinates,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        self.table.walk_fault(&self.space, at, expected, found)
    }
}

/// How boards with one goal are looked up in the table of the goal's orbit: by a symmetry and by
/// relabelling the tiles.
#[derive(Debug)]
pub(super) struct Relabelling {
    symmetry: Symmetry,
    /// For each cell in the table, the cell of the board that maps to it.
    cell_of: [usize; MAX_CELLS],
    /// For each tile of the board, its label in the table, where the goal's tiles are in order.
    label: [u8; MAX_CELLS],
    /// For each cell of the blank in the table, whether the tile orders that reach the goal are
    /// odd.
    is_odd_if_solvable: [bool; MAX_CELLS],
    /// For each set of moves in the table, by its bits, the set on the board.
    on_board: [Directions; 16],
}

impl Relabelling {
    pub(super) fn new(goal: &SmallBoard) -> Relabelling {
        let (orbit, symmetry) = Orbit::with_symmetry(goal.shape(), goal.blank_cell());
        let mut cell_of = [0; MAX_CELLS];
        for cell in 0..goal.shape().cells() {
            cell_of[symmetry.cell(goal.shape(), cell)] = cell;
        }
        let label = symmetry.board(goal).labels();
        let (shape, to) = (orbit.shape(), orbit.goal_blank());
        let is_odd_if_solvable = std::array::from_fn(|cell| shape.parity_differs(cell, to));
        Relabelling {
            symmetry,
            cell_of,
            label,
            is_odd_if_solvable,
            on_board: symmetry.moves_back(),
        }
    }

    /// The state of a board of the goal's shape in the table, or `None` if it cannot reach the
    /// goal.
    #[inline]
    pub(super) fn locate(&self, board: &SmallBoard) -> Option<Coordinates> {
        let cells = board.cells();
        let label = |cell: usize| self.label[usize::from(cells[self.cell_of[cell]])];
        let labels = (0..cells.len()).rev().fold(0, |all, cell| all << 4 | u64::from(label(cell)));
        let (at, odd) =
            Coordinates::from_nibbles(labels, cells.len()).expect("a board has a blank");
        (odd == self.is_odd_if_solvable[at.blank]).then_some(at)
    }

    /// Maps moves in the table to moves on the board.
    #[inline]
    pub(super) fn on_board(&self, moves: Directions) -> Directions {
        self.on_board[usize::from(moves.bits())]
    }

    /// Maps a move on the board to a move in the table.
    #[inline]
    pub(super) const fn in_table(&self, mv: Direction) -> Direction {
        self.symmetry.mv(mv)
    }
}
