//! The fast path for plain lines of 3x3: from text to answers without the general parser.
//!
//! A plain line is a board of 3x3 with cells of one character, `0` to `8`, or `x` for the blank,
//! separated by one space or one comma or by nothing, and a line end. Nine cells take two words and
//! a byte (with separators) or a word and a byte (without). All cells of a word are checked at once
//! and packed into nibbles. Anything accepted here means the same to
//! [`Board::parse`](crate::Board::parse), and anything else is left to it.
//!
//! Whole `lookup` of ten million boards in memory takes 3.6 times as long without this on one
//! thread, and 2.7 times on two. `lookup --answer distance` takes 3.1 and 2.6 times as long.

use std::hint::select_unpredictable;

use super::form::UNSOLVABLE;
use super::{Answers, Bulk, Form, Question};
use crate::oracle::{LOOKUPS_IN_FLIGHT, UnpackedSolutions};
use crate::puzzle::{self, Metric, MultiWord, SmallShape, solution_length, solution_letters};
use crate::text::{Format, Notation};

impl Bulk {
    /// Answers plain lines of 3x3 at the start of `lines`, and returns their length in bytes.
    pub(super) fn plain_lines(&self, lines: &[u8], answers: &mut Answers) -> usize {
        let Form { format, show, notation, .. } = self.form;
        if format != Format::Text || show || notation != Notation::Blank {
            return 0;
        }
        let size = SmallShape::default().into();
        if self.size.is_some_and(|other| other != size) {
            return 0;
        }
        // If there is no table, the lines take the ordinary path, which reports it.
        let goal = (self.goal)(size);
        let Ok(of_goal) = goal.and_then(|goal| self.oracle(&goal)) else { return 0 };
        // The shortest plain line has ten bytes.
        let most = lines.len() / 10;
        let Some(solutions) = of_goal.oracle.unpacked(most) else { return 0 };
        let text = &mut answers.text;
        let (count, bytes) = match (self.form.asked(), of_goal.oracle.metric()) {
            ([Question::Moves], Metric::Single) => {
                answer(solutions, lines, |word| word.write_solution(text))
            }
            ([Question::Moves], Metric::Multi) => {
                answer(solutions, lines, |word| word.write_multi_solution(text))
            }
            ([Question::Distance], _) => answer(solutions, lines, |word| word.write_distance(text)),
            _ => return 0,
        };
        answers.lines += count;
        bytes
    }
}

/// Answers the plain lines at the beginning of `text`, and returns the number of lines and of
/// bytes. Stops at the first line that is not plain.
///
/// Lines are answered in groups, one stage at a time for the whole group, so that the memory reads
/// of a stage do not wait for each other.
#[inline(never)] // Within its caller there are too few registers.
fn answer(
    solutions: &UnpackedSolutions,
    text: &[u8],
    mut write: impl FnMut(PackedSolution),
) -> (u64, usize) {
    // Holds the cells of each board, then the index of its solution, then the solution.
    let mut words = [0; LOOKUPS_IN_FLIGHT];
    let mut ends = [0; LOOKUPS_IN_FLIGHT];
    let (mut lines, mut begin) = (0, 0);
    loop {
        let (mut count, mut end) = (0, begin);
        while count < LOOKUPS_IN_FLIGHT
            && let Some((cells, length)) = read(&text[end..])
        {
            end += length;
            (words[count], ends[count]) = (cells, end);
            count += 1;
        }
        let is_board = |word: &mut u64| {
            let place = solutions.place_of_nine(*word);
            *word = place.unwrap_or_default();
            place.is_some()
        };
        // The first line that turns out not to be a board ends the group.
        let none = words[..count].iter_mut().position(|word| !is_board(word));
        let count = none.unwrap_or(count);
        solutions.read(&mut words[..count]);
        words[..count].iter().for_each(|&word| write(PackedSolution(word)));
        if count > 0 {
            begin = ends[count - 1];
        }
        lines += count as u64;
        if count < LOOKUPS_IN_FLIGHT {
            return (lines, begin);
        }
    }
}

/// A canonical solution of at most 31 moves in a word, or 0 for none.
///
/// Whether a random board has a solution is unpredictable, and a mispredicted branch takes longer
/// than an answer. So the line to write is selected without a branch.
#[derive(Clone, Copy)]
struct PackedSolution(u64);

/// The line for a board without a solution, with its length in the last byte.
const UNSOLVABLE_LINE: [u8; 16] = {
    let word = UNSOLVABLE.as_bytes();
    let mut line = [b'\n'; 16];
    line.split_at_mut(word.len()).0.copy_from_slice(word);
    line[15] = word.len() as u8 + 1;
    line
};

