//! Writing a table: whole, or not at all.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::encoding::Encoding;
use super::format::{BLOCK_LEN, Header, checksum};
use crate::error::{Error, Result};
use crate::puzzle::Puzzle;

/// A table just generated, in memory.
///
/// ```
/// use tilebase::{Table, generate::Generator, puzzle::Orbit};
/// let new = Generator::new(Orbit::new("2x3".parse()?, 5)?).table(|_| ())?;
/// let mut file = Vec::new();
/// new.write_to(&mut file)?;
/// let table = Table::from_bytes("memory", file)?;
/// assert_eq!(table.header().diameter(), 21);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct NewTable {
    header: Header,
    entries: Vec<u8>,
    checksums: Vec<u8>,
}

impl NewTable {
    /// The table of these entries, with as many states at distance 0, 1, 2, ... as `counts` says.
    pub(crate) fn new(
        puzzle: Puzzle,
        encoding: Encoding,
        counts: Vec<u64>,
        entries: Vec<u8>,
    ) -> NewTable {
        let checksums: Vec<u8> =
            entries.chunks(BLOCK_LEN).flat_map(|block| checksum(block).to_le_bytes()).collect();
        NewTable { header: Header::new(puzzle, encoding, counts, &checksums), entries, checksums }
    }

    /// Its header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The entries, as [`Encoding`] lays them out.
    #[must_use]
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// Writes the bytes of the file, in the format that [`format`](crate::format) tells.
    ///
    /// # Errors
    ///
    /// What `out` answers.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.header.to_bytes())?;
        out.write_all(&self.entries)?;
        out.write_all(&self.checksums)
    }

    /// Writes the file so that it appears under its name only when it is complete: a temporary file in the same directory, synced,
    /// renamed, and the directory synced. Whoever reads an older table under that name goes on reading it.
    ///
    /// # Errors
    ///
    /// [`Error::Io`]; what stood under the name is then still there, and the temporary file is not.
    pub fn save(&self, path: &Path) -> Result<()> {
        let mut temporary = Temporary::create(path)?;
        let io = |doing| Error::io(doing, path);
        self.write_to(&mut temporary.file).map_err(io("write"))?;
        temporary.file.sync_all().map_err(io("sync"))?;
        fs::rename(&temporary.path, path).map_err(io("rename a finished table to"))?;
        temporary.renamed = true;
        sync_directory(path).map_err(io("sync the directory of"))
    }
}

/// A file beside the one to be written, locked while its owner lives, and gone with it unless it was renamed.
struct Temporary {
    path: PathBuf,
    file: File,
    renamed: bool,
}

impl Temporary {
    fn create(target: &Path) -> Result<Temporary> {
        if target.is_dir() {
            return Err(Error::io("write", target)(io::ErrorKind::IsADirectory.into()));
        }
        sweep(target);
        let create = |number| -> io::Result<Temporary> {
            let path = target.with_file_name(temporary_name(
                target,
                &format!("{}-{number}", std::process::id()),
            ));
            let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
            // A sweeper that came between may hold it for a moment, and remove it. Where there are no locks there is no sweeping.
            let _ = file.lock();
            if !path.exists() {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            Ok(Temporary { path, file, renamed: false })
        };
        let mut last = io::ErrorKind::AlreadyExists.into();
        for number in 0..100 {
            match create(number) {
                Ok(temporary) => return Ok(temporary),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
                Err(error) => {
                    return Err(Error::io("create a temporary file beside", target)(error));
                }
            }
        }
        Err(Error::io("create a temporary file beside", target)(last))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes what killed generators left beside `target`: temporary files that nobody holds a lock on.
fn sweep(target: &Path) {
    let prefix = temporary_name(target, "");
    let Ok(files) = fs::read_dir(directory(target)) else { return };
    for file in files.flatten() {
        if file.file_name().as_encoded_bytes().starts_with(prefix.as_encoded_bytes())
            && let Ok(left) = OpenOptions::new().write(true).open(file.path())
            && left.try_lock().is_ok()
        {
            let _ = fs::remove_file(file.path());
        }
    }
}

fn temporary_name(target: &Path, suffix: &str) -> OsString {
    let mut name = target.file_name().unwrap_or_default().to_owned();
    name.push(".tmp-");
    name.push(suffix);
    name
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(directory(path))?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Generator;
    use crate::puzzle::Orbit;

    fn names(directory: &Path) -> Vec<OsString> {
        let mut names: Vec<_> =
            fs::read_dir(directory).unwrap().map(|file| file.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_save_leaves_the_table_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("t.tbl");
        let orbit = Orbit::new("2x3".parse().unwrap(), 0).unwrap();
        let new = Generator::new(orbit).table(|_| ()).unwrap();
        // One left by a killed generator, one of a generator still at work.
        fs::write(folder.path().join("t.tbl.tmp-1-0"), "torn").unwrap();
        let other = Temporary::create(&path).unwrap();
        new.save(&path).unwrap();
        assert_eq!(
            names(folder.path()),
            ["t.tbl".into(), other.path.file_name().unwrap().to_owned()]
        );
        drop(other);
        new.save(&path).unwrap();
        assert_eq!(names(folder.path()), ["t.tbl"]);
        assert_eq!(fs::metadata(&path).unwrap().len(), new.header().file_len());
    }

    #[test]
    fn a_directory_is_no_table() {
        let folder = tempfile::tempdir().unwrap();
        let new = generate(Orbit::of("2x2".parse().unwrap(), 0)).unwrap();
        for path in [folder.path().to_owned(), folder.path().join("missing/t.tbl")] {
            assert!(matches!(new.save(&path), Err(Error::Io { .. })));
        }
        assert!(names(folder.path()).is_empty());
    }
}
