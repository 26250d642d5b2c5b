//! Larger pattern tables for hard boards. They take seconds to make, so that is done only on
//! request.
//!
//! On 4x4 they are patterns of seven, seven and one tile: 35 MB, and 70 MB where one mirrored
//! look-up less needs a second partition. With these, the search for a board of 80 moves generates
//! 35 million boards, and with small tables 610 million. The large tables of the command, of eight
//! and seven tiles, need 196 MB, and several times as much while they are made.

use tilebase::Board;
use tilebase::puzzle::{Orbit, Pattern};
use tilebase::solver::{Partition, PartitionSize};

/// The partitions with larger patterns, or none if small ones do.
pub fn partitions(orbit: Orbit) -> Vec<Partition> {
    let chosen: &[[u32; 2]] = match (orbit.to_string().as_str(), orbit.shape().cells()) {
        ("4x4-15", _) => &[[0x1333, 0x4ccc]],
        ("4x4-14", _) => &[[0x1333, 0x8ccc], [0x007f, 0xbf00]],
        ("4x4-10", _) => &[[0x1333, 0xc8cc]],
        (_, 13..) => return Partition::for_orbit(orbit, PartitionSize::Large),
        _ => &[],
    };
    let all = 0xffff & !(1 << orbit.goal_blank());
    let partition = |&[one, two]: &[u32; 2]| {
        let cells = [one, two, all & !one & !two];
        let patterns = cells.into_iter().filter_map(|cells| Pattern::new(orbit, cells).ok());
        Partition::new(patterns.collect())
    };
    chosen.iter().map(partition).collect()
}

/// The memory that the tables for a goal take, in bytes. `None` if there are none.
pub fn memory(goal: &Board) -> Option<u64> {
    let partitions = partitions(Orbit::from(goal));
    let patterns = partitions.iter().flat_map(Partition::patterns);
    let bytes = patterns.map(|pattern| pattern.states().div_ceil(8));
    (!partitions.is_empty()).then(|| bytes.sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_tile_is_in_one_pattern() {
        for cell in 0..16 {
            let orbit = Orbit::new("4x4".parse().expect("a shape"), cell).expect("a cell");
            let partitions = partitions(orbit);
            assert!((1..=2).contains(&partitions.len()));
            for partition in partitions {
                let tiles: Vec<usize> =
                    partition.patterns().iter().map(|pattern| pattern.tiles()).collect();
                assert_eq!(tiles, [7, 7, 1], "{orbit}");
                let cells = partition.patterns().iter().map(|pattern| pattern.cells());
                let all = cells.fold(0, |all, cells| all | cells);
                assert_eq!(all, 0xffff & !(1 << orbit.goal_blank()), "{orbit}");
            }
        }
    }
}
