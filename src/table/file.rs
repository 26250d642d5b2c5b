//! A table in bytes: opened in constant time, and checked block by block as it is read.

use std::borrow::Cow;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::format::{BLOCK_LEN, ENTRIES_OFFSET, checksum};
use super::{Encoding, Header, NewTable};
use crate::error::{Error, Fault, Result};
use crate::machine::prefetch;
use crate::puzzle::{Coordinates, Directions, Puzzle};
use crate::space::{Sliding, Space};
use crate::threads;

/// How many blocks, 4 MiB, are checked between two looks at whether to stop, or by one thread.
const PART: u64 = 1024;

/// A table of any puzzle: embedded in the program, in memory, or mapped from a file.
///
/// Opening a table checks the header and the length, which is cheap. A block of entries is checked
/// when it is first read, so no answer comes from unchecked bytes.
///
/// ```
/// use tilebase::{Oracle, embedded, puzzle::{Orbit, SmallBoard}};
/// let goal: SmallBoard = "1 2 3 4 5 6 7 8 x".parse()?;
/// let table = embedded::table(Orbit::from(&goal).into()).expect("3x3 is embedded");
/// assert_eq!(table.header().states(), 181_440);
/// assert_eq!(table.header().diameter(), 31);
/// let oracle = Oracle::new(table, &goal)?;
/// assert_eq!(oracle.optimal_moves("1 2 3 4 5 x 7 8 6".parse::<SmallBoard>()?)?.to_string(), "d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Table {
    name: String,
    header: Header,
    bytes: Bytes,
    /// The end of the entries, and the number of states: both follow from the header.
    checksums_offset: usize,
    states: u64,
    /// A bit for each block, set once it was checked. `None` if the bytes are trusted.
    checked: Option<Box<[AtomicU64]>>,
}

/// The bytes of a table.
enum Bytes {
    /// Embedded in the program, or in memory.
    Memory(Cow<'static, [u8]>),
    #[cfg(feature = "mmap")]
    Mapped(super::Mapping),
}

impl AsRef<[u8]> for Bytes {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        match self {
            Bytes::Memory(bytes) => bytes,
            #[cfg(feature = "mmap")]
            Bytes::Mapped(mapping) => mapping.as_ref(),
        }
    }
}

impl Table {
    /// Opens a table file and maps it into memory.
    ///
    /// Pages are read from the disk when they are first used, and shared between processes. The
    /// file must not be changed in place or cut short while it is mapped. This crate never does
    /// that: a new table replaces an old one by renaming, which leaves the mapped file unchanged.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be mapped, [`Error::Table`] if its header or its length is
    /// not that of a table.
    #[cfg(feature = "mmap")]
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Table> {
        let path = path.as_ref();
        Table::new(path.display().to_string(), Bytes::Mapped(super::Mapping::open(path)?))
    }

    /// Creates a table from bytes in memory, or embedded in the program. `name` identifies it in
    /// errors.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] if the header or the length is not that of a table.
    pub fn from_bytes(
        name: impl Into<String>,
        bytes: impl Into<Cow<'static, [u8]>>,
    ) -> Result<Table> {
        Table::new(name.into(), Bytes::Memory(bytes.into()))
    }

