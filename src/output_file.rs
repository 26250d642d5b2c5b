//! An output file that appears under its name only when it is complete.
//!
//! A program that truncates a file and then fills it destroys the old contents right away, and
//! leaves an incomplete file if it is interrupted. [`OutputFile`] writes a temporary file beside
//! the target, syncs it, renames it over the target and syncs the directory. Until the rename the
//! old file is intact, and after it the new file is complete. Processes that have the old file open
//! or mapped keep reading the old contents. (Windows does not allow replacing a file that a process
//! has mapped. The rename is then an error, and the old file stays.)
//!
//! | the target is | what happens |
//! | --- | --- |
//! | missing, or a regular file | replaced in one step when the output is finished |
//! | a symbolic link | the file it points to is replaced; the link stays |
//! | a pipe, a device or a descriptor (`/dev/fd/3`) | written directly |
//! | a directory, or a file that may not be written | an error; nothing is changed |
//!
//! The permissions of an existing file are kept, and its owner where the system allows that. Other
//! hard links to an existing file keep the old contents.
//!
//! # Temporary files
//!
//! The temporary file of `answers.txt` is called `answers.txt.tmp-PID-N`, where PID is the number
//! of the process and N is below 100. Long names are shortened, so that the temporary name is valid
//! wherever the target's name is. It is locked while it is written. It is removed when the output
//! is dropped unfinished. A process that is killed cannot do that, so the next output for the same
//! target removes it: a regular file with exactly such a name that is not locked. Nothing else is
//! ever removed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

#[doc(hidden)]
/// The operation named in [`Error::Io`] if the finished file cannot be renamed.
pub const REPLACING: &str = "rename the finished file to";

/// Temporary files of one process for one target are numbered below this.
const NUMBERS: u32 = 100;

/// A file that is being written. See the [module documentation](self) for what happens to it.
///
/// ```
/// use std::io::Write;
/// use tilebase::OutputFile;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("answers.txt");
/// let mut output = OutputFile::create(&path)?;
/// output.write_all(b"uldr\n")?;
/// assert!(!path.exists());
/// output.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"uldr\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct OutputFile {
    /// The target as named by the caller.
    path: PathBuf,
    file: File,
    /// `None` if the target is written directly.
    temporary: Option<Temporary>,
    watch: Watch,
}

/// A step that an [`OutputFile`] is about to take.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Create the temporary file.
    Create,
    /// Give it the permissions of the file that it will replace.
    Permissions,
    /// Write some bytes.
    Write,
    /// Sync the file.
    Sync,
    /// Rename the file.
    Rename,
    /// Sync the directory.
    SyncDirectory,
}

/// Called before each step. If it returns an error, the step fails with it. Tests make each step
/// fail in turn.
#[doc(hidden)]
#[derive(Default)]
pub struct Watch(pub Option<Box<dyn FnMut(Step) -> io::Result<()> + Send>>);

impl Watch {
    fn before(&mut self, step: Step) -> io::Result<()> {
        self.0.as_mut().map_or(Ok(()), |watch| watch(step))
    }
}

impl std::fmt::Debug for Watch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Watch").field(&self.0.is_some()).finish()
    }
}

