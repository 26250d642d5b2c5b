//! Progress bars for long work, on standard error if it is a terminal.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{
    HumanCount, ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle, WeakProgressBar,
};

use crate::report::{self, note};

/// Creates a bar with this template on standard error. It is not drawn with `-q`, or if standard
/// error is not a terminal.
pub fn bar(len: Option<u64>, template: &str) -> ProgressBar {
    // A template takes longer to read than an answer of 3x3 to find.
    if report::is_quiet() || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The bar is cleared however the work ends.
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr());
    bar.with_finish(ProgressFinish::AndClear).with_style(style(template))
}

/// The spinners that may be on the terminal.
static SPINNERS: Mutex<Vec<WeakProgressBar>> = Mutex::new(Vec::new());

/// Creates a spinner for a search, which is cleared before each answer.
pub fn spinner(template: &str) -> ProgressBar {
    let bar = bar(None, template);
    if !bar.is_hidden() {
        SPINNERS.lock().unwrap_or_else(PoisonError::into_inner).push(bar.downgrade());
    }
    bar
}

/// Shows a spinner, also after it was cleared.
pub fn tick(spinner: &ProgressBar) {
    if spinner.is_finished() {
        spinner.reset();
    }
    spinner.tick();
}

/// Clears all spinners, so that an answer stands on a line of its own.
pub fn clear_spinners() {
    let mut spinners = SPINNERS.lock().unwrap_or_else(PoisonError::into_inner);
    spinners.retain(|bar| bar.upgrade().map(|bar| bar.finish_and_clear()).is_some());
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that is right")
}

/// Creates a bar of the states reached while levels are grown. Call it with the counts so far.
pub fn states(states: u64) -> impl FnMut(&[u64]) -> ControlFlow<()> + use<> {
    let template = "{wide_bar} {percent}% of {human_len} states, distance {msg}, {elapsed}";
    let bar = bar(Some(states), template);
    let mut levels = 0;
    move |counts| {
        if counts.len() != levels {
            levels = counts.len();
            bar.set_message((levels - 1).to_string());
            bar.set_position(counts.iter().sum());
        }
        ControlFlow::Continue(())
    }
}

/// A bar of the boards drawn.
pub struct SampleProgress(ProgressBar);

impl SampleProgress {
    /// Creates a spinner, until it is known how many boards there will be. It is hidden where it
    /// would be on the terminal of the boards.
    pub fn new(is_hidden: bool) -> SampleProgress {
        let template = "{spinner} finding such boards, {elapsed}";
        let bar = if is_hidden { ProgressBar::hidden() } else { bar(None, template) };
        // A single board may take long, and nothing else would move the spinner.
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        SampleProgress(bar)
    }

    /// Turns the spinner into a bar for this many boards.
    pub fn begin(&self, boards: u64) {
        self.0.set_length(boards);
        self.0.set_style(style("{wide_bar} {human_pos} of {human_len} boards, {elapsed}{msg}"));
    }

    /// Shows how many random boards were drawn for the next ones, if those are rare.
    pub fn tick(&self, found: u64, draws: u64, searches: u64) {
        if !self.0.is_hidden() && draws > 2 * found {
            let (draws, searches) = (HumanCount(draws), HumanCount(searches));
            self.0.set_message(format!(", {draws} drawn and {searches} solved for the next"));
        }
    }

    /// Advances the bar by this many boards.
    pub fn drawn(&self, boards: u64) {
        self.0.inc(boards);
    }
}

impl Drop for SampleProgress {
    fn drop(&mut self) {
        // The thread that draws the spinner holds a reference to the bar too, so dropping it is not
        // enough.
        self.0.finish_and_clear();
    }
}

/// The progress of work on boards that may take long: a bar; if all of it takes more than ten
/// seconds, one note that says so; and if there is no bar, notes of how far it is.
pub struct LongWork {
    /// The bar, for work on one board that takes long.
    pub bar: ProgressBar,
    name: String,
    boards: u64,
    begin: Instant,
    is_estimated: bool,
    /// When the next note is due, after the beginning.
    note_at: Duration,
}

impl LongWork {
    /// The time after which the whole is estimated and the bar appears.
    const MEASURED: Duration = Duration::from_secs(1);

    /// The longest work that needs no estimate.
    const SHORT: Duration = Duration::from_secs(10);

    /// The time of the first note. Each is twice as late as the one before it.
    const FIRST_NOTE: Duration = Duration::from_secs(5);

