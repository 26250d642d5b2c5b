//! `tilebase info`: describe tables.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use tilebase::Tablebase;
use tilebase::puzzle::{Puzzle, SmallShape};
use tilebase::table::format::Header;

use crate::Ending;
use crate::cures;
use crate::fields::fields;
use crate::options::{MetricArg, RowsArgs};
use crate::output::{RowWriter, chart};
use crate::report::error;
use crate::session::Session;
use crate::tables::{Folder, blanks};

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

fields! {
    pub struct Facts<'a> {
        puzzle: &'a str,
        shape: String,
        goal_blank: usize,
        /// The cells of the blank in all goals that it serves, in both orientations.
        goal_blanks: String,
        states: u64,
        diameter: u32,
        counts: Vec<u64>,
        entry_bits: u32,
        bytes: u64,
        checksum: String,
        generator: String,
        name: &'a str,
    }
}

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
        let shape = orbit.shape();
        let other = SmallShape::new(shape.cols(), shape.rows()).expect("the same cells");
        let others = Some(other).filter(|&other| other != shape);
        let others = others.map_or(String::new(), |other| format!("; {}", blanks(orbit, other)));
        Facts {
            puzzle,
            shape: shape.to_string(),
            goal_blank: orbit.goal_blank(),
            goal_blanks: blanks(orbit, shape) + &others,
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
}

impl Info {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let metric = self.metric.metric;
        let named = self.table.as_ref().map(|name| self.folder.named(name, metric, session));
        let named = named.transpose()?;
        let mut rows = self.rows.begin::<Facts<'_>>(session)?;
        let outcome =
            if named.is_none() { self.list(&mut rows, session)? } else { Ending::Answered };
        for (number, table) in named.iter().flatten().enumerate() {
            let facts = Facts::new(table.name(), table.header());
            rows.text(if number > 0 { "\n" } else { "" })?;
            rows.object(&facts)?;
            let counts = (0..).zip(facts.counts.iter().copied());
            rows.text(format_args!("\n{}\n", chart("distance", counts)))?;
        }
        rows.finish()?;
        Ok(outcome)
    }

    /// The embedded tables, then those in the data folder.
    fn list(&self, rows: &mut RowWriter, session: &Session) -> anyhow::Result<Ending> {
        let mut outcome = Ending::Answered;
        let mut tables = self.folder.tables(session)?;
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
            match table {
                Ok(table) if table.puzzle().metric() != self.metric.metric => {}
                Ok(table) => rows.row(&Facts::new(table.name(), table.header()))?,
                Err(error) => {
                    error!("{}", cures::with_cure_of(&error, session));
                    outcome = Ending::Failed;
                }
            }
        }
        Ok(outcome)
    }
}
