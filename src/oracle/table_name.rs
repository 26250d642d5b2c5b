//! Names of tables as people write them: one table, or all tables of a shape.

use std::sync::Arc;

use super::Tablebase;
use crate::error::{Error, Result};
use crate::puzzle::{Class, LabellingSize, Metric, Orbit, Puzzle, SmallShape};
use crate::table::Table;

/// A name of tables: `3x4`, `3x4-11`, `multi-3x4-11` or `4x4-15-0.1.4.5`, with or without `.tbl`.
///
/// ```
/// use tilebase::oracle::TableName;
/// use tilebase::{Tablebase, puzzle::Metric};
/// let name = TableName::parse("2x3-1", Metric::Single).expect("a name");
/// let tables = Tablebase::embedded().named(&name)?;
/// // A table serves both orientations, and has the name of one.
/// assert!(tables[0].puzzle().to_string().starts_with("3x2-"));
/// # Ok::<(), tilebase::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TableName {
    /// As tables are named: `4x3-11` for `3x4-0`, and `4x3` for all tables of `3x4`.
    text: String,
    metric: Metric,
    /// The orbit that is named.
    orbit: Orbit,
    /// The puzzle without a table, if none has this name. A pattern cannot be asked for.
    missing: Option<(SmallShape, usize)>,
}

impl TableName {
    /// Reads a name. One that does not name a metric has this one.
    pub fn parse(name: &str, metric: Metric) -> Option<TableName> {
        let name = name.trim_end_matches(" (embedded)").trim_end_matches(".tbl");
        let (name, metric) =
            name.strip_prefix("multi-").map_or((name, metric), |name| (name, Metric::Multi));
        let mut parts = name.splitn(3, '-');
        let shape: SmallShape = parts.next()?.parse().ok()?;
        let cell = parts.next().map_or(Ok(shape.tiles()), str::parse).ok()?;
        let orbit = Orbit::new(shape, cell).ok()?;
        let (text, missing) = match parts.next() {
            Some(size) if metric == Metric::Multi => {
                // With or without the number of one of several.
                let name = size.split('-').next()?;
                let known = LabellingSize::ALL.into_iter().find(|known| known.name() == name)?;
                // Small ones are made in memory.
                let is_made = matches!(known, LabellingSize::Large);
                let missing = is_made.then(|| (orbit.shape(), orbit.goal_blank()));
                (format!("{orbit}-{size}"), missing)
            }
            Some(cells) if cells.split('.').all(|cell| cell.parse::<u8>().is_ok()) => {
                (format!("{orbit}-{cells}"), None)
            }
            Some(_) => return None,
            None if name.contains('-') => {
                (orbit.to_string(), Some((orbit.shape(), orbit.goal_blank())))
            }
            None => (orbit.shape().to_string(), Some((shape, cell))),
        };
        let text = if metric == Metric::Multi { format!("multi-{text}") } else { text };
        Some(TableName { text, metric, orbit, missing })
    }

    /// The shape, if it has tables of patterns instead of one of all boards.
    pub fn shape_of_patterns(&self) -> Option<SmallShape> {
        let shape = self.orbit.shape();
        (self.metric == Metric::Single && shape.class() != Class::Tabled).then_some(shape)
    }

    /// Whether this is the name of a table, or of its shape, or of the orbit of its pattern.
    fn covers(&self, puzzle: Puzzle) -> bool {
        let table = puzzle.to_string();
        let rest = table.strip_prefix(&self.text);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

impl Tablebase {
    /// The tables that a name covers. There are none only for the name of a pattern.
    ///
    /// # Errors
    ///
    /// [`Error::NoTable`] if there are none, and the errors of a table that is damaged.
    pub fn named(&self, name: &TableName) -> Result<Vec<Arc<Table>>> {
        let mut found = Vec::new();
        for table in self.iter() {
            match table {
                Ok(table) if name.covers(table.puzzle()) => found.push(table),
                Ok(_) => {}
                // Damage to other tables does not matter here.
                Err(Error::Table { name: file, .. })
                    if !Tablebase::puzzle_of_file(&file).is_some_and(|of| name.covers(of)) => {}
                Err(error) => return Err(error),
            }
        }
        match name.missing {
            Some((shape, goal_blank)) if found.is_empty() => {
                Err(Error::NoTable { shape, goal_blank, metric: name.metric })
            }
            _ => Ok(found),
        }
    }
}
