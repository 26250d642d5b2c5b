//! Growing levels: each from the one before it, on all threads.

use std::sync::Mutex;

use super::planes::{Edge, Place, Planes};
use super::recorder::{Found, Recorder};
use super::words::{LeadingParity, PIECE, words};
use crate::error::{Error, Result};
use crate::generate::memory::zeros;
use crate::puzzle::Move;
use crate::threads;

/// The result of growing all levels.
#[derive(Debug)]
pub(super) struct Growth<K> {
    /// The number of states at distance 0, 1, 2, ...
    pub(super) counts: Vec<u64>,
    /// What the recorder kept for each word.
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
    /// Whether any word is not 0.
    live: &'a mut bool,
    kept: &'a mut [K],
}

/// A plane of the level that the next one grows from.
#[derive(Clone, Copy, Default)]
struct Source<'a> {
    words: &'a [u64],
    live: &'a [bool],
}

/// What was found in one piece or several.
#[derive(Clone, Copy, Default)]
struct Tally {
    states: u64,
    wrong: Option<u64>,
}

impl Tally {
    fn and(self, other: Tally) -> Tally {
        let wrong = self.wrong.into_iter().chain(other.wrong).min();
        Tally { states: self.states + other.states, wrong }
    }
}

/// The memory needed for the levels and for what is kept for each word, in bytes.
pub(super) fn memory<R: Recorder>(planes: &Planes) -> u64 {
    let words = words(planes.tiles).saturating_mul(planes.all.len() as u64);
    words.saturating_mul((size_of::<u64>() + size_of::<R::Kept>()) as u64)
}

/// Grows all levels from the goal. Calls `progress` after each level with the counts so far.
pub(super) fn grow<R: Recorder>(
    planes: &Planes,
    threads: usize,
    recorder: &R,
    mut progress: impl FnMut(&[u64]),
) -> Result<Growth<R::Kept>> {
    // If any allocation fails, the error gives the total needed.
    let no_memory = |_| Error::Memory { bytes: memory::<R>(planes) };
    let (count, words) = (planes.all.len() as u64, words(planes.tiles));
    let all = words.saturating_mul(count);
    let mut level: Vec<u64> = zeros(all).map_err(no_memory)?;
    let mut kept: Vec<R::Kept> = zeros(all).map_err(no_memory)?;
    #[cfg(feature = "mmap")]
    {
        crate::table::in_huge_pages(&mut level);
        crate::table::in_huge_pages(&mut kept);
    }
    let mut live: Vec<bool> = zeros(count * words.div_ceil(PIECE as u64)).map_err(no_memory)?;
    let words = level.len() / planes.all.len();
    let goal = Place { plane: planes.goal, word: 0 };
    level[goal.plane * words] = 1;
    live[goal.plane * words.div_ceil(PIECE)] = true;
    let found = Found { distance: 0, states: 1, moves: [0; 4] };
    let mut wrong = recorder.record(&mut kept[goal.plane * words], goal, found);
    let mut counts = vec![1];
    let engine = Engine { planes, words, parity: LeadingParity::new(), threads, recorder };
    loop {
        progress(&counts);
        if wrong.is_some() {
            return Ok(Growth { counts, kept, wrong });
        }
        let tally = engine.next_level(counts.len() as u32, &mut level, &mut live, &mut kept);
        if tally.states == 0 {
            return Ok(Growth { counts, kept, wrong });
        }
        counts.push(tally.states);
        wrong = tally.wrong;
    }
}

struct Engine<'a, R> {
    planes: &'a Planes,
    /// Words of a plane.
    words: usize,
    parity: LeadingParity,
    threads: usize,
    recorder: &'a R,
}

impl<R: Recorder> Engine<'_, R> {
    /// Overwrites the level before the last with the level at this distance, and counts its states.
    fn next_level(
        &self,
        distance: u32,
        level: &mut [u64],
        live: &mut [bool],
        kept: &mut [R::Kept],
    ) -> Tally {
        let mut sources = vec![Source::default(); self.planes.all.len()];
        let mut targets = Vec::new();
        let pieces = self.words.div_ceil(PIECE);
        let planes = level
            .chunks_mut(self.words)
            .zip(live.chunks_mut(pieces))
            .zip(kept.chunks_mut(self.words));
        for (number, ((words, live), kept)) in planes.enumerate() {
            if self.planes.all[number].odd_distance == (distance % 2 == 1) {
                targets.push((number, words, live, kept));
            } else {
                sources[number] = Source { words, live };
            }
        }
        let pieces = targets.into_iter().flat_map(|(plane, words, live, kept)| {
            let parts = words.chunks_mut(PIECE).zip(live).zip(kept.chunks_mut(PIECE));
            parts.enumerate().map(move |(number, ((words, live), kept))| Piece {
                plane,
                start: number * PIECE,
                words,
                live,
                kept,
            })
        });
        let pieces = Mutex::new(pieces);
        // Take several small pieces at a time, so that threads rarely wait for the lock.
        let batch = (4 * PIECE / self.words.min(PIECE)).max(1);
        let work = || {
            let mut gathered = vec![[0; PIECE]; if R::BY_MOVE { 4 } else { 1 }];
            let mut taken = Vec::with_capacity(batch);
            let mut tally = Tally::default();
            loop {
                // A separate statement, so that the lock is held while pieces are taken but not
                // while they are processed.
                taken.extend(pieces.lock().expect("work that does not panic").by_ref().take(batch));
                if taken.is_empty() {
                    return tally;
                }
                for piece in taken.drain(..) {
                    tally = tally.and(self.fill(piece, distance, &sources, &mut gathered));
                }
            }
        };
        // More threads than pieces would be idle. If a thread cannot be started, the others do its
        // work.
        let threads = self.threads.min(level_words(self.planes, self.words) / (4 * PIECE) + 1);
        std::thread::scope(|scope| {
            let others = threads::start(scope, threads.saturating_sub(1), work);
            let own = work();
            others.into_iter().fold(own, |tally, other| {
                tally.and(other.join().expect("work that does not panic"))
            })
        })
    }

    /// Finds, records and counts the states of a piece that are in the level. `gathered` is scratch
    /// space: a row for each move, or one for all moves.
    fn fill(
        &self,
        piece: Piece<'_, R::Kept>,
        distance: u32,
        sources: &[Source<'_>],
        gathered: &mut [[u64; PIECE]],
    ) -> Tally {
        let Piece { plane, start, words, live, kept } = piece;
        let odd_orders = self.planes.all[plane].odd;
        let mut any = false;
        for &Edge { plane: source, carry, mv } in self.planes.edges(plane) {
            let (carry, source) =
                (&self.planes.carries[usize::from(carry)], &sources[source as usize]);
            if !source.live[carry.pieces(start)].contains(&true) {
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
                source.words,
                start,
                &mut gathered[row][..words.len()],
                &self.parity,
                odd_orders,
            );
        }
        if !any {
            if *live {
                words.fill(0);
                *live = false;
            }
            return Tally::default();
        }
        let mut tally = Tally::default();
        *live = false;
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
                *live = true;
                let place = Place { plane, word: start + at };
                tally.states += u64::from(states.count_ones());
                if let Some(wrong) =
                    self.recorder.record(kept, place, Found { distance, states, moves })
                {
                    tally.wrong = tally.wrong.into_iter().chain([wrong]).min();
                }
            }
        }
        tally
    }
}

/// Words of a level.
fn level_words(planes: &Planes, words: usize) -> usize {
    planes.all.len() / 2 * words
}
