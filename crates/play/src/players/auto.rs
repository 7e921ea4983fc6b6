//! The default player: chooses a search by the kind of game, and tries to prove values.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use ludex_game::{Agent, Bounds};
use ludex_search::Budget;

use super::Nested;
use crate::player::open_choice;
use crate::prover::{Proof, Prover};
use crate::survey::Survey;
use crate::{AlphaBeta, Clock, Decision, Mcts, MctsOptions, Player, Rules, Style, Thought};

/// The share of the time for proofs, near the end of a game and elsewhere.
const PROOFS: f64 = 0.25;
const FAR_PROOFS: f64 = 0.04;
/// The end is near if the logarithm of the number of plays is less than this.
const NEAR: f64 = 40.0;
/// The share of the memory for proofs.
const PROOF_BYTES: usize = 4;
/// The number of nodes of a solver that count as one simulation, with a limit on nodes.
const NODES_PER_PLAYOUT: u64 = 8;
/// The number of simulations between two attempts at proofs: at first, and at most.
const FIRST_PIECE: u64 = 128;
const PIECE: u64 = 4096;
/// The least number of nodes of an attempt at a proof.
const LEAST_NODES: u64 = 16;
/// Pieces move about for a long time if playouts have this number of choices, and at least this
/// share of them are moves that were played before.
const LONG: f64 = 45.0;
const MOVING: f64 = 0.03;
/// The share of the time to find out whether play may come back to a state.
const REPEATS: f64 = 0.1;
/// The time to test whether a move keeps a draw.
const KEEP: Duration = Duration::from_millis(5);

/// Chooses a search by the kind of game. Games with one agent are searched for the best line. Games
/// of turns between two opponents are played by alpha-beta where the game has an evaluation or
/// random playouts say little, and by Monte Carlo tree search otherwise while a solver tries to
/// prove their value. Other games, and those with chance, are played by Monte Carlo tree search
/// alone.
pub struct Auto<'g, G: Rules> {
    game: &'g G,
    seed: u64,
    plan: Option<Plan<'g, G>>,
    options: MctsOptions,
}

enum Plan<'g, G: Rules> {
    Alone(Nested<'g, G>),
    /// The number is the constant sum of the two payoffs.
    Opponents(Mcts<'g, G>, Box<dyn Prover<G::State, G::Move> + 'g>, f64),
    Others(Mcts<'g, G>),
    Evaluated(AlphaBeta<'g, G>),
}

impl<'g, G: Rules> Auto<'g, G> {
    /// Makes a player of a game.
    pub fn new(game: &'g G, options: MctsOptions, seed: u64) -> Self {
        Auto { game, seed, plan: None, options }
    }

    /// Takes the plan, or makes one.
    fn plan(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) -> Plan<'g, G> {
        if let Some(plan) = self.plan.take() {
            return plan;
        }
        let (game, seed, options) = (self.game, self.seed, self.options);
        if game.agents().len() == 1 && !game.has_chance() {
            return Plan::Alone(Nested::new(game, seed, options.max_bytes));
        }
        let survey = Survey::new(game, state, seed, &clock.part(0.05));
        // A solver assumes that the second agent is the opponent of the first.
        let opponents = survey.sum.filter(|_| !survey.simultaneous);
        let fits = opponents.is_some() && !game.has_chance();
        if fits && (game.evaluation(state).is_some() || says_little(game, &survey, seed)) {
            let player = AlphaBeta::new(game, Style::Paranoid, seed, options.max_bytes);
            return Plan::Evaluated(player.with_survey(survey));
        }
        let max_bytes = options.max_bytes - options.max_bytes / PROOF_BYTES;
        let mcts = Mcts::new(game, MctsOptions { max_bytes, ..options }, seed).with_survey(survey);
        // A solver needs to know whether play may come back to a state, however long that takes.
        let known = game.can_repeat_within(&clock.budget(REPEATS)).is_ok();
        let prover = if known { game.prover(options.max_bytes / PROOF_BYTES) } else { None };
        match (prover, opponents) {
            (Some(prover), Some(sum)) => Plan::Opponents(mcts, prover, sum),
            _ => Plan::Others(mcts),
        }
    }
}

/// Returns whether random playouts say little about who is ahead, so that material and mobility say
/// more: where playouts do not end, or pieces move about for a long time. Where playouts come in
/// batches, their number makes up for that.
fn says_little<G: Rules>(game: &G, survey: &Survey, seed: u64) -> bool {
    let wanders = survey.choices >= LONG && survey.recurring >= MOVING;
    (survey.endless > 0.5 || wanders) && game.sampler(seed).is_none()
}

impl<G: Rules> Player<G> for Auto<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let forced = open_choice(self.game, state, agent, clock).err();
        if let (Some(forced), true) = (forced, self.game.agents().len() > 1) {
            return forced;
        }
        let mut plan = self.plan(state, clock);
        let decision = match &mut plan {
            Plan::Alone(nested) => nested.choose(state, agent, clock),
            Plan::Opponents(mcts, prover, sum) => {
                let prover = &mut **prover;
                Duel { game: self.game, mcts, prover, sum: *sum }.choose(state, agent, clock)
            }
            Plan::Others(mcts) => mcts.choose(state, agent, clock),
            Plan::Evaluated(player) => player.choose(state, agent, clock),
        };
        self.plan = Some(plan);
        decision
    }

    fn prepare(&mut self, state: &G::State, agent: Agent, clock: &Clock<'_, G::Move>) {
        let mut plan = self.plan(state, clock);
        match &mut plan {
            Plan::Alone(nested) => nested.prepare(state, agent, clock),
            Plan::Opponents(mcts, ..) | Plan::Others(mcts) => mcts.prepare(state, agent, clock),
            Plan::Evaluated(player) => player.prepare(state, agent, clock),
        }
        self.plan = Some(plan);
    }
}

