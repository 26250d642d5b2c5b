//! `tilebase generate`: making a table.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context;
use tilebase::{Error, Orbit, Shape, Size, Tablebase};

use super::output::Output;
use super::{Outcome, report, tables};

/// Make a table, once
///
/// The file appears under its name only when it is complete. Shapes of up to nine cells are in the program already.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase generate --size 3x3 -o corner.tbl
  tilebase generate --size 2x5 --goal-blank 0")]
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

    /// Say nothing unless it fails
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    folder: tables::Folder,
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let shape = args.size;
    let cell = args.goal_blank.unwrap_or(shape.tiles());
    if cell >= shape.cells() {
        return Err(Error::Cell { shape, cell }.into());
    }
    let orbit = Orbit::of(shape, cell);
    let path = match &args.output {
        Some(path) => path.clone(),
        None => {
            let folder = args.folder.path()?;
            fs::create_dir_all(&folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
            folder.join(Tablebase::file_name(orbit))
        }
    };
    let start = Instant::now();
    let table = tilebase::generate(orbit)?;
    let seconds = start.elapsed().as_secs_f64();
    if path == Path::new("-") {
        let mut out = Output::stdout();
        out.put(|mut out| table.write_to(&mut out))?;
        out.flush()?;
    } else {
        table.save(&path)?;
    }
    if !args.quiet {
        let header = table.header();
        let antipodes = header.counts().last().copied().unwrap_or_default();
        report::note(format_args!(
            "{} ({}): {} states, diameter {}, {antipodes} antipode(s), generated in {seconds:.3} s",
            path.display(),
            Size(header.file_len()),
            header.states(),
            header.diameter(),
        ));
        let serves = (0..shape.cells()).filter(|&cell| Orbit::of(shape, cell) == orbit).map(|cell| cell.to_string());
        report::note(format_args!(
            "it serves goals on {shape} with the blank in cell {}",
            serves.collect::<Vec<_>>().join(", ")
        ));
    }
    Ok(Outcome::Answered)
}
