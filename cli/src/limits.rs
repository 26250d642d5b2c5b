//! Limits on searches, and the messages during a long one: its progress, and once a hint that large
//! tables would make it faster. Also the limit of memory.

mod hint;
mod next_bound;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::bail;
use hint::HintDue;
use indicatif::{HumanCount, ProgressBar};
use next_bound::BoundGrowth;
use tilebase::limits::{Factor, Progress};
use tilebase::puzzle::{Class, Metric, Shape};
use tilebase::table::{byte_size, free_memory};
use tilebase::{Board, Limits, Tablebase};

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
                if let Some(hint) = hint::hint(&goal, metric, &tables, &session) {
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
    // If the system does not say, allocating will fail instead.
    if let Some(free) = free_memory().filter(|&free| needed > free) {
        bail!(
            "{what} needs {} of memory, but only {} are free; close other programs, or use a machine with more memory",
            byte_size(needed),
            byte_size(free)
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU32, Ordering};

    use tilebase::Error;
    use tilebase::puzzle::SmallBoard;

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
}