/// The temporary file beside the target. Dropping it removes the file unless it was renamed.
#[derive(Debug)]
struct Temporary {
    path: PathBuf,
    /// The target with all symbolic links followed.
    target: PathBuf,
    renamed: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.renamed {
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl OutputFile {
    /// Starts to write a file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the target is a directory or may not be written, or if no temporary file
    /// can be created beside it.
    pub fn create(path: impl AsRef<Path>) -> Result<OutputFile> {
        OutputFile::create_watched(path, Watch::default())
    }

    /// The same, with a callback before every step.
    #[doc(hidden)]
    pub fn create_watched(path: impl AsRef<Path>, mut watch: Watch) -> Result<OutputFile> {
        let path = path.as_ref();
        let cannot_write = || Error::io("write", path);
        let old = match fs::metadata(path) {
            Ok(old) if old.is_dir() => {
                return Err(cannot_write()(io::ErrorKind::IsADirectory.into()));
            }
            Ok(old) => Some(old),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(cannot_write()(error)),
        };
        let target = if old.as_ref().is_none_or(fs::Metadata::is_file) {
            follow_links(path).map_err(cannot_write())?
        } else {
            None
        };
        let Some(target) = target else {
            // Appending keeps the existing contents of a file that was passed as a descriptor. A
            // block device cannot be appended to.
            let append = old.is_some_and(|old| old.is_file());
            let file = OpenOptions::new().write(true).append(append).open(path);
            let file = file.map_err(cannot_write())?;
            return Ok(OutputFile { path: path.to_owned(), file, temporary: None, watch });
        };
        sweep(&target);
        let private = old.is_some();
        let (temporary, file) = watch
            .before(Step::Create)
            .and_then(|()| Temporary::create(target, private))
            .map_err(Error::io("create a temporary file beside", path))?;
        if let Some(old) = old {
            // A file that may not be written must not be replaced either.
            open_as_it_is(&temporary.target).map_err(cannot_write())?;
            watch
                .before(Step::Permissions)
                .and_then(|()| keep_permissions(&old, &file))
                .map_err(Error::io("keep the permissions of", path))?;
        }
        Ok(OutputFile { path: path.to_owned(), file, temporary: Some(temporary), watch })
    }

    /// The path of the temporary file. Code that ends the process without dropping this should
    /// remove it. `None` if the target is written directly.
    #[must_use]
    pub fn temporary(&self) -> Option<&Path> {
        self.temporary.as_ref().map(|temporary| temporary.path.as_path())
    }

    /// Syncs the file and gives it its name. A target that is written directly is already complete.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be synced or renamed: then the old file is intact and the
    /// temporary one is removed. Also if the directory cannot be synced: then the new file is in
    /// place and complete, but a power failure could bring back the old one.
    pub fn finish(self) -> Result<()> {
        let OutputFile { path, file, temporary, mut watch } = self;
        let Some(mut temporary) = temporary else { return Ok(()) };
        watch
            .before(Step::Sync)
            .and_then(|()| file.sync_all())
            .map_err(Error::io("sync", &path))?;
        watch
            .before(Step::Rename)
            .and_then(|()| fs::rename(&temporary.path, &temporary.target))
            .map_err(Error::io(REPLACING, &path))?;
        temporary.renamed = true;
        watch
            .before(Step::SyncDirectory)
            .and_then(|()| sync_directory(directory(&temporary.target)))
            .map_err(Error::io("sync the directory of", &path))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watch.before(Step::Write)?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Temporary {
    /// Creates a locked temporary file beside `target`. If it is private, only its owner may read
    /// it.
    fn create(target: PathBuf, private: bool) -> io::Result<(Temporary, File)> {
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if private {
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        for number in 0..NUMBERS {
            let path = temporary_path(&target, std::process::id(), number)?;
            match options.open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(file) => {
                    // Another process may have removed the file before it was locked. If the file
                    // system has no locks, no files are removed.
                    let _ = file.lock();
                    if is_at(&file, &path) {
                        return Ok((Temporary { path, target, renamed: false }, file));
                    }
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }
}

/// The path of a process's temporary file with this number for `target`.
fn temporary_path(target: &Path, process: u32, number: u32) -> io::Result<PathBuf> {
    let mut name = target.file_name().map(beginning).ok_or(io::ErrorKind::InvalidInput)?;
    name.push(format!(".tmp-{process}-{number}"));
    Ok(target.with_file_name(name))
}

/// The beginning of a name, short enough to leave room for the suffix even where names are limited
/// to 143 bytes.
fn beginning(name: &OsStr) -> OsString {
    const LONGEST: usize = 100;
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    #[cfg(unix)]
    if name.to_str().is_none() {
        let bytes = std::os::unix::ffi::OsStrExt::as_bytes(name);
        return <OsStr as std::os::unix::ffi::OsStrExt>::from_bytes(&bytes[..LONGEST]).to_owned();
    }
    let name = name.to_string_lossy();
    name[..name.floor_char_boundary(LONGEST)].into()
}

/// Removes the temporary files that killed processes left beside `target`.
fn sweep(target: &Path) {
    let Ok(files) = fs::read_dir(directory(target)) else { return };
    for file in files.flatten() {
        let path = target.with_file_name(file.file_name());
        // Opening anything but a regular file could block, or open another file.
        if is_temporary(target, &path)
            && file.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(left) = open_as_it_is(&path)
            && left.metadata().is_ok_and(|metadata| metadata.is_file())
            && left.try_lock().is_ok()
            && is_at(&left, &path)
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Whether a name could come from [`temporary_path`].
fn is_temporary(target: &Path, path: &Path) -> bool {
    let numbers = || {
        let own = beginning(target.file_name()?);
        let name = path.file_name()?.as_encoded_bytes();
        let numbers = name.strip_prefix(own.as_encoded_bytes())?.strip_prefix(b".tmp-")?;
        let (process, number) = str::from_utf8(numbers).ok()?.split_once('-')?;
        Some((process.parse().ok()?, number.parse().ok().filter(|&number| number < NUMBERS)?))
    };
    // Compare with the name for these numbers, since `+1` and `01` parse as numbers too.
    numbers().is_some_and(|(process, number)| {
        temporary_path(target, process, number).is_ok_and(|own| own.file_name() == path.file_name())
    })
}

/// Opens a regular file for writing, without changing it. If something else has replaced it in the
/// meantime, this neither blocks nor follows links.
fn open_as_it_is(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        libc::O_NOFOLLOW | libc::O_NONBLOCK,
    );
    options.open(path)
}

/// Whether the path still leads to this open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    (open.dev(), open.ino()) == (named.dev(), named.ino())
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
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
            _ if path.as_os_str().as_encoded_bytes().ends_with(b"/") => {
                return Err(io::ErrorKind::NotADirectory.into());
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
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::sync::{Arc, Mutex};

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

    /// A callback that makes the n-th step fail, and the steps taken.
    fn failing_at(n: usize) -> (Watch, Arc<Mutex<Vec<Step>>>) {
        let steps = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&steps);
        let watch = move |step| {
            let mut seen = seen.lock().unwrap();
            seen.push(step);
            if seen.len() > n { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        };
        (Watch(Some(Box::new(watch))), steps)
    }

    #[test]
    fn whatever_step_fails_the_old_file_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        for had_one in [false, true] {
            let path = folder.path().join("out");
            let run = |fails_at| -> (Result<()>, Vec<Step>) {
                let _ = fs::remove_file(&path);
                if had_one {
                    fs::write(&path, "old").unwrap();
                }
                let (watch, steps) = failing_at(fails_at);
                let result = (|| {
                    let mut output = OutputFile::create_watched(&path, watch)?;
                    for part in ["new ", "and ", "whole"] {
                        output.write_all(part.as_bytes()).map_err(Error::io("write", &path))?;
                    }
                    output.finish()
                })();
                let steps = steps.lock().unwrap().clone();
                (result, steps)
            };
            let (result, steps) = run(usize::MAX);
            result.unwrap();
            assert_eq!(steps.len(), if had_one { 8 } else { 7 }, "{steps:?}");
            for (n, step) in steps.into_iter().enumerate() {
                let error = run(n).0.unwrap_err();
                assert!(error.to_string().contains(path.to_str().unwrap()), "{error}");
                let found = fs::read_to_string(&path).ok();
                if step == Step::SyncDirectory {
                    assert_eq!(found.as_deref(), Some("new and whole"));
                } else {
                    assert_eq!(found.as_deref(), had_one.then_some("old"), "{step:?}");
                }
                let left = names(folder.path());
                assert_eq!(left.len(), usize::from(found.is_some()), "{step:?}: {left:?}");
            }
        }
    }

    #[test]
    fn links_stay_and_permissions_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        fs::create_dir(inside("deep")).unwrap();
        fs::write(inside("deep/file"), "old").unwrap();
        fs::set_permissions(inside("deep/file"), fs::Permissions::from_mode(0o640)).unwrap();
        fs::hard_link(inside("deep/file"), inside("other name")).unwrap();
        symlink("deep/file", inside("first")).unwrap();
        symlink("first", inside("second")).unwrap();
        write(&inside("second"), "new");
        assert_eq!(fs::read_link(inside("second")).unwrap(), Path::new("first"));
        assert_eq!(fs::read_link(inside("first")).unwrap(), Path::new("deep/file"));
        assert_eq!(fs::read_to_string(inside("deep/file")).unwrap(), "new");
        assert_eq!(fs::metadata(inside("deep/file")).unwrap().mode() & 0o7777, 0o640);
        assert_eq!(fs::read_to_string(inside("other name")).unwrap(), "old");
        // A link whose target does not exist yet.
        symlink("deep/later", inside("third")).unwrap();
        write(&inside("third"), "new");
        assert_eq!(fs::read_to_string(inside("deep/later")).unwrap(), "new");
        // Links that never lead to a file.
        symlink("b", inside("a")).unwrap();
        symlink("a", inside("b")).unwrap();
        for path in [inside("a"), inside("deep"), inside("missing/file"), inside("new/"), "".into()]
        {
            let error = OutputFile::create(&path).unwrap_err();
            assert!(matches!(error, Error::Io { .. }), "{path:?}: {error}");
        }
        assert_eq!(names(&inside("deep")), ["file", "later"]);
        assert_eq!(
            names(folder.path()),
            ["a", "b", "deep", "first", "other name", "second", "third"]
        );
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

    #[test]
    fn only_what_a_writer_left_is_swept() {
        let folder = tempfile::tempdir().unwrap();
        let inside = |name: &str| folder.path().join(name);
        let users = [
            "t.tbl.tmp-notes.txt",
            "t.tbl.tmp-1-100",
            "t.tbl.tmp-01-0",
            "t.tbl.tmp-+1-0",
            "t.tbl.tmp-1-0.txt",
            "t.tbl.tmp-1",
            "t.tbl.tmp-4294967296-0",
            "other.tbl.tmp-1-0",
        ];
        for name in users {
            fs::write(inside(name), "the user's").unwrap();
        }
        symlink("t.tbl.tmp-notes.txt", inside("t.tbl.tmp-1-1")).unwrap();
        fs::create_dir(inside("t.tbl.tmp-1-2")).unwrap();
        assert!(
            std::process::Command::new("mkfifo")
                .arg(inside("t.tbl.tmp-1-3"))
                .status()
                .unwrap()
                .success()
        );
        let mut stay: Vec<OsString> = users.iter().map(Into::into).collect();
        stay.extend(["t.tbl.tmp-1-1", "t.tbl.tmp-1-2", "t.tbl.tmp-1-3"].map(Into::into));
        // One of a killed process, and one of a process that is still running.
        fs::write(inside("t.tbl.tmp-1-0"), "torn").unwrap();
        let other = OutputFile::create(inside("t.tbl")).unwrap();
        stay.push(other.temporary().unwrap().file_name().unwrap().to_owned());
        write(&inside("t.tbl"), "new");
        stay.push("t.tbl".into());
        stay.sort();
        assert_eq!(names(folder.path()), stay);
    }

    #[test]
    fn long_names_have_room_for_a_temporary_one() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["n".repeat(255), "ä".repeat(127)] {
            let path = folder.path().join(&name);
            // The leftover file's name is shortened as well.
            let left = temporary_path(&path, 1, 0).unwrap();
            assert!(left.file_name().unwrap().len() <= 143);
            fs::write(&left, "torn").unwrap();
            write(&path, "new");
            assert_eq!(names(folder.path()), [OsString::from(&name)]);
            fs::remove_file(path).unwrap();
        }
    }
}
