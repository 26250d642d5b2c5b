//! Where the weights are that depend on tiles side by side, for one side of a board.

use tilebase::any::training::{CLASSES, CONFLICTS, Directions, displacement_class};

/// The cells of a board, and the displacements of tiles in them.
pub struct Places {
    pub side: usize,
    /// Cells as if rows were twice as long, so that a difference is a way between two cells.
    pub padded: Vec<usize>,
    /// The row and the column of each cell.
    pub rows_and_cols: Vec<[i32; 2]>,
    /// The displacement class of each number in each cell, and with rows and columns exchanged.
    classes: [Vec<u8>; 2],
}

impl Places {
    pub fn new(side: usize) -> Places {
        let (cells, width) = (side * side, 2 * side - 1);
        let row_and_col = |cell: usize| [cell / side, cell % side];
        let class = |exchanged: bool| {
            let places = (0..cells * cells).map(|it| [it % cells, it / cells].map(row_and_col));
            let [rows, cols] = if exchanged { [1, 0] } else { [0, 1] };
            places
                .map(|both| {
                    let [at, home] = both.map(|it| [it[rows], it[cols]]);
                    displacement_class(at, home)
                })
                .collect()
        };
        Places {
            side,
            padded: (0..cells).map(|cell| cell / side * width + cell % side).collect(),
            rows_and_cols: (0..cells)
                .map(|cell| row_and_col(cell).map(|it| i32::from(it as u8)))
                .collect(),
            classes: [false, true].map(class),
        }
    }

    /// Calls `each` with the index of the weight of each two tiles side by side, and of each flow.
    #[inline]
    pub fn visit(&self, board: &[u8], [adjacent, flows]: [usize; 2], mut each: impl FnMut(usize)) {
        let (side, cells) = (self.side, board.len());
        let last = cells - 1;
        let number = |cell: usize| usize::from(board[cell]);
        for cell in 0..cells {
            let beside = [(0, 1, cell % side + 1 < side), (1, side, cell + side < cells)];
            for (axis, step, has_next) in beside {
                if has_next && number(cell) != last && number(cell + step) != last {
                    let [a, b] = [cell, cell + step]
                        .map(|cell| usize::from(self.classes[axis][number(cell) * cells + cell]));
                    each(adjacent + a * CLASSES + b);
                }
            }
        }
        let mut directions = Directions::default();
        for cell in 0..cells {
            let class = self.classes[0][number(cell) * cells + cell];
            let class = if number(cell) == last { CLASSES } else { class.into() };
            directions.put(class, self.padded[cell] as u16);
        }
        directions.visit(side, 2 * side - 1, |it| each(flows + it));
    }
}

/// The tiles that belong in one line.
pub struct InLine(Vec<LinePair>);

/// Two tiles that belong in one row (axis 0) or column, in order.
struct LinePair {
    axis: usize,
    tiles: [usize; 2],
    is_edge: bool,
}

impl InLine {
    pub fn new(side: usize) -> InLine {
        let tiles = || 0..side * side - 1;
        let both = tiles().flat_map(|a| (a + 1..side * side - 1).map(move |b| [a, b]));
        let lines = |it: usize| [it / side, it % side];
        let in_line = both.flat_map(|tiles| {
            let [one, other] = tiles.map(lines);
            (0..2).filter(move |&axis| one[axis] == other[axis]).map(move |axis| LinePair {
                axis,
                tiles,
                is_edge: [0, side - 1].contains(&one[axis]),
            })
        });
        InLine(in_line.collect())
    }

    /// Calls `each` with the number of each conflict, which `place` gives for the lines from where
    /// both tiles belong. `at` has the row and the column of each number, and `homes` those where
    /// it belongs.
    #[inline]
    pub fn visit(
        &self,
        at: &[[i32; 2]],
        homes: &[[i32; 2]],
        place: impl Fn([i32; 2]) -> Option<usize>,
        mut each: impl FnMut(usize),
    ) {
        for &LinePair { axis, tiles: [a, b], is_edge } in &self.0 {
            let (line, is_reversed) = (homes[a][axis], at[b][1 - axis] < at[a][1 - axis]);
            if is_reversed && let Some(it) = place([a, b].map(|it| at[it][axis] - line)) {
                each(usize::from(is_edge) * CONFLICTS + it);
            }
        }
    }
}
