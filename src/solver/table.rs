//! The table of a pattern as the solver uses it: one bit a state.

use std::fmt;
use std::sync::Arc;
#[cfg(feature = "mmap")]
use std::sync::OnceLock;

use super::SolverError;
use crate::generate::{Levels, search_backwards};
use crate::puzzle::Pattern;
use crate::space::{PatternSpace, Space};
#[cfg(feature = "mmap")]
use crate::table::HugePages;

/// Bytes that a table is read from: on the heap, or a mapped file.
type Bits = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The distances of a pattern, one bit a state: bit 1 of the distance.
///
/// Bit i is bit i % 8 of byte i / 8, i being the index in the [`PatternSpace`]. Bit 0 of the
/// distance needs no table: it is the parity of the number of tiles on cells of another colour than
/// in the goal. So one bit tells the distance modulo 4, and whether a neighbour is nearer or
/// farther.
///
/// Clones share what they hold. When a solver is asked much, it copies the bits into memory of this
/// process, in huge pages if the system grants them.
#[derive(Clone)]
pub struct PatternTable {
    pattern: Pattern,
    bits: Bits,
    /// A copy for many searches, unless it is not needed or the system refused it.
    #[cfg(feature = "mmap")]
    copy: Arc<OnceLock<Option<HugePages>>>,
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
        Ok(PatternTable::of(pattern, bytes))
    }

    fn of(pattern: Pattern, bytes: impl AsRef<[u8]> + Send + Sync + 'static) -> PatternTable {
        PatternTable {
            pattern,
            bits: Arc::new(bytes),
            #[cfg(feature = "mmap")]
            copy: Arc::default(),
        }
    }

    /// Makes the table.
    ///
    /// # Errors
    ///
    /// [`SolverError::Memory`] if there is not enough.
    pub fn generate(pattern: Pattern, threads: usize) -> Result<PatternTable, SolverError> {
        let space = PatternSpace::new(pattern);
        let bits: Vec<u8> = match Levels::pattern(&space) {
            Some(levels) => levels
                .threads(threads)
                .half(|_| ())
                .map_err(SolverError::memory)?
                .chunks()
                .flatten()
                .collect(),
            // Fewer than five tiles: some thousand states.
            None => {
                let mut bits = vec![0; space.states().div_ceil(8) as usize];
                search_backwards(&space, |index, distance, _| {
                    bits[(index / 8) as usize] |= (distance >> 1 & 1) << (index % 8);
                })
                .map_err(SolverError::memory)?;
                bits
            }
        };
        #[cfg(feature = "mmap")]
        if let Some(pages) = HugePages::copy_of(&bits) {
            // There is no need for another copy.
            let copy = Arc::new(OnceLock::from(None));
            return Ok(PatternTable { pattern, bits: Arc::new(pages), copy });
        }
        Ok(PatternTable::of(pattern, bits))
    }

    /// The pattern.
    #[must_use]
    pub const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The bits.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        #[cfg(feature = "mmap")]
        if let Some(Some(copy)) = self.copy.get() {
            return copy.as_ref();
        }
        (*self.bits).as_ref()
    }

    /// Copies the bits into huge pages, once: from then on [`bytes`](Self::bytes) are those.
    #[cfg(feature = "mmap")]
    pub(super) fn expect_many(&self) {
        self.copy.get_or_init(|| HugePages::copy_of((*self.bits).as_ref()));
    }

    #[cfg(not(feature = "mmap"))]
    #[expect(clippy::unused_self, reason = "with `mmap` there are huge pages")]
    pub(super) fn expect_many(&self) {}
}

impl fmt::Debug for PatternTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternTable").field("pattern", &self.pattern).finish_non_exhaustive()
    }
}
