//! What is proved of the distance without a search: Manhattan distance and linear conflicts.
//!
//! Two tiles in the row where both belong, in the wrong order, cannot pass each other there. Of the
//! tiles that belong in a row and are in it, those that need not leave it are at most a longest
//! sequence in the right order. Each other one leaves and comes back, which takes two moves more
//! (Hansson, Mayer and Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", Information Sciences 63, 1992). The same holds for columns.

use crate::puzzle::{Extent, Rectangle};

/// A lower bound of the distance between two boards of one size, with its parity.
pub(super) fn lower_bound(board: &Rectangle, goal: &Rectangle) -> u32 {
    let Extent { rows, cols } = goal.extent();
    let mut place = vec![0; goal.cells().len()];
    for (cell, &tile) in goal.cells().iter().enumerate() {
        place[tile as usize] = cell;
    }
    // For each cell the cell where its tile belongs; `None` is the blank.
    let cells = board.cells().iter();
    let cells: Vec<Option<usize>> =
        cells.map(|&tile| (tile != 0).then(|| place[tile as usize])).collect();
    let mut all = 0;
    for (cell, to) in cells.iter().enumerate() {
        let Some(to) = *to else { continue };
        all += goal.extent().steps(cell, to);
    }
    let mut leaving = 0;
    let (mut line, mut ends) = (Vec::new(), Vec::new());
    for row in 0..rows {
        line.clear();
        let here = cells[row * cols..(row + 1) * cols].iter().flatten();
        line.extend(here.filter(|&&to| to / cols == row).copied());
        leaving += line.len() - longest_ascent(&line, &mut ends);
    }
    for col in 0..cols {
        line.clear();
        let here = cells.iter().skip(col).step_by(cols).flatten();
        line.extend(here.filter(|&&to| to % cols == col).copied());
        leaving += line.len() - longest_ascent(&line, &mut ends);
    }
    (all + 2 * leaving) as u32
}

/// The length of the longest ascending subsequence. `ends` is memory for it.
fn longest_ascent(line: &[usize], ends: &mut Vec<usize>) -> usize {
    ends.clear();
    for &number in line {
        let at = ends.partition_point(|&end| end < number);
        if at == ends.len() {
            ends.push(number);
        } else {
            ends[at] = number;
        }
    }
    ends.len()
}
