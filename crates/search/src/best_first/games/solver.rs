//! Solving a game by best-first search: which scheme, which questions, one pass or two.
//!
//! A scheme for many outcomes finds the value in one search. One for two outcomes is asked "is the
//! value at least this?" several times, by binary search (dichotomic) or from the worst outcome
//! upwards (iterative), the baselines of [Saf13, Section 3.8].
//!
//! In games with cycles the tree is unfolded until a state repeats on its path. A repetition counts
//! as the worst outcome in one pass, whose result is what Max can force, and as the best in a
//! second, whose result is what Min can force. Nodes are not merged there: what is true of a state
//! after one path may be false after another.

use ludex_game::{Agent, Bounds, HashSeed, Hints, Outcome, Turn};

use crate::best_first::found_below::FoundBelow;
use crate::best_first::games::driver::{Driver, Explorers, StateExplorer};
use crate::best_first::games::explorer::{Evaluation, ExplorerOptions, GameExplorer};
use crate::best_first::games::session::{
    BoundsSink, Counts, Extras, Found, Goal, Session, StateWriter,
};
use crate::best_first::parallel::elsewhere::LeafJob;
use crate::budget::{Budget, Meter, Observer, Search, Stopped};
use crate::depth_first::{BestMoves, SolveReport, halve};
use crate::key::StateKeys;
use crate::table::mix;

/// The information scheme to search with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Minimax values [Saf13, Example 4].
    MinMax,
    /// Bounds only [Saf13, Example 7].
    Blind,
    /// Proof numbers: PNS; with transpositions PNT; with a second level PN².
    Pns,
    /// Product propagation: PP, PPT, PP².
    Pp,
    /// MCTS Solver; with an evaluation MCTS-E.
    Mcts,
    /// Proof numbers for many outcomes.
    Mopns,
    /// Product propagation for many outcomes.
    Mopp,
    /// Score bounded MCTS.
    ScoreBounded,
}

/// Options of the search. Only the algorithm and its second level change what is found; the others
/// change how soon.
#[derive(Clone, Copy, Debug)]
pub struct BestFirstOptions {
    /// The information scheme.
    pub algorithm: Algorithm,
    /// Unfold leaves by searches of their own: PN², PP², MOPNS².
    pub second_level: bool,
    /// Ask about the outcomes one after the other rather than by binary search.
    pub iterative: bool,
    /// Recognise states reached by different moves. Not in games with cycles.
    pub transpositions: bool,
    /// Use static bounds and candidate moves of the game.
    pub hints: bool,
    /// Treat mirror images as one state, if transpositions are recognised.
    pub symmetry: bool,
    /// Which optimal moves of the root to report.
    pub best: BestMoves,
    /// The evaluation of leaves, for the schemes that can use one.
    pub evaluation: Evaluation,
    /// Initialise proof numbers with the number of moves.
    pub mobility: bool,
    /// The current-node shortcut [Saf13, Section 3.7.5].
    pub shortcut: bool,
    /// Remove what cannot affect the root any more when memory is short [Saf13, Prop. 18].
    pub prune: bool,
    /// The seed of the playouts.
    pub seed: u64,
    /// Distinguish only these outcomes: worse ones count as the lower, better ones as the higher.
    /// `t - 1` and `t` ask whether the value is at least `t`. A value that is found to be an end of
    /// the range is reported as a bound, since what is beyond that end counts as it.
    pub range: Option<Bounds>,
    /// The number of threads that search below leaves (with a second level, and one more thread to
    /// coordinate them) or unfold leaves, where that is quicker than a single thread.
    pub threads: usize,
}

impl BestFirstOptions {
    /// Returns the default options for an algorithm.
    pub fn new(algorithm: Algorithm) -> BestFirstOptions {
        BestFirstOptions {
            algorithm,
            second_level: false,
            iterative: false,
            transpositions: true,
            hints: true,
            symmetry: true,
            best: BestMoves::One,
            evaluation: Evaluation::None,
            mobility: false,
            shortcut: true,
            prune: true,
            seed: 0,
            range: None,
            threads: 1,
        }
    }
}

