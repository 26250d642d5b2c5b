//! A newly generated table, and writing it.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::encoding::Encoding;
use super::format::{BLOCK_LEN, Header, checksum};
use crate::error::{Error, Result};
use crate::puzzle::Puzzle;

/// The entries of a new table. Their layout in memory may differ from that of the file.
pub(crate) trait Entries: fmt::Debug + Send + Sync {
    /// The bytes of the entries, in chunks. The length of each chunk but the last is a multiple of
    /// the block length.
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_>;
}

impl Entries for Vec<u8> {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(std::iter::once(Cow::Borrowed(&**self)))
    }
}

/// A newly generated table, in memory.
///
/// ```
/// use tilebase::{Table, generate::generate, puzzle::Orbit};
/// let new = generate(Orbit::new("2x3".parse()?, 5)?)?;
/// assert_eq!(new.header().diameter(), 21);
/// let table = Table::try_from(new)?; // Or write it to a file.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NewTable {
    header: Header,
    entries: Box<dyn Entries>,
    checksums: Vec<u8>,
}

impl NewTable {
    /// Creates a table from its entries. `counts` is the number of states at distance 0, 1, 2, ...
    /// `progress` is called with them now and then, and stops the work by breaking.
    pub(crate) fn new(
        puzzle: Puzzle,
        encoding: Encoding,
        counts: Vec<u64>,
        entries: impl Entries + 'static,
        mut progress: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<NewTable> {
        let mut checksums = Vec::new();
        for chunk in entries.chunks() {
            if progress(&counts).is_break() {
                return Err(Error::Interrupted);
            }
            for block in chunk.chunks(BLOCK_LEN) {
                checksums.extend_from_slice(&checksum(block).to_le_bytes());
            }
        }
        let header = Header::new(puzzle, encoding, counts, &checksums);
        Ok(NewTable { header, entries: Box::new(entries), checksums })
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The bytes of the entries, in the layout of their [`Encoding`], in consecutive chunks.
    pub fn entries(&self) -> impl Iterator<Item = Cow<'_, [u8]>> {
        self.entries.chunks()
    }

    /// Writes the bytes of the file, in the [format](crate::table::format) of table files.
    ///
    /// # Errors
    ///
    /// Any error from `out`.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.header.to_bytes())?;
        self.entries.chunks().try_for_each(|chunk| out.write_all(&chunk))?;
        out.write_all(&self.checksums)
    }
}
