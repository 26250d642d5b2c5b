//! Sequences of moves in a fixed number of bytes, for bulk answers, in both metrics.

use std::fmt;

use super::{Move, Moves, MultiMove};

/// A sequence of at most [`CAPACITY`](PackedMoves::CAPACITY) moves, two bits each, without an
/// allocation. [`Batch::solutions`](crate::Batch::solutions) returns these.
///
/// ```
/// use tilebase::Moves;
/// use tilebase::puzzle::PackedMoves;
/// let moves: Moves = "dlurull".parse()?;
/// let packed: PackedMoves = moves.iter().copied().collect();
/// assert_eq!(packed.len(), 7);
/// assert_eq!(packed.to_string(), "dlurull");
/// assert_eq!(Moves::from(packed), moves);
/// # Ok::<(), tilebase::puzzle::MoveError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PackedMoves {
    /// Move i is in bits 2(i % 32) and 2(i % 32) + 1 of word i / 32.
    words: [u64; WORDS],
    len: u8,
}

const WORDS: usize = 5;
const MOVES_IN_WORD: usize = 32;

/// The letters of four moves, by their eight bits, the first letter lowest.
const LETTERS: [u32; 256] = {
    let mut letters = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 4 {
            letters[bits] |= (Move::ALL[bits >> (2 * i) & 3].letter() as u32) << (8 * i);
            i += 1;
        }
        bits += 1;
    }
    letters
};

/// The letters of the 32 moves of a word.
#[inline]
pub(crate) fn letters(word: u64) -> [u8; MOVES_IN_WORD] {
    let mut letters = [0; MOVES_IN_WORD];
    for (eight, bits) in
        letters.as_chunks_mut::<8>().0.iter_mut().zip(word.to_le_bytes().as_chunks::<2>().0)
    {
        let [first, second] = bits.map(|bits| u64::from(LETTERS[usize::from(bits)]));
        *eight = (first | second << 32).to_le_bytes();
    }
    letters
}

impl PackedMoves {
    /// The capacity, in moves. No board of up to 16 cells needs more: the longest optimal solution,
    /// on 2x8, has 140 moves. A larger board may need more. Then a [`Batch`](crate::Batch) answers
    /// that it stopped, with the canonical solution.
    pub const CAPACITY: usize = WORDS * MOVES_IN_WORD;

    /// Unpacks a word of at most 31 moves: two bits per move from bit 0, then a 1 bit that marks
    /// the end.
    #[inline]
    pub(crate) const fn from_word(word: u64) -> PackedMoves {
        let len = (u64::BITS - 1 - (word | 1).leading_zeros()) / 2;
        PackedMoves { words: [word & !(1 << (2 * len)), 0, 0, 0, 0], len: len as u8 }
    }

    /// The first 32 moves, two bits each from bit 0.
    #[inline]
    pub(crate) const fn word(&self) -> u64 {
        self.words[0]
    }

    /// The number of moves.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there are no moves. The solution of the goal itself is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first move.
    pub fn first(&self) -> Option<Move> {
        self.iter().next()
    }

    /// The moves, first to last.
    pub fn iter(&self) -> impl Iterator<Item = Move> {
        let word = |i| self.words[i / MOVES_IN_WORD];
        (0..self.len()).map(move |i| Move::ALL[(word(i) >> (2 * (i % MOVES_IN_WORD)) & 3) as usize])
    }

    /// Appends a move. Returns false, and changes nothing, if there is no room.
    #[inline]
    pub fn push(&mut self, mv: Move) -> bool {
        let i = self.len();
        let room = i < PackedMoves::CAPACITY;
        if room {
            self.words[i / MOVES_IN_WORD] |= (mv as u64) << (2 * (i % MOVES_IN_WORD));
            self.len += 1;
        }
        room
    }

    /// Appends the letters to `text`.
    ///
    /// ```
    /// let moves: tilebase::Moves = "dlu".parse()?;
    /// let packed: tilebase::puzzle::PackedMoves = moves.iter().copied().collect();
    /// let mut text = Vec::new();
    /// packed.write_to(&mut text);
    /// assert_eq!(text, b"dlu");
    /// # Ok::<(), tilebase::puzzle::MoveError>(())
    /// ```
    #[inline]
    pub fn write_to(&self, text: &mut Vec<u8>) {
        let end = text.len() + self.len();
        // Most sequences fit one word, and writing a whole word is faster than writing a part of
        // it.
        text.extend_from_slice(&letters(self.words[0]));
        if self.len() > MOVES_IN_WORD {
            self.write_more_letters(text);
        }
        text.truncate(end);
    }

    #[cold]
    fn write_more_letters(&self, text: &mut Vec<u8>) {
        self.words[1..].iter().for_each(|word| text.extend_from_slice(&letters(*word)));
    }
}

impl FromIterator<Move> for PackedMoves {
    /// Collects moves until there is no room.
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> PackedMoves {
        let mut packed = PackedMoves::default();
        let _ = moves.into_iter().all(|mv| packed.push(mv));
        packed
    }
}

impl From<PackedMoves> for Moves {
    fn from(packed: PackedMoves) -> Moves {
        packed.iter().collect()
    }
}

impl fmt::Display for PackedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = Vec::with_capacity(PackedMoves::CAPACITY);
        self.write_to(&mut letters);
        f.write_str(&String::from_utf8_lossy(&letters))
    }
}

