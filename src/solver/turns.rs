//! Runs depth-first searches in turns on one thread, whatever they are for.

use super::depth_first::{DepthFirst, SearchContext, Subtree, TurnEnd};
use super::width::Width;
use crate::machine::with_bit_counts;

/// The number of searches that take turns on one thread. While one settles its children, the
/// entries of the others are being fetched.
const SEARCHES_PER_THREAD: usize = 16;

/// The number of turns each search takes between two checks of the limits.
const TURNS_BETWEEN_CHECKS: u32 = 256;

/// Supplies the searches of a thread, and handles their results.
pub(super) trait WorkQueue<W: Width, const V: usize, const L: usize> {
    /// The next search, with a number that identifies it to the caller.
    fn next(&mut self) -> Option<(usize, Subtree<W, V, L>)>;

    /// Handles a search that found a solution.
    fn solved(&mut self, number: usize, search: &DepthFirst<W, V, L>) -> NextTurn<W, V, L>;

    /// Handles a search that has tried everything.
    fn exhausted(&mut self, number: usize, search: &DepthFirst<W, V, L>) -> NextTurn<W, V, L>;

    /// Called every [`TURNS_BETWEEN_CHECKS`] turns: whether the search continues. `more` is the
    /// number of boards generated since the last call.
    fn keep(&mut self, number: usize, search: &DepthFirst<W, V, L>, more: u64) -> bool;
}

/// What happens after a search found a solution, or is over.
pub(super) enum NextTurn<W: Width, const V: usize, const L: usize> {
    /// It continues.
    Continue,
    /// This search, with the same number, takes its slot.
    Begin(Subtree<W, V, L>),
    /// The next search takes its slot.
    Done,
}

/// A running search.
struct Slot<W: Width, const V: usize, const L: usize> {
    number: usize,
    search: DepthFirst<W, V, L>,
    counted: u64,
}

/// Runs searches in turns until there is no work left. All kinds of work share this loop, which
/// calls them once for many turns.
pub(super) fn run<W: Width, const V: usize, const L: usize>(
    context: &SearchContext<'_, W, V, L>,
    work: &mut dyn WorkQueue<W, V, L>,
) {
    with_bit_counts(
        #[inline(always)]
        || take_turns(context, work),
    );
}

#[expect(clippy::inline_always, reason = "compiled for each kind of processor")]
#[inline(always)]
fn take_turns<W: Width, const V: usize, const L: usize>(
    context: &SearchContext<'_, W, V, L>,
    work: &mut dyn WorkQueue<W, V, L>,
) {
    let mut slots = Vec::with_capacity(SEARCHES_PER_THREAD);
    while slots.len() < SEARCHES_PER_THREAD
        && let Some((number, subtree)) = work.next()
    {
        slots.push(Slot { number, search: DepthFirst::new(context, &subtree), counted: 0 });
    }
    while !slots.is_empty() {
        for _ in 0..TURNS_BETWEEN_CHECKS {
            let mut i = 0;
            while let Some(slot) = slots.get_mut(i) {
                i += 1;
                match slot.search.turn(context) {
                    TurnEnd::Going => {}
                    turn => i = go_on(context, &mut slots, i, turn, work),
                }
            }
            if W::FAR_ZONES {
                for slot in &mut slots {
                    slot.search.ask(context);
                }
            }
        }
        let mut i = 0;
        while let Some(slot) = slots.get_mut(i) {
            i += 1;
            let more = slot.search.generated - slot.counted;
            slot.counted = slot.search.generated;
            if !work.keep(slot.number, &slot.search, more) {
                i = refill(context, &mut slots, i, work);
            }
        }
    }
}

/// Handles a turn of the search before `next` that found a solution or was the last. Returns the
/// index of the place that comes next. It is apart from the loop, which is faster without it.
#[cold]
#[inline(never)]
fn go_on<W: Width, const V: usize, const L: usize>(
    context: &SearchContext<'_, W, V, L>,
    slots: &mut Vec<Slot<W, V, L>>,
    next: usize,
    turn: TurnEnd,
    work: &mut dyn WorkQueue<W, V, L>,
) -> usize {
    let slot = &mut slots[next - 1];
    let after = match turn {
        TurnEnd::Going => NextTurn::Continue,
        TurnEnd::Found => work.solved(slot.number, &slot.search),
        TurnEnd::Over => work.exhausted(slot.number, &slot.search),
    };
    match after {
        NextTurn::Continue => next,
        NextTurn::Begin(subtree) => {
            slot.search.begin(context, &subtree);
            slot.counted = 0;
            next
        }
        NextTurn::Done => {
            work.keep(slot.number, &slot.search, slot.search.generated - slot.counted);
            refill(context, slots, next, work)
        }
    }
}

/// Fills the place before `next` with the next search, or removes the place if there is none.
/// Returns the index of the place that comes next.
fn refill<W: Width, const V: usize, const L: usize>(
    context: &SearchContext<'_, W, V, L>,
    slots: &mut Vec<Slot<W, V, L>>,
    next: usize,
    work: &mut dyn WorkQueue<W, V, L>,
) -> usize {
    match work.next() {
        Some((number, subtree)) => {
            let slot = &mut slots[next - 1];
            slot.search.begin(context, &subtree);
            (slot.number, slot.counted) = (number, 0);
            next
        }
        None => {
            slots.swap_remove(next - 1);
            next - 1
        }
    }
}
