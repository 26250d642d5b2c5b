//! No estimate at all.

use super::Heuristic;
use crate::error::Result;
use crate::puzzle::Board;

/// No estimate: 0 for every board.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl Heuristic for Zero {
    fn estimate(&self, _: &Board) -> Result<u32> {
        Ok(0)
    }

    fn is_admissible(&self) -> bool {
        true
    }
}
