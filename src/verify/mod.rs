//! Proving a table: nothing in the file is believed, neither its checksums nor the generator that made it.
//!
//! 1. Every block fits its checksum.
//! 2. From every state the entries lead to the goal by legal moves, in at most `diameter` of them. The number of moves is the state's distance by the
//!    table, and as many states have each as the header says.
//! 3. No neighbour of a state is nearer than by one, and the entry holds exactly the moves to those that are nearer.
//!
//! By 2 the goal alone has distance 0 and every other state a neighbour that is nearer by one; by 3 none is nearer than that. So the distances are those
//! of a breadth-first search, whatever made the table, and the entries hold what they should. All three together are necessary and sufficient.
//!
//! It takes a byte of memory for each state.

mod sliding;
mod swapping;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::error::{Error, Fault, Result, WrongEntry};
use crate::puzzle::Puzzle;
use crate::table::{NewTable, TableFile};
use sliding::Sliding;
use swapping::Swapping;

/// A table that was proved.
///
/// ```
/// use tilebase::{Proof, Puzzle, TableFile, swap::Side};
/// let mut bytes = Vec::new();
/// tilebase::swap::generate(Side::new(2).expect("a side")).write_to(&mut bytes)?;
/// let proof = Proof::of(&TableFile::from_bytes("swaps", bytes)?, 2)?;
/// assert_eq!(proof.counts, [2, 6, 16, 16, 6, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// What it is of.
    pub puzzle: Puzzle,
    /// States at distance 0, 1, 2, ..., as counted now.
    pub counts: Vec<u64>,
    /// States that cannot reach the goal, which only the alternating-swap puzzle could have.
    pub unsolvable: u64,
}

impl Proof {
    /// Proves a table, on this many threads.
    ///
    /// # Errors
    ///
    /// [`Error::Table`](crate::Error::Table), with [`Fault::Block`] for a block that does not fit its checksum, [`Fault::Entry`] for the first entry that is wrong, or
    /// [`Fault::Counts`] for a header that counts otherwise. [`Error::Memory`] if there is not enough memory.
    pub fn of<D: AsRef<[u8]> + Sync>(file: &TableFile<D>, threads: usize) -> Result<Proof> {
        match file.header().puzzle() {
            Puzzle::Sliding(orbit) => prove(&Sliding::new(file, orbit)?, threads),
            Puzzle::Swap(side) => prove(&Swapping::new(file, side), threads),
        }
    }
}

/// A puzzle's states and what a table says of them.
trait Claims: Sync {
    fn file(&self) -> &TableFile<impl AsRef<[u8]>>;

    /// The state that the first move of an entry leads to: `Ok(None)` at the goal, `Err` where there is no such move.
    fn follow(&self, state: u64) -> std::result::Result<Option<u64>, Wrong>;

    /// Whether the state has no solution, by its entry.
    fn is_unsolvable(&self, _state: u64) -> bool {
        false
    }

    /// Whether the entry is what the distances of the neighbours make it.
    fn is_right(&self, state: u64, distance: impl Fn(u64) -> u8) -> bool;

    /// The same table, made anew.
    fn anew(&self) -> Result<NewTable>;

    /// How an entry and its board are told.
    fn tell(&self, state: u64, entry: u8) -> (String, String);
}

/// Something is wrong with an entry; which and what is found out later.
struct Wrong;

const UNKNOWN: u8 = u8::MAX;
const NO_SOLUTION: u8 = u8::MAX - 1;

