//! How long a solution can be.

use crate::puzzle::Shape;

/// No shortest solution is expected to have more moves than this. On 2x8 the longest has 140 if the
/// goal's blank is in a corner; on 2x12, the shape with the longest, nobody knows. Depth-first
/// methods go no deeper, whatever a heuristic says.
pub(crate) const LONGEST_PATH: usize = 512;

/// The maximum distance of any board from a goal with its blank in the given cell.
///
/// The diameters with the blank in a corner are published: `data/known/depth_counts.csv` and
/// `depth_counts_large.csv`. A goal with the blank elsewhere is a few moves away from one of those.
pub(super) fn longest(shape: Shape, goal_blank: usize) -> u32 {
    let (rows, cols) = (shape.rows(), shape.cols());
    let diameter = match (rows.min(cols), rows.max(cols)) {
        (2, 2) => 6,
        (2, 3) => 21,
        (2, 4) => 36,
        (2, 5) => 55,
        (2, 6) | (4, 4) => 80,
        (2, 7) => 108,
        (3, 3) => 31,
        (3, 4) => 53,
        (3, 5) => 84,
        (2, 8) => 140,
        // Not known, but there is no room for longer paths.
        _ => return LONGEST_PATH as u32,
    };
    let (row, col) = (goal_blank / cols, goal_blank % cols);
    diameter + (row.min(rows - 1 - row) + col.min(cols - 1 - col)) as u32
}
