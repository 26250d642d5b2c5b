//! Beam search: a good solution of a large board at once.
//!
//! All boards of a level are expanded, and of their children the best are kept, as many as the beam
//! is wide: those with the smallest sums of the distances of both views, which was better than the
//! larger of the two. A board that another child has become already, or that was kept two levels
//! before, is dropped.
//!
//! The same boards are kept whatever the machine and the number of threads.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::lookup::Word;
use super::machine::{prefetch, with_bit_counts};
use super::search::{Child, Maps, Node};
use super::width::{Count as _, Width};
use crate::limits::Budget;
use crate::puzzle::Move;

/// How many boards are expanded together. While the children of some are settled, the entries of
/// others are being fetched.
const TOGETHER: usize = 16;

/// How many boards ahead memory is fetched when the next level is filled.
const AHEAD: usize = 12;

/// How wide a beam may be, and when to give up.
#[derive(Clone, Copy)]
pub(super) struct Beam<'b> {
    pub(super) width: usize,
    /// Only solutions of fewer moves are of interest.
    pub(super) shorter_than: u32,
    /// What is proved of the question's board.
    pub(super) at_least: u32,
    /// The part of the budget that is used when the search ends.
    pub(super) until: f64,
    pub(super) budget: &'b Budget,
}

/// The maximum width. A kept board takes four bytes for every level, and about 400 besides: at most
/// half a gigabyte for a beam.
pub(super) const MAX_WIDTH: usize = 1 << 19;

/// A child that may be kept.
#[derive(Clone, Copy)]
struct Candidate<W: Width, const V: usize> {
    /// The hash of its board.
    key: u64,
    words: [Word; V],
    sums: [W::Count; V],
    parent: u32,
    state: u16,
    mv: u8,
    patterns: [u8; V],
}

impl<W: Width, const V: usize> Candidate<W, V> {
    fn score(&self) -> usize {
        self.sums.iter().map(|sum| sum.get() as usize).sum()
    }
}

/// The boards of a level: a set of the lower halves of hashes, at places that the upper halves
/// give.
///
/// Different boards may have the same of both. Then one of them is dropped, which happens once in
/// some hundred searches and does no harm.
#[derive(Default)]
struct Seen {
    /// 0 is an empty place.
    places: Vec<u32>,
}

impl Seen {
    /// Removes everything, and makes room for so many.
    fn clear(&mut self, count: usize) {
        self.places.clear();
        self.places.resize((2 * count).next_power_of_two(), 0);
    }

    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & self.places.len().wrapping_sub(1)
    }

    /// The place of a key, or the empty place where it would be.
    #[inline]
    fn find(&self, key: u64) -> usize {
        let mut place = self.place(key);
        while self.places[place] != key as u32 && self.places[place] != 0 {
            place = (place + 1) & (self.places.len() - 1);
        }
        place
    }

    #[inline]
    fn contains(&self, key: u64) -> bool {
        !self.places.is_empty() && self.places[self.find(key)] == key as u32
    }

    /// Inserts a key. Returns whether it is new.
    #[inline]
    fn insert(&mut self, key: u64) -> bool {
        let place = self.find(key);
        std::mem::replace(&mut self.places[place], key as u32) == 0
    }
}

/// Searches for a solution with a beam. `None` if it finds none, or if it is stopped. `spare` is
/// the memory of beams that are over.
pub(super) fn search<W: Width, const V: usize, const L: usize>(
    maps: Maps<'_, W, V, L>,
    root: Node<W, V, L>,
    beam: Beam<'_>,
    spare: &Mutex<Vec<Room<W, V, L>>>,
) -> Option<Vec<Move>> {
    let mut own = spare.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
    own.level.clear();
    own.level.push(root);
    own.ways.clear();
    own.ends.clear();
    own.seen.iter_mut().for_each(|seen| seen.places.clear());
    let mut search = BeamSearch { maps, beam, room: &mut own };
    let mut found = None;
    with_bit_counts(
        #[inline(always)]
        || found = search.run(),
    );
    spare.lock().unwrap_or_else(PoisonError::into_inner).push(own);
    found
}

struct BeamSearch<'s, W: Width, const V: usize, const L: usize> {
    maps: Maps<'s, W, V, L>,
    beam: Beam<'s>,
    room: &'s mut Room<W, V, L>,
}

/// The memory of a beam. It is kept for the next beam: getting it from the system takes time.
pub(super) struct Room<W: Width, const V: usize, const L: usize> {
    level: Vec<Node<W, V, L>>,
    next: Vec<Node<W, V, L>>,
    candidates: Vec<Candidate<W, V>>,
    /// The candidates, ordered by score.
    order: Vec<u32>,
    /// The boards of the last three levels.
    seen: [Seen; 3],
    /// For each board of each level, its parent, and the move in the lowest two bits.
    ways: Vec<u32>,
    /// Where each level ends in `ways`.
    ends: Vec<usize>,
}

impl<W: Width, const V: usize, const L: usize> Default for Room<W, V, L> {
    fn default() -> Room<W, V, L> {
        Room {
            level: Vec::new(),
            next: Vec::new(),
            candidates: Vec::new(),
            order: Vec::new(),
            seen: Default::default(),
            ways: Vec::new(),
            ends: Vec::new(),
        }
    }
}

