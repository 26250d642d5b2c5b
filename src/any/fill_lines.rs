//! The method that cannot fail: rows and columns are filled one after the other, from the outside,
//! until two of each are left.
//!
//! The tiles of a row are brought to their cells one by one, from both ends inward, always the one
//! that takes fewer moves. The last two are brought near, and then a search among all positions of
//! these two and the blank puts them in order. A column is a row of the transposed board. A
//! solution of n x n cells takes fewer than 2.7 n^3 moves on average.

use std::collections::VecDeque;

use super::normal_board::{BoardLine, NormalBoard, push_or_cancel};
use super::tuning::{DETOUR_MARGIN, MOVES_PER_STEP};
use crate::puzzle::Direction;

/// Solves a board whose goal has the blank in the last cell. `None` if it cannot be solved.
pub(super) fn solve(board: &NormalBoard) -> Option<Vec<Direction>> {
    let mut filler = LineFiller::new(board);
    let (mut top, mut left) = (0, 0);
    while board.rows - top > 2 || board.cols - left > 2 {
        if board.rows - top >= board.cols - left {
            let row: Vec<usize> = (left..board.cols).map(|col| top * board.cols + col).collect();
            filler.fill(&row, board.cols)?;
            top += 1;
        } else {
            let column: Vec<usize> = (top..board.rows).map(|row| row * board.cols + left).collect();
            filler.fill(&column, 1)?;
            left += 1;
        }
    }
    filler.fill_last_block()?;
    filler.board.is_goal().then_some(filler.moves)
}

/// Fills the first row or column of a board. It has at least three cells.
pub(super) fn first_line(board: &NormalBoard, line: BoardLine) -> Option<Vec<Direction>> {
    let mut filler = LineFiller::new(board);
    let inward = match line {
        BoardLine::Row => board.cols,
        BoardLine::Column => 1,
    };
    filler.fill(&board.first_line(line), inward)?;
    Some(filler.moves)
}

/// A board whose lines are being filled, and the moves so far.
struct LineFiller {
    board: NormalBoard,
    /// The cell of each number.
    cell_of: Vec<usize>,
    /// The cells whose tiles stay where they are.
    locked: Vec<bool>,
    moves: Vec<Direction>,
    paths: PathSearch,
}

/// The memory of searches for paths of the blank.
#[derive(Default)]
struct PathSearch {
    /// For each cell, the number of the search that reached it last, and its move to there.
    reached: Vec<(u32, Direction)>,
    search: u32,
    queue: VecDeque<usize>,
}

impl LineFiller {
    fn new(board: &NormalBoard) -> LineFiller {
        LineFiller {
            board: board.clone(),
            cell_of: board.cells_by_number().into_iter().map(usize::from).collect(),
            locked: vec![false; board.cells.len()],
            moves: Vec::new(),
            paths: PathSearch::default(),
        }
    }

    fn make(&mut self, mv: Direction) {
        let before = self.board.blank;
        self.board.make(mv);
        self.cell_of[usize::from(self.board.cells[before])] = before;
        self.cell_of[self.board.blank_goal] = self.board.blank;
        push_or_cancel(&mut self.moves, mv);
    }

    fn make_all(&mut self, moves: &[Direction]) {
        for &mv in moves {
            self.make(mv);
        }
    }

    /// Fills the cells of a row or column, which are in order. `inward` is the step from a cell to
    /// its neighbour in the next line.
    fn fill(&mut self, cells: &[usize], inward: usize) -> Option<()> {
        let (mut begin, mut end) = (0, cells.len());
        while end - begin > 2 {
            let (first, last) = (cells[begin], cells[end - 1]);
            if self.estimate(first) <= self.estimate(last) {
                self.bring(first, first)?;
                begin += 1;
                self.locked[first] = true;
            } else {
                self.bring(last, last)?;
                end -= 1;
                self.locked[last] = true;
            }
        }
        let pair = [cells[begin], cells[begin + 1]];
        self.fill_pair(pair, inward)?;
        for cell in pair {
            self.locked[cell] = true;
        }
        Some(())
    }

