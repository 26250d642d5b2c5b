//! Tests of this module's own parts.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use super::engine::SMALL_FIRST;
use super::small::LARGE_TABLES_FIRST_FROM;
use super::{PartitionTables, PatternTable, *};
use crate::error::{Error, Result};
use crate::limits::Limits;
use crate::outcome::Ask;
use crate::puzzle::{Orbit, Pattern, SmallBoard, SmallShape};

thread_local! {
    /// The time that has passed by the clock of this thread.
    static PASSED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A clock that stands still unless it is put forward.
fn clock() -> Instant {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    *BEGIN + PASSED.get()
}

/// A search of 3x3 which will open large tables, if there are any, once it has generated `most`
/// boards. And the number of times that it looked for them.
fn search(most: u64) -> (PatternSearch, Arc<AtomicUsize>) {
    let goal = SmallBoard::goal("3x3".parse().unwrap());
    let orbit = Orbit::from(&goal);
    let table = |cells| PatternTable::generate(Pattern::new(orbit, cells).unwrap(), 1).unwrap();
    let search = PatternSearch::new(&goal, &[[0x7, 0x38, 0xc0].map(table).to_vec()]).unwrap();
    let opened = Arc::new(AtomicUsize::new(0));
    let calls = Arc::clone(&opened);
    let search = search.with_large(move || {
        calls.fetch_add(1, Ordering::Relaxed);
        Ok(None)
    });
    search.spend(SMALL_FIRST - most);
    (search, opened)
}

/// Quick answers do not wait for tables that only proofs use.
#[test]
fn tables_of_further_partitions_are_opened_for_a_proof() {
    let (search, _) = search(0);
    let opened = Arc::new(AtomicUsize::new(0));
    let calls = Arc::clone(&opened);
    let orbit = Orbit::from(search.goal());
    let search = search.with_proofs(move || {
        calls.fetch_add(1, Ordering::Relaxed);
        let table = |cells| PatternTable::generate(Pattern::new(orbit, cells)?, 1);
        let tables: Result<_> = [0x3, 0xc, 0x30, 0xc0].map(table).into_iter().collect();
        Ok(Some(vec![tables?]))
    });
    let engine = |limits: &Limits| search.engine_after_answer(limits).unwrap();
    for quick in [Limits::default().boards(9), Limits::default().timeout(Duration::from_secs(9))] {
        assert!(Arc::ptr_eq(&engine(&quick), &search.best_engine().unwrap()));
        assert_eq!(opened.load(Ordering::Relaxed), 0);
    }
    let prover = engine(&Limits::default().boards(9).proof());
    assert!(!Arc::ptr_eq(&prover, &search.best_engine().unwrap()));
    assert!(Arc::ptr_eq(&prover, &engine(&Limits::default())));
    assert_eq!(opened.load(Ordering::Relaxed), 1);
}

/// A board that takes 31 moves.
fn hard() -> SmallBoard {
    "8 6 7 2 5 4 3 x 1".parse().unwrap()
}

/// A progress function that breaks once more than `most` boards are generated.
fn breaks_after(most: u64) -> impl Fn(crate::limits::Progress) -> ControlFlow<()> {
    move |progress| {
        if progress.generated > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The number of boards generated when a search of the hard board first looks at its limits.
fn at_first_look() -> u64 {
    let limits = Limits::default().progress(breaks_after(0));
    let found = search(SMALL_FIRST).0.solutions_of(&[hard()], Ask::SOLUTION, 1, &limits).unwrap();
    let Err(Error::Stopped(stopped)) = &found[0] else { panic!("not stopped") };
    stopped.generated
}

#[test]
fn large_tables_are_opened_for_a_hard_board() {
    let (search, opened) = search(at_first_look() - 1);
    let found = search.solutions_of(&[hard()], Ask::SOLUTION, 1, &Limits::default()).unwrap();
    assert_eq!(found[0].as_ref().unwrap().distance, Some(31));
    assert_eq!(opened.load(Ordering::Relaxed), 1);
}

/// The second look finds both that there were enough boards for small tables and that the time
/// is over.
#[test]
fn time_spent_with_small_tables_counts() {
    let (search, opened) = search(at_first_look());
    let limits = |seconds| {
        let limits = Limits::default().timeout(Duration::from_secs(seconds)).clock(clock);
        limits.progress(|_| {
            PASSED.set(PASSED.get() + Duration::from_secs(2));
            ControlFlow::Continue(())
        })
    };
    let found = search.solutions_of(&[hard()], Ask::SOLUTION, 1, &limits(1)).unwrap();
    let Err(Error::Stopped(stopped)) = &found[0] else { panic!("not stopped") };
    assert!(stopped.generated > at_first_look() && stopped.at_least > 0);
    assert_eq!(opened.load(Ordering::Relaxed), 0);
    // With enough time it goes on.
    let found = search.solutions_of(&[hard()], Ask::SOLUTION, 1, &limits(1_000_000)).unwrap();
    assert_eq!(found[0].as_ref().unwrap().distance, Some(31));
}

#[test]
fn a_question_that_is_stopped_opens_no_large_tables() {
    let most = at_first_look() - 1;
    let (few, opened_for_few) = search(most);
    let limits = Limits::default().progress(breaks_after(most));
    let found = few.solutions_of(&[hard()], Ask::SOLUTION, 1, &limits.until_interrupted()).unwrap();
    let Err(Error::Stopped(stopped)) = &found[0] else { panic!("not stopped") };
    assert!(stopped.generated > most);
    assert_eq!(opened_for_few.load(Ordering::Relaxed), 0);

    let (many, opened_for_many) = search(most);
    let limits = Limits::default().progress(|_| ControlFlow::Break(()));
    let found =
        many.solutions_of(&[hard(); LARGE_TABLES_FIRST_FROM], Ask::SOLUTION, 1, &limits).unwrap();
    assert!(found.iter().all(|found| matches!(found, Err(Error::Stopped(_)))));
    assert_eq!(opened_for_many.load(Ordering::Relaxed), 0);
}

// Goals, and small tables for them, for the tests of searches.

/// The goal of a shape with the blank in this cell and the tiles in order.
pub(super) fn goal(shape: &str, blank: usize) -> SmallBoard {
    let shape: SmallShape = shape.parse().unwrap();
    let mut cells: Vec<u8> = (1..shape.cells() as u8).collect();
    cells.insert(blank, 0);
    SmallBoard::new(shape, &cells).unwrap()
}

/// Tables for some partitions, each of patterns of these sizes. They take the tiles in their order,
/// each partition from another one on.
pub(super) fn tables(goal: &SmallBoard, partitions: &[&[usize]]) -> PartitionTables {
    let orbit = Orbit::from(goal);
    let of_sizes = |(number, sizes): (usize, &&[usize])| {
        let mut cells: Vec<usize> =
            (0..goal.shape().cells()).filter(|&cell| cell != orbit.goal_blank()).collect();
        cells.rotate_left(number);
        let mut cells = cells.into_iter();
        let table = |&size: &usize| {
            let cells = cells.by_ref().take(size).fold(0, |set, cell| set | 1 << cell);
            PatternTable::generate(Pattern::new(orbit, cells).unwrap(), 1).unwrap()
        };
        sizes.iter().map(table).collect()
    };
    partitions.iter().enumerate().map(of_sizes).collect()
}
