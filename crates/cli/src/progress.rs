//! Progress on standard error, for work that takes more than a second, when somebody is looking.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludex_search::{Observer, Progress};

/// Shows a spinner with the number of nodes once a second has passed.
pub struct Spinner {
    start: Instant,
    wanted: bool,
    bar: Option<ProgressBar>,
}

impl Spinner {
    /// A spinner that stays silent when asked to, or when standard error is no terminal.
    pub fn new(quiet: bool) -> Spinner {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Spinner { start: Instant::now(), wanted, bar: None }
    }
}

impl Observer for Spinner {
    fn progress(&mut self, progress: &Progress) {
        if !self.wanted || self.start.elapsed() < Duration::from_secs(1) {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                .expect("the template is a constant");
            ProgressBar::new_spinner().with_style(style)
        });
        let rate = progress.nodes as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(format!("{} nodes, {:.1} M/s", progress.nodes, rate / 1e6));
        bar.tick();
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How much of a known amount of work is done.
pub struct Bar {
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl Bar {
    /// A bar that stays silent when asked to, or when standard error is no terminal.
    pub fn new(quiet: bool) -> Bar {
        Bar { quiet, bar: None }
    }

    /// So much is done, and this comes next.
    pub fn show(&mut self, done: u64, total: u64, next: &str) {
        if self.quiet {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {pos}/{len} {msg}")
                .expect("the template is a constant");
            let bar = ProgressBar::new(0).with_style(style);
            bar.enable_steady_tick(Duration::from_millis(200));
            bar
        });
        bar.set_length(total);
        bar.set_position(done);
        bar.set_message(next.to_string());
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
