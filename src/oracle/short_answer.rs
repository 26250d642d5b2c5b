//! An answer in a word, and the line it is written as without a branch.

use std::hint::select_unpredictable;

use crate::puzzle::{PackedMoves, letters};

/// A canonical solution of at most 31 moves, or that there is none: what [`Batch::plain_lines`](super::Batch::plain_lines) hands on.
///
/// Of random boards nobody can foresee which have no solution, and a processor that guesses wrong loses more time than an answer takes. So the lines
/// are chosen between, not branched to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShortAnswer(u64);

/// What is written where there is no solution.
const UNSOLVABLE: [u8; 11] = *b"unsolvable\n";

/// The lines of all distances, each with its length in the last byte; behind them the one of no distance.
const DISTANCES: [[u8; 16]; 33] = {
    let mut lines = [[b'\n'; 16]; 33];
    let mut distance = 0;
    while distance < 32 {
        let line = &mut lines[distance];
        let digits = if distance < 10 { 1 } else { 2 };
        line[0] = b'0' + (if distance < 10 { distance } else { distance / 10 }) as u8;
        if digits == 2 {
            line[1] = b'0' + (distance % 10) as u8;
        }
        line[15] = digits + 1;
        distance += 1;
    }
    let mut i = 0;
    while i < UNSOLVABLE.len() {
        lines[32][i] = UNSOLVABLE[i];
        i += 1;
    }
    lines[32][15] = UNSOLVABLE.len() as u8;
    lines
};

impl ShortAnswer {
    /// From a word of moves, two bits each from bit 0, with a bit that is set behind the last; 0 is no solution.
    #[inline]
    pub(super) const fn from_word(word: u64) -> ShortAnswer {
        ShortAnswer(word)
    }

    /// The solution, if there is one.
    #[inline]
    #[must_use]
    pub fn solution(self) -> Option<PackedMoves> {
        (self.0 != 0).then(|| PackedMoves::from_word(self.0))
    }

    /// Writes the solution's letters, or `unsolvable`, and a newline at the end of `text`.
    #[inline]
    pub fn write_solution(self, text: &mut Vec<u8>) {
        const NONE: [u64; 2] =
            [u64::from_le_bytes(*b"unsolvab"), u64::from_le_bytes(*b"le\n\0\0\0\0\0")];
        let moves = PackedMoves::from_word(self.0);
        let mut line = letters(moves.word());
        for (eight, none) in line.as_chunks_mut::<8>().0.iter_mut().zip(NONE) {
            *eight =
                select_unpredictable(self.0 == 0, none, u64::from_le_bytes(*eight)).to_le_bytes();
        }
        let end = text.len() + select_unpredictable(self.0 == 0, UNSOLVABLE.len() - 1, moves.len());
        text.extend_from_slice(&line);
        if let Some(behind) = text.get_mut(end) {
            *behind = b'\n';
        }
        text.truncate(end + 1);
    }

    /// Writes the distance, or `unsolvable`, and a newline at the end of `text`.
    #[inline]
    pub fn write_distance(self, text: &mut Vec<u8>) {
        let distance = PackedMoves::from_word(self.0).len();
        let line = &DISTANCES[select_unpredictable(self.0 == 0, DISTANCES.len() - 1, distance)];
        let end = text.len() + usize::from(line[15]);
        text.extend_from_slice(line);
        text.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_length_is_written() {
        let (mut moves, mut distances) = (Vec::new(), Vec::new());
        for len in 0..32u64 {
            let word = 0x1b1b_1b1b_1b1b_1b1b & ((1 << (2 * len)) - 1);
            let answer = ShortAnswer::from_word(word | 1 << (2 * len));
            assert_eq!(answer.solution().map(|solution| solution.len() as u64), Some(len));
            answer.write_solution(&mut moves);
            answer.write_distance(&mut distances);
            let solution = answer.solution().unwrap_or_default();
            assert!(moves.ends_with(format!("{solution}\n").as_bytes()), "{len}");
            assert!(distances.ends_with(format!("{len}\n").as_bytes()), "{len}");
        }
        let none = ShortAnswer::from_word(0);
        assert_eq!(none.solution(), None);
        none.write_solution(&mut moves);
        none.write_distance(&mut distances);
        for text in [moves, distances] {
            assert!(text.ends_with(b"\nunsolvable\n"));
            assert_eq!(text.iter().filter(|byte| byte.is_ascii_whitespace()).count(), 33);
        }
    }
}
