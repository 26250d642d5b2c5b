//! Files mapped into memory: the one place of this crate with `unsafe`.

use std::fs::File;
use std::path::Path;

use crate::error::{Error, Result};

/// A table file mapped into memory, read only. Pages are read from the disk when they are first touched, and shared between processes.
#[derive(Debug)]
pub struct Mapping(memmap2::Mmap);

impl Mapping {
    /// Maps a file.
    ///
    /// The file must not be changed in place or cut short while it is mapped. Nothing here does: a new table replaces an old one
    /// by renaming, which leaves the mapped file as it was.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] where the file is missing, is a directory, may not be read or cannot be mapped.
    pub fn open(path: &Path) -> Result<Mapping> {
        let file = File::open(path).map_err(Error::io("open", path))?;
        let is_file = file.metadata().map_err(Error::io("read", path))?.is_file();
        if !is_file {
            return Err(Error::io("read", path)(std::io::Error::other(
                "not a file that can be mapped",
            )));
        }
        #[expect(unsafe_code, reason = "mapping a file is unsafe in any language; argued below")]
        // SAFETY: the bytes of the mapping must not change while it is borrowed. The mapping is private to this process and read
        // only; this crate writes tables under other names and renames them (`NewTable::save`), which never touches the inode mapped
        // here. Another program that writes into a table in place breaks the contract stated above.
        let mapping = unsafe { memmap2::Mmap::map(&file) };
        let mapping = Mapping(mapping.map_err(Error::io("map", path))?);
        mapping.advise_few();
        Ok(mapping)
    }

    /// Tells the system that a few places will be read, here and there: reading ahead would bring in the whole file for one query.
    fn advise_few(&self) {
        // Advice that is refused costs time, nothing else.
        #[cfg(unix)]
        let _ = self.0.advise(memmap2::Advice::Random);
    }

    /// Tells the system that most of the file will be read soon.
    pub fn advise_all(&self) {
        #[cfg(unix)]
        let _ = self
            .0
            .advise(memmap2::Advice::Normal)
            .and_then(|()| self.0.advise(memmap2::Advice::WillNeed));
    }
}

impl AsRef<[u8]> for Mapping {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}
