//! Moves of the blank, sets of them and sequences of them.

use std::fmt::{self, Write};
use std::ops::{BitAnd, BitOr, Deref, Not, Sub};

use smallvec::SmallVec;

use super::solution_length;

/// One step of the blank, named by the cell it goes to. The order is that of canonical solutions:
/// d < l < r < u.
///
/// Online judges name moves like this. Speed-solvers name the direction of the *tile*, which is
/// the opposite.
///
/// ```
/// use tilebase::Move;
/// assert_eq!("L".parse(), Ok(Move::Left));
/// assert_eq!(Move::Left.to_string(), "l");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// `d`: the blank goes one row down.
    Down = 0,
    /// `l`: the blank goes one column left.
    Left = 1,
    /// `r`: the blank goes one column right.
    Right = 2,
    /// `u`: the blank goes one row up.
    Up = 3,
}

impl Move {
    /// All moves, in order.
    pub const ALL: [Move; 4] = [Move::Down, Move::Left, Move::Right, Move::Up];

    /// The move's letter: `d`, `l`, `r` or `u`.
    pub const fn letter(self) -> char {
        ['d', 'l', 'r', 'u'][self as usize]
    }

    /// The move that undoes this one.
    ///
    /// ```
    /// use tilebase::Move;
    /// assert_eq!(Move::Left.inverse(), Move::Right);
    /// ```
    #[must_use]
    #[inline]
    pub const fn inverse(self) -> Move {
        Move::ALL[3 - self as usize]
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// A set of moves in four bits: d, l, r, u from bit 0. An entry of a table is such a set.
///
/// `|`, `&`, `-` and `!` are union, intersection, difference and complement.
///
/// ```
/// use tilebase::Move;
/// use tilebase::puzzle::MoveSet;
/// let set: MoveSet = [Move::Up, Move::Left].into_iter().collect();
/// assert_eq!(set.to_string(), "lu");
/// assert_eq!(set.first(), Some(Move::Left));
/// assert_eq!(set.bits(), 0b1010);
/// assert_eq!((!set).into_iter().collect::<Vec<_>>(), [Move::Down, Move::Right]);
/// assert_eq!(set - MoveSet::from(Move::Up), MoveSet::from(Move::Left));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u8);

impl MoveSet {
    /// The empty set: the entry of the goal.
    pub const EMPTY: MoveSet = MoveSet(0);

    /// Creates a set from the low four bits. The others are ignored.
    pub const fn from_bits(bits: u8) -> MoveSet {
        MoveSet(bits & 0b1111)
    }

    /// The four bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of moves.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set contains `mv`.
    pub const fn contains(self, mv: Move) -> bool {
        self.0 & mv.bit() != 0
    }

    /// The smallest move.
    pub fn first(self) -> Option<Move> {
        Move::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// Adds `mv`.
    pub fn insert(&mut self, mv: Move) {
        self.0 |= mv.bit();
    }

    /// Removes `mv`.
    pub fn remove(&mut self, mv: Move) {
        self.0 &= !mv.bit();
    }

    /// The moves, smallest first.
    #[inline]
    pub fn iter(self) -> MoveSetIter {
        MoveSetIter(self)
    }
}

/// The moves of a [`MoveSet`], smallest first.
#[derive(Clone, Debug)]
pub struct MoveSetIter(MoveSet);

impl Iterator for MoveSetIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        let first = self.0.first()?;
        self.0.remove(first);
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for MoveSetIter {}

impl IntoIterator for MoveSet {
    type Item = Move;
    type IntoIter = MoveSetIter;

    #[inline]
    fn into_iter(self) -> MoveSetIter {
        self.iter()
    }
}

impl From<Move> for MoveSet {
    fn from(mv: Move) -> MoveSet {
        MoveSet(mv.bit())
    }
}

impl BitOr for MoveSet {
    type Output = MoveSet;

    fn bitor(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 | other.0)
    }
}

impl BitAnd for MoveSet {
    type Output = MoveSet;

    fn bitand(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 & other.0)
    }
}

impl Sub for MoveSet {
    type Output = MoveSet;

    fn sub(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 & !other.0)
    }
}

impl Not for MoveSet {
    type Output = MoveSet;

    fn not(self) -> MoveSet {
        MoveSet::from_bits(!self.0)
    }
}

impl FromIterator<Move> for MoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> MoveSet {
        let mut set = MoveSet::EMPTY;
        moves.into_iter().for_each(|mv| set.insert(mv));
        set
    }
}

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|mv| f.write_char(mv.letter()))
    }
}

/// The letters of every set of moves, by its bits. Those after its last move mean nothing.
const LETTERS_OF_SET: [[u8; 4]; 16] = {
    let mut sets = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut len, mut i) = (0, 0);
        while i < 4 {
            if bits >> i & 1 == 1 {
                sets[bits][len] = Move::ALL[i].letter() as u8;
                len += 1;
            }
            i += 1;
        }
        bits += 1;
    }
    sets
};

impl MoveSet {
    /// Appends the letters.
    #[inline]
    pub(super) fn write_to(self, text: &mut Vec<u8>) {
        let end = text.len() + self.len();
        text.extend_from_slice(&LETTERS_OF_SET[usize::from(self.0 & 15)]);
        text.truncate(end);
    }
}

