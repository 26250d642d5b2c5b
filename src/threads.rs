//! Starts threads, making do with fewer if the system refuses some.

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

/// Does `work` on the calling thread and on up to `others` more, and returns the results.
///
/// # Panics
///
/// If `work` panics on any thread.
pub fn join<T: Send>(others: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let others = start(scope, others, &work);
        let mut done = vec![work()];
        for other in others {
            done.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    })
}

/// The number of processors that this process may use, which is the number of threads wherever none
/// is set.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
