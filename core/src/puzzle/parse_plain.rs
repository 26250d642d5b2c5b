//! A fast reader for the plain layouts that most lines use.
//!
//! A plain layout is one line of cells of one character each, separated by one space or one comma,
//! or not separated. So the board has at most ten cells. The reader in `parse` accepts these and
//! all other layouts and explains errors. This one returns `None` for anything else and leaves it
//! to `parse`.
//!
//! Whole `lookup --answer next` of a million boards of 3x3 takes 1.9 times as long without this,
//! and with `--format csv` 1.5 times.

use super::{MAX_NUMBERED_CELLS, SmallBoard, SmallShape};

/// Marks a character that is not a cell.
const NONE: u8 = u8::MAX;

/// The cell for each character.
const CELL: [u8; 256] = {
    let mut cell = [NONE; 256];
    let mut digit = 0;
    while digit < 10 {
        cell[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    let blanks = b"xX_.";
    let mut i = 0;
    while i < blanks.len() {
        cell[blanks[i] as usize] = 0;
        i += 1;
    }
    cell
};

/// The board, if `text` is a valid board of this shape in a plain layout.
#[inline]
pub(super) fn read(text: &[u8], shape: SmallShape) -> Option<SmallBoard> {
    let count = shape.cells();
    let mut cells = [0; MAX_NUMBERED_CELLS];
    // A constant count of nine lets the compiler unroll the loops.
    match (count, text.len()) {
        (9, 17) => read_cells(text, 9, 2, &mut cells)?,
        (9, 9) => read_cells(text, 9, 1, &mut cells)?,
        (..=10, length) if length == 2 * count - 1 => read_cells(text, count, 2, &mut cells)?,
        (..=10, length) if length == count => read_cells(text, count, 1, &mut cells)?,
        _ => return None,
    }
    let seen = cells[..count].iter().fold(0u32, |seen, &cell| seen | 1 << (cell & 31));
    // If every number is below the number of cells and all differ, each occurs once.
    (seen == (1 << count) - 1).then(|| SmallBoard::from_checked(shape, cells))
}

/// Cells of one character each, at every `stride`th place. A character that is not a cell becomes
/// a number above all tiles.
#[inline]
fn read_cells(
    text: &[u8],
    count: usize,
    stride: usize,
    cells: &mut [u8; MAX_NUMBERED_CELLS],
) -> Option<()> {
    let text = text.get(..(count - 1) * stride + 1)?;
    for (cell, &character) in cells.iter_mut().zip(text.iter().step_by(stride)) {
        *cell = CELL[usize::from(character)];
    }
    let separated = stride == 1
        || text.iter().skip(1).step_by(2).fold(true, |all, &byte| all & separates(byte));
    separated.then_some(())
}

const fn separates(byte: u8) -> bool {
    byte == b' ' || byte == b','
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse_carefully;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_layouts_are_read_here() {
        for shape in SmallShape::all(crate::puzzle::MAX_CELLS) {
            let goal = SmallBoard::goal(shape);
            let numbers: Vec<String> = goal.cells().iter().map(u8::to_string).collect();
            for separator in [" ", ",", ""] {
                let found = read(numbers.join(separator).as_bytes(), shape);
                assert_eq!(found, (shape.cells() <= 10).then_some(goal));
            }
        }
        assert_eq!(read(b"1 2 3 4 5 6 7 7 x", SmallShape::default()), None);
        assert_eq!(read(b"1 2 3 4 5 6 7 8 @", SmallShape::default()), None);
        assert_eq!(read(b"1 2/3 4 5 6 7 8 x", SmallShape::default()), None);
    }

    /// Checks that a text is read as the careful reader reads it, or not at all.
    fn agrees(text: &[u8], shape: SmallShape) {
        let careful = parse_carefully(text, Some(shape)).ok();
        if let Some(board) = read(text, shape) {
            assert_eq!(Some(board), careful, "{:?}", String::from_utf8_lossy(text));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn any_text_is_read_as_carefully(text in "[0-9xX_., a/]{1,40}", shape in 0..8usize) {
            let shape = SmallShape::all(12).nth(shape).unwrap_or_default();
            agrees(text.as_bytes(), shape);
        }

        #[test]
        fn near_boards_are_read_as_carefully(cells in Just((0..12u8).collect::<Vec<_>>()).prop_shuffle(), change in any::<(u8, u8)>()) {
            for shape in SmallShape::all(12) {
                let numbers: Vec<String> = cells.iter().filter(|&&cell| usize::from(cell) < shape.cells()).map(u8::to_string).collect();
                let mut text = numbers.join(" ").into_bytes();
                agrees(&text, shape);
                let place = usize::from(change.0) % text.len();
                text[place] = change.1;
                agrees(&text, shape);
                text.remove(place);
                agrees(&text, shape);
            }
        }
    }
}
