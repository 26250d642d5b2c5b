//! A new table, and its bytes.

use std::io::{self, Write};

use super::encoding::Encoding;
use super::format::{BLOCK_LEN, Header, checksum};
use crate::puzzle::Puzzle;

/// A table just generated, in memory.
///
/// ```
/// use tilebase::{Table, generate::Generator, puzzle::Orbit};
/// let new = Generator::new(Orbit::new("2x3".parse()?, 5)?).table(|_| ())?;
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
    pub(crate) fn new(
        puzzle: Puzzle,
        encoding: Encoding,
        counts: Vec<u64>,
        entries: Vec<u8>,
    ) -> NewTable {
        let checksums: Vec<u8> =
            entries.chunks(BLOCK_LEN).flat_map(|block| checksum(block).to_le_bytes()).collect();
        NewTable { header: Header::new(puzzle, encoding, counts, &checksums), entries, checksums }
    }

    /// Its header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entries, as [`Encoding`] lays them out.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.entries
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
