//! The parts of a new table's file, and writing them.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;

use super::entries::Encoding;
use super::format::{BLOCK_LEN, Header, checksum};
use crate::error::{Error, Result};
use crate::puzzle::Puzzle;

/// The entries of a new table. Their layout in memory may differ from that of the file.
pub trait Entries: fmt::Debug + Send + Sync {
    /// The bytes of the entries, in chunks. The length of each chunk but the last is a multiple of
    /// the block length.
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_>;
}

impl Entries for Vec<u8> {
    fn chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u8]>> + '_> {
        Box::new(std::iter::once(Cow::Borrowed(&**self)))
    }
}

/// The parts of a new table's file, in memory.
#[derive(Debug)]
pub struct TableFile {
    header: Header,
    entries: Box<dyn Entries>,
    checksums: Vec<u8>,
}

impl TableFile {
    /// The file of a table with these entries. `counts` is the number of states at distance 0, 1,
    /// 2, ... `progress` is called with them now and then, and stops the work by breaking.
    ///
    /// # Errors
    ///
    /// [`Error::Interrupted`] if `progress` breaks.
    pub fn new(
        puzzle: Puzzle,
        encoding: Encoding,
        counts: Vec<u64>,
        entries: Box<dyn Entries>,
        progress: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<TableFile> {
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
        Ok(TableFile { header, entries, checksums })
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Writes the bytes of the file, in the [format](super::format) of table files.
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
