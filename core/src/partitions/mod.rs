//! The parts of the search with pattern tables that are made when the library is compiled: here the
//! choice of patterns whose distances are added up, and beside it what prunes the search.
//!
//! The choice decides how many boards a search generates. Cells are those of the orbit's table,
//! where the board has rows >= cols. The numbers are boards generated per random board with the
//! orbit's goal, with duplicates pruned to depth 8 (10 now). `rows` and `cols` are the cells in
//! that order, split in two. The first entry for each goal and size is the one in use. Those that
//! are marked "as long" generate fewer boards, but each takes so much more time that they gain
//! nothing.
//!
//! | goal | patterns | random boards | generated |
//! | --- | --- | --- | --- |
//! | 4x4-15 | large: cols 8-7 | 500 | 18,962 |
//! | | small: 0 4 5 8 9 12 / 6 7 10 11 13 14 / 1 2 3 | 100 | 272,747 |
//! | 4x4-14 | large: rows 8-7, and cols 8-7 | 100 | 18,978 |
//! | | rows 8-7 alone; cols 8-7 alone | 100 | 58,230; 103,349 |
//! | | cols 8-7, and 0 1 2 4 5 6 8 12 / the rest | 100 | 30,818 |
//! | | 0 1 2 3 4 5 8 12 / the rest, and 1 2 3 6 7 10 11 15 / the rest | 100 | 31,922 |
//! | | small: the two below | 40 | 223,896 |
//! | | 0 1 4 5 8 9 / 2 3 6 7 10 11 / 12 13 15, and rows 6-6-3 from both ends | 40 | 227,405 |
//! | 4x4-10 | large: rows 8-7 | 100 | 14,413 |
//! | | 0 1 4 5 6 8 9 12 / the rest; 0 1 2 3 5 6 7 11 / the rest | 100 | 27,226; 35,621 |
//! | | those around the blank, 8 / the rest, 7; 7 and 8 | 100 | 111,565; 111,740 |
//! | | small: 0 1 2 4 5 6 / 8 9 12 13 14 15 / 3 7 11 | 40 | 439,843 |
//! | | 0 1 2 3 5 6 / 4 8 9 12 13 14 / 7 11 15 | 40 | 738,986 |
//! | 5x3-14 | large: rows 7-7 | 40 | 11,659 |
//! | | rows 7-7, and cols 7-7; rows 8-6, and cols 7-7 | 40 | 7,249; 5,783 ("as long") |
//! | | small: the two below | 20 | 22,806 |
//! | | rows 6-6-2, and cols 6-6-2; rows 5-5-4, and cols 5-5-4 | 20 | 44,090; 115,653 |
//! | 5x3-10, 5x3-7 | large: rows 7-7 | 40 | 4,564; 7,073 |
//! | 5x3-7 | small: rows 6-6-2, and cols 6-6-2 | 20 | 127,210 |
//! | 7x2-13 | large: rows 7-6 | 40 | 1,542 |
//! | | rows 7-6, and rows 6-7 | 40 | 551 ("as long") |
//! | | small: rows 6-6-1, and rows 3-6-4 | 10 | 11,772 |
//! | 8x2-15 | large: rows 8-7 | 40 | 4,182 |
//! | | rows 8-7, and rows 7-8 | 40 | 2,861 ("as long") |
//! | | small: rows 6-6-3, and rows 3-6-6 | 4 | 27,449 |

#[doc(hidden)]
pub mod automaton;
#[doc(hidden)]
pub mod zone_numbers;

use crate::puzzle::{Orbit, Pattern, Symmetry};

/// Patterns that together contain each tile once.
pub type Partition = Vec<Pattern>;

/// The size of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartitionSize {
    /// A few megabytes, made when first needed.
    Small,
    /// Some tens of megabytes, made in seconds, for boards that small tables take long for. On 4x4
    /// they are patterns of seven, seven and one tile: 35 MB, and 70 MB where one mirrored look-up
    /// less needs a second partition. With these, the search for a board of 80 moves generates 35
    /// million boards, and with small tables 610 million. On other shapes, the same as large.
    Medium,
    /// At most a few hundred megabytes, made once and kept.
    Large,
}

