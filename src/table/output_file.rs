//! An output file that appears under its name only when it is complete.
//!
//! A program that truncates a file and then fills it destroys the old contents right away, and
//! leaves an incomplete file if it is interrupted. [`OutputFile`] writes a new file, syncs it,
//! renames it over the target and syncs the directory. Until the rename the old file is intact, and
//! after it the new file is complete. Processes that have the old file open or mapped keep reading
//! the old contents. (Windows does not allow replacing a file that a process has mapped. The rename
//! is then an error, and the old file stays.)
//!
//! The permissions of an existing file are kept, and its owner where the system allows that. Other
//! hard links to an existing file keep the old contents.
//!
//! # Killed processes
//!
//! On Linux the new file has no name until it is complete, so the system removes it when the
//! process ends, however it ends. A file without a name cannot replace another one. So if there is
//! an old file, the new one is named `.tilebase-XXXXXX` first, and renamed at once. A process that
//! is killed between these two calls leaves that name, with the complete file.
//!
//! Other systems, and file systems without unnamed files, have the name `.tilebase-XXXXXX` from the
//! start. It is removed if the output is dropped unfinished, but not if the process is killed.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use super::NewTable;
use crate::error::{Error, Result};

/// The beginning of temporary names.
const TEMPORARY: &str = ".tilebase-";

/// A file that is being written, and appears under its name only when it is complete.
///
/// | the target is | what happens |
/// | --- | --- |
/// | missing, or a regular file | replaced in one step when the output is finished |
/// | a symbolic link | the file it points to is replaced; the link stays |
/// | a pipe, a device or a descriptor (`/dev/fd/3`) | written directly |
/// | a directory, or a file that may not be written | an error; nothing is changed |
///
/// If it is dropped before it is finished, the old file stays.
///
/// ```
/// use std::io::Write;
/// use tilebase::table::OutputFile;
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("answers");
/// let mut output = OutputFile::create(&path)?;
/// output.write_all(b"dlurullddrurdllurdr\n")?;
/// assert!(!path.exists());
/// output.finish()?;
/// assert_eq!(std::fs::read_to_string(&path)?.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OutputFile {
    /// The target as named by the caller.
    path: PathBuf,
    file: File,
    /// `None` if the target is written directly.
    replacement: Option<Replacement>,
}

/// How a new file gets its name.
#[derive(Debug)]
struct Replacement {
    /// The target with all symbolic links followed.
    target: PathBuf,
    /// The name until then, which is removed when this is dropped. `None` if there is none yet.
    temporary: Option<TempPath>,
}

impl OutputFile {
    /// The operation named in [`Error::Io`] if the finished file cannot be renamed.
    pub const REPLACING: &str = "rename the finished file to";

    /// Starts to write a file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the target is a directory or may not be written, or if no new file can be
    /// created next to it.
    pub fn create(path: impl AsRef<Path>) -> Result<OutputFile> {
        let path = path.as_ref();
        let old = match fs::metadata(path) {
            Ok(old) if old.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => found.map(Some),
        };
        let old = old.map_err(Error::io("write", path))?;
        let mut target = None;
        if old.as_ref().is_none_or(fs::Metadata::is_file) {
            target = follow_links(path).map_err(Error::io("write", path))?;
        }
        let Some(target) = target else {
            // Appending keeps the existing contents of a file that was passed as a descriptor. A
            // block device cannot be appended to.
            let append = old.is_some_and(|old| old.is_file());
            let file = OpenOptions::new().write(true).append(append).open(path);
            let file = file.map_err(Error::io("write", path))?;
            return Ok(OutputFile { path: path.to_owned(), file, replacement: None });
        };
        if old.is_some() {
            // A file that may not be written must not be replaced either.
            OpenOptions::new().write(true).open(&target).map_err(Error::io("write", path))?;
        }
        let (file, temporary) = create_in(directory(&target), old.is_some())
            .map_err(Error::io("create a temporary file beside", path))?;
        if let Some(old) = old {
            keep_permissions(&old, &file).map_err(Error::io("keep the permissions of", path))?;
        }
        let replacement = Some(Replacement { target, temporary });
        Ok(OutputFile { path: path.to_owned(), file, replacement })
    }

    /// Refuses a target that is neither missing nor a regular file: a pipe that nobody named would
    /// be written to, and no one may read from it.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] for such a target.
    pub fn expect_regular(path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            let cause = io::Error::other("it is not a regular file; remove it");
            return Err(Error::io("write", path)(cause));
        }
        Ok(())
    }

    /// Syncs the file and gives it its name. A target that is written directly is already complete.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be synced or renamed: then the old file is intact and the
    /// new one is removed. Also if the directory cannot be synced: then the new file is in place
    /// and complete, but a power failure could bring back the old one.
    pub fn finish(self) -> Result<()> {
        let OutputFile { path, file, replacement } = self;
        let Some(Replacement { target, temporary }) = replacement else { return Ok(()) };
        file.sync_all().map_err(Error::io("sync", &path))?;
        let temporary = match temporary {
            Some(temporary) => Some(temporary),
            // There is no old file.
            None if link(&file, &target).is_ok() => None,
            None => {
                let mut named = Builder::new();
                let named = named.prefix(TEMPORARY).make_in(directory(&target), |n| link(&file, n));
                Some(named.map_err(Error::io("name", &path))?.into_temp_path())
            }
        };
        if let Some(temporary) = temporary {
            temporary
                .persist(&target)
                .map_err(|why| Error::io(OutputFile::REPLACING, &path)(why.error))?;
        }
        // Btrfs does not sync a file without a name, so sync it again now that it has one.
        file.sync_all()
            .and_then(|()| sync_directory(directory(&target)))
            .map_err(Error::io("sync the directory of", &path))
    }
}

