//! The alternating-swap puzzle ("Picture Puzzle of Chino II").
//!
//! An n x n board holds the tiles 1 to n^2, without a blank. A move exchanges two neighbours along
//! a row or column ([`Kind::Orthogonal`]) or along a diagonal ([`Kind::Diagonal`]). Two moves in a
//! row are never of one kind, and the first may be of either. The goal is the tiles in order. Every
//! board of 2x2 and 3x3 can be solved.
//!
//! The **canonical solution** is the first of the shortest solutions, ordered by the kind of the
//! first move (orthogonal before diagonal) and then move by move by the smaller cell and the larger
//! cell.

use std::ops::ControlFlow;
use std::sync::OnceLock;

use crate::generate::bfs_from;
mod swap_board;

use crate::puzzle::{Nibbles, factorial, nibbles, rank_nibbles};
pub use swap_board::{Kind, Side, SwapBoard};

/// One exchange of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The kind.
    pub kind: Kind,
    /// The two cells, the smaller first.
    pub cells: (usize, usize),
    /// The two tiles, the smaller first.
    pub tiles: (u8, u8),
}

/// What is known of all boards of a side.
impl Side {
    /// The number of boards at distance 0, 1, 2, ... if the first move is of this kind.
    pub fn counts(self, first: Kind) -> Vec<u64> {
        let mut counts = Vec::new();
        let boards = factorial(self.cells()) as usize;
        for &above in &self.distances()[first as usize * boards..][..boards] {
            counts.resize(counts.len().max(above.into()), 0);
            counts[usize::from(above) - 1] += 1;
        }
        counts
    }

    /// The distance plus 1 of each board and each kind of first move, which are found once.
    fn distances(self) -> &'static [u8] {
        static OF_SIDES: [OnceLock<Vec<u8>>; Side::ALL.len()] = [const { OnceLock::new() }; 2];
        let of_side = &OF_SIDES[self.length() - Side::ALL[0].length()];
        of_side.get_or_init(|| distances(self))
    }
}

/// Answers. They follow from the distances of all boards, 725,760 of 3x3, which are found when they
/// are first needed: a search backwards from the goal takes about a tenth of a second.
impl SwapBoard {
    /// The least number of moves.
    pub fn distance(&self) -> usize {
        self.solution().len()
    }

    /// The canonical solution.
    ///
    /// ```
    /// use tilebase::swap::{SwapBoard, Kind};
    /// let board: SwapBoard = "1 2 9 4 6 3 7 8 5".parse()?;
    /// let tiles: Vec<(u8, u8)> = board.solution().iter().map(|mv| mv.tiles).collect();
    /// assert_eq!(tiles, [(3, 9), (5, 6), (6, 9)]);
    /// assert_eq!(board.solution_by(Kind::Diagonal).len(), 3);
    /// # Ok::<(), tilebase::puzzle::BoardError>(())
    /// ```
    pub fn solution(&self) -> Vec<Exchange> {
        let [orthogonal, diagonal] = Kind::ALL.map(|first| self.solution_by(first));
        if diagonal.len() < orthogonal.len() { diagonal } else { orthogonal }
    }

    /// The canonical solution among those whose first move is of this kind.
    pub fn solution_by(&self, first: Kind) -> Vec<Exchange> {
        let side = self.side();
        let distances = side.distances();
        // The number of moves from a board, if the first is of this kind.
        let left = |board: &SwapBoard, first: Kind| {
            distances[index(nibbles(board.tiles()), side, first) as usize]
        };
        let exchanges = Kind::ALL.map(|kind| side.exchanges(kind));
        let (mut board, mut kind, mut moves) = (*self, first, Vec::new());
        while board != SwapBoard::goal(side) {
            let here = left(&board, kind);
            let mut nearer = exchanges[kind as usize].iter().copied();
            let cells = nearer
                .find(|&cells| left(&board.exchanged(cells), kind.other()) < here)
                .expect("every board but the goal was reached from a nearer one");
            let (a, b) = (board.tiles()[cells.0], board.tiles()[cells.1]);
            moves.push(Exchange { kind, cells, tiles: (a.min(b), a.max(b)) });
            (board, kind) = (board.exchanged(cells), kind.other());
        }
        moves
    }
}

/// The place of a board, with a kind of first move, among the distances.
fn index(board: Nibbles, side: Side, first: Kind) -> u64 {
    first as u64 * factorial(side.cells()) + rank_nibbles(board, side.cells()).0
}

/// The distances of all boards, each plus 1.
fn distances(side: Side) -> Vec<u8> {
    let exchanges = Kind::ALL.map(|kind| side.exchanges(kind));
    let goal = nibbles(SwapBoard::goal(side).tiles());
    // Boards with the kind of the next move. A solution may end with a move of either kind.
    let goals = Kind::ALL.map(|kind| (goal, kind)).to_vec();
    let states = Kind::ALL.len() as u64 * factorial(side.cells());
    let before = |(board, kind): (Nibbles, Kind), visit: &mut dyn FnMut((Nibbles, Kind), ())| {
        // The move that led here was of the other kind, and the same exchange undoes it.
        for &(a, b) in &exchanges[kind.other() as usize] {
            let differing = (board >> (4 * a) ^ board >> (4 * b)) & 15;
            visit((board ^ differing << (4 * a) ^ differing << (4 * b), kind.other()), ());
        }
    };
    let index = |(board, kind)| index(board, side, kind);
    let found =
        bfs_from(goals, states, index, before, |_, _, ()| (), |_| ControlFlow::Continue(()));
    found.expect("memory for a megabyte").1
}
