//! The alternating-swap puzzle as a state space.

use super::{StateSpace, search_backwards};
use crate::puzzle::Puzzle;
use crate::puzzle::swap::{Board, Kind, Side};
use crate::table::{NewTable, format};

/// Boards with the kind of their next move. A move is called by its place among the exchanges of its kind.
#[derive(Clone, Debug)]
pub struct Swapping {
    side: Side,
    exchanges: [Vec<(usize, usize)>; 2],
}

impl Swapping {
    /// The space of boards of this side.
    #[must_use]
    pub fn new(side: Side) -> Swapping {
        Swapping { side, exchanges: Kind::ALL.map(|kind| side.exchanges(kind)) }
    }
}

impl StateSpace for Swapping {
    type Move = u8;

    fn states(&self) -> u64 {
        Puzzle::Swap(self.side).states()
    }

    fn goals(&self) -> Vec<u64> {
        // It does not matter which kind would be next.
        Kind::ALL.map(|kind| Board::goal(self.side).index(kind)).to_vec()
    }

    fn predecessors(&self, state: u64, mut visit: impl FnMut(u64, u8)) {
        let (board, kind) = Board::of_index(self.side, state);
        // The move that led here was of the other kind, and the same exchange takes it back.
        for (mv, &exchange) in (0..).zip(&self.exchanges[kind.other() as usize]) {
            visit(board.exchanged(exchange).index(kind.other()), mv);
        }
    }
}

/// Makes the table of the alternating-swap puzzle on boards of this side.
///
/// ```
/// use tilebase::swap::{Side, generate};
/// let table = generate(Side::new(2).expect("a side"));
/// assert_eq!(table.header().counts()[..2], [2, 6]);
/// ```
#[must_use]
pub fn generate_swap(side: Side) -> NewTable {
    let space = Swapping::new(side);
    let mut entries = vec![format::UNSOLVABLE; space.states() as usize];
    for goal in space.goals() {
        entries[goal as usize] = 0;
    }
    // The first of the optimal moves, by their order.
    let counts = search_backwards(&space, |state, mv| entries[state as usize] = entries[state as usize].min(mv + 1));
    let halves = entries.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&0) << 4).collect();
    NewTable::new(Puzzle::Swap(side), counts, halves)
}
