//! A session: solving one state, from the start or from a checkpoint.
//!
//! Solving takes several searches, one after the other: questions about outcomes, passes, moves.
//! Which they are depends only on the results of the earlier ones. So a checkpoint has the results
//! of the finished searches, in order, and the tree of the unfinished one; to resume, the driver
//! runs as usual and receives the results it already had.

use std::io::{self, Read, Write};
use std::time::Duration;

use ludex_game::{Bounds, Outcome};

use crate::best_first::checkpoint::Word;
use crate::best_first::parallel::elsewhere::{JobOffice, JobRecord};
use crate::best_first::scheme::Scheme;
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::best_first::stream::{Loader, Saver};
use crate::budget::Meter;
use crate::key::StateKeys;

/// Saves and loads checkpoints.
pub trait Checkpoints {
    /// Returns the last checkpoint of the state that is searched, if there is one, to be read from
    /// its beginning. May be called several times.
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        None
    }

    /// Learns that the search goes on from the checkpoint, which was read just now.
    fn restored(&mut self) {}

    /// Returns the size of the largest checkpoint that can be restored within this time, about. No
    /// larger one is left to the next run.
    fn restorable(&self, _within: Duration) -> u64 {
        u64::MAX
    }

    /// Learns that the checkpoint is damaged or of another search, or has another format, so that
    /// the search begins anew.
    fn refused(&mut self) {}

    /// Returns the time between two checkpoints, if it is prescribed.
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// Returns whether a checkpoint is due. Called every few thousand nodes.
    fn due(&mut self) -> bool;

    /// Returns how long it will take to save a checkpoint of this size: a search ends this much
    /// earlier than its time is up.
    fn time_to_save(&self, _size: CheckpointSize) -> Duration {
        Duration::ZERO
    }

    /// Keeps results of jobs done elsewhere, which the last checkpoint does not have. The next one
    /// has them. The default is for searches without such jobs.
    fn keep_results(&mut self, _results: &[JobRecord]) {}

    /// Returns the results kept since the last checkpoint, in the order in which they came.
    fn results(&mut self) -> Vec<JobRecord> {
        Vec::new()
    }

    /// Saves a checkpoint: the bytes that `write` writes. Called when a checkpoint is due and when
    /// the budget is used up, with the nodes that this run has counted so far. Where `write` flushes
    /// a part begins that often begins with the same bytes as in the last checkpoint.
    fn save(&mut self, nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>);
}

/// The size of a checkpoint that could be saved now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckpointSize {
    /// The number of bytes, about.
    pub bytes: u64,
    /// Whether it has nothing in common with the last one, as the nodes have new numbers.
    pub anew: bool,
}

/// Receives bounds on the values of states.
pub type BoundsSink<'e, S> = dyn Fn(&S, Bounds) + Sync + 'e;

/// Writes states as text.
pub type StateWriter<'e, S> = dyn Fn(&S) -> String + Sync + 'e;

/// Optional services of a search.
pub struct Extras<'e, S> {
    /// Resume from the last checkpoint, and save others.
    pub checkpoints: Option<&'e mut dyn Checkpoints>,
    /// Receives all proved bounds, after every search in a game without cycles. A state can occur
    /// several times. Searches that were finished before the checkpoint export nothing.
    pub export: Option<&'e BoundsSink<'e, S>>,
    /// Does the second level of the search for the value.
    pub office: Option<&'e mut dyn JobOffice>,
    /// Writes the states that its jobs are about. Without it jobs are about ways to states, which
    /// cannot be followed everywhere where mirror images are treated as one.
    pub writer: Option<&'e StateWriter<'e, S>>,
}

impl<S> Default for Extras<'_, S> {
    fn default() -> Self {
        Extras { checkpoints: None, export: None, office: None, writer: None }
    }
}

/// The result of one search.
#[derive(Clone, Copy)]
pub(in crate::best_first) struct Found {
    pub bounds: Bounds,
    /// The place of a child of the root that alone decides, in the order of the moves.
    pub witness: Option<usize>,
}

impl Word for Found {
    const BYTES: usize = 8;

    fn save(self, out: &mut Vec<u8>) {
        self.bounds.save(out);
        self.witness.map_or(u32::MAX, |place| place as u32).save(out);
    }

    fn load(bytes: &[u8]) -> Option<Found> {
        let (bounds, place) = bytes.split_at_checked(4)?;
        let place = u32::load(place)?;
        let witness = (place != u32::MAX).then_some(place as usize);
        Some(Found { bounds: Bounds::load(bounds)?, witness })
    }
}

/// What to find out about a state.
#[derive(Clone, Copy)]
pub(in crate::best_first) enum Goal {
    Value,
    AtLeast(Outcome),
}

impl Goal {
    pub fn reached(self, bounds: Bounds) -> bool {
        match self {
            Goal::Value => bounds.exact().is_some(),
            Goal::AtLeast(outcome) => bounds.low >= outcome || bounds.high < outcome,
        }
    }
}

/// The counts of a session.
#[derive(Clone, Copy, Default)]
pub(in crate::best_first) struct Counts {
    /// The nodes created, and the largest memory use.
    pub created: u64,
    pub bytes: u64,
    /// The nodes expanded without those of second-level searches.
    pub first_level: u64,
}