impl PartitionSize {
    /// The partitions of this size chosen for an orbit: one or two. With two, the greater sum
    /// counts.
    ///
    /// A square whose goal has the blank on a diagonal needs only one, because the transpose of the
    /// board is looked up as well.
    ///
    /// ```
    /// use tilebase::puzzle::Orbit;
    /// use tilebase::solver::PartitionSize;
    /// let corner = Orbit::new("4x4".parse()?, 15)?;
    /// let large = PartitionSize::Large.partitions(corner);
    /// let tiles: Vec<usize> = large[0].iter().map(|pattern| pattern.tiles()).collect();
    /// assert_eq!(tiles, [8, 7]);
    /// # Ok::<(), tilebase::puzzle::ShapeError>(())
    /// ```
    pub fn partitions(self, orbit: Orbit) -> Vec<Partition> {
        let chosen: Vec<Vec<Vec<usize>>> = match (orbit.to_string().as_str(), self) {
            ("4x4-15", PartitionSize::Small) => {
                vec![vec![vec![0, 4, 5, 8, 9, 12], vec![6, 7, 10, 11, 13, 14], vec![1, 2, 3]]]
            }
            ("4x4-15", PartitionSize::Medium) => {
                vec![vec![vec![0, 1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11, 14], vec![13]]]
            }
            ("4x4-15", PartitionSize::Large) => {
                vec![vec![vec![0, 1, 4, 5, 8, 9, 12, 13], vec![2, 3, 6, 7, 10, 11, 14]]]
            }
            ("4x4-14", PartitionSize::Small) => vec![
                vec![vec![0, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11], vec![1, 13, 15]],
                vec![vec![0, 1, 2, 4, 5, 6], vec![8, 9, 10, 11, 12, 13], vec![3, 7, 15]],
            ],
            ("4x4-14", PartitionSize::Medium) => vec![
                vec![vec![0, 1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 10, 11, 15], vec![13]],
                vec![vec![0, 1, 2, 3, 4, 5, 6], vec![8, 9, 10, 11, 12, 13, 15], vec![7]],
            ],
            ("4x4-14", PartitionSize::Large) => {
                vec![by_rows(orbit, &[8]), by_cols(orbit, &[8])]
            }
            ("5x3-14", PartitionSize::Small) => vec![
                vec![vec![0, 1, 3, 4, 6, 7], vec![2, 5, 8, 10, 11, 13], vec![9, 12]],
                by_rows(orbit, &[6, 6]),
            ],
            ("4x4-10", PartitionSize::Small) => {
                vec![vec![vec![0, 1, 2, 4, 5, 6], vec![8, 9, 12, 13, 14, 15], vec![3, 7, 11]]]
            }
            ("4x4-10", PartitionSize::Medium) => {
                vec![vec![vec![0, 1, 4, 5, 8, 9, 12], vec![2, 3, 6, 7, 11, 14, 15], vec![13]]]
            }
            ("4x4-10", PartitionSize::Large) => vec![by_rows(orbit, &[8])],
            ("5x5-24", PartitionSize::Small) => vec![vec![
                vec![0, 1, 2, 5, 6],
                vec![3, 4, 8, 9, 13],
                vec![7, 11, 12, 16, 17],
                vec![10, 15, 20, 21, 22],
                vec![14, 18, 19, 23],
            ]],
            ("5x5-24", PartitionSize::Medium | PartitionSize::Large) => vec![vec![
                vec![12, 17, 18, 19, 22, 23],
                vec![10, 11, 15, 16, 20, 21],
                vec![3, 4, 8, 9, 13, 14],
                vec![0, 1, 2, 5, 6, 7],
            ]],
            _ => by_rule(orbit, self),
        };
        chosen.iter().map(|parts| of_cells(orbit, parts)).collect()
    }
}

/// Further partitions, which make proofs shorter: see `Tablebase::puzzles_to_generate`. So far
/// there are some for 5x5 with the goal's blank in a corner.
pub fn further_partitions(orbit: Orbit) -> Vec<Partition> {
    let chosen: &[[[usize; 6]; 4]] = match orbit.to_string().as_str() {
        "5x5-24" => &[
            [
                [18, 19, 20, 21, 22, 23],
                [10, 11, 12, 15, 16, 17],
                [3, 4, 8, 9, 13, 14],
                [0, 1, 2, 5, 6, 7],
            ],
            [
                [14, 17, 18, 19, 22, 23],
                [0, 1, 2, 3, 4, 9],
                [5, 6, 7, 8, 12, 13],
                [10, 11, 15, 16, 20, 21],
            ],
        ],
        _ => &[],
    };
    chosen.iter().map(|parts| of_cells(orbit, parts)).collect()
}

fn of_cells(orbit: Orbit, parts: &[impl AsRef<[usize]>]) -> Partition {
    let pattern = |cells: &[usize]| {
        let cells = cells.iter().fold(0, |set, cell| set | 1 << cell);
        Pattern::new(orbit, cells).expect("cells that hold tiles")
    };
    parts.iter().map(|cells| pattern(cells.as_ref())).collect()
}

/// Partitions for any orbit: the cells row by row, and a second order where that pays off.
fn by_rule(orbit: Orbit, size: PartitionSize) -> Vec<Vec<Vec<usize>>> {
    let tiles = orbit.shape().tiles();
    match size {
        _ if tiles > 15 => by_blocks(orbit, size),
        PartitionSize::Medium | PartitionSize::Large if tiles > 12 => {
            vec![by_rows(orbit, &[tiles.div_ceil(2)])]
        }
        _ if tiles > 12 => {
            let rest = tiles - 12;
            let other = if orbit.shape().cols() == 2 {
                // Split at a different place than the first.
                by_rows(orbit, &[rest.max(3), 6])
            } else {
                by_cols(orbit, &[6, 6])
            };
            vec![by_rows(orbit, &[6, 6]), other]
        }
        // These shapes have tables of all boards. Their partitions are for comparison.
        _ => vec![by_rows(orbit, &[tiles.div_ceil(2)])],
    }
}

