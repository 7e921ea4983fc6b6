//! Answers and checkpoints on disk, so that a search that was killed goes on.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ludex_game::Outcome;
use ludex_search::Checkpoints;
use ludex_store::{Answer, Pace, Question, Store, StoreError};

use super::endgames::EndgameTable;
use crate::answers::Work;
use crate::error::InputError;

/// The store, and the question it is asked about just now.
pub(super) struct SolveStore {
    store: Store,
    pace: Pace,
    interval: Option<Duration>,
    /// The algorithm and all options that change what a checkpoint means.
    method: String,
    question: Question,
    /// What earlier runs have spent on the question, and when this one began.
    earlier: Work,
    start: Instant,
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
        Ok(SolveStore {
            store,
            pace: Pace::new(),
            interval,
            method,
            question,
            earlier: Work::default(),
            start: Instant::now(),
            failed: None,
        })
    }

    /// Turns to a question. Returns its answer if it is known.
    pub fn turn_to(&mut self, question: Question) -> Option<Answer> {
        (self.question, self.earlier, self.start) = (question, Work::default(), Instant::now());
        self.pace = self.interval.map_or_else(Pace::new, Pace::every);
        self.store.solved(&self.question).cloned()
    }

    /// Returns what all runs have spent on the question, given the nodes of this one.
    pub fn total(&self, nodes: u64) -> Work {
        let seconds = self.earlier.seconds + self.start.elapsed().as_secs_f64();
        Work { nodes: self.earlier.nodes + nodes, seconds }
    }

    /// Reads the endgame table of a game whose best outcome is this one; an empty one if there is
    /// none.
    pub fn endgames(&mut self, game: &Question, best: Outcome) -> EndgameTable {
        let (question, mut bytes) = (whole_game(game), Vec::new());
        let table = self.store.checkpoint(&question, ENDGAMES);
        let read = table.and_then(|mut table| table.read_to_end(&mut bytes).ok());
        read.and_then(|_| EndgameTable::from_bytes(&bytes, best)).unwrap_or_default()
    }

    /// Keeps the endgame table of a game.
    pub fn keep_endgames(&mut self, table: &EndgameTable) -> Result<(), InputError> {
        let (question, bytes) = (whole_game(&self.question), table.to_bytes());
        let kept = self.store.save_checkpoint(&question, ENDGAMES, |out| out.write_all(&bytes));
        kept.map_err(|error| InputError::new(format!("cannot keep the endgame table: {error}")))
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

/// What an endgame table is kept as, with the version of its format.
const ENDGAMES: &str = "endgame table 2";

/// Returns the question about a game as a whole.
fn whole_game(question: &Question) -> Question {
    Question { position: String::new(), ..question.clone() }
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
        let start = Instant::now();
        let (mut nodes, mut seconds, mut bytes) = ([0; 8], [0; 8], Vec::new());
        let mut checkpoint = self.store.checkpoint(&self.question, &self.method)?;
        let read = checkpoint.read_exact(&mut nodes).and(checkpoint.read_exact(&mut seconds));
        read.and_then(|()| checkpoint.read_to_end(&mut bytes)).ok()?;
        let (nodes, seconds) = (u64::from_le_bytes(nodes), f64::from_le_bytes(seconds));
        self.earlier = Work { nodes, seconds };
        // To save it will take about as long as to read and to restore it.
        self.pace.saved(2 * start.elapsed());
        Some(bytes)
    }

    fn interval(&self) -> Option<Duration> {
        self.interval
    }

    fn due(&mut self) -> bool {
        self.pace.due()
    }

    /// Saves a checkpoint: first what was spent on it, then the bytes of the search.
    fn save(&mut self, nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let Work { nodes, seconds } = self.total(nodes);
        let SolveStore { store, pace, question, method, failed, .. } = self;
        let with_total = |out: &mut dyn Write| {
            out.write_all(&nodes.to_le_bytes())?;
            out.write_all(&seconds.to_le_bytes())?;
            write(out)
        };
        let saved = pace.time(|| store.save_checkpoint(question, method, with_total));
        *failed = saved.err().map(|error| error.to_string());
    }
}
