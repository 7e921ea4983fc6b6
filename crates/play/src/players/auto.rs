//! The default player: chooses how to play by what kind of game it is, and proves what it can.

use ludex_game::{Agent, Bounds};
use ludex_search::Budget;

use super::Nested;
use crate::player::moves_of;
use crate::prover::{Proof, Prover};
use crate::survey::Survey;
use crate::{Clock, Decision, Mcts, MctsOptions, Player, Rules, Thought};

/// The share of the time for proofs.
const PROOFS: f64 = 0.15;
/// The share of the memory for proofs.
const PROOF_BYTES: usize = 4;
/// A solver visits so many states while a simulation is played, about.
const NODES_PER_PLAYOUT: u64 = 8;

/// Chooses by analysis: games for one are searched for the best line; games of two opponents who take
/// turns are played by Monte Carlo tree search while a solver tries to prove how they end; others by
/// Monte Carlo tree search alone.
pub struct Auto<'g, G: Rules> {
    game: &'g G,
    seed: u64,
    plan: Option<Plan<'g, G>>,
    options: MctsOptions,
}

enum Plan<'g, G: Rules> {
    Alone(Nested<'g, G>),
    Opponents(Mcts<'g, G>, Box<dyn Prover<G::State, G::Move> + 'g>),
    Others(Mcts<'g, G>),
}

impl<'g, G: Rules> Auto<'g, G> {
    /// A player of a game.
    pub fn new(game: &'g G, options: MctsOptions, seed: u64) -> Self {
        Auto { game, seed, plan: None, options }
    }

    fn plan(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) -> Plan<'g, G> {
        let (game, seed, options) = (self.game, self.seed, self.options);
        if game.agents().len() == 1 {
            return Plan::Alone(Nested::new(game, seed, options.max_bytes));
        }
        let survey = Survey::new(game, state, seed, &clock.part(0.05));
        // A solver takes the second agent for the opponent of the first.
        let opponents = survey.sum.is_some() && !survey.together;
        let max_bytes = options.max_bytes - options.max_bytes / PROOF_BYTES;
        let mcts = Mcts::new(game, MctsOptions { max_bytes, ..options }, seed).with_survey(survey);
        match game.prover(options.max_bytes / PROOF_BYTES).filter(|_| opponents) {
            Some(prover) => Plan::Opponents(mcts, prover),
            None => Plan::Others(mcts),
        }
    }
}

impl<G: Rules> Player<G> for Auto<'_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let moves = moves_of(self.game, state, agent);
        clock.offer(*moves.first()?);
        if let [only] = moves[..] {
            return Some(Decision::plain(only));
        }
        let mut plan = match self.plan.take() {
            Some(plan) => plan,
            None => self.plan(state, clock),
        };
        let decision = match &mut plan {
            Plan::Alone(nested) => nested.choose(state, agent, clock),
            Plan::Opponents(mcts, prover) => {
                Duel { game: self.game, mcts, prover: &mut **prover }.choose(state, agent, clock)
            }
            Plan::Others(mcts) => mcts.choose(state, agent, clock),
        };
        self.plan = Some(plan);
        decision
    }

    fn prepare(&mut self, state: &G::State, agent: Agent, clock: &Clock<'_, G::Move>) {
        let mut plan = match self.plan.take() {
            Some(plan) => plan,
            None => self.plan(state, clock),
        };
        match &mut plan {
            Plan::Alone(_) => {}
            Plan::Opponents(mcts, _) | Plan::Others(mcts) => mcts.prepare(state, agent, clock),
        }
        self.plan = Some(plan);
    }
}

/// One move between two opponents.
struct Duel<'a, 'g, G: Rules> {
    game: &'g G,
    mcts: &'a mut Mcts<'g, G>,
    prover: &'a mut (dyn Prover<G::State, G::Move> + 'g),
}

impl<G: Rules> Duel<'_, '_, G> {
    fn choose(
        &mut self,
        state: &G::State,
        agent: Agent,
        clock: &Clock<'_, G::Move>,
    ) -> Option<Decision<G::Move>> {
        let proof = self.prove(state, &clock.part(PROOFS));
        let (_, most) = self.side(agent, proof.bounds);
        let exact = proof.bounds.exact().is_some();
        let won = exact && most == self.game.outcomes().best().0;
        if let (true, Some(&mv)) = (won, proof.best.first()) {
            return Some(self.proved(mv, agent, &proof));
        }
        let spent = proof.nodes / NODES_PER_PLAYOUT;
        let decision = self.mcts.choose(state, agent, &clock.less(spent))?;
        // A draw is kept, by the move of the tree search if that is known to keep it, too.
        let drawn = exact && most > 0 && !decision.thought.proven;
        match proof.best.first() {
            Some(&mv) if drawn && !self.keeps(state, agent, decision.mv, &proof, clock) => {
                Some(self.proved(mv, agent, &proof))
            }
            _ => Some(decision),
        }
    }

    fn prove(&mut self, state: &G::State, clock: &Clock<'_, G::Move>) -> Proof<G::Move> {
        let budget = Budget {
            max_nodes: clock.nodes().map(|nodes| nodes * NODES_PER_PLAYOUT),
            deadline: clock.deadline(),
            ..Budget::default()
        };
        self.prover.prove(state, &budget)
    }

    /// Whether the move is proved to keep the value.
    fn keeps(
        &mut self,
        state: &G::State,
        agent: Agent,
        mv: G::Move,
        proof: &Proof<G::Move>,
        clock: &Clock<'_, G::Move>,
    ) -> bool {
        let mut next = state.clone();
        self.game.step(&mut next, &[mv]);
        let after = self.prove(&next, &clock.part(PROOFS));
        self.side(agent, after.bounds).0 >= self.side(agent, proof.bounds).0
    }

    /// The ranks of what an agent gets, from its own point of view.
    fn side(&self, agent: Agent, bounds: Bounds) -> (u16, u16) {
        let best = self.game.outcomes().best().0;
        match agent {
            Agent::FIRST => (bounds.low.0, bounds.high.0),
            _ => (best - bounds.high.0, best - bounds.low.0),
        }
    }

    fn proved(&self, mv: G::Move, agent: Agent, proof: &Proof<G::Move>) -> Decision<G::Move> {
        let number = proof.bounds.exact().map(|outcome| self.game.outcomes().number(outcome));
        let value = number.map(|n| if agent == Agent::FIRST { n } else { 0.0 - n });
        Decision { mv, thought: Thought { value, proven: true, nodes: proof.nodes } }
    }
}
