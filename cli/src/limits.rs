//! Limits on searches, and the messages during a long one: its progress, and once a hint that large
//! tables would make it faster. Also the limits of memory and disks.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::bail;
use indicatif::{HumanCount, ProgressBar};
use tilebase::generate::Generator;
use tilebase::limits::{Factor, Progress};
use tilebase::puzzle::{Class, Metric, Puzzle, Shape};
use tilebase::table::{byte_size, free_memory};
use tilebase::{Board, Limits, Tablebase};

use crate::cures;
use crate::options::count;
use crate::report::note;
use crate::session::Session;
use crate::{interrupt, progress};

/// Progress is shown after this many generated boards for one board, which take about a second.
const SHOW_PROGRESS_AFTER_BOARDS: u64 = 20_000_000;

/// Limits on a search.
#[derive(Clone, Default, clap::Args)]
pub struct SearchLimits {
    /// Limit on the boards generated for each board [default: none]
    #[arg(long, value_name = "N", value_parser = count)]
    pub max_nodes: Option<u64>,

    /// Limit on the time of the search for each board [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<Duration>,

    /// Whether a board of more than 16 cells is searched for until its answer is proved.
    #[arg(skip)]
    pub optimal: bool,

    /// Searches end when their best solution is proved to be within this factor of the best.
    #[arg(skip)]
    pub within: Option<Factor>,

    /// Whether Ctrl-C ends the search of a board of more than 16 cells, which then answers with the
    /// best solution found, instead of the program.
    #[arg(skip)]
    pub interruptible: bool,

    /// When all searches of a run end, whatever board they are at.
    #[arg(skip)]
    pub deadline: Option<Instant>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    // Numbers have no signs, as everywhere.
    match text.parse() {
        // A time longer than any `Duration` is no limit.
        Ok(seconds) if seconds >= 0.0 && !text.starts_with(['+', '-']) => {
            Ok(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
        }
        _ => Err("expected a number of seconds".to_owned()),
    }
}

impl SearchLimits {
    /// True if any limit was given.
    pub const fn is_some(&self) -> bool {
        self.max_nodes.is_some() || self.timeout.is_some() || self.deadline.is_some()
    }

    /// Makes the time limit one for all searches together, counted from `begin`.
    pub fn hold_for_the_run(&mut self, begin: Instant) {
        // A time that no clock reaches is no limit.
        self.deadline = self.timeout.take().and_then(|timeout| begin.checked_add(timeout));
    }

