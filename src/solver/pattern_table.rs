//! The table of a pattern as a search uses it: one bit per state.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
#[cfg(feature = "mmap")]
use std::sync::OnceLock;

use crate::error::{Error, Result};
use crate::generate::Grower;
use crate::puzzle::{Pattern, PatternError};
use crate::table::Encoding;
#[cfg(feature = "mmap")]
use crate::table::HugePages;

/// The bytes of a table, on the heap or in a mapped file.
type Bits = Arc<dyn AsRef<[u8]> + Send + Sync>;

/// The distances of a pattern, with one bit per state: bit 1 of the distance.
///
/// The bit of state i, as the [format](crate::table::format) numbers them, is bit i % 8 of byte
/// i / 8. Bit 0 of the distance needs no table: it is the parity of the number of tiles on cells of
/// a different colour than in the goal. So one bit gives the distance modulo 4, and whether a
/// neighbour is nearer or farther.
///
/// Clones share their bits. Many searches copy the bits into memory of this process, in huge pages
/// if the system provides them.
#[derive(Clone)]
pub struct PatternTable {
    pattern: Pattern,
    bits: Bits,
    /// A copy for many searches, unless it is not needed or the system refused it.
    #[cfg(feature = "mmap")]
    copy: Arc<OnceLock<Option<HugePages>>>,
}

impl PatternTable {
    /// Creates the table of `pattern` from these bytes. Their contents are trusted, so check bytes
    /// from a file first.
    ///
    /// # Errors
    ///
    /// Returns [`PatternError::Length`] unless the number of bytes is that of the states in bits,
    /// rounded up.
    pub fn new(
        pattern: Pattern,
        bytes: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> Result<PatternTable> {
        let expected = pattern.states().div_ceil(8);
        let found = bytes.as_ref().len() as u64;
        if found != expected {
            return Err(PatternError::Length { pattern, expected, found }.into());
        }
        Ok(PatternTable::from_bits(pattern, bytes))
    }

    /// Makes the table from bytes that are known to be right.
    pub(super) fn from_bits(
        pattern: Pattern,
        bits: impl AsRef<[u8]> + Send + Sync + 'static,
    ) -> PatternTable {
        PatternTable {
            pattern,
            bits: Arc::new(bits),
            #[cfg(feature = "mmap")]
            copy: Arc::default(),
        }
    }

    /// Makes the table.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Memory`] if there is not enough memory.
    pub fn generate(pattern: Pattern, threads: usize) -> Result<PatternTable> {
        let grower = Grower::new(pattern.into(), threads, false)?;
        let go_on = &mut |_: &[u64]| ControlFlow::Continue(());
        let (_, made) = grower.entries(Encoding::DistanceBit, go_on)?;
        let (mut bits, bytes) = (Vec::new(), pattern.states().div_ceil(8));
        bits.try_reserve_exact(bytes as usize).map_err(|_| Error::Memory { bytes })?;
        made.chunks().for_each(|chunk| bits.extend_from_slice(&chunk));
        #[cfg(feature = "mmap")]
        if let Some(pages) = HugePages::copy_of(&bits) {
            // No other copy is needed.
            let copy = Arc::new(OnceLock::from(None));
            return Ok(PatternTable { pattern, bits: Arc::new(pages), copy });
        }
        Ok(PatternTable::from_bits(pattern, bits))
    }

    /// The pattern.
    pub const fn pattern(&self) -> Pattern {
        self.pattern
    }

    /// The bits.
    pub fn bytes(&self) -> &[u8] {
        #[cfg(feature = "mmap")]
        if let Some(Some(copy)) = self.copy.get() {
            return copy.as_ref();
        }
        (*self.bits).as_ref()
    }

    /// Copies the bits into huge pages, once. From then on, [`bytes`](Self::bytes) returns the
    /// copy.
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

#[cfg(test)]
mod tests;
