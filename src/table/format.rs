//! The table file, byte by byte. All numbers are little-endian and unsigned; CRC-32 is the one of zlib and PNG.
//!
//! A file has four parts and nothing after them:
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 20 | the prelude |
//! | 20 | 1108 | the header |
//! | 1128 | 2968 | padding: zeros up to 4096 |
//! | 4096 | `entries_len` | the entries |
//! | `checksums_offset` | `checksums_len` | a CRC-32 of each block of entries, 4 bytes each, in order |
//!
//! # The prelude
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | magic: `TILEBASE` in ASCII |
//! | 8 | 4 | format version: 1 |
//! | 12 | 4 | length of the header: 1108 |
//! | 16 | 4 | CRC-32 of the header's bytes |
//!
//! # The header
//!
//! | offset | bytes | field | what |
//! | --- | --- | --- | --- |
//! | 20 | 4 | `puzzle` | kind of puzzle: 1 is the sliding-tile puzzle, 2 the alternating-swap puzzle |
//! | 24 | 4 | `rows` | rows of the shape as it lies in the table: rows >= cols |
//! | 28 | 4 | `cols` | columns |
//! | 32 | 4 | `goal_blank` | cell of the goal's blank; the goal's tiles are in order. 0 where the puzzle has no blank |
//! | 36 | 4 | `entry_bits` | bits of an entry: 4 |
//! | 40 | 4 | `diameter` | the greatest distance |
//! | 44 | 8 | `states` | number of states: (rows x cols)!/2, or of the alternating-swap puzzle 2 (rows x cols)! |
//! | 52 | 1024 | `counts` | 128 numbers of 8 bytes: states at distance 0, 1, 2, ..., 0 beyond the diameter |
//! | 1076 | 8 | `entries_offset` | 4096 |
//! | 1084 | 8 | `entries_len` | bytes of entries: half the states, rounded up |
//! | 1092 | 8 | `checksums_offset` | `entries_offset + entries_len` |
//! | 1100 | 8 | `checksums_len` | 4 for each block begun |
//! | 1108 | 4 | `block_len` | entries' bytes in a block: 4096; the last may be shorter |
//! | 1112 | 4 | `checksums_crc` | CRC-32 of the block checksums' bytes |
//! | 1116 | 12 | `generator` | version of the tilebase that made the table: major, minor, patch, 4 bytes each |
//!
//! # The entries
//!
//! Entry i is 4 bits, in byte `i/2` of the entries, the low half first.
//!
//! **The sliding-tile puzzle**: the set of optimal moves of state i, with d, l, r, u from bit 0. It is 0 for the goal alone. State i is the one that [`Coordinates::of_index`](crate::Coordinates::of_index) tells: the
//! blank in cell `i / (tiles!/2)`, and the tile order that has Cantor rank 2k or 2k+1 with `k = i % (tiles!/2)`, whichever of the two
//! can reach the goal.
//!
//! **The alternating-swap puzzle**: 0 for a goal; 15 for a state that cannot reach one, of which `counts` count nothing; else the number, from 1, of the first
//! optimal move among the exchanges of the state's kind, in the order of [`Side::exchanges`](crate::swap::Side::exchanges): by the smaller cell, then
//! the larger. State `kind * cells! + rank` is the arrangement of that Cantor rank with the next move orthogonal (kind 0) or diagonal (kind 1); the
//! sorted arrangement is a goal with either.
//!
//! # Reading one
//!
//! [`Header::read`] checks all of the above but the entries and their checksums, before it believes any of it. A block is
//! checked when it is first touched ([`Table::probe`](crate::Table::probe)).

use serde::{Deserialize, Serialize};

use crate::error::Fault;
use crate::puzzle::Puzzle;

/// The first bytes of a table file.
pub const MAGIC: [u8; 8] = *b"TILEBASE";
/// The format version that this page tells.
pub const VERSION: u32 = 1;
/// Length of the prelude, which is the offset of the header.
pub const PRELUDE_LEN: usize = 20;
/// Length of the header.
pub const HEADER_LEN: usize = 1108;
/// Offset of the entries.
pub const ENTRIES_OFFSET: usize = 4096;
/// Bytes of entries under one checksum.
pub const BLOCK_LEN: usize = 4096;
/// Bits of an entry.
pub const ENTRY_BITS: u32 = 4;
/// How many distances the header has room for.
pub const MAX_DISTANCES: usize = 128;

/// The entry of a state of the alternating-swap puzzle that cannot reach the goal.
pub const UNSOLVABLE: u8 = 15;