    /// Breaks when the time for all searches is over.
    pub fn watch_deadline(&self) -> ControlFlow<()> {
        let is_over = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// From now on Ctrl-C ends only a search, if boards of this size are searched for until then.
    pub fn listen(&self, size: Shape) -> Option<Arc<AtomicBool>> {
        let is_large = size.class() >= Class::Bounded;
        (self.interruptible && is_large).then(interrupt::interrupted)
    }

    /// The limits as the library has them.
    pub fn limits(&self) -> Limits {
        self.and_within(Limits::new(self.max_nodes, self.timeout))
    }

    fn and_within(&self, limits: Limits) -> Limits {
        self.within.into_iter().fold(limits, Limits::within)
    }

    /// The limits of a search method. Where it takes long, the bar ticks.
    pub fn ticking(&self, bar: &ProgressBar) -> Limits {
        let (begin, bar, given) = (Instant::now(), bar.clone(), self.clone());
        self.limits().progress(move |_| {
            if begin.elapsed() > Duration::from_secs(1) {
                progress::tick(&bar);
            }
            given.watch_deadline()
        })
    }

    /// The limits of searches to a goal, whose progress is shown on a terminal. For a large shape
    /// there is a limit by default. If searches could be faster with more `tables`, a hint says so.
    pub fn watched(
        &self,
        goal: &Board,
        metric: Metric,
        tables: Option<&Tablebase>,
        session: &Session,
    ) -> Limits {
        let hint = tables.map(|tables| {
            let (goal, tables, session) = (goal.clone(), tables.clone(), session.clone());
            move || {
                if let Some(hint) = hint_at_tables(&goal, metric, &tables, &session) {
                    note!("{hint}");
                }
            }
        });
        self.hinting(goal.shape(), hint, Instant::now)
    }

    /// The limits with another clock, which call `hint` once.
    fn hinting(
        &self,
        size: Shape,
        hint: Option<impl Fn() + Send + Sync + 'static>,
        clock: fn() -> Instant,
    ) -> Limits {
        let bar = Arc::new(progress::spinner("{spinner} {msg}"));
        let due = Mutex::new(HintDue::default());
        let growth = Mutex::new(BoundGrowth::default());
        let is_limited = self.is_some() || self.optimal;
        let given = self.clone();
        let limits = if is_limited { self.limits() } else { Limits::of_size(size) };
        let limits = self.and_within(limits);
        let limits = if self.optimal { limits.proof() } else { limits };
        let interrupted = self.listen(size);
        limits.progress(move |Progress { at_least, generated, best, .. }| {
            // The first solution is found soon, so it comes before the end.
            let has_answer = best.is_some();
            if interrupted
                .as_ref()
                .is_some_and(|it| has_answer && interrupt::stop_if(it).is_break())
                || given.watch_deadline().is_break()
            {
                bar.finish_and_clear();
                return ControlFlow::Break(());
            }
            if !bar.is_hidden()
                && let Ok(mut growth) = growth.lock()
            {
                growth.at(at_least, generated);
            }
            if generated > SHOW_PROGRESS_AFTER_BOARDS {
                let best = best.map_or(String::new(), |best| format!(", at most {best}"));
                let next = growth.lock().ok().and_then(|growth| growth.expected());
                let next = next.map_or(String::new(), |next| format!(", {next}"));
                let boards = HumanCount(generated);
                bar.set_message(format!("at least {at_least} moves{best}; {boards} boards{next}"));
                progress::tick(&bar);
            } else if !bar.message().is_empty() {
                bar.set_message("");
                bar.finish_and_clear();
            }
            if let Some(hint) = &hint
                && due.lock().is_ok_and(|mut due| due.at(clock))
            {
                bar.suspend(hint);
            }
            ControlFlow::Continue(())
        })
    }
}

/// The time spent on searches after which the hint about tables is given.
const HINT_AFTER: Duration = Duration::from_secs(1);

/// When the hint about tables is due: once, when searches have taken long. The time that they took
/// is measured between calls.
#[derive(Default)]
struct HintDue {
    last: Option<Instant>,
    spent: Duration,
    is_given: bool,
}

impl HintDue {
    /// A search calls more often than this. A longer pause lies between two questions: the next
    /// one was still to be typed.
    const PAUSE: Duration = Duration::from_millis(250);

    /// True if it is due now, by this clock.
    fn at(&mut self, clock: fn() -> Instant) -> bool {
        if self.is_given {
            return false;
        }
        self.is_given = self.spent_until(clock()) > HINT_AFTER;
        self.is_given
    }

