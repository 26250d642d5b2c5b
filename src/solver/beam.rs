//! Beam search: a good solution of a large board at once.
//!
//! All boards of a level are expanded. Of their children the best are kept: those with the smallest
//! scores. A score is the sum of the distances of both views (keeping by the larger of the two was
//! worse), and what they do not see of where the tiles lie: see [`Spread`]. The width of the beam
//! is how many are kept. Each board is kept once in a level, and not if it was kept two levels
//! before.
//!
//! The last beam of a question uses all that the limits allow. So each level gets its share of the
//! rest, and its width follows from the cost of the levels before it. If the limit is a number of
//! boards, the same boards are kept on every machine and on any number of threads.
//!
//! The limits also give the maximum width. All memory for it is reserved before a search begins, so
//! a search that has begun does not run out of memory.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use super::lookup::PatternState;
use super::search::{Child, Node, SearchContext};
use super::spread::Spread;
use super::width::{Count as _, Wide, Width};
use crate::error::{Error, Result};
use crate::limits::Budget;
use crate::machine::{prefetch, with_bit_counts};
use crate::puzzle::Move;
#[cfg(feature = "mmap")]
use crate::table::free_memory;
use crate::threads::has_memory;

/// How many boards are expanded together. While the children of some are settled, the entries of
/// others are being fetched.
const BOARDS_IN_FLIGHT: usize = 16;

/// How many boards ahead memory is fetched when the next level is filled.
const AHEAD: usize = 12;

/// How many boards are expanded between two checks of the limits.
const BETWEEN_CHECKS: usize = 16 * BOARDS_IN_FLIGHT;

/// How wide a beam is.
#[derive(Clone, Copy)]
pub(super) struct Beam<'b> {
    /// The width, or the least width if `until` decides about it.
    pub(super) width: usize,
    /// The maximum width, from the [`Plan`](super::plan::Plan).
    pub(super) max_width: usize,
    /// The part of the budget that is used up when the search ends.
    pub(super) until: Option<f64>,
    /// Only solutions of fewer moves are of interest.
    pub(super) shorter_than: u32,
    /// The lower bound that is proved for the question's board.
    pub(super) at_least: u32,
    pub(super) budget: &'b Budget,
}

/// No beam is wider than this, whatever the limits. It takes 400 MB.
const MAX_WIDTH: usize = 1 << 19;

/// The least maximum width.
const LEAST_WIDTH: usize = 1 << 9;

/// A beam has room for this many levels of its maximum width, or for more that are narrower.
const LEVELS: usize = 100;

/// The memory of a search beside its levels.
const OVERHEAD_BYTES: usize = 4 << 20;

/// The maximum width of beams that may generate `boards` boards. A beam with this width in all of
/// its levels would generate all of them, or more.
pub(super) fn max_width(boards: Option<u64>) -> usize {
    let width = boards.map_or(u64::MAX, |boards| boards / LEVELS as u64);
    width.clamp(LEAST_WIDTH as u64, MAX_WIDTH as u64) as usize
}

/// A beam is planned to find a solution that is this many moves shorter than the best one so far.
const EARLIER: u32 = 8;

/// A beam is never planned to have fewer levels than this before it.
const LEAST_LEVELS: u32 = 8;

/// How many times its share a level gets. Later levels are often smaller than planned, and their
/// unused share would be lost.
const LEVEL_SHARE: f64 = 1.25;

/// How much both bounds count beside the [`Spread`] of a board. Four and six were as good.
const BOUNDS: usize = 5;

/// A child that may be kept.
#[derive(Clone, Copy)]
struct Candidate<W: Width, const V: usize> {
    /// The hash of its board.
    key: u64,
    words: [PatternState; V],
    sums: [W::Count; V],
    parent: u32,
    state: u16,
    spread: u16,
    mv: u8,
    patterns: [u8; V],
}

impl<W: Width, const V: usize> Candidate<W, V> {
    fn score(&self) -> usize {
        let sums: usize = self.sums.iter().map(|sum| sum.get() as usize).sum();
        BOUNDS * sums + usize::from(self.spread)
    }
}

/// The boards of a level: a set of the lower halves of hashes, at places that the upper halves
/// give.
///
/// Two boards may agree in both. Then one of them is dropped. That happens once in some hundred
/// searches and does no harm.
struct LevelSet {
    /// 0 is an empty place.
    places: Vec<u32>,
}

impl LevelSet {
    /// The number of places for `count` boards.
    const fn places(count: usize) -> usize {
        (2 * count).next_power_of_two()
    }

