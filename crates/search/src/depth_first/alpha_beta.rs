//! Alpha-beta [Saf13, Algorithm 5] as a sequence of null windows.
//!
//! The one question asked is "is the value at least `t`?": alpha-beta with the window `[t − 1, t]`.
//! A binary search over the ranks of the outcomes finds the value [Saf13, Section 3.3]; the
//! transposition table keeps both bounds of a state, so a later question starts from what the
//! earlier ones have proved. Games with cycles are searched differently, see `cyclic`.

use std::panic::resume_unwind;
use std::thread;

use ludex_game::{Agent, Bounds, Hints, Outcome, Turn};

use super::cyclic::Graph;
use super::null_window::{ActiveStates, HaltReason, Memory, Worker, key_of};
use super::ordering::place;
use super::solve::{SolveOptions, SolveReport};
use crate::budget::{Budget, Meter, Observer, Search};
use crate::key::{Key, StateKeys};
use crate::table::{Entry, NO_MOVE, Table};

/// A question that takes fewer nodes is answered by one thread.
const SHORT: u64 = 2_000;

/// The largest number of threads; more would only slow each other down.
const MOST_THREADS: usize = 256;

/// A search for values that keeps its table for the next state.
pub struct AlphaBeta<'g, G: Hints> {
    pub(super) game: &'g G,
    options: SolveOptions,
    /// The rank of the best outcome.
    best: u16,
    /// From the worst outcome to the best.
    all: Bounds,
    table: Table,
    /// The key of the state that was solved last, and whether entries were restored for the next.
    root: Option<Key>,
    restored: bool,
    /// Whether evidence is made in parts, from proofs of others or for others.
    pub(super) in_parts: bool,
    /// The buffers of each thread.
    memories: Vec<Memory<G::Move>>,
}

impl<'g, G: Hints> AlphaBeta<'g, G> {
    /// Makes a search whose table uses at most this many bytes.
    pub fn new(game: &'g G, options: SolveOptions, max_bytes: usize) -> Self {
        let high = game.outcomes().best();
        let threads = options.threads.clamp(1, MOST_THREADS);
        let threads = if game.can_repeat() || !options.transpositions { 1 } else { threads };
        AlphaBeta {
            game,
            options,
            best: high.0,
            all: Bounds { low: Outcome::WORST, high },
            table: Table::new(
                StateKeys::new(game),
                if options.transpositions { max_bytes } else { 0 },
            ),
            root: None,
            restored: false,
            in_parts: false,
            memories: (0..threads).map(|_| Memory::new(game, options.hints)).collect(),
        }
    }

