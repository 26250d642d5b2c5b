//! What a table of the alternating-swap puzzle says of its states.

use super::{Claims, NO_SOLUTION, Wrong};
use crate::error::Result;
use crate::generator::generate_swap;
use crate::puzzle::swap::{self, Kind, Side};
use crate::table::format::UNSOLVABLE;
use crate::table::{NewTable, TableFile};

/// The alternating-swap puzzle.
pub struct Swapping<'f, D> {
    file: &'f TableFile<D>,
    side: Side,
    exchanges: [Vec<(usize, usize)>; 2],
}

impl<'f, D> Swapping<'f, D> {
    pub fn new(file: &'f TableFile<D>, side: Side) -> Swapping<'f, D> {
        Swapping { file, side, exchanges: Kind::ALL.map(|kind| side.exchanges(kind)) }
    }
}

impl<D: AsRef<[u8]> + Sync> Swapping<'_, D> {
    fn entry(&self, state: u64) -> u8 {
        self.file.entry(state).ok().flatten().unwrap_or(UNSOLVABLE)
    }
}

impl<D: AsRef<[u8]> + Sync> Claims for Swapping<'_, D> {
    fn file(&self) -> &TableFile<impl AsRef<[u8]>> {
        self.file
    }

    fn follow(&self, state: u64) -> std::result::Result<Option<u64>, Wrong> {
        let (board, kind) = swap::Board::of_index(self.side, state);
        match usize::from(self.entry(state)).checked_sub(1) {
            Some(number) => {
                let exchange = *self.exchanges[kind as usize].get(number).ok_or(Wrong)?;
                Ok(Some(board.exchanged(exchange).index(kind.other())))
            }
            None if board == swap::Board::goal(self.side) => Ok(None),
            None => Err(Wrong),
        }
    }

    fn is_unsolvable(&self, state: u64) -> bool {
        self.entry(state) == UNSOLVABLE
    }

    fn is_right(&self, state: u64, distance: impl Fn(u64) -> u8) -> bool {
        let (board, kind) = swap::Board::of_index(self.side, state);
        let here = distance(state);
        let there = |&exchange: &(usize, usize)| distance(board.exchanged(exchange).index(kind.other()));
        let exchanges = &self.exchanges[kind as usize];
        if here == NO_SOLUTION {
            return exchanges.iter().all(|exchange| there(exchange) == NO_SOLUTION);
        }
        // The first that is nearer by one is the entry, and none is nearer than that.
        let first =
            (1..).zip(exchanges).find(|(_, exchange)| there(exchange) + 1 == here).map_or(0, |(number, _)| number);
        first == self.entry(state) && exchanges.iter().all(|exchange| here == 0 || there(exchange) + 1 >= here)
    }

    fn anew(&self) -> Result<NewTable> {
        Ok(generate_swap(self.side))
    }

    fn tell(&self, state: u64, entry: u8) -> (String, String) {
        let (board, kind) = swap::Board::of_index(self.side, state);
        let kind = if kind == Kind::Orthogonal { "orthogonal" } else { "diagonal" };
        (format!("{board} ({kind} next)"), entry.to_string())
    }
}
