//! Parallel work whose results come out in the order of the input, in bounded memory.

use std::marker::PhantomData;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use crate::threads::{self, Crew, lock};

/// Maps `work` over the items of `read` on up to `threads` threads, and passes the results to
/// `write` in the order of the input.
///
/// A free thread reads the next item, works on it, and waits for its turn to write. So at most
/// `threads` items are in memory, nothing is passed between threads, and buffers are reused. `read`
/// returns whether there was an item. The first error from reading or writing, in the order of the
/// items, ends the work. Items read before it are written.
///
/// ```
/// let (mut number, mut text) = (0, String::new());
/// tilebase::bulk::in_order(
///     2,
///     |item: &mut u32| {
///         number += 1;
///         *item = number;
///         Ok::<bool, std::fmt::Error>(number <= 5)
///     },
///     |item, result: &mut u32| *result = item * item,
///     |result| {
///         text += &format!("{result} ");
///         Ok(())
///     },
/// )?;
/// assert_eq!(text, "1 4 9 16 25 ");
/// # Ok::<(), std::fmt::Error>(())
/// ```
///
/// # Errors
///
/// The first error from `read` or `write`.
pub fn in_order<I: Default, O: Default, E: Send>(
    threads: usize,
    read: impl FnMut(&mut I) -> Result<bool, E> + Send,
    work: impl Fn(&I, &mut O) + Sync,
    write: impl FnMut(&mut O) -> Result<(), E> + Send,
) -> Result<(), E> {
    in_parts(threads, Instant::now, read, |item, result, _| work(item, result), write)
}

