//! Starts threads, and uses fewer if the system refuses some, or if others of a crew are at work.

use std::cell::RefCell;
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The addresses that the allocator of a new thread may reserve on Linux, without using that much
/// memory. They count against a limit on addresses (`ulimit -v`).
pub const ARENA: usize = if cfg!(target_os = "linux") { 64 << 20 } else { 0 };

/// A thread is started only if this much memory is free: for its stack and its allocator, and for
/// what all threads allocate later, where too little would end the process.
const THREAD: usize = (16 << 20) + ARENA;

/// Starts up to `others` threads that do `work`, and then does `own` on the calling thread. There
/// are fewer if the system refuses one, or has little memory left, or if the calling thread is one
/// of a [`Crew`] that is at work, so `own` should do `work` as well. It is not generic, so
/// there is one copy of it.
///
/// # Panics
///
/// If `work` or `own` panics.
pub fn beside(others: usize, work: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
    let crew = CREW.with_borrow(Clone::clone);
    let taken = crew.as_ref().map(|crew| crew.take(others));
    let others = taken.as_ref().map_or(others, |taken| taken.threads);
    let of_crew = || {
        CREW.set(crew.clone());
        work();
    };
    std::thread::scope(|scope| {
        let mut started = Vec::new();
        while started.len() < others {
            let Some(thread) = start(scope, of_crew) else { break };
            started.push(thread);
        }
        own();
        for thread in started {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
}

/// Starts a thread. `None` if the system refuses it, or has little memory left.
pub fn start<'s>(
    scope: &'s Scope<'s, '_>,
    work: impl FnOnce() + Send + 's,
) -> Option<ScopedJoinHandle<'s, ()>> {
    let has_memory = !cfg!(target_os = "linux") || has_memory(THREAD);
    has_memory.then(|| Builder::new().spawn_scoped(scope, work).ok()).flatten()
}

thread_local! {
    /// The crew that this thread works for.
    static CREW: RefCell<Option<Arc<Crew>>> = const { RefCell::new(None) };
}

/// A number of threads for several things at a time. What each of them starts besides its own
/// thread are only threads that no other needs.
#[derive(Debug)]
pub struct Crew {
    most: usize,
    at_work: Mutex<usize>,
    freed: Condvar,
}

/// Threads of a crew that are at work, until this is dropped.
#[derive(Debug)]
pub struct AtWork<'c> {
    crew: &'c Crew,
    threads: usize,
    /// True if it is the thread that has this.
    is_own: bool,
}

impl Crew {
    /// A crew of at most this many threads; 0 means 1.
    pub fn new(most: usize) -> Arc<Crew> {
        Arc::new(Crew { most: most.max(1), at_work: Mutex::new(0), freed: Condvar::new() })
    }

    /// Begins work on the calling thread, once the others leave it a place.
    pub fn begin(self: &Arc<Crew>) -> AtWork<'_> {
        let all_work = |at_work: &mut usize| *at_work >= self.most;
        let at_work = self.freed.wait_while(lock(&self.at_work), all_work);
        *at_work.unwrap_or_else(PoisonError::into_inner) += 1;
        CREW.set(Some(Arc::clone(self)));
        AtWork { crew: self, threads: 1, is_own: true }
    }

    /// Takes up to `wanted` threads that do nothing.
    fn take(&self, wanted: usize) -> AtWork<'_> {
        let mut at_work = lock(&self.at_work);
        let threads = wanted.min(self.most.saturating_sub(*at_work));
        *at_work += threads;
        AtWork { crew: self, threads, is_own: false }
    }
}

impl Drop for AtWork<'_> {
    fn drop(&mut self) {
        *lock(&self.crew.at_work) -= self.threads;
        self.crew.freed.notify_all();
        if self.is_own {
            CREW.set(None);
        }
    }
}

/// True if `bytes` bytes can be allocated.
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of threads on which `work` is done if this many are asked for.
    fn working(threads: usize) -> usize {
        join(threads - 1, || ()).len()
    }

    #[test]
    fn a_crew_has_no_more_threads_than_were_asked_for() {
        assert_eq!(working(8), 8);
        let crew = Crew::new(4);
        let own = crew.begin();
        assert_eq!((working(8), working(2)), (4, 2));
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let _own = crew.begin();
                working(8)
            });
            assert_eq!(other.join().unwrap(), 3);
        });
        // One thread takes all the others, so that another has to wait for it.
        let taken = crew.take(8);
        assert_eq!((taken.threads, working(8)), (3, 1));
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| drop(crew.begin()));
            drop(taken);
            waiting.join().unwrap();
        });
        drop(own);
        assert_eq!(working(8), 8);
    }
}
