//! Starts threads, and uses fewer if the system refuses some.

use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// The addresses that the allocator of a new thread may reserve on Linux, without using that much
/// memory. They count against a limit on addresses (`ulimit -v`).
pub const ARENA: usize = if cfg!(target_os = "linux") { 64 << 20 } else { 0 };

/// A thread is started only if this much memory is free: for its stack and its allocator, and for
/// what all threads allocate later, where too little would end the process.
const THREAD: usize = (16 << 20) + ARENA;

/// Starts up to `others` threads that do `work`, and then does `own` on the calling thread. There
/// are fewer if the system refuses one, or has little memory left, so `own` should do `work` as
/// well. No code of this is copied for its callers.
///
/// # Panics
///
/// If `work` or `own` panics.
pub fn beside(others: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        let mut started = Vec::new();
        while started.len() < others && (!cfg!(target_os = "linux") || has_memory(THREAD)) {
            let Ok(thread) = Builder::new().spawn_scoped(scope, work) else { break };
            started.push(thread);
        }
        own();
        for thread in started {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Whether `bytes` bytes can be allocated.
pub fn has_memory(bytes: usize) -> bool {
    let mut memory = Vec::<u8>::new();
    let is_had = memory.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler may leave out memory that nothing uses.
    black_box(&memory);
    is_had
}

/// Locks what no thread leaves half changed, even one that panics.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does `work` on the calling thread and on up to `others` more, and returns the results in the
/// order in which they were ready.
///
/// # Panics
///
/// If `work` panics on any thread.
pub fn join<T: Send>(others: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    let results = Mutex::new(Vec::new());
    let keep: &(dyn Fn() + Sync) = &|| {
        let result = work();
        lock(&results).push(result);
    };
    beside(others, keep, &mut || keep());
    results.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Does `work` for each item, on this many threads, and returns the results in order.
///
/// # Panics
///
/// If `work` panics on any thread.
pub fn each<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    work: impl Fn(&I) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done = join(threads.min(items.len()).saturating_sub(1), || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(number) else { return done };
            done.push((number, work(item)));
        }
    });
    let mut done: Vec<_> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The number of threads to use: the number that was set, or else one per processor. Processors are
/// counted only when needed, because that takes some twenty system calls, and one board needs no
/// second thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threads(Option<usize>);

impl Threads {
    /// This many; 0 means 1.
    pub fn new(count: usize) -> Threads {
        Threads(Some(count.max(1)))
    }

    /// The number of threads.
    pub fn count(self) -> usize {
        self.0.unwrap_or_else(processors)
    }
}

/// The number of processors that this process may use, which is the number of threads wherever none
/// is set.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
