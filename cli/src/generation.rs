//! Generating tables: threads, and checks for memory and disk space.

use std::path::Path;

use anyhow::bail;
use tilebase::generate::Generator;
use tilebase::puzzle::Puzzle;
use tilebase::table::ByteSize;
use tilebase::table::free_memory;

use crate::options::ThreadsArg;

/// Creates a generator.
pub fn generator(puzzle: Puzzle, threads: ThreadsArg) -> Generator {
    let generator = Generator::new(puzzle);
    threads.given().map_or(generator, |threads| generator.threads(threads))
}

/// Returns an error if there is not enough free memory.
pub fn check_memory(what: &str, needed: u64) -> anyhow::Result<()> {
    // If the system does not say, allocating will fail instead.
    if let Some(free) = free_memory().filter(|&free| needed > free) {
        bail!(
            "{what} needs {} of memory, but only {} are free; close other programs, or use a machine with more memory",
            ByteSize(needed),
            ByteSize(free)
        );
    }
    Ok(())
}

/// Returns an error if there is not enough free space on the disk of `folder`.
pub fn check_disk(what: &str, folder: &Path, needed: u64) -> anyhow::Result<()> {
    // If the system does not say, writing will fail instead.
    let free = fs4::available_space(folder).unwrap_or(u64::MAX);
    if needed > free {
        let folder = folder.display();
        bail!(
            "{what} needs {} of disk space, but only {} are free in {folder}; make room, or choose another folder",
            ByteSize(needed),
            ByteSize(free)
        );
    }
    Ok(())
}
