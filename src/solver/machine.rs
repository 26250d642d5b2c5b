//! What the search asks of the processor, and the one place of the solver with `unsafe`.
//!
//! Measured on random boards of 4x4 with the large tables in huge pages, one thread of a busy
//! machine, medians of three: 47 ns for each board generated; 100 ns without prefetching; 50 ns
//! without the instructions. With the small tables 30, 35 and 33 ns.

/// Has the processor fetch a byte, which takes it longer than anything else in a search. Where this
/// does nothing the search is slower, and the same.
#[inline(always)]
pub(super) fn prefetch(bytes: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let byte = bytes.as_ptr().wrapping_add(at);
        // SAFETY: a prefetch reads and writes nothing that a program could see, whatever the
        // address, and every x86-64 processor has SSE.
        #[expect(unsafe_code, reason = "half of the time goes without it; see above")]
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(byte.cast());
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, at);
}

/// Does some work, compiled for processors that count bits in one instruction if this is one. What
/// is to profit must be inlined in it.
pub(super) fn with_bit_counts(work: impl FnOnce()) {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        // SAFETY: the processor was asked for each of the features.
        #[expect(unsafe_code, reason = "a tenth of the time goes without it; see above")]
        unsafe {
            return bit_counts(work);
        }
    }
    work();
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn bit_counts(work: impl FnOnce()) {
    work();
}
