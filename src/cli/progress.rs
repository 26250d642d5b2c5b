//! How far a bulk run is: a bar on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar in bytes of input, with the boards per second.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar for `len` bytes, or without an end where nobody knows how many there are.
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

    /// So many bytes were read and so many boards answered.
    pub fn at(&self, bytes: u64, boards: u64) {
        // Until it is drawn, a bar costs nothing but this.
        if !self.0.is_hidden() {
            let rate = u128::from(boards) * 1000 / self.0.elapsed().as_millis().max(1);
            self.0.set_message(format!("{} boards/s", indicatif::HumanCount(rate as u64)));
            self.0.set_position(bytes);
        }
    }

    /// Does something that prints, with the bar out of the way.
    pub fn aside(&self, print: impl FnOnce()) {
        self.0.suspend(print);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
