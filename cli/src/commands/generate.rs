//! `tilebase generate`: makes tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::generate::Generator;
use tilebase::puzzle::{Orbit, Puzzle, SmallShape, plural};
use tilebase::table::{Encoding, OutputFile, byte_size};
use tilebase::{Board, Table, Tablebase};

use crate::cures;
use crate::limits::{require_free, require_free_ram};
use crate::options::{MetricArg, ThreadsArg, count_in, small_shape};
use crate::output::Output;
use crate::report::{self, note};
use crate::session::Session;
use crate::{Ending, progress, tables};

/// Parses the number of bits per entry.
fn bits(text: &str) -> Result<Encoding, String> {
    let encoding = count_in(1..=4)(text).ok().and_then(Encoding::from_bits);
    let encoding = encoding.filter(|encoding| *encoding != Encoding::DistanceModulo3);
    encoding.ok_or_else(|| "expected 1 or 4".to_owned())
}

/// Make the tables of a shape, once
///
/// Up to twelve cells, and for 2x7, this is a full table, with all boards. Other shapes get large
/// pattern tables, which make answers several times faster. Up to nine cells the tables are part of
/// the program.
#[derive(clap::Args)]
pub struct Generate {
    /// The shape, as with --size
    #[arg(value_name = "RxC", value_parser = small_shape(), conflicts_with = "size")]
    #[arg(hide_possible_values = true)]
    shape: Option<SmallShape>,

    #[command(flatten)]
    metric: MetricArg,

    /// The goal, of which only the cell of the blank matters: a board, that cell, or a name
    /// [default: the last cell]
    #[arg(long, value_name = "GOAL", alias = "goal-blank")]
    goal: Option<String>,

    /// Make the tables that shorten proofs of 5x5, too
    #[arg(long, conflicts_with = "output")]
    proofs: bool,

    /// Bits per board: 4 is read fastest, 1 takes a quarter of the space [default: 4 up to twelve
    /// cells, 1 beyond]
    #[arg(long, value_name = "1|4", value_parser = bits)]
    bits: Option<Encoding>,

    /// Make the tables even if they exist already
    #[arg(long)]
    force: bool,

    /// Write to this file; `-` is standard output [default: in the data folder, where solve and
    /// lookup find it]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,

    /// Print the memory, the disk space and the time that this takes
    #[arg(long)]
    stats: bool,

    /// The shape; a table serves both orientations
    #[arg(long, value_name = "RxC", default_value = "3x3", value_parser = small_shape(), hide_possible_values = true)]
    size: SmallShape,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    folder: tables::Folder,
}

impl Generate {
    pub fn run(mut self, session: &Session) -> anyhow::Result<Ending> {
        self.size = self.shape.unwrap_or(self.size);
        let mut puzzles = self.puzzles()?;
        if self.output.is_some() && puzzles.len() > 1 {
            bail!(
                "--output: {} has {} tables; expected one table, or --data DIR instead",
                self.size,
                puzzles.len()
            );
        }
        if !self.force && self.output.is_none() && self.is_embedded(&puzzles) {
            note!(
                "{}: its table is part of the program, so nothing is written; -o OUT or --force \
                 makes a file of it",
                self.size
            );
            return Ok(Ending::Answered);
        }
        if !self.force {
            let mut missing = Vec::new();
            for puzzle in puzzles {
                if !self.is_there(puzzle, session)? {
                    missing.push(puzzle);
                }
            }
            puzzles = missing;
        }
        if puzzles.is_empty() {
            return Ok(Ending::Answered);
        }
        let generators: Vec<_> = puzzles.iter().map(|&puzzle| self.generator(puzzle)).collect();
        let path = self.path(puzzles[0], session)?;
        self.expect_room(&generators, &path)?;
        for generator in &generators {
            self.make(generator, generators.len() > 1, session)?;
        }
        if path != Path::new("-") && self.stats {
            let orbit = Orbit::new(self.size, self.blank()?)?;
            note!("for goals with the blank in cells {}", tables::blanks(orbit, self.size));
        }
        Ok(Ending::Answered)
    }

