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
    pub side: usize,
    pub count: usize,
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
        let board = if boards.has_uniform && number % 2 == 1 {
            uniform(boards.side, rng)
        } else {
            walked(boards.side, length(boards.walks, rng), rng)
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
            if levels.last().is_none_or(|last| last.number != level) {
                levels.push(Level { number: level, seen: 0, kept: Vec::new() });
            }
            let last = levels.last_mut().expect("a level");
            last.add(numbers, &mut rng);
        };
        let window_boards = (WINDOW_BOARDS_PER_WIDTH * width) as u64;
        let Some(moves) = beam(&cells, width, window_boards, weights, &seen) else { continue };
        made.solved += 1;
        made.moves += moves.len();
        let mut levels = levels.into_inner().into_iter().peekable();
        let mut on_solution = board;
        for (level, mv) in moves.into_iter().enumerate() {
            if let Some(others) = levels.next_if(|next| next.number == level) {
                let group = others.group(&on_solution, boards.side, rng);
                if group.len() > 1 {
                    made.groups.push(group);
                }
            }
            make(&mut on_solution, boards.side, mv);
        }
    }
    made
}

/// The bytes of a group in a file: the number of its boards, and their cells.
pub fn to_bytes(group: &Group) -> Vec<u8> {
    std::iter::once(group.len() as u8).chain(group.concat()).collect()
}

/// The groups in a file.
pub fn from_bytes(bytes: &[u8], cells: usize) -> Vec<Group> {
    let (mut groups, mut rest) = (Vec::new(), bytes);
    while let Some((&count, after)) = rest.split_first() {
        let (group, after) = after.split_at(usize::from(count) * cells);
        groups.push(group.chunks_exact(cells).map(<[u8]>::to_vec).collect());
        rest = after;
    }
    groups
}

/// Some boards of a level.
struct Level {
    number: usize,
    seen: usize,
    kept: Vec<Vec<u8>>,
}

impl Level {
    /// Takes a board with the chance that all boards of the level have.
    fn add(&mut self, numbers: &mut dyn Iterator<Item = u16>, rng: &mut Rng) {
        self.seen += 1;
        let most = KEPT + CHILDREN;
        let at = if self.kept.len() < most { most } else { rng.usize(..self.seen) };
        if at < self.kept.len() {
            self.kept[at] = numbers.map(|number| number as u8).collect();
        } else if self.kept.len() < most {
            self.kept.push(numbers.map(|number| number as u8).collect());
        }
    }

    /// The group of this level. Some boards become children of theirs, which stand two levels
    /// apart from where they began, so that the blank's colour is right.
    fn group(self, on_solution: &[u8], side: usize, rng: &mut Rng) -> Group {
        let mut group = vec![on_solution.to_vec()];
        for (number, mut board) in self.kept.into_iter().enumerate() {
            if number >= KEPT {
                for _ in 0..2 {
                    step(&mut board, side, rng);
                }
            }
            if board != on_solution {
                group.push(board);
            }
        }
        group
    }
}

/// Makes a random legal move.
fn step(board: &mut [u8], side: usize, rng: &mut Rng) {
    while !make(board, side, Direction::ALL[rng.usize(..4)]) {}
}

/// Makes a move, if it is legal.
fn make(board: &mut [u8], side: usize, mv: Direction) -> bool {
    let last = board.len() as u8 - 1;
    let blank = board.iter().position(|&number| number == last).expect("a blank");
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
    let last = board.len() - 1;
    let blank = board.iter().position(|&number| usize::from(number) == last).expect("a blank");
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
