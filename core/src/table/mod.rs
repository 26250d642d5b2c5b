//! Table files: their format, their entries, and writing them.

mod encoding;
mod fields;
pub mod format;
mod writer;

pub use encoding::Encoding;
pub use format::Header;
pub use writer::{Entries, TableFile};
