//! Tables: opening one, and probing its entries.

mod embedded;
mod file;
pub mod format;
#[cfg(feature = "mmap")]
mod mapping;
mod save;
mod writer;

use crate::error::{Error, Fault, Result};
use crate::puzzle::{Coordinates, MoveSet, Orbit, Puzzle, Steps};
pub use embedded::{embedded, embedded_file};
pub use file::TableFile;
use format::{BLOCK_LEN, Header};
#[cfg(feature = "mmap")]
pub use mapping::Mapping;
pub use writer::NewTable;

/// A table of the sliding-tile puzzle over any bytes: embedded in the program, mapped from a file, or in memory.
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
#[derive(Debug)]
pub struct Table<D = Bytes> {
    file: TableFile<D>,
    orbit: Orbit,
    steps: Steps,
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
    /// [`Error::Io`] where the file cannot be mapped, [`Error::Table`] where its header or its length is not a table's, [`Error::OtherPuzzle`]
    /// for a table of another puzzle.
    #[cfg(feature = "mmap")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Table> {
        Table::of_file(TableFile::open(path)?)
    }

    /// Tells the system that many boards will be asked for, so that it reads a table's file as a whole. By itself a mapped table reads only
    /// what is touched.
    pub fn expect_many(&self) {
        #[cfg(feature = "mmap")]
        if let Bytes::Mapped(mapping) = &self.file.data {
            mapping.advise_all();
        }
    }
}

impl<D: AsRef<[u8]>> Table<D> {
    /// A table over bytes, which errors will call `name`.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the header or the length is not a table's, [`Error::OtherPuzzle`] for a table of another puzzle.
    pub fn from_bytes(name: impl Into<String>, data: D) -> Result<Table<D>> {
        Table::of_file(TableFile::from_bytes(name, data)?)
    }

    /// The table of the sliding-tile puzzle that a file is.
    ///
    /// # Errors
    ///
    /// [`Error::OtherPuzzle`] where it is one of another puzzle.
    pub fn of_file(file: TableFile<D>) -> Result<Table<D>> {
        let orbit = match file.header().puzzle() {
            Puzzle::Sliding(orbit) => orbit,
            found @ Puzzle::Swap(_) => {
                let (name, expected) = (file.name().to_owned(), "sliding-tile");
                return Err(Error::OtherPuzzle { name, expected, found });
            }
        };
        let shape = orbit.shape();
        let steps = Steps::new(shape).ok_or(Error::TooLarge { shape })?;
        Ok(Table { file, orbit, steps })
    }

    /// What errors call it: its path, where it has one.
    #[must_use]
    pub fn name(&self) -> &str {
        self.file.name()
    }

    /// Its header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        self.file.header()
    }

    /// What goals it serves.
    #[must_use]
    pub const fn orbit(&self) -> Orbit {
        self.orbit
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
        self.file.entry(index)?.map(MoveSet::from_bits).ok_or_else(|| self.no_index(index))
    }

    /// Reads the entry of each index into `entries`. No read waits for another.
    ///
    /// # Errors
    ///
    /// As [`probe`](Self::probe).
    #[inline]
    pub(crate) fn probe_each(&self, indices: impl Iterator<Item = u64>, entries: &mut [MoveSet]) -> Result<()> {
        let bytes = self.file.entries();
        for (index, entry) in indices.zip(entries) {
            let Some(byte) = bytes.get((index / 2) as usize) else { return Err(self.no_index(index)) };
            self.file.check_block(index / 2 / BLOCK_LEN as u64)?;
            *entry = MoveSet::from_bits(byte >> (index % 2 * 4));
        }
        Ok(())
    }

    #[cold]
    fn no_index(&self, index: u64) -> Error {
        Error::Index { shape: self.orbit.shape(), index }
    }

    /// The error for something wrong with this table.
    pub(crate) fn error(&self, fault: Fault) -> Error {
        self.file.error(fault)
    }

    /// The coordinates of a state of this table by its index.
    #[must_use]
    pub fn coordinates(&self, index: u64) -> Option<Coordinates> {
        Coordinates::of_index(self.orbit.shape(), self.orbit.goal_blank(), index)
    }
}
