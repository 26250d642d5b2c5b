//! All solutions for a goal unpacked, a word each, where they are short: then an answer is one read.

use std::hint::select_unpredictable;

use super::walker::Walker;
use super::eight::Eight;
use crate::puzzle::{
    Board, Coordinates, MAX_CELLS, MoveSet, Nibbles, Steps, blank_of, close, is_odd,
};
use crate::space::Walk;

/// The canonical solution of every board, in a word each: 1.45 MB for 3x3.
#[derive(Debug)]
pub(crate) struct UnpackedSolutions {
    /// By the boards' own coordinates, not the table's: two bits a move, the first lowest, and behind the last a bit that is set. The last
    /// word is 0 and stands for all boards without a solution.
    words: Vec<u64>,
    /// For each cell of the blank, the index of its first state, and whether the tile orders that reach the goal are odd.
    blanks: [(usize, bool); MAX_CELLS],
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
                let (Some(behind), Some(at)) = (behind, steps.step(at, mv)) else { continue };
                // The same checks as in a walk from each board.
                let Ok(moves) = walker.claim(behind, walker.diameter(), MoveSet::EMPTY) else {
                    return None;
                };
                if moves.first() == Some(back) {
                    if optimal.contains(mv) {
                        return None;
                    }
                    open.push((at, behind, moves, word << 2 | back as u64, length + 1));
                }
            }
        }
        let begin = |blank| blank * shape.states_per_blank() as usize;
        let goal_is_odd = is_odd(&goal.tile_order());
        let must_be_odd = |blank| goal_is_odd != shape.parity_differs(blank, goal.blank_cell());
        let blanks = std::array::from_fn(|blank| (begin(blank), must_be_odd(blank)));
        let all = reached == shape.states();
        all.then(|| UnpackedSolutions { words, blanks, eight: Eight::new() })
    }

    /// Where the solution of a board of the goal's shape stands.
    #[inline]
    pub fn place_of(&self, board: &Board) -> usize {
        let nibbles = board.nibbles();
        let found = match board.cells().len() {
            9 => self.coordinates_of_nine(nibbles),
            cells => Coordinates::from_nibbles(nibbles, cells),
        };
        found.map_or(self.words.len() - 1, |(at, odd)| self.place(at, odd))
    }

    /// The same for nine cells. `None` unless they hold each of 0 to 8 once.
    #[inline]
    pub fn place_of_nine(&self, cells: Nibbles) -> Option<usize> {
        self.coordinates_of_nine(cells).map(|(at, odd)| self.place(at, odd))
    }

    /// The coordinates of nine cells, and whether their tile order is odd. `None` unless they hold
    /// each of 0 to 8 once.
    #[inline]
    fn coordinates_of_nine(&self, cells: Nibbles) -> Option<(Coordinates, bool)> {
        let blank = blank_of(cells, 9)?;
        let (order, odd) = self.eight.rank(close(cells, blank) as u32)?;
        Some((Coordinates { blank, order }, odd))
    }

    /// Where the solution of the board at these coordinates stands, whose order is odd or not. Those without one share the last place.
    #[inline]
    fn place(&self, at: Coordinates, odd: bool) -> usize {
        let (begin, must_be_odd) = self.blanks[at.blank % MAX_CELLS];
        // Of random boards a processor guesses wrong every second time.
        select_unpredictable(
            odd == must_be_odd,
            begin + at.order as usize / 2,
            self.words.len() - 1,
        )
    }

    /// Calls `answer` for the words at some places, in order. First all are read, and no read waits for
    /// another.
    #[inline]
    pub fn at_places(&self, places: &[usize], mut answer: impl FnMut(u64)) {
        let mut words = [0; TOGETHER];
        for places in places.chunks(TOGETHER) {
            for (word, &place) in words.iter_mut().zip(places) {
                *word = self.words[place];
            }
            words[..places.len()].iter().for_each(|&word| answer(word));
        }
    }
}
