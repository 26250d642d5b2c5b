//! Proving that a table is right, trusting neither its checksums nor the generator that made it.
//!
//! The levels are grown again from the goals, by a breadth-first search that does not use the
//! table. When a state is reached, its entry is compared with what follows from its distance and
//! its neighbours. In the end every state was reached once. Then every block must match its
//! checksum, and the counts in the header must match those found.

use crate::error::{Fault, Result, WrongEntry};
use crate::generate::{Levels, ProofError, plain_entries, plain_half};
use crate::puzzle::{Move, MoveSet, Orbit, Puzzle};
use crate::space::{PatternSpace, Sliding, Space, Swap, Walk};
use crate::table::{Encoding, Table};

/// The result of proving a table.
///
/// ```
/// use tilebase::{Table, generate::Generator, swap::Side, verify::Proof};
/// let mut bytes = Vec::new();
/// Generator::new(Side::new(2).expect("a side")).table(|_| ())?.write_to(&mut bytes)?;
/// let proof = Proof::new(&Table::from_bytes("swaps", bytes)?, 2, |_| ())?;
/// assert_eq!(proof.counts, [2, 6, 16, 16, 6, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// The table's puzzle.
    pub puzzle: Puzzle,
    /// The number of states at distance 0, 1, 2, ..., as counted by the proof.
    pub counts: Vec<u64>,
}

impl Proof {
    /// Proves a table, on at most this many threads. Calls `progress` after each level with the
    /// number of states at distance 0, 1, 2, ...
    ///
    /// # Errors
    ///
    /// [`Error::Table`](crate::Error::Table), with [`Fault::Entry`] for the first entry that is
    /// wrong, [`Fault::Block`] for a block whose entries are right but do not match its checksum,
    /// or [`Fault::Counts`] if the counts in the header are wrong.
    /// [`Error::Memory`](crate::Error::Memory) if there is not enough memory.
    pub fn new(table: &Table, threads: usize, progress: impl FnMut(&[u64])) -> Result<Proof> {
        let puzzle = table.puzzle();
        let counts = match puzzle {
            Puzzle::Sliding(orbit) => match Levels::sliding(orbit) {
                Some(levels) => prove_by_levels(table, &levels.threads(threads), orbit, progress)?,
                None => prove_plainly(table, &Sliding::try_from(orbit)?)?,
            },
            Puzzle::Swap(side) => prove_plainly(table, &Swap::new(side))?,
            Puzzle::Pattern(pattern) => {
                prove_pattern(table, &PatternSpace::new(pattern), threads, progress)?
            }
        };
        table.check_all()?;
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
        Ok(Proof { puzzle, counts })
    }
}

/// Grows the levels from the goal, and compares every entry with them.
fn prove_by_levels(
    table: &Table,
    levels: &Levels,
    orbit: Orbit,
    progress: impl FnMut(&[u64]),
) -> Result<Vec<u64>> {
    let proof = match table.encoding() {
        Encoding::Moves => levels.prove_moves(table.entries(), progress),
        Encoding::Half => levels.prove_half(table.entries(), progress),
    };
    let (index, distance) = match proof {
        Ok(counts) => return Ok(counts),
        Err(ProofError::Error(error)) => return Err(error),
        Err(ProofError::Wrong { index, distance }) => (index, distance),
        Err(other) => {
            unreachable!("the header gives the length, and every board has a state: {other}")
        }
    };
    let space = Sliding::try_from(orbit)?;
    // The expected entry follows from the distances of the neighbours. Entries nearer to the goal
    // are already proved and give these.
    let expected = match table.encoding() {
        Encoding::Half => (distance >> 1 & 1).to_string(),
        Encoding::Moves => space.describe_moves(optimal_moves(table, &space, index, distance)),
    };
    let entry = raw_entry(table, index);
    let found = match table.encoding() {
        Encoding::Half => entry.to_string(),
        Encoding::Moves => space.describe_moves(space.moves(entry)),
    };
    let board = space.state(index).map_or_else(String::new, |at| space.describe(at));
    let wrong = WrongEntry { index, board, found, expected };
    Err(table.error(Fault::Entry(Box::new(wrong))))
}

/// The same for a pattern.
fn prove_pattern(
    table: &Table,
    space: &PatternSpace,
    threads: usize,
    progress: impl FnMut(&[u64]),
) -> Result<Vec<u64>> {
    let (index, expected) = if let Some(levels) = Levels::pattern(space) {
        match levels.threads(threads).prove_half(table.entries(), progress) {
            Ok(counts) => return Ok(counts),
            Err(ProofError::Error(error)) => return Err(error),
            Err(ProofError::Wrong { index, distance }) => (index, distance >> 1 & 1),
            Err(other) => unreachable!("the header allows no such pattern or length: {other}"),
        }
    } else {
        let (counts, right) = plain_half(space)?;
        let expected = |index| Encoding::Half.entry(right[(index / 8) as usize], index);
        let wrong = (0..space.states()).find(|&index| raw_entry(table, index) != expected(index));
        match wrong {
            None => return Ok(counts),
            Some(index) => (index, expected(index).into()),
        }
    };
    let segment = space.segments()[(index / space.orders()) as usize];
    let board = format!("tiles on {:#06x}, blank in {:#06x}", segment.mask, segment.zone);
    let (found, expected) = (raw_entry(table, index).to_string(), expected.to_string());
    Err(table.error(Fault::Entry(Box::new(WrongEntry { index, board, found, expected }))))
}

/// The moves from a state to its nearer neighbours. Its distance is known, and the entries of all
/// states nearer to the goal are right.
fn optimal_moves(table: &Table, space: &Sliding, index: u64, distance: u32) -> MoveSet {
    let Some(at) = space.state(index) else { return MoveSet::EMPTY };
    // From a neighbour that is farther away, no walk is as short.
    let reaches_goal = |mut at| {
        for _ in 1..distance {
            let moves = space.moves(raw_entry(table, space.index(at)));
            let Some(next) = moves.first().and_then(|mv| space.step(at, mv)) else { break };
            at = next;
        }
        space.is_goal(at)
    };
    let is_nearer = |&mv: &Move| space.step(at, mv).is_some_and(reaches_goal);
    if distance == 0 { MoveSet::EMPTY } else { Move::ALL.into_iter().filter(is_nearer).collect() }
}

/// Reads an entry without checking its block.
fn raw_entry(table: &Table, index: u64) -> u8 {
    let encoding = table.encoding();
    let byte = usize::try_from(encoding.byte(index)).expect("a table that is in memory");
    encoding.entry(table.entries()[byte], index)
}

/// Compares every entry with the plain search, and returns the counts found by it.
fn prove_plainly<S: Walk>(table: &Table, space: &S) -> Result<Vec<u64>> {
    let encoding = table.encoding();
    let (counts, right) = plain_entries(space, encoding)?;
    for index in 0..space.states() {
        let expected = encoding.entry(right[encoding.byte(index) as usize], index);
        let found = raw_entry(table, index);
        if found != expected {
            let board = space.state(index).map_or_else(String::new, |at| space.describe(at));
            let describe = |entry: u8| match encoding {
                Encoding::Moves => space.describe_moves(space.moves(entry)),
                Encoding::Half => entry.to_string(),
            };
            let (found, expected) = (describe(found), describe(expected));
            let wrong = WrongEntry { index, board, found, expected };
            return Err(table.error(Fault::Entry(Box::new(wrong))));
        }
    }
    Ok(counts)
}