/// The lines for all distances, each with its length in the last byte, and at the end the line for
/// an unsolvable board.
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
    lines[32] = UNSOLVABLE_LINE;
    lines
};

impl PackedSolution {
    /// Appends the letters of the solution, or `unsolvable`, and a newline to `text`.
    #[inline]
    pub(crate) fn write_solution(self, text: &mut Vec<u8>) {
        let mut line = solution_letters(self.0);
        let eights = line.as_chunks_mut::<8>().0.iter_mut();
        for (eight, other) in eights.zip(UNSOLVABLE_LINE.as_chunks().0) {
            let [solution, other] = [*eight, *other].map(u64::from_le_bytes);
            *eight = select_unpredictable(self.0 == 0, other, solution).to_le_bytes();
        }
        let end = text.len()
            + select_unpredictable(self.0 == 0, UNSOLVABLE.len(), solution_length(self.0));
        text.extend_from_slice(&line);
        if let Some(after) = text.get_mut(end) {
            *after = b'\n';
        }
        text.truncate(end + 1);
    }

    /// Appends a solution of the multi-tile metric, or `unsolvable`, and a newline to `text`.
    #[inline]
    pub(crate) fn write_multi_solution(self, text: &mut Vec<u8>) {
        match MultiWord::new(self.0) {
            Some(word) => {
                word.write_to(text);
                text.push(b'\n');
            }
            None => text.extend_from_slice(&UNSOLVABLE_LINE[..=UNSOLVABLE.len()]),
        }
    }

    /// Appends the distance, or `unsolvable`, and a newline to `text`.
    #[inline]
    pub(crate) fn write_distance(self, text: &mut Vec<u8>) {
        let distance = solution_length(self.0);
        let line = &DISTANCES[select_unpredictable(self.0 == 0, DISTANCES.len() - 1, distance)];
        let end = text.len() + usize::from(line[15]);
        text.extend_from_slice(line);
        text.truncate(end);
    }
}

/// Reads the line at the beginning of `text`: its cells as nibbles, 0 for the blank, and its length
/// with the line end. The cells are not checked to be different or in range. `None` if the line is
/// not plain or has no end.
#[inline]
fn read(text: &[u8]) -> Option<(u64, usize)> {
    // Try the most common line first, in one piece: 17 characters and a newline.
    match text.first_chunk::<18>().filter(|line| line[17] == b'\n').and_then(separated) {
        Some(digits) => Some((digits, 18)),
        None => read_other(text),
    }
}

/// Reads any other plain line: without separators, or with a carriage return before the newline.
#[cold]
fn read_other(text: &[u8]) -> Option<(u64, usize)> {
    let (digits, length) = match text.first_chunk::<18>().and_then(separated) {
        Some(digits) => (digits, 17),
        None => (packed_row(text.first_chunk()?)?, 9),
    };
    match text.get(length..)? {
        [b'\n', ..] => Some((digits, length + 1)),
        [b'\r', b'\n', ..] => Some((digits, length + 2)),
        _ => None,
    }
}

/// A 1 in each of eight lanes of eight bits.
const LANES: u64 = u64::MAX / 0xff;
/// All bits of every other lane.
const EVEN: u64 = 0x00ff_00ff_00ff_00ff;

/// The nine cells of a line with a space or a comma between them.
#[inline]
fn separated(line: &[u8; 18]) -> Option<u64> {
    // Multiplying by this packs the nibbles of four lanes of 16 bits: shifted by 48, 36, 24 and 12,
    // they do not overlap.
    const PACK_FOUR_LANES: u64 = 1 << 48 | 1 << 36 | 1 << 24 | 1 << 12;
    let (words, [last, _]) = line.as_chunks::<8>() else { return None };
    let [first, second] = [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])];
    let separators = u64::from(line[1]) * (LANES << 8 & !EVEN);
    if ((first ^ separators) | (second ^ separators)) & !EVEN != 0 {
        return None;
    }
    // Interleave the cells of the two words.
    let eight = cells((first & EVEN) | (second & EVEN) << 8)?;
    let bring = |lanes: u64| lanes.wrapping_mul(PACK_FOUR_LANES) >> 48;
    Some(bring(eight & EVEN) | bring(eight >> 8 & EVEN) << 16 | cell(*last)? << 32)
}

/// The nine cells of a line without separators.
#[inline]
fn packed_row(line: &[u8; 9]) -> Option<u64> {
    let (words, [last]) = line.as_chunks::<8>() else { return None };
    let digits = cells(u64::from_le_bytes(words[0]))?;
    Some(puzzle::pack_nibbles(digits) | cell(*last)? << 32)
}

