//! A new table, and its bytes.

use std::io::{self, Write};

use super::format::{BLOCK_LEN, Header, checksum, entry};
use crate::puzzle::Puzzle;

/// A table just generated, in memory.
///
/// ```
/// use tilebase::{Orbit, Shape, Table, generate};
/// let new = generate(Orbit::of("2x3".parse()?, 5))?;
/// let mut file = Vec::new();
/// new.write_to(&mut file)?;
/// let table = Table::from_bytes("memory", file)?;
/// assert_eq!(table.header().diameter(), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NewTable {
    header: Header,
    entries: Vec<u8>,
    checksums: Vec<u8>,
}

impl NewTable {
    /// The table of these entries, with as many states at distance 0, 1, 2, ... as `counts` says.
    pub(crate) fn new(puzzle: Puzzle, counts: Vec<u64>, entries: Vec<u8>) -> NewTable {
        let checksums: Vec<u8> = entries.chunks(BLOCK_LEN).flat_map(|block| checksum(block).to_le_bytes()).collect();
        NewTable { header: Header::new(puzzle, counts, &checksums), entries, checksums }
    }

    /// Its header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entry of a state, 0 where there is no such state.
    pub(crate) fn entry(&self, index: u64) -> u8 {
        entry(&self.entries, index).unwrap_or_default()
    }

    /// Writes the bytes of the file, in the format that [`format`](crate::format) tells.
    ///
    /// # Errors
    ///
    /// What `out` answers.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.header.to_bytes())?;
        out.write_all(&self.entries)?;
        out.write_all(&self.checksums)
    }
}
