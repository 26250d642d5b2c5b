//! Which patterns are added up.

use crate::puzzle::Orbit;
use crate::puzzle::Pattern;

/// Patterns that hold each tile once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    patterns: Vec<Pattern>,
}

/// How large the tables are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionSize {
    /// A few megabytes, made when first needed.
    Small,
    /// Some hundred megabytes, made once and kept.
    Large,
}

impl Partition {
    /// The partition of these patterns.
    #[must_use]
    pub fn new(patterns: Vec<Pattern>) -> Partition {
        Partition { patterns }
    }

    /// The patterns.
    #[must_use]
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The partitions chosen for an orbit.
    pub fn of(orbit: Orbit, size: PartitionSize) -> Vec<Partition> {
        let _ = size;
        // Any: the cells in order, cut where they are six.
        let cells: Vec<usize> =
            (0..orbit.shape().cells()).filter(|&c| c != orbit.goal_blank()).collect();
        let parts = 2 + cells.len() / 14;
        let patterns = cells
            .chunks(cells.len().div_ceil(parts))
            .map(|c| Pattern::new(orbit, c.iter().fold(0, |s, c| s | 1 << c)).expect("tiles"));
        vec![Partition::new(patterns.collect())]
    }
}
