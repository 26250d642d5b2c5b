//! IDA* in turns: many searches run on one thread, and each takes a step while the table entries of
//! the others are being fetched from memory.
//!
//! A search is depth first, in the order of the moves. It visits boards whose depth and lower bound
//! add up to no more than its limit, so the first solution it finds is the lexicographically
//! smallest. In one turn, a search settles the children that it generated in its last turn, whose
//! table entries the processor has fetched in the meantime. Then it takes the next board and
//! generates its children.

#![expect(
    clippy::inline_always,
    reason = "the loop of all searches is compiled for each kind of processor, with all it calls"
)]

use crate::puzzle::{Board, MAX_CELLS, Move, Shape};

use super::lookup::{Bits, View, Word};
use super::pruning::{Pruning, REFUSED};
use super::zones::Zones;

/// The maximum length of a path. No shape here needs 150 moves.
pub(super) const MAX_PATH: usize = 160;

/// The maximum distance of any board from a goal with its blank in the given cell.
///
/// The diameters with the blank in a corner are published: `data/known/depth_counts.csv` and
/// `depth_counts_large.csv`. A goal with the blank elsewhere is a few moves away from one of those.
pub(super) fn longest(shape: Shape, goal_blank: usize) -> u32 {
    let (rows, cols) = (shape.rows(), shape.cols());
    let diameter = match (rows.min(cols), rows.max(cols)) {
        (2, 2) => 6,
        (2, 3) => 21,
        (2, 4) => 36,
        (2, 5) => 55,
        (2, 6) | (4, 4) => 80,
        (2, 7) => 108,
        (3, 3) => 31,
        (3, 4) => 53,
        (3, 5) => 84,
        // 2x8, which has the largest.
        _ => 140,
    };
    let (row, col) = (goal_blank / cols, goal_blank % cols);
    diameter + (row.min(rows - 1 - row) + col.min(cols - 1 - col)) as u32
}

/// A board in a search with `L` patterns in `V` views.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const V: usize, const L: usize> {
    /// Four bits per cell.
    board: u64,
    words: [Word; L],
    /// The sum of the distances for each view.
    pub(super) sums: [u8; V],
    /// The state of the automaton that prunes duplicates.
    state: u16,
    blank: u8,
    /// The move that led here.
    mv: u8,
    depth: u8,
}

impl<const V: usize, const L: usize> Node<V, L> {
    pub(super) fn new(board: &Board, words: [Word; L], sums: [u8; V]) -> Node<V, L> {
        let blank = board.blank_cell();
        Node {
            board: board.nibbles(),
            words,
            sums,
            state: Pruning::start(blank),
            blank: blank as u8,
            mv: 0,
            depth: 0,
        }
    }

    /// A lower bound on the distance.
    #[inline(always)]
    pub(super) fn estimate(&self) -> u32 {
        u32::from(self.sums.into_iter().max().unwrap_or(0))
    }
}

/// A child whose entries are being fetched: what a move changes in a node.
#[derive(Clone, Copy, Debug)]
struct Child<const V: usize> {
    /// For each view, the pattern whose tile moves, its word, and the index of the entry that gives
    /// its distance.
    patterns: [u8; V],
    words: [Word; V],
    asked: [u64; V],
    state: u16,
    mv: u8,
}

impl<const V: usize> Child<V> {
    const NONE: Child<V> =
        Child { patterns: [0; V], words: [0; V], asked: [0; V], state: REFUSED, mv: 0 };
}

