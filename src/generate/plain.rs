//! The plain generator: a breadth-first search backwards from the goals, by lists of states. Short,
//! obviously right, and the yardstick for the fast one.

use crate::error::{Error, Result};
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
/// [`Error::Memory`] if there is no memory for a byte per state.
///
/// # Panics
///
/// If a state is 255 moves or more from every goal. No state of any puzzle here is.
pub fn search_backwards<S: Space>(
    space: &S,
    mut record: impl FnMut(u64, S::Move),
) -> Result<Vec<u64>> {
    const UNREACHED: u8 = u8::MAX;
    let mut distances = filled(UNREACHED, space.puzzle().states())?;
    let mut level = space.goals();
    for &goal in &level {
        distances[space.index(goal) as usize] = 0;
    }
    let mut counts = Vec::new();
    for distance in 1.. {
        if level.is_empty() {
            break;
        }
        counts.push(level.len() as u64);
        assert_ne!(distance, UNREACHED, "a distance that fits its byte");
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
/// [`Error::Memory`] if there is no memory for a byte and a half per state.
pub fn generate_plainly<S: Space>(space: &S) -> Result<NewTable> {
    let encoding = Encoding::Moves;
    let states = space.puzzle().states();
    let mut optimal: Vec<S::Moves> = Vec::new();
    let mut entries = filled(0, encoding.len(states))?;
    optimal.try_reserve_exact(states as usize).map_err(|_| out_of_memory(states))?;
    optimal.resize(states as usize, S::Moves::default());
    let counts = search_backwards(space, |index, mv| {
        let moves = &mut optimal[index as usize];
        *moves = moves.into_iter().chain([mv]).collect();
    })?;
    for (index, moves) in (0..).zip(optimal) {
        encoding.add(&mut entries, index, space.entry(moves));
    }
    Ok(NewTable::new(space.puzzle(), encoding, counts, entries))
}

/// So many bytes of memory, or the error that there are not as many.
pub(crate) fn filled(byte: u8, len: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let count = usize::try_from(len).map_err(|_| out_of_memory(len))?;
    bytes.try_reserve_exact(count).map_err(|_| out_of_memory(len))?;
    bytes.resize(count, byte);
    Ok(bytes)
}

fn out_of_memory(needed: u64) -> Error {
    Error::Memory { needed, available: None }
}
