//! Threads that are shared by all batches that answer at the same time.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A number of threads, and how many callers use them.
#[derive(Debug)]
pub(super) struct SharedThreads {
    threads: usize,
    callers: AtomicUsize,
}

/// The turn of one caller, until it is dropped.
pub(super) struct ThreadShare<'s> {
    shared: &'s SharedThreads,
    /// How many threads the caller may use.
    pub(super) threads: usize,
}

impl SharedThreads {
    pub(super) fn new(threads: usize) -> SharedThreads {
        SharedThreads { threads, callers: AtomicUsize::new(0) }
    }

    /// Begins a turn with an equal share of the threads, at least one. Turns that began before keep
    /// theirs.
    pub(super) fn begin(&self) -> ThreadShare<'_> {
        let callers = self.callers.fetch_add(1, Ordering::Relaxed) + 1;
        ThreadShare { shared: self, threads: (self.threads / callers).max(1) }
    }
}

impl Drop for ThreadShare<'_> {
    fn drop(&mut self) {
        self.shared.callers.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_shared_by_those_who_answer() {
        let shared = SharedThreads::new(8);
        let alone = shared.begin();
        assert_eq!(alone.threads, 8);
        let others: Vec<_> = (0..9).map(|_| shared.begin()).collect();
        let of_others: Vec<_> = others.iter().map(|turn| turn.threads).collect();
        assert_eq!(of_others, [4, 2, 2, 1, 1, 1, 1, 1, 1]);
        drop((alone, others));
        assert_eq!(shared.begin().threads, 8);
    }
}
