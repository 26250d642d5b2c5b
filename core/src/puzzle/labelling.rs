//! Labellings: several tiles count as alike, so that there are few enough boards for a table.
//!
//! In the multi-tile metric one move slides tiles of several patterns, so the distances of patterns
//! do not add up. Instead all tiles are kept, but tiles with the same *label* are alike. A board
//! with labels is solved when every label is where the goal has it, which takes no more moves than
//! solving the board.

use std::fmt;

use super::{MAX_NUMBERED_CELLS, Orbit, factorial};

/// The label of each tile of an orbit's goal.
///
/// A search has several labellings of one size, because the greatest of several lower bounds is
/// often greater than that of a larger table.
///
/// ```
/// use tilebase::puzzle::{Labelling, LabellingSize, Orbit};
/// let orbit = Orbit::new("4x4".parse()?, 15)?;
/// let labellings = Labelling::all(orbit, LabellingSize::Large);
/// let names: Vec<_> = labellings.iter().map(|labelling| labelling.to_string()).collect();
/// assert_eq!(names, ["4x4-15-large-1", "4x4-15-large-2"]);
/// assert_eq!(labellings[0].states(), 302_702_400);
/// // Larger shapes have none.
/// assert!(Labelling::all(Orbit::new("5x5".parse()?, 24)?, LabellingSize::Large).is_empty());
/// # Ok::<(), tilebase::puzzle::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Labelling {
    orbit: Orbit,
    size: LabellingSize,
    /// Which of those of this size it is, from 1.
    number: u8,
    /// This follows from the others.
    states: u64,
}

/// The size of a labelling: how many boards it distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LabellingSize {
    /// Few enough for a table that is made in memory when it is needed.
    Small = 1,
    /// The most that a table in a file may have.
    Large = 2,
}

impl LabellingSize {
    /// Both sizes.
    pub const ALL: [LabellingSize; 2] = [LabellingSize::Small, LabellingSize::Large];

    /// The name: `small` or `large`.
    pub const fn name(self) -> &'static str {
        match self {
            LabellingSize::Small => "small",
            LabellingSize::Large => "large",
        }
    }
}

/// The smallest and the largest number of cells of a shape with labellings.
const CELLS: std::ops::RangeInclusive<usize> = 13..=MAX_NUMBERED_CELLS;

impl Labelling {
    /// The labellings of an orbit that a search uses together. None unless its shape has 13 to 16
    /// cells.
    pub fn all(orbit: Orbit, size: LabellingSize) -> Vec<Labelling> {
        let cells = orbit.shape().cells();
        if !CELLS.contains(&cells) {
            return Vec::new();
        }
        let labellings = (1..=LABELLINGS).map(|number| {
            let labelling = Labelling { orbit, size, number, states: 0 };
            let alike: u64 = labelling.counts().into_iter().map(factorial).product();
            Labelling { states: cells as u64 * (factorial(cells - 1) / alike), ..labelling }
        });
        labellings.collect()
    }

    /// The goals that it is for.
    pub const fn orbit(self) -> Orbit {
        self.orbit
    }

    /// Its size: how many boards it distinguishes.
    pub const fn size(self) -> LabellingSize {
        self.size
    }

    /// Which of those of this size it is, from 1.
    pub const fn number(self) -> usize {
        self.number as usize
    }

    /// The label of the tile in each cell of the goal, from 0, and 255 for the blank. The last two
    /// labels have at most nine tiles.
    pub fn labels(self) -> [u8; MAX_NUMBERED_CELLS] {
        let mut labels = [u8::MAX; MAX_NUMBERED_CELLS];
        let shape = self.orbit.shape();
        if (shape.rows(), shape.cols(), self.orbit.goal_blank()) == (4, 4, 15) {
            let texts = match self.size {
                LabellingSize::Small => SMALL,
                LabellingSize::Large => LARGE,
            };
            let text = texts[self.number() - 1];
            for (label, letter) in labels.iter_mut().zip(text.bytes()) {
                *label = letter.wrapping_sub(b'a');
            }
            labels[15] = u8::MAX;
            return labels;
        }
        // Cells in a snake, along the rows or along the columns, so that those with the same label
        // are next to each other.
        let is_along_rows = self.number == 1;
        let len = if is_along_rows { shape.cols() } else { shape.rows() };
        let snake = (0..shape.cells()).map(|step| {
            let (line, place) = (step / len, step % len);
            let place = if line % 2 == 0 { place } else { len - 1 - place };
            let (row, col) = if is_along_rows { (line, place) } else { (place, line) };
            row * shape.cols() + col
        });
        let mut cells = snake.filter(|&cell| cell != self.orbit.goal_blank());
        let mut left = shape.tiles();
        for (label, &size) in (0..).zip(self.sizes()) {
            for cell in cells.by_ref().take(size.min(left)) {
                labels[cell] = label;
            }
            left = left.saturating_sub(size);
        }
        labels
    }

    /// The number of tiles with each label, for goals without a labelling of their own.
    const fn sizes(self) -> &'static [usize] {
        match (self.orbit.shape().cells(), self.size) {
            (14, LabellingSize::Small) => &[4, 5, 4],
            (14, LabellingSize::Large) => &[1, 2, 3, 4, 3],
            (15, LabellingSize::Small) => &[5, 5, 4],
            (15, LabellingSize::Large) => &[1, 1, 3, 5, 4],
            (_, LabellingSize::Small) => &[6, 5, 4],
            (_, LabellingSize::Large) => &[1, 1, 4, 5, 4],
        }
    }

    /// The number of tiles with each label.
    pub fn counts(self) -> Vec<usize> {
        let mut counts = Vec::new();
        for label in self.labels().into_iter().filter(|&label| label != u8::MAX) {
            counts.resize(counts.len().max(usize::from(label) + 1), 0);
            counts[usize::from(label)] += 1;
        }
        counts
    }

    /// The number of boards that it distinguishes.
    pub const fn states(self) -> u64 {
        self.states
    }
}

/// How many labellings of one size an orbit has.
const LABELLINGS: u8 = 2;

/// The labels of 4x4 with the blank in the last cell, row by row.
const SMALL: [&str; LABELLINGS as usize] = ["aaaabbaabbccbcc.", "bbcabbaabcaacca."];
const LARGE: [&str; LABELLINGS as usize] = ["abccddccddeedee.", "caddccddceebeee."];

impl fmt::Display for Labelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.orbit, self.size.name(), self.number)
    }
}
