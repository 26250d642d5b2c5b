//! Moves, sequences of them and sets of them, in either metric.

use std::cmp::Ordering;
use std::fmt::{self, Write};
use std::ops::{Deref, Sub};
use std::str::FromStr;

use smallvec::SmallVec;

use super::{Direction, Directions, Metric, SmallShape, UnknownName, solution_length};

/// Move: the blank goes one cell or several in one direction. In the single-tile metric it always
/// goes one.
///
/// A move is one byte: the direction in the low two bits, and above them the number of cells less
/// one. The order is that of canonical solutions: d < l < r < u, then fewer cells first.
///
/// ```
/// use tilebase::puzzle::{Direction, SmallBoard};
/// use tilebase::Move;
/// let board: SmallBoard = "1 2 3 4 5 6 x 7 8".parse()?;
/// let mv = Move::new(Direction::Right, 2).expect("two cells");
/// assert_eq!(mv.to_string(), "r2");
/// assert_eq!(board.moved(mv), Some(SmallBoard::goal(board.shape())));
/// assert_eq!(Move::from(Direction::Right), Move::RIGHT);
/// # Ok::<(), tilebase::puzzle::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(u8);

impl Move {
    /// The most cells that a move goes.
    pub const MOST_CELLS: u8 = 64;

    /// One cell down.
    pub const DOWN: Move = Move::along(Direction::Down, 1);
    /// One cell left.
    pub const LEFT: Move = Move::along(Direction::Left, 1);
    /// One cell right.
    pub const RIGHT: Move = Move::along(Direction::Right, 1);
    /// One cell up.
    pub const UP: Move = Move::along(Direction::Up, 1);

    /// The moves by one cell, in order.
    pub const ONE_CELL: [Move; 4] = [Move::DOWN, Move::LEFT, Move::RIGHT, Move::UP];

    /// Creates a move. `None` unless it goes 1 to [`MOST_CELLS`](Self::MOST_CELLS) cells.
    pub const fn new(direction: Direction, cells: u8) -> Option<Move> {
        if cells == 0 || cells > Move::MOST_CELLS {
            return None;
        }
        Some(Move::along(direction, cells))
    }

    /// Creates a move of at least one cell and at most [`MOST_CELLS`](Self::MOST_CELLS).
    #[doc(hidden)]
    #[inline]
    pub const fn along(direction: Direction, cells: u8) -> Move {
        Move(cells.wrapping_sub(1) << 2 | direction as u8)
    }

    /// The move of a byte. Every byte is one.
    #[doc(hidden)]
    #[inline]
    pub const fn of_byte(byte: u8) -> Move {
        Move(byte)
    }

    /// The byte: the direction in the low two bits, and above them the number of cells less one.
    #[doc(hidden)]
    #[inline]
    pub const fn byte(self) -> u8 {
        self.0
    }

    /// The direction of the blank.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::ALL[(self.0 & 3) as usize]
    }

    /// The number of cells that the blank goes, and so of tiles that slide.
    #[inline]
    pub const fn cells(self) -> u8 {
        (self.0 >> 2) + 1
    }

    /// The move that undoes this one.
    #[must_use]
    #[inline]
    pub const fn inverse(self) -> Move {
        Move(self.0 ^ 3)
    }
}

impl From<Direction> for Move {
    /// The move by one cell.
    #[inline]
    fn from(direction: Direction) -> Move {
        Move::along(direction, 1)
    }
}

impl Ord for Move {
    #[inline]
    fn cmp(&self, other: &Move) -> Ordering {
        // The direction goes first.
        self.0.rotate_right(2).cmp(&other.0.rotate_right(2))
    }
}

