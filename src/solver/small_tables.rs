//! The small tables of a goal: embedded, or else made in memory when they are first needed.

use super::embedded_patterns;
use super::table::PatternTable;
use super::{Partition, PartitionSize};
use crate::error::{Error, Result};
use crate::puzzle::{Class, Orbit, Pattern};
use crate::threads;

/// The tables of one or two partitions.
pub(crate) type PartitionTables = Vec<Vec<PatternTable>>;

/// Upper bound on the bytes needed to make the small pattern tables of a shape with more than 16
/// cells.
pub(super) const MAKING: usize = 80 << 20;

/// The small tables for an orbit, embedded or made.
pub(crate) fn small_tables(orbit: Orbit, threads: usize) -> Result<PartitionTables> {
    match embedded_patterns::small_tables(orbit) {
        Some(tables) => Ok(tables),
        None => make_tables(&Partition::for_orbit(orbit, PartitionSize::Small), threads),
    }
}

/// Checks that this many bytes can be allocated.
pub(super) fn require_memory(bytes: usize) -> Result<()> {
    if threads::has_memory(bytes) { Ok(()) } else { Err(Error::Memory { bytes: bytes as u64 }) }
}

/// Makes the tables of some partitions, each table on a thread of its own if there are enough.
/// Splitting the levels of a small table between threads would take more time than it saves.
fn make_tables(partitions: &[Partition], threads: usize) -> Result<PartitionTables> {
    let patterns: Vec<Pattern> = partitions.iter().flat_map(Partition::patterns).copied().collect();
    let threads = threads.min(patterns.len());
    if patterns.iter().any(|pattern| pattern.orbit().shape().class() >= Class::Bounded) {
        require_memory(MAKING + threads * threads::ARENA)?;
    }
    let made = threads::each(&patterns, threads, |&pattern| PatternTable::generate(pattern, 1));
    let mut made = made.into_iter();
    let of_partition = |partition: &Partition| {
        made.by_ref().take(partition.patterns().len()).collect::<Result<_>>()
    };
    partitions.iter().map(of_partition).collect()
}
