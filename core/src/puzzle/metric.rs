//! Metrics: what counts as one move.
//!
//! | metric | one move | who |
//! | --- | --- | --- |
//! | [`Single`](Metric::Single) | slides one tile | judges and books |
//! | [`Multi`](Metric::Multi) | slides any number of tiles of a row or column | most games |
//!
//! A move of the multi-tile metric is written as a letter and a number of cells: `d2l` is two
//! moves. In the single-tile metric the same text is a counted run: three moves.

use std::fmt;

use super::{Direction, Directions, MAX_MULTI_CELLS, MAX_TABLED_CELLS, Shape};

/// What counts as one move.
///
/// ```
/// use tilebase::puzzle::Metric;
/// assert_eq!("multi".parse(), Ok(Metric::Multi));
/// assert_eq!(Metric::default().to_string(), "single");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// A move slides one tile.
    #[default]
    Single,
    /// A move slides any number of tiles of a row or column.
    Multi,
}

impl Metric {
    /// The name of each metric.
    pub const NAMES: &[(&'static str, Metric)] =
        &[("single", Metric::Single), ("multi", Metric::Multi)];

    /// The name of the metric: `single` or `multi`.
    pub const fn name(self) -> &'static str {
        Metric::NAMES[self as usize].0
    }

    /// The most cells of a shape for which a table of all boards can be generated.
    pub const fn most_tabled_cells(self) -> usize {
        match self {
            Metric::Single => MAX_TABLED_CELLS,
            Metric::Multi => MAX_MULTI_CELLS,
        }
    }

    /// True if a move slides one tile. Then each changes the colour of the blank's cell, so that
    /// the distance has a parity, and the distances of patterns add up.
    pub const fn slides_one_tile(self) -> bool {
        matches!(self, Metric::Single)
    }

    /// The directions in which no shortest path goes on after a move in this one.
    #[doc(hidden)]
    #[inline]
    pub fn rules_out(self, last: Direction) -> Directions {
        let back = Directions::from(last.inverse());
        // Two moves on one axis could be a single move.
        if self.slides_one_tile() { back } else { back | last.into() }
    }

    /// The most cells that one move takes the blank.
    pub fn longest_move(self, size: Shape) -> usize {
        match self {
            Metric::Single => 1,
            Metric::Multi => size.rows.max(size.cols) - 1,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
