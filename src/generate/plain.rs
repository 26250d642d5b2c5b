//! The plain generator: a breadth-first search backwards from the goals, by lists of states. Short,
//! obviously right, and the yardstick for the fast one.

use super::memory::zeros;
use crate::error::Result;
use crate::space::Space;
use crate::table::{Encoding, NewTable};

/// Finds the distance of every state that can reach a goal, and calls `record(state, mv)` for each
/// optimal move of each state.
///
/// Returns the number of states at distance 0, 1, 2, ...
///
/// ```
/// use tilebase::{generate::search_backwards, space::Sliding};
/// let space = Sliding::new("2x2".parse()?, 3)?;
/// let mut moves = 0;
/// assert_eq!(search_backwards(&space, |_, _| moves += 1)?, [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(moves, 12, "one for each state but the goal, two for the antipode");
/// # Ok::<(), tilebase::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Memory`](crate::Error::Memory) if there is no memory for a byte per state.
///
/// # Panics
///
/// If a state is 255 moves or more from every goal. No state of any puzzle here is.
pub fn search_backwards<S: Space>(
    space: &S,
    mut record: impl FnMut(u64, S::Move),
) -> Result<Vec<u64>> {
    // One more than the distance; 0 is a state that was not reached yet.
    const UNREACHED: u8 = 0;
    let mut distances: Vec<u8> = zeros(space.puzzle().states())?;
    let mut level = space.goals();
    for &goal in &level {
        distances[space.index(goal) as usize] = 1;
    }
    let mut counts = Vec::new();
    for distance in 2.. {
        if level.is_empty() {
            break;
        }
        counts.push(level.len() as u64);
        assert_ne!(distance, u8::MAX, "a distance that fits its byte");
        let mut next = Vec::new();
        for &at in &level {
            space.predecessors(at, |before, mv| {
                let index = space.index(before);
                let known = &mut distances[index as usize];
                if *known == UNREACHED {
                    *known = distance;
                    next.push(before);
                }
                if *known == distance {
                    record(index, mv);
                }
            });
        }
        level = next;
    }
    Ok(counts)
}

/// Makes the table of a space, with entries of four bits.
///
/// ```
/// use tilebase::{generate::generate_plainly, space::Sliding};
/// let table = generate_plainly(&Sliding::new("2x2".parse()?, 3)?)?;
/// assert_eq!(table.header().counts(), [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), tilebase::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Memory`](crate::Error::Memory) if there is no memory for a byte and a half per state.
pub fn generate_plainly<S: Space>(space: &S) -> Result<NewTable> {
    let encoding = Encoding::Moves;
    let mut entries: Vec<u8> = zeros(encoding.len(space.puzzle().states()))?;
    let counts = search_backwards(space, |index, mv| {
        let byte = encoding.byte(index) as usize;
        let known = space.moves(encoding.entry(entries[byte], index));
        let moves = known.into_iter().chain([mv]).collect();
        entries[byte] = encoding.with(entries[byte], index, space.entry(moves));
    })?;
    Ok(NewTable::new(space.puzzle(), encoding, counts, entries))
}
