//! A session: solving one state, from the start or from a checkpoint.
//!
//! Solving takes several searches, one after the other: questions about outcomes, passes, moves. Which
//! they are depends on what the earlier ones found and on nothing else. So a checkpoint has the
//! results of the searches that are done, in order, and the tree of the one that is not; to go on
//! from it the driver runs as ever and is handed the results it already had.

use std::io::{self, Read, Write};
use std::thread;

use ludex_game::{Bounds, Hints, Outcome};

use crate::best_first::checkpoint::{Word, load_all, load_one, save_all, save_one};
use crate::best_first::games::explorer::{GameExplorer, Ways};
use crate::best_first::games::solver::BestFirstSolver;
use crate::best_first::scheme::Scheme;
use crate::best_first::search::{BestFirst, LoopOptions};
use crate::budget::{Meter, Search, Stopped};
use crate::table::mix;

/// Where checkpoints go.
pub trait Checkpoints {
    /// Whether it is time for one. Asked every few thousand nodes.
    fn due(&mut self) -> bool;

    /// Saves one: what the function writes. It is called when one is due and when the budget is used
    /// up.
    fn save(&mut self, write: &dyn Fn(&mut dyn Write) -> io::Result<()>);
}

/// Is told bounds on the values of states.
pub type Pupil<'e, S> = dyn FnMut(&S, Bounds) + 'e;

/// What a search can do besides solving.
pub struct Extras<'e, S> {
    /// Save checkpoints.
    pub checkpoints: Option<&'e mut dyn Checkpoints>,
    /// Go on from a checkpoint. One that is damaged or about something else is not used.
    pub resume: Option<&'e mut dyn Read>,
    /// Be told all bounds that were proved, after every search in a game without cycles. A state can
    /// come several times. Of searches that were over before the checkpoint nothing is told.
    pub teach: Option<&'e mut Pupil<'e, S>>,
}

impl<S> Default for Extras<'_, S> {
    fn default() -> Self {
        Extras { checkpoints: None, resume: None, teach: None }
    }
}

