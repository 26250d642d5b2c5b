//! Tables: the file format, and opening, reading and writing them.

mod encoding;
mod file;
pub mod format;
#[cfg(feature = "mmap")]
mod mapping;
#[cfg(feature = "mmap")]
mod memory;
#[cfg(feature = "mmap")]
mod output_file;
mod writer;

pub use encoding::Encoding;
pub use file::Table;
pub use format::Header;
#[cfg(feature = "mmap")]
pub(crate) use mapping::HugePages;
#[cfg(feature = "mmap")]
use mapping::Mapping;
#[cfg(feature = "mmap")]
pub(crate) use mapping::in_huge_pages;
#[cfg(feature = "mmap")]
pub use memory::free_memory;
#[cfg(feature = "mmap")]
pub use output_file::OutputFile;
pub(crate) use writer::Entries;
pub use writer::NewTable;

pub use crate::error::{ByteSize, Fault};
