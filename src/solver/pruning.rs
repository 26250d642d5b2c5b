//! Pruning of duplicates: if two sequences of moves lead to the same board, only one needs to be
//! tried.
//!
//! The method is from Taylor and Korf, "Pruning duplicate nodes in depth-first search", AAAI 1993.
//! Short sequences of moves are tried on a board whose tiles are all different. If two of them end
//! in the same board, the longer one is refused from then on, or the lexicographically larger one
//! if both are equally long. A finite automaton over the moves made so far recognises the refused
//! sequences. Here its states also include the blank's cell, which decides which moves are
//! possible.
//!
//! A canonical solution is never refused: if it contained a refused sequence, replacing that by the
//! other one would make it shorter or lexicographically smaller.

use std::collections::{HashMap, HashSet};

use crate::puzzle::{Move, Shape};

/// The automaton.
#[derive(Debug)]
pub(super) struct Pruning {
    /// For each state and move, the next state or [`REFUSED`].
    pub(super) next: Vec<[u16; 4]>,
}

/// The move is not made: it would cross the edge of the board, or complete a refused sequence.
pub(super) const REFUSED: u16 = u16::MAX;

/// The length of the sequences that are tried. On Korf's 100 boards with the large tables of 4x4, a
/// search generates 23,685 boards with depth 2, 19,361 with 8, and 17,496 with 12. But with depth
/// 12 the automaton has 15,222 states instead of 878, takes 40 ms to make and fills the caches, so
/// no time is saved.
pub(super) const DEPTH: usize = 8;

/// The depth that only refuses taking a move back.
pub(super) const PLAIN: usize = 2;

/// A sequence of moves from a cell: two bits per move below a leading 1, with the first move
/// highest.
type Sequence = (u8, u32);

fn push((cell, moves): Sequence, mv: Move) -> Sequence {
    (cell, moves << 2 | mv as u32)
}

impl Pruning {
    /// Builds the automaton that refuses every duplicate which sequences of at most `depth` moves
    /// can prove. Depth 2, the minimum, refuses taking a move back.
    ///
    /// [`Pruning::new`] gives the same, embedded in the program for 4x4.
    pub(super) fn make(shape: Shape, depth: usize) -> Pruning {
        let mut sequences = refused(shape, depth);
        let refused: HashSet<Sequence> = sequences.iter().copied().collect();
        // Drop sequences that end with another refused one: that one already refuses them.
        sequences.retain(|&sequence| {
            let mut end = sequence;
            std::iter::from_fn(|| {
                end = without_first(shape, end);
                (end.1 != 1).then_some(end)
            })
            .all(|end| !refused.contains(&end))
        });
        // The automaton's states are the beginnings of refused sequences, and each cell with no
        // moves made.
        let mut numbers: HashMap<Sequence, u16> = HashMap::new();
        let mut states: Vec<(Sequence, u8)> = Vec::new();
        for cell in 0..shape.cells() as u8 {
            numbers.insert((cell, 1), states.len() as u16);
            states.push(((cell, 1), cell));
        }
        for sequence in &sequences {
            let mut beginning = (sequence.0, 1);
            let mut at = usize::from(sequence.0);
            let length = sequence.1.ilog2() / 2;
            for mv in (1..length).rev().map(|i| Move::ALL[(sequence.1 >> (2 * i) & 3) as usize]) {
                beginning = push(beginning, mv);
                at = shape.neighbour(at, mv).expect("a sequence that was tried");
                numbers.entry(beginning).or_insert_with(|| {
                    states.push((beginning, at as u8));
                    states.len() as u16 - 1
                });
            }
        }
        let next = states.iter().map(|&(sequence, at)| {
            Move::ALL.map(|mv| {
                let Some(to) = shape.neighbour(usize::from(at), mv) else { return REFUSED };
                // The next state is the longest end of the moves made that is a state, unless an
                // end is refused.
                let mut all = push(sequence, mv);
                let mut longest = None;
                loop {
                    if refused.contains(&all) {
                        return REFUSED;
                    }
                    longest = longest.or_else(|| numbers.get(&all).copied());
                    if all.1 == 1 {
                        return longest.unwrap_or(to as u16);
                    }
                    all = without_first(shape, all);
                }
            })
        });
        Pruning { next: next.collect() }
    }

    /// The state of a board with the blank in `cell` and no moves made.
    pub(super) const fn start(cell: usize) -> u16 {
        cell as u16
    }

    /// For each move, the next state or [`REFUSED`].
    #[inline]
    pub(super) fn moves(&self, state: u16) -> [u16; 4] {
        self.next[usize::from(state)]
    }
}

/// The same sequence without its first move, from the cell where that move leads.
fn without_first(shape: Shape, (cell, moves): Sequence) -> Sequence {
    let bits = moves.ilog2();
    let first = Move::ALL[(moves >> (bits - 2) & 3) as usize];
    let cell = shape.neighbour(usize::from(cell), first).expect("a sequence that was tried");
    (cell as u8, moves & ((1 << (bits - 2)) - 1) | 1 << (bits - 2))
}

/// Every sequence of at most `depth` moves that ends in a board which a shorter sequence, or a
/// smaller one of equal length, also ends in, and whose beginnings are not such sequences.
fn refused(shape: Shape, depth: usize) -> Vec<Sequence> {
    let mut refused = Vec::new();
    for cell in 0..shape.cells() {
        let start: u128 = (0..25).fold(0, |board, tile| board | tile << (5 * tile));
        let mut reached = HashSet::from([start]);
        let mut level = vec![((cell as u8, 1), cell, start)];
        for _ in 0..depth {
            let mut next = Vec::new();
            // The order is lexicographic, so the second sequence to reach a board is the larger
            // one.
            for (sequence, at, board) in level {
                for mv in Move::ALL {
                    let Some(to) = shape.neighbour(at, mv) else { continue };
                    let differ = (board >> (5 * at) ^ board >> (5 * to)) & 31;
                    let board = board ^ differ << (5 * at) ^ differ << (5 * to);
                    if reached.insert(board) {
                        next.push((push(sequence, mv), to, board));
                    } else {
                        refused.push(push(sequence, mv));
                    }
                }
            }
            level = next;
        }
    }
    refused
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Board;

    /// Tries every sequence of moves from a board, in order of length, then lexicographically. Of
    /// those that lead to the same board, the first is accepted and, up to the automaton's depth,
    /// no other.
    #[test]
    fn the_smallest_of_the_shortest_sequences_is_never_refused() {
        const DEPTH: usize = 8;
        for (text, cells) in
            [("4x4", vec![0, 6]), ("3x3", vec![4]), ("2x4", vec![1]), ("5x3", vec![7])]
        {
            let shape: Shape = text.parse().unwrap();
            let pruning = Pruning::new(shape, DEPTH);
            for cell in cells {
                let start = Board::from_parts(shape, cell, std::array::from_fn(|i| i as u8 + 1));
                let mut reached = HashSet::from([start]);
                // Boards with the automaton's state after the moves that led there.
                let mut level = vec![(start, Pruning::start(cell))];
                let mut refused = 0;
                for length in 1..=DEPTH + 1 {
                    let mut next = Vec::new();
                    for (board, state) in level {
                        for mv in Move::ALL {
                            let Some(board) = board.moved(mv) else { continue };
                            let known = state != REFUSED;
                            let state =
                                if known { pruning.moves(state)[mv as usize] } else { REFUSED };
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

    #[test]
    fn states_fit_their_number() {
        for shape in Shape::all(16) {
            assert!(Pruning::new(shape, super::DEPTH).next.len() < 1000, "{shape}");
        }
    }
}
