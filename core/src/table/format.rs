//! The table file, byte by byte. All numbers are little-endian and unsigned. CRC-32 is that of zlib
//! and PNG.
//!
//! A file has five parts, with nothing between or after them:
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 20 | the prelude |
//! | 20 | 1112 | the header |
//! | 1132 | 2964 | padding: zeros up to 4096 |
//! | 4096 | `entries_len` | the entries |
//! | `checksums_offset` | `checksums_len` | a CRC-32 of each block of entries, 4 bytes each, in order |
//!
//! # The prelude
//!
//! | offset | bytes | what |
//! | --- | --- | --- |
//! | 0 | 8 | magic: `TILEBASE` in ASCII |
//! | 8 | 4 | format version: 1 |
//! | 12 | 4 | length of the header: 1112 |
//! | 16 | 4 | CRC-32 of the bytes of the header |
//!
//! # The header
//!
//! | offset | bytes | field | what |
//! | --- | --- | --- | --- |
//! | 20 | 4 | `metric` | what a move is: 1 if it slides one tile, 2 if it slides any number of them (multi-tile) |
//! | 24 | 4 | `rows` | rows of the shape as stored: rows >= cols |
//! | 28 | 4 | `cols` | columns |
//! | 32 | 4 | `goal_blank` | cell of the blank in the goal, whose tiles are in order. It is the last of the cells that symmetry makes equivalent (see below) |
//! | 36 | 4 | `pattern` | 0: all tiles are distinguished. Otherwise bit c says that the tile of goal cell c is. In the multi-tile metric a labelling, with which tiles of the same label are alike: its [size](crate::puzzle::LabellingSize), 1 or 2, plus 256 times its number |
//! | 40 | 4 | `entry_bits` | bits of an entry: 4, 2 or 1 |
//! | 44 | 4 | `diameter` | the greatest distance |
//! | 48 | 8 | `states` | number of states: (rows x cols)!/2, or those of the pattern or the labels |
//! | 56 | 1024 | `counts` | 128 numbers of 8 bytes: states at distance 0, 1, 2, ..., 0 beyond the diameter |
//! | 1080 | 8 | `entries_offset` | 4096 |
//! | 1088 | 8 | `entries_len` | bytes of entries: `states * entry_bits / 8`, rounded up |
//! | 1096 | 8 | `checksums_offset` | `entries_offset + entries_len` |
//! | 1104 | 8 | `checksums_len` | 4 for each block; the last block may be shorter |
//! | 1112 | 4 | `block_len` | bytes of entries in a block: 4096 |
//! | 1116 | 4 | `checksums_crc` | CRC-32 of the bytes of the block checksums |
//! | 1120 | 12 | `generator` | version of the tilebase that made the table: major, minor, patch, 4 bytes each |
//!
//! A table serves all goals that mirroring and transposing map to one another. It is generated for
//! one of them: the shape is turned so that rows >= cols, and `goal_blank` is the greatest cell
//! that the goal's blank can be mapped to. Any other value of `goal_blank` is refused.
//!
//! `counts` must be possible: one goal at distance 0, no gap, no level larger than its predecessor
//! could reach, a sum equal to the number of states, and (but not in the multi-tile metric) a sum
//! over the even distances equal to the number of states with the goal's colour.
//!
//! # The entries
//!
//! [`Encoding`] says where in the bytes entry i is. What it says of state i:
//!
//! **4 bits.** The set of optimal moves, with d, l, r, u from bit 0. It is 0 only for the goal.
//!
//! **1 bit, all tiles.** Bit 1 of the distance. Bit 0 is known without a table: it is 1 if the
//! blank is on a cell of a different colour than the goal's blank, where the colour of a cell is
//! (row + column) modulo 2. So an entry gives the distance modulo 4, and a neighbour is nearer
//! exactly if its distance is one less modulo 4.
//!
//! **2 bits, the multi-tile metric.** The distance modulo 3; 3 is not an entry. A move leads to a
//! distance that differs by at most one, so a neighbour is nearer exactly if its distance is one
//! less modulo 3.
//!
//! **1 bit, a pattern.** The same, but bit 0 of the distance is the parity of the number of the
//! pattern's tiles that are on cells of a different colour than in the goal.
//!
//! # The states
//!
//! **All tiles**: state i is the one that
//! [`Coordinates::from_index`](crate::puzzle::Coordinates::from_index) gives. The blank is in cell
//! `i / (tiles!/2)`, and the tile order has Cantor rank 2k or 2k+1 with `k = i % (tiles!/2)`,
//! whichever of these two orders can reach the goal.
//!
//! **A pattern of k tiles**: state `segment * k! + rank`. A segment is a pair of a mask (the cells
//! that hold the pattern's tiles, bit c for cell c) and a zone (the connected region of the other
//! cells that contains the blank). Segments are numbered by mask, and for one mask by the lowest
//! cell of the zone. The rank is that of the pattern's tiles in reading order, numbered 1 to k by
//! goal cell.
//!
//! **Labels**: in the multi-tile metric, tables for 13 to 16 cells are of boards on which tiles
//! with the same label are alike; [`Labelling::labels`](crate::puzzle::Labelling::labels) gives the
//! label of each tile. For each label but the last, from 0, there is the number of its set of
//! places among the places that the labels before it leave, where places are those of the tiles in
//! reading order, and sets are numbered in ascending order of their bits, the first place lowest;
//! and then there is the blank's cell. The index is built from left to right: it is multiplied by
//! the number of possible sets (at last, of cells), and the number of this set (at last, of the
//! blank's cell) is added. So states that differ only in the blank's cell are neighbours.
//! The file `space/labels.rs` has an example.
//!
//! # Reading a table
//!
//! [`Header::read`] checks all of the above, except the entries and their checksums, before it
//! relies on any of it. A block is checked when it is first read
//! (`Table::entry`).

