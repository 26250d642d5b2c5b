//! How wide a search packs its boards: in one word up to sixteen cells, in two up to twenty-five.
//!
//! Nothing else about a search depends on the width.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use std::fmt;

use super::LONGEST_PATH;
use super::zones::{WideZones, Zones};
use crate::machine::prefetch;
use crate::puzzle::{SmallBoard, SmallShape};

/// The packing of a search.
pub(crate) trait Width: Copy + fmt::Debug + Send + Sync + 'static {
    /// A packed board.
    type Board: Copy + Eq + fmt::Debug + Send + Sync;
    /// A number of moves.
    type Count: Count;
    /// The moves that led to a board.
    type Path: Copy + AsRef<[u8]> + AsMut<[u8]> + fmt::Debug + Send + Sync;
    /// The numbers of the segments.
    type Zones: Copy + fmt::Debug + Send + Sync;

    /// The number of bits for the cells of a pattern's tiles.
    const MASK_BITS: u32;
    /// The most tiles of a pattern.
    const MAX_TILES: usize;
    /// A path without moves.
    const NO_PATH: Self::Path;
    /// No path is longer than this.
    const LONGEST: u32;
    /// True if the zones are too large for the nearest cache, so that a search fetches them a
    /// turn before it needs them. Then boards are searched one after another. Otherwise they are
    /// searched in turn, and only then is the queue for that compiled.
    const FAR_ZONES: bool;
    /// True if a search may have further views: see [`further`](super::further). It has no beams
    /// then, and they are not compiled.
    const FURTHER: bool;

    fn pack(board: &SmallBoard) -> Self::Board;

    /// The tile in a cell.
    fn tile(board: Self::Board, cell: u8) -> usize;

    /// The board after this tile has moved from one cell to the other, which was blank.
    fn moved(board: Self::Board, tile: usize, from: u8, to: u8) -> Self::Board;

    /// A hash of the board, which is not 0.
    fn hash(board: Self::Board) -> u64;

    /// The segments of patterns with these numbers of tiles.
    fn zones(shape: SmallShape, tiles: impl Iterator<Item = usize>) -> Self::Zones;

    /// The place in `zones` of a mask's segments. If it is far, it is prefetched.
    fn place(zones: Self::Zones, mask: u32) -> u32;

    /// The segment with the pattern's tiles on the cells of the mask at `place` and the blank in
    /// `blank`.
    fn segment(zones: Self::Zones, place: u32, blank: u8) -> u64;

    /// The cells of the zone that contains the blank. Cells beyond the shape may be in it.
    fn zone(zones: Self::Zones, mask: u32, blank: u8) -> u32;
}

/// A number of moves, in a byte or two.
pub(crate) trait Count: Copy + Ord + Default + fmt::Debug + Send + Sync {
    fn new(number: u32) -> Option<Self>;

    fn get(self) -> u32;

    /// One more, or one less if `less` is 1 instead of 0.
    fn next(self, less: u64) -> Self;
}

macro_rules! count {
    ($($number:ty)*) => {
        $(impl Count for $number {
            fn new(number: u32) -> Option<$number> {
                number.try_into().ok()
            }

            #[inline(always)]
            fn get(self) -> u32 {
                self.into()
            }

            #[inline(always)]
            fn next(self, less: u64) -> $number {
                self.wrapping_add(1).wrapping_sub(2 * less as $number)
            }
        })*
    };
}

count!(u8 u16);

/// Mixes two words into one that is not 0.
#[inline(always)]
pub(crate) fn mix(low: u64, high: u64) -> u64 {
    // Odd numbers without a pattern: the golden ratio, and the square roots of 3 and 5.
    let word = low.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ high.wrapping_mul(0xbb67_ae85_84ca_a73b);
    let word = (word ^ word >> 32).wrapping_mul(0x3c6e_f372_fe94_f82b);
    (word ^ word >> 29) | 1
}

/// Up to sixteen cells: four bits for each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrow;

impl Width for Narrow {
    type Board = u64;
    type Count = u8;
    type Path = [u8; 160];
    type Zones = Zones;

    const MASK_BITS: u32 = 16;
    const MAX_TILES: usize = 8;
    /// No shape of up to sixteen cells needs 150 moves.
    const NO_PATH: [u8; 160] = [0; 160];
    const LONGEST: u32 = Self::NO_PATH.len() as u32;
    const FAR_ZONES: bool = false;
    const FURTHER: bool = false;

    fn pack(board: &SmallBoard) -> u64 {
        board.nibbles()
    }

    #[inline(always)]
    fn tile(board: u64, cell: u8) -> usize {
        (board >> (4 * cell) & 15) as usize
    }

    #[inline(always)]
    fn moved(board: u64, tile: usize, from: u8, to: u8) -> u64 {
        board ^ (tile as u64) << (4 * from) ^ (tile as u64) << (4 * to)
    }

    fn hash(board: u64) -> u64 {
        mix(board, 0)
    }

    fn zones(shape: SmallShape, _: impl Iterator<Item = usize>) -> Zones {
        Zones::new(shape)
    }

    #[inline(always)]
    fn place(_: Zones, mask: u32) -> u32 {
        mask
    }

    #[inline(always)]
    fn segment(zones: Zones, place: u32, blank: u8) -> u64 {
        zones.segment(place as u16, blank)
    }

    fn zone(zones: Zones, mask: u32, blank: u8) -> u32 {
        zones.zone(mask as u16, blank).into()
    }
}

/// Up to twenty-five cells: five bits for each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide<const FURTHER: bool = false>;

impl<const FURTHER: bool> Width for Wide<FURTHER> {
    type Board = u128;
    type Count = u16;
    type Path = [u8; LONGEST_PATH];
    type Zones = &'static WideZones;

    const MASK_BITS: u32 = 25;
    const MAX_TILES: usize = 7;
    const NO_PATH: [u8; LONGEST_PATH] = [0; LONGEST_PATH];
    const LONGEST: u32 = Self::NO_PATH.len() as u32;
    const FAR_ZONES: bool = true;
    const FURTHER: bool = FURTHER;

    fn pack(board: &SmallBoard) -> u128 {
        board.cells().iter().rev().fold(0, |word, &cell| word << 5 | u128::from(cell))
    }

    #[inline(always)]
    fn tile(board: u128, cell: u8) -> usize {
        (board >> (5 * cell) & 31) as usize
    }

    #[inline(always)]
    fn moved(board: u128, tile: usize, from: u8, to: u8) -> u128 {
        board ^ (tile as u128) << (5 * from) ^ (tile as u128) << (5 * to)
    }

    #[inline(always)]
    fn hash(board: u128) -> u64 {
        mix(board as u64, (board >> 64) as u64)
    }

    fn zones(shape: SmallShape, tiles: impl Iterator<Item = usize>) -> &'static WideZones {
        WideZones::new(shape, tiles)
    }

    #[inline(always)]
    fn place(zones: &'static WideZones, mask: u32) -> u32 {
        let place = zones.place(mask);
        prefetch(&zones.entries, place as usize);
        place
    }

    #[inline(always)]
    fn segment(zones: &'static WideZones, place: u32, blank: u8) -> u64 {
        zones.segment(place, blank)
    }

    fn zone(zones: &'static WideZones, mask: u32, blank: u8) -> u32 {
        zones.zone(mask, blank)
    }
}