impl PartialOrd for Move {
    #[inline]
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.direction().letter())?;
        match self.cells() {
            1 => Ok(()),
            cells => cells.fmt(f),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Set of moves by at most 16 cells, such as all optimal moves of a board. It is a word in which a
/// move's byte is the number of its bit: the lowest four are the moves by one cell.
///
/// ```
/// use tilebase::Move;
/// use tilebase::puzzle::MoveSet;
/// let set: MoveSet = [Move::UP, Move::LEFT].into_iter().collect();
/// assert_eq!((set.to_string().as_str(), set.len()), ("lu", 2));
/// assert_eq!(set.first(), Some(Move::LEFT));
/// assert!(set.contains(Move::UP) && !set.contains(Move::DOWN));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct MoveSet(u64);

/// The most cells of a move in a set.
const CELLS_IN_SET: u32 = 16;

/// The bits of the moves down.
const DOWN: u64 = u64::MAX / 0b1111;

impl MoveSet {
    /// The empty set.
    pub const EMPTY: MoveSet = MoveSet(0);

    #[inline]
    const fn bit(mv: Move) -> u64 {
        debug_assert!(mv.cells() as u32 <= CELLS_IN_SET, "too long a move for a set");
        1 << (mv.0 % u64::BITS as u8)
    }

    /// True if there are no moves.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of moves.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True if the set contains a move.
    #[inline]
    pub fn contains(self, mv: impl Into<Move>) -> bool {
        self.0 & MoveSet::bit(mv.into()) != 0
    }

    /// The smallest move.
    #[inline]
    pub fn first(self) -> Option<Move> {
        if self.is_empty() {
            return None;
        }
        // The direction goes first.
        let of_any_cells = [32, 16, 8, 4].into_iter().fold(self.0, |bits, by| bits | bits >> by);
        let in_direction = self.0 & DOWN << (of_any_cells.trailing_zeros() & 3);
        Some(Move(in_direction.trailing_zeros() as u8))
    }

    /// Adds a move.
    #[inline]
    pub fn insert(&mut self, mv: impl Into<Move>) {
        self.0 |= MoveSet::bit(mv.into());
    }

    /// Removes a move.
    #[inline]
    pub fn remove(&mut self, mv: impl Into<Move>) {
        self.0 &= !MoveSet::bit(mv.into());
    }

    /// Adds a move under a condition, without a branch.
    #[doc(hidden)]
    #[inline]
    pub const fn insert_if(&mut self, mv: Move, is: bool) {
        self.0 |= MoveSet::bit(mv) * is as u64;
    }

    /// The moves, smallest first.
    #[inline]
    pub fn iter(self) -> MoveSetIter {
        MoveSetIter(self)
    }

    /// Appends the letters, if all moves go one cell. Returns whether they do.
    #[inline]
    #[doc(hidden)]
    pub fn write_single(self, text: &mut Vec<u8>) -> bool {
        let is_single = self.0 <= 0b1111;
        if is_single {
            self.directions().write_to(text);
        }
        is_single
    }

    /// The directions of the moves by one cell.
    #[doc(hidden)]
    #[inline]
    pub const fn directions(self) -> Directions {
        Directions::from_bits(self.0 as u8)
    }
}

impl From<Move> for MoveSet {
    fn from(mv: Move) -> MoveSet {
        MoveSet(MoveSet::bit(mv))
    }
}

impl From<Directions> for MoveSet {
    /// The moves by one cell.
    #[inline]
    fn from(directions: Directions) -> MoveSet {
        MoveSet(directions.bits().into())
    }
}

impl<M: Into<Move>> FromIterator<M> for MoveSet {
    #[inline]
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> MoveSet {
        let mut set = MoveSet::EMPTY;
        moves.into_iter().for_each(|mv| set.insert(mv));
        set
    }
}

impl Sub for MoveSet {
    type Output = MoveSet;

    /// The moves of this set that are not in the other.
    fn sub(self, other: MoveSet) -> MoveSet {
        MoveSet(self.0 & !other.0)
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

impl fmt::Display for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|mv| fmt::Display::fmt(&mv, f))
    }
}

impl fmt::Debug for MoveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Sequence of moves. As text it is the letter of each, and the number of cells after a move by
/// several.
///
/// Up to 56 of them need no allocation. No solution of a shape of up to twelve cells is longer.
///
/// ```
/// use tilebase::Moves;
/// use tilebase::puzzle::Metric;
/// let moves: Moves = "drUL".parse()?;
/// assert_eq!((moves.len(), moves.to_string().as_str()), (4, "drul"));
/// let multi: Moves = "d2l".parse()?;
/// assert_eq!(multi.len(), 2);
/// // Single moves lead to the same board, and runs of them are one move each.
/// assert_eq!(multi.singles().to_string(), "ddl");
/// assert_eq!(multi.singles().in_metric(Metric::Multi), multi);
/// // A move is what is written: two moves in one direction stay two.
/// assert_eq!("ddl".parse::<Moves>()?.len(), 3);
/// # Ok::<(), tilebase::puzzle::UnknownName>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Moves(SmallVec<[Move; INLINE]>);

/// With the length, this fills a line of the processor's cache.
const INLINE: usize = 56;

/// The moves that eight bits of a word stand for, the first one in the lowest bits.
const UNPACKED: [[Move; 4]; 256] = {
    let mut unpacked = [[Move::DOWN; 4]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut i = 0;
        while i < 4 {
            unpacked[bits][i] = Move::along(Direction::ALL[bits >> (2 * i) & 3], 1);
            i += 1;
        }
        bits += 1;
    }
    unpacked
};

impl Moves {
    /// Unpacks a [word](solution_length) of moves.
    #[inline]
    #[doc(hidden)]
    pub fn from_word(word: u64) -> Moves {
        let mut moves = Moves::ROOM;
        for (four, bits) in moves.as_chunks_mut::<4>().0.iter_mut().zip(word.to_le_bytes()) {
            *four = UNPACKED[usize::from(bits)];
        }
        Moves::of_first(solution_length(word), moves)
    }

    /// What [`of_first`](Self::of_first) takes, to be filled.
    #[doc(hidden)]
    pub const ROOM: [Move; INLINE] = [Move::DOWN; INLINE];

    /// The first `len` moves of these.
    #[inline]
    #[doc(hidden)]
    pub fn of_first(len: usize, moves: [Move; INLINE]) -> Moves {
        Moves(SmallVec::from_buf_and_len(moves, len))
    }

