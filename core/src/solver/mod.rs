//! The parts of the search with pattern tables that are made when the library is compiled.

mod partition;
#[doc(hidden)]
pub mod pruning;
#[doc(hidden)]
pub mod zones;

pub use partition::{Partition, PartitionSize};
