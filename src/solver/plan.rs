//! How boards that may take long share the threads.

use crate::limits::Limits;

/// How many boards are searched at a time, and on how many threads each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) boards: usize,
    pub(super) threads: usize,
}

impl Plan {
    /// The plan for so many boards on so many threads. It is for at least one of each.
    pub(super) fn new(boards: usize, threads: usize, limits: &Limits) -> Plan {
        let (boards, threads) = (boards.max(1), threads.max(1));
        let together = boards.min(threads);
        if limits.has_boards() {
            // With as many boards as the limits allow, the same are searched on any number of
            // threads.
            return Plan { boards: together, threads: 1 };
        }
        // A proof may take hours, and all threads can search for it. A limit on time is mostly
        // spent on beams, and a beam has one thread.
        let is_few = boards < threads && !limits.has_timeout();
        if is_few || limits.is_unlimited_proof() {
            return Plan { boards: 1, threads };
        }
        Plan { boards: together, threads: threads / together }
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

    use crate::puzzle::{Board, Orbit, Pattern};
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
            let plan = Plan::new(of_boards, of_threads, limits);
            let case = format!("{of_boards} boards, {of_threads} threads, {limits:?}");
            assert_eq!(plan, Plan { boards, threads }, "{case}");
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
        let goal = Board::goal("3x3".parse().unwrap());
        let table = |cells| {
            let pattern = Pattern::new(Orbit::from(&goal), cells).unwrap();
            PatternTable::generate(pattern, 1).unwrap()
        };
        let search = PatternSearch::new(&goal, &[[0xf, 0xf0].map(table).to_vec()]).unwrap();
        let hard = "8 6 7 2 5 4 3 x 1".parse().unwrap();
        let found = search.solve_slowly(&[hard; 2], false, 3, &limits).unwrap();
        assert!(found.iter().all(Result::is_ok));
        assert_eq!(met.0.lock().unwrap().len(), 2);
    }
}
