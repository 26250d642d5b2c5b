//! Which sequences of moves can be a piece of a canonical solution, as a set of bits.
//!
//! Every piece of a canonical solution is the canonical path between its ends; otherwise a shorter
//! or a smaller one could take its place. On 4x4, three of ten paths of twenty moves have a piece
//! of eight moves that is not canonical. A search for a canonical solution leaves them out.

use std::collections::HashSet;

use crate::puzzle::{Direction, Nibbles, SmallBoard, SmallShape, slid};

/// The number of moves of each piece.
pub(super) const MOVES: usize = 8;

/// The cells that each move leads to from each cell, in the order of [`Direction::ALL`].
pub(super) type Neighbours = Vec<[Option<usize>; 4]>;

/// The neighbours of the cells of a shape.
pub(super) fn neighbours(shape: SmallShape) -> Neighbours {
    (0..shape.cells()).map(|cell| Direction::ALL.map(|mv| shape.neighbour(cell, mv))).collect()
}

/// The axis along which the blank moves. No two moves of a shortest solution are on one axis in a
/// row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Axis {
    Vertical,
    Horizontal,
}

impl Axis {
    pub(super) const ALL: [Axis; 2] = [Axis::Vertical, Axis::Horizontal];

    /// The axis of a move.
    #[inline]
    pub(super) const fn of(mv: Direction) -> Axis {
        match mv {
            Direction::Down | Direction::Up => Axis::Vertical,
            Direction::Left | Direction::Right => Axis::Horizontal,
        }
    }

    /// The other axis.
    #[inline]
    pub(super) const fn other(self) -> Axis {
        match self {
            Axis::Vertical => Axis::Horizontal,
            Axis::Horizontal => Axis::Vertical,
        }
    }

    /// The moves on this axis, in the canonical order.
    #[inline]
    pub(super) const fn moves(self) -> [Direction; 2] {
        match self {
            Axis::Vertical => [Direction::Down, Direction::Up],
            Axis::Horizontal => [Direction::Left, Direction::Right],
        }
    }
}

/// The pieces that are canonical.
///
/// No two moves on one axis follow each other, so a *trail* is written as the row and the column of
/// the blank before it, and then the row or the column that each move leads to.
#[derive(Debug)]
pub(super) struct CanonicalPieces {
    bits: Vec<u64>,
    /// For each axis, how many bits a row or a column takes.
    widths: [u32; Axis::ALL.len()],
    /// The row and the column of each cell.
    places: Vec<[u64; Axis::ALL.len()]>,
}

/// Where a trail ends.
struct TrailEnd {
    board: Nibbles,
    blank: usize,
    /// The axis of the last move.
    axis: Axis,
    trail: u64,
}

impl CanonicalPieces {
    /// Goes all trails from each cell of the blank, smaller ones first. The first that leads to a
    /// board is the canonical one. On 4x4 there are 296,000, which takes 20 ms.
    pub(super) fn new(shape: SmallShape, neighbours: &Neighbours) -> CanonicalPieces {
        let sides = [shape.rows(), shape.cols()];
        let widths = sides.map(|side| (side - 1).ilog2() + 1);
        let cells = 0..shape.cells() as u64;
        let cols = shape.cols() as u64;
        let places: Vec<_> = cells.map(|cell| [cell / cols, cell % cols]).collect();
        let mut pieces = CanonicalPieces { bits: Vec::new(), widths, places };
        pieces.bits = vec![0; (pieces.mask() as usize + 1) * Axis::ALL.len() / 64];
        for blank in 0..shape.cells() {
            let tiles = (1..).zip((0..shape.cells()).filter(|&cell| cell != blank));
            let board = tiles.fold(0, |board, (tile, cell)| board | tile << (4 * cell));
            let (mut seen, mut level) = (HashSet::from([board]), Vec::new());
            for mv in Direction::ALL {
                let axis = Axis::of(mv);
                let trail = pieces.start(blank, axis);
                let start = TrailEnd { board, blank, axis: axis.other(), trail };
                pieces.extend(&start, mv, neighbours, &mut seen, &mut level);
            }
            for _ in 1..MOVES {
                let before = std::mem::take(&mut level);
                for (end, mv) in
                    before.iter().flat_map(|end| end.axis.other().moves().map(|mv| (end, mv)))
                {
                    pieces.extend(end, mv, neighbours, &mut seen, &mut level);
                }
            }
            for TrailEnd { axis, trail, .. } in level {
                let (word, bit) = pieces.bit(trail, axis);
                pieces.bits[word] |= 1 << bit;
            }
        }
        pieces
    }

