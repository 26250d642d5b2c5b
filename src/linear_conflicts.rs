//! Linear conflicts: tiles that must leave their row or column to let others pass.
//!
//! Two tiles in the row where both belong, in the wrong order, cannot pass each other there. Of the
//! tiles that belong in a row and are in it, those that need not leave it are at most a longest
//! sequence in the right order. Each other one leaves and comes back, which takes two moves more
//! than its Manhattan distance (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models
//! yields powerful admissible heuristics", Information Sciences 63, 1992). The same holds for
//! columns.

use smallvec::SmallVec;

use crate::puzzle::Shape;

/// The number of tiles that must leave their row or column. `goal` returns the cell where the tile
/// in a cell belongs, and `None` for the blank's cell.
pub(crate) fn linear_conflicts(size: Shape, goal: impl Fn(usize) -> Option<usize>) -> usize {
    let Shape { rows, cols } = size;
    let mut all = 0;
    for row in 0..rows {
        let goals = (row * cols..(row + 1) * cols).filter_map(&goal);
        all += leaving(goals.filter(|to| to / cols == row));
    }
    for col in 0..cols {
        let goals = (0..rows).map(|row| row * cols + col).filter_map(&goal);
        all += leaving(goals.filter(|to| to % cols == col));
    }
    all
}

/// How many numbers are not part of a longest ascending subsequence.
pub(crate) fn leaving(numbers: impl Iterator<Item = usize>) -> usize {
    // For each length, the smallest number that ends an ascending subsequence.
    let (mut ends, mut count) = (SmallVec::<[usize; 16]>::new(), 0);
    for number in numbers {
        count += 1;
        let at = ends.partition_point(|&end| end < number);
        if at == ends.len() {
            ends.push(number);
        } else {
            ends[at] = number;
        }
    }
    count - ends.len()
}
