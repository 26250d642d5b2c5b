//! What making a table takes: how it is made, whether there is room, and how far it is.

use std::path::Path;

use anyhow::bail;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tilebase::table::free_memory;
use tilebase::{Size, generate::Generator, puzzle::Puzzle};

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
        let target =
            if self.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(states), target);
        let template = "{wide_bar} {percent}% of {human_len} states, distance {msg}, {elapsed}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        let mut reached = 0;
        move |counts| {
            reached += counts.last().copied().unwrap_or_default();
            bar.set_message((counts.len() - 1).to_string());
            bar.set_position(reached);
            if reached == states {
                bar.finish_and_clear();
            }
        }
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
