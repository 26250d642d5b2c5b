//! Names of tables as people write them: one table, or all tables of a shape.

use std::sync::Arc;

use super::Tablebase;
use crate::error::{Error, Result};
use crate::puzzle::{Class, Labelling, LabellingSize, Metric, Orbit, Puzzle, SmallShape};
use crate::solver::{Partition, PartitionSize, further_partitions};
use crate::table::Table;

/// A name of tables.
#[derive(Clone, Debug)]
struct TableName {
    /// As tables are named: `4x3-11` for `3x4-0`, and `4x3` for all tables of `3x4`.
    text: String,
    metric: Metric,
    /// The puzzle without a table, if none has this name. A pattern cannot be asked for.
    missing: Option<(SmallShape, usize)>,
}

impl TableName {
    /// Reads a name. One that does not name a metric has this one.
    fn parse(name: &str, metric: Metric) -> Option<TableName> {
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
        Some(TableName { text, metric, missing })
    }

    /// True if this is the name of a table, or of its shape, or of the orbit of its pattern.
    fn covers(&self, puzzle: Puzzle) -> bool {
        let table = puzzle.to_string();
        let rest = table.strip_prefix(&self.text);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

impl Tablebase {
    /// The tables that a name covers: `3x4`, `3x4-11`, `multi-3x4-11` or `4x4-15-0.1.4.5`, with or
    /// without `.tbl`. A name without a metric has this one. There are none only for the name of a
    /// pattern. `None` if it is no name.
    ///
    /// ```
    /// use tilebase::{Tablebase, puzzle::Metric};
    /// let tables = Tablebase::embedded();
    /// let found = tables.named("2x3-1", Metric::Single)?.expect("a name");
    /// // A table serves both orientations, and has the name of one.
    /// assert!(found[0].puzzle().to_string().starts_with("3x2-"));
    /// assert!(tables.named("notes", Metric::Single)?.is_none());
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::NoTable`] if there are none, and the errors of a table that is damaged.
    pub fn named(&self, name: &str, metric: Metric) -> Result<Option<Vec<Arc<Table>>>> {
        let Some(name) = TableName::parse(name, metric) else { return Ok(None) };
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
            _ => Ok(Some(found)),
        }
    }
}

impl Tablebase {
    /// The puzzles whose tables answer goals of an orbit fastest: the puzzle of all boards if its
    /// table can be made, or else the large patterns, or in the multi-tile metric the boards with
    /// labels. Beyond 16 cells there are none in that metric.
    pub(super) fn puzzles_of(orbit: Orbit, metric: Metric) -> Vec<Puzzle> {
        if orbit.shape().cells() <= metric.most_tabled_cells() {
            return vec![Puzzle::of_all_boards(orbit, metric)];
        }
        match metric {
            Metric::Single => {
                let mut puzzles = Vec::new();
                add_patterns(&mut puzzles, &PartitionSize::Large.partitions(orbit));
                puzzles
            }
            Metric::Multi => {
                let labellings = Labelling::all(orbit, LabellingSize::Large).into_iter();
                labellings.map(Puzzle::Labelled).collect()
            }
        }
    }

    /// The puzzles whose tables to generate for goals with the blank in this cell: those that
    /// answer fastest, and with `proofs` also those whose tables make proofs shorter. There are
    /// none of these for most. Quick answers do not use them, and are the same with and without
    /// them.
    ///
    /// ```
    /// use tilebase::{Tablebase, puzzle::Metric};
    /// let of = |size: &str, blank, metric, proofs| {
    ///     let puzzles = Tablebase::puzzles_to_generate(size.parse()?, blank, metric, proofs)?;
    ///     Ok::<_, tilebase::Error>(puzzles.iter().map(ToString::to_string).collect::<Vec<_>>())
    /// };
    /// assert_eq!(of("3x4", 11, Metric::Single, false)?, ["4x3-11"]);
    /// let labelled = ["multi-4x4-15-large-1", "multi-4x4-15-large-2"];
    /// assert_eq!(of("4x4", 15, Metric::Multi, false)?, labelled);
    /// assert_eq!(of("5x5", 24, Metric::Single, false)?.len(), 4);
    /// assert_eq!(of("5x5", 24, Metric::Single, true)?.len(), 9);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Shape`] if the shape has no such cell, [`Error::TooLarge`] if the metric has no
    /// tables for shapes of this size, and [`Error::NoFurtherTables`] if there are none for proofs.
    pub fn puzzles_to_generate(
        shape: SmallShape,
        goal_blank: usize,
        metric: Metric,
        proofs: bool,
    ) -> Result<Vec<Puzzle>> {
        let orbit = Orbit::new(shape, goal_blank)?;
        Class::of(shape.into(), metric)?;
        let mut puzzles = Tablebase::puzzles_of(orbit, metric);
        if proofs {
            let further = Tablebase::puzzles_for_proofs(orbit);
            if further.is_empty() || metric != Metric::Single {
                return Err(Error::NoFurtherTables { shape, goal_blank, metric });
            }
            puzzles.extend(further);
        }
        Ok(puzzles)
    }

    /// True if [`puzzles_to_generate`](Self::puzzles_to_generate) has a puzzle only among those for
    /// proofs. `None` if it never has it.
    pub fn is_for_proofs(puzzle: Puzzle) -> Option<bool> {
        let orbit = puzzle.orbit();
        if Tablebase::puzzles_of(orbit, puzzle.metric()).contains(&puzzle) {
            return Some(false);
        }
        Tablebase::puzzles_for_proofs(orbit).contains(&puzzle).then_some(true)
    }

    /// Those that only proofs use.
    pub(super) fn puzzles_for_proofs(orbit: Orbit) -> Vec<Puzzle> {
        let of_all = Tablebase::puzzles_of(orbit, Metric::Single);
        let mut puzzles = of_all.clone();
        add_patterns(&mut puzzles, &further_partitions(orbit));
        puzzles.split_off(of_all.len())
    }
}

/// Adds the puzzles of the patterns of some partitions, each once.
fn add_patterns(puzzles: &mut Vec<Puzzle>, partitions: &[Partition]) {
    for &pattern in partitions.iter().flatten() {
        if !puzzles.contains(&pattern.into()) {
            puzzles.push(pattern.into());
        }
    }
}