fn prove<C: Claims>(claims: &C, threads: usize) -> Result<Proof> {
    if let Err(damage) = claims.file().check_all() {
        // A wrong entry says more, if it is an entry that is damaged.
        return Err(match first_wrong(claims)? {
            fault @ Fault::Entry(_) => claims.file().error(fault),
            _ => damage,
        });
    }
    let header = claims.file().header();
    let (states, diameter) = (header.states(), header.diameter());
    let no_memory = || Error::Memory { bytes: states };
    let mut distances: Vec<AtomicU8> = Vec::new();
    let length = usize::try_from(states).map_err(|_| no_memory())?;
    distances.try_reserve_exact(length).map_err(|_| no_memory())?;
    distances.extend((0..length).map(|_| AtomicU8::new(UNKNOWN)));
    let walked = in_parts(states, threads, |part| {
        part.into_iter().try_for_each(|state| walk(claims, state, diameter, &distances))
    });
    let distance = |state: u64| distances[state as usize].load(Ordering::Relaxed);
    let is_right = |state| if claims.is_right(state, distance) { Ok(()) } else { Err(Wrong) };
    if walked.and_then(|()| in_parts(states, threads, |part| part.into_iter().try_for_each(is_right))).is_err() {
        return Err(claims.file().error(first_wrong(claims)?));
    }
    let mut counts = vec![0; usize::from(UNKNOWN) + 1];
    for distance in distances {
        counts[usize::from(distance.into_inner())] += 1;
    }
    let unsolvable = counts[usize::from(NO_SOLUTION)];
    counts.truncate(diameter as usize + 1);
    for (distance, (&found, &expected)) in counts.iter().zip(header.counts()).enumerate() {
        if found != expected {
            return Err(claims.file().error(Fault::Counts { distance, found: expected, expected: found }));
        }
    }
    Ok(Proof { puzzle: header.puzzle(), counts, unsolvable })
}

/// Does the same for each part of the states on threads of its own.
fn in_parts(
    states: u64,
    threads: usize,
    work: impl Fn(std::ops::Range<u64>) -> std::result::Result<(), Wrong> + Sync,
) -> std::result::Result<(), Wrong> {
    // Small parts, so that a thread whose parts are dear does not end last.
    const PART: u64 = 1 << 16;
    let next = Mutex::new((0..states).step_by(PART as usize));
    let worker = || loop {
        let first = next.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
        let Some(first) = first else { return Ok(()) };
        work(first..states.min(first + PART))?;
    };
    std::thread::scope(|scope| {
        // Where the system allows fewer threads, fewer do the work.
        let start = || std::thread::Builder::new().spawn_scoped(scope, worker).ok();
        let others: Vec<_> = (1..threads.max(1)).map_while(|_| start()).collect();
        let own = worker();
        others.into_iter().fold(own, |all, other| all.and(other.join().unwrap_or(Err(Wrong))))
    })
}

/// Follows the entries from a state to one whose distance is known, and notes the distances on the way. Two threads that come to the same state note the
/// same.
fn walk<C: Claims>(claims: &C, start: u64, diameter: u32, distances: &[AtomicU8]) -> std::result::Result<(), Wrong> {
    let mut path = [0; UNKNOWN as usize];
    let mut length = 0;
    let mut state = start;
    let mut distance = loop {
        match distances[state as usize].load(Ordering::Relaxed) {
            UNKNOWN => {}
            NO_SOLUTION => return Err(Wrong),
            known => break known,
        }
        if claims.is_unsolvable(state) {
            // Only the first state of a walk may be one.
            distances[state as usize].store(NO_SOLUTION, Ordering::Relaxed);
            return if length == 0 { Ok(()) } else { Err(Wrong) };
        }
        let Some(next) = claims.follow(state)? else {
            distances[state as usize].store(0, Ordering::Relaxed);
            break 0;
        };
        // A walk longer than the diameter goes in a circle.
        if length as u32 >= diameter {
            return Err(Wrong);
        }
        path[length] = state;
        length += 1;
        state = next;
    };
    for &state in path[..length].iter().rev() {
        distance += 1;
        if u32::from(distance) > diameter {
            return Err(Wrong);
        }
        distances[state as usize].store(distance, Ordering::Relaxed);
    }
    Ok(())
}

/// The first entry that differs from those of the same table made anew.
fn first_wrong<C: Claims>(claims: &C) -> Result<Fault> {
    let anew = claims.anew()?;
    for index in 0..claims.file().header().states() {
        let (found, expected) = (claims.file().entry_as_it_is(index), anew.entry(index));
        if found != expected {
            let ((board, found), (_, expected)) = (claims.tell(index, found), claims.tell(index, expected));
            return Ok(Fault::Entry(Box::new(WrongEntry { index, board, found, expected })));
        }
    }
    // The entries are right, so the header lies about the diameter.
    let (found, expected) = (claims.file().header().diameter().into(), anew.header().diameter().to_string());
    Ok(Fault::Field { field: "diameter", found, expected })
}
