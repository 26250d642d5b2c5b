//! Growing levels: each from the one before it, on all threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::planes::{Edge, Planes, WordAt};
use super::recorder::{NewStates, Recorder};
use super::words::{LeadingParity, PIECE, STATES, words};
use crate::error::{Error, Result};
use crate::generate::zeroed::zeros_in_huge_pages;
use crate::puzzle::Direction;
use crate::threads;

/// The result of growing all levels.
#[derive(Debug)]
pub(super) struct Growth<K> {
    /// The number of states at distance 0, 1, 2, ...
    pub(super) counts: Vec<u64>,
    /// The recorder's result for each word.
    pub(super) kept: Vec<K>,
    /// The first wrong entry of the first level that has one, if the recorder compares. The level
    /// is the last of `counts`.
    pub(super) wrong: Option<u64>,
}

/// A part of a plane of the next level.
struct Piece<'a, K> {
    plane: usize,
    /// The index of its first word.
    start: usize,
    words: &'a mut [u64],
    state: &'a mut PieceState,
    kept: &'a mut [K],
}

/// The progress of a piece.
#[derive(Clone, Copy)]
struct PieceState {
    /// The number of states that have not been in any level.
    left: u32,
    /// True if any is in the last level that the piece may have states in.
    live: bool,
}

/// The levels of all planes, those at even distances first, or of one half of them.
struct Halves<'a> {
    words: &'a mut [u64],
    states: &'a mut [PieceState],
}

/// The level that the next one grows from: all planes of one half.
#[derive(Clone, Copy)]
struct SourceLevel<'a> {
    words: &'a [u64],
    states: &'a [PieceState],
}

/// The result for one piece or several.
#[derive(Clone, Copy, Default)]
struct PieceCount {
    states: u64,
    wrong: Option<u64>,
}

impl PieceCount {
    fn and(self, other: PieceCount) -> PieceCount {
        let wrong = self.wrong.into_iter().chain(other.wrong).min();
        PieceCount { states: self.states + other.states, wrong }
    }
}

/// The memory needed for the levels and for what is kept for each word, in bytes.
pub(super) fn memory<R: Recorder>(planes: &Planes) -> u64 {
    let words = words(planes.tiles).saturating_mul(planes.all.len() as u64);
    let pieces = words.div_ceil(PIECE as u64).max(planes.all.len() as u64);
    words
        .saturating_mul((size_of::<u64>() + size_of::<R::Kept>()) as u64)
        .saturating_add(pieces.saturating_mul(size_of::<PieceState>() as u64))
        .saturating_add(planes.bytes())
}

/// Grows all levels from the goal. Calls `progress` with the counts so far after each level, and
/// every few pieces, so that it can stop a long one.
pub(super) fn grow<R: Recorder>(
    planes: &Planes,
    threads: usize,
    recorder: &R,
    mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<Growth<R::Kept>> {
    // If any allocation fails, the error gives the total needed.
    let no_memory = || Error::Memory { bytes: memory::<R>(planes) };
    let all_words = words(planes.tiles).saturating_mul(planes.all.len() as u64);
    let mut level: Vec<u64> = zeros_in_huge_pages(all_words).map_err(|_| no_memory())?;
    let mut kept: Vec<R::Kept> = zeros_in_huge_pages(all_words).map_err(|_| no_memory())?;
    let words = level.len() / planes.all.len();
    let builder = LevelBuilder { planes, words, parity: LeadingParity::new(), threads, recorder };
    let mut states = builder.unreached().ok_or_else(no_memory)?;
    // The goal is the first state of its plane, and its distance is even.
    let goal = WordAt { plane: planes.goal, word: 0 };
    let number = planes.all[goal.plane].rank_in_half as usize;
    level[number * words] = 1;
    let piece = &mut states[number * builder.pieces()];
    *piece = PieceState { left: piece.left - 1, live: true };
    let found = NewStates { distance: 0, states: 1, moves: [0; 4] };
    let mut wrong = recorder.record(&mut kept[goal.plane * words], goal, found);
    let mut counts = vec![1];
    loop {
        if progress(&counts).is_break() {
            return Err(Error::Interrupted);
        }
        if wrong.is_some() {
            return Ok(Growth { counts, kept, wrong });
        }
        let halves = Halves { words: &mut level, states: &mut states };
        let found = builder
            .next_level(counts.len() as u32, halves, &mut kept, &mut || progress(&counts))?;
        if found.states == 0 {
            return Ok(Growth { counts, kept, wrong });
        }
        counts.push(found.states);
        wrong = found.wrong;
    }
}

struct LevelBuilder<'a, R> {
    planes: &'a Planes,
    /// Words of a plane.
    words: usize,
    parity: LeadingParity,
    threads: usize,
    recorder: &'a R,
}

