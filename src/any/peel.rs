//! The method that cannot fail: rows and columns are filled one after the other, from the outside,
//! until two of each are left.
//!
//! The tiles of a row are brought to their cells one by one, always the one at an end of what is
//! open in the row that takes fewer moves. The last two are brought near, and then a search among
//! all places of these two and the blank puts them in order. A column is a row of the transposed
//! board. A solution of n x n cells takes fewer than 2.7 n^3 moves on average.

use std::collections::VecDeque;

use super::field::{Field, places, push};
use crate::puzzle::Move;

/// Solves a board whose goal has the blank in the last cell. `None` if it cannot be solved.
pub(super) fn solve(board: &Field) -> Option<Vec<Move>> {
    let mut peel = Peel::new(board);
    let (mut top, mut left) = (0, 0);
    while board.rows - top > 2 || board.cols - left > 2 {
        if board.rows - top >= board.cols - left {
            let row: Vec<usize> = (left..board.cols).map(|col| top * board.cols + col).collect();
            peel.line(&row, board.cols)?;
            top += 1;
        } else {
            let column: Vec<usize> = (top..board.rows).map(|row| row * board.cols + left).collect();
            peel.line(&column, 1)?;
            left += 1;
        }
    }
    peel.last()?;
    peel.board.is_goal().then_some(peel.moves)
}

/// Fills the first row of a board, or its first column. There are at least three of them.
pub(super) fn line(board: &Field, row: bool) -> Option<Vec<Move>> {
    let mut peel = Peel::new(board);
    let cells = board.line(row);
    peel.line(&cells, if row { board.cols } else { 1 })?;
    Some(peel.moves)
}

struct Peel {
    board: Field,
    /// The cell of each number.
    place: Vec<usize>,
    /// The cells that are done.
    locked: Vec<bool>,
    moves: Vec<Move>,
    paths: Paths,
}

/// The memory of searches for paths of the blank.
#[derive(Default)]
struct Paths {
    /// For each cell, the search that reached it last, and the move that it was reached by.
    reached: Vec<(u32, Move)>,
    search: u32,
    open: VecDeque<usize>,
}

impl Peel {
    fn new(board: &Field) -> Peel {
        Peel {
            board: board.clone(),
            place: places(board).into_iter().map(usize::from).collect(),
            locked: vec![false; board.cells.len()],
            moves: Vec::new(),
            paths: Paths::default(),
        }
    }

    fn make(&mut self, mv: Move) {
        let before = self.board.blank;
        self.board.make(mv);
        self.place[usize::from(self.board.cells[before])] = before;
        self.place[self.board.home] = self.board.blank;
        push(&mut self.moves, mv);
    }

    fn make_all(&mut self, moves: &[Move]) {
        for &mv in moves {
            self.make(mv);
        }
    }