use serde::{Deserialize, Serialize};

use super::encoding::Encoding;
use crate::error::Fault;
use crate::puzzle::Puzzle;

/// The first bytes of a table file.
pub const MAGIC: [u8; 8] = *b"TILEBASE";
/// The format version that this page describes.
pub const VERSION: u32 = 1;
/// Length of the prelude, which is the offset of the header.
pub const PRELUDE_LEN: usize = 20;
/// Length of the header.
pub const HEADER_LEN: usize = 1112;
/// Offset of the entries.
pub const ENTRIES_OFFSET: usize = 4096;
/// Bytes of entries under one checksum.
pub const BLOCK_LEN: usize = 4096;
/// The number of distances that the header has room for.
pub const MAX_DISTANCES: usize = 128;

/// The header as stored in the file: only fixed-width integers and arrays of them.
#[derive(Serialize, Deserialize)]
struct RawHeader {
    metric: u32,
    rows: u32,
    cols: u32,
    goal_blank: u32,
    pattern: u32,
    entry_bits: u32,
    diameter: u32,
    states: u64,
    /// One flat array in the file. It is split because serde supports arrays of up to 32 elements.
    counts: [[u64; 32]; MAX_DISTANCES / 32],
    entries_offset: u64,
    entries_len: u64,
    checksums_offset: u64,
    checksums_len: u64,
    block_len: u32,
    checksums_crc: u32,
    generator: [u32; 3],
}

/// A header that was checked when read, or is about to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    puzzle: Puzzle,
    encoding: Encoding,
    counts: Vec<u64>,
    checksums_crc: u32,
    generator: [u32; 3],
}

impl Header {
    /// The header of a table for this puzzle, generated by this version. `counts` are the states at
    /// distance 0, 1, 2, ..., and `checksums` the bytes of the block checksums.
    pub(crate) fn new(
        puzzle: Puzzle,
        encoding: Encoding,
        counts: Vec<u64>,
        checksums: &[u8],
    ) -> Header {
        let version = [
            env!("CARGO_PKG_VERSION_MAJOR"),
            env!("CARGO_PKG_VERSION_MINOR"),
            env!("CARGO_PKG_VERSION_PATCH"),
        ];
        let generator = version.map(|part| part.parse().expect("Cargo writes numbers"));
        Header { puzzle, encoding, counts, checksums_crc: checksum(checksums), generator }
    }

    /// The table's puzzle.
    pub const fn puzzle(&self) -> Puzzle {
        self.puzzle
    }

    /// How the entries are encoded.
    pub const fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Number of states.
    pub const fn states(&self) -> u64 {
        self.puzzle.states()
    }

    /// States at distance 0, 1, 2, ... up to the diameter.
    pub fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// The greatest distance.
    pub fn diameter(&self) -> u32 {
        self.counts.len() as u32 - 1
    }

    /// The checksum of the block checksums. Tables with different ones hold different entries.
    pub const fn checksum(&self) -> u32 {
        self.checksums_crc
    }

    /// The version of tilebase that generated the table: major, minor, patch.
    pub const fn generator(&self) -> [u32; 3] {
        self.generator
    }