impl NewTable {
    /// Writes the table to a file, completely or not at all: see [`OutputFile`]. Processes that
    /// have an older table open under that name keep reading the older one.
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
    /// [`Error::Io`]. Until the file is complete, an older one stays in its place.
    pub fn save(&self, path: &Path) -> Result<()> {
        self.save_to(OutputFile::create(path)?)
    }

    /// Writes the table to a file that was opened before the table was made.
    ///
    /// # Errors
    ///
    /// As for [`save`](Self::save).
    pub fn save_to(&self, mut output: OutputFile) -> Result<()> {
        self.write_to(&mut output).map_err(Error::io("write", &output.path))?;
        output.finish()
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Creates a file in `folder`, without a name if possible. If it is private, only its owner may
/// read it.
fn create_in(folder: &Path, private: bool) -> io::Result<(File, Option<TempPath>)> {
    // A file without a name gets one through /proc.
    #[cfg(target_os = "linux")]
    if Path::new("/proc/self/fd").exists() {
        let mut options = OpenOptions::new();
        options.write(true);
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_TMPFILE);
        if let Ok(file) = options.open(folder) {
            return Ok((file, None));
        }
    }
    let mut named = Builder::new();
    named.prefix(TEMPORARY);
    if !private {
        #[cfg(unix)]
        named.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    // For a missing folder, `tempfile` names a file that nobody asked for.
    fs::metadata(folder)?;
    let (file, temporary) = named.tempfile_in(folder)?.into_parts();
    Ok((file, Some(temporary)))
}

/// Gives a file without a name one that no other file has.
#[cfg(target_os = "linux")]
fn link(file: &File, name: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    let open = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(file));
    Ok(linkat(CWD, &open, CWD, name, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link(_: &File, _: &Path) -> io::Result<()> {
    unreachable!("every file has a name on this system")
}

/// Follows symbolic links. The target of the last one need not exist. `None` if one of them is a
/// descriptor of a process, which is not a name in a directory.
fn follow_links(path: &Path) -> io::Result<Option<PathBuf>> {
    // The limit of Linux.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&path) {
            Ok(found) if found.is_symlink() => {
                if directory(&path).canonicalize()?.starts_with("/proc") {
                    return Ok(None);
                }
                path = directory(&path).join(fs::read_link(&path)?);
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ if path.as_os_str().is_empty()
                || path.as_os_str().as_encoded_bytes().ends_with(b"/") =>
            {
                return Err(io::ErrorKind::InvalidFilename.into());
            }
            _ => return Ok(Some(path)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Copies the permissions of an old file to a new one, and its owner and group if possible.
#[cfg(unix)]
fn keep_permissions(old: &fs::Metadata, file: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    // Only the superuser can change the owner. The group can be set to one of the user's own.
    if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    // The setuid and setgid bits are left out, since the owner may have changed.
    file.set_permissions(fs::Permissions::from_mode(old.mode() & 0o777))
}

#[cfg(not(unix))]
fn keep_permissions(_: &fs::Metadata, _: &File) -> io::Result<()> {
    Ok(())
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
fn sync_directory(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let names = fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    fn write(path: &Path, text: &str) {
        let mut output = OutputFile::create(path).unwrap();
        output.write_all(text.as_bytes()).unwrap();
        output.finish().unwrap();
    }

    #[test]
    fn links_stay_and_permissions_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::create_dir(path.join("deep")).unwrap();
        let file = path.join("deep/file");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        fs::hard_link(&file, path.join("other name")).unwrap();
        symlink("deep/file", path.join("first")).unwrap();
        symlink("first", path.join("second")).unwrap();
        write(&path.join("second"), "new");
        assert_eq!(fs::read_link(path.join("second")).unwrap(), Path::new("first"));
        assert_eq!(fs::read_link(path.join("first")).unwrap(), Path::new("deep/file"));
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o7777, 0o640);
        assert_eq!(fs::read_to_string(path.join("other name")).unwrap(), "old");
        // A link whose target does not exist yet.
        symlink("deep/later", path.join("third")).unwrap();
        write(&path.join("third"), "new");
        assert_eq!(fs::read_to_string(path.join("deep/later")).unwrap(), "new");
        // Links that never lead to a file.
        symlink("b", path.join("a")).unwrap();
        symlink("a", path.join("b")).unwrap();
        let wrong = ["a", "deep", "missing/file", "new/"].map(|name| path.join(name));
        for path in wrong.into_iter().chain([PathBuf::new()]) {
            let error = OutputFile::create(&path).unwrap_err();
            assert!(matches!(error, Error::Io { .. }), "{path:?}: {error}");
        }
        assert_eq!(names(&path.join("deep")), ["file", "later"]);
        assert_eq!(names(path), ["a", "b", "deep", "first", "other name", "second", "third"]);
    }

    #[test]
    fn pipes_devices_and_descriptors_are_written_directly() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, "kept\n").unwrap();
        let log = OpenOptions::new().append(true).open(&path).unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&log);
        if Path::new("/proc/self/fd").exists() {
            write(Path::new(&format!("/proc/self/fd/{number}")), "added\n");
            assert_eq!(fs::read_to_string(&path).unwrap(), "kept\nadded\n");
        }
        let (pipe, writer) = io::pipe().unwrap();
        let number = std::os::fd::AsRawFd::as_raw_fd(&writer);
        write(Path::new(&format!("/dev/fd/{number}")), "through\n");
        drop(writer);
        assert_eq!(io::read_to_string(pipe).unwrap(), "through\n");
        write(Path::new("/dev/null"), "gone");
        assert!(!fs::symlink_metadata("/dev/null").unwrap().is_file());
        assert_eq!(names(folder.path()), ["log"]);
    }
}
