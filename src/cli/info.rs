//! `tilebase info`: what a table holds, and which tables there are.

use std::path::PathBuf;

use serde::Serialize;
use tilebase::{MAX_TABLED_CELLS, Orbit, Shape, Size, Table, Tablebase, embedded, format};

use super::chart::chart;
use super::output::Output;
use super::{Outcome, report, tables};

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
    goal_blank: usize,
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
    fn of(table: &Table) -> Facts<'_> {
        let header = table.header();
        let [major, minor, patch] = header.generator();
        Facts {
            puzzle: "sliding",
            shape: header.orbit().shape().to_string(),
            goal_blank: header.orbit().goal_blank(),
            states: header.states(),
            diameter: header.diameter(),
            counts: header.counts(),
            entry_bits: format::ENTRY_BITS,
            bytes: header.file_len(),
            checksum: format!("{:08x}", header.checksum()),
            generator: format!("{major}.{minor}.{patch}"),
            name: table.name(),
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<Outcome> {
    let mut out = Output::stdout();
    let mut outcome = Outcome::Answered;
    if let Some(path) = &args.table {
        let table = Table::open(path)?;
        let facts = Facts::of(&table);
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
        out.line("shape  goal blank      states  diameter     size  name")?;
    }
    let mut tell = |table: &Table| {
        let facts = Facts::of(table);
        if args.json {
            return out.line(serde_json::to_string(&facts)?);
        }
        let Facts { shape, goal_blank, states, diameter, bytes, name, .. } = facts;
        let size = Size(bytes).to_string();
        out.line(format_args!("{shape:5}  {goal_blank:>10}  {states:>10}  {diameter:>8}  {size:>7}  {name}"))
    };
    let lying = Shape::all(MAX_TABLED_CELLS).filter(|shape| shape.rows() >= shape.cols());
    for orbit in lying.flat_map(Orbit::all) {
        if let Some(table) = embedded(orbit) {
            tell(table)?;
            continue;
        }
        let path = args.folder.path().map(|folder| folder.join(Tablebase::file_name(orbit)));
        let Some(path) = path.ok().filter(|path| path.exists()) else { continue };
        match Table::open(&path) {
            Ok(table) => tell(&table)?,
            Err(error) => {
                report::error(format_args!("{error}"));
                outcome = Outcome::Failed;
            }
        }
    }
    Ok(outcome)
}

/// The header as text, and the boards at each distance as a bar chart.
fn in_full(facts: &Facts<'_>) -> String {
    let Facts { name, puzzle, shape, goal_blank, states, diameter, entry_bits, bytes, checksum, generator, counts } =
        facts;
    format!(
        "table       {name}\npuzzle      {puzzle}\nshape       {shape}\ngoal blank  cell {goal_blank}\nstates      {states}\n\
         diameter    {diameter}\nentries     {entry_bits} bits each\nsize        {bytes} bytes\nchecksum    {checksum}\n\
         made by     tilebase {generator}\n\n{}",
        chart(counts)
    )
}