    /// Removes everything, and makes room for `count` boards.
    fn clear(&mut self, count: usize) {
        self.places.clear();
        self.places.resize(LevelSet::places(count), 0);
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

/// The memory for a beam on shapes of more than sixteen cells, whatever tables it has.
pub(super) const fn largest_room(width: usize) -> u64 {
    Room::<Wide, 2, 10>::bytes(width)
}

/// Makes room for this many beams at a time.
///
/// # Errors
///
/// [`Error::Memory`] if there is not enough memory for all of them.
pub(super) fn reserve<W: Width, const V: usize, const L: usize>(
    spare: &Mutex<Vec<Room<W, V, L>>>,
    beams: usize,
    width: usize,
) -> Result<()> {
    let mut spare = spare.lock().unwrap_or_else(PoisonError::into_inner);
    spare.retain(|room| room.max_width >= width);
    let missing = beams.saturating_sub(spare.len());
    let bytes = Room::<W, V, L>::bytes(width).saturating_mul(missing as u64);
    #[cfg(feature = "mmap")]
    if missing > 0 && free_memory().is_some_and(|free| free < bytes) {
        return Err(Error::Memory { bytes });
    }
    let rooms = (0..missing).map(|_| Room::new(width));
    let rooms: Option<Vec<_>> = rooms.collect();
    spare.extend(rooms.ok_or(Error::Memory { bytes })?);
    Ok(())
}

/// Searches for a solution with a beam. `None` if it finds none, or if it is stopped. `spare` is
/// the memory of beams that are over.
///
/// # Errors
///
/// [`Error::Memory`] if there is no memory to spare, and not enough for more.
pub(super) fn search<W: Width, const V: usize, const L: usize>(
    maps: SearchContext<'_, W, V, L>,
    spread: &Spread,
    root: (Node<W, V, L>, u16),
    beam: Beam<'_>,
    spare: &Mutex<Vec<Room<W, V, L>>>,
) -> Result<Option<Vec<Move>>> {
    let mut own = loop {
        let own = spare.lock().unwrap_or_else(PoisonError::into_inner).pop();
        match own {
            Some(own) if own.max_width >= beam.max_width => break own,
            _ => reserve(spare, 1, beam.max_width)?,
        }
    };
    own.level.clear();
    own.level.push(root.0);
    own.spreads.clear();
    own.spreads.push(root.1);
    own.ways.clear();
    own.ends.clear();
    own.seen.iter_mut().for_each(|seen| seen.places.clear());
    let pace = Pace { used: beam.budget.used(), cost: 0.0, boards: 0.0 };
    let mut search = BeamSearch { maps, spread, beam, pace, room: &mut own };
    let mut found = None;
    with_bit_counts(
        #[inline(always)]
        || found = search.run(),
    );
    spare.lock().unwrap_or_else(PoisonError::into_inner).push(own);
    Ok(found)
}

struct BeamSearch<'s, W: Width, const V: usize, const L: usize> {
    maps: SearchContext<'s, W, V, L>,
    spread: &'s Spread,
    beam: Beam<'s>,
    pace: Pace,
    room: &'s mut Room<W, V, L>,
}

/// The part of the budget that it takes to expand a board.
struct Pace {
    /// The part that was used up at the last level.
    used: f64,
    /// The cost of the last levels, and their number of boards. With each level, those before it
    /// count half as much.
    cost: f64,
    boards: f64,
}

impl Pace {
    /// Notes what a level has cost.
    fn level(&mut self, boards: usize, used: f64) {
        self.cost = self.cost / 2.0 + used - self.used;
        self.boards = self.boards / 2.0 + boards as f64;
        self.used = used;
    }

    /// The number of boards that take a part of the budget.
    #[expect(clippy::cast_sign_loss, reason = "more than zero boards")]
    fn boards(&self, part: f64) -> usize {
        // Before there is anything to go by, there are few boards in a level.
        if self.cost > 0.0 { (part * self.boards / self.cost).max(0.0) as usize } else { MAX_WIDTH }
    }
}

/// The memory of a beam. It is kept for the next beam: getting it from the system takes time.
pub(super) struct Room<W: Width, const V: usize, const L: usize> {
    /// The maximum width that there is memory for.
    max_width: usize,
    level: Vec<Node<W, V, L>>,
    /// The spreads of these boards.
    spreads: Vec<u16>,
    next: Vec<Node<W, V, L>>,
    candidates: Vec<Candidate<W, V>>,
    /// The candidates, ordered by score.
    order: Vec<u32>,
    /// The boards of the last three levels.
    seen: [LevelSet; 3],
    /// For each board of each level, its parent, and the move in the lowest two bits.
    ways: Vec<u32>,
    /// Where each level ends in `ways`.
    ends: Vec<usize>,
}

impl<W: Width, const V: usize, const L: usize> Room<W, V, L> {
    /// The most children of a level: three of each board, because a move is not taken back, and
    /// four of the first.
    const fn children(width: usize) -> usize {
        3 * width + 1
    }

    /// The memory for beams of at most this width, in bytes.
    const fn bytes(width: usize) -> u64 {
        let child = size_of::<Candidate<W, V>>() + size_of::<u32>();
        let ways = LEVELS * width + 3 * LevelSet::places(width);
        let nodes = width * (2 * size_of::<Node<W, V, L>>() + size_of::<u16>());
        (Self::children(width) * child + ways * size_of::<u32>() + nodes + OVERHEAD_BYTES) as u64
    }

