//! The plan for a question about boards of a large shape: how many boards are searched at a time,
//! on how many threads, with how much memory, and which part of the limits each search of a board
//! has.
//!
//! A pure function of the limits decides all of it.

use std::time::Duration;

use super::beam::max_width;
use crate::limits::{Budget, Limits, MAX_LARGE_GENERATED};

/// The plan for some boards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    /// How many boards are searched at a time.
    pub(super) boards: usize,
    /// On how many threads each.
    pub(super) threads: usize,
    /// How many boards the first search of each may generate. It solves easy ones.
    pub(super) first: u64,
    /// No beam is wider than this. The memory for it is reserved.
    pub(super) max_width: usize,
    /// The beams after the first one, which finds any solution.
    pub(super) beams: &'static [PlannedBeam],
    /// True if the first beam runs to its end even beyond the limits. It takes a millisecond.
    pub(super) is_solution_needed: bool,
}

/// A beam that looks for a better solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PlannedBeam {
    /// The part of the limits that is used up when it ends.
    pub(super) until: f64,
    pub(super) from: BeamFrom,
}

/// Where a beam begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BeamFrom {
    Board,
    Goal,
}

/// The first search may generate this fraction of the boards that the limits allow: one in 256.
const FIRST: u64 = 256;

/// The last beam has most of the limits, because one wide beam is better than several narrow ones.
const ONE_END: &[PlannedBeam] = &[
    PlannedBeam { until: 1.0 / 16.0, from: BeamFrom::Board },
    PlannedBeam { until: 31.0 / 32.0, from: BeamFrom::Board },
];

/// Beams from both ends: half of the limits is for the other end.
pub(super) const BOTH_ENDS: &[PlannedBeam] = &[
    PlannedBeam { until: 1.0 / 32.0, from: BeamFrom::Board },
    PlannedBeam { until: 31.0 / 64.0, from: BeamFrom::Board },
    PlannedBeam { until: 31.0 / 32.0, from: BeamFrom::Goal },
];

/// From this many boards on, beams from both ends of a 5x5 board find shorter solutions than one
/// beam. At half this number, they find equally short ones.
const BOTH_ENDS_GENERATED: u64 = 2 * MAX_LARGE_GENERATED;

/// Beams from both ends pay off from this time limit on: it is enough for
/// [`BOTH_ENDS_GENERATED`] boards, and for the tables of the other end, which take up to a second.
const BOTH_ENDS_TIMEOUT: Duration = Duration::from_secs(4);

/// No beam of up to sixteen cells is wider. It takes 50 to 100 MB, and a few seconds.
const MAX_SMALL_WIDTH: usize = 1 << 16;

/// Up to sixteen cells, beams may generate this part of a limit on boards beyond it: a tenth.
const BEAMS_MORE_BOARDS: u64 = 10;

/// The limits of the search for an optimal solution of up to sixteen cells, if beams find a good
/// one where it is stopped: beams have one in this many parts of the time. `None` without
/// limits, where it is not stopped.
pub(crate) fn before_beams(limits: &Limits, one_in: u32) -> Option<Limits> {
    let mut limits = limits.clone();
    limits.timeout = limits.timeout.map(|timeout| timeout.saturating_sub(timeout / one_in));
    (limits.boards.is_some() || limits.timeout.is_some()).then_some(limits)
}

impl Plan {
    /// The plan for at least one board on at least one thread. There are beams from the goal only
    /// if `has_inverse` says that there are tables for them.
    pub(super) fn new(boards: usize, threads: usize, has_inverse: bool, limits: &Limits) -> Plan {
        let (boards, threads) = Plan::concurrency(boards.max(1), threads.max(1), limits);
        let for_beams = limits.boards_for_good_solutions();
        let is_long = has_inverse
            && for_beams.is_none_or(|boards| boards >= BOTH_ENDS_GENERATED)
            && limits.timeout.is_none_or(|timeout| timeout >= BOTH_ENDS_TIMEOUT);
        Plan {
            boards,
            threads,
            first: limits.boards.unwrap_or(MAX_LARGE_GENERATED) / FIRST,
            // Each end has half of the limits, and memory of its own.
            max_width: max_width(for_beams.map(|boards| if is_long { boards / 2 } else { boards })),
            beams: if is_long { BOTH_ENDS } else { ONE_END },
            // A limit on boards is strict.
            is_solution_needed: limits.boards.is_none(),
        }
    }