    /// Bytes of entries.
    pub const fn entries_len(&self) -> u64 {
        self.encoding.len(self.puzzle.states())
    }

    /// Offset of the block checksums.
    pub const fn checksums_offset(&self) -> u64 {
        ENTRIES_OFFSET as u64 + self.entries_len()
    }

    /// Number of blocks.
    pub const fn blocks(&self) -> u64 {
        self.entries_len().div_ceil(BLOCK_LEN as u64)
    }

    /// Length of the whole file.
    pub const fn file_len(&self) -> u64 {
        file_len(self.puzzle, self.encoding)
    }

    /// The first [`ENTRIES_OFFSET`] bytes of a file: prelude, header and padding.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let header =
            bincode::serialize(&self.raw()).expect("fixed-width fields, written to memory");
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
    /// The first [`Fault`] found, in the order of the bytes. The file's length is checked last,
    /// against the header.
    pub fn read(bytes: &[u8]) -> Result<Header, Fault> {
        let found = bytes.len() as u64;
        let Some(start) = bytes.first_chunk() else {
            return Err(if bytes.starts_with(&MAGIC) {
                Fault::Length { found, expected: ENTRIES_OFFSET as u64 }
            } else {
                Fault::Magic {
                    found: bytes[..bytes.len().min(MAGIC.len())].to_vec(),
                    expected: MAGIC,
                }
            });
        };
        let header = Header::read_start(start)?;
        if found != header.file_len() {
            return Err(Fault::Length { found, expected: header.file_len() });
        }
        Ok(header)
    }

    /// Reads and checks what comes before the entries. The length of the file is not checked.
    #[doc(hidden)]
    pub fn read_start(start: &[u8; ENTRIES_OFFSET]) -> Result<Header, Fault> {
        let header = check_prelude(start)?;
        let found = ENTRIES_OFFSET as u64;
        let raw = decode(header).ok_or(Fault::Length { found, expected: HEADER_LEN as u64 })?;
        let header = Header::try_from(raw)?;
        if let Some(at) = start[PRELUDE_LEN + HEADER_LEN..].iter().position(|&byte| byte != 0) {
            return Err(Fault::Padding { offset: PRELUDE_LEN + HEADER_LEN + at });
        }
        Ok(header)
    }

