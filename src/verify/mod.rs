//! Proving that a table is right, trusting neither its checksums nor the generator that made it.
//!
//! The levels are grown again from the goals, by a breadth-first search that does not use the
//! table. When a state is reached, its entry is compared with what follows from its distance and
//! its neighbours. When the search ends, every state has been reached exactly once. Then every
//! block must match its checksum, and the counts in the header must match those found.

use std::ops::ControlFlow;

use crate::error::{Fault, Result};
use crate::generate::{LabelLevels, Levels, Proved, RunLevels, plain_entries};
use crate::puzzle::{Direction, Directions, Orbit, Puzzle};
use crate::space::{LabelSpace, Multi, PatternSpace, Sliding, Space};
use crate::table::{Encoding, Table};

/// Proves a table, on at most this many threads, and returns the number of states at distance 0, 1,
/// 2, ..., as counted by the proof. Calls `progress` with the counts so far, after each level and
/// often in between. If it breaks, all threads stop.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilebase::{Table, generate::generate, puzzle::Orbit, verify::prove};
/// let mut bytes = Vec::new();
/// generate(Orbit::new("2x2".parse()?, 3)?)?.write_to(&mut bytes)?;
/// let table = Table::from_bytes("small", bytes)?;
/// let counts = prove(&table, 2, |_| ControlFlow::Continue(()))?;
/// assert_eq!(counts, [1, 2, 2, 2, 2, 2, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Error::Table`](crate::Error::Table), with [`Fault::Entry`] for the first entry that is wrong,
/// [`Fault::Block`] for a block whose entries are right but do not match its checksum, or
/// [`Fault::Counts`] if the counts in the header are wrong. [`Error::Memory`](crate::Error::Memory)
/// if there is not enough memory, [`Error::Interrupted`](crate::Error::Interrupted) if `progress`
/// breaks.
pub fn prove(
    table: &Table,
    threads: usize,
    mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<Vec<u64>> {
    let counts = match table.puzzle() {
        Puzzle::Sliding(orbit) => {
            let (space, levels) = (Sliding::try_from(orbit)?, Levels::sliding(orbit));
            prove_levels(table, &space, levels, threads, &mut progress, |index, distance| {
                right_entry(table, &space, index, distance)
            })?
        }
        Puzzle::Multi(orbit) => prove_runs(table, orbit, threads, &mut progress)?,
        Puzzle::Labelled(labelling) => {
            let space = LabelSpace::new(labelling);
            let levels = LabelLevels::new(space.clone(), threads);
            let (counts, distances) = levels.distances(&mut progress)?;
            compare(table, &space, distances.chunks())?;
            counts
        }
        Puzzle::Pattern(pattern) => {
            let space = PatternSpace::new(pattern)?;
            let levels = Levels::pattern(&space)?;
            prove_levels(table, &space, levels, threads, &mut progress, |_, distance| {
                Encoding::distance_bit(distance)
            })?
        }
        // The compiler does not know here that these are all.
        other => unreachable!("{other} is of no kind"),
    };
    table.check_all_watched(|| progress(&counts))?;
    let found = table.header().counts();
    if counts.len() != found.len() {
        let (found, expected) = (table.header().diameter().into(), counts.len() - 1);
        let (field, expected) = ("diameter", expected.to_string());
        return Err(table.error(Fault::Field { field, found, expected }));
    }
    for (distance, (&expected, &found)) in counts.iter().zip(found).enumerate() {
        if found != expected {
            return Err(table.error(Fault::Counts { distance, found, expected }));
        }
    }
    Ok(counts)
}

/// Compares every entry with the levels grown from the goal, or with the plain search. Returns the
/// counts that this finds. `right` gives the right entry of a state from its index and distance, if
/// there are levels.
fn prove_levels<S: Space>(
    table: &Table,
    space: &S,
    levels: Option<Levels>,
    threads: usize,
    progress: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    right: impl FnOnce(u64, u32) -> u8,
) -> Result<Vec<u64>> {
    let encoding = table.encoding();
    let (index, expected) = if let Some(levels) = levels {
        match levels.threads(threads).prove(encoding, table.entries(), progress)? {
            Proved::Right(counts) => return Ok(counts),
            Proved::Wrong { index, distance } => {
                (index, distance.map_or(0, |distance| right(index, distance)))
            }
        }
    } else {
        let (counts, entries) = plain_entries(space, encoding, progress)?;
        let mut states = (0..space.states()).map(|index| (index, entry(encoding, &entries, index)));
        match states.find(|&(index, expected)| raw_entry(table, index) != expected) {
            None => return Ok(counts),
            Some(wrong) => wrong,
        }
    };
    Err(table.error(wrong_entry(table, space, index, expected)))
}

/// Compares every entry in the multi-tile metric. Returns the counts that this finds.
fn prove_runs(
    table: &Table,
    orbit: Orbit,
    threads: usize,
    progress: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
) -> Result<Vec<u64>> {
    let space = Multi::new(orbit)?;
    let Some(levels) = RunLevels::new(orbit) else {
        return prove_levels(table, &space, None, threads, progress, |_, _| 0);
    };
    let (counts, distances) = levels.threads(threads).distances(progress)?;
    compare(table, &space, distances.chunks())?;
    Ok(counts)
}

/// Compares the distances modulo 3 of a table with the right ones.
fn compare<S: Space>(table: &Table, space: &S, right: impl Iterator<Item = Vec<u8>>) -> Result<()> {
    let (encoding, mut rest, mut begin) = (table.encoding(), table.entries(), 0);
    for right in right {
        let (claimed, behind) = rest.split_at(right.len().min(rest.len()));
        if claimed != right {
            // The bits after the last entry mean nothing.
            let entries =
                table.puzzle().states().saturating_sub(begin).min(4 * claimed.len() as u64);
            for at in 0..entries {
                let [found, right] = [claimed, &right].map(|bytes| entry(encoding, bytes, at));
                if found != right {
                    return Err(table.error(wrong_entry(table, space, begin + at, right)));
                }
            }
        }
        (rest, begin) = (behind, begin + 4 * right.len() as u64);
    }
    Ok(())
}

fn wrong_entry<S: Space>(table: &Table, space: &S, index: u64, right: u8) -> Fault {
    let board = space.state(index).map_or_else(String::new, |at| space.describe(at));
    let [found, expected] = [raw_entry(table, index), right].map(|entry| match table.encoding() {
        Encoding::Moves => format!("`{}`", Directions::from_bits(entry)),
        _ => entry.to_string(),
    });
    Fault::Entry { index, board, found, expected }
}

/// The right entry of a state, from its distance. The entries of all states nearer to the goal are
/// right.
fn right_entry(table: &Table, space: &Sliding, index: u64, distance: u32) -> u8 {
    if table.encoding() == Encoding::DistanceBit {
        return Encoding::distance_bit(distance);
    }
    let mut nearer = Directions::EMPTY;
    let Some(here) = space.state(index).filter(|_| distance > 0) else { return nearer.bits() };
    for mv in Direction::ALL {
        let Some(mut at) = space.step(here, mv) else { continue };
        // A neighbour farther from the goal cannot reach it in `distance - 1` moves.
        for _ in 1..distance {
            let moves = Directions::from_bits(raw_entry(table, space.index(at)));
            let Some(next) = moves.first().and_then(|mv| space.step(at, mv)) else { break };
            at = next;
        }
        if space.is_goal(at) {
            nearer.insert(mv);
        }
    }
    nearer.bits()
}

/// Reads an entry without checking its block.
fn raw_entry(table: &Table, index: u64) -> u8 {
    entry(table.encoding(), table.entries(), index)
}

fn entry(encoding: Encoding, entries: &[u8], index: u64) -> u8 {
    let byte = usize::try_from(encoding.byte(index)).expect("entries that are in memory");
    encoding.entry(entries[byte], index)
}