/// The effort spent on a move so far.
struct Effort {
    start: ThreadTime,
    /// Whether nodes are limited, and not time.
    counted: bool,
    piece: u64,
    simulations: u64,
    proofs: u64,
    proof_time: Duration,
}

impl Effort {
    fn new<M>(clock: &Clock<'_, M>) -> Effort {
        Effort {
            start: ThreadTime::now(),
            counted: clock.nodes().is_some(),
            piece: FIRST_PIECE,
            simulations: 0,
            proofs: 0,
            proof_time: Duration::ZERO,
        }
    }

    /// Returns the number of nodes that count: simulations, and nodes of proofs at their rate.
    fn spent(&self) -> u64 {
        self.simulations + self.proofs / NODES_PER_PLAYOUT
    }

    fn is_up<M>(&self, clock: &Clock<'_, M>) -> bool {
        clock.nodes_are_up(self.spent()) || clock.time_is_up()
    }

    /// Returns the number of nodes that a proof may visit now.
    fn proof_nodes(&self, share: f64) -> u64 {
        let due = match self.counted {
            true => self.simulations as f64 * share * NODES_PER_PLAYOUT as f64 - self.proofs as f64,
            // The time for a node is not known yet.
            false if self.proofs == 0 => LEAST_NODES as f64,
            false => {
                let per_node = self.proof_time.as_secs_f64() / self.proofs as f64;
                let share = self.start.elapsed().as_secs_f64() * share;
                (share - self.proof_time.as_secs_f64()) / per_node.max(1e-9)
            }
        };
        due as u64
    }
}

/// One move between two opponents.
struct Duel<'a, 'g, G: Rules> {
    game: &'g G,
    mcts: &'a mut Mcts<'g, G>,
    prover: &'a mut (dyn Prover<G::State, G::Move> + 'g),
    sum: f64,
}

impl<G: Rules> Duel<'_, '_, G> {
    /// Alternates tree search and proofs in small pieces, so that the share of each does not depend
    /// on when the machine does other work.
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        self.mcts.begin(state, clock);
        let mut effort = Effort::new(clock);
        let mut proof = None;
        while !(effort.is_up(clock) || self.mcts.is_done()) {
            let piece = effort.piece;
            effort.simulations += self.mcts.run(state, agent, &clock.less(effort.spent()), piece);
            effort.piece = (2 * piece).min(PIECE);
            let share = if self.mcts.size() < NEAR { PROOFS } else { FAR_PROOFS };
            let nodes = effort.proof_nodes(share);
            if proof.is_none() && nodes >= LEAST_NODES {
                let found = self.prove(state, clock.left(), nodes, &mut effort);
                let won = self.side(agent, found.bounds).0 == self.game.outcomes().best().0;
                if let (true, Some(&mv)) = (won, found.best.first()) {
                    return Some(self.proved(mv, agent, &found));
                }
                proof = Some(found).filter(|found| found.bounds.exact().is_some());
            }
        }
        let decision = self.mcts.decision(state, agent, effort.spent())?;
        // Keep a draw, by the move of the tree search if that is proved to keep it.
        let (Some(proof), false) = (proof, decision.thought.proven) else { return Some(decision) };
        let lost = self.side(agent, proof.bounds).1 == 0;
        match proof.best.first() {
            Some(&mv) if !lost && !self.keeps(state, agent, decision.mv, &proof, &mut effort) => {
                Some(self.proved(mv, agent, &proof))
            }
            _ => Some(decision),
        }
    }

    /// Tries to prove the value of a state with a number of nodes.
    fn prove(
        &mut self,
        state: &G::State,
        within: Option<Duration>,
        nodes: u64,
        effort: &mut Effort,
    ) -> Proof<G::Move> {
        let deadline = within.and_then(|within| Instant::now().checked_add(within));
        let budget = Budget { max_nodes: Some(nodes), deadline, ..Budget::default() };
        let start = ThreadTime::now();
        let proof = self.prover.prove(state, &budget);
        effort.proofs += proof.nodes;
        effort.proof_time += start.elapsed();
        proof
    }

    /// Returns whether the move is proved to keep the value.
    fn keeps(
        &mut self,
        state: &G::State,
        agent: Agent,
        mv: G::Move,
        proof: &Proof<G::Move>,
        effort: &mut Effort,
    ) -> bool {
        let mut next = state.clone();
        self.game.step(&mut next, &[mv]);
        let nodes = effort.proofs.max(LEAST_NODES);
        let within = if effort.counted { None } else { Some(KEEP) };
        let after = self.prove(&next, within, nodes, effort);
        self.side(agent, after.bounds).0 >= self.side(agent, proof.bounds).0
    }

    /// Returns bounds as ranks from the point of view of an agent.
    fn side(&self, agent: Agent, bounds: Bounds) -> (u16, u16) {
        let best = self.game.outcomes().best().0;
        match agent {
            Agent::FIRST => (bounds.low.0, bounds.high.0),
            _ => (best - bounds.high.0, best - bounds.low.0),
        }
    }

    fn proved(&self, mv: G::Move, agent: Agent, proof: &Proof<G::Move>) -> Decision<G::Move> {
        let number = proof.bounds.exact().map(|outcome| self.game.outcomes().number(outcome));
        let value = number.map(|n| if agent == Agent::FIRST { n } else { self.sum - n });
        Decision { mv, thought: Thought { value, proven: true, nodes: proof.nodes } }
    }
}
