//! Progress on standard error: after a second when somebody is looking, a line now and then otherwise.

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
    /// How many lines were written where standard error is no terminal.
    lines: u32,
}

impl Spinner {
    /// Makes a spinner that is not shown yet.
    pub fn new() -> Spinner {
        Spinner(Arc::new(Mutex::new(State { start: Instant::now(), bar: None, lines: 0 })))
    }

    /// Returns the watcher for the limits of a request; none when progress is not wanted.
    pub fn watcher(&self, quiet: bool) -> Option<Watcher> {
        let spinner = self.clone();
        (!quiet).then(|| Watcher(Arc::new(move |progress: &Progress| spinner.show(progress))))
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
        let rate = progress.nodes as f64 / elapsed.as_secs_f64();
        let far = format!("{}, {:.1} M/s", counted(progress.nodes, "node"), rate / 1e6);
        if !std::io::stderr().is_terminal() {
            if elapsed.as_secs() >= 5 << state.lines {
                state.lines += 1;
                crate::print::tell!("searching for {} s: {far}", elapsed.as_secs());
            }
            return;
        }
        let bar = state.bar.get_or_insert_with(|| drawn(ProgressBar::new_spinner(), "{msg}"));
        bar.set_message(far);
        bar.tick();
    }
}

fn drawn(bar: ProgressBar, what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(&format!("{{spinner}} {{elapsed}} {what}"));
    bar.with_style(style.expect("the template is a constant"))
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
            let bar = drawn(ProgressBar::new(0), "{pos}/{len} {msg}");
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
