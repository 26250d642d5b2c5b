//! Tables: the file format, and opening, reading and writing them.

mod file;
#[cfg(feature = "mmap")]
mod mapping;
#[cfg(feature = "mmap")]
mod memory;
mod new_table;
#[cfg(feature = "mmap")]
mod output_file;

pub use file::Table;
#[cfg(feature = "mmap")]
pub(crate) use mapping::HugePages;
#[cfg(feature = "mmap")]
use mapping::Mapping;
#[cfg(feature = "mmap")]
pub use memory::free_memory;
pub use new_table::NewTable;
#[cfg(feature = "mmap")]
pub use output_file::OutputFile;

#[doc(no_inline)]
pub use format::Header;
pub use tilebase_core::{Encoding, Fault, byte_size, format};
