//! Where the segments of a mask begin, and which zone each cell is in.

use std::collections::HashMap;
use std::sync::Mutex;

use tilebase_core::partitions::zone_numbers::{FIRST_AT, ZoneEntries, gather};

use crate::puzzle::{MaskNumbers, SmallShape, masks, zones};
use crate::threads;

/// The segments of a shape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zones(pub(super) &'static ZoneEntries);

impl Zones {
    /// The segment with the pattern's tiles on the cells of `mask` and the blank in `blank`.
    #[expect(clippy::inline_always, reason = "the loop of all searches calls it")]
    #[inline(always)]
    pub(super) fn segment(self, mask: u16, blank: u8) -> u64 {
        let entry = self.0[usize::from(mask)];
        (entry >> FIRST_AT) + (entry >> (3 * blank) & 7)
    }

    /// The cells of the zone that contains the blank. Cells beyond the shape count as zone 0.
    pub(super) fn zone(self, mask: u16, blank: u8) -> u16 {
        const LOWEST: u64 = 0x2492_4924_9249;
        let zones = self.0[usize::from(mask)] & ((1 << FIRST_AT) - 1);
        let other = zones ^ ((zones >> (3 * blank) & 7) * LOWEST);
        gather(!(other | other >> 1 | other >> 2) & LOWEST) & !mask
    }
}

/// The segments of a shape of up to 25 cells, for patterns with some numbers of tiles.
#[derive(Debug)]
pub(crate) struct WideZones {
    masks: MaskNumbers,
    /// An entry for each mask, those with fewer cells first.
    pub(super) entries: Vec<u64>,
    /// The higher bits of the zones of masks with more than two zones: for each cell bit 1, and for
    /// each cell bit 2.
    higher: Vec<[u32; 2]>,
}

/// An entry holds bit 0 of the zone of each cell, from here on the place of the other bits in
/// [`WideZones::higher`], and from there on the number of the mask's first segment.
const HIGHER_AT: u32 = 25;
const WIDE_FIRST_AT: u32 = 44;

impl WideZones {
    /// The segments of patterns with these numbers of tiles, at most seven. They are found once and
    /// kept for the life of the process.
    pub(super) fn new(shape: SmallShape, tiles: impl Iterator<Item = usize>) -> &'static WideZones {
        type Made = Vec<(SmallShape, u32, &'static WideZones)>;
        static MADE: Mutex<Made> = Mutex::new(Vec::new());
        let wanted = tiles.fold(0, |set, tiles| set | 1_u32 << tiles);
        let mut made = threads::lock(&MADE);
        if let Some(known) = made.iter().find(|known| (known.0, known.1) == (shape, wanted)) {
            return known.2;
        }
        let zones: &'static WideZones = Box::leak(Box::new(WideZones::make(shape, wanted)));
        made.push((shape, wanted, zones));
        zones
    }

    fn make(shape: SmallShape, wanted: u32) -> WideZones {
        let (mut entries, mut higher) = (Vec::new(), vec![[0; 2]]);
        let mut places = HashMap::from([([0; 2], 0)]);
        let all_tiles = (0..32).filter(|tiles| wanted >> tiles & 1 != 0);
        for tiles in all_tiles.clone() {
            let mut segments = 0_u64;
            for mask in masks(shape.cells(), tiles) {
                let mut bits = [0; 3];
                let first = segments;
                for (number, zone) in (0_usize..).zip(zones(shape, mask)) {
                    segments += 1;
                    for (bit, bits) in bits.iter_mut().enumerate() {
                        *bits |= if number >> bit & 1 != 0 { zone } else { 0 };
                    }
                }
                let [lowest, others @ ..] = bits;
                let place = *places.entry(others).or_insert_with(|| {
                    higher.push(others);
                    higher.len() as u64 - 1
                });
                entries.push(u64::from(lowest) | place << HIGHER_AT | first << WIDE_FIRST_AT);
            }
        }
        let masks = MaskNumbers::of_all(shape.cells(), all_tiles);
        WideZones { masks, entries, higher }
    }

