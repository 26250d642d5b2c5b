//! An internal part of [`tilebase`](https://docs.rs/tilebase): it makes the tables that are
//! embedded in it. Its build script and the library itself share this crate.
//!
//! Use `tilebase` instead. Nothing here is promised to stay as it is: `tilebase` depends on exactly
//! one version. It re-exports from the root what its users have. The modules are for itself.

pub mod error;
#[doc(hidden)]
pub mod generate;
pub mod interval;
pub mod partitions;
pub mod puzzle;
#[doc(hidden)]
pub mod space;
pub mod table_format;
#[doc(hidden)]
pub mod threads;

pub use error::{CaseError, Error, Fault, Result, byte_size};
pub use interval::Interval;
pub use partitions::{Partition, PartitionSize};
pub use puzzle::*;
pub use table_format::{Encoding, Header, format};
