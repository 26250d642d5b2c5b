//! A beam over boards on the heap: of the boards of a level, those with the smallest scores are
//! kept, up to the width of the beam, and equally many for each cell of the blank.
//!
//! Where the blank has been, the tiles around it soon have no better place to go. Elsewhere they
//! have, but the way there costs some moves that make the score worse. Without a part of the level
//! for each cell, boards on that way would be lost to those that stay.
//!
//! A beam ends when the tiles that it is to bring to their cells are there, or when its best score
//! has not become smaller for a while. Then tiles stand in each other's way so that all of them
//! would have to move, and the best board so far is what it has found.

use super::field::{Field, places};
use super::score::Score;
use crate::limits::Budget;
use crate::puzzle::Move;

/// Marks a board without a parent.
const NO_WAY: u32 = u32::MAX;

/// Marks a board without a last move.
const NO_MOVE: u8 = 4;

/// How many boards are expanded between two checks of the limits.
const BETWEEN_CHECKS: usize = 256;

/// How many hashes are looked up together.
const AT_ONCE: usize = 16;

/// A board of a level. Its cells are kept apart.
#[derive(Clone, Copy)]
struct Node {
    score: i32,
    rank: i32,
    /// The hash of the board.
    key: u64,
    /// The number of tiles that are to be brought to their cells and are not there.
    missing: u32,
    /// The sum of the steps of all tiles to their cells.
    steps: u32,
    /// The last move and where its parent's is, or [`NO_WAY`].
    way: u32,
    blank: u16,
    last: u8,
}

/// A child that may be kept.
#[derive(Clone, Copy)]
struct Candidate {
    score: i32,
    /// The score and what the blank's place counts.
    rank: i32,
    key: u64,
    missing: u32,
    steps: u32,
    parent: u32,
    blank: u16,
    mv: u8,
}

/// How a beam ended.
pub(super) enum End {
    /// The tiles are in their cells after these moves.
    Done(Vec<Move>),
    /// The best score was that of the board after these moves.
    Stalled(Vec<Move>),
    /// A limit was reached.
    Stopped,
}

/// What bounds a beam.
#[derive(Clone, Copy)]
pub(super) struct Bounds<'b> {
    pub width: usize,
    /// The most levels, and the most without a smaller score.
    pub levels: usize,
    pub stall: usize,
    pub at_least: u32,
    pub budget: &'b Budget,
}

/// A beam, and its memory.
#[derive(Default)]
pub(super) struct Beam {
    level: Vec<Node>,
    next: Vec<Node>,
    /// The cells of each board of the level, and then the cell of each number.
    boards: Vec<u16>,
    next_boards: Vec<u16>,
    candidates: Vec<Candidate>,
    order: Vec<u32>,
    places: Vec<u32>,
    /// For each cell, how many boards of the next level have the blank there.
    blanks: Vec<usize>,
    /// For each board kept, its parent and the move in the lowest two bits.
    ways: Vec<u32>,
    /// The upper halves of hashes of boards that were kept, at places that the lower halves give.
    /// A later board takes the place of an earlier one.
    seen: Vec<u32>,
}

/// The part of a board's hash that a tile in a cell makes.
#[inline]
fn key(number: usize, cell: usize) -> u64 {
    let mut key = ((number as u64) << 16 | cell as u64).wrapping_add(1);
    key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 32
}

impl Beam {
    /// Searches from a board.
    pub fn run(&mut self, start: &Field, score: &Score, bounds: Bounds<'_>) -> End {
        self.begin(start, score, bounds.width);
        let (mut best, mut best_way, mut since) = (i32::MAX, NO_WAY, 0);
        for depth in 1..=bounds.levels.saturating_add(1) {
            let first = self.level[0];
            if first.missing == 0 {
                return End::Done(self.path(first.way));
            }
            since += 1;
            if first.rank < best {
                (best, best_way, since) = (first.rank, first.way, 0);
            }
            if since > bounds.stall {
                break;
            }
            if !self.expand(depth, start.cells.len(), score, bounds) {
                return End::Stopped;
            }
            self.keep(start.cells.len(), start.home, bounds.width);
            if self.level.is_empty() || self.ways.len() >= (NO_WAY >> 2) as usize {
                break;
            }
        }
        End::Stalled(self.path(best_way))
    }

    fn begin(&mut self, start: &Field, score: &Score, width: usize) {
        let places = places(start);
        let missing = |&(number, &cell): &(usize, &u16)| {
            score.is_first(number) && usize::from(cell) != number
        };
        let tiles = || places.iter().enumerate().filter(|&(number, _)| number != start.home);
        let node = Node {
            score: 0,
            rank: score.blank(&places, start.blank),
            key: tiles().fold(0, |all, (number, &cell)| all ^ key(number, cell.into())),
            missing: tiles().filter(missing).count() as u32,
            steps: start.manhattan() as u32,
            way: NO_WAY,
            blank: start.blank as u16,
            last: NO_MOVE,
        };
        self.boards.clear();
        self.boards.extend_from_slice(&start.cells);
        self.boards.extend_from_slice(&places);
        self.level.clear();
        self.level.push(node);
        self.ways.clear();
        self.seen.clear();
        self.seen.resize((8 * width).next_power_of_two().clamp(1 << 10, 1 << 22), 0);
    }

