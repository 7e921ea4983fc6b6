//! What the searches for values share: the table, the questions to the engine, the bounds of a
//! state, and the best moves.

use ludex_base::order_by_key;
use ludex_game::{Agent, Bounds, Hints, Model, Outcome, Turn};

use super::effort::Effort;
use super::engine::{Parts, Pinned};
use super::goal::{Goal, HaltReason, Question};
use super::options::DfPnOptions;
use super::table::{Facts, Number, Table};
use super::threads::{Found, Launch, run_single};
use crate::budget::{Budget, Meter, Observer, Search};
use crate::depth_first::solve::{BestMoves, SolveReport};
use crate::key::{Key, StateKeys};

/// A question that takes fewer nodes than this is answered by one thread.
const SEQUENTIAL_NODES: u64 = 250;

/// A search that keeps its table for the next state.
pub(super) struct Solver<'g, G: Hints> {
    pub game: &'g G,
    pub options: DfPnOptions,
    /// The number of pairs of effort numbers of a node.
    pub width: usize,
    /// The rank of the best outcome.
    pub best: u16,
    pub table: Table,
    /// Proofs that must not be lost, in games with cycles.
    pub pinned: Pinned,
    pub round: u8,
    threads: usize,
    launch: Launch<G>,
    created: u64,
}

/// A method that narrows the bounds of a state.
pub(super) type Find<'g, G> =
    fn(&mut Solver<'g, G>, &mut Meter<'_>, &<G as Model>::State, &mut Bounds) -> Search<()>;

impl<'g, G: Hints> Solver<'g, G> {
    pub fn new(game: &'g G, width: usize, options: DfPnOptions, max_bytes: usize) -> Self {
        // Games with cycles also need memory besides the table.
        let table_bytes = if game.can_repeat() { max_bytes / 4 * 3 } else { max_bytes };
        Solver {
            game,
            options,
            width,
            best: game.outcomes().best().0,
            table: Table::new(StateKeys::new(game), width, table_bytes),
            pinned: Pinned::default(),
            round: 0,
            threads: 1,
            launch: run_single,
            created: 0,
        }
    }

    /// Uses this number of threads, started by `launch`.
    pub fn with_threads(mut self, threads: usize, launch: Launch<G>) -> Self {
        (self.threads, self.launch) = (threads, launch);
        self
    }

    /// Returns all entries: the key, the facts and the numbers. Without the numbers of what is not
    /// proved yet, a search would lose its way whenever it is resumed.
    /// Where keys have a seed it comes first, as an entry without facts.
    pub fn entries(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let seed = self.table.keys.seed().map(|seed| {
            let mut words = vec![0; self.entry_words()];
            words[0] = seed;
            words
        });
        seed.into_iter().chain(self.table.entries())
    }

    /// Restores an entry; returns whether it is a valid one.
    pub fn restore(&mut self, entry: &[u64]) -> bool {
        let &[place, word, ref rest @ ..] = entry else { return false };
        if entry.len() != self.entry_words() {
            return false;
        }
        if word == 0 && self.table.keys.are_seeded() {
            self.table.keys.restore_seed(place);
            return true;
        }
        let (numbers, check) = rest.split_at(self.width);
        let key = Key { place, check: check.first().copied().unwrap_or(0) };
        let mut facts = Facts::from_bits(word);
        let sound = facts.low <= facts.high && facts.high <= self.best && facts.work > 0;
        if sound {
            if self.table.wants_to_grow() {
                self.table.grow();
            }
            let mut numbers: Vec<Effort> = numbers.iter().map(|&n| Effort::from_bits(n)).collect();
            if self.game.can_repeat() {
                // The numbers of a round of a search mean nothing in another search.
                (facts.question, facts.round) = (Facts::NO_QUESTION, 0);
                numbers.fill(Effort::UNKNOWN);
            }
            self.table.put(key, facts, &numbers);
        }
        sound
    }

    /// Returns the number of words of an entry.
    pub fn entry_words(&self) -> usize {
        self.table.entry_words()
    }

    /// Runs `find` and makes a report of its result.
    pub fn report(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        find: Find<'g, G>,
    ) -> SolveReport<G::Move> {
        let mut meter = Meter::new(budget, observer);
        let mut bounds = Bounds { low: Outcome::WORST, high: Outcome(self.best) };
        self.created = 0;
        let mut best = Vec::new();
        let result = find(self, &mut meter, state, &mut bounds)
            .and_then(|()| self.best_moves(&mut meter, state, bounds, &mut best));
        let all_best = bounds.exact().is_some() && self.options.best.all() && result.is_ok();
        let stopped = meter.stopped(result);
        let (nodes, value_nodes, created) = (meter.nodes(), meter.value_nodes(), self.created);
        let bytes = self.bytes();
        let known = SolveReport::unknown(bounds);
        SolveReport { best, all_best, nodes, value_nodes, created, bytes, stopped, ..known }
    }

