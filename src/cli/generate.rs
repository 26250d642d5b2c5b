//! `tilebase generate`: making a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use tilebase::format::Header;
use tilebase::{Error, MAX_TABLED_CELLS, Orbit, Shape, Size, Tablebase};

use super::effort::{Effort, check_disk, check_memory};
use super::output::Output;
use super::{Outcome, report, tables};

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
    /// The shape; a table serves both orientations
    #[arg(long, value_name = "RxC", default_value = "3x3")]
    size: Shape,

    /// The cell of the goal's blank, numbered row by row from 0 [default: the last]
    #[arg(long, value_name = "CELL")]
    goal_blank: Option<usize>,

    /// The file to write; `-` is standard output [default: in the data folder, where solve and lookup find it]
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
    if cell >= shape.cells() {
        return Err(Error::Cell { shape, cell }.into());
    }
    if shape.cells() > MAX_TABLED_CELLS {
        return Err(Error::TooLarge { shape }.into());
    }
    let orbit = Orbit::of(shape, cell);
    let generator = args.effort.generator(orbit);
    let path = match &args.output {
        Some(path) => path.clone(),
        None => {
            let folder = args.folder.path()?;
            fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            folder.join(Tablebase::file_name(orbit))
        }
    };
    let to_stdout = path == Path::new("-");
    let what = format!("a table of {shape}");
    let (memory, disk) = (generator.table_memory(), generator.table_len());
    check_memory(&what, memory)?;
    if !to_stdout {
        let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
        check_disk(&what, folder, disk)?;
    }
    if !args.effort.quiet {
        let (memory, disk) = (Size(memory), Size(disk));
        report::note(format_args!("{shape}: {} states, needs {memory} of memory and {disk} of disk", shape.states()));
    }
    let start = Instant::now();
    let table = generator.table(args.effort.progress(shape))?;
    let seconds = start.elapsed().as_secs_f64();
    if to_stdout {
        let mut out = Output::stdout();
        out.put(|mut out| table.write_to(&mut out))?;
        out.flush()?;
    } else {
        table.save(&path)?;
    }
    if !args.effort.quiet {
        tell(&path, shape, orbit, table.header(), seconds, start.elapsed().as_secs_f64());
    }
    Ok(Outcome::Answered)
}

/// The summary.
fn tell(path: &Path, shape: Shape, orbit: Orbit, header: &Header, generated: f64, written: f64) {
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
        "generated in {generated:.3} s, {rate:.0} million states a second; written in {:.3} s",
        written - generated
    ));
    let serves = (0..shape.cells()).filter(|&cell| Orbit::of(shape, cell) == orbit).map(|cell| cell.to_string());
    let serves = serves.collect::<Vec<_>>().join(", ");
    report::note(format_args!("it serves goals on {shape} with the blank in cell {serves}"));
}
