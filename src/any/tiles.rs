//! The tiles of a board that makes moves, in the forms in which scores read them.

use super::flows::Directions;
use super::tile_code::{Code, class, number};

/// The tiles of a board.
#[derive(Default)]
pub(super) struct Tiles {
    /// The tile code of each cell.
    pub codes: Vec<Code>,
    /// The padded cell of each number.
    pub padded: Vec<u16>,
    pub directions: Directions,
}

impl Tiles {
    /// Puts a tile in a cell, which has this padded cell.
    #[inline]
    pub fn put(&mut self, code: Code, cell: usize, padded: u16) {
        self.padded[number(code)] = padded;
        self.put_blank(code, cell, padded);
    }

    /// Puts the blank in a cell. No padded cell of a number changes.
    #[inline]
    pub fn put_blank(&mut self, code: Code, cell: usize, padded: u16) {
        self.codes[cell] = code;
        self.directions.put(class(code), padded);
    }
}
