//! Pruning of duplicates: if two sequences of moves lead to the same board, only one needs to be
//! tried.
//!
//! The method is from Taylor and Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993.
//! Short sequences of moves are tried on a board without edges whose tiles are all different. If
//! two of them end in the same board, the longer one is refused from then on, or the
//! lexicographically larger one if both are equally long. A finite automaton over the moves made so
//! far recognises the refused sequences. It serves all shapes and cells, because a sequence is
//! refused only for one that stays within the same rows and columns: where the first is possible,
//! so is the other.
//!
//! A canonical solution is never refused: if it contained a refused sequence, replacing that by the
//! other one would make it shorter or lexicographically smaller.

use std::collections::{HashMap, HashSet};

use crate::puzzle::Direction;

/// For each state of the automaton and each move, the next state or [`REFUSED`]. State 0 is that of
/// a board with no moves made.
pub type Transitions = [[u16; 4]];

/// The move is not made, because it would complete a refused sequence.
pub const REFUSED: u16 = u16::MAX;

/// The length of the sequences that are tried. A search of 4x4 generates a fifth fewer boards with
/// depth 8 than with depth 2, and a quarter fewer with depth 12. A long one of 5x5 generates an
/// eighth fewer with depth 10 than with 8, and again with 12. But the automaton has 160, 1,300 and
/// 9,200 states, and it is made wherever the library is compiled.
pub const DEPTH: usize = 10;

/// The depth that only refuses taking a move back.
pub const PLAIN: usize = 2;

/// No sequence of up to twelve moves is refused because of one that visits more rows or columns.
const SIDE: u8 = 5;

/// The width of a board where whatever fits has room, and its height.
const WIDTH: usize = 2 * SIDE as usize + 1;

/// A sequence of moves: two bits per move below a leading 1, with the first move highest.
type Sequence = u32;

const NO_MOVES: Sequence = 1;

fn push(sequence: Sequence, mv: Direction) -> Sequence {
    sequence << 2 | mv as u32
}

/// The endings of the sequence, the longest first.
fn ends(sequence: Sequence) -> impl Iterator<Item = Sequence> {
    let length = sequence.ilog2() / 2;
    (0..=length).rev().map(move |left| sequence & ((1 << (2 * left)) - 1) | 1 << (2 * left))
}

/// Makes the automaton that refuses every duplicate which sequences of at most `depth` moves can
/// prove. Depth 2, the minimum, refuses taking a move back.
pub fn automaton(depth: usize) -> Vec<[u16; 4]> {
    let mut sequences = refused(depth);
    let refused: HashSet<Sequence> = sequences.iter().copied().collect();
    // Drop sequences that end with another refused one: that one already refuses them.
    sequences.retain(|&sequence| !ends(sequence).skip(1).any(|end| refused.contains(&end)));
    // The states are the beginnings of refused sequences.
    let mut numbers = HashMap::from([(NO_MOVES, 0)]);
    let mut states = vec![NO_MOVES];
    for sequence in sequences {
        let mut beginning = sequence >> 2;
        while !numbers.contains_key(&beginning) {
            numbers.insert(beginning, states.len() as u16);
            states.push(beginning);
            beginning >>= 2;
        }
    }
    // The next state is the longest end of the moves made that is a state, unless an end is
    // refused.
    let next = |moves: Sequence| {
        if ends(moves).any(|end| refused.contains(&end)) {
            return REFUSED;
        }
        ends(moves).find_map(|end| numbers.get(&end).copied()).unwrap_or(0)
    };
    states.iter().map(|&state| Direction::ALL.map(|mv| next(push(state, mv)))).collect()
}

/// The rows and columns that the blank has visited, and where it is. It begins in the middle of a
/// board where whatever fits has room.
#[derive(Clone, Copy)]
struct Visited {
    rows: (u8, u8),
    cols: (u8, u8),
    blank: (u8, u8),
}

impl Visited {
    const START: Visited = Visited { rows: (SIDE, SIDE), cols: (SIDE, SIDE), blank: (SIDE, SIDE) };

