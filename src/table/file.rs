//! A table file of any puzzle: its header, and its entries as numbers of four bits.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Bytes;
use super::format::{BLOCK_LEN, ENTRIES_OFFSET, Header, checksum, entry};
use crate::error::{Error, Fault, Result};

/// A table file over any bytes, of whatever puzzle its header says: embedded in the program, mapped from a file, or in memory.
///
/// Opening one is cheap and checks the header and the length. A block of entries is checked when it is first touched, so that no answer comes from
/// bytes that nobody checked.
pub struct TableFile<D = Bytes> {
    name: String,
    header: Header,
    pub(super) data: D,
    /// A bit for each block that was checked; `None` where the bytes are trusted.
    checked: Option<Box<[AtomicU64]>>,
}

impl TableFile {
    /// Opens a table file and maps it into memory.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] where the file cannot be mapped, [`Error::Table`] where its header or its length is not a table's.
    #[cfg(feature = "mmap")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<TableFile> {
        let path = path.as_ref();
        TableFile::from_bytes(path.display().to_string(), Bytes::Mapped(super::Mapping::open(path)?))
    }
}

impl<D: AsRef<[u8]>> TableFile<D> {
    /// A table file over bytes, which errors will call `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the header or the length is not a table's.
    pub fn from_bytes(name: impl Into<String>, data: D) -> Result<TableFile<D>> {
        let name = name.into();
        match Header::read(data.as_ref()) {
            Err(fault) => Err(Error::Table { name, puzzle: None, fault }),
            Ok(header) => {
                // As large as the file says only now that the file is as large as its header says.
                let checked = (0..header.blocks().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
                Ok(TableFile { name, header, data, checked: Some(checked) })
            }
        }
    }

    /// The same, its blocks taken for checked: bytes of the program itself.
    pub(super) fn trusted(self) -> TableFile<D> {
        TableFile { checked: None, ..self }
    }

    /// What errors call it: its path, where it has one.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Reads the entry of a state by its index, or `None` where there is no such state.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the entry's block is damaged.
    #[inline]
    pub fn entry(&self, index: u64) -> Result<Option<u8>> {
        let Some(entry) = entry(self.entries(), index) else { return Ok(None) };
        self.check_block(index / 2 / BLOCK_LEN as u64)?;
        Ok(Some(entry))
    }

    /// The same from bytes that nobody checked, 0 where there is no such state: to tell what is wrong with them.
    pub(crate) fn entry_as_it_is(&self, index: u64) -> u8 {
        entry(self.entries(), index).unwrap_or_default()
    }

    /// Checks every block, those of trusted bytes too.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] for the first that is damaged, or for block checksums that do not fit the header's.
    pub fn check_all(&self) -> Result<()> {
        let (found, expected) =
            (checksum(&self.data.as_ref()[self.header.checksums_offset() as usize..]), self.header.checksum());
        if found != expected {
            return Err(self.error(Fault::Checksums { found, expected }));
        }
        (0..self.header.blocks()).try_for_each(|block| self.check_block_now(block))
    }

    /// The error for something wrong with this table.
    pub(crate) fn error(&self, fault: Fault) -> Error {
        Error::Table { name: self.name.clone(), puzzle: Some(self.header.puzzle()), fault }
    }

    pub(super) fn entries(&self) -> &[u8] {
        // The file's length was checked, so both offsets lie in it.
        &self.data.as_ref()[ENTRIES_OFFSET..self.header.checksums_offset() as usize]
    }

    #[inline]
    pub(super) fn check_block(&self, block: u64) -> Result<()> {
        let Some(checked) = &self.checked else { return Ok(()) };
        // Relaxed is enough: nothing is published by the bit, and a thread that misses it checks once more.
        let (word, bit) = (&checked[(block / 64) as usize], 1 << (block % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.check_block_now(block)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }

    #[cold]
    fn check_block_now(&self, block: u64) -> Result<()> {
        let start = block as usize * BLOCK_LEN;
        let entries = self.entries();
        let found = checksum(&entries[start..entries.len().min(start + BLOCK_LEN)]);
        let at = self.header.checksums_offset() as usize + 4 * block as usize;
        let expected: [u8; 4] = std::array::from_fn(|i| self.data.as_ref()[at + i]);
        let expected = u32::from_le_bytes(expected);
        if found == expected { Ok(()) } else { Err(self.error(Fault::Block { block, found, expected })) }
    }
}

impl<D> fmt::Debug for TableFile<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableFile").field("name", &self.name).field("header", &self.header).finish_non_exhaustive()
    }
}