    /// Checks that the tables fit into memory and into the folder of `path` before any is made, so
    /// that no work is lost. Notes what they take.
    fn expect_room(&self, generators: &[Generator], path: &Path) -> anyhow::Result<()> {
        let puzzles: Vec<Puzzle> = generators.iter().map(Generator::puzzle).collect();
        let disk = generators.iter().map(Generator::table_len).sum();
        // Measuring takes a while, and patterns with the same number of states need equal memory.
        let (mut memory, mut states) = (0, 0);
        for generator in generators {
            if generator.puzzle().states() != states {
                states = generator.puzzle().states();
                memory = memory.max(generator.table_memory()?);
            }
        }
        let what = format!("{} of {}", plural(puzzles.len() as u64, "table"), self.size);
        require_free_ram(&what, memory)?;
        // Follow links. A pipe or a device has unlimited space.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if path != Path::new("-") && (target.is_file() || !target.exists()) {
            let folder = target.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new("."));
            let free = fs4::available_space(folder).ok();
            let place = format!(" in {}; make room, or choose another folder", folder.display());
            require_free(&what, disk, "disk space", free, &place)?;
        }
        let states: u64 = puzzles.iter().map(|puzzle| puzzle.states()).sum();
        let time = report::about(cures::making_time(&puzzles));
        if self.stats {
            let (memory, disk) = (byte_size(memory), byte_size(disk));
            note!("{what}: {states} states, needs {memory} of memory and {disk} of disk{time}");
        } else if !time.is_empty() {
            note!("{what}: {states} states{time}");
        }
        Ok(())
    }

    /// The file to write: without a name, it is in the data folder.
    fn path(&self, puzzle: Puzzle, session: &Session) -> anyhow::Result<PathBuf> {
        match &self.output {
            Some(path) => Ok(path.clone()),
            None => Ok(self.folder.path(session)?.join(Tablebase::file_name(puzzle))),
        }
    }

    /// The cell of the goal's blank.
    fn blank(&self) -> anyhow::Result<usize> {
        let Some(goal) = &self.goal else { return Ok(self.size.tiles()) };
        let goal = Board::parse_goal(goal.as_bytes(), Some(self.size.into())).context("--goal")?;
        if goal.is_several() {
            bail!(
                "--goal: a table for a goal with `*` or equal tiles is made in memory, when asked"
            );
        }
        Ok(goal.blank_cell())
    }

    /// The puzzles to make tables of.
    fn puzzles(&self) -> anyhow::Result<Vec<Puzzle>> {
        let (shape, metric) = (self.size, self.metric.metric);
        let puzzles = Tablebase::puzzles_to_generate(shape, self.blank()?, metric, self.proofs)?;
        let found = puzzles.first().map(|&puzzle| self.generator(puzzle).bits());
        if let (Some(bits), Some(found)) = (self.bits, found)
            && bits.bits() != found
        {
            bail!(
                "--bits {}: these tables of {shape} have {}",
                bits.bits(),
                plural(found.into(), "bit")
            );
        }
        Ok(puzzles)
    }

    fn generator(&self, puzzle: Puzzle) -> Generator {
        self.bits.into_iter().fold(self.threads.generator(puzzle), Generator::encoding)
    }

    /// True if a table has the encoding asked for. If none was, each answers the same questions.
    fn has_encoding(&self, table: &Table) -> bool {
        self.bits.is_none_or(|bits| bits == table.encoding())
    }

    /// True if the tables are part of the program, in the encoding asked for.
    fn is_embedded(&self, puzzles: &[Puzzle]) -> bool {
        let mut tables = puzzles.iter().map(|&puzzle| tilebase::embedded::table(puzzle));
        tables.all(|table| table.is_some_and(|table| self.has_encoding(&table)))
    }

    /// True if a table is in its file already, whole. The table of another puzzle, whole, is an
    /// error, unless the file was named.
    fn is_there(&self, puzzle: Puzzle, session: &Session) -> anyhow::Result<bool> {
        // Without a folder, making the table is the error.
        let Ok(path) = self.path(puzzle, session) else { return Ok(false) };
        let table = match Table::open_whole(&path, puzzle) {
            Err(_) if self.output.is_some() => None,
            found => found?,
        };
        let Some(table) = table.filter(|table| self.has_encoding(table)) else { return Ok(false) };
        note!(
            "{} ({}) is there already, and all its checksums are right; --force makes it again",
            path.display(),
            byte_size(table.header().file_len())
        );
        Ok(true)
    }

    /// Makes one table, and reports on it.
    fn make(
        &self,
        generator: &Generator,
        is_one_of_several: bool,
        session: &Session,
    ) -> anyhow::Result<()> {
        let puzzle = generator.puzzle();
        let path = self.path(puzzle, session)?;
        if let (None, Some(folder)) = (&self.output, path.parent()) {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        // A pipe that was named is written to.
        if self.output.is_none() {
            OutputFile::expect_regular(&path)?;
        }
        // Do this before the work, to find out early if the file cannot be written.
        let mut out = Output::create(Some(&path), session)?;
        let start = Instant::now();
        let table = generator.table(progress::states(puzzle.states()))?;
        let generated = start.elapsed().as_secs_f64();
        table.write_to(&mut out)?;
        out.finish()?;
        if is_one_of_several && !self.stats {
            return Ok(());
        }
        let header = table.header();
        let antipodes = header.counts().last().copied().expect("a header has a distance");
        note!(
            "{} ({}): {} states, diameter {}, {}",
            path.display(),
            byte_size(header.file_len()),
            header.states(),
            header.diameter(),
            plural(antipodes, "antipode"),
        );
        if !self.stats {
            return Ok(());
        }
        let rate = header.states() as f64 / generated / 1e6;
        let written = start.elapsed().as_secs_f64() - generated;
        note!(
            "generated in {generated:.3} s, {rate:.1} million states a second; written in \
             {written:.3} s"
        );
        Ok(())
    }
}