/// Maps `work` over blocks of an input, as [`in_order`] does. `read` fills a block
/// with whole boards of about this many bytes, at least one. How many follows the time that `work`
/// takes, which can write parts of its result early.
///
/// # Errors
///
/// The first error from `read` or `write`.
pub fn in_blocks<I: Default, O: Default, E: Send>(
    threads: usize,
    read: impl FnMut(usize, &mut I) -> Result<bool, E> + Send,
    work: impl Fn(&I, &mut O, &mut PartWriter<'_, O>) + Sync,
    write: impl FnMut(&mut O) -> Result<(), E> + Send,
) -> Result<(), E> {
    in_blocks_by(Instant::now, threads, read, work, write)
}

/// Like [`in_blocks`], with another clock.
pub(crate) fn in_blocks_by<I: Default, O: Default, E: Send>(
    clock: fn() -> Instant,
    threads: usize,
    mut read: impl FnMut(usize, &mut I) -> Result<bool, E> + Send,
    work: impl Fn(&I, &mut O, &mut PartWriter<'_, O>) + Sync,
    write: impl FnMut(&mut O) -> Result<(), E> + Send,
) -> Result<(), E> {
    let size = BlockSize::default();
    in_parts(
        threads,
        clock,
        |block| read(size.get(), block),
        |block, answers, parts| size.adapt(clock, || work(block, answers, parts)),
        write,
    )
}

/// Like [`in_order`], for items that may take long: `work` can write the first parts of a result
/// when its turn has come, before the rest is known. The time between parts is read from `clock`.
fn in_parts<I: Default, O: Default, E: Send>(
    threads: usize,
    clock: fn() -> Instant,
    read: impl FnMut(&mut I) -> Result<bool, E> + Send,
    work: impl Fn(&I, &mut O, &mut PartWriter<'_, O>) + Sync,
    write: impl FnMut(&mut O) -> Result<(), E> + Send,
) -> Result<(), E> {
    let source = Reader { read, items: 0, ended: false };
    let turn = WriteTurn { write, items: 0, state: Writing::Going };
    let workers = Workers {
        crew: Crew::new(threads),
        may_start: AtomicUsize::new(threads.saturating_sub(1)),
        reading: AtomicUsize::new(1),
        source: Mutex::new(source),
        sink: Sink { turn: Mutex::new(turn), passed: Condvar::new() },
        clock,
        work,
        buffers: PhantomData,
    };
    thread::scope(|scope| workers.work(scope));
    let sink = workers.sink;
    match sink.turn.into_inner().unwrap_or_else(PoisonError::into_inner).state {
        Writing::Failed(error) => Err(error),
        Writing::Going | Writing::Abandoned => Ok(()),
    }
}

/// How many bytes of lines are answered together. It follows the time that answers take, so that
/// each is written soon after it is found, and blocks are large where answers are fast.
struct BlockSize(AtomicUsize);

impl BlockSize {
    /// The time that a block should take: more, and answers wait for others; less, and searches
    /// have too few boards to take turns.
    const TIME: RangeInclusive<Duration> = Duration::from_millis(100)..=Duration::from_millis(200);

    /// Blocks of this size are answered fast enough to need no clock.
    const LARGE: usize = 1 << 20;

    fn get(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }

    /// Answers a block, and adapts the size to the time that this takes.
    fn adapt(&self, clock: fn() -> Instant, answer: impl FnOnce()) {
        let size = self.get();
        if size == usize::MAX {
            return answer();
        }
        let begin = clock();
        answer();
        let time = clock().saturating_duration_since(begin);
        if time < *BlockSize::TIME.start() {
            let size = if size < BlockSize::LARGE { 2 * size } else { usize::MAX };
            self.0.fetch_max(size, Ordering::Relaxed);
        } else if time > *BlockSize::TIME.end() {
            self.0.store(size.div_ceil(2), Ordering::Relaxed);
        }
    }
}

impl Default for BlockSize {
    /// One line at first. In a browser there is no clock, and no need for one.
    fn default() -> BlockSize {
        let size = if cfg!(target_family = "wasm") { usize::MAX } else { 1 };
        BlockSize(AtomicUsize::new(size))
    }
}

/// The threads that work on the items. Each that has an item starts another one, which reads the
/// next, unless one is waiting for that already.
struct Workers<R, F, W, E, I, O> {
    crew: Arc<Crew>,
    /// How many threads may be started.
    may_start: AtomicUsize,
    /// How many read an item, or wait for their turn to.
    reading: AtomicUsize,
    source: Mutex<Reader<R>>,
    sink: Sink<W, E>,
    clock: fn() -> Instant,
    work: F,
    buffers: PhantomData<fn(I) -> O>,
}

impl<R, F, W, E, I, O> Workers<R, F, W, E, I, O>
where
    I: Default,
    O: Default,
    E: Send,
    R: FnMut(&mut I) -> Result<bool, E> + Send,
    F: Fn(&I, &mut O, &mut PartWriter<'_, O>) + Sync,
    W: FnMut(&mut O) -> Result<(), E> + Send,
{
    /// Works on items until there are no more.
    fn work<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        let _guard = EndIfPanicking(&self.sink);
        let (mut item, mut result) = (I::default(), O::default());
        loop {
            // A separate statement, so that the lock is released before the work begins.
            let next = lock(&self.source).next(&mut item);
            let is_last_to_read = self.reading.fetch_sub(1, Ordering::Relaxed) == 1;
            let Some((number, found)) = next else { break };
            let _at_work = self.crew.begin();
            if is_last_to_read {
                self.start_another(scope);
            }
            if found.is_ok() {
                (self.work)(
                    &item,
                    &mut result,
                    &mut PartWriter::new(&self.sink, self.clock, number),
                );
            }
            if !self.sink.put(number, found.map(|()| &mut result)) {
                break;
            }
            self.reading.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn start_another<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        let one_less = |left: usize| left.checked_sub(1);
        let may_start = &self.may_start;
        if may_start.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok() {
            self.reading.fetch_add(1, Ordering::Relaxed);
            if threads::start(scope, || self.work(scope)).is_none() {
                self.reading.fetch_sub(1, Ordering::Relaxed);
                may_start.store(0, Ordering::Relaxed);
            }
        }
    }
}

/// Writes the first parts of a result while the rest is being found.
pub struct PartWriter<'s, O> {
    sink: &'s dyn WriteParts<O>,
    clock: fn() -> Instant,
    number: u64,
    /// When the last part was written. In a browser there is no clock.
    since: Option<Instant>,
}

impl<'s, O> PartWriter<'s, O> {
    /// The time between parts.
    const PAUSE: Duration = Duration::from_millis(100);

    fn new(sink: &'s dyn WriteParts<O>, clock: fn() -> Instant, number: u64) -> PartWriter<'s, O> {
        let since = (!cfg!(target_family = "wasm")).then(clock);
        PartWriter { sink, clock, number, since }
    }

    /// True to write what is known of the result: all items before are written, and the last
    /// part is some time ago.
    pub fn is_due(&self) -> bool {
        let passed = |since| (self.clock)().saturating_duration_since(since);
        let is_late = self.since.is_some_and(|since| passed(since) >= PartWriter::<O>::PAUSE);
        is_late && self.sink.is_next(self.number)
    }

    /// Writes a part of the result. Later parts must not repeat it. Breaks if nothing more is to be
    /// written.
    pub fn write(&mut self, part: &mut O) -> ControlFlow<()> {
        let flow = self.sink.write_part(self.number, part);
        self.since = Some((self.clock)());
        flow
    }
}

/// Where parts of results go.
trait WriteParts<O> {
    fn is_next(&self, number: u64) -> bool;

    fn write_part(&self, number: u64, part: &mut O) -> ControlFlow<()>;
}

impl<O, E, W: FnMut(&mut O) -> Result<(), E>> WriteParts<O> for Sink<W, E> {
    fn is_next(&self, number: u64) -> bool {
        lock(&self.turn).items == number
    }

    fn write_part(&self, number: u64, part: &mut O) -> ControlFlow<()> {
        let mut turn = lock(&self.turn);
        if turn.items == number
            && turn.is_going()
            && let Err(error) = (turn.write)(part)
        {
            turn.state = Writing::Failed(error);
            self.passed.notify_all();
        }
        if turn.is_going() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Where items come from.
struct Reader<R> {
    read: R,
    items: u64,
    ended: bool,
}

impl<R> Reader<R> {
    /// Reads the next item, or the error in its place, and returns its number. `None` at the end.
    fn next<I, E>(&mut self, item: &mut I) -> Option<(u64, Result<(), E>)>
    where
        R: FnMut(&mut I) -> Result<bool, E>,
    {
        if self.ended {
            return None;
        }
        let found = (self.read)(item);
        self.ended = !matches!(found, Ok(true));
        self.items += 1;
        match found {
            Ok(false) => None,
            found => Some((self.items - 1, found.map(|_| ()))),
        }
    }
}

/// Where results go.
struct Sink<W, E> {
    turn: Mutex<WriteTurn<W, E>>,
    passed: Condvar,
}

struct WriteTurn<W, E> {
    write: W,
    /// The number of results written, which is the number of the item whose turn it is.
    items: u64,
    state: Writing<E>,
}

/// The state of writing results.
enum Writing<E> {
    Going,
    /// Writing failed, or reading in the place of the item.
    Failed(E),
    /// A thread panicked.
    Abandoned,
}

impl<W, E> WriteTurn<W, E> {
    const fn is_going(&self) -> bool {
        matches!(self.state, Writing::Going)
    }
}

impl<W, E> Sink<W, E> {
    /// Waits for the turn of item `number` and writes its result. Returns whether to continue.
    fn put<O>(&self, number: u64, result: Result<&mut O, E>) -> bool
    where
        W: FnMut(&mut O) -> Result<(), E>,
    {
        let waiting = |turn: &mut WriteTurn<W, E>| turn.items != number && turn.is_going();
        let mut turn = self
            .passed
            .wait_while(lock(&self.turn), waiting)
            .unwrap_or_else(PoisonError::into_inner);
        if !turn.is_going() {
            return false;
        }
        turn.items += 1;
        let written = result.and_then(|result| (turn.write)(result));
        if let Err(error) = written {
            turn.state = Writing::Failed(error);
        }
        self.passed.notify_all();
        turn.is_going()
    }
}

/// Wakes the other threads if this one panics, which would be a bug: its turn would never end.
struct EndIfPanicking<'s, W, E>(&'s Sink<W, E>);

impl<W, E> Drop for EndIfPanicking<'_, W, E> {
    fn drop(&mut self) {
        if thread::panicking() {
            lock(&self.0.turn).state = Writing::Abandoned;
            self.0.passed.notify_all();
        }
    }
}
