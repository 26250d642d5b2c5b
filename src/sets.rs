//! Public sets of boards that solvers are compared on, with the best that is known of each board.
//!
//! The list is `data/known/sets.tsv`. Each set is a file beside it, where a length or a bound that
//! somebody improves is changed.
//!
//! ```
//! use tilebase::{Tablebase, sets::Set};
//! let korf = Set::named("korf-100")?;
//! assert_eq!((korf.size, korf.goal, korf.by), ("4x4", "first", "Korf 1985"));
//! let easy = korf.boards().find(|board| board.best_length == Some(42)).expect("two of them");
//! assert_eq!((easy.number, easy.lower_bound, easy.is_proved()), (16, 42, true));
//! # Ok::<(), tilebase::puzzle::UnknownName>(())
//! ```

use crate::puzzle::{UnknownName, named};

const LIST: &str = include_str!("../data/known/sets.tsv");

/// Names with the text of their files.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../data/known/", $name, ".csv")))),*]
    };
}

const FILES: &[(&str, &str)] = files!["korf-100" "hardest-17" "korf-felner-50" "clausecker-193"
    "deepcubea-248" "phs-1000" "deepcubea-6x6-400" "deepcubea-7x7-400"];

/// A set of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Set {
    /// The name, such as `korf-100`.
    pub name: &'static str,
    /// The size of the boards, such as `4x4`.
    pub size: &'static str,
    /// The goal: `first` or `last`, which say where the blank is. The tiles are in order.
    pub goal: &'static str,
    /// Who published the boards.
    pub by: &'static str,
    /// The licence of the boards.
    pub licence: &'static str,
    /// Where the boards and their lengths are from.
    pub source: &'static str,
    rows: &'static str,
}

/// A board of a set, with the best that is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetBoard {
    /// The number in its source.
    pub number: u32,
    /// The cells row by row, 0 for the blank.
    pub board: &'static str,
    /// The length of the shortest solution known, if any is known.
    pub best_length: Option<u32>,
    /// No solution is shorter than this: that is proved.
    pub lower_bound: u32,
    /// Who found the best length.
    pub source: &'static str,
}

impl Set {
    /// All sets, small boards first.
    pub fn all() -> impl Iterator<Item = Set> {
        let rows = LIST.lines().skip(1);
        rows.zip(FILES).map(|(row, &(name, rows))| {
            let mut fields = row.split('\t').skip(1);
            let mut next = || fields.next().unwrap_or_default();
            let [size, goal, by, licence, source] = std::array::from_fn(|_| next());
            Set { name, size, goal, by, licence, source, rows }
        })
    }

    /// The set with this name, in upper or lower case.
    ///
    /// # Errors
    ///
    /// [`UnknownName`], which lists the known ones.
    pub fn named(name: &str) -> Result<Set, UnknownName> {
        let all: Vec<(&str, Set)> = Set::all().map(|set| (set.name, set)).collect();
        named(name, &all)
    }

    /// The boards in the order of their source.
    pub fn boards(self) -> impl ExactSizeIterator<Item = SetBoard> {
        let rows: Vec<&str> = self.rows.lines().skip(1).collect();
        rows.into_iter().map(move |row| {
            let mut fields = row.split(',');
            let mut next = || fields.next().unwrap_or_default();
            let [number, board, best, bound, source] = std::array::from_fn(|_| next());
            SetBoard {
                number: number.parse().unwrap_or_default(),
                board,
                best_length: best.parse().ok(),
                lower_bound: bound.parse().unwrap_or_default(),
                source: if source.is_empty() { self.by } else { source },
            }
        })
    }
}

impl SetBoard {
    /// True if no solution is shorter than the best one known.
    pub fn is_proved(self) -> bool {
        self.best_length == Some(self.lower_bound)
    }
}
