//! Boards of 3x3 read from plain lines, a word at a time.
//!
//! Nine cells of one character each make two words and a byte (with a separator between any two) or a word and a byte (without). All
//! cells of a word are checked at once, and brought together as nibbles. What is read here is what
//! [`Board::parse`](crate::Board::parse) reads; what is not is left to it.

/// The cells at the beginning of `text`, as hexadecimal digits, the blank's 0, and the length of the line with its end. The digits may be any, and the
/// same ones. `None` if it is no plain line, or if its end is not there.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<(u64, usize)> {
    // The commonest line first, in one piece: 17 characters and a newline.
    match text.first_chunk::<18>().filter(|line| line[17] == b'\n').and_then(separated) {
        Some(digits) => Some((digits, 18)),
        None => read_other(text),
    }
}

/// The same for any plain line: without separators, or with a carriage return before the newline.
#[cold]
fn read_other(text: &[u8]) -> Option<(u64, usize)> {
    let (digits, length) = match text.first_chunk::<18>().and_then(separated) {
        Some(digits) => (digits, 17),
        None => (together(text.first_chunk()?)?, 9),
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

/// The nine digits of cells with a space, or a comma, between any two.
#[inline]
fn separated(line: &[u8; 18]) -> Option<u64> {
    // The digits of four lanes of 16 bits brought together: shifted by 48, 36, 24 and 12, none meets another.
    const TOGETHER: u64 = 1 << 48 | 1 << 36 | 1 << 24 | 1 << 12;
    let (words, [last, _]) = line.as_chunks::<8>() else { return None };
    let [first, second] = [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])];
    let separators = u64::from(line[1]) * (LANES << 8 & !EVEN);
    if ((first ^ separators) | (second ^ separators)) & !EVEN != 0 {
        return None;
    }
    // The cells of the second word between those of the first.
    let eight = cells((first & EVEN) | (second & EVEN) << 8)?;
    let bring = |lanes: u64| lanes.wrapping_mul(TOGETHER) >> 48;
    Some(bring(eight & EVEN) | bring(eight >> 8 & EVEN) << 16 | cell(*last)? << 32)
}

/// The nine digits of cells with nothing between.
#[inline]
fn together(line: &[u8; 9]) -> Option<u64> {
    let (words, [last]) = line.as_chunks::<8>() else { return None };
    let digits = cells(u64::from_le_bytes(words[0]))?;
    let digits = (digits | digits >> 4) & EVEN;
    let digits = (digits | digits >> 8) & 0x0000_ffff_0000_ffff;
    let digits = (digits | digits >> 16) & 0xffff_ffff;
    Some(digits | cell(*last)? << 32)
}

/// `0` in every lane.
const ZEROS: u64 = 0x30 * LANES;

/// The cells that eight characters are, in lanes of eight bits: those from `0` to `?` by their low bits, and 0 for `x`. `None` if one is something else.
#[inline]
fn cells(characters: u64) -> Option<u64> {
    // `x` is 0x78 and differs from the digits 0x30 to 0x38 by bit 6, and then from `0` by bit 3.
    let x = characters & (0x40 * LANES);
    let cells = characters ^ ZEROS ^ x ^ x >> 3;
    // Above 15 in no lane, and 0 where `x` stood: of it and 15 bit 4 is set otherwise.
    let wrong = cells & !(0xf * LANES) | cells.wrapping_add(0xf * LANES) << 2 & x;
    (wrong == 0).then_some(cells)
}

/// The same for one character, 255 for what is none.
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
    use std::sync::LazyLock;

    use super::super::eight::Eight;
    use super::*;
    use crate::puzzle::{Board, Coordinates, Shape, blank_of, close, is_odd};
    use proptest::prelude::*;

    /// What is read here is what the parser reads, or nothing.
    fn agrees(line: &[u8]) -> bool {
        static EIGHT: LazyLock<Eight> = LazyLock::new(Eight::new);
        let mut text = line.to_vec();
        let coordinates = |text: &[u8]| {
            let (digits, length) = read(text)?;
            let blank = blank_of(digits, 9)?;
            let (order, odd) = EIGHT.rank(close(digits, blank) as u32)?;
            Some(((Coordinates { blank, order }, odd), length))
        };
        assert_eq!(coordinates(&text), None, "no end");
        for end in [&b"\n"[..], b"\r\n", b"\n1 2 3"] {
            text.truncate(line.len());
            text.extend_from_slice(end);
            if let Some((found, length)) = coordinates(&text) {
                let board = Board::parse(line, None).unwrap();
                assert_eq!(
                    found,
                    (Coordinates::from(&board), is_odd(&board.tile_order())),
                    "{board}"
                );
                assert_eq!(length, line.len() + end.len().min(2) - usize::from(end.len() == 6));
            }
        }
        coordinates(&text).is_some()
    }

    #[test]
    fn every_arrangement_is_read_in_every_plain_layout() {
        for board in Board::all(Shape::default()) {
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
