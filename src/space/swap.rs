//! The alternating-swap puzzle as a state space.

use std::ops::{BitAnd, Sub};

use super::{Space, Walk};
use crate::puzzle::Puzzle;
use crate::puzzle::swap::{Board, Kind, Side};

/// The states are boards with the kind of their next move. A move is given by its number, from 0,
/// among the [exchanges](Side::exchanges) of that kind.
#[derive(Clone, Debug)]
pub struct Swap {
    side: Side,
    exchanges: [Vec<(usize, usize)>; 2],
}

/// A set of moves, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchanges(u16);

impl FromIterator<u8> for Exchanges {
    fn from_iter<I: IntoIterator<Item = u8>>(moves: I) -> Exchanges {
        Exchanges(moves.into_iter().fold(0, |set, mv| set | 1 << (mv & 15)))
    }
}

impl BitAnd for Exchanges {
    type Output = Exchanges;

    fn bitand(self, other: Exchanges) -> Exchanges {
        Exchanges(self.0 & other.0)
    }
}

impl Sub for Exchanges {
    type Output = Exchanges;

    fn sub(self, other: Exchanges) -> Exchanges {
        Exchanges(self.0 & !other.0)
    }
}

impl IntoIterator for Exchanges {
    type Item = u8;
    type IntoIter = ExchangesIter;

    fn into_iter(self) -> ExchangesIter {
        ExchangesIter(self)
    }
}

/// The moves of an [`Exchanges`], smallest first.
#[derive(Clone, Debug)]
pub struct ExchangesIter(Exchanges);

impl Iterator for ExchangesIter {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        let set = &mut self.0.0;
        let first = u8::try_from(set.trailing_zeros()).expect("at most 16");
        *set &= set.wrapping_sub(1);
        (first < 16).then_some(first)
    }
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

    /// The two cells that a move exchanges, if it is a move of this kind.
    pub fn cells(&self, kind: Kind, mv: u8) -> Option<(usize, usize)> {
        self.exchanges[kind as usize].get(usize::from(mv)).copied()
    }
}

impl Space for Swap {
    type State = (Board, Kind);
    type Move = u8;

    fn states(&self) -> u64 {
        self.puzzle().states()
    }

    fn goals(&self) -> Vec<(Board, Kind)> {
        // A solution may end with a move of either kind.
        Kind::ALL.map(|kind| (Board::goal(self.side), kind)).to_vec()
    }

    fn index(&self, (board, kind): (Board, Kind)) -> u64 {
        board.index(kind)
    }

    fn state(&self, index: u64) -> Option<(Board, Kind)> {
        (index < self.puzzle().states()).then(|| Board::from_index(self.side, index))
    }

    fn predecessors(&self, (board, kind): (Board, Kind), mut visit: impl FnMut((Board, Kind), u8)) {
        // The move that led here was of the other kind, and the same exchange undoes it.
        for (mv, &exchange) in (0..).zip(&self.exchanges[kind.other() as usize]) {
            visit((board.exchanged(exchange), kind.other()), mv);
        }
    }

    fn colour(&self, (board, _): (Board, Kind)) -> u8 {
        crate::puzzle::is_odd(board.tiles()).into()
    }

    fn describe(&self, (board, kind): (Board, Kind)) -> String {
        let kind = if kind == Kind::Orthogonal { "orthogonal" } else { "diagonal" };
        format!("{board} ({kind} next)")
    }
}

impl Walk for Swap {
    type Moves = Exchanges;

    fn puzzle(&self) -> Puzzle {
        Puzzle::Swap(self.side)
    }

    fn is_goal(&self, (board, _): (Board, Kind)) -> bool {
        board == Board::goal(self.side)
    }

    fn legal_moves(&self, (_, kind): (Board, Kind)) -> Exchanges {
        (0..).take(self.exchanges[kind as usize].len()).collect()
    }

    fn step(&self, (board, kind): (Board, Kind), mv: u8) -> Option<(Board, Kind)> {
        Some((board.exchanged(self.cells(kind, mv)?), kind.other()))
    }

    fn entry(&self, moves: Exchanges) -> u8 {
        // A set of twelve exchanges does not fit four bits, so an entry is the number of the first.
        moves.into_iter().next().map_or(0, |mv| mv + 1)
    }

    fn moves(&self, entry: u8) -> Exchanges {
        entry.checked_sub(1).into_iter().collect()
    }

    fn describe_moves(&self, moves: Exchanges) -> String {
        self.entry(moves).to_string()
    }
}
