//! Groups of boards to train on, from beams.

use std::cell::RefCell;

use fastrand::Rng;
use tilebase::any::training::{LearnedWeights, beam};
use tilebase::puzzle::Direction;

/// Every so many levels give a group.
const LEVELS_PER_GROUP: usize = 6;

/// Boards of a level that lose: kept ones, and children of kept ones.
const KEPT: usize = 9;
const CHILDREN: usize = 4;

/// Boards for windows of a solution, for each board of a beam's width.
const WINDOW_BOARDS_PER_WIDTH: usize = 300;

/// Boards of one level. The first is on the solution.
pub type Group = Vec<Vec<u8>>;

/// Which boards are solved.
pub struct Boards {
    /// Each board has one of these sides.
    pub sides: Vec<usize>,
    pub count: usize,
    /// True for learned terms of all sizes: groups have boards with the blank in one cell, since
    /// beams keep some for each.
    pub is_any_size: bool,
    /// The fewest and the most moves of random walks from the goal.
    pub walks: [u32; 2],
    /// Every second board is equally likely to be any.
    pub has_uniform: bool,
}

/// Groups, and the boards that they come from.
pub struct Made {
    pub groups: Vec<Group>,
    pub solved: usize,
    pub moves: usize,
}

/// Solves boards and takes groups of boards from the beams.
pub fn groups(
    boards: &Boards,
    width: usize,
    weights: Option<LearnedWeights>,
    rng: &mut Rng,
) -> Made {
    let mut made = Made { groups: Vec::new(), solved: 0, moves: 0 };
    for number in 0..boards.count {
        let side = boards.sides[rng.usize(..boards.sides.len())];
        let board = if boards.has_uniform && number % 2 == 1 {
            uniform(side, rng)
        } else {
            walked(side, length(boards.walks, rng), rng)
        };
        let cells: Vec<u16> = board.iter().map(|&number| number.into()).collect();
        let first = rng.usize(..LEVELS_PER_GROUP);
        let levels = RefCell::new(Vec::<Level>::new());
        let picks = RefCell::new(rng.fork());
        let seen = |level: usize, numbers: &mut dyn Iterator<Item = u16>| {
            if level % LEVELS_PER_GROUP != first {
                return;
            }
            let (mut levels, mut rng) = (levels.borrow_mut(), picks.borrow_mut());
            let strata = if boards.is_any_size { side * side } else { 1 };
            if levels.last().is_none_or(|last| last.number != level) {
                levels.push(Level { number: level, strata: vec![Stratum::default(); strata] });
            }
            let last = levels.last_mut().expect("a level");
            let board: Vec<u8> = numbers.map(|it| it as u8).collect();
            let stratum = if strata == 1 { 0 } else { blank(&board) };
            last.strata[stratum].add(board, &mut rng);
        };
        let window_boards = (WINDOW_BOARDS_PER_WIDTH * width) as u64;
        let Some(moves) = beam(&cells, width, window_boards, weights, &seen) else { continue };
        made.solved += 1;
        made.moves += moves.len();
        let mut levels = levels.into_inner().into_iter().peekable();
        let mut on_solution = board;
        for (level, mv) in moves.into_iter().enumerate() {
            if let Some(others) = levels.next_if(|next| next.number == level) {
                let group = others.group(&on_solution, side, rng);
                if group.len() > 1 {
                    made.groups.push(group);
                }
            }
            make(&mut on_solution, side, mv);
        }
    }
    made
}

/// The bytes of a group in a file: the side and the number of its boards, and their cells.
pub fn to_bytes(group: &Group) -> Vec<u8> {
    let side = group[0].len().isqrt();
    [side as u8, group.len() as u8].into_iter().chain(group.concat()).collect()
}

/// The groups in a file.
pub fn from_bytes(mut rest: &[u8]) -> Vec<Group> {
    let mut groups = Vec::new();
    while let [side, count, after @ ..] = rest {
        let cells = usize::from(*side).pow(2);
        let (group, after) = after.split_at(usize::from(*count) * cells);
        groups.push(group.chunks_exact(cells).map(<[u8]>::to_vec).collect());
        rest = after;
    }
    groups
}

/// Some boards of a level.
struct Level {
    number: usize,
    /// By the cell of the blank, or all.
    strata: Vec<Stratum>,
}

/// Some of the boards that compete.
#[derive(Clone, Default)]
struct Stratum {
    seen: usize,
    kept: Vec<Vec<u8>>,
}

