//! Proving a table: nothing in the file is trusted, neither its checksums nor the generator that
//! made it.
//!
//! The distances of all states are found again, by a breadth-first search backwards from the goals
//! that does not look at the table. Then every entry is compared with what the distances make it,
//! and the counts of the header with those that were found.

use crate::error::{Fault, Result, WrongEntry};
use crate::puzzle::Puzzle;
use crate::space::{Sliding, Space, Swap};
use crate::table::{Encoding, Table};

/// A table that was proved.
///
/// ```
/// use tilebase::{Table, generate::Generator, swap::Side, verify::Proof};
/// let mut bytes = Vec::new();
/// Generator::new(Side::new(2).expect("a side")).table(|_| ())?.write_to(&mut bytes)?;
/// let proof = Proof::new(&Table::from_bytes("swaps", bytes)?, 2)?;
/// assert_eq!(proof.counts, [2, 6, 16, 16, 6, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// What it is a table of.
    pub puzzle: Puzzle,
    /// States at distance 0, 1, 2, ..., as counted now.
    pub counts: Vec<u64>,
}

impl Proof {
    /// Proves a table, on at most this many threads.
    ///
    /// # Errors
    ///
    /// [`Error::Table`](crate::Error::Table), with [`Fault::Entry`] for the first entry that is
    /// wrong, [`Fault::Block`] for a block that does not fit its checksum though its entries are
    /// right, or [`Fault::Counts`] for a header with other counts.
    /// [`Error::Memory`](crate::Error::Memory) if there is not enough memory.
    pub fn new(table: &Table, _threads: usize) -> Result<Proof> {
        let puzzle = table.puzzle();
        let counts = match puzzle {
            Puzzle::Sliding(orbit) => prove_plainly(table, &Sliding::try_from(orbit)?)?,
            Puzzle::Swap(side) => prove_plainly(table, &Swap::new(side))?,
        };
        table.check_all()?;
        for (distance, (&expected, &found)) in
            counts.iter().zip(table.header().counts()).enumerate()
        {
            if found != expected {
                return Err(table.error(Fault::Counts { distance, found, expected }));
            }
        }
        if counts.len() != table.header().counts().len() {
            let (found, expected) = (table.header().diameter().into(), counts.len() - 1);
            let field = "diameter";
            return Err(table.error(Fault::Field { field, found, expected: expected.to_string() }));
        }
        Ok(Proof { puzzle, counts })
    }
}

/// Compares every entry with the plain search, and gives the counts that it found.
fn prove_plainly<S: Space>(table: &Table, space: &S) -> Result<Vec<u64>> {
    let expected = crate::generate::generate_plainly(space)?;
    let (found, encoding) = (table.entries(), table.encoding());
    assert_eq!(encoding, Encoding::Moves, "the engine proves the others");
    let differs =
        found.iter().zip(expected.entries()).position(|(found, expected)| found != expected);
    if let Some(byte) = differs {
        // The bytes after the last entry are part of the file, too.
        let states = (byte as u64 * 2)..(byte as u64 * 2 + 2);
        for index in states {
            let [found, expected] =
                [found[byte], expected.entries()[byte]].map(|byte| encoding.entry(byte, index));
            if let Some(at) = space.state(index)
                && found != expected
            {
                let board = space.describe(at);
                let [found, expected] =
                    [found, expected].map(|entry| space.describe_moves(space.moves(entry)));
                let wrong = WrongEntry { index, board, found, expected };
                return Err(table.error(Fault::Entry(Box::new(wrong))));
            }
        }
    }
    Ok(expected.header().counts().to_vec())
}