/// The tables to look up, and the moves to try.
pub(super) struct Maps<'t, const V: usize, const L: usize> {
    pub(super) views: [&'t View; V],
    pub(super) bits: [Bits<'t>; L],
    pub(super) zones: Zones,
    pub(super) pruning: &'t Pruning,
    /// For each cell and move, the cell that the move leads to.
    pub(super) neighbours: [[u8; 4]; MAX_CELLS],
    /// The goal, packed.
    pub(super) goal: u64,
}

impl<const V: usize, const L: usize> Maps<'_, V, L> {
    /// The tile that moves when the blank does, and the cell it comes from.
    #[inline(always)]
    fn tile(&self, node: &Node<V, L>, mv: u8) -> (u64, u8) {
        let from = self.neighbours[usize::from(node.blank & 15)][usize::from(mv & 3)];
        (node.board >> (4 * from) & 15, from)
    }

    /// Requests the entries of the child after a move that leads to this state of the automaton.
    #[inline(always)]
    fn ask(&self, node: &Node<V, L>, mv: u8, state: u16, child: &mut Child<V>) {
        let (tile, _) = self.tile(node, mv);
        (child.mv, child.state) = (mv, state);
        for v in 0..V {
            let view = self.views[v];
            let pattern = view.pattern(tile as usize);
            let bits = &self.bits[pattern];
            let (word, index) = view.step(
                node.words[pattern],
                usize::from(node.blank),
                usize::from(mv),
                self.zones,
                bits,
            );
            bits.prefetch(index);
            child.patterns[v] = pattern as u8;
            child.words[v] = word;
            child.asked[v] = index;
        }
    }

    /// Requests the entries of all children of a board, in the order of the moves. Returns the
    /// number of children.
    #[inline(always)]
    fn ask_all(&self, node: &Node<V, L>, children: &mut [Child<V>; 4]) -> usize {
        let states = self.pruning.moves(node.state);
        let mut count = 0;
        // The moves are written out so that the processor can learn for each one which views see it
        // as horizontal.
        if states[0] != REFUSED {
            self.ask(node, 0, states[0], &mut children[count]);
            count += 1;
        }
        if states[1] != REFUSED {
            self.ask(node, 1, states[1], &mut children[count & 3]);
            count += 1;
        }
        if states[2] != REFUSED {
            self.ask(node, 2, states[2], &mut children[count & 3]);
            count += 1;
        }
        if states[3] != REFUSED {
            self.ask(node, 3, states[3], &mut children[count & 3]);
            count += 1;
        }
        count
    }

    /// Returns the child with its distances from the requested entries, unless it is beyond the
    /// limit.
    #[inline(always)]
    fn settled(&self, node: &Node<V, L>, child: &Child<V>, limit: u32) -> Option<Node<V, L>> {
        let (mut sums, mut words) = (node.sums, child.words);
        for (v, word) in words.iter_mut().enumerate() {
            let bit = self.bits[usize::from(child.patterns[v])].get(child.asked[v]);
            // Bit 0 changes with every move. If bit 1 is not what it would be for a larger
            // distance, the distance became smaller.
            let shrank = (*word >> 1 ^ *word ^ bit) & 1;
            *word = (*word & !3) | (!*word & 1) | bit << 1;
            sums[v] = sums[v].wrapping_add(1).wrapping_sub(2 * shrank as u8);
        }
        let depth = node.depth + 1;
        if u32::from(depth) + u32::from(sums.into_iter().max().unwrap_or(0)) > limit {
            return None;
        }
        let (tile, from) = self.tile(node, child.mv);
        let board = node.board ^ tile << (4 * from) ^ tile << (4 * node.blank);
        let mut node =
            Node { board, sums, state: child.state, blank: from, mv: child.mv, depth, ..*node };
        for (pattern, word) in child.patterns.into_iter().zip(words) {
            node.words[usize::from(pattern)] = word;
        }
        Some(node)
    }

    /// Splits a search into searches of the boards some moves further on, in lexicographic order:
    /// at least `wanted`, if there are that many.
    pub(super) fn split(&self, start: Start<V, L>, wanted: usize) -> (Vec<Start<V, L>>, u64) {
        let mut parts = vec![start];
        let mut generated = 0;
        while parts.len() < wanted && parts.iter().any(|part| part.node.board != self.goal) {
            let mut next = Vec::new();
            for part in parts {
                if part.node.board == self.goal {
                    next.push(part);
                    continue;
                }
                let mut children = [Child::NONE; 4];
                let count = self.ask_all(&part.node, &mut children);
                generated += count as u64;
                for child in &children[..count] {
                    if let Some(node) = self.settled(&part.node, child, part.limit) {
                        let mut start = part;
                        start.node = node;
                        start.path[usize::from(node.depth) - 1] = node.mv;
                        next.push(start);
                    }
                }
            }
            parts = next;
        }
        (parts, generated)
    }
}

/// Where a search begins, and how far it may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<const V: usize, const L: usize> {
    pub(super) node: Node<V, L>,
    /// The maximum number of moves, including those that led to the node.
    pub(super) limit: u32,
    /// The moves that led to the node.
    pub(super) path: [u8; MAX_PATH],
}

impl<const V: usize, const L: usize> Start<V, L> {
    pub(super) fn new(node: Node<V, L>, limit: u32) -> Start<V, L> {
        Start { node, limit, path: [0; MAX_PATH] }
    }
}

/// One search.
#[derive(Debug)]
pub(super) struct Search<const V: usize, const L: usize> {
    stack: Vec<Node<V, L>>,
    /// The board whose children's entries are being fetched.
    node: Node<V, L>,
    children: [Child<V>; 4],
    waiting: usize,
    limit: u32,
    path: [u8; MAX_PATH],
    /// The number of boards generated since the start.
    pub(super) generated: u64,
    length: usize,
}

/// The result of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The search continues.
    Going,
    /// A solution was found, which is the current path. The search can continue after it.
    Found,
    /// The search is finished.
    Over,
}

impl<const V: usize, const L: usize> Search<V, L> {
    pub(super) fn new(start: &Start<V, L>) -> Search<V, L> {
        let mut search = Search {
            stack: Vec::with_capacity(3 * MAX_PATH),
            node: start.node,
            children: [Child::NONE; 4],
            waiting: 0,
            limit: 0,
            path: start.path,
            generated: 0,
            length: 0,
        };
        search.begin(start);
        search
    }

    /// Starts over with another search.
    pub(super) fn begin(&mut self, start: &Start<V, L>) {
        self.stack.clear();
        self.stack.push(start.node);
        (self.waiting, self.limit, self.path, self.generated) = (0, start.limit, start.path, 0);
    }

    /// The moves of the last solution found.
    pub(super) fn solution(&self) -> Vec<Move> {
        self.path[..self.length].iter().map(|&mv| Move::ALL[usize::from(mv) & 3]).collect()
    }

    /// Takes a turn.
    #[inline(always)]
    pub(super) fn turn(&mut self, maps: &Maps<'_, V, L>) -> Turn {
        for child in self.children[..self.waiting].iter().rev() {
            if let Some(node) = maps.settled(&self.node, child, self.limit) {
                self.stack.push(node);
            }
        }
        self.waiting = 0;
        let Some(node) = self.stack.pop() else { return Turn::Over };
        if let Some(depth) = usize::from(node.depth).checked_sub(1) {
            self.path[depth] = node.mv;
        }
        if node.board == maps.goal {
            self.length = usize::from(node.depth);
            return Turn::Found;
        }
        self.node = node;
        self.waiting = maps.ask_all(&self.node, &mut self.children);
        self.generated += self.waiting as u64;
        Turn::Going
    }
}
