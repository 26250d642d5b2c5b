//! A board as the search sees it: in each cell the cell where its tile belongs.
//!
//! So every goal is alike: each number in the cell of this number, and the blank in the last cell.
//! A goal with the blank elsewhere is first mirrored, so that its blank is near the last cell, and
//! then taken to be the board that its blank reaches on a walk to that cell. The walk back ends
//! each solution.

use crate::puzzle::{Extent, Move, Moves, Rectangle};

/// A board whose goal has each number in its own cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub rows: usize,
    pub cols: usize,
    /// For each cell, the cell where its tile belongs.
    pub cells: Vec<u16>,
    /// The cell of the blank.
    pub blank: usize,
    /// The number of the blank, which is also the cell where it belongs.
    pub home: usize,
}

impl Field {
    /// The cell that the blank reaches from a cell.
    #[inline]
    pub const fn neighbour(&self, cell: usize, mv: Move) -> Option<usize> {
        Extent { rows: self.rows, cols: self.cols }.neighbour(cell, mv)
    }

    /// Makes a legal move. Nothing happens if it is not legal.
    pub fn make(&mut self, mv: Move) {
        if let Some(to) = self.neighbour(self.blank, mv) {
            self.cells.swap(self.blank, to);
            self.blank = to;
        }
    }

    /// Makes several moves.
    pub fn make_all(&mut self, moves: &[Move]) {
        for &mv in moves {
            self.make(mv);
        }
    }

    /// Whether every number is in its cell.
    pub fn is_goal(&self) -> bool {
        self.cells.iter().enumerate().all(|(cell, &number)| cell == usize::from(number))
    }

    /// The number of steps between two cells.
    pub const fn steps(&self, a: usize, b: usize) -> usize {
        Extent { rows: self.rows, cols: self.cols }.steps(a, b)
    }

    /// The sum of the steps of all tiles to their cells.
    pub fn manhattan(&self) -> usize {
        let tiles = self.cells.iter().enumerate().filter(|(cell, _)| *cell != self.blank);
        tiles.map(|(cell, &number)| self.steps(cell, number.into())).sum()
    }

    /// The cells of the first row, or of the first column.
    pub fn line(&self, row: bool) -> Vec<usize> {
        let (count, step) = if row { (self.cols, 1) } else { (self.rows, self.cols) };
        (0..count).map(|i| i * step).collect()
    }

    /// This board without its first row, or its first column, whose tiles are there.
    pub fn without(&self, row: bool) -> Field {
        let (rows, cols) = (self.rows - usize::from(row), self.cols - usize::from(!row));
        let inner = |cell: usize| {
            let (r, c) = (cell / self.cols - usize::from(row), cell % self.cols);
            r * cols + c - usize::from(!row)
        };
        let mut cells = Vec::with_capacity(rows * cols);
        for (cell, &number) in self.cells.iter().enumerate() {
            let is_left = if row { cell >= self.cols } else { cell % self.cols > 0 };
            if is_left {
                cells.push(inner(number.into()) as u16);
            }
        }
        Field { rows, cols, cells, blank: inner(self.blank), home: inner(self.home) }
    }
}

/// How boards with one goal become fields, and solutions of fields those of boards.
#[derive(Clone, Debug)]
pub(super) struct View {
    extent: Extent,
    /// Whether rows, and columns, are counted from the other side.
    flips: [bool; 2],
    /// For each tile, the cell where it belongs.
    place: Vec<u16>,
    /// The moves at the end of each solution.
    pub ending: Vec<Move>,
}

impl View {
    /// The view for a goal of at least two rows and columns, and at most 65,536 cells.
    pub fn new(goal: &Rectangle) -> View {
        let extent = goal.extent();
        let Extent { rows, cols } = extent;
        let (row, col) = (goal.blank_cell() / cols, goal.blank_cell() % cols);
        let flips = [2 * row + 1 < rows, 2 * col + 1 < cols];
        let mut view = View { extent, flips, place: vec![0; rows * cols], ending: Vec::new() };
        let cells: Vec<u32> = (0..rows * cols).map(|cell| goal.cells()[view.cell(cell)]).collect();
        let blank = cells.iter().position(|&tile| tile == 0).unwrap_or_default();
        // Numbers are tiles until the walk is over.
        let cells = cells.into_iter().map(|tile| tile as u16).collect();
        let mut walked = Field { rows, cols, cells, blank, home: rows * cols - 1 };
        let down = rows - 1 - blank / cols;
        let right = cols - 1 - blank % cols;
        let walk = std::iter::repeat_n(Move::Down, down);
        for mv in walk.chain(std::iter::repeat_n(Move::Right, right)) {
            walked.make(mv);
            view.ending.push(mv.inverse());
        }
        view.ending.reverse();
        for (cell, &tile) in (0..).zip(&walked.cells) {
            view.place[usize::from(tile)] = cell;
        }
        view
    }

    /// The cell of the board that is this cell of the field, and the other way round.
    const fn cell(&self, cell: usize) -> usize {
        let Extent { rows, cols } = self.extent;
        let (row, col) = (cell / cols, cell % cols);
        let row = if self.flips[0] { rows - 1 - row } else { row };
        let col = if self.flips[1] { cols - 1 - col } else { col };
        row * cols + col
    }

    /// A board of the goal's extent as a field.
    pub fn field(&self, board: &Rectangle) -> Field {
        let Extent { rows, cols } = self.extent;
        let tiles = (0..rows * cols).map(|cell| board.cells()[self.cell(cell)]);
        let cells = tiles.map(|tile| self.place[tile as usize]).collect();
        let blank = self.cell(board.blank_cell());
        Field { rows, cols, cells, blank, home: rows * cols - 1 }
    }

    /// The solution of the board, from that of the field and the ending.
    pub fn solution(&self, moves: &[Move]) -> Moves {
        moves.iter().map(|&mv| self.flipped(mv)).collect()
    }

    const fn flipped(&self, mv: Move) -> Move {
        match mv {
            Move::Down | Move::Up if self.flips[0] => mv.inverse(),
            Move::Left | Move::Right if self.flips[1] => mv.inverse(),
            mv => mv,
        }
    }
}

/// Adds a move to others. It may take the last one back.
pub(super) fn push(moves: &mut Vec<Move>, mv: Move) {
    if moves.last() == Some(&mv.inverse()) {
        moves.pop();
    } else {
        moves.push(mv);
    }
}

/// The cell of each number of a field.
pub(super) fn places(field: &Field) -> Vec<u16> {
    let mut places = vec![0; field.cells.len()];
    for (cell, &number) in (0..).zip(&field.cells) {
        places[usize::from(number)] = cell;
    }
    places
}
