//! How hard boards are for people, as distances: one table for all sizes.

use std::ops::RangeInclusive;

use super::Population;
use crate::puzzle::{Class, Metric, Shape};

/// How hard a board is for a person, who finds a few moves at a glance.
///
/// ```
/// use tilebase::puzzle::{Metric, named};
/// use tilebase::sample::Difficulty;
/// let medium = named("medium", Difficulty::NAMES)?;
/// assert_eq!(medium.distances("4x4".parse()?, Metric::Single), Some(21..=44));
/// assert_eq!(Difficulty::Hard.distances("8x8".parse()?, Metric::Single), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// A few moves.
    Easy,
    /// Less than most boards.
    Medium,
    /// As far as most boards, or farther.
    Hard,
}

/// Stands for any board: at these sizes nearly all are hard.
const ANY: u32 = u32::MAX;

/// For sizes of up to this number of cells and for each metric, in the order of [`Metric::NAMES`]:
/// the least distance of an easy board, and the largest of an easy, a medium and a hard one.
/// `docs/commands.md` has the same table.
const OF_SIZES: [(usize, [[u32; 4]; Metric::NAMES.len()]); 7] = [
    (4, [[1, 2, 4, 6], [1, 2, 4, 6]]),
    (6, [[3, 8, 14, 21], [3, 8, 12, 20]]),
    (9, [[4, 12, 20, 36], [3, 9, 15, 24]]),
    (12, [[6, 16, 30, 44], [5, 12, 20, 28]]),
    (16, [[8, 20, 44, 60], [6, 14, 22, 30]]),
    (25, [[8, 20, 40, ANY], [6, 14, 24, ANY]]),
    (usize::MAX, [[8, 20, 100, ANY], [6, 14, 70, ANY]]),
];

impl Difficulty {
    /// All of them, with their names.
    pub const NAMES: &[(&'static str, Difficulty)] =
        &[("easy", Difficulty::Easy), ("medium", Difficulty::Medium), ("hard", Difficulty::Hard)];

    /// The distances from the goal, or `None` for any board. The last may be larger than the
    /// largest distance of the size. Of more than 16 cells, a search for a board at a distance
    /// takes long or knows no distance: these are numbers of moves of random walks, and boards are
    /// at most that far.
    pub fn distances(self, size: Shape, metric: Metric) -> Option<RangeInclusive<u32>> {
        let of_size = OF_SIZES.iter().find(|(cells, _)| size.cells() <= *cells);
        let [nearest, easy, medium, hard] = of_size.map_or([ANY; 4], |it| it.1[metric as usize]);
        let (first, last) = match self {
            Difficulty::Easy => (nearest, easy),
            Difficulty::Medium => (easy + 1, medium),
            Difficulty::Hard => (medium + 1, hard),
        };
        (last != ANY).then_some(first..=last)
    }

    /// True if boards of a size are drawn along solutions. Equally likely ones would take long.
    pub fn is_along(size: Shape) -> bool {
        size.class() == Class::Searched
    }

    /// The boards of a size that no `source` has distances for: any, or those of random walks.
    ///
    /// `None` if they are drawn by distance.
    pub fn without_distances(self, size: Shape, metric: Metric) -> Option<Population> {
        let moves = self.distances(size, metric);
        match moves {
            None => Some(Population::Solvable),
            Some(moves) if matches!(size.class(), Class::Bounded | Class::AnySize) => {
                Some(Population::Walks { moves })
            }
            Some(_) => None,
        }
    }
}
