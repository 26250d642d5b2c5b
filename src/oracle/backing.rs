//! The parts of an oracle that depend on the metric: how a table is walked, how a solution is kept
//! in a word, and which search is used.

use std::fmt;
use std::sync::Arc;

use smallvec::SmallVec;

use super::relabelling::Relabelling;
use super::{
    Answer, AnyOracle, Ask, Batch, BatchError, Boards, Oracle, Outcome, Solutions, Solved,
    Tablebase, walk,
};
use crate::error::{Error, Result};
use crate::limits::{Budget, Limits};
use crate::puzzle::{
    Board, Coordinates, Move, MoveSet, MultiMove, Orbit, Puzzle, Slide, Unsolvable,
};
use crate::space::Space;
use crate::table::Table;

/// The moves of a metric in which an [`Oracle`] answers: [`Move`], or [`MultiMove`] in the
/// multi-tile metric.
///
/// ```
/// use tilebase::oracle::Answerable;
/// use tilebase::puzzle::MultiMove;
/// use tilebase::{Board, Move, Tablebase};
/// fn shortest<M: Answerable>(board: &Board) -> Result<String, tilebase::Error> {
///     let oracle = M::oracle(&Tablebase::embedded(), &Board::goal(board.shape()))?;
///     Ok(oracle.solution(board)?.to_string())
/// }
/// let board = "1 2 3 4 5 6 x 7 8".parse()?;
/// assert_eq!([shortest::<Move>(&board)?, shortest::<MultiMove>(&board)?], ["rr", "r2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[expect(private_bounds, reason = "how answers are found is the library's own")]
pub trait Answerable: Backing {
    /// The oracle for a goal.
    ///
    /// # Errors
    ///
    /// As for [`Tablebase::oracle`] and [`Tablebase::multi_oracle`].
    fn oracle(tables: &Tablebase, goal: &Board) -> Result<Oracle<Self>>;
}

/// The outcomes for many boards.
pub(crate) type OfMany<A> = std::result::Result<Vec<Outcome<A>>, BatchError>;

/// How answers are found in a metric.
pub(crate) trait Backing: Slide {
    /// The states of a table.
    type Space: Space<State = Coordinates> + fmt::Debug + Send;
    /// One optimal step from a state, and all of them in order.
    type Step;
    type Steps: ExactSizeIterator<Item = Self::Step> + Send;
    /// Answers boards that have no table.
    type Search: Searching<Self>;

    /// The longest move that a packed solution can hold, in cells.
    const CELLS: u8;
    /// The longest side of a shape whose solutions are packed.
    const SIDE: usize;
    /// The length of the longest solution that fits a word.
    const LONGEST: u32;
    /// The word of the empty solution.
    const EMPTY: u64;

    fn space(orbit: Orbit) -> Result<Self::Space>;

    /// Where answers come from, with a table.
    fn backend(table: Arc<Table>, goal: &Board) -> Result<Backend<Self>> {
        Ok(Backend::Table(Walker::new(table, goal)?))
    }

    /// Reads and checks what the table claims at a state. Only the goal has no nearer neighbour.
    /// `left` is the number of moves left, and `back` are the directions in which no shortest path
    /// goes on.
    fn nearer(
        walker: &Walker<Self>,
        at: Coordinates,
        left: u32,
        back: MoveSet,
    ) -> Result<Self::Steps>;

    /// The move of a step, and the state after it.
    fn take(
        walker: &Walker<Self>,
        at: Coordinates,
        step: Self::Step,
    ) -> Result<(Self, Coordinates)>;

    /// The directions in which no shortest path goes on after this move.
    fn back(self) -> MoveSet;

    /// Every legal move of a board with the distance after it.
    fn legal_moves(walker: &Walker<Self>, board: &Board, distance: u32)
    -> Result<Vec<(Self, u32)>>;

    /// The state in the table after the blank moves by one cell on the board.
    fn neighbour(walker: &Walker<Self>, at: Coordinates, mv: Move) -> Option<Coordinates>;

    /// The word of a solution that begins with a move.
    fn word(mv: MultiMove, rest: u64) -> u64;

    /// The solution of a word.
    fn of_word(word: u64) -> Self::Sequence;

    /// The legal moves, packed into a byte that is never 0. `None` if the table contradicts them or
    /// the distance.
    fn packed_moves(
        walker: &Walker<Self>,
        at: Coordinates,
        distance: u32,
        legal: &LegalMoves,
    ) -> Option<u8>;

