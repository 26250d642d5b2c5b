//! The bit-parallel generator: whole levels at once, sixty states to a word.
//!
//! # States as bits
//!
//! A state is (blank cell, R), R being the rank of the tile order ([`Coordinates`](crate::Coordinates)). Of the ranks 2k and 2k+1 exactly one
//! belongs to a solvable board, so a set of states with one blank cell is a set of numbers k below tiles!/2: a *segment* of bits.
//!
//! The last five tiles of the order have 5! = 120 arrangements, ranks 120w to 120w + 119 for given leading tiles; half of them
//! have the right parity. So word w of a segment holds the 60 states whose leading tiles are arranged in the way numbered w, and a
//! segment is tiles!/120 words. A *level*, all states at one distance, is a segment for each blank cell.
//!
//! # A move as words
//!
//! To find the next level, each of its segments asks, for each move, which of its states that move leads into the level before. A
//! horizontal move leaves R as it is: the answer is the neighbour's segment, word for word. A vertical move rotates a window of `cols`
//! tiles, and there are three kinds, by where the window lies:
//!
//! * **before the last five**: the leading tiles change and the last five do not. Whole words change place, in runs, as long as there
//!   are arrangements of the leading tiles behind the window.
//! * **inside the last five**: words stay, and the 60 bits of each are permuted. Which permutation depends on the parity of the last
//!   five, and so on that of the leading tiles.
//! * **across the boundary**: the window has one or two leading tiles, and so 6 or 42 words exchange bits, in groups that differ in the
//!   tiles behind the window alone: 5 groups of 12 bits, or 20 of 3.
//!
//! What all moves gave together, less what was seen before, is the next level. For each of its states we know at that moment which moves
//! lead nearer to the goal: that is the table's entry, and it goes to the [`Recorder`].
//!
//! # Half the segments are at rest
//!
//! Colour the cells like a chessboard: each move takes the blank to the other colour, so a level lives on segments of one colour, and the next
//! on those of the other. Two bits a state are enough, one for the level and one for what was seen: the next level is written over
//! the one before the last.
//!
//! # Threads cannot disagree
//!
//! The words of the next level are cut into pieces, and whoever is free takes the next piece. A piece's words, what was seen of them and what is
//! recorded of them are written by that thread alone, from segments that nobody writes in the meantime. So the result depends neither on the
//! number of threads nor on who is faster.

mod gather;
mod permute;

use std::sync::Mutex;

use super::memory::zeros;
use super::recorder::Recorder;
use crate::error::Result;
use crate::puzzle::{Move, Orbit};
use gather::{Carry, LAST, OddWords};
use permute::STATES;

/// Words in a piece of work: what four moves gather for it fits the first cache.
const PIECE: usize = 1024;

/// A word with all its states.
const FULL: u64 = (1 << STATES) - 1;

/// How levels of one orbit follow each other.
#[derive(Debug)]
pub struct BitParallel {
    orbit: Orbit,
    threads: usize,
    /// For each cell and move, what the move does, where it stays on the board.
    carries: Vec<[Option<Carry>; 4]>,
    odd_words: OddWords,
}

/// A part of one segment of the next level.
struct Piece<'a> {
    cell: usize,
    /// The number of its first word.
    start: usize,
    level: &'a mut [u64],
    seen: &'a mut [u64],
    kept: &'a mut [u8],
}

impl BitParallel {
    /// Whether a shape's boards have five tiles at least, and windows that cross the boundary by two tiles at most.
    #[must_use]
    pub fn serves(orbit: Orbit) -> bool {
        orbit.shape().tiles() >= LAST && orbit.shape().cols() <= 3
    }

    /// The generator of an orbit that [`serves`](Self::serves) says yes of.
    #[must_use]
    pub fn new(orbit: Orbit, threads: usize) -> BitParallel {
        let shape = orbit.shape();
        let carry = |cell, mv| shape.neighbour(cell, mv).map(|_| Carry::new(orbit, cell, mv));
        let carries = (0..shape.cells()).map(|cell| Move::ALL.map(|mv| carry(cell, mv))).collect();
        let odd_words = OddWords::new(BitParallel::words(orbit));
        BitParallel { orbit, threads: threads.max(1), carries, odd_words }
    }

    /// Words of a segment.
    #[must_use]
    pub fn words(orbit: Orbit) -> usize {
        orbit.shape().states_per_blank() as usize / STATES
    }