    fn new(name: String, bytes: Bytes) -> Result<Table> {
        let header = Header::read(bytes.as_ref()).map_err(|fault| {
            // The start of a truncated file may still show what it was.
            let start = bytes.as_ref().first_chunk();
            let header = start.and_then(|start| Header::read_start(start).ok());
            Error::Table { name: name.clone(), puzzle: header.map(|it| it.puzzle()), fault }
        })?;
        // The file is now known to have the length that the header gives, so the size of this
        // allocation is bounded by it.
        let checked = (0..header.blocks().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let checksums_offset = usize::try_from(header.checksums_offset())
            .expect("an offset within bytes that are in memory");
        let states = header.states();
        Ok(Table { name, header, bytes, checksums_offset, states, checked: Some(checked) })
    }

    /// Skips the checks of blocks, for bytes embedded in the program.
    pub(crate) fn embedded(self) -> Table {
        Table { name: format!("{} (embedded)", self.puzzle()), checked: None, ..self }
    }

    /// The name used in errors: the path, if the table has one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The header.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The table's puzzle.
    pub const fn puzzle(&self) -> Puzzle {
        self.header.puzzle()
    }

    /// The encoding of the entries.
    pub const fn encoding(&self) -> Encoding {
        self.header.encoding()
    }

    /// Asks the operating system to read a mapped file ahead as a whole, if memory has room for it.
    /// This is for many thousands of boards. Without it, only the blocks that are needed are read:
    /// a few hundred kilobytes for one board, whatever the size of the table.
    pub fn read_ahead(&self) {
        #[cfg(feature = "mmap")]
        if let Bytes::Mapped(mapping) = &self.bytes {
            mapping.read_ahead();
        }
    }

    /// Reads the entry of the state with this index.
    ///
    /// # Errors
    ///
    /// [`Error::Index`] if there is no such state, [`Error::Table`] if the block of the entry is
    /// damaged.
    #[inline]
    pub fn entry(&self, index: u64) -> Result<u8> {
        self.entry_of(self.entries(), self.encoding(), index)
    }

    /// Reads an entry, given the bytes of the entries and their encoding.
    #[inline]
    fn entry_of(&self, entries: &[u8], encoding: Encoding, index: u64) -> Result<u8> {
        let byte = encoding.byte(index);
        if index < self.states
            && self.is_checked(byte / BLOCK_LEN as u64)
            && let Ok(byte) = usize::try_from(byte)
            && let Some(&found) = entries.get(byte)
        {
            return Ok(encoding.entry(found, index));
        }
        self.entry_in_new_block(index)
    }

    /// Reads an entry whose block was not checked yet, or that does not exist.
    #[cold]
    fn entry_in_new_block(&self, index: u64) -> Result<u8> {
        let encoding = self.encoding();
        let byte = encoding.byte(index);
        let found = usize::try_from(byte).ok().and_then(|byte| self.entries().get(byte));
        let Some(&found) = found.filter(|_| index < self.states) else {
            return Err(Error::Index { puzzle: self.puzzle(), index });
        };
        self.check_block(byte / BLOCK_LEN as u64)?;
        Ok(encoding.entry(found, index))
    }

    /// Reads this many entries of two bits, at most 16, from one with this index on, the first
    /// lowest. Ignore the bits above them.
    ///
    /// # Errors
    ///
    /// As for [`entry`](Self::entry).
    #[inline]
    pub(crate) fn pairs_of_bits(&self, index: u64, count: u64) -> Result<u32> {
        let (bit, last, block) = (2 * index, index + count - 1, BLOCK_LEN as u64);
        let byte = bit / 8;
        let bytes = self.bytes.as_ref();
        if last >= self.states
            || !self.is_checked(byte / block)
            || !self.is_checked(last / 4 / block)
        {
            self.entry_in_new_block(index)?;
            self.entry_in_new_block(last)?;
        }
        // The file goes on after the entries, but may end before a whole word does.
        let bytes = bytes.get(ENTRIES_OFFSET + byte as usize..).unwrap_or_default();
        let word = bytes
            .first_chunk()
            .copied()
            .unwrap_or_else(|| std::array::from_fn(|i| bytes.get(i).copied().unwrap_or_default()));
        Ok((u64::from_le_bytes(word) >> (bit % 8)) as u32)
    }

    /// Prefetches what [`pairs_of_bits`](Self::pairs_of_bits) will read.
    #[inline]
    pub(crate) fn prefetch_pairs_of_bits(&self, index: u64) {
        let bytes = self.bytes.as_ref();
        prefetch(bytes, ENTRIES_OFFSET + (index / 4) as usize);
    }

    /// The moves that the table claims to be optimal at a state. In a wrong table they may be
    /// illegal. Walks check that.
    #[expect(clippy::inline_always, reason = "see `claim` in `oracle/walk.rs`")]
    #[inline(always)]
    pub(crate) fn optimal_moves(&self, space: &Sliding, at: Coordinates) -> Result<Directions> {
        match self.encoding() {
            Encoding::DistanceBit => self.nearer_neighbours(space, at),
            _ => Ok(Directions::from_bits(self.entry(space.index(at))?)),
        }
    }

    /// Reads the moves that the table claims to be optimal at some states, in order, and passes
    /// them to `found`. Stops at the first error, and returns it with the number of the state.
    ///
    /// Few instructions lie between two reads, so the processor waits for many of them at a time.
    /// Whole lookups on 3x4 take 1.3 times as long with [`optimal_moves`](Self::optimal_moves).
    #[inline]
    pub(crate) fn optimal_moves_at(
        &self,
        space: &Sliding,
        states: impl Iterator<Item = Coordinates>,
        mut found: impl FnMut(usize, Directions),
    ) -> std::result::Result<(), (usize, Error)> {
        let entries = self.entries();
        let is_one_bit = self.encoding() == Encoding::DistanceBit;
        for (number, at) in states.enumerate() {
            let moves = if is_one_bit {
                self.nearer_neighbours(space, at)
            } else {
                let entry = self.entry_of(entries, Encoding::Moves, space.index(at));
                entry.map(Directions::from_bits)
            };
            found(number, moves.map_err(|error| (number, error))?);
        }
        Ok(())
    }

    /// The moves to the neighbours whose distance is one less, modulo 4.
    #[inline(never)] // So that the other encoding is inlined.
    fn nearer_neighbours(&self, space: &Sliding, at: Coordinates) -> Result<Directions> {
        if space.is_goal(at) {
            return Ok(Directions::EMPTY);
        }
        let here = self.entry(space.index(at))? << 1 | space.colour(at);
        // Bit 1 of the distance of a neighbour that is nearer.
        let nearer = Encoding::distance_bit(u32::from(here.wrapping_sub(1)));
        let mut moves = Directions::EMPTY;
        for mv in space.legal_moves(at) {
            if let Some(next) = space.step(at, mv)
                && self.entry(space.index(next))? == nearer
            {
                moves.insert(mv);
            }
        }
        Ok(moves)
    }

    /// Opens the table of a puzzle, if this file is one and all of its checksums are right: then it
    /// need not be made again. `None` if there is no file, or one that is damaged. Reads the whole
    /// file.
    ///
    /// # Errors
    ///
    /// [`Error::OtherTable`] if the file is the table of another puzzle, and all of its checksums
    /// are right: to write over it would destroy it.
    #[cfg(feature = "mmap")]
    pub fn open_whole(path: impl AsRef<std::path::Path>, puzzle: Puzzle) -> Result<Option<Table>> {
        // Opening anything else could block.
        let table = path.as_ref().is_file().then(|| Table::open(path).ok()).flatten();
        let Some(table) = table.filter(|table| table.check_all().is_ok()) else { return Ok(None) };
        table.expect_puzzle(puzzle)?;
        Ok(Some(table))
    }

    /// Refuses the table of another puzzle.
    pub(crate) fn expect_puzzle(&self, puzzle: Puzzle) -> Result<()> {
        if self.puzzle() == puzzle {
            return Ok(());
        }
        let (name, found) = (self.name().to_owned(), self.puzzle());
        Err(Error::OtherTable { name, expected: puzzle, found })
    }

    /// Checks every block, and the checksum of the block checksums. So it reads the whole file,
    /// and does so [ahead](Self::read_ahead).
    ///
    /// # Errors
    ///
    /// [`Error::Table`] for the first damaged block.
    pub fn check_all(&self) -> Result<()> {
        self.check_all_watched(|| ControlFlow::Continue(()))
    }

    /// Like [`check_all`](Self::check_all), but calls `watch` every [`PART`] blocks. If that
    /// breaks, the result is [`Error::Interrupted`].
    pub(crate) fn check_all_watched(
        &self,
        mut watch: impl FnMut() -> ControlFlow<()>,
    ) -> Result<()> {
        self.read_ahead();
        let found = checksum(&self.bytes.as_ref()[self.checksums_offset..]);
        let expected = self.header.checksum();
        if found != expected {
            return Err(self.error(Fault::Checksums { found, expected }));
        }
        for block in 0..self.header.blocks() {
            if block % PART == 0 && watch().is_break() {
                return Err(Error::Interrupted);
            }
            self.check_block_now(block)?;
        }
        Ok(())
    }

    /// Checks every block that was not checked yet, on this many threads.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] for a damaged block.
    pub(crate) fn check_unread(&self, threads: usize) -> Result<()> {
        self.read_ahead();
        let (blocks, next) = (self.header.blocks(), AtomicU64::new(0));
        let others = (threads as u64).min(blocks.div_ceil(PART)).saturating_sub(1);
        let checked = threads::join(others as usize, || {
            loop {
                let begin = next.fetch_add(PART, Ordering::Relaxed);
                if begin >= blocks {
                    return Ok(());
                }
                (begin..blocks.min(begin + PART)).try_for_each(|block| self.check_block(block))?;
            }
        });
        checked.into_iter().collect()
    }

    /// Creates an error for a fault of this table.
    pub(crate) fn error(&self, fault: Fault) -> Error {
        Error::Table { name: self.name.clone(), puzzle: Some(self.puzzle()), fault }
    }

    /// Creates an error for a walk that fails at a state.
    #[cold]
    pub(crate) fn walk_fault<S: Space>(
        &self,
        space: &S,
        at: S::State,
        expected: impl Into<String>,
        found: impl Into<String>,
    ) -> Error {
        let (index, board) = (space.index(at), space.describe(at));
        self.error(Fault::Walk { index, board, found: found.into(), expected: expected.into() })
    }

    /// The bytes of the entries, which may be unchecked.
    #[inline]
    pub(crate) fn entries(&self) -> &[u8] {
        &self.bytes.as_ref()[ENTRIES_OFFSET..self.checksums_offset]
    }

    /// True if a block was checked or is trusted. `false` past the last block.
    #[inline]
    fn is_checked(&self, block: u64) -> bool {
        // Relaxed is enough: the bit publishes nothing, and a thread that misses it checks again.
        let Some(checked) = &self.checked else { return true };
        let word = checked.get((block / 64) as usize);
        word.is_some_and(|word| word.load(Ordering::Relaxed) >> (block % 64) & 1 == 1)
    }

    fn check_block(&self, block: u64) -> Result<()> {
        if !self.is_checked(block) {
            self.check_block_now(block)?;
            if let Some(checked) = &self.checked {
                checked[(block / 64) as usize].fetch_or(1 << (block % 64), Ordering::Relaxed);
            }
        }
        Ok(())
    }

    #[cold]
    fn check_block_now(&self, block: u64) -> Result<()> {
        let start = block as usize * BLOCK_LEN;
        let entries = self.entries();
        let found = checksum(&entries[start..entries.len().min(start + BLOCK_LEN)]);
        let at = self.checksums_offset + 4 * block as usize;
        let expected: [u8; 4] = std::array::from_fn(|i| self.bytes.as_ref()[at + i]);
        let expected = u32::from_le_bytes(expected);
        if found == expected {
            Ok(())
        } else {
            Err(self.error(Fault::Block { block, found, expected }))
        }
    }
}

/// Opens a new table from memory, without a file.
///
/// ```
/// use tilebase::{Oracle, Table, generate::generate, puzzle::{Orbit, SmallBoard}};
/// let goal: SmallBoard = "1 2 3 / 4 5 x".parse()?;
/// let table = Table::try_from(generate(Orbit::from(&goal))?)?;
/// assert_eq!(Oracle::new(table, &goal)?.distance("4 5 x / 1 2 3".parse::<SmallBoard>()?)?, 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl TryFrom<NewTable> for Table {
    type Error = Error;

    /// # Errors
    ///
    /// [`Error::Memory`] if there is not enough memory for the bytes of a file.
    fn try_from(new: NewTable) -> Result<Table> {
        let (name, len) =
            (format!("{} (in memory)", new.header().puzzle()), new.header().file_len());
        let mut bytes = Vec::new();
        let too_much = Error::Memory { bytes: len };
        let Ok(capacity) = usize::try_from(len) else { return Err(too_much) };
        bytes.try_reserve_exact(capacity).map_err(|_| too_much)?;
        new.write_to(&mut bytes).expect("there is room for all bytes");
        Table::from_bytes(name, bytes)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = f.debug_struct("Table");
        table.field("name", &self.name).field("header", &self.header).finish_non_exhaustive()
    }
}
