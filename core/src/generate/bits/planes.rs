//! Planes: the parts of a level, and the moves between them.
//!
//! A *plane* is the set of orders of one parity in one segment. On a whole board the parity follows
//! from the blank's cell, so a segment is one plane. In a pattern both parities occur, so a segment
//! is two.

use super::carry::Carry;
use crate::error::{Result, push};
use crate::puzzle::{Direction, Orbit};
use crate::space::{PatternSpace, Rotation};

/// Where a word is: the number of its plane, and its index within the plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct WordAt {
    pub(super) plane: usize,
    pub(super) word: usize,
}

/// The planes of a puzzle and the moves between them.
#[derive(Debug)]
pub(super) struct Planes {
    /// The number of tiles in an order.
    pub(super) tiles: usize,
    pub(super) all: Vec<Plane>,
    pub(super) carries: Vec<Carry>,
    edges: Vec<Edge>,
    /// The plane of the goal. The goal is its first state.
    pub(super) goal: usize,
    /// For patterns, planes 2s and 2s + 1 hold the even and odd orders of segment s, and their
    /// states alternate in the file.
    pub(super) paired: bool,
    /// The number of planes whose states have even distances.
    pub(super) even: usize,
}

/// The orders of one parity of one segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    /// True if the orders are odd.
    pub(super) odd: bool,
    /// True if its states have odd distances.
    pub(super) odd_distance: bool,
    /// Its number among the planes with the same `odd_distance`.
    pub(super) rank_in_half: u32,
    /// The end of its edges.
    end: u32,
}

/// A move from one plane to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The number of the other plane in its half. It has odd distances if this one has even ones.
    pub(super) to: u32,
    pub(super) carry: u16,
    /// The number of the move, for recorders that distinguish moves.
    pub(super) mv: u8,
}

/// Numbers the carries. Each is used by many edges.
struct Carries {
    tiles: usize,
    /// For each first place, length and direction of a window.
    numbers: Vec<Option<u16>>,
    made: Vec<Carry>,
}

impl Carries {
    fn new(tiles: usize) -> Carries {
        Carries { tiles, numbers: vec![None; 2 * (tiles + 1) * (tiles + 1)], made: Vec::new() }
    }

    /// The number of the carry for this rotation of a window.
    fn number(&mut self, first: usize, len: usize, turn: Rotation) -> u16 {
        let (first, len, turn) = if len < 2 { (0, 1, Rotation::Left) } else { (first, len, turn) };
        let number = 2 * (first * (self.tiles + 1) + len) + turn as usize;
        *self.numbers[number].get_or_insert_with(|| {
            self.made.push(Carry::new(self.tiles, first, len, turn));
            self.made.len() as u16 - 1
        })
    }
}

impl Planes {
    /// The planes of an orbit with five tiles or more: one for each cell of the blank.
    pub(super) fn sliding(orbit: Orbit) -> Planes {
        let shape = orbit.shape();
        let mut carries = Carries::new(shape.tiles());
        let (mut planes, mut edges) = (Vec::new(), Vec::new());
        let goal_colour = shape.colour(orbit.goal_blank());
        for cell in 0..shape.cells() {
            for mv in Direction::ALL {
                let Some(plane) = shape.neighbour(cell, mv) else { continue };
                let carry = match mv {
                    Direction::Left | Direction::Right => carries.number(0, 1, Rotation::Left),
                    // The tile that moves comes to the front of those between the two cells.
                    Direction::Down => carries.number(cell, shape.cols(), Rotation::Right),
                    Direction::Up => carries.number(plane, shape.cols(), Rotation::Left),
                };
                edges.push(Edge { to: plane as u32, carry, mv: mv as u8 });
            }
            planes.push(Plane {
                odd: shape.parity_differs(cell, orbit.goal_blank()),
                odd_distance: shape.colour(cell) != goal_colour,
                rank_in_half: 0,
                end: edges.len() as u32,
            });
        }
        Planes::new(carries, planes, edges, orbit.goal_blank(), false)
    }

    /// The planes of a pattern of five tiles or more: for each segment one of the even and one of
    /// the odd orders.
    pub(super) fn pattern(space: &PatternSpace) -> Result<Planes> {
        let pattern = space.pattern();
        let mut carries = Carries::new(pattern.tiles());
        let (mut planes, mut edges, mut crossings) = (Vec::new(), Vec::new(), Vec::new());
        for (number, segment) in space.segments().iter().enumerate() {
            crossings.clear();
            crossings.extend(space.crossings(number).map(|crossing| {
                let (window, turn) = crossing.rotation(segment.mask);
                let carry = carries.number(window.start, window.len(), turn);
                (crossing.segment, (window.len() - 1) % 2, carry)
            }));
            for odd in [0, 1] {
                for &(segment, flips, carry) in &crossings {
                    let to = (2 * segment + (odd ^ flips)) as u32;
                    push(&mut edges, Edge { to, carry, mv: 0 })?;
                }
                let (end, odd_distance) = (edges.len() as u32, space.odd(number));
                push(&mut planes, Plane { odd: odd == 1, odd_distance, rank_in_half: 0, end })?;
            }
        }
        let goal = 2 * space.segment(pattern.cells(), pattern.orbit().goal_blank());
        Ok(Planes::new(carries, planes, edges, goal, true))
    }

    /// Numbers the planes of each half. So far, the edges have numbers of planes among all.
    fn new(
        carries: Carries,
        mut all: Vec<Plane>,
        mut edges: Vec<Edge>,
        goal: usize,
        paired: bool,
    ) -> Planes {
        let mut counts = [0; 2];
        for plane in &mut all {
            let count = &mut counts[usize::from(plane.odd_distance)];
            plane.rank_in_half = *count;
            *count += 1;
        }
        for edge in &mut edges {
            edge.to = all[edge.to as usize].rank_in_half;
        }
        let Carries { tiles, made: carries, .. } = carries;
        Planes { tiles, all, carries, edges, goal, paired, even: counts[0] as usize }
    }

    /// The memory that the planes and the moves take, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.all[..]) + size_of_val(&self.edges[..])) as u64
    }

    /// The moves from the states of a plane.
    pub(super) fn edges(&self, plane: usize) -> &[Edge] {
        let first = plane.checked_sub(1).map_or(0, |before| self.all[before].end);
        &self.edges[first as usize..self.all[plane].end as usize]
    }
}
