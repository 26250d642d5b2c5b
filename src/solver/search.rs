//! IDA* in turns: many searches on one thread, each of which takes a step while the others' entries are on their way from
//! memory.
//!
//! A search goes depth first, in the order of the moves, to boards whose depth and bound add up to no more than its limit;
//! so the first solution it finds is the lexicographically smallest. One turn of a search settles the children that it
//! generated in its last turn, whose table entries the processor has fetched meanwhile, takes the next board and generates
//! the children of that.

use crate::puzzle::{Board, MAX_CELLS, Move};

use super::lookup::{Bits, View, Word, Zones};
use super::pruning::{Pruning, REFUSED};

/// The longest path there is room for. No shape here needs 150 moves.
pub(super) const MAX_PATH: usize = 160;

/// A board in a search with `L` patterns in `V` views.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const V: usize, const L: usize> {
    /// Four bits a cell.
    board: u64,
    words: [Word; L],
    /// For each view the sum of the distances.
    pub(super) sums: [u8; V],
    /// Of the automaton that prunes duplicates.
    state: u16,
    blank: u8,
    /// The move that led here.
    mv: u8,
    depth: u8,
}

pub(super) fn packed(board: &Board) -> u64 {
    board.cells().iter().zip(0..).fold(0, |packed, (&tile, cell)| packed | u64::from(tile) << (4 * cell))
}

impl<const V: usize, const L: usize> Node<V, L> {
    pub(super) fn new(board: &Board, words: [Word; L], sums: [u8; V]) -> Node<V, L> {
        let blank = board.blank_cell();
        Node { board: packed(board), words, sums, state: Pruning::start(blank), blank: blank as u8, mv: 0, depth: 0 }
    }

    /// A lower bound of the distance.
    #[inline]
    pub(super) fn estimate(&self) -> u32 {
        u32::from(self.sums.into_iter().max().unwrap_or(0))
    }
}

/// A child whose entries are on their way.
#[derive(Clone, Copy, Debug)]
struct Child<const V: usize, const L: usize> {
    node: Node<V, L>,
    /// For each view the pattern that changed, and the index of its entry.
    asked: [(u8, u64); V],
}

/// What is looked up, and which moves are tried.
pub(super) struct Maps<'t, const V: usize, const L: usize> {
    pub(super) views: [&'t View; V],
    pub(super) bits: [Bits<'t>; L],
    pub(super) zones: &'t Zones,
    pub(super) pruning: &'t Pruning,
    /// For each cell and move the cell it leads to.
    pub(super) neighbours: [[u8; 4]; MAX_CELLS],
    /// The goal, packed.
    pub(super) goal: u64,
}

impl<const V: usize, const L: usize> Maps<'_, V, L> {
    /// The child behind a move that leads to this state of the automaton.
    #[inline]
    fn child(&self, node: &Node<V, L>, mv: usize, state: u16) -> Child<V, L> {
        let from = self.neighbours[usize::from(node.blank) & 15][mv];
        let tile = node.board >> (4 * from) & 15;
        let board = node.board ^ tile << (4 * from) ^ tile << (4 * node.blank);
        let mut child = Child {
            node: Node { board, state, blank: from, mv: mv as u8, depth: node.depth + 1, ..*node },
            asked: [(0, 0); V],
        };
        for (view, asked) in self.views.iter().zip(&mut child.asked) {
            let pattern = view.pattern(tile as usize);
            let word = &mut child.node.words[pattern];
            let bits = &self.bits[pattern];
            let index;
            (*word, index) = view.step(*word, usize::from(node.blank), mv, self.zones, bits);
            bits.prefetch(index);
            *asked = (pattern as u8, index);
        }
        child
    }

    /// The child with its distances, from the entries asked for.
    #[inline]
    fn settled(&self, child: &Child<V, L>) -> Node<V, L> {
        let mut node = child.node;
        for (view, &(pattern, index)) in child.asked.iter().enumerate() {
            let word = &mut node.words[usize::from(pattern)];
            let bit = self.bits[usize::from(pattern)].get(index);
            // Bit 0 changes with every move; bit 1 as it must if the distance grew, or else the distance shrank.
            let shrank = (*word >> 1 ^ *word ^ bit) & 1;
            *word = (*word & !3) | (!*word & 1) | bit << 1;
            node.sums[view] = node.sums[view].wrapping_add(1).wrapping_sub(2 * shrank as u8);
        }
        node
    }

    /// All children of a board, settled at once, in the order of the moves.
    fn children(&self, node: &Node<V, L>) -> impl Iterator<Item = Node<V, L>> {
        let states = self.pruning.moves(node.state);
        let moves = states.into_iter().enumerate().filter(|(_, state)| *state != REFUSED);
        moves.map(|(mv, state)| self.settled(&self.child(node, mv, state)))
    }

    /// Cuts a search into searches of its boards some moves further on, at least `wanted` if there are so many, in lexicographic order.
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
                for node in self.children(&part.node) {
                    generated += 1;
                    if u32::from(node.depth) + node.estimate() <= part.limit {
                        let mut part = part;
                        part.path[usize::from(node.depth) - 1] = node.mv;
                        next.push(Start { node, ..part });
                    }
                }
            }
            parts = next;
        }
        (parts, generated)
    }
}

/// Where a search begins, and how far it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<const V: usize, const L: usize> {
    pub(super) node: Node<V, L>,
    /// The most moves, those that led to the node counted.
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
    pending: [Child<V, L>; 4],
    waiting: usize,
    limit: u32,
    path: [u8; MAX_PATH],
    /// Boards generated since the start.
    pub(super) generated: u64,
    length: usize,
}

/// What became of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// It goes on.
    Going,
    /// A solution: the path. The search can go on behind it.
    Found,
    /// There is no more.
    Over,
}

impl<const V: usize, const L: usize> Search<V, L> {
    pub(super) fn new(start: &Start<V, L>) -> Search<V, L> {
        let nothing = Child { node: start.node, asked: [(0, 0); V] };
        let mut search = Search {
            stack: Vec::with_capacity(3 * MAX_PATH),
            pending: [nothing; 4],
            waiting: 0,
            limit: 0,
            path: start.path,
            generated: 0,
            length: 0,
        };
        search.begin(start);
        search
    }

    /// Begins anew.
    pub(super) fn begin(&mut self, start: &Start<V, L>) {
        self.stack.clear();
        self.stack.push(start.node);
        (self.waiting, self.limit, self.path, self.generated) = (0, start.limit, start.path, 0);
    }

    /// The moves of the solution found last.
    pub(super) fn solution(&self) -> Vec<Move> {
        self.path[..self.length].iter().map(|&mv| Move::ALL[usize::from(mv) & 3]).collect()
    }

    /// Takes a turn.
    #[inline]
    pub(super) fn turn(&mut self, maps: &Maps<'_, V, L>) -> Turn {
        for child in self.pending[..self.waiting].iter().rev() {
            let node = maps.settled(child);
            if u32::from(node.depth) + node.estimate() <= self.limit {
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
        for (mv, state) in maps.pruning.moves(node.state).into_iter().enumerate() {
            if state != REFUSED {
                self.pending[self.waiting] = maps.child(&node, mv, state);
                self.waiting += 1;
            }
        }
        self.generated += self.waiting as u64;
        Turn::Going
    }
}