/// A best-first search for the values of states of a game.
pub struct BestFirstSolver<'g, G> {
    game: &'g G,
    driver: Driver,
    first_level: u64,
}

impl<'g, G: Hints> BestFirstSolver<'g, G> {
    /// Makes a search that uses at most this many bytes.
    pub fn new(game: &'g G, options: BestFirstOptions, max_bytes: usize) -> Self {
        let (best, can_repeat) = (game.outcomes().best(), game.can_repeat());
        let driver = Driver { options, best, can_repeat, max_bytes };
        BestFirstSolver { game, driver, first_level: 0 }
    }

    /// Searches for the value of a state.
    pub fn solve(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> SolveReport<G::Move> {
        self.solve_with(state, budget, observer, Extras::default())
    }

    /// Searches for the value of a state, with checkpoints or exporting what it proves.
    pub fn solve_with(
        &mut self,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer,
        extras: Extras<'_, G::State>,
    ) -> SolveReport<G::Move> {
        let meter = Meter::new(budget, observer);
        let Extras { checkpoints, export, office, writer } = extras;
        let (about, keys) = (self.fingerprint(state), StateKeys::new(self.game));
        let mut session = Session::new(meter, about, keys, checkpoints);
        session.employ(office);
        let mut report = SolveReport::unknown(self.driver.range());
        let solving = Solving { game: self.game, driver: self.driver, sink: export, writer };
        report.stopped = solving.run(&mut session, state, &mut report).err();
        report.bounds = self.driver.unclipped(report.bounds);
        let Counts { created, bytes, first_level } = session.counts;
        report.nodes = session.meter.nodes();
        report.value_nodes = session.meter.value_nodes();
        (report.created, report.bytes, self.first_level) = (created, bytes as usize, first_level);
        report
    }

    /// Does a job of another search with the same options: below the state of the job, if it says
    /// which, and otherwise on its way from the state that is solved. Returns also the nodes visited.
    pub fn run_job(
        &self,
        state: &G::State,
        job: &LeafJob,
        budget: &Budget,
        observer: &mut dyn Observer,
    ) -> Result<(FoundBelow, u64), Stopped> {
        let mut keys = StateKeys::new(self.game);
        job.key_seed.iter().for_each(|&seed| keys.restore_seed(seed));
        let mut meter = Meter::new(budget, observer);
        let explorers = ExplorersAt { game: self.game, state, sink: None, writer: None };
        let found = self.driver.below_leaf(&explorers, keys, job, &mut meter)?;
        Ok((found, meter.nodes()))
    }

    /// Decides whether the value of a state is at least an outcome, on one level as jobs do, and
    /// exports all that is proved. Only for games without cycles.
    pub fn decide(
        &self,
        state: &G::State,
        at_least: Outcome,
        (budget, observer): (&Budget, &mut dyn Observer),
        export: &BoundsSink<'_, G::State>,
    ) -> Result<u64, Stopped> {
        let options = BestFirstOptions { second_level: false, threads: 1, ..self.driver.options };
        let driver = Driver { options, ..self.driver };
        let keys = StateKeys::new(self.game);
        let mut session = Session::new(Meter::new(budget, observer), 0, keys, None);
        let explorers = ExplorersAt { game: self.game, state, sink: Some(export), writer: None };
        let mut found = Found { bounds: driver.range(), witness: None };
        let goal = Goal::AtLeast(at_least);
        driver.search(&mut session, &explorers, goal, Outcome::WORST, &mut found)?;
        Ok(session.meter.nodes())
    }

    /// Returns a fingerprint of the state and the options: checkpoints of searches with different
    /// ones are incompatible. The caller ensures that the game is the same. The number of threads
    /// does not matter, nor do the best moves that are wanted, which come after the value.
    fn fingerprint(&self, state: &G::State) -> u64 {
        let options = BestFirstOptions { threads: 1, best: BestMoves::One, ..self.driver.options };
        // Keys with seeds tell games apart whose states mean something else in every run.
        let key = self.game.seeded_key(state, HashSeed::from_word(0x9e37_79b9_7f4a_7c15));
        let key = key.unwrap_or_else(|| self.game.key(state));
        let words = [key, u64::from(self.driver.best.0)];
        let text = format!("{options:?}").into_bytes().into_iter().map(u64::from);
        words.into_iter().chain(text).fold(0, |sum, word| mix(sum ^ mix(word)))
    }

    /// Returns the nodes that the last search expanded, without those of second-level searches.
    pub fn first_level(&self) -> u64 {
        self.first_level
    }
}

/// A state being solved: which questions are asked about it, one after the other.
struct Solving<'r, 'g, G: Hints> {
    game: &'g G,
    driver: Driver,
    sink: Option<&'r BoundsSink<'r, G::State>>,
    writer: Option<&'r StateWriter<'r, G::State>>,
}

impl<G: Hints> Solving<'_, '_, G> {
    fn run(
        &self,
        session: &mut Session<'_, '_>,
        state: &G::State,
        report: &mut SolveReport<G::Move>,
    ) -> Search<()> {
        let agent = match self.game.turn(state) {
            Turn::Of(agent) => agent,
            Turn::Final => {
                let Bounds { low, high } = self.driver.range();
                let outcome = self.game.outcome(state);
                report.bounds = Bounds::exactly(outcome.clamp(low, high));
                report.all_best = self.driver.options.best.all();
                return Ok(());
            }
            Turn::Together => return Err(Stopped::Together),
            Turn::Chance => return Err(Stopped::Chance),
        };
        let max = agent == Agent::FIRST;
        let whole = report.bounds;
        let mut witness = None;
        if self.driver.can_repeat {
            let mut forced = whole;
            let low = self.narrow(session, state, Outcome::WORST, &mut forced);
            report.bounds.low = forced.low;
            let low = low?;
            let mut held = Bounds { low: forced.low, high: whole.high };
            let high = self.narrow(session, state, self.driver.best, &mut held);
            report.bounds.high = held.high;
            let high = high?;
            witness = if max { low } else { high }.or(witness);
        } else {
            witness = self.narrow(session, state, Outcome::WORST, &mut report.bounds)?.or(witness);
        }
        if let (Some(value), None) = (report.bounds.exact(), self.driver.options.range) {
            session.meter.value_found(report.bounds);
            // Best moves are about other positions and take little.
            session.office = None;
            let known = (value, witness);
            let found = self.best_moves(session, state, agent, known, &mut report.best);
            report.all_best = found == Ok(true);
            return session.meter.stopped(found).map_or(Ok(()), Err);
        }
        Ok(())
    }

