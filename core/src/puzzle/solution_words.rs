//! Solutions in a word each, for bulk answers, in both metrics.

use super::{Direction, Move, Moves};

const MOVES_IN_WORD: usize = 32;

/// The letters of four moves, by their eight bits, the first letter lowest.
const LETTERS: [u32; 256] = {
    let mut letters = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 4 {
            letters[bits] |= (Direction::ALL[bits >> (2 * i) & 3].letter() as u32) << (8 * i);
            i += 1;
        }
        bits += 1;
    }
    letters
};

/// The number of moves in a word: two bits each from bit 0, then a 1 bit that marks the end. At
/// most 31 fit.
#[inline]
#[doc(hidden)]
pub const fn solution_length(word: u64) -> usize {
    (word | 1).ilog2() as usize / 2
}

/// The letters of the moves of a word. Those after the last move mean nothing.
#[inline]
#[doc(hidden)]
pub fn solution_letters(word: u64) -> [u8; MOVES_IN_WORD] {
    let mut letters = [0; MOVES_IN_WORD];
    for (eight, bits) in
        letters.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes().as_chunks::<2>().0)
    {
        let [first, second] = bits.map(|bits| u64::from(LETTERS[usize::from(bits)]));
        *eight = (first | second << 32).to_le_bytes();
    }
    letters
}

/// A shortest solution in the multi-tile metric, on a board of at most three rows and columns.
///
/// No two of its moves are on one axis in a row, so the axis of the first move, bit 0, gives all
/// others. From bit 1 on, each move has two bits: whether it goes right or up, and whether it goes
/// two cells. Then a 1 bit marks the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub struct MultiWord(u64);

/// The letters and numbers of four moves, by their eight bits and the axis of the first in bit 8,
/// the first character lowest, and how many there are.
const MULTI_LETTERS: [(u64, u8); 512] = {
    let mut letters = [(0, 0); 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut text, mut len, mut i) = (0, 0, 0);
        while i < 4 {
            let mv = MultiWord::mv(bits >> 8 ^ i & 1, bits >> (2 * i));
            let cells = mv.cells();
            text |= (mv.direction().letter() as u64) << (8 * len);
            len += 1;
            if cells > 1 {
                text |= ((b'0' + cells) as u64) << (8 * len);
                len += 1;
            }
            i += 1;
        }
        letters[bits as usize] = (text, len);
        bits += 1;
    }
    letters
};

/// Four moves, by the same bits as their letters.
const MULTI_MOVES: [[Move; 4]; 512] = {
    let mut moves = [[MultiWord::mv(0, 0); 4]; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut i = 0;
        while i < 4 {
            moves[bits][i] = MultiWord::mv((bits >> 8 ^ i & 1) as u64, (bits >> (2 * i)) as u64);
            i += 1;
        }
        bits += 1;
    }
    moves
};

impl MultiWord {
    /// How far a move goes at most.
    pub const MOST_CELLS: usize = 2;

    /// The length of the longest solution that fits.
    pub const LONGEST: u32 = 24;

    /// The empty solution.
    pub const EMPTY: u64 = 2;

    /// The most characters that a solution has, and room to write the last ones as a whole.
    const ROOM: usize = 2 * MultiWord::LONGEST as usize + 8;

    /// `None` for 0.
    #[inline]
    pub fn new(word: u64) -> Option<MultiWord> {
        (word != 0).then_some(MultiWord(word))
    }

    /// The word with one more move at the front.
    #[inline]
    pub const fn after(mv: Move, rest: u64) -> u64 {
        let [vertical, back] = match mv.direction() {
            Direction::Down => [1, 0],
            Direction::Left => [0, 0],
            Direction::Right => [0, 1],
            Direction::Up => [1, 1],
        };
        (rest >> 1) << 3 | (mv.cells() as u64 - 1) << 2 | back << 1 | vertical
    }

    /// The move on an axis, 0 or 1, with these two lowest bits.
    const fn mv(axis: u64, bits: u64) -> Move {
        let direction = match (axis, bits & 1) {
            (1, 0) => Direction::Down,
            (_, 0) => Direction::Left,
            (1, _) => Direction::Up,
            _ => Direction::Right,
        };
        Move::along(direction, (bits >> 1 & 1) as u8 + 1)
    }

    /// The number of moves.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        (self.0 | 1).ilog2() / 2
    }

    /// The moves, first to last.
    #[inline]
    pub fn moves(self) -> Moves {
        let (axis, mut bits) = ((self.0 & 1) << 8, self.0 >> 1);
        let mut moves = Moves::ROOM;
        for four in &mut moves.as_chunks_mut::<4>().0[..MultiWord::LONGEST as usize / 4] {
            *four = MULTI_MOVES[(axis | bits & 0xff) as usize];
            bits >>= 8;
        }
        Moves::of_first(self.len() as usize, moves)
    }

    /// Appends the letters and numbers to `text`.
    #[inline]
    pub fn write_to(self, text: &mut Vec<u8>) {
        let (begin, moves) = (text.len(), self.len());
        text.resize(begin + MultiWord::ROOM, 0);
        let (axis, mut bits) = ((self.0 & 1) << 8, self.0 >> 1 & !(1 << (2 * moves)));
        let mut end = begin;
        for _ in 0..MultiWord::LONGEST / 4 {
            let (letters, len) = MULTI_LETTERS[(axis | bits & 0xff) as usize];
            if let Some(place) = text[end..].first_chunk_mut() {
                *place = letters.to_le_bytes();
            }
            (end, bits) = (end + usize::from(len), bits >> 8);
        }
        // Each unused move after the end was written as a single letter. Cut these off.
        text.truncate(end - (MultiWord::LONGEST - moves) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn multi_words_hold_what_is_put_in_front() {
        for first in [[Direction::Down, Direction::Left], [Direction::Right, Direction::Up]] {
            let mut word = MultiWord::EMPTY;
            let mut moves: Vec<Move> = Vec::new();
            for number in 0..=MultiWord::LONGEST {
                let held = MultiWord::new(word).unwrap();
                assert_eq!((held.len(), held.moves().to_vec()), (number, moves.clone()));
                let mut text = b"before ".to_vec();
                held.write_to(&mut text);
                let expected = Moves::from(moves.clone());
                assert_eq!(String::from_utf8(text).unwrap(), format!("before {expected}"));
                let mv = first[number as usize % 2];
                let mv = if number % 5 > 2 { mv.inverse() } else { mv };
                let mv = Move::along(mv, 1 + u8::from(number % 3 > 0));
                word = MultiWord::after(mv, word);
                moves.insert(0, mv);
            }
        }
    }
}
