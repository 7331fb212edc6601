//! The progress of a lab on standard error: a bar, the rate and the time left.
//!
//! Input: the number of games, and those that are done. Output: a line that is rewritten, in a terminal only. Does not
//! know how games are played.

use std::fmt::Write;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

/// A progress bar for games. It disappears when it is dropped.
pub(super) struct LabProgress(ProgressBar);

impl LabProgress {
    /// Creates the bar of `total` games, of which `before` were played earlier.
    pub fn new(before: u64, total: u64) -> Self {
        // The bar draws to standard error, and is hidden if that is not a terminal.
        let bar = ProgressBar::new(total);
        let line = "{bar:30} {human_pos} of {human_len} games, {rate} per second, {eta} left";
        let style = ProgressStyle::with_template(line).unwrap_or_else(|_| ProgressStyle::default_bar());
        bar.set_style(style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let rate = state.per_sec();
            // Slow games are fewer than one per second. A bar that cannot be written is left out.
            let _ = write!(out, "{rate:.*}", usize::from(rate < 10.0));
        }));
        bar.set_position(before);
        bar.reset_eta();
        Self(bar)
    }

    /// Counts games as done.
    pub fn add(&self, games: u64) {
        self.0.inc(games);
    }
}

impl Drop for LabProgress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
