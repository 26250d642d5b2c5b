//! All solutions for a goal written out, where they are short: then an answer is one read.

use std::hint::select_unpredictable;

use super::eight::Eight;
use super::short_answer::ShortAnswer;
use super::{Oracle, digits, lines};
use crate::error::Result;
use crate::puzzle::{Board, Coordinates, MAX_CELLS, Move, Steps, odd};

/// The canonical solution of every board, in a word each: 1.45 MB for 3x3.
#[derive(Debug)]
pub(super) struct ShortSolutions {
    /// By the boards' own coordinates, not the table's: two bits a move, the first lowest, and behind the last a bit that is set. The last
    /// word is 0 and stands for all boards without a solution.
    words: Vec<u64>,
    /// For each cell of the blank, the index of its first state, and whether the tile orders that reach the goal are odd.
    blanks: [(usize, bool); MAX_CELLS],
    eight: Eight,
}

/// How many boards are answered together: enough to keep the processor busy with reading.
pub(super) const TOGETHER: usize = 128;

impl ShortSolutions {
    /// The longest solution that a word can hold.
    pub const LONGEST: u32 = 31;

    /// Goes from the goal against the canonical solutions: the board behind a move is reached here if its own first move is that one taken
    /// back, so every board once. `None` for a table whose entries do not lead to the goal from everywhere, which walking will find.
    pub fn of<D: AsRef<[u8]>>(oracle: &Oracle<'_, D>) -> Result<Option<ShortSolutions>> {
        let goal = oracle.goal();
        let (shape, table) = (goal.shape(), oracle.table().steps());
        let Some((steps, in_table)) = Steps::new(shape).zip(oracle.place(goal)?) else { return Ok(None) };
        let mut words = vec![0; shape.states() as usize + 1];
        let mut open = vec![(Coordinates::of(goal), in_table, 1)];
        let mut reached = 0;
        // The same steps on the board and in the table.
        while let Some((at, in_table, word)) = open.pop() {
            words[steps.index(at) as usize] = word;
            reached += 1;
            for mv in Move::ALL {
                let back = mv.inverse();
                if let Some(in_table) = table.step(in_table, oracle.view.there(mv))
                    && oracle.view.moves_back(oracle.table().probe(table.index(in_table))?).first() == Some(back)
                    && let Some(behind) = steps.step(at, mv)
                {
                    open.push((behind, in_table, word << 2 | back as u64));
                }
            }
        }
        let begin = |blank| blank * shape.states_per_blank() as usize;
        let goal_is_odd = odd(&goal.tile_order());
        let must_be_odd = |blank| goal_is_odd != shape.parity_differs(blank, goal.blank_cell());
        let blanks = std::array::from_fn(|blank| (begin(blank), must_be_odd(blank)));
        Ok((reached == shape.states()).then(|| ShortSolutions { words, blanks, eight: Eight::new() }))
    }

    /// Where the solution of a board of the goal's shape stands.
    #[inline]
    pub fn place_of(&self, board: &Board) -> usize {
        let digits = digits::of(board);
        let found = match board.cells().len() {
            9 => digits::coordinates_of_nine(digits, &self.eight),
            cells => digits::coordinates(digits, cells),
        };
        found.map_or(self.words.len() - 1, |(at, odd)| self.place(at, odd))
    }

    /// Answers the plain lines at the beginning of `text`, at most [`TOGETHER`] of them, and tells how many and how many bytes they have; see
    /// [`lines`]. In three rounds, each over all lines, so that in none a read has to wait for another.
    #[inline]
    pub fn answer_lines(&self, text: &[u8], answer: impl FnMut(ShortAnswer)) -> (usize, usize) {
        let (mut digits, mut ends, mut count, mut end) = ([0; TOGETHER], [0; TOGETHER], 0, 0);
        while count < TOGETHER
            && let Some((cells, length)) = lines::read(&text[end..])
        {
            end += length;
            (digits[count], ends[count]) = (cells, end);
            count += 1;
        }
        let mut places = [0; TOGETHER];
        let is_board = |(&digits, place): (&u64, &mut usize)| {
            let found = digits::coordinates_of_nine(digits, &self.eight).map(|(at, odd)| self.place(at, odd));
            *place = found.unwrap_or_default();
            found.is_some()
        };
        // The first line that is no board after all ends it.
        let count = digits[..count].iter().zip(&mut places).position(|line| !is_board(line)).unwrap_or(count);
        self.at_places(&places[..count], answer);
        (count, if count == 0 { 0 } else { ends[count - 1] })
    }

    /// Where the solution of the board at these coordinates stands, whose order is odd or not. Those without one share the last place.
    #[inline]
    fn place(&self, at: Coordinates, odd: bool) -> usize {
        let (begin, must_be_odd) = self.blanks[at.blank % MAX_CELLS];
        // Of random boards a processor guesses wrong every second time.
        select_unpredictable(odd == must_be_odd, begin + at.order as usize / 2, self.words.len() - 1)
    }

    /// Hands on the solutions at some places, in order. First all are read, of which no read waits for another.
    #[inline]
    pub fn at_places(&self, places: &[usize], mut answer: impl FnMut(ShortAnswer)) {
        let mut words = [0; TOGETHER];
        for places in places.chunks(TOGETHER) {
            for (word, &place) in words.iter_mut().zip(places) {
                *word = self.words[place];
            }
            words[..places.len()].iter().for_each(|&word| answer(ShortAnswer::of_word(word)));
        }
    }
}
