//! Progress bars for long work, on standard error if it is a terminal.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressFinish, ProgressStyle};

/// Creates a bar with this template on standard error. It is not drawn if it is hidden, or if
/// standard error is not a terminal.
pub fn bar(len: Option<u64>, template: &str, hidden: bool) -> ProgressBar {
    // A template takes longer to read than an answer of 3x3 to find.
    if hidden || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    // The bar is cleared however the work ends.
    let bar = ProgressBar::with_draw_target(len, ProgressDrawTarget::stderr());
    bar.with_finish(ProgressFinish::AndClear).with_style(style(template))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("a template that is right")
}

/// Creates a bar of the states reached while levels are grown. Call it with the counts so far.
pub fn states(states: u64, hidden: bool) -> impl FnMut(&[u64]) -> ControlFlow<()> + use<> {
    let template = "{wide_bar} {percent}% of {human_len} states, distance {msg}, {elapsed}";
    let bar = bar(Some(states), template, hidden);
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
    /// Creates a spinner, until it is known how many boards there will be.
    pub fn new(hidden: bool) -> SampleProgress {
        let bar = bar(None, "{spinner} finding such boards, {elapsed}", hidden);
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
            let number = indicatif::HumanCount;
            self.0.set_message(format!(
                ", {} drawn and {} solved for the next",
                number(draws),
                number(searches)
            ));
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

/// A progress bar in bytes of input that shows boards per second.
pub struct InputProgress(ProgressBar);

impl InputProgress {
    /// Creates a bar for `len` bytes, or a spinner if the length is unknown.
    pub fn new(len: Option<u64>, hidden: bool) -> InputProgress {
        let template = match len {
            Some(_) => "{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left",
            None => "{spinner} {bytes}, {msg}, {elapsed}",
        };
        InputProgress(bar(len, template, hidden))
    }

    /// Updates the bar.
    pub fn at(&self, bytes: u64, boards: u64) {
        // A hidden bar costs only this check.
        if !self.0.is_hidden() {
            let rate = u128::from(boards) * 1000 / self.0.elapsed().as_millis().max(1);
            self.0.set_message(format!("{} boards/s", indicatif::HumanCount(rate as u64)));
            self.0.set_position(bytes);
        }
    }

    /// Prints something while the bar is hidden.
    pub fn aside(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }
}