#[expect(clippy::inline_always, reason = "compiled for each kind of processor")]
impl<W: Width, const V: usize, const L: usize> BeamSearch<'_, W, V, L> {
    #[inline(always)]
    fn run(&mut self) -> Option<Vec<Move>> {
        for depth in 1..self.beam.shorter_than.min(W::NO_PATH.as_ref().len() as u32) {
            if let ControlFlow::Break(last) = self.expand(depth) {
                return Some(self.path(last?));
            }
            self.keep(depth);
            if self.room.level.is_empty() {
                return None;
            }
        }
        None
    }

    /// Generates the children of a level. The search ends here if a child is the goal, with its
    /// parent and the move, or if it has generated enough.
    #[inline(always)]
    fn expand(&mut self, depth: u32) -> ControlFlow<Option<u32>> {
        let Beam { shorter_than, at_least, until, budget, .. } = self.beam;
        let Room { level, candidates, .. } = &mut *self.room;
        candidates.clear();
        let mut goal = None;
        let mut children = [[Child::NONE; 4]; TOGETHER];
        let mut counts = [0; TOGETHER];
        for (run, nodes) in level.chunks(TOGETHER).enumerate() {
            let mut generated = 0;
            for (i, node) in nodes.iter().enumerate() {
                counts[i] = self.maps.ask_all(node, &mut children[i]);
                generated += counts[i] as u64;
            }
            for (i, node) in nodes.iter().enumerate() {
                for child in &children[i][..counts[i]] {
                    let (words, sums) = self.maps.distances(node, child);
                    let bound = sums.into_iter().max().unwrap_or_default().get();
                    if depth + bound >= shorter_than {
                        continue;
                    }
                    let board = self.maps.board_after(node, child.mv);
                    let parent = (run * TOGETHER + i) as u32;
                    if bound == 0 && board == self.maps.goal {
                        goal = goal.or(Some(parent << 2 | u32::from(child.mv)));
                    }
                    candidates.push(Candidate {
                        key: W::hash(board),
                        words,
                        sums,
                        parent,
                        state: child.state,
                        mv: child.mv,
                        patterns: child.patterns,
                    });
                }
            }
            if !budget.goes_on(at_least, generated) || budget.used() > until {
                return ControlFlow::Break(None);
            }
        }
        match goal {
            Some(_) => ControlFlow::Break(goal),
            None => ControlFlow::Continue(()),
        }
    }

    /// Keeps the best of the candidates as the next level.
    #[inline(always)]
    fn keep(&mut self, depth: u32) {
        let Room { level, next, candidates, order, seen, ways, ends } = &mut *self.room;
        sort(candidates, order);
        let [seen, before] = seen
            .get_disjoint_mut([depth as usize % 3, (depth as usize + 1) % 3])
            .expect("two different levels");
        let width = self.beam.width.min(candidates.len());
        seen.clear(width);
        next.clear();
        for (i, &number) in order.iter().enumerate() {
            if let Some(&ahead) = order.get(i + AHEAD) {
                let candidate = &candidates[ahead as usize];
                prefetch(level, candidate.parent as usize);
                prefetch(&seen.places, seen.place(candidate.key));
                prefetch(&before.places, before.place(candidate.key));
            }
            if let Some(&ahead) = order.get(i + 2 * AHEAD) {
                prefetch(candidates, ahead as usize);
            }
            let candidate = &candidates[number as usize];
            if before.contains(candidate.key) || !seen.insert(candidate.key) {
                continue;
            }
            let Candidate { words, sums, parent, state, mv, patterns, .. } = *candidate;
            let node = &level[parent as usize];
            next.push(self.maps.child(node, mv, state, patterns, words, sums));
            ways.push(parent << 2 | u32::from(mv));
            if next.len() == width {
                break;
            }
        }
        ends.push(ways.len());
        std::mem::swap(level, next);
    }

    /// The moves to a child, given by its parent and the move.
    fn path(&self, last: u32) -> Vec<Move> {
        let Room { ways, ends, .. } = &*self.room;
        let mut way = last;
        let mut moves = vec![Move::ALL[(way & 3) as usize]];
        for level in (0..ends.len()).rev() {
            let begin = level.checked_sub(1).map_or(0, |before| ends[before]);
            way = ways[begin + (way >> 2) as usize];
            moves.push(Move::ALL[(way & 3) as usize]);
        }
        moves.reverse();
        moves
    }
}

/// Orders the candidates by score. Those of one score stay in the order in which they were
/// generated.
fn sort<W: Width, const V: usize>(candidates: &[Candidate<W, V>], order: &mut Vec<u32>) {
    let most = candidates.iter().map(Candidate::score).max().unwrap_or(0);
    let mut places = vec![0; most + 2];
    for candidate in candidates {
        places[candidate.score() + 1] += 1;
    }
    (1..places.len()).for_each(|score| places[score] += places[score - 1]);
    order.clear();
    order.resize(candidates.len(), 0);
    for (number, candidate) in (0..).zip(candidates) {
        let place = &mut places[candidate.score()];
        order[*place] = number;
        *place += 1;
    }
}
