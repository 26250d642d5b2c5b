//! Limits on the work of a question, and the interval that is known when one of them stops it.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use crate::threads::processors;

pub use crate::outcome::Cost;
use crate::puzzle::{Class, Metric, Moves, Shape};
pub use tilebase_core::Interval;

/// Limits on the work of a question. By default there are none.
///
/// They apply to boards that are searched for. A table answers at once, so it never reaches a
/// limit. Of many boards asked about at once, each has its own number of boards and its own time.
///
/// ```
/// use tilebase::{Board, Error, Limits, Tablebase};
/// let goal = Board::goal("4x4".parse()?)?;
/// let oracle = Tablebase::embedded().oracle(&goal)?.limited(Limits::default().boards(1000));
/// let board: Board = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1".parse()?;
/// // It takes 80 moves, and a thousand boards are not enough to find that out.
/// let Err(Error::Stopped(stopped)) = oracle.distance(&board) else { panic!("solved") };
/// assert!(stopped.at_least >= 50 && stopped.at_least <= 80);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Limits {
    pub(crate) boards: Option<u64>,
    pub(crate) timeout: Option<Duration>,
    moves: Option<u32>,
    pub(crate) within: Option<Factor>,
    pub(crate) proof: bool,
    distance: bool,
    progress: Option<Arc<ProgressFn>>,
    /// The clock to read instead of the system's, for tests.
    clock: Option<fn() -> Instant>,
}

/// A function that is called with the progress of a question every few milliseconds, on any of its
/// threads. If it breaks, the question stops.
type ProgressFn = dyn Fn(Progress) -> ControlFlow<()> + Send + Sync;

/// The progress of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The distance of the board is proved to be at least this.
    pub at_least: u32,
    /// The number of boards generated so far.
    pub generated: u64,
    /// The length of the best solution found so far.
    pub best: Option<u32>,
}

/// Roughly the number of boards of 5x5 that a search generates in a second on one core.
pub(crate) const MAX_LARGE_GENERATED: u64 = 20_000_000;

/// Roughly the number of boards of more than 25 cells that one core generates in a second.
const MAX_ANY_SIZE_GENERATED: u64 = 10_000_000;

impl Limits {
    /// Limits the number of boards that a search generates, and the time that a question takes, if
    /// they are given.
    pub fn new(boards: Option<u64>, timeout: Option<Duration>) -> Limits {
        Limits { boards, timeout, ..Limits::default() }
    }

    /// The default limits for boards of a size. Up to sixteen cells there are none. Larger boards
    /// may generate 20 million boards, or 10 million for more than 25 cells: about a second on one
    /// core. That is enough for a good solution, but seldom for a proof that it is optimal.
    pub fn of_size(size: impl Into<Shape>) -> Limits {
        let limits = Limits::default();
        match size.into().class() {
            Class::Bounded => limits.boards(MAX_LARGE_GENERATED),
            Class::AnySize => Limits::of_any_size(),
            _ => limits,
        }
    }

    /// The default limits for boards of more than 25 cells: 10 million boards.
    pub fn of_any_size() -> Limits {
        Limits::default().boards(MAX_ANY_SIZE_GENERATED)
    }

    /// Limits the number of boards that a search generates. It stops soon after that many.
    #[must_use]
    pub fn boards(self, boards: u64) -> Limits {
        Limits { boards: Some(boards), ..self }
    }

    /// Lowers the limit on boards to this number, unless it is lower already.
    #[must_use]
    pub fn boards_at_most(self, boards: u64) -> Limits {
        Limits { boards: self.boards.into_iter().chain([boards]).min(), ..self }
    }

    /// Limits the time that a question takes. If several boards take turns on a thread, each counts
    /// its share of the time.
    #[must_use]
    pub fn timeout(self, timeout: Duration) -> Limits {
        Limits { timeout: Some(timeout), ..self }
    }

    /// Stops a search once it is proved that the board takes more than this many moves.
    #[must_use]
    pub fn moves(self, moves: u32) -> Limits {
        Limits { moves: Some(moves), ..self }
    }

    /// Stops a search once the best solution is proved to be at most this many times as long, or as
    /// dear, as the best of all.
    #[must_use]
    pub fn within(self, factor: Factor) -> Limits {
        Limits { within: Some(factor), ..self }
    }

    /// For boards of more than 16 cells: looks for a good solution only as long as without limits,
    /// and spends the rest on proving which one is optimal, and then canonical. Without this, a
    /// limit on boards or time is spent on better solutions.
    #[must_use]
    pub fn proof(self) -> Limits {
        Limits { proof: true, ..self }
    }

