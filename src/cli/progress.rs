//! The progress bar of a bulk run, on standard error if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A progress bar in bytes of input that shows boards per second.
pub struct Progress(ProgressBar);

impl Progress {
    /// Creates a bar for `len` bytes, or a spinner if the length is unknown.
    pub fn new(len: Option<u64>, hidden: bool) -> Progress {
        let target =
            if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(len, target);
        let template = match len {
            Some(_) => "{wide_bar} {bytes} of {total_bytes}, {msg}, {eta} left",
            None => "{spinner} {bytes}, {msg}, {elapsed}",
        };
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Progress(bar)
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

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
