//! Saving a table to a file, completely or not at all.

use std::path::Path;

use super::NewTable;
use crate::error::{Error, Result};
use crate::output_file::{OutputFile, Watch};

impl NewTable {
    /// Writes the table to a file that appears under its name only when it is complete. Processes
    /// that have an older table open under that name keep reading the older one. See [`OutputFile`]
    /// for links and pipes.
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
        self.save_watched(path, Watch::default())
    }

    fn save_watched(&self, path: &Path, watch: Watch) -> Result<()> {
        let mut output = OutputFile::create_watched(path, watch)?;
        self.write_to(&mut output).map_err(Error::io("write", path))?;
        output.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::generate::Generator;
    use crate::output_file::Step;
    use crate::puzzle::Orbit;

    #[test]
    fn whatever_step_fails_the_old_table_is_whole() {
        use Step::{Create, Permissions, Rename, Sync, SyncDirectory, Write};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.tbl");
        let of = |shape: &str| {
            let orbit = Orbit::new(shape.parse().unwrap(), 0).unwrap();
            Generator::new(orbit).table(|_| ()).unwrap()
        };
        let bytes = |table: &NewTable| {
            let mut bytes = Vec::new();
            table.write_to(&mut bytes).unwrap();
            bytes
        };
        let (old, new) = (of("2x3"), of("3x3"));
        let mut steps = Vec::new();
        for fails_at in 0.. {
            old.save(&path).unwrap();
            let (count, last) =
                (Arc::new(AtomicUsize::new(0)), Arc::new(std::sync::Mutex::new(None)));
            let (counted, seen) = (Arc::clone(&count), Arc::clone(&last));
            let watch = Watch(Some(Box::new(move |step| {
                *seen.lock().unwrap() = Some(step);
                if counted.fetch_add(1, Ordering::Relaxed) == fails_at {
                    Err(std::io::ErrorKind::StorageFull.into())
                } else {
                    Ok(())
                }
            })));
            let result = new.save_watched(&path, watch);
            let step = last.lock().unwrap().unwrap();
            let found = fs::read(&path).unwrap();
            assert!(
                found == bytes(if step == Step::SyncDirectory { &new } else { &old }),
                "{step:?}"
            );
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{step:?}");
            if result.is_ok() {
                break;
            }
            steps.push(step);
        }
        let expected = [Create, Permissions, Write, Write, Write, Sync, Rename, SyncDirectory];
        assert_eq!(steps, expected);
    }
}