/// `0` in every lane.
const ZEROS: u64 = 0x30 * LANES;

/// The cells for eight characters, in lanes of eight bits: the low bits of `0` to `?`, and 0 for
/// `x`. `None` if there is any other character.
#[inline]
fn cells(characters: u64) -> Option<u64> {
    // `x` is 0x78. Of the characters accepted only `x` has bit 6, and it differs from `0` in bits 6
    // and 3.
    let x = characters & (0x40 * LANES);
    let cells = characters ^ ZEROS ^ x ^ x >> 3;
    // No lane may exceed 15, and a lane of `x` must be 0: otherwise adding 15 sets bit 4.
    let wrong = cells & !(0xf * LANES) | cells.wrapping_add(0xf * LANES) << 2 & x;
    (wrong == 0).then_some(cells)
}

/// The cell for one character, with 255 for any other character.
const CELL: [u8; 256] = {
    let mut cell = [u8::MAX; 256];
    let mut tile = 0;
    while tile < 16 {
        cell[b'0' as usize + tile] = tile as u8;
        tile += 1;
    }
    cell[b'x' as usize] = 0;
    cell
};

#[inline]
fn cell(character: u8) -> Option<u64> {
    let cell = CELL[usize::from(character)];
    (cell != u8::MAX).then_some(u64::from(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Moves, SmallBoard, SmallShape};
    use proptest::prelude::*;

    #[test]
    fn every_length_is_written() {
        let (mut moves, mut distances) = (Vec::new(), Vec::new());
        for len in 0..32u64 {
            let word = 0x1b1b_1b1b_1b1b_1b1b & ((1 << (2 * len)) - 1) | 1 << (2 * len);
            PackedSolution(word).write_solution(&mut moves);
            PackedSolution(word).write_distance(&mut distances);
            let solution = Moves::from_word(word);
            assert_eq!(solution.len() as u64, len);
            assert!(moves.ends_with(format!("{solution}\n").as_bytes()), "{len}");
            assert!(distances.ends_with(format!("{len}\n").as_bytes()), "{len}");
        }
        PackedSolution(0).write_solution(&mut moves);
        PackedSolution(0).write_distance(&mut distances);
        for text in [moves, distances] {
            assert!(text.ends_with(b"\nunsolvable\n"));
            assert_eq!(text.iter().filter(|byte| byte.is_ascii_whitespace()).count(), 33);
        }
    }

    /// Checks that a line is read as the parser reads it, or not at all.
    fn agrees(line: &[u8]) -> bool {
        let mut text = line.to_vec();
        // The cells, if they are those of a board.
        let cells = |text: &[u8]| {
            read(text).filter(|&(cells, _)| {
                (0..9).fold(0, |seen, cell| seen | 1 << (cells >> (4 * cell) & 15)) == 0x1ffu32
            })
        };
        assert_eq!(cells(&text), None, "no end");
        for end in [&b"\n"[..], b"\r\n", b"\n1 2 3"] {
            text.truncate(line.len());
            text.extend_from_slice(end);
            if let Some((found, length)) = cells(&text) {
                let board = *crate::Board::parse(line, None).unwrap().small().unwrap();
                assert_eq!(found, board.nibbles(), "{board}");
                assert_eq!(length, line.len() + end.len().min(2) - usize::from(end.len() == 6));
            }
        }
        cells(&text).is_some()
    }

    #[test]
    fn every_arrangement_is_read_in_every_plain_layout() {
        for board in SmallBoard::all(SmallShape::default()) {
            let spaces = board.to_string();
            for text in [
                spaces.replace('x', "0"),
                spaces.replace(' ', ","),
                spaces.replace(' ', ""),
                spaces,
            ] {
                assert!(agrees(text.as_bytes()), "{text}");
            }
        }
    }

    #[test]
    fn every_byte_in_every_place_is_read_as_carefully() {
        for text in [&b"8 7 6 5 4 3 2 1 x"[..], b"1,2,3,4,5,0,7,6,8", b"12345x786"] {
            for place in 0..text.len() {
                for byte in 0..=255 {
                    let mut text = text.to_vec();
                    text[place] = byte;
                    // A line ends at its first newline: cut there, as the reader of lines does.
                    if byte != b'\n' {
                        agrees(&text);
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn nine_characters_are_read_as_carefully(text in "[0-9xX_.]( [0-9x]){8}|[0-9x]{9}|[0-9x](,[0-9x]){8}|.{0,20}") {
            agrees(text.as_bytes());
        }
    }
}
