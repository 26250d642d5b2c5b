//! Where the segments of a mask begin, and which zone each cell is in.

use crate::puzzle::{Shape, zones};

/// The number of masks of sixteen cells. A mask indexes the entries without a check.
pub(super) const MASKS: usize = 1 << 16;

/// For each mask, the number of its first segment from bit 48, and from bit 3c the zone of cell c.
/// Segments are numbered as in [`PatternSpace`](crate::space::PatternSpace), so their numbers
/// depend on the number of cells in the mask, but not on which tiles these cells hold. So all
/// patterns of a shape share the entries.
pub(super) type Entries = [u64; MASKS];

const FIRST_AT: u32 = 48;

/// The segments of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zones(pub(super) &'static Entries);

impl Zones {
    /// Finds the entries of a shape.
    pub(super) fn entries(shape: Shape) -> Box<Entries> {
        let mut entries = vec![0; MASKS];
        // For each number of tiles, the segments so far.
        let mut segments = [0u64; 17];
        for mask in 0..=shape.all_cells() {
            let segments = &mut segments[mask.count_ones() as usize];
            let mut entry = *segments << FIRST_AT;
            // There are at most eight zones. They do not touch, and no more than eight cells can be
            // chosen so that no two of them touch, such as all cells of one colour.
            for (number, zone) in (0..).zip(zones(shape, mask)) {
                entry |= spread(zone) * number;
                *segments += 1;
            }
            entries[usize::from(mask)] = entry;
        }
        entries.try_into().expect("an entry for each mask")
    }

    /// The segment with the pattern's tiles on the cells of `mask` and the blank in `blank`.
    #[expect(clippy::inline_always, reason = "the loop of all searches calls it")]
    #[inline(always)]
    pub(super) fn segment(self, mask: u16, blank: u8) -> u64 {
        let entry = self.0[usize::from(mask)];
        (entry >> FIRST_AT) + (entry >> (3 * blank) & 7)
    }

    /// The cells of the zone that contains the blank. Cells beyond the shape count as zone 0.
    pub(super) fn zone(self, mask: u16, blank: u8) -> u16 {
        let entry = self.0[usize::from(mask)];
        let number = |cell: u8| entry >> (3 * cell) & 7;
        let beside = |cell: u8| u16::from(number(cell) == number(blank)) << cell;
        (0..16).map(beside).fold(0, |zone, cell| zone | cell) & !mask
    }
}

/// Moves bit c to bit 3c.
fn spread(cells: u16) -> u64 {
    let mut bits = u64::from(cells);
    bits = (bits | bits << 16) & 0x001f_0000_ff00_00ff;
    bits = (bits | bits << 8) & 0x100f_00f0_0f00_f00f;
    bits = (bits | bits << 4) & 0x10c3_0c30_c30c_30c3;
    (bits | bits << 2) & 0x1249_2492_4924_9249
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Orbit, Pattern, cells_of};
    use crate::space::{PatternSpace, Segment};

    #[test]
    fn spreading_moves_each_cell_to_its_three_bits() {
        for cells in 0..=u16::MAX {
            let expected = cells_of(cells).fold(0, |bits, cell| bits | 1 << (3 * cell));
            assert_eq!(spread(cells), expected, "{cells:#x}");
        }
    }

    /// Every segment of every pattern of every shape, whatever its number of tiles.
    #[test]
    fn segments_have_their_numbers() {
        for shape in Shape::all(16).filter(|shape| shape.rows() >= shape.cols()) {
            let zones = Zones::new(shape);
            let orbit = Orbit::new(shape, shape.tiles()).unwrap();
            for tiles in 1..shape.cells() {
                let space = PatternSpace::new(Pattern::new(orbit, (1 << tiles) - 1).unwrap());
                for (number, &Segment { mask, zone }) in space.segments().iter().enumerate() {
                    for cell in cells_of(zone) {
                        assert_eq!(zones.segment(mask, cell as u8), number as u64, "{shape}");
                        assert_eq!(zones.zone(mask, cell as u8) & shape.all_cells(), zone);
                    }
                }
            }
        }
    }
}
