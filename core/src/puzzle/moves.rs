//! Sequences of moves.

use std::fmt::{self, Write};
use std::ops::Deref;

use smallvec::SmallVec;

use super::{Move, solution_length};

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
    /// Unpacks a [word](solution_length) of moves.
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
