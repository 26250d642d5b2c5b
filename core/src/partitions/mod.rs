//! The parts of the search with pattern tables that are made when the library is compiled.

#[doc(hidden)]
pub mod automaton;
mod partition;
#[doc(hidden)]
pub mod zone_numbers;

pub use partition::{Partition, PartitionSize, further_partitions};
