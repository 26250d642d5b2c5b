//! Moves of the blank, sets of them and sequences of them.

use std::fmt::{self, Write};
use std::ops::Deref;
use std::str::FromStr;

/// One step of the blank, named by the cell it goes to, in the order of canonical solutions: d < l < r < u.
///
/// Online judges name moves like this. Speed-solvers name the direction of the *tile*, which is the opposite.
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

    /// The letter: `d`, `l`, `r` or `u`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['d', 'l', 'r', 'u'][self as usize]
    }

    /// The move that takes this one back.
    ///
    /// ```
    /// use tilebase::Move;
    /// assert_eq!(Move::Left.inverse(), Move::Right);
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Move {
        Move::ALL[3 - self as usize]
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of moves in four bits: d, l, r, u from bit 0. This is what a table's entry holds.
///
/// ```
/// use tilebase::{Move, MoveSet};
/// let set: MoveSet = [Move::Up, Move::Left].into_iter().collect();
/// assert_eq!(set.to_string(), "lu");
/// assert_eq!(set.first(), Some(Move::Left));
/// assert_eq!(set.bits(), 0b1010);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u8);

impl MoveSet {
    /// No moves: what the goal's entry holds.
    pub const EMPTY: MoveSet = MoveSet(0);

    /// The set in the low four bits; the others are ignored.
    #[must_use]
    pub const fn from_bits(bits: u8) -> MoveSet {
        MoveSet(bits & 0b1111)
    }

    /// The four bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether there is no move in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many moves are in it.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `mv` is in it.
    #[must_use]
    pub const fn contains(self, mv: Move) -> bool {
        self.0 & mv.bit() != 0
    }

    /// The smallest move in it.
    #[must_use]
    pub fn first(self) -> Option<Move> {
        Move::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// Adds `mv`.
    pub fn insert(&mut self, mv: Move) {
        self.0 |= mv.bit();
    }

    /// Takes `mv` out.
    pub fn remove(&mut self, mv: Move) {
        self.0 &= !mv.bit();
    }

    /// The moves in it, smallest first.
    pub fn iter(self) -> impl Iterator<Item = Move> {
        Move::ALL.into_iter().filter(move |&mv| self.contains(mv))
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

/// A sequence of moves, written as their letters.
///
/// ```
/// let moves: tilebase::Moves = "drUL".parse()?;
/// assert_eq!(moves.len(), 4);
/// assert_eq!(moves.to_string(), "drul");
/// # Ok::<(), tilebase::MoveError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moves(pub Vec<Move>);

/// A character that names no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {place}: expected one of d, l, r, u, found `{}`", found.escape_default())]
pub struct MoveError {
    /// Its place in the text, counted from 1.
    pub place: usize,
    /// The character.
    pub found: char,
}

impl Deref for Moves {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|mv| f.write_char(mv.letter()))
    }
}

impl FromStr for Moves {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Moves, MoveError> {
        let named = |letter: char| Move::ALL.into_iter().find(|mv| mv.letter() == letter.to_ascii_lowercase());
        let moves = text.chars().zip(1..).map(|(found, place)| named(found).ok_or(MoveError { place, found }));
        moves.collect::<Result<_, _>>().map(Moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_in_the_canonical_order() {
        let letters: String = Move::ALL.iter().map(|mv| mv.letter()).collect();
        assert_eq!(letters, "dlru");
        for mv in Move::ALL {
            assert_eq!(mv.inverse().inverse(), mv);
            assert_ne!(mv.inverse(), mv);
        }
        assert_eq!("dxu".parse::<Moves>(), Err(MoveError { place: 2, found: 'x' }));
    }
}
