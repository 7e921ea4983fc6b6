//! Answers and checkpoints on disk, so that a search that was killed goes on.

use std::io::{self, Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use ludex_game::Outcome;
use ludex_search::{CheckpointSize, Checkpoints, JobRecord, ProofJob, ProvedStates};
use ludex_store::{Answer, Key, Pace, Question, RestoreCost, SaveCost, Store, StoreError};

use super::endgames::EndgameTable;
use crate::answers::{StoreTrust, Work};
use crate::error::InputError;
use crate::requests::Solve;

/// The store, and the question it is asked about just now.
pub(super) struct SolveStore {
    store: Store,
    pace: Pace,
    cost: SaveCost,
    restoring: RestoreCost,
    interval: Option<Duration>,
    /// The algorithm and all options that change what a checkpoint means.
    method: String,
    question: Question,
    /// What earlier runs have spent on the question, and when this one began.
    earlier: Work,
    start: Instant,
    /// The bytes of the checkpoint that is being read, and since when.
    loading: Option<(u64, Instant)>,
    /// The results of jobs since the last checkpoint, one a line.
    results: Vec<u8>,
    /// How many jobs that ask for proofs were done.
    proofs: usize,
    /// Why the last checkpoint could not be saved.
    failed: Option<String>,
    /// Whether there was a checkpoint that could not be used.
    refused: bool,
}

impl SolveStore {
    /// Opens the store of a request at a path, or makes one.
    pub fn open(path: &Path, method: String, request: &Solve) -> Result<SolveStore, InputError> {
        let key = request.store_key.as_deref().map_or_else(Key::of_user, Key::at);
        let key = key.map_err(|error| InputError::new(error.to_string()))?;
        let store = open_when_free(path, &key)
            .map_err(|error| InputError::new(format!("{}: {error}", path.display())))?;
        let every = request.checkpoint_every;
        let interval = every.and_then(|s| Duration::try_from_secs_f64(s).ok());
        let question = Question { game: String::new(), digest: None, position: String::new() };
        Ok(SolveStore {
            store,
            pace: Pace::new(),
            cost: SaveCost::default(),
            restoring: RestoreCost::default(),
            interval,
            method,
            question,
            earlier: Work::default(),
            start: Instant::now(),
            loading: None,
            results: Vec::new(),
            proofs: 0,
            failed: None,
            refused: false,
        })
    }

    /// Turns to a question. Returns its answer if it is known.
    pub fn turn_to(&mut self, question: Question) -> Option<Answer> {
        (self.question, self.earlier, self.start) = (question, Work::default(), Instant::now());
        self.proofs = 0;
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

    /// Keeps an answer; its checkpoint is of no use any more, nor what jobs have found.
    pub fn keep(&mut self, answer: &Answer) -> Result<(), InputError> {
        let proofs = 0..std::mem::take(&mut self.proofs);
        let proofs = proofs.map(|number| proofs_of(&self.method, number));
        let methods = [self.method.clone(), results_of(&self.method)].into_iter().chain(proofs);
        let kept = self.store.remember(&self.question, answer);
        self.results.clear();
        // All at once: a run that is killed in between would begin anew.
        kept.and_then(|()| self.store.drop_checkpoints(&self.question, methods))
            .map_err(|error| InputError::new(format!("cannot keep the answer: {error}")))?;
        Ok(())
    }

    /// Drops the results of jobs, which the checkpoint has or nobody needs any more.
    fn drop_results(&mut self) -> Result<(), StoreError> {
        self.results.clear();
        self.store.drop_checkpoint(&self.question, &results_of(&self.method)).map(drop)
    }

    /// Keeps the proofs that a job has made.
    pub fn keep_proofs(&mut self, job: &ProofJob, proofs: &[ProvedStates]) {
        // Numbers and texts can always be written.
        let bytes = serde_json::to_vec(&(job, proofs)).unwrap_or_default();
        let name = proofs_of(&self.method, self.proofs);
        let kept = self.store.save_checkpoint(&self.question, &name, |out| out.write_all(&bytes));
        self.failed = kept.err().map(|error| error.to_string());
        self.proofs += 1;
    }

    /// Returns the proofs of the next job of an earlier run.
    pub fn next_proofs(&mut self) -> Option<(ProofJob, Vec<ProvedStates>)> {
        let (name, mut bytes) = (proofs_of(&self.method, self.proofs), Vec::new());
        self.store.checkpoint(&self.question, &name)?.read_to_end(&mut bytes).ok()?;
        let proofs = serde_json::from_slice(&bytes).ok()?;
        self.proofs += 1;
        Some(proofs)
    }

    /// Returns what is to be said of a position that was searched although the store may know it.
    pub fn trust(&self) -> Option<StoreTrust> {
        self.store.is_foreign().then(|| StoreTrust { trusted: false, remark: FOREIGN.to_string() })
    }

    /// Returns why the last checkpoint could not be saved, if it could not.
    pub fn failure(&mut self) -> Option<String> {
        self.failed.take()
    }

    /// Returns that the checkpoint of an earlier run could not be used, if it could not.
    pub fn refusal(&mut self) -> Option<&'static str> {
        std::mem::take(&mut self.refused).then_some(
            "the checkpoint in the store could not be used: it is damaged, or of another version of \
             Ludex; the search has begun anew",
        )
    }
}

/// What is said of a store that has more than what was written with the key of the user.
const FOREIGN: &str = "not all of this store was written with your key: what was not is not used, \
                       and this position was searched";

/// What an endgame table is kept as, with the version of its format.
const ENDGAMES: &str = "endgame table 2";

/// Returns what the results of jobs of a search are kept as.
fn results_of(method: &str) -> String {
    format!("results of jobs 1, {method}")
}

/// Returns what the proofs of a job of a search are kept as.
fn proofs_of(method: &str, number: usize) -> String {
    format!("proofs of job {number} 1, {method}")
}

/// Returns the question about a game as a whole.
fn whole_game(question: &Question) -> Question {
    Question { position: String::new(), ..question.clone() }
}

/// Opens a store, and waits a moment if it is in use: a program that was killed may still hold it.
fn open_when_free(path: &Path, key: &Key) -> Result<Store, StoreError> {
    for _ in 0..30 {
        match Store::open(path, key) {
            Err(StoreError::InUse) => std::thread::sleep(Duration::from_millis(100)),
            opened => return opened,
        }
    }
    Store::open(path, key)
}

impl Checkpoints for SolveStore {
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        let (start, mut nodes, mut seconds) = (Instant::now(), [0; 8], [0; 8]);
        let mut checkpoint = self.store.checkpoint(&self.question, &self.method)?;
        if checkpoint.read_exact(&mut nodes).and(checkpoint.read_exact(&mut seconds)).is_err() {
            self.refused = true;
            return None;
        }
        let (nodes, seconds) = (u64::from_le_bytes(nodes), f64::from_le_bytes(seconds));
        self.earlier = Work { nodes, seconds };
        self.loading = Some((checkpoint.bytes_left(), start));
        Some(Box::new(checkpoint))
    }

    fn restored(&mut self) {
        if let Some((bytes, start)) = self.loading.take() {
            let took = start.elapsed();
            self.restoring.learn(bytes, took);
            // To save it will take longer than to restore it, as it goes to the disk.
            self.cost.learn(bytes, 2 * took);
            self.pace.saved(self.cost.of(bytes));
        }
    }

    fn restorable(&self, within: Duration) -> u64 {
        self.restoring.bytes_within(within)
    }

    fn time_to_save(&self, CheckpointSize { bytes, anew }: CheckpointSize) -> Duration {
        if anew { self.cost.of_new(bytes) } else { self.cost.of(bytes) }
    }

    fn refused(&mut self) {
        (self.refused, self.earlier) = (true, Work::default());
    }

    fn interval(&self) -> Option<Duration> {
        self.interval
    }

    fn due(&mut self) -> bool {
        self.pace.due()
    }

    fn keep_results(&mut self, results: &[JobRecord]) {
        for result in results {
            // Numbers and texts can always be written.
            self.results.extend(serde_json::to_vec(result).unwrap_or_default());
            self.results.push(b'\n');
        }
        let SolveStore { store, question, method, results, .. } = self;
        let write = |out: &mut dyn Write| out.write_all(results);
        let saved = store.save_checkpoint(question, &results_of(method), write);
        self.failed = saved.err().map(|error| error.to_string());
    }

    fn results(&mut self) -> Vec<JobRecord> {
        self.results.clear();
        let kept = self.store.checkpoint(&self.question, &results_of(&self.method));
        let read = kept.map(|mut kept| kept.read_to_end(&mut self.results));
        if !matches!(read, Some(Ok(_))) {
            self.results.clear();
        }
        let lines = self.results.split(|&byte| byte == b'\n');
        let records: Vec<JobRecord> =
            lines.map_while(|line| serde_json::from_slice(line).ok()).collect();
        self.earlier.nodes += records.iter().map(|record| record.nodes + 1).sum::<u64>();
        records
    }

    /// Saves a checkpoint: first what was spent on it, then the bytes of the search.
    fn save(&mut self, nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let Work { nodes, seconds } = self.total(nodes);
        let SolveStore { store, pace, cost, question, method, failed, .. } = self;
        let with_total = |out: &mut dyn Write| {
            out.write_all(&nodes.to_le_bytes())?;
            out.write_all(&seconds.to_le_bytes())?;
            write(out)
        };
        let start = Instant::now();
        let saved = store.save_checkpoint(question, method, with_total);
        *failed = saved.err().map(|error| error.to_string());
        let bytes =
            store.checkpoint(question, method).map_or(0, |checkpoint| checkpoint.bytes_left());
        cost.learn(bytes, start.elapsed());
        pace.saved(start.elapsed());
        if self.failed.is_none() && !self.results.is_empty() {
            self.failed = self.drop_results().err().map(|error| error.to_string());
        }
    }
}