    /// Fills the cells of a row or column, which are in order. `inward` is the step from one of
    /// them to the cell beside it that stays open.
    fn line(&mut self, cells: &[usize], inward: usize) -> Option<()> {
        let (mut begin, mut end) = (0, cells.len());
        while end - begin > 2 {
            let (first, last) = (cells[begin], cells[end - 1]);
            if self.cost(first) <= self.cost(last) {
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
        self.pair(pair, inward)?;
        for cell in pair {
            self.locked[cell] = true;
        }
        Some(())
    }

    /// About how many moves it takes to bring a tile to its cell.
    fn cost(&self, number: usize) -> usize {
        let place = self.place[number];
        let blank = self.board.steps(self.board.blank, place);
        if place == number { 0 } else { blank + 4 * self.board.steps(place, number) }
    }

    /// Brings a tile to a cell.
    fn bring(&mut self, number: usize, to: usize) -> Option<()> {
        // Each step brings the tile nearer, but for a few around corners.
        for _ in 0..4 * self.board.cells.len() {
            if self.place[number] == to {
                return Some(());
            }
            let from = self.place[number];
            let far = self.board.steps(from, to);
            // Of the steps that bring it nearer, the one that takes the fewest moves; if there is
            // none, any other step.
            let mut best: Option<(bool, usize, Move, Vec<Move>)> = None;
            for mv in Move::ALL {
                let Some(next) = self.board.neighbour(from, mv) else { continue };
                if self.locked[next] {
                    continue;
                }
                let Some(path) = self.path(next, from) else { continue };
                let is_farther = self.board.steps(next, to) > far;
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

    /// A shortest path of the blank to a cell, around the cell `avoid` and those that are done.
    fn path(&mut self, to: usize, avoid: usize) -> Option<Vec<Move>> {
        // A way around a few cells seldom needs more than two rows and columns besides.
        self.path_within(to, avoid, 2).or_else(|| self.path_within(to, avoid, usize::MAX))
    }

    /// The same in the rectangle of both cells and this many rows and columns around it.
    fn path_within(&mut self, to: usize, avoid: usize, margin: usize) -> Option<Vec<Move>> {
        let (board, blank) = (&self.board, self.board.blank);
        let Paths { reached, search, open } = &mut self.paths;
        reached.resize(board.cells.len(), (0, Move::Down));
        let (rows, cols) = (board.rows, board.cols);
        let between = |a: usize, b: usize, most: usize| {
            a.min(b).saturating_sub(margin)..=a.max(b).saturating_add(margin).min(most - 1)
        };
        let in_rows = between(blank / cols, to / cols, rows);
        let in_cols = between(blank % cols, to % cols, cols);
        *search += 1;
        open.clear();
        open.push_back(blank);
        reached[blank].0 = *search;
        while let Some(cell) = open.pop_front() {
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
            for mv in Move::ALL {
                let Some(next) = board.neighbour(cell, mv) else { continue };
                let is_inside =
                    in_rows.contains(&(next / cols)) && in_cols.contains(&(next % cols));
                if !is_inside || next == avoid || self.locked[next] || reached[next].0 == *search {
                    continue;
                }
                reached[next] = (*search, mv);
                open.push_back(next);
            }
        }
        None
    }

    /// Brings the last two tiles of a line to their cells.
    fn pair(&mut self, pair: [usize; 2], inward: usize) -> Option<()> {
        if pair.iter().all(|&number| self.place[number] == number) {
            return Some(());
        }
        // Three rows of two cells, and what is open of those beside them if there is more room.
        let near: Vec<usize> =
            (0..3).flat_map(|row| pair.map(|cell| cell + row * inward)).collect();
        let along = pair[1] - pair[0];
        let line = |cell: usize| if inward == 1 { cell % self.board.cols } else { cell / inward };
        let mut block = near.clone();
        for row in 0..3 {
            for cell in [pair[0].wrapping_sub(along), pair[1] + along] {
                let cell = cell.wrapping_add(row * inward);
                let is_open = self.locked.get(cell).is_some_and(|locked| !locked);
                if is_open && line(cell) == line(pair[0]) + row {
                    block.push(cell);
                }
            }
        }
        let marked = [self.place[pair[0]], self.place[pair[1]], self.board.blank];
        if marked.iter().any(|cell| !block.contains(cell)) {
            // With the first one in the line, all rows below it are open to the second.
            self.bring(pair[0], pair[0])?;
            self.locked[pair[0]] = true;
            if !block.contains(&self.place[pair[1]]) {
                self.bring(pair[1], near[3])?;
            }
            let second = self.place[pair[1]];
            self.locked[second] = true;
            if !block.contains(&self.board.blank) {
                let open = block.iter().copied().filter(|cell| ![pair[0], second].contains(cell));
                let paths: Vec<Vec<Move>> =
                    open.filter_map(|cell| self.path(cell, usize::MAX)).collect();
                let path = paths.into_iter().min_by_key(Vec::len)?;
                self.make_all(&path);
            }
            self.locked[pair[0]] = false;
            self.locked[second] = false;
        }
        let moves = self.arrange(&block, pair)?;
        self.make_all(&moves);
        Some(())
    }

    /// The fewest moves of the blank inside a block after which these tiles are in their cells.
    fn arrange(&self, block: &[usize], tiles: [usize; 2]) -> Option<Vec<Move>> {
        let start = [self.board.blank, self.place[tiles[0]], self.place[tiles[1]]];
        let mut reached = vec![(start, usize::MAX, Move::Down)];
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
            for mv in Move::ALL {
                let Some(to) = self.board.neighbour(blank, mv) else { continue };
                // A tile that was where the blank goes is where the blank was.
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

    /// Solves the last two rows and columns: twelve boards, in a circle.
    fn last(&mut self) -> Option<()> {
        let (rows, cols) = (self.board.rows, self.board.cols);
        let (top, left) = (rows - 2, cols - 2);
        let block: Vec<usize> =
            [0, 1, cols, cols + 1].map(|step| top * cols + left + step).to_vec();
        if !block.contains(&self.board.blank) {
            return None;
        }
        let is_done =
            |board: &Field| block.iter().all(|&cell| usize::from(board.cells[cell]) == cell);
        let mut ways = Vec::new();
        for first in [Move::Right, Move::Left, Move::Down, Move::Up] {
            for circle in [
                [Move::Right, Move::Down, Move::Left, Move::Up],
                [Move::Right, Move::Up, Move::Left, Move::Down],
            ] {
                let mut board = self.board.clone();
                let from = circle.iter().position(|&mv| mv == first)?;
                let mut moves = Vec::new();
                for step in 0..12 {
                    if is_done(&board) {
                        break;
                    }
                    let mv = circle[(from + step) % 4];
                    if board.neighbour(board.blank, mv).is_none_or(|to| !block.contains(&to)) {
                        break;
                    }
                    board.make(mv);
                    moves.push(mv);
                }
                if is_done(&board) {
                    ways.push(moves);
                }
            }
        }
        let moves = ways.into_iter().min_by_key(Vec::len)?;
        self.make_all(&moves);
        Some(())
    }
}