    fn after(self, mv: Direction) -> Visited {
        let (row, col) = self.blank;
        let (row, col) = match mv {
            Direction::Up => (row - 1, col),
            Direction::Down => (row + 1, col),
            Direction::Left => (row, col - 1),
            Direction::Right => (row, col + 1),
        };
        let rows = (self.rows.0.min(row), self.rows.1.max(row));
        let cols = (self.cols.0.min(col), self.cols.1.max(col));
        Visited { rows, cols, blank: (row, col) }
    }

    fn is_within(self, other: Visited) -> bool {
        let within =
            |(first, last), (other_first, other_last)| other_first <= first && last <= other_last;
        within(self.rows, other.rows) && within(self.cols, other.cols)
    }

    fn fits(self) -> bool {
        self.rows.1 - self.rows.0 < SIDE && self.cols.1 - self.cols.0 < SIDE
    }

    fn cell(self) -> usize {
        usize::from(self.blank.0) * WIDTH + usize::from(self.blank.1)
    }
}

/// Every sequence of at most `depth` moves that ends in a board which a shorter sequence, or a
/// smaller one of equal length, also ends in without leaving its rows and columns, and whose
/// beginnings are not such sequences.
fn refused(depth: usize) -> Vec<Sequence> {
    let start: [u8; WIDTH * WIDTH] = std::array::from_fn(|cell| cell as u8);
    let mut refused = Vec::new();
    // Boards that some sequence ends in, with the cells that the blank visits on its ways there.
    let mut reached = HashMap::from([(start, vec![Visited::START])]);
    let mut level = vec![(NO_MOVES, start, Visited::START)];
    for _ in 0..depth {
        let mut next = Vec::new();
        // The order is lexicographic, so the second sequence to reach a board is the larger one.
        for (sequence, board, visited) in level {
            for mv in Direction::ALL {
                let there = visited.after(mv);
                if !there.fits() {
                    continue;
                }
                let (sequence, mut board) = (push(sequence, mv), board);
                board.swap(visited.cell(), there.cell());
                let known = reached.entry(board).or_default();
                if known.iter().any(|known| known.is_within(there)) {
                    refused.push(sequence);
                } else {
                    known.push(there);
                    next.push((sequence, board, there));
                }
            }
        }
        level = next;
    }
    refused
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{SmallBoard, SmallShape};

    /// Tries every sequence of moves from a board, in order of length, then lexicographically. Of
    /// those that lead to the same board, the first is accepted and, up to the automaton's depth,
    /// no other.
    #[test]
    fn the_smallest_of_the_shortest_sequences_is_never_refused() {
        let automaton = automaton(DEPTH);
        let boards =
            [("4x4", 0), ("4x4", 6), ("3x3", 4), ("2x4", 1), ("5x3", 7), ("5x5", 12), ("2x9", 4)];
        for (shape, cell) in boards {
            let shape: SmallShape = shape.parse().unwrap();
            let start = SmallBoard::from_parts(shape, cell, std::array::from_fn(|i| i as u8 + 1));
            let mut reached = HashSet::from([start]);
            // Boards with the automaton's state after the moves that led there.
            let mut level = vec![(start, 0)];
            let mut refused = 0;
            for length in 1..=DEPTH + 1 {
                let mut next = Vec::new();
                for (board, state) in level {
                    for mv in Direction::ALL {
                        let Some(board) = board.moved(mv) else { continue };
                        let state = automaton.get(usize::from(state));
                        let state = state.map_or(REFUSED, |moves| moves[mv as usize]);
                        let is_first = reached.insert(board);
                        assert!(!is_first || state != REFUSED, "a first way to {board}");
                        assert!(
                            is_first || state == REFUSED || length > DEPTH,
                            "another way to {board}"
                        );
                        refused += u32::from(state == REFUSED);
                        next.push((board, state));
                    }
                }
                level = next;
            }
            assert!(refused > 0);
        }
    }
}
