//! The small tables of a goal: embedded, or else made in memory when they are first needed.

use std::sync::Mutex;

use tilebase_core::partitions::zone_numbers::{self, MASKS, ZoneEntries};

use super::pattern_table::PatternTable;
use super::zones::Zones;
use super::{Partition, PartitionSize};
use crate::error::{Error, Result};
use crate::puzzle::{Class, Orbit, Pattern, Puzzle, SmallShape};
use crate::threads;

/// The tables of one or two partitions.
pub(crate) type PartitionTables = Vec<Vec<PatternTable>>;

/// Upper bound on the bytes needed to make the small pattern tables of a shape with more than 16
/// cells.
pub(super) const MAKING: usize = 80 << 20;

/// The small tables for an orbit, embedded or made.
pub(crate) fn small_tables(orbit: Orbit, threads: usize) -> Result<PartitionTables> {
    match embedded_tables(orbit) {
        Some(tables) => Ok(tables),
        None => make_tables(&PartitionSize::Small.partitions(orbit), threads),
    }
}

/// Checks that this many bytes can be allocated.
pub(super) fn require_memory(bytes: usize) -> Result<()> {
    if threads::has_memory(bytes) { Ok(()) } else { Err(Error::Memory { bytes: bytes as u64 }) }
}

/// Makes the tables of some partitions, each table on a thread of its own if there are enough.
/// Splitting the levels of a small table between threads would take more time than it saves.
fn make_tables(partitions: &[Partition], threads: usize) -> Result<PartitionTables> {
    let patterns: Vec<Pattern> = partitions.concat();
    let threads = threads.min(patterns.len());
    if patterns.iter().any(|pattern| pattern.orbit().shape().class() >= Class::Bounded) {
        require_memory(MAKING + threads * threads::ARENA)?;
    }
    let made = threads::each(&patterns, threads, |&pattern| PatternTable::generate(pattern, 1));
    let mut made = made.into_iter();
    let of_partition =
        |partition: &Partition| made.by_ref().take(partition.len()).collect::<Result<_>>();
    partitions.iter().map(of_partition).collect()
}

// What `build.rs` made for the solver, so that a search on 4x4 begins at once.
//
// The feature `embedded-4x4` decides about the larger part: the small pattern tables of the
// default goal (3 MB) and the zones (0.5 MB). Of these, only the pages that a search reads are
// loaded. Without the feature they are made when they are first needed.

/// Bytes that lie where entries of eight bytes may lie.
#[repr(align(8))]
struct Aligned([u8; MASKS * size_of::<u64>()]);

// ZONES: the bytes of the zones of 4x4, if they are embedded. PATTERNS: for each embedded pattern
// table the header fields that name its puzzle, and its bits.
include!(concat!(env!("OUT_DIR"), "/solver.rs"));

impl Zones {
    /// The zones of a shape. If they are not embedded they are found once and kept for the life of
    /// the process.
    pub(super) fn new(shape: SmallShape) -> Zones {
        static MADE: Mutex<Vec<(SmallShape, Zones)>> = Mutex::new(Vec::new());
        if let Some(Aligned(bytes)) = &ZONES
            && (shape.rows(), shape.cols()) == (4, 4)
        {
            let entries: &[u64] = bytemuck::cast_slice(bytes);
            return Zones(entries.try_into().expect("an entry for each mask"));
        }
        let mut made = threads::lock(&MADE);
        if let Some((_, zones)) = made.iter().find(|(other, _)| *other == shape) {
            return *zones;
        }
        let entries: &'static ZoneEntries = Box::leak(zone_numbers::entries(shape));
        made.push((shape, Zones(entries)));
        Zones(entries)
    }
}

/// The small tables of an orbit, if they are embedded. Their bytes are used where they lie, and the
/// system loads only the pages that are read.
fn embedded_tables(orbit: Orbit) -> Option<PartitionTables> {
    let mut found = Vec::new();
    for partition in PartitionSize::Small.partitions(orbit) {
        let mut tables = Vec::new();
        for pattern in partition {
            let fields = Puzzle::from(pattern).fields();
            let (_, bits) = PATTERNS.iter().find(|(known, _)| *known == fields)?;
            tables.push(PatternTable::from_bits(pattern, *bits));
        }
        found.push(tables);
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn embedded_tables_are_what_the_library_generates() {
        let shape: SmallShape = "4x4".parse().unwrap();
        let tables = embedded_tables(Orbit::new(shape, 15).unwrap());
        assert_eq!(tables.is_some(), cfg!(feature = "embedded-4x4"));
        for table in tables.iter().flatten().flatten() {
            let made = PatternTable::generate(table.pattern(), 1).unwrap();
            assert!(table.bytes() == made.bytes(), "{}", table.pattern());
        }
        assert!(embedded_tables(Orbit::new(shape, 14).unwrap()).is_none());
        assert!(*Zones::new(shape).0 == *zone_numbers::entries(shape));
    }
}