    /// All moves that lower the distance, from an unpacked entry.
    fn optimal_of(found: LookedUp<'_>) -> Self::Set;

    /// Every legal move with the distance after it, the best first, likewise.
    fn legal_of(found: LookedUp<'_>) -> Vec<(Self, u32)>;

    /// The batch of an oracle, if it is of this metric.
    fn batch_in(oracle: &AnyOracle) -> Option<&Batch<Self>>
    where
        Self: Answerable;

    /// The distances that a [`Batch`] finds.
    fn many_distances<T: Send>(
        batch: &Batch<Self>,
        boards: Boards<'_>,
        out: &mut [T],
        convert: &(impl Fn(Outcome<u32>) -> T + Sync),
    ) -> std::result::Result<(), BatchError>
    where
        Self: Answerable;
    fn many_solutions(batch: &Batch<Self>, boards: Boards<'_>) -> OfMany<Self::Sequence>
    where
        Self: Answerable;
    fn many_optimal_moves(batch: &Batch<Self>, boards: Boards<'_>) -> OfMany<Self::Set>
    where
        Self: Answerable;
    fn find(batch: &Batch<Self>, boards: Boards<'_>, ask: Ask) -> OfMany<Solved<Self>>
    where
        Self: Answerable;
}

/// Where answers come from.
#[derive(Clone, Debug)]
pub(crate) enum Backend<M: Backing> {
    Table(Walker<M>),
    Search(Box<M::Search>),
}

/// A type that answers boards without a table, in one metric.
pub(crate) trait Searching<M: Backing>: Clone + fmt::Debug + Send + Sync {
    fn goal(&self) -> &Board;

    /// No solution is longer than this.
    fn longest(&self) -> u32;

    fn lower_bounds(&self, boards: &[Board]) -> Result<Vec<Result<u32>>>;

    /// The canonical solution.
    fn solution(&self, board: &Board, threads: usize, budget: &Budget) -> Result<M::Sequence>;

    /// All moves that lower the distance.
    fn optimal_moves(&self, answer: &Answer<M>) -> Result<M::Set>
    where
        M: Answerable;

    /// Every legal move with the distance after it.
    fn legal_moves(&self, answer: &Answer<M>) -> Result<Vec<(M, u32)>>
    where
        M: Answerable;

    fn count_solutions(&self, answer: &Answer<M>) -> Result<u128>
    where
        M: Answerable;

    /// Every shortest solution, in order.
    fn solutions(&self, answer: Answer<M>) -> Result<Solutions<M::Sequence>>
    where
        M: Answerable;

    /// Prepares for the lower bounds of `boards` more boards.
    fn expect_bounds(&self, _boards: u64, _threads: usize) -> Result<()> {
        Ok(())
    }

    /// Reserves the memory to answer `boards` boards at a time.
    fn reserve(&self, _boards: usize, _limits: &Limits) -> Result<()> {
        Ok(())
    }
}

/// The unpacked entry of a board, in the form of its metric.
#[derive(Clone, Copy)]
pub(crate) struct LookedUp<'u> {
    pub distance: u8,
    /// What [`Backing::packed_moves`] made of its moves.
    pub kept: u8,
    /// The canonical solution, or 0 if it was not asked for.
    pub word: u64,
    /// The legal moves, in order.
    pub legal: &'u [MultiMove],
}

impl LookedUp<'_> {
    /// The canonical solution, if it was asked for.
    #[inline]
    pub(crate) fn moves<M: Backing>(self) -> Option<M::Sequence> {
        (self.word != 0).then(|| M::of_word(self.word))
    }
}

/// The legal moves of a board, in order, each with the distance that it leads to.
pub(crate) type LegalMoves = SmallVec<[(MultiMove, u32); 4]>;

/// A goal, and the table of its orbit.
#[derive(Debug)]
pub(crate) struct Walker<M: Backing = Move>(Arc<Inner<M>>);

#[derive(Debug)]
struct Inner<M: Backing> {
    table: Arc<Table>,
    space: M::Space,
    goal: Board,
    relabelling: Relabelling,
}

impl<M: Backing> Clone for Walker<M> {
    fn clone(&self) -> Walker<M> {
        Walker(Arc::clone(&self.0))
    }
}

impl<M: Backing> Walker<M> {
    /// Creates the walker for `goal` from a table of the goal's orbit.
    pub(crate) fn new(table: Arc<Table>, goal: &Board) -> Result<Walker<M>> {
        let orbit = Orbit::from(goal);
        table.expect_puzzle(Puzzle::of_all_boards(orbit, M::METRIC))?;
        let (space, relabelling) = (M::space(orbit)?, Relabelling::new(goal));
        Ok(Walker(Arc::new(Inner { table, space, goal: *goal, relabelling })))
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

    pub(super) fn optimal_moves(&self, board: &Board) -> Result<M::Set> {
        let at = self.locate(board)?;
        let nearer = M::nearer(self, at, self.diameter(), MoveSet::EMPTY)?;
        nearer.map(|step| Ok(M::take(self, at, step)?.0)).collect()
    }

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
        let (mut left, mut back) = (diameter, MoveSet::EMPTY);
        while let Some(step) = M::nearer(self, at, left, back)?.next() {
            let mv;
            (mv, at) = M::take(self, at, step)?;
            (left, back) = (left - 1, mv.back());
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
