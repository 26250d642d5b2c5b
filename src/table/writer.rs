//! A new table, and its bytes.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use super::encoding::Encoding;
use super::format::{BLOCK_LEN, Header, checksum};
use crate::puzzle::Puzzle;

/// The entries of a new table, which may be kept in another layout than that of the file.
pub(crate) trait Entries: fmt::Debug + Send + Sync {
    /// The bytes of the entries, in pieces. Each but the last is as long as some blocks.
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_>;
}

impl Entries for Vec<u8> {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(std::iter::once(Cow::Borrowed(&**self)))
    }
}

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
#[derive(Debug)]
pub struct NewTable {
    header: Header,
    entries: Box<dyn Entries>,
    checksums: Vec<u8>,
}

impl NewTable {
    /// The table of these entries, with as many states at distance 0, 1, 2, ... as `counts` says.
    pub(crate) fn new(
        puzzle: Puzzle,
        encoding: Encoding,
        counts: Vec<u64>,
        entries: impl Entries + 'static,
    ) -> NewTable {
        let mut checksums = Vec::new();
        for chunk in entries.chunks() {
            for block in chunk.chunks(BLOCK_LEN) {
                checksums.extend_from_slice(&checksum(block).to_le_bytes());
            }
        }
        let header = Header::new(puzzle, encoding, counts, &checksums);
        NewTable { header, entries: Box::new(entries), checksums }
    }

    /// Its header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entries, as [`Encoding`] lays them out, in pieces that follow one another.
    pub fn entries(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        self.entries.chunks()
    }

    /// Writes the bytes of the file, in the [format](crate::table::format) of table files.
    ///
    /// # Errors
    ///
    /// What `out` answers.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.header.to_bytes())?;
        self.entries.chunks().try_for_each(|chunk| out.write_all(&chunk))?;
        out.write_all(&self.checksums)
    }
}