    /// `None` if there is not enough memory.
    fn new(max_width: usize) -> Option<Room<W, V, L>> {
        fn list<T>(len: usize) -> Option<Vec<T>> {
            let mut list = Vec::new();
            list.try_reserve_exact(len).ok()?;
            Some(list)
        }
        let seen = || list(LevelSet::places(max_width)).map(|places| LevelSet { places });
        let children = Self::children(max_width);
        let room = Room {
            max_width,
            level: list(max_width)?,
            spreads: list(max_width)?,
            next: list(max_width)?,
            candidates: list(children)?,
            order: list(children)?,
            seen: [seen()?, seen()?, seen()?],
            ways: list(LEVELS * max_width)?,
            ends: list(W::NO_PATH.as_ref().len())?,
        };
        has_memory(OVERHEAD_BYTES).then_some(room)
    }
}

#[expect(clippy::inline_always, reason = "compiled for each kind of processor")]
impl<W: Width, const V: usize, const L: usize> BeamSearch<'_, W, V, L> {
    #[inline(always)]
    fn run(&mut self) -> Option<Vec<Move>> {
        let end = self.beam.shorter_than.min(W::NO_PATH.as_ref().len() as u32);
        for depth in 1..end {
            if let ControlFlow::Break(last) = self.expand(depth) {
                return last.map(|last| self.path(last));
            }
            // Long solutions have narrower levels, so that there is room for all of them.
            let left = LEVELS * self.beam.max_width - self.room.ways.len();
            let width = self.width(depth).min(left / (end - depth) as usize);
            self.keep(depth, width);
            if self.room.level.is_empty() {
                break;
            }
        }
        None
    }

    /// The width of the next level.
    fn width(&mut self, depth: u32) -> usize {
        let Beam { width, max_width, until, shorter_than, budget, .. } = self.beam;
        let used = budget.used();
        self.pace.level(self.room.level.len(), used);
        let Some(until) = until else { return width };
        let levels = shorter_than.saturating_sub(depth + EARLIER).max(LEAST_LEVELS);
        self.pace.boards(LEVEL_SHARE * (until - used) / f64::from(levels)).max(width).min(max_width)
    }

    /// Generates the children of a level. The search ends here if a child is the goal, with its
    /// parent and the move, or if it has generated enough.
    #[inline(always)]
    fn expand(&mut self, depth: u32) -> ControlFlow<Option<u32>> {
        let Beam { shorter_than, at_least, until, budget, .. } = self.beam;
        let Room { level, spreads, candidates, .. } = &mut *self.room;
        candidates.clear();
        let mut goal = None;
        let mut children = [[Child::NONE; 4]; BOARDS_IN_FLIGHT];
        let mut counts = [0; BOARDS_IN_FLIGHT];
        let (mut generated, last) = (0, level.len().div_ceil(BOARDS_IN_FLIGHT));
        for (run, nodes) in level.chunks(BOARDS_IN_FLIGHT).enumerate() {
            for (i, node) in nodes.iter().enumerate() {
                counts[i] = self.maps.begin_all(node, &mut children[i]);
                generated += counts[i] as u64;
            }
            for (i, node) in nodes.iter().enumerate() {
                self.maps.ask_all(node, &mut children[i][..counts[i]]);
            }
            for (i, node) in nodes.iter().enumerate() {
                for child in &children[i][..counts[i]] {
                    let (words, sums) = self.maps.distances(node, child);
                    let bound = sums.into_iter().max().unwrap_or_default().get();
                    if depth + bound >= shorter_than {
                        continue;
                    }
                    let (board, more) = self.maps.board_after(node, child.mv, self.spread);
                    let parent = (run * BOARDS_IN_FLIGHT + i) as u32;
                    if bound == 0 && board == self.maps.goal {
                        goal = goal.or(Some(parent << 2 | u32::from(child.mv)));
                    }
                    candidates.push(Candidate {
                        key: W::hash(board),
                        words,
                        sums,
                        parent,
                        state: child.state,
                        spread: spreads[parent as usize].wrapping_add_signed(more),
                        mv: child.mv,
                        patterns: child.patterns,
                    });
                }
            }
            let is_time = (run + 1) % (BETWEEN_CHECKS / BOARDS_IN_FLIGHT) == 0 || run + 1 == last;
            // The first beam takes a millisecond, and a late solution is better than none.
            let is_needed = until.is_none() && budget.limits().boards.is_none();
            if is_time && !budget.goes_on(at_least, std::mem::take(&mut generated)) && !is_needed {
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
    fn keep(&mut self, depth: u32, width: usize) {
        let Room { level, spreads, next, candidates, order, seen, ways, ends, .. } =
            &mut *self.room;
        spreads.clear();
        sort(candidates, order);
        let [seen, before] = seen
            .get_disjoint_mut([depth as usize % 3, (depth as usize + 1) % 3])
            .expect("two different levels");
        let width = width.min(candidates.len());
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
            let Candidate { words, sums, parent, state, spread, mv, patterns, .. } = *candidate;
            let node = &level[parent as usize];
            next.push(self.maps.child(node, mv, state, patterns, words, sums));
            spreads.push(spread);
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
