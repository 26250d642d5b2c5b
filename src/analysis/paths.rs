//! The boards along some moves: of up to 25 cells, which an oracle searches, and of any size.

use std::cell::Cell;
use std::time::Instant;

use super::path_bounds::{Learned, PathOfBoards};
use crate::any::Finder;
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::oracle::{Ask, Oracle};
use crate::puzzle::{Direction, LargeBoard, Metric, Move, MoveSet, SmallBoard};

/// The cost of the searches of an analysis so far.
pub(super) struct Spent {
    /// When the first one began, if time is limited.
    begin: Option<Instant>,
    generated: Cell<u64>,
}

impl Spent {
    pub(super) fn new(limits: &Limits) -> Spent {
        Spent { begin: limits.now(), generated: Cell::new(0) }
    }

    /// The rest of the limits, which are those of the whole analysis.
    pub(super) fn rest(&self, limits: &Limits) -> Limits {
        limits.rest(self.generated.get(), limits.time_since(self.begin))
    }

    pub(super) fn add(&self, generated: u64) {
        self.generated.set(self.generated.get() + generated);
    }

    pub(super) fn generated(&self) -> u64 {
        self.generated.get()
    }
}

/// Boards that an oracle searches.
pub(super) struct SearchedPath<'a> {
    oracle: &'a Oracle,
    boards: &'a [SmallBoard],
    spent: Spent,
}

impl<'a> SearchedPath<'a> {
    pub(super) fn new(oracle: &'a Oracle, boards: &'a [SmallBoard]) -> SearchedPath<'a> {
        SearchedPath { oracle, boards, spent: Spent::new(oracle.limits()) }
    }
}

impl PathOfBoards for SearchedPath<'_> {
    fn at_least(&self) -> impl Iterator<Item = u32> {
        let goal = self.oracle.goal();
        let goal_colour = self.boards[0].shape().colour(goal.blank_cell());
        self.boards.iter().map(move |board| {
            let is_odd = board.shape().colour(board.blank_cell()) != goal_colour;
            if goal.small() == Some(board) { 0 } else { least_of_parity(is_odd) }
        })
    }

    fn legal_moves(&self, made: usize) -> MoveSet {
        self.boards[made].legal_moves(Metric::Single)
    }

    fn ask(&self, made: usize, then: Option<Move>, at_most: u32) -> Result<Learned> {
        let board = self.boards[made];
        let board = then.and_then(|mv| board.moved(mv)).unwrap_or(board);
        let limits = self.spent.rest(self.oracle.limits()).moves(at_most);
        match self.oracle.clone().limited(limits).answer_alone(&board, Ask::SOLUTION) {
            Ok(answer) => {
                self.spent.add(answer.cost().generated);
                Ok(Learned::Answer(answer.into_moves()))
            }
            Err(Error::Stopped(stopped)) => {
                self.spent.add(stopped.generated);
                Ok(match (stopped.distance(), stopped.best) {
                    (Some(_), Some(best)) => Learned::Shortest(best),
                    (_, best) => Learned::AtLeast(stopped.at_least, best),
                })
            }
            Err(error) => Err(error),
        }
    }

    /// With nothing left of the limits, a search ends at once, but still has a bound.
    fn is_spent(&self) -> bool {
        false
    }

    fn generated(&self) -> u64 {
        self.spent.generated()
    }
}

/// The least distance of a board that is not the goal, if it has this parity: each move changes the
/// colour of the blank's cell.
const fn least_of_parity(is_odd: bool) -> u32 {
    if is_odd { 1 } else { 2 }
}

/// The most cells of boards to bound: this many for the boards along the moves, and the same again
/// for those of searches.
const MAX_BOUNDED_CELLS: usize = 100_000_000;

/// A search takes at least as long as this many lower bounds.
const BOUNDS_PER_SEARCH: usize = 1000;

