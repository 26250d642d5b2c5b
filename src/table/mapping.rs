//! Memory from the operating system: mapped files and huge pages.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use super::memory::free_memory;
use crate::error::{Error, Result};

/// Opens a regular file for reading. Refuses anything else: opening a pipe without a writer would
/// block forever, and opening a device can have side effects.
fn open_regular(path: &Path) -> Result<File> {
    expect_regular(&fs::metadata(path).map_err(Error::io("open", path))?, path)?;
    let mut options = OpenOptions::new();
    options.read(true);
    // The path may have been replaced since the check.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    let file = options.open(path).map_err(Error::io("open", path))?;
    expect_regular(&file.metadata().map_err(Error::io("read", path))?, path)?;
    Ok(file)
}

fn expect_regular(found: &fs::Metadata, path: &Path) -> Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let why = "it is not a regular file, so it cannot be mapped into memory";
    Err(Error::io("read", path)(io::Error::other(why)))
}

/// A table file mapped into memory, read-only. Pages are read from the disk when they are first
/// used, and shared between processes. Only those pages are read, without any around them, until
/// [`read_ahead`](Self::read_ahead) is called.
#[derive(Debug)]
pub(super) struct Mapping(memmap2::Mmap);

impl Mapping {
    /// Maps a file.
    ///
    /// The file must not be changed in place or truncated while it is mapped. This crate never does
    /// that: a new table replaces an old one by renaming, which leaves the mapped file unchanged.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Io`] if the file is missing, is not a regular file, may not be read or
    /// cannot be mapped.
    pub fn open(path: &Path) -> Result<Mapping> {
        let file = open_regular(path)?;
        #[expect(
            unsafe_code,
            reason = "mapping a file is unsafe if others can change it; see SAFETY"
        )]
        // SAFETY: the bytes of the mapping must not change while it is borrowed. The mapping is
        // private to this process and read-only. This crate writes tables under other names and
        // renames them (`NewTable::save`), which never touches the inode mapped here. Another
        // program that writes into a table in place breaks the contract stated above.
        let mapping = unsafe { memmap2::Mmap::map(&file) };
        let mapping = Mapping(mapping.map_err(Error::io("map", path))?);
        // Otherwise the system would read around each page, and ahead through the whole file for a
        // single query. If the advice is refused, reading is only slower.
        #[cfg(unix)]
        let _ = mapping.0.advise(memmap2::Advice::Random);
        Ok(mapping)
    }

    /// Asks the operating system to read the whole file now, without waiting for it, if all of it
    /// fits in memory. If it does not fit, reading ahead would only evict pages that are needed
    /// next.
    pub fn read_ahead(&self) {
        if free_memory().is_some_and(|free| free < self.0.len() as u64) {
            return;
        }
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

/// Memory private to this process, in huge pages if the system provides them.
///
/// A processor caches the addresses of a few thousand pages. For reads scattered over 196 MB in
/// pages of 4 KB, it has to look most of them up again. With pages of 2 MB, it has them all cached.
/// Files are mapped in small pages.
#[derive(Debug)]
pub(crate) struct HugePages(memmap2::MmapMut);

impl HugePages {
    /// Copies these bytes. Returns `None` if there is not enough memory.
    pub(crate) fn copy_of(bytes: &[u8]) -> Option<HugePages> {
        let mut memory = memmap2::MmapMut::map_anon(bytes.len()).ok()?;
        // If the advice is refused, the pages are small, which only costs time.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        memory.copy_from_slice(bytes);
        Some(HugePages(memory))
    }
}

impl AsRef<[u8]> for HugePages {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The flags that the kernel lists for the memory that holds these bytes: `rr` if they are read
    /// at random, page by page.
    fn flags(bytes: &[u8]) -> Vec<String> {
        let memory = fs::read_to_string("/proc/self/smaps").unwrap();
        let start = format!("{:x}-", bytes.as_ptr().addr());
        let mut lines = memory.lines().skip_while(|line| !line.starts_with(&start));
        let flags = lines.find_map(|line| line.strip_prefix("VmFlags:")).unwrap();
        flags.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn a_file_is_read_page_by_page_until_all_of_it_is_wanted() {
        let random = "rr".to_owned();
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), vec![1; 1 << 16]).unwrap();
        let mapping = Mapping::open(file.path()).unwrap();
        assert!(flags(mapping.as_ref()).contains(&random));
        mapping.read_ahead();
        assert!(!flags(mapping.as_ref()).contains(&random));
    }
}
