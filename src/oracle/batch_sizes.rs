//! How many boards are answered together, at each step from a run of boards to the processor.

/// The boards of a run that [`Oracle::answers`](super::Oracle::answers) looks up together. Their
/// answers fit the memory that the allocator keeps at hand. With 256, it gives memory back to the
/// system after each run, and CSV takes 1.06 times as long.
pub(super) const FOUND_BY_LOOKUP: usize = 128;

/// The most boards of a run that are searched for together. Their answers come at once.
pub(super) const FOUND_BY_SEARCH: usize = 256;

/// The boards of a run for each thread, on which their searches take turns.
pub(super) const SEARCHED_PER_THREAD: usize = 64;

/// The boards that a thread of a batch takes at a time.
pub(super) const PER_TURN: usize = 16 * LOOKED_UP;

/// The boards of a batch that are searched for together. It bounds the memory for what is found.
pub(super) const SEARCHED: usize = 4096;

/// The boards of which a thread finds lower bounds at a time.
pub(super) const BOUNDED: usize = 64;

/// The boards that are looked up between two checks of the limits. Their answers fit the
/// processor's first-level cache.
pub(super) const LOOKED_UP: usize = 512;

/// The walks that advance together. A read from memory takes as long as some hundred instructions,
/// and a processor can have a few dozen reads in flight. More walks than that keep it busy as walks
/// end.
pub(super) const WALKS_IN_STEP: usize = 256;

/// The unpacked solutions that are read together: enough to keep the processor's reads overlapping.
pub(crate) const LOOKUPS_IN_FLIGHT: usize = 128;
