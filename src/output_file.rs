//! A file that appears under its name when it is complete, and not before.
//!
//! A program that truncates a file and then fills it has destroyed the old contents as soon as it
//! begins, and leaves a torn file when it is interrupted. [`OutputFile`] writes a temporary file
//! beside the target, syncs it, renames it over the target and syncs the directory. Until the
//! rename, whatever was there stays there, whole; after it, the new file is there, whole. Whoever
//! has the old file open or mapped goes on reading it. (Not on Windows: there a file that a process
//! has mapped cannot be replaced. The rename is then an error, and the old file stays.)
//!
//! | the target is | what happens |
//! | --- | --- |
//! | missing, or a regular file | replaced in one step when the output is finished |
//! | a symbolic link | the file that it leads to is replaced; the link stays |
//! | a pipe, a device or a descriptor (`/dev/fd/3`) | written directly, as it comes |
//! | a directory, or a file that may not be written | an error; nothing is changed |
//!
//! The permissions of an existing file are kept, and its owner where the system allows that. Other
//! hard links to an existing file keep the old contents.
//!
//! # Temporary files
//!
//! The temporary file of `answers.txt` is called `answers.txt.tmp-PID-N`, where PID is the number
//! of the process and N is below 100. Long names are cut, so that the temporary name fits wherever
//! the target's name fits. It is locked while it is written. It is removed when the output is
//! dropped unfinished. A process that is killed cannot do that, so the next output for the same
//! target removes it: a regular file with exactly such a name that nobody holds a lock on. Nothing
//! else is ever removed.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// What was tried, by [`Error::Io`], where the finished file could not be put under its name.
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
    /// The name the caller knows it by.
    path: PathBuf,
    file: File,
    /// `None` where the target is written directly.
    temporary: Option<Temporary>,
    watch: Watch,
}

/// What an [`OutputFile`] is about to ask of the system.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Create the temporary file.
    Create,
    /// Give it the permissions of the file that it will replace.
    Permissions,
    /// Write some bytes.
    Write,
    /// Sync it.
    Sync,
    /// Rename it.
    Rename,
    /// Sync the directory.
    SyncDirectory,
}

/// Called before each step; an error stands for the system's. Tests make each step fail in turn.
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

/// The file beside the target, gone when it is dropped unless it was renamed.
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
    /// Begins to write a file.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the target is a directory or may not be written, or if no temporary file
    /// can be created beside it.
    pub fn create(path: impl AsRef<Path>) -> Result<OutputFile> {
        OutputFile::create_watched(path, Watch::default())
    }

    /// The same with a watch on every step.
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
            // Appending keeps what a file that was handed over as a descriptor already holds; a
            // block device has no end to append to.
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
            // A file that may not be written is not replaced either.
            open_as_it_is(&temporary.target).map_err(cannot_write())?;
            watch
                .before(Step::Permissions)
                .and_then(|()| keep_permissions(&old, &file))
                .map_err(Error::io("keep the permissions of", path))?;
        }
        Ok(OutputFile { path: path.to_owned(), file, temporary: Some(temporary), watch })
    }

    /// The temporary file, which somebody who ends the process without dropping this should
    /// remove. `None` if the target is written directly.
    #[must_use]
    pub fn temporary(&self) -> Option<&Path> {
        self.temporary.as_ref().map(|temporary| temporary.path.as_path())
    }

    /// Puts the file under its name, complete and synced. A target that is written directly is
    /// complete already.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if the file cannot be synced or renamed: then the old file is still there,
    /// whole, and the temporary one is not. Or if the directory cannot be synced: then the new
    /// file is there, whole, but a power cut may still bring back the old one.
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
    /// A new, locked file beside `target`. If it is private, only its owner may read it.
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
                    // A sweeper may have come before the lock and removed the file. Where the file
                    // system has no locks, nothing is swept.
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

/// The name beside `target` that a process would give to its temporary file of this number.
fn temporary_path(target: &Path, process: u32, number: u32) -> io::Result<PathBuf> {
    let mut name = target.file_name().map(beginning).ok_or(io::ErrorKind::InvalidInput)?;
    name.push(format!(".tmp-{process}-{number}"));
    Ok(target.with_file_name(name))
}

/// As much of a name as leaves room for the rest, also where names end at 143 bytes.
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

/// Removes what killed processes left beside `target`.
fn sweep(target: &Path) {
    let Ok(files) = fs::read_dir(directory(target)) else { return };
    for file in files.flatten() {
        let path = target.with_file_name(file.file_name());
        // Opening anything but a regular file could block, or lead elsewhere.
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

/// Whether [`temporary_path`] could have made the name.
fn is_temporary(target: &Path, path: &Path) -> bool {
    let numbers = || {
        let own = beginning(target.file_name()?);
        let name = path.file_name()?.as_encoded_bytes();
        let numbers = name.strip_prefix(own.as_encoded_bytes())?.strip_prefix(b".tmp-")?;
        let (process, number) = str::from_utf8(numbers).ok()?.split_once('-')?;
        Some((process.parse().ok()?, number.parse().ok().filter(|&number| number < NUMBERS)?))
    };
    // Made again from the numbers, since `+1` and `01` are numbers too.
    numbers().is_some_and(|(process, number)| {
        temporary_path(target, process, number).is_ok_and(|own| own.file_name() == path.file_name())
    })
}

/// Opens a regular file for writing, without changing it. Anything else that may have taken its
/// place in the meantime neither blocks nor leads elsewhere.
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

/// Whether the file is still the one under this name.
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

/// Where the symbolic links lead, of which the last may lead to nothing. `None` if one of them is a
/// descriptor of a process, which is no name in a directory.
fn follow_links(path: &Path) -> io::Result<Option<PathBuf>> {
    // As many as Linux follows.
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

/// Gives a new file the permissions of an old one, and its owner and group if possible.
#[cfg(unix)]
fn keep_permissions(old: &fs::Metadata, file: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    // Only a superuser can give a file away. The group can be one of the user's own.
    if fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        let _ = fchown(file, None, Some(old.gid()));
    }
    // Without the bits that lend the owner's rights, since the owner may be another now.
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

    /// A watch that lets the n-th step fail, and what steps there were.
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
        // A link to nothing yet.
        symlink("deep/later", inside("third")).unwrap();
        write(&inside("third"), "new");
        assert_eq!(fs::read_to_string(inside("deep/later")).unwrap(), "new");
        // Links that lead nowhere at all.
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
        // Of a killed process, and of one that is still at work.
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
            // The torn one's name is cut as well.
            let left = temporary_path(&path, 1, 0).unwrap();
            assert!(left.file_name().unwrap().len() <= 143);
            fs::write(&left, "torn").unwrap();
            write(&path, "new");
            assert_eq!(names(folder.path()), [OsString::from(&name)]);
            fs::remove_file(path).unwrap();
        }
    }
}