/// Partitions for more than sixteen cells: blocks about two rows or columns wide. A second one, cut
/// at other places, is needed unless a symmetry keeps the goal's blank in its cell.
fn by_blocks(orbit: Orbit, size: PartitionSize) -> Vec<Vec<Vec<usize>>> {
    let (cols, tiles) = (orbit.shape().cols(), orbit.shape().tiles());
    let (first, most) = match size {
        PartitionSize::Small => (5, 5),
        // A fourth pattern for the last tile would be of little use.
        _ if tiles == 19 => (7, 6),
        _ => (6, 6),
    };
    let cuts = vec![most; (tiles - first).div_ceil(most) - 1];
    let cuts = [vec![first], cuts].concat();
    let rest = vec![tiles - cuts.iter().sum::<usize>()];
    let blocks = if cols < 4 {
        by_rows(orbit, &cuts)
    } else {
        by_order(orbit, &cuts, |row, col| (col / 2, row, col))
    };
    if Symmetry::onto_orbit(&orbit.goal()).count() > 1 {
        return vec![blocks];
    }
    let others = if cols < 4 {
        by_rows(orbit, &[rest, cuts[1..].to_vec()].concat())
    } else {
        by_order(orbit, &cuts, |row, col| (row / 2, col, row))
    };
    vec![blocks, others]
}

/// The cells that hold tiles, row by row, split into parts of the sizes in `cuts` and the rest.
fn by_rows(orbit: Orbit, cuts: &[usize]) -> Vec<Vec<usize>> {
    by_order(orbit, cuts, |row, col| (row, col))
}

/// Like [`by_rows`], but column by column.
fn by_cols(orbit: Orbit, cuts: &[usize]) -> Vec<Vec<usize>> {
    by_order(orbit, cuts, |row, col| (col, row))
}

/// Like [`by_rows`], but in the order of a key of row and column.
fn by_order<K: Ord>(
    orbit: Orbit,
    cuts: &[usize],
    key: impl Fn(usize, usize) -> K,
) -> Vec<Vec<usize>> {
    let (cols, cells) = (orbit.shape().cols(), 0..orbit.shape().cells());
    let mut cells: Vec<usize> = cells.filter(|&cell| cell != orbit.goal_blank()).collect();
    cells.sort_by_key(|cell| key(cell / cols, cell % cols));
    let mut parts = Vec::new();
    for &at in cuts {
        let rest = cells.split_off(at);
        parts.push(std::mem::replace(&mut cells, rest));
    }
    parts.push(cells);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::SmallShape;

    #[test]
    fn every_orbit_has_partitions_that_hold_each_tile_once() {
        for shape in SmallShape::all(25).filter(|shape| shape.rows() >= shape.cols()) {
            for orbit in Orbit::all(shape) {
                for size in [PartitionSize::Small, PartitionSize::Medium, PartitionSize::Large] {
                    let partitions = size.partitions(orbit);
                    assert!((1..=2).contains(&partitions.len()));
                    for partition in &partitions {
                        let cells = partition.iter().map(|pattern| pattern.cells());
                        let all = u32::MAX >> (32 - shape.cells());
                        assert_eq!(
                            cells.clone().fold(0, |all, cells| all | cells),
                            all & !(1 << orbit.goal_blank())
                        );
                        assert_eq!(cells.map(u32::count_ones).sum::<u32>(), shape.tiles() as u32);
                        let bytes: u64 = partition.iter().map(|pattern| pattern.states() / 8).sum();
                        let most = if size == PartitionSize::Small { 8 << 20 } else { 256 << 20 };
                        assert!(bytes < most, "{orbit} {size:?}: {bytes}");
                    }
                }
            }
        }
    }

    #[test]
    fn further_partitions_hold_each_tile_once_and_share_tables() {
        let orbit = Orbit::new("5x5".parse().unwrap(), 24).unwrap();
        let mut all = PartitionSize::Large.partitions(orbit);
        all.extend(further_partitions(orbit));
        assert_eq!(all.len(), 3);
        for (number, partition) in all.iter().enumerate() {
            let cells = partition.iter().map(|pattern| pattern.cells());
            assert_eq!(cells.clone().fold(0, |all, cells| all | cells), (1 << 24) - 1);
            assert_eq!(cells.map(u32::count_ones).sum::<u32>(), 24);
            assert!(!all[..number].contains(partition));
        }
        let mut patterns: Vec<u32> = all.iter().flatten().map(|pattern| pattern.cells()).collect();
        patterns.sort_unstable();
        patterns.dedup();
        assert_eq!(patterns.len(), 9);
    }
}
