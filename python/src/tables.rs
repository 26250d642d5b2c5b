//! The tables of folders, each opened once.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tilebase::puzzle::Metric;
use tilebase::{Board, Error, Oracle, Table, Tablebase};

/// The tables of each folder, opened once. Without a folder, those in the program.
static TABLES: Mutex<BTreeMap<Option<PathBuf>, Arc<Tablebase>>> = Mutex::new(BTreeMap::new());

/// The folder of generated tables, absolute: the one named, or else the user's.
fn folder(data: Option<&PathBuf>) -> Option<PathBuf> {
    let folder = data.cloned().or_else(Tablebase::user_folder)?;
    // Without a current folder, a relative path leads nowhere, whichever way it is written.
    Some(std::path::absolute(&folder).unwrap_or(folder))
}

/// The tables in the named folder, or else in the user's, or else only the embedded ones. A table
/// that is made later is found later, because each is opened when it is first needed.
pub fn of_folder(data: Option<&PathBuf>) -> Arc<Tablebase> {
    let folder = folder(data);
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let opened = all
        .entry(folder.clone())
        .or_insert_with(|| Arc::new(folder.map_or_else(Tablebase::embedded, Tablebase::in_folder)));
    Arc::clone(opened)
}

/// Forgets the tables of a folder, in which tables were replaced.
pub fn forget(data: &PathBuf) {
    let mut all = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    all.remove(&folder(Some(data)));
}

/// The oracle for a goal in a metric, from a table or from those in a folder.
pub fn open(
    goal: Board,
    metric: Metric,
    tables: &Tablebase,
    table: Option<&PathBuf>,
) -> Result<Oracle, Error> {
    match table {
        Some(table) => Oracle::from_table(Table::open(table)?, goal, metric),
        None => tables.oracle_in(goal, metric),
    }
}