    /// Begins work on this many boards. In messages it has this name.
    pub fn new(name: &str, boards: u64) -> LongWork {
        let template = "{wide_bar} {msg}: {human_pos} of {human_len} boards, {eta} left";
        let bar = bar(Some(boards), template).with_message(name.to_owned());
        LongWork {
            bar,
            name: name.to_owned(),
            boards,
            begin: Instant::now(),
            is_estimated: false,
            note_at: LongWork::FIRST_NOTE,
        }
    }

    /// Shows that this many boards are done.
    pub fn at(&mut self, done: u64) {
        let time = self.begin.elapsed();
        if time > LongWork::MEASURED {
            self.bar.set_position(done);
        }
        for note in self.due(done, time) {
            self.bar.suspend(|| note!("{note}"));
        }
    }

    /// The notes that are due after this time.
    fn due(&mut self, done: u64, time: Duration) -> Vec<String> {
        let (name, boards, mut due) = (&self.name, HumanCount(self.boards), Vec::new());
        if !self.is_estimated && time > LongWork::MEASURED && (1..self.boards).contains(&done) {
            self.is_estimated = true;
            let all = time.as_secs_f64() * self.boards as f64 / done as f64;
            let all = Duration::try_from_secs_f64(all).unwrap_or(Duration::MAX);
            if all > LongWork::SHORT {
                due.push(format!("{name}: about {} for {boards} boards", report::long(all)));
            }
        }
        if self.bar.is_hidden() && time > self.note_at && done < self.boards {
            self.note_at = 2 * time;
            due.push(format!("{name}: {} of {boards} boards", HumanCount(done)));
        }
        due
    }
}

/// A progress bar of an input: the boards so far, of how many, and how many a second.
pub struct InputProgress(ProgressBar);

impl InputProgress {
    /// The time after which the bar appears. Before that, `head` may have ended the work, and its
    /// lines would stand behind the bar.
    const SHOWN_AFTER: Duration = Duration::from_millis(500);

    /// Creates a bar for `len` bytes, or a spinner if the length is unknown. It is hidden where
    /// answers are written to the terminal that it would be on.
    pub fn new(len: Option<u64>, is_hidden: bool) -> InputProgress {
        let template = match len {
            Some(_) => "{wide_bar} {msg}, {eta} left",
            None => "{spinner} {msg}, {elapsed}",
        };
        InputProgress(if is_hidden { ProgressBar::hidden() } else { bar(len, template) })
    }

    /// Updates the bar.
    pub fn at(&self, bytes: u64, boards: u64) {
        // A hidden bar costs only this check.
        if !self.0.is_hidden() && self.0.elapsed() > Self::SHOWN_AFTER {
            let rate = u128::from(boards) * 1000 / self.0.elapsed().as_millis().max(1);
            // A file has as many boards as fit into its bytes.
            let of = self.0.length().filter(|_| bytes > 0).map_or(String::new(), |len| {
                let all = u128::from(boards) * u128::from(len) / u128::from(bytes);
                let about = if bytes < len { "about " } else { "" };
                format!(" of {about}{}", HumanCount(all as u64))
            });
            let plural = if boards == 1 && of.is_empty() { "" } else { "s" };
            let (boards, rate) = (HumanCount(boards), HumanCount(rate as u64));
            self.0.set_message(format!("{boards}{of} board{plural}, {rate} a second"));
            self.0.set_position(bytes);
        }
    }

    /// Prints something while the bar is hidden.
    pub fn aside(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a pipe, long work says how long it takes and, more and more seldom, how far it is.
    #[test]
    fn long_work_is_not_silent() {
        let notes = |boards: u64, a_second: u64| {
            let mut work = LongWork::new("ida none", boards);
            work.bar = ProgressBar::hidden();
            let seconds = (0..=60).take_while(|second| second * a_second <= boards);
            let due =
                seconds.flat_map(|second| work.due(second * a_second, Duration::from_secs(second)));
            due.collect::<Vec<_>>()
        };
        let long = [
            "ida none: about 60 s for 6,000 boards",
            "ida none: 600 of 6,000 boards",
            "ida none: 1,300 of 6,000 boards",
            "ida none: 2,700 of 6,000 boards",
            "ida none: 5,500 of 6,000 boards",
        ];
        assert_eq!(notes(6000, 100), long);
        assert_eq!(notes(400, 100), [""; 0]);
        // One board that takes long says nothing of the whole.
        assert_eq!(notes(12, 0)[0], "ida none: 0 of 12 boards");
    }
}
