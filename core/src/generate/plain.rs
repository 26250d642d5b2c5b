//! The plain generator: a breadth-first search backwards from the goal, with lists of states. It
//! is short and obviously right, and the fast generator is tested against it.

use std::ops::ControlFlow;

use super::zeroed::zeros;
use crate::error::{Error, Result, push};
use crate::space::Space;
use crate::table_format::Encoding;

/// Finds the distance of every state that can reach the goal, and calls
/// `record(index, distance, mv)` for each optimal move of each state. Calls `progress` after each
/// level with the number of states at distance 0, 1, 2, ...
///
/// Returns what [`bfs_from`] does.
///
/// # Errors
///
/// As for [`bfs_from`].
///
/// # Panics
///
/// As for [`bfs_from`]. This happens in none of the spaces of this crate.
pub fn bfs_from_goal<S: Space>(
    space: &S,
    record: impl FnMut(u64, u8, S::Move),
    progress: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<(Vec<u64>, Vec<u8>)> {
    let index = |at| space.index(at);
    let before = |at, visit: &mut dyn FnMut(S::State, S::Move)| space.predecessors(at, visit);
    bfs_from(vec![space.goal()], space.states(), index, before, record, progress)
}

/// The number of states at distance 0, 1, 2, ... from the nearest of some `goals`, and for each
/// index the distance plus 1, or 0 if no goal is reached from there.
///
/// `index` is the index of a state, below `states`. `predecessors(at, visit)` calls
/// `visit(before, mv)` for every state from which a move leads to `at`. `record(index, distance,
/// mv)` and `progress` are called as by [`bfs_from_goal`].
///
/// # Errors
///
/// [`Error::Memory`] if there is not enough memory for one byte per state, [`Error::TooFar`] if a
/// state is 254 moves or more from the goals, and [`Error::Interrupted`] if `progress` breaks.
pub fn bfs_from<T: Copy, M>(
    goals: Vec<T>,
    states: u64,
    index: impl Fn(T) -> u64,
    predecessors: impl Fn(T, &mut dyn FnMut(T, M)),
    mut record: impl FnMut(u64, u8, M),
    mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<(Vec<u64>, Vec<u8>)> {
    const UNREACHED: u8 = 0;
    let mut distances: Vec<u8> = zeros(states)?;
    let mut level = goals;
    for &goal in &level {
        distances[index(goal) as usize] = 1;
    }
    let mut counts = Vec::new();
    for distance in 2.. {
        if level.is_empty() {
            break;
        }
        counts.push(level.len() as u64);
        if progress(&counts).is_break() {
            return Err(Error::Interrupted);
        }
        if distance == u8::MAX {
            return Err(Error::TooFar { most: distance - 2 });
        }
        let mut next = Vec::new();
        for &at in &level {
            let mut has_room = Ok(());
            predecessors(at, &mut |before, mv| {
                let index = index(before);
                let known = &mut distances[index as usize];
                if *known == UNREACHED {
                    *known = distance;
                    if let Err(error) = push(&mut next, before) {
                        has_room = Err(error);
                    }
                }
                if *known == distance {
                    record(index, distance - 1, mv);
                }
            });
            has_room?;
        }
        level = next;
    }
    Ok((counts, distances))
}

/// The distance of every state. Unreachable states have 0.
pub fn plain_distances<S: Space>(space: &S) -> Result<Vec<u8>> {
    let (_, distances) = bfs_from_goal(space, |_, _, _| (), |_| ControlFlow::Continue(()))?;
    Ok(distances.into_iter().map(|found| found.saturating_sub(1)).collect())
}

/// The counts and the entries of a puzzle's table.
pub fn plain_entries<S: Space>(
    space: &S,
    encoding: Encoding,
    progress: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<(Vec<u64>, Vec<u8>)> {
    let mut entries: Vec<u8> = zeros(encoding.len(space.states()))?;
    let (counts, _) = bfs_from_goal(
        space,
        |index, distance, mv| {
            let byte = &mut entries[encoding.byte(index) as usize];
            let entry = match encoding {
                Encoding::Moves => space.with_move(encoding.entry(*byte, index), mv),
                Encoding::DistanceModulo3 => distance % 3,
                Encoding::DistanceBit => Encoding::distance_bit(distance.into()),
            };
            *byte = encoding.set(*byte, index, entry);
        },
        progress,
    )?;
    Ok((counts, entries))
}
