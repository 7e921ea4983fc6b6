//! Answers and checkpoints on disk, so that a search that was killed goes on.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::Duration;

use ludex_search::Checkpoints;
use ludex_store::{Answer, Pace, Question, Store, StoreError};

use crate::error::InputError;

/// The store, and the question it is asked about just now.
pub(super) struct SolveStore {
    store: Store,
    pace: Pace,
    interval: Option<Duration>,
    /// The algorithm and all options that change what a checkpoint means.
    method: String,
    question: Question,
    /// Why the last checkpoint could not be saved.
    failed: Option<String>,
}

impl SolveStore {
    /// Opens a store, or makes one.
    pub fn open(path: &Path, method: String, every: Option<f64>) -> Result<SolveStore, InputError> {
        let store = open_when_free(path)
            .map_err(|error| InputError::new(format!("{}: {error}", path.display())))?;
        let interval = every.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let question = Question { game: String::new(), digest: None, position: String::new() };
        Ok(SolveStore { store, pace: Pace::new(), interval, method, question, failed: None })
    }

    /// Turns to a question. Returns its answer if it is known.
    pub fn turn_to(&mut self, question: Question) -> Option<Answer> {
        self.question = question;
        self.pace = self.interval.map_or_else(Pace::new, Pace::every);
        self.store.solved(&self.question).cloned()
    }

    /// Keeps an answer; its checkpoint is of no use any more.
    pub fn keep(&mut self, answer: &Answer) -> Result<(), InputError> {
        let kept = self.store.remember(&self.question, answer);
        kept.and_then(|()| self.store.drop_checkpoint(&self.question, &self.method))
            .map_err(|error| InputError::new(format!("cannot keep the answer: {error}")))?;
        Ok(())
    }

    /// Returns why the last checkpoint could not be saved, if it could not.
    pub fn failure(&mut self) -> Option<String> {
        self.failed.take()
    }
}

/// Opens a store, and waits a moment if it is in use: a program that was killed may still hold it.
fn open_when_free(path: &Path) -> Result<Store, StoreError> {
    for _ in 0..30 {
        match Store::open(path) {
            Err(StoreError::InUse) => std::thread::sleep(Duration::from_millis(100)),
            opened => return opened,
        }
    }
    Store::open(path)
}

impl Checkpoints for SolveStore {
    fn load(&mut self) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut checkpoint = self.store.checkpoint(&self.question, &self.method)?;
        checkpoint.read_to_end(&mut bytes).is_ok().then_some(bytes)
    }

    fn interval(&self) -> Option<Duration> {
        self.interval
    }

    fn due(&mut self) -> bool {
        self.pace.due()
    }

    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let SolveStore { store, pace, question, method, failed, .. } = self;
        let saved = pace.time(|| store.save_checkpoint(question, method, |out| write(out)));
        *failed = saved.err().map(|error| error.to_string());
    }
}
