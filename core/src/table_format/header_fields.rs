//! The fields of a header that name its puzzle.

use super::format::refused;
use crate::error::Fault;
use crate::puzzle::{
    MAX_CELLS, MAX_MULTI_CELLS, MAX_NUMBERED_CELLS, MAX_TABLED_CELLS, Metric, Orbit, Pattern,
    Puzzle, SmallShape,
};

/// The shapes of tables in the single-tile metric.
const TABLED: &str = "rows >= cols >= 2, and at most 14 cells, or 25 for a pattern";

impl Puzzle {
    /// The fields that name it in a table's header: `metric`, `rows`, `cols`, `goal_blank` and
    /// `pattern`.
    #[doc(hidden)]
    pub fn fields(self) -> [u32; 5] {
        let (orbit, pattern) = match self {
            Puzzle::Sliding(orbit) | Puzzle::Multi(orbit) => (orbit, 0),
            Puzzle::Labelled(labelling) => {
                let number = (labelling.number() as u32) << 8;
                (labelling.orbit(), number | labelling.size() as u32)
            }
            Puzzle::Pattern(pattern) => (pattern.orbit(), pattern.cells()),
        };
        let (metric, shape) = (1 + self.metric() as u32, orbit.shape());
        [metric, shape.rows() as u32, shape.cols() as u32, orbit.goal_blank() as u32, pattern]
    }

    /// The puzzle that these five fields name.
    #[doc(hidden)]
    pub fn from_fields(fields: [u32; 5]) -> Result<Puzzle, Fault> {
        let [metric, rows, cols, goal_blank, cells] = fields;
        let metric = [Metric::Single, Metric::Multi]
            .into_iter()
            .find(|&known| 1 + known as u32 == metric)
            .ok_or_else(|| refused("metric", metric, "1 or 2"))?;
        let (most, expected) = match (metric, cells) {
            (Metric::Multi, 0) => (MAX_MULTI_CELLS, "rows >= cols >= 2, and at most 12 cells"),
            (Metric::Multi, _) => (MAX_NUMBERED_CELLS, "rows >= cols >= 2, and 13 to 16 cells"),
            (Metric::Single, 0) => (MAX_TABLED_CELLS, TABLED),
            (Metric::Single, _) => (MAX_CELLS, TABLED),
        };
        let shape = SmallShape::new(rows as usize, cols as usize)
            .ok()
            .filter(|shape| shape.rows() >= shape.cols() && shape.cells() <= most)
            .ok_or_else(|| refused("rows", rows, expected))?;
        let orbit = Orbit::new(shape, goal_blank as usize)
            .ok()
            .filter(|orbit| orbit.goal_blank() == goal_blank as usize)
            .ok_or_else(|| refused("goal_blank", goal_blank, "the last cell of its orbit"))?;
        match (metric, cells) {
            (_, 0) => Ok(Puzzle::of_all_boards(orbit, metric)),
            (Metric::Multi, _) => {
                Puzzle::labelled(orbit).find(|labelled| labelled.fields()[4] == cells).ok_or_else(
                    || refused("pattern", cells, "0, or a size of labellings and a number"),
                )
            }
            // If a pattern leaves out fewer than two tiles, some of its states cannot be reached.
            (Metric::Single, _) => Pattern::new(orbit, cells)
                .ok()
                .filter(|pattern| pattern.tiles() + 2 <= shape.tiles())
                .map(Puzzle::Pattern)
                .ok_or_else(|| {
                    let expected = "0, or goal cells of tiles, leaving out at least two";
                    refused("pattern", cells, expected)
                }),
        }
    }
}
