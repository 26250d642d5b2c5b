//! `tilebase info`: describe tables.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use tilebase::Tablebase;
use tilebase::puzzle::{Puzzle, SmallShape, plural};
use tilebase::table::byte_size;
use tilebase::table::format::Header;
use tilebase::text::Format;

use crate::Ending;
use crate::cures;
use crate::fields::fields;
use crate::options::{MetricArg, RowsArgs};
use crate::output::{RowWriter, chart};
use crate::report::{self, error};
use crate::session::Session;
use crate::tables::{Folder, goals};

/// Describe tables: the header, and the number of boards at each distance
///
/// Without TABLE, list the tables in the program and in the data folder. The name of one is its
/// shape and the cell of the goal's blank. `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct Info {
    /// A table: a file, a name listed by `tilebase info`, or a shape, for all its tables
    #[arg(value_name = "TABLE")]
    table: Option<PathBuf>,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    metric: MetricArg,

    #[command(flatten)]
    folder: Folder,
}

#[derive(Default)]
pub struct Facts<'a> {
    puzzle: &'a str,
    shape: String,
    goal_blank: usize,
    states: u64,
    diameter: u32,
    counts: Vec<u64>,
    entry_bits: u32,
    bytes: u64,
    checksum: String,
    generator: String,
    name: &'a str,
}

fields!(
    Facts<'_>: puzzle, shape, goal_blank, states, diameter, counts, entry_bits, bytes, checksum,
    generator, name
);

impl Facts<'_> {
    fn new<'t>(name: &'t str, header: &'t Header) -> Facts<'t> {
        let [major, minor, patch] = header.generator();
        let puzzle = match header.puzzle() {
            Puzzle::Sliding(_) => "sliding",
            Puzzle::Multi(_) | Puzzle::Labelled(_) => "multi",
            Puzzle::Pattern(_) => "pattern",
            _ => "unknown",
        };
        let orbit = header.puzzle().orbit();
        Facts {
            puzzle,
            shape: orbit.shape().to_string(),
            goal_blank: orbit.goal_blank(),
            states: header.states(),
            diameter: header.diameter(),
            counts: header.counts().to_vec(),
            entry_bits: header.encoding().bits(),
            bytes: header.file_len(),
            checksum: format!("{:08x}", header.checksum()),
            generator: format!("{major}.{minor}.{patch}"),
            name,
        }
    }

    /// The line of a list.
    fn listed(&self) -> String {
        let Facts { puzzle, shape, goal_blank, states, diameter, bytes, name, .. } = self;
        let (size, name) = (byte_size(*bytes).to_string(), report::printable(name));
        format!(
            "{puzzle:7}  {shape:5}  {goal_blank:>10}  {states:>10}  {diameter:>8}  {size:>7}  \
             {name}"
        )
    }
}

impl Info {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let metric = self.metric.metric;
        let tables = match &self.table {
            Some(name) => Some(self.folder.named(name, metric, session)?),
            None => None,
        };
        let mut rows = self.rows.begin::<Facts<'_>>(session)?;
        let mut outcome = Ending::Answered;
        match tables {
            None => outcome = self.list(&mut rows, session)?,
            Some(tables) => {
                for (number, table) in tables.iter().enumerate() {
                    let facts = Facts::new(table.name(), table.header());
                    let apart = if number > 0 { "\n" } else { "" };
                    rows.write(&facts, format!("{apart}{}", in_full(&facts, table.puzzle())))?;
                }
            }
        }
        rows.out.finish()?;
        Ok(outcome)
    }

    /// The embedded tables, then those in the data folder.
    fn list(&self, rows: &mut RowWriter, session: &Session) -> anyhow::Result<Ending> {
        let mut outcome = Ending::Answered;
        let mut tables = self.folder.tables(session)?;
        if self.rows.format() == Format::Text {
            writeln!(rows.out, "puzzle   shape  goal blank      states  diameter     size  name")?;
        }
        if let Ok(folder) = self.folder.path(session)
            && let Err(why) = fs::metadata(folder.join("."))
            && why.kind() != ErrorKind::NotFound
        {
            // Otherwise there would be an error for each table that could be in it.
            error!("cannot open the folder {}: {why}", folder.display());
            outcome = Ending::Failed;
            tables = Tablebase::embedded();
        }
        for table in tables.iter() {
            let table = match table {
                Ok(table) => table,
                Err(error) => {
                    error!("{}", cures::with_cure_of(&error, session));
                    outcome = Ending::Failed;
                    continue;
                }
            };
            if table.puzzle().metric() != self.metric.metric {
                continue;
            }
            let facts = Facts::new(table.name(), table.header());
            rows.write(&facts, facts.listed())?;
        }
        Ok(outcome)
    }
}

/// The header as text, and the boards at each distance as a bar chart.
fn in_full(facts: &Facts<'_>, of: Puzzle) -> String {
    let (orbit, shape) = (of.orbit(), of.orbit().shape());
    let other = SmallShape::new(shape.cols(), shape.rows()).expect("the same cells");
    let others = if other == shape { String::new() } else { format!("; {}", goals(orbit, other)) };
    let serves = format!("serves      {}{others}\n", goals(orbit, shape));
    let Facts { puzzle, goal_blank, states, diameter, bytes, checksum, generator, .. } = facts;
    format!(
        "table       {}\npuzzle      {puzzle}\nshape       {shape}\ngoal blank  cell {goal_blank}\n\
         {serves}states      {states}\ndiameter    {diameter}\nentries     {} each\n\
         size        {bytes} bytes\nchecksum    {checksum}\nmade by     tilebase {generator}\n\n{}",
        report::printable(facts.name),
        plural(facts.entry_bits.into(), "bit"),
        chart("distance", (0..).zip(facts.counts.iter().copied()))
    )
}