    /// Adds the ends that a move of any number of cells leads to, unless another trail did before.
    fn extend(
        &self,
        from: &TrailEnd,
        mv: Direction,
        neighbours: &Neighbours,
        seen: &mut HashSet<Nibbles>,
        level: &mut Vec<TrailEnd>,
    ) {
        let (mut board, mut blank, axis) = (from.board, from.blank, Axis::of(mv));
        while let Some(to) = neighbours[blank][mv as usize] {
            (board, blank) = (slid(board, blank, to), to);
            if seen.insert(board) {
                level.push(TrailEnd {
                    board,
                    blank,
                    axis,
                    trail: self.after(from.trail, to, axis),
                });
            }
        }
    }

    /// The trail of no moves, if the first is to be on this axis.
    pub(super) fn start(&self, blank: usize, axis: Axis) -> u64 {
        self.after(self.after(0, blank, axis), blank, axis.other())
    }

    /// The trail after a move to a cell.
    #[inline]
    pub(super) fn after(&self, trail: u64, to: usize, axis: Axis) -> u64 {
        trail << self.widths[axis as usize] | self.places[to][axis as usize]
    }

    /// True if the last moves of a trail, which ends on this axis, are a canonical piece.
    #[inline]
    pub(super) fn has(&self, trail: u64, axis: Axis) -> bool {
        let (word, bit) = self.bit(trail, axis);
        self.bits[word] >> bit & 1 == 1
    }

    fn mask(&self) -> u64 {
        (1 << ((MOVES as u32 / 2 + 1) * (self.widths[0] + self.widths[1]))) - 1
    }

    #[inline]
    fn bit(&self, trail: u64, axis: Axis) -> (usize, u64) {
        let place = (trail & self.mask()) << 1 | axis as u64;
        ((place / 64) as usize, place % 64)
    }
}

// A filter for the boards that are a few moves from the goal: it has all of them, and a few others
// by chance.
//
// Without tables, half of the boards that a hard search generates lie within a few moves of where
// it would have to end. A board is looked up here when that number of moves is left.

/// The number of moves to the goal from the boards in the filter.
pub(super) const NEAR_GOAL_MOVES: u32 = 12;

/// Boards that reach the goal with [`NEAR_GOAL_MOVES`] moves, no two on one axis in a row.
#[derive(Debug)]
pub(super) struct NearGoalFilter {
    bits: Vec<u64>,
}

/// The logarithm of the number of bits: 2 MB. On 4x4, one bit in nineteen is set by twelve moves.
const LOG_BITS: u32 = 24;

impl NearGoalFilter {
    /// Generates all sequences of that many moves: a million on 4x4, in 4 ms.
    pub(super) fn new(goal: &SmallBoard, neighbours: &Neighbours) -> NearGoalFilter {
        let mut near = NearGoalFilter { bits: vec![0; 1 << (LOG_BITS - 6)] };
        for axis in Axis::ALL {
            near.add(goal.nibbles(), goal.blank_cell(), NEAR_GOAL_MOVES, axis, neighbours);
        }
        near
    }

