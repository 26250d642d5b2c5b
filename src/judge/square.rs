//! Large squares: their parity, without their cells.
//!
//! Whether a square can become another follows from the permutation between them and from the two
//! cells of the blank (see [`Rectangle`](crate::puzzle::Rectangle)). The permutation is odd exactly
//! if one of the two is an odd arrangement of the numbers and the other is an even one. So each
//! square can be read by itself, and all that is left of it is one bit.
//!
//! An arrangement is odd if an odd number of pairs are in the wrong order. To count the pairs, one
//! bit for each number that was read is enough. The same bits show which numbers occur twice.

use crate::error::{CaseError, Error};
use crate::puzzle::{BoardError, Extent};

/// The side from which squares are read in this way. Smaller ones take at most a few megabytes.
pub(super) const LARGE: u64 = 1024;

/// A square that is being read, cell by cell.
pub(super) struct LargeSquare {
    extent: Extent,
    cells: u64,
    read: u64,
    /// The numbers read so far, until bits for all would take less memory. So the memory grows with
    /// what was read, whatever side the input announces.
    first: Vec<u32>,
    seen: Option<Seen>,
    inversions_are_odd: bool,
    blank: Option<u64>,
}

/// The numbers read so far.
struct Seen {
    /// A bit for each number.
    bits: Vec<u64>,
    /// Whether there are an odd number of bits in some words of `bits`, as in a Fenwick tree: in
    /// the words up to number i, as many as the lowest one bit of i.
    odd: Vec<u8>,
}

impl LargeSquare {
    /// Creates a square with no cells yet. Its side must be below 2^16.
    pub fn new(side: u64) -> LargeSquare {
        LargeSquare {
            extent: Extent { rows: side as usize, cols: side as usize },
            cells: side * side,
            read: 0,
            first: Vec::new(),
            seen: None,
            inversions_are_odd: false,
            blank: None,
        }
    }

    /// Takes the next cell.
    pub fn take(&mut self, tile: u64) -> Result<(), SquareError> {
        let cell = self.read as usize;
        if tile >= self.cells {
            let largest = self.cells as usize - 1;
            return Err(BoardError::TooLarge { cell, largest, found: tile }.into());
        }
        if tile == 0 {
            self.blank = Some(self.read);
        }
        self.read += 1;
        match &mut self.seen {
            Some(seen) => self.inversions_are_odd ^= seen.insert(tile, cell)?,
            None => {
                let length = self.first.len();
                let no_memory = |_| SquareError::Memory(8 * length as u64);
                self.first.try_reserve(1).map_err(no_memory)?;
                self.first.push(tile as u32);
                if 4 * (length as u64) > Seen::bytes(self.cells) {
                    self.compact()?;
                }
            }
        }
        Ok(())
    }

    /// Replaces the list of numbers by a bit for each.
    fn compact(&mut self) -> Result<&mut Seen, SquareError> {
        let mut seen = Seen::new(self.cells)?;
        for (cell, tile) in std::mem::take(&mut self.first).into_iter().enumerate() {
            self.inversions_are_odd ^= seen.insert(tile.into(), cell)?;
        }
        Ok(self.seen.insert(seen))
    }

    /// Whether the arrangement is odd, after all cells: its permutation and the blank's steps from
    /// the first cell together. One square can become another exactly if they agree in this.
    pub fn parity(mut self) -> Result<bool, SquareError> {
        if self.seen.is_none() {
            self.compact()?;
        }
        // Every number was read once, and 0 among them.
        let blank = self.blank.ok_or(BoardError::NoBlank)?;
        let cols = self.extent.cols as u64;
        Ok(self.inversions_are_odd ^ ((blank / cols + blank % cols) % 2 == 1))
    }
}

impl Seen {
    /// The memory for this many numbers.
    fn bytes(numbers: u64) -> u64 {
        numbers / 8 + numbers / 64
    }

    fn new(numbers: u64) -> Result<Seen, SquareError> {
        let words = numbers.div_ceil(64) as usize;
        let no_memory = |()| SquareError::Memory(Seen::bytes(numbers));
        Ok(Seen {
            bits: bytemuck::allocation::try_zeroed_vec(words).map_err(no_memory)?,
            odd: bytemuck::allocation::try_zeroed_vec(words + 1).map_err(no_memory)?,
        })
    }