/// The header as it stands in the file: fixed-width integers and arrays of them, nothing else.
#[derive(Serialize, Deserialize)]
struct RawHeader {
    puzzle: u32,
    rows: u32,
    cols: u32,
    goal_blank: u32,
    entry_bits: u32,
    diameter: u32,
    states: u64,
    /// Flat in the file; serde knows arrays up to 32.
    counts: [[u64; 32]; MAX_DISTANCES / 32],
    entries_offset: u64,
    entries_len: u64,
    checksums_offset: u64,
    checksums_len: u64,
    block_len: u32,
    checksums_crc: u32,
    generator: [u32; 3],
}

/// A header that was checked, or is about to be written: what a table is of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    puzzle: Puzzle,
    counts: Vec<u64>,
    checksums_crc: u32,
    generator: [u32; 3],
}

impl Header {
    /// The header for a table of this puzzle made by this version. `counts` are the states at distance 0, 1, 2, ...
    pub(crate) fn new(puzzle: Puzzle, counts: Vec<u64>, checksums: &[u8]) -> Header {
        let version =
            [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
        let generator = version.map(|part| part.parse().unwrap_or(0));
        Header { puzzle, counts, checksums_crc: checksum(checksums), generator }
    }

    /// What the table is of.
    #[must_use]
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// Number of states.
    #[must_use]
    pub const fn states(&self) -> u64 {
        self.puzzle.states()
    }

    /// States at distance 0, 1, 2, ... up to the diameter.
    #[must_use]
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The greatest distance.
    #[must_use]
    pub fn diameter(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// The checksum over the block checksums: two tables with the same one hold the same entries.
    #[must_use]
    pub const fn checksum(&self) -> u32 {
        self.checksums_crc
    }

    /// The version of tilebase that made the table: major, minor, patch.
    #[must_use]
    pub const fn generator(&self) -> [u32; 3] {
        self.generator
    }

    /// Bytes of entries.
    #[must_use]
    pub const fn entries_len(&self) -> u64 {
        entries_len(self.puzzle)
    }

    /// Offset of the block checksums.
    #[must_use]
    pub const fn checksums_offset(&self) -> u64 {
        ENTRIES_OFFSET as u64 + self.entries_len()
    }

    /// Number of blocks.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.entries_len().div_ceil(BLOCK_LEN as u64)
    }

    /// Length of the whole file.
    #[must_use]
    pub const fn file_len(&self) -> u64 {
        file_len(self.puzzle)
    }

    /// The first [`ENTRIES_OFFSET`] bytes of a file: prelude, header and padding.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let header = bincode::serialize(&self.raw()).expect("fixed-width fields, written to memory");
        let mut bytes = Vec::with_capacity(ENTRIES_OFFSET);
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.extend_from_slice(&(HEADER_LEN as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum(&header).to_le_bytes());
        bytes.extend_from_slice(&header);
        bytes.resize(ENTRIES_OFFSET, 0);
        bytes
    }

    /// Reads and checks the beginning of a table file: `bytes` is the whole file.
    ///
    /// # Errors
    ///
    /// The first [`Fault`] found, in the order of the bytes; the file's length comes last, when the header says what it must be.
    pub fn read(bytes: &[u8]) -> Result<Header, Fault> {
        let found = bytes.len() as u64;
        let Some(start) = bytes.first_chunk() else {
            return Err(if bytes.starts_with(&MAGIC) {
                Fault::Length { found, expected: ENTRIES_OFFSET as u64 }
            } else {
                Fault::Magic { found: bytes[..bytes.len().min(MAGIC.len())].to_vec(), expected: MAGIC }
            });
        };
        let header = check_prelude(start)?;
        let raw = decode(header).ok_or(Fault::Length { found, expected: HEADER_LEN as u64 })?;
        let header = Header::try_from(raw)?;
        if let Some(at) = start[PRELUDE_LEN + HEADER_LEN..].iter().position(|&byte| byte != 0) {
            return Err(Fault::Padding { offset: PRELUDE_LEN + HEADER_LEN + at });
        }
        if found != header.file_len() {
            return Err(Fault::Length { found, expected: header.file_len() });
        }
        Ok(header)
    }

    fn raw(&self) -> RawHeader {
        let [puzzle, rows, cols, goal_blank] = self.puzzle.fields();
        let mut counts = [[0; 32]; MAX_DISTANCES / 32];
        counts.as_flattened_mut()[..self.counts.len()].copy_from_slice(&self.counts);
        RawHeader {
            puzzle,
            rows,
            cols,
            goal_blank,
            entry_bits: ENTRY_BITS,
            diameter: self.diameter(),
            states: self.states(),
            counts,
            entries_offset: ENTRIES_OFFSET as u64,
            entries_len: self.entries_len(),
            checksums_offset: self.checksums_offset(),
            checksums_len: 4 * self.blocks(),
            block_len: BLOCK_LEN as u32,
            checksums_crc: self.checksums_crc,
            generator: self.generator,
        }
    }
}

const fn entries_len(puzzle: Puzzle) -> u64 {
    puzzle.states().div_ceil(2)
}

/// Length of the table file of a puzzle, which is known before it is made.
pub(crate) const fn file_len(puzzle: Puzzle) -> u64 {
    let entries = entries_len(puzzle);
    ENTRIES_OFFSET as u64 + entries + 4 * entries.div_ceil(BLOCK_LEN as u64)
}

/// Entry i of the entries' bytes, if there are as many.
#[inline]
pub(crate) fn entry(entries: &[u8], index: u64) -> Option<u8> {
    entries.get((index / 2) as usize).map(|byte| byte >> (index % 2 * 4) & 0xf)
}

/// The checksum of a block of entries, of the header and of the block checksums.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Checks the prelude, and gives the bytes of the header it vouches for.
fn check_prelude(start: &[u8; ENTRIES_OFFSET]) -> Result<&[u8], Fault> {
    let word = |at: usize| u32::from_le_bytes([start[at], start[at + 1], start[at + 2], start[at + 3]]);
    if start[..8] != MAGIC {
        return Err(Fault::Magic { found: start[..8].to_vec(), expected: MAGIC });
    }
    if word(8) != VERSION {
        return Err(Fault::Version { found: word(8), expected: VERSION });
    }
    field("header_len", word(12).into(), HEADER_LEN as u64)?;
    let header = &start[PRELUDE_LEN..PRELUDE_LEN + HEADER_LEN];
    let (found, expected) = (checksum(header), word(16));
    if found == expected { Ok(header) } else { Err(Fault::HeaderChecksum { found, expected }) }
}

fn decode(header: &[u8]) -> Option<RawHeader> {
    use bincode::Options;
    let options = bincode::options().with_fixint_encoding().with_little_endian();
    options.with_limit(HEADER_LEN as u64).reject_trailing_bytes().deserialize(header).ok()
}

fn field(field: &'static str, found: u64, expected: u64) -> Result<(), Fault> {
    if found == expected { Ok(()) } else { Err(Fault::Field { field, found, expected: expected.to_string() }) }
}

fn refused(field: &'static str, found: u32, expected: &str) -> Fault {
    Fault::Field { field, found: found.into(), expected: expected.to_owned() }
}

impl TryFrom<RawHeader> for Header {
    type Error = Fault;

