//! Progress on standard error, for work that takes more than a second, when somebody is looking.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use ludex::{Progress, Watcher, counted};

/// Shows a spinner with the number of nodes once a second has passed.
#[derive(Clone)]
pub struct Spinner(Arc<Mutex<State>>);

struct State {
    start: Instant,
    bar: Option<ProgressBar>,
}

impl Spinner {
    /// Makes a spinner that is not shown yet.
    pub fn new() -> Spinner {
        Spinner(Arc::new(Mutex::new(State { start: Instant::now(), bar: None })))
    }

    /// Returns the watcher for the limits of a request; none when progress is not wanted, or when
    /// standard error is no terminal.
    pub fn watcher(&self, quiet: bool) -> Option<Watcher> {
        let wanted = !quiet && std::io::stderr().is_terminal();
        let spinner = self.clone();
        wanted.then(|| Watcher(Arc::new(move |progress: &Progress| spinner.show(progress))))
    }

    /// Takes the spinner away, before an answer is printed.
    pub fn clear(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        state.start = Instant::now();
    }

    fn show(&self, progress: &Progress) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let elapsed = state.start.elapsed();
        if elapsed < Duration::from_secs(1) {
            return;
        }
        let bar = state.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")
                .expect("the template is a constant");
            ProgressBar::new_spinner().with_style(style)
        });
        let rate = progress.nodes as f64 / elapsed.as_secs_f64();
        bar.set_message(format!("{}, {:.1} M/s", counted(progress.nodes, "node"), rate / 1e6));
        bar.tick();
    }
}

/// Shows how much of a known amount of work is done.
pub struct Bar {
    quiet: bool,
    bar: Option<ProgressBar>,
}

impl Bar {
    /// Makes a bar; a quiet one is never shown.
    pub fn new(quiet: bool) -> Bar {
        Bar { quiet, bar: None }
    }

    /// Shows how much is done, and what comes next.
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