impl<R: Recorder> LevelBuilder<'_, R> {
    /// The pieces of all planes, before any state was in a level. `None` if there is not enough
    /// memory.
    fn unreached(&self) -> Option<Vec<PieceState>> {
        let starts = (0..self.words).step_by(PIECE);
        let of_plane: Vec<PieceState> = starts
            .map(|start| (self.words - start).min(PIECE) * STATES)
            .map(|left| PieceState { left: left as u32, live: false })
            .collect();
        let mut states = Vec::new();
        states.try_reserve_exact(of_plane.len() * self.planes.all.len()).ok()?;
        self.planes.all.iter().for_each(|_| states.extend_from_slice(&of_plane));
        Some(states)
    }

    /// Overwrites the level before the last with the level at this distance, and counts its states.
    /// Calls `watch` on this thread. If it breaks, all threads stop.
    fn next_level(
        &self,
        distance: u32,
        level: Halves<'_>,
        kept: &mut [R::Kept],
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<PieceCount> {
        let odd = distance % 2 == 1;
        let (even_half, odd_half) = self.split(level);
        let (target, source) = if odd { (odd_half, even_half) } else { (even_half, odd_half) };
        let sources = SourceLevel { words: source.words, states: source.states };
        let planes = self.planes.all.iter().enumerate().zip(kept.chunks_mut(self.words));
        let planes = planes.filter(|((_, plane), _)| plane.odd_distance == odd);
        let words = target.words.chunks_mut(self.words);
        let levels = words.zip(target.states.chunks_mut(self.pieces()));
        let pieces = planes.zip(levels).flat_map(|(((plane, _), kept), (words, states))| {
            let parts = words.chunks_mut(PIECE).zip(states).zip(kept.chunks_mut(PIECE));
            parts.enumerate().map(move |(number, ((words, state), kept))| Piece {
                plane,
                start: number * PIECE,
                words,
                state,
                kept,
            })
        });
        let (pieces, stopped) = (Mutex::new(pieces), AtomicBool::new(false));
        // More threads than pieces would be idle. If a thread cannot be started, the others do its
        // work.
        let threads = self.threads.min(level_words(self.planes, self.words) / (4 * PIECE) + 1);
        let all = Mutex::new(PieceCount::default());
        let fill = |watch: &mut dyn FnMut() -> ControlFlow<()>| {
            let found = self.fill_pieces(&pieces, distance, sources, watch);
            let mut all = all.lock().expect("work that does not panic");
            *all = all.and(found);
        };
        let other = || {
            fill(&mut || {
                let goes_on = !stopped.load(Ordering::Relaxed);
                if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        };
        let mut own = || {
            fill(&mut || {
                let flow = watch();
                stopped.fetch_or(flow.is_break(), Ordering::Relaxed);
                flow
            });
        };
        threads::beside(threads.saturating_sub(1), &other, &mut own);
        if stopped.into_inner() {
            return Err(Error::Interrupted);
        }
        Ok(all.into_inner().expect("work that does not panic"))
    }

    /// Fills pieces until there are none left, or until `watch` breaks.
    fn fill_pieces<'p>(
        &self,
        pieces: &Mutex<impl Iterator<Item = Piece<'p, R::Kept>>>,
        distance: u32,
        sources: SourceLevel<'_>,
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> PieceCount
    where
        R::Kept: 'p,
    {
        // Take several small pieces at a time, so that threads rarely wait for the lock.
        let batch = (4 * PIECE / self.words.min(PIECE)).max(1);
        let mut gathered = vec![[0; PIECE]; if R::BY_MOVE { 4 } else { 1 }];
        let mut taken = Vec::with_capacity(batch);
        let mut found = PieceCount::default();
        while watch().is_continue() {
            // A separate statement, so that the lock is held while pieces are taken but not while
            // they are processed.
            taken.extend(pieces.lock().expect("work that does not panic").by_ref().take(batch));
            if taken.is_empty() {
                break;
            }
            for piece in taken.drain(..) {
                found = found.and(self.fill(piece, distance, sources, &mut gathered));
            }
        }
        found
    }

    /// Finds, records and counts the states of a piece that are in the level. `gathered` is scratch
    /// space: a row for each move, or one for all moves.
    ///
    /// First it gathers the states that a move takes into the last level, then it records those
    /// that are new. The two are one function, since the time of a function for each was 1.03 of
    /// this one's.
    fn fill(
        &self,
        piece: Piece<'_, R::Kept>,
        distance: u32,
        sources: SourceLevel<'_>,
        gathered: &mut [[u64; PIECE]],
    ) -> PieceCount {
        let Piece { plane, start, words, state, kept } = piece;
        let odd_orders = self.planes.all[plane].odd;
        let (mut is_reached, pieces) = (false, self.pieces());
        // Once all states of a piece were in a level, none of them can be in another.
        let edges = if state.left > 0 { self.planes.edges(plane) } else { &[] };
        for &Edge { to, carry, mv } in edges {
            let (carry, to) = (&self.planes.carries[usize::from(carry)], to as usize);
            let states = &sources.states[to * pieces..][..pieces];
            if !states[carry.pieces(start)].iter().any(|state| state.live) {
                continue;
            }
            if !is_reached {
                for row in gathered.iter_mut() {
                    row[..words.len()].fill(0);
                }
                is_reached = true;
            }
            let row = if R::BY_MOVE { usize::from(mv) } else { 0 };
            carry.gather(
                &sources.words[to * self.words..][..self.words],
                start,
                &mut gathered[row][..words.len()],
                &self.parity,
                odd_orders,
            );
        }
        if !is_reached {
            if state.live {
                words.fill(0);
                state.live = false;
            }
            return PieceCount::default();
        }
        let mut found = PieceCount::default();
        for (at, (word, kept)) in words.iter_mut().zip(kept).enumerate() {
            let (mut moves, mut states, mut mv) = ([0; Direction::ALL.len()], 0, 0);
            while mv < gathered.len().min(moves.len()) {
                moves[mv] = gathered[mv][at];
                states |= moves[mv];
                mv += 1;
            }
            // Neighbours of the last level that are not in the level before it are new.
            states &= !*word;
            *word = states;
            if states != 0 {
                let at_word = WordAt { plane, word: start + at };
                found.states += u64::from(states.count_ones());
                if let Some(wrong) =
                    self.recorder.record(kept, at_word, NewStates { distance, states, moves })
                {
                    found.wrong = found.wrong.into_iter().chain([wrong]).min();
                }
            }
        }
        *state = PieceState { left: state.left - found.states as u32, live: found.states > 0 };
        found
    }

    /// The planes of even distances, and those of odd ones.
    fn split<'l>(&self, level: Halves<'l>) -> (Halves<'l>, Halves<'l>) {
        let (Halves { words, states }, even) = (level, self.planes.even);
        let (even_words, odd_words) = words.split_at_mut(even * self.words);
        let (even_states, odd_states) = states.split_at_mut(even * self.pieces());
        (
            Halves { words: even_words, states: even_states },
            Halves { words: odd_words, states: odd_states },
        )
    }

    /// The number of pieces of a plane.
    const fn pieces(&self) -> usize {
        self.words.div_ceil(PIECE)
    }
}

fn level_words(planes: &Planes, words: usize) -> usize {
    planes.all.len() / 2 * words
}
