//! What to say while a search goes on: soon what is known, then at growing intervals how far it is.

use std::time::{Duration, Instant};

use ludex_base::counted;
use ludex_search::Progress;

use crate::answers::Solved;

/// When the first line is due unless something else is said.
const FIRST: Duration = Duration::from_millis(200);
/// When the second line is due; every other one takes twice as long as the one before.
const SECOND: Duration = Duration::from_secs(2);

/// Makes the lines about the progress of a search.
///
/// ```
/// use std::time::Duration;
/// use ludex::{Progress, ProgressLines};
/// let mut lines = ProgressLines::new(Duration::ZERO);
/// let progress = Progress { nodes: 1234, bounds: None, iteration: 0 };
/// assert!(lines.due(&progress).is_some_and(|line| line.contains("1,234 nodes")));
/// assert_eq!(lines.due(&progress), None, "the next line is due in two seconds");
/// ```
#[derive(Clone, Debug)]
pub struct ProgressLines {
    start: Instant,
    first: Duration,
    /// When the next line is due.
    next: Duration,
    /// The search, and what it knows of the value.
    known: Option<[String; 2]>,
}

impl ProgressLines {
    /// Starts now; the first line is due after this time.
    pub fn new(first: Duration) -> ProgressLines {
        ProgressLines { start: Instant::now(), first, next: first, known: None }
    }

    /// Starts now; the first line is due after as many seconds as a text says, or a fifth of one.
    pub fn since_text(seconds: Option<&str>) -> ProgressLines {
        let seconds = seconds.and_then(|text| text.trim().parse().ok());
        let first = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        ProgressLines::new(first.unwrap_or(FIRST))
    }

    /// Starts again with another search. Lines stay as rare as they have become.
    pub fn restart(&mut self) {
        (self.start, self.known) = (Instant::now(), None);
    }

    /// Receives an answer that has no value yet: which search it is, and between which bounds.
    pub fn receive(&mut self, solved: &Solved) {
        let search = solved.why.as_ref().unwrap_or(&solved.algorithm).clone();
        self.known = Some([search, solved.value_text() + &solved.whose_text()]);
    }

    /// Returns the line that is due, if one is.
    pub fn due(&mut self, progress: &Progress) -> Option<String> {
        if self.start.elapsed() < self.next {
            return None;
        }
        let first = self.next == self.first;
        self.next = if first { SECOND.max(2 * self.first) } else { 2 * self.next };
        match &self.known {
            Some([search, value]) if first => Some(format!("searching by {search}: {value}")),
            _ => self.text(progress),
        }
    }

    /// Returns how far the search is, unless it is too early to say anything.
    pub fn text(&self, progress: &Progress) -> Option<String> {
        let elapsed = self.start.elapsed();
        if elapsed < self.first {
            return None;
        }
        let rate = progress.nodes as f64 / elapsed.as_secs_f64().max(1e-9) / 1e6;
        let nodes = counted(progress.nodes, "node");
        let value = self.known.iter().map(|[_, value]| format!(", {value}")).collect::<String>();
        let seconds = elapsed.as_secs_f64();
        Some(format!("searching for {seconds:.1} s: {nodes}, {rate:.1} M/s{value}"))
    }
}