pub(in crate::best_first) struct Session<'s, 'b> {
    pub meter: Meter<'b>,
    pub checkpoints: Option<&'s mut dyn Checkpoints>,
    /// Does the jobs of the searches, if not this process.
    pub office: Option<&'s mut dyn JobOffice>,
    /// The results of jobs of an earlier run that the checkpoint does not have.
    pub results: Vec<JobRecord>,
    pub counts: Counts,
    /// The time that this run has in all, if it is limited.
    slice: Option<Duration>,
    /// Identifies what is solved: checkpoints with the same number are interchangeable.
    about: u64,
    /// Makes the keys of nodes.
    pub keys: StateKeys,
    /// The results of the finished searches, and how many of them the driver has asked for.
    pub log: Vec<Found>,
    pub asked: usize,
    /// Whether the checkpoint has a search that was running when it was made.
    unfinished: bool,
    /// The nodes that this run had counted at its last checkpoint.
    kept_at: u64,
}

/// The part of a run that restoring is planned to take: less than a tenth, as it does not always take
/// the same.
const RESTORING: u32 = 14;
/// The size in bytes of checkpoints that are not too large for any run.
const LEAST_SAVED: u64 = 1 << 20;

const MAGIC: u64 = u64::from_le_bytes(*b"LdxBeFi\x06");

impl<'s, 'b> Session<'s, 'b> {
    pub fn new(
        meter: Meter<'b>,
        about: u64,
        keys: StateKeys,
        checkpoints: Option<&'s mut dyn Checkpoints>,
    ) -> Self {
        let slice = meter.time();
        let mut session = Session {
            meter,
            checkpoints,
            office: None,
            results: Vec::new(),
            counts: Counts::default(),
            slice,
            about,
            keys,
            log: Vec::new(),
            asked: 0,
            unfinished: false,
            kept_at: 0,
        };
        match session.load().map(|loaded| loaded.map(|(seed, log, _)| (seed, log))) {
            Some(Some((seed, log))) => {
                session.keys.restore_seed(seed);
                (session.log, session.unfinished) = (log, true);
            }
            Some(None) => session.refuse(),
            None => {}
        }
        session
    }

    /// Lets an office do the jobs of the searches, and takes over what it did in an earlier run.
    pub fn employ(&mut self, office: Option<&'s mut dyn JobOffice>) {
        self.office = office;
        if let (Some(_), Some(keeper)) = (&self.office, &mut self.checkpoints) {
            self.results = keeper.results();
        }
        // The keys of the results are of use with their seed only.
        let seed = self.results.first().and_then(|record| record.job.key_seed);
        if let (Some(seed), false) = (seed, self.unfinished) {
            self.keys.restore_seed(seed);
        }
    }

    /// Tells that the checkpoint cannot be used.
    pub fn refuse(&mut self) {
        if let Some(keeper) = &mut self.checkpoints {
            keeper.refused();
        }
    }

    /// Returns the size of the largest checkpoint that is left to a run that has as much time as this
    /// one, so that restoring it takes at most a tenth of that.
    pub fn max_saved(&self) -> u64 {
        match (self.slice, &self.checkpoints) {
            (Some(slice), Some(keeper)) => keeper.restorable(slice / RESTORING).max(LEAST_SAVED),
            _ => u64::MAX,
        }
    }

    /// Saves a checkpoint with an unfinished search, if checkpoints are kept and this run has got
    /// any further than the last one.
    pub fn keep<P: Scheme>(&mut self, search: &BestFirst<P>) {
        let nodes = self.meter.nodes();
        if nodes == self.kept_at {
            return;
        }
        if let Some(keeper) = self.checkpoints.take() {
            keeper.save(nodes, &|out| self.save(search, &mut Saver::new(out)));
            (self.checkpoints, self.kept_at) = (Some(keeper), nodes);
        }
    }

    /// Writes a checkpoint with an unfinished search: the seed of the keys and the results so far
    /// with a checksum, and the search with another.
    fn save<P: Scheme>(&self, search: &BestFirst<P>, out: &mut Saver<'_>) -> io::Result<()> {
        out.word(MAGIC)?;
        out.word(self.about)?;
        out.word(self.keys.seed().unwrap_or(0))?;
        out.words(&self.log)?;
        out.checksum()?;
        search.save(out)
    }

    /// Returns the seed and the results of the checkpoint and what comes after them, if there is a
    /// checkpoint, and if it is of the same search.
    fn load(&mut self) -> Option<Option<Beginning<'_>>> {
        let input = Loader::new(self.checkpoints.as_mut()?.load()?);
        Some(load_results(input, self.about))
    }

    /// Returns the unfinished search of the checkpoint, once.
    pub fn unfinished<P: Scheme>(
        &mut self,
        scheme: P,
        options: LoopOptions,
    ) -> Option<BestFirst<P>> {
        if !std::mem::take(&mut self.unfinished) {
            return None;
        }
        let (_, _, mut input) = self.load()??;
        let search = BestFirst::load(scheme, options, &mut input);
        drop(input);
        match (&search, &mut self.checkpoints) {
            (Some(_), Some(keeper)) => keeper.restored(),
            _ => self.refuse(),
        }
        search
    }
}

/// The seed of the keys of a checkpoint, the results of its finished searches, and the rest of it.
type Beginning<'s> = (u64, Vec<Found>, Loader<'s>);

/// Reads the beginning of a checkpoint.
fn load_results(mut input: Loader<'_>, about: u64) -> Option<Beginning<'_>> {
    if (input.word()?, input.word()?) != (MAGIC, about) {
        return None;
    }
    let (seed, log) = (input.word()?, input.words()?);
    input.checksum()?;
    Some((seed, log, input))
}
