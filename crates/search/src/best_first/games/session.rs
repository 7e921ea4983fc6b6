//! A session: solving one state, from the start or from a checkpoint.
//!
//! Solving takes several searches, one after the other: questions about outcomes, passes, moves.
//! Which they are depends only on the results of the earlier ones. So a checkpoint has the results
//! of the finished searches, in order, and the tree of the unfinished one; to resume, the driver
//! runs as usual and receives the results it already had.

use std::io::{self, Write};
use std::time::Duration;

use ludex_game::{Bounds, Outcome};

use crate::best_first::checkpoint::{Word, load_all, load_one, save_all};
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::budget::Meter;
use crate::key::StateKeys;
use crate::table::mix;

/// Saves and loads checkpoints.
pub trait Checkpoints {
    /// Returns the last checkpoint of the state that is searched, if there is one.
    fn load(&mut self) -> Option<Vec<u8>> {
        None
    }

    /// Returns the time between two checkpoints, if it is prescribed.
    fn interval(&self) -> Option<Duration> {
        None
    }

    /// Returns whether a checkpoint is due. Called every few thousand nodes.
    fn due(&mut self) -> bool;

    /// Saves a checkpoint: the bytes that `write` writes. Called when a checkpoint is due and when
    /// the budget is used up, with the nodes that this run has counted so far.
    fn save(&mut self, nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>);
}

/// Receives bounds on the values of states.
pub type BoundsSink<'e, S> = dyn Fn(&S, Bounds) + Sync + 'e;

/// Optional services of a search.
pub struct Extras<'e, S> {
    /// Save checkpoints.
    pub checkpoints: Option<&'e mut dyn Checkpoints>,
    /// Resume from a checkpoint. A damaged one, or one of another search, is ignored.
    pub resume: Option<Vec<u8>>,
    /// Receives all proved bounds, after every search in a game without cycles. A state can occur
    /// several times. Searches that were finished before the checkpoint export nothing.
    pub export: Option<&'e BoundsSink<'e, S>>,
}

impl<S> Default for Extras<'_, S> {
    fn default() -> Self {
        Extras { checkpoints: None, resume: None, export: None }
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
    pub counts: Counts,
    /// Identifies what is solved: checkpoints with the same number are interchangeable.
    about: u64,
    /// Makes the keys of nodes.
    pub keys: StateKeys,
    /// The results of the finished searches, and how many of them the driver has asked for.
    pub log: Vec<Found>,
    pub asked: usize,
    /// The search that was running when the checkpoint was made.
    pub unfinished: Option<Vec<u8>>,
    /// The nodes that this run had counted at its last checkpoint.
    kept_at: u64,
}

const MAGIC: u64 = u64::from_le_bytes(*b"LdxBeFi\x04");

impl<'s, 'b> Session<'s, 'b> {
    pub fn new(
        meter: Meter<'b>,
        about: u64,
        keys: StateKeys,
        checkpoints: Option<&'s mut dyn Checkpoints>,
        resume: Option<Vec<u8>>,
    ) -> Self {
        let mut session = Session {
            meter,
            checkpoints,
            counts: Counts::default(),
            about,
            keys,
            log: Vec::new(),
            asked: 0,
            unfinished: None,
            kept_at: 0,
        };
        if let Some(bytes) = resume {
            // Missing results are computed again.
            session.load(bytes);
        }
        session
    }

    /// Saves a checkpoint with an unfinished search, if checkpoints are kept and this run has got
    /// any further than the last one.
    pub fn keep<P: Scheme>(&mut self, search: &BestFirst<P>) {
        let nodes = self.meter.nodes();
        if nodes == self.kept_at {
            return;
        }
        if let Some(keeper) = self.checkpoints.take() {
            let bytes = self.save(search);
            keeper.save(nodes, &|out| out.write_all(&bytes));
            (self.checkpoints, self.kept_at) = (Some(keeper), nodes);
        }
    }

    /// Returns a checkpoint with an unfinished search. The last eight bytes are a checksum.
    fn save<P: Scheme>(&self, search: &BestFirst<P>) -> Vec<u8> {
        let mut out = Vec::new();
        MAGIC.save(&mut out);
        self.about.save(&mut out);
        self.keys.seed().unwrap_or(0).save(&mut out);
        save_all(&self.log, &mut out);
        search.save(&mut out);
        checksum(&out).save(&mut out);
        out
    }

    /// Takes over a checkpoint. Changes nothing unless it is complete and of the same search.
    fn load(&mut self, mut bytes: Vec<u8>) -> Option<()> {
        let (content, sum) = bytes.split_at_checked(bytes.len().checked_sub(8)?)?;
        let mut input = content;
        let header = (load_one(&mut input)?, load_one(&mut input)?);
        if header != (MAGIC, self.about) || u64::load(sum)? != checksum(content) {
            return None;
        }
        self.keys.restore_seed(load_one(&mut input)?);
        self.log = load_all(&mut input)?;
        let (start, end) = (content.len() - input.len(), content.len());
        bytes.truncate(end);
        self.unfinished = Some(bytes.split_off(start));
        Some(())
    }
}

/// Returns a checksum of bytes, eight at a time.
fn checksum(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(bytes.len() as u64, |sum, &word| {
        (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    });
    rest.iter().fold(mix(sum), |sum, &byte| mix(sum ^ u64::from(byte)))
}
