//! Runs searches in turns on one thread, whatever they are for.

use super::search::{Search, SearchContext, Start, TurnEnd};
use super::width::Width;
use crate::machine::with_bit_counts;

/// The number of searches that take turns on one thread. While one settles its children, the
/// entries of the others are being fetched.
const SEARCHES_PER_THREAD: usize = 16;

/// The number of turns each search takes between two checks of the limits.
const TURNS_BETWEEN_CHECKS: u32 = 256;

/// Supplies the searches of a thread, and handles their results.
pub(super) trait SearchQueue<W: Width, const V: usize, const L: usize> {
    /// The next search, with a number that identifies it to the caller.
    fn next(&mut self) -> Option<(usize, Start<W, V, L>)>;

    /// Handles a search that found a solution.
    fn solved(&mut self, number: usize, search: &Search<W, V, L>) -> NextTurn<W, V, L>;

    /// Handles a search that has tried everything.
    fn exhausted(&mut self, number: usize, search: &Search<W, V, L>) -> NextTurn<W, V, L>;

    /// Called every [`TURNS_BETWEEN_CHECKS`] turns: whether the search continues. `more` is the
    /// number of boards generated since the last call.
    fn keep(&mut self, number: usize, search: &Search<W, V, L>, more: u64) -> bool;
}

/// What happens after a search found a solution, or is over.
pub(super) enum NextTurn<W: Width, const V: usize, const L: usize> {
    /// It continues.
    Continue,
    /// This search, with the same number, takes its place.
    Begin(Start<W, V, L>),
    /// The next search takes its place.
    Done,
}

/// A running search.
struct Slot<W: Width, const V: usize, const L: usize> {
    number: usize,
    search: Search<W, V, L>,
    counted: u64,
}

/// Runs searches in turns until there is no work left. All kinds of work share this loop, which
/// calls them once for many turns.
pub(super) fn run<W: Width, const V: usize, const L: usize>(
    context: &SearchContext<'_, W, V, L>,
    work: &mut dyn SearchQueue<W, V, L>,
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
    work: &mut dyn SearchQueue<W, V, L>,
) {
    let mut places = Vec::with_capacity(SEARCHES_PER_THREAD);
    while places.len() < SEARCHES_PER_THREAD
        && let Some((number, start)) = work.next()
    {
        places.push(Slot { number, search: Search::new(context, &start), counted: 0 });
    }
    while !places.is_empty() {
        for _ in 0..TURNS_BETWEEN_CHECKS {
            let mut i = 0;
            while let Some(place) = places.get_mut(i) {
                i += 1;
                match place.search.turn(context) {
                    TurnEnd::Going => {}
                    turn => i = go_on(context, &mut places, i, turn, work),
                }
            }
            if W::FAR_ZONES {
                for place in &mut places {
                    place.search.ask(context);
                }
            }
        }
        let mut i = 0;
        while let Some(place) = places.get_mut(i) {
            i += 1;
            let more = place.search.generated - place.counted;
            place.counted = place.search.generated;
            if !work.keep(place.number, &place.search, more) {
                i = refill(context, &mut places, i, work);
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
    places: &mut Vec<Slot<W, V, L>>,
    next: usize,
    turn: TurnEnd,
    work: &mut dyn SearchQueue<W, V, L>,
) -> usize {
    let place = &mut places[next - 1];
    let after = match turn {
        TurnEnd::Going => NextTurn::Continue,
        TurnEnd::Found => work.solved(place.number, &place.search),
        TurnEnd::Over => work.exhausted(place.number, &place.search),
    };
    match after {
        NextTurn::Continue => next,
        NextTurn::Begin(start) => {
            place.search.begin(context, &start);
            place.counted = 0;
            next
        }
        NextTurn::Done => {
            work.keep(place.number, &place.search, place.search.generated - place.counted);
            refill(context, places, next, work)
        }
    }
}

/// Fills the place before `next` with the next search, or removes the place if there is none.
/// Returns the index of the place that comes next.
fn refill<W: Width, const V: usize, const L: usize>(
    context: &SearchContext<'_, W, V, L>,
    places: &mut Vec<Slot<W, V, L>>,
    next: usize,
    work: &mut dyn SearchQueue<W, V, L>,
) -> usize {
    match work.next() {
        Some((number, start)) => {
            let place = &mut places[next - 1];
            place.search.begin(context, &start);
            (place.number, place.counted) = (number, 0);
            next
        }
        None => {
            places.swap_remove(next - 1);
            next - 1
        }
    }
}