    /// Narrows the bounds to the value, with this outcome for repetitions. Returns the place of a
    /// move that keeps the value, if one was found.
    fn narrow(
        &self,
        session: &mut Session<'_, '_>,
        state: &G::State,
        repetition: Outcome,
        bounds: &mut Bounds,
    ) -> Search<Option<usize>> {
        let max = self.game.turn(state).agent() == Some(Agent::FIRST);
        let mut witness = None;
        while bounds.low < bounds.high {
            session.meter.bounds = Some(*bounds);
            let goal = if self.many_outcomes() {
                Goal::Value
            } else if self.driver.options.iterative {
                Goal::AtLeast(bounds.low.better())
            } else {
                Goal::AtLeast(Outcome(halve(bounds.low.0, bounds.high.0, self.driver.best.0)))
            };
            let mut found = Found { bounds: *bounds, witness: None };
            let result = self.search(session, state, goal, repetition, &mut found);
            let Bounds { low, high } = *bounds;
            bounds.low = found.bounds.low.clamp(low, high);
            bounds.high = found.bounds.high.clamp(low, high);
            result?;
            let decided = match goal {
                Goal::Value => true,
                Goal::AtLeast(outcome) => (found.bounds.low >= outcome) == max,
            };
            if decided {
                witness = found.witness;
            }
            session.meter.iteration += 1;
        }
        Ok(witness)
    }

    fn many_outcomes(&self) -> bool {
        use Algorithm::{Blind, Mopns, Mopp, ScoreBounded};
        matches!(self.driver.options.algorithm, Blind | Mopns | Mopp | ScoreBounded)
    }

