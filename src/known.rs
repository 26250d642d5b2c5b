//! Known counts of states at each distance, from `data/known/`: published by others, or recounted
//! by independent searches.

use crate::puzzle::{Orbit, Puzzle, SmallShape};

const DEPTH_COUNTS: &str = include_str!("../data/known/depth_counts.csv");
const DEPTH_COUNTS_LARGE: &str = include_str!("../data/known/depth_counts_large.csv");
const MULTI_TILE_COUNTS: &str = include_str!("../data/known/multi_tile_counts.csv");

/// Counts from an independent source.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KnownCounts {
    /// The source.
    pub source: String,
    /// The number of states at distance 0, 1, 2, ...
    pub counts: Vec<u64>,
}

/// The known counts for a puzzle, if there are any.
///
/// ```
/// use tilebase::{known::known, puzzle::Orbit};
/// let corner = Orbit::new("4x4".parse()?, 15)?;
/// let known = known(corner.into()).expect("counted by others");
/// assert_eq!((known.counts.len() - 1, known.counts.last()), (80, Some(&17)));
/// # Ok::<(), tilebase::Error>(())
/// ```
pub fn known(puzzle: Puzzle) -> Option<KnownCounts> {
    match puzzle {
        // An orbit may have several rows. The one with the shortest source was not derived by
        // symmetry.
        Puzzle::Sliding(orbit) => DEPTH_COUNTS
            .lines()
            .chain(DEPTH_COUNTS_LARGE.lines())
            .filter_map(|row| row_of(row, orbit))
            .min_by_key(|known| known.source.len()),
        Puzzle::Multi(orbit) => MULTI_TILE_COUNTS.lines().find_map(|row| row_of(row, orbit)),
        _ => None,
    }
}

/// The counts in a row, if the row is for this orbit. The fields are shape, cell of the goal's
/// blank, states, diameter, "source", counts.
fn row_of(row: &str, orbit: Orbit) -> Option<KnownCounts> {
    let (start, rest) = row.split_once('"')?;
    let (source, counts) = rest.split_once("\",")?;
    let mut fields = start.split(',');
    let shape: SmallShape = fields.next()?.parse().ok()?;
    let cell = fields.next()?.parse().ok().filter(|&cell| cell < shape.cells())?;
    let counts = counts.split(' ').map(|count| count.parse().ok()).collect::<Option<_>>()?;
    (Orbit::new(shape, cell) == Ok(orbit))
        .then(|| KnownCounts { source: source.to_owned(), counts })
}
