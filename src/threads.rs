//! Starting threads, and going on with fewer where the system allows no more.

use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Starts up to `count` threads that all do `work`. There are fewer if the system refuses one, so
/// the calling thread should do `work` as well.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    work: impl Fn() -> T + Copy + Send + 'scope,
) -> Vec<ScopedJoinHandle<'scope, T>> {
    (0..count).map_while(|_| Builder::new().spawn_scoped(scope, work).ok()).collect()
}

/// The number of processors that this process may use.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