    /// The time spent until this call, `now`.
    fn spent_until(&mut self, now: Instant) -> Duration {
        let since = now.saturating_duration_since(self.last.unwrap_or(now));
        if since <= HintDue::PAUSE {
            self.spent += since;
        }
        self.last = Some(now);
        self.spent
    }
}

/// The factor by which generated tables speed up searches of random boards of 4x4: see
/// `docs/benchmarks.md`.
const PATTERNS_TIMES: u32 = 12;
const LABELS_TIMES: u32 = 17;

fn faster(times: u32) -> String {
    format!("larger tables make this about {times} times as fast; make them")
}

/// Which tables would make answers faster, with their cost. `None` if they are all there.
fn hint_at_tables(
    goal: &Board,
    metric: Metric,
    tables: &Tablebase,
    session: &Session,
) -> Option<String> {
    let goal = goal.small()?;
    let (shape, blank) = (goal.shape(), goal.blank_cell());
    let mut missing = Tablebase::puzzles_to_generate(shape, blank, metric, false).ok()?;
    let tables = missing.iter().map(|&puzzle| tables.get(puzzle).ok());
    let mut are_there = tables.collect::<Option<Vec<_>>>()?.into_iter();
    missing.retain(|_| are_there.next().flatten().is_none());
    let gain = match missing.first()? {
        _ if goal.shape().class() == Class::Bounded => {
            "larger tables find shorter solutions in the same time; make them".to_owned()
        }
        Puzzle::Pattern(_) => faster(PATTERNS_TIMES),
        Puzzle::Labelled(_) => faster(LABELS_TIMES),
        _ => "a table of all boards answers at once; make it".to_owned(),
    };
    let (mut memory, mut disk) = (0, 0);
    for puzzle in missing {
        let generator = Generator::new(puzzle);
        memory = memory.max(generator.table_memory().ok()?);
        disk += generator.table_len();
    }
    Some(format!(
        "{gain} once with: {}{} ({} of disk, {} of memory to make it)",
        cures::generate(goal.shape(), goal.blank_cell(), session),
        cures::in_metric(metric),
        byte_size(disk),
        byte_size(memory)
    ))
}

/// The growth of a search from one bound to the next.
#[derive(Default)]
struct BoundGrowth {
    /// The bound that is searched, and the boards generated before that.
    bound: u32,
    before: u64,
    /// The boards that the last bounds took, the latest first.
    took: [Option<u64>; 2],
}

impl BoundGrowth {
    /// Notes a bound, and the boards generated so far.
    fn at(&mut self, bound: u32, generated: u64) {
        let is_other_board = bound < self.bound || (bound > self.bound && generated < self.before);
        if is_other_board {
            *self = BoundGrowth::default();
        }
        if bound > self.bound {
            // Boards generated before the first bound were not part of a search for it.
            let took = (self.bound > 0).then(|| generated - self.before);
            (self.bound, self.before, self.took) = (bound, generated, [took, self.took[0]]);
        }
    }

