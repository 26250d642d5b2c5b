//! What making a table takes: how it is made, whether there is room, and how far it is.

use std::path::Path;

use anyhow::bail;
use tilebase::table::free_memory;
use tilebase::{Size, generate::Generator, puzzle::Puzzle};

use super::progress;

/// The arguments of every command that generates.
#[derive(clap::Args)]
pub struct Effort {
    /// Threads [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print nothing unless it fails
    #[arg(short, long)]
    pub quiet: bool,
}

impl Effort {
    /// The generator asked for.
    pub fn generator(&self, puzzle: Puzzle) -> Generator {
        let generator = Generator::new(puzzle);
        self.threads.map_or(generator, |threads| generator.threads(threads.into()))
    }

    /// A bar by states reached, on standard error if that is a terminal.
    pub fn progress(&self, states: u64) -> impl FnMut(&[u64]) + use<> {
        progress::states(states, self.quiet)
    }
}

/// How many processors there are.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Refuses what does not fit the memory there is.
pub fn check_memory(what: &str, needed: u64) -> anyhow::Result<()> {
    // Where the system does not tell, allocating will.
    if let Some(free) = free_memory().filter(|&free| needed > free) {
        bail!(
            "{what} needs {} of memory: {} are free; close other programs, or use a larger machine",
            Size(needed),
            Size(free)
        );
    }
    Ok(())
}

/// Refuses what does not fit the disk that `folder` is on.
pub fn check_disk(what: &str, folder: &Path, needed: u64) -> anyhow::Result<()> {
    // Where the system does not tell, writing will.
    let free = fs4::available_space(folder).unwrap_or(u64::MAX);
    if needed > free {
        let folder = folder.display();
        bail!(
            "{what} needs {} of disk: {} are free in {folder}; make room, or name another place",
            Size(needed),
            Size(free)
        );
    }
    Ok(())
}
