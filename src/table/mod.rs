//! Tables: opening one, and probing its entries.

mod embedded;
pub mod format;
#[cfg(feature = "mmap")]
mod mapping;
mod writer;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, Fault, Result};
use crate::puzzle::{Coordinates, MoveSet, Steps};
pub use embedded::embedded;
use format::{BLOCK_LEN, ENTRIES_OFFSET, Header, checksum};
#[cfg(feature = "mmap")]
pub use mapping::Mapping;
pub use writer::NewTable;

/// A table over any bytes: embedded in the program, mapped from a file, or in memory.
///
/// Opening one is cheap and checks the header and the length. A block of entries is checked when it is first touched, so that no
/// answer comes from bytes that nobody checked.
///
/// ```
/// use tilebase::{Board, Coordinates, Orbit, Shape, Table, embedded};
/// let table = embedded(Orbit::of(Shape::default(), 8)).expect("3x3 is embedded");
/// let board: Board = "1 2 3 4 5 x 7 8 6".parse()?;
/// let moves = table.probe(Coordinates::of(&board).index(board.shape()))?;
/// assert_eq!(moves.to_string(), "d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table<D = Bytes> {
    name: String,
    header: Header,
    steps: Steps,
    data: D,
    /// A bit for each block that was checked; `None` where the bytes are trusted.
    checked: Option<Box<[AtomicU64]>>,
}

/// Where a table's bytes are.
#[derive(Debug)]
#[non_exhaustive]
pub enum Bytes {
    /// In the program.
    Embedded(&'static [u8]),
    /// In memory.
    Memory(Vec<u8>),
    /// In a file.
    #[cfg(feature = "mmap")]
    Mapped(Mapping),
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Embedded(bytes) => bytes,
            Bytes::Memory(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Bytes::Mapped(mapping) => mapping.as_ref(),
        }
    }
}

impl Table {
    /// Opens a table file and maps it into memory.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] where the file cannot be mapped, [`Error::Table`] where its header or its length is not a table's.
    #[cfg(feature = "mmap")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Table> {
        let path = path.as_ref();
        Table::from_bytes(path.display().to_string(), Bytes::Mapped(Mapping::open(path)?))
    }
}

impl Table {
    /// Tells the system that many boards will be asked for, so that it reads a table's file as a whole. By itself a mapped table reads only
    /// what is touched.
    pub fn expect_many(&self) {
        #[cfg(feature = "mmap")]
        if let Bytes::Mapped(mapping) = &self.data {
            mapping.advise_all();
        }
    }
}

impl<D: AsRef<[u8]>> Table<D> {
    /// A table over bytes, which errors will call `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the header or the length is not a table's.
    pub fn from_bytes(name: impl Into<String>, data: D) -> Result<Table<D>> {
        let name = name.into();
        let error = |fault| Error::Table { name: name.clone(), orbit: None, fault };
        let header = Header::read(data.as_ref()).map_err(error)?;
        let shape = header.orbit().shape();
        let steps = Steps::new(shape).ok_or(Error::TooLarge { shape })?;
        // As large as the file says only now that the file is as large as its header says.
        let checked = (0..header.blocks().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Table { name, header, steps, data, checked: Some(checked) })
    }

    /// The same, its blocks taken for checked: bytes of the program itself.
    fn trusted(self) -> Table<D> {
        Table { checked: None, ..self }
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

    /// The moves of its shape in coordinates.
    #[must_use]
    pub const fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Reads one entry: the optimal moves of a state, by its index ([`Coordinates::index`]).
    ///
    /// # Errors
    ///
    /// [`Error::Index`] for an index of [`Header::states`] or more; [`Error::Table`] where the entry's block is damaged.
    #[inline]
    pub fn probe(&self, index: u64) -> Result<MoveSet> {
        let shape = self.header.orbit().shape();
        let byte = self.entries().get((index / 2) as usize).ok_or(Error::Index { shape, index })?;
        self.check_block(index / 2 / BLOCK_LEN as u64)?;
        Ok(MoveSet::from_bits(byte >> (index % 2 * 4)))
    }

    /// Reads the entry of each index into `entries`. No read waits for another.
    ///
    /// # Errors
    ///
    /// As [`probe`](Self::probe).
    #[inline]
    pub(crate) fn probe_each(&self, indices: impl Iterator<Item = u64>, entries: &mut [MoveSet]) -> Result<()> {
        let bytes = self.entries();
        for (index, entry) in indices.zip(entries) {
            let Some(byte) = bytes.get((index / 2) as usize) else {
                return Err(Error::Index { shape: self.header.orbit().shape(), index });
            };
            self.check_block(index / 2 / BLOCK_LEN as u64)?;
            *entry = MoveSet::from_bits(byte >> (index % 2 * 4));
        }
        Ok(())
    }

    /// The error for something wrong with this table.
    pub(crate) fn error(&self, fault: Fault) -> Error {
        Error::Table { name: self.name.clone(), orbit: Some(self.header.orbit()), fault }
    }

    /// The coordinates of a state of this table by its index.
    #[must_use]
    pub fn coordinates(&self, index: u64) -> Option<Coordinates> {
        let orbit = self.header.orbit();
        Coordinates::of_index(orbit.shape(), orbit.goal_blank(), index)
    }

    fn entries(&self) -> &[u8] {
        // The file's length was checked, so both offsets lie in it.
        &self.data.as_ref()[ENTRIES_OFFSET..self.header.checksums_offset() as usize]
    }

    #[inline]
    fn check_block(&self, block: u64) -> Result<()> {
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

impl<D> fmt::Debug for Table<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("name", &self.name).field("header", &self.header).finish_non_exhaustive()
    }
}
