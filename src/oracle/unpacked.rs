//! All solutions for a goal unpacked, a word each, where they are short: then an answer is one
//! read.

use std::hint::select_unpredictable;

use super::eight::Eight;
use super::walker::Walker;
use crate::puzzle::{
    Board, Coordinates, MAX_CELLS, MoveSet, Nibbles, Steps, blank_of, close, is_odd, together,
};
use crate::space::Space;
use crate::space::Walk;

/// The canonical solution of every board, in a word each: 1.45 MB for 3x3.
#[derive(Debug)]
pub(crate) struct UnpackedSolutions {
    /// By the boards' own coordinates, not the table's: two bits a move, the first lowest, and
    /// behind the last a bit that is set. The last word is 0 and stands for all boards without a
    /// solution.
    words: Vec<u64>,
    /// For each cell of the blank, the index of its first state, and whether the tile orders that
    /// reach the goal are odd.
    blanks: [(u64, bool); MAX_CELLS],
    eight: Eight,
}

/// How many boards are answered together: enough to keep the processor busy with reading.
pub(crate) const TOGETHER: usize = 128;

impl UnpackedSolutions {
    /// The longest solution that a word can hold.
    pub const LONGEST: u32 = 31;

    /// Goes from the goal against the canonical solutions. The board behind a move is reached here
    /// if its own first move is that one taken back, so every board is reached once.
    ///
    /// `None` if the entries of the table do not lead to the goal from everywhere. A walk will say
    /// where.
    pub(super) fn new(walker: &Walker) -> Option<UnpackedSolutions> {
        let (goal, space) = (walker.goal(), &walker.0.space);
        let shape = goal.shape();
        let longest = walker.diameter().min(UnpackedSolutions::LONGEST);
        let (steps, in_table) = Steps::new(shape).zip(walker.place(goal).ok()?)?;
        let mut words = vec![0; shape.states() as usize + 1];
        let mut open = vec![(Coordinates::from(goal), in_table, MoveSet::EMPTY, 1, 0)];
        let mut reached = 0;
        // Each entry is read and checked once, as in a walk from its board.
        let mut known: Vec<Option<MoveSet>> = vec![None; shape.states() as usize];
        // The same steps on the board and in the table.
        while let Some((at, in_table, optimal, word, length)) = open.pop() {
            // A goal that has optimal moves would be reached again and again.
            if length > longest || words[steps.index(at) as usize] != 0 {
                return None;
            }
            words[steps.index(at) as usize] = word;
            reached += 1;
            for mv in shape.legal_moves(at.blank) {
                let back = mv.inverse();
                let behind = space.step(in_table, walker.0.view.in_table(mv));
                let Some(behind) = behind else { continue };
                let known = &mut known[space.index(behind) as usize];
                let moves = match *known {
                    Some(moves) => moves,
                    None => walker.claim(behind, walker.diameter(), MoveSet::EMPTY).ok()?,
                };
                *known = Some(moves);
                if moves.first() == Some(back) {
                    let at = steps.step(at, mv).filter(|_| !optimal.contains(mv))?;
                    open.push((at, behind, moves, word << 2 | back as u64, length + 1));
                }
            }
        }
        let begin = |blank| blank as u64 * shape.states_per_blank();
        let goal_is_odd = is_odd(&goal.tile_order());
        let must_be_odd = |blank| goal_is_odd != shape.parity_differs(blank, goal.blank_cell());
        let blanks = std::array::from_fn(|blank| (begin(blank), must_be_odd(blank)));
        let all = reached == shape.states();
        all.then(|| UnpackedSolutions { words, blanks, eight: Eight::new() })
    }

    /// Where the solution of a board of the goal's shape stands.
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
        let nibbles = together(eight) | u64::from(*last) << 32;
        if small { self.place_of_nine(nibbles) } else { None }
    }

    /// The coordinates of nine cells, and whether their tile order is odd. `None` unless they hold
    /// each of 0 to 8 once.
    #[inline]
    fn coordinates_of_nine(&self, cells: Nibbles) -> Option<(Coordinates, bool)> {
        let blank = blank_of(cells, 9)?;
        let (order, odd) = self.eight.rank(close(cells, blank) as u32)?;
        Some((Coordinates { blank, order }, odd))
    }

    /// Where the solution of the board at these coordinates stands, whose tile order is odd or not.
    /// Boards without a solution share the last place.
    #[inline]
    fn place(&self, at: Coordinates, odd: bool) -> u64 {
        let (begin, must_be_odd) = self.blanks[at.blank % MAX_CELLS];
        // A processor guesses wrong for every second of random boards.
        select_unpredictable(odd == must_be_odd, begin + at.order / 2, self.words.len() as u64 - 1)
    }

    /// Reads the solutions at some places, into them. No read waits for another.
    #[inline]
    pub fn read(&self, places: &mut [u64]) {
        for place in places {
            *place = self.words[*place as usize];
        }
    }
}
