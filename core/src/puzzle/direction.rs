//! Directions in which the blank goes, and sets of them.

use std::fmt::{self, Write};
use std::ops::{BitAnd, BitOr, Sub};

/// Direction in which the blank goes. The order is that of canonical solutions: d < l < r < u.
///
/// Online judges name moves like this. Speed-solvers name the direction of the *tile*, which is
/// the opposite.
///
/// ```
/// use tilebase::Move;
/// use tilebase::puzzle::Direction;
/// assert_eq!("L".parse(), Ok(Move::from(Direction::Left)));
/// assert_eq!(Direction::Left.to_string(), "l");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// `d`: the blank goes one row down.
    Down = 0,
    /// `l`: the blank goes one column left.
    Left = 1,
    /// `r`: the blank goes one column right.
    Right = 2,
    /// `u`: the blank goes one row up.
    Up = 3,
}

impl Direction {
    /// All directions, in order.
    pub const ALL: [Direction; 4] =
        [Direction::Down, Direction::Left, Direction::Right, Direction::Up];

    /// Letter of the direction: `d`, `l`, `r` or `u`.
    pub const fn letter(self) -> char {
        ['d', 'l', 'r', 'u'][self as usize]
    }

    /// The direction of a letter in either case.
    pub(super) fn of_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|it| it.letter() == letter.to_ascii_lowercase())
    }

    /// The opposite direction.
    ///
    /// ```
    /// use tilebase::puzzle::Direction;
    /// assert_eq!(Direction::Left.inverse(), Direction::Right);
    /// ```
    #[must_use]
    #[inline]
    pub const fn inverse(self) -> Direction {
        Direction::ALL[3 - self as usize]
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.letter())
    }
}

/// Set of directions in four bits: d, l, r, u from bit 0. An entry of a table is such a set.
///
/// `|`, `&` and `-` are union, intersection and difference.
///
/// ```
/// use tilebase_core::{Direction, Directions};
/// let set: Directions = [Direction::Up, Direction::Left].into_iter().collect();
/// assert_eq!(set.to_string(), "lu");
/// assert_eq!(set.first(), Some(Direction::Left));
/// assert_eq!(set.bits(), 0b1010);
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Direction::Left, Direction::Up]);
/// assert_eq!(set - Directions::from(Direction::Up), Directions::from(Direction::Left));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Directions(u8);

impl Directions {
    /// The empty set: the entry of the goal.
    pub const EMPTY: Directions = Directions(0);

    /// Creates a set from the low four bits. The others are ignored.
    pub const fn from_bits(bits: u8) -> Directions {
        Directions(bits & 0b1111)
    }

    /// The four bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of directions.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set contains `mv`.
    pub const fn contains(self, mv: Direction) -> bool {
        self.0 & mv.bit() != 0
    }

    /// The smallest direction.
    pub fn first(self) -> Option<Direction> {
        Direction::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// Adds `mv`.
    pub fn insert(&mut self, mv: Direction) {
        self.0 |= mv.bit();
    }

    /// Removes `mv`.
    pub fn remove(&mut self, mv: Direction) {
        self.0 &= !mv.bit();
    }

    /// The directions, smallest first.
    #[inline]
    pub fn iter(self) -> DirectionsIter {
        DirectionsIter(self)
    }
}

/// The directions of a set, smallest first.
#[derive(Clone, Debug)]
pub struct DirectionsIter(Directions);

impl Iterator for DirectionsIter {
    type Item = Direction;

    #[inline]
    fn next(&mut self) -> Option<Direction> {
        let first = self.0.first()?;
        self.0.remove(first);
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for DirectionsIter {}

impl IntoIterator for Directions {
    type Item = Direction;
    type IntoIter = DirectionsIter;

    #[inline]
    fn into_iter(self) -> DirectionsIter {
        self.iter()
    }
}

impl From<Direction> for Directions {
    fn from(mv: Direction) -> Directions {
        Directions(mv.bit())
    }
}

impl BitOr for Directions {
    type Output = Directions;

    fn bitor(self, other: Directions) -> Directions {
        Directions(self.0 | other.0)
    }
}

impl BitAnd for Directions {
    type Output = Directions;

    fn bitand(self, other: Directions) -> Directions {
        Directions(self.0 & other.0)
    }
}

impl Sub for Directions {
    type Output = Directions;

    fn sub(self, other: Directions) -> Directions {
        Directions(self.0 & !other.0)
    }
}

impl FromIterator<Direction> for Directions {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Direction>>(moves: I) -> Directions {
        let mut set = Directions::EMPTY;
        moves.into_iter().for_each(|mv| set.insert(mv));
        set
    }
}

impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|mv| f.write_char(mv.letter()))
    }
}

/// The letters of every set, by its bits. Those after its last direction mean nothing.
const LETTERS_OF_SET: [[u8; 4]; 16] = {
    let mut sets = [[0; 4]; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut len, mut i) = (0, 0);
        while i < 4 {
            if bits >> i & 1 == 1 {
                sets[bits][len] = Direction::ALL[i].letter() as u8;
                len += 1;
            }
            i += 1;
        }
        bits += 1;
    }
    sets
};

impl Directions {
    /// Appends the letters.
    #[inline]
    pub(super) fn write_to(self, text: &mut Vec<u8>) {
        let end = text.len() + self.len();
        text.extend_from_slice(&LETTERS_OF_SET[usize::from(self.0 & 15)]);
        text.truncate(end);
    }
}