    /// The expected work for the current bound, if it grows as the last one did.
    fn expected(&self) -> Option<String> {
        let [Some(last), Some(before)] = self.took else { return None };
        let boards = u128::from(last).pow(2) / u128::from(before.max(1));
        // A guess needs no more than two digits.
        let unit = 10_u128.pow(boards.max(10).ilog10() - 1);
        let boards = HumanCount(((boards + unit / 2) / unit * unit) as u64);
        let proved = self.bound + 2;
        Some(format!("and perhaps {boards} to prove at least {proved}, if they grow as before"))
    }
}

/// Boards that have no result because a limit was reached: whose, how many, and of how many.
#[derive(Default)]
pub struct LeftOut(Vec<String>);

impl LeftOut {
    pub fn add(&mut self, whose: &str, boards: u64, of: u64) {
        self.0.push(format!("{whose} {} of {}", HumanCount(boards), HumanCount(of)));
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards = self.0.join(", ");
        write!(f, "boards left out because of a limit: {boards}; raise --timeout or --max-nodes")
    }
}

/// Refuses what needs more memory than is free.
pub fn require_free_ram(what: &str, needed: u64) -> anyhow::Result<()> {
    let cure = "; close other programs, or use a machine with more memory";
    require_free(what, needed, "memory", free_memory(), cure)
}

/// Refuses what needs more of something than is free. If the system does not say how much that is,
/// the work will fail instead.
pub fn require_free(
    what: &str,
    needed: u64,
    of: &str,
    free: Option<u64>,
    cure: &str,
) -> anyhow::Result<()> {
    if let Some(free) = free.filter(|&free| needed > free) {
        let (needed, free) = (byte_size(needed), byte_size(free));
        bail!("{what} needs {needed} of {of}, but only {free} are free{cure}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tilebase::Error;
    use tilebase::puzzle::{SmallBoard, named};

    use super::*;

    /// The number of times that `clock` was read.
    static READ: AtomicU32 = AtomicU32::new(0);

    /// A clock that goes on by a fifth of a second whenever it is read.
    fn clock() -> Instant {
        static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
        *BEGIN + Duration::from_millis(200) * READ.fetch_add(1, Ordering::Relaxed)
    }

    /// A clock that goes on by ten seconds.
    fn clock_of_pauses() -> Instant {
        clock() + Duration::from_secs(10) * READ.load(Ordering::Relaxed)
    }

    #[test]
    fn long_searches_hint_at_tables_once() {
        let hard: SmallBoard = "0 15 8 3 / 12 11 7 4 / 14 10 6 5 / 9 13 2 1".parse().unwrap();
        let goal = SmallBoard::goal("4x4".parse().unwrap());
        let limits = SearchLimits { max_nodes: Some(300_000), ..SearchLimits::default() };
        let hinted = |clock, is_wanted: bool| {
            let hints = Arc::new(AtomicU32::new(0));
            let given = Arc::clone(&hints);
            let hint = move || {
                given.fetch_add(1, Ordering::Relaxed);
            };
            let limits = limits.hinting(goal.shape().into(), is_wanted.then_some(hint), clock);
            let oracle = Tablebase::embedded().oracle(&goal).unwrap().limited(limits);
            for _ in 0..2 {
                assert!(matches!(oracle.distance(&hard), Err(Error::Stopped(_))));
            }
            hints.load(Ordering::Relaxed)
        };
        assert_eq!(hinted(clock, true), 1);
        // Whoever asks now and then waits for nothing.
        assert_eq!(hinted(clock_of_pauses, true), 0);
        assert_eq!(hinted(clock, false), 0);
    }

    #[test]
    fn a_hint_says_how_to_make_the_tables_that_are_missing() {
        let (folder, session) = (tempfile::tempdir().unwrap(), Session::default());
        session.look_in(folder.path(), true);
        let tables = Tablebase::in_folder(folder.path());
        let data = folder.path().to_str().unwrap();
        for (size, blank, of, gain) in [
            ("4x4", 15, "", "about 12 times as fast"),
            ("4x4", 14, " --goal 14", "about 12 times as fast"),
            ("2x5", 9, "", "answers at once"),
        ] {
            let cell = blank.to_string();
            let goal = Board::parse_goal(cell.as_bytes(), size.parse().ok()).unwrap();
            let hint = hint_at_tables(&goal, Metric::Single, &tables, &session).unwrap();
            let cure = format!("with: tilebase generate --size {size}{of} --data {data} (");
            assert!(hint.contains(gain) && hint.contains(&cure), "{hint}");
        }
        let goal = Board::parse_goal(b"last", "4x4".parse().ok()).unwrap();
        let metric = named("multi", Metric::NAMES).unwrap();
        let multi = hint_at_tables(&goal, metric, &tables, &session).unwrap();
        assert!(multi.contains(&format!("--data {data} --metric multi (")), "{multi}");
        let small = Board::parse_goal(b"last", "3x3".parse().ok()).unwrap();
        assert_eq!(hint_at_tables(&small, Metric::Single, &tables, &session), None);
    }

    #[test]
    fn the_time_between_questions_is_not_spent_on_them() {
        let (begin, mut due) = (Instant::now(), HintDue::default());
        // Each question takes 40 ms, and 5 s pass until the next one is asked.
        for question in 0..10 {
            for call in 0..5 {
                due.spent_until(begin + Duration::from_millis(5000 * question + 10 * call));
            }
        }
        assert_eq!(due.spent, Duration::from_millis(400));
        let searching = (1..=100).map(|call| Duration::from_millis(46_000 + 10 * call));
        let total = searching.map(|time| due.spent_until(begin + time)).last();
        assert_eq!(total, Some(Duration::from_millis(400 + 990)));
    }

    #[test]
    fn the_next_bound_is_expected_to_grow_as_the_last_one_did() {
        let mut growth = BoundGrowth::default();
        // Beams first, then bounds of 90, 92 and 94 moves, which take 1, 6 and 40 million boards.
        for (bound, millions) in [(88, 0), (88, 20), (90, 21), (92, 22), (92, 23), (94, 28)] {
            growth.at(bound, millions * 1_000_000);
        }
        let expected = "and perhaps 36,000,000 to prove at least 96, if they grow as before";
        assert_eq!(growth.expected().as_deref(), Some(expected));
        growth.at(96, 68_000_000);
        assert!(growth.expected().unwrap().contains("270,000,000 to prove at least 98"));
        growth.at(80, 0);
        assert_eq!(growth.expected(), None);
    }
}
