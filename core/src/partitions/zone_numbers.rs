//! Where the segments of a mask begin, and which zone each cell is in.

use crate::puzzle::{SmallShape, zones};

/// The number of masks of sixteen cells. A mask indexes the entries without a check.
pub const MASKS: usize = 1 << 16;

/// For each mask, the number of its first segment from bit 48, and from bit 3c the zone of cell c.
/// Segments are numbered as in [`PatternSpace`](crate::space::PatternSpace), so their numbers
/// depend on the number of cells in the mask, but not on which tiles these cells hold. So all
/// patterns of a shape share the entries.
pub type ZoneEntries = [u64; MASKS];

/// The first bit of the number of the first segment.
pub const FIRST_AT: u32 = 48;

/// Finds the entries of a shape of up to sixteen cells.
pub fn entries(shape: SmallShape) -> Box<ZoneEntries> {
    let mut entries = vec![0; MASKS];
    // For each number of tiles, the segments so far.
    let mut segments = [0u64; 17];
    for mask in 0..=shape.all_cells() as u16 {
        let segments = &mut segments[mask.count_ones() as usize];
        let mut entry = *segments << FIRST_AT;
        // There are at most eight zones. They do not touch, and no more than eight cells can be
        // chosen so that no two of them touch, such as all cells of one colour.
        for (number, zone) in (0..).zip(zones(shape, mask.into())) {
            entry |= spread(zone as u16) * number;
            *segments += 1;
        }
        entries[usize::from(mask)] = entry;
    }
    entries.try_into().expect("an entry for each mask")
}

/// Moves bit c to bit 3c.
fn spread(cells: u16) -> u64 {
    let mut bits = u64::from(cells);
    bits = (bits | bits << 16) & 0x001f_0000_ff00_00ff;
    bits = (bits | bits << 8) & 0x100f_00f0_0f00_f00f;
    bits = (bits | bits << 4) & 0x10c3_0c30_c30c_30c3;
    (bits | bits << 2) & 0x1249_2492_4924_9249
}

/// Moves bit 3c to bit c.
#[inline]
pub fn gather(bits: u64) -> u16 {
    let bits = (bits | bits >> 2) & 0x10c3_0c30_c30c_30c3;
    let bits = (bits | bits >> 4) & 0x100f_00f0_0f00_f00f;
    let bits = (bits | bits >> 8) & 0x001f_0000_ff00_00ff;
    (bits | bits >> 16) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::cells_of;

    #[test]
    fn spreading_moves_each_cell_to_its_three_bits() {
        for cells in 0..=u16::MAX {
            let expected = cells_of(cells.into()).fold(0, |bits, cell| bits | 1 << (3 * cell));
            assert_eq!(spread(cells), expected, "{cells:#x}");
            assert_eq!(gather(expected), cells);
        }
    }
}