    /// Finds all levels. Gives the number of states at distance 0, 1, 2, ..., and what the recorder kept of each word in turn.
    /// `progress` is told the counts so far after each level.
    ///
    /// # Errors
    ///
    /// [`Error::Memory`](crate::error::Error::Memory) if there is not enough memory.
    pub fn run<R: Recorder>(
        &self,
        mut progress: impl FnMut(&[u64]),
    ) -> Result<(Vec<u64>, Vec<u8>)> {
        let (cells, words) = (self.orbit.shape().cells(), BitParallel::words(self.orbit));
        let segments =
            || (0..cells).map(|_| zeros(words as u64)).collect::<Result<Vec<Vec<u64>>>>();
        let (mut level, mut seen) = (segments()?, segments()?);
        let mut kept = zeros((cells * words * R::BYTES_PER_WORD) as u64)?;
        let goal = self.orbit.goal_blank();
        level[goal][0] = 1;
        seen[goal][0] = 1;
        let mut counts = vec![1];
        loop {
            progress(&counts);
            let colour = self.colour(goal) + counts.len();
            let count = self.next_level::<R>(colour, &mut level, &mut seen, &mut kept);
            if count == 0 {
                return Ok((counts, kept));
            }
            counts.push(count);
        }
    }

    fn colour(&self, cell: usize) -> usize {
        let cols = self.orbit.shape().cols();
        cell / cols + cell % cols
    }

    /// Writes the next level to the segments of its colour, over the level before the last, and counts its states.
    fn next_level<R: Recorder>(
        &self,
        colour: usize,
        level: &mut [Vec<u64>],
        seen: &mut [Vec<u64>],
        mut kept: &mut [u8],
    ) -> u64 {
        let mut sources: Vec<&[u64]> = vec![&[]; level.len()];
        let mut pieces = Vec::new();
        for (cell, (level, seen)) in level.iter_mut().zip(seen).enumerate() {
            let kept = kept.split_off_mut(..level.len() * R::BYTES_PER_WORD).unwrap_or_default();
            if self.colour(cell) % 2 == colour % 2 {
                pieces.extend(cut::<R>(cell, level, seen, kept));
            } else {
                sources[cell] = level;
            }
        }
        let pieces = Mutex::new(pieces.into_iter());
        let work = || {
            let mut gathered = vec![[0; PIECE]; 4];
            let mut count = 0;
            loop {
                // Its own statement: the lock is held while a piece is taken, not while it is worked on.
                let piece = pieces.lock().ok().and_then(|mut pieces| pieces.next());
                match piece {
                    Some(piece) => count += self.fill::<R>(piece, &sources, &mut gathered),
                    None => return count,
                }
            }
        };
        std::thread::scope(|scope| {
            // Where the system allows fewer threads, fewer do the work.
            let start = || std::thread::Builder::new().spawn_scoped(scope, work).ok();
            let others: Vec<_> = (1..self.threads).map_while(|_| start()).collect();
            let count = work();
            others
                .into_iter()
                .fold(count, |count, other| count + other.join().expect("work that does not panic"))
        })
    }

    /// Finds the states of a piece that are new, records them and counts them. `gathered` is scratch, a row for each move.
    fn fill<R: Recorder>(
        &self,
        piece: Piece<'_>,
        sources: &[&[u64]],
        gathered: &mut [[u64; PIECE]],
    ) -> u64 {
        let Piece { cell, start, level, seen, mut kept } = piece;
        if seen.iter().all(|&seen| seen == FULL) {
            level.fill(0);
            return 0;
        }
        for (mv, words) in Move::ALL.into_iter().zip(&mut *gathered) {
            let words = &mut words[..level.len()];
            match (&self.carries[cell][mv as usize], self.orbit.shape().neighbour(cell, mv)) {
                (Some(carry), Some(next)) => {
                    carry.gather(sources[next], start, words, &self.odd_words)
                }
                _ => words.fill(0),
            }
        }
        let mut count = 0;
        for (at, (level, seen)) in level.iter_mut().zip(seen).enumerate() {
            let moves = std::array::from_fn(|mv| gathered[mv][at]);
            let found = moves.iter().fold(0, |any, bits| any | bits) & !*seen;
            let kept = kept.split_off_mut(..R::BYTES_PER_WORD).unwrap_or_default();
            *level = found;
            if found != 0 {
                *seen |= found;
                count += u64::from(found.count_ones());
                R::record(kept, found, moves);
            }
        }
        count
    }
}

/// A segment in pieces.
fn cut<'a, R: Recorder>(
    cell: usize,
    level: &'a mut [u64],
    seen: &'a mut [u64],
    mut kept: &'a mut [u8],
) -> impl Iterator<Item = Piece<'a>> {
    level.chunks_mut(PIECE).zip(seen.chunks_mut(PIECE)).enumerate().map(
        move |(number, (level, seen))| {
            let kept = kept.split_off_mut(..level.len() * R::BYTES_PER_WORD).unwrap_or_default();
            Piece { cell, start: number * PIECE, level, seen, kept }
        },
    )
}
