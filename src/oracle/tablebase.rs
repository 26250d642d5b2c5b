//! The tables there are: those embedded in the program, and those found in a folder.

#[cfg(feature = "mmap")]
use std::path::PathBuf;
use std::sync::OnceLock;

use super::Oracle;
use crate::error::{Error, Result};
use crate::puzzle::{Board, MAX_TABLED_CELLS, Orbit, Shape};
use crate::table::{Table, embedded};

/// All tables that can be had, each opened when it is first asked for.
///
/// ```
/// use tilebase::{Board, Tablebase};
/// let tables = Tablebase::embedded();
/// let oracle = tables.oracle(&"1 2 3 8 x 4 7 6 5".parse()?)?;
/// assert_eq!(oracle.distance(&"2 8 3 1 x 4 7 6 5".parse()?)?, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Tablebase {
    #[cfg(feature = "mmap")]
    folder: Option<PathBuf>,
    opened: Vec<(Orbit, OnceLock<Table>)>,
}

impl Tablebase {
    /// The embedded tables alone: every goal on every shape of up to nine cells.
    #[must_use]
    pub fn embedded() -> Tablebase {
        Tablebase::default()
    }

    /// The embedded tables, and those of the folder, where [`file_name`](Self::file_name) tells a table's name. The folder need
    /// not exist.
    #[cfg(feature = "mmap")]
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Tablebase {
        let orbits = Shape::all(MAX_TABLED_CELLS).filter(|shape| shape.rows() >= shape.cols()).flat_map(Orbit::all);
        let opened = orbits.map(|orbit| (orbit, OnceLock::new())).collect();
        Tablebase { folder: Some(folder.into()), opened }
    }

    /// The name of an orbit's file in a folder of tables.
    ///
    /// ```
    /// use tilebase::{Orbit, Tablebase};
    /// assert_eq!(Tablebase::file_name(Orbit::of("3x4".parse()?, 11)), "4x3-11.tbl");
    /// # Ok::<(), tilebase::ShapeError>(())
    /// ```
    #[must_use]
    pub fn file_name(orbit: Orbit) -> String {
        format!("{orbit}.tbl")
    }

    /// The table for goals on `shape` that have the blank in the cell `goal_blank`.
    ///
    /// # Errors
    ///
    /// [`Error::Cell`] where the shape has no such cell, [`Error::TooLarge`] or [`Error::NoTable`] where there is no table, and what
    /// opening a table in the folder answers.
    pub fn table(&self, shape: Shape, goal_blank: usize) -> Result<&Table> {
        if goal_blank >= shape.cells() {
            return Err(Error::Cell { shape, cell: goal_blank });
        }
        if shape.cells() > MAX_TABLED_CELLS {
            return Err(Error::TooLarge { shape });
        }
        let orbit = Orbit::of(shape, goal_blank);
        match embedded(orbit) {
            Some(table) => Ok(table),
            None => self.open(orbit)?.ok_or(Error::NoTable { shape, goal_blank }),
        }
    }

    /// The oracle for a goal.
    ///
    /// # Errors
    ///
    /// As [`table`](Self::table).
    pub fn oracle(&self, goal: &Board) -> Result<Oracle<'_>> {
        Oracle::new(self.table(goal.shape(), goal.blank_cell())?, goal)
    }

    /// The orbit's table in the folder, if there is one.
    #[cfg(feature = "mmap")]
    fn open(&self, orbit: Orbit) -> Result<Option<&Table>> {
        let place = self.opened.iter().find(|(other, _)| *other == orbit);
        let (Some(folder), Some((_, place))) = (&self.folder, place) else { return Ok(None) };
        if let Some(table) = place.get() {
            return Ok(Some(table));
        }
        match Table::open(folder.join(Tablebase::file_name(orbit))) {
            Err(Error::Io { cause, .. }) if cause.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
            Ok(table) => {
                let found = table.orbit();
                if found != orbit {
                    return Err(Error::OtherTable { name: table.name().to_owned(), expected: orbit, found });
                }
                Ok(Some(place.get_or_init(|| table)))
            }
        }
    }

    #[cfg(not(feature = "mmap"))]
    #[expect(clippy::unnecessary_wraps, reason = "with the feature `mmap`, opening a file can fail")]
    fn open(&self, orbit: Orbit) -> Result<Option<&Table>> {
        Ok(self.opened.iter().find(|(other, _)| *other == orbit).and_then(|(_, place)| place.get()))
    }
}