    /// Generates the children of a level. Returns whether there is time for more.
    fn expand(&mut self, depth: usize, cells: usize, score: &Score, bounds: Bounds<'_>) -> bool {
        self.candidates.clear();
        let mut counted = 0;
        for (parent, (node, board)) in
            self.level.iter().zip(self.boards.chunks_exact(2 * cells)).enumerate()
        {
            let (numbers, places) = board.split_at(cells);
            let blank = usize::from(node.blank);
            for mv in Move::ALL {
                // A move is not taken back.
                if mv as u8 == 3 - node.last.min(3) && node.last != NO_MOVE {
                    continue;
                }
                let Some(from) = score.neighbour(blank, mv) else { continue };
                let tile = usize::from(numbers[from]);
                let steps =
                    node.steps as usize + score.steps(tile, blank) - score.steps(tile, from);
                if depth + steps > bounds.levels {
                    continue;
                }
                let change = score.change(numbers, places, tile, [from, blank]);
                let mut missing = node.missing;
                if score.is_first(tile) {
                    missing += u32::from(from == tile);
                    missing -= u32::from(blank == tile);
                }
                let value = node.score + change;
                self.candidates.push(Candidate {
                    score: value,
                    rank: value + score.blank(places, from),
                    key: node.key ^ key(tile, from) ^ key(tile, blank),
                    missing,
                    steps: steps as u32,
                    parent: parent as u32,
                    blank: from as u16,
                    mv: mv as u8,
                });
            }
            if (parent + 1) % BETWEEN_CHECKS == 0 || parent + 1 == self.level.len() {
                let more = self.candidates.len() - counted;
                counted = self.candidates.len();
                if !bounds.budget.goes_on(bounds.at_least, more as u64) {
                    return false;
                }
            }
        }
        true
    }

    /// Keeps the best of the candidates as the next level.
    fn keep(&mut self, cells: usize, home: usize, width: usize) {
        self.sort();
        self.next.clear();
        self.next_boards.clear();
        self.blanks.clear();
        self.blanks.resize(cells, 0);
        let share = (width / cells).max(1);
        let mask = self.seen.len() - 1;
        'all: for order in self.order.chunks(AT_ONCE) {
            // Each is far away in memory, and reading them together takes less time.
            let mut tags = [0; AT_ONCE];
            for (tag, &number) in tags.iter_mut().zip(order) {
                *tag = self.seen[self.candidates[number as usize].key as usize & mask];
            }
            for (&before, &number) in tags.iter().zip(order) {
                if self.next.len() >= width {
                    break 'all;
                }
                let candidate = self.candidates[number as usize];
                let tag = (candidate.key >> 32) as u32 | 1;
                if before == tag || self.blanks[usize::from(candidate.blank)] >= share {
                    continue;
                }
                let seen = &mut self.seen[candidate.key as usize & mask];
                if std::mem::replace(seen, tag) == tag {
                    continue;
                }
                self.blanks[usize::from(candidate.blank)] += 1;
                let parent = self.level[candidate.parent as usize];
                let at = candidate.parent as usize * 2 * cells;
                let begin = self.next_boards.len();
                self.next_boards.extend_from_slice(&self.boards[at..at + 2 * cells]);
                let board = &mut self.next_boards[begin..];
                let tile = board[usize::from(candidate.blank)];
                board.swap(usize::from(candidate.blank), usize::from(parent.blank));
                board[cells + usize::from(tile)] = parent.blank;
                board[cells + home] = candidate.blank;
                let way = self.ways.len() as u32;
                self.ways.push(parent.way << 2 | u32::from(candidate.mv));
                let Candidate { score, rank, key, missing, steps, blank, mv, .. } = candidate;
                self.next.push(Node { score, rank, key, missing, steps, way, blank, last: mv });
            }
        }
        std::mem::swap(&mut self.level, &mut self.next);
        std::mem::swap(&mut self.boards, &mut self.next_boards);
    }

    /// Orders the candidates by score. Those of one score stay in the order in which they were
    /// generated. The best one with no tile missing, if there is one, comes before all others.
    fn sort(&mut self) {
        let Beam { candidates, order, places, .. } = self;
        let least = candidates.iter().map(|candidate| candidate.rank).min().unwrap_or(0);
        let most = candidates.iter().map(|candidate| candidate.rank).max().unwrap_or(0);
        // Scores that are far from the best are not told apart: they are not kept.
        let farthest = (most - least).unsigned_abs().min(1 << 16) as usize + 1;
        let rank = |candidate: &Candidate| {
            ((candidate.rank - least).unsigned_abs() as usize).min(farthest)
        };
        places.clear();
        places.resize(farthest + 2, 0);
        let complete = (0..).zip(&*candidates).filter(|(_, candidate)| candidate.missing == 0);
        if let Some((number, _)) = complete.min_by_key(|(_, candidate)| candidate.rank) {
            order.clear();
            order.push(number);
            return;
        }
        for candidate in &*candidates {
            places[rank(candidate) + 1] += 1;
        }
        (1..places.len()).for_each(|place| places[place] += places[place - 1]);
        order.clear();
        order.resize(candidates.len(), 0);
        for (number, candidate) in (0..).zip(&*candidates) {
            let place = &mut places[rank(candidate)];
            order[*place as usize] = number;
            *place += 1;
        }
    }

    /// The moves to a board.
    fn path(&self, mut way: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        // A parent is kept in 30 bits.
        while way & NO_WAY >> 2 != NO_WAY >> 2 {
            let entry = self.ways[way as usize];
            moves.push(Move::ALL[(entry & 3) as usize]);
            way = entry >> 2;
        }
        moves.reverse();
        moves
    }
}