/// A sequence of moves, written as their letters.
///
/// Up to 56 of them need no allocation. No solution of a shape of up to twelve cells is longer.
///
/// ```
/// let moves: tilebase::Moves = "drUL".parse()?;
/// assert_eq!(moves.len(), 4);
/// assert_eq!(moves.to_string(), "drul");
/// # Ok::<(), tilebase::puzzle::MoveError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moves(SmallVec<[Move; INLINE]>);

/// With the length, this fills a line of the processor's cache.
const INLINE: usize = 56;

/// The moves that eight bits of a word stand for, the first one in the lowest bits.
const UNPACKED: [[Move; 4]; 256] = {
    let mut unpacked = [[Move::Down; 4]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 4 {
            unpacked[bits][i] = Move::ALL[bits >> (2 * i) & 3];
            i += 1;
        }
        bits += 1;
    }
    unpacked
};

impl Moves {
    /// Unpacks a [word](length) of moves.
    #[inline]
    #[doc(hidden)]
    pub fn from_word(word: u64) -> Moves {
        let mut moves = [Move::Down; INLINE];
        for (four, bits) in moves.as_chunks_mut::<4>().0.iter_mut().zip(word.to_le_bytes()) {
            *four = UNPACKED[usize::from(bits)];
        }
        Moves(SmallVec::from_buf_and_len(moves, solution_length(word)))
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Appends the letters to `text`.
    ///
    /// ```
    /// let moves: tilebase::Moves = "dlu".parse()?;
    /// let mut text = Vec::new();
    /// moves.write_to(&mut text);
    /// assert_eq!(text, b"dlu");
    /// # Ok::<(), tilebase::puzzle::MoveError>(())
    /// ```
    #[inline]
    pub fn write_to(&self, text: &mut Vec<u8>) {
        write_letters(self, text);
    }

    /// The moves that undo these: the inverse of each, last to first.
    ///
    /// ```
    /// let moves: tilebase::Moves = "dlu".parse()?;
    /// assert_eq!(moves.inverted().to_string(), "dru");
    /// # Ok::<(), tilebase::puzzle::MoveError>(())
    /// ```
    #[must_use]
    pub fn inverted(&self) -> Moves {
        self.iter().rev().map(|mv| mv.inverse()).collect()
    }

    /// The moves without those that undo each other. They lead to the same board.
    ///
    /// ```
    /// let moves: tilebase::Moves = "dlrul".parse()?;
    /// assert_eq!(moves.simplified().to_string(), "l");
    /// # Ok::<(), tilebase::puzzle::MoveError>(())
    /// ```
    #[must_use]
    pub fn simplified(&self) -> Moves {
        let mut left: Vec<Move> = Vec::with_capacity(self.len());
        for &mv in &**self {
            if left.pop_if(|last| *last == mv.inverse()).is_none() {
                left.push(mv);
            }
        }
        left.into()
    }

    /// The number of runs: moves in the same direction, one after another, count as one.
    ///
    /// ```
    /// let moves: tilebase::Moves = "ddluu".parse()?;
    /// assert_eq!(moves.runs(), 3);
    /// # Ok::<(), tilebase::puzzle::MoveError>(())
    /// ```
    pub fn runs(&self) -> usize {
        self.chunk_by(|a, b| a == b).count()
    }
}

/// Appends the letters of moves.
#[inline]
pub(super) fn write_letters(moves: &[Move], text: &mut Vec<u8>) {
    // Eight at a time, which is twice as fast for solutions of 3x3.
    let (eights, rest) = moves.as_chunks::<8>();
    for moves in eights {
        text.extend_from_slice(&moves.map(|mv| mv.letter() as u8));
    }
    text.extend(rest.iter().map(|mv| mv.letter() as u8));
}

impl From<&Moves> for Moves {
    fn from(moves: &Moves) -> Moves {
        moves.clone()
    }
}

impl FromIterator<Move> for Moves {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Moves {
        Moves(moves.into_iter().collect())
    }
}

impl From<Vec<Move>> for Moves {
    fn from(moves: Vec<Move>) -> Moves {
        Moves(moves.into())
    }
}

impl Deref for Moves {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|mv| f.write_char(mv.letter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_comes_back_from_a_word() {
        for len in 0..32 {
            let moves: Moves = (0..len).map(|i| Move::ALL[(i * i + i / 7) % 4]).collect();
            let packed = (0..len).map(|i| (moves[i] as u64) << (2 * i)).sum::<u64>();
            assert_eq!(Moves::from_word(packed | 1 << (2 * len)), moves);
            let mut text = b"before".to_vec();
            moves.write_to(&mut text);
            assert_eq!(text, format!("before{moves}").into_bytes());
        }
    }

    #[test]
    fn letters_are_in_the_canonical_order() {
        let letters: String = Move::ALL.iter().map(|mv| mv.letter()).collect();
        assert_eq!(letters, "dlru");
        for mv in Move::ALL {
            assert_eq!(mv.inverse().inverse(), mv);
            assert_ne!(mv.inverse(), mv);
        }
        for (text, error) in [
            ("xu", "move 1, column 1: expected one of d, l, r, u, found `x`"),
            ("d\u{e9}", "move 2, column 2: expected one of d, l, r, u, found `é`"),
            ("dul", "move 1, column 1: expected one move, found 3"),
            ("", "move 1, column 1: expected one move, found 0"),
        ] {
            assert_eq!(text.parse::<Move>().unwrap_err().to_string(), error);
        }
    }
}
