//! The terms that were learned for all sizes.
//!
//! They were trained by ranking, as the scores of one size in `learned.rs`. Most of what they say
//! holds on boards of all sizes, however they are turned or mirrored, so there are few. They are
//! for
//!
//! * each tile, by the rows and the columns that it has to go (*steps*), beside the squares of
//!   these numbers;
//! * two tiles that belong side by side, by the rows and columns from one of them to where it would
//!   be beside the other (*separation*), beside a power of their number;
//! * two tiles side by side, by where both have to go (*adjacent*);
//! * two tiles in the wrong order that belong in one line, by how far from it they are
//!   (*conflicts*);
//! * tiles in a square or a line of cells, by the direction in which each has to go (*flows*).

use std::sync::LazyLock;

use super::flows::Flows;
use super::learned::{Adjacent, CONFLICTS, adjacent, conflict_place, weights};
use super::tile_code::CLASSES;
use super::tuning::{SEPARATION_POWER, STEP_WEIGHT};

/// Rows or columns that a tile has to go: this many less one, or more, are one number.
pub const STEPS: usize = 10;

/// The terms learned for all sizes.
pub(super) struct GeneralTerms {
    /// By rows and by columns.
    steps: Vec<i16>,
    separation: Vec<i16>,
    /// By the classes of two tiles, of which the second one is on the right.
    adjacent: Vec<i16>,
    /// For lines inside the board and at its edges.
    conflicts: [Vec<i16>; 2],
    pub flows: Flows,
}

impl GeneralTerms {
    /// The terms.
    pub fn get() -> &'static GeneralTerms {
        static TERMS: LazyLock<GeneralTerms> = LazyLock::new(|| {
            let mut weights = weights(include_bytes!("weights/any.bin"));
            let mut take = |count: usize| -> Vec<i16> { weights.by_ref().take(count).collect() };
            GeneralTerms {
                steps: take(STEPS * STEPS),
                separation: take(STEPS * STEPS),
                adjacent: take(CLASSES * CLASSES),
                conflicts: [0; 2].map(|_| take(CONFLICTS)),
                flows: Flows::new(take),
            }
        });
        &TERMS
    }

    /// The term of a tile that has to go these rows and columns, beside [`step_squares`].
    pub fn steps(&self, steps: [i32; 2]) -> i32 {
        self.steps[place(steps)].into()
    }

    /// The term of two tiles that belong side by side, beside [`separation`].
    pub fn separation(&self, steps: [i32; 2]) -> i32 {
        self.separation[place(steps)].into()
    }

    /// The terms for two tiles side by side, in percent.
    pub fn adjacent(&self, percent: i32) -> Adjacent {
        let percent = |&term: &i16| (percent * i32::from(term) / 100) as i16;
        adjacent(&self.adjacent.iter().map(percent).collect::<Vec<_>>())
    }

    /// The term for two tiles in the wrong order, by the signed number of lines from where they
    /// belong to each of them.
    pub fn conflict(&self, is_edge: bool, from_line: [i32; 2]) -> i32 {
        let term = |at: usize| self.conflicts[usize::from(is_edge)][at].into();
        near_conflict_place(from_line).map_or(0, term)
    }
}

/// As [`conflict_place`] for two tiles that are at most two lines apart.
pub fn near_conflict_place(from_line: [i32; 2]) -> Option<usize> {
    let is_near = from_line[0].abs_diff(from_line[1]) <= 2;
    conflict_place(from_line).filter(|_| is_near)
}

/// The index of rows and columns to go.
pub fn place(steps: [i32; 2]) -> usize {
    let [rows, cols] = steps.map(|it| (it.unsigned_abs() as usize).min(STEPS - 1));
    rows * STEPS + cols
}

/// The squares of the rows and columns that a tile has to go, and their product with its weight.
pub fn step_squares(both_axes: i32, [rows, cols]: [i32; 2]) -> i32 {
    STEP_WEIGHT * (rows * rows + cols * cols) + both_axes * rows * cols
}

/// The term of two tiles that belong side by side, by the steps from one of them to where it would
/// be beside the other.
pub fn separation(weight: i32, steps: usize) -> i32 {
    (f64::from(weight) * (steps as f64).powf(SEPARATION_POWER)) as i32
}