impl fmt::Debug for PackedMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedMoves({self})")
    }
}

/// A shortest solution in the multi-tile metric, on a board of at most three rows and columns.
///
/// No two of its moves are on one axis in a row, so the axis of the first move tells that of all.
/// It is bit 0. From bit 1 on, each move has two bits: whether it goes right or up, and whether it
/// goes two cells. Then a 1 bit marks the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MultiWord(u64);

/// The letters and numbers of four moves, by their eight bits and the axis of the first in bit 8,
/// the first character lowest, and how many there are.
const MULTI_LETTERS: [(u64, u8); 512] = {
    let mut letters = [(0, 0); 512];
    let mut bits = 0;
    while bits < 512 {
        let (mut text, mut len, mut i) = (0, 0, 0);
        while i < 4 {
            let MultiMove { mv, cells } = MultiWord::mv(bits >> 8 ^ i & 1, bits >> (2 * i));
            text |= (mv.letter() as u64) << (8 * len);
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

impl MultiWord {
    /// How far a move goes at most.
    pub(crate) const MOST_CELLS: usize = 2;

    /// The length of the longest solution that fits.
    pub(crate) const LONGEST: u32 = 24;

    /// The empty solution.
    pub(crate) const EMPTY: u64 = 2;

    /// The most characters that a solution has, and room to write the last ones as a whole.
    const ROOM: usize = 2 * MultiWord::LONGEST as usize + 8;

    /// `None` for 0.
    #[inline]
    pub(crate) fn new(word: u64) -> Option<MultiWord> {
        (word != 0).then_some(MultiWord(word))
    }

    /// The word with one more move at the front.
    #[inline]
    pub(crate) const fn after(mv: MultiMove, rest: u64) -> u64 {
        let [vertical, back] = match mv.mv {
            Move::Down => [1, 0],
            Move::Left => [0, 0],
            Move::Right => [0, 1],
            Move::Up => [1, 1],
        };
        (rest >> 1) << 3 | (mv.cells as u64 - 1) << 2 | back << 1 | vertical
    }

    /// The move on an axis, 0 or 1, with these two lowest bits.
    const fn mv(axis: u64, bits: u64) -> MultiMove {
        let mv = match (axis, bits & 1) {
            (1, 0) => Move::Down,
            (_, 0) => Move::Left,
            (1, _) => Move::Up,
            _ => Move::Right,
        };
        MultiMove { mv, cells: (bits >> 1 & 1) as u8 + 1 }
    }

    /// The number of moves.
    #[inline]
    pub(crate) const fn len(self) -> u32 {
        (self.0 | 1).ilog2() / 2
    }

    /// The moves, first to last.
    pub(crate) fn moves(self) -> impl Iterator<Item = MultiMove> {
        let word = self.0;
        (0..self.len()).map(move |i| MultiWord::mv((word ^ u64::from(i)) & 1, word >> (2 * i + 1)))
    }

    /// Appends the letters and numbers to `text`.
    #[inline]
    pub(crate) fn write_to(self, text: &mut Vec<u8>) {
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
        // What is written behind the moves are as many single letters.
        text.truncate(end - (MultiWord::LONGEST - moves) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::MultiMoves;

    #[test]
    fn every_length_comes_back() {
        for len in 0..=PackedMoves::CAPACITY {
            let moves: Moves = (0..len).map(|i| Move::ALL[(i * i + i / 7) % 4]).collect();
            let packed: PackedMoves = moves.iter().copied().collect();
            assert_eq!(packed.len(), len);
            assert_eq!(packed.is_empty(), len == 0);
            assert_eq!(packed.first(), moves.first().copied());
            assert_eq!(Moves::from(packed), moves);
            let mut text = b"before".to_vec();
            packed.write_to(&mut text);
            assert_eq!(text, format!("before{moves}").into_bytes());
            if len < MOVES_IN_WORD {
                assert_eq!(PackedMoves::from_word(packed.words[0] | 1 << (2 * len)), packed);
            }
        }
    }

    #[test]
    fn what_has_no_room_is_left_out() {
        let mut packed: PackedMoves = std::iter::repeat_n(Move::Up, 1000).collect();
        assert_eq!(packed.len(), PackedMoves::CAPACITY);
        assert!(!packed.push(Move::Down));
        assert!(packed.iter().all(|mv| mv == Move::Up));
    }

    #[test]
    fn multi_words_hold_what_is_put_in_front() {
        for first in [[Move::Down, Move::Left], [Move::Right, Move::Up]] {
            let mut word = MultiWord::EMPTY;
            let mut moves: Vec<MultiMove> = Vec::new();
            for number in 0..=MultiWord::LONGEST {
                let held = MultiWord::new(word).unwrap();
                assert_eq!((held.len(), held.moves().collect::<Vec<_>>()), (number, moves.clone()));
                let mut text = b"before ".to_vec();
                held.write_to(&mut text);
                let expected = MultiMoves::from(moves.clone());
                assert_eq!(String::from_utf8(text).unwrap(), format!("before {expected}"));
                let mv = first[number as usize % 2];
                let mv = if number % 5 > 2 { mv.inverse() } else { mv };
                let mv = MultiMove { mv, cells: 1 + u8::from(number % 3 > 0) };
                word = MultiWord::after(mv, word);
                moves.insert(0, mv);
            }
        }
    }
}
