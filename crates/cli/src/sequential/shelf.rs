//! `--store`: answers and checkpoints on disk, so that a search that was killed goes on.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ludex_search::{Budget, Checkpoints, Progress, SolveReport, Stopped};
use ludex_store::{Answer, Pace, Question, Store, StoreError};

use crate::complaint::Complaint;

/// The store, and the question it is asked about just now.
pub struct Shelf {
    store: Store,
    pace: Pace,
    interval: Option<Duration>,
    /// The algorithm and all options that change what a checkpoint means.
    method: String,
    question: Question,
    /// Why the last checkpoint could not be saved.
    failed: Option<String>,
}

/// How long the first slice of a search takes, and the longest.
const SLICES: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(60)];

impl Shelf {
    /// Opens a store, or makes one.
    pub fn open(path: &Path, method: String, every: Option<f64>) -> Result<Shelf, Complaint> {
        let store = patiently(path)
            .map_err(|error| Complaint::new(format!("{}: {error}", path.display())))?;
        let interval = every.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let question = Question { game: String::new(), digest: None, position: String::new() };
        Ok(Shelf { store, pace: Pace::new(), interval, method, question, failed: None })
    }

    /// Turns to a question; its answer if it is known.
    pub fn turn_to(&mut self, question: Question) -> Option<Answer> {
        self.question = question;
        self.pace = self.interval.map_or_else(Pace::new, Pace::every);
        self.store.solved(&self.question).cloned()
    }

    /// The checkpoint of the question, if there is one and it can be read.
    pub fn checkpoint(&mut self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut checkpoint = self.store.checkpoint(&self.question, &self.method)?;
        checkpoint.read_to_end(&mut bytes).is_ok().then_some(bytes)
    }

    /// Keeps an answer; its checkpoint is of no use any more.
    pub fn keep(&mut self, answer: &Answer) -> Result<(), Complaint> {
        let kept = self.store.remember(&self.question, answer);
        kept.and_then(|()| self.store.drop_checkpoint(&self.question, &self.method))
            .map_err(|error| Complaint::new(format!("cannot keep the answer: {error}")))?;
        Ok(())
    }

    /// Why the last checkpoint could not be saved, if it could not.
    pub fn failure(&mut self) -> Option<String> {
        self.failed.take()
    }
}

/// Opens a store. A program that was killed may need a moment to let go of it.
fn patiently(path: &Path) -> Result<Store, StoreError> {
    for _ in 0..30 {
        match Store::open(path) {
            Err(StoreError::InUse) => std::thread::sleep(Duration::from_millis(100)),
            opened => return opened,
        }
    }
    Store::open(path)
}

impl Checkpoints for Shelf {
    fn due(&mut self) -> bool {
        self.pace.due()
    }

    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let Shelf { store, pace, question, method, failed, .. } = self;
        let saved = pace.time(|| store.save_checkpoint(question, method, |out| write(out)));
        *failed = saved.err().map(|error| error.to_string());
    }
}

/// A search whose memory is a table of what was proved: it can be stopped and asked again.
pub trait Tabled<M> {
    /// Searches until the end of the budget.
    fn go_on(
        &mut self,
        budget: &Budget,
        observer: &mut dyn ludex_search::Observer,
    ) -> SolveReport<M>;

    /// What is in the table.
    fn entries(&self) -> Box<dyn Iterator<Item = (u64, u64)> + '_>;

    /// Puts something into the table; whether it can have been there.
    fn restore(&mut self, entry: (u64, u64)) -> bool;
}

/// Solves slice by slice; after each the table is saved: first the nodes visited so far, then the
/// entries. Slices grow, so that what a slice repeats of the one before it is a small part.
pub fn in_slices<M>(
    search: &mut dyn Tabled<M>,
    shelf: &mut Shelf,
    budget: &Budget,
    observer: &mut dyn ludex_search::Observer,
) -> SolveReport<M> {
    let mut before = shelf.checkpoint().map_or(0, |bytes| restore(search, &bytes));
    let earlier = before;
    let mut length = shelf.interval.unwrap_or(SLICES[0]);
    loop {
        let end = Instant::now() + length;
        length = (length + length / 4).min(SLICES[1]);
        let slice = Budget {
            deadline: Some(budget.deadline.map_or(end, |deadline| deadline.min(end))),
            max_nodes: budget.max_nodes.map(|most| most.saturating_sub(before - earlier)),
            ..budget.clone()
        };
        let mut report = search.go_on(&slice, &mut After { nodes: before, observer });
        report.nodes += before;
        report.created += before;
        before = report.nodes;
        let over = budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let sliced = report.stopped == Some(Stopped::Time) && !over;
        if report.stopped.is_some() {
            shelf.save(&|out| save(search, before, out));
        }
        if !sliced {
            return report;
        }
    }
}

fn save<M>(search: &dyn Tabled<M>, nodes: u64, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&nodes.to_le_bytes())?;
    for (key, word) in search.entries() {
        out.write_all(&key.to_le_bytes())?;
        out.write_all(&word.to_le_bytes())?;
    }
    Ok(())
}

/// Fills the table from a checkpoint; the nodes visited before it.
fn restore<M>(search: &mut dyn Tabled<M>, bytes: &[u8]) -> u64 {
    let mut words = bytes.chunks_exact(8).map(|word| word.try_into().map_or(0, u64::from_le_bytes));
    let nodes = words.next().unwrap_or(0);
    while let (Some(key), Some(word)) = (words.next(), words.next()) {
        search.restore((key, word));
    }
    nodes
}

/// Tells an observer about the nodes of all slices.
struct After<'o> {
    nodes: u64,
    observer: &'o mut dyn ludex_search::Observer,
}

impl ludex_search::Observer for After<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(&Progress { nodes: self.nodes + progress.nodes, ..*progress });
    }
}
