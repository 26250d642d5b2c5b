//! `tilebase generate`: making a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};
use tilebase::swap::Side;
use tilebase::table::format::Header;
use tilebase::{
    Error, Shape, Size, Tablebase,
    puzzle::{MAX_TABLED_CELLS, Orbit},
    table::NewTable,
};

use super::effort::{Effort, check_disk, check_memory};
use super::output::Output;
use super::{Outcome, report, tables};

/// The puzzles there are tables of.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Of {
    /// Sliding tiles
    Sliding,
    /// Alternating swaps, on 2x2 or 3x3
    Swap,
}

/// Make a table, once
///
/// The file appears under its name only when it is complete. Shapes of up to nine cells are in the program already.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase generate --size 3x4
  tilebase generate --size 3x3 -o corner.tbl
  tilebase generate --size 2x5 --goal-blank 1 --threads 1")]
pub struct Args {
    /// The puzzle
    #[arg(long, value_enum, default_value = "sliding")]
    puzzle: Of,

    /// The shape; a table serves both orientations
    #[arg(long, value_name = "RxC", default_value = "3x3")]
    size: Shape,

    /// The cell of the goal's blank, numbered row by row from 0 [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,

    /// The file to write, which appears when it is complete; `-` is standard output, and pipes and devices are written directly [default: in the data folder, where solve and lookup find it]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    folder: tables::Folder,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let shape = args.size;
    let cell = args.goal_blank.unwrap_or(shape.tiles());
    if args.puzzle == Of::Swap {
        return swap(args);
    }
    let orbit = Orbit::new(shape, cell)?;
    if shape.cells() > MAX_TABLED_CELLS {
        return Err(Error::TooLarge { shape }.into());
    }
    let generator = args.effort.generator(orbit.into());
    let path = args.path(&Tablebase::file_name(orbit.into()))?;
    let what = format!("a table of {shape}");
    let (memory, disk) = (generator.table_memory(), generator.table_len());
    check_memory(&what, memory)?;
    if !args.effort.quiet {
        let (memory, disk) = (Size(memory), Size(disk));
        report::note(format_args!(
            "{shape}: {} states, needs {memory} of memory and {disk} of disk",
            shape.states()
        ));
    }
    // First of all, so that a place that cannot be written is known before the work is done.
    let out = args.create(&path)?;
    // Where links lead; a pipe or a device has all the room there is.
    let target = fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    if path != Path::new("-") && (target.is_file() || !target.exists()) {
        let folder = target.parent().filter(|folder| *folder != Path::new(""));
        check_disk(&what, folder.unwrap_or(Path::new(".")), disk)?;
    }
    let start = Instant::now();
    let table = generator.table(args.effort.progress(shape))?;
    args.finish(&path, out, &table, start, start.elapsed().as_secs_f64())?;
    if path != Path::new("-") && !args.effort.quiet {
        let serves = (0..shape.cells())
            .filter(|&cell| Orbit::new(shape, cell) == Ok(orbit))
            .map(|cell| cell.to_string());
        let serves = serves.collect::<Vec<_>>().join(", ");
        report::note(format_args!("it serves goals on {shape} with the blank in cell {serves}"));
    }
    Ok(Outcome::Answered)
}

/// The alternating-swap puzzle, which is small enough for the plain search.
fn swap(args: &Args) -> anyhow::Result<Outcome> {
    let square = args.size.rows() == args.size.cols();
    let Some(side) = Side::new(args.size.rows()).filter(|_| square) else {
        bail!(
            "{}: expected 2x2 or 3x3; the next size of the alternating-swap puzzle, 4x4, has 2 x 16! states",
            args.size
        );
    };
    if args.goal_blank.is_some() {
        bail!("--goal-blank: the alternating-swap puzzle has no blank");
    }
    let path = args.path(&Tablebase::file_name(side.into()))?;
    let out = args.create(&path)?;
    let start = Instant::now();
    let table = args.effort.generator(side.into()).table(|_| ())?;
    args.finish(&path, out, &table, start, start.elapsed().as_secs_f64())?;
    Ok(Outcome::Answered)
}

impl Args {
    /// The file to write.
    fn path(&self, name: &str) -> anyhow::Result<PathBuf> {
        if let Some(path) = &self.output {
            return Ok(path.clone());
        }
        Ok(self.folder.path()?.join(name))
    }

    /// Begins the file, in the data folder if none was named, which is made when it is needed.
    fn create(&self, path: &Path) -> anyhow::Result<Output> {
        if let (None, Some(folder)) = (&self.output, path.parent()) {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        Output::create(Some(path), [])
    }

    /// Writes the table, and tells the summary.
    fn finish(
        &self,
        path: &Path,
        mut out: Output,
        table: &NewTable,
        start: Instant,
        seconds: f64,
    ) -> anyhow::Result<()> {
        out.put(|mut out| table.write_to(&mut out))?;
        out.finish()?;
        if !self.effort.quiet {
            tell(path, table.header(), seconds, start.elapsed().as_secs_f64());
        }
        Ok(())
    }
}

/// The summary.
fn tell(path: &Path, header: &Header, generated: f64, written: f64) {
    let antipodes = header.counts().last().copied().unwrap_or_default();
    report::note(format_args!(
        "{} ({}): {} states, diameter {}, {antipodes} antipode(s)",
        path.display(),
        Size(header.file_len()),
        header.states(),
        header.diameter(),
    ));
    let rate = header.states() as f64 / generated / 1e6;
    report::note(format_args!(
        "generated in {generated:.3} s, {rate:.1} million states a second; written in {:.3} s",
        written - generated
    ));
}
