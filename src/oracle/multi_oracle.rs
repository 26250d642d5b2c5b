//! The oracles of the multi-tile metric, and the tables that they come from.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::source::Source;
use super::{Oracle, Tablebase};
use crate::error::{Error, Result};
use crate::generate::Generator;
use crate::multi::LabelSearch;
use crate::puzzle::{Board, Class, Labelling, LabellingSize, Metric, Orbit, Puzzle};
use crate::table::Table;

impl Tablebase {
    /// The oracle for a goal in the multi-tile metric. Boards of up to twelve cells are looked up.
    /// Those of 13 to 16 are searched for, with tables of boards with labels: the large ones if
    /// they were generated, or else small ones that are made in memory, once for all oracles.
    ///
    /// ```
    /// use tilebase::{Board, Tablebase};
    /// let oracle = Tablebase::embedded().multi_oracle(&Board::goal("3x3".parse()?))?;
    /// assert_eq!(oracle.distance(&"1 2 3 4 5 6 x 7 8".parse()?)?, 1);
    /// # Ok::<(), tilebase::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for a shape of more than 16 cells, [`Error::NoTable`] if there is
    /// no table for one of 10 to 12, and as [`get`](Self::get).
    pub fn multi_oracle(&self, goal: &Board) -> Result<Oracle> {
        let (shape, orbit) = (goal.shape(), Orbit::from(goal));
        if Class::of(shape.into(), Metric::Multi)? == Class::Tabled {
            return match self.get(Puzzle::Multi(orbit))? {
                Some(table) => Oracle::from_table(table, goal, Metric::Multi),
                None => {
                    let (goal_blank, metric) = (goal.blank_cell(), Metric::Multi);
                    Err(Error::NoTable { shape, goal_blank, metric })
                }
            };
        }
        let tables = self.label_tables(orbit)?;
        Ok(Oracle::from_source(Source::Labels(LabelSearch::new(&tables, goal)?)))
    }

    /// The large tables of boards with labels that were generated, one or several, or else the
    /// small ones, which are made if they have not been yet.
    fn label_tables(&self, orbit: Orbit) -> Result<Vec<(Arc<Table>, Labelling)>> {
        let mut tables = Vec::new();
        for labelling in Labelling::all(orbit, LabellingSize::Large) {
            let table = self.get(Puzzle::Labelled(labelling))?;
            tables.extend(table.map(|table| (table, labelling)));
        }
        if !tables.is_empty() {
            return Ok(tables);
        }
        let _one_at_a_time = self.making();
        for labelling in Labelling::all(orbit, LabellingSize::Small) {
            let puzzle = Puzzle::Labelled(labelling);
            let table = match self.get(puzzle)? {
                Some(table) => table,
                None => self.make_and_keep(puzzle)?,
            };
            tables.push((table, labelling));
        }
        Ok(tables)
    }

    /// Makes a table in memory, which clones and later oracles share.
    fn make_and_keep(&self, puzzle: Puzzle) -> Result<Arc<Table>> {
        let generator = Generator::new(puzzle).threads(self.making_threads());
        let new = generator.table(|_| ControlFlow::Continue(()))?;
        let table = Arc::new(Table::try_from(new)?);
        self.insert(Arc::clone(&table));
        Ok(table)
    }
}
