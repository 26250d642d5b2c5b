//! Goals, and small tables for them, for the tests of searches.

use super::{PartitionTables, PatternTable};
use crate::puzzle::{Orbit, Pattern, SmallBoard, SmallShape};

/// The goal of a shape with the blank in this cell and the tiles in order.
pub(super) fn goal(shape: &str, blank: usize) -> SmallBoard {
    let shape: SmallShape = shape.parse().unwrap();
    let mut cells: Vec<u8> = (1..shape.cells() as u8).collect();
    cells.insert(blank, 0);
    SmallBoard::new(shape, &cells).unwrap()
}

/// Tables for some partitions, each of patterns of these sizes. They take the tiles in their order,
/// each partition from another one on.
pub(super) fn tables(goal: &SmallBoard, partitions: &[&[usize]]) -> PartitionTables {
    let orbit = Orbit::from(goal);
    let of_sizes = |(number, sizes): (usize, &&[usize])| {
        let mut cells: Vec<usize> =
            (0..goal.shape().cells()).filter(|&cell| cell != orbit.goal_blank()).collect();
        cells.rotate_left(number);
        let mut cells = cells.into_iter();
        let table = |&size: &usize| {
            let cells = cells.by_ref().take(size).fold(0, |set, cell| set | 1 << cell);
            PatternTable::generate(Pattern::new(orbit, cells).unwrap(), 1).unwrap()
        };
        sizes.iter().map(table).collect()
    };
    partitions.iter().enumerate().map(of_sizes).collect()
}
