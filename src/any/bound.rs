//! What is proved of the distance without a search: Manhattan distance and linear conflicts.

use crate::puzzle::{Rectangle, linear_conflicts};

/// A lower bound of the distance between two boards of one size, with its parity.
pub(super) fn lower_bound(board: &Rectangle, goal: &Rectangle) -> u32 {
    let size = goal.extent();
    let mut place = vec![0; goal.cells().len()];
    for (cell, &tile) in goal.cells().iter().enumerate() {
        place[tile as usize] = cell;
    }
    // For each cell the cell where its tile belongs; `None` is the blank.
    let cells = board.cells().iter();
    let cells: Vec<Option<usize>> =
        cells.map(|&tile| (tile != 0).then(|| place[tile as usize])).collect();
    let steps = cells.iter().enumerate().filter_map(|(cell, to)| Some(size.steps(cell, (*to)?)));
    let steps: usize = steps.sum();
    (steps + 2 * linear_conflicts(size, |cell| cells[cell])) as u32
}
