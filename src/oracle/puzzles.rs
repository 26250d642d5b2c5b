//! Which puzzles have the tables that answer a goal fastest, and those that only proofs use.

use super::Tablebase;
use crate::error::{Error, Result};
use crate::puzzle::{Class, Labelling, LabellingSize, Metric, Orbit, Puzzle, SmallShape};
use crate::solver::{Partition, PartitionSize};

impl Tablebase {
    /// The puzzles whose tables answer goals of an orbit fastest: the puzzle of all boards if its
    /// table can be made, or else the large patterns, or in the multi-tile metric the boards with
    /// labels. Beyond 16 cells there are none in that metric.
    ///
    /// ```
    /// use tilebase::{Tablebase, puzzle::{Metric, Orbit}};
    /// let names = |orbit, metric| {
    ///     let puzzles = Tablebase::puzzles_of(orbit, metric).into_iter();
    ///     puzzles.map(|puzzle| puzzle.to_string()).collect::<Vec<_>>()
    /// };
    /// assert_eq!(names(Orbit::new("3x4".parse()?, 11)?, Metric::Single), ["4x3-11"]);
    /// let orbit = Orbit::new("4x4".parse()?, 15)?;
    /// assert_eq!(names(orbit, Metric::Single).len(), 2);
    /// let labelled = ["multi-4x4-15-large-1", "multi-4x4-15-large-2"];
    /// assert_eq!(names(orbit, Metric::Multi), labelled);
    /// # Ok::<(), tilebase::puzzle::ShapeError>(())
    /// ```
    pub fn puzzles_of(orbit: Orbit, metric: Metric) -> Vec<Puzzle> {
        if orbit.shape().cells() <= metric.most_tabled_cells() {
            return vec![Puzzle::of_all_boards(orbit, metric)];
        }
        match metric {
            Metric::Single => {
                let mut puzzles = Vec::new();
                add_patterns(&mut puzzles, &Partition::for_orbit(orbit, PartitionSize::Large));
                puzzles
            }
            Metric::Multi => {
                let labellings = Labelling::all(orbit, LabellingSize::Large).into_iter();
                labellings.map(Puzzle::Labelled).collect()
            }
        }
    }

    /// The puzzles whose tables to generate for goals with the blank in this cell: those of
    /// [`puzzles_of`](Self::puzzles_of), and with `proofs` also those whose tables make proofs
    /// shorter. There are none of these for most. Quick answers do not use them, and are the same
    /// with and without them.
    ///
    /// ```
    /// use tilebase::{Tablebase, puzzle::Metric};
    /// let of = |proofs| {
    ///     Tablebase::puzzles_to_generate("5x5".parse()?, 24, Metric::Single, proofs)
    /// };
    /// assert_eq!((of(false)?.len(), of(true)?.len()), (4, 9));
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

    /// Whether [`puzzles_to_generate`](Self::puzzles_to_generate) has a puzzle only among those for
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
        add_patterns(&mut puzzles, &Partition::further(orbit));
        puzzles.split_off(of_all.len())
    }
}

/// Adds the puzzles of the patterns of some partitions, each once.
fn add_patterns(puzzles: &mut Vec<Puzzle>, partitions: &[Partition]) {
    for &pattern in partitions.iter().flat_map(Partition::patterns) {
        if !puzzles.contains(&pattern.into()) {
            puzzles.push(pattern.into());
        }
    }
}
