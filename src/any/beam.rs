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
use super::groups::Groups;
use super::rivals::Rivals;
use super::score::{Score, is_nearer, number};
use crate::limits::Budget;
use crate::machine::prefetch;
use crate::puzzle::Move;

/// Marks a board without a parent.
const NO_WAY: u32 = u32::MAX;

/// How many boards are expanded between two checks of the limits.
const BETWEEN_CHECKS: usize = 256;

/// So many boards before it is needed, what belongs to a board is fetched from memory.
const AHEAD: usize = 16;

/// How many numbers of a board are fetched together.
const FETCHED: usize = 32;

/// Odd groups are looked for once in so many levels: they do not come and go fast.
const BETWEEN_GROUPS: usize = 4;

/// A board of a level, or of the next one if it is kept. Its cells are kept apart.
#[derive(Clone, Copy, Default)]
struct Node {
    /// The hash of the board.
    key: u64,
    score: i32,
    /// The score, what the blank's place counts, and what odd groups do.
    rank: i32,
    /// The sum of the steps of all tiles to their cells.
    steps: u32,
    /// The last move in the lowest two bits, and the parent's number in [`Beam::ways`], or
    /// [`NO_WAY`].
    way: u32,
    /// The number of tiles that are to be brought to their cells and are not there.
    missing: u16,
    blank: u16,
    /// What the odd groups count that were found last, on the way to the board.
    groups: i32,
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
    /// The entry of each cell of each board of the level, and then the spot of each number.
    boards: Vec<u16>,
    next_boards: Vec<u16>,
    candidates: Vec<Node>,
    /// The candidates in order, and behind them what has been there before.
    sorted: Vec<Node>,
    places: Vec<u32>,
    /// For each cell, how many boards of the next level have the blank there.
    blanks: Vec<usize>,
    /// For each board kept, its way. Those of the level are last.
    ways: Vec<u32>,
    /// The upper halves of hashes of boards that were kept, at places that the lower halves give.
    /// A later board takes the place of an earlier one.
    seen: Vec<u32>,
    rivals: Rivals,
    groups: Groups,
}

/// The last move of a way that is not [`NO_WAY`].
#[inline]
const fn last(way: u32) -> Move {
    Move::ALL[(way & 3) as usize]
}

/// The part of a board's hash that a tile in a cell makes.
#[inline]
fn key(number: usize, cell: usize) -> u64 {
    let mut key = ((number as u64) << 16 | cell as u64).wrapping_add(1);
    key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    key = (key ^ key >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    key ^ key >> 32
}

impl Bounds<'_> {
    /// How many boards are kept for each cell of the blank.
    fn share(&self, cells: usize) -> usize {
        (self.width / cells).max(1)
    }
}

impl Beam {
    /// Searches from a board.
    pub fn run(&mut self, start: &Field, score: &Score, bounds: Bounds<'_>) -> End {
        self.begin(start, score, bounds.width);
        let (mut best, mut best_way, mut since) = (i32::MAX, NO_WAY, 0);
        for depth in 1..=bounds.levels.saturating_add(1) {
            let Node { missing, rank, way, .. } = self.level[0];
            if missing == 0 {
                return End::Done(self.path(way));
            }
            since += 1;
            if rank < best {
                (best, best_way, since) = (rank, way, 0);
            }
            if since > bounds.stall {
                break;
            }
            if !self.expand(depth, start.cells.len(), score, bounds) {
                return End::Stopped;
            }
            self.keep(start.cells.len(), start.home, score, bounds);
            if depth % BETWEEN_GROUPS == 0 && score.group() > 0 {
                self.look_for_groups(start.cells.len(), score);
            }
            if self.level.is_empty() || self.ways.len() >= (NO_WAY >> 2) as usize {
                break;
            }
        }
        End::Stalled(self.path(best_way))
    }

