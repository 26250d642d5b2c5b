//! The table of a pattern as the solver uses it: one bit a state.

use std::fmt;
use std::sync::Arc;

use super::SolverError;
use crate::generate::{Levels, search_backwards};
use crate::puzzle::Pattern;
use crate::space::{PatternSpace, Space};

/// Bytes that a table is read from: on the heap, or a mapped file.
type Bits = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The distances of a pattern, one bit a state: bit 1 of the distance.
///
/// Bit i is bit i % 8 of byte i / 8, i being the index in the [`PatternSpace`]. Bit 0 of the
/// distance needs no table: it is the parity of the number of tiles on cells of another colour than
/// in the goal. So one bit tells the distance modulo 4, and whether a neighbour is nearer or
/// farther.
#[derive(Clone)]
pub struct PatternTable {
    pattern: Pattern,
    bits: Bits,
}

impl PatternTable {
    /// The table of `pattern` that these bytes are. They are believed: whoever reads them from a
    /// file checks them first.
    ///
    /// # Errors
    ///
    /// [`SolverError::Length`] unless there are as many bits as states, the last byte filled up.
    pub fn new(
        pattern: Pattern,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<PatternTable, SolverError> {
        let expected = PatternSpace::new(pattern).states().div_ceil(8);
        let found = bytes.as_ref().len() as u64;
        if found != expected {
            return Err(SolverError::Length { pattern, expected, found });
        }
        Ok(PatternTable { pattern, bits: Arc::new(bytes) })
    }

    /// Makes the table.
    ///
    /// # Errors
    ///
    /// [`SolverError::Memory`] if there is not enough.
    pub fn generate(pattern: Pattern, threads: usize) -> Result<PatternTable, SolverError> {
        let space = PatternSpace::new(pattern);
        let bytes: Vec<u8> = match Levels::pattern(&space) {
            Some(levels) => levels
                .threads(threads)
                .half(|_| ())
                .map_err(SolverError::memory)?
                .chunks()
                .flatten()
                .collect(),
            // Fewer than five tiles: some thousand states.
            None => {
                let mut bytes = vec![0; space.states().div_ceil(8) as usize];
                search_backwards(&space, |index, distance, _| {
                    bytes[(index / 8) as usize] |= (distance >> 1 & 1) << (index % 8);
                })
                .map_err(SolverError::memory)?;
                bytes
            }
        };
        Ok(PatternTable { pattern, bits: Arc::new(bytes) })
    }

    /// The pattern.
    #[must_use]
    pub const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The bits.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        (*self.bits).as_ref()
    }
}

impl fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternTable").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}
