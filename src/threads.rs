//! Starting threads, and going on with fewer where the system allows no more.

use std::hint::black_box;
use std::sync::mpsc;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Bytes of memory that must be left to work with once all threads have started.
const TO_WORK: usize = 64 << 20;

/// Bytes of memory that a thread may need to start: its stack and what the runtime adds to it.
const TO_START: usize = 8 << 20;

/// Starts up to `count` threads that all do `work`. There are fewer if the system refuses one or
/// memory runs low, so the calling thread should do `work` as well.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    count: usize,
    work: impl Fn() -> T + Copy + Send + 'scope,
) -> Vec<ScopedJoinHandle<'scope, T>> {
    if count == 0 {
        return Vec::new();
    }
    // If there is less memory than that, threads are started all the same.
    let reserved = reserve(TO_WORK);
    let start = |_| {
        // A thread that has its stack but finds no memory for the rest ends the process. So there
        // must be enough, and no other thread may take it until this one runs.
        reserve(TO_START)?;
        let (running, is_running) = mpsc::channel();
        let work = move || {
            // The other end waits, so sending cannot fail.
            let _ = running.send(());
            work()
        };
        let handle = Builder::new().spawn_scoped(scope, work).ok()?;
        // An error means that the thread has ended, which `join` reports.
        let _ = is_running.recv();
        Some(handle)
    };
    let started = (0..count).map_while(start).collect();
    drop(reserved);
    started
}

/// The number of processors that this process may use.
#[must_use]
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Memory that is not used, or `None` if there is not as much.
fn reserve(bytes: usize) -> Option<Vec<u8>> {
    let mut reserved = Vec::new();
    reserved.try_reserve_exact(bytes).ok()?;
    // Without this, the compiler may remove memory that is never used.
    Some(black_box(reserved))
}
