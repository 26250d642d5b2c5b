//! Unpacked solutions: if all solutions for a goal are short, each fits a word, and an answer is
//! one read.

use std::hint::select_unpredictable;

use super::rank_of_eight::RankOfEight;
use super::walker::Walker;
use crate::puzzle::{
    Board, Coordinates, MAX_NUMBERED_CELLS, MoveSet, MoveTable, Nibbles, blank_of, is_odd,
    pack_nibbles, remove_nibble,
};

/// The canonical solution of every board, one word each, and its moves and distance, two bytes
/// each: 1.81 MB for 3x3.
#[derive(Debug)]
pub(crate) struct UnpackedSolutions {
    /// Indexed by the coordinates of the board itself, not of the table. Two bits per move, the
    /// first lowest, then a 1 bit that marks the end. The last word is 0 and serves all boards
    /// without a solution.
    words: Vec<u64>,
    /// Indexed likewise. The low byte has the optimal moves, and above them the legal ones, of
    /// which there is at least one. The high byte has the distance.
    moves: Vec<u16>,
    /// For each cell of the blank, the index of its first state, and whether the tile orders that
    /// reach the goal are odd.
    blanks: [(u64, bool); MAX_NUMBERED_CELLS],
    rank_of_eight: RankOfEight,
}

/// How many boards are answered together: enough to keep the processor's reads overlapping.
pub(crate) const LOOKUPS_IN_FLIGHT: usize = 128;

impl UnpackedSolutions {
    /// The length of the longest solution that fits a word.
    pub const LONGEST: u32 = 31;

    /// Follows the canonical solutions backwards from the goal. A neighbour is visited if its own
    /// first move leads back here, so every board is visited once.
    ///
    /// Returns `None` if the entries of the table do not lead to the goal from every board. A walk
    /// then finds the error.
    pub(super) fn new(walker: &Walker) -> Option<UnpackedSolutions> {
        let (goal, space) = (walker.goal(), &walker.0.space);
        let shape = goal.shape();
        let longest = walker.diameter().min(UnpackedSolutions::LONGEST);
        let (steps, in_table) = MoveTable::new(shape).zip(walker.place(goal).ok()?)?;
        let claim = |at| walker.claim(at, walker.diameter(), MoveSet::EMPTY).ok();
        let mut words = vec![0; shape.states() as usize + 1];
        let mut all_moves = vec![0; words.len()];
        let mut open = vec![(Coordinates::from(goal), in_table, claim(in_table)?, 1, 0)];
        let mut reached = 0;
        // Each step is made on the board and in the table.
        while let Some((at, in_table, optimal, word, length)) = open.pop() {
            if length > longest {
                return None;
            }
            let index = steps.index(at) as usize;
            words[index] = word;
            let legal = shape.legal_moves(at.blank);
            all_moves[index] =
                u16::from_le_bytes([legal.bits() << 4 | optimal.bits(), length as u8]);
            reached += 1;
            // An optimal move leads to a neighbour that is nearer, so none that comes from here.
            for mv in legal - optimal {
                let back = mv.inverse();
                let there = walker.0.relabelling.in_table(mv);
                let behind = space.step(in_table, there)?;
                let moves = claim(behind)?;
                if moves.first() == Some(back) {
                    let at = steps.step(at, mv)?;
                    open.push((at, behind, moves, word << 2 | back as u64, length + 1));
                }
            }
        }
        let begin = |blank| blank as u64 * shape.states_per_blank();
        let goal_is_odd = is_odd(&goal.tile_order());
        let must_be_odd = |blank| goal_is_odd != shape.parity_differs(blank, goal.blank_cell());
        let blanks = std::array::from_fn(|blank| (begin(blank), must_be_odd(blank)));
        let all = reached == shape.states();
        let rank_of_eight = RankOfEight::new();
        all.then_some(UnpackedSolutions { words, moves: all_moves, blanks, rank_of_eight })
    }

    /// The index of the solution of a board of the goal's shape.
    #[inline]
    pub fn place_of(&self, board: &Board) -> u64 {
        let nibbles = board.nibbles();
        let found = match board.cells().len() {
            9 => self.coordinates_of_nine(nibbles),
            cells => Coordinates::from_nibbles(nibbles, cells),
        };
        found.map_or(self.words.len() as u64 - 1, |(at, odd)| self.place(at, odd))
    }

    /// The same for nine cells. `None` unless they hold each of 0 to 8 once.
    #[inline]
    pub fn place_of_nine(&self, cells: Nibbles) -> Option<u64> {
        self.coordinates_of_nine(cells).map(|(at, odd)| self.place(at, odd))
    }

    /// The same for nine cells in a byte each.
    #[inline]
    pub fn place_of_row(&self, row: &[u8; 9]) -> Option<u64> {
        let ([first], [last]) = row.as_chunks::<8>() else { return None };
        let eight = u64::from_le_bytes(*first);
        let small = (eight | u64::from(*last)) & 0xf0f0_f0f0_f0f0_f0f0 == 0;
        let nibbles = pack_nibbles(eight) | u64::from(*last) << 32;
        if small { self.place_of_nine(nibbles) } else { None }
    }

    /// The coordinates of nine cells, and whether their tile order is odd. `None` unless they hold
    /// each of 0 to 8 once.
    #[inline]
    fn coordinates_of_nine(&self, cells: Nibbles) -> Option<(Coordinates, bool)> {
        let blank = blank_of(cells, 9)?;
        let (order, odd) = self.rank_of_eight.rank(remove_nibble(cells, blank) as u32)?;
        Some((Coordinates { blank, order }, odd))
    }

    /// The index of the solution of the board at these coordinates. `odd` is the parity of its tile
    /// order. All boards without a solution share the last index.
    #[inline]
    fn place(&self, at: Coordinates, odd: bool) -> u64 {
        let (begin, must_be_odd) = self.blanks[at.blank % MAX_NUMBERED_CELLS];
        // A branch would be mispredicted for every other random board.
        select_unpredictable(odd == must_be_odd, begin + at.order / 2, self.words.len() as u64 - 1)
    }

    /// Replaces each index by the moves and the distance found there, or by 0 if there is no
    /// solution.
    #[inline]
    pub fn read_moves(&self, places: &mut [u64]) {
        for place in places {
            *place = self.moves[*place as usize].into();
        }
    }

    /// Replaces each index by the solution found there. No read waits for another.
    #[inline]
    pub fn read(&self, places: &mut [u64]) {
        for place in places {
            *place = self.words[*place as usize];
        }
    }
}
