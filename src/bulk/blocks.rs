//! How much of an input is answered at a time.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::pipeline::{PartWriter, in_parts};

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

/// Maps `work` over blocks of an input, as [`in_order`](super::in_order) does. `read` fills a block
/// with whole boards of about this many bytes, at least one. How many follows the time that `work`
/// takes, which can write parts of its result early.
///
/// # Errors
///
/// The first error from `read` or `write`.
pub fn in_blocks<I: Default, O: Default, E: Send>(
    threads: usize,
    read: impl FnMut(usize, &mut I) -> std::result::Result<bool, E> + Send,
    work: impl Fn(&I, &mut O, &mut PartWriter<'_, O>) + Sync,
    write: impl FnMut(&mut O) -> std::result::Result<(), E> + Send,
) -> std::result::Result<(), E> {
    in_blocks_by(Instant::now, threads, read, work, write)
}

/// Like [`in_blocks`], with another clock.
pub(super) fn in_blocks_by<I: Default, O: Default, E: Send>(
    clock: fn() -> Instant,
    threads: usize,
    mut read: impl FnMut(usize, &mut I) -> std::result::Result<bool, E> + Send,
    work: impl Fn(&I, &mut O, &mut PartWriter<'_, O>) + Sync,
    write: impl FnMut(&mut O) -> std::result::Result<(), E> + Send,
) -> std::result::Result<(), E> {
    let size = BlockSize::default();
    in_parts(
        threads,
        clock,
        |block| read(size.get(), block),
        |block, answers, parts| size.adapt(clock, || work(block, answers, parts)),
        write,
    )
}