    fn begin(&mut self, start: &Field, score: &Score, width: usize) {
        let places = places(start);
        let mut spots: Vec<u16> = places.iter().map(|&cell| score.spot(cell.into())).collect();
        spots[start.home] = score.blank_spot();
        let mut node = Node {
            rank: score.blank(&spots, start.blank),
            steps: start.manhattan() as u32,
            way: NO_WAY,
            blank: start.blank as u16,
            ..Node::default()
        };
        for (number, &cell) in places.iter().enumerate().filter(|&(it, _)| it != start.home) {
            let cell = usize::from(cell);
            node.key ^= key(number, cell);
            node.missing += u16::from(score.is_first(number) && cell != number);
        }
        self.boards.clear();
        let entries = start.cells.iter().enumerate();
        self.boards.extend(entries.map(|(cell, &number)| score.entry(number.into(), cell)));
        self.boards.extend_from_slice(&spots);
        if score.group() > 0 {
            self.groups.begin(start.rows, start.cols);
        }
        self.level.clear();
        self.level.push(node);
        self.ways.clear();
        self.ways.push(NO_WAY);
        self.seen.clear();
        self.seen.resize((8 * width).next_power_of_two().clamp(1 << 10, 1 << 22), 0);
    }

    /// Generates the children of a level, as far as they may be kept. Returns whether there is time
    /// for more.
    fn expand(&mut self, depth: usize, cells: usize, score: &Score, bounds: Bounds<'_>) -> bool {
        self.candidates.clear();
        self.rivals.begin(cells, bounds.share(cells));
        let mut generated = 0;
        let first_way = self.ways.len() - self.level.len();
        for (parent, (node, board)) in
            self.level.iter().zip(self.boards.chunks_exact(2 * cells)).enumerate()
        {
            let (numbers, places) = board.split_at(cells);
            let blank = usize::from(node.blank);
            for mv in Move::ALL {
                // A move is not taken back.
                if node.way != NO_WAY && mv == last(node.way).inverse() {
                    continue;
                }
                let Some(from) = score.neighbour(blank, mv) else { continue };
                let steps =
                    if is_nearer(numbers[from], mv) { node.steps - 1 } else { node.steps + 1 };
                if depth + steps as usize > bounds.levels {
                    continue;
                }
                generated += 1;
                let tile = number(numbers[from]);
                let mut missing = node.missing;
                if score.is_first(tile) {
                    missing += u16::from(from == tile);
                    missing -= u16::from(blank == tile);
                }
                let before = node.score + node.groups + score.blank(places, from);
                // A board with no tile missing is the last one.
                let most = if missing == 0 { i32::MAX } else { self.rivals.most(from) };
                let left = most.saturating_sub(before);
                let change = score.change(numbers, places, tile, [from, blank], mv, left);
                let Some(change) = change else { continue };
                let rank = before + change;
                if rank > most {
                    continue;
                }
                self.rivals.add(from, rank);
                self.candidates.push(Node {
                    score: node.score + change,
                    rank,
                    key: node.key ^ key(tile, from) ^ key(tile, blank),
                    missing,
                    steps,
                    way: ((first_way + parent) as u32) << 2 | mv as u32,
                    blank: from as u16,
                    groups: node.groups,
                });
            }
            if (parent + 1) % BETWEEN_CHECKS == 0 || parent + 1 == self.level.len() {
                if !bounds.budget.goes_on(bounds.at_least, generated) {
                    return false;
                }
                generated = 0;
            }
        }
        true
    }

    /// Looks for odd groups in the boards of a level that are nearly solved.
    fn look_for_groups(&mut self, cells: usize, score: &Score) {
        for (node, board) in self.level.iter_mut().zip(self.boards.chunks_exact(2 * cells)) {
            if 5 * node.steps as usize <= 6 * cells {
                let odd = self.groups.odd(&board[..cells], node.blank.into());
                node.groups = score.group() * odd;
            }
        }
    }