    /// Appends a move.
    #[inline]
    pub fn push(&mut self, mv: impl Into<Move>) {
        self.0.push(mv.into());
    }

    /// The moves that undo these: the inverse of each, last to first.
    ///
    /// ```
    /// let moves: tilebase::Moves = "dlu2".parse()?;
    /// assert_eq!(moves.inverted().to_string(), "d2ru");
    /// # Ok::<(), tilebase::puzzle::UnknownName>(())
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
    /// # Ok::<(), tilebase::puzzle::UnknownName>(())
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
    /// # Ok::<(), tilebase::puzzle::UnknownName>(())
    /// ```
    pub fn runs(&self) -> usize {
        self.chunk_by(|a, b| a.direction() == b.direction()).count()
    }

    /// The moves by one cell that lead to the same board.
    #[must_use]
    pub fn singles(&self) -> Moves {
        let cells = |mv: &Move| std::iter::repeat_n(mv.direction(), mv.cells().into());
        self.iter().flat_map(cells).collect()
    }

    /// The moves of a metric that lead to the same board: moves by one cell, or a single move for
    /// each run of them.
    #[must_use]
    pub fn in_metric(&self, metric: Metric) -> Moves {
        let singles = self.singles();
        if metric.slides_one_tile() {
            return singles;
        }
        let runs = singles.chunk_by(|one, other| one == other);
        // No board is wide enough for more, but moves without a board can be any.
        let split = runs.flat_map(|run| run.chunks(Move::MOST_CELLS.into()));
        split.map(|run| Move::along(run[0].direction(), run.len() as u8)).collect()
    }
}

/// Appends the letters of moves by one cell.
#[inline]
#[doc(hidden)]
pub fn write_letters(moves: &[Move], text: &mut Vec<u8>) {
    let letter = |mv: Move| b"dlru"[usize::from(mv.0 & 3)];
    // Eight at a time, which is twice as fast for solutions of 3x3.
    let (eights, rest) = moves.as_chunks::<8>();
    for moves in eights {
        text.extend_from_slice(&moves.map(letter));
    }
    text.extend(rest.iter().map(|&mv| letter(mv)));
}

impl<M: Into<Move>> FromIterator<M> for Moves {
    fn from_iter<I: IntoIterator<Item = M>>(moves: I) -> Moves {
        Moves(moves.into_iter().map(Into::into).collect())
    }
}

impl From<Vec<Move>> for Moves {
    fn from(moves: Vec<Move>) -> Moves {
        Moves(moves.into())
    }
}

impl From<Vec<Direction>> for Moves {
    /// The moves by one cell.
    fn from(directions: Vec<Direction>) -> Moves {
        directions.into_iter().collect()
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
        self.iter().try_for_each(|mv| fmt::Display::fmt(mv, f))
    }
}

impl SmallShape {
    /// The moves of a blank in this cell in a metric, in order.
    ///
    /// ```
    /// use tilebase::puzzle::{Metric, MoveSet};
    /// let shape = tilebase::puzzle::SmallShape::default();
    /// let moves = |metric| shape.moves(6, metric).collect::<MoveSet>().to_string();
    /// assert_eq!([moves(Metric::Single), moves(Metric::Multi)], ["ru", "rr2uu2"]);
    /// ```
    pub fn moves(self, blank: usize, metric: Metric) -> impl Iterator<Item = Move> {
        let longest = metric.longest_move(self.into()) as u8;
        Direction::ALL.into_iter().flat_map(move |direction| {
            let mut cell = blank;
            (1..=longest).map_while(move |cells| {
                cell = self.neighbour(cell, direction)?;
                Some(Move::along(direction, cells))
            })
        })
    }
}

impl FromStr for Moves {
    type Err = UnknownName;

    /// Reads what [`Display`](fmt::Display) writes, in either case: `dl2` is two moves. A
    /// `Notation` of the library reads every other form.
    fn from_str(text: &str) -> Result<Moves, UnknownName> {
        let (mut rest, mut moves) = (text, Moves::default());
        while let Some(letter) = rest.chars().next() {
            let behind = &rest[letter.len_utf8()..];
            let after = behind.trim_start_matches(|c: char| c.is_ascii_digit());
            let cells = &behind[..behind.len() - after.len()];
            let cells = if cells.is_empty() { Ok(1) } else { cells.parse() };
            let mv = Direction::of_letter(letter)
                .zip(cells.ok())
                .and_then(|(mv, cells)| Move::new(mv, cells));
            let expected = "moves d, l, r and u, each with its cells as in `d2`";
            moves.push(mv.ok_or_else(|| UnknownName::new(expected, rest))?);
            rest = after;
        }
        Ok(moves)
    }
}

impl FromStr for Move {
    type Err = UnknownName;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Move, UnknownName> {
        match *text.parse::<Moves>()? {
            [mv] => Ok(mv),
            _ => Err(UnknownName::new("one move", text)),
        }
    }
}

#[cfg(test)]
mod tests;
