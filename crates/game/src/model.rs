//! The traits every game implements.

use std::fmt::Debug;
use std::hash::Hash;

use ludex_base::{Budget, Stopped};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    Agent, Agents, Atom, Fraction, HashSeed, OffTurnMark, Outcome, Outcomes, Sampler, Turn, below,
    roll,
};

/// The common part of all games: the game automaton of [Saf13, Def. 21], without the playing of
/// moves.
///
/// Laws (checked for every game by the conformance kit):
/// - in a final state no agent has a move;
/// - an agent on turn has a move;
/// - where chance moves, no agent has a move, and the probabilities of what can happen are above 0
///   and add up to 1;
/// - equal states have equal keys, and different reachable states different keys.
pub trait Model: Sync {
    /// A position. Small and cheap to copy: searches clone it at every move.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move. Small: searches keep lists of them.
    type Move: Copy + Eq + Ord + Hash + Debug + Send + Sync;

    /// Returns the agents, in playing order.
    fn agents(&self) -> &Agents;

    /// Returns the outcomes, from the worst to the best for the first agent.
    fn outcomes(&self) -> &Outcomes;

    /// Returns the position at the start.
    fn initial(&self) -> Self::State;

    /// Returns who is to choose in a state.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the moves the agent has in the state, *whether it is on turn or not*. Off turn these
    /// are the moves it would have if it were its turn, if that makes sense in the game. The moves of
    /// [`Agent::CHANCE`] are what can happen where the turn is [`Turn::Chance`].
    fn moves(&self, state: &Self::State, agent: Agent, out: &mut Vec<Self::Move>);

    /// Returns the outcome of a final state, for the first agent. Unspecified (but no panic)
    /// elsewhere.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Returns whether the game's own atom with this number is true in the state.
    fn holds(&self, state: &Self::State, own_atom: u32) -> bool;

    /// Returns a key for transposition tables. Equal exactly if the states are (up to the
    /// negligible probability of a collision of 64-bit hashes, if a state does not fit into 64
    /// bits).
    fn key(&self, state: &Self::State) -> u64;

    /// Returns a second key, made with a secret seed, if [`Model::key`] can be steered: whoever
    /// describes a game can choose states with equal keys, but no states whose keys with a seed
    /// that is drawn later are equal. `None`, for every state, in games where only we choose what
    /// states there are and in games whose keys are different for all states. A search takes two
    /// states for one only if both of their keys are equal.
    fn seeded_key(&self, _state: &Self::State, _seed: HashSeed) -> Option<u64> {
        None
    }

    /// Returns whether the turn is [`Turn::Chance`] in any state. Searches, questions and players
    /// that know no chance refuse such a game.
    fn has_chance(&self) -> bool {
        false
    }

    /// Appends the probability of each move of [`Agent::CHANCE`] in a state where chance moves, in
    /// the order of [`Model::moves`]. The default makes them equally likely.
    fn probabilities(&self, state: &Self::State, out: &mut Vec<Fraction>) {
        let mut moves = Vec::new();
        self.moves(state, Agent::CHANCE, &mut moves);
        let each = Fraction::new(1, moves.len() as i64);
        out.extend(moves.iter().filter_map(|_| each));
    }

    /// Returns whether a state can occur twice in one play. Return `false` if it cannot: searches
    /// then skip the bookkeeping that cycles need.
    fn can_repeat(&self) -> bool {
        true
    }

    /// Returns what [`Model::can_repeat`] returns, unless the budget ends first: in a described game
    /// it is a proof that can take long. Once it is found out, both return at once.
    fn can_repeat_within(&self, _budget: &Budget) -> Result<bool, Stopped> {
        Ok(self.can_repeat())
    }

    /// Returns the bytes that a state takes on the heap beyond its own size, for limits on memory.
    fn heap_bytes(&self) -> usize {
        0
    }

    /// Returns the reason why nothing this game has returned since it was made can be relied on, as
    /// a sentence without a full stop: a description can grow beyond the limits of its engine in
    /// the middle of play. Once there is a reason it stays. To be called before an answer is given.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Returns remarks on the agents whose moves were asked for while they were not on turn, since
    /// a moment, as sentences without a full stop. There are none in games whose rules say what such
    /// moves are. To be called after a formula was checked: an answer about moves that nobody can
    /// have, or that are derived, says so. Where others ask the same game at the same time there may
    /// be more remarks, never fewer.
    fn off_turn_remarks(&self, _since: OffTurnMark) -> Vec<String> {
        Vec::new()
    }

    /// Returns a key that is equal for states that differ only in facts that count moves, or `None`
    /// if the game is not known to have such facts.
    fn uncounted_key(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// Returns a sampler of random plays if the game can play many at once faster than one by one.
    fn sampler(&self, _seed: u64) -> Option<Box<dyn Sampler<Self::State> + '_>> {
        None
    }