    /// The plan for a board of up to sixteen cells whose search was stopped after this much work,
    /// and the budget of its beams. The search may generate all boards of the limit, so that it
    /// ends where it would without beams. The beams have some more.
    pub(super) fn of_stopped(limits: &Limits, generated: u64, time: Duration) -> (Plan, Budget) {
        let mut limits = limits.clone();
        let more = |boards: u64| boards.saturating_add(boards / BEAMS_MORE_BOARDS);
        limits.boards = limits.boards.map(more);
        let left = limits.boards_for_good_solutions().map(|all| all.saturating_sub(generated));
        let plan = Plan {
            boards: 1,
            threads: 1,
            first: 0,
            max_width: max_width(left).min(MAX_SMALL_WIDTH),
            beams: ONE_END,
            is_solution_needed: true,
        };
        (plan, Budget::resume(&limits, generated, time).used_from_here())
    }

    pub(super) fn has_beams_from_goal(self) -> bool {
        self.beams.iter().any(|beam| beam.from == BeamFrom::Goal)
    }

    /// How many boards are searched at a time, and on how many threads each.
    fn concurrency(boards: usize, threads: usize, limits: &Limits) -> (usize, usize) {
        let together = boards.min(threads);
        if limits.boards.is_some() {
            // Each search has one thread, so its boards do not depend on the number of threads.
            return (together, 1);
        }
        // A proof may take hours, and all threads can search for it. A limit on time is mostly
        // spent on beams, and a beam has one thread.
        let is_few = boards < threads && limits.timeout.is_none();
        if is_few || limits.proof { (1, threads) } else { (together, threads / together) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::ops::ControlFlow;
    use std::sync::{Arc, Condvar, Mutex};
    use std::thread;
    use std::time::Duration;

    use crate::outcome::Ask;
    use crate::puzzle::{Orbit, Pattern, SmallBoard, SmallShape};
    use crate::solver::{PatternSearch, PatternTable};

    #[test]
    fn boards_and_threads() {
        let none = Limits::default();
        let boards = none.clone().boards(1000);
        let timeout = none.clone().timeout(Duration::from_secs(1));
        let both = boards.clone().timeout(Duration::from_secs(1));
        // The limits, boards, threads; boards at a time, threads for each.
        let cases = [
            (&boards, 0, 0, 1, 1),
            (&boards, 1, 1, 1, 1),
            (&boards, 1, 3, 1, 1),
            (&boards, 2, 3, 2, 1),
            (&boards, 3, 3, 3, 1),
            (&boards, 9, 3, 3, 1),
            (&boards, 9, 1, 1, 1),
            (&boards.clone().proof(), 2, 3, 2, 1),
            (&both, 2, 3, 2, 1),
            (&both.clone().proof(), 2, 8, 2, 1),
            (&timeout, 1, 3, 1, 3),
            (&timeout, 2, 3, 2, 1),
            (&timeout, 2, 8, 2, 4),
            (&timeout, 9, 3, 3, 1),
            (&timeout.clone().proof(), 2, 3, 1, 3),
            (&timeout.clone().proof(), 9, 3, 1, 3),
            (&none, 0, 3, 1, 3),
            (&none, 2, 3, 1, 3),
            (&none, 3, 3, 3, 1),
            (&none, 9, 3, 3, 1),
            (&none.clone().proof(), 1, 3, 1, 3),
            (&none.clone().proof(), 9, 3, 1, 3),
        ];
        for (limits, of_boards, of_threads, boards, threads) in cases {
            let plan = Plan::new(of_boards, of_threads, true, limits);
            let case = format!("{of_boards} boards, {of_threads} threads, {limits:?}");
            assert_eq!((plan.boards, plan.threads), (boards, threads), "{case}");
        }
    }

    #[test]
    fn searches_of_a_board() {
        let none = Limits::default();
        let boards = |boards| Limits::default().boards(boards);
        let timeout = |seconds| Limits::default().timeout(Duration::from_secs(seconds));
        let million = 1_000_000;
        // The limits; how many boards for the first search, the maximum width, the beams.
        let cases = [
            (boards(0), 0, 512, ONE_END),
            (boards(million), 3906, 10_000, ONE_END),
            (Limits::of_size("5x5".parse::<SmallShape>().unwrap()), 78_125, 200_000, ONE_END),
            (boards(40 * million - 1), 156_249, 399_999, ONE_END),
            (boards(40 * million), 156_250, 200_000, BOTH_ENDS),
            (boards(1000 * million), 3_906_250, 1 << 19, BOTH_ENDS),
            (timeout(3).boards(40 * million), 156_250, 400_000, ONE_END),
            (boards(40 * million).timeout(BOTH_ENDS_TIMEOUT), 156_250, 200_000, BOTH_ENDS),
            (timeout(3), 78_125, 1 << 19, ONE_END),
            (timeout(4), 78_125, 1 << 19, BOTH_ENDS),
            (timeout(4).boards(million), 3906, 10_000, ONE_END),
            // Boards reserved for the proof are not for beams.
            (none.clone(), 78_125, 200_000, ONE_END),
            (none.proof(), 78_125, 200_000, ONE_END),
            (boards(million).proof(), 3906, 10_000, ONE_END),
            (boards(1000 * million).proof(), 3_906_250, 200_000, ONE_END),
            (timeout(60).proof(), 78_125, 200_000, ONE_END),
        ];
        for (limits, first, max_width, beams) in cases {
            let is_solution_needed = limits.boards.is_none();
            let expected =
                Plan { boards: 1, threads: 1, first, max_width, beams, is_solution_needed };
            assert_eq!(Plan::new(1, 1, true, &limits), expected, "{limits:?}");
        }
        // Without tables for the other end, one beam has all.
        let cases = [
            (boards(million), 3906, 10_000),
            (boards(40 * million), 156_250, 400_000),
            (timeout(4), 78_125, 1 << 19),
        ];
        for (limits, first, max_width) in cases {
            let (beams, is_solution_needed) = (ONE_END, limits.boards.is_none());
            let expected =
                Plan { boards: 1, threads: 1, first, max_width, beams, is_solution_needed };
            assert_eq!(Plan::new(1, 1, false, &limits), expected, "{limits:?}");
        }
    }

    /// Each thread waits until the other one searches, too.
    #[test]
    fn few_boards_with_a_limit_are_searched_side_by_side() {
        let met = Arc::new((Mutex::new(HashSet::new()), Condvar::new()));
        let of_threads = Arc::clone(&met);
        let limits = Limits::default().boards(1 << 20).progress(move |_| {
            let (threads, changed) = &*of_threads;
            let mut threads = threads.lock().unwrap();
            threads.insert(thread::current().id());
            changed.notify_all();
            let is_alone = |threads: &mut HashSet<_>| threads.len() < 2;
            let time = Duration::from_secs(20);
            let (_threads, waited) = changed.wait_timeout_while(threads, time, is_alone).unwrap();
            if waited.timed_out() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let goal = SmallBoard::goal("3x3".parse().unwrap());
        let table = |cells| {
            let pattern = Pattern::new(Orbit::from(&goal), cells).unwrap();
            PatternTable::generate(pattern, 1).unwrap()
        };
        let search = PatternSearch::new(&goal, &[[0xf, 0xf0].map(table).to_vec()]).unwrap();
        let hard = "8 6 7 2 5 4 3 x 1".parse().unwrap();
        let found = search.solve_large_boards(&[hard; 2], Ask::SOLUTION, 3, &limits).unwrap();
        assert!(found.iter().all(Result::is_ok));
        assert_eq!(met.0.lock().unwrap().len(), 2);
    }
}
