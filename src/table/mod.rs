//! Tables: the file format, and opening, reading and writing them.

mod file;
#[cfg(feature = "mmap")]
mod mapping;
#[cfg(feature = "mmap")]
mod memory;
#[cfg(feature = "mmap")]
mod output_file;

pub use file::Table;
#[cfg(feature = "mmap")]
pub(crate) use mapping::HugePages;
#[cfg(feature = "mmap")]
use mapping::Mapping;
#[cfg(feature = "mmap")]
pub use memory::free_memory;
#[cfg(feature = "mmap")]
pub use output_file::OutputFile;

use std::io::{self, Write};

#[doc(no_inline)]
pub use format::Header;
use tilebase_core::table_format::TableFile;
pub use tilebase_core::{Encoding, Fault, byte_size, format};

/// A newly generated table, in memory.
///
/// ```
/// use tilebase::{Table, generate::generate, puzzle::Orbit};
/// let new = generate(Orbit::new("2x3".parse()?, 5)?)?;
/// assert_eq!(new.header().diameter(), 21);
/// let table = Table::try_from(new)?; // Or write it to a file.
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NewTable(TableFile);

impl NewTable {
    /// The header.
    pub const fn header(&self) -> &Header {
        self.0.header()
    }

    /// Writes the bytes of the file, in the [format](mod@format) of table files.
    ///
    /// # Errors
    ///
    /// Any error from `out`.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.0.write_to(out)
    }
}

impl From<TableFile> for NewTable {
    fn from(file: TableFile) -> NewTable {
        NewTable(file)
    }
}