    /// Stops a search once the best solution is proved to be optimal, even if it is not the
    /// canonical one.
    pub(crate) fn until_distance(self) -> Limits {
        Limits { distance: true, ..self }
    }

    /// Sets a function that receives the progress and may stop the question. Among many boards, it
    /// stops all of them, and is also called between boards that are looked up in a table.
    #[must_use]
    pub fn progress(
        self,
        progress: impl Fn(Progress) -> ControlFlow<()> + Send + Sync + 'static,
    ) -> Limits {
        Limits { progress: Some(Arc::new(progress)), ..self }
    }

    /// Reads time from another clock, which tests set.
    #[doc(hidden)]
    #[must_use]
    pub fn clock(self, clock: fn() -> Instant) -> Limits {
        Limits { clock: Some(clock), ..self }
    }

    /// The time now, if time is limited. Some systems have no clock, so only a limit reads it.
    pub(crate) fn now(&self) -> Option<Instant> {
        self.timeout.is_some().then(self.clock.unwrap_or(Instant::now))
    }

    /// The time since another one. Zero if time is not limited.
    pub(crate) fn time_since(&self, begin: Option<Instant>) -> Duration {
        let time = begin.zip(self.now()).map(|(begin, now)| now.saturating_duration_since(begin));
        time.unwrap_or_default()
    }

    /// The limits that remain after this much work.
    pub(crate) fn rest(&self, generated: u64, time: Duration) -> Limits {
        Limits {
            boards: self.boards.map(|boards| boards.saturating_sub(generated)),
            timeout: self.timeout.map(|timeout| timeout.saturating_sub(time)),
            ..self.clone()
        }
    }

    /// True if a search that proved this much was stopped by something else than the limits on
    /// boards and time.
    pub(crate) fn is_stopped_otherwise(&self, at_least: u32, generated: u64) -> bool {
        self.moves.is_some_and(|moves| at_least > moves)
            || self.interrupted(Progress { at_least, generated, ..Progress::default() })
    }

    /// True if the progress function, if there is one, breaks.
    pub(crate) fn interrupted(&self, progress: Progress) -> bool {
        self.progress.as_ref().is_some_and(|call| call(progress).is_break())
    }

    /// Limits whose progress function is not called again once it has broken: whatever asks it
    /// stops.
    pub(crate) fn until_interrupted(&self) -> Limits {
        let Some(call) = self.progress.clone() else { return self.clone() };
        let interrupted = AtomicBool::new(false);
        self.clone().progress(move |progress| {
            if interrupted.load(Ordering::Relaxed) || call(progress).is_break() {
                interrupted.store(true, Ordering::Relaxed);
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })
    }

    /// True if what follows a quick answer is a proof that goes on for long.
    pub(crate) const fn is_proof(&self) -> bool {
        self.proof || (self.boards.is_none() && self.timeout.is_none())
    }

    /// The number of boards that a good solution of a large board may take. `None` if only time is
    /// limited.
    pub(crate) fn boards_for_good_solutions(&self) -> Option<u64> {
        self.boards.into_iter().chain(self.is_proof().then_some(MAX_LARGE_GENERATED)).min()
    }

    /// True if the best solution is as good as it needs to be.
    pub(crate) fn is_within(&self, at_least: u64, best: Option<u64>) -> bool {
        self.within.zip(best).is_some_and(|(factor, best)| factor.covers(best, at_least))
    }

    /// True if the numbers of one board exceed a limit.
    pub(crate) fn exceeded(&self, progress: Progress, time: Duration) -> bool {
        let Progress { at_least, generated, best } = progress;
        self.boards.is_some_and(|boards| generated > boards)
            || self.moves.is_some_and(|moves| at_least > moves)
            || self.distance && best.is_some_and(|best| at_least >= best)
            || self.is_within(at_least.into(), best.map(u64::from))
            || self.timeout.is_some_and(|timeout| time > timeout)
    }
}

/// How many times as long as a shortest one a solution may be: a number from 1 to 1,000 with up to
/// three decimals. Also how often weighted A* counts estimates, by default 1.5.
///
/// ```
/// use tilebase::limits::Factor;
/// assert_eq!("1.5".parse(), Ok(Factor::default()));
/// assert_eq!("5.0".parse::<Factor>()?.to_string(), "5");
/// assert!("0.5".parse::<Factor>().is_err());
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Factor {
    thousandths: u32,
}

impl Factor {
    /// The weight of weighted A* by default.
    pub const USUAL: Factor = Factor { thousandths: 1500 };
    /// 1.
    pub const ONE: Factor = Factor { thousandths: 1000 };

    /// The number of thousandths.
    pub(crate) fn thousandths(self) -> u64 {
        self.thousandths.into()
    }