/// What one search found.
#[derive(Clone, Copy)]
pub(in crate::best_first) struct Found {
    pub bounds: Bounds,
    /// The place of a child of the root that alone decides, among the moves in their order.
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

/// Counts of a whole session.
#[derive(Clone, Copy, Default)]
pub(in crate::best_first) struct Counts {
    /// Nodes made, and the most memory used at a time.
    pub created: u64,
    pub bytes: u64,
    /// Nodes expanded without those of second-level searches.
    pub first_level: u64,
    /// Nodes visited before the checkpoint this went on from.
    pub earlier: u64,
}

pub(in crate::best_first) struct Session<'s, 'b, S> {
    pub meter: Meter<'b>,
    extras: Extras<'s, S>,
    pub counts: Counts,
    /// What is solved: the same for checkpoints that can be used for each other.
    about: u64,
    /// What the searches found that are done; the driver has asked for so many of them.
    log: Vec<Found>,
    asked: usize,
    /// The search that a checkpoint was made in.
    unfinished: Option<Vec<u8>>,
}

const MAGIC: u64 = u64::from_le_bytes(*b"LdxBeFi\x02");
/// How many nodes go by until it is asked again whether a checkpoint is due.
const STRIDE: u64 = 4096;

impl<'s, 'b, S> Session<'s, 'b, S> {
    pub fn new(meter: Meter<'b>, extras: Extras<'s, S>, about: u64) -> Self {
        let counts = Counts::default();
        let mut session =
            Session { meter, extras, counts, about, log: Vec::new(), asked: 0, unfinished: None };
        if let Some(input) = session.extras.resume.take() {
            // What is left out is done again.
            session.load(input);
        }
        session
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

    /// Reads a checkpoint. Changes nothing unless it is whole and about the same.
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

/// Sums up the bytes that go by (FNV-1a).
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

/// A search about to be run, once its scheme is known.
pub(in crate::best_first) struct Run<'r, 's, 'g, 'b, G: Hints> {
    pub solver: &'r BestFirstSolver<'g, G>,
    pub session: &'r mut Session<'s, 'b, G::State>,
    pub state: &'r G::State,
    pub goal: Goal,
    pub repetition: Outcome,
    pub found: &'r mut Found,
}

impl<'g, G: Hints> Run<'_, '_, 'g, '_, G> {
    pub fn with<S: Scheme>(&mut self, scheme: S) -> Search<()> {
        let place = self.session.asked;
        self.session.asked += 1;
        if let Some(&found) = self.session.log.get(place) {
            *self.found = found;
            return Ok(());
        }
        let (mut search, mut explorer) = self.begin(scheme)?;
        let result = self.go_on(&mut search, &mut explorer);
        if !search.tree.is_empty() {
            let bounds = search.bounds();
            let witness = search.witness(self.goal.reached(bounds));
            *self.found = Found { bounds, witness };
        }
        if let Err(Stopped::Nodes | Stopped::Time | Stopped::Interrupted) = result {
            self.save(&search);
        }
        let counts = &mut self.session.counts;
        counts.created += search.created;
        counts.first_level += search.expansions;
        let bytes = search.bytes(&explorer).max(search.peak);
        counts.bytes = counts.bytes.max(bytes as u64);
        if let (Some(tell), false) = (&mut self.session.extras.teach, self.solver.game.can_repeat())
        {
            search.teach(&mut explorer, self.solver.best, *tell);
        }
        result?;
        self.session.log.push(*self.found);
        Ok(())
    }

    /// A new search, or the one of the checkpoint.
    fn begin<S: Scheme>(&mut self, scheme: S) -> Search<(BestFirst<S>, GameExplorer<'g, G>)> {
        let ways = self.solver.ways(self.repetition);
        let options = LoopOptions {
            dag: ways.dag,
            shortcut: self.solver.options.shortcut,
            second_level: self.solver.options.second_level,
            prune: self.solver.options.prune,
            max_bytes: self.solver.max_bytes,
        };
        let explorer = |ways: Ways| GameExplorer::new(self.solver.game, self.state.clone(), ways);
        if let Some(bytes) = self.session.unfinished.take() {
            let old = BestFirst::load(scheme.clone(), options, &mut &bytes[..]);
            if let Some(mut old) = old {
                // Other playouts than those that the tree has already seen.
                let seed = mix(ways.seed.wrapping_add(old.expansions));
                let mut explorer = explorer(Ways { seed, ..ways });
                if old.unfold_again(&mut explorer, &mut self.session.meter)? {
                    return Ok((old, explorer));
                }
            }
        }
        Ok((BestFirst::new(scheme, options), explorer(ways)))
    }

    fn go_on<S: Scheme>(
        &mut self,
        search: &mut BestFirst<S>,
        explorer: &mut GameExplorer<'g, G>,
    ) -> Search<()> {
        let goal = self.goal;
        let enough = |bounds| goal.reached(bounds);
        loop {
            let session = &mut *self.session;
            let mut keeper = session.extras.checkpoints.as_deref_mut();
            let mut next = session.meter.nodes() + STRIDE;
            let mut pause = |nodes| match &mut keeper {
                Some(keeper) if nodes >= next => {
                    next = nodes + STRIDE;
                    keeper.due()
                }
                _ => false,
            };
            let meter = &mut session.meter;
            match self.solver.options.threads {
                1 => search.run(explorer, meter, &enough, &mut pause)?,
                more if self.solver.options.second_level => {
                    search.run_with(more, explorer, meter, &enough, &mut pause)?;
                }
                more => thread::scope(|scope| {
                    let _contract = explorer.hire(scope, more - 1);
                    let result = search.run_together(explorer, meter, &enough, &mut pause);
                    explorer.dismiss();
                    result
                })?,
            }
            if enough(search.bounds()) {
                return Ok(());
            }
            self.save(search);
        }
    }

    fn save<S: Scheme>(&mut self, search: &BestFirst<S>) {
        if let Some(keeper) = self.session.extras.checkpoints.take() {
            keeper.save(&|out| self.session.save(search, out));
            self.session.extras.checkpoints = Some(keeper);
        }
    }
}
