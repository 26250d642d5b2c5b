//! Saving a table to a file, completely or not at all.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::NewTable;
use crate::error::{Error, Result};

impl NewTable {
    /// Writes the table to a file that appears under its name only when it is complete. Processes
    /// that have an older table open under that name keep reading the older one. A symbolic link
    /// stays, and the file that it points to is replaced.
    ///
    /// ```
    /// use tilebase::{generate::generate, puzzle::Orbit};
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("t.tbl");
    /// generate(Orbit::new("2x3".parse()?, 5)?)?.save(&path)?;
    /// assert_eq!(std::fs::metadata(&path)?.len(), 4096 + 180 + 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Io`]. Until the file is complete, an older file stays in its place. A folder, a
    /// pipe or a device is not replaced: use [`write_to`](Self::write_to).
    pub fn save(&self, path: &Path) -> Result<()> {
        let cannot = || Error::io("write", path);
        let target = match fs::canonicalize(path) {
            // A file that may not be written must not be replaced either.
            Ok(target) if target.is_file() => {
                File::options().write(true).open(&target).map_err(cannot())?;
                target
            }
            Ok(_) => return Err(cannot()(io::Error::other("it is not a regular file"))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(cannot()(error)),
        };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let mut new = tempfile::Builder::new();
        new.prefix(".tilebase-");
        #[cfg(unix)]
        new.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut new = new.tempfile_in(folder).map_err(cannot())?;
        self.write_to(&mut new).map_err(cannot())?;
        new.as_file().sync_all().map_err(cannot())?;
        if let Ok(old) = fs::metadata(&target) {
            new.as_file().set_permissions(old.permissions()).map_err(cannot())?;
        }
        new.persist(&target).map_err(|error| cannot()(error.error))?;
        Ok(())
    }
}