impl Stratum {
    /// Takes a board with the chance that all boards have.
    fn add(&mut self, board: Vec<u8>, rng: &mut Rng) {
        self.seen += 1;
        let most = KEPT + CHILDREN;
        let at = if self.kept.len() < most { most } else { rng.usize(..self.seen) };
        if at < self.kept.len() {
            self.kept[at] = board;
        } else if self.kept.len() < most {
            self.kept.push(board);
        }
    }
}

impl Level {
    /// Boards that compete with one on the solution, which comes first. Some become children of
    /// theirs, which stand two levels apart from where they began, so that the blank's colour is
    /// right.
    fn group(mut self, on_solution: &[u8], side: usize, rng: &mut Rng) -> Group {
        let at = blank(on_solution);
        let mut group = vec![on_solution.to_vec()];
        if let [all] = &mut self.strata[..] {
            for (number, mut board) in all.kept.drain(..).enumerate() {
                if number >= KEPT {
                    (0..2).for_each(|_| step(&mut board, side, rng));
                }
                group.push(board);
            }
        } else {
            group.extend(self.strata[at].kept.drain(..).take(KEPT));
            // Children with the blank in the same cell come from two cells away.
            let is_near = |board: &Vec<u8>| {
                let from = blank(board);
                (from / side).abs_diff(at / side) + (from % side).abs_diff(at % side) == 2
            };
            let parents = self.strata.into_iter().flat_map(|it| it.kept).filter(is_near);
            let mut parents: Vec<Vec<u8>> = parents.collect();
            rng.shuffle(&mut parents);
            let children = parents.into_iter().map(|mut board| {
                (0..2).for_each(|_| step(&mut board, side, rng));
                board
            });
            group.extend(children.filter(|board| blank(board) == at).take(CHILDREN));
        }
        let mut is_first = true;
        group.retain(|board| std::mem::take(&mut is_first) || board != on_solution);
        group
    }
}

/// The cell of the blank, which has the last number.
fn blank<T: Copy + Into<usize>>(board: &[T]) -> usize {
    let last = board.len() - 1;
    board.iter().position(|&number| number.into() == last).expect("a blank")
}

/// Makes a random legal move.
fn step(board: &mut [u8], side: usize, rng: &mut Rng) {
    while !make(board, side, Direction::ALL[rng.usize(..4)]) {}
}

/// Makes a move, if it is legal.
fn make(board: &mut [u8], side: usize, mv: Direction) -> bool {
    let blank = blank(board);
    let (row, col) = (blank / side, blank % side);
    let to = match mv {
        Direction::Down if row + 1 < side => blank + side,
        Direction::Up if row > 0 => blank - side,
        Direction::Left if col > 0 => blank - 1,
        Direction::Right if col + 1 < side => blank + 1,
        _ => return false,
    };
    board.swap(blank, to);
    true
}

/// A number of moves: as likely to be in each of several ranges whose ends are in one proportion.
#[expect(clippy::cast_sign_loss, reason = "no number of moves is below zero")]
fn length([fewest, most]: [u32; 2], rng: &mut Rng) -> u32 {
    let [fewest, most] = [fewest, most].map(f64::from);
    (fewest * (most / fewest).powf(rng.f64())) as u32
}

fn walked(side: usize, moves: u32, rng: &mut Rng) -> Vec<u8> {
    let mut board: Vec<u8> = (0..(side * side) as u8).collect();
    for _ in 0..moves {
        step(&mut board, side, rng);
    }
    board
}

/// A board that is equally likely to be any solvable one.
fn uniform(side: usize, rng: &mut Rng) -> Vec<u8> {
    let mut board: Vec<u8> = (0..(side * side) as u8).collect();
    rng.shuffle(&mut board);
    let blank = blank(&board);
    let steps = (side - 1 - blank / side) + (side - 1 - blank % side);
    let mut cycles = 0;
    let mut is_seen = vec![false; board.len()];
    for start in 0..board.len() {
        let mut at = start;
        cycles += usize::from(!is_seen[at]);
        while !is_seen[at] {
            is_seen[at] = true;
            at = usize::from(board[at]);
        }
    }
    if (board.len() - cycles) % 2 != steps % 2 {
        let tiles: Vec<usize> = (0..3).filter(|&cell| cell != blank).collect();
        board.swap(tiles[0], tiles[1]);
    }
    board
}
