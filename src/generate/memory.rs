//! Allocating memory for a whole puzzle, with an error if there is not enough.

use bytemuck::Zeroable;

use crate::error::{Error, Result};

/// Allocates `length` zeros. The operating system provides zeroed pages when they are first used.
pub(super) fn zeros<T: Zeroable>(length: u64) -> Result<Vec<T>> {
    let zeros = usize::try_from(length)
        .ok()
        .and_then(|length| bytemuck::allocation::try_zeroed_vec(length).ok());
    zeros.ok_or(Error::Memory { bytes: length.saturating_mul(size_of::<T>() as u64) })
}

/// The same in huge pages, if the operating system has some.
pub(super) fn zeros_in_huge_pages<T: Zeroable>(length: u64) -> Result<Vec<T>> {
    let zeros = zeros(length);
    #[cfg(feature = "mmap")]
    let zeros = zeros.map(|mut zeros| {
        crate::table::in_huge_pages(&mut zeros);
        zeros
    });
    zeros
}