    /// The estimated number of moves that bring a tile to its cell.
    fn estimate(&self, number: usize) -> usize {
        let cell = self.cell_of[number];
        let blank = self.board.steps(self.board.blank, cell);
        if cell == number { 0 } else { blank + MOVES_PER_STEP * self.board.steps(cell, number) }
    }

    /// Brings a tile to a cell.
    fn bring(&mut self, number: usize, to: usize) -> Option<()> {
        // Nearly every step brings the tile nearer, so this is never reached.
        let most_steps = 4 * self.board.cells.len();
        for _ in 0..most_steps {
            if self.cell_of[number] == to {
                return Some(());
            }
            let from = self.cell_of[number];
            let distance = self.board.steps(from, to);
            // Of the steps that bring it nearer, the one that takes the fewest moves; if there is
            // none, any other step.
            let mut best: Option<(bool, usize, Direction, Vec<Direction>)> = None;
            for mv in Direction::ALL {
                let Some(next) = self.board.neighbour(from, mv) else { continue };
                if self.locked[next] {
                    continue;
                }
                let Some(path) = self.path(next, from) else { continue };
                let is_farther = self.board.steps(next, to) > distance;
                let is_better = best.as_ref().is_none_or(|(farther, moves, ..)| {
                    (is_farther, path.len()) < (*farther, *moves)
                });
                if is_better {
                    best = Some((is_farther, path.len(), mv, path));
                }
            }
            let (_, _, mv, path) = best?;
            self.make_all(&path);
            self.make(mv.inverse());
        }
        None
    }

    /// A shortest path of the blank to a cell, around the cell `avoid` and the locked ones. First
    /// it is looked for near by, where it nearly always is.
    fn path(&mut self, to: usize, avoid: usize) -> Option<Vec<Direction>> {
        self.path_within(to, avoid, DETOUR_MARGIN)
            .or_else(|| self.path_within(to, avoid, usize::MAX))
    }

    /// A shortest path in the rectangle of both cells and `margin` rows and columns around it.
    fn path_within(&mut self, to: usize, avoid: usize, margin: usize) -> Option<Vec<Direction>> {
        let (board, blank) = (&self.board, self.board.blank);
        let PathSearch { reached, search, queue } = &mut self.paths;
        reached.resize(board.cells.len(), (0, Direction::Down));
        let (rows, cols) = (board.rows, board.cols);
        let between = |a: usize, b: usize, count: usize| {
            a.min(b).saturating_sub(margin)..=a.max(b).saturating_add(margin).min(count - 1)
        };
        let in_rows = between(blank / cols, to / cols, rows);
        let in_cols = between(blank % cols, to % cols, cols);
        *search += 1;
        queue.clear();
        queue.push_back(blank);
        reached[blank].0 = *search;
        while let Some(cell) = queue.pop_front() {
            if cell == to {
                let (mut path, mut cell) = (Vec::new(), to);
                while cell != blank {
                    let mv = reached[cell].1;
                    path.push(mv);
                    cell = board.neighbour(cell, mv.inverse())?;
                }
                path.reverse();
                return Some(path);
            }
            for mv in Direction::ALL {
                let Some(next) = board.neighbour(cell, mv) else { continue };
                let is_inside =
                    in_rows.contains(&(next / cols)) && in_cols.contains(&(next % cols));
                if !is_inside || next == avoid || self.locked[next] || reached[next].0 == *search {
                    continue;
                }
                reached[next] = (*search, mv);
                queue.push_back(next);
            }
        }
        None
    }

