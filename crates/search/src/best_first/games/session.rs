//! A session: solving one state, from the start or from a checkpoint.
//!
//! Solving takes several searches, one after the other: questions about outcomes, passes, moves.
//! Which they are depends only on the results of the earlier ones. So a checkpoint has the results
//! of the finished searches, in order, and the tree of the unfinished one; to resume, the driver
//! runs as usual and receives the results it already had.

use std::io::{self, Read, Write};
use std::time::Duration;

use ludex_game::{Bounds, Outcome};

use crate::best_first::checkpoint::{Word, load_all, load_one, save_all, save_one};
use crate::best_first::scheme::Scheme;
use crate::best_first::search::BestFirst;
use crate::budget::Meter;

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
    /// the budget is used up.
    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>);
}

/// Receives bounds on the values of states.
pub type BoundsSink<'e, S> = dyn Fn(&S, Bounds) + Sync + 'e;

/// Optional services of a search.
pub struct Extras<'e, S> {
    /// Save checkpoints.
    pub checkpoints: Option<&'e mut dyn Checkpoints>,
    /// Resume from a checkpoint. A damaged one, or one of another search, is ignored.
    pub resume: Option<&'e mut dyn Read>,
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

/// The counts of a whole session.
#[derive(Clone, Copy, Default)]
pub(in crate::best_first) struct Counts {
    /// The nodes created, and the largest memory use.
    pub created: u64,
    pub bytes: u64,
    /// The nodes expanded without those of second-level searches.
    pub first_level: u64,
    /// The nodes visited before the checkpoint that was resumed.
    pub earlier: u64,
}

pub(in crate::best_first) struct Session<'s, 'b> {
    pub meter: Meter<'b>,
    pub checkpoints: Option<&'s mut dyn Checkpoints>,
    pub counts: Counts,
    /// Identifies what is solved: checkpoints with the same number are interchangeable.
    about: u64,
    /// The results of the finished searches, and how many of them the driver has asked for.
    pub log: Vec<Found>,
    pub asked: usize,
    /// The search that was running when the checkpoint was made.
    pub unfinished: Option<Vec<u8>>,
}

const MAGIC: u64 = u64::from_le_bytes(*b"LdxBeFi\x02");

impl<'s, 'b> Session<'s, 'b> {
    pub fn new(
        meter: Meter<'b>,
        about: u64,
        checkpoints: Option<&'s mut dyn Checkpoints>,
        resume: Option<&mut dyn Read>,
    ) -> Self {
        let (counts, log, asked) = (Counts::default(), Vec::new(), 0);
        let mut session =
            Session { meter, checkpoints, counts, about, log, asked, unfinished: None };
        if let Some(input) = resume {
            // Missing results are computed again.
            session.load(input);
        }
        session
    }

    /// Saves a checkpoint with an unfinished search, if checkpoints are kept.
    pub fn keep<P: Scheme>(&mut self, search: &BestFirst<P>) {
        if let Some(keeper) = self.checkpoints.take() {
            keeper.save(&|out| self.save(search, out));
            self.checkpoints = Some(keeper);
        }
    }

    /// Writes a checkpoint with an unfinished search.
    fn save<P: Scheme>(&self, search: &BestFirst<P>, out: &mut dyn Write) -> io::Result<()> {
        let mut out = Sum { inner: out, sum: 0 };
        save_one(MAGIC, &mut out)?;
        save_one(self.about, &mut out)?;
        save_all(&self.log, &mut out)?;
        let Counts { created, bytes, first_level, earlier } = self.counts;
        save_all(&[created, bytes, first_level, earlier + self.meter.nodes()], &mut out)?;
        let mut tree = Vec::new();
        search.save(&mut tree)?;
        save_all(&tree, &mut out)?;
        let sum = out.sum;
        save_one(sum, &mut out)
    }

    /// Reads a checkpoint. Changes nothing unless it is complete and of the same search.
    fn load(&mut self, input: &mut dyn Read) -> Option<()> {
        let mut input = Sum { inner: input, sum: 0 };
        let header = (load_one(&mut input)?, load_one(&mut input)?);
        if header != (MAGIC, self.about) {
            return None;
        }
        let log = load_all(&mut input)?;
        let counts: Vec<u64> = load_all(&mut input)?;
        let unfinished = load_all(&mut input)?;
        let sum = input.sum;
        let &[created, bytes, first_level, earlier] = &counts[..] else { return None };
        if load_one(&mut input) == Some(sum) {
            self.counts = Counts { created, bytes, first_level, earlier };
            (self.log, self.unfinished) = (log, Some(unfinished));
        }
        Some(())
    }
}

/// A checksum of the bytes that pass (FNV-1a).
struct Sum<T> {
    inner: T,
    sum: u64,
}

impl<T> Sum<T> {
    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.sum = (self.sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).wrapping_add(1);
        }
    }
}

impl Write for Sum<&mut dyn Write> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(bytes)?;
        self.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

impl Read for Sum<&mut dyn Read> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(out)?;
        self.add(&out[..count]);
        Ok(count)
    }
}
