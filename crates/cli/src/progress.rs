//! A progress bar on standard error; nothing if that is not a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar from 0 to 1 with a word in front.
pub(crate) struct Progress(ProgressBar);

const STEPS: u64 = 1_000;

impl Progress {
    pub(crate) fn new() -> Self {
        let bar = ProgressBar::with_draw_target(Some(STEPS), ProgressDrawTarget::stderr_with_hz(4));
        if let Ok(style) = ProgressStyle::with_template("{elapsed:>5} {bar:30} {msg}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// A line above the bar, which stays.
    pub(crate) fn note(&self, text: &str) {
        self.0.println(text);
    }

    /// The progress of the current stage, from 0 to 1, and its name.
    pub(crate) fn show(&self, done: f64, stage: impl Into<std::borrow::Cow<'static, str>>) {
        self.0.set_message(stage);
        self.0
            .set_position((done.clamp(0.0, 1.0) * STEPS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
