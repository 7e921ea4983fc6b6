//! Progress on standard error: a spinner when somebody is looking, a line now and then otherwise.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use ludex::{Progress, ProgressLines, Solved, Watcher};

use crate::print::tell;

/// Shows a spinner with what is known and the number of nodes.
#[derive(Clone)]
pub struct Spinner(Arc<Mutex<State>>);

struct State {
    lines: ProgressLines,
    bar: Option<ProgressBar>,
}

impl Spinner {
    /// Makes a spinner that is not shown yet.
    pub fn new() -> Spinner {
        let lines = ProgressLines::since_text(std::env::var("LUDEX_PROGRESS").ok().as_deref());
        Spinner(Arc::new(Mutex::new(State { lines, bar: None })))
    }

    /// Returns the watcher for the limits of a request; none when progress is not wanted.
    pub fn watcher(&self, quiet: bool) -> Option<Watcher> {
        let spinner = self.clone();
        (!quiet).then(|| Watcher(Arc::new(move |progress: &Progress| spinner.show(progress))))
    }

    /// Takes the spinner away, before an answer is printed.
    pub fn clear(&self) {
        let mut state = self.state();
        if let Some(bar) = state.bar.take() {
            bar.finish_and_clear();
        }
        state.lines.restart();
    }

    /// Receives an answer that has no value yet.
    pub fn receive(&self, solved: &Solved) {
        self.state().lines.receive(solved);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, progress: &Progress) {
        let mut state = self.state();
        if !std::io::stderr().is_terminal() {
            return state.lines.due(progress).into_iter().for_each(|line| tell!("{line}"));
        }
        let Some(text) = state.lines.text(progress) else { return };
        let bar = state.bar.get_or_insert_with(|| drawn(ProgressBar::new_spinner(), "{msg}"));
        bar.set_message(text);
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