    /// Returns the payoff of a final state to an agent. The default is right for games with one
    /// agent and for zero-sum games with two.
    fn payoff(&self, state: &Self::State, agent: Agent) -> f64 {
        let number = self.outcomes().number(self.outcome(state));
        if agent == Agent::FIRST { number } else { 0.0 - number }
    }

    /// Returns the exact payoff of a final state to an agent, or `None` if it does not fit into a
    /// fraction. The default takes the number of [`Model::payoff`] for exact.
    fn fraction(&self, state: &Self::State, agent: Agent) -> Option<Fraction> {
        Fraction::of_number(self.payoff(state, agent))
    }

    /// Returns whether the outcomes tell all that matters: there is one agent, or there are two,
    /// what they get adds up to the same number in every final state that can be reached, and the
    /// number of [`Model::outcome`] is exactly what the first of them gets. `false` is always
    /// right: the game is then solved for the payoffs of all its agents. The default is right for
    /// games with the default payoffs.
    fn zero_sum(&self) -> bool {
        self.agents().len() <= 2
    }

    /// Returns what [`Model::zero_sum`] returns, unless the budget ends first: in a described game
    /// it is a proof that can take long. Once it is found out, both return at once.
    fn zero_sum_within(&self, _budget: &Budget) -> Result<bool, Stopped> {
        Ok(self.zero_sum())
    }

    /// Returns whether the game is over and the agent has won it: label `w` of \[SC12\].
    fn wins(&self, state: &Self::State, agent: Agent) -> bool {
        self.turn(state) == Turn::Final && self.payoff(state, agent) > 0.0
    }

    /// Returns whether an atom is true in a state.
    fn satisfies(&self, state: &Self::State, atom: Atom) -> bool {
        match atom {
            Atom::Own(atom) => self.holds(state, atom),
            Atom::Win(agent) => self.wins(state, agent),
            Atom::Lost(agent) => self.turn(state) == Turn::Final && !self.wins(state, agent),
            Atom::Turn(agent) => match self.turn(state) {
                Turn::Of(on_turn) => on_turn == agent,
                Turn::Together => true,
                Turn::Chance | Turn::Final => false,
            },
            Atom::Final => self.turn(state) == Turn::Final,
            Atom::Outcome(outcome) => {
                self.turn(state) == Turn::Final && self.outcome(state) == outcome
            }
        }
    }
}

/// A game where one agent moves at a time.
pub trait Game: Model {
    /// Plays a move of [`Model::moves`] for the agent. Afterwards it is the turn of the agent that
    /// plays after that agent (not after the agent that was on turn), unless the rules say
    /// otherwise. What chance does is played as a move of [`Agent::CHANCE`].
    fn play(&self, state: &mut Self::State, agent: Agent, mv: Self::Move);

    /// Returns the state after a move.
    fn after(&self, state: &Self::State, agent: Agent, mv: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(&mut next, agent, mv);
        next
    }

    /// Plays uniformly random moves, and what chance does by its probabilities, until the game is
    /// over or `limit` moves are played. Returns the number of moves. The list of moves is passed in
    /// so that a benchmark allocates nothing.
    fn random_playout(
        &self,
        state: &mut Self::State,
        rng: &mut Xoshiro256PlusPlus,
        limit: u32,
        moves: &mut Vec<Self::Move>,
    ) -> u32
    where
        Self: Sized,
    {
        for played in 0..limit {
            let Some(agent) = self.turn(state).mover() else { return played };
            let mv = match agent {
                Agent::CHANCE => roll(self, state, rng),
                _ => {
                    moves.clear();
                    self.moves(state, agent, moves);
                    moves.get(below(rng, moves.len())).copied()
                }
            };
            let Some(mv) = mv else { return played };
            self.play(state, agent, mv);
        }
        limit
    }
}

/// A game where all agents choose their moves simultaneously: a stacked-matrix game [Saf13, Def.
/// 39] if there are two agents and it is zero-sum.
pub trait SimultaneousGame: Model {
    /// Plays a joint move: one move of [`Model::moves`] for each agent, in playing order.
    fn play_joint(&self, state: &mut Self::State, joint: &[Self::Move]);

    /// Returns the state with the two agents interchanged, if the game provides it: the moves of
    /// each are then those of the other, in the same order, and so are the payoffs. A search may
    /// then solve only one of the two. `None` is always right.
    fn mirrored(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// Returns the least and the greatest payoff of the first agent from a state with perfect play
    /// of both. The default is the range of the outcomes. Must be sound, and cheap: called at every
    /// node.
    fn value_bounds(&self, _state: &Self::State) -> (f64, f64) {
        let outcomes = self.outcomes();
        (outcomes.number(Outcome::WORST), outcomes.number(outcomes.best()))
    }
}