    /// The place of a mask's entry.
    #[expect(clippy::inline_always, reason = "the loop of all searches calls it")]
    #[inline(always)]
    pub(super) fn place(&self, mask: u32) -> u32 {
        self.masks.number(mask) as u32
    }

    /// The number of the first segment of the mask at a place, and the zones of all cells, bit by
    /// bit.
    #[expect(clippy::inline_always, reason = "the loop of all searches calls it")]
    #[inline(always)]
    fn entry(&self, place: u32) -> (u64, [u32; 3]) {
        let entry = self.entries[place as usize];
        let higher = entry >> HIGHER_AT & ((1 << (WIDE_FIRST_AT - HIGHER_AT)) - 1);
        let [second, third] = self.higher[higher as usize];
        (entry >> WIDE_FIRST_AT, [entry as u32, second, third])
    }

    /// The segment with the pattern's tiles on the cells of the mask at `place` and the blank in
    /// `blank`.
    #[expect(clippy::inline_always, reason = "the loop of all searches calls it")]
    #[inline(always)]
    pub(super) fn segment(&self, place: u32, blank: u8) -> u64 {
        let (first, [lowest, second, third]) = self.entry(place);
        let bit = |bits: u32| u64::from(bits >> (blank & 31) & 1);
        first + bit(lowest) + 2 * bit(second) + 4 * bit(third)
    }

    /// The cells of the zone that contains the blank. Cells beyond the shape count as zone 0.
    pub(super) fn zone(&self, mask: u32, blank: u8) -> u32 {
        let (_, bits) = self.entry(self.place(mask));
        bits.into_iter().fold(!mask & ((1 << 25) - 1), |zone, bits| {
            zone & if bits >> blank & 1 != 0 { bits } else { !bits }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Orbit, Pattern, cells_of};
    use crate::space::{PatternSpace, Segment};

    /// Every segment of every pattern of every shape, whatever its number of tiles.
    #[test]
    fn segments_have_their_numbers() {
        for shape in SmallShape::all(16).filter(|shape| shape.rows() >= shape.cols()) {
            let zones = Zones::new(shape);
            let orbit = Orbit::new(shape, shape.tiles()).unwrap();
            for tiles in 1..shape.cells() {
                let space =
                    PatternSpace::new(Pattern::new(orbit, (1 << tiles) - 1).unwrap()).unwrap();
                for (number, &Segment { mask, zone }) in space.segments().iter().enumerate() {
                    for cell in cells_of(zone) {
                        let (narrow, cell) = (mask as u16, cell as u8);
                        assert_eq!(zones.segment(narrow, cell), number as u64, "{shape}");
                        let found = u32::from(zones.zone(narrow, cell));
                        assert_eq!(found & shape.all_cells(), zone);
                    }
                }
            }
        }
    }
    /// The same for shapes of up to 25 cells.
    #[test]
    fn wide_segments_have_their_numbers() {
        for (shape, most) in [("3x3", 7), ("6x3", 6), ("12x2", 5), ("5x5", 5)] {
            let shape: SmallShape = shape.parse().unwrap();
            let zones = WideZones::new(shape, 1..=most);
            let orbit = Orbit::new(shape, shape.tiles()).unwrap();
            for tiles in 1..=most {
                let space =
                    PatternSpace::new(Pattern::new(orbit, (1 << tiles) - 1).unwrap()).unwrap();
                for (number, &Segment { mask, zone }) in space.segments().iter().enumerate() {
                    for cell in cells_of(zone) {
                        let place = zones.place(mask);
                        assert_eq!(zones.segment(place, cell as u8), number as u64, "{shape}");
                        assert_eq!(zones.zone(mask, cell as u8) & shape.all_cells(), zone);
                    }
                }
            }
        }
    }
}