    /// Keeps the best of the candidates as the next level.
    fn keep(&mut self, cells: usize, home: usize, score: &Score, bounds: Bounds<'_>) {
        let count = self.sort();
        let first_way = self.ways.len() - self.level.len();
        self.next.clear();
        self.blanks.clear();
        self.blanks.resize(cells, 0);
        let share = bounds.share(cells);
        let mask = self.seen.len() - 1;
        let sorted = &self.sorted[..count];
        for (i, node) in sorted.iter().enumerate() {
            if self.next.len() >= bounds.width {
                break;
            }
            if let Some(later) = sorted.get(i + AHEAD) {
                prefetch(&self.seen, later.key as usize & mask);
            }
            let seen = &mut self.seen[node.key as usize & mask];
            let tag = (node.key >> 32) as u32 | 1;
            let blanks = &mut self.blanks[usize::from(node.blank)];
            if *seen == tag || *blanks >= share {
                continue;
            }
            *seen = tag;
            *blanks += 1;
            self.next.push(*node);
            self.ways.push(node.way);
        }
        self.copy(cells, home, score, first_way);
        std::mem::swap(&mut self.level, &mut self.next);
        std::mem::swap(&mut self.boards, &mut self.next_boards);
    }

    /// Makes the boards of the next level from their parents, whose ways begin with this one.
    fn copy(&mut self, cells: usize, home: usize, score: &Score, first_way: usize) {
        let size = 2 * cells;
        let begin_of = |node: &Node| ((node.way >> 2) as usize - first_way) * size;
        self.next_boards.clear();
        for (i, node) in self.next.iter().enumerate() {
            if let Some(later) = self.next.get(i + AHEAD) {
                for part in (0..size).step_by(FETCHED) {
                    prefetch(&self.boards, begin_of(later) + part);
                }
            }
            let (parent, begin) = (begin_of(node), self.next_boards.len());
            self.next_boards.extend_from_slice(&self.boards[parent..parent + size]);
            let (numbers, places) = self.next_boards[begin..].split_at_mut(cells);
            // Where the blank was, the tile is now.
            let blank = usize::from(node.blank);
            let tile = number(numbers[blank]);
            let Some(before) = score.neighbour(blank, last(node.way).inverse()) else { continue };
            numbers[blank] = score.entry(home, blank);
            numbers[before] = score.entry(tile, before);
            places[tile] = score.spot(before);
        }
    }

    /// Orders the candidates by score, and returns how many there are. Those of one score stay in
    /// the order in which they were generated. If there is one with no tile missing, the best of
    /// those is the only one.
    fn sort(&mut self) -> usize {
        let Beam { candidates, sorted, places, .. } = self;
        let complete = candidates.iter().filter(|node| node.missing == 0);
        if let Some(&node) = complete.min_by_key(|node| node.rank) {
            sorted.clear();
            sorted.push(node);
            return 1;
        }
        let least = candidates.iter().map(|node| node.rank).min().unwrap_or(0);
        let most = candidates.iter().map(|node| node.rank).max().unwrap_or(0);
        // Scores that are far from the best are not told apart: they are not kept.
        let farthest = (most - least).unsigned_abs().min(1 << 16) as usize + 1;
        let rank = |node: &Node| ((node.rank - least).unsigned_abs() as usize).min(farthest);
        places.clear();
        places.resize(farthest + 2, 0);
        for node in &*candidates {
            places[rank(node) + 1] += 1;
        }
        (1..places.len()).for_each(|place| places[place] += places[place - 1]);
        if sorted.len() < candidates.len() {
            sorted.resize(candidates.len(), Node::default());
        }
        for node in &*candidates {
            let place = &mut places[rank(node)];
            sorted[*place as usize] = *node;
            *place += 1;
        }
        candidates.len()
    }

    /// The moves to a board.
    fn path(&self, mut way: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while way != NO_WAY {
            moves.push(last(way));
            way = self.ways[(way >> 2) as usize];
        }
        moves.reverse();
        moves
    }
}
