//! Maps boards with any goal to the table of the goal's orbit, by a symmetry and by relabelling the
//! tiles.

use crate::puzzle::{Coordinates, Direction, Directions, MAX_CELLS, Orbit, SmallBoard, Symmetry};

/// How boards with one goal are looked up in the table of the goal's orbit.
#[derive(Clone, Debug)]
pub(crate) struct Relabelling {
    symmetry: Symmetry,
    /// For each cell in the table, the cell of the board that maps to it.
    cell_of: [usize; MAX_CELLS],
    /// For each tile of the board, its label in the table, where the goal's tiles are in order.
    label: [u8; MAX_CELLS],
    /// For each cell of the blank in the table, whether the tile orders that reach the goal are
    /// odd.
    is_odd_if_solvable: [bool; MAX_CELLS],
    /// For each set of moves in the table, by its bits, the set on the board.
    on_board: [Directions; 16],
}

impl Relabelling {
    pub(crate) fn new(goal: &SmallBoard) -> Relabelling {
        let (orbit, symmetry) = Orbit::with_symmetry(goal.shape(), goal.blank_cell());
        let mut cell_of = [0; MAX_CELLS];
        for cell in 0..goal.shape().cells() {
            cell_of[symmetry.cell(goal.shape(), cell)] = cell;
        }
        let label = symmetry.board(goal).labels();
        let (shape, to) = (orbit.shape(), orbit.goal_blank());
        let is_odd_if_solvable = std::array::from_fn(|cell| shape.parity_differs(cell, to));
        Relabelling {
            symmetry,
            cell_of,
            label,
            is_odd_if_solvable,
            on_board: symmetry.moves_back(),
        }
    }

    /// The state of a board of the goal's shape in the table, or `None` if it cannot reach the
    /// goal.
    #[inline]
    pub(crate) fn locate(&self, board: &SmallBoard) -> Option<Coordinates> {
        let cells = board.cells();
        let label = |cell: usize| self.label[usize::from(cells[self.cell_of[cell]])];
        let labels = (0..cells.len()).rev().fold(0, |all, cell| all << 4 | u64::from(label(cell)));
        let (at, odd) =
            Coordinates::from_nibbles(labels, cells.len()).expect("a board has a blank");
        (odd == self.is_odd_if_solvable[at.blank]).then_some(at)
    }

    /// Maps moves in the table to moves on the board.
    #[inline]
    pub(crate) fn on_board(&self, moves: Directions) -> Directions {
        self.on_board[usize::from(moves.bits())]
    }

    /// Maps a move on the board to a move in the table.
    #[inline]
    pub(crate) const fn in_table(&self, mv: Direction) -> Direction {
        self.symmetry.mv(mv)
    }
}
