//! `tilebase info`: what a table holds, and which tables there are.

use std::path::PathBuf;

use serde::Serialize;
use tilebase::table::format::Header;
use tilebase::{Size, Table, Tablebase, puzzle::Puzzle};

use crate::cli::chart::chart;
use crate::cli::output::Output;
use crate::cli::{Outcome, cures, report, tables};

/// Tell what a table holds: its header, and the boards at each distance
///
/// Without TABLE: the tables embedded in the program and those in the data folder, one a line.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  tilebase info
  tilebase info corner.tbl
  tilebase info --json | jq -r '[.shape, .goal_blank, .diameter] | @tsv'")]
pub struct Args {
    /// A table file
    #[arg(value_name = "TABLE")]
    table: Option<PathBuf>,

    /// One JSON object a table: `puzzle`, `shape`, `goal_blank`, `states`, `diameter`, `counts`, `entry_bits`, `bytes`, `checksum`, `generator`,
    /// `name`
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
    fn of<'t>(name: &'t str, header: &'t Header) -> Facts<'t> {
        let [major, minor, patch] = header.generator();
        let (puzzle, shape, goal_blank) = match header.puzzle() {
            Puzzle::Sliding(orbit) => {
                ("sliding", orbit.shape().to_string(), Some(orbit.goal_blank()))
            }
            Puzzle::Swap(side) => ("swap", side.to_string(), None),
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
    if let Some(path) = &args.table {
        let table = Table::open(path)?;
        let facts = Facts::of(table.name(), table.header());
        out.line(if args.json { serde_json::to_string(&facts)? } else { in_full(&facts) })?;
    } else {
        outcome = list(args, &mut out)?;
    }
    out.flush()?;
    Ok(outcome)
}

/// The embedded tables, then those in the data folder.
fn list(args: &Args, out: &mut Output) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Answered;
    if !args.json {
        out.line("puzzle   shape  goal blank      states  diameter     size  name")?;
    }
    let mut tell = |name: &str, header: &Header| {
        let facts = Facts::of(name, header);
        if args.json {
            return out.line(serde_json::to_string(&facts)?);
        }
        let Facts { puzzle, shape, states, diameter, bytes, name, .. } = facts;
        let goal_blank = facts.goal_blank.map_or("-".to_owned(), |cell| cell.to_string());
        let size = Size(bytes).to_string();
        out.line(format_args!(
            "{puzzle:7}  {shape:5}  {goal_blank:>10}  {states:>10}  {diameter:>8}  {size:>7}  {}",
            report::printable(name)
        ))
    };
    let tables = args.folder.path().map_or_else(|_| Tablebase::embedded(), Tablebase::in_folder);
    for table in tables.iter() {
        match table {
            Ok(table) => tell(table.name(), table.header())?,
            Err(error) => {
                report::error(format_args!("{}", cures::with_cure_of(&error)));
                outcome = Outcome::Failed;
            }
        }
    }
    Ok(outcome)
}

/// The header as text, and the boards at each distance as a bar chart.
fn in_full(facts: &Facts<'_>) -> String {
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
    format!(
        "table       {name}\npuzzle      {puzzle}\nshape       {shape}\ngoal blank  {goal_blank}\nstates      {states}\n\
         diameter    {diameter}\nentries     {entry_bits} bits each\nsize        {bytes} bytes\nchecksum    {checksum}\n\
         made by     tilebase {generator}\n\n{}",
        chart(counts)
    )
}