    fn raw(&self) -> RawHeader {
        let [metric, rows, cols, goal_blank, pattern] = self.puzzle.fields();
        let mut counts = [[0; 32]; MAX_DISTANCES / 32];
        counts.as_flattened_mut()[..self.counts.len()].copy_from_slice(&self.counts);
        RawHeader {
            metric,
            rows,
            cols,
            goal_blank,
            pattern,
            entry_bits: self.encoding.bits(),
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

/// Length of a puzzle's table file, known before the table is generated.
pub const fn file_len(puzzle: Puzzle, encoding: Encoding) -> u64 {
    let entries = encoding.len(puzzle.states());
    ENTRIES_OFFSET as u64 + entries + 4 * entries.div_ceil(BLOCK_LEN as u64)
}

/// The checksum used for blocks of entries, the header and the block checksums.
#[doc(hidden)]
pub fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

/// Checks the prelude and the checksum of the header, and returns the bytes of the header.
fn check_prelude(start: &[u8; ENTRIES_OFFSET]) -> Result<&[u8], Fault> {
    if start[..8] != MAGIC {
        return Err(Fault::Magic { found: start[..8].to_vec(), expected: MAGIC });
    }
    let numbers = std::array::from_fn(|number| {
        u32::from_le_bytes(std::array::from_fn(|byte| start[8 + 4 * number + byte]))
    });
    let [version, header_len, expected] = numbers;
    if version != VERSION {
        return Err(Fault::Version { found: version, expected: VERSION });
    }
    field("header_len", header_len.into(), HEADER_LEN as u64)?;
    let header = &start[PRELUDE_LEN..PRELUDE_LEN + HEADER_LEN];
    let found = checksum(header);
    if found == expected { Ok(header) } else { Err(Fault::HeaderChecksum { found, expected }) }
}

fn decode(header: &[u8]) -> Option<RawHeader> {
    use bincode::Options;
    let options = bincode::options().with_fixint_encoding().with_little_endian();
    options.with_limit(HEADER_LEN as u64).reject_trailing_bytes().deserialize(header).ok()
}

fn field(field: &'static str, found: u64, expected: u64) -> Result<(), Fault> {
    if found == expected {
        Ok(())
    } else {
        Err(Fault::Field { field, found, expected: expected.to_string() })
    }
}

fn refused(field: &'static str, found: u32, expected: &str) -> Fault {
    Fault::Field { field, found: found.into(), expected: expected.to_owned() }
}

impl TryFrom<RawHeader> for Header {
    type Error = Fault;

    fn try_from(raw: RawHeader) -> Result<Header, Fault> {
        let fields = [raw.metric, raw.rows, raw.cols, raw.goal_blank, raw.pattern];
        let puzzle = Puzzle::from_fields(fields)?;
        let encoding = Encoding::from_bits(raw.entry_bits)
            .filter(|&encoding| allows(puzzle, encoding))
            .ok_or_else(|| {
                let expected =
                    "4, or 1 for all tiles, 1 for a pattern, 2 for the multi-tile metric";
                refused("entry_bits", raw.entry_bits, expected)
            })?;
        let counts = raw.counts.as_flattened();
        let diameter = raw.diameter as usize;
        let beyond = counts
            .get(diameter + 1..)
            .ok_or_else(|| refused("diameter", raw.diameter, "at most 127"))?;
        let counts = &counts[..=diameter];
        if beyond.iter().any(|&count| count != 0) || counts.contains(&0) || counts[0] != 1 {
            return Err(refused(
                "diameter",
                raw.diameter,
                "the last distance with states, and one state at distance 0",
            ));
        }
        check_counts(puzzle, counts)?;
        let (checksums_crc, generator) = (raw.checksums_crc, raw.generator);
        let header = Header { puzzle, encoding, counts: counts.to_vec(), checksums_crc, generator };
        field("states", raw.states, header.states())?;
        field("entries_offset", raw.entries_offset, ENTRIES_OFFSET as u64)?;
        field("entries_len", raw.entries_len, header.entries_len())?;
        field("checksums_offset", raw.checksums_offset, header.checksums_offset())?;
        field("checksums_len", raw.checksums_len, 4 * header.blocks())?;
        field("block_len", raw.block_len.into(), BLOCK_LEN as u64)?;
        Ok(header)
    }
}

/// Checks that a breadth-first search of this puzzle could produce these counts.
fn check_counts(puzzle: Puzzle, counts: &[u64]) -> Result<(), Fault> {
    let [mut even, mut odd] = [0u64; 2];
    for (distance, &count) in counts.iter().enumerate() {
        let sum = if distance % 2 == 0 { &mut even } else { &mut odd };
        *sum = sum.saturating_add(count);
    }
    match puzzle.even_states() {
        Some(states) => {
            field("counts at even distances", even, states)?;
            field("counts at odd distances", odd, puzzle.states() - states)?;
        }
        None => field("counts", even.saturating_add(odd), puzzle.states())?,
    }
    for (distance, pair) in counts.windows(2).enumerate() {
        let most = pair[0].saturating_mul(puzzle.degree());
        if pair[1] > most {
            let expected = format!("at most {most} states at distance {}", distance + 1);
            return Err(Fault::Field { field: "counts", found: pair[1], expected });
        }
    }
    Ok(())
}

/// Whether an encoding can be used for a puzzle's table.
fn allows(puzzle: Puzzle, encoding: Encoding) -> bool {
    match puzzle {
        Puzzle::Sliding(_) => encoding != Encoding::DistanceModulo3,
        Puzzle::Multi(_) | Puzzle::Labelled(_) => encoding == Encoding::DistanceModulo3,
        Puzzle::Pattern(_) => encoding == Encoding::DistanceBit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documentation of the format agrees with its code: the numbers are the same.
    #[test]
    fn the_page_has_the_numbers_of_the_code() {
        let page = include_str!("format.rs");
        for row in [
            format!("//! | 0 | {PRELUDE_LEN} | the prelude |"),
            format!("//! | {PRELUDE_LEN} | {HEADER_LEN} | the header |"),
            format!(
                "//! | {} | {} | padding",
                PRELUDE_LEN + HEADER_LEN,
                ENTRIES_OFFSET - PRELUDE_LEN - HEADER_LEN
            ),
            format!("//! | {ENTRIES_OFFSET} | `entries_len` | the entries |"),
            format!("//! | 8 | 4 | format version: {VERSION} |"),
            format!("`block_len` | bytes of entries in a block: {BLOCK_LEN}"),
        ] {
            assert!(page.contains(&row), "{row}");
        }
    }
}
