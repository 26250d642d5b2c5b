//! Growing levels: each from the one before it, on all threads.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use super::planes::{Edge, Planes, WordAt};
use super::recorder::{NewStates, Recorder};
use super::words::{LeadingParity, PIECE, STATES, words};
use crate::error::{Error, Result};
use crate::generate::memory::zeros_in_huge_pages;
use crate::puzzle::Move;
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
    /// Whether any is in the last level that the piece may have states in.
    live: bool,
}

/// The levels of all planes, with those at even distances first.
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
    let bytes = memory::<R>(planes);
    let (count, words) = (planes.all.len() as u64, words(planes.tiles));
    let all = words.saturating_mul(count);
    let mut level: Vec<u64> = zeros_in_huge_pages(all).map_err(|_| Error::Memory { bytes })?;
    let mut kept: Vec<R::Kept> = zeros_in_huge_pages(all).map_err(|_| Error::Memory { bytes })?;
    let words = level.len() / planes.all.len();
    let of_plane = (0..words).step_by(PIECE).map(|start| (words - start).min(PIECE) * STATES);
    let of_plane = of_plane.map(|left| PieceState { left: left as u32, live: false });
    let of_plane: Vec<PieceState> = of_plane.collect();
    let mut states: Vec<PieceState> = Vec::new();
    let pieces = of_plane.len() * planes.all.len();
    states.try_reserve_exact(pieces).map_err(|_| Error::Memory { bytes })?;
    for _ in &planes.all {
        states.extend_from_slice(&of_plane);
    }
    let goal = WordAt { plane: planes.goal, word: 0 };
    // The goal's distance is even.
    let rank = planes.all[goal.plane].rank_in_half as usize;
    level[rank * words] = 1;
    let state = &mut states[rank * of_plane.len()];
    *state = PieceState { left: state.left - 1, live: true };
    let found = NewStates { distance: 0, states: 1, moves: [0; 4] };
    let mut wrong = recorder.record(&mut kept[goal.plane * words], goal, found);
    let mut counts = vec![1];
    let builder = LevelBuilder { planes, words, parity: LeadingParity::new(), threads, recorder };
    loop {
        if progress(&counts).is_break() {
            return Err(Error::Interrupted);
        }
        if wrong.is_some() {
            return Ok(Growth { counts, kept, wrong });
        }
        let halves = Halves { words: &mut level, states: &mut states };
        let tally = builder
            .next_level(counts.len() as u32, halves, &mut kept, &mut || progress(&counts))?;
        if tally.states == 0 {
            return Ok(Growth { counts, kept, wrong });
        }
        counts.push(tally.states);
        wrong = tally.wrong;
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
    /// Overwrites the level before the last with the level at this distance, and counts its states.
    /// Calls `watch` on this thread. If it breaks, all threads stop.
    fn next_level(
        &self,
        distance: u32,
        level: Halves<'_>,
        kept: &mut [R::Kept],
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<PieceCount> {
        let (pieces, odd) = (self.pieces(), distance % 2 == 1);
        let Halves { words, states } = level;
        let even_words = words.split_at_mut(self.planes.even * self.words);
        let even_states = states.split_at_mut(self.planes.even * pieces);
        let ((words, sources), (states, source_states)) =
            if odd { (swap(even_words), swap(even_states)) } else { (even_words, even_states) };
        let sources = SourceLevel { words: sources, states: source_states };
        let planes = self.planes.all.iter().enumerate().zip(kept.chunks_mut(self.words));
        let targets = planes.filter(|((_, plane), _)| plane.odd_distance == odd);
        let targets = targets.zip(words.chunks_mut(self.words)).zip(states.chunks_mut(pieces));
        let pieces = targets.flat_map(|((((plane, _), kept), words), states)| {
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
            let tally = self.fill_pieces(&pieces, distance, sources, watch);
            let mut all = all.lock().expect("work that does not panic");
            *all = all.and(tally);
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
        let mut tally = PieceCount::default();
        while watch().is_continue() {
            // A separate statement, so that the lock is held while pieces are taken but not while
            // they are processed.
            taken.extend(pieces.lock().expect("work that does not panic").by_ref().take(batch));
            if taken.is_empty() {
                break;
            }
            for piece in taken.drain(..) {
                tally = tally.and(self.fill(piece, distance, sources, &mut gathered));
            }
        }
        tally
    }

    /// Finds, records and counts the states of a piece that are in the level. `gathered` is scratch
    /// space: a row for each move, or one for all moves.
    fn fill(
        &self,
        piece: Piece<'_, R::Kept>,
        distance: u32,
        sources: SourceLevel<'_>,
        gathered: &mut [[u64; PIECE]],
    ) -> PieceCount {
        let Piece { plane, start, words, state, kept } = piece;
        let odd_orders = self.planes.all[plane].odd;
        let (mut any, pieces) = (false, self.pieces());
        // Once all states of a piece were in a level, none of them can be in another.
        let edges = if state.left > 0 { self.planes.edges(plane) } else { &[] };
        for &Edge { to, carry, mv } in edges {
            let (carry, to) = (&self.planes.carries[usize::from(carry)], to as usize);
            let states = &sources.states[to * pieces..][..pieces];
            if !states[carry.pieces(start)].iter().any(|state| state.live) {
                continue;
            }
            if !any {
                for row in gathered.iter_mut() {
                    row[..words.len()].fill(0);
                }
                any = true;
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
        if !any {
            if state.live {
                words.fill(0);
                state.live = false;
            }
            return PieceCount::default();
        }
        let mut tally = PieceCount::default();
        for (at, (word, kept)) in words.iter_mut().zip(kept).enumerate() {
            let (mut moves, mut states, mut mv) = ([0; Move::ALL.len()], 0, 0);
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
                tally.states += u64::from(states.count_ones());
                if let Some(wrong) =
                    self.recorder.record(kept, at_word, NewStates { distance, states, moves })
                {
                    tally.wrong = tally.wrong.into_iter().chain([wrong]).min();
                }
            }
        }
        *state = PieceState { left: state.left - tally.states as u32, live: tally.states > 0 };
        tally
    }

    /// The number of pieces of a plane.
    const fn pieces(&self) -> usize {
        self.words.div_ceil(PIECE)
    }
}

fn swap<T>((first, second): (T, T)) -> (T, T) {
    (second, first)
}

fn level_words(planes: &Planes, words: usize) -> usize {
    planes.all.len() / 2 * words
}