    fn try_from(raw: RawHeader) -> Result<Header, Fault> {
        let fields = [raw.puzzle, raw.rows, raw.cols, raw.goal_blank];
        let puzzle = Puzzle::of_fields(fields).map_err(|(field, found, expected)| refused(field, found, expected))?;
        let counts = raw.counts.as_flattened();
        let diameter = raw.diameter as usize;
        let beyond = counts.get(diameter + 1..).ok_or_else(|| refused("diameter", raw.diameter, "at most 127"))?;
        let counts = &counts[..=diameter];
        if beyond.iter().any(|&count| count != 0) || counts.contains(&0) || counts[0] != puzzle.goals() {
            return Err(refused(
                "diameter",
                raw.diameter,
                "the last distance that has states, after as many goals as the puzzle has",
            ));
        }
        let sum = counts.iter().try_fold(0u64, |sum, &count| sum.checked_add(count)).unwrap_or(u64::MAX);
        match puzzle {
            Puzzle::Swap(_) if sum <= puzzle.states() => {}
            _ => field("counts", sum, puzzle.states())?,
        }
        let header =
            Header { puzzle, counts: counts.to_vec(), checksums_crc: raw.checksums_crc, generator: raw.generator };
        field("entry_bits", raw.entry_bits.into(), ENTRY_BITS.into())?;
        field("states", raw.states, header.states())?;
        field("entries_offset", raw.entries_offset, ENTRIES_OFFSET as u64)?;
        field("entries_len", raw.entries_len, header.entries_len())?;
        field("checksums_offset", raw.checksums_offset, header.checksums_offset())?;
        field("checksums_len", raw.checksums_len, 4 * header.blocks())?;
        field("block_len", raw.block_len.into(), BLOCK_LEN as u64)?;
        Ok(header)
    }
}