    /// True if a number is at most this many times another.
    pub(crate) fn covers(self, number: u64, other: u64) -> bool {
        number.saturating_mul(Factor::ONE.thousandths()) <= other.saturating_mul(self.thousandths())
    }
}

impl Default for Factor {
    fn default() -> Factor {
        Factor::USUAL
    }
}

impl FromStr for Factor {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Factor, &'static str> {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let is_number =
            [whole, part].iter().all(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_digit()));
        let thousandths = format!("{whole}{part:0<3}").parse().ok();
        thousandths
            .filter(|factor| is_number && part.len() <= 3 && (1000..=1_000_000).contains(factor))
            .map(|thousandths| Factor { thousandths })
            .ok_or("expected a number from 1 to 1000 with up to three decimals, as in 1.5")
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.thousandths) / 1000.0)
    }
}

impl fmt::Debug for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Limits")
            .field("boards", &self.boards)
            .field("timeout", &self.timeout)
            .field("moves", &self.moves)
            .finish_non_exhaustive()
    }
}

/// The cost of a question so far, and its limits. All searches for one question share it.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    /// When this began, if time is limited, and the time spent before.
    begin: Option<Instant>,
    before: Duration,
    generated: AtomicU64,
    /// What was spent before the work that [`used`](Self::used) measures.
    spent_before: (u64, Duration),
    /// The length of the best solution found so far, or `u32::MAX`.
    best: AtomicU32,
    stopped: AtomicBool,
}

impl Budget {
    pub(crate) fn new(limits: &Limits) -> Budget {
        Budget::resume(limits, 0, Duration::ZERO)
    }

    /// Goes on with a question that has cost this much.
    pub(crate) fn resume(limits: &Limits, generated: u64, time: Duration) -> Budget {
        let begin = limits.now();
        let (generated, stopped) = (AtomicU64::new(generated), AtomicBool::new(false));
        let (limits, best) = (limits.clone(), AtomicU32::new(u32::MAX));
        let spent_before = (0, Duration::ZERO);
        Budget { limits, begin, before: time, generated, spent_before, best, stopped }
    }

    /// The same, with a share that is [used](Self::used) from here on.
    pub(crate) fn used_from_here(self) -> Budget {
        Budget { spent_before: (self.generated(), self.time()), ..self }
    }

    /// The number of boards generated so far.
    pub(crate) fn generated(&self) -> u64 {
        self.generated.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, more: u64) {
        self.generated.fetch_add(more, Ordering::Relaxed);
    }

    /// True if to go on after generating `more` boards, if the distance is at least `at_least`.
    pub(crate) fn goes_on(&self, at_least: u32, more: u64) -> bool {
        let generated = self.generated.fetch_add(more, Ordering::Relaxed) + more;
        let best = Some(self.best.load(Ordering::Relaxed)).filter(|&best| best < u32::MAX);
        let (progress, time) = (Progress { at_least, generated, best }, self.time());
        if !self.is_stopped()
            && (self.limits.exceeded(progress, time) || self.limits.interrupted(progress))
        {
            self.stopped.store(true, Ordering::Relaxed);
        }
        !self.is_stopped()
    }

    /// Notes the length of a solution.
    pub(crate) fn report_solution(&self, length: u32) {
        self.best.fetch_min(length, Ordering::Relaxed);
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The share of the limits for good solutions that is used up, from 0 to 1.
    pub(crate) fn used(&self) -> f64 {
        let (boards_before, time_before) = self.spent_before;
        let boards = self.limits.boards_for_good_solutions();
        let boards = boards.map(|boards| boards.saturating_sub(boards_before));
        let generated = self.generated() - boards_before;
        let boards = boards.map_or(0.0, |boards| generated as f64 / boards as f64);
        let timeout = self.limits.timeout.map(|timeout| timeout.saturating_sub(time_before));
        let time = self.time().saturating_sub(time_before).as_secs_f64();
        boards.max(timeout.map_or(0.0, |timeout| time / timeout.as_secs_f64()))
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// The time spent so far. It is zero if time is not limited.
    pub(crate) fn time(&self) -> Duration {
        self.before + self.limits.time_since(self.begin)
    }

    /// The interval known when the search for a solution stops.
    pub(crate) fn stopped(&self, at_least: u32, best: Option<Moves>) -> Interval {
        Interval::new(at_least, best, self.generated())
    }

    /// The interval known when a search stops after it found the canonical solution.
    pub(crate) fn stopped_beside(&self, canonical: &Moves) -> Interval {
        Interval::beside(canonical.clone(), Metric::Single, self.generated())
    }
}