/// Boards of any size. There may be millions, too many to keep.
pub(super) struct LargePath<'a> {
    finder: &'a Finder,
    limits: &'a Limits,
    start: &'a LargeBoard,
    /// The legal moves.
    pub(super) moves: &'a [Move],
    at_least: Vec<u32>,
    /// The tile that slides by each move.
    pub(super) tiles: Vec<u32>,
    /// The cell of the blank of each board.
    blanks: Vec<usize>,
    spent: Spent,
    /// The cells of the boards that were bounded, by searches too.
    bounded_cells: Cell<usize>,
    /// A search proved nothing, so the rest of the limits is not enough for another.
    is_spent: Cell<bool>,
}

impl<'a> LargePath<'a> {
    /// The boards along the moves up to the first illegal one. Of many boards, only every n-th is
    /// bounded by itself.
    pub(super) fn new(
        (finder, limits): (&'a Finder, &'a Limits),
        start: &'a LargeBoard,
        moves: &'a [Move],
    ) -> Result<LargePath<'a>> {
        let every = moves.len() * start.cells().len() / MAX_BOUNDED_CELLS + 1;
        let mut board = start.clone();
        let mut at_least = vec![finder.lower_bound(start)?];
        let (mut tiles, mut blanks) = (Vec::new(), vec![board.blank_cell()]);
        for (number, &mv) in (1..).zip(moves) {
            let cell = board.blank_cell();
            if !board.slide(mv.direction()) {
                break;
            }
            tiles.push(board.cells()[cell]);
            blanks.push(board.blank_cell());
            at_least.push(if number % every == 0 || number == moves.len() {
                finder.lower_bound(&board)?
            } else if board == *finder.goal() {
                0
            } else {
                least_of_parity(!(at_least[0] as usize + number).is_multiple_of(2))
            });
        }
        Ok(LargePath {
            finder,
            limits,
            start,
            moves: &moves[..tiles.len()],
            at_least,
            tiles,
            blanks,
            spent: Spent::new(limits),
            bounded_cells: Cell::new(0),
            is_spent: Cell::new(false),
        })
    }

    /// The board after the first moves, and perhaps one more.
    fn board(&self, made: usize, then: Option<Move>) -> LargeBoard {
        let mut board = self.start.clone();
        for &mv in self.moves[..made].iter().chain(&then) {
            board.slide(mv.direction());
        }
        board
    }

    /// Counts the cells of boards to bound, and says whether there is enough left for them.
    fn can_bound(&self, cells: usize) -> bool {
        self.bounded_cells.set(self.bounded_cells.get().saturating_add(cells));
        self.bounded_cells.get() <= MAX_BOUNDED_CELLS
    }
}

impl PathOfBoards for LargePath<'_> {
    fn at_least(&self) -> impl Iterator<Item = u32> {
        self.at_least.iter().copied()
    }

    fn legal_moves(&self, made: usize) -> MoveSet {
        let (shape, blank) = (self.start.shape(), self.blanks[made]);
        Direction::ALL.into_iter().filter(|&mv| shape.neighbour(blank, mv).is_some()).collect()
    }

    fn ask(&self, made: usize, then: Option<Move>, at_most: u32) -> Result<Learned> {
        let unknown = Ok(Learned::AtLeast(0, None));
        let cells = made + self.start.cells().len();
        let is_first = self.bounded_cells.get() == 0;
        if !self.can_bound(cells) {
            return unknown;
        }
        let board = self.board(made, then);
        let at_least = self.finder.lower_bound(&board)?;
        if at_least > at_most {
            return Ok(Learned::AtLeast(at_least, None));
        }
        // The first one has a solution in any case.
        if !self.can_bound(BOUNDS_PER_SEARCH * cells) && !is_first {
            self.is_spent.set(true);
        }
        if self.is_spent() {
            return unknown;
        }
        let found = self.finder.find(&board, &self.spent.rest(self.limits), 1)?;
        self.spent.add(found.generated);
        Ok(match (found.distance(), found.best) {
            (Some(_), Some(best)) => Learned::Answer(best),
            (_, best) => {
                self.is_spent.set(true);
                Learned::AtLeast(found.at_least, best)
            }
        })
    }

    fn is_spent(&self) -> bool {
        self.is_spent.get()
    }

    fn generated(&self) -> u64 {
        self.spent.generated()
    }
}