    /// Returns the bytes of the table and the pinned proofs.
    pub fn bytes(&self) -> usize {
        self.table.bytes() + 2 * self.pinned.len() * size_of::<(u64, Bounds)>()
    }

    /// Returns the question whether the value is at least a rank, and the index of its pair of
    /// numbers.
    pub fn question(&self, finite_max: bool, rank: u16) -> (Question, usize) {
        let first = if self.width == 1 { rank } else { 1 };
        // Outcomes are fewer than 30,000, which leaves a bit for the side.
        let number = if self.width == 1 { rank } else { 0 } | u16::from(!finite_max) << 15;
        let question = Question { first, finite_max, number, round: self.round };
        (question, usize::from(rank - first))
    }

    /// Explores a state until the goal is reached.
    pub fn ask(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        question: Question,
        goal: Goal,
    ) -> Search<Found> {
        let mut node_limit = if self.threads > 1 { SEQUENTIAL_NODES } else { u64::MAX };
        loop {
            let run = if node_limit == u64::MAX { self.launch } else { run_single };
            let parts = self.parts(question, node_limit);
            let (result, created) = run(parts, self.threads, state, Some(goal), meter);
            self.created += created;
            match result {
                Ok(found) => return Ok(found),
                Err(HaltReason::Stopped(stopped)) => return Err(stopped),
                Err(HaltReason::Grow) => self.table.grow(),
                Err(HaltReason::NodeLimit | HaltReason::Done) => node_limit = u64::MAX,
            }
        }
    }

    /// Returns what is known about a state without exploring it.
    pub fn peek(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        question: Question,
    ) -> Search<Found> {
        match run_single(self.parts(question, 0), 1, state, None, meter).0 {
            Ok(found) => Ok(found),
            Err(HaltReason::Stopped(stopped)) => Err(stopped),
            Err(_) => unreachable!("a look explores nothing"),
        }
    }

    fn parts(&self, question: Question, node_limit: u64) -> Parts<'_, G> {
        Parts {
            game: self.game,
            options: &self.options,
            width: self.width,
            question,
            table: &self.table,
            pinned: &self.pinned,
            shared: None,
            node_limit,
        }
    }

    /// Decides whether the value is at least a rank (`max`) or below it, in games without cycles;
    /// whether that can be forced in finite play, in games with cycles.
    pub fn can_force(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        max: bool,
        rank: u16,
    ) -> Search<bool> {
        if rank == 0 || rank > self.best {
            return Ok(max == (rank == 0));
        }
        if self.game.can_repeat() {
            return self.can_force_finitely(meter, state, max, rank);
        }
        let (question, pair) = self.question(true, rank);
        let found = self.ask(meter, state, question, Goal::solve(pair))?;
        Ok((found.numbers[pair].greater == 0) == max)
    }

    /// Finds the optimal moves if the bounds are one value.
    fn best_moves(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        bounds: Bounds,
        best: &mut Vec<G::Move>,
    ) -> Search<()> {
        let (Some(value), Turn::Of(agent)) = (bounds.exact(), self.game.turn(state)) else {
            return Ok(());
        };
        meter.value_found(bounds);
        if self.options.best == BestMoves::None {
            return Ok(());
        }
        let max = agent == Agent::FIRST;
        let rank = if max { value.0 } else { value.0 + 1 };
        for mv in self.likely_moves(meter, state, agent, rank)? {
            if self.can_force(meter, &self.game.after(state, agent, mv), max, rank)? {
                best.push(mv);
                if best.len() == 1 {
                    meter.limit_best_moves(self.options.best);
                }
            }
            if self.options.best.satisfied(best.len()) {
                break;
            }
        }
        Ok(())
    }

    /// Returns all moves, those with the least effort left for the agent first.
    pub fn likely_moves(
        &mut self,
        meter: &mut Meter,
        state: &G::State,
        agent: Agent,
        rank: u16,
    ) -> Search<Vec<G::Move>> {
        let mut moves = Vec::new();
        if self.options.hints {
            self.game.candidates(state, &mut moves);
        }
        let mut all = Vec::new();
        self.game.moves(state, agent, &mut all);
        all.retain(|mv| !moves.contains(mv));
        moves.extend(all);
        let max = agent == Agent::FIRST;
        let (question, pair) =
            self.question(max || !self.game.can_repeat(), rank.clamp(1.min(self.best), self.best));
        let mut efforts = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let found = self.peek(meter, &self.game.after(state, agent, mv), question)?;
            let effort: Effort = found.numbers[pair];
            efforts.push(u64::from(effort.split(max).0));
        }
        Ok(order_by_key(&efforts).into_iter().map(|place| moves[place]).collect())
    }
}
