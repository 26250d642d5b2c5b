//! The puzzle that a table belongs to.

use std::fmt;
use std::str::FromStr;

use super::{Labelling, LabellingSize, Metric, Orbit, Pattern, UnknownName};

/// The number of other cells in the blank's row and column.
const fn others(orbit: Orbit) -> u64 {
    (orbit.shape().rows() + orbit.shape().cols() - 2) as u64
}

/// A puzzle that a table can be generated for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Puzzle {
    /// The sliding-tile puzzle, with the goals that the table serves.
    Sliding(Orbit),
    /// The sliding-tile puzzle in the multi-tile metric.
    Multi(Orbit),
    /// The sliding-tile puzzle with several tiles counted as alike. Its distances are lower bounds.
    Labelled(Labelling),
    /// A pattern of the sliding-tile puzzle: a part of it, whose distances are lower bounds.
    Pattern(Pattern),
}

impl Puzzle {
    /// The puzzle of all boards that reach the goals of an orbit. It has a table if the shape has
    /// at most [`Metric::most_tabled_cells`].
    ///
    /// ```
    /// use tilebase::puzzle::{Metric, Orbit, Puzzle};
    /// let orbit = Orbit::new("3x4".parse()?, 0)?;
    /// assert_eq!(Puzzle::of_all_boards(orbit, Metric::Single).to_string(), "4x3-11");
    /// assert_eq!(Puzzle::of_all_boards(orbit, Metric::Multi).to_string(), "multi-4x3-11");
    /// # Ok::<(), tilebase::puzzle::ShapeError>(())
    /// ```
    pub const fn of_all_boards(orbit: Orbit, metric: Metric) -> Puzzle {
        match metric {
            Metric::Single => Puzzle::Sliding(orbit),
            Metric::Multi => Puzzle::Multi(orbit),
        }
    }

    /// The metric.
    pub const fn metric(self) -> Metric {
        match self {
            Puzzle::Multi(_) | Puzzle::Labelled(_) => Metric::Multi,
            Puzzle::Sliding(_) | Puzzle::Pattern(_) => Metric::Single,
        }
    }

    /// Number of states. A table has an entry for each.
    pub const fn states(self) -> u64 {
        match self {
            Puzzle::Sliding(orbit) | Puzzle::Multi(orbit) => orbit.shape().states(),
            Puzzle::Pattern(pattern) => pattern.states(),
            Puzzle::Labelled(labelling) => labelling.states(),
        }
    }

    /// Number of states at even distances. Every move changes the colour of a state, so this
    /// depends on the puzzle alone. `None` in the multi-tile metric, where colours mean nothing.
    pub(crate) fn even_states(self) -> Option<u64> {
        Some(match self {
            Puzzle::Multi(_) | Puzzle::Labelled(_) => return None,
            Puzzle::Sliding(orbit) => {
                let shape = orbit.shape();
                let colours = (0..shape.cells()).map(|cell| shape.colour(cell));
                let even = colours.filter(|&colour| colour == shape.colour(orbit.goal_blank()));
                even.count() as u64 * shape.states_per_blank()
            }
            Puzzle::Pattern(pattern) => pattern.even_states(),
        })
    }

    /// The largest number of neighbours of a state.
    pub(crate) fn degree(self) -> u64 {
        match self {
            Puzzle::Sliding(_) => 4,
            // All other cells of the blank's row and column.
            Puzzle::Multi(orbit) => others(orbit),
            Puzzle::Labelled(labelling) => others(labelling.orbit()),
            // The number of pairs of neighbouring cells.
            Puzzle::Pattern(pattern) => {
                let shape = pattern.orbit().shape();
                (2 * shape.cells() - shape.rows() - shape.cols()) as u64
            }
        }
    }

    /// The puzzles of an orbit on which several tiles count as alike.
    pub(crate) fn labelled(orbit: Orbit) -> impl Iterator<Item = Puzzle> {
        let all = LabellingSize::ALL.into_iter().flat_map(move |size| Labelling::all(orbit, size));
        all.map(Puzzle::Labelled)
    }

    /// The orbit of the goals that the table serves.
    pub const fn orbit(self) -> Orbit {
        match self {
            Puzzle::Sliding(orbit) | Puzzle::Multi(orbit) => orbit,
            Puzzle::Labelled(labelling) => labelling.orbit(),
            Puzzle::Pattern(pattern) => pattern.orbit(),
        }
    }
}

impl From<Orbit> for Puzzle {
    fn from(orbit: Orbit) -> Puzzle {
        Puzzle::Sliding(orbit)
    }
}

impl From<Pattern> for Puzzle {
    fn from(pattern: Pattern) -> Puzzle {
        Puzzle::Pattern(pattern)
    }
}

impl fmt::Display for Puzzle {
    /// `3x3-8`, `multi-3x3-8` or `4x4-15-0.1.4.5`. Table files are named like this.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Puzzle::Sliding(orbit) => orbit.fmt(f),
            Puzzle::Multi(orbit) => write!(f, "multi-{orbit}"),
            Puzzle::Labelled(labelling) => write!(f, "multi-{labelling}"),
            Puzzle::Pattern(pattern) => pattern.fmt(f),
        }
    }
}

impl FromStr for Puzzle {
    type Err = UnknownName;

    /// Reads a name as it is [written](Puzzle#impl-Display-for-Puzzle). That of all boards may be
    /// of any goal cell and shape of the orbit.
    ///
    /// ```
    /// use tilebase::puzzle::Puzzle;
    /// for (name, of) in [
    ///     ("4x3-11", "4x3-11"),
    ///     ("multi-3x4-0", "multi-4x3-11"),
    ///     ("4x4-15-0.1.4.5", "4x4-15-0.1.4.5"),
    ///     ("multi-4x4-15-large-1", "multi-4x4-15-large-1"),
    /// ] {
    ///     assert_eq!(name.parse::<Puzzle>()?.to_string(), of);
    /// }
    /// assert!("5x5-24".parse::<Puzzle>().is_err());
    /// # Ok::<(), tilebase::puzzle::UnknownName>(())
    /// ```
    fn from_str(name: &str) -> Result<Puzzle, UnknownName> {
        let expected = "a table, such as 4x3-11 or 4x4-15-0.1.4.5";
        Puzzle::with_name(name).ok_or_else(|| UnknownName::new(expected, name))
    }
}

impl Puzzle {
    fn with_name(name: &str) -> Option<Puzzle> {
        let (metric, of_orbit) = match name.strip_prefix("multi-") {
            Some(rest) => (Metric::Multi, rest),
            None => (Metric::Single, name),
        };
        let mut parts = of_orbit.splitn(3, '-');
        let (shape, cell) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        let orbit = Orbit::new(shape, cell).ok()?;
        let puzzle = match (parts.next(), metric) {
            (None, _) => Puzzle::of_all_boards(orbit, metric),
            (Some(_), Metric::Multi) => {
                return Puzzle::labelled(orbit).find(|labelled| labelled.to_string() == name);
            }
            (Some(cells), Metric::Single) => {
                let mut cells = cells.split('.').map(|cell| cell.parse().ok());
                let set = cells.try_fold(0, |set, cell| Some(set | 1u32.checked_shl(cell?)?));
                let pattern = Puzzle::Pattern(Pattern::new(orbit, set?).ok()?);
                (pattern.to_string() == name).then_some(pattern)?
            }
        };
        // Not all puzzles have a table.
        Puzzle::from_fields(puzzle.fields()).ok()
    }
}
