//! Hints about good play. They are optional: a search that uses no hint gives the same answer.

use ludex_base::{Budget, Stopped};

use crate::{Agent, Game, Outcome};

/// Bounds on the outcome of a state under perfect play, for the first agent: `low ..= high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The first agent gets at least this.
    pub low: Outcome,
    /// The first agent gets at most this.
    pub high: Outcome,
}

impl Bounds {
    /// Returns bounds that leave only one outcome.
    pub fn exactly(outcome: Outcome) -> Bounds {
        Bounds { low: outcome, high: outcome }
    }

    /// Returns the outcome if the bounds leave only one.
    pub fn exact(self) -> Option<Outcome> {
        (self.low == self.high).then_some(self.low)
    }
}

/// Knowledge about a game for searches. Every method has a default that knows nothing.
pub trait Hints: Game {
    /// Returns static bounds on the value of a state that is not final. They must be *sound*: they
    /// hold with perfect play of both sides. Should be cheap: called at every node.
    fn bounds(&self, _state: &Self::State) -> Bounds {
        Bounds { low: Outcome::WORST, high: self.outcomes().best() }
    }

    /// Appends the moves of the agent on turn that are worth searching, likely best first. A move
    /// may be left out only if the value of the state (within [`Hints::bounds`]) cannot depend on
    /// it. If none is left the value is the worst of the bounds for the agent on turn.
    fn candidates(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        if let Some(agent) = self.turn(state).agent() {
            self.moves(state, agent, out);
        }
    }

    /// Combines both for searches that need both: returns what [`Hints::bounds`] does and, if the
    /// caller finds that these leave something `open`, appends what [`Hints::candidates`] does. A
    /// game whose bounds and candidates share a computation overrides it.
    #[inline]
    fn look(
        &self,
        state: &Self::State,
        open: impl FnOnce(Bounds) -> bool,
        out: &mut Vec<Self::Move>,
    ) -> Bounds {
        let bounds = self.bounds(state);
        if open(bounds) {
            self.candidates(state, out);
        }
        bounds
    }

    /// Appends *all* moves of the agent, on turn or not, likely best first: for searches that want
    /// every solution, not one value.
    fn ordered(&self, state: &Self::State, agent: Agent, out: &mut Vec<Self::Move>) {
        self.moves(state, agent, out);
    }

    /// Appends the moves of the agent, on turn or not, after which the game's own atom with this
    /// number may be true, at once or by a play of at most `left` more moves of each agent (by its
    /// index). A move may be left out only if there is no such play after it.
    fn moves_towards(
        &self,
        state: &Self::State,
        agent: Agent,
        _own_atom: u32,
        _left: &[u32],
        out: &mut Vec<Self::Move>,
    ) {
        self.moves(state, agent, out);
    }

    /// Returns whether the own atom may be made true by a play of at least one and at most `left`
    /// more moves of each agent (by its index), in any order and with cooperation. Must be *sound*:
    /// `false` only if no such play exists. It prunes the search for a distant goal.
    fn reachable(&self, _state: &Self::State, _own_atom: u32, _left: &[u32]) -> bool {
        true
    }

    /// Returns whether the agent, on turn or not, may have a move that wins at once. Cheap and not
    /// a proof: `false` means that a search need not try.
    fn may_win_at_once(&self, _state: &Self::State, _agent: Agent) -> bool {
        true
    }

    /// Returns a key that is equal for states that are mirror images of each other (and so have the
    /// same value): the smallest key over the symmetries of the game.
    fn canonical_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Returns a number of moves below which no play from the state, whoever moves, ends with this
    /// outcome or a better one, or `None` if the game has no such estimates (of any state). Must be
    /// *admissible*, as that is, and *consistent*: a move lessens it by at most 1. Leads searches
    /// for shortest plays.
    fn least_moves(&self, _state: &Self::State, _at_least: Outcome) -> Option<u32> {
        None
    }

    /// Returns the number of different values of [`Hints::history_index`]; 0 if the game's own
    /// order of [`Hints::candidates`] is better than what killer moves and history could learn.
    fn history_size(&self) -> usize {
        0
    }

    /// Returns a small number for a move (usually what is moved where) that is independent of the
    /// state: the index of the move in the tables of killer moves and of the history heuristic.
    fn history_index(&self, _mv: Self::Move) -> usize {
        0
    }

    /// Returns the names of the evaluations the game offers, the best first.
    fn evaluations(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns the names of the evaluations as [`Hints::evaluations`] does, unless the budget is used up
    /// before: an evaluation that is derived from the rules can take long. Later calls of either
    /// return at once.
    fn evaluations_within(&self, _budget: &Budget) -> Result<&'static [&'static str], Stopped> {
        Ok(self.evaluations())
    }

    /// Returns an evaluation, by its number, of a state that is not final for the first agent:
    /// strictly between 0 (nearly lost) and 1 (nearly won). Not a bound.
    fn evaluation(&self, _which: usize, _state: &Self::State) -> f64 {
        0.5
    }
}
