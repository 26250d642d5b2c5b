//! A tile and its displacement as one number, the tile's *code*.

use crate::puzzle::Direction;

/// The number of displacement classes: rows and columns to go, each clamped to -2..=2.
pub const CLASSES: usize = 25;

/// The bit of a code where the class begins.
const CLASS_SHIFT: u32 = 16;

/// Padded cells in a row: more than twice as many as cells.
pub(super) const fn padded_stride(cols: usize) -> usize {
    2 * cols + 2
}

/// A tile's number, and its displacement class above that.
pub(super) type Code = u32;

/// The class of the blank, which no tile has.
pub(super) const BLANK_CLASS: u8 = CLASSES as u8;

/// The code of a number with a displacement class.
#[inline]
pub(super) fn encode(number: usize, class: u8) -> Code {
    number as Code | Code::from(class) << CLASS_SHIFT
}

/// The number of a code.
#[inline]
pub(super) const fn number(code: Code) -> usize {
    code as u16 as usize
}

/// The displacement class of a code.
#[inline]
pub(super) const fn class(code: Code) -> usize {
    (code >> CLASS_SHIFT) as usize
}

/// The displacement of a tile (target - current row and column, each clamped to -2..=2) as 0..25.
#[must_use]
pub fn displacement_class(current: [usize; 2], target: [usize; 2]) -> u8 {
    let clamped = |axis: usize| {
        2 + target[axis].saturating_sub(current[axis]).min(2)
            - current[axis].saturating_sub(target[axis]).min(2)
    };
    (5 * clamped(0) + clamped(1)) as u8
}

/// For each move of the blank, a bit for each class whose tiles the move brings nearer.
const APPROACHES: [u32; 4] = {
    let mut approaches = [0; 4];
    let mut class = 0;
    while class < CLASSES {
        let (down, right) = (class / 5, class % 5);
        let is_nearer = [down < 2, right > 2, right < 2, down > 2];
        let mut mv = 0;
        while mv < 4 {
            approaches[mv] |= (is_nearer[mv] as u32) << class;
            mv += 1;
        }
        class += 1;
    }
    approaches
};

/// True if the tile of a code comes nearer to its cell if the blank moves to where it is.
#[inline]
pub(super) const fn approaches(code: Code, mv: Direction) -> bool {
    APPROACHES[mv as usize] >> (code >> CLASS_SHIFT) & 1 != 0
}