    /// Adds all boards that are `left` moves from this one, with the first move on this axis.
    fn add(
        &mut self,
        board: Nibbles,
        blank: usize,
        left: u32,
        axis: Axis,
        neighbours: &Neighbours,
    ) {
        for mv in axis.moves() {
            let (mut board, mut blank) = (board, blank);
            while let Some(to) = neighbours[blank][mv as usize] {
                (board, blank) = (slid(board, blank, to), to);
                if left > 1 {
                    self.add(board, blank, left - 1, axis.other(), neighbours);
                } else {
                    let place = place(board, axis);
                    self.bits[place / 64] |= 1 << (place % 64);
                }
            }
        }
    }

    /// True if a board may reach the goal, if its first move is on this axis.
    #[inline]
    pub(super) fn may_have(&self, board: Nibbles, axis: Axis) -> bool {
        let place = place(board, axis);
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }
}

/// The bit of a board whose next move is on this axis.
#[inline]
const fn place(board: Nibbles, axis: Axis) -> usize {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (board ^ axis as u64).wrapping_mul(ODD).rotate_left(29).wrapping_mul(ODD);
    (mixed >> (u64::BITS - LOG_BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::neighbours;
    use super::*;
    use crate::known::known;
    use crate::puzzle::{Orbit, Puzzle};
    use std::collections::HashMap;

    /// Goes all trails of up to [`MOVES`] moves, in order: the board, the trail, its axis and its
    /// length.
    fn all_trails(
        pieces: &CanonicalPieces,
        neighbours: &Neighbours,
        from: (Nibbles, usize, u64, usize),
        moves: &[Direction],
        all: &mut Vec<(Nibbles, u64, Axis, usize)>,
    ) {
        let (board, blank, trail, length) = from;
        for &mv in moves {
            let (mut board, mut blank, axis) = (board, blank, Axis::of(mv));
            let trail = if length == 0 { pieces.start(blank, axis) } else { trail };
            while let Some(to) = neighbours[blank][mv as usize] {
                (board, blank) = (slid(board, blank, to), to);
                let trail = pieces.after(trail, to, axis);
                all.push((board, trail, axis, length + 1));
                if length + 1 < MOVES {
                    let from = (board, blank, trail, length + 1);
                    all_trails(pieces, neighbours, from, &axis.other().moves(), all);
                }
            }
        }
    }

    #[test]
    fn pieces_are_the_first_trails_to_where_they_end() {
        for (shape, blanks) in [("4x4", vec![5, 15]), ("2x7", vec![3]), ("5x3", vec![0, 7])] {
            let shape: SmallShape = shape.parse().unwrap();
            let neighbours = neighbours(shape);
            let pieces = CanonicalPieces::new(shape, &neighbours);
            for blank in blanks {
                let tiles = (1..).zip((0..shape.cells()).filter(|&cell| cell != blank));
                let board = tiles.fold(0, |board, (tile, cell)| board | tile << (4 * cell));
                let mut all = Vec::new();
                all_trails(&pieces, &neighbours, (board, blank, 0, 0), &Direction::ALL, &mut all);
                // Trails of the same length come in order.
                let mut first = HashMap::from([(board, (0, usize::MAX))]);
                for (number, &(board, _, _, length)) in all.iter().enumerate() {
                    let best = first.entry(board).or_insert((length, number));
                    *best = (*best).min((length, number));
                }
                let mut count = 0;
                for (number, (board, trail, axis, length)) in all.into_iter().enumerate() {
                    if length == MOVES {
                        let is_first = first[&board] == (length, number);
                        assert_eq!(pieces.has(trail, axis), is_first, "{shape} {blank} {trail:x}");
                        count += u64::from(is_first);
                    }
                }
                // The number of boards at that distance from a goal.
                if blank == 15 {
                    let orbit = Orbit::new(shape, blank).unwrap();
                    assert_eq!(count, known(Puzzle::Multi(orbit)).unwrap().counts[MOVES]);
                }
            }
        }
    }
}
