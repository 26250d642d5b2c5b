//! The alternating-swap puzzle as a state space.

use super::Space;
use crate::puzzle::Puzzle;
use crate::puzzle::swap::{Board, Kind, Side};

/// The states are boards with the kind of their next move. A move is given by its number, from 0,
/// among the [exchanges](Side::exchanges) of that kind.
#[derive(Clone, Debug)]
pub struct Swap {
    side: Side,
    exchanges: [Vec<(usize, usize)>; 2],
}

impl Swap {
    /// Creates the space of boards of this side.
    pub fn new(side: Side) -> Swap {
        Swap { side, exchanges: Kind::ALL.map(|kind| side.exchanges(kind)) }
    }

    /// The side of the boards.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The two cells that a move exchanges, or `None` if there is no such move of this kind.
    pub fn cells(&self, kind: Kind, mv: u8) -> Option<(usize, usize)> {
        self.exchanges[kind as usize].get(usize::from(mv)).copied()
    }
}

impl Space for Swap {
    type State = (Board, Kind);
    type Move = u8;

    fn puzzle(&self) -> Puzzle {
        Puzzle::Swap(self.side)
    }

    fn goals(&self) -> Vec<(Board, Kind)> {
        // A solution may end with a move of either kind.
        Kind::ALL.map(|kind| (Board::goal(self.side), kind)).to_vec()
    }

    fn index(&self, (board, kind): (Board, Kind)) -> u64 {
        board.index(kind)
    }

    fn state(&self, index: u64) -> Option<(Board, Kind)> {
        (index < self.states()).then(|| Board::from_index(self.side, index))
    }

    fn predecessors(&self, (board, kind): (Board, Kind), mut visit: impl FnMut((Board, Kind), u8)) {
        // The move that led here was of the other kind, and the same exchange undoes it.
        for (mv, &exchange) in (0..).zip(&self.exchanges[kind.other() as usize]) {
            visit((board.exchanged(exchange), kind.other()), mv);
        }
    }

    fn with_move(&self, entry: u8, mv: u8) -> u8 {
        // A set of twelve exchanges does not fit four bits, so an entry is the number of the first.
        if entry == 0 { mv + 1 } else { entry.min(mv + 1) }
    }

    fn describe(&self, (board, kind): (Board, Kind)) -> String {
        let kind = if kind == Kind::Orthogonal { "orthogonal" } else { "diagonal" };
        format!("{board} ({kind} next)")
    }

    fn describe_entry(&self, entry: u8) -> String {
        entry.to_string()
    }
}