    /// Searches for the value of a state.
    pub fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let mut report = SolveReport::unknown(self.all);
        let result = if self.game.can_repeat() {
            let mut graph = Graph::new(self.game, self.options.hints);
            let result = graph.solve(&mut meter, state, self.options.best, &mut report);
            report.bytes = graph.bytes();
            result
        } else {
            let result = self.run(&mut meter, state, &mut report);
            report.bytes = self.table.bytes();
            result
        };
        report.all_best =
            report.bounds.exact().is_some() && self.options.best.all() && result.is_ok();
        report.stopped = meter.stopped(result);
        (report.nodes, report.value_nodes) = (meter.nodes(), meter.value_nodes());
        report.created = report.nodes;
        report
    }

    fn run(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        report: &mut SolveReport<G::Move>,
    ) -> Search<()> {
        self.begin(state);
        self.narrow(meter, state, &mut report.bounds)?;
        meter.value_found(report.bounds);
        self.best_moves(meter, state, report.bounds.low.0, &mut report.best)
    }

    /// Starts a new generation of the table, unless the search goes on with the same state: then its
    /// entries are as good as new ones.
    fn begin(&mut self, state: &G::State) {
        let root = Some(self.key(state));
        if self.root != root && !std::mem::take(&mut self.restored) {
            self.table.next_generation();
        }
        self.root = root;
    }

    /// Imports bounds of a state that were proved elsewhere, and a best move if there is one, so
    /// that evidence can be made from the result of another search. The bounds must be true. They
    /// are kept as long as there is room. (In games with cycles nothing is kept.)
    pub fn import_bounds(&mut self, state: &G::State, bounds: Bounds, best: Option<G::Move>) {
        let Turn::Of(agent) = self.game.turn(state) else { return };
        if !self.options.transpositions || self.game.can_repeat() || bounds.low > bounds.high {
            return;
        }
        let moves = self.all_moves(state, agent);
        let best = best.and_then(|best| moves.iter().position(|&mv| mv == best));
        let best = best.map_or(NO_MOVE, place);
        let (low, high) = (bounds.low.0, bounds.high.0);
        let entry = Entry { low, high, best, work: Entry::MOST_WORK };
        self.table.put(self.key(state), entry);
    }

    /// Returns all entries of the table, as words that only [`AlphaBeta::restore`] interprets: a
    /// search that was stopped can continue with them elsewhere. Where keys have a seed it comes
    /// first, as an entry of a kind that no table has.
    pub fn entries(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let seed = self.table.keys.seed().map(|seed| vec![seed, 0, 0]);
        let entries = self.table.entries().map(|(Key { place, check }, word)| {
            let words = [place, word, check];
            words[..self.entry_words()].to_vec()
        });
        seed.into_iter().chain(entries)
    }

    /// Returns the number of words of an entry.
    pub fn entry_words(&self) -> usize {
        2 + usize::from(self.table.keys.are_seeded())
    }

    /// Restores one of the [`AlphaBeta::entries`] of a search of the same game; returns whether it
    /// is a valid entry. Entries for which there is no room are dropped.
    pub fn restore(&mut self, entry: &[u64]) -> bool {
        let &[place, word, ref check @ ..] = entry else { return false };
        if entry.len() != self.entry_words() {
            return false;
        }
        let key = Key { place, check: check.first().copied().unwrap_or(0) };
        if word == 0 && self.table.keys.are_seeded() {
            self.table.keys.restore_seed(place);
            return true;
        }
        let entry = Entry::unpack(word);
        let sound = entry.low <= entry.high && entry.high <= self.best && entry.work > 0;
        if sound && self.options.transpositions {
            self.table.put(key, entry);
            self.restored = true;
        }
        sound
    }

    /// Asks one question after the other until the bounds meet.
    fn narrow(&mut self, meter: &mut Meter, state: &G::State, bounds: &mut Bounds) -> Search<()> {
        if self.game.turn(state) == Turn::Final {
            *bounds = Bounds::exactly(self.game.outcome(state));
            return Ok(());
        }
        *bounds = self.first_bounds(state);
        let mut effort = 0;
        while bounds.low < bounds.high {
            meter.bounds = Some(*bounds);
            let threshold = probe(bounds.low.0, bounds.high.0, self.best, effort);
            let before = meter.nodes();
            let value = Outcome(self.ask(meter, state, threshold)?);
            effort = meter.nodes() - before;
            if value.0 >= threshold {
                bounds.low = value;
            } else {
                bounds.high = value;
            }
            meter.iteration += 1;
        }
        Ok(())
    }

    /// Returns the bounds on the value of a state that are known without searching.
    pub(super) fn first_bounds(&self, state: &G::State) -> Bounds {
        if self.options.hints { self.game.bounds(state) } else { self.all }
    }

    /// Returns the bytes of the table.
    pub(super) fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Decides whether the value of a state is at least this rank.
    pub(super) fn at_least(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Search<bool> {
        Ok(threshold == 0 || self.ask(meter, state, threshold)? >= threshold)
    }

    /// Finds the optimal moves of a state whose value is known, the likely ones first.
    fn best_moves(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        value: u16,
        best: &mut Vec<G::Move>,
    ) -> Search<()> {
        let Turn::Of(agent) = self.game.turn(state) else { return Ok(()) };
        let max = agent == Agent::FIRST;
        let threshold = if max { value } else { value + 1 };
        for mv in self.likely_moves(state, agent) {
            if self.options.best.satisfied(best.len()) {
                break;
            }
            let next = self.game.after(state, agent, mv);
            let good = if !max && value == self.best {
                true
            } else {
                self.at_least(meter, &next, threshold)? == max
            };
            if good {
                best.push(mv);
                if best.len() == 1 {
                    meter.limit_best_moves(self.options.best);
                }
            }
        }
        Ok(())
    }

    /// Returns all moves: the table's first, then the game's candidates, then the rest.
    pub(super) fn likely_moves(&self, state: &G::State, agent: Agent) -> Vec<G::Move> {
        let mut moves = self.all_moves(state, agent);
        let hint = self.table.get(self.key(state)).map_or(NO_MOVE, |entry| entry.best);
        if usize::from(hint) < moves.len() {
            moves[..=usize::from(hint)].rotate_right(1);
        }
        moves
    }

    /// Returns all moves: the game's candidates, then the rest.
    fn all_moves(&self, state: &G::State, agent: Agent) -> Vec<G::Move> {
        let mut moves = Vec::new();
        if self.options.hints {
            self.game.candidates(state, &mut moves);
        }
        let mut all = Vec::new();
        self.game.moves(state, agent, &mut all);
        all.retain(|mv| !moves.contains(mv));
        moves.extend(all);
        moves
    }

    pub(super) fn key(&self, state: &G::State) -> Key {
        key_of(self.game, self.options, &self.table, state)
    }

    /// Returns the seed of the keys, if they have one.
    pub(super) fn key_seed(&self) -> Option<u64> {
        self.table.keys.seed()
    }

    /// Takes over the seed of the keys of a table elsewhere. What is in this one is of no use then.
    pub fn restore_key_seed(&mut self, seed: u64) {
        self.table.keys.restore_seed(seed);
    }

    /// Returns the entry of a state.
    pub(super) fn entry(&self, state: &G::State) -> Option<Entry> {
        self.table.get(self.key(state))
    }

    /// Puts an entry into the table, if there is one.
    pub(super) fn put(&mut self, key: Key, entry: Entry) {
        if self.options.transpositions {
            self.table.put(key, entry);
        }
    }

    /// Returns a bound on the value of a state that answers a question: at least `threshold` and a
    /// lower bound, or less and an upper bound.
    pub(super) fn ask(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Search<u16> {
        let mut threads = 1;
        loop {
            let found = match threads {
                1 => self.ask_alone(meter, state, threshold),
                _ => self.ask_parallel(meter, state, threshold),
            };
            match found {
                Ok(value) => return Ok(value),
                Err(HaltReason::Stopped(reason)) => return Err(reason),
                Err(HaltReason::TableFull) => self.table.double(),
                Err(HaltReason::TooLong) => threads = self.memories.len(),
            }
        }
    }

    fn ask_alone(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Result<u16, HaltReason> {
        let node_limit = if self.memories.len() == 1 { u64::MAX } else { meter.nodes() + SHORT };
        let (game, options, table) = (self.game, self.options, &self.table);
        let (all, memory) = (self.all, &mut self.memories[0]);
        Worker { game, options, all, table, memory, active: None, node_limit }
            .ask(meter, state, threshold)
    }

    /// Asks a question in all threads; the first answer counts. The other threads stop at their
    /// next poll.
    fn ask_parallel(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        threshold: u16,
    ) -> Result<u16, HaltReason> {
        let (budget, group, active) = (meter.budget(), meter.thread_group(), ActiveStates::new());
        let (game, options, table, all) = (self.game, self.options, &self.table, self.all);
        let work = |mut meter: Meter, memory: &mut Memory<G::Move>| {
            let (active, node_limit) = (Some(&active), u64::MAX);
            let mut worker = Worker { game, options, all, table, memory, active, node_limit };
            let found = worker.ask(&mut meter, state, threshold);
            if matches!(found, Ok(_) | Err(HaltReason::TableFull)) {
                group.end();
            }
            meter.leave();
            found
        };
        let (first, helpers) = self.memories.split_first_mut().expect("there is a first thread");
        let found = thread::scope(|scope| {
            let (work, group) = (&work, &group);
            let helpers: Vec<_> = helpers
                .iter_mut()
                .filter_map(|memory| {
                    let help = move || work(Meter::member(budget, group), memory);
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let mut found = work(meter.leader(group), first);
            group.end();
            for helper in helpers {
                let other = helper.join().unwrap_or_else(|panic| resume_unwind(panic));
                if found.is_err() && matches!(other, Ok(_) | Err(HaltReason::TableFull)) {
                    found = other;
                }
            }
            found
        });
        meter.absorb(&group);
        found
    }
}

/// A question that took fewer nodes than this was cheap.
const CHEAP: u64 = 10_000;

/// Returns the rank to ask about next, above `low` and at most `high`.
///
/// Where outcomes say how soon a game is won, extreme ones are questions about short plays. So as
/// long as the questions are cheap the bounds are narrowed from the outside, from the side that is
/// further from the middle of all outcomes: on easy Connect Four openings this takes 2.4 thousand
/// nodes, where halving takes 6.0. Once a question was expensive, halving asks fewer of them.
fn probe(low: u16, high: u16, best: u16, effort: u64) -> u16 {
    let span = high - low;
    if span > 3 && effort < CHEAP {
        return if best - high <= low { high - span / 6 } else { low + 1 + span / 6 };
    }
    halve(low, high, best)
}

/// Returns a rank half way between `low` and `high`, rounded towards the middle of all outcomes,
/// where the values of hard positions are.
pub(crate) fn halve(low: u16, high: u16, best: u16) -> u16 {
    let centre = i32::from(best) / 2;
    let (min, max) = (i32::from(low) - centre, i32::from(high) - centre);
    let mut middle = min + (max - min) / 2;
    if middle <= 0 && min / 2 < middle {
        middle = min / 2;
    } else if middle >= 0 && max / 2 > middle {
        middle = max / 2;
    }
    (middle.clamp(min, max - 1) + 1 + centre) as u16
}
