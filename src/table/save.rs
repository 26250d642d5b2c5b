//! Saving a table to a file, completely or not at all.

use std::path::Path;

use super::NewTable;
use crate::error::{Error, Result};
use crate::output_file::OutputFile;

impl NewTable {
    /// Writes the table to a file that appears under its name only when it is complete. Processes
    /// that have an older table open under that name keep reading the older one. A symbolic link
    /// stays, and the file that it points to is replaced. A pipe or a device is written directly.
    ///
    /// ```
    /// use tilebase::{generate::Generator, puzzle::Orbit};
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("t.tbl");
    /// Generator::new(Orbit::new("2x3".parse()?, 5)?).table(|_| ())?.save(&path)?;
    /// assert_eq!(std::fs::metadata(&path)?.len(), 4096 + 180 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Io`]. Until the file is complete, an older file stays in its place.
    pub fn save(&self, path: &Path) -> Result<()> {
        let mut output = OutputFile::create(path)?;
        self.write_to(&mut output).map_err(Error::io("write", path))?;
        output.finish()
    }
}