    /// Takes the number in a cell, and returns whether an odd number of those before are larger.
    fn insert(&mut self, tile: u64, cell: usize) -> Result<bool, SquareError> {
        let (word, bit) = ((tile / 64) as usize, tile % 64);
        if self.bits[word] >> bit & 1 == 1 {
            return Err(CaseError::Again { cell, tile }.into());
        }
        let mut smaller = (self.bits[word] & ((1 << bit) - 1)).count_ones() % 2 == 1;
        let mut at = word;
        while at > 0 {
            smaller ^= self.odd[at] == 1;
            at &= at - 1;
        }
        self.bits[word] |= 1 << bit;
        let mut at = word + 1;
        while at < self.odd.len() {
            self.odd[at] ^= 1;
            at += at & at.wrapping_neg();
        }
        Ok(smaller ^ (cell % 2 == 1))
    }
}

/// Why a square cannot be read.
#[derive(Debug)]
pub(super) enum SquareError {
    Case(CaseError),
    Memory(u64),
}

impl SquareError {
    /// The error of the case that it is found in.
    pub fn of(self, case: impl FnOnce(CaseError) -> Error) -> Error {
        match self {
            SquareError::Case(why) => case(why),
            SquareError::Memory(bytes) => Error::Memory { bytes },
        }
    }
}

impl From<CaseError> for SquareError {
    fn from(why: CaseError) -> SquareError {
        SquareError::Case(why)
    }
}

impl From<BoardError> for SquareError {
    fn from(why: BoardError) -> SquareError {
        SquareError::Case(why.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Rectangle;

    fn is_odd(side: u64, cells: &[u32]) -> Result<bool, SquareError> {
        let mut square = LargeSquare::new(side);
        for &tile in cells {
            square.take(tile.into())?;
        }
        square.parity()
    }

    fn shuffled(count: u32, state: &mut u64) -> Vec<u32> {
        let mut cells: Vec<u32> = (0..count).collect();
        for at in (1..cells.len()).rev() {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            cells.swap(at, (*state >> 33) as usize % (at + 1));
        }
        cells
    }

    /// The same as by cycles, with all cells in memory.
    #[test]
    fn parities_agree() {
        let mut state = 5;
        let mut yes = 0;
        for side in (2..40).flat_map(|side| [side; 4]) {
            let [start, goal] = [(); 2].map(|()| shuffled((side * side) as u32, &mut state));
            let found = is_odd(side, &start).unwrap() == is_odd(side, &goal).unwrap();
            let extent = Extent { rows: side as usize, cols: side as usize };
            let [start, goal] = [start, goal].map(|cells| Rectangle::new(extent, cells).unwrap());
            assert_eq!(found, start.parities(&goal).unwrap().solvable(), "{side}");
            yes += u32::from(found);
        }
        assert!((40..112).contains(&yes), "both answers occur: {yes}");
    }

    #[test]
    fn wrong_squares() {
        let why = |cells: &[u32]| match is_odd(2, cells).unwrap_err() {
            SquareError::Case(why) => why.to_string(),
            SquareError::Memory(_) => panic!("memory"),
        };
        assert_eq!(why(&[0, 1, 2, 1]), "cell 3: 1 occurs again; expected each number once");
        assert_eq!(why(&[0, 1, 2, 4]), "cell 3: expected a tile from 1 to 3 or a blank, found 4");
    }

    /// The memory is at most about a bit for each cell, and at most a few bytes for each cell read.
    #[test]
    fn memory_is_bounded() {
        let mut square = LargeSquare::new(65_535);
        for tile in 0..1000 {
            square.take(tile).unwrap();
        }
        assert!(square.seen.is_none() && square.first.capacity() <= 2000);
        let side = 1200;
        let mut square = LargeSquare::new(side);
        for tile in 0..side * side / 2 {
            square.take(tile).unwrap();
        }
        let seen = square.seen.unwrap();
        let bytes = 8 * seen.bits.capacity() + seen.odd.capacity() + 4 * square.first.capacity();
        assert!(bytes as u64 <= side * side / 7, "{bytes}");
    }
}
