//! `tilebase verify`: proving tables.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use tilebase::generate::Generator;
use tilebase::verify::prove;
use tilebase::{Error, Table, Tablebase};

use crate::cures;
use crate::fields::fields;
use crate::limits::require_free_ram;
use crate::options::{MetricArg, RowsArgs, ThreadsArg};
use crate::output::RowWriter;
use crate::report::{error, note};
use crate::session::Session;
use crate::{Ending, progress, tables};

/// Prove that tables are right, entry by entry
///
/// Without TABLE, verify the embedded tables and those in the data folder. The counts are compared
/// with published ones. `csv` and `jsonl` have the fields {fields}.
#[derive(clap::Args)]
pub struct Verify {
    /// Tables: files, names listed by `tilebase info`, or shapes, for all their tables
    #[arg(value_name = "TABLE")]
    tables: Vec<PathBuf>,

    #[command(flatten)]
    rows: RowsArgs,

    #[command(flatten)]
    metric: MetricArg,

    #[command(flatten)]
    threads: ThreadsArg,

    #[command(flatten)]
    folder: tables::Folder,
}

fields! {
    /// The result for one table.
    pub struct Verified {
        name: String,
        puzzle: Option<String>,
        proved: bool,
        states: Option<u64>,
        diameter: Option<usize>,
        counts: Option<Vec<u64>>,
        /// The source of the published counts that match.
        known: Option<String>,
        seconds: Option<f64>,
        error: Option<String>,
    }
}

impl Verify {
    pub fn run(&self, session: &Session) -> anyhow::Result<Ending> {
        let mut rows = self.rows.begin::<Verified>(session)?;
        let mut all_right = true;
        for name in &self.tables {
            let found = self.folder.named(name, self.metric.metric, session);
            match found {
                Ok(tables) => {
                    for table in tables {
                        let name = table.name().to_owned();
                        all_right &= self.report(name, Ok(table), &mut rows, session)?;
                    }
                }
                Err(error) => {
                    let (name, error) = (name.display().to_string(), error.downcast()?);
                    all_right &= self.report(name, Err(error), &mut rows, session)?;
                }
            }
        }
        if self.tables.is_empty() {
            let metric = self.metric.metric;
            for table in self.folder.tables(session)?.iter() {
                if table.as_ref().is_ok_and(|table| table.puzzle().metric() != metric) {
                    continue;
                }
                let name = match &table {
                    Ok(table) => table.name().to_owned(),
                    Err(Error::Table { name, .. }) => name.clone(),
                    Err(_) => String::new(),
                };
                all_right &= self.report(name, table, &mut rows, session)?;
            }
        }
        rows.finish()?;
        Ok(if all_right { Ending::Answered } else { Ending::Failed })
    }

    /// Proves a table that could be opened, and writes the result. Returns whether it is right.
    fn report(
        &self,
        name: String,
        table: Result<Arc<Table>, Error>,
        rows: &mut RowWriter,
        session: &Session,
    ) -> anyhow::Result<bool> {
        let proof = table.map_err(Into::into).and_then(|table| self.prove(&name, &table));
        let verified = match proof {
            Ok(verified) => verified,
            // An invalid or wrong table is a result of the proof. A file that cannot be read is an
            // error.
            Err(error) if matches!(error.downcast_ref(), Some(Error::Table { .. })) => {
                let error = Some(cures::with_cure(&error, session));
                Verified { name, error, ..Verified::default() }
            }
            Err(error) => return Err(error),
        };
        let name = &verified.name;
        if let (Some(claimed), Some(found)) =
            (Tablebase::puzzle_of_file(name), verified.puzzle.as_deref())
            && claimed.to_string() != found
        {
            note!("{name} is a table of {found}, although its name is that of {claimed}");
        }
        if let Some(error) = &verified.error {
            error!("{error}");
        }
        let is_right = verified.error.is_none();
        rows.row(&verified)?;
        rows.flush()?;
        Ok(is_right)
    }

    fn prove(&self, name: &str, file: &Table) -> anyhow::Result<Verified> {
        // A proof grows the levels as a census does.
        let memory = Generator::new(file.puzzle()).census_memory()?;
        require_free_ram(&format!("proving {name}"), memory)?;
        let begin = Instant::now();
        let threads = self.threads.or_processors();
        let puzzle = file.puzzle();
        let counts = prove(file, threads, progress::states(file.header().states()))?;
        let verified = Verified {
            name: name.to_owned(),
            puzzle: Some(puzzle.to_string()),
            states: Some(file.header().states()),
            diameter: Some(counts.len() - 1),
            seconds: Some(begin.elapsed().as_secs_f64()),
            ..Verified::default()
        };
        Ok(match tilebase::known::known(puzzle) {
            Some(known) if known.counts != counts => {
                let error = format!(
                    "{name}: the counts differ from those of {}: expected {:?}, found {counts:?}",
                    known.source, known.counts
                );
                Verified { counts: Some(counts), error: Some(error), ..verified }
            }
            known => Verified {
                proved: true,
                counts: Some(counts),
                known: known.map(|known| known.source),
                ..verified
            },
        })
    }
}