    /// Finds the optimal moves of a state whose value is known, or takes the one that is known if
    /// one is enough. Returns whether they are all.
    fn best_moves(
        &self,
        session: &mut Session<'_, '_>,
        state: &G::State,
        agent: Agent,
        (value, witness): (Outcome, Option<usize>),
        best: &mut Vec<G::Move>,
    ) -> Search<bool> {
        let wanted = self.driver.options.best;
        let moves = self.listed(state);
        let known = witness.and_then(|place| moves.get(place).copied());
        if wanted.satisfied(known.iter().len()) {
            best.extend(known.filter(|_| wanted == BestMoves::One));
            return Ok(false);
        }
        if known.is_some() {
            session.meter.limit_best_moves(wanted);
        }
        let found = self.try_moves(session, (state, agent, moves), (value, known), best);
        if found.is_err() && !known.is_none_or(|mv| best.contains(&mv)) {
            best.extend(known);
        }
        found
    }

    /// Finds the optimal moves by trying one after the other.
    fn try_moves(
        &self,
        session: &mut Session<'_, '_>,
        (state, agent, mut moves): (&G::State, Agent, Vec<G::Move>),
        (value, known): (Outcome, Option<G::Move>),
        best: &mut Vec<G::Move>,
    ) -> Search<bool> {
        let wanted = self.driver.options.best;
        self.game.moves(state, agent, &mut moves);
        for (i, &mv) in moves.iter().enumerate() {
            if moves[..i].contains(&mv) {
                continue;
            }
            let next = self.game.after(state, agent, mv);
            if known == Some(mv) || self.keeps(session, &next, agent, value)? {
                best.push(mv);
                if best.len() == 1 && known.is_none() {
                    session.meter.limit_best_moves(wanted);
                }
                if wanted.satisfied(best.len()) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the moves of a state in the order of the search.
    fn listed(&self, state: &G::State) -> Vec<G::Move> {
        let options = self.driver.explorer_options(Outcome::WORST, StateKeys::PLAIN);
        GameExplorer::new(self.game, state.clone(), options).listed()
    }

    /// Returns whether the agent can still force the value after its move.
    fn keeps(
        &self,
        session: &mut Session<'_, '_>,
        next: &G::State,
        agent: Agent,
        value: Outcome,
    ) -> Search<bool> {
        let max = agent == Agent::FIRST;
        if (max && value == Outcome::WORST) || (!max && value == self.driver.best) {
            return Ok(true);
        }
        let outcome = if max { value } else { value.better() };
        if self.game.turn(next) == Turn::Final {
            return Ok((self.game.outcome(next) >= outcome) == max);
        }
        let repetition = if max { Outcome::WORST } else { self.driver.best };
        let whole = Bounds { low: Outcome::WORST, high: self.driver.best };
        let mut found = Found { bounds: whole, witness: None };
        self.search(session, next, Goal::AtLeast(outcome), repetition, &mut found)?;
        Ok((found.bounds.low >= outcome) == max)
    }

    /// Runs one search with the scheme of the options.
    fn search(
        &self,
        session: &mut Session<'_, '_>,
        state: &G::State,
        goal: Goal,
        repetition: Outcome,
        found: &mut Found,
    ) -> Search<()> {
        let (sink, writer) = (self.sink, self.writer);
        let explorers = ExplorersAt { game: self.game, state, sink, writer };
        self.driver.search(session, &explorers, goal, repetition, found)
    }
}

/// Makes explorers that start at a state.
struct ExplorersAt<'r, 'g, G: Hints> {
    game: &'g G,
    state: &'r G::State,
    sink: Option<&'r BoundsSink<'r, G::State>>,
    writer: Option<&'r StateWriter<'r, G::State>>,
}

impl<'g, G: Hints> Explorers<'g> for ExplorersAt<'_, 'g, G> {
    fn make(&self, options: ExplorerOptions) -> Box<dyn StateExplorer<'g> + '_> {
        let explorer = GameExplorer::new(self.game, self.state.clone(), options);
        Box::new(explorer.exporting(self.sink).writing(self.writer))
    }
}