    /// Brings the last two tiles of a line to their cells.
    fn fill_pair(&mut self, pair: [usize; 2], inward: usize) -> Option<()> {
        if pair.iter().all(|&number| self.cell_of[number] == number) {
            return Some(());
        }
        // Three rows of two cells, and the cells beside them that are not locked.
        let inner: Vec<usize> =
            (0..3).flat_map(|row| pair.map(|cell| cell + row * inward)).collect();
        let along = pair[1] - pair[0];
        let line = |cell: usize| if inward == 1 { cell % self.board.cols } else { cell / inward };
        let mut block = inner.clone();
        for row in 0..3 {
            for cell in [pair[0].wrapping_sub(along), pair[1] + along] {
                let cell = cell.wrapping_add(row * inward);
                let is_open = self.locked.get(cell).is_some_and(|locked| !locked);
                if is_open && line(cell) == line(pair[0]) + row {
                    block.push(cell);
                }
            }
        }
        let needed = [self.cell_of[pair[0]], self.cell_of[pair[1]], self.board.blank];
        if needed.iter().any(|cell| !block.contains(cell)) {
            // With the first tile in the line, all rows below it are open to the second.
            self.bring(pair[0], pair[0])?;
            self.locked[pair[0]] = true;
            if !block.contains(&self.cell_of[pair[1]]) {
                self.bring(pair[1], inner[3])?;
            }
            let second = self.cell_of[pair[1]];
            self.locked[second] = true;
            if !block.contains(&self.board.blank) {
                let open = block.iter().copied().filter(|cell| ![pair[0], second].contains(cell));
                let paths: Vec<Vec<Direction>> =
                    open.filter_map(|cell| self.path(cell, usize::MAX)).collect();
                let path = paths.into_iter().min_by_key(Vec::len)?;
                self.make_all(&path);
            }
            self.locked[pair[0]] = false;
            self.locked[second] = false;
        }
        let moves = self.order_pair(&block, pair)?;
        self.make_all(&moves);
        Some(())
    }

    /// The fewest moves of the blank inside a block after which both tiles are in their cells, by
    /// a breadth-first search.
    fn order_pair(&self, block: &[usize], tiles: [usize; 2]) -> Option<Vec<Direction>> {
        let start = [self.board.blank, self.cell_of[tiles[0]], self.cell_of[tiles[1]]];
        let mut reached = vec![(start, usize::MAX, Direction::Down)];
        let mut at = 0;
        while at < reached.len() {
            let ([blank, first, second], ..) = reached[at];
            if [first, second] == tiles {
                let mut moves = Vec::new();
                while reached[at].1 != usize::MAX {
                    moves.push(reached[at].2);
                    at = reached[at].1;
                }
                moves.reverse();
                return Some(moves);
            }
            for mv in Direction::ALL {
                let Some(to) = self.board.neighbour(blank, mv) else { continue };
                // A tile in the blank's new cell goes to its old one.
                let tiles = [first, second].map(|cell| if cell == to { blank } else { cell });
                let next = [to, tiles[0], tiles[1]];
                if block.contains(&to) && !reached.iter().any(|(state, ..)| *state == next) {
                    reached.push((next, at, mv));
                }
            }
            at += 1;
        }
        None
    }

    /// Solves the last two rows and columns: one of twelve boards, which the blank reaches one
    /// after the other on its way around the block.
    fn fill_last_block(&mut self) -> Option<()> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let (top, left) = (rows - 2, cols - 2);
        let block: Vec<usize> =
            [0, 1, cols, cols + 1].map(|step| top * cols + left + step).to_vec();
        if !block.contains(&self.board.blank) {
            return None;
        }
        let is_solved =
            |board: &NormalBoard| block.iter().all(|&cell| usize::from(board.cells[cell]) == cell);
        let mut solutions = Vec::new();
        for first in [Direction::Right, Direction::Left, Direction::Down, Direction::Up] {
            for circle in [
                [Direction::Right, Direction::Down, Direction::Left, Direction::Up],
                [Direction::Right, Direction::Up, Direction::Left, Direction::Down],
            ] {
                let mut board = self.board.clone();
                let from = circle.iter().position(|&mv| mv == first)?;
                let mut moves = Vec::new();
                for step in 0..12 {
                    if is_solved(&board) {
                        break;
                    }
                    let mv = circle[(from + step) % 4];
                    if board.neighbour(board.blank, mv).is_none_or(|to| !block.contains(&to)) {
                        break;
                    }
                    board.make(mv);
                    moves.push(mv);
                }
                if is_solved(&board) {
                    solutions.push(moves);
                }
            }
        }
        let moves = solutions.into_iter().min_by_key(Vec::len)?;
        self.make_all(&moves);
        Some(())
    }
}
