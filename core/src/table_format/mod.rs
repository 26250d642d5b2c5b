//! Table files: their format, their entries, and writing them.

mod entries;
pub mod format;
mod header_fields;
mod table_writer;

pub use entries::Encoding;
pub use format::Header;
pub use table_writer::{Entries, TableFile};
