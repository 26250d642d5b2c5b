//! Boards in normal form: in each cell the cell where its tile belongs.
//!
//! In this form all goals of a size are one: each number is in the cell of this number, and the
//! blank in the last cell. A goal with the blank elsewhere is first mirrored, so that its blank is
//! near the last cell, and then replaced by the board that its blank reaches on a walk to that
//! cell. The walk back ends each solution.

use crate::puzzle::{Direction, LargeBoard, Moves, Shape};

/// A row or a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardLine {
    Row,
    Column,
}

/// A board whose goal has each number in the cell of this number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NormalBoard {
    pub rows: usize,
    pub cols: usize,
    /// For each cell, the cell where its tile belongs: the tile's number.
    pub cells: Vec<u16>,
    /// The cell of the blank.
    pub blank: usize,
    /// The cell where the blank belongs: its number.
    pub blank_goal: usize,
}

impl NormalBoard {
    /// The cell that the blank reaches from a cell.
    #[inline]
    pub const fn neighbour(&self, cell: usize, mv: Direction) -> Option<usize> {
        Shape { rows: self.rows, cols: self.cols }.neighbour(cell, mv)
    }

    /// Makes a move. An illegal one changes nothing.
    pub fn make(&mut self, mv: Direction) {
        if let Some(to) = self.neighbour(self.blank, mv) {
            self.cells.swap(self.blank, to);
            self.blank = to;
        }
    }

    /// Makes several moves.
    pub fn make_all(&mut self, moves: &[Direction]) {
        for &mv in moves {
            self.make(mv);
        }
    }

    /// True if every number is in its cell.
    pub fn is_goal(&self) -> bool {
        self.cells.iter().enumerate().all(|(cell, &number)| cell == usize::from(number))
    }

    /// The number of steps between two cells.
    pub const fn steps(&self, a: usize, b: usize) -> usize {
        Shape { rows: self.rows, cols: self.cols }.steps(a, b)
    }

    /// The Manhattan distance to the goal.
    pub fn manhattan(&self) -> usize {
        let tiles = self.cells.iter().enumerate().filter(|(cell, _)| *cell != self.blank);
        tiles.map(|(cell, &number)| self.steps(cell, number.into())).sum()
    }

    /// The cell of each number.
    pub fn cells_by_number(&self) -> Vec<u16> {
        let mut by_number = vec![0; self.cells.len()];
        for (cell, &number) in (0..).zip(&self.cells) {
            by_number[usize::from(number)] = cell;
        }
        by_number
    }

    /// The cells of the first row or column.
    pub fn first_line(&self, line: BoardLine) -> Vec<usize> {
        let (count, step) = match line {
            BoardLine::Row => (self.cols, 1),
            BoardLine::Column => (self.rows, self.cols),
        };
        (0..count).map(|i| i * step).collect()
    }

    /// This board without its first row or column, whose tiles are in their cells.
    pub fn without_first_line(&self, line: BoardLine) -> NormalBoard {
        let (top, left) = match line {
            BoardLine::Row => (1, 0),
            BoardLine::Column => (0, 1),
        };
        let (rows, cols) = (self.rows - top, self.cols - left);
        let inner = |cell: usize| (cell / self.cols - top) * cols + cell % self.cols - left;
        let mut cells = Vec::with_capacity(rows * cols);
        for (cell, &number) in self.cells.iter().enumerate() {
            if cell / self.cols >= top && cell % self.cols >= left {
                cells.push(inner(number.into()) as u16);
            }
        }
        NormalBoard {
            rows,
            cols,
            cells,
            blank: inner(self.blank),
            blank_goal: inner(self.blank_goal),
        }
    }
}

/// The way from boards with one goal to normal boards, and back for their solutions.
#[derive(Clone, Debug)]
pub(super) struct Normalization {
    shape: Shape,
    /// True if rows, and columns, are counted from the other side.
    flips: [bool; 2],
    /// For each tile, the cell where it belongs.
    goal_cells: Vec<u16>,
    /// The blank's walk to its place in the goal, which ends each solution.
    pub walk_back: Vec<Direction>,
}

impl Normalization {
    /// The normalization for a goal of at least two rows and columns, and at most 65,536 cells.
    pub fn new(goal: &LargeBoard) -> Normalization {
        let shape = goal.shape();
        let Shape { rows, cols } = shape;
        let (row, col) = (goal.blank_cell() / cols, goal.blank_cell() % cols);
        let flips = [2 * row + 1 < rows, 2 * col + 1 < cols];
        let mut normalization =
            Normalization { shape, flips, goal_cells: vec![0; rows * cols], walk_back: Vec::new() };
        let tiles: Vec<u32> =
            (0..rows * cols).map(|cell| goal.cells()[normalization.mirrored(cell)]).collect();
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        // These are tiles, not yet numbers of a normal board.
        let cells = tiles.into_iter().map(|tile| tile as u16).collect();
        let mut walked = NormalBoard { rows, cols, cells, blank, blank_goal: rows * cols - 1 };
        let down = rows - 1 - blank / cols;
        let right = cols - 1 - blank % cols;
        let walk = std::iter::repeat_n(Direction::Down, down);
        for mv in walk.chain(std::iter::repeat_n(Direction::Right, right)) {
            walked.make(mv);
            normalization.walk_back.push(mv.inverse());
        }
        normalization.walk_back.reverse();
        for (cell, &tile) in (0..).zip(&walked.cells) {
            normalization.goal_cells[usize::from(tile)] = cell;
        }
        normalization
    }

    /// The cell of the board for a cell of the normal board, and vice versa.
    const fn mirrored(&self, cell: usize) -> usize {
        let Shape { rows, cols } = self.shape;
        let (row, col) = (cell / cols, cell % cols);
        let row = if self.flips[0] { rows - 1 - row } else { row };
        let col = if self.flips[1] { cols - 1 - col } else { col };
        row * cols + col
    }

    /// The normal form of a board of the goal's shape.
    pub fn normal_board(&self, board: &LargeBoard) -> NormalBoard {
        let Shape { rows, cols } = self.shape;
        let tiles = (0..rows * cols).map(|cell| board.cells()[self.mirrored(cell)]);
        let cells = tiles.map(|tile| self.goal_cells[tile as usize]).collect();
        let blank = self.mirrored(board.blank_cell());
        NormalBoard { rows, cols, cells, blank, blank_goal: rows * cols - 1 }
    }

    /// The solution of a board from that of its normal form, which ends with the walk back.
    pub fn solution(&self, moves: &[Direction]) -> Moves {
        moves.iter().map(|&mv| self.mirrored_move(mv)).collect()
    }

    const fn mirrored_move(&self, mv: Direction) -> Direction {
        match mv {
            Direction::Down | Direction::Up if self.flips[0] => mv.inverse(),
            Direction::Left | Direction::Right if self.flips[1] => mv.inverse(),
            mv => mv,
        }
    }
}

/// Appends a move, or removes the last one if the two cancel out.
pub(super) fn push_or_cancel(moves: &mut Vec<Direction>, mv: Direction) {
    if moves.last() == Some(&mv.inverse()) {
        moves.pop();
    } else {
        moves.push(mv);
    }
}
