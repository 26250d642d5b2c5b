//! All solutions for a goal written out, where they are short: then an answer is one read.

use std::hint::select_unpredictable;

use super::eight::Eight;
use super::short_answer::ShortAnswer;
use super::{Oracle, digits, lines};
use crate::error::Result;
use crate::puzzle::{Board, Coordinates, MAX_CELLS, Move, odd, unrank};

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

    /// Writes out the solutions of all boards.
    pub fn of<D: AsRef<[u8]>>(oracle: &Oracle<'_, D>) -> Result<ShortSolutions> {
        let shape = oracle.goal().shape();
        let mut in_table = vec![0; shape.states() as usize];
        let mut path = Vec::new();
        let begin = |blank| blank * shape.states_per_blank() as usize;
        let blanks = std::array::from_fn(|blank| (begin(blank), must_be_odd(oracle.goal(), blank)));
        let mut words = vec![0; shape.states() as usize + 1];
        let mut tiles = [0; MAX_CELLS];
        for order in 0..2 * shape.states_per_blank() {
            unrank(order, &mut tiles[..shape.tiles()]);
            let is_odd = odd(&tiles[..shape.tiles()]);
            for row in (0..shape.cells()).step_by(shape.cols()).filter(|&row| blanks[row].1 == is_odd) {
                let Some(mut there) = oracle.place(&Board::from_parts(shape, row, tiles))? else { continue };
                for blank in row..row + shape.cols() {
                    // Moving along the row changes no order.
                    if blank > row {
                        there = oracle.step(there, Move::Right, oracle.diameter())?;
                    }
                    words[begin(blank) + order as usize / 2] = solution(oracle, there, &mut in_table, &mut path)?;
                }
            }
        }
        Ok(ShortSolutions { words, blanks, eight: Eight::new() })
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

/// The word of the state `at`. Walks only to the first state whose word is among `known`, by index, and adds those on the way: the canonical
/// solution of a board is its first optimal move and then the canonical solution of the board behind it.
fn solution<D: AsRef<[u8]>>(
    oracle: &Oracle<'_, D>,
    mut at: Coordinates,
    known: &mut [u64],
    path: &mut Vec<(usize, Move)>,
) -> Result<u64> {
    let mut left = oracle.diameter();
    let mut word = loop {
        let here = oracle.table().steps().index(at) as usize;
        if known[here] != 0 {
            break known[here];
        }
        let Some(mv) = oracle.entry(at, left)?.first() else {
            known[here] = 1;
            break 1;
        };
        path.push((here, mv));
        at = oracle.step(at, mv, left)?;
        left -= 1;
    };
    for (here, mv) in path.drain(..).rev() {
        word = word << 2 | mv as u64;
        known[here] = word;
    }
    Ok(word)
}

fn must_be_odd(goal: &Board, blank: usize) -> bool {
    let cols = goal.shape().cols();
    let rows_apart = (blank / cols).abs_diff(goal.blank_cell() / cols);
    odd(&goal.tile_order()) != (rows_apart * (cols - 1) % 2 == 1)
}
