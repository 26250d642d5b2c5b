//! `tilebase info`: describe tables.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use serde::Serialize;
use tilebase::puzzle::{Orbit, Plural, Puzzle};
use tilebase::table::ByteSize;
use tilebase::table::format::Header;
use tilebase::{Shape, Tablebase};

use crate::chart::chart;
use crate::output::Output;
use crate::{Outcome, report, tables};

/// Describe tables: the header, and the number of boards at each distance
///
/// Without TABLE, list the tables embedded in the program and those in the data folder.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase info
  tilebase info 3x3
  tilebase info 3x3-8
  tilebase info corner.tbl
  tilebase info --json | jq -r '[.shape, .goal_blank, .diameter] | @tsv'")]
pub struct Args {
    /// A table: a file, a name listed by `tilebase info`, or a shape, for all its tables
    #[arg(value_name = "TABLE")]
    table: Option<PathBuf>,

    /// Print one JSON object per table: `puzzle`, `shape`, `goal_blank`, `states`, `diameter`,
    /// `counts`, `entry_bits`, `bytes`, `checksum`, `generator`, `name`
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    folder: tables::Folder,
}

#[derive(Serialize)]
struct Facts<'a> {
    puzzle: &'a str,
    shape: String,
    goal_blank: Option<usize>,
    states: u64,
    diameter: u32,
    counts: &'a [u64],
    entry_bits: u32,
    bytes: u64,
    checksum: String,
    generator: String,
    name: &'a str,
}

impl Facts<'_> {
    fn new<'t>(name: &'t str, header: &'t Header) -> Facts<'t> {
        let [major, minor, patch] = header.generator();
        let (puzzle, shape, goal_blank) = match header.puzzle() {
            Puzzle::Sliding(orbit) => {
                ("sliding", orbit.shape().to_string(), Some(orbit.goal_blank()))
            }
            Puzzle::Swap(side) => ("swap", side.to_string(), None),
            Puzzle::Pattern(pattern) => {
                let orbit = pattern.orbit();
                ("pattern", orbit.shape().to_string(), Some(orbit.goal_blank()))
            }
            other => ("unknown", other.to_string(), None),
        };
        Facts {
            puzzle,
            shape,
            goal_blank,
            states: header.states(),
            diameter: header.diameter(),
            counts: header.counts(),
            entry_bits: header.encoding().bits(),
            bytes: header.file_len(),
            checksum: format!("{:08x}", header.checksum()),
            generator: format!("{major}.{minor}.{patch}"),
            name,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut out = Output::stdout();
    let mut outcome = Outcome::Answered;
    if let Some(name) = &args.table {
        for (number, table) in args.folder.named(name)?.iter().enumerate() {
            let facts = Facts::new(table.name(), table.header());
            if args.json {
                out.line(serde_json::to_string(&facts)?)?;
            } else {
                let apart = if number > 0 { "\n" } else { "" };
                out.line(format_args!("{apart}{}", in_full(&facts, table.puzzle())))?;
            }
        }
    } else {
        outcome = list(args, &mut out)?;
    }
    out.flush()?;
    if args.table.is_none() && !args.json {
        report::note(format_args!(
            "a name is the shape and the cell of the goal's blank; the table serves both \
             orientations and all goal cells that mirror each other: `tilebase info 3x3-8` lists them"
        ));
    }
    Ok(outcome)
}

/// The embedded tables, then those in the data folder.
fn list(args: &Args, out: &mut Output) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Answered;
    if !args.json {
        out.line("puzzle   shape  goal blank      states  diameter     size  name")?;
    }
    let mut tell = |name: &str, header: &Header| {
        let facts = Facts::new(name, header);
        if args.json {
            return out.line(serde_json::to_string(&facts)?);
        }
        let Facts { puzzle, shape, states, diameter, bytes, name, .. } = facts;
        let goal_blank = facts.goal_blank.map_or("-".to_owned(), |cell| cell.to_string());
        let size = ByteSize(bytes).to_string();
        out.line(format_args!(
            "{puzzle:7}  {shape:5}  {goal_blank:>10}  {states:>10}  {diameter:>8}  {size:>7}  {}",
            report::printable(name)
        ))
    };
    let mut tables = args.folder.tables();
    if let Ok(folder) = args.folder.path()
        && let Err(why) = fs::metadata(folder.join("."))
        && why.kind() != ErrorKind::NotFound
    {
        // Otherwise there would be an error for each table that could be in it.
        report::error(format_args!("cannot open the folder {}: {why}", folder.display()));
        outcome = Outcome::Failed;
        tables = Tablebase::embedded();
    }
    for table in tables.iter() {
        match table {
            Ok(table) => tell(table.name(), table.header())?,
            Err(error) => {
                report::error(format_args!("{}", report::with_cure_of(&error)));
                outcome = Outcome::Failed;
            }
        }
    }
    Ok(outcome)
}

/// Describes the goals that tables of an orbit serve, in both orientations.
fn goals(orbit: Orbit) -> String {
    let shape = orbit.shape();
    let cells = |shape: Shape| {
        let cells = (0..shape.cells()).filter(|&cell| Orbit::new(shape, cell) == Ok(orbit));
        let cells: Vec<String> = cells.map(|cell| cell.to_string()).collect();
        let s = if cells.len() == 1 { "" } else { "s" };
        format!("goals on {shape} with the blank in cell{s} {}", cells.join(", "))
    };
    let other = Shape::new(shape.cols(), shape.rows()).expect("the same cells");
    if other == shape { cells(shape) } else { format!("{}; {}", cells(shape), cells(other)) }
}

/// The header as text, and the boards at each distance as a bar chart.
fn in_full(facts: &Facts<'_>, of: Puzzle) -> String {
    let Facts {
        name,
        puzzle,
        shape,
        states,
        diameter,
        entry_bits,
        bytes,
        checksum,
        generator,
        counts,
        ..
    } = facts;
    let goal_blank = facts.goal_blank.map_or("none".to_owned(), |cell| format!("cell {cell}"));
    let name = report::printable(name);
    let serves = match of {
        Puzzle::Sliding(orbit) => format!("serves      {}\n", goals(orbit)),
        Puzzle::Pattern(pattern) => format!("serves      {}\n", goals(pattern.orbit())),
        _ => String::new(),
    };
    format!(
        "table       {name}\npuzzle      {puzzle}\nshape       {shape}\ngoal blank  {goal_blank}\n{serves}states      {states}\n\
         diameter    {diameter}\nentries     {} each\nsize        {bytes} bytes\nchecksum    {checksum}\n\
         made by     tilebase {generator}\n\n{}",
        Plural(u64::from(*entry_bits), "bit"),
        chart("distance", (0..).zip(counts.iter().copied()))
    )
}
