//! The lower bound of a distance, which needs no search: Manhattan distance and linear conflicts.

use crate::puzzle::{Rectangle, linear_conflicts};

/// A lower bound of the distance between two boards of one size, with its parity.
pub(super) fn lower_bound(board: &Rectangle, goal: &Rectangle) -> u32 {
    let size = goal.extent();
    let mut goal_cells = vec![0; goal.cells().len()];
    for (cell, &tile) in goal.cells().iter().enumerate() {
        goal_cells[tile as usize] = cell;
    }
    // For each cell the cell where its tile belongs; `None` is the blank.
    let tiles = board.cells().iter();
    let targets: Vec<Option<usize>> =
        tiles.map(|&tile| (tile != 0).then(|| goal_cells[tile as usize])).collect();
    let steps = targets.iter().enumerate().filter_map(|(cell, to)| Some(size.steps(cell, (*to)?)));
    let steps: usize = steps.sum();
    (steps + 2 * linear_conflicts(size, |cell| targets[cell])) as u32
}
